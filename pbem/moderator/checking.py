"""Playing a log again, entry by entry, as it was played: what was set back too, for all of it was told.

`pbem verify` compares the result with what is stored, `pbem audit` with what was published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games import game_of
from pbem.store.positions import unpack
from rules import Answered, Engine, Event, ReplayMismatch, Rewound, Rules, Setup, Snapshot
from rules.core import codec
from rules.core.log import LogEntry
from rules.core.reasons import Reason, is_words

KEPT = 40
"""Snapshots that are kept for rewinds; one that goes further back plays from the beginning."""
SHOWN = 160
BY_HAND = ("GameSetBack", "PositionCorrected", "Noted")
"""What tells of a rewind or a correction; older versions had a note."""


@dataclass(slots=True)
class Played:
    """What was played again and compared."""

    orders: int = 0
    rewinds: int = 0
    """Rewinds and corrections."""
    given: int = 0
    """Dice and draws that were made elsewhere."""
    dice: int = 0
    snapshots: int = 0
    events: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What is stored of a game that has begun."""

    setup: Setup
    seed: str
    log: Sequence[LogEntry]
    told: Sequence[Any]
    """Events, as data."""
    snapshots: Mapping[int, tuple[str, bytes]]
    """Digest and packed state."""
    digest: str | None = None
    """Of the position as it would be loaded; None: not known."""


def check(record: Record) -> Played:
    """Play a game's log again and compare everything that is stored of it.

    :raises ReplayMismatch: something differs; says where.
    """
    for seq, (digest, state) in record.snapshots.items():
        if codec.digest(unpack(state, record.seed)) != digest:
            raise ReplayMismatch(seq, "the position stored after it is damaged")
    again = Again(game_of(record.setup.game).rules, record.setup, record.seed)
    digests = {seq: digest for seq, (digest, _state) in record.snapshots.items()}
    played = play_again(again, record.log, record.told, digests)
    if record.digest not in (None, played.digest):
        raise ReplayMismatch(played.orders, "the position at the end is another")
    return played


class Again:
    """A game that is played again from its log."""

    def __init__(self, rules: Rules[Any], setup: Setup, seed: str) -> None:
        self.engine: Engine[Any] = Engine.new(rules, setup, seed)
        self._rules = rules
        self._first = self.engine.start
        self._kept: list[Snapshot] = []
        self._log: list[LogEntry] = []

    def beginning(self) -> list[Event]:
        """What happened before the first order."""
        self._keep()
        return self.engine.drain()

    def take(self, entry: LogEntry) -> list[Event]:
        """Do what an entry says; what happened."""
        if isinstance(entry, Rewound):
            self._go_back(entry)
        else:
            self.engine.replay([entry])
        self._log.append(entry)
        self._keep()
        return self.engine.drain()

    def _go_back(self, entry: Rewound) -> None:
        if entry.seq != self.engine.seq + 1 or entry.used < self.engine.game.dice.used:
            raise ReplayMismatch(entry.seq, "this rewind forgets dice that were seen")
        self._kept = [kept for kept in self._kept if kept.seq <= entry.to]
        start = self._kept[-1] if self._kept else self._first
        self.engine = Engine(self._rules, start)
        self.engine.replay([*(old for old in self._log if old.seq > start.seq), entry], trusted=True)
        self.engine.drain()

    def _keep(self) -> None:
        snapshot = self.engine.snapshot
        if not self._kept or self._kept[-1].seq < snapshot.seq:
            self._kept = [*self._kept[-KEPT:], snapshot]


def play_again(
    again: Again,
    log: Sequence[LogEntry],
    told: Iterable[Any],
    digests: dict[int, str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Played:
    """Play a log and compare each event as it was told, and each snapshot.

    :raises ReplayMismatch: something differs; says where.
    """
    played = Played(orders=len(log))
    known = iter(told)
    left = dict(digests or {})
    _compare(again.beginning(), known, played, 0)
    _compare_snapshot(again.engine, left, played)
    for done, entry in enumerate(log, 1):
        if entry.seq != done:
            raise ReplayMismatch(done, f"the log has order {entry.seq} in its place")
        used = again.engine.game.dice.used
        events = again.take(entry)
        if isinstance(entry, Answered):
            played.given += len(entry.dice) + len(entry.draws)
        else:
            played.rewinds += 1
            _pass_over(known, played, entry.seq)
        # A phase that begins anew after a correction is told again only if cards were drawn anew in it.
        if isinstance(entry, Answered) or again.engine.game.dice.used > used:
            _compare(events, known, played, entry.seq)
        _compare_snapshot(again.engine, left, played)
        progress(done)
    if (more := next(known, None)) is not None:
        raise ReplayMismatch(len(log), f"more was told than happened: {short(more)}")
    if left:
        raise ReplayMismatch(max(left), f"a position is stored after order {max(left)} that never was")
    played.digest = again.engine.digest()
    return played


def _compare(events: list[Event], known: Iterator[Any], played: Played, seq: int) -> None:
    for event in events:
        one, other = codec.dump(event, Event), next(known, None)
        played.events += 1
        if other is None or not same(event, one, other):
            told = short(other) if other else "nothing"
            raise ReplayMismatch(seq, f"event {played.events} was told as {told}, but is {short(one)}")
        played.dice += len(getattr(event, "dice", ()))


def same(event: Event, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether an event is the one that was told.

    Version 0.1 stored English where there are codes now: such words are not compared, nor what it stored
    beside ids as their names.
    """
    told = {name: value for name, value in other.items() if name not in getattr(event, "former", ())}
    return one.keys() == told.keys() and all(
        value == told[name] or (isinstance(getattr(event, name, None), Reason) and is_words(told[name]))
        for name, value in one.items()
    )


def _pass_over(known: Iterator[Any], played: Played, seq: int) -> None:
    """A rewind or a correction is told by one sentence, which no rule has made."""
    played.events += 1
    if (other := next(known, None)) is None or other["$"] not in BY_HAND:
        raise ReplayMismatch(seq, "nobody was told that the game was set back or corrected")


def _compare_snapshot(engine: Engine[Any], digests: dict[int, str], played: Played) -> None:
    wanted = digests.pop(engine.snapshot.seq, None)
    if wanted is not None:
        played.snapshots += 1
        if engine.snapshot.digest() != wanted:
            raise ReplayMismatch(engine.snapshot.seq, "the position stored after it is another")


def short(event: Any) -> str:
    """An event in few words."""
    values = {name: value for name, value in event.items() if name not in ("$", "audience")}
    return f"{event['$']} {values}"[:SHOWN]
