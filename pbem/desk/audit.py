"""Checking a published game, with nothing but its archive and the rules: was anything tampered with?

The seed must be the one that was promised at the start, and with it every order must lead to the same dice,
the same cards and the same end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.desk.archive import ARCHIVE
from pbem.errors import ModeratorProblem
from rules import Answered, Engine, Event, ReplayMismatch, Rewound, Setup, load_rules
from rules.core import codec
from rules.core.dice import commitment
from rules.core.events import DiceRolled
from rules.core.log import Entry, LogEntry

SHOWN = 160


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit has compared."""

    orders: int
    dice: int
    rewinds: int
    digest: str


def audit(
    archive: dict[str, Any], *, promised: str = "", progress: Callable[[int], None] = lambda done: None
) -> Audit:
    """Play a published game again; `promised` is the SHA-256 from the first letter.

    :raises ModeratorProblem: something does not agree; the message says what.
    """
    if archive.get("format") != ARCHIVE:
        raise ModeratorProblem("this file is no archive of a game")
    try:
        return _audit(archive, promised or archive["commitment"], progress)
    except ReplayMismatch as problem:
        raise ModeratorProblem(f"the orders do not lead to this game: {problem}") from problem
    except (KeyError, TypeError, ValueError) as problem:
        raise ModeratorProblem(f"this archive is damaged: {type(problem).__name__} {problem}") from problem


def _audit(archive: dict[str, Any], promised: str, progress: Callable[[int], None]) -> Audit:
    seed = archive["seed"]
    if commitment(seed) != promised.strip().lower():
        raise ModeratorProblem("the seed is not the one that was promised at the start")
    setup: Setup = codec.load(archive["setup"], Setup)
    rules = load_rules(setup.game)
    if rules.data.digest != archive["data_digest"]:
        raise ModeratorProblem("the game was played with other data files than this program has")
    log: list[LogEntry] = [codec.load(order["entry"], Entry) for order in archive["orders"]]
    engine: Engine[Any] = Engine.new(rules, setup, seed)
    if all(isinstance(entry, Answered) for entry in log):
        for done, entry in enumerate(log, 1):
            engine.replay([entry])
            progress(done)
        _compare_events([codec.dump(event, Event) for event in engine.drain()], archive["events"])
    else:
        engine.replay(log)
        progress(len(log))
    if engine.digest() != archive["digest"]:
        raise ModeratorProblem("the orders lead to another end of the game")
    return Audit(
        len(log),
        sum(len(event["dice"]) for event in archive["events"] if event["$"] == DiceRolled.__name__),
        sum(isinstance(entry, Rewound) for entry in log),
        engine.digest(),
    )


def _compare_events(played: list[Any], published: list[Any]) -> None:
    for number, (one, other) in enumerate(zip(played, published, strict=False), 1):
        if one != other:
            raise ModeratorProblem(f"event {number} was published as {_short(other)}, but is {_short(one)}")
    if len(played) != len(published):
        raise ModeratorProblem(f"{len(published)} events were published, but there are {len(played)}")


def _short(event: Any) -> str:
    values = {name: value for name, value in event.items() if name not in ("$", "audience")}
    return f"{event['$']} {values}"[:SHOWN]
