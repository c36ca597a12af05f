"""The Diplomacy Phase (9)."""

from __future__ import annotations

from rules.his.game import HisGame


async def diplomacy_phase(game: HisGame) -> None:
    """Negotiation, peace, ransom, excommunication and war (9)."""
