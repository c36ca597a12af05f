"""Records: values that never change, as events, questions, actions, formations and rows of tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """Makes each class below it a frozen dataclass, so that none of hundreds can forget to say so.

    What has a decorator of its own can change, as the parts of a position.

    >>> class Feast(Record):
    ...     space: str
    ...     guests: int = 0
    >>> Feast("paris", guests=12)
    Feast(space='paris', guests=12)
    """

    __slots__ = ()

    def __init_subclass__(cls, *, kw_only: bool = False, eq: bool = True) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only, eq=eq)(cls)
