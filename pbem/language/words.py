"""A line of a player as plain words: accents, quotes, arrows and odd spaces made one.

Knows letters and punctuation, and nothing of any game.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_ADDRESS = re.compile(r"[^@\s<>,;:\"]{1,64}@[^@\s<>,;:\"]{1,250}")
MOST_CHARACTERS = 2_000
"""A longer line is no order."""

_SPELLED = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
        "’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "、": ",",
    }
)  # fmt: skip
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Arrows of every make, and a dash that stands alone, all mean "to".
_ARROWS = re.compile(r"[-=~–—]*(?:>+|→|⇒|➔|➜|⟶|↦|&gt;)|(?<=\s)[-–—]+(?=\s)")
# Chinese has no spaces: each character is a word, and the longest name or phrase of them counts.
_HAN = r"\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"(?<!\w)(?:w/o|w/|i\.e\.?|e\.g\.?)(?![^\W\d])|[0-9]+|[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)*|[>,:;+&/()]"
)


_SHORT = {"w/o": "without", "w/": "with", "i.e.": "ie", "i.e": "ie", "e.g.": "eg", "e.g": "eg"}
"""Abbreviations with marks in them: taken apart, `w/o` would say `with`."""
_GAP = re.compile(rf"(?<=[{_HAN}]) (?=[{_HAN}])")


def is_han(word: str) -> bool:
    """Whether a word is a Chinese character."""
    return re.match(f"[{_HAN}]", word) is not None


def without_gaps(words: str) -> str:
    """Words with Chinese characters put together again.

    >>> without_gaps("维 也 纳 4")
    '维也纳 4'
    """
    return _GAP.sub("", words)


def fold(text: str) -> str:
    """Lower case without accents: `Besançon` and `BESANCON` are one."""
    text = unicodedata.normalize("NFKC", text).lower().translate(_SPELLED)
    text = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in text if not unicodedata.combining(letter))


USUAL_LENGTH = 200
"""The words of longer lines are not kept."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark; `start` is where it stands in the line."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text.isdecimal()

    @property
    def is_mark(self) -> bool:
        return not self.text[0].isalnum()


def tokens(line: str) -> list[Token]:
    """The words, numbers and marks of a line; `4r` is a number and a word, `St. Peter's` two words."""
    return list(_known_tokens(line) if len(line) <= USUAL_LENGTH else _tokens(line))


@lru_cache(maxsize=4096)  # each language, condition and grammar looks at the same line
def _known_tokens(line: str) -> tuple[Token, ...]:
    return _tokens(line)


def _tokens(line: str) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    for arrow in [*_ARROWS.finditer(line), None]:
        piece = line[at : arrow.start() if arrow else len(line)]
        found += _words(piece, at)
        if arrow is not None:
            found.append(Token(">", arrow.start(), arrow.end()))
            at = arrow.end()
    return tuple(found)


def _words(piece: str, offset: int) -> list[Token]:
    found = []
    for match in re.finditer(r"[^\s]+", piece):
        # Folding may change the length of a word; the column of an error is the word's own.
        plain = fold(match.group())
        start, end = offset + match.start(), offset + match.end()
        same = len(plain) == len(match.group())
        for part in _TOKEN.finditer(plain):
            text = _SHORT.get(part.group()) or part.group().replace("'", "")
            found.append(
                Token(text, start + part.start(), start + part.end()) if same else Token(text, start, end)
            )
    return found


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """A name as the table keeps it: folded words with single spaces."""
    if text.isascii() and text.replace(" ", "").isalpha():  # most words of the tables, many thousands of them
        return " ".join(text.lower().split())
    return " ".join(token.text for token in tokens(text.replace("_", " ")) if not token.is_mark)


def spellings(text: str) -> list[str]:
    """The ways to write a name: as it is, and with ae, oe, ue for umlauts."""
    lower = text.lower()
    spelled = lower.translate(_UMLAUTS)
    return [key(text)] if spelled == lower else [key(text), key(spelled)]


# ---- What is no order

_COMMENT = re.compile(r"^\s*(?://|--(?!>)|\*|#(?!\s*\d)|\(.*\)\s*$|note\s*:)", re.IGNORECASE)
_TRAILING = re.compile(r"\s+//.*$")
_ASIDE = re.compile(r"\s*\(([^()\d]{1,200})\)[\s.,;!]*$")
_ITEM = re.compile(r"^\s*(?:\(?\d{1,2}[.)]\s+|\(?[a-h]\)\s+|[-–—*•·‣◦]\s+)(?=[^\W_]|#)", re.IGNORECASE)
_FIRST_ITEM = re.compile(r"^\s*\(?1([.)])\s+(?=[^\W_]|#)")
MOST_ITEMS = 10
# An aside with one of these words may change what is ordered, so it is read as part of it.
_CHANGING = frozenset(
    "after all also and before but cp event except first if impulse instead later leave leaving less maybe "
    "minus move moved moves moving next no not nobody none once only or perhaps plus rather should soon then "
    "tomorrow turn unless until wait when with without would x times "
    "kidding joking joke jk lol cancel ignore forget never nevermind actually changed wrong mistake sorry "
    "undo skip provided assuming thinking think considering might may could probably possibly depending "
    "last past already yesterday previous earlier was were had did planned hoping please question".split()
)
_PLEASANTRIES = frozenset(
    """
    hi|hello|hey|dear|dear moderator|hi all|hello all|hi everybody|hello everybody|hi everyone|hello moderator
    hi moderator|good morning|good evening|thanks|thank you|many thanks|thank you so much|cheers
    regards|best regards|kind regards|best wishes|greetings|sincerely|yours|orders|my orders
    here are my orders|here are my moves|my moves|my move|good luck|good luck all|have fun|see you|bye
    """.replace("\n", "|").replace("    ", "").split("|")
)  # fmt: skip
_POLITE_STARTS = tuple(
    tuple(words.split())
    for words in """
    i would like to|id like to|we would like to|wed like to|i want to|we want to|i am going to|im going to
    i will|we will|ill|well|lets|let us|please|pls|and then|then|next|finally|first|now|also|and|ok|okay|i|we
    """.replace("\n", "|").replace("    ", "").split("|")
    if words
)  # fmt: skip
_POLITE_ENDS = (
    ("please",),
    ("pls",),
    ("thanks",),
    ("thx",),
    ("thank", "you"),
    ("now",),
    ("for", "now"),
    ("again",),
    ("of", "course"),
)


def unmarked(line: str) -> str:
    """The line without what makes it an item of a list: `1.`, `2)`, `-`, `*`; the rest as it stands.

    A whole list in one line has semicolons between its items.

    >>> unmarked("2) sail home"), unmarked("1. 3r Paris-Dijon 2. 2m Paris")
    ('sail home', '3r Paris-Dijon; 2m Paris')
    """
    first = _FIRST_ITEM.match(line)
    if first is None:
        return _ITEM.sub("", line, count=1)
    items, rest = [], line[first.end() :]
    for number in range(2, MOST_ITEMS):
        after = re.search(
            rf"(?<!\bfor)(?<!\bwith)[\s,;.]+\(?{number}\{first[1]}\s+(?!(?:and|then)\b)(?=\w)", rest
        )
        if after is None:
            break
        items.append(rest[: after.start()])
        rest = rest[after.end() :]
    return "; ".join([*items, rest])


def without_note(line: str) -> str:
    """A line without what stands behind `//`: our own notes beside choices, copied along."""
    return _TRAILING.sub("", line)


def without_comment(line: str) -> str:
    """The line without what follows `//` and without an aside in parentheses at its end.

    Empty if it is a comment as a whole.  An aside that might change the order is no comment.
    """
    if _COMMENT.match(line):
        return ""
    line = without_note(line)
    aside = _ASIDE.search(line)
    if aside is None or any(token.text in _CHANGING for token in tokens(aside[1])):
        return line
    return line[: aside.start()]


def is_no_order(line: str) -> bool:
    """Whether a line is empty, a comment, or a politeness that cannot be mistaken for an order."""
    plain = without_comment(line)
    return not plain.strip() or key(plain) in _PLEASANTRIES


def without_politeness(words: list[Token]) -> list[Token]:
    """The words without `please`, `I will` and the like at both ends; never all of them."""
    at, end = 0, len(words)
    while (more := _polite_start(words[at : at + LONGEST_POLITE + 2])) and end > at + more:
        at += more
    while end > at + 1 and words[end - 1].text in (",", ";"):
        end -= 1
    words = words[at:end]
    for polite in _POLITE_ENDS:
        if len(words) > len(polite) and tuple(word.text for word in words[-len(polite) :]) == polite:
            words = words[: -len(polite)]
            break
    while len(words) > 1 and words[-1].text in (",", ";"):
        words = words[:-1]
    return words


LONGEST_POLITE = max(map(len, _POLITE_STARTS))


def _polite_start(words: list[Token]) -> int:
    """How many words at the beginning are only politeness; a comma after them goes too."""
    if [word.text for word in words[1:2]] in (["turn"], ["impulse"]):
        return 0  # `next turn` is a time
    texts = tuple([word.text for word in words[:LONGEST_POLITE]])
    for polite in _POLITE_STARTS:
        if texts[: len(polite)] == polite:
            return len(polite) + (len(words) > len(polite) and words[len(polite)].text in (",", ":"))
    return 0


def is_address(text: str) -> bool:
    """Whether letters can be sent there, as far as its form goes."""
    return text.isprintable() and _ADDRESS.fullmatch(text) is not None
