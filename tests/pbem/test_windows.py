"""Response windows: closed, open, asked, and passed until somebody responds."""

from __future__ import annotations

import pytest

from pbem.errors import Ambiguous, Unreadable
from pbem.games import game_of
from pbem.language.refusals import candidates
from pbem.play.late_responses import GameSetBack
from pbem.play.sitting import Sitting
from rules import Rewound
from tests import bench_moderator
from tests.pbem.a_table import asked, done, happened, held, letter, standing, table

VOICE = game_of("his").voice()
MARCH = """
    units lyon: france 4 regulars
    control geneva: independent
    hand france: 4 45
    hand hapsburg: 31 46
    hand england: 32 47
    hand papacy: 48
    impulse france 5 cp
"""


def windows_of(sitting: Sitting) -> list[str]:
    """Who answered windows, and how."""
    return [f"{step.power} {step.source}" for step in sitting.steps if step.words == "pass"]


# ---- Standing


def test_closed_windows_pass_at_once() -> None:
    sitting = letter(table(MARCH), "france", "move all: lyon > geneva", "end")
    assert sitting.failed is None
    assert set(windows_of(sitting)) >= {"hapsburg standing", "england standing", "papacy standing"}


def test_open_windows_are_asked_and_nobody_else_is() -> None:
    sitting = table(MARCH)
    sitting.standing.declare("england", is_open=True)
    letter(sitting, "france", "move all: lyon > geneva", "end")
    assert asked(sitting) == ["england respond"]
    assert held(sitting, "france") == ["end"]
    letter(sitting, "england", "pass")
    assert "france (mail): end" in done(sitting)


def test_who_is_asked_does_not_depend_on_the_hand() -> None:
    """England is asked with Gout in hand, and as well without it."""
    for hands in ("hand england: 32 47", "hand england: 47 49"):
        sitting = table(MARCH.replace("hand england: 32 47", hands))
        sitting.standing.declare("england", is_open=True)
        letter(sitting, "france", "move all: lyon > geneva", "end")
        assert asked(sitting) == ["england respond"]


def test_windows_can_be_closed_while_they_are_waited_for() -> None:
    sitting = table(MARCH)
    sitting.standing.declare("england", is_open=True)
    letter(sitting, "france", "move all: lyon > geneva", "end")
    sitting.standing.declare("england", is_open=False)
    sitting.settle()
    assert "france (mail): end" in done(sitting)


def test_a_standing_order_answers_an_open_window_too() -> None:
    sitting = table(MARCH)
    sitting.standing.declare("hapsburg", is_open=True)
    standing(sitting, "hapsburg", "standing: play 31 against a move to geneva")
    letter(sitting, "france", "move all: lyon > geneva", "end")
    assert "hapsburg (standing): play 31 as event" in done(sitting)


# ---- Ask


def test_everybody_is_asked() -> None:
    sitting = letter(table(MARCH, windows="ask"), "france", "move all: lyon > geneva", "control geneva")
    assert set(asked(sitting)) == {"hapsburg respond", "england respond", "papacy respond"}
    for power in ("hapsburg", "papacy", "england"):
        letter(sitting, power, "pass")
    # After the move mercenaries could come: France itself goes on with its letter, and is not asked.
    assert "france (mail): control geneva" in done(sitting)


def test_the_lines_of_a_letter_answer_asked_windows() -> None:
    sitting = letter(table(MARCH, windows="ask"), "france", "move all: lyon > geneva", "end")
    letter(sitting, "hapsburg", "play 31")
    for power in ("england", "papacy"):
        letter(sitting, power, "pass")
    assert "CardPlayed" in happened(sitting)


# ---- Rewind


def test_windows_pass_provisionally() -> None:
    sitting = letter(table(MARCH, windows="rewind"), "france", "move all: lyon > geneva", "end")
    assert "hapsburg provisional" in windows_of(sitting)
    assert asked(sitting) == ["papacy impulse"]


def test_a_late_response_takes_the_game_back() -> None:
    sitting = letter(
        table(MARCH, windows="rewind"),
        "france",
        "move all: lyon > geneva",
        "build regular in paris",
        "end",
    )
    assert sitting.engine.game.at("geneva", "france").regulars == 4
    letter(sitting, "hapsburg", "respond with 31 against the move to geneva")
    assert sitting.failed is None
    steps = done(sitting)
    assert steps[0] == "hapsburg (mail): respond with 31 against the move to geneva"
    # Foul Weather: what was ordered after it goes on by itself.
    assert any(step.startswith("france (mail): build") for step in steps)
    assert steps[-1] == "france (mail): end"
    assert 31 in sitting.engine.game.cards.discards
    assert any(isinstance(entry, Rewound) for entry in sitting.engine.log)
    (back,) = [event for step in sitting.steps for event in step.events if isinstance(event, GameSetBack)]
    assert any("moves from Lyon to Geneva" in VOICE.event(told.event) for told in back.undone)


def test_simply_the_card_is_enough_where_one_moment_fits() -> None:
    sitting = letter(table(MARCH, windows="rewind"), "france", "move all: lyon > geneva", "end")
    letter(sitting, "hapsburg", "play 31")
    assert 31 in sitting.engine.game.cards.discards


@pytest.mark.parametrize("which", ["respond with 31 moment 2", "respond with 31 against the move to lyon"])
def test_of_several_moments_one_must_be_named(which: str) -> None:
    sitting = letter(
        table(MARCH, windows="rewind"),
        "france",
        "move all: lyon > geneva",
        "move all: geneva > lyon",
        "end",
    )
    letter(sitting, "hapsburg", "respond with 31")
    assert sitting.failed is not None
    problem = sitting.failed.problem
    assert isinstance(problem, Ambiguous)
    assert candidates(problem, VOICE) == (
        "moment 1 (against a move of France to Geneva)",
        "moment 2 (against a move of France to Lyon)",
    )
    letter(sitting, "hapsburg", which)
    assert sitting.failed is None
    assert sitting.engine.game.at("geneva", "france").regulars == 4


def test_a_window_before_the_dice_is_waited_for() -> None:
    """Whoever could stop a battle decides before it is rolled, and not when he has seen the dice."""
    position = """
        units lyon: france 4 regulars
        units dijon: hapsburg 1 regular
        control dijon: hapsburg
        control besancon, st dizier: france
        hand england: 31 47
        hand france: none
        hand hapsburg: none
        discards 33 36
        impulse france 5 cp
    """
    sitting = letter(table(position, windows="rewind"), "france", "move all: lyon > dijon", "end")
    assert sitting.engine.game.dice.used == 0
    assert asked(sitting) == ["england respond"]
    stopped = letter(sitting.fork(), "england", "play 31")
    assert "BattleBegan" not in happened(stopped)
    letter(sitting, "england", "pass")
    assert "BattleEnded" in happened(sitting)
    assert sitting.engine.game.dice.used > 0
    letter(sitting, "england", "respond with 31")
    assert sitting.failed is not None  # nobody decides again what he has seen


def test_after_the_next_stop_it_is_too_late() -> None:
    sitting = letter(table(MARCH, windows="rewind"), "france", "move all: lyon > geneva", "end")
    assert asked(sitting) == ["papacy impulse"]
    letter(sitting, "papacy", "play 48 for cp")
    assert sitting.failed is None
    letter(sitting, "hapsburg", "respond with 31")
    assert sitting.failed is not None
    assert isinstance(sitting.failed.problem, Unreadable)


def test_the_active_power_does_not_close_its_own_windows() -> None:
    """France sends its impulse in two letters: the move of the first can still be answered."""
    sitting = letter(table(MARCH, windows="rewind"), "france", "move all: lyon > geneva")
    letter(sitting, "france", "build regular in paris", "end")
    letter(sitting, "hapsburg", "respond with 31")
    assert sitting.failed is None
    assert 31 in sitting.engine.game.cards.discards


def test_a_standing_order_used_in_vain_is_there_again() -> None:
    sitting = table(MARCH, windows="rewind")
    standing(sitting, "papacy", "standing: impulse: play 48 for cp, once")
    letter(sitting, "france", "move all: lyon > geneva", "end")
    assert [len(order.used) for order in sitting.standing.orders] == [1]
    letter(sitting, "hapsburg", "respond with 31")
    assert sitting.failed is None
    # France has gone on with its impulse, and the order was used anew.
    assert [len(order.used) for order in sitting.standing.orders] == [1]
    assert "papacy (standing): play 48 for cp" in done(sitting)


def test_combat_cards_are_waited_for_even_so() -> None:
    position = """
        units lyon: france 4 regulars
        units dijon: hapsburg 3 regulars
        control dijon: hapsburg
        control besancon, st dizier: france
        hand france: 25 45
        hand hapsburg: 24 46
        discards 33 36
        impulse france 5 cp
    """
    sitting = letter(table(position, windows="rewind"), "france", "move all: lyon > dijon")
    assert asked(sitting) == ["france respond"]
    letter(sitting, "france", "play 25")
    assert asked(sitting) == ["hapsburg respond"]
    letter(sitting, "hapsburg", "pass")
    assert "BattleEnded" in happened(sitting)


@pytest.mark.parametrize("windows", ["standing", "ask"])
def test_there_is_no_way_back_under_other_policies(windows: str) -> None:
    sitting = letter(table(MARCH, windows=windows), "france", "build regular in paris")
    letter(sitting, "hapsburg", "respond with 31")
    assert not any(isinstance(entry, Rewound) for entry in sitting.engine.log)


def test_what_a_game_costs_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small part of what `make bench` prints."""
    monkeypatch.setattr(bench_moderator, "MOST_ROUNDS", 20)
    costs = bench_moderator.play(bench_moderator.PROFILES[0], "waits 1")
    assert len(costs.rounds) >= 20
    assert sum(costs.causes.values()) == len(costs.rounds)
    assert sum(costs.letters.values()) >= 20
