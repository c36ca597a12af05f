"""What lines mean that speak to other powers: press by its address, and offers in free words."""

from __future__ import annotations

import re

from pbem.errors import OrderProblem
from pbem.language.names import MAJOR
from pbem.language.words import tokens
from pbem.post.commands.deals import offers_in
from pbem.work.letter_work import LetterWork


def is_offer(work: LetterWork, line: str) -> bool:
    """Whether a line offers something to a power that it names."""
    powers = work.sitting.title.powers
    named_there = any(work.names.find(MAJOR, word.text, powers) for word in tokens(line) if not word.is_mark)
    return named_there and bool(offers_in(work, line))


_ADDRESSED = re.compile(
    r"^(?P<message>(?:a\s+)?(?:message|letter|note|word)\s+)?(?P<how>to|for)\s+(?P<to>[^:：]{2,80})[:：]\s*(?P<text>.+)$",
    re.IGNORECASE,
)


def as_press(work: LetterWork, line: str, *, talking: bool) -> str:
    """`To the Pope: shall we ...?` is press, unless it is an offer in talks; other lines stay as they are.

    When nobody talks, `for England: ...` may be anything; who writes to one power is told to wait for talks.
    """
    found = _ADDRESSED.match(line)
    if found is None or not work.row.powers or not (talking or found["how"].lower() == "to"):
        return line
    try:
        work.talking.press_of(work.row.powers[0], found["to"], found["text"])
    except OrderProblem:
        return line  # it names no power
    if talking and not found["message"] and is_offer(work, line):
        return line
    return f"press to {found['to']}: {found['text']}"
