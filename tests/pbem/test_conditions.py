"""Lines with conditions, repeated lines, and looking ahead."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.language.refusals import why
from pbem.play.conditions import Situation, decide, is_conditional, read_branch
from pbem.play.lines import Line
from pbem.play.preview import Preview, preview
from rules import Event
from rules.core.card_play import CardPlayed
from rules.core.reasons import Reason
from rules.his.faith.events import AttemptFailed, AttemptSucceeded, DebateWon
from rules.war.control import ControlChanged
from rules.war.land_events import (
    AssaultFailed,
    AssaultSucceeded,
    BattleBegan,
    BattleEnded,
    InterceptionSucceeded,
    SiegeLaid,
    Withdrew,
)
from tests.pbem.a_table import NAMES, VOICE, asked, done, happened, held, letter, standing, table

WON = BattleEnded("dijon", ("france",), ("hapsburg",), 3, 1)
LOST = BattleEnded("dijon", ("hapsburg",), ("france",), 3, 1)
OTHERS = BattleEnded("dijon", ("ottoman",), ("england",), 3, 1)
GAME = table("impulse france 3 cp").engine.game

# ---- Reading


@pytest.mark.parametrize(
    ("line", "orders", "others"),
    [
        ("if won: control dijon", ("control dijon",), ()),
        (
            "If battle won: stop, else: build cavalry in Istanbul",
            ("stop",),
            ("build cavalry in Istanbul",),
        ),
        ("if lost: build regular in paris; end", ("build regular in paris", "end"), ()),
        ("if intercepted, end", ("end",), ()),
        ("if we control dijon then end", ("end",), ()),
        ("otherwise: buy 2 mercenaries in paris", ("buy mercenaries in paris",) * 2, ()),
        ("else end", ("end",), ()),
        ("unless won: end", ("end",), ()),
    ],
)
def test_a_line_has_a_condition_and_orders(
    line: str, orders: tuple[str, ...], others: tuple[str, ...]
) -> None:
    assert is_conditional(line)
    branch = read_branch(line, NAMES)
    assert (branch.orders, branch.others) == (orders, others)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("if the moon is full: end", "no condition is known"),
        ("if won", "colon"),
        ("if won:", "order is missing"),
        ("otherwise", "order is missing"),
    ],
)
def test_a_bad_condition_is_told(line: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_branch(line, NAMES)
    assert words in why(caught.value, VOICE)


@pytest.mark.parametrize("line", ["iffy", "elsewhere", "move all: paris > lyon", "end"])
def test_other_lines_have_none(line: str) -> None:
    assert not is_conditional(line)


# ---- Deciding


@pytest.mark.parametrize(
    ("condition", "event", "holds"),
    [
        ("won", WON, True),
        ("won", LOST, False),
        ("lost", LOST, True),
        ("not won", LOST, True),
        ("won", AssaultSucceeded("france", "metz", 2, 1), True),
        ("lost", AssaultFailed("france", "metz", 0, 1), True),
        ("won", DebateWon("france", 2), True),
        ("intercepted", InterceptionSucceeded("hapsburg", "metz", "dijon", 9, 9), True),
        ("battle", BattleBegan("dijon", "france", ("hapsburg",)), True),
        ("siege laid", SiegeLaid("france", "metz"), True),
        ("they withdraw", Withdrew("metz"), True),
        ("success", AttemptSucceeded("metz", "6 to 5"), True),
        ("success", AttemptFailed("metz", "5 to 6"), False),
        ("failed", AttemptFailed("metz", "5 to 6"), True),
        ("taken", ControlChanged("metz", "france", Reason("action"), None), True),
        ("anybody responds", CardPlayed("england", 31, "event"), True),
    ],
)
def test_what_happened_decides(condition: str, event: Event, holds: bool) -> None:
    branch = read_branch(f"if {condition}: end, else: pass", NAMES)
    orders = decide([branch], Situation("france", (event,), GAME, finished=False))
    assert orders == (["end"] if holds else ["pass"])


@pytest.mark.parametrize("condition", ["won", "lost", "intercepted", "siege", "success", "not won"])
def test_a_condition_waits_until_nothing_more_can_come(condition: str) -> None:
    branch = read_branch(f"if {condition}: end", NAMES)
    assert decide([branch], Situation("france", (OTHERS,), GAME, finished=False)) is None
    over = decide([branch], Situation("france", (OTHERS,), GAME, finished=True))
    assert over == (["end"] if condition.startswith("not") else [])


def test_the_last_battle_counts() -> None:
    branch = read_branch("if won: end", NAMES)
    assert decide([branch], Situation("france", (LOST, WON), GAME, finished=True)) == ["end"]
    assert decide([branch], Situation("france", (WON, LOST), GAME, finished=True)) == []


@pytest.mark.parametrize(
    ("events", "orders"),
    [((WON,), ["a"]), ((LOST,), ["b"]), ((), ["c"])],
)
def test_otherwise_is_for_what_no_condition_before_it_took(
    events: tuple[Event, ...], orders: list[str]
) -> None:
    chain = [read_branch(line, NAMES) for line in ("if won: a", "if lost: b", "otherwise: c")]
    assert decide(chain, Situation("france", events, GAME, finished=True)) == orders


def test_the_open_position_can_always_be_asked_for() -> None:
    game = table("control dijon: hapsburg\ncontrol lyon: france\nimpulse france 3 cp").engine.game
    situation = Situation("france", (), game, finished=False)
    assert decide([read_branch("if lyon taken: x", NAMES)], situation) == ["x"]
    assert decide([read_branch("if we control dijon: x", NAMES)], situation) == []
    assert decide([read_branch("if 3 cp left: x", NAMES)], situation) == ["x"]
    assert decide([read_branch("if 4 cp left: x", NAMES)], situation) == []


# ---- At the table

MARCH = """
    units lyon: france 5 regulars, francis i
    units besancon: hapsburg 2 regulars
    units st dizier: hapsburg 1 regular
    control besancon, st dizier, dijon: hapsburg
    hand france: none
    impulse france 5 cp
"""


def test_the_letter_goes_on_as_it_turns_out() -> None:
    """Nobody intercepts, and there is no battle: the second branch is taken."""
    sitting = table(MARCH)
    letter(
        sitting, "france", "move all: lyon > dijon", "if intercepted: end", "otherwise: control dijon", "end"
    )
    assert held(sitting, "france") == ["if intercepted: end", "otherwise: control dijon", "end"]
    letter(sitting, "hapsburg", "decline")
    assert [step for step in done(sitting) if "france" in step] == [
        "france (mail): control dijon",
        "france (mail): end",
    ]


def test_the_other_branch_when_somebody_does() -> None:
    sitting = table(MARCH, dice="6 6  6 6 6 6 6 6  1 1 1")
    letter(sitting, "france", "move all: lyon > dijon", "if intercepted: build regular in paris", "end")
    letter(sitting, "hapsburg", "intercept from besancon", "decline")
    assert "InterceptionSucceeded" in happened(sitting)
    assert "france (mail): build regular in paris" in done(sitting)


def test_a_line_whose_condition_fails_is_told_as_not_needed() -> None:
    sitting = table(MARCH.replace("control besancon, st dizier, dijon", "control besancon, st dizier"))
    standing(sitting, "hapsburg", "never intercept")
    letter(sitting, "france", "move all: lyon > dijon", "if won: control dijon", "end")
    assert sitting.skipped == [("if won: control dijon", "")]
    assert sitting.failed is None


def test_a_condition_that_nobody_understands_stops_the_letter() -> None:
    sitting = table(MARCH)
    letter(sitting, "france", "move all: lyon > dijon", "if it rains: end", "end")
    assert sitting.failed is not None
    assert sitting.failed.number == 2
    assert sitting.unread == ["end"]
    assert held(sitting, "france") == []


def test_repeated_lines_are_several_orders() -> None:
    sitting = table(MARCH)
    letter(sitting, "france", "buy 3 mercenaries in paris", "build regular in lyon x1", "end")
    assert sitting.failed is None
    assert sitting.engine.game.at("paris", "france").mercenaries == 3


def test_a_combat_card_can_stand_in_the_letter() -> None:
    """Closed windows do not keep the player from playing a card of the letter in them."""
    sitting = table("hand france: 25\n" + MARCH.replace("hand france: none", ""), dice="6 6")
    letter(sitting, "france", "move all: lyon > dijon", "play 25", "end")
    letter(sitting, "hapsburg", "intercept from besancon", "decline")
    assert "france (mail): play 25" in done(sitting)


# ---- Looking ahead


def look(position: str, *lines: str) -> Preview:
    sitting = table(position)
    before = sitting.engine.digest()
    seen = preview(sitting, ("france",), [Line(n, line) for n, line in enumerate(lines, 1)])
    assert sitting.engine.digest() == before
    assert sitting.steps == []
    return seen


def test_a_preview_stops_at_another_power() -> None:
    seen = look(MARCH, "build regular in paris", "move all: lyon > dijon", "control dijon")
    assert [line.line for line in seen.lines] == ["build regular in paris", "move all: lyon > dijon"]
    assert seen.decides == ["hapsburg"]
    assert seen.held == ["control dijon"]


def test_a_preview_stops_before_the_first_die() -> None:
    position = """
        units lyon: france 5 regulars
        units dijon: hapsburg 1 regular
        control dijon: hapsburg
        control besancon, st dizier: france
        impulse france 5 cp
    """
    seen = look(position, "move 4 regulars: lyon > dijon", "end")
    assert seen.random
    told = [type(event).__name__ for line in seen.lines for event in line.events]
    assert "BattleBegan" in told
    assert "DiceRolled" not in told


def test_a_preview_uses_nothing_that_others_keep_to_themselves() -> None:
    """A standing order of the enemy does not show."""
    sitting = table("hand hapsburg: 31\n" + MARCH)
    standing(sitting, "hapsburg", "never intercept", "standing: play 31 against france")
    seen = preview(sitting, ("france",), [Line(1, "move all: lyon > dijon")])
    assert seen.decides == ["hapsburg"]
    assert not any(type(event).__name__ == "CardPlayed" for line in seen.lines for event in line.events)


def test_a_preview_says_what_would_be_refused() -> None:
    seen = look(MARCH, "build regular in paris", "control vienna", "end")
    assert seen.failed is not None
    assert seen.failed.number == 2


def test_a_preview_draws_no_card() -> None:
    seen = look("hand france: 4\nimpulse france", "play 4 as event")
    assert seen.random
    assert [line.line for line in seen.lines] == ["play 4 as event"]


def test_a_preview_says_what_comes_next() -> None:
    seen = look(MARCH, "build regular in paris")
    assert seen.asked is not None
    assert seen.asked.kind == "action"


def test_nothing_is_asked_of_others_by_a_preview() -> None:
    sitting = table(MARCH)
    preview(sitting, ("france",), [Line(1, "move all: lyon > dijon")])
    assert asked(sitting) == ["france action"]
