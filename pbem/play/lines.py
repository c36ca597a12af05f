"""Lines of letters, and what becomes of them: done, held, handed back, refused."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.errors import OrderProblem
from rules import Event, Power

BY_MAIL, BY_DEADLINE = "mail", "deadline"
"""Where an answer came from: its player's letter; nobody, when the time was over."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a letter, by its number there.  A doubtful one may be no more than a name below a closing."""

    number: int
    text: str
    doubtful: bool = False
    under: str = ""
    """The heading of ours below which it was written."""
    written: str = ""
    """As it stands in the letter, if its order words are in another language than English in `text`."""
    typed: str = ""
    """What the player wrote, if `text` is how it was read, or one of several orders in it."""
    part: int = 0
    """Which of the orders in `typed` it is."""
    parts: int = 1
    """How many there are."""
    read: bool = False
    """Whether `text` is what free words were read as."""
    fleeting: bool = False
    """Whether it answers the next question, or nothing."""

    @property
    def whole(self) -> str:
        """What the player wrote."""
        return self.typed or self.text

    @property
    def told(self) -> str:
        """The line as a refusal shows it."""
        return self.written or self.whole

    @property
    def shown(self) -> str:
        """What of the player's own words a receipt shows; empty if that is the order itself."""
        return self.written or self.typed if self.read or self.parts == 1 else ""


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A line that waits until its power is asked again.

    `checkpoint` is the beginning of the impulse (or phase) in which it was written; `letter` the letter.
    """

    line: str
    checkpoint: int
    letter: int | None = None
    moment: str = ""
    """For which moment it was written before that came; empty if for none (`pbem.play.preorders`)."""
    whole: str = ""
    """The line of which it is a part, or as which it was read, while nothing of that is done."""

    @property
    def told(self) -> str:
        return self.whole or self.line


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that was taken: who gave it, in which words, and what came of it."""

    seq: int
    power: Power
    source: str
    words: str
    events: tuple[Event, ...]
    number: int | None = None
    """Its line in the letter; None for a line that was held, a window, or a deadline."""
    letter: int | None = None
    meaning: str = ""
    """How its words were read, as an order."""
    forfeited: int = 0
    """Command points that it gave up."""
    moment: str = ""
    """For which moment its line had been written before that came; empty if for none."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The line at which a letter stopped."""

    power: Power
    number: int
    line: str
    problem: OrderProblem


@dataclass(frozen=True, slots=True)
class Dropped:
    """Held lines that are handed back, and why."""

    power: Power
    lines: tuple[str, ...]
    reason: OrderProblem
    moment: str = ""
    """For which moment the first of them was written before that came; empty if for none."""


def is_question(line: str) -> bool:
    """Whether a line asks: such a line is never carried out."""
    return "?" in line or "？" in line


def without_question(line: str) -> str:
    return line.replace("?", " ").replace("？", " ")


def is_struck(line: str) -> bool:
    """Whether a line, or a part of it, is struck out: `~~control Nice~~`."""
    return "~~" in line
