"""The codec: what goes in comes out, and the digest does not depend on how it got there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from rules.core import codec


class Colour(StrEnum):
    RED = "red"


@dataclass(slots=True)
class Inner:
    numbers: tuple[int, ...] = ()
    pair: tuple[str, int] = ("a", 1)


@dataclass(slots=True)
class Outer:
    name: str
    by_number: dict[int, Inner] = field(default_factory=dict)
    maybe: Inner | None = None
    colour: Colour = Colour.RED
    board: object = codec.transient()


@dataclass(slots=True)
class Renamed:
    laid_up: list[str] = codec.stored_as("gout", list)
    board: str = ""


@dataclass(frozen=True)
class Shape:
    pass


@dataclass(frozen=True)
class Circle(Shape):
    radius: int


codec.family(Shape, lambda: {"Circle": Circle})


def test_round_trip() -> None:
    value = Outer("x", {3: Inner((1, 2), ("b", 2))}, Inner(), board=object())
    data = json.loads(json.dumps(codec.dump(value)))
    assert codec.load(data, Outer) == value
    assert "board" not in data
    assert data["by_number"]["3"]["pair"] == ["b", 2]


def test_a_field_keeps_its_stored_name() -> None:
    """A better name in Python changes no stored byte, and is no second name there."""
    data = {"gout": ["henry_viii"], "board": "wood"}
    assert codec.dump(Renamed(["henry_viii"], "wood")) == data
    assert codec.load(data, Renamed) == Renamed(["henry_viii"], "wood")
    assert codec.load({}, Renamed) == Renamed()
    with pytest.raises(ValueError, match="unknown"):
        codec.load({"laid_up": []}, Renamed)


def test_families_carry_their_name() -> None:
    assert codec.dump(Circle(2), Shape) == {"$": "Circle", "radius": 2}
    assert codec.load({"$": "Circle", "radius": 2}, Shape) == Circle(2)
    assert codec.load([{"$": "Circle", "radius": 1}], tuple[Shape, ...]) == (Circle(1),)


@pytest.mark.parametrize(("data", "problem"), [({"nam": "x"}, "unknown"), ({}, "missing")])
def test_unknown_and_missing_fields_are_named(data: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        codec.load(data, Outer)


def test_a_type_that_json_cannot_tell_apart_is_refused() -> None:
    with pytest.raises(TypeError, match="union"):
        codec.dump(Inner(), Inner | Outer)


def test_the_digest_is_the_same_in_any_interpreter() -> None:
    """Hash randomisation must not reach the digest of a played game."""
    code = (
        "from tests.core.toy import TOY, SETUP; from rules.core.engine import Engine;"
        "e = Engine.new(TOY, SETUP, 's');"
        "[(e.submit(next(iter(e.open)), 2), e.submit('a', True), e.submit('b', False)) for _ in range(3)];"
        "print(e.digest())"
    )
    digests = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert digests[0]
    assert len(set(digests)) == 1
