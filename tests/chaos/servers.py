"""A mail server that remembers what it took, and a wire that breaks: each in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
CHUNK = 65_536


class Process:
    """A child that serves something on a port, until it is stopped."""

    def __init__(self, serve: Callable[[], Awaitable[asyncio.Server]]) -> None:
        ready, tell = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(ready)
            try:
                asyncio.run(_serve(serve, tell))
            finally:
                os._exit(1)
        os.close(tell)
        with os.fdopen(ready) as told:
            self.port = int(told.readline())

    def stop(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


async def _serve(serve: Callable[[], Awaitable[asyncio.Server]], tell: int) -> None:
    server = await serve()
    with os.fdopen(tell, "w") as told:
        print(server.sockets[0].getsockname()[1], file=told)
    sys.stdin.close()
    await server.serve_forever()


class Post:
    """Takes every letter, and writes it down before it says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._count = 0
        self._process = Process(self._listen)
        self.port = self._process.port

    async def _listen(self) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: SMTP(self, hostname="localhost"), HOST, 0)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self._count += 1
        (self._folder / f"{self._count:06}").write_bytes(envelope.content)
        return "250 2.0.0 Kept"

    def taken(self) -> dict[str, bytes]:
        """What it has, by Message-ID.  The same letter again must be the same."""
        found: dict[str, bytes] = {}
        for raw in self._all():
            name = str(message_from_bytes(raw)["Message-ID"])
            assert found.setdefault(name, raw) == raw, f"{name} was sent again, but not the same"
        return found

    def again(self) -> int:
        """How many letters too many it has."""
        counts = Counter(str(message_from_bytes(raw)["Message-ID"]) for raw in self._all())
        return sum(counts.values()) - len(counts)

    def _all(self) -> list[bytes]:
        return [path.read_bytes() for path in sorted(self._folder.iterdir())]

    def stop(self) -> None:
        self._process.stop()


class Wire:
    """Leads to a server.  The next connection can be made to break after so many bytes in one direction."""

    def __init__(self, port: int, folder: Path) -> None:
        self._to = port
        self._order = folder / "break"
        self._broken = folder / "broken"
        self._process = Process(self._listen)
        self.port = self._process.port

    def break_next(self, direction: str, after: int) -> None:
        waiting = self._order.with_suffix(".new")
        waiting.write_text(json.dumps([direction, after]))
        waiting.rename(self._order)

    def mend(self) -> None:
        self._order.unlink(missing_ok=True)

    @property
    def broken(self) -> int:
        """How often it broke."""
        return self._broken.stat().st_size if self._broken.exists() else 0

    def stop(self) -> None:
        self._process.stop()

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._connected, HOST, 0)

    async def _connected(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        direction, after = "", 0
        with suppress(FileNotFoundError):
            direction, after = json.loads(self._order.read_text())
            self._order.unlink()
        try:
            server, forth = await asyncio.open_connection(HOST, self._to)
        except OSError:
            back.transport.abort()
            return
        ways = [
            asyncio.ensure_future(self._carry(client, forth, after if direction == "up" else None)),
            asyncio.ensure_future(self._carry(server, back, after if direction == "down" else None)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0.01)  # whatever the server was told it may still do
        for way in ways:
            way.cancel()
        for writer in (forth, back):
            writer.transport.abort() if direction else writer.close()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int | None
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if left is not None and len(data) > left:
                    writer.write(data[:left])
                    await writer.drain()
                    with self._broken.open("ab") as file:
                        file.write(b"x")
                    return
                left = None if left is None else left - len(data)
                writer.write(data)
                await writer.drain()
