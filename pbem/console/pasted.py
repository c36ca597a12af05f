"""From what a person has pasted to posts: where each begins, and whose it is.

A post begins with a line that names its author (`heads`), or with the name of a player alone above a line.
If it names nobody at the table, what follows is a stranger's.  Lines of the moderator's own, below
`moderator:`, give the dice and draws of the post above them.  A text that names no author but has a name
before every line, `Dee: pass`, is one post for each player in turn (`Screen`), with or without dice between
them.  What is quoted in a post never begins one, nor does the line above it that says whose words they are;
where a page was copied as it looks, a quotation has lost its end, so all below its first line counts as
quoted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.console.heads import TAGS, Known, Style, Whose, author_in, is_moment, stranger_in, style_of
from pbem.errors import ModeratorProblem
from pbem.moderator.answering import dice_in

_QUOTE = re.compile(r"\[(/?)quote\b[^\]]{0,200}\]", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)")
_CODE = re.compile(r"\[(/?)code\b[^\]]{0,40}\]", re.IGNORECASE)
_QUOTED = re.compile(
    r"^\W{0,3}(?:\S.{0,60}(?:\b(?:wrote|said|schrieb|sagte)\b|[:：])\s*↑.{0,60}|originally posted by\b.{1,80}"
    r"|quote from:?\s.{1,80}|(?:quote|zitat):|zitat von\b.{1,80})$",
    re.IGNORECASE,
)
"""What stands above a quotation where a page was copied as it looks (phpBB, vBulletin, SMF)."""
_ABOVE_QUOTATIONS_ONLY = re.compile(
    r"^\W{0,3}(?:(?:on|am)\b.{0,60}\d.{0,80}(?:wrote|schrieb)\b|@\S.{0,60}\bsaid in \[)", re.IGNORECASE
)
"""What a mail program or NodeBB writes above what it quotes."""
_QUOTED_SO_FAR = re.compile(r"^click to expand\W{0,3}$", re.IGNORECASE)
_PAGE = re.compile(
    r"^(?:(?:re|aw|sv|vs)\s?:.{0,120}|(?:unread |top )?posts?|top|reply|quote)$", re.IGNORECASE
)
"""What a page has around posts."""
WRAPPED = 60
"""No program breaks a line that is shorter."""
_NUMBER = re.compile(r"^#\d{1,6}$")
_GIVEN = re.compile(r"^\W{0,3}(dice|rolls?|die|würfel|draws?|cards?)\b\s*[:=]?\s*(.*)$", re.IGNORECASE)
_MANY_DICE = re.compile(r"\d{1,2}d6\s*[:=>→-]*\s*", re.IGNORECASE)


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
    style: Style = Style.NONE
    """How its first line named the author."""

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


def posts_in(text: str, known: Known, players: Sequence[str]) -> list[Pasted]:
    """The posts of a text; `players` are names that begin a post when they stand alone in a line.

    :raises ModeratorProblem: dice that are none, or dice without a post.
    """
    posts = _Paste(text, known, players).read()
    return [post for post in posts if post.author or not _is_furniture(post)]


class _Paste:
    """A text on its way to posts, line by line."""

    def __init__(self, text: str, known: Known, players: Sequence[str]) -> None:
        self._known = known
        self._alone = {name.casefold() for name in players}
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        heads = (line for line in self._lines if author_in(line, known, frozenset()))
        self._usual = {style_of(line) for line in heads} - {Style.NONE}
        self._posts = [Pasted(None)]
        self._by_moderator = False
        self._quotes, self._code, self._fence = 0, False, False
        self._after_blank, self._lost = True, False

    def read(self) -> list[Pasted]:
        for number, line in enumerate(self._lines, 1):
            self._take(number, line)
            self._after_blank = not line.strip()
        return self._posts

    @property
    def _post(self) -> Pasted:
        return self._posts[-1]

    def _take(self, number: int, line: str) -> None:
        inside = bool(self._quotes) or self._code or self._fence or line.lstrip().startswith(">")
        author = None if inside else self._author(number, line)
        if not inside and _QUOTED.match(line.strip()):
            self._quote(line, endless=True)
        elif author and self._is_above_a_quotation(number, line):
            self._quote(line, endless=self._is_cut_out(number, line))
        elif author is not None:
            self._begin(number, line, author)
        elif self._by_moderator and not self._names_a_player(line):
            self._give(line)
        elif inside or not self._is_below_a_head(number, line):
            if self._by_moderator:
                self._posts.append(Pasted(None, first=number))
                self._by_moderator = False
            self._add(line)

    def _author(self, number: int, line: str) -> Whose | None:
        """Whom a line names, of the table or not."""
        author = author_in(line, self._known, self._alone if self._after_blank else frozenset())
        if author is None and (number == 1 or self._after_blank or self._quotation_follows(number, line)):
            return stranger_in(line, self._usual)
        return author

    def _begin(self, number: int, line: str, author: Whose) -> None:
        """A new post.  Whose it is stays open if the line may stand above a quotation in the post before."""
        self._lost = False
        self._by_moderator = author.seat is None and not author.stranger
        if self._by_moderator:
            self._give(_rest(line))
            return
        certain = self._post.author is None or not self._quotation_follows(number, line)
        self._posts.append(Pasted(author if certain else None, first=number + 1, style=style_of(line)))
        if self._is_cut_out(number, line):
            self._quote(line, endless=True)

    def _quote(self, line: str, *, endless: bool) -> None:
        """Take a line that stands above a quotation, and with `endless` whatever comes below it."""
        self._post.lines.append(f"> {line}")
        if endless:
            self._lost = self._post.endless = True

    def _add(self, line: str) -> None:
        if self._ends_quotation(line):
            self._post.lines.append("")  # else Markdown counts the line to the quotation
        self._post.lines.append(f"> {line}" if self._lost and line.strip() else line)
        if self._lost and _QUOTED_SO_FAR.match(line.strip()):
            self._lost = self._post.endless = False
            self._post.lines.append("")  # else Markdown counts the next line to the quotation
        self._quotes = max(0, self._quotes + sum(-1 if found[1] else 1 for found in _QUOTE.finditer(line)))
        self._fence = self._fence != bool(_FENCE.match(line))
        for found in _CODE.finditer(line):
            self._code = not found[1]

    def _ends_quotation(self, line: str) -> bool:
        """Whether a line right below one that is quoted with `>` is the author's, who left out a blank line.

        It may be the rest of a long line that was broken: then it stays where it stands.
        """
        above = self._post.lines[-1].strip() if self._post.lines else ""
        if self._lost or self._quotes or self._code or self._fence or not line.strip():
            return False
        is_own = above.startswith(">") and not line.lstrip().startswith(">")
        return is_own and (len(above) < WRAPPED or above.endswith((".", "!", "?", ":", "…")))

    def _give(self, line: str) -> None:
        if line.strip():
            _give(self._post, line)

    # ---- What a line is that looks like the head of a post, or stands below one

    def _is_above_a_quotation(self, number: int, line: str) -> bool:
        """`Dee wrote:` above what is quoted in somebody's post: it tells whose words they are.

        The same line begins a post that opens with a quotation.  It does not where a post has just begun, or
        where posts begin otherwise here; else `_begin` leaves open whose the lines below are.
        """
        if not self._quotation_follows(number, line):
            return False
        if _ABOVE_QUOTATIONS_ONLY.match(line):
            return True
        return self._post.author is not None and (self._post.is_empty or self._post.style != style_of(line))

    def _quotation_follows(self, number: int, line: str) -> bool:
        marked = number < len(self._lines) and self._lines[number].lstrip().startswith(">")
        return marked or self._is_cut_out(number, line)

    def _is_cut_out(self, number: int, line: str) -> bool:
        """`Dee said:` above a quotation of XenForo, copied as it looks: it ends with `Click to expand`."""
        if style_of(line) is not Style.WROTE:
            return False
        for below in self._lines[number:]:
            if below.strip() == "↑" or _QUOTED_SO_FAR.match(below.strip()):
                return True
            if style_of(below) is not Style.NONE or author_in(below, self._known, self._alone):
                return False
        return False

    def _is_below_a_head(self, number: int, line: str) -> bool:
        """The moment of a post in a line of its own, and its number: nobody has said that."""
        if self._post.author is None or not self._post.is_empty:
            return False
        above = self._lines[number - 2].strip() if number > 1 else ""
        return is_moment(line) or bool(_NUMBER.match(line.strip()) and is_moment(above))

    def _names_a_player(self, line: str) -> bool:
        """`Dee: pass`, below dice: the next entry.  In a post it could be words to Dee."""
        head, colon, rest = line.partition(":")
        whose = self._known(head.strip()) if colon and rest.strip() else None
        return whose is not None and whose.seat is not None


def _is_furniture(post: Pasted) -> bool:
    """Whether nothing in it was said by anybody: what a page shows above its first post."""
    return all(not line.strip() or _PAGE.match(line.strip()) for line in post.lines)


def _rest(line: str) -> str:
    """`moderator: dice 5 3 6`: what follows the name."""
    return TAGS.sub("", line).partition(":")[2].strip(" *_")


def _give(post: Pasted, line: str) -> None:
    """Take dice or draws for a post."""
    found = _GIVEN.match(TAGS.sub("", line))
    if found is None:
        raise ModeratorProblem(f'"{line.strip()}": the moderator can give "dice 5 3 6" or "draws tetzel, 31"')
    if not post.text.strip():
        raise ModeratorProblem(f'"{line.strip()}" stands above the first post: dice come below the orders')
    what, words = found[1].lower(), _MANY_DICE.sub("", found[2])
    if what.startswith(("dice", "roll", "die", "würf")):
        post.dice += dice_in(words)
    else:
        post.draws += [word.strip() for word in words.split(",") if word.strip()]
