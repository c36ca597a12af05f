"""Reading whole lines: the generic questions, an impulse, forces, errors, and any text whatever."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.errors import Ambiguous, Illegal, OrderProblem, Unreadable
from pbem.games import game_of
from pbem.language import expand, parse_line, say
from pbem.language.forces import Wish, formation, standing
from pbem.language.grammar import FROM, name, one_of, seq, word
from pbem.language.names import LEADER, SPACE
from pbem.language.parse import readings
from pbem.language.refusals import why
from rules import Question, Setup, load_rules
from rules.core.impulse import Pass, PlayEvent, PlayForCP, TakeImpulse
from rules.core.questions import Choose, ChooseNumber, ChooseSome, Decide
from rules.core.reasons import Reason
from rules.core.windows import Respond
from rules.his import HisGame
from rules.his.actions import ChooseAction, Stop
from rules.war.placement import PlaceUnits

NAMES = game_of("his").names
VOICE = game_of("his").voice()


@pytest.fixture(scope="module")
def game() -> HisGame:
    game = load_rules("his").new_game(Setup("his", "1517"), "orders")
    game.phase = "action"
    for card in (1, 31, 66, 92, 114):
        for pile in (game.cards.deck, game.cards.laid):
            if card in pile:
                pile.remove(card)
        game.cards.hands["ottoman"].append(card)
    return game


def read(line: str, question: Question[Any], game: HisGame) -> Any:
    return parse_line(line, question, game, NAMES)


# ---- Generic questions

SPACES = Choose("france", "somewhere", "space", ("paris", "lyon", "marseille"))
OR_NOT = Choose("france", "perhaps", "space", ("none", "paris", "lyon"))
WORDS = Choose("france", "fleet", "option", ("keep_fleet", "send_it_home"))
SOME = ChooseSome("france", "some", "space", ("paris", "lyon", "marseille", "rouen"), 0, 2)
BOTH = ChooseSome("france", "both", "card", ("31", "66"), 1, 2)


@pytest.mark.parametrize(
    ("line", "question", "answer"),
    [
        ("paris", SPACES, "paris"),
        ("choose Paris", SPACES, "paris"),
        ("PAR", SPACES, "paris"),
        ("in the marseille", SPACES, "marseille"),
        ("Marsiglia, please", SPACES, "marseille"),
        ("no", OR_NOT, "none"),
        ("decline", OR_NOT, "none"),
        ("pass", OR_NOT, "none"),
        ("lyon", OR_NOT, "lyon"),
        ("keep fleet", WORDS, "keep_fleet"),
        ("send it home", WORDS, "send_it_home"),
        ("send", WORDS, "send_it_home"),
        ("none", SOME, ()),
        ("paris and lyon", SOME, ("paris", "lyon")),
        ("rouen", SOME, ("rouen",)),
        ("paris lyon", SOME, ("paris", "lyon")),
        ("31, 66", BOTH, ("31", "66")),
        ("all", BOTH, ("31", "66")),
        ("foul weather", BOTH, ("31",)),
        ("yes", Decide("france", "really"), True),
        ("Y", Decide("france", "really"), True),
        ("decline", Decide("france", "really"), False),
        ("3", ChooseNumber("france", "how_many", 0, 5), 3),
        ("spend three cp", ChooseNumber("france", "how_many", 0, 5), 3),
        ("all", ChooseNumber("france", "how_many", 0, 5), 5),
        ("none", ChooseNumber("france", "how_many", 0, 5), 0),
    ],
)
def test_choices(line: str, question: Question[Any], answer: Any, game: HisGame) -> None:
    assert read(line, question, game) == answer


def test_a_thing_that_is_no_choice_is_refused_by_the_rules(game: HisGame) -> None:
    with pytest.raises(Illegal, match=r"choice\.thing_not_offered"):
        read("vienna", SPACES, game)
    with pytest.raises(Illegal):
        read("7", ChooseNumber("france", "how_many", 0, 5), game)
    with pytest.raises(Illegal):
        read("paris, lyon, rouen", SOME, game)


def test_a_misspelling_is_proposed_and_not_executed(game: HisGame) -> None:
    with pytest.raises(Unreadable) as caught:
        read("choose marsaille", SPACES, game)
    assert caught.value.proposals == ("Marseille",)
    assert caught.value.column == 8
    assert "did you mean Marseille" in str(caught.value)
    assert why(caught.value, VOICE) == 'not understood at "marsaille"'


def test_what_was_expected(game: HisGame) -> None:
    with pytest.raises(Unreadable) as caught:
        read("paris rouen lyon", SPACES, game)
    assert caught.value.column == 7
    assert caught.value.expected == ("the end of the line",)


# ---- An impulse


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("play 92 for cp", PlayForCP(92)),
        ("play #92 for its command points", PlayForCP(92)),
        ("92 cp", PlayForCP(92)),
        ("cp 92", PlayForCP(92)),
        ("Play Revolt in Egypt for CP!", PlayForCP(92)),
        ("play foul weather for ops", PlayForCP(31)),
        ("please play 92 for cp.", PlayForCP(92)),
        ("pass", Pass()),
    ],
)
def test_impulse(line: str, answer: Any, game: HisGame) -> None:
    question = TakeImpulse("ottoman")
    if isinstance(answer, Pass):
        with pytest.raises(Illegal, match=r"pass\.home_card_unplayed"):
            read(line, question, game)
    else:
        assert read(line, question, game) == answer


def test_a_card_that_is_not_held_is_refused(game: HisGame) -> None:
    with pytest.raises(Illegal, match=r"card\.not_in_hand"):
        read("play 65 for cp", TakeImpulse("ottoman"), game)


def test_an_event_needs_its_name_only_where_there_are_several(game: HisGame) -> None:
    uses = list(game.registry.events.get(66, {}))
    if len(uses) == 1:
        assert readings("event 66", _parser(TakeImpulse("ottoman"), game), NAMES) == [PlayEvent(66, uses[0])]
    home = list(game.registry.events.get(1, {}))
    if home:
        order = f"play 1 as event: {home[0].replace('_', ' ')}"
        assert PlayEvent(1, home[0]) in readings(order, _parser(TakeImpulse("ottoman"), game), NAMES)


def _parser(question: Question[Any], game: HisGame) -> Any:
    from pbem.language.parse import parser_of

    return parser_of(question, game, NAMES)


def test_end(game: HisGame) -> None:
    for line in ("end", "stop", "done", "End."):
        assert read(line, ChooseAction("ottoman", 3), game) == Stop()


def test_response(game: HisGame) -> None:
    question = Respond("ottoman", "action_announced", Reason("naval_move"))
    assert read("pass", question, game) == ()
    assert say(question, (), NAMES) == "pass"
    with pytest.raises(Illegal):
        read("play 114", question, game)


# ---- Forces


def force(line: str, game: HisGame) -> Any:
    parser = seq(word("move"), formation(), FROM, name(SPACE)).to(
        lambda wish, place: wish.resolve(game, "ottoman", place)
    )
    (answer,) = readings(line, parser, NAMES)
    return answer


ALL_THERE = (("ottoman", "regulars", 7), ("ottoman", "cavalry", 1))


@pytest.mark.parametrize(
    ("line", "leaders", "units"),
    [
        ("move suleiman, 6 regulars, 1 cavalry: istanbul", ("suleiman",), (6, 1)),
        ("move suleiman 6r 1c istanbul", ("suleiman",), (6, 1)),
        ("move 6 reg + suleiman + 1 cav from istanbul", ("suleiman",), (6, 1)),
        ("move suleiman and all: istanbul", ("suleiman",), (7, 1)),
        ("move suleiman with ibrahim, all regulars in istanbul", ("suleiman", "ibrahim"), (7,)),
        ("move 2 regulars istanbul", (), (2,)),
        ("move suleiman: istanbul", ("suleiman",), ()),
        ("move all units: istanbul", (), (7, 1)),
        ("move six ottoman regulars istanbul", (), (6,)),
    ],
)
def test_forces(line: str, leaders: tuple[str, ...], units: tuple[int, ...], game: HisGame) -> None:
    found_leaders, found_units = force(line, game)
    assert found_leaders == leaders
    assert tuple(count for _, _, count in found_units) == units


def test_all_alone_takes_the_leaders_too(game: HisGame) -> None:
    leaders, units = force("move all: istanbul", game)
    assert set(leaders) == {"suleiman", "ibrahim"}
    assert units == standing(game, "ottoman", "istanbul")


def test_units_of_which_kind(game: HisGame) -> None:
    with pytest.raises(Unreadable) as caught:
        force("move 3: istanbul", game)
    assert why(caught.value, VOICE) == "3 units of which kind: regulars or cavalry?"


def test_more_than_there_are_is_left_to_the_rules(game: HisGame) -> None:
    assert force("move 40 regulars: istanbul", game)[1] == (("ottoman", "regulars", 40),)


def test_minor_allies_follow_their_major_power() -> None:
    game = load_rules("his").new_game(Setup("his", "1517"), "orders")
    game.minor_allies["hungary"] = "hapsburg"
    game.add_units("vienna", "hungary", regulars=2)
    own = game.at("vienna", "hapsburg").regulars
    wish = Wish(units=())
    assert wish.resolve(game, "hapsburg", "vienna") == ((), ())
    parser = formation().to(lambda wish: wish.resolve(game, "hapsburg", "vienna")[1])
    (taken,) = readings(f"{own + 1} regulars", parser, NAMES)
    assert taken == (("hapsburg", "regulars", own), ("hungary", "regulars", 1))
    (taken,) = readings("2 hungarian regulars", parser, NAMES)
    assert taken == (("hungary", "regulars", 2),)


# ---- Ambiguity


def test_ambiguous_names(game: HisGame) -> None:
    with pytest.raises(Ambiguous) as caught:
        readings("henry", name(LEADER), NAMES)
    assert caught.value.candidates == ("Henry II", "Henry VIII")


def test_whole_words_beat_beginnings() -> None:
    parser = one_of(word("control", value="long"), word("con", value="short"))
    assert readings("con", parser, NAMES) == ["short"]
    assert readings("contr", parser, NAMES) == ["long"]


# ---- Several orders in one line


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("buy 3 mercenaries in rome", ["buy mercenaries in rome"] * 3),
        ("build 2 scottish regulars in edinburgh", ["build scottish regulars in edinburgh"] * 2),
        ("raise 1 regular in paris", ["raise regular in paris"]),
        ("translate german x3", ["translate german"] * 3),
        ("3x translate german", ["translate german"] * 3),
        ("build squadron in brest (2 times)", ["build squadron in brest"] * 2),
        ("move 3 regulars: paris > rouen", ["move 3 regulars: paris > rouen"]),
        ("play 31 for cp", ["play 31 for cp"]),
        ("buy 99 mercenaries in rome", ["buy 99 mercenaries in rome"]),
        ("31", ["31"]),
        ("", [""]),
    ],
)
def test_repeated_orders(line: str, orders: list[str]) -> None:
    assert expand(line) == orders


def test_forms_that_are_not_offered_are_not_expected(game: HisGame) -> None:
    """The Ottoman is not told that he could burn books, and gets the rule if he tries."""
    with pytest.raises(Unreadable) as caught:
        read("frobnicate", ChooseAction("ottoman", 3), game)
    assert "burn books" not in caught.value.expected
    assert "move" in caught.value.expected
    with pytest.raises(Illegal, match=r"action\.not_yours"):
        read("burn books german", ChooseAction("ottoman", 3), game)


# ---- Any text

VOCABULARY = [
    "move", "play", "for", "cp", "suleiman", "6", "regulars", ",", "and", "all", ">", "vienna", "buda", "the",
    ":", "henry", "2", "cavalry", "as", "event", "pass", "31", "foul", "weather", "to", "no", "-", "(",
    "\u00a0", "…",
]  # fmt: skip
QUESTIONS: list[Question[Any]] = [
    SPACES, OR_NOT, SOME, BOTH, Decide("france", "really"), ChooseNumber("france", "n", 0, 5),
    TakeImpulse("ottoman"), ChooseAction("ottoman", 5), ChooseAction("papacy", 5), ChooseAction("england", 5),
    Respond("ottoman", "field_battle_cards"),
]  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(VOCABULARY), max_size=40).map(" ".join)),
    question=st.sampled_from(QUESTIONS),
)
def test_any_text_is_an_answer_or_a_problem(line: str, question: Question[Any], game: HisGame) -> None:
    try:
        answer = read(line, question, game)
    except OrderProblem as problem:
        told = why(problem, VOICE)
    else:
        told = "fine"
        question.check(game, answer)
    assert told


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind)
@pytest.mark.parametrize(
    "line",
    [
        "a" * 10_000,
        "move " * 400,
        "paris " * 330,
        "suleiman, " * 190,
        "move suleiman, " + "6 regulars, " * 150,
        "move " + "1r " * 600,
        "> " * 1000,
        "play " + "31, " * 480,
        "propose " + "alliance; " * 180,
        "\u202e\u0000\ufeff" * 300,
    ],
    ids=range(10),
)
def test_long_lines_are_read_or_refused_quickly(line: str, question: Question[Any], game: HisGame) -> None:
    began = time.perf_counter()
    with pytest.raises(OrderProblem):
        read(line, question, game)
    assert time.perf_counter() - began < 20.0


# ---- New units


def test_new_units_that_nobody_places_are_asked_about(game: HisGame) -> None:
    question = PlaceUnits("ottoman", "janissaries", "ottoman", "regulars", 4, ("istanbul", "edirne"))
    with pytest.raises(Unreadable) as caught:
        read("2 in Istanbul", question, game)
    assert "say, too, where 2 more go" in why(caught.value, VOICE)
    assert read("2 in Istanbul, 2 in Edirne", question, game) == (("istanbul", 2), ("edirne", 2))
    fewer = read("2 in Istanbul only", question, game)
    assert fewer == (("istanbul", 2),)
    assert say(question, fewer, NAMES) == "2 in Istanbul only"
