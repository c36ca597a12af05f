"""Formations in the engine's language and in this reading's."""

from __future__ import annotations

import random
from typing import Any

from rules.his import HisGame
from rules.war.forces import Formation, army_at
from tests.oracle.movement import Party
from tests.oracle.position import Position

COUNTERS = "5.2"
"""Orders that only the shortage of counters forbids are not compared."""
NOBODY = Formation()


def parts(game: HisGame, place: str, power: str, rng: random.Random) -> list[Formation]:
    """The whole army of a power in a place, and some parts of it."""
    return some_of(army_at(game, place, power), rng)


def some_of(army: Formation, rng: random.Random) -> list[Formation]:
    """A formation, its leaders alone, and two parts of it at random."""
    found = [army]
    for _ in range(2):
        units = tuple(
            (nation, kind, some) for nation, kind, count in army.units if (some := rng.randint(0, count))
        )
        leaders = tuple(leader for leader in army.leaders if rng.random() < 0.6)
        found.append(Formation(leaders, units))
    found.append(Formation(army.leaders, ()))
    return [formation for formation in dict.fromkeys(found) if formation]


def party(position: Position, formation: Formation) -> Party:
    return Party(
        {(nation, kind): count for nation, kind, count in formation.units},
        [figure for figure in position.figures if figure.name in formation.leaders],
    )


def told(formation: Formation) -> str:
    return ", ".join(
        [*formation.leaders, *(f"{n} {kind} of {nation}" for nation, kind, n in formation.units)]
    )


def plain(formation: Formation) -> tuple[Any, ...]:
    return sorted(formation.leaders), sorted(formation.units)


def plain_party(found: Party) -> tuple[Any, ...]:
    units = sorted((nation, kind, count) for (nation, kind), count in found.units.items())
    return sorted(leader.name for leader in found.leaders), units
