"""Random wars of all against all: every CP goes into marches and assaults, and the invariants hold."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules import Setup, load_rules
from rules.core.engine import Engine, Snapshot
from rules.core.impulse import PlayForCP, TakeImpulse
from rules.his.actions import ChooseAction
from rules.his.game import HisGame
from rules.his.invariants import problems
from rules.war.counter_mix import fits
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.state import ALLIED, WAR, Units

DECISIONS = 350


def war_of_all(seed: int) -> Engine[HisGame]:
    """The 1532 scenario with armies, wars and a few alliances thrown in."""
    rng = random.Random(seed)
    rules = load_rules("his")
    game: HisGame = rules.new_game(Setup("his", "1532"), str(seed))
    game.faith.league = True
    game.phase = "action"
    for one in game.majors:
        for other in game.majors:
            if one < other and game.relation(one, other) is None:
                friends = rng.random() < 0.25 and {one, other} != {"ottoman", "papacy"}
                game.set_relation(one, other, ALLIED if friends else WAR)
    for minor in game.minors:
        if minor not in game.minor_allies:
            for power in game.majors:
                if rng.random() < 0.4:
                    game.set_relation(power, minor, WAR)
    for power in game.majors:
        reinforce(game, power, rng)
    cards = [card for card in game.cards.deck if game.card(card).kind != "mandatory"]
    for power in game.majors:
        for _ in range(7):
            card = cards.pop(rng.randrange(len(cards)))
            game.cards.deck.remove(card)
            game.cards.hands[power].append(card)
    return Engine(rules, Snapshot(0, rules.dump(game)))


def reinforce(game: HisGame, power: str, rng: random.Random) -> None:
    homes = [space for space in game.spaces_of(power) if not game.closed_to(power, space)]
    kind = "cavalry" if power == "ottoman" else "mercenaries"
    for _ in range(8):
        space = rng.choice(homes)
        more = Units(**{"regulars": rng.randint(0, 2), kind: rng.randint(0, 2)})
        if fits(game, power, [(space, "regulars", more.regulars), (space, kind, getattr(more, kind))]):
            game.add_units(space, power, regulars=more.regulars, **{kind: getattr(more, kind)})


def pick(question: Any, game: HisGame, rng: random.Random) -> Any:
    """March and storm wherever possible; everything else at random."""
    if isinstance(question, TakeImpulse):
        cards = [play for play in question.legal(game) if isinstance(play, PlayForCP)]
        return rng.choice(cards) if cards else question.default(game)
    if isinstance(question, ChooseAction):
        for cls in rng.sample([AssaultFortification, MoveFormation], 2):
            options = list(question.affordable(game, cls))
            hostile = [
                option
                for option in options
                if isinstance(option, MoveFormation)
                and not game.friendly(question.power, game.controller(option.to))
            ]
            if options and rng.random() < 0.97:
                return rng.choice(hostile if hostile and rng.random() < 0.8 else options)
    return question.pick(game, rng.choice)


@pytest.mark.parametrize("seed", range(6))
def test_war_of_all(seed: int) -> None:
    engine = war_of_all(seed)
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    assert not problems(engine.game)
    for _ in range(DECISIONS):
        if engine.over or engine.game.phase != "action":
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        answer = pick(question, engine.game, rng)
        engine.submit(power, answer, source="bot")
        seen[question.kind] += 1
        seen.update(type(event).__name__ for event in engine.drain())
        found = problems(engine.game)
        assert not found, (question, answer, found)
    assert seen["BattleEnded"] > 2, seen
    assert engine.fork().digest() == engine.digest()
