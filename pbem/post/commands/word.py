"""What a word of a letter is: how it is read, when it is done, and by whom.

Besides orders a letter may hold words that ask the moderator for something: `help`, `press`, `vacation`.
Each stands in a module of this folder; `pbem.post.commands.WORDS` is the table of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from pbem.play.about import About, AboutOffer, AboutPress
from pbem.play.fates import Fate
from pbem.work.letter_work import Answer, LetterWork

PREFIX = r"(?:(?P<power>[^\W\d_]{2,20})\s?[:：]\s*)?"
"""A player of two powers says which of them speaks."""
LONGEST = 1_000
"""Characters of a line in which a word is looked for."""


class When(IntEnum):
    """The moment at which a word of a letter is done."""

    FIRST = 1
    """Before anything else: the rest of the letter is taken, and answered, as it says."""
    BEFORE_ORDERS = 2
    INSTEAD = 3
    """Nothing else of the letter is done."""
    AFTER_ORDERS = 4
    """It asks, and changes nothing; the answer shows what the orders have brought."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is going on, as far as it decides how a word is meant."""

    talking: bool = False
    """The seat negotiates."""
    planning: bool = False
    """The seat is asked for its plan of the turn."""
    voting: bool = False
    between_talks: bool = False
    """The powers of this game negotiate at times, but not now."""
    asked: bool = False
    """The seat has a question of the game to answer: a bare `yes` is for that one."""
    seating: bool = False
    observer: bool = False
    in_press: bool = False
    """The line stands in what may be a letter to somebody."""
    about: About | None = None
    """What the letter of ours is about that this one answers."""
    answers_us: bool = False
    """The letter answers one of ours, whatever that was about."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was read in a line: what was named before a colon, and what follows the word."""

    text: str = ""
    power: str = ""


Reader: TypeAlias = Callable[[str, Moment], Found | None]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a letter may hold.

    How it is written and what it does is in the catalogs, under `letter.usage` and `letter.about`.
    """

    name: str
    read: Reader
    do: Callable[[LetterWork, Said], Answer | None]
    """What the receipt says of it; None: that is said elsewhere."""
    when: When = When.BEFORE_ORDERS
    fate: Fate = Fate.REQUEST
    listed: tuple[str, ...] | None = None
    """Under which names the help lists it; None: its own."""
    may_ask: bool = False
    """A question mark asks nothing of us: it stands in the writer's own text, or the word only asks."""
    even_below: bool = True
    """It is also read below a closing, where most lines are no more than a name."""

    @property
    def in_the_help(self) -> tuple[str, ...]:
        return (self.name,) if self.listed is None else self.listed


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a letter, with the numbers of its lines there."""

    word: Word
    text: str
    power: str
    line: str
    numbers: tuple[int, ...]
    written: str = ""
    """The line as the player wrote it, if `line` is that in English."""
    reserved: bool = False
    """The line below puts a condition on it."""


# ---- Reading

_ADDS_NOTHING = ("", "please", "now", "thanks", "thank you", "thx", "many thanks")


def spoken(
    forms: str,
    *,
    alone: bool = False,
    whole: bool = False,
    only_if: Callable[[str, Moment], bool] = lambda rest, moment: True,
) -> Reader:
    """A reader for a word in any of its forms, with what follows it; `whole`: and the word itself."""
    pattern = re.compile(
        rf"^{PREFIX}(?:ok(?:ay)?[,.!]?\s+)?(?:please\s+)?(?P<said>(?:{forms})\b\s*(?P<rest>.*?))[\s.!]*$",
        re.IGNORECASE,
    )

    def read(line: str, moment: Moment) -> Found | None:
        found = pattern.match(line)
        if found is None:
            return None
        rest = found["rest"]
        # What stands alone is something else with more words: "back to Vienna" is no vacation's end.
        if (alone and rest.lower().strip(" ,.!") not in _ADDS_NOTHING) or not only_if(rest, moment):
            return None
        return Found(found["said"] if whole else rest, (found["power"] or "").lower())

    return read


def asking(forms: str, *, topic: Callable[[str], bool] | None = None) -> Reader:
    """A reader for a word that asks for something: `show me the map`; with a topic if that can be one."""
    pattern = re.compile(
        rf"^(?:please\s+|show\s+(?:me\s+)?)?(?:the\s+"
        rf"|my\s+)?(?:{forms})\b[\s:]*(|(?!please|thank)[^,;]{{1,60}}?)"
        r"(?:\s*,?\s+(?:please|thanks|thank you))?[\s.!?？]*$",
        re.IGNORECASE,
    )

    def read(line: str, moment: Moment) -> Found | None:
        found = pattern.match(line[:200])
        if found is None:
            return None
        about = found.group(1).lower()
        return Found(about) if not about or (topic is not None and topic(about)) else None

    return read


def in_words(forms: str) -> Reader:
    """A reader for a request in a sentence: `what does 31 do?`; the group `topic` is what it is about."""
    pattern = re.compile(
        r"^(?:(?:please|hi|hello|sorry|so|and|oh|also|btw)[, ]+)*"
        r"(?:(?:can|could|would) (?:you|anybody|someone) (?:please )?(?:tell|show|remind) me[, ]+)?"
        rf"(?:{forms})(?:,? (?:please|thanks|again|now|btw))*[\s.!?？]*$",
        re.IGNORECASE,
    )

    def read(line: str, moment: Moment) -> Found | None:
        if moment.in_press or isinstance(moment.about, AboutPress | AboutOffer):
            return None  # it asks whoever the letter is for
        found = pattern.match(line[:200].replace("’", "'"))
        return None if found is None else Found((found.groupdict().get("topic") or "").lower().strip(" ?.!"))

    return read


def either(*readers: Reader) -> Reader:
    """A reader for whatever one of them reads."""
    return lambda line, moment: next((found for read in readers if (found := read(line, moment))), None)
