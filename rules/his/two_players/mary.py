"""England under Mary I in the two-player game: after Protestant impulses the Papacy may act there (21.3)."""

from __future__ import annotations

from rules.core.card_play import discard_from_deck
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.his.dynasty.tudors import papal_works
from rules.his.game import HisGame
from rules.his.powers import PAPACY
from rules.his.state import Impulse
from rules.his.two_players.events import MaryStirs

STIRS_FROM = 5


async def mary_stirs(game: HisGame) -> None:
    """D2-6: on 5 or 6 the top card of the deck says what the Papacy does in the English zone."""
    (die,) = game.roll(PAPACY, 1, Reason("mary_stirs"))
    if die < STIRS_FROM:
        return
    card = discard_from_deck(game, PAPACY)
    if card is None:
        return
    cp = game.card(card).cp
    game.emit(MaryStirs(card, cp))
    held_back = game.impulse.held_back
    game.impulse = Impulse(PAPACY, held_back=held_back)  # its targets are tried anew
    await papal_works(game, row_for(game.data.marriage.mary_impulse.rows, cp).actions)
    game.impulse = Impulse(held_back=held_back)
