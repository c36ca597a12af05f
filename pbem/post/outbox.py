"""Delivery of stored letters by their channels, always under the same name.

A letter is claimed before it is handed over, so one process sends it; on PostgreSQL its row is locked until
it is entered that it was sent.  It is sent again only if nobody can know whether the server took it: process
or connection came to an end between the letter and the answer.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Engine, bindparam, update
from sqlmodel import Session, and_, col, or_, select

from pbem.calendar.clock import Clock
from pbem.channels import BY_HAND, MAIL, channel_of
from pbem.channels.channel import Drawn, Never, NotNow, Sender, ServerTrouble
from pbem.config import Settings
from pbem.letters.pictures import Kept
from pbem.store.claims import OUTGOING, ClaimRow, LockingWorker, worker_of
from pbem.store.notebook import StoredNotebook
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import Transaction, UnitOfWork
from pbem.work.moderator_notices import tell_moderator
from pbem.work.undeliverable import not_delivered

log = logging.getLogger(__name__)

DEAD = """\
The server will not take a letter to {to}:

    {subject}

It says:

    {error}

Nobody's seat is marked: it is about the letter, not about its reader, who does not know of it.
"""

TROUBLE = """\
For some time now nothing could be posted:

    {error}

{count} letters wait. They are tried again, each goes out once, and mail goes on meanwhile.
"""
TELL_AFTER = 3
"""So many failures in a row are told; of the mail server only the log and the status can tell."""
PAUSES = (1, 5, 15, 60, 240, 720)
"""Minutes until a letter that the server did not take is tried again; the last is repeated."""
MOST_ATTEMPTS = 20
REST = (1, 2, 5, 15)
"""Minutes of rest while the server cannot be used at all: no letter's fault, so it counts against none."""
BATCH = 100

CLAIMED = and_(ClaimRow.kind == OUTGOING, col(ClaimRow.key) == OutgoingRow.id)
DUE = (
    select(OutgoingRow)
    .outerjoin(ClaimRow, CLAIMED)
    .where(OutgoingRow.status == "queued", OutgoingRow.next_try <= bindparam("now"))
    .where(col(OutgoingRow.channel).not_in(bindparam("resting", expanding=True)))
    .where(or_(col(ClaimRow.owner).is_(None), ClaimRow.owner == bindparam("worker")))
    .order_by(col(OutgoingRow.id))
    .limit(BATCH)
)
NEXT = (
    select(OutgoingRow)
    .where(OutgoingRow.status == "queued", OutgoingRow.next_try <= bindparam("now"))
    .where(col(OutgoingRow.channel).not_in(bindparam("resting", expanding=True)))
    .order_by(col(OutgoingRow.id))
    .limit(1)
    .with_for_update(skip_locked=True, of=OutgoingRow)
)
"""The next letter that no other worker sends, where rows are locked."""
STILL_MINE = (
    select(OutgoingRow.id)
    .join(ClaimRow, CLAIMED)
    .where(OutgoingRow.id == bindparam("id"), OutgoingRow.status == "queued")
    .where(ClaimRow.owner == bindparam("worker"))
)


@dataclass(slots=True)
class Delivered:
    """What a round of sending has done."""

    sent: int = 0
    postponed: int = 0
    failed: int = 0
    trouble: str = ""
    """Why the server could not be used."""


class Outbox:
    """Sends what is queued."""

    def __init__(self, database: Engine, settings: Settings, clock: Clock) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._senders: dict[str, Sender] = {}
        self._troubles: dict[str, int] = {}
        """How often in a row a channel could not be used at all."""
        self._rest_until: dict[str, datetime] = {}
        self._not_entered: dict[int, datetime] = {}
        """Letters that the server has, although the database could not be told: when they were sent."""
        self._locked: UnitOfWork | None = None
        """The transaction in which the letter is locked that is being sent, where rows are locked."""

    async def send_due(self) -> Delivered:
        """Send every letter whose time has come; what cannot be sent now is tried again later."""
        result = Delivered()
        self._enter_what_is_sent()
        worker = worker_of(self._database)
        if isinstance(worker, LockingWorker):
            await self._send_locked(worker, result)
            return result
        while rows := self._claim_due():
            for row in rows:
                if row.channel not in self._resting() and self._may_go(row):
                    await self._send_or_rest(row, result)
        worker.finish(OUTGOING)
        return result

    async def _send_locked(self, worker: LockingWorker, result: Delivered) -> None:
        """One letter after the other, each locked until what became of it is entered."""
        left_to_others: list[str] = []
        while True:
            with UnitOfWork(self._database) as work:
                wanted = {"now": self._clock.now(), "resting": [*self._resting(), *left_to_others]}
                row = work.session.exec(NEXT, params=wanted).first()
                if row is None:
                    return
                if row.channel != MAIL and not worker.has_place(work.session, f"sending by {row.channel}"):
                    left_to_others.append(row.channel)  # two would open the same thread twice
                    continue
                self._locked = work
                try:
                    await self._send_or_rest(row, result)
                finally:
                    self._locked = None

    async def close(self) -> None:
        for sender in self._senders.values():
            await sender.close()

    # ---- One letter

    async def _send_or_rest(self, row: OutgoingRow, result: Delivered) -> None:
        try:
            await self._send_one(row, result)
        except ServerTrouble as problem:
            self._take_a_rest(row.channel, problem, result)
        else:
            self._troubles.pop(row.channel, None)

    def _resting(self) -> list[str]:
        """Channels whose servers cannot be used at present, or that have none; the others go on."""
        now = self._clock.now()
        return [*BY_HAND, *(channel for channel, until in self._rest_until.items() if now < until)]

    async def _send_one(self, row: OutgoingRow, result: Delivered) -> None:
        try:
            remark = await self._sender(row.channel).send(row, _drawn(row))
        except ServerTrouble:
            raise
        except NotNow as problem:
            self._postpone(row, problem, result)
        except Never as problem:
            self._give_up(row, str(problem), result, recipient=problem.recipient)
        except OSError:
            raise
        except Exception:  # one letter that cannot be written must not keep back all others
            log.exception("letter %s cannot be written", row.id)
            self._give_up(row, "the program failed on it", result, recipient=False)
        else:
            assert row.id is not None
            self._not_entered[row.id] = self._clock.now()
            result.sent += 1
            self._enter_what_is_sent()
            if remark:
                self._tell(f"about {row.recipient}", f"{remark[0].upper()}{remark[1:]}.")

    def _sender(self, channel: str) -> Sender:
        if channel not in self._senders:
            notebook = StoredNotebook(self._database, channel)
            self._senders[channel] = channel_of(channel, self._settings).open_sender(notebook)
        return self._senders[channel]

    def _take_a_rest(self, channel: str, problem: ServerTrouble, result: Delivered) -> None:
        """Nothing goes out by a channel for a while.  Only that a server wants us to wait is no trouble."""
        before, error = self._troubles.get(channel, 0), str(problem)
        pause = problem.wait or timedelta(minutes=REST[min(before, len(REST) - 1)])
        self._rest_until[channel] = self._clock.now() + pause
        with self._entering() as session:
            due = (
                select(OutgoingRow.id)
                .where(OutgoingRow.status == "queued", OutgoingRow.next_try <= self._clock.now())
                .where(OutgoingRow.channel == channel)
                .with_for_update(skip_locked=True)
            )
            mine = update(OutgoingRow).where(col(OutgoingRow.id).in_(due))
            waiting = session.exec(mine.values(error=error))
        result.postponed += waiting.rowcount
        result.trouble = "; ".join(filter(None, (result.trouble, error)))
        log.warning("%s; %d letters wait, next attempt in %s", error, waiting.rowcount, pause)
        if problem.wait is None:
            self._troubles[channel] = before + 1
            if before + 1 == TELL_AFTER and channel != MAIL:
                self._tell(
                    f"the {channel} takes nothing", TROUBLE.format(error=error, count=waiting.rowcount)
                )

    def _tell(self, subject: str, text: str) -> None:
        with UnitOfWork(self._database) as work:
            tell_moderator(self._in(work.session), subject, text)
            work.commit()

    # ---- The rows

    def _in(self, session: Session) -> Transaction:
        return Transaction(session, self._settings, self._clock.now())

    @contextmanager
    def _entering(self) -> Iterator[Session]:
        """A transaction about the letter at hand; if its row is locked, the one that has locked it."""
        if self._locked is not None:
            yield self._locked.session
            self._locked.commit()
            return
        with UnitOfWork(self._database) as work:
            yield work.session
            work.commit()

    def _claim_due(self) -> list[OutgoingRow]:
        """The next letters whose time has come and that nobody else sends; from now on nobody else will."""
        worker = worker_of(self._database)
        with UnitOfWork(self._database) as work:
            worker.clear(work.session, OUTGOING)
            wanted = {"now": self._clock.now(), "worker": worker.name, "resting": self._resting()}
            rows = work.session.exec(DUE, params=wanted).all()
            mine = worker.take(work.session, OUTGOING, [row.id for row in rows if row.id is not None])
            work.commit()
        return [row for row in rows if row.id in mine]

    def _may_go(self, row: OutgoingRow) -> bool:
        """Whether a letter is still mine and still to be sent: its seat may have another player by now."""
        worker = worker_of(self._database)
        with UnitOfWork(self._database) as work:
            worker.renew(work.session)
            found = work.session.exec(STILL_MINE, params={"id": row.id, "worker": worker.name}).first()
            work.commit()
        return found is not None

    def _enter_what_is_sent(self) -> None:
        """Tell the database what the server has.  If that fails, it is done before anything else is sent."""
        for id, at in list(self._not_entered.items()):
            self._change(id, status="sent", sent_at=at, error="")
            del self._not_entered[id]

    def _postpone(self, row: OutgoingRow, problem: NotNow, result: Delivered) -> None:
        error = str(problem)
        if row.attempts + 1 >= MOST_ATTEMPTS:
            self._give_up(row, error, result, recipient=True)
            return
        pause = timedelta(minutes=PAUSES[min(row.attempts, len(PAUSES) - 1)])
        self._change(row.id, next_try=self._clock.now() + pause, error=error)
        if problem.recipient:
            with self._entering() as session:
                stored = session.get_one(OutgoingRow, row.id)
                not_delivered(self._in(session), stored, error)
        result.postponed += 1

    def _give_up(self, row: OutgoingRow, error: str, result: Delivered, *, recipient: bool) -> None:
        """The letter will not arrive; if that is because of its recipient, the seat is marked."""
        with self._entering() as session:
            stored = session.get_one(OutgoingRow, row.id)
            stored.status, stored.error, stored.attempts = "failed", error, stored.attempts + 1
            session.add(stored)
            if recipient:
                not_delivered(self._in(session), stored, error)
            elif stored.seat_id is not None:  # of a notice to the moderator nobody could be told
                text = DEAD.format(id=row.id, to=row.recipient, subject=row.subject, error=error.strip())
                tell_moderator(self._in(session), f"letter {row.id} was refused", text)
        log.warning("letter %s to %s was refused: %s", row.id, row.recipient, error)
        result.failed += 1

    def _change(self, id: int | None, **values: str | datetime) -> None:
        with self._entering() as session:
            session.exec(
                update(OutgoingRow)
                .where(col(OutgoingRow.id) == id)
                .values(attempts=OutgoingRow.attempts + 1, **values)
            )


def _drawn(row: OutgoingRow) -> Drawn | None:
    """The picture of a letter.  A letter whose picture cannot be drawn goes without it."""
    if row.picture is None:
        return None
    try:
        kept = Kept.from_json(row.picture)
        return Drawn(kept.cid, kept.file())
    except Exception:
        log.exception("the picture of letter %s cannot be drawn", row.id)
        return None
