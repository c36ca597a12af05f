"""Lines that name the author of a post: `Dee wrote:`, `[b]Dee[/b]`, `by Dee » Tue Nov 17`, `Dee, 16.11.2026`.

Forums in several languages, copied as their source or as the page looks.  A line with the same look can also
stand above a quotation: `pasted` tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum

MODERATOR = ("moderator", "gm", "game master", "spielleitung", "spielleiter")
LONGEST_NAME = 40
LONGEST_HEAD = 120
_SAID = (
    r"(?:\b(?:wrote|writes|said|says|posted|replied|schrieb|schreibt|sagte|hat geschrieben"
    r"|kirjoitti|sanoi|írta|mondta)\b|写道|寫道|说道|說道)"
)
TAGS = re.compile(r"\[/?(?:b|i|u|size|color|font|url|user|center)(?:=[^\]]{0,80})?\]", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_]{1,60})(?<=\S)\1(?![\w*_])")
_BEFORE = re.compile(
    r"^(?:\d{1,6}\s+(?=by\b|von\b))?"
    r"(?:(?:posted|post|written|message|reply|beitrag|geschrieben|verfasst) (?:by|von):?"
    r"|author:?|from:?|by|von|@|u/|re:)\s*(?=\S)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\s*(?:{_SAID}.{{0,60}}|(?:[»·|•–—]|(?<=\s)-\s).{{0,80}}|,?\s+#\d{{1,6}}.{{0,60}}|\(.{{0,40}}\))?\s*[:：]?\s*$",
    re.IGNORECASE,
)
_WHOSE_ORDERS = re.compile(r"(?:['’]s?)?\s+(?:orders?|befehle)\s*:?$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*(?:\([^()]{1,40}\)|\[[^\[\]]{1,40}\])")
_WROTE = re.compile(rf"^\W{{0,12}}\S.{{0,60}}{_SAID}.{{0,60}}[:：]$", re.IGNORECASE)
_DATED = re.compile(r"^(?:(?:posted|post|written|message)?\s*by\s|\S.{0,60}\s[»·]\s).{1,120}$", re.IGNORECASE)
_BOLD = re.compile(
    r"^(?:\[b\][^\[\]]{1,60}\[/b\]|\*\*[^*]{1,60}\*\*)\s*:?(?:\s*[»·].{0,80})?$", re.IGNORECASE
)
_HEADING = re.compile(r"^(?:#{1,6}\s\S.{0,60}|={2,}[^=]{1,60}={2,})$")
_MARKED = re.compile(r"^(?:#{1,6}\s|={2,}|-{2,}|\*\*|__|\[b\]|@)|(?:={2,}|-{2,})$", re.IGNORECASE)
ORDER_WORDS = (
    "order",
    "befehl",
    "spring",
    "winter",
    "next impulse",
    "impulse",
    "press",
    "if ",
    "talks",
    "wars",
)
"""What stands above orders, and is no name."""
_PARTS = re.compile(r"[^\W\d_]+|\d+|[^\s\w]")
_OF_A_MOMENT = frozenset(
    """
    on at the today yesterday ago am pm a p m h hr min s st nd rd th of utc gmt cet cest
    um uhr heute gestern vor
    second seconds minute minutes hour hours day days week weeks month months year years
    sekunden minuten stunde stunden tag tagen woche wochen monat monaten jahr jahren
    mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday
    mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonntag
    jan january feb february mar march apr april may jun june jul july aug august sep sept september
    oct october nov november dec december januar februar märz mär mai juni juli okt oktober dez dezember
    , . : / - · » | ( )
    """.split()
)
_SURE_MOMENT = re.compile(
    r"\d{1,2}[:.]\d\d\b|\b(?:19|20)\d\d\b|\d\s?[a-z]{1,7}\.?\s+ago\b|\bvor\s+\d", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Whose:
    """An author: a seat by its number, or the moderator."""

    seat: int | None
    name: str
    stranger: bool = False
    """Nobody at the table has this name."""


Known = Callable[[str], Whose | None]
"""Who has a name: of a player, a user of the forum, or a power."""


class Style(StrEnum):
    """How a line names the author of a post."""

    WROTE = "wrote"
    DATED = "dated"
    BOLD = "bold"
    HEADING = "heading"
    NONE = ""


def is_moment(text: str) -> bool:
    """Whether it is a date or a time of day and nothing else: `Monday at 9:12 AM`, `3 hours ago`."""
    if not _SURE_MOMENT.search(text):
        return False
    return all(part.isdigit() or part in _OF_A_MOMENT for part in _PARTS.findall(text.casefold()))


def author_in(line: str, known: Known, alone: frozenset[str] | set[str]) -> Whose | None:
    """Whom a line names as the author of what follows; None if it is no such line."""
    plain = _without_marks(line)
    if not plain or len(plain) > LONGEST_HEAD:
        return None
    for name in _names_in(plain):
        if (whose := known(name)) is None:
            continue
        says_so = plain.casefold() != name.casefold() or _MARKED.search(line.strip()) is not None
        if says_so or name.casefold() in alone:
            return whose
    head, colon, rest = plain.partition(":")
    if colon and rest.strip() and head.casefold() in MODERATOR:
        return Whose(None, head)
    return None


def style_of(line: str) -> Style:
    """How a line names an author, if it does: others of the same look name authors too."""
    bare = line.strip()
    if _WROTE.search(bare):
        return Style.WROTE
    if _DATED.search(bare):
        return Style.DATED
    if _BOLD.match(bare):
        return Style.BOLD
    return Style.HEADING if _HEADING.match(bare) else Style.NONE


def stranger_in(line: str, usual: Collection[Style]) -> Whose | None:
    """Somebody who is not at the table, named as the authors of posts are named here; None if nobody is."""
    style = style_of(line)
    if style is Style.NONE or (style in (Style.BOLD, Style.HEADING) and style not in usual):
        return None
    plain = _without_marks(line)
    name = (_names_in(plain) or [""])[-1]
    if not name or len(name) > LONGEST_NAME or name.casefold().startswith(ORDER_WORDS):
        return None
    return Whose(None, name, stranger=True)


def _without_marks(line: str) -> str:
    """A line without its tags and emphasis: `**Dee** wrote:` names Dee."""
    plain = _EMPHASIS.sub(r"\2", TAGS.sub("", line)).strip().strip("#=*_-")
    return " ".join(plain.split())


def _names_in(plain: str) -> list[str]:
    """What may be the name in a line, the longest first."""
    bare = _BEFORE.sub("", plain).strip()
    short = _AFTER.sub("", bare).strip().rstrip(":").strip()
    alone = _BRACKETS.sub("", short).strip()  # `Dee (France) wrote:`
    orders = _WHOSE_ORDERS.sub("", bare).strip()
    dated = _before_a_moment(bare)
    return [name for name in dict.fromkeys([bare.rstrip(":").strip(), orders, dated, short, alone]) if name]


def _before_a_moment(bare: str) -> str:
    """`Dee, 16 Nov 2026 09:12`: the name, if a moment and nothing else follows it."""
    gaps = re.finditer(r"\s*,\s+|\s+", bare)
    return next((bare[: gap.start()] for gap in gaps if is_moment(bare[gap.end() :])), "")
