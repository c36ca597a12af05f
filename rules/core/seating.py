"""Which powers each player has: as the scenario book seats so many, or as the players like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rules.core.flow import Power
from rules.core.log import Setup

Seating: TypeAlias = tuple[tuple[Power, ...], ...]
SEATS_OPTION = "seats"
"""Option of a game: who shares which powers, powers of one player joined by "+"."""


def seated(seats: Iterable[tuple[Power, ...]]) -> tuple[str, str]:
    """The option of a game whose players share the powers as they like."""
    return SEATS_OPTION, " ".join("+".join(powers) for powers in seats)


def own_seating(setup: Setup) -> Seating | None:
    """The seating that the players chose for themselves, if they did."""
    own = dict(setup.options).get(SEATS_OPTION)
    return tuple(tuple(powers.split("+")) for powers in own.split()) if own else None
