"""The New World part of tables.toml: prizes, voyages, riches and raiders."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class VoyageRow(Row):
    result: str
    cards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiderRow(Row):
    stolen: bool
    raider_lost: str


@dataclass(frozen=True, slots=True)
class Prize:
    """A discovery or conquest, with the VP of its marker."""

    id: str
    name: str
    vp: int


@dataclass(frozen=True, slots=True)
class NewWorld:
    discoveries: tuple[Prize, ...]
    conquests: tuple[Prize, ...]
    exploration: tuple[VoyageRow, ...]
    circumnavigation: tuple[VoyageRow, ...]
    conquest: tuple[VoyageRow, ...]
    raiders: tuple[RaiderRow, ...]
    exploration_order: tuple[str, ...]
    conquest_order: tuple[str, ...]
    raider_order: tuple[str, ...]
    uncharted: int
    mercator: int
    smallpox: int
    plantations: int
    plantations_on: tuple[str, ...]
    colony_limit: dict[str, int]
    riches: dict[str, str]

    def riches_result(self, kind: str, total: int) -> str:
        """The letter of a riches column for 2d6, with totals beyond the column read at its end."""
        column = self.riches[kind]
        return column[min(max(total - 2, 0), len(column) - 1)]

    def prize(self, id: str) -> Prize:
        """A discovery or conquest by its id."""
        return next(prize for prize in (*self.discoveries, *self.conquests) if prize.id == id)
