"""Construction of units (17): where, by whom, and within the counters that there are."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.control import has_enemies
from rules.war.counter_mix import room_for
from rules.war.ids import LAND_KINDS, Nation, SpaceId
from rules.war.siege import GARRISON_LIMIT, inside_strength
from rules.war.state import WarGame


class UnitsBuilt(Event):
    nation: Nation
    units: dict[UnitKind, int]
    space: SpaceId


# ---- Where (17)


def check_construction(
    game: WarGame, power: Power, nation: Nation, kind: str, space: SpaceId, *, abroad: bool = False
) -> None:
    """Raise `Illegal` unless a power may construct a unit in a space (17).

    `abroad`: recruited by a card in any space that the power controls and nobody besieges.
    """
    check_site(game, power, nation, kind, space, abroad=abroad)
    check_counters(game, nation, kind, space)


def check_site(
    game: WarGame, power: Power, nation: Nation, kind: str, space: SpaceId, *, abroad: bool = False
) -> None:
    """The same, whatever counters are left."""
    if not game.wages_war(power):
        raise Illegal("construction.not_yet", "21.6")
    check_nation(game, power, nation, kind)
    if abroad and nation == power:
        check_site_abroad(game, power, space)
    else:
        check_home_site(game, power, nation, space)
        if not game.may_be_built(nation, kind, space):
            raise game.not_built_here(kind, space)
    ships = kind in game.naval_kinds
    check_quiet_site(game, power, space, ships=ships)
    if not ships:
        check_room_inside(game, space)
    elif not game.board.spaces[space].is_port:
        raise Illegal("construction.needs_port", "17.2", space=space)


def check_nation(game: WarGame, power: Power, nation: Nation, kind: str) -> None:
    """Some kinds of units of minor allies may be built too (22.3)."""
    if nation not in game.nations_of(power):
        raise Illegal("forces.not_yours", "22.3", nation=nation)
    if not game.may_build_for(power, nation, kind):
        raise Illegal("construction.not_of_a_minor", "22.3", nation=nation, unit=kind)


def check_home_site(game: WarGame, power: Power, nation: Nation, space: SpaceId) -> None:
    """A friendly home space of the nation whose unit it is (17, 22.3)."""
    if not game.is_home(nation, space):
        raise Illegal("construction.not_at_home", "17", space=space, nation=nation)
    if not game.friendly(power, game.controller(space)):
        raise Illegal("space.not_friendly", "17", space=space)


def check_site_abroad(game: WarGame, power: Power, space: SpaceId) -> None:
    """Any controlled space that is not besieged."""
    if game.controller(space) != power:
        raise Illegal("space.not_controlled", "17", space=space)
    if game.under_siege(space):
        raise Illegal("space.under_siege", "17", space=space)
    game.check_open(power, space)


def check_quiet_site(game: WarGame, power: Power, space: SpaceId, *, ships: bool = False) -> None:
    """No unrest and no enemies in the space (12.4; 17.1 for land units, 17.2 for ships)."""
    if game.spaces[space].unrest:
        raise Illegal("space.unrest", "12.4", space=space)
    if has_enemies(game, power, space):
        if ships:
            raise Illegal("construction.enemies", "17.2", space=space)
        raise Illegal("construction.enemies", "17.1", space=space)


def check_room_inside(game: WarGame, space: SpaceId) -> None:
    """Raise `Illegal` if a unit more would be a fifth behind besieged walls (2.1).

    One that breaks the siege may be built: then nobody is shut in (15.3).
    """
    garrison = inside_strength(game, space) + 1
    sieges = game.spaces[space].sieges
    if garrison > GARRISON_LIMIT and any(game.land_strength(space, power) > garrison for power in sieges):
        raise Illegal("construction.no_room_inside", "2.1", space=space, count=GARRISON_LIMIT)


# ---- Counters (17)


def check_counters(game: WarGame, nation: Nation, kind: str, space: SpaceId) -> None:
    """Raise `Illegal` if no counter is left for one more unit in a space (17)."""
    if kind in game.naval_kinds:
        if ships_left(game, nation) < 1:
            if sum(game.lost_ships.get(nation, {}).values()):
                raise Illegal("counters.no_ship_this_turn", "17.2", nation=nation)
            raise Illegal("counters.no_ship", "17.2", nation=nation)
    elif room_for(game, nation, space, kind, 1) < 1:
        raise Illegal("counters.no_room", "17", nation=nation, space=space)


def land_units_left(game: WarGame, nation: Nation) -> int:
    """Strength of land units that the counters of a nation still allow, denominations apart."""
    in_use = game.counts_on_map(nation, LAND_KINDS) + sum(game.away_groups(nation))
    return sum(max(sides) * count for sides, count in game.counter_mix(nation)) - in_use


def ships_left(game: WarGame, nation: Nation) -> int:
    """Ship counters of a nation that are neither on the map nor on the Turn Track (17.2)."""
    in_use = game.counts_on_map(nation, game.naval_kinds)
    return game.ship_counters(nation) - in_use - sum(game.lost_ships.get(nation, {}).values())


# ---- Building


def build(game: WarGame, nation: Nation, kind: str, space: SpaceId) -> None:
    """Put one new unit into a space."""
    game.add_units(space, nation, **{kind: 1})
    game.emit(UnitsBuilt(nation, {kind: 1}, space))


def add_new_units(game: WarGame, nation: Nation, kind: str, count: int, space: SpaceId) -> int:
    """Add units by an event, as many as the counters allow; what lies on the Turn Track is forfeited."""
    if kind in game.naval_kinds:
        count = max(0, min(count, ships_left(game, nation)))
    else:
        count = room_for(game, nation, space, kind, count)
    if count:
        game.add_units(space, nation, **{kind: count})
        game.emit(UnitsBuilt(nation, {kind: count}, space))
    return count


def building_sites(
    game: WarGame, power: Power, nation: Nation, kind: str, *, abroad: bool = False
) -> Iterator[SpaceId]:
    """Spaces in which a unit may be constructed, capitals first."""
    capitals = game.capitals(nation)
    possible = list(game.spaces) if abroad else list(game.home_spaces(nation))
    first = [space for space in capitals if abroad or space in possible]
    room: dict[int, bool] = {}
    """Whether there are counters for one unit more: of ships anywhere, of others by how many are there."""
    for space in (*first, *(space for space in possible if space not in capitals)):
        if allows(check_site, game, power, nation, kind, space, abroad=abroad):
            size = 0 if kind in game.naval_kinds else getattr(game.at(space, nation), kind)
            if size not in room:
                room[size] = allows(check_counters, game, nation, kind, space)
            if room[size]:
                yield space
