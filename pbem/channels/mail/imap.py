"""Letters out of an IMAP mailbox: fetched and marked in a thread, waited for in IDLE.

A letter is marked, by a keyword or by moving it, only after it was stored.  When a connection breaks, letters
wait on the server; it is made anew at once, and after failures with growing pauses.  A crash between
fetching and marking only fetches a letter again, which the database then knows.
"""

from __future__ import annotations

import asyncio
import logging
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import (
    IMAPClientAbortError,
    IMAPClientError,
    IMAPClientReadOnlyError,
    LoginError,
    ProtocolError,
)

from pbem.channels.channel import Incoming
from pbem.config import ImapSettings
from pbem.errors import MailboxProblem, MailboxResting, SettingsProblem

log = logging.getLogger(__name__)
logging.getLogger("imapclient").setLevel(logging.WARNING)  # below that, whole letters stand in its log

KEYWORD = "$PbemStored"
PAUSES = (2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds between attempts to connect; the last is repeated."""
LOGIN_PAUSES = (60.0, 300.0, 900.0, 3600.0)
"""The same while the password is refused: servers lock those out who try too often."""
LONGEST_IDLE = 240.0
"""Seconds after which IDLE is left: a connection that died silently is noticed then."""

LAST_WORDS = 5.0
"""Seconds that logging out may take."""

BUSY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]")
"""Codes of RFC 5530 and others for "not now": the password may be right."""

BROKEN = (OSError, IMAPClientAbortError)
"""The connection is of no use any more."""


class ImapInbox:
    """A mailbox on an IMAP server; one task at a time may use it."""

    def __init__(self, settings: ImapSettings, largest: int) -> None:
        self._settings = settings
        self._largest = largest
        self._client: IMAPClient | None = None
        self._validity = 0
        self._stored: set[str] = set()
        """Letters that are stored but could not be marked yet."""
        self._seen: set[int] = set()
        """What the last look found."""
        self._failures = 0
        self._rest_until = 0.0
        self._waker, self._bell = socket.socketpair()

    # ---- The Inbox

    def fetch(self) -> Iterator[Incoming]:
        """The letters that are not marked yet, oldest first."""
        if (rest := self._rest_until - time.monotonic()) > 0:
            raise MailboxResting(f"the IMAP server {self._name} is tried again in {rest:.0f} s")
        with self._troubles_told():
            client = self._connected()
            self._mark_stored()
            uids = sorted(client.search(self._wanted()))
            self._seen = set(uids)
        for uid in uids:
            with self._troubles_told():
                incoming = self._fetch_one(uid)
            if incoming is not None:
                yield incoming
        self._failures = 0

    def mark(self, key: str) -> None:
        """This letter is stored.  If that cannot be marked now, it is marked before the next look."""
        self._stored.add(key)
        if self._client is None:
            return
        try:
            self._mark_stored()
        except BROKEN:
            self._disconnect()

    async def wait(self, seconds: float) -> None:
        """Return when a letter may have come, after `seconds` at the latest."""
        rest = self._rest_until - time.monotonic()
        if rest > 0:
            await asyncio.sleep(min(rest, seconds))
        elif self._client is not None and not self._can_idle():
            await asyncio.sleep(seconds)
        elif self._client is not None:
            idling = asyncio.ensure_future(asyncio.to_thread(self._idle, seconds))
            try:
                await asyncio.shield(idling)
            except asyncio.CancelledError:
                self._waker.send(b"!")
                await idling
                raise

    def close(self) -> None:
        """Log out."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(OSError, IMAPClientError):
                client.socket().settimeout(LAST_WORDS)
                client.logout()
        self._waker.close()
        self._bell.close()

    # ---- Looking

    def _wanted(self) -> list[str]:
        marked = ["UNKEYWORD", KEYWORD] if self._settings.handled == "keyword" else []
        return [*marked, "UNDELETED"]

    def _fetch_one(self, uid: int) -> Incoming | None:
        """A letter, or its beginning if it is too large; None if it has gone or cannot be had."""
        if self._client is None:
            raise IMAPClientAbortError("the connection was lost")
        key = f"{self._validity}.{uid}"
        if key in self._stored:
            return None
        whole = f"BODY.PEEK[]<0.{self._largest + 1}>"
        try:
            found: dict[bytes, Any] = self._client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE", whole]).get(
                uid, {}
            )
        except BROKEN:
            raise
        except IMAPClientError as problem:  # this letter only: the others can still be had
            log.warning("letter %s cannot be fetched: %s", key, problem)
            return None
        raw = next((value for name, value in found.items() if name.startswith(b"BODY[]")), None)
        if not isinstance(raw, bytes):
            return None
        size = found.get(b"RFC822.SIZE")
        noted = found.get(b"INTERNALDATE")
        arrived = noted.astimezone(UTC) if isinstance(noted, datetime) else None
        return Incoming(key, raw, max(len(raw), size if isinstance(size, int) else 0), arrived)

    # ---- Marking

    def _mark_stored(self) -> None:
        """Mark what is stored; numbers of another UIDVALIDITY mean nothing any more."""
        assert self._client is not None
        mine = f"{self._validity}."
        uids = sorted(int(key.removeprefix(mine)) for key in self._stored if key.startswith(mine))
        try:
            if uids and self._settings.handled == "keyword":
                self._client.add_flags(uids, [KEYWORD, r"\Seen"], silent=True)
            elif uids:
                self._move(uids)
        except BROKEN:
            raise
        except IMAPClientError as problem:  # a quota, perhaps: they are passed over until it works
            log.warning("letters %s on %s cannot be marked as stored: %s", uids, self._name, problem)
        else:
            self._stored.clear()

    def _move(self, uids: list[int]) -> None:
        assert self._client is not None
        folder = self._settings.handled_folder
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
            return
        self._client.copy(uids, folder)
        self._client.delete_messages(uids, silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)

    # ---- Waiting

    def _can_idle(self) -> bool:
        try:
            return self._settings.idle and self._client is not None and self._client.has_capability("IDLE")
        except (OSError, IMAPClientError):
            self._disconnect()
            return False

    def _idle(self, seconds: float) -> None:
        """Wait in IDLE.  Whatever goes wrong only ends the connection: the next look makes a new one."""
        client = self._client
        assert client is not None
        began = time.monotonic()
        until = began + min(seconds, LONGEST_IDLE)
        try:
            client.noop()  # else the server may not have looked for new ones
            if set(client.search(self._wanted())) - self._seen:
                return  # it came while the others were handled
            client.idle()
            while (left := until - time.monotonic()) > 0 and not self._rung(left):
                news = client.idle_check(timeout=0)
                # Something to read, but nothing said: most likely the server is gone, and only leaving tells.
                if not news or any(len(said) > 1 and said[1] == b"EXISTS" for said in news):
                    break
            client.idle_done()
        except (OSError, IMAPClientError) as problem:
            log.info("connection to %s lost while waiting: %s", self._name, problem)
            self._disconnect()
            self._rest_until = began + PAUSES[0]  # over by now, unless the server always hangs up at once

    def _rung(self, seconds: float) -> bool:
        """Wait for something to read; True if the time is over or we were called away."""
        assert self._client is not None
        connection = self._client.socket()
        ready, _, _ = select.select([connection, self._bell], [], [], seconds)
        if self._bell in ready:
            self._bell.recv(100)
            return True
        return connection not in ready

    # ---- The connection

    @property
    def _name(self) -> str:
        return f"{self._settings.host}:{self._settings.usual_port}"

    def _connected(self) -> IMAPClient:
        """The connection with the folder open; an old one is asked whether it is still there."""
        if self._client is not None:
            try:
                self._client.noop()
                return self._client
            except (OSError, IMAPClientError):
                self._disconnect()
        client = self._log_in()
        self._client = client
        if self._settings.handled == "move" and not client.folder_exists(self._settings.handled_folder):
            client.create_folder(self._settings.handled_folder)
        opened = client.select_folder(self._settings.folder)
        keeps = opened.get(b"PERMANENTFLAGS", ())
        if self._settings.handled == "keyword" and not {b"\\*", KEYWORD.encode()} & set(keeps):
            raise SettingsProblem(
                f'the IMAP server {self._name} keeps no keywords: set mail.imap.handled to "move"'
            )
        self._validity = int(opened.get(b"UIDVALIDITY", 0))
        return client

    def _log_in(self) -> IMAPClient:
        settings = self._settings
        password = settings.secret()
        tls = None if settings.security == "none" else settings.certificates()
        client = IMAPClient(
            settings.host,
            port=settings.usual_port,
            ssl=settings.security == "tls",
            ssl_context=tls,
            timeout=SocketTimeout(connect=settings.timeout, read=settings.timeout),
        )
        try:
            if settings.security == "starttls":
                client.starttls(tls)
            self._give_password(client, settings.user, password)
        except BaseException:
            _hang_up(client)
            raise
        return client

    def _give_password(self, client: IMAPClient, user: str, password: str) -> None:
        try:
            if user.isascii() and password.isascii():
                client.login(user, password)
            else:
                client.plain_login(user, password)
        except LoginError as problem:
            if isinstance(problem.__context__, IMAPClientAbortError) or any(
                code in str(problem).upper() for code in BUSY
            ):
                raise IMAPClientAbortError(str(problem)) from None
            raise

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            _hang_up(client)

    @contextmanager
    def _troubles_told(self) -> Iterator[None]:
        """Turn what goes wrong into one clear sentence, and into a pause before the next attempt."""
        try:
            yield
        except SettingsProblem as problem:
            raise self._rest(str(problem), LOGIN_PAUSES) from None
        except LoginError as problem:
            told = f"the IMAP server {self._name} refuses the user name or password ({problem})"
            raise self._rest(told, LOGIN_PAUSES) from None
        except IMAPClientReadOnlyError:
            told = f"the folder {self._settings.folder} on {self._name} can only be read, not marked"
            raise self._rest(told, LOGIN_PAUSES) from None
        except (*BROKEN, IMAPClientError, ProtocolError) as problem:
            told = f"no use of the IMAP server {self._name}: {problem or type(problem).__name__}"
            raise self._rest(told, PAUSES) from None

    def _rest(self, told: str, pauses: tuple[float, ...]) -> MailboxProblem:
        self._disconnect()
        pause = pauses[min(self._failures, len(pauses) - 1)]
        self._failures += 1
        self._rest_until = time.monotonic() + pause
        return MailboxProblem(f"{told}; next attempt in {pause:.0f} s")


def _hang_up(client: IMAPClient) -> None:
    with suppress(OSError, IMAPClientError):
        client.shutdown()
