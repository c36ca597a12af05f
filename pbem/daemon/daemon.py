"""The moderator at work: inbox, clock and outbox, once or for as long as it is left to run."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from sqlalchemy.exc import OperationalError

from pbem.calendar.clock import Clock, SystemClock
from pbem.channels import MAIL, channel_of, ways_in
from pbem.channels.channel import Inbox, LooseLeaves
from pbem.channels.mail import careful
from pbem.config import Settings
from pbem.daemon.health import Health, health_of
from pbem.errors import MailboxProblem, MailboxResting
from pbem.post.leftovers import look_at_leftovers
from pbem.post.outbox import Delivered, Outbox
from pbem.post.service import Moderator
from pbem.store.claims import worker_of
from pbem.store.database import open_database
from pbem.store.dialect import locks_rows
from pbem.store.notebook import StoredNotebook
from pbem.store.seeds import keys_of
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.moderator_notices import tell_moderator

log = logging.getLogger(__name__)

HEALTH_EVERY = timedelta(hours=1)
"""How often the log says how things are."""


HELP_EVERY = 0.5
"""Seconds between two looks of a worker while another one fetches the letters."""
STILL_OUT = 4
"""So often in a row a way in besides mail may fail before the moderator is told."""
OUT_OF_REACH = """\
For some time now nothing could be fetched from the {channel}:

    {error}

What is posted there meanwhile is read later. Until then nobody's time runs out in games that are played
there.
"""


def open_inbox(settings: Settings) -> Inbox:
    """Where letters come in."""
    return channel_of(MAIL, settings).open_inbox(LooseLeaves())


class Daemon:
    """Everything that `pbem poll`, `tick`, `send` and `run` need."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        clock = clock or SystemClock()
        database = open_database(settings.database, keys_of(settings))
        self._database = database
        self._settings = settings
        self._clock = clock
        self._pause = settings.poll_seconds
        self._moderator = Moderator(database, settings, clock)
        self._inbox = open_inbox(settings)
        self._beside = {
            channel: channel_of(channel, settings).open_inbox(StoredNotebook(database, channel))
            for channel in ways_in(settings)
            if channel != MAIL
        }
        """Other ways in."""
        self._out_of_reach: dict[str, int] = {}
        """How often in a row they could not be used."""
        self._outbox = Outbox(database, settings, clock)
        self._told_health: datetime | None = None
        self._waited: frozenset[int] | None = None
        """Letters that waited when this worker last looked; None: it has not looked yet."""
        self._tried: frozenset[int] = frozenset()
        """Those of them that another process has read without coming to its end."""
        self.fetches = True
        """Whether it was this worker that fetched letters in its last round."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for inbox in (self._inbox, *self._beside.values()):
            inbox.close()
        worker_of(self._database).leave()
        self._database.dispose()

    def poll(self) -> int:
        """Fetch and handle letters.  That this was possible is the sign of life by which deadlines count.

        Of several workers on a server one fetches, and the others handle what it has stored.
        """
        self._look_at_leftovers()
        with worker_of(self._database).alone("inbox") as mine:
            self.fetches = mine
            if mine:
                return self._fetch()
        return self._moderator.handle_letters()

    def _look_at_leftovers(self) -> None:
        """Whatever waits here was left by a run that came to its end in the middle.

        Where there are several workers, most of it is another one's work of this moment: then only what has
        waited since the last round, and everything when this worker begins.
        """
        waiting = self._moderator.waiting()
        seen, self._waited = self._waited, waiting
        left = waiting if seen is None or not locks_rows(self._database) else seen & waiting
        self._tried &= waiting
        look_at_leftovers(self._database, self._settings, self._clock.now(), among=left - self._tried)
        self._tried |= left

    def _fetch(self) -> int:
        try:
            handled = self._moderator.poll(self._inbox)
        except MailboxProblem:
            for channel in self._beside:  # no sign of life of theirs: it would be counted twice
                self._poll_beside(channel)
            raise
        self._moderator.alive()
        for channel in self._beside:
            found = self._poll_beside(channel)
            if found is not None:
                self._moderator.alive(channel)
                handled += found
        return handled

    def _poll_beside(self, channel: str) -> int | None:
        """The same for another way in; None if it cannot be used, which stops nothing else."""
        try:
            handled = self._moderator.poll(self._beside[channel], channel)
        except MailboxResting:
            self._out_of_reach.setdefault(channel, 0)
            return None
        except MailboxProblem as problem:
            failed = self._out_of_reach[channel] = self._out_of_reach.get(channel, 0) + 1
            log.error("%s", problem)
            if failed == STILL_OUT:
                self._tell(
                    f"the {channel} is out of reach", OUT_OF_REACH.format(channel=channel, error=problem)
                )
            return None
        if self._out_of_reach.pop(channel, 0) >= STILL_OUT:
            self._tell(f"the {channel} is in reach again", f"The {channel} can be read again.")
        return handled

    def _tell(self, subject: str, text: str) -> None:
        with UnitOfWork(self._database) as work:
            tell_moderator(work.at(self._settings, self._clock.now()), subject, text)
            work.commit()

    def tick(self) -> int:
        """Do what has come due, unless letters could not be fetched for too long: they may be the answers."""
        if self._moderator.asleep():
            log.warning("no letters could be fetched for a long time: nobody's time runs out")
            return 0
        silent = [
            channel
            for channel in self._beside
            if channel in self._out_of_reach or self._moderator.asleep(channel)
        ]
        return self._moderator.tick(silent)

    def health(self) -> Health:
        with UnitOfWork(self._database) as work:
            return health_of(work.at(self._settings, self._clock.now()))

    async def send(self) -> Delivered:
        try:
            return await self._outbox.send_due()
        finally:
            await self._outbox.close()

    async def run(self, stop: asyncio.Event) -> None:
        """Poll, tick and send until `stop` is set; what was begun is finished first."""
        careful.watch()
        log.info("the moderator is at work")
        while not stop.is_set():
            try:
                await self._once()
            except OperationalError as problem:  # locked, or its disk full
                log.error("the database cannot be used: %s; the next round tries again", problem.orig)
            except Exception:  # what was not stored is done the next time
                log.exception("this round failed; there will be another")
            if self.fetches:
                pause = self._inbox.wait(self._pause)
            else:  # what the other worker stores is handled as it comes
                pause = asyncio.sleep(min(HELP_EVERY, self._pause))
            waiting = asyncio.ensure_future(pause)
            stopping = asyncio.ensure_future(stop.wait())
            await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            for task in (waiting, stopping):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self._outbox.close()
        careful.watch(False)
        log.info("the moderator has stopped")

    async def _once(self) -> None:
        """One round.  Without its mailbox the moderator sends, but lets nobody's time run out."""
        handled = await self._poll_or_say_why()
        late = 0 if handled is None or not self.fetches else self.tick()
        sent = await self._outbox.send_due()
        if not sent.sent:  # a connection stays open as long as there is something to send
            await self._outbox.close()
        if handled or late or sent.sent or sent.failed:
            counts = {"handled": handled or 0, "deadlines": late, "sent": sent.sent, "failed": sent.failed}
            log.info("%s", ", ".join(f"{what} {count}" for what, count in counts.items()), extra=counts)
        self._say_how_it_is()

    async def _poll_or_say_why(self) -> int | None:
        """How many letters were handled; None if the mailbox cannot be reached."""
        try:
            return await asyncio.to_thread(self.poll)
        except MailboxResting:
            return None
        except MailboxProblem as problem:
            log.error("%s", problem)
            return None

    def _say_how_it_is(self) -> None:
        """The health line, now and then."""
        now = self._clock.now()
        if self._told_health is None or now - self._told_health >= HEALTH_EVERY:
            self._told_health = now
            log.info("%s", self.health().line)
