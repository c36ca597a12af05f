"""Small sentences about what is wrong in a data file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

Id = TypeVar("Id", str, int)


def miscounts(what: str, expected: Mapping[str, int], found: Iterable[str]) -> Iterator[str]:
    counted = Counter(found)
    for name in sorted({**expected, **counted}):
        if counted[name] != expected.get(name, 0):
            yield f"{what} {name}: {expected.get(name, 0)} expected, {counted[name]} found".strip()


def unknown(what: str, ids: Iterable[Id], known: Iterable[Id]) -> Iterator[str]:
    names = list(known)
    return (f"unknown {what}: {id}" for id in ids if id not in names)
