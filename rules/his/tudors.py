"""Henry's wives and heirs, the succession, and England under Mary (21.3)."""

from __future__ import annotations

from rules.his.game import HisGame


async def advance_marriage_on_pass(game: HisGame) -> None:
    """Result 3 of the pregnancy chart: the marker advances when England first passes (21.3)."""


async def papacy_acts_under_mary(game: HisGame) -> bool:
    """English Impulses Under Mary I (21.3); True if the Papacy took the impulse."""
    return False
