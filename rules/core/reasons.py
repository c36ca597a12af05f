"""Why dice fell, a card was drawn or a space changed hands: a code and what it speaks of, no words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rules.core import codec

_CODE = re.compile(r"[a-z][a-z_]*")


def is_words(data: codec.Json) -> bool:
    """Whether a stored reason is English of an older version: no code."""
    return isinstance(data, str) and not _CODE.fullmatch(data)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Reason:
    """A code with fields; `rules.core.kinds` says what their keywords mean.

    A reason without fields is stored as its code alone.  Games of older versions hold English there, which
    makes a reason whose code nobody knows: it is shown as it stands.

    >>> Reason("rebels", space="milan")
    rebels space=milan
    >>> Reason.load(Reason("rebels", space="milan").dump()) == Reason("rebels", space="milan")
    True
    """

    code: str
    pairs: tuple[tuple[str, Any], ...]

    def __init__(self, code: str, /, **fields: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "pairs", tuple(fields.items()))

    @property
    def fields(self) -> dict[str, Any]:
        return dict(self.pairs)

    def __repr__(self) -> str:
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.pairs)])

    def dump(self) -> codec.Json:
        return [self.code, self.fields] if self.pairs else self.code

    @classmethod
    def load(cls, data: codec.Json) -> Reason:
        if isinstance(data, str):
            return cls(data)
        code, fields = data
        return cls(code, **{name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()})


codec.own_form(Reason, Reason.dump, Reason.load)
