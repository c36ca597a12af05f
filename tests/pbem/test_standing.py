"""Standing orders: how they are read, what they answer, and when they no longer do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Ambiguous, Illegal, Unreadable
from pbem.letters import render
from pbem.play.sitting import Sitting
from pbem.play.standing.orders import StandingOrder, dump, load
from pbem.play.standing.reading import is_standing, read_standing
from rules import Question
from rules.core.questions import Choose
from rules.war.naval_questions import ChooseThere, LoseShips
from rules.war.winter import GoHome
from tests.pbem.a_table import NAMES, VOICE, asked, done, happened, held, letter, standing, table

PLAYERS = Path(__file__).parents[2] / "docs" / "players.md"
HANDS = """
    hand hapsburg: 24 29 31 38 45
    impulse france 5 cp
"""

# ---- Reading


@pytest.fixture(scope="module")
def quiet() -> Sitting:
    return table(HANDS)


def read(sitting: Sitting, line: str) -> StandingOrder:
    return read_standing(line, "hapsburg", 1, sitting.engine.game, NAMES)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "standing: intercept from graz against the ottoman if we outnumber them, until turn 5",
            (
                "Interception: intercept with the strongest force from Graz, against Ottoman, if you "
                "outnumber them; up to and including turn 5"
            ),
        ),
        (
            "standing: play 31 against a move of France to Milan, once",
            "Response: play Foul Weather (#31), against a move, against France, to Milan; once",
        ),
        ("always withdraw in Wien", "Withdrawal: withdraw, in Vienna"),
        (
            "whenever we are outnumbered: avoid battle to linz or graz",
            "Avoiding battle: avoid battle with everybody to Linz, or else to Graz, if you are outnumbered",
        ),
        (
            "whenever the Turk moves to vienna, intercept with ferdinand",
            "Interception: intercept with Ferdinand and the most units, against Ottoman, to Vienna",
        ),
        ("never intercept", "Interception: decline"),
        ("standing: do not avoid battle in paris", "Avoiding battle: decline, in Paris"),
        ("standing: no interception this turn", "Interception: decline; in turn 1 only"),
        ("standing: winter as usual", "Winter: what silence would mean, at once"),
        ("standing order: defence as usual", "Defence: what silence would mean, at once"),
        ("standing: piracy: vp or card", "Piracy: vp, or else card"),
        ("standing: give card, then vp", "Piracy: card, or else vp"),
        ("standing: lose mercenaries, then cavalry first", "Losses: lose mercenaries, then cavalry first"),
        ("standing: lose genoese squadrons first", "Losses: lose Genoese squadrons first"),
        ("standing: retreat to linz or graz", "Retreat: Linz, or else Graz"),
        (
            "standing: intercept if odds at least 3:2 within 2 of vienna",
            (
                "Interception: intercept with the strongest force, if the odds are at least 3:2, "
                "within 2 spaces of Vienna"
            ),
        ),
        (
            "standing: intercept unless outnumbered",
            "Interception: intercept with the strongest force, except if you are outnumbered",
        ),
        (
            "standing: intercept with charles v against suleiman if at war with the Ottoman",
            (
                "Interception: intercept with Charles V and the most units, against Suleiman, "
                "while at war with Ottoman"
            ),
        ),
        (
            "standing: play 24 and 29 in field battle against france if they have at least 4 units",
            (
                "Response: play Arquebusiers (#24) and Surprise Attack (#29), in a field battle, against "
                "France, if they have at least 4 units there"
            ),
        ),
        (
            "standing: play 38 after france, then england",
            "Response: play Halley's Comet (#38), after an impulse, against France, then england",
        ),
        ("standing: pass this turn", "Impulse: pass; in turn 1 only"),
        ("standing: debate pool: committed", "Debate pool: committed"),
        ("standing: intercept from turn 3, twice", None),
    ],
)
def test_the_receipt_says_the_order_again(quiet: Sitting, line: str, told: str | None) -> None:
    assert is_standing(line)
    order = read(quiet, line)
    if told is not None:
        assert order.told(VOICE) == told
    assert load(dump(order)) == order


@pytest.mark.parametrize(
    ("line", "column", "proposal"),
    [
        ("standing: avoid battle to lins", 27, "Linz"),
        ("standing: intercept against frnace", 29, "France"),
        ("standing: frobnicate the turk", 11, None),
        ("standing:", 10, None),
        ("whenever ottoman moves to vienna", 33, None),
        ("never intercpet", None, "intercept"),
        ("standing: wintr as usual", None, "winter"),
        ("standing: intercept if the moon is full", None, None),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(
    quiet: Sitting, line: str, column: int | None, proposal: str | None
) -> None:
    with pytest.raises(Unreadable) as raised:
        read(quiet, line)
    if column is not None:
        assert raised.value.column == column
    if proposal is not None:
        assert proposal in raised.value.proposals


def test_a_name_that_fits_several_things(quiet: Sitting) -> None:
    with pytest.raises(Ambiguous) as raised:
        read(quiet, "standing: intercept against henry")
    assert len(raised.value.candidates) > 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("standing: play 32 against france", "card.not_in_hand"),
        ("standing: play 45 against france", "card.not_out_of_turn"),
    ],
)
def test_cards_are_checked_when_the_order_is_given(quiet: Sitting, line: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        read(quiet, line)


@pytest.mark.parametrize("line", ["play 31 for cp", "move all: paris > lyon", "withdraw", "pass", "yes"])
def test_other_lines_are_no_standing_orders(line: str) -> None:
    assert not is_standing(line)


# ---- Interception

INTERCEPTION = """
    units lyon: france 4 regulars, francis i
    units besancon: hapsburg {besancon}
    units st dizier: hapsburg 2 regulars
    control st dizier, besancon: hapsburg
    hand france: none
    impulse france 5 cp
"""


@pytest.mark.parametrize(
    ("order", "besancon", "answer"),
    [
        ("intercept", "3 regulars, charles v", "intercept with Charles V, 3 regulars from Besançon"),
        ("intercept from st dizier", "3 regulars", "intercept with 2 regulars from St. Dizier"),
        (
            "intercept with charles v",
            "3 regulars, charles v",
            "intercept with Charles V, 3 regulars from Besançon",
        ),
        ("intercept with 1 regular from besancon", "3 regulars", "intercept with 1 regular from Besançon"),
        ("intercept against france to dijon", "3 regulars", "intercept with 3 regulars from Besançon"),
        ("intercept against francis i", "3 regulars", "intercept with 3 regulars from Besançon"),
        ("intercept if odds at least 1:1", "4 regulars", "intercept with 4 regulars from Besançon"),
        ("intercept within 1 of besancon", "3 regulars", "intercept with 3 regulars from Besançon"),
        ("intercept if at war with france", "3 regulars", "intercept with 3 regulars from Besançon"),
        ("do not intercept", "3 regulars", "decline"),
    ],
)
def test_an_interception_is_tried_as_ordered(order: str, besancon: str, answer: str) -> None:
    sitting = table(INTERCEPTION.format(besancon=besancon), dice="6 6")
    standing(sitting, "hapsburg", f"standing: {order}", "standing: do not intercept")
    letter(sitting, "france", "move all: lyon > dijon")
    words = next(step for step in done(sitting) if step.startswith("hapsburg"))
    assert words == f"hapsburg (standing): {answer}"


@pytest.mark.parametrize(
    "order",
    [
        "intercept against the ottoman",
        "intercept in milan",
        "intercept if we outnumber them",
        "intercept if odds at least 2:1",
        "intercept if they have at most 3 units",
        "intercept with ferdinand",
        "intercept from vienna",
        "intercept against suleiman",
        "intercept next turn",
        "intercept within 1 of vienna",
        "intercept if at war with england",
        "avoid battle",
    ],
)
def test_an_order_that_does_not_fit_leaves_the_question_to_its_power(order: str) -> None:
    sitting = table(INTERCEPTION.format(besancon="3 regulars"))
    standing(sitting, "hapsburg", f"standing: {order}")
    letter(sitting, "france", "move all: lyon > dijon")
    assert asked(sitting) == ["hapsburg intercept"]


def test_the_first_order_that_fits_wins() -> None:
    sitting = table(INTERCEPTION.format(besancon="3 regulars"))
    standing(
        sitting,
        "hapsburg",
        "standing: intercept against the ottoman",
        "standing: never intercept in dijon",
        "standing: intercept",
    )
    letter(sitting, "france", "move all: lyon > dijon", "end")
    assert "hapsburg (standing): decline" in done(sitting)


def test_an_order_is_used_as_often_as_it_says() -> None:
    """The first attempt fails; for the one from the other space the power is asked."""
    sitting = table(INTERCEPTION.format(besancon="3 regulars"), dice="1 1 1 1")
    standing(sitting, "hapsburg", "standing: intercept once")
    letter(sitting, "france", "move all: lyon > dijon")
    assert happened(sitting).count("InterceptionFailed") == 1
    assert asked(sitting) == ["hapsburg intercept"]
    assert sitting.standing.orders == []


def test_orders_end_with_their_turn(quiet: Sitting) -> None:
    sitting = table(HANDS)
    standing(sitting, "hapsburg", "standing: intercept until turn 1", "standing: intercept until turn 2")
    sitting.engine.game.turn = 2
    sitting.standing.review(sitting.engine.game)
    assert [order.last_turn for order in sitting.standing.orders] == [2]


# ---- Battle

BATTLE = """
    units lyon: france 6 regulars, 2 mercenaries, francis i
    units dijon: hapsburg 3 regulars, 2 mercenaries
    control dijon, besancon, st dizier: hapsburg
    hand france: none
    impulse france 5 cp
"""


def test_battle_is_avoided_to_the_first_place_that_is_possible() -> None:
    sitting = table(BATTLE, dice="6 6")
    standing(sitting, "hapsburg", "standing: avoid battle to vienna or st dizier if outnumbered")
    letter(sitting, "france", "move all: lyon > dijon")
    assert "BattleBegan" not in happened(sitting)
    assert sitting.engine.game.at("st_dizier", "hapsburg").regulars == 3


def test_a_whole_battle_needs_nobody() -> None:
    """Avoiding, losses and retreat of the defender, and losses of the attacker, by standing orders."""
    sitting = table(BATTLE, dice="6 6 6 6 1 1 1 1 1 1  6 6 1 1 1 1")
    standing(
        sitting,
        "hapsburg",
        "never avoid battle",
        "standing: lose regulars first",
        "standing: retreat to vienna or besancon",
    )
    standing(sitting, "france", "standing: lose mercenaries first")
    letter(sitting, "france", "move all: lyon > dijon", "if won: control dijon", "otherwise: end", "end")
    assert sitting.failed is None
    steps = done(sitting)
    assert "hapsburg (standing): lose 3 regulars, 1 mercenary" in steps
    assert "hapsburg (standing): Besançon" in steps
    assert "france (standing): lose 2 mercenaries" in steps
    assert "france (mail): control dijon" in steps


def test_an_explicit_line_comes_before_a_standing_order() -> None:
    sitting = table(BATTLE, dice="6 6 6 6 1 1 1 1 1 1  6 6 1 1 1 1")
    standing(sitting, "hapsburg", "standing: defence as usual")
    standing(sitting, "france", "standing: lose mercenaries first")
    letter(sitting, "france", "move all: lyon > dijon", "lose 2 regulars", "end")
    assert "france (mail): lose 2 regulars" in done(sitting)


def test_a_question_that_comes_up_holds_the_lines_behind_it() -> None:
    """Without a standing order the attacker is asked for its losses, and its lines wait."""
    sitting = table(BATTLE, dice="6 6 6 6 1 1 1 1 1 1  6 6 1 1 1 1")
    standing(sitting, "hapsburg", "standing: defence as usual")
    letter(sitting, "france", "move all: lyon > dijon", "if won: control dijon", "end")
    assert asked(sitting) == ["france losses"]
    assert held(sitting, "france") == ["control dijon", "end"]
    letter(sitting, "france", "lose 2 mercenaries")
    assert [step for step in done(sitting) if step.startswith("france")] == [
        "france (mail): lose 2 mercenaries",
        "france (mail): control dijon",
        "france (mail): end",
    ]


def test_withdrawal_by_its_own_conditions() -> None:
    position = """
        units metz: france 6 regulars
        control metz: france
        units besancon: hapsburg 2 regulars
        control besancon: hapsburg
        fortress besancon
        impulse france 5 cp
    """
    sitting = table(position)
    standing(
        sitting, "hapsburg", "standing: never avoid battle", "standing: withdraw in besancon if outnumbered"
    )
    letter(sitting, "france", "move 4 regulars: metz > besancon")
    assert "Withdrew" in happened(sitting)


# ---- Cards


def test_a_response_card_is_played_in_closed_windows() -> None:
    sitting = table(
        """
        units lyon: france 4 regulars
        hand france: 45
        hand hapsburg: 31 45
        impulse france 5 cp
        """
    )
    standing(sitting, "hapsburg", "standing: play 31 against a move of france to dijon")
    letter(sitting, "france", "move all: lyon > geneva", "control geneva")
    assert not [step for step in done(sitting) if step.startswith("hapsburg")]
    letter(sitting, "france", "move all: geneva > lyon", "move all: lyon > dijon", "end")
    assert "hapsburg (standing): play 31 as event" in done(sitting)
    assert 31 in sitting.engine.game.cards.discards
    assert sitting.standing.retired == []  # it was carried out: no news


def test_a_combat_card_is_played_if_the_enemy_is_strong() -> None:
    sitting = table("hand hapsburg: 24\n" + BATTLE)
    standing(
        sitting,
        "hapsburg",
        "standing: play 24 in field battle if they have at least 6 units",
        "standing: defence as usual",
    )
    letter(sitting, "france", "move all: lyon > dijon", "end")
    assert "hapsburg (standing): play 24 as event" in done(sitting)


def test_the_choices_of_a_card_follow_it() -> None:
    position = """
        hand hapsburg: 38 46
        hand ottoman: 45
        hand england: 47
        impulse france 1 cp
    """
    sitting = table(position)
    standing(sitting, "hapsburg", "standing: play 38 as skip after france, then england")
    letter(sitting, "france", "end")
    assert done(sitting) == [
        "france (mail): end",
        "hapsburg (standing): play 38 as skip",
        "hapsburg (mail): england",
    ]
    assert sitting.engine.game.skips == ["england"]


def test_an_order_without_its_card_is_given_up_and_told() -> None:
    sitting = table(HANDS)
    standing(sitting, "hapsburg", "standing: play 31 against france", "standing: play 24 in battle")
    sitting.engine.game.hand("hapsburg").remove(31)
    sitting.settle()
    (gone,) = sitting.standing.retired
    assert (gone.order.number, gone.why(VOICE)) == (1, "Foul Weather (#31) is no longer in your hand")
    assert [order.number for order in sitting.standing.orders] == [2]


# ---- Lists


def test_orders_are_cancelled_by_number(quiet: Sitting) -> None:
    sitting = table(HANDS)
    standing(sitting, "hapsburg", "never intercept", "standing: winter as usual", "standing: play 24")
    assert [order.number for order in sitting.standing.cancel("hapsburg", [2])] == [2]
    assert [order.number for order in sitting.standing.of("hapsburg")] == [1, 3]
    assert sitting.standing.next_number("hapsburg") == 4
    assert len(sitting.standing.cancel("hapsburg", None)) == 2
    assert sitting.standing.of("hapsburg") == []


def examples() -> list[str]:
    """The examples of the help page and of the players' guide."""
    lines = (render.help_page("standing", "en") or "").splitlines() + PLAYERS.read_text(
        encoding="utf-8"
    ).splitlines()
    return list(dict.fromkeys(line.strip() for line in lines if is_standing(line) and "..." not in line))


@pytest.mark.parametrize("line", examples())
def test_every_example_of_the_help_can_be_given(line: str) -> None:
    sitting = table("hand hapsburg: 24 25 31 38\nimpulse france 5 cp")
    assert read(sitting, line).told(VOICE)


# ---- Other questions


def answer_to(question: Question[Any], *lines: str, position: str = "impulse france 5 cp") -> Any:
    """What standing orders answer to a question that is put to them directly."""
    sitting = table(position)
    standing(sitting, question.power, *lines)
    given = sitting.standing.answer(question, sitting.engine.game, sitting.title)
    return given and given.answer


def test_targets_in_the_order_of_liking() -> None:
    question = Choose("protestant", "debate_conversion", "space", ("augsburg", "leipzig"), "augsburg")
    assert answer_to(question, "standing: targets: wittenberg or leipzig or augsburg") == "leipzig"
    assert answer_to(question, "standing: debate conversion: wittenberg") is None


def test_piracy_hits_in_the_order_of_liking() -> None:
    options = ("vp", "card", "squadron")
    question = ChooseThere("hapsburg", "piracy_hit", "option", options, "vp", "16.4", "ionian_sea")
    assert answer_to(question, "standing: give squadron, then card") == "squadron"
    assert answer_to(question, "standing: piracy: card in ionian sea") == "card"
    assert answer_to(question, "standing: piracy: card in tyrrhenian sea") is None
    left = ChooseThere("hapsburg", "piracy_hit", "option", ("vp", "card"), "vp", "16.4", "ionian_sea")
    assert answer_to(left, "standing: give squadron, then card") == "card"


def test_winter_with_wishes_and_without() -> None:
    position = "units lyon: france 2 regulars\nunits paris: france 1 regular\nimpulse france 5 cp"
    question = GoHome("france")
    assert answer_to(question, "standing: winter as usual", position=position) == ()
    wish = answer_to(question, "standing: winter: return 1 regular: lyon > paris", position=position)
    assert [(part.place, part.destination, part.size) for part in wish] == [("lyon", "paris", 1)]


def test_ships_are_lost_as_wished() -> None:
    question = LoseShips("hapsburg", "naples", (("genoa", "squadrons", 1), ("hapsburg", "squadrons", 2)), 2)
    first = answer_to(question, "standing: lose hapsburg squadrons first")
    assert first == (("hapsburg", "squadrons", 2),)
    assert answer_to(question, "standing: lose genoese squadrons first") == (
        ("genoa", "squadrons", 1),
        ("hapsburg", "squadrons", 1),
    )


def test_a_power_can_be_done_with_its_turn() -> None:
    sitting = table("hand ottoman: 45\nhand france: 46\nimpulse france")
    standing(sitting, "france", "standing: pass this turn")
    sitting.settle()
    assert "france (standing): pass" in [f"{s.power} ({s.source}): {s.words}" for s in sitting.steps]


ASSAULT_OF_OTHERS = """
    scenario tournament
    units metz: france 4 regulars, francis_i; independent 1 regular
    units paris: france 2 regulars
    control st_dizier: france
    siege metz: france
    hand france: 4
    hand ottoman: 35
    impulse france 3 cp
"""


@pytest.mark.parametrize(("line", "plays"), [("in assault", False), ("in assault against France", True)])
def test_no_card_is_spent_in_a_fight_of_others_that_is_not_named(line: str, plays: bool) -> None:
    """`play 35 in assault`, as the hand proposes it, helped whoever stormed something first."""
    sitting = table(ASSAULT_OF_OTHERS, dice="1 1 1 1 1 1")
    standing(sitting, "ottoman", f"standing: play 35 {line}")
    letter(sitting, "france", "assault metz", "end")
    assert (35 in sitting.engine.game.hand("ottoman")) is not plays
    (order,) = sitting.standing.of("ottoman") or [None]
    assert order is None or ("only where you fight yourself" in order.told(VOICE)) is not plays
