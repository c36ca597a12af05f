"""Interception (13.2): who may get to a space first, from where, with whom, and the roll."""

from __future__ import annotations

from tests.oracle.movement import Party, case_of_entry, others
from tests.oracle.position import INDEPENDENT, LAND, ORDER, OTTOMAN, PROTESTANT, Position

NEED = 9


def treated_as_enemies(position: Position, mover: str, to: str) -> list[str]:
    """Powers at war with the mover, and those with units in an enemy's space that he enters (13.1)."""
    found = [power for power in ORDER if position.at_war(mover, power)]
    if others(position, mover, to) and case_of_entry(position, mover, to) == "enemy space":
        found += others(position, mover, to)
    return [power for power in ORDER if power in found]


def destination_allows(position: Position, mover: str, to: str, power: str) -> bool:
    """The restrictions about the destination."""
    spot, holder = position.spots[to], position.holder(to)
    if position.closed(power, to) or (power == PROTESTANT and not position.league):
        return False
    if spot.fortified and position.friendly(mover, holder) and not spot.sieges:
        return False
    there = position.armies(to)
    if there:
        if not all(other == power or position.allies(power, other) for other in there):
            return False
        if spot.sieges and position.inside(to):
            return False
        # Own units of the mover, or (ruling) units of an ally of both sides, keep them apart; but in an
        # enemy's space all others are enemies for all purposes of the move (13.1, third case).
        foes = others(position, mover, to) if case_of_entry(position, mover, to) == "enemy space" else []
        if any(position.friendly(mover, other) and other not in (power, *foes) for other in there):
            return False
        # Ruling: nobody stands within his enemy's walls.
        if spot.fortified and not spot.sieges and position.at_war(power, holder):
            return False
    elif spot.fortified and not position.friendly(power, holder):
        return False
    if holder not in INDEPENDENT and holder != power:
        return position.at_war(power, holder) or position.allies(power, holder)
    return True


def stacks(position: Position, mover: str, origin: str, to: str, power: str) -> dict[str, Party]:
    """Where a power has somebody who may try to intercept, and who that is at most."""
    if power not in treated_as_enemies(position, mover, to):
        return {}
    if not destination_allows(position, mover, to, power):
        return {}
    leaders_alone = any(position.friendly(power, other) for other in position.armies(to))
    found = {}
    for space in position.neighbours(to, passes=False):
        if position.besieged(space, power):
            continue
        units = {}
        for stack in position.land_of(space, power):
            for kind in LAND:
                tried = position.tried.get((space, stack.nation, kind), 0)
                if stack.counts[kind] > tried:
                    units[stack.nation, kind] = stack.counts[kind] - tried
        leaders = [
            leader for leader in position.leaders(space, power) if leader.name not in position.tried_leaders
        ]
        if units or (leaders and leaders_alone):
            found[space] = Party(units, leaders)
    return found


def modifier(power: str, own: Party, enemy: Party) -> int:
    """Added to two dice, for interception and for avoiding battle (13.2 step 2, 13.3 step 4)."""
    if power == OTTOMAN:
        return own.best + (1 if own.cavalry else 0)
    return own.best - (1 if enemy.cavalry else 0)
