"""What letters show of a position: to everybody, and to the player of a power.

`Public` is made from open facts alone: it is the same whatever cards anybody holds.  `Hand` is for its own
player.  A title makes them from its positions; all that a letter shows of the position is here.
"""

from __future__ import annotations

from pbem.language.voice import Voice
from rules import Power
from rules.core.records import Record


class PowerLine(Record):
    """A power in the table of powers."""

    id: Power
    name: str
    ruler: str
    vp: int
    cards: int
    keys: int
    lacks: str = ""
    """What it lacks to win: `9 VP / 4 keys`; empty in games that do not say."""


class Public(Record):
    """The open facts that letters and reports show."""

    turn: int
    impulse: int
    """0 where there are none."""
    where: str
    """`Turn 4, Action Phase, impulse 12`."""
    powers: tuple[PowerLine, ...]
    wars: tuple[str, ...]
    """`Ottoman with Hapsburg and Hungary-Bohemia`, each pair once."""
    alliances: tuple[str, ...]
    winner: str
    victory: str
    phase: str = ""
    """The name of the phase, in games that have impulses."""
    windows: str = ""
    """Whose response windows are open, in a sentence; empty in games in which nobody says so."""


def where(voice: Voice, turn: int, phase: str, impulse: int = 0) -> str:
    """A moment of a game; `phase` is its name, and an impulse is named where there is one."""
    return voice.say("letter", "where", turn=turn, phase_text=phase, impulse=impulse or None)


class CardLine(Record):
    """A card in the owner's hand."""

    number: int
    title: str
    cp: int
    kind: str
    summary: str
    uses: str = ""
    """When it can be played out of turn, and the lines that do it."""


class Hand(Record):
    """The cards of one power, for its own player."""

    power: Power
    name: str
    cards: tuple[CardLine, ...]
    also: tuple[str, ...] = ()
    """What else the power holds, in sentences."""
    news_only: bool = False
    """Only what is new in it is shown."""
