"""What ids name: a type such as `SpaceId` is a string that says so, and whoever tells a fact needs no guess.

An event's field has its kind by its type.  Refusals and reasons are codes with keywords instead, and there
the last word of a keyword is the kind: `space`, `other_space`, `powers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias


@dataclass(frozen=True, slots=True)
class Kind:
    """Marks a type: its values are ids of this kind."""

    name: str


@dataclass(frozen=True, slots=True)
class KindIn:
    """Marks a type: of which kind its values are, another field of the same record tells."""

    field: str


NUMBER = "number"
TEXT = "text"
REASON = "reason"

Text: TypeAlias = Annotated[str, Kind(TEXT)]
"""What a person wrote, shown as it stands."""
Faith: TypeAlias = Annotated[str, Kind("faith")]
Language: TypeAlias = Annotated[str, Kind("language")]
UnitKind: TypeAlias = Annotated[str, Kind("unit")]

FIELDS = {
    "space": "space",
    "port": "space",
    "key": "space",
    "zone": "sea",
    "place": "place",
    "power": "power",
    "nation": "nation",
    "minor": "nation",
    "leader": "leader",
    "card": "card",
    "use": "use",
    "debater": "debater",
    "reformer": "reformer",
    "ruler": "ruler",
    "explorer": "explorer",
    "conquistador": "conquistador",
    "prize": "option",
    "colony": "option",
    "option": "option",
    "faith": "faith",
    "language": "language",
    "unit": "unit",
    "phase": "phase",
    "wife": "wife",
    "work": "work",
    "gift": "gift",
    "thing": "thing",
    "count": NUMBER,
    "number": NUMBER,
    "cp": NUMBER,
    "vp": NUMBER,
    "turn": NUMBER,
    "most": NUMBER,
    "least": NUMBER,
    "limit": NUMBER,
    "reason": REASON,
    "text": TEXT,
    "scenario": TEXT,
}
"""The last word of a keyword of a refusal or a reason, and the kind that it stands for."""


def kind_of(keyword: str) -> str | None:
    """The kind that a keyword names.

    >>> kind_of("other_space"), kind_of("powers"), kind_of("weather")
    ('space', 'power', None)
    """
    last = keyword.rpartition("_")[2]
    return FIELDS.get(last) or FIELDS.get(last.removesuffix("s"))
