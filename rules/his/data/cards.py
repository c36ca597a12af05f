"""cards.toml: the cards and their uses; what a use does is code under `rules/his/cards`."""

from __future__ import annotations

from rules.war.printed import PrintedCard


class CardData(PrintedCard):
    """A card of this game."""

    condition: str | None = None
    only_1517: bool = False
    due: int | None = None
    invasion: bool = False
    """A Diplomacy card that brings an army of a power without a player."""
