"""What a power may know of a position, as a position: hidden cards, treasures and aims are dealt anew."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random

from pbem.war.hidden import dealt_anew
from rules import Power
from rules.core.dice import Dice
from rules.vq.game import VqGame
from rules.vq.powers import EMPIRE, SPAIN
from rules.vq.state import Treasures

PREFERENCES = ("balanced", "catholic", "protestant")


def view_for(game: VqGame, power: Power) -> VqGame:
    """The position as a power may know it; it shares the open board with the game and is only looked at."""
    seen = copy(game)
    open_facts = f"{power}/{game.turn}/{game.phase}/{game.impulse_number}/{game.impulse.cp}"
    rng = Random(open_facts)
    seen.cards = dealt_anew(game, power, rng)
    seen.dice = Dice(open_facts)
    own = game.hand(power)
    seen.impulse = replace(game.impulse, held_back=[card for card in game.impulse.held_back if card in own])
    seen.treasures = _treasures(game, power, rng)
    if power != EMPIRE and game.lasting.preference and not game.lasting.preference_open:
        seen.lasting = replace(game.lasting, preference=rng.choice(PREFERENCES))
    seen.events = []
    seen.moments = game.moments
    return seen


def _treasures(game: VqGame, power: Power, rng: Random) -> Treasures:
    """Others' treasures, the rows and the pool, shuffled; only Spain knows its own row (6.3)."""
    all_ = game.treasures
    hidden = [*all_.pool, *all_.portugal, *([] if power == SPAIN else all_.spain)]
    hidden += [treasure for other, hand in all_.hands.items() if other != power for treasure in hand]
    hidden.sort()
    rng.shuffle(hidden)

    def some(count: int) -> list[str]:
        taken = hidden[:count]
        del hidden[:count]
        return taken

    hands = {other: list(h) if other == power else some(len(h)) for other, h in all_.hands.items()}
    spain = list(all_.spain) if power == SPAIN else some(len(all_.spain))
    portugal = some(len(all_.portugal))
    return replace(all_, pool=sorted(hidden), spain=spain, portugal=portugal, hands=hands)
