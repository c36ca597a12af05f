"""What the data of every title says in the same words: cards and their uses, rulers, control markers."""

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
class PrintedCard:
    """A card; what its uses do is code."""

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

    def use(self, id: str) -> CardUse:
        return next(use for use in self.uses if use.id == id)


@dataclass(frozen=True, slots=True)
class PrintedRuler:
    """A ruler: `admin` cards may be kept, `bonus` more are dealt; `card` brings him in, None is the first."""

    id: str
    power: str
    name: str
    admin: int
    bonus: int
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """Control markers by power: on keys (square) and on all other spaces (hexagonal)."""

    keys: dict[str, tuple[str, ...]]
    others: dict[str, tuple[str, ...]]

    def holders(self) -> dict[str, str]:
        """Who holds each space that has a marker."""
        return {
            space: power
            for markers in (self.keys, self.others)
            for power, spaces in markers.items()
            for space in spaces
        }
