"""Records: what is stored by the name of its class, as events, questions, actions and agreements are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """Makes each class below it a frozen dataclass, so that none of hundreds can forget to say so.

    >>> class Feast(Record):
    ...     space: str
    ...     guests: int = 0
    >>> Feast("paris", guests=12)
    Feast(space='paris', guests=12)
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)
