"""Leaders: who is in play, who leaves, and the Default Leader of a power without any (5.1, 8.1, 23.6)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.vq.game import VqGame
from rules.vq.powers import AREA_OF, FACTIONS, PROTESTANT
from rules.war.ids import LeaderId, Nation, SpaceId


class LeaderLeftGame(Event):
    leader: LeaderId


class LeadersArrived(Event):
    """They are on their power cards; they come to the map in spring (8.1)."""

    leaders: tuple[LeaderId, ...]


def in_play(game: VqGame, leader: LeaderId) -> bool:
    """On the map, on a card, captive or waiting; captives are in play (5.1)."""
    figure = game.leaders[leader]
    away = any(leader in war.leaders for war in game.foreign_wars.values())
    aboard = leader in game.lasting.aboard.leaders
    return bool(figure.place or figure.captor or figure.returns or leader in game.arriving or away or aboard)


def has_army_leader(game: VqGame, nation: Nation) -> bool:
    """Whether a power, or a faction, has an army leader in play other than its Default Leader (5.1)."""
    return any(
        data.power == nation and not data.naval and not data.default and in_play(game, leader)
        for leader, data in game.data.leaders.items()
    )


def default_leader(game: VqGame, nation: Nation) -> LeaderId | None:
    return next(
        (who for who, data in game.data.leaders.items() if data.default and data.power == nation), None
    )


def leave_game(game: VqGame, leader: LeaderId) -> None:
    """A leader is out of the game for good; a power without any gets its Default Leader (5.1)."""
    figure = game.leaders[leader]
    figure.place = figure.captor = figure.returns = None
    figure.removed = True
    if leader in game.arriving:
        game.arriving.remove(leader)
    for war in game.foreign_wars.values():
        if leader in war.leaders:
            war.leaders.remove(leader)
    if leader in game.lasting.aboard.leaders:
        game.lasting.aboard.leaders.remove(leader)
    game.emit(LeaderLeftGame(leader))


def default_leader_waits(game: VqGame, nation: Nation) -> None:
    """Premature Death, murder or a plot took the last army leader: his Default Leader waits (5.1)."""
    substitute = default_leader(game, nation)
    if substitute is None or has_army_leader(game, nation):
        return
    figure = game.leaders[substitute]
    figure.removed = False
    figure.returns = game.turn + 1


def dismiss_default_leader(game: VqGame, nation: Nation) -> None:
    """A power never has a Default Leader beside a real one (5.1)."""
    substitute = default_leader(game, nation)
    if substitute is not None and in_play(game, substitute):
        leave_game(game, substitute)
        game.leaders[substitute].removed = False  # he may be wanted again


def places_for_leader(game: VqGame, leader: LeaderId, *, afloat: bool | None = None) -> list[SpaceId]:
    """Where an arriving leader may be placed: best by default first (10 step 4, 23.6).

    Army leaders in a fortified space that their power controls, naval leaders in a home port that it
    controls; those of a faction in its own area.
    """
    nation = game.leaders[leader].power
    power = game.commander(nation)
    naval = game.is_naval_leader(leader) if afloat is None else afloat
    held = [space for space in game.spaces_of(power) if suits(game, nation, space, naval=naval)]
    capitals = game.capitals(nation)
    held.sort(key=lambda space: (space not in capitals, -game.land_strength(space, power), space))
    return held


def suits(game: VqGame, nation: Nation, space: SpaceId, *, naval: bool) -> bool:
    """Whether a nation's leader may enter in a space that its power controls."""
    if naval:
        return game.board.spaces[space].is_port and game.is_home(nation, space)
    if not game.fortified(space):
        return False
    return nation not in FACTIONS or (
        game.printed(space).area == AREA_OF[nation] and game.is_home(nation, space)
    )


def homes_for_leader(game: VqGame, power: Power, nation: Nation) -> list[SpaceId]:
    """A freed leader's capital if it is friendly, else any friendly key (9.1, 9.3)."""
    capitals = [space for space in game.capitals(nation) if game.friendly(power, game.controller(space))]
    keys = [key for key in game.board.keys if game.friendly(power, game.controller(key))]
    if not capitals and power == PROTESTANT and (game.as_at_first or not keys):
        capitals = [s for s in game.capitals(power) if game.controller(s) == power]
    return capitals or keys
