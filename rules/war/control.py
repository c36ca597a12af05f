"""Political control and unrest (12): lines of communication, who may take a space, who may calm it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.ids import INDEPENDENT, Nation, Place, SpaceId, ZoneId
from rules.war.state import WarGame


class ControlChanged(Event):
    """A space has a new owner; `reason` says by what: action, assault, treaty, peace, event, ..."""

    space: SpaceId
    power: Nation
    reason: Reason
    before: Nation | None


class UnrestPlaced(Event):
    space: SpaceId


class UnrestRemoved(Event):
    space: SpaceId


class SiegeLifted(Event):
    space: SpaceId
    power: Power


# ---- 12.1 Line of communication


def has_loc(
    game: WarGame,
    power: Power,
    space: SpaceId,
    *,
    at_most: int | None = None,
    own_homes: bool = False,
    by_sea: bool = True,
) -> bool:
    """Whether a power has a line of communication to a space (12.1).

    Some cards want a short one: `at_most` steps long, from a home space of the power itself
    (`own_homes`), over land only (not `by_sea`).
    """
    # Searched backwards: the space itself need not be friendly, everything behind it must be.
    if is_source(game, power, space, own_homes=own_homes):
        return True
    steps: dict[Place, int] = {space: 0}
    queue: deque[Place] = deque([space])
    while queue:
        here = queue.popleft()
        if at_most is not None and steps[here] == at_most:
            continue
        for there in _behind(game, power, here, by_sea=by_sea):
            if there in steps or not _open_to_communication(game, power, there):
                continue
            if is_source(game, power, there, own_homes=own_homes):
                return True
            steps[there] = steps[here] + 1
            queue.append(there)
    return False


def is_source(game: WarGame, power: Power, place: Place, *, own_homes: bool = False) -> bool:
    """Whether a line may begin here: a friendly, fortified home space of the power or an ally (12.1).

    Home spaces of minor powers allied to the power or to its major allies count.
    """
    if place not in game.spaces or not game.fortified(place):
        return False
    homes = game.home_nations(place)
    if own_homes and power not in homes:
        return False
    return (
        any(game.friendly(power, home) for home in homes)
        and game.friendly(power, game.controller(place))
        and _open_to_communication(game, power, place)
    )


def _behind(game: WarGame, power: Power, place: Place, *, by_sea: bool) -> Iterator[Place]:
    board = game.board
    if place in board.zones:
        yield from board.ports_of(place)
        yield from board.zone_neighbours(place)
        return
    yield from game.neighbours(power, place)
    if by_sea:
        yield from board.zones_of(place)


def _open_to_communication(game: WarGame, power: Power, place: Place) -> bool:
    """Whether a line may lead through a space or sea zone (12.1)."""
    if place in game.board.zones:
        return has_friendly_ships(game, power, place)
    state = game.spaces[place]
    return (
        game.friendly(power, state.control)
        and not state.unrest
        and not game.blocks_lines(place)
        and not has_enemies(game, power, place)
    )


def has_friendly_ships(game: WarGame, power: Power, zone: ZoneId) -> bool:
    """Whether a naval unit of the power or an ally is in a sea zone."""
    here = game.units.get(zone, {})
    return any(units.ships and game.friendly(power, game.commander(nation)) for nation, units in here.items())


def has_enemies(game: WarGame, power: Power, place: Place) -> bool:
    """Whether units or leaders at war with a power are in a place, ships among them."""
    if any(units and game.at_war(power, nation) for nation, units in game.units.get(place, {}).items()):
        return True
    return any(game.at_war(power, game.leader_commander(leader)) for leader in game.leaders_at(place))


# ---- 12.2 Control of unfortified spaces


def check_control(game: WarGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` unless the power may take control of a space: only of unfortified ones (12.2, 12.3)."""
    owner = game.controller(space)
    if not game.wages_war(power):
        raise Illegal("control.not_yet", "21.6")
    if owner is None:
        raise Illegal("space.out_of_play", "21.1", space=space)
    if owner != INDEPENDENT and not game.at_war(power, owner):
        raise Illegal("control.not_hostile", "12.2", space=space)
    if game.fortified(space):
        raise Illegal("control.fortified", "12.3", space=space)
    if not game.may_change_hands(space):
        raise Illegal("control.never_changes", "2.2", space=space)
    if occupied_by_others(game, power, space):
        raise Illegal("control.occupied", "12.2", space=space)
    check_presence(game, power, space, "12.2")
    if not has_loc(game, power, space):
        raise Illegal("space.no_line_of_communication", "12.1", space=space)


def check_presence(game: WarGame, power: Power, space: SpaceId, rule: str) -> None:
    """Raise `Illegal` unless the power's land units are in a space, or alone next to it (12.2, 12.4)."""
    if game.land_strength(space, power):
        return
    if not land_units_adjacent(game, power, space):
        raise Illegal("control.nobody_near", rule, space=space)
    if enemy_land_units_adjacent(game, power, space):
        raise Illegal("control.enemies_near", rule, space=space)


def occupied_by_others(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether land units that are no friends of the power are in a space (12.2)."""
    return any(
        units.land and not game.friendly(power, game.commander(nation))
        for nation, units in game.units.get(space, {}).items()
    )


def land_units_adjacent(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether a power commands land units next to a space; spaces across a pass are not next to it.

    Besieging and besieged units count like all others (12.2).
    """
    return any(game.land_strength(near, power) for near in game.clear_neighbours(power, space))


def enemy_land_units_adjacent(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether land units at war with a power are next to a space; passes as above (12.2)."""
    return any(
        units.land and game.at_war(power, nation) and game.may_cross(game.commander(nation), near, space)
        for near in game.board.clear_neighbours(space)
        for nation, units in game.units.get(near, {}).items()
    )


def change_control(
    game: WarGame, space: SpaceId, power: Nation, reason: Reason, *, keep_sieges: bool = False
) -> None:
    """Give a space to a power; its faith stays, its sieges end unless they are to go on (12.2, 2.4)."""
    state = game.spaces[space]
    before = state.control
    if before == power:
        return
    state.control = power
    game.emit(ControlChanged(space, power, reason, before))
    if not keep_sieges:
        for besieger in list(state.sieges):
            lift_siege(game, space, besieger)
    game.control_changed(space)


def lift_siege(game: WarGame, space: SpaceId, besieger: Power) -> None:
    """End one power's siege of a space."""
    sieges = game.spaces[space].sieges
    if besieger in sieges:
        del sieges[besieger]
        game.emit(SiegeLifted(space, besieger))
        if not sieges:
            game.siege_lifted(space)


# ---- 12.4 Unrest


def may_be_stirred(game: WarGame, space: SpaceId) -> bool:
    """Whether an unrest marker may be put on a space: in play, quiet, and nobody there (12.4)."""
    state = game.spaces[space]
    return state.control is not None and not state.unrest and not game.occupied(space)


def place_unrest(game: WarGame, space: SpaceId) -> None:
    """Put an unrest marker on a space; some causes do so whoever is there (12.4)."""
    if not game.spaces[space].unrest:
        game.spaces[space].unrest = True
        game.emit(UnrestPlaced(space))


def remove_unrest(game: WarGame, space: SpaceId) -> None:
    """Take an unrest marker off a space."""
    if game.spaces[space].unrest:
        game.spaces[space].unrest = False
        game.emit(UnrestRemoved(space))


def check_removal_of_unrest(game: WarGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` unless the power may calm a space, fortified or not, far or near (12.4)."""
    if not game.spaces[space].unrest:
        raise Illegal("control.no_unrest", "12.4", space=space)
    if not game.may_calm_from_afar(power, space):
        check_presence(game, power, space, "12.4")
