"""The Winter Phase (19)."""

from __future__ import annotations

from rules.his.game import HisGame


async def winter_phase(game: HisGame) -> None:
    """Everybody goes home (19)."""
    game.this_turn.clear()
    game.cards.used_as_event.clear()
