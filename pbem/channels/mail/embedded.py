"""A mail server in the moderator's own process: takes letters by SMTP, keeps one Maildir per address.

For the demo, for trying things out and for tests; it relays nothing, and listens on this machine only.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import closed
from pbem.channels.mail.inbox import make_maildir

HOST = "127.0.0.1"
LARGEST = 1_000_000


class EmbeddedServer:
    """`await server.start()`; letters to a known address arrive in `folder/<address>`."""

    def __init__(
        self, folder: Path, addresses: Iterable[str], port: int = 0, *, durable: bool = True
    ) -> None:
        """`durable` waits until the disk has each letter; a demo need not."""
        self._boxes = {address: maildir(folder, address) for address in addresses}
        self._durable = durable
        self._server: asyncio.Server | None = None
        self.port = port

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._session, HOST, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    def _session(self) -> SMTP:
        return SMTP(self, enable_SMTPUTF8=True, data_size_limit=LARGEST, hostname="localhost", ident="pbem")

    # aiosmtpd finds these by their names.

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if mailbox_of(address) not in self._boxes:
            return "550 5.1.1 No such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        for address in envelope.rcpt_tos:
            head = f"Return-Path: <{envelope.mail_from or ''}>\nDelivered-To: {address}\n"
            letter = head.encode() + content.replace(b"\r\n", b"\n")
            deliver(self._boxes[mailbox_of(address)], letter, durable=self._durable)
        return "250 2.0.0 Kept"


def mailbox_of(address: str) -> str:
    """Letters to `gm+token@host` belong to `gm@host`."""
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


def maildir(folder: Path, address: str) -> Path:
    """Where an address's letters are; made if need be."""
    make_maildir(folder / address)
    return folder / address


_delivered = count(1)


def deliver(folder: Path, letter: bytes, *, durable: bool = True) -> None:
    """Put a letter into a Maildir: written aside first, so that nobody sees half of it."""
    now = time.time()
    micro = int(now % 1 * 1_000_000)
    name = f"{int(now)}.M{micro}P{os.getpid()}Q{next(_delivered)}.localhost"
    with open(folder / "tmp" / name, "xb", opener=closed.opener) as file:
        file.write(letter)
        if durable:
            file.flush()
            os.fsync(file.fileno())
    (folder / "tmp" / name).rename(folder / "new" / name)
