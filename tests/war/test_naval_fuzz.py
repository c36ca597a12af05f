"""A war at sea of everybody against everybody, at random: ships do nothing else, and nothing breaks."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rules import Engine, Setup, Snapshot, load_rules
from rules.core.impulse import PlayForCP, TakeImpulse
from rules.his.actions import Action, ChooseAction, Stop
from rules.his.game import HisGame
from rules.his.invariants import problems
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.sea_actions import NavalMove, NavalTransport
from rules.war.state import WAR

FLEETS = {
    "ottoman": {"algiers": 1, "coron": 2, "istanbul": 1, "lepanto": 1},
    "hapsburg": {"messina": 2, "barcelona": 1, "naples": 1},
    "france": {"marseille": 2, "brest": 2},
    "papacy": {"ancona": 1, "rome": 1},
    "england": {"plymouth": 2, "calais": 1},
    "genoa": {"genoa": 1},
    "venice": {"corfu": 2, "venice": 2},
    "scotland": {"edinburgh": 1},
}
SEAFARERS = ("ottoman", "hapsburg", "england", "france", "papacy")


def war_at_sea(seed: int) -> Engine[HisGame]:
    """Action Phase: all major powers at war, Genoa and Venice among the allies, hands full of cards."""
    rules = load_rules("his")
    game = rules.new_game(Setup("his", "1532"), f"sea {seed}")
    for here in game.units.values():
        for units in here.values():
            units.squadrons = units.corsairs = 0
    for place in list(game.units):
        game.units[place] = {nation: units for nation, units in game.units[place].items() if units}
        if not game.units[place]:
            del game.units[place]
    game.relations.clear()
    for at, one in enumerate(SEAFARERS):
        for other in SEAFARERS[at + 1 :]:
            game.set_relation(one, other, WAR)
    for minor, major in (("genoa", "hapsburg"), ("venice", "papacy")):
        game.minor_allies[minor] = major
        for space in game.spaces.values():
            if space.control == minor:
                space.control = major
    for nation, fleets in FLEETS.items():
        for port, count in fleets.items():
            game.add_units(port, nation, squadrons=count)
    game.add_units("algiers", "ottoman", corsairs=2)
    # One Venetian squadron is on loan.
    game.remove_units("corfu", "venice", squadrons=1)
    game.add_units("messina", "venice>hapsburg", squadrons=1)
    deal(game)
    game.phase, game.turn = "action", 4
    return Engine(rules, Snapshot(0, rules.dump(game)))


def deal(game: HisGame) -> None:
    cards = [card for card in game.cards.deck if game.data.cards[card].kind == "event"]
    cards.sort(key=lambda card: (-game.data.cards[card].cp, card))
    for at, card in enumerate(cards[:40]):
        game.cards.deck.remove(card)
        game.cards.hands[SEAFARERS[at % len(SEAFARERS)]].append(card)


def choose(question: Any, game: HisGame, rng: random.Random) -> Any:
    """Cards are played for CP, and CP spent at sea."""
    if isinstance(question, TakeImpulse):
        for_cp = [play for play in question.legal(game) if isinstance(play, PlayForCP)]
        return rng.choice(for_cp) if for_cp else question.default(game)
    if isinstance(question, ChooseAction):
        kinds: list[type[Action]] = [NavalMove, NavalMove, NavalMove, NavalTransport, InitiatePiracy]
        rng.shuffle(kinds)
        for kind in kinds:
            options = question.affordable(game, kind) if kind.available(game, question.power) else ()
            if found := list(options):
                return rng.choice(found)
        return Stop()
    answer = question.pick(game, rng.choice)
    question.check(game, answer)
    return answer


def play_a_season(seed: int) -> Counter[str]:
    engine = war_at_sea(seed)
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(400):
        if not engine.open or engine.game.phase != "action":
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.question(power)
        seen[getattr(question, "topic", question.kind)] += 1
        engine.submit(power, choose(question, engine.game, rng))
        seen.update(type(event).__name__ for event in engine.drain())
        assert not (found := problems(engine.game)), (question, found)
    assert engine.digest() == engine.fork().digest()
    return seen


def test_a_war_at_sea_at_random() -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        seen += play_a_season(seed)
    for expected in (
        "NavalInterceptionTried",
        "NavalCombatEnded",
        "FleetRetreated",
        "SquadronsLost",
        "ArmyEmbarked",
        "naval_avoid",
        "naval_retreat",
        "PiracyInitiated",
    ):
        assert seen[expected], (expected, seen)
