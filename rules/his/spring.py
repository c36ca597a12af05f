"""Spring Deployment (10)."""

from __future__ import annotations

from rules.his.game import HisGame


async def spring_deployment_phase(game: HisGame) -> None:
    """Each power may move one formation from its capital (10)."""
