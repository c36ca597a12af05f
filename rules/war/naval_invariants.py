"""What must be true of ships and naval leaders between decisions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.war.displacement import ships_at
from rules.war.state import LOANED, LeaderId, Nation, Place, WarGame, ZoneId, owner


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
            if in_strange_port(game, nation, place) and place not in game.campaign.unsettled:
                yield f"{nation} has ships in {place}, which is not its side's port (12.2)"
    for name, leader in game.leaders.items():
        if leader.place in game.board.zones:
            if not _among_ships(game, name, leader.place):
                yield f"{name} is alone in the {leader.place}"
            if game.barred_from(leader.power, leader.place):
                yield f"{name} is in the {leader.place}, where he never goes (16.1)"


def in_strange_port(game: WarGame, nation: Nation, place: Place) -> bool:
    """Whether a nation has ships in a port that neither its side nor an ally holds."""
    return (
        place in game.spaces
        and bool(game.at(place, nation).ships)
        and not game.friendly(game.commander(nation), game.controller(place))
    )


def _among_ships(game: WarGame, name: LeaderId, zone: ZoneId) -> bool:
    """Whether a leader at sea is with ships of his side.

    An inactive minor power's is still with its former ally's, while other units leave its spaces (22.4).
    """
    commander = game.leader_commander(name)
    if commander in game.majors:
        return bool(ships_at(game, zone, commander))
    return any(units.ships for units in game.units.get(zone, {}).values())
