"""The Reformation: attempts, treatises, translations (18.1 to 18.4)."""

from __future__ import annotations

from rules.his.game import HisGame


async def theses_phase(game: HisGame) -> None:
    """Luther's 95 Theses Phase (18.1)."""
    game.hand("protestant").remove(8)
    game.cards.removed.append(8)


async def diet_of_worms_phase(game: HisGame) -> None:
    """Diet of Worms Phase (18.1)."""
