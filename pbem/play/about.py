"""What a letter of ours is about, so that the answer to it is bound to that and to nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rules import Power


@dataclass(frozen=True, slots=True)
class AboutPress:
    """It carries press; no receivers: to everybody."""

    sender: Power
    receivers: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class AboutOffer:
    """It proposes a deal.  A changed offer is another one, with a number of its own."""

    turn: int
    first: Power
    second: Power
    number: int
    by: Power


@dataclass(frozen=True, slots=True)
class AboutVote:
    """It asks for a vote."""

    vote: int


@dataclass(frozen=True, slots=True)
class AboutSecondThoughts:
    """It asks whether the orders of a letter count instead of those that were done, or later."""

    letter: int
    asked: int
    """The log entry after which was asked what both letters answer."""
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AboutAhead:
    """It suggests orders for moments of a power that are to come."""

    power: Power
    seq: int
    """The log entry after which it did."""
    lines: tuple[str, ...]
    """Without the words of a moment: for the next impulse."""


@dataclass(frozen=True, slots=True)
class AboutReading:
    """It shows what a line may mean that was not done; `yes` says that it does."""

    power: Power
    opened: int
    """The log entry after which was asked what the line answers."""
    lines: tuple[str, ...]
    """What it may mean, and the lines below it, which were not read."""


About: TypeAlias = AboutPress | AboutOffer | AboutVote | AboutSecondThoughts | AboutAhead | AboutReading


def dump_about(about: About | None) -> dict[str, Any] | None:
    """As it is stored with the letter."""
    match about:
        case AboutPress(sender, receivers):
            return {"press": sender, "to": list(receivers)}
        case AboutOffer(turn, first, second, number, by):
            return {"offer": number, "turn": turn, "first": first, "second": second, "by": by}
        case AboutVote(vote):
            return {"vote": vote}
        case AboutSecondThoughts(letter, asked, lines):
            return {"letter": letter, "asked": asked, "lines": list(lines)}
        case AboutAhead(power, seq, lines):
            return {"ahead": seq, "power": power, "lines": list(lines)}
        case AboutReading(power, opened, lines):
            return {"read": opened, "power": power, "lines": list(lines)}
        case None:
            return None


def load_about(data: dict[str, Any] | None) -> About | None:
    """As it was stored; None for letters that ask the game's questions, or nothing."""
    match data:
        case {"press": sender, "to": receivers}:
            return AboutPress(sender, tuple(receivers))
        case {"offer": number, "turn": turn, "first": first, "second": second, "by": by}:
            return AboutOffer(turn, first, second, number, by)
        case {"vote": vote}:
            return AboutVote(vote)
        case {"letter": letter, "asked": asked, "lines": lines}:
            return AboutSecondThoughts(letter, asked, tuple(lines))
        case {"ahead": seq, "power": power, "lines": lines}:
            return AboutAhead(power, seq, tuple(lines))
        case {"read": opened, "power": power, "lines": lines}:
            return AboutReading(power, opened, tuple(lines))
        case _:
            return None
