"""The sequence of play (7): eight phases, turn after turn.

The cursor is in the state (`turn`, `phase`, `turn_power`), so `play` can start anywhere; each function below
plays one phase, or one impulse of the Action Phase, and says when it is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.core import sequence
from rules.core.flow import Procedure
from rules.core.windows import open_window
from rules.vq.diplomacy.phase import diplomacy_phase
from rules.vq.dynasty.patronage import patronage_phase
from rules.vq.game import VqGame
from rules.vq.powers import OTTOMAN
from rules.vq.sequence.card_phase import card_phase
from rules.vq.sequence.impulse import next_impulse
from rules.vq.sequence.spring import spring_phase
from rules.vq.sequence.weddings import marriage_phase
from rules.vq.sequence.winter import winter_phase
from rules.vq.victory import ACTION_PHASE, check_automatic_victory, victory_phase
from rules.war.position import DiplomacyState
from rules.war.windows import WarWindow


def play(game: VqGame) -> Procedure[None]:
    """Play from wherever the state stands to the end of the game."""
    return sequence.play(game, PHASES)


async def next_phase(game: VqGame) -> None:
    """Go on to the next phase; after the last a new turn begins (7)."""
    await sequence.go_on_to_next(game, PHASES, begins_with="cards")


async def cards(game: VqGame) -> None:
    """Card Phase (7, phase 1; 8)."""
    await card_phase(game)
    await next_phase(game)


async def diplomacy(game: VqGame) -> None:
    """Diplomacy Phase (7, phase 2; 9)."""
    game.diplomacy = DiplomacyState()
    await diplomacy_phase(game)
    await next_phase(game)


async def spring(game: VqGame) -> None:
    """Spring Deployment (7, phase 3; 10)."""
    await spring_phase(game)
    await next_phase(game)
    game.turn_power, game.passes = OTTOMAN, 0
    # What became true in other phases counts only now (25.1).
    check_automatic_victory(game)
    await open_window(game, WarWindow.AFTER_ACTION, None, powers=game.majors)


async def action(game: VqGame) -> None:
    """One impulse of the Action Phase (7, phase 4; 11)."""
    if not await next_impulse(game):
        await next_phase(game)


async def winter(game: VqGame) -> None:
    """Winter (7, phase 5; 20)."""
    await winter_phase(game)
    await next_phase(game)


async def marriage(game: VqGame) -> None:
    """Marriage (7, phase 6; 21)."""
    await marriage_phase(game)
    await next_phase(game)


async def patronage(game: VqGame) -> None:
    """Patronage (7, phase 7; 22)."""
    await patronage_phase(game)
    await next_phase(game)


async def victory(game: VqGame) -> None:
    """Victory Determination (7, phase 8; 25.3)."""
    await victory_phase(game)
    await next_phase(game)


PHASES: dict[str, Callable[[VqGame], Awaitable[None]]] = {
    "cards": cards,
    "diplomacy": diplomacy,
    "spring": spring,
    ACTION_PHASE: action,
    "winter": winter,
    "marriage": marriage,
    "patronage": patronage,
    "victory": victory,
}
