"""What ids name: a type such as `SpaceId` is a string that says so, and whoever tells a fact needs no guess.

An event's field has its kind by its type.  Refusals and reasons are codes with keywords instead, and there
the last word of a keyword is the kind: `space`, `other_space`, `powers`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from rules.core.records import Record


class Kind(Record):
    """Marks a type: its values are ids of this kind, or of one of several: `space/sea`."""

    name: str


class KindIn(Record):
    """Marks a type: of which kind its values are, another field of the same record tells."""

    field: str


TEXT = "text"

Text: TypeAlias = Annotated[str, Kind(TEXT)]
"""What a person wrote, shown as it stands."""
Faith: TypeAlias = Annotated[str, Kind("faith")]
Language: TypeAlias = Annotated[str, Kind("language")]
UnitKind: TypeAlias = Annotated[str, Kind("unit")]

ALIASES = {
    "port": "space",
    "key": "space",
    "zone": "sea",
    "place": "space/sea",
    "nation": "power",
    "minor": "power",
    "major": "power",
    "scenario": TEXT,
    "line": TEXT,
    "order": TEXT,
    "player": TEXT,
}
"""Words for things of another kind."""


def kind_of(keyword: str, value: Any = "") -> str:
    """The kind that a keyword names.

    >>> kind_of("other_space"), kind_of("port"), kind_of("powers", ("france", "england"))
    ('space', 'space', 'power')
    """
    last = keyword.rpartition("_")[2]
    if not isinstance(value, str | int):
        last = last.removesuffix("s")
    return ALIASES.get(last, last)


PhaseId: TypeAlias = Annotated[str, Kind("phase")]
VictoryKind: TypeAlias = Annotated[str, Kind("victory")]
