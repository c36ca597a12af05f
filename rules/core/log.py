"""The log is the game: a setup, a seed and these entries rebuild every moment of it.

Nothing is ever taken out of a log.  A rewind or a correction is an entry of its own, with its reason;
`effective` tells which answers still count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeAlias

from rules.core import codec
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.core.records import Record


class Setup(Record):
    """Which game, and how it is played; fixed before the first card."""

    game: str
    scenario: str
    players: int = 6
    options: tuple[tuple[str, str], ...] = ()
    position: tuple[tuple[str, str], ...] = codec.added_later(tuple)
    """What is otherwise than in the scenario before the first phase, if somebody typed a position: paths, and
    values as JSON text.  `Engine.new` sees to it; the state does not repeat it."""


class Entry(Record):
    """One line of the log."""

    seq: int


class Answered(Entry):
    """A power's answer to the question open for it, in JSON form, and who gave it for the power.

    `source` is one of SOURCES.  `dice` and `draws` were made elsewhere and belong to this answer.
    """

    SOURCES: ClassVar = ("mail", "forum", "standing", "deadline", "provisional", "moderator", "bot", "case")
    power: Power
    kind: str
    answer: Any
    source: str = "mail"
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()


class Rewound(Entry):
    """Everything after entry `to` no longer counts.

    Random numbers up to `used` have been seen, so they are never used again.
    """

    to: int
    used: int
    reason: Reason


class Corrected(Entry):
    """The moderator changed the position, standing at a checkpoint: `changes` maps paths to values."""

    changes: tuple[tuple[str, Any], ...]
    reason: str


codec.family(Entry, lambda: {cls.__name__: cls for cls in (Answered, Rewound, Corrected)})

LogEntry: TypeAlias = Answered | Rewound | Corrected


def effective(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries that still count; a rewind stays in, standing behind the entry it goes back to."""
    kept: list[LogEntry] = []
    for entry in entries:
        if isinstance(entry, Rewound):
            # An older rewind behind `to` has a lower count of used numbers, so this one covers it.
            kept = [old for old in kept if (old.to if isinstance(old, Rewound) else old.seq) <= entry.to]
        kept.append(entry)
    return kept
