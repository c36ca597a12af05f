"""Mandatory events whose effects are not written yet: they must be playable, and do nothing."""

from __future__ import annotations

from rules.core.flow import Power
from rules.his.game import HisGame
from rules.his.windows import CARDS

MANDATORY = (*range(9, 24), 97, 113, 114)


def _always(game: HisGame, power: Power) -> bool:
    return True


async def _nothing(game: HisGame, power: Power) -> None:
    """No effect yet."""


for _card in MANDATORY:
    if _card not in CARDS.events:
        CARDS.event(_card, "event", playable=_always)(_nothing)
