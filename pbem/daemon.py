"""The moderator at work: inbox, clock and outbox, once or for as long as it is left to run."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from types import TracebackType
from typing import Self

from pbem.clock import Clock, SystemClock
from pbem.config import Settings
from pbem.errors import MailboxProblem
from pbem.mail.imap import ImapInbox
from pbem.mail.inbox import Inbox, MaildirInbox
from pbem.mail.outbox import Delivered, Outbox
from pbem.service import Moderator
from pbem.store.database import open_database

log = logging.getLogger(__name__)


def open_inbox(settings: Settings) -> Inbox:
    """The inbox that the settings name."""
    if settings.mail.inbox == "imap":
        return ImapInbox(settings.mail.imap, settings.mail.largest_letter)
    return MaildirInbox(settings.mail.maildir, settings.mail.largest_letter)


class Daemon:
    """Everything that `pbem poll`, `tick`, `send` and `run` need."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        clock = clock or SystemClock()
        database = open_database(settings.database)
        self._pause = settings.poll_seconds
        self._moderator = Moderator(database, settings, clock)
        self._inbox = open_inbox(settings)
        self._outbox = Outbox(database, settings.mail, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inbox.close()

    def poll(self) -> int:
        return self._moderator.poll(self._inbox)

    def tick(self) -> int:
        return self._moderator.tick()

    async def send(self) -> Delivered:
        try:
            return await self._outbox.send_due()
        finally:
            await self._outbox.close()

    async def run(self, stop: asyncio.Event) -> None:
        """Poll, tick and send until `stop` is set; what was begun is finished first."""
        log.info("the moderator is at work")
        while not stop.is_set():
            handled, late = await self._poll_or_say_why(), self.tick()
            sent = await self._outbox.send_due()
            if not sent.sent:  # a connection stays open as long as there is something to send
                await self._outbox.close()
            if handled or late or sent.sent or sent.failed:
                log.info(
                    "%d letters, %d deadlines, %d sent, %d failed", handled, late, sent.sent, sent.failed
                )
            waiting = asyncio.ensure_future(self._inbox.wait(self._pause))
            stopping = asyncio.ensure_future(stop.wait())
            await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            for task in (waiting, stopping):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self._outbox.close()
        log.info("the moderator has stopped")

    async def _poll_or_say_why(self) -> int:
        """A mailbox that cannot be reached must not stop the clock and the outbox."""
        try:
            return await asyncio.to_thread(self.poll)
        except MailboxProblem as problem:
            log.error("%s", problem)
            return 0
