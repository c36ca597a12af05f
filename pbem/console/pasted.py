"""From what a person has pasted to posts: where each begins, and whose it is.

A post begins with a line that names its author: `Dee wrote:`, `[b]Dee[/b]`, `by Dee » Tue Nov 17, 2026`,
`### France`, `France:`, or the name of a player alone above a line.  If it names nobody at the table, what
follows is a stranger's.  Lines of the moderator's own, below `moderator:`, give the dice and draws of the
post above them.  A text that names no author but has a name before every line, `Dee: pass`, is one post for
each player in turn (`Screen`), with or without dice between them.  What is quoted in a post never begins one;
where a page was copied as it looks, a quotation has lost its end, so all below its first line counts as
quoted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pbem.errors import ModeratorProblem
from pbem.moderator.answering import dice_in

MODERATOR = ("moderator", "gm", "game master", "spielleitung", "spielleiter")
_TAGS = re.compile(r"\[/?(?:b|i|u|size|color|font|url|user|center)(?:=[^\]]{0,80})?\]", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_]{1,60})(?<=\S)\1(?![\w*_])")
_QUOTE = re.compile(r"\[(/?)quote\b[^\]]{0,200}\]", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)")
_CODE = re.compile(r"\[(/?)code\b[^\]]{0,40}\]", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?:posted by|post by|written by|message by|author:?|from:?|by|von|@|re:)\s*(?=\S)", re.IGNORECASE
)
_AFTER = re.compile(
    r"\s*(?:\b(?:wrote|writes|said|says|posted|schrieb|schreibt|sagte)\b.{0,60}|(?:[»·|•–—]|(?<=\s)-\s).{0,80}"
    r"|,?\s+#\d{1,6}.{0,60}"
    r"|\(.{0,40}\))?\s*:?\s*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"^\W{0,3}(?:\S.{0,60}\b(?:wrote|said|schrieb|sagte)\b:?\s*↑.{0,60}|originally posted by\b.{1,80}"
    r"|quote from:?\s.{1,80}|(?:quote|zitat):|zitat von\b.{1,80})$",
    re.IGNORECASE,
)
"""What stands above a quotation where a page was copied as it looks (phpBB, vBulletin, SMF)."""
_QUOTED_SO_FAR = re.compile(r"^click to expand\W{0,3}$", re.IGNORECASE)
_PAGE = re.compile(
    r"^(?:(?:re|aw|sv|vs)\s?:.{0,120}|(?:unread |top )?posts?|top|reply|quote)$", re.IGNORECASE
)
"""What a page has around posts."""
_WHOSE_ORDERS = re.compile(r"(?:['’]s?)?\s+(?:orders?|befehle)\s*:?$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*\([^()]{1,40}\)")
_WROTE = re.compile(r"^\W{0,12}\S.{0,60}\b(?:wrote|said|schrieb|sagte)\b.{0,60}:$", re.IGNORECASE)
_DATED = re.compile(r"^(?:(?:posted|post|written|message)?\s*by\s|\S.{0,60}\s[»·]\s).{1,120}$", re.IGNORECASE)
_BOLD = re.compile(
    r"^(?:\[b\][^\[\]]{1,60}\[/b\]|\*\*[^*]{1,60}\*\*)\s*:?(?:\s*[»·].{0,80})?$", re.IGNORECASE
)
_HEADING = re.compile(r"^(?:#{1,6}\s\S.{0,60}|={2,}[^=]{1,60}={2,})$")
LONGEST_NAME = 40
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
_MARKED = re.compile(r"^(?:#{1,6}\s|={2,}|-{2,}|\*\*|__|\[b\]|@)|(?:={2,}|-{2,})$", re.IGNORECASE)
_GIVEN = re.compile(r"^\W{0,3}(dice|rolls?|die|würfel|draws?|cards?)\b\s*[:=]?\s*(.*)$", re.IGNORECASE)
_MANY_DICE = re.compile(r"\d{1,2}d6\s*[:=>→-]*\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Whose:
    """An author: a seat by its number, or the moderator."""

    seat: int | None
    name: str
    stranger: bool = False
    """Nobody at the table has this name."""


@dataclass(slots=True)
class Pasted:
    """A post as it was pasted."""

    author: Whose | None
    """None: nobody is named."""
    lines: list[str] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)
    first: int = 1
    """The number of its first line in what was pasted."""
    endless: bool = False
    """It quotes somebody, and nobody can see where that ends."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


Known = Callable[[str], Whose | None]
"""Who has a name: of a player, a user of the forum, or a power."""


def posts_in(text: str, known: Known, players: Sequence[str]) -> list[Pasted]:
    """The posts of a text; `players` are names that begin a post when they stand alone in a line.

    :raises ModeratorProblem: dice that are none, or dice without a post.
    """
    posts = [Pasted(None)]
    by_moderator = False
    alone = {name.casefold() for name in players}
    quotes, code, fence, blank, lost = 0, False, False, True, False
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    usual = {style_of(line) for line in lines if author_in(line, known, frozenset())} - {Style.NONE}
    for number, line in enumerate(lines, 1):
        inside = bool(quotes) or code or fence or line.lstrip().startswith(">")
        if not inside and _QUOTED.match(line.strip()):
            lost = posts[-1].endless = True
            blank = False
            posts[-1].lines.append(f"> {line}")
            continue
        author = None if inside else author_in(line, known, alone if blank else frozenset())
        if author is None and not inside and (number == 1 or blank):
            author = _stranger_in(line, usual)
        blank = not line.strip()
        if author is not None:
            lost = False
            by_moderator = author.seat is None and not author.stranger
            if not by_moderator:
                posts.append(Pasted(author, first=number + 1))
            line = _rest(line) if by_moderator else ""
            if not line:
                continue
        if by_moderator and author is None and _names_a_player(line, known):
            posts.append(Pasted(None, first=number))
            by_moderator = False
        if by_moderator:
            if line.strip():
                _give(posts[-1], line)
            continue
        posts[-1].lines.append(f"> {line}" if lost and line.strip() else line)
        if lost and _QUOTED_SO_FAR.match(line.strip()):
            lost = posts[-1].endless = False
        quotes = max(0, quotes + sum(-1 if found[1] else 1 for found in _QUOTE.finditer(line)))
        fence = fence != bool(_FENCE.match(line))
        for found in _CODE.finditer(line):
            code = not found[1]
    return [post for post in posts if post.author or not _is_furniture(post)]


def _names_a_player(line: str, known: Known) -> bool:
    """`Dee: pass`, below dice: the next entry.  In a post it could be words to Dee."""
    head, colon, rest = line.partition(":")
    whose = known(head.strip()) if colon and rest.strip() else None
    return whose is not None and whose.seat is not None


def _is_furniture(post: Pasted) -> bool:
    """Whether nothing in it was said by anybody: what a page shows above its first post."""
    return all(not line.strip() or _PAGE.match(line.strip()) for line in post.lines)


def author_in(line: str, known: Known, alone: frozenset[str] | set[str]) -> Whose | None:
    """Whom a line names as the author of what follows; None if it is no such line."""
    plain = _without_marks(line)
    if not plain or len(plain) > 120:
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


class Style(StrEnum):
    """How a line names the author of a post."""

    WROTE = "wrote"
    DATED = "dated"
    BOLD = "bold"
    HEADING = "heading"
    NONE = ""


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


def _stranger_in(line: str, usual: Collection[Style]) -> Whose | None:
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
    plain = _EMPHASIS.sub(r"\2", _TAGS.sub("", line)).strip().strip("#=*_-")
    return " ".join(plain.split())


def _names_in(plain: str) -> list[str]:
    """What may be the name in a line, the longest first."""
    bare = _BEFORE.sub("", plain).strip()
    short = _AFTER.sub("", bare).strip().rstrip(":").strip()
    alone = _BRACKETS.sub("", short).strip()  # `Dee (France) wrote:`
    orders = _WHOSE_ORDERS.sub("", bare).strip()
    return [name for name in dict.fromkeys([bare.rstrip(":").strip(), orders, short, alone]) if name]


def _rest(line: str) -> str:
    """`moderator: dice 5 3 6`: what follows the name."""
    return _TAGS.sub("", line).partition(":")[2].strip(" *_")


def _give(post: Pasted, line: str) -> None:
    """Take dice or draws for a post."""
    found = _GIVEN.match(_TAGS.sub("", line))
    if found is None:
        raise ModeratorProblem(f'"{line.strip()}": the moderator can give "dice 5 3 6" or "draws tetzel, 31"')
    if not post.text.strip():
        raise ModeratorProblem(f'"{line.strip()}" stands above the first post: dice come below the orders')
    what, words = found[1].lower(), _MANY_DICE.sub("", found[2])
    if what.startswith(("dice", "roll", "die", "würf")):
        post.dice += dice_in(words)
    else:
        post.draws += [word.strip() for word in words.split(",") if word.strip()]
