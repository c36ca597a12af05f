"""Units as the bot counts them: which go first, which nobody leads, which ships there are."""

from __future__ import annotations

from pbem.games.his.bot.mind import Mind
from rules import Power
from rules.war.displacement import army_leaders
from rules.war.forces import CAVALRY, MERCENARIES, REGULARS, UnitCount
from rules.war.ids import SpaceId


def pick_units(units: tuple[UnitCount, ...], most: int) -> tuple[UnitCount, ...]:
    """At most so many units, those first that are good at walls and cheap to lose."""
    order = {MERCENARIES: 0, REGULARS: 1, CAVALRY: 2}
    left = most
    taken: dict[tuple[str, str], int] = {}
    for nation, kind, count in sorted(units, key=lambda unit: order[unit[1]]):
        if take := min(count, left):
            taken[nation, kind] = take
            left -= take
    return tuple((nation, kind, taken[nation, kind]) for nation, kind, _ in units if (nation, kind) in taken)


def lone_units(mind: Mind, space: SpaceId) -> int:
    """Own units in a space that nobody leads."""
    game = mind.game
    return 0 if army_leaders(game, space, mind.power) else game.land_strength(space, mind.power)


def squadrons_of(mind: Mind, place: str, power: Power) -> int:
    game = mind.game
    return sum(
        units.squadrons
        for nation, units in game.units.get(place, {}).items()
        if game.commander(nation) == power
    )
