"""Asks the engine what this reading has answered, position after position."""

from __future__ import annotations

import random
from collections.abc import Callable

from rules.his import HisGame
from rules.his.powers import CATHOLIC, KNIGHTS, PROTESTANT, PROTESTANT_FAITH
from rules.war.ids import INDEPENDENT
from tests.oracle import faith as faiths
from tests.oracle.compare_faith import compare_attempts, compare_debates, compare_points, compare_scripture
from tests.oracle.compare_home import compare_refuges, compare_spring, compare_winter, compare_winter_orders
from tests.oracle.compare_land import (
    compare_broken_sieges,
    compare_building,
    compare_control,
    compare_moves,
    compare_retreats,
)
from tests.oracle.compare_sea import compare_fleets, compare_orders, compare_piracy, compare_transports
from tests.oracle.compare_world import compare_new_world
from tests.oracle.position import LAND, ORDER, Position
from tests.oracle.snapshot import snapshot
from tests.oracle.tally import Tally
from tests.positions import odd_position


def shake(game: HisGame, rng: random.Random) -> None:
    """What random positions leave alone: the moment within an impulse, the time before the League."""
    game.impulse_number = 5
    for state in game.spaces.values():
        for power in state.sieges:
            state.sieges[power] = rng.choice((2, 5))
    if rng.random() < 0.3:
        game.faith.league = False
    for port in ("malta", "rhodes"):
        if not game.occupied(port) and rng.random() < 0.5:
            game.spaces[port].control = INDEPENDENT
            game.add_units(port, KNIGHTS, regulars=1)
            break
    game.piracy_zones = rng.sample(sorted(game.board.zones), rng.randint(0, 4))
    game.pirates = rng.random() < 0.9
    for place, here in game.units.items():
        for nation, units in here.items():
            if units.squadrons and rng.random() < 0.1:
                game.campaign.beaten_ships.setdefault(place, {})[nation] = {"squadrons": 1}
    for marks, leaders in (
        (game.campaign.beaten, game.campaign.beaten_leaders),
        (game.campaign.intercepted, game.campaign.intercepted_leaders),
    ):
        for place, here in game.units.items():
            for nation, units in here.items():
                for kind in LAND:
                    if getattr(units, kind) and rng.random() < 0.06:
                        heap = marks.setdefault(place, {}).setdefault(nation, {})
                        heap[kind] = rng.randint(1, getattr(units, kind))
        leaders += [name for name, leader in game.leaders.items() if leader.place and rng.random() < 0.06]


def shake_faith(game: HisGame, rng: random.Random) -> None:
    """Religion, people and tracks at random."""
    share = rng.choice((0.1, 0.3, 0.6))
    for state in game.spaces.values():
        if state.religion in (CATHOLIC, PROTESTANT_FAITH):
            state.religion = PROTESTANT_FAITH if rng.random() < share else CATHOLIC
        state.university = rng.random() < 0.06
    faith = game.faith
    for figure in (*faith.reformers.values(), *faith.debaters.values()):
        figure.entered, figure.away, figure.gone = (rng.random() < p for p in (0.8, 0.1, 0.1))
    for debater in faith.debaters.values():
        debater.committed = rng.random() < rng.choice((0.2, 0.8))
    faith.society_of_jesus = rng.random() < 0.6
    for language in faiths.ZONES:
        faith.new_testament[language] = rng.choice((rng.randint(0, 6), 6))
        done = faith.new_testament[language] == 6
        faith.full_bible[language] = rng.choice((rng.randint(0, 10), 9, 10)) if done else 0
    for power in game.rulers:
        game.rulers[power] = rng.choice(game.data.powers[power].rulers).id
    game.this_turn = [word for word in ("printing_press", "augsburg_confession") if rng.random() < 0.4]
    game.impulse.bonus_used = [PROTESTANT] if rng.random() < 0.2 else []
    game.impulse.translated = [zone for zone in faiths.ZONES if rng.random() < 0.5]
    faith.st_peters_vp, game.piracy_vp, game.chateaux_vp = (rng.randint(0, n) for n in (5, 10, 6))
    game.tudors.children = {line: "anne_boleyn" for line in range(1, 7) if rng.random() < 0.2}
    for power in ORDER:
        game.bonus_vp[power] = {"war_winner": rng.randint(0, 3)}
        game.minus_cards[power] = ["fuggers"] * rng.randint(0, 2)
        if power in ("england", "france", "hapsburg") and rng.random() < 0.3:
            faith.excommunicated_powers[power] = 3


def odd_moment(seed: int, rng: random.Random) -> HisGame:
    """An odd position, mostly in the middle of an impulse."""
    game = odd_position(seed)
    if rng.random() < 0.7:
        shake(game, rng)
        shake_faith(game, rng)
    return game


Comparison = Callable[[HisGame, Position, random.Random, Tally], None]
PARTS: tuple[Comparison, ...] = (
    compare_moves,
    compare_retreats,
    compare_control,
    compare_fleets,
    compare_transports,
    compare_piracy,
    compare_spring,
    compare_refuges,
    compare_winter,
    compare_attempts,
    compare_debates,
    compare_scripture,
    compare_points,
    compare_new_world,
    compare_orders,
    compare_building,
    compare_winter_orders,
    compare_broken_sieges,
)


def compare_position(game: HisGame, rng: random.Random, tally: Tally) -> None:
    """Everything about one position."""
    position = snapshot(game)
    for comparison in PARTS:
        comparison(game, position, rng, tally)
