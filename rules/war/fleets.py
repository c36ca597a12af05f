"""Fleets: what a power commands in a sea zone or port, its strength, and where it may sail (5.3, 16.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.displacement import nations_under, naval_leaders, send_to_turn_track, ships_at
from rules.war.forces import best_battle_rating, marked, unmark
from rules.war.ids import LOANED, LeaderId, Nation, Place, owner
from rules.war.naval_events import (
    AdmiralLost,
    AdmiralSailed,
    CorsairsLost,
    CorsairsSailed,
    ShipsLost,
    ShipsSailed,
    SquadronsLost,
    SquadronsSailed,
)
from rules.war.state import WarGame

SQUADRONS, CORSAIRS, ARMADA = "squadrons", "corsairs", "armada"

Ships: TypeAlias = tuple[Nation, str, int]
"""Some ships of one nation and kind: whose, squadrons or corsairs, how many."""


class Fleet(Record):
    """Ships and the naval leaders with them, all under one command and in one place."""

    ships: tuple[Ships, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def size(self) -> int:
        return sum(count for _nation, _kind, count in self.ships)


# ---- what is where


def fleet_at(game: WarGame, place: Place, power: Power) -> Fleet:
    """Everything afloat that a power commands in a place: its own, minor allies' and borrowed ships."""
    return Fleet(tuple(ships_by_kind(game, place, power)), tuple(naval_leaders(game, place, power)))


def ships_by_kind(game: WarGame, place: Place, power: Power) -> Iterator[Ships]:
    """A power's ships in a place: its own first, then its minor allies', then borrowed ones."""
    nations = game.nations_of(power)
    here = nations_under(game, place, power)
    borrowed = sorted(nation for nation in here if nation not in nations)
    for nation in (*nations, *borrowed):
        for kind in game.naval_kinds:
            if count := getattr(game.at(place, nation), kind):
                yield nation, kind, count


def loss_order(power: Power, nation: Nation) -> tuple[int, Nation]:
    """What silence gives up first: minor allies' ships, then the power's own, then borrowed ones."""
    return (2 if LOANED in nation else 1 if nation == power else 0), nation


def enemies_afloat(game: WarGame, power: Power, place: Place) -> list[Power]:
    """Powers at war with a power that have ships in a place, majors in impulse order, then minors."""
    return [
        enemy
        for enemy in (*game.majors, *game.minors)
        if ships_at(game, place, enemy) and game.at_war(power, enemy)
    ]


def harbours(game: WarGame, power: Power) -> list[Place]:
    """Every port and sea zone where a power has ships, by id."""
    return sorted(place for place in game.units if ships_at(game, place, power))


# ---- where ships may go


def near_by_sea(game: WarGame, place: Place) -> tuple[Place, ...]:
    """Locations one naval move away: a port's sea zones, a zone's neighbours and ports (16.1)."""
    board = game.board
    if place in board.zones:
        return (*board.zone_neighbours(place), *board.ports_of(place))
    return board.zones_of(place)


def may_sail(game: WarGame, fleet: Fleet, to: Place) -> bool:
    """Whether none of these ships and leaders is barred from a sea zone (16.1)."""
    whose = [owner(nation) for nation, _kind, _count in fleet.ships]
    whose += [game.leaders[leader].power for leader in fleet.leaders]
    return not any(game.barred_from(nation, to) for nation in whose)


def sailing_part(game: WarGame, fleet: Fleet, to: Place) -> Fleet:
    """Those of a fleet that are not barred from a sea zone."""
    return Fleet(
        tuple(ships for ships in fleet.ships if may_sail(game, Fleet((ships,)), to)),
        tuple(leader for leader in fleet.leaders if may_sail(game, Fleet((), (leader,)), to)),
    )


def check_fleet(game: WarGame, power: Power, place: Place, fleet: Fleet) -> None:
    """Raise `Illegal` unless the power commands all of this in the place."""
    if twice := named_twice((nation, kind) for nation, kind, _count in fleet.ships):
        raise Illegal("forces.named_twice", "16.1", nation=twice[0], unit=twice[1])
    for nation, kind, count in fleet.ships:
        if kind not in game.naval_kinds or count < 1:
            raise Illegal("forces.no_ships", "16.1", count=count, unit=kind)
        if game.commander(nation) != power:
            raise Illegal("forces.not_yours", "16.1", nation=nation)
        if getattr(game.at(place, nation), kind) < count:
            raise Illegal("forces.not_so_many", "16.1", count=count, unit=kind, nation=nation, place=place)
    if leader_twice := named_twice(fleet.leaders):
        raise Illegal("leader.named_twice", "16.1", leader=leader_twice)
    for leader in fleet.leaders:
        if leader not in naval_leaders(game, place, power):
            raise Illegal("leader.not_at_sea_here", "16.1", leader=leader, place=place)


def strays(game: WarGame, power: Power, place: Place, leaving: Fleet, to: Place) -> list[LeaderId]:
    """Leaders whom a fleet that leaves would strand: at sea, or where they could sail along (16.1)."""
    if ships_at(game, place, power) > leaving.size:
        return []
    return [
        leader
        for leader in naval_leaders(game, place, power)
        if leader not in leaving.leaders
        and (place in game.board.zones or may_sail(game, Fleet((), (leader,)), to))
    ]


# ---- strength


def combat_dice(game: WarGame, place: Place, power: Power) -> int:
    """Dice of what a power has afloat in a place."""
    return fleet_dice(game, fleet_at(game, place, power), place)


def fleet_dice(game: WarGame, fleet: Fleet, place: Place) -> int:
    """Dice of a fleet in naval combat in a place: its ships and its best leader (16.2, steps 1 and 2)."""
    ships = sum(game.ship_dice(kind, place) * count for _nation, kind, count in fleet.ships)
    return ships + best_battle_rating(game, fleet.leaders)


# ---- sailing and sinking


def sail(game: WarGame, power: Power, fleet: Fleet, origin: Place, to: Place) -> None:
    """Put ships and leaders from one place into another, and report it."""
    shift(game, fleet, origin, to)
    for nation, kind, count in fleet.ships:
        if kind in (SQUADRONS, CORSAIRS):
            sailed = SquadronsSailed if kind == SQUADRONS else CorsairsSailed
            game.emit(sailed(power, owner(nation), count, origin, to))
        else:
            game.emit(ShipsSailed(power, owner(nation), {kind: count}, origin, to))
    for leader in fleet.leaders:
        game.emit(AdmiralSailed(power, leader, origin, to))


def shift(game: WarGame, fleet: Fleet, origin: Place, to: Place) -> None:
    """Put ships and leaders from one place into another."""
    for nation, kind, count in fleet.ships:
        game.remove_units(origin, nation, **{kind: count})
        game.add_units(to, nation, **{kind: count})
    for leader in fleet.leaders:
        game.leaders[leader].place = to


def sink(game: WarGame, place: Place, ships: Ships) -> None:
    """Eliminate ships: they wait on the Turn Track (16.2 step 10, 17.2)."""
    nation, kind, count = ships
    game.lose_ships(place, nation, **{kind: count})
    # Of a stack that is partly beaten, the owner gives up the beaten ships first.
    unmark(game.campaign.beaten_ships, place, nation, kind, count)
    if kind in (SQUADRONS, CORSAIRS):
        lost = SquadronsLost if kind == SQUADRONS else CorsairsLost
        game.emit(lost(owner(nation), count, place))
    else:
        game.emit(ShipsLost(owner(nation), {kind: count}, place))


def sink_fleet(game: WarGame, place: Place, power: Power) -> None:
    """Eliminate everything a power has afloat in a place; leaders return next turn (16.2 step 10)."""
    for ships in tuple(ships_by_kind(game, place, power)):
        sink(game, place, ships)
    strand_leaders(game, place, power)


def strand_leaders(game: WarGame, place: Place, power: Power) -> None:
    """Naval leaders whose ships are all gone wait on the Turn Track (16.2 step 10)."""
    if ships_at(game, place, power):
        return
    for leader in naval_leaders(game, place, power):
        send_to_turn_track(game, leader)
        # They come back next turn, when every loan is over (19.1).
        game.leaders[leader].loaned_to = None
        game.emit(AdmiralLost(leader, place))


# ---- ships that lost a combat in this impulse move no more (16.1)


def fresh(game: WarGame, place: Place, nation: Nation, kind: str) -> int:
    """Ships in a place that have not lost a combat in this impulse."""
    there: int = getattr(game.at(place, nation), kind)
    return there - marked(game, game.campaign.beaten_ships, place, nation, kind)


def fresh_fleet(game: WarGame, place: Place, power: Power) -> Fleet:
    """The part of a power's fleet that may still move; the leaders may go with it."""
    ships = [
        (nation, kind, fresh(game, place, nation, kind))
        for nation, kind, _count in ships_by_kind(game, place, power)
    ]
    return Fleet(tuple(some for some in ships if some[2]), tuple(naval_leaders(game, place, power)))
