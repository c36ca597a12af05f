"""A line of a player as plain words: accents, quotes, arrows and odd spaces made one.

Knows letters and punctuation, and nothing of any game.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MOST_CHARACTERS = 2_000
"""A longer line is no order."""

_SPELLED = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
        "’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    }
)  # fmt: skip
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Arrows of every make, and a dash that stands alone, all mean "to".
_ARROWS = re.compile(r"[-=~–—]*(?:>+|→|⇒|➔|➜|⟶|↦|&gt;)|(?<=\s)[-–—]+(?=\s)")
_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+(?:'[^\W\d_]+)*|[>,:;+&/()]")


def fold(text: str) -> str:
    """Lower case without accents: `Besançon` and `BESANCON` are one."""
    text = unicodedata.normalize("NFKC", text).lower().translate(_SPELLED)
    text = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in text if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark; `start` is where it stands in the line."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()

    @property
    def is_mark(self) -> bool:
        return not self.text[0].isalnum()


def tokens(line: str) -> list[Token]:
    """The words, numbers and marks of a line; `4r` is a number and a word, `St. Peter's` two words."""
    found: list[Token] = []
    at = 0
    for arrow in [*_ARROWS.finditer(line), None]:
        piece = line[at : arrow.start() if arrow else len(line)]
        found += _words(piece, at)
        if arrow is not None:
            found.append(Token(">", arrow.start(), arrow.end()))
            at = arrow.end()
    return found


def _words(piece: str, offset: int) -> list[Token]:
    found = []
    for match in re.finditer(r"[^\s]+", piece):
        # Folding may change the length of a word; the column of an error is the word's own.
        plain = fold(match.group())
        start, end = offset + match.start(), offset + match.end()
        same = len(plain) == len(match.group())
        for part in _TOKEN.finditer(plain):
            text = part.group().replace("'", "")
            found.append(
                Token(text, start + part.start(), start + part.end()) if same else Token(text, start, end)
            )
    return found


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """A name as the table keeps it: folded words with single spaces."""
    return " ".join(token.text for token in tokens(text.replace("_", " ")) if not token.is_mark)


def spellings(text: str) -> list[str]:
    """The ways to write a name: as it is, and with ae, oe, ue for umlauts."""
    plain, spelled = key(text), key(text.lower().translate(_UMLAUTS))
    return [plain] if plain == spelled else [plain, spelled]


# ---- What is no order

_COMMENT = re.compile(r"^\s*(?://|--(?!>)|\*|#(?!\s*\d)|\(.*\)\s*$|note\s*:)", re.IGNORECASE)
_TRAILING = re.compile(r"\s+//.*$")
_PLEASANTRIES = frozenset(
    """
    hi|hello|hey|dear|dear moderator|hi all|hello all|hi everybody|hello everybody|hi everyone|hello moderator
    hi moderator|good morning|good evening|thanks|thank you|many thanks|thank you so much|cheers
    regards|best|best regards|kind regards|best wishes|greetings|sincerely|yours|please|orders|my orders
    here are my orders|good luck|good luck all|have fun|see you|bye|ok|okay
    """.replace("\n", "|").replace("    ", "").split("|")
)  # fmt: skip
_POLITE_STARTS = (
    ("i", "would", "like", "to"), ("id", "like", "to"), ("we", "would", "like", "to"),
    ("i", "want", "to"), ("i", "will"), ("we", "will"), ("ill",), ("please",), ("pls",), ("and", "then"),
    ("then",), ("i",), ("we",),
)  # fmt: skip
_POLITE_ENDS = (("please",), ("pls",), ("thanks",), ("thank", "you"))


def without_comment(line: str) -> str:
    """The line without what follows `//`; empty if it is a comment as a whole."""
    return "" if _COMMENT.match(line) else _TRAILING.sub("", line)


def is_no_order(line: str) -> bool:
    """Whether a line is empty, a comment, or a politeness that cannot be mistaken for an order."""
    plain = without_comment(line)
    return not plain.strip() or key(plain) in _PLEASANTRIES


def without_politeness(words: list[Token]) -> list[Token]:
    """The words without `please`, `I will` and the like at both ends; never all of them."""
    for polite in _POLITE_STARTS:
        if len(words) > len(polite) and tuple(word.text for word in words[: len(polite)]) == polite:
            words = words[len(polite) :]
            break
    for polite in _POLITE_ENDS:
        if len(words) > len(polite) and tuple(word.text for word in words[-len(polite) :]) == polite:
            words = words[: -len(polite)]
            break
    while len(words) > 1 and words[-1].text in (",", ";"):
        words = words[:-1]
    return words
