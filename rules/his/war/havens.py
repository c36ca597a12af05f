"""Barbary Pirates and pirate havens: Algiers, Oran and Tripoli become Ottoman (21.1)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.reasons import Reason
from rules.his.game import HisGame
from rules.his.powers import OTHER_FAITH, OTTOMAN
from rules.war.construction import add_new_units
from rules.war.control import change_control
from rules.war.ids import INDEPENDENT, SpaceId

ALGIERS = "algiers"
BARBAROSSA = "barbarossa"
SITES = ("oran", "tripoli")


class HavenFounded(Event):
    space: SpaceId


def barbary_pirates(game: HisGame) -> None:
    """Algiers comes into play as an Ottoman key with Barbarossa and his men; piracy may begin (21.1)."""
    game.pirates = True
    make_haven(game, ALGIERS)
    add_new_units(game, OTTOMAN, "regulars", 2, ALGIERS)
    add_new_units(game, OTTOMAN, "corsairs", 2, ALGIERS)
    leader = game.leaders[BARBAROSSA]
    if not leader.removed:
        leader.place = ALGIERS


def haven_sites(game: HisGame) -> list[SpaceId]:
    """Where Pirate Haven may be played: Oran or Tripoli, empty, of an enemy, near an Ottoman fortification.

    A haven that was lost may be won back so.  Near means a port on the same sea zone.
    """
    if not game.pirates:
        return []
    return [space for space in SITES if _held_by_enemy(game, space) and _in_reach(game, space)]


def _held_by_enemy(game: HisGame, space: SpaceId) -> bool:
    holder = game.controller(space)
    return holder is not None and game.at_war(OTTOMAN, holder) and not game.occupied(space)


def _in_reach(game: HisGame, space: SpaceId) -> bool:
    return any(
        game.controller(port) == OTTOMAN and game.fortified(port)
        for zone in game.board.zones_of(space)
        for port in game.board.ports_of(zone)
        if port != space
    )


def found_haven(game: HisGame, space: SpaceId) -> None:
    """Pirate Haven: the space turns Ottoman and fortified, with a regular and two corsairs (21.1)."""
    make_haven(game, space)
    game.spaces[space].fortress = True
    add_new_units(game, OTTOMAN, "regulars", 1, space)
    add_new_units(game, OTTOMAN, "corsairs", 2, space)


def make_haven(game: HisGame, space: SpaceId) -> None:
    """From now on an Ottoman home space with a fortress, beyond the reach of the Reformation (2.3, 21.1)."""
    if space not in game.havens:
        game.havens.append(space)
        game.emit(HavenFounded(space))
    state = game.spaces[space]
    state.religion = OTHER_FAITH
    if state.control is None:
        state.control = INDEPENDENT  # it was out of play
    change_control(game, space, OTTOMAN, Reason("pirate_haven"))
