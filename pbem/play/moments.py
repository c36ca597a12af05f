"""Moments for which orders can be written before they come: `next impulse:`, `spring:`, `winter:`.

Such words stand above a block of lines, or in front of a line.  Above a block they count to the next heading
or to an empty line; in front of a line for that line, but `next impulse: play 31 for cp` begins a block, for
an impulse has many lines.  `mark_blocks` puts the words in front of every line, so that whoever sorts a
letter can sort line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.games.moments import IMPULSE, PEACE, SPRING, TALKS, WARS, WINTER
from pbem.language.words import is_no_order, unmarked

AFTER_THAT = "impulse_after"
"""The impulse after the next one; when that has come it is the next."""

HEADINGS = {
    PEACE: "for peace:",
    WARS: "for wars:",
    SPRING: "in spring:",
    IMPULSE: "next impulse:",
    AFTER_THAT: "impulse after that:",
    WINTER: "in winter:",
    TALKS: "when talks open:",
}
"""How a moment stands in front of a line; none of them looks like the name of a power."""
IN_A_WORD = {
    PEACE: "peace",
    WARS: "wars",
    SPRING: "spring",
    IMPULSE: "next impulse",
    AFTER_THAT: "impulse after that",
    WINTER: "winter",
    TALKS: "when talks open",
}
"""The phrase of each that other languages have a word for."""
NOW = "now"
NO_POWERS = ("standing", "always", "never", "whenever", "press", "propose", "preview", "if", "unless")
"""Words before a moment with which another kind of line begins."""

_LEAD = r"(?:and |then )?(?:(?:in|on|for|at) )?(?:my |the )?"
_WORDS = (
    (
        AFTER_THAT,
        r"(?:impulse|one|card) after (?:that|the next(?: one| impulse)?|next)|second (?:impulse|one)",
    ),
    (IMPULSE, r"(?:next|first|coming) (?:impulse|card)(?: of (?:the|this|next) turn)?"),
    (SPRING, r"(?:next )?spring(?: deployment)?"),
    (WARS, r"wars?|war phase|declarations? of war"),
    (PEACE, r"peace|peace (?:phase|segment)|suing for peace"),
    (WINTER, r"(?:this |next )?winter(?: quarters)?"),
    (TALKS, r"when (?:the )?(?:talks|negotiations?) (?:open|begin|start)s?|(?:next )?talks"),
    (NOW, r"now|this impulse|my impulse|today"),
)
_HEADING = re.compile(
    r"^\s*(?:(?P<power>[^\W\d_]{2,20})\s?:?\s+)??"
    + _LEAD
    + "(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _WORDS)
    + r")\s*(?P<mark>:|,(?=\s*\S))\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_BINDS = re.compile(
    r"^(?:but |and )?(?:unless|even (?:if|when)|(?:only |except |not )?if|as long as|provided|no matter what|"
    r"whatever happens|in any case)\b[^:]*$",
    re.IGNORECASE,
)
"""A line that orders nothing and stands below the order that it binds."""
_TAKE_BACK = re.compile(
    r"^\s*(?:please,?\s+)?(?:drop|cancel|forget|take back|no|withdraw)\s+(?:my\s+)?(?:orders?\s+)?"
    + _LEAD
    + "(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _WORDS if name != NOW)
    + r")(?:\s+orders?)?(?:,?\s+(?:please|thanks))?[\s.!]*$",
    re.IGNORECASE,
)


def moment_in(line: str) -> tuple[str, str, str] | None:
    """The moment that a line is for, the word before it (a power, or nothing), and the rest of the line.

    >>> moment_in("Next impulse: play 31 for cp")
    ('impulse', '', 'play 31 for cp')
    >>> moment_in("ottoman winter: usual")
    ('winter', 'ottoman', 'usual')
    """
    found = _HEADING.match(line)
    if found is None or (found["power"] or "").lower() in NO_POWERS:
        return None
    moment = _name(found)
    if found["mark"] == "," and moment not in (IMPULSE, AFTER_THAT):
        return None  # `peace, alliance` may be anything
    return moment, found["power"] or "", found["rest"].strip()


def taken_back(line: str) -> str:
    """The moment whose orders a line takes back; empty if it does not.

    >>> taken_back("drop my next impulse"), taken_back("cancel spring"), taken_back("no")
    ('impulse', 'spring', '')
    """
    found = _TAKE_BACK.match(line)
    return _name(found) if found else ""


def _name(found: re.Match[str]) -> str:
    return next(name for name, _ in _WORDS if found[name] is not None)


def for_talks(line: str) -> tuple[str, str] | None:
    """The power before a line for the next talks (or nothing), and the line itself; None for any other line.

    >>> for_talks("when talks open: ready"), for_talks("next impulse: pass")
    (('', 'ready'), None)
    """
    found = moment_in(line)
    return (found[1], found[2]) if found is not None and found[0] == TALKS else None


def marked(moment: str, line: str, power: str = "") -> str:
    """A line with the words of its moment in front of it.

    >>> marked("impulse", "pass", "england")
    'england: next impulse: pass'
    """
    return f"{f'{power}: ' if power else ''}{HEADINGS[moment]} {line}"


def mark_blocks(
    lines: Sequence[str],
    is_other: Callable[[str], bool] = lambda line: False,
    *,
    ends: Callable[[str], bool] = lambda line: False,
    said_in_talks: Callable[[str], bool] = lambda line: False,
) -> list[str]:
    """The lines of a letter, as many as there were, each with the words of its moment in front of it.

    Headings become empty; `is_other` says which lines are no orders, and stay as they are; `ends` with which
    of them a block is over; `said_in_talks` which belong to a block for the talks though they are no orders.
    """
    told: list[str] = []
    block, power, begun = NOW, "", False
    above: tuple[str, str] | None = None
    """Of what the line before is, if that is for one moment alone."""
    for line in lines:
        plain = unmarked(line)
        found = moment_in(plain)
        for_talks = found[0] == TALKS if found else block == TALKS and said_in_talks(line)
        if not plain.strip() or (ends(line) and not for_talks):
            if begun or plain.strip():
                block, above = NOW, None
            told.append(line)
        elif found is None and above is not None and _BINDS.match(plain):
            told.append(marked(above[0], plain, above[1]))
        elif found is None or (is_other(line) and not for_talks):
            own = found is None and block != NOW and not is_no_order(plain) and not is_other(line)
            own, above = own or for_talks, None
            begun = begun or own
            told.append(marked(block, plain, power) if own else line)
        else:
            moment, whose, rest = found
            block, power, begun = moment, whose, False
            if rest and (moment not in (IMPULSE, AFTER_THAT) or not _begins_an_impulse(rest)):
                block = NOW
            begun = bool(rest)
            above = (moment, whose) if rest and block == NOW != moment else None
            told.append((marked(moment, rest, whose) if moment != NOW else rest) if rest else "")
    return told


def _begins_an_impulse(order: str) -> bool:
    """Whether more lines of the same impulse can follow: after `pass` there is nothing to say."""
    return re.match(r"(?:i )?pass(?:es)?\b", order, re.IGNORECASE) is None
