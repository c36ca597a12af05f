"""The sequence of play: phase after phase, turn after turn, until somebody has won.

The cursor is in the state (`turn`, `phase`), so a game can be played from wherever it stands.  A title has a
table of its phases; each plays itself, or a part of itself, and says when it is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from rules.core.events import Event
from rules.core.flow import Power, checkpoint
from rules.core.story import PhaseBegan, VictoryDeclared

OVER = "over"
"""The phase of a game that has ended."""


class GameInPhases(Protocol):
    """What the sequence of play needs of a game."""

    turn: int
    phase: str
    winner: Power | None
    victory: str

    def emit(self, event: Event) -> None: ...

    async def settle(self) -> None: ...


G = TypeVar("G", bound=GameInPhases)
Phases: TypeAlias = Mapping[str, Callable[[G], Awaitable[None]]]


class GameWon(Exception):
    """The game is over at once; only `play` catches it."""


async def play(game: G, phases: Phases[G]) -> None:
    """Play from wherever the state stands to the end of the game."""
    while game.phase != OVER:
        await checkpoint()
        try:
            await phases[game.phase](game)
        except GameWon:
            game.phase = OVER


async def go_on_to_next(
    game: G, phases: Phases[G], *, begins_with: str, skipped: Callable[[G, str], bool] | None = None
) -> None:
    """Go on to the next phase; after the last a new turn begins with one of them (7)."""
    await game.settle()
    order = list(phases)
    at = order.index(game.phase) + 1
    while skipped is not None and at < len(order) and skipped(game, order[at]):
        at += 1
    if at == len(order):
        game.turn += 1
        at = order.index(begins_with)
    game.phase = order[at]
    game.emit(PhaseBegan(game.turn, game.phase))


def win(game: Any, power: Power, how: str) -> None:
    """Somebody has won: nothing more is played.

    :raises GameWon: always.
    """
    game.winner, game.victory = power, how
    game.emit(VictoryDeclared(power, how))
    raise GameWon
