"""cards.toml: the cards and their uses; what a use does is code under `rules/his/cards`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardUse:
    """One of a card's alternatives: who may play it so, when, and the CP that come with it."""

    id: str
    by: tuple[str, ...]
    when: tuple[str, ...]
    grants_cp: int = 0


@dataclass(frozen=True, slots=True)
class CardData:
    n: int
    title: str
    cp: int
    kind: str
    enters: str
    removed: str
    summary: str
    uses: tuple[CardUse, ...]
    home: str | None = None
    turn: int | None = None
    condition: str | None = None
    only_1517: bool = False
    due: int | None = None
    invasion: bool = False
    """A Diplomacy card that brings an army of a power without a player."""

    def use(self, id: str) -> CardUse:
        return next(use for use in self.uses if use.id == id)
