"""A mail server in the moderator's own process: takes letters by SMTP, keeps one Maildir per address.

For the demo, for trying things out and for tests; it relays nothing, and listens on this machine only.
"""

from __future__ import annotations

import asyncio
import mailbox
from collections.abc import Iterable
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
LARGEST = 1_000_000


class EmbeddedServer:
    """`await server.start()`; letters to a known address arrive in `folder/<address>`."""

    def __init__(self, folder: Path, addresses: Iterable[str], port: int = 0) -> None:
        self._folder = folder
        self._boxes = {address: mailbox.Maildir(maildir(folder, address)) for address in addresses}
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
            self._boxes[mailbox_of(address)].add(head.encode() + content.replace(b"\r\n", b"\n"))
        return "250 2.0.0 Kept"


def mailbox_of(address: str) -> str:
    """Letters to `gm+token@host` belong to `gm@host`."""
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


def maildir(folder: Path, address: str) -> Path:
    """Where an address's letters are; made if need be."""
    path = folder / address
    path.parent.mkdir(parents=True, exist_ok=True)
    mailbox.Maildir(path)
    return path
