"""The New World (20)."""

from __future__ import annotations

from rules.his.game import HisGame


async def new_world_phase(game: HisGame) -> None:
    """Colonies arrive, then explorations, then conquests are resolved (20)."""


def new_world_riches(game: HisGame) -> dict[str, int]:
    """Roll for colonies and conquests; extra cards by power (20.4)."""
    return {}
