"""Compares the New World (20) with the engine, dice being given."""

from __future__ import annotations

import random
from typing import Any

from rules import load_rules
from rules.his import HisGame
from rules.his.new_world.phase import choose_explorer, conquer, explore
from rules.his.new_world.riches import raid, roll_for_riches
from rules.his.state import Voyage
from tests.oracle import new_world
from tests.oracle.position import Position
from tests.oracle.tally import Tally


def compare_new_world(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """20: voyages and riches with dice that both sides know."""
    copy = load_rules("his").load(load_rules("his").dump(game))
    for _ in range(6):
        compare_voyage(copy, position, rng, tally)
        compare_riches(copy, position, rng, tally)


def compare_voyage(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    world, power = game.new_world, rng.choice(("hapsburg", "england", "france"))
    claimed = [prize for prize in new_world.PRIZES if rng.random() < 0.5]
    world.claimed = dict.fromkeys(claimed, "papacy")
    world.charted = [power] if rng.random() < 0.5 else []
    game.bonus_vp[power] = {}
    bonus, dice = rng.choice((0, 2)), [rng.randint(1, 6) for _ in range(4)]
    if rng.random() < 0.5:
        pool, voyage = world.conquistadors, Voyage(power, "conquest", bonus)
        names = {"hapsburg": ("cortez", "pizarro", "montejo", "cordova", "coronado")}
        figure = rng.choice(
            names.get(power) or (f"{'english' if power == 'england' else 'french'}_conquest",)
        )
        pool[power], game.dice.given_dice = [figure], dice[:2]
        conquer(game, voyage)
        fate = new_world.conquest(sum(dice[:2]), figure, claimed, bonus=bonus)
        what = f"{figure} +{bonus} conquers with {dice[:2]}, {claimed} claimed"
        rule = "20.3 conquest"
    else:
        pool, voyage = world.explorers, Voyage(power, "exploration", bonus)
        figures = {
            "hapsburg": ("magellan", "orellana", "de_soto", "leon", "de_vaca", "narvaez"),
            "england": ("rut", "chancellor", "willoughby"),
            "france": ("cartier", "verrazano", "roberval"),
        }
        figure = rng.choice(figures[power])
        pool[power], game.dice.given_dice = [figure], list(dice)
        charted = power in world.charted
        what = f"{figure} +{bonus} sails with {dice}, charted: {charted}, {claimed} claimed"
        fate = new_world.exploration(sum(dice[:2]), figure, claimed, charted=charted, bonus=bonus)
        expedition = choose_explorer(game, voyage)
        assert expedition
        offered, taken = sail(explore(game, expedition), rng)
        if len(fate.choices) > 1:
            tally.compare("20.2 choices", what, fate.choices, offered, position)
        elif fate.choices:
            taken = fate.choices[0]
        if taken == "pacific_strait":
            fate = new_world.circumnavigation(sum(dice[2:]), figure, claimed, bonus=bonus)
        elif fate.choices:
            fate = new_world.Fate((taken,))
        rule = "20.2 exploration"
    won = tuple(prize for prize in world.claimed if prize not in claimed)
    back = figure in pool[power]
    tally.compare(rule, what, (fate.prizes, fate.returns), (won, back), position)
    vp = sum(new_world.PRIZES[prize] for prize in fate.prizes)
    tally.compare("20 vp", what, vp, sum(game.bonus_vp[power].values()), position)
    game.dice.given_dice = []


def sail(voyage: Any, rng: random.Random) -> tuple[tuple[str, ...], str]:
    """Play a voyage of exploration to its end; what the explorer was offered, and what he took."""
    offered: tuple[str, ...] = ()
    taken = ""
    try:
        offered = voyage.send(None)[0].options
        taken = rng.choice(offered)
        voyage.send((taken,))
    except StopIteration:
        pass
    return tuple(sorted(offered)), taken


def compare_riches(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    world, power = game.new_world, rng.choice(("hapsburg", "england", "france"))
    column = rng.choice(sorted(new_world.RICHES))
    flags = {name: rng.random() < 0.4 for name in ("galleons", "plantations", "governor", "uprising")}
    flags["uprising"] = flags["uprising"] and not flags["governor"]
    world.galleons = [power] if flags["galleons"] else []
    world.plantations = [power] if flags["plantations"] else []
    world.governor = power if flags["governor"] else None
    world.uprising = power if flags["uprising"] else None
    dice = [rng.randint(1, 6), rng.randint(1, 6)]
    game.dice.given_dice = list(dice)
    markers = [] if column in ("colony", "potosi") else None
    engine = roll_for_riches(game, power, column, column, markers).replace("G", "N")
    what = f"{column} of {power} with {dice}, {flags}"
    tally.compare("20.4 riches", what, new_world.riches(sum(dice), column, **flags), engine, position)
    die = rng.randint(1, 6)
    world.raiders, game.dice.given_dice = ["france"], [die]
    world.galleons = ["hapsburg"] if flags["galleons"] else []
    stolen = raid(game, "france")
    oracle = new_world.raid(die, galleons=flags["galleons"])
    tally.compare("20.4 raid", f"{die}, {flags}", oracle, (stolen, "france" in world.raiders), position)
