"""Land movement (13.1): who may enter a space with whom, what it costs, and whom he meets there."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.position import INDEPENDENT, PROTESTANT, Figure, Position


@dataclass
class Party:
    """A formation: land units by nation and kind, and army leaders."""

    units: dict[tuple[str, str], int]
    leaders: list[Figure]

    @property
    def size(self) -> int:
        return sum(self.units.values())

    @property
    def best(self) -> int:
        return max((leader.battle for leader in self.leaders), default=0)

    @property
    def cavalry(self) -> int:
        return sum(count for (_nation, kind), count in self.units.items() if kind == "cavalry")


def largest(leaders: list[Figure]) -> int:
    """The most land units of a formation (5.1)."""
    if not leaders:
        return 4
    return sum(sorted((leader.command for leader in leaders), reverse=True)[:2])


def others(position: Position, power: str, space: str) -> list[str]:
    """Other powers with land units in a space; independents bar nobody."""
    return [other for other in position.armies(space) if other != power and other not in INDEPENDENT]


def besieged_side(position: Position, space: str) -> list[str]:
    """Who is besieged: those inside; a fortification without units stands for its controller (ruling)."""
    within = [power for power in position.inside(space) if power not in INDEPENDENT]
    holder = position.holder(space)
    if not within and holder and holder not in INDEPENDENT and not position.inside(space):
        return [holder]
    return within


def may_enter(position: Position, power: str, to: str, *, with_units: bool) -> bool:
    if position.closed(power, to):
        return False
    holder = position.holder(to)
    neutral = not position.at_war(power, holder) and not position.allies(power, holder)
    if not position.independent(to) and holder != power and neutral:
        return False
    if not with_units and (position.at_war(power, holder) or position.enemies_in(power, to)):
        return False
    return not others(position, power, to) or case_of_entry(position, power, to) is not None


def case_of_entry(position: Position, power: str, to: str) -> str | None:
    """Which of the four conditions lets a formation in among units of others."""
    there = others(position, power, to)
    sieges = position.spots[to].sieges
    walled = besieged_side(position, to) if sieges else []
    # One ally has another (or the power itself) under siege, or one enemy another.
    among_allies = bool(sieges) and any(position.friendly(power, other) for other in walled)
    among_enemies = any(other != power for other in sieges) and any(
        position.at_war(power, other) for other in walled
    )
    if all(position.allies(power, other) for other in there) and not among_allies:
        return "allies"
    if all(position.at_war(power, other) for other in there) and not among_enemies:
        return "enemies"
    holder = position.holder(to)
    with_holder = all(other == holder or position.allies(holder, other) for other in there)
    if position.at_war(power, holder) and with_holder and not any(other != power for other in sieges):
        return "enemy space"
    if not sieges:
        return None
    friends_inside = bool(walled) and all(position.friendly(power, other) for other in walled)
    if friends_inside and all(position.at_war(power, other) for other in sieges):
        return "relief"
    enemies_inside = all(position.at_war(power, other) for other in walled)
    if enemies_inside and all(position.friendly(power, other) for other in sieges):
        return "joins"
    return None


def foes(position: Position, power: str, to: str) -> list[str]:
    """Whom a formation must fight, or drive inside, if it may enter at all."""
    sieges = position.spots[to].sieges
    there = others(position, power, to)
    case = case_of_entry(position, power, to) if there else "nobody"
    if sieges:
        met = [other for other in sieges if other != power] if case in ("enemies", "relief") else []
        return [other for other in met if position.at_war(power, other)]
    guards = [other for other in position.armies(to) if other in INDEPENDENT]
    return guards + (there if case in ("enemies", "enemy space") else [])


def cost(position: Position, origin: str, to: str) -> int | None:
    """CP of the way; None if there is no connection."""
    return {True: 2, False: 1}[position.roads[origin][to]] if to in position.roads[origin] else None


def may_leave(position: Position, power: str, origin: str, party: Party) -> bool:
    """Whether a formation may take part in a Move action."""
    if power == PROTESTANT and not position.league:
        return False
    if (not party.size and not party.leaders) or party.size > largest(party.leaders):
        return False
    if position.besieged(origin, power):
        return False
    spot = position.spots[origin]
    laid_now = spot.sieges.get(power) == position.impulse
    if laid_now and spot.fortified and position.at_war(power, position.holder(origin)):
        return False
    if any(leader.name in position.beaten_leaders for leader in party.leaders):
        return False
    there = {
        (stack.nation, kind): count
        for stack in position.land_of(origin, power)
        for kind, count in stack.counts.items()
    }
    for (nation, kind), count in party.units.items():
        beaten = min(position.beaten.get((origin, nation, kind), 0), there[nation, kind])
        if count > there[nation, kind] - beaten:
            return False
    return True


def may_move(position: Position, power: str, origin: str, to: str, party: Party) -> bool:
    return (
        cost(position, origin, to) is not None
        and may_leave(position, power, origin, party)
        and may_enter(position, power, to, with_units=party.size > 0)
    )


def all_beaten(position: Position, space: str, party: Party) -> bool:
    """Whether everybody in a group, leaders too (ruling), has lost a battle: they slip away freely (13.3)."""
    if any(leader.name not in position.beaten_leaders for leader in party.leaders):
        return False
    return all(
        position.beaten.get((space, nation, kind), 0) >= count
        for (nation, kind), count in party.units.items()
    )
