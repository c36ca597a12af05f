"""Several orders in one line: `buy 3 mercenaries in rome`, `translate german x3`, `control metz and end`.

Each action is taken and finished before the next (11.1), so such a line is several orders.  A line is parted
only where an order plainly begins, and never inside a condition or a standing order.
"""

from __future__ import annotations

import re

from pbem.language.names import UNIT_WORDS
from pbem.language.words import MOST_CHARACTERS, Token, tokens, unmarked, without_politeness

BUILD_VERBS = ("build", "raise", "buy", "recruit", "hire", "construct")
_UNITS = frozenset(word for kind, words in UNIT_WORDS.items() for word in (kind, *words))
_FIRST = re.compile(r"(\d{1,2}) ?(?:x|times):? (.+)", re.IGNORECASE)
_LAST = re.compile(r"(.+?),? (?:x ?(\d{1,2})|\(?(\d{1,2}) ?(?:x|times)\)?)", re.IGNORECASE)
MOST_REPEATS = 12
MOST_PARTS = 20

# Where a condition or a standing order begins, its own grammar parts it.
_WHOLE = frozenset(
    "if otherwise else unless standing always never whenever when press propose preview note".split()
)
# Verbs that begin an order wherever they stand after a comma, a semicolon, "and" or "then".
_VERBS = frozenset(
    """
    build raise buy recruit hire construct move march advance control assault storm sail transport piracy
    treatise publish translate debate burn explore colonize colonise end stop done play pass convert reform
    """.split()
)
_TWO_WORDS = (
    ("naval", "move"), ("naval", "transport"), ("call", "debate"), ("call", "a"), ("remove", "unrest"),
    ("take", "control"), ("st", "peters"), ("found", "university"), ("found", "a"), ("fight", "foreign"),
    ("pay", "with"), ("pay", "by"),
)  # fmt: skip
_SAILING = frozenset("naval sail fleet fleets".split())
_JOINTS = (",", ";", "and", "then", "&", "+")
_COUNTS = frozenset("a an one two three four five six".split())


def expand(line: str) -> list[str]:
    """The orders of a line, as they stand there; most lines are one."""
    if len(line) > MOST_CHARACTERS:
        return [line]
    parts = _parts(unmarked(line))
    return [order for part in parts for order in _repeated(part)] if len(parts) <= MOST_PARTS else [line]


def _repeated(line: str) -> list[str]:
    plain = " ".join(line.split())
    if times := _FIRST.fullmatch(plain):
        count, order = int(times[1]), times[2]
    elif times := _LAST.fullmatch(plain):
        count, order = int(times[2] or times[3]), times[1]
    else:
        count, order = _several_units(line)
    return [order] * count if 1 <= count <= MOST_REPEATS else [line]


def _several_units(line: str) -> tuple[int, str]:
    words = tokens(line)
    start = 1 if words and words[0].text in ("please", "pls") else 0
    for at in range(start + 1, min(start + 3, len(words) - 1)):
        if (
            words[start].text in BUILD_VERBS
            and words[at].is_number
            and any(word.text in _UNITS for word in words[at + 1 : at + 3])
        ):
            return int(words[at].text), line[: words[at].start] + line[words[at].end :].lstrip()
    return 1, line


def is_action(line: str) -> bool:
    """Whether a line plainly orders what command points buy, or what comes of that: `convert salzburg`."""
    words = without_politeness(tokens(unmarked(line)))
    if words and words[0].text in _ATTEMPTS:
        return True
    return bool(words) and words[0].text not in _NO_ACTIONS and _begins(words, 0)


_ATTEMPTS = ("convert", "reform", "flip")
_NO_ACTIONS = ("play", "pass", "end", "stop", "done")


# ---- Orders joined by commas and "and"


def _parts(line: str) -> list[str]:
    """A line parted before each verb; construction of other units goes on with the same verb."""
    words = tokens(line)
    if len(words) < 3 or words[0].text in _WHOLE or any(word.text == "if" for word in words):
        return [line]
    parts: list[str] = []
    start, at = 0, 1
    while at < len(words):
        after = _after_joint(words, at)
        if after is not None and after < len(words):
            own = words[start:at]
            begins = _begins(words, after) and not _sails_on(own, words[after])
            begins = begins and len(without_politeness([*own, words[after]])) > 1
            if begins or _goes_on(own, words, after):
                parts.append(line[own[0].start : own[-1].end])
                if not begins:
                    line, words = _with_verb(line, words, after, own)
                start = after
                if len(parts) >= MOST_PARTS:
                    break
            at = after  # inside a run of joints the words go on at the same place
        at += 1
    if not parts or any(word.text in _BACK for word in words[start:]):
        return [line]  # `2 regulars Calais-Boulogne and take control there`
    return [*parts, line[words[start].start :]]


_BACK = ("there", "it")
"""What a later order calls by these words stands in an earlier one."""


def _after_joint(words: list[Token], at: int) -> int | None:
    """Where the words go on after commas, `and` and `then`; None if no joint stands here.

    After `for cp` a colon is one too.
    """
    end = at
    while end < len(words) and words[end].text in _JOINTS:
        end += 1
    if end == at and words[at].text == ":" and words[at - 1].text in ("cp", "cps", "ops"):
        return at + 1
    return end if end > at else None


def _begins(words: list[Token], at: int) -> bool:
    """Whether an order plainly begins here."""
    two = (words[at].text, words[at + 1].text if at + 1 < len(words) else "")
    return two[0] in _VERBS or two in _TWO_WORDS


def _sails_on(own: list[Token], verb: Token) -> bool:
    """One naval move is for all fleets (16.1): `sail ... and move ...` is one order."""
    return own[0].text in _SAILING and verb.text in ("move", "sail", "naval")


def _goes_on(own: list[Token], words: list[Token], at: int) -> bool:
    """`1 regular in Rouen`, `cavalry in Nezh` or `1 in Rouen` after an order to build."""
    if own[0].text not in BUILD_VERBS or not any(word.text in _UNITS for word in own):
        return False
    if _other_place(own, words, at):
        return True
    counted = words[at].is_number or words[at].text in _COUNTS
    at += counted
    texts = [word.text for word in words[at : at + 2]]
    return len(texts) == 2 and (texts[0] in _UNITS or (counted and texts[0] in ("in", "at")))


def _other_place(own: list[Token], words: list[Token], at: int) -> bool:
    """`Florence` after `build regular in Rome`: one more of the same there.

    After a number it might be so many in all, or in each: that is not parted.
    """
    many = any((word.is_number and word.text != "1") or word.text in _MANY for word in own)
    there = any(word.text in _IN for word in own[2:-1])
    name = not words[at].is_number and words[at].text not in (*_UNITS, *_COUNTS, *_IN, *_NO_PLACES)
    return there and name and not many


_IN = ("in", "at")
_MANY = ("two", "three", "four", "five", "six", "all")
_NO_PLACES = frozenset("for no nothing that thats im i all then not if please stop finish".split())


def _with_verb(line: str, words: list[Token], at: int, own: list[Token]) -> tuple[str, list[Token]]:
    """The line with the verb, and if need be the unit and `in`, written once more at a word."""
    if _other_place(own, words, at):
        before = next(word for word in own[2:] if word.text in _IN)
        start = words[at].start
        line = f"{line[:start]}{line[own[0].start : before.end]} {line[start:]}"
        return line, tokens(line)
    first, second = words[at], words[at + 1]
    if second.text in ("in", "at"):
        unit = next((word.text for word in own if word.text in _UNITS), "")
        line = f"{line[: second.start]}{unit} {line[second.start :]}"
    line = f"{line[: first.start]}{own[0].text} {line[first.start :]}"
    return line, tokens(line)
