"""The sequence of play (7): nine phases, turn after turn.

The cursor is in the state (`turn`, `phase`, `turn_power`), so `play` can start anywhere; each function below
plays one phase, or one impulse of the Action Phase, and says when it is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.core import sequence
from rules.core.flow import Procedure
from rules.core.windows import open_window
from rules.his.diplomacy.phase import diplomacy_phase
from rules.his.game import HisGame
from rules.his.new_world.phase import new_world_phase
from rules.his.powers import IMPULSE_ORDER
from rules.his.sequence.card_draw import card_draw_phase
from rules.his.sequence.impulse import next_impulse
from rules.his.sequence.spring import spring_deployment_phase
from rules.his.sequence.theses_and_diet import diet_of_worms_phase, theses_phase
from rules.his.sequence.winter import winter_phase
from rules.his.state import Diplomacy
from rules.his.two_players.phase import diplomacy_phase as diplomacy_phase_of_two
from rules.his.victory import ACTION_PHASE, check_automatic_victory, victory_determination
from rules.war.windows import WarWindow

SKIPPED_AFTER_TURN_1 = ("theses", "diet")
NEW_WORLD = "new_world"


def play(game: HisGame) -> Procedure[None]:
    """Play from wherever the state stands to the end of the game."""
    return sequence.play(game, PHASES)


async def next_phase(game: HisGame) -> None:
    """Go on to the next phase; the 95 Theses and the Diet are for turn 1 of 1517 only (7)."""
    await sequence.go_on_to_next(game, PHASES, begins_with="card_draw", skipped=skipped)


def skipped(game: HisGame, phase: str) -> bool:
    """The phases of turn 1 in later ones; the New World, where only two play (scenario book)."""
    if phase == NEW_WORLD:
        return game.duel is not None
    return phase in SKIPPED_AFTER_TURN_1 and not game.first_turn_of_1517()


async def theses(game: HisGame) -> None:
    """Luther's 95 Theses (7, phase 1; 8.1, 18.1)."""
    await theses_phase(game)
    await next_phase(game)


async def card_draw(game: HisGame) -> None:
    """Card Draw (7, phase 2; 8.2)."""
    await card_draw_phase(game)
    await next_phase(game)


async def diplomacy(game: HisGame) -> None:
    """Diplomacy (7, phase 3; 9)."""
    game.diplomacy = Diplomacy()
    await (diplomacy_phase if game.duel is None else diplomacy_phase_of_two)(game)
    await next_phase(game)


async def diet(game: HisGame) -> None:
    """The Diet of Worms (7, phase 4; 18.1)."""
    await diet_of_worms_phase(game)
    await next_phase(game)


async def spring(game: HisGame) -> None:
    """Spring Deployment (7, phase 5; 10)."""
    await spring_deployment_phase(game)
    await next_phase(game)
    game.turn_power, game.passes = game.players[0], 0
    # A power that became strong enough in the Diplomacy Phase wins only now (23.1).
    check_automatic_victory(game)
    # 6.1: responses belong to the Action Phase, and so to the time before its first action too.
    await open_window(game, WarWindow.AFTER_ACTION, None, powers=IMPULSE_ORDER)


async def action(game: HisGame) -> None:
    """One impulse of the Action Phase (7, phase 6; 11)."""
    if not await next_impulse(game):
        await next_phase(game)


async def winter(game: HisGame) -> None:
    """Winter (7, phase 7; 19)."""
    await winter_phase(game)
    await next_phase(game)


async def new_world(game: HisGame) -> None:
    """The New World (7, phase 8; 20)."""
    await new_world_phase(game)
    await next_phase(game)


async def victory(game: HisGame) -> None:
    """Victory Determination (7, phase 9; 23.3)."""
    victory_determination(game)
    await next_phase(game)


PHASES: dict[str, Callable[[HisGame], Awaitable[None]]] = {
    "theses": theses,
    "card_draw": card_draw,
    "diplomacy": diplomacy,
    "diet": diet,
    "spring": spring,
    ACTION_PHASE: action,
    "winter": winter,
    NEW_WORLD: new_world,
    "victory": victory,
}
