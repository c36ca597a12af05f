"""Delivery of stored letters by their channels, always under the same name.

A letter is claimed before it is handed over, so one process sends it.  It is sent again only if nobody can
know whether the server took it: process or connection came to an end between the letter and the answer.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Engine, bindparam, update
from sqlmodel import and_, col, or_, select

from pbem.calendar.clock import Clock
from pbem.channels import channel_of
from pbem.channels.channel import Drawn, Never, NotNow, Sender, ServerTrouble
from pbem.config import Settings
from pbem.letters.pictures import Kept
from pbem.store.claims import OUTGOING, ClaimRow, worker_of
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.moderator_notices import tell_moderator
from pbem.work.undeliverable import not_delivered

log = logging.getLogger(__name__)

DEAD = """\
The mail server will not take a letter to {to}:

    {subject}

It says:

    {error}

Nobody's seat is marked: it is about the letter, not about its reader, who does not know of it.
"""

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
    .where(or_(col(ClaimRow.owner).is_(None), ClaimRow.owner == bindparam("worker")))
    .order_by(col(OutgoingRow.id))
    .limit(BATCH)
    .with_for_update(skip_locked=True, of=OutgoingRow)  # says nothing to SQLite, which locks the whole file
)
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
        self._troubles = 0
        self._rest_until: datetime | None = None
        self._not_entered: dict[int, datetime] = {}
        """Letters that the server has, although the database could not be told: when they were sent."""

    async def send_due(self) -> Delivered:
        """Send every letter whose time has come; what cannot be sent now is tried again later."""
        result = Delivered()
        if self._rest_until is not None and self._clock.now() < self._rest_until:
            return result
        try:
            self._enter_what_is_sent()
            while rows := self._claim_due():
                for row in rows:
                    if self._may_go(row):
                        await self._send_one(row, result)
        except ServerTrouble as problem:
            self._take_a_rest(str(problem), result)
        else:
            self._troubles, self._rest_until = 0, None
        worker_of(self._database).finish(OUTGOING)
        return result

    async def close(self) -> None:
        for sender in self._senders.values():
            await sender.close()

    # ---- One letter

    async def _send_one(self, row: OutgoingRow, result: Delivered) -> None:
        try:
            await self._sender(row.channel).send(row, _drawn(row))
        except ServerTrouble:
            raise
        except NotNow as problem:
            self._postpone(row, str(problem), result)
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

    def _sender(self, channel: str) -> Sender:
        if channel not in self._senders:
            self._senders[channel] = channel_of(channel, self._settings).open_sender()
        return self._senders[channel]

    def _take_a_rest(self, error: str, result: Delivered) -> None:
        pause = REST[min(self._troubles, len(REST) - 1)]
        self._troubles += 1
        self._rest_until = self._clock.now() + timedelta(minutes=pause)
        with UnitOfWork(self._database) as work:
            due = OutgoingRow.status == "queued", OutgoingRow.next_try <= self._clock.now()
            waiting = work.session.exec(update(OutgoingRow).where(*due).values(error=error))  # type: ignore[arg-type]
            work.commit()
        result.postponed += waiting.rowcount
        result.trouble = error
        log.warning("%s; %d letters wait, next attempt in %d min", error, waiting.rowcount, pause)

    # ---- The rows

    def _claim_due(self) -> list[OutgoingRow]:
        """The next letters whose time has come and that nobody else sends; from now on nobody else will."""
        worker = worker_of(self._database)
        with UnitOfWork(self._database) as work:
            worker.clear(work.session, OUTGOING)
            rows = work.session.exec(DUE, params={"now": self._clock.now(), "worker": worker.name}).all()
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

    def _postpone(self, row: OutgoingRow, error: str, result: Delivered) -> None:
        if row.attempts + 1 >= MOST_ATTEMPTS:
            self._give_up(row, error, result, recipient=True)
            return
        pause = timedelta(minutes=PAUSES[min(row.attempts, len(PAUSES) - 1)])
        self._change(row.id, next_try=self._clock.now() + pause, error=error)
        result.postponed += 1

    def _give_up(self, row: OutgoingRow, error: str, result: Delivered, *, recipient: bool) -> None:
        """The letter will not arrive; if that is because of its recipient, the seat is marked."""
        with UnitOfWork(self._database) as work:
            stored = work.session.get_one(OutgoingRow, row.id)
            stored.status, stored.error, stored.attempts = "failed", error, stored.attempts + 1
            work.session.add(stored)
            if recipient:
                not_delivered(work.session, self._settings.mail, stored, error, self._clock.now())
            elif stored.seat_id is not None:  # of a notice to the moderator nobody could be told
                text = DEAD.format(id=row.id, to=row.recipient, subject=row.subject, error=error.strip())
                tell_moderator(
                    work.session, self._settings.mail, f"letter {row.id} was refused", text, self._clock.now()
                )
            work.commit()
        log.warning("letter %s to %s was refused: %s", row.id, row.recipient, error)
        result.failed += 1

    def _change(self, id: int | None, **values: str | datetime) -> None:
        with UnitOfWork(self._database) as work:
            work.session.exec(
                update(OutgoingRow)
                .where(col(OutgoingRow.id) == id)
                .values(attempts=OutgoingRow.attempts + 1, **values)
            )
            work.commit()


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
