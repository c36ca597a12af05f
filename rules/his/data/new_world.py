"""The New World part of tables.toml: prizes, voyages, riches and raiders."""

from __future__ import annotations

from rules.core.records import Record
from rules.core.rows import Row


class VoyageRow(Row, kw_only=True):
    result: str
    cards: int = 0


class RaiderRow(Row, kw_only=True):
    stolen: bool
    raider_lost: str


class Prize(Record):
    """A discovery or conquest, with the VP of its marker."""

    id: str
    name: str
    vp: int


class NewWorld(Record):
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
