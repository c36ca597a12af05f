"""Which of a seat's powers a line is for: `england: pass`; and lines that say nothing by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language import Names
from pbem.language.words import key
from rules import Power


def named(line: str, names: Names) -> Power:
    """The power before the colon of a line; empty if there is none."""
    name, colon, _rest = line.partition(":")
    return (names.find("power", name) or "") if colon else ""


def said_to(power: Power, powers: Sequence[Power], line: str, names: Names) -> str:
    """A line as it is said to one of the seat's powers; empty if it is for another."""
    found = named(line, names) if len(powers) > 1 else ""
    if found not in powers:
        return line
    return _rest(line) if found == power else ""


def without_name(power: Power, line: str, names: Names) -> str:
    """A line without the name of this power before it."""
    return _rest(line) if named(line, names) == power else line


def whose(
    powers: Sequence[Power], line: str, asked: Sequence[Power], last: Power, names: Names
) -> tuple[Power, str]:
    """The power that a line is for, named or asked, and the line without its name."""
    if len(powers) > 1 and (found := named(line, names)) in powers:
        return found, _rest(line)
    return next((power for power in (last, *powers) if power in asked), last), line


def _rest(line: str) -> str:
    return line.partition(":")[2].strip()


BARE = frozenset(
    """yes no ok okay sure yep nope yeah y n none nothing decline refuse agreed agree accept fine right
    correct""".split()
)


def is_bare(line: str, names: Names) -> bool:
    """Whether a line means something only as an answer: `yes`, a number, a name and nothing else."""
    words = key(line)
    return is_reply(line) or any(words in table.spelled for table in names.tables.values())


def is_reply(line: str) -> bool:
    """Whether a line is `yes`, `no`, a number: what it replies to, nobody can see from it."""
    words = key(line)
    return words in BARE or words.isdecimal()
