"""Reading TOML data into frozen objects, and telling everything that is wrong with it at once.

Knows files, digests and the shape of dataclasses; what the data means is checked by each game. Problems
are collected in a plain list of sentences, so that whoever edits a file by hand sees all mistakes in one go.
"""

from __future__ import annotations

import hashlib
import tomllib
import types
import typing
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class DataError(Exception):
    """The data cannot be used; `problems` names everything found, and the message lists it."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        count = f"{len(self.problems)} problem{'' if len(self.problems) == 1 else 's'} in the data:"
        super().__init__("\n  ".join([count, *self.problems]))


def scenarios_folder() -> Path:
    """Where the data files lie: beside the packages, in a checkout as in an installation."""
    return Path(__file__).resolve().parents[2] / "scenarios"


def read_toml(path: Path, problems: list[str]) -> dict[str, Any]:
    """One file; unreadable or missing ones become a problem and an empty table."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problems.append(f"{path.name}: file is missing")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path.name}: not valid TOML: {error}")
    return {}


def digest(paths: Iterable[Path]) -> str:
    """sha256 over names and contents, by name; names are included so that swapped files differ."""
    total = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        content = path.read_bytes()
        total.update(f"{path.name}:{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def overlay(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with `changes` laid over it: tables are merged, everything else is replaced."""
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = overlay(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def build(cls: type[T], raw: object, where: str, problems: list[str]) -> T | None:
    """A dataclass from a TOML table by its annotations; None, with the problems told, if it does not fit.

    Understands str, int, bool, optionals, tuples, dicts by str or int, and nested dataclasses. A field that
    is a Python keyword is written with a trailing underscore and read without it.
    """
    if not isinstance(raw, dict):
        problems.append(f"{where}: a table expected, not {raw!r}")
        return None
    before = len(problems)
    hints = _hints(typing.cast("Hashable", cls))
    values: dict[str, Any] = {}
    known: list[str] = []
    for field in fields(cls):  # type: ignore[arg-type]  # every caller passes a dataclass
        key = field.name.removesuffix("_")
        known.append(key)
        if key in raw:
            values[field.name] = _convert(hints[field.name], raw[key], f"{where}: {key}", problems)
        elif field.default is MISSING and field.default_factory is MISSING:
            problems.append(f"{where}: {key} is missing")
    problems.extend(f"{where}: unknown entry {key}" for key in raw if key not in known)
    return cls(**values) if len(problems) == before else None


def build_all(cls: type[T], raw: object, where: str, problems: list[str], key: str = "id") -> list[T]:
    """A list of dataclasses; entries are named by their `key` in problems, and bad ones left out."""
    if not isinstance(raw, list):
        problems.append(f"{where}: a list expected")
        return []
    found: list[T] = []
    for number, entry in enumerate(raw, start=1):
        name = entry.get(key, f"entry {number}") if isinstance(entry, dict) else f"entry {number}"
        item = build(cls, entry, f"{where} {name}", problems)
        if item is not None:
            found.append(item)
    return found


def repeated(values: Iterable[T]) -> list[T]:
    """The values that occur more than once, each once, in order."""
    seen: dict[T, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
    return [value for value, count in seen.items() if count > 1]


def keyed(things: Iterable[T], kind: str, problems: list[str], key: str = "id") -> dict[Any, T]:
    """Things of a kind by their keys; none may occur twice."""
    pairs = [(getattr(thing, key), thing) for thing in things]
    problems.extend(f"duplicated {kind}: {one}" for one in repeated(one for one, _ in pairs))
    return dict(pairs)


def build_table(cls: type[T], raw: object, where: str, problems: list[str]) -> dict[str, T]:
    """A list of dataclasses by their ids."""
    return keyed(build_all(cls, raw, where, problems), where.rpartition(": ")[2], problems)


@cache
def _hints(cls: Hashable) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _convert(hint: Any, value: Any, where: str, problems: list[str]) -> Any:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType or origin is typing.Union:
        # TOML has no null: a value that is there is never None.
        (inner,) = [arg for arg in args if arg is not types.NoneType]
        return _convert(inner, value, where, problems)
    if origin is tuple:
        if not isinstance(value, list):
            problems.append(f"{where}: a list expected, not {value!r}")
            return ()
        if args[-1] is Ellipsis:
            return tuple(_convert(args[0], item, where, problems) for item in value)
        if len(value) != len(args):
            problems.append(f"{where}: {len(args)} values expected, {len(value)} found")
            return ()
        return tuple(_convert(arg, item, where, problems) for arg, item in zip(args, value, strict=True))
    if origin is dict:
        if not isinstance(value, dict):
            problems.append(f"{where}: a table expected, not {value!r}")
            return {}
        return {
            _key(args[0], key, where, problems): _convert(args[1], item, f"{where}.{key}", problems)
            for key, item in value.items()
        }
    if is_dataclass(hint):
        return build(typing.cast("type[Any]", hint), value, where, problems)
    # bool is an int in Python, but never in a data file.
    if type(value) is not hint:
        problems.append(f"{where}: {hint.__name__} expected, not {value!r}")
    return value


def _key(hint: Any, key: str, where: str, problems: list[str]) -> Any:
    if hint is not int:
        return key
    if not key.isdigit():
        problems.append(f"{where}: a number expected as key, not {key!r}")
        return key
    return int(key)


def told(ok: bool, problem: str) -> Iterator[str]:
    """The problem, if something is not as it must be."""
    if not ok:
        yield problem
