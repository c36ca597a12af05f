"""Dice tables: rows that cover a range of totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.core.records import Record


class Row(Record, kw_only=True):
    """A row of a dice table, for totals from `min` to `max`; an absent end is open."""

    min: int = -99
    max: int = 99


R = TypeVar("R", bound=Row)


def row_for(rows: Sequence[R], total: int) -> R:
    """The row of a table that a total falls on."""
    return next(row for row in rows if row.min <= total <= row.max)
