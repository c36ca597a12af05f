"""Changes of a stored state, told as paths (names of fields joined by dots) and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.core.codec import Json


def change(state: Json, path: str, value: Any) -> None:
    """Set one field of a state.

    >>> state = {"spaces": {"buda": {"unrest": False}}, "deck": [4, 31]}
    >>> change(state, "spaces.buda.unrest", True)
    >>> change(state, "deck.1", 92)
    >>> state
    {'spaces': {'buda': {'unrest': True}}, 'deck': [4, 92]}

    :raises LookupError: there is no such place; ValueError and TypeError likewise.
    """
    *parents, last = path.split(".")
    at = state
    for name in parents:
        at = at[int(name)] if isinstance(at, list) else at[name]
    at[int(last) if isinstance(at, list) else last] = value


def changes_between(before: Json, after: Json, path: str = "") -> Iterator[tuple[str, Any]]:
    """What turns one state into another, as few and as small as paths allow.

    >>> list(changes_between({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 1, "c": 3}, "d": [1, 2]}))
    [('a.c', 3), ('d', [1, 2])]
    """
    if before == after:
        return
    # A path can put something in, but take nothing out: then the whole is told.
    if not isinstance(before, dict) or not isinstance(after, dict) or before.keys() - after.keys():
        yield path, after
        return
    if path and any("." in name for name in after if name not in before):
        yield path, after
        return
    for name, value in after.items():
        deeper = f"{path}.{name}" if path else name
        if name in before:
            yield from changes_between(before[name], value, deeper)
        else:
            yield deeper, value


def changed(state: Json, changes: Iterable[tuple[str, Any]]) -> Json:
    """The state after all changes; it is changed in place."""
    for path, value in changes:
        change(state, path, value)
    return state
