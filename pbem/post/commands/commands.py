"""Words that a player may send at any time: they ask, and change nothing in the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.language.words import is_no_order
from pbem.play.sitting import Line

DROP_HELD = "drop held"
COMMANDS = (
    "help", "status", "hand", "near", "odds", "card", "map", "rules", "orders", "history", "report",
    DROP_HELD,
)  # fmt: skip
"""How they are written and what they do is in the catalogs, under `letter.usage` and `letter.about`."""
_COMMAND = re.compile(
    rf"^(?:please\s+|show\s+(?:me\s+)?)?({'|'.join(COMMANDS)}|rule)\b[\s:]*([^,;]{{0,60}}?)[\s.!?]*$",
    re.IGNORECASE,
)
_WITH_TOPIC = ("help", "card", "history", "report", "rules", "odds")
_WITH_TURN = ("history", "report")


@dataclass(frozen=True, slots=True)
class Command:
    """One of the words, and what it is about."""

    word: str
    topic: str = ""


def command_in(line: str) -> Command | None:
    """The command that a line is, or None: then it is an order."""
    found = _COMMAND.match(" ".join(line.split())[:200])
    if found is None:
        return None
    word, topic = found.group(1).lower(), found.group(2).lower()
    word = "rules" if word == "rule" else word
    if topic and (word not in _WITH_TOPIC or (word in _WITH_TURN and not topic.isdecimal())):
        return None
    return Command(word, topic)


def sort_out(lines: Sequence[str], certain: int) -> tuple[list[Command], list[Line]]:
    """The commands, and the orders; those from number `certain` on are doubtful."""
    commands: list[Command] = []
    orders: list[Line] = []
    for at, line in enumerate(lines):
        if command := command_in(line):  # first: the word "orders" alone asks for them
            commands.append(command)
        elif not is_no_order(line):  # else something was read in it already, or it is a comment
            orders.append(Line(at + 1, line, doubtful=at >= certain))
    return commands, orders
