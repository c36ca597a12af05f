"""What must be true of ships and naval leaders between decisions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.flow import Power
from rules.war.displacement import commanders_of_ships, ships_at
from rules.war.ids import LOANED, LeaderId, SpaceId, ZoneId, owner
from rules.war.state import WarGame


def naval_problems(game: WarGame) -> Iterator[str]:
    """Ships float, corsairs are not lent, nobody is where he never goes, no leader is alone at sea."""
    for place, here in game.units.items():
        for nation, units in here.items():
            if not units.ships:
                continue
            if place in game.spaces and not game.board.spaces[place].is_port:
                yield f"{nation} has ships in {place}, which is no port"
            if game.barred_from(owner(nation), place):
                yield f"{nation} has ships in the {place}, where they never go (16.1)"
            if units.corsairs and LOANED in nation:
                yield f"corsairs in {place} are on loan, which they never are (9.2)"
    busy = game.campaign.judging or bool(game.campaign.unsettled)
    for port in () if busy else ports_in_use(game):
        for power in strangers_in_port(game, port):
            yield f"{power} has ships or naval leaders in {port}, which is not its side's port (12.2)"
    for name, leader in game.leaders.items():
        if leader.place in game.board.zones:
            if not busy and not _among_ships(game, name, leader.place):
                yield f"{name} is alone in the {leader.place}"
            if game.barred_from(leader.power, leader.place):
                yield f"{name} is in the {leader.place}, where he never goes (16.1)"


def ports_in_use(game: WarGame) -> list[SpaceId]:
    """Spaces in which ships or leaders are."""
    places = [place for place, here in game.units.items() if any(units.ships for units in here.values())]
    return [place for place in dict.fromkeys((*places, *game.places_with_leaders())) if place in game.spaces]


def strangers_in_port(game: WarGame, port: SpaceId) -> list[Power]:
    """Who commands ships or naval leaders in a port that neither he nor an ally holds (12.2)."""
    holder = game.controller(port)
    return [power for power in commanders_of_ships(game, port) if not game.friendly(power, holder)]


def has_strangers_in_ports(game: WarGame) -> bool:
    """Whether there is somebody of that kind in any port."""
    spaces = game.spaces
    for place, here in game.units.items():
        state = spaces.get(place)
        if state is not None:
            for nation, units in here.items():
                # Whoever holds the port is no stranger there: so it is nearly everywhere.
                if (
                    nation != state.control
                    and units.ships
                    and not game.friendly(game.commander(nation), state.control)
                ):
                    return True
    for name, leader in game.leaders.items():
        state = spaces.get(leader.place) if leader.place else None
        if (
            state is not None
            and (leader.loaned_to or leader.power != state.control)
            and game.is_naval_leader(name)
            and not game.friendly(game.leader_commander(name), state.control)
        ):
            return True
    return False


def _among_ships(game: WarGame, name: LeaderId, zone: ZoneId) -> bool:
    """Whether a leader at sea is with ships of his side.

    An inactive minor power's is still with its former ally's, while other units leave its spaces (22.4).
    """
    commander = game.leader_commander(name)
    if commander in game.majors:
        return bool(ships_at(game, zone, commander))
    return any(units.ships for units in game.units.get(zone, {}).values())
