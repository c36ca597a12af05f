"""State, questions, answers and events to and from JSON, by their type hints.

For each type an encoder and a decoder are made once and kept.  Families of classes (events, actions,
questions) are written as `{"$": name, ...}`: a field of the family's type may hold any of its members.
Fields marked with `transient()` are not stored: the board, tables and the like come from the data files.
What `former` names was stored by older versions and is read over; a field whose name was bettered keeps the
one that it was `stored_as`.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

Json: TypeAlias = Any
Convert: TypeAlias = Callable[[Any], Any]

_PLAIN = (int, str, bool, float, type(None))
_FAMILIES: dict[type, Callable[[], dict[str, type]]] = {}
_OWN_FORMS: dict[type, tuple[Convert, Convert]] = {}


def transient() -> Any:
    """A dataclass field that belongs to the running program, not to the stored game."""
    return field(default=None, compare=False, repr=False, metadata={"transient": True})


def added_later(default_factory: Callable[[], Any]) -> Any:
    """A field that older stored games do not have: left out while it is empty, so that their digests stay."""
    return field(default_factory=default_factory, metadata={"omit_empty": True})


def stored_as(name: str, default_factory: Callable[[], Any]) -> Any:
    """A field that stored games know by another name: it keeps that one there, so that their digests stay."""
    return field(default_factory=default_factory, metadata={"stored_as": name})


def family(base: type, members: Callable[[], dict[str, type]]) -> None:
    """Write values of type `base` with the name of their class; `members` finds the class again."""
    _FAMILIES[base] = members


def own_form(cls: type, to_json: Convert, from_json: Convert) -> None:
    """Store values of a class in a form of its own."""
    _OWN_FORMS[cls] = (to_json, from_json)


def dump(value: Any, as_type: Any = None) -> Json:
    """The JSON form of a value."""
    hint: Any = as_type if as_type is not None else type(value)
    convert = _encoder(hint)
    return value if convert is None else convert(value)


def load(data: Json, as_type: Any) -> Any:
    """The value of a type from its JSON form."""
    convert = _decoder(as_type)
    return data if convert is None else convert(data)


def twin(game: T) -> T:
    """A copy on which to try things: what is stored is copied, what belongs to the program is shared."""
    other: T = load(dump(game), type(game))
    for one in fields(game):  # type: ignore[arg-type]
        if one.metadata.get("transient"):
            setattr(other, one.name, getattr(game, one.name))
    return other


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def text(data: Json) -> str:
    """Canonical JSON: the same data is always the same bytes."""
    return _CANONICAL.encode(data)


def joined(texts: Mapping[str, str]) -> str:
    """The canonical JSON of an object, of whose values it is known."""
    return "{" + ",".join(f"{text(name)}:{texts[name]}" for name in sorted(texts)) + "}"


def digest(data: Json) -> str:
    """A fingerprint of JSON data."""
    return digest_of(text(data))


def digest_of(canonical: str) -> str:
    """The same of JSON data that is text already."""
    return sha256(canonical.encode()).hexdigest()


# None stands for "as it is", so that plain values cost no call.


@cache
def _encoder(hint: Any) -> Convert | None:
    return _make(hint, encode=True)


@cache
def _decoder(hint: Any) -> Convert | None:
    return _make(hint, encode=False)


def _inner(hint: Any, *, encode: bool) -> Convert | None:
    return _encoder(hint) if encode else _decoder(hint)


def _make(hint: Any, *, encode: bool) -> Convert | None:
    if hint in _PLAIN or hint is Any or get_origin(hint) is typing.Literal:
        return None
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:  # what the ids name is nothing to the store
        return _inner(args[0], encode=encode)
    if hint in _OWN_FORMS:
        return _OWN_FORMS[hint][0 if encode else 1]
    if origin in (Union, types.UnionType):
        return _union(args, encode=encode)
    if origin is list:
        return _sequence(list, args[0], encode=encode)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return _sequence(list if encode else tuple, args[0], encode=encode)
        return _fixed(args, encode=encode)
    if origin is dict:
        return _mapping(args[0], args[1], encode=encode)
    if isinstance(hint, type):
        for base in hint.__mro__:
            if base in _FAMILIES:
                return _member(base, encode=encode)
        if issubclass(hint, Enum):
            return (lambda value: value.value) if encode else hint
        if is_dataclass(hint):
            return _fields(hint, encode=encode)
    raise TypeError(f"no way to store {hint!r}")


def _sequence(build: Callable[[Any], Any], item: Any, *, encode: bool) -> Convert:
    convert = _inner(item, encode=encode)
    if convert is None:
        return build
    return lambda values: build([convert(value) for value in values])


def _fixed(items: tuple[Any, ...], *, encode: bool) -> Convert:
    converts = [_inner(item, encode=encode) for item in items]
    build: Callable[[Any], Any] = list if encode else tuple
    return lambda values: build(
        [
            value if convert is None else convert(value)
            for value, convert in zip(values, converts, strict=True)
        ]
    )


def _mapping(key: Any, item: Any, *, encode: bool) -> Convert:
    convert = _inner(item, encode=encode)
    key = get_args(key)[0] if get_origin(key) is Annotated else key
    if key is str:
        return dict if convert is None else _values(convert)
    rename: Convert = str if encode else key  # numbers are the only other keys
    if key is not int:
        raise TypeError(f"JSON has no keys of type {key!r}")
    if convert is None:
        return lambda values: {rename(k): v for k, v in values.items()}
    change: Convert = convert
    return lambda values: {rename(k): change(v) for k, v in values.items()}


def _values(convert: Convert) -> Convert:
    return lambda values: {k: convert(v) for k, v in values.items()}


def _union(args: tuple[Any, ...], *, encode: bool) -> Convert | None:
    some = [arg for arg in args if arg is not type(None)]
    converts = [_inner(arg, encode=encode) for arg in some]
    if all(convert is None for convert in converts):
        return None
    if len(some) == 1:
        return _optional(converts[0])
    bases = [base for arg in some if isinstance(arg, type) for base in arg.__mro__ if base in _FAMILIES]
    if len(bases) == len(some) and all(base is bases[0] for base in bases):
        return _optional(_member(bases[0], encode=encode))
    raise TypeError(f"a union that JSON cannot tell apart: {args}")


def _optional(convert: Convert | None) -> Convert | None:
    return None if convert is None else lambda value: None if value is None else convert(value)


def _fields(cls: type, *, encode: bool) -> Convert:
    """What converts a class, put together as source: a loop over its fields takes twice as long.

    States are dumped at every checkpoint and loaded for every letter.
    """
    hints = typing.get_type_hints(cls)
    kept = [f for f in fields(cls) if not f.metadata.get("transient")]
    in_python = {f.metadata.get("stored_as", f.name): f.name for f in kept}
    converts = {name: _inner(hints[own], encode=encode) for name, own in in_python.items()}
    known: dict[str, Any] = {
        "cls": cls,
        **{f"convert_{at}": convert for at, convert in enumerate(converts.values())},
    }

    def converted(at: int, value: str) -> str:
        return value if known[f"convert_{at}"] is None else f"convert_{at}({value})"

    sparse = [f.name for f in fields(cls) if f.metadata.get("omit_empty")]
    if encode:
        entries = [
            f"{name!r}: {converted(at, f'value.{own}')}" for at, (name, own) in enumerate(in_python.items())
        ]
        lines = [f"out = {{{', '.join(entries)}}}"]
        lines += [f"if not out[{name!r}]: del out[{name!r}]" for name in sparse]
        return _function("value", [*lines, "return out"], known)
    parts = {
        name: f"{own}={converted(at, f'data[{name!r}]')}" for at, (name, own) in enumerate(in_python.items())
    }
    former: tuple[str, ...] = getattr(cls, "former", ())
    needed = {f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING}

    def of_another_version(data: Json) -> Any:
        unknown = [name for name in data if name not in converts and name not in former and name != "$"]
        missing = [name for name in sorted(needed) if name in converts and name not in data]
        if unknown or missing:
            raise ValueError(f"{cls.__name__}: unknown {unknown}, missing {missing}")
        values = {}
        for name, convert in converts.items():
            if name in data:
                values[in_python[name]] = data[name] if convert is None else convert(data[name])
        return cls(**values)

    known |= {"names": converts.keys(), "marked": {*converts, "$"}, "of_another_version": of_another_version}
    lines = [
        "if data.keys() == names or data.keys() == marked:",
        f"    return cls({', '.join(parts.values())})",
    ]
    if sparse:
        known["fewest"] = converts.keys() - sparse
        there = ", ".join(part for name, part in parts.items() if name not in sparse)
        lines += ["if data.keys() == fewest:", f"    return cls({there})"]
    return _function("data", [*lines, "return of_another_version(data)"], known)


def _function(argument: str, body: list[str], known: dict[str, Any]) -> Convert:
    """A function with this body, as `dataclasses` makes its own."""
    exec("\n".join([f"def convert({argument}):", *(f"    {line}" for line in body)]), known)
    made: Convert = known["convert"]
    return made


def _member(base: type, *, encode: bool) -> Convert:
    members = _FAMILIES[base]
    if encode:

        def to_json(value: Any) -> Json:
            cls: Any = type(value)
            return {"$": cls.__name__, **_fields_of(cls, True)(value)}

        return to_json

    def from_json(data: Json) -> Any:
        cls: Any = members()[data["$"]]
        return _fields_of(cls, False)(data)

    return from_json


@cache
def _fields_of(cls: Any, encode: bool) -> Convert:
    return _fields(cls, encode=encode)
