"""Orders written before their moment: kept, carried out when it comes, stopped by what touches one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.errors import Unreadable
from pbem.games import game_of
from pbem.games.conditions import BESIEGED, MET, TAKEN, TOUCHES, WAR, Not
from pbem.games.facts import Facts
from pbem.games.his.orders.facts import CalledDebate
from pbem.letters.preorders import kept_orders, preorder_notes
from pbem.play.lines import Dropped, Line
from pbem.play.moments import mark_blocks, moment_in, taken_back
from pbem.play.preorders import terms_of
from pbem.play.sitting import Sitting
from pbem.play.standing import orders as standing_orders
from pbem.play.standing.reading import read_standing
from pbem.war.orders.facts import (
    AreAllied,
    AreAtWar,
    DeclaredWar,
    Entered,
    HasPassed,
    Holds,
    Intercepted,
    StandsIn,
)
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.a_table import NAMES, VOICE, asked, done, happened, held, letter, standing, table

# France acts; the Hapsburgs, two impulses before, have written ahead.
OTTOMAN = """
    scenario tournament
    units istanbul: ottoman 6 regulars, 2 cavalry, suleiman
    units vienna: hapsburg 4 regulars, ferdinand
    units mohacs: ottoman 4 regulars
    control mohacs: ottoman
    control buda: ottoman
    control graz: hapsburg
    war ottoman hapsburg
    hand ottoman: 1 45
    hand hapsburg: 2 46
    hand england: 3 47
    hand france: 4 48
    hand papacy: 49
    hand protestant: 50
    impulse ottoman 5 cp
"""
BLOCK = ("next impulse:", "play 46 for cp", "build regular in vienna", "end")


@pytest.fixture
def sitting() -> Sitting:
    return table(OTTOMAN)


def write(sitting: Sitting, power: str, *lines: str) -> Sitting:
    """A letter, with its blocks marked as the moderator does it; what was told before is remembered."""
    past = sitting.told_since(0)
    sitting.history = lambda seq: past
    return letter(sitting, power, *(line for line in mark_blocks(lines) if line))


def kept(sitting: Sitting, power: str) -> list[str]:
    return [*sitting.waiting_lines(power), *(order.marked for order in sitting.preorders.of(power))]


def notes(sitting: Sitting, power: str) -> list[str]:
    return [VOICE.tell(note) for note in preorder_notes(sitting, [power], VOICE)]


# ---- Headings


@pytest.mark.parametrize(
    ("line", "moment", "rest"),
    [
        ("next impulse: play 31 for cp", "impulse", "play 31 for cp"),
        ("In my next impulse, pass", "impulse", "pass"),
        ("First impulse:", "impulse", ""),
        ("impulse after that: pass", "impulse_after", "pass"),
        ("the impulse after the next: pass", "impulse_after", "pass"),
        ("Spring: deploy nothing", "spring", "deploy nothing"),
        ("spring deployment:", "spring", ""),
        ("wars: declare war on france", "wars", "declare war on france"),
        ("peace: none", "peace", "none"),
        ("Winter: usual", "winter", "usual"),
        ("when talks open: press all: hello", "talks", "press all: hello"),
        ("now: pass", "now", "pass"),
    ],
)
def test_a_heading_names_a_moment(line: str, moment: str, rest: str) -> None:
    found = moment_in(line)
    assert found is not None
    assert (found[0], found[2]) == (moment, rest)


@pytest.mark.parametrize(
    "line",
    ["pass", "next turn: pass", "move 4: ulm > augsburg", "standing: winter: usual", "peace, alliance",
     "propose to france: peace", "press to france: next impulse", "winter as usual", "declare war on france"],
)  # fmt: skip
def test_other_lines_have_none(line: str) -> None:
    assert moment_in(line) is None


def test_a_block_goes_to_the_next_heading_or_an_empty_line() -> None:
    lines = [
        "play 1 for cp",
        "end",
        "Next impulse:",
        "- play 2 for cp",
        "end",
        "",
        "pass",
        "winter: usual",
        "no",
    ]
    assert mark_blocks(lines) == [
        "play 1 for cp", "end", "", "next impulse: play 2 for cp", "next impulse: end", "", "pass",
        "in winter: usual", "no",
    ]  # fmt: skip


def test_an_impulse_in_front_of_a_line_has_more_lines() -> None:
    assert mark_blocks(["next impulse: play 2 for cp", "end", "now:", "pass"]) == [
        "next impulse: play 2 for cp", "next impulse: end", "", "pass",
    ]  # fmt: skip
    assert mark_blocks(["next impulse: pass", "end"]) == ["next impulse: pass", "end"]


def test_what_is_no_order_stays_as_it_is() -> None:
    lines = ["next impulse:", "status", "pass", "Thanks"]
    assert mark_blocks(lines, lambda line: line == "status") == ["", "status", "next impulse: pass", "Thanks"]


@pytest.mark.parametrize(
    ("line", "moment"),
    [("drop next impulse", "impulse"), ("cancel my winter orders", "winter"), ("forget spring", "spring"),
     ("drop held", ""), ("cancel standing 1", ""), ("no", "")],
)  # fmt: skip
def test_taking_back_by_word(line: str, moment: str) -> None:
    assert taken_back(line) == moment


# ---- Keeping


def test_a_block_is_kept_and_carried_out(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK)
    assert kept(sitting, "hapsburg") == [f"next impulse: {line}" for line in BLOCK[1:]]
    assert asked(sitting) == ["ottoman action"]
    write(sitting, "ottoman", "end")
    assert [line for line in done(sitting) if line.startswith("hapsburg")] == [
        "hapsburg (mail): play 46 for cp", "hapsburg (mail): build regular in vienna", "hapsburg (mail): end",
    ]  # fmt: skip
    assert asked(sitting) == ["england impulse"]
    assert kept(sitting, "hapsburg") == []
    (told,) = notes(sitting, "hapsburg")
    assert "was carried out: play 46 for cp; build regular in vienna; end" in told
    assert notes(sitting, "england") == []


def test_it_waits_for_its_moment_and_answers_nothing_else(sitting: Sitting) -> None:
    """`pass` would answer an interception, a window and a vote as well."""
    standing(sitting, "ottoman", "never intercept")
    write(sitting, "hapsburg", "next impulse: pass")
    sitting.standing.declare("hapsburg", is_open=True)
    write(sitting, "ottoman", "move 4 regulars: istanbul > edirne")
    assert "hapsburg respond" in asked(sitting)
    assert kept(sitting, "hapsburg") == ["next impulse: pass"]


def test_the_impulse_after_that(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK, "impulse after that: play 2 for cp")
    write(sitting, "ottoman", "end")
    assert kept(sitting, "hapsburg") == ["next impulse: play 2 for cp"]
    for power in IMPULSE_ORDER[2:]:
        write(sitting, power, f"play {sitting.engine.game.hand(power)[-1]} for cp", "end")
    write(sitting, "ottoman", "play 45 for cp", "end")
    assert "hapsburg (mail): play 2 for cp" in done(sitting)


def test_while_one_acts_the_next_impulse_is_another(sitting: Sitting) -> None:
    write(sitting, "ottoman", "next impulse: pass")
    assert sitting.failed is None
    assert asked(sitting) == ["ottoman action"]
    assert kept(sitting, "ottoman") == ["next impulse: pass"]


def test_when_one_is_asked_for_it_the_next_impulse_is_this(sitting: Sitting) -> None:
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["hapsburg impulse"]
    write(sitting, "hapsburg", *BLOCK)
    assert asked(sitting) == ["england impulse"]


def test_a_later_letter_replaces_it(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK)
    write(sitting, "hapsburg", "next impulse: play 2 for cp", "winter: usual")
    assert kept(sitting, "hapsburg") == ["next impulse: play 2 for cp", "in winter: usual"]
    assert [order.line for _, order in sitting.preorders.taken_back] == list(BLOCK[1:])


def test_it_is_taken_back_by_word(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK, "winter: usual")
    write(sitting, "hapsburg", "drop next impulse")
    assert kept(sitting, "hapsburg") == ["in winter: usual"]
    write(sitting, "hapsburg", "drop next impulse")
    assert sitting.failed is not None
    assert sitting.failed.problem.code == "preorder.none"
    assert sitting.drop_held(["hapsburg"]) == ["in winter: usual"]


def test_a_line_that_is_not_allowed_is_handed_back_with_the_rest(sitting: Sitting) -> None:
    write(sitting, "hapsburg", "next impulse:", "play 46 for cp", "build regular in istanbul", "end")
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["hapsburg action"]
    (back,) = sitting.dropped
    assert back.lines == ("build regular in istanbul", "end")


def test_lines_too_many_for_the_impulse_are_handed_back(sitting: Sitting) -> None:
    write(sitting, "hapsburg", "next impulse:", "play 46 for cp", *["build mercenary in vienna"] * 7)
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["england impulse"]
    assert not held(sitting, "hapsburg")
    (back,) = sitting.dropped
    assert set(back.lines) == {"build mercenary in vienna"}


def test_what_is_not_for_this_turn_any_more_is_handed_back(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK)
    sitting.engine.game.turn += 1
    sitting.settle()
    assert kept(sitting, "hapsburg") == []
    assert "did not come" in notes(sitting, "hapsburg")[0]


def test_two_powers_of_one_player(sitting: Sitting) -> None:
    lines = mark_blocks(["england: next impulse:", "play 47 for cp", "end", "hapsburg: next impulse: pass"])
    sitting.take_lines(("hapsburg", "england"), [Line(1, line) for line in lines if line], 1)
    assert kept(sitting, "england") == ["next impulse: play 47 for cp", "next impulse: end"]
    assert kept(sitting, "hapsburg") == ["next impulse: pass"]


# ---- What stops them


def test_what_touches_the_writer_stops_it() -> None:
    sitting = table(OTTOMAN)
    standing(sitting, "hapsburg", "standing: defence as usual")
    write(sitting, "hapsburg", *BLOCK)
    write(sitting, "ottoman", "move all: mohacs > graz")
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["hapsburg impulse"]
    assert kept(sitting, "hapsburg") == []
    (told,) = notes(sitting, "hapsburg")
    assert "was not carried out" in told
    assert "an army of Ottoman stands in Graz, beside Vienna" in told


def test_even_if_makes_an_exception() -> None:
    sitting = table(OTTOMAN)
    standing(sitting, "hapsburg", "standing: defence as usual")
    write(sitting, "hapsburg", *BLOCK, "even if an army comes near")
    write(sitting, "ottoman", "move all: mohacs > graz", "end")
    assert asked(sitting) == ["england impulse"]


@pytest.mark.parametrize(
    ("condition", "goes"),
    [
        ("unless the Ottoman enters Graz", False),
        ("unless the Ottoman enters Prague", True),
        ("if at war with the Ottoman", True),
        ("if at war with England", False),
        ("if Vienna is mine", True),
        ("if Buda is mine", False),
        ("only if nobody has intercepted", True),
        ("unless the Pope calls a debate", True),
    ],
)
def test_conditions_in_words(condition: str, goes: bool) -> None:
    sitting = table(OTTOMAN)
    standing(sitting, "hapsburg", "standing: defence as usual")
    write(sitting, "hapsburg", *BLOCK, "even if an army comes near", condition)
    write(sitting, "ottoman", "move all: mohacs > graz", "end")
    assert asked(sitting) == (["england impulse"] if goes else ["hapsburg impulse"])
    assert bool(sitting.preorders.stopped) == (not goes)


@pytest.mark.parametrize(
    ("line", "order", "unless", "only_if", "even_if"),
    [
        ("play 31 unless the Ottoman enters Vienna", "play 31", Entered("ottoman", "vienna"), None, ()),
        ("unless the Pope calls a debate", "", CalledDebate("papacy"), None, ()),
        ("pass if at war with France", "pass", None, AreAtWar("", "france"), ()),
        ("pass, if Buda is mine", "pass", None, Holds("", "buda"), ()),
        ("if nobody has intercepted", "", None, Not(Intercepted()), ()),
        ("pass even if attacked", "pass", None, None, (MET, "lost")),
        ("even if I am attacked", "", None, None, (MET, "lost")),
        ("even if we lose units", "", None, None, ("lost",)),
        ("even if a space is taken", "", None, None, (TAKEN,)),
        ("even if war is declared on me", "", None, None, (WAR,)),
        ("pass no matter what", "pass", None, None, TOUCHES),
        ("if won: control graz", "if won: control graz", None, None, ()),
        ("if Buda is mine: build regular in Buda", "if Buda is mine: build regular in Buda", None, None, ()),
    ],
)  # fmt: skip
def test_a_line_with_its_terms(
    line: str, order: str, unless: object, only_if: object, even_if: tuple[str, ...]
) -> None:
    terms = terms_of([line], NAMES)
    assert terms.orders == ((order,) if order else ())
    assert terms.unless == ((unless,) if unless else ())
    assert terms.only_if == ((only_if,) if only_if else ())
    assert set(terms.even_if) == set(even_if)


@pytest.mark.parametrize(
    ("line", "unless", "only_if"),
    [
        ("stop if the Ottoman enters Vienna", Entered("ottoman", "vienna"), None),
        ("but not if the Ottoman enters Vienna", Entered("ottoman", "vienna"), None),
        ("do nothing if France declares war on me", DeclaredWar("france", ""), None),
        ("but only if Buda is mine", None, Holds("", "buda")),
        ("as long as Buda is mine", None, Holds("", "buda")),
        ("if France has not passed", None, Not(HasPassed("france"))),
        ("unless England isn't allied with me", Not(AreAllied("", "england")), None),
        ("provided that nobody has declared war on me", None, Not(DeclaredWar("", ""))),
    ],
)
def test_conditions_in_the_words_of_people(line: str, unless: object, only_if: object) -> None:
    """`stop if England attacks` once meant: stop, and only if England attacks."""
    terms = terms_of(["pass", line], NAMES)
    assert terms.orders == ("pass",)
    assert terms.unless == ((unless,) if unless else ())
    assert terms.only_if == ((only_if,) if only_if else ())


def test_what_one_is_touched_by_can_be_excepted_from_an_exception(sitting: Sitting) -> None:
    terms = terms_of(["no matter what", "unless I am besieged"], NAMES)
    assert terms.may_be(WAR)
    assert not terms.may_be(BESIEGED)


def test_a_denied_fact_is_told_without_two_denials() -> None:
    assert Not(Not(Intercepted())).words(VOICE) == Intercepted().words(VOICE)


def test_a_condition_stands_below_the_one_line_of_a_moment() -> None:
    lines = ["wars: declare war on France", "unless England is allied with me", "spring: none", "pass"]
    assert mark_blocks(lines) == [
        "for wars: declare war on France",
        "for wars: unless England is allied with me",
        "in spring: none",
        "pass",
    ]


def test_chat_and_what_can_be_no_order_are_not_kept(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK[:2], "Good luck everybody!", "end")
    assert kept(sitting, "hapsburg") == ["next impulse: play 46 for cp", "next impulse: end"]
    write(sitting, "hapsburg", "wars: no")
    assert sitting.failed is None
    write(sitting, "hapsburg", "next impulse: I wonder whether the Sultan is serious about all of this")
    assert sitting.failed is not None


def test_a_line_whose_condition_did_not_hold_is_not_told_as_carried_out(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK[:2], "if at war with England: build regular in Vienna", "end")
    letter(sitting, "ottoman", "end")
    told = " ".join(notes(sitting, "hapsburg"))
    assert "was carried out: play 46 for cp; end." in told
    assert "Not needed, for the condition did not hold: if at war with England: build regular" in told


def test_a_condition_that_nobody_understands_is_told_at_once(sitting: Sitting) -> None:
    write(sitting, "hapsburg", "next impulse: pass unless the moon is full")
    assert sitting.failed is not None
    assert not sitting.preorders.lines


def test_a_choice_inside_an_impulse_written_before(sitting: Sitting) -> None:
    """The same words decide a line when its turn comes."""
    lines = (
        "play 46 for cp",
        "if Buda is mine: build regular in buda",
        "otherwise: build regular in vienna",
        "end",
    )
    write(sitting, "hapsburg", "next impulse:", *lines)
    write(sitting, "ottoman", "end")
    assert "hapsburg (mail): build regular in vienna" in done(sitting)


def test_nothing_secret_can_be_a_condition() -> None:
    """No fact, and nothing that touches a power, looks at hands or at the deck."""
    for module in (
        "pbem.games.his.orders.facts",
        "pbem.war.orders.facts",
        "pbem.games.his.touched",
        "pbem.war.touched",
    ):
        source = Path(sys.modules[module].__file__ or "").read_text()
        assert not [word for word in (".hand(", ".deck", "CardsDrawn", "cards.hands") if word in source]


# ---- In words


def test_the_receipt_says_when_and_what_stops_it(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK, "unless the Ottoman enters Vienna")
    told = " ".join(kept_orders(sitting, ["hapsburg"], VOICE, 1).split())
    assert "carried out without another letter when your next impulse comes" in told
    assert "units lost or attacked" in told
    assert "Ottoman has come to Vienna" in told
    assert "drop next impulse" in told
    write(sitting, "hapsburg", "next impulse: pass whatever happens")
    assert "whatever has happened" in " ".join(kept_orders(sitting, ["hapsburg"], VOICE).split())


def test_all_that_stops_has_words_in_every_language() -> None:
    title = game_of("his")
    sitting = table(OTTOMAN)
    write(
        sitting, "hapsburg", "next impulse: pass", "unless the Ottoman enters Vienna", "if at war with France"
    )
    for language in title.languages:
        told = kept_orders(sitting, ["hapsburg"], title.voice(language))
        assert "{" not in told
        assert "fact." not in told


def test_spring_wars_and_winter_have_their_moments() -> None:
    title, game = game_of("his"), table(OTTOMAN).engine.game
    assert title.turn_of_moment("impulse", game) == game.turn
    assert title.turn_of_moment("winter", game) == game.turn
    assert title.turn_of_moment("spring", game) == game.turn + 1
    assert title.turn_of_moment("wars", game) == game.turn + 1


def test_a_window_does_not_take_it(sitting: Sitting) -> None:
    write(sitting, "ottoman", "end", "next impulse: pass")
    assert sitting.failed is None
    assert kept(sitting, "ottoman") == ["next impulse: pass"]
    assert "Passed" not in happened(sitting)


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("standing: never intercept if Vienna is mine", True),
        ("standing: never intercept if Buda is mine", False),
        ("standing: never intercept unless Buda is mine", True),
        ("standing: never intercept while allied with France", False),
    ],
)
def test_standing_orders_know_the_same_facts(line: str, counts: bool) -> None:
    game = table(OTTOMAN).engine.game
    order = read_standing(line, "hapsburg", 1, game, NAMES)
    assert standing_orders.load(standing_orders.dump(order)) == order
    assert all(limit.holds(Facts("hapsburg", "intercept", 4), game) for limit in order.limits) == counts
    assert order.told(VOICE)


def test_who_stands_there_already_does_not_enter() -> None:
    """`unless the Ottoman enters Mohacs` is about what comes: who stood there is no reason to stop."""
    sitting = table(OTTOMAN)
    assert sitting.engine.game.land_strength("mohacs", "ottoman")
    write(sitting, "hapsburg", *BLOCK, "even if an army comes near", "unless the Ottoman enters Mohacs")
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["england impulse"]
    assert terms_of(["unless the Ottoman stands in Mohacs"], NAMES).unless == (StandsIn("ottoman", "mohacs"),)


def test_who_stands_there_can_be_asked_for() -> None:
    sitting = table(OTTOMAN)
    write(sitting, "hapsburg", *BLOCK, "even if an army comes near", "unless the Ottoman is in Mohacs")
    write(sitting, "ottoman", "end")
    assert asked(sitting) == ["hapsburg impulse"]


# ---- Presets


WINTER = """
    scenario 1532
    units pressburg: ottoman 5 regulars, suleiman
    hand ottoman: 31
    hand hapsburg: none
    hand england: none
    hand france: none
    hand papacy: none
    hand protestant: none
    impulse ottoman
"""


def into_winter(*lines: str) -> Sitting:
    """The Ottoman has presets, and has written for winter; then winter comes."""
    sitting = table(WINTER)
    sitting.standing.begin_presets(game_of("his"), ["ottoman"])
    write(sitting, "ottoman", *lines)
    assert sitting.failed is None
    write(sitting, "ottoman", "play 31 for cp", "end")
    return sitting


def test_no_preset_answers_for_whoever_has_written_what_cannot_be_done() -> None:
    """Suleiman once went home by a preset, and his line came back because the impulse was over."""
    sitting = into_winter("winter: Suleiman with all his troops to Rome, everybody else as usual")
    assert "ottoman winter" in asked(sitting)
    (dropped,) = sitting.dropped
    assert dropped.reason.code != "impulse.over"
    assert "ottoman winter" not in asked(into_winter("winter: usual"))


def test_no_preset_answers_for_whoever_was_stopped() -> None:
    sitting = into_winter("winter: usual", "winter: unless the Ottoman stands in Pressburg")
    assert sitting.preorders.stopped
    assert "ottoman winter" in asked(sitting)


def test_what_was_asked_by_letter_no_preset_takes_away() -> None:
    sitting = table(WINTER)
    write(sitting, "ottoman", "play 31 for cp", "end")
    assert "ottoman winter" in asked(sitting)
    sitting.waited_for = dict(sitting.opened)  # as a game is loaded
    sitting.standing.begin_presets(game_of("his"), ["ottoman"])
    sitting.settle()
    assert "ottoman winter" in asked(sitting)


def test_only_what_comes_back_of_a_block_makes_it_begun(sitting: Sitting) -> None:
    write(sitting, "hapsburg", *BLOCK)
    letter(sitting, "ottoman", "end")
    sitting.dropped.append(Dropped("hapsburg", ("something else",), Unreadable("impulse.over")))
    assert "carried out" in notes(sitting, "hapsburg")[0]


def test_a_line_of_which_nothing_was_done_comes_back_whole() -> None:
    """Of a line in two parts both came back, and the letter said that the line was carried out."""
    sitting = table(OTTOMAN.replace("hand hapsburg: 2 46", "hand hapsburg: 2 95"))
    line = "play 95 as event: Rome, Florence"
    write(sitting, "hapsburg", "next impulse:", line, "end")
    letter(sitting, "ottoman", "end")
    (dropped,) = sitting.dropped
    assert dropped.lines == (line, "end")
    assert not notes(sitting, "hapsburg")
