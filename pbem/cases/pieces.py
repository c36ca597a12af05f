"""The small words of case files: names, lists, forces; with clear complaints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import CaseMalformed, OrderProblem
from pbem.language.forces import unit_kind
from pbem.language.grammar import COMMA, Parser, many, name, number, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, LEADER, MAJOR, NATION, Names
from pbem.language.parse import readings

Force = tuple[dict[str, dict[str, int]], list[str]]
"""nation -> kind -> count, and leaders."""

_NOTHING = ("none", "nothing", "empty", "")


def read(text: str, parser: Parser[Any], names: Names) -> Any:
    """What a text says; anything unclear is a complaint about the case."""
    try:
        found = readings(text, parser, names)
    except OrderProblem as problem:
        raise CaseMalformed(f'"{text}": {problem}') from problem
    if len(found) > 1:
        raise CaseMalformed(f'"{text}" may be {found[0]} or {found[1]}')
    return found[0]


def one(kind: str, text: str, names: Names) -> str:
    """The id of one thing of a kind."""
    return str(read(text, name(kind), names))


def some(kind: str, text: str, names: Names) -> list[str]:
    """The ids of several things of a kind, split by commas."""
    if text.strip().lower() in _NOTHING:
        return []
    return [one(kind, item, names) for item in text.split(",")]


def cards(text: str, names: Names) -> list[int]:
    """Card numbers, split by spaces or commas; titles by commas."""
    if text.strip().lower() in _NOTHING:
        return []
    found = []
    for item in text.split(","):
        parts = item.split()
        if all(part.lstrip("#").isdigit() for part in parts):
            found += [int(part.lstrip("#")) for part in parts]
        else:
            found.append(int(one(CARD, item, names)))
    return found


def before_colon(text: str, usage: str) -> tuple[str, str]:
    """The two sides of a colon."""
    left, colon, right = text.partition(":")
    if not colon:
        raise CaseMalformed(f"expected: {usage}")
    return left.strip(), right.strip()


def split_powers(text: str, names: Names, kinds: Sequence[str] = (NATION, NATION)) -> list[str]:
    """Two or more names in a row, as in `war france papacy`."""
    parts = [name(kind) for kind in kinds]
    with_commas: list[Parser[Any]] = [parts[0]]
    for part in parts[1:]:
        with_commas += [optional(COMMA), part]
    return list(read(text, seq(*with_commas), names))


def number_of(text: str, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CaseMalformed(f'a number expected for {what}, not "{text}"') from None


# ---- Forces


def force(text: str, names: Names) -> Force:
    """`ottoman 6 regulars, 2 cavalry, suleiman; hungary 2 regulars`: nations split by semicolons."""
    units: dict[str, dict[str, int]] = {}
    leaders: list[str] = []
    if text.strip().lower() in _NOTHING:
        return units, leaders
    count = seq(number(1), unit_kind())
    pieces = many(one_of(count, name(LEADER)), optional(COMMA))
    borrowed = optional(phrase(word("lent to", "on loan to", "loaned to"), name(MAJOR)), "")
    whole = seq(name(NATION), borrowed, pieces)
    for part in text.split(";"):
        nation, lent_to, found = read(part.strip(), whole, names)
        here = units.setdefault(f"{nation}>{lent_to}" if lent_to else nation, {})
        for piece in found:
            if isinstance(piece, str):
                leaders.append(piece)
            else:
                here[piece[1]] = here.get(piece[1], 0) + piece[0]
    return {nation: here for nation, here in units.items() if here}, leaders


def say_force(found: Force) -> str:
    """A force as it is written in a case file."""
    units, leaders = found
    parts = [
        f"{nation} " + ", ".join(f"{count} {kind}" for kind, count in sorted(here.items()))
        for nation, here in sorted(units.items())
    ]
    return (
        "; ".join(parts) + (" with " if parts and leaders else "") + ", ".join(sorted(leaders)) or "nothing"
    )
