"""What lines mean that speak to other powers: press by its address, and offers in free words."""

from __future__ import annotations

import re

from pbem.errors import OrderProblem
from pbem.language.names import MAJOR
from pbem.language.words import tokens
from pbem.post.commands.deals import offers_in
from pbem.work.letter_work import LetterWork
from rules import Power


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


_SALUTED = re.compile(
    r"^(?:(?:and|to|hi|hello|hey|dear|dearest|my|good|cousin|brother|friend|an|hallo|lieber?|mein|kedves|hyvä)\s+)*"
    r"(?P<to>[^,:：!]{4,40}?|all)\s*[,:：!]",
    re.IGNORECASE,
)
"""`Dear Henry, ...`, `Henry: ...`; shorter words than four letters may be anything."""


def speaks_past(work: LetterWork, to: str, line: str) -> tuple[Power, ...]:
    """The powers to which a line of press speaks, and for which it is not: what is for one is a secret."""
    found = _SALUTED.match(line)
    if found is None or not work.row.powers:
        return ()
    own = work.row.powers[0]
    try:
        receivers = work.talking.press_of(own, to, line).receivers
        meant = work.talking.press_of(own, found["to"], line).receivers
    except OrderProblem:
        return ()  # it names no power
    meant = meant or tuple(power for power in work.sitting.title.powers if power != own)  # `Dear all`
    return tuple(power for power in meant if power not in receivers) if receivers else ()
