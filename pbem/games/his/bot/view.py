"""What a power may know of a position, as a position: other hands and the deck are dealt anew.

The view shares the open board with the game and is only looked at.  Its hidden cards and its dice follow from
open facts alone, so that two games which a power cannot tell apart give it the same view.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random

from pbem.war.hidden import dealt_anew
from rules import Power
from rules.core.dice import Dice
from rules.his.game import HisGame


def view_for(game: HisGame, power: Power, *, salt: str = "") -> HisGame:
    """The position as a power may know it; another salt deals the unknown cards in another way."""
    seen = copy(game)
    open_facts = f"{power}/{game.turn}/{game.phase}/{game.impulse_number}/{salt}"
    seen.cards = dealt_anew(game, power, Random(open_facts))
    seen.dice = Dice(open_facts)
    own = game.hand(power)
    seen.impulse = replace(game.impulse, held_back=[card for card in game.impulse.held_back if card in own])
    seen.events = []
    seen.moments = game.moments
    return seen
