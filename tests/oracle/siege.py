"""Assault (15.1): whether it is allowed, and the dice; dice of a field battle (14)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.movement import Party, largest
from tests.oracle.position import LAND, ORDER, Figure, Position


def may_assault(position: Position, power: str, space: str, party: Party, reached: set[str]) -> bool:
    spot = position.spots[space]
    laid = spot.sieges.get(power)
    if laid is None or laid == position.impulse or space in position.assaulted:
        return False
    if not party.size or party.size > largest(party.leaders) or space not in reached:
        return False
    holder = position.holder(space)
    assert holder
    if any(position.squadrons(zone, holder) for zone in spot.seas):
        return False
    inside = position.squadrons(space, holder)
    return not inside or sum(position.squadrons(zone, power) for zone in spot.seas) > inside


def best(leaders: Iterable[Figure]) -> int:
    return max((leader.battle for leader in leaders), default=0)


def assault_dice(position: Position, space: str, party: Party) -> tuple[int, int]:
    """Dice of the attacker and of the defender."""
    within = [
        s
        for s in position.stacks.get(space, ())
        if s.land and s.commander not in position.spots[space].sieges
    ]
    storming = party.size - party.cavalry
    attack = (storming + 1) // 2 if within else storming
    on_foot = sum(stack.counts[kind] for stack in within for kind in LAND if kind != "cavalry")
    leaders = [
        figure
        for figure in position.figures
        if figure.place == space and not figure.naval and figure.commander not in position.spots[space].sieges
    ]
    return attack + party.best, on_foot + best(leaders) + 1


def battle_dice(
    position: Position, space: str, attacker: str, defenders: list[str], party: Party
) -> tuple[int, int]:
    """Dice of a formation that has come, and of the powers that it meets (14 steps 2 and 3)."""
    units = sum(position.strength(space, power) for power in defenders)
    # 9.2 and ruling: a leader without units fights beside units of his allies, but not against an ally.
    beside = [
        power
        for power in ORDER
        if not position.friendly(power, attacker)
        and power not in position.armies(space)
        and any(position.allies(power, other) for other in defenders)
    ]
    leaders = [figure for power in (*defenders, *beside) for figure in position.leaders(space, power)]
    return party.size + party.best, units + best(leaders) + 1


def holds(position: Position, space: str, besieger: str) -> bool:
    """Whether a siege goes on: the besieger has more land units there than are inside (15.3)."""
    inside = sum(position.strength(space, power) for power in position.inside(space))
    return position.strength(space, besieger) > inside
