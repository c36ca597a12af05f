"""Who works on what, so that several processes on one database do everything once.

On SQLite a process claims a game before it handles the game's letters or keeps its clock, and a letter of the
outbox before it hands that over to the mail server.  What a process claims is its own until it gives it back,
until it is known to have ended, or until the claim expires: whoever finds such a claim takes it over
(decision 12).

On PostgreSQL nothing is claimed: whoever works on something locks its row in the very transaction that
changes it, and whatever another worker has locked is passed over (`SKIP LOCKED`).  The lock goes with the
transaction, and with the connection of a worker that is killed (decision 23).
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final
from weakref import WeakKeyDictionary, ref

from sqlalchemy import Connection, Engine, bindparam, delete, func, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError
from sqlmodel import Field, Session, SQLModel, col, select

from pbem.calendar.clock import Clock, SystemClock
from pbem.store.bare import Bare
from pbem.store.dialect import locks_rows, unless_there
from pbem.store.ready_games import MOST_GAMES
from pbem.store.tables import GameRow, table_of
from pbem.store.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

GAME: Final = "game"
"""A game's letters and its clock.  Number 0: letters that belong to no game."""
OUTGOING: Final = "outgoing"
"""A letter of the outbox."""
PLACE: Final = "place"
"""What has no row of its own and wants one worker at a time: see `Worker.alone`."""
GAMES_AT_A_TIME = 5
"""So many games one of several workers takes, so that there is something left for the others."""
LEASE = timedelta(minutes=10)
"""For processes of which it cannot be known whether they have ended: those of another machine."""


class ClaimRow(SQLModel, table=True):
    """Somebody works on this."""

    __tablename__: ClassVar[Any] = "claim"

    kind: str = Field(primary_key=True)
    key: int = Field(primary_key=True)
    owner: str = Field(index=True)
    """A process; see `Process`."""
    expires_at: datetime


# ---- Processes


@dataclass(frozen=True, slots=True)
class Process:
    """A process as others can know it.  Its number alone may be another one's by now."""

    machine: str
    """The machine since it was started, and where on it process numbers mean the same; empty: not known."""
    number: int
    started: str
    nonce: str
    """Two databases that are open in one process are two workers."""

    @classmethod
    def here(cls) -> Process:
        number = os.getpid()
        return cls(_machine(), number, _started(number), secrets.token_hex(4))

    @classmethod
    def read(cls, text: str) -> Process:
        machine, number, started, nonce = text.split(" ")
        return cls(machine, int(number), started, nonce)

    def __str__(self) -> str:
        return f"{self.machine} {self.number} {self.started} {self.nonce}"


@cache
def _machine() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _started(number: int) -> str:
    """When a process was started, in ticks of its machine; empty if it has ended, or that is not told."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    state, *rest = stat.rpartition(")")[2].split()  # the name before it may hold anything
    return "" if state in "ZX" else rest[18]


def has_ended(process: Process) -> bool:
    """Whether a process of this machine has ended."""
    if process.number == os.getpid() and process.started == _started(process.number):
        return all(worker.process != process for worker in _WORKERS.values())
    started = _started(process.number)
    try:
        os.kill(process.number, 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # somebody else's, and what it is may be hidden from us
        return bool(started) and started != process.started
    return started != process.started


def is_void(owner: str, expires_at: datetime, now: datetime) -> bool:
    """Whether a claim holds no longer.

    A process of this machine that lives keeps its claims, also if it was stopped or the clock was moved: it
    may go on in the middle of what it did.  Of others nothing but the time can be known.
    """
    process = Process.read(owner)
    if process.machine and process.machine == _machine():
        return has_ended(process)
    return expires_at <= now


# ---- Statements, the same for every database that knows ON CONFLICT and RETURNING

CLAIM = table_of(ClaimRow)
_CLAIMED = Bare(select(ClaimRow.key, ClaimRow.owner).where(ClaimRow.kind == bindparam("kind")))
_OWNERS = (
    select(ClaimRow.owner, func.max(ClaimRow.expires_at))
    .where(ClaimRow.kind == bindparam("kind"))
    .group_by(ClaimRow.owner)
)
_OF_WHOM = delete(CLAIM).where(CLAIM.c.owner == bindparam("whose"), CLAIM.c.kind == bindparam("kind"))
_FREE = Bare(_OF_WHOM)
# Nothing is claimed on PostgreSQL.
_CLAIM_IT = Bare(sqlite.insert(CLAIM).on_conflict_do_nothing().returning(CLAIM.c.key))
_RENEW = update(CLAIM).where(CLAIM.c.owner == bindparam("whose")).values(expires_at=bindparam("until"))
_FREE_GAMES = (
    select(GameRow.id)
    .where(col(GameRow.id).in_(bindparam("keys", expanding=True)))
    .order_by(col(GameRow.id))
    # Not against rows that merely name the game: letters to its players are written by others, too.
    .with_for_update(skip_locked=True, key_share=True)
)
_FREE_PLACE = (
    select(ClaimRow.key)
    .where(ClaimRow.kind == bindparam("kind"), ClaimRow.key == bindparam("key"))
    .with_for_update(skip_locked=True)
)


# ---- Workers


class Worker:
    """This process at work on one database."""

    def __init__(self, database: Engine, clock: Clock | None = None) -> None:
        self._engine = ref(database)  # which may go: then its worker does too, and its claims are void
        # Not the clock of the games, which a demo moves on by hours.
        self._clock = clock or SystemClock()
        self._renewed: datetime | None = None
        self._holds: set[str] = set()
        """Kinds of which something may be mine, so that nobody has to look."""
        self.process = Process.here()
        self.name = str(self.process)

    @property
    def database(self) -> Engine:
        engine = self._engine()
        assert engine is not None, "the database of this worker is closed"
        return engine

    def clear(self, session: Session, kind: str) -> dict[int, str]:
        """Remove the claims that hold no longer; what is claimed then, and by whom."""
        now = self._clock.now()
        claimed = dict(_CLAIMED.rows(session, kind=kind))
        owners = session.execute(_OWNERS, {"kind": kind}).all() if claimed else ()
        for owner, expires_at in owners:
            if owner != self.name and is_void(owner, expires_at, now):
                left = sorted(key for key, by in claimed.items() if by == owner)
                log.warning("what a process left when it ended is taken over: %s %s", kind, left)
                _FREE.run(session, {"whose": owner, "kind": kind})
                claimed = {key: by for key, by in claimed.items() if by != owner}
        return claimed

    def take(self, session: Session, kind: str, keys: Collection[int]) -> list[int]:
        """Claim these; those that are mine now.  It counts when the transaction is committed."""
        if not keys:
            return []
        claimed = self.clear(session, kind)
        mine = {key for key in keys if claimed.get(key) == self.name}
        if mine:
            self.renew(session)
        if free := [key for key in keys if key not in claimed]:
            mine |= self._enter(session, kind, free)
        if mine:
            self._holds.add(kind)
        return [key for key in keys if key in mine]

    def _enter(self, session: Session, kind: str, keys: Collection[int]) -> set[int]:
        until = self._clock.now() + LEASE
        mine = {"kind": kind, "owner": self.name, "expires_at": until}
        return {key for key in sorted(keys) if _CLAIM_IT.added(session, {**mine, "key": key}) is not None}

    def give_back(self, session: Session, kind: str, keys: Sequence[int] | None = None) -> None:
        """These are no longer mine; without keys, all of this kind."""
        whose = {"whose": self.name, "kind": kind}
        if keys is None:
            _FREE.run(session, whose)
            self._holds.discard(kind)
        else:
            session.execute(_OF_WHOM.where(CLAIM.c.key.in_(keys)), whose)

    def finish(self, kind: str) -> None:
        """Give back all of this kind that may still be mine, in a transaction of its own."""
        if kind in self._holds:
            with UnitOfWork(self.database) as work:
                self.give_back(work.session, kind)
                work.commit()

    def renew(self, session: Session) -> None:
        """Put off the time when my claims expire, if the last time is not just now."""
        now = self._clock.now()
        if self._renewed is None or now - self._renewed > LEASE / 10:
            session.execute(_RENEW, {"whose": self.name, "until": now + LEASE})
            self._renewed = now

    @contextmanager
    def holding(self, kind: str, keys: Collection[int]) -> Iterator[list[int]]:
        """`with worker.holding(GAME, due) as mine:`; given back at the end."""
        mine: list[int] = []
        if keys:
            with UnitOfWork(self.database) as work:
                mine = self.take(work.session, kind, keys)
                work.commit()
        try:
            yield mine
        finally:
            if mine:
                with UnitOfWork(self.database) as work:
                    self.give_back(work.session, kind, mine)
                    work.commit()

    def lock(self, session: Session, games: Collection[int]) -> list[int]:
        """Those of the games that I may work on until the transaction ends; here they are claimed already."""
        return list(games)

    @contextmanager
    def alone(self, place: str) -> Iterator[bool]:
        """`with worker.alone("inbox") as mine:`; whether nobody else is there.

        On SQLite several processes may be: what two of them have fetched is stored once.
        """
        yield True

    def leave(self) -> None:
        """Give everything back.  If that cannot be, others will find that the process has ended."""
        try:
            with UnitOfWork(self.database) as work:
                work.session.execute(delete(CLAIM).where(CLAIM.c.owner == self.name))
                work.commit()
        except OperationalError:
            log.info("the claims could not be given back")


class LockingWorker(Worker):
    """This process at work on PostgreSQL: what it takes is locked as long as the transaction lasts."""

    def __init__(self, database: Engine, clock: Clock | None = None) -> None:
        super().__init__(database, clock)
        self._lately: set[int] = set()
        """Games that were mine not long ago."""

    def clear(self, session: Session, kind: str) -> dict[int, str]:
        return {}

    def take(self, session: Session, kind: str, keys: Collection[int]) -> list[int]:
        """Some of these that nobody else works on just now; of games so many that others get theirs."""
        if kind != GAME:
            return list(keys)
        some = sorted(keys)
        secrets.SystemRandom().shuffle(some)  # else all begin with the same one
        some.sort(key=lambda id: id not in self._lately)  # what I had before is still ready in memory
        return self.lock(session, some[:GAMES_AT_A_TIME]) or self.lock(session, some)[:GAMES_AT_A_TIME]

    def lock(self, session: Session, games: Collection[int]) -> list[int]:
        free = list(session.scalars(_FREE_GAMES, {"keys": list(games)})) if games else []
        if 0 in games and self._lock_place(session, GAME, 0):
            free.append(0)
        mine = [id for id in free if id is not None]
        self._lately = (set() if len(self._lately) > MOST_GAMES else self._lately).union(mine)
        return mine

    def give_back(self, session: Session, kind: str, keys: Sequence[int] | None = None) -> None:
        return

    def finish(self, kind: str) -> None:
        return

    def renew(self, session: Session) -> None:
        return

    @contextmanager
    def holding(self, kind: str, keys: Collection[int]) -> Iterator[list[int]]:
        yield list(keys)

    @contextmanager
    def alone(self, place: str) -> Iterator[bool]:
        with UnitOfWork(self.database) as work:
            yield self.has_place(work.session, place)

    def has_place(self, session: Session, place: str) -> bool:
        """Whether nobody else is in a place; then nobody comes until the transaction ends."""
        return self._lock_place(session, f"{PLACE}: {place}", 0)

    def leave(self) -> None:
        return

    def _lock_place(self, session: Session, kind: str, key: int) -> bool:
        """A row to lock for what has none of its own; made once, and never removed."""
        place = {"kind": kind, "key": key}
        if kind not in self._holds:
            with UnitOfWork(self.database) as work:
                row = {**place, "owner": "", "expires_at": datetime.min.replace(tzinfo=UTC)}
                work.session.execute(unless_there(work.session, CLAIM), [row])
                work.commit()
            self._holds.add(kind)
        return session.execute(_FREE_PLACE, place).first() is not None


_WORKERS: WeakKeyDictionary[Engine, Worker] = WeakKeyDictionary()


def worker_of(database: Engine | Connection) -> Worker:
    """This process at work on a database."""
    engine = database.engine
    worker = _WORKERS.get(engine)
    if worker is None or worker.process.number != os.getpid():  # a fork is another process
        worker = _WORKERS[engine] = (LockingWorker if locks_rows(engine) else Worker)(engine)
    return worker
