"""The Diplomacy Phase of the two-player game: wars end, and each player draws and plays a Diplomacy card."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.his.duel import PLAYERS
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT
from rules.his.two_players.deck import (
    add_league_cards,
    choose_card,
    draw_diplomacy_card,
    duel_of,
    play_diplomacy_card,
)
from rules.his.two_players.peace import papacy_ends_wars


async def diplomacy_phase(game: HisGame) -> None:
    """Four steps in their order; there are no deals, no ransom and no declarations of war."""
    duel = duel_of(game)
    duel.played.clear()
    duel.bound = None
    await papacy_ends_wars(game)  # 1
    add_league_cards(game)  # 2
    for power in PLAYERS:  # 3
        draw_diplomacy_card(game, power)
    if game.turn > game.scenario.turns[0]:  # 4: nothing is played on the first turn
        for power in PLAYERS:
            if (card := await choose_diplomacy_card(game, power)) is not None:
                await play_diplomacy_card(game, power, card)


async def choose_diplomacy_card(game: HisGame, power: Power) -> CardNumber | None:
    """D2-2 and D2-3: one of the two cards must be played, even if both help the enemy.

    The Papacy may have bound the Protestant (#205, #219).  Silence plays the lower number.
    """
    duel = duel_of(game)
    hand = sorted(duel.hands[power])
    if power == PROTESTANT and duel.bound in hand:
        return duel.bound
    if not hand:
        return None
    return await choose_card(power, "diplomacy_card", hand)
