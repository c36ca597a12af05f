"""Nothing is missing: every use of every card has its function, playability, case, order and summary.

And in play, every question has its sentence and a default that may be given.
"""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

from pbem.cases.attempts import run_case
from pbem.games import game_of
from pbem.games.his.cards_doc import DOCUMENT, Place, cases_of, document, places
from pbem.language import say
from pbem.language.catalog import catalog_of
from pbem.language.parse import parser_of, readings
from pbem.language.voice import question_key
from rules import Engine, Question, Setup, load_rules
from rules.core.card_play import CardPlayed
from rules.core.cards import CardPlay
from rules.core.impulse import PlayEvent, TakeImpulse
from rules.core.windows import Respond
from rules.his import HisGame
from rules.his.data.cards import CardData
from rules.his.diplomacy.war_segment import INTERVENTION_CARDS
from rules.his.powers import IMPULSE_ORDER
from rules.his.sequence.theses_and_diet import THESES
from rules.his.two_players.events import DiplomacyCardPlayed
from rules.his.windows import CARDS
from rules.war.printed import CardUse

RULES = load_rules("his")
NAMES = game_of("his").names
ALL_CARDS = [card for _, card in sorted(RULES.data.cards.items())]
ALL_USES = [(card, use) for card in ALL_CARDS for use in card.uses]
CASES_WANTED = 300
DECISIONS = 500
PLAYED_BY_THE_RULES = {(THESES, "event"), *((card, "intervene") for card in INTERVENTION_CARDS)}
"""Uses that no window and no impulse asks for: a phase of its own, and the payment for an intervention."""


def name_of(thing: CardData | CardUse) -> str:
    return f"{thing.n}-{thing.title}" if isinstance(thing, CardData) else thing.id


per_card = pytest.mark.parametrize("card", ALL_CARDS, ids=name_of)
per_use = pytest.mark.parametrize(("card", "use"), ALL_USES, ids=name_of)


DIPLOMACY_CARDS = [card for _, card in sorted(RULES.data.diplomacy_cards.items())]


@pytest.mark.parametrize("card", DIPLOMACY_CARDS, ids=name_of)
def test_every_diplomacy_card_has_a_function_and_a_case(card: CardData) -> None:
    """Those of the two-player game: one function with its predicate, named after the card, and played."""
    (place,) = places(card.n, "event")
    assert inspect.iscoroutinefunction(place.effect)
    assert told_by(place).startswith(f"{card.n} {card.title}")
    story = [step for case in cases_of(card.n) for step in run_case(case).story]
    assert any(isinstance(step, DiplomacyCardPlayed) and step.card == card.n for step in story)


# ---- Functions


def test_there_are_116_cards() -> None:
    assert [card.n for card in ALL_CARDS] == list(range(1, 117))


def test_every_use_has_a_function_and_its_playability() -> None:
    """And the function says which card it is."""
    for card, use in ALL_USES:
        which = f"{card.n} {card.title}"
        found = places(card.n, use.id)
        assert found, f"{which} has no function for {use.id}"
        for place in found:
            assert inspect.iscoroutinefunction(place.effect), which
            assert place.playable is not None, which
            assert place.playable.__name__ != "<lambda>", f"{which}: no name that says what is asked"
            # A phase of the sequence of play cites its section.
            assert card.n == THESES or told_by(place).startswith(which)


def test_every_registered_use_is_in_the_data() -> None:
    known = {(card.n, use.id) for card, use in ALL_USES}
    registered = {(entry.card, entry.use) for n in range(1, 117) for entry in CARDS.uses(n)}
    assert registered | PLAYED_BY_THE_RULES == known
    assert not registered & PLAYED_BY_THE_RULES


def test_uses_are_registered_for_the_moments_of_the_data() -> None:
    """Played in the own impulse if and only if the data says so; answering windows likewise."""
    answering = {(entry.card, entry.use) for entries in CARDS.by_window.values() for entry in entries}
    for card, use in ALL_USES:
        if (card.n, use.id) not in PLAYED_BY_THE_RULES:
            own = use.id in CARDS.events.get(card.n, {})
            assert own == ("own_impulse" in use.when), use.id
            assert ((card.n, use.id) in answering) == bool(set(use.when) - {"own_impulse"}), use.id


def told_by(place: Place) -> str:
    return (inspect.getdoc(place.effect) or "").splitlines()[0]


def test_every_card_has_a_summary() -> None:
    for card in ALL_CARDS:
        assert card.summary.endswith("."), card
        assert 10 < len(card.summary) < 140, card


# ---- Cases


@per_card
def test_every_use_happens_in_a_case(card: CardData) -> None:
    """The cases numbered after the card (or `also` about it) are played until each use was seen."""
    missing = {use.id for use in card.uses}
    for case in cases_of(card.n):
        if card.n == THESES:
            missing.clear()
        if not missing:
            return
        for step in run_case(case).story:
            if isinstance(step, CardPlayed) and step.card == card.n:
                missing.discard(step.how)
    assert not missing, f"no case plays {card.n} {card.title} as {sorted(missing)}"


def test_every_card_has_more_than_one_case() -> None:
    """What it does, and when it may not be played."""
    assert [card for card in ALL_CARDS if len(cases_of(card.n)) < 2] == []


def test_there_are_300_cases_for_cards() -> None:
    about_cards = {(case.path, case.number) for card in ALL_CARDS for case in cases_of(card.n)}
    assert len(about_cards) >= CASES_WANTED


# ---- Orders


@per_use
def test_every_use_can_be_ordered(card: CardData, use: CardUse) -> None:
    if (card.n, use.id) in PLAYED_BY_THE_RULES:
        return
    game = Engine.new(RULES, Setup("his", "1517"), "orders").game
    power = card.home or IMPULSE_ORDER[0]
    game.cards.hands[power] = [card.n]
    asked: list[tuple[Question[Any], Any]] = []
    if use.id in CARDS.events.get(card.n, {}):
        asked.append((TakeImpulse(power), PlayEvent(card.n, use.id)))
    for window, entries in CARDS.by_window.items():
        if any((entry.card, entry.use) == (card.n, use.id) for entry in entries):
            asked.append((Respond(power, window), (CardPlay(card.n, use.id),)))
            assert f"respond.{window}" in catalog_of(game_of("his").messages).tables["question"], (
                f"the window {window} has no sentence"
            )
    assert asked
    for question, answer in asked:
        parser = parser_of(question, game, NAMES)
        assert readings(say(question, answer, NAMES), parser, NAMES) == [answer]
        assert answer in readings(f"play {card.n}", parser, NAMES)
        assert answer in readings(f"play {card.title}", parser, NAMES)


# ---- Questions


@pytest.mark.parametrize("scenario", ["1517", "1532", "tournament"])
def test_every_question_has_a_sentence_and_a_legal_default(scenario: str) -> None:
    engine: Engine[HisGame] = Engine.new(RULES, Setup("his", scenario), f"complete {scenario}")
    rng = random.Random(scenario)
    found: dict[str, str] = {}
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        if problem := problem_of(question, engine.game):
            found.setdefault(question_key(question), problem)
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert not found


def problem_of(question: Question[Any], game: HisGame) -> str:
    """What is wrong with a question as it stands open, or nothing."""
    if question_key(question) not in catalog_of(game_of("his").messages).tables["question"]:
        return "no sentence"
    asked = game_of("his").voice().question(question)
    if not asked or "{" in asked:
        return f"no good sentence: {asked}"
    question.check(game, question.default(game))  # raises Illegal
    return ""


# ---- The document


def test_the_list_of_cards_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run: python -m pbem.games.his.cards_doc"
