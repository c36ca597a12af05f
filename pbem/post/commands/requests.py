"""What players ask of the moderator besides orders: press, deals, time, leave, their seat.

Read before commands and orders.  Words that are orders too (`agree`, `withdraw`, `propose`) are requests only
while the negotiation window or a vote is open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.language.catalog import language_named
from pbem.language.words import unmarked

REQUESTS = (
    "press", "press_all", "group", "propose", "agree", "deals", "ready", "extend", "vacation", "back",
    "substitute", "resign", "unsubscribe", "language",
)  # fmt: skip
"""How they are written and what they do is in the catalogs, under `letter.usage` and `letter.about`."""
ANY_TIME = (
    "deals", "ready", "not ready", "extend", "vacation", "back", "substitute", "resign", "unsubscribe",
    "group", "language",
)  # fmt: skip
IN_TALKS = ("propose", "offer", "agree", "accept", "refuse", "reject", "withdraw", "none", "no deals", "pass")
IN_VOTE = ("agree", "refuse", "yes", "no")

_PREFIX = r"(?:(?P<power>[^\W\d_]{2,20})\s?[:：]\s*)?"
_PRESS = re.compile(
    rf"^{_PREFIX}press\b\s*(?:to\s+)?(?P<to>[^:：]{{0,200}})[:：](?P<text>.*)$", re.IGNORECASE
)
_END_PRESS = re.compile(r"^end\s?(?:of\s)?press[.!]?$", re.IGNORECASE)
_WORDS = re.compile(
    rf"^{_PREFIX}(?:ok(?:ay)?[,.!]?\s+)?(?:please\s+)?(?:(?:i am|i'm|im|we are|we're)\s+(?=ready|not ready))?"
    r"(?P<word>"
    r"deals|not ready|unready|ready|(?:make )?peace|ally|(?:make |form )?an? alliance|alliance|"
    r"extend|vacation|holidays?|i am back|i'm back|back|substitute|resign|language|sprache|"
    r"unsubscribe|group|take|join|propose|offer|agree|accept|refuse|reject|withdraw|no deals|none|pass|yes|no"
    r")\b\s*(?P<rest>.*?)[\s.!]*$",
    re.IGNORECASE,
)
_SAME = {
    "unready": "not ready",
    "holiday": "vacation",
    "holidays": "vacation",
    "i am back": "back",
    "i'm back": "back",
    "offer": "propose",
    "accept": "agree",
    "reject": "refuse",
    "no deals": "ready",
    "sprache": "language",
}
_MUTUAL = re.compile(r"^(?:make )?peace|^ally|alliance$")
"""What two powers do together: `alliance with France` is a proposal."""
# These stand alone, or they are something else: "back to Vienna" is no vacation's end.
_ALONE = ("deals", "ready", "not ready", "back", "unsubscribe", "none", "pass", "join")


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a player asks for; `power` is what was named before a colon."""

    word: str
    text: str
    power: str
    number: int
    line: str


@dataclass(frozen=True, slots=True)
class Moment:
    """What is going on, as far as it decides how a word is meant."""

    talking: bool = False
    """The seat negotiates."""
    voting: bool = False
    asked: bool = False
    """The seat has a question of the game to answer: a bare `yes` is for that one."""
    seating: bool = False
    observer: bool = False


def unlisted(lines: Sequence[str], read: Callable[[str], str] = lambda line: line) -> list[str]:
    """The lines of a letter without the marks of a list, `1.` or `-`, with order words in English.

    Press stays as it was written.
    """
    plain = [read(unmarked(line)) for line in lines]
    at = 0
    while at < len(lines):
        press = _PRESS.match(plain[at])
        if press:
            plain[at] = _with_own_text(press, unmarked(lines[at]))
        taken = _press(plain, at, press)[1] if press else 1
        plain[at + 1 : at + taken] = lines[at + 1 : at + taken]
        if not press and at + 1 < len(lines) and _GOES_ON.search(plain[at]):
            # Mail programs break long lines: an order that cannot end here goes on in the next line.
            plain[at], plain[at + 1] = "", f"{plain[at]} {plain[at + 1].strip()}"
        at += taken
    return plain


def _with_own_text(press: re.Match[str], written: str) -> str:
    """The head of a piece of press as it was read, and its text as it was written."""
    head = press.string[: press.start("text")]
    text = re.split("[:：]", written, maxsplit=len(re.findall("[:：]", head)))[-1]
    return head + text


_GOES_ON = re.compile(r"(?:,|>|\+|&|\s(?:and|with|from|to|in|for))\s*$", re.IGNORECASE)


def sort_requests(lines: Sequence[str], moment: Moment) -> tuple[list[Request], list[str]]:
    """The requests in a letter, and its lines with those of the requests left empty."""
    requests: list[Request] = []
    rest = list(lines)
    at = 0
    while at < len(lines):
        found, taken = _request(lines, at, moment)
        if found is not None and found.word == "ready" and any(r.word == "ready" for r in requests):
            found = None  # a second "none" is an order for later
        if found is not None:
            requests.append(found)
            rest[at : at + taken] = [""] * taken
        at += taken
    return requests, rest


def _request(lines: Sequence[str], at: int, moment: Moment) -> tuple[Request | None, int]:
    line = lines[at]
    if press := _PRESS.match(line):
        return _press(lines, at, press)
    found = _WORDS.match(" ".join(line.split())[:1000])
    if found is None:
        return None, 1
    word = found["word"].lower()
    word, rest = _SAME.get(word, word), found["rest"]
    if _MUTUAL.search(word):
        if not moment.talking or not rest.lower().startswith("with "):
            return None, 1
        word, rest = "propose", f"{word} {rest}"
    if word in _ALONE and rest and not (word == "not ready" or rest.lower() in ("please", "now")):
        return None, 1
    if word == "language" and len((rest := rest.lstrip(": ")).split()) > 1:
        return None, 1
    if word in ("yes", "no") and rest and rest.lower() not in EXTENSION:
        return None, 1
    if not _meant(word, rest, moment):
        return None, 1
    if moment.talking and word in ("none", "pass"):
        word = "ready"
    if moment.seating and word in ("yes", "agree"):
        word = "join"
    if word in ("yes", "no"):
        word = "agree" if word == "yes" else "refuse"
    return Request(word, rest, (found["power"] or "").lower(), at + 1, line), 1


def wished_language(requests: Sequence[Request]) -> str:
    """The language in which a letter is to be answered, and all later ones; empty: as before."""
    return next((found for r in requests if r.word == "language" and (found := language_named(r.text))), "")


def may_be_a_vote(line: str) -> bool:
    """Whether a line would be a vote if there were one."""
    found = _WORDS.match(" ".join(line.split())[:1000])
    return found is not None and _SAME.get(found["word"].lower(), found["word"].lower()) in IN_VOTE


def _meant(word: str, rest: str, moment: Moment) -> bool:
    """Whether a word is a request now, and not an order."""
    if word == "take":
        return moment.observer
    if moment.seating:
        return word in ANY_TIME or word in ("join", "yes", "agree")
    if word in ANY_TIME:
        return True
    if moment.talking and word in IN_TALKS:
        return True
    if not moment.voting or word not in IN_VOTE:
        return False
    return rest.lower() in EXTENSION or (not rest and not (moment.asked and word in ("yes", "no")))


EXTENSION = ("extension", "extend", "the extension", "to the extension", "to extend")


def _press(lines: Sequence[str], at: int, first: re.Match[str]) -> tuple[Request, int]:
    end = next((n for n in range(at + 1, len(lines)) if _ends_or_begins(lines[n])), len(lines))
    power, to, text = (first["power"] or "").lower(), first["to"].strip(), first["text"].strip()
    if end < len(lines) and _END_PRESS.match(lines[end].strip()):
        text = "\n".join([*filter(None, [text]), *lines[at + 1 : end]]).strip("\n")
        return Request("press", f"{to}:{text}", power, at + 1, lines[at]), end + 1 - at
    return Request("press", f"{to}:{text}", power, at + 1, lines[at]), 1


def _ends_or_begins(line: str) -> bool:
    return bool(_END_PRESS.match(line.strip()) or _PRESS.match(line))
