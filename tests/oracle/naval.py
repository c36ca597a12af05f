"""Ships: moves, interception, avoiding battle, retreat, dice (16.1, 16.2), transport, piracy (16.3, 16.4)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tests.oracle.movement import Party, may_enter, may_leave
from tests.oracle.position import ORDER, OTTOMAN, Position, Stack

ATLANTIC = "atlantic_ocean"
HOMEBOUND = ("genoa", "venice")
"""Nations whose ships and leaders never enter the Atlantic (16.1)."""


def never_there(nation: str, place: str) -> bool:
    return place == ATLANTIC and nation.split(">")[0] in HOMEBOUND


def ships_of(position: Position, place: str, power: str) -> list[Stack]:
    return [stack for stack in position.stacks.get(place, ()) if stack.commander == power and stack.ships]


def sailors(position: Position, place: str, power: str) -> list[str]:
    """The nations of a power's ships and naval leaders in a place."""
    leaders = position.leaders(place, power, naval=True)
    return [
        *(stack.nation for stack in ships_of(position, place, power)),
        *(figure.nation for figure in leaders),
    ]


def enemy_ships(position: Position, power: str, place: str) -> bool:
    return any(position.at_war(power, fleet) for fleet in position.fleets(place))


def may_sail(position: Position, power: str, nation: str, origin: str, to: str) -> bool:
    """Whether a naval unit may move to a location (16.1, restrictions)."""
    if to not in position.by_sea(origin) or never_there(nation, to):
        return False
    if to in position.zones:
        return True
    if position.spots[to].control is None:
        return False
    return position.holder(to) == power or enemy_ships(position, power, to)


# ---- answers to a naval move


def chances(position: Position, active: str, enemy: str, zones: list[str]) -> list[tuple[str, str]]:
    """Zones, and places next to them from which an enemy may try to intercept (16.1 step 4)."""
    if enemy not in ORDER or not position.at_war(active, enemy):
        return []
    return sorted(
        (zone, place)
        for zone in zones
        for place in position.by_sea(zone)
        if active not in position.fleets(place)
        and any(not never_there(stack.nation, zone) for stack in ships_of(position, place, enemy))
    )


def havens(position: Position, power: str, zone: str) -> list[str]:
    """Where all ships of a power in a zone may avoid battle to (16.1 step 5)."""
    fleet = sailors(position, zone, power)
    found = []
    for place in position.by_sea(zone):
        if any(never_there(nation, place) for nation in fleet):
            continue
        if place in position.zones:
            if not enemy_ships(position, power, place):
                found.append(place)
        elif position.holder(place) == power:
            found.append(place)
    return sorted(found)


def retreats(position: Position, power: str, place: str) -> list[str]:
    """Where a fleet retreats to after a combat (16.2 step 9)."""
    free = [
        near
        for near in position.by_sea(place)
        if not enemy_ships(position, power, near)
        and (near in position.zones or position.holder(near) == power)
    ]
    fleet = sailors(position, place, power)
    for_all = [near for near in free if not any(never_there(nation, near) for nation in fleet)]
    # Ruling: where part of it may not go, that part is lost only if there is no other place.
    for_some = [near for near in free if not all(never_there(nation, near) for nation in fleet)]
    return sorted(for_all or for_some)


def combat_dice(position: Position, place: str, power: str, *, defends: bool) -> int:
    dice = 0
    for stack in ships_of(position, place, power):
        dice += 2 * stack.counts["squadrons"] + stack.counts["corsairs"]
    dice += max((figure.battle for figure in position.leaders(place, power, naval=True)), default=0)
    return dice + (1 if defends and place in position.spots else 0)


# ---- transport


def may_embark(position: Position, power: str, port: str, zone: str, party: Party) -> bool:
    """Whether a formation may leave a port by sea, CP and landing apart (16.3 step 1)."""
    if zone not in position.spots[port].seas or not ships_of(position, zone, power):
        return False
    return party.size <= 5 and may_leave(position, power, port, party)


def may_land(position: Position, power: str, port: str, to: str, party: Party) -> bool:
    """Whether a transport out of a port may end in another (16.3 step 3)."""
    if enemy_ships(position, power, to) or not may_enter(position, power, to, with_units=party.size > 0):
        return False
    # Ruling: nobody lays a siege anew by going nowhere.
    return not (to == port and power in position.spots[port].sieges)


def onward(
    position: Position, power: str, port: str, zone: str, party: Party, cp: int, *, shut: Collection[str] = ()
) -> list[str]:
    """Where a transport at sea may go: it must be able to land with the CP that are left (16.3 step 2).

    `shut` are ports that the counters do not allow.
    """
    if cp < 1:
        return []
    ports = [to for to in position.zones[zone].ports if to not in shut]
    found = [to for to in ports if may_land(position, power, port, to, party)]
    for other in position.zones[zone].next:
        ferry = ships_of(position, other, power)
        if ferry and onward(position, power, port, other, party, cp - 1, shut=shut):
            found.append(other)
    return sorted(found)


# ---- piracy


@dataclass
class Raid:
    against: int
    pirates: int


def may_raid(position: Position, zone: str, target: str) -> bool:
    """Whether piracy may be declared in a zone against a power (16.4 step 1)."""
    corsairs = sum(s.counts["corsairs"] for s in ships_of(position, zone, OTTOMAN))
    if (
        not position.pirates
        or not corsairs
        or zone in position.piracy_zones
        or len(position.piracy_zones) >= 4
    ):
        return False
    return target in ORDER and target != OTTOMAN and bool(ports_of(position, zone, target))


def ports_of(position: Position, zone: str, power: str) -> list[str]:
    return [port for port in position.zones[zone].ports if position.holder(port) == power]


def raid_dice(position: Position, zone: str, target: str) -> Raid:
    """Dice against the pirates, and of the pirates if none of them sinks (16.4 steps 2 and 4)."""

    def helps(power: str | None) -> bool:
        return power == target or position.at_war(OTTOMAN, power)

    dice = 2 * position.squadrons(zone, target)
    for place in position.by_sea(zone):
        dice += sum(position.squadrons(place, power) for power in position.fleets(place) if helps(power))
    for port in position.zones[zone].ports:
        spot = position.spots[port]
        fortress = spot.type == "fortress" or (spot.built and spot.type not in ("key", "electorate"))
        knights = spot.control == "independent" and any(
            stack.nation == "knights_of_st_john" for stack in position.stacks.get(port, ())
        )
        if fortress and not spot.unrest and not spot.sieges and (knights or helps(position.holder(port))):
            dice += 1
    corsairs = sum(stack.counts["corsairs"] for stack in ships_of(position, zone, OTTOMAN))
    pirates = 1 if corsairs == 1 or len(ports_of(position, zone, target)) == 1 else 2
    leaders = position.leaders(zone, OTTOMAN, naval=True)
    return Raid(dice, pirates + max((figure.piracy for figure in leaders), default=0))
