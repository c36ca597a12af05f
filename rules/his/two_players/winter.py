"""Winter in the two-player game (19): powers without a player send their leaders and armies home for good."""

from __future__ import annotations

from rules.his.duel import INVADERS
from rules.his.game import HisGame
from rules.his.powers import PAPACY
from rules.his.two_players import events as told
from rules.war.construction import add_new_units

ROME = "rome"


def leaders_go_home(game: HisGame) -> None:
    """Army leaders of France, the Hapsburgs and the Ottoman leave, captives too, until a card calls them."""
    gone = [
        name
        for name, leader in game.leaders.items()
        if leader.power in INVADERS
        and not game.is_naval_leader(name)
        and not leader.removed
        and any((leader.place, leader.captor, leader.returns))
    ]
    for name in gone:
        leader = game.leaders[name]
        leader.place = leader.captor = leader.returns = None
    if gone:
        game.emit(told.LeadersWentHome(tuple(gone)))


def rome_recruits(game: HisGame) -> None:
    """One regular in Rome, if the Papacy holds it and it is quiet; nobody else has replacements (19.5)."""
    if game.controller(ROME) == PAPACY and not game.spaces[ROME].unrest:
        add_new_units(game, PAPACY, "regulars", 1, ROME)
