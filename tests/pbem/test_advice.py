"""What letters tell beside a decision: notes, odds, what is near, why points changed; and nothing hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from pbem.errors import OrderProblem
from pbem.games import game_of
from pbem.games.his import odds as asked_for
from pbem.games.his.views import OUT_OF_TURN
from pbem.language import parse_line, say
from pbem.language.completeness import languages
from pbem.letters import questions, render
from pbem.play.standing.reading import read_standing
from pbem.war.odds_words import percent
from rules import Engine, Question, load_rules
from rules.core import codec
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import lacking, points_if, scores, vp_sources
from rules.war.naval_interception import STAY
from tests.pbem.office import plan
from tests.positions import position
from tests.war.driver import bare_game

HIS = game_of("his")
VOICE = HIS.voice()
RULES = load_rules("his")
GAME = position(0)
GAME.cards.hands[HAPSBURG] = sorted(RULES.data.cards)


UNTOLD = re.compile(r"[{}]|\b(?:note|odds|ask|near|silence|missing|score)\.[a-z]")
"""A slot that was not filled, or a key without a sentence."""


def decisions(seed: int, count: int) -> Iterator[tuple[Engine[Any], str, Question[Any]]]:
    """Questions of a game at random, each while it is open."""
    rng = random.Random(f"advice {seed}")
    engine = Engine.new(RULES, plan().setup(), f"advice {seed}")
    for _ in range(count):
        if engine.over:
            return
        power = rng.choice(sorted(engine.waiting()))
        question = engine.question(power)
        yield engine, power, question
        engine.submit(power, question.pick(engine.game, rng.choice))
        engine.drain()


# ---- Notes


def letter_parts(engine: Engine[Any], power: str, question: Question[Any], language: str) -> list[str]:
    """All that a letter shows of a decision: the question with its notes, and what is near."""
    voice = HIS.voice(language)
    asked = questions.asked(question, engine.game, HIS, voice, due=None)
    near = HIS.near(engine.game, power)
    parts = [asked.prompt, *(f"{one.text} // {one.note}" for one in asked.orders)]
    parts += [render.choice_line(voice, choice) for choice in asked.choices]
    parts += [*asked.missing, asked.silence_note]
    return [*parts, *(HIS.near_told(near, engine.game, voice) if near is not None else [])]


def test_every_decision_has_notes_that_can_be_copied() -> None:
    """A note stands behind `//`: whoever copies it with its order gives the same order."""
    kinds: dict[str, int] = {}
    for engine, _power, question in decisions(1, 260):
        legal = list(islice(question.legal(engine.game), questions.MOST_LEGAL))
        advice = HIS.advice(question, legal, engine.game, VOICE)
        before = codec.digest(RULES.dump(engine.game))
        for at, note in advice.notes.items():
            order = say(question, legal[at], HIS.names)
            assert parse_line(f"{order}   // {note}", question, engine.game, HIS.names) == legal[at]
            assert not UNTOLD.search(note)
            kinds[question.kind] = kinds.get(question.kind, 0) + 1
        assert codec.digest(RULES.dump(engine.game)) == before
    assert kinds.keys() >= {"impulse", "action"}


@pytest.mark.parametrize("language", languages())
def test_all_of_it_has_words(language: str) -> None:
    """No slot is left open and no key without a sentence, in wars of all against all."""
    voice = HIS.voice(language)
    for seed in range(2):
        game = position(seed)
        for power in IMPULSE_ORDER[seed::2]:
            near = HIS.near(game, power)
            assert near is not None
            told = HIS.near_told(near, game, voice)
            for form in asked_for.FORMS:
                words = form.removeprefix("odds ").partition(" <")[0]
                for thing in ("vienna", "german", "ionian sea", ""):
                    told += HIS.odds(f"{words} {thing}", power, game, voice)
            for line in told:
                assert line.strip()
                assert not UNTOLD.search(line)


def hidden_things_changed(engine: Engine[Any], power: str, rng: random.Random) -> None:
    """Deal the cards of all other hands and of the deck anew; only home cards stay."""
    cards = engine.game.cards
    others = [other for other in cards.hands if other != power]
    pool = [n for other in others for n in cards.hands[other] if engine.game.card(n).kind != "home"]
    pool += cards.deck
    rng.shuffle(pool)
    for other in others:
        hand = cards.hands[other]
        hand[:] = [n if engine.game.card(n).kind == "home" else pool.pop() for n in hand]
    cards.deck[:] = pool


def test_nothing_hidden_is_in_it() -> None:
    """With other hands and another deck the same bytes are told."""
    rng = random.Random("twins")
    compared = 0
    for engine, power, question in decisions(2, 150):
        if question.kind in ("respond", "propose_deals") or compared >= 90:
            continue
        told = letter_parts(engine, power, question, "en")
        odds = [HIS.odds(f"{verb} {thing}", power, engine.game, VOICE) for verb, thing in ASKED]
        stored = {name: list(hand) for name, hand in engine.game.cards.hands.items()}
        deck = list(engine.game.cards.deck)
        hidden_things_changed(engine, power, rng)
        try:
            assert letter_parts(engine, power, question, "en") == told, question
            again = [HIS.odds(f"{verb} {thing}", power, engine.game, VOICE) for verb, thing in ASKED]
            assert again == odds
        finally:
            for name, hand in stored.items():
                engine.game.cards.hands[name][:] = hand
            engine.game.cards.deck[:] = deck
        compared += 1
    assert compared > 60


ASKED = (("attack", "vienna"), ("debate", "german"), ("convert", "german"), ("piracy", "ionian sea"))


# ---- Single notes


def notes_of(question: Question[Any], game: HisGame) -> list[str]:
    legal = list(question.legal(game))
    notes = HIS.advice(question, legal, game, VOICE).notes
    return [notes.get(at, "") for at in range(len(legal))]


def test_a_chance_is_never_told_as_sure_or_impossible() -> None:
    assert percent(Fraction(1, 1000), VOICE) == "<1%"
    assert percent(Fraction(999, 1000), VOICE) == ">99%"
    assert [percent(Fraction(n), VOICE) for n in (0, 1)] == ["0%", "100%"]
    assert percent(Fraction(5, 12), HIS.voice("de")) == "42 %"


def test_avoiding_battle_at_sea_has_its_roll() -> None:
    from rules.war.naval_questions import ChooseThere
    from rules.war.state import WAR

    game = bare_game("1532")
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    game.impulse.power = OTTOMAN
    game.add_units("ionian_sea", HAPSBURG, squadrons=1)
    game.add_units("ionian_sea", OTTOMAN, squadrons=2)
    question = ChooseThere(HAPSBURG, "naval_avoid", "place", (STAY, "taranto"), STAY, "16.1", "ionian_sea")
    stay, go = notes_of(question, game)
    assert stay.startswith("battle: dice 2:4, win ")
    assert go == "28% (2 dice, 9+)"


def test_what_is_missing_is_told_with_its_rule() -> None:
    """France may not assault a city that it has just begun to besiege."""
    from rules.his.actions import ChooseAction
    from rules.war.state import WAR

    game = bare_game("1532")
    game.set_relation("france", HAPSBURG, WAR)
    game.impulse.power, game.impulse_number = "france", 7
    game.add_units("besancon", "france", regulars=3)
    game.spaces["besancon"].sieges = {"france": 7}
    question = ChooseAction("france", 3)
    advice = HIS.advice(question, list(question.legal(game)), game, VOICE)
    assert any(line.startswith("Not assault Besançon: ") and "[15.1]" in line for line in advice.missing)


def test_a_siege_of_ones_own_is_near_with_the_odds_of_an_assault() -> None:
    """Before a card is chosen one wants to know what its points could do."""
    game = bare_game("1532")
    game.add_units("milan", "independent", regulars=1)
    game.add_units("milan", "france", regulars=3, mercenaries=4)
    game.spaces["milan"].sieges = {"france": 7}
    near = HIS.near(game, "france")
    assert near is not None
    (line,) = HIS.near_told(near, game, VOICE)
    assert "besieges Independent 1 regular (no assault yet: you have no line of communication" in line
    game.spaces["turin"].control = "france"
    (line,) = HIS.near_told(near, game, VOICE)
    assert "besieges Independent 1 regular (assault: dice 2:2, falls " in line


def test_whose_space_is_besieged_is_told_by_whom_and_at_which_odds() -> None:
    """Paris was empty and besieged, and the letter said no more than its name."""
    game = bare_game("1532")
    game.add_units("paris", "hapsburg", regulars=1, mercenaries=3)
    game.spaces["paris"].sieges = {"hapsburg": 7}
    near = HIS.near(game, "france")
    assert near is not None
    assert HIS.near_told(near, game, VOICE)[0] == (
        "Paris is besieged by Hapsburg 1 regular, 3 mercenaries (they cannot storm it yet)"
    )
    game.spaces["st_dizier"].control = "hapsburg"
    near = HIS.near(game, "france")
    assert near is not None
    assert HIS.near_told(near, game, VOICE)[0].startswith(
        "Paris is besieged by Hapsburg 1 regular, 3 mercenaries (assault: dice 1:4, falls "
    )


def test_odds_of_an_attack_tell_of_walls_and_of_nobody_near() -> None:
    game = bare_game("1532")
    game.add_units("milan", "independent", regulars=1)
    (line,) = asked_for.answer("attack milan", "france", game, HIS.names, VOICE)
    assert line == "None of your land units are next to Milan."
    game.add_units("lyon", "france", regulars=2)
    _, line = asked_for.answer("attack milan", "france", game, HIS.names, VOICE)
    assert line.startswith("2 from Lyon against Milan: ")
    (line,) = asked_for.answer("attack milan from paris", "france", game, HIS.names, VOICE)
    assert line == "You have no land units in Paris."
    game.add_units("turin", "france", regulars=4)
    (line,) = asked_for.answer("attack milan", "france", game, HIS.names, VOICE)
    assert "they may withdraw behind walls; stormed later, it falls " in line


# ---- The score


@pytest.mark.parametrize("seed", range(4))
def test_sources_are_all_points(seed: int) -> None:
    game = position(seed)
    for power, vp in scores(game).items():
        assert sum(source.vp for source in vp_sources(game, power)) == vp
        assert lacking(game, power).vp == max(0, game.scenario.options.standard_vp - vp)


def test_points_that_would_change() -> None:
    game = position(0)
    before = codec.digest(RULES.dump(game))
    catholic = [s for s, state in game.spaces.items() if state.religion == "catholic" and not state.unrest]
    changes = points_if(game, catholic[:6], religion=PROTESTANT_FAITH)
    assert changes.get(PROTESTANT, 0) > 0 > changes.get(PAPACY, 0)
    assert points_if(game, ["vienna"], control=game.controller("vienna") or "") == {}
    assert codec.digest(RULES.dump(game)) == before


def test_why_the_score_changed() -> None:
    game = bare_game("1532")
    before = HIS.score(game)
    game.spaces["vienna"].control = OTTOMAN
    game.faith.st_peters_vp += 1
    told = HIS.score_changes(before, HIS.score(game), VOICE)
    assert any(line.startswith("Ottoman ") and "keys +" in line and "+Vienna" in line for line in told)
    assert any(line.startswith("Papacy ") and "St. Peter's +1" in line for line in told)
    assert HIS.score_changes(before, before, VOICE) == []


def test_an_electorate_in_unrest_is_named_where_its_point_is_lost() -> None:
    game = bare_game("1532")
    trier = game.spaces["trier"]
    trier.control, trier.unrest = "hapsburg", False
    quiet = HIS.score(game)
    trier.unrest = True
    (line,) = HIS.score_changes(quiet, HIS.score(game), VOICE)
    assert line.endswith("electorates -1 (-Trier)")


# ---- The hand


def test_a_card_for_other_moments_says_when_and_how() -> None:
    """Every line that a card proposes is a standing order that can be given."""
    for number, card in RULES.data.cards.items():
        told = OUT_OF_TURN.told(number, "hapsburg", VOICE)
        windows = OUT_OF_TURN.windows_of(number)
        assert bool(told) == bool(windows)
        if card.kind in ("response", "combat"):
            assert told, card.title
        for window in windows:
            line = OUT_OF_TURN.standing_line(number, window, "hapsburg")
            try:
                read_standing(line, "hapsburg", 1, GAME, HIS.names)
            except OrderProblem as problem:  # pragma: no cover
                raise AssertionError(f"{line}: {problem}") from problem


@pytest.mark.parametrize("language", ["de", "fi", "hu", "zh"])
def test_standing_orders_that_cards_propose_are_read_in_every_language(language: str) -> None:
    """They mean the same as in English."""
    voice, read = HIS.voice(language), 0
    for number in RULES.data.cards:
        if (window := next(iter(OUT_OF_TURN.windows_of(number)), None)) is None:
            continue
        *_, line = re.findall("`([^`]+)`", OUT_OF_TURN.told(number, "hapsburg", voice))
        orders = [HIS.in_english(line, own=language), OUT_OF_TURN.standing_line(number, window, "hapsburg")]
        own, english = (
            read_standing(order.replace("：", ":"), "hapsburg", 1, GAME, HIS.names).told(VOICE)
            for order in orders
        )
        assert own == english
        read += 1
    assert read > 20
