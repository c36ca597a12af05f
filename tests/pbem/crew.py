"""Processes of the moderator on one database, which can be killed, and a mail server that watches them."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from email import message_from_bytes
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlmodel import select

from pbem.channels.mail.embedded import deliver, maildir
from pbem.store.tables import LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.office import GAME, Office
from tests.processes import start_pbem

HOST = "127.0.0.1"


class Post:
    """A mail server in a thread, which remembers every letter that it took."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.port = 0
        self.after_taking: Any = lambda: None
        """What happens when a letter was taken, but its sender does not know it yet."""

    def ids(self) -> Counter[str]:
        return Counter(str(message_from_bytes(raw)["Message-ID"]) for raw in self.taken)

    @contextmanager
    def running(self) -> Iterator[Post]:
        loop = asyncio.new_event_loop()
        server = loop.run_until_complete(
            loop.create_server(lambda: SMTP(self, hostname="localhost", loop=loop), HOST, 0)
        )
        self.port = server.sockets[0].getsockname()[1]
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(server.close)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            for task in asyncio.all_tasks(loop):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    loop.run_until_complete(task)
            loop.close()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        await asyncio.sleep(0.005)  # so that a kill may come between the letter and the answer
        self.after_taking()
        return "250 2.0.0 Kept"


COMMANDS = {"run": ("run",), "cron": ("poll", "tick", "send")}


class Crew:
    """Processes that work on one database, some for good and some for a moment, as from cron."""

    def __init__(self, settings: Path) -> None:
        self._environment = {**os.environ, "PBEM_SETTINGS": str(settings)}
        self._at_work: dict[str, ForkServerProcess] = {}
        self._log = settings.with_name("crew.log")
        """What they have to say, to look at if a test fails."""
        self.kills = 0
        self._counted: set[int | None] = set()
        """Processes whose ends are among them."""

    def start(self, *names: str) -> None:
        """Start whoever is not at work; a name says what it does: `run 1`, `cron`."""
        for name in names:
            self._start(name, COMMANDS[name.partition(" ")[0]])

    def start_until(self, name: str, point: str, times: int) -> None:
        """Start a worker that kills itself when it comes to a point for so many times more than once."""
        self._start(name, COMMANDS["run"], (point, times))

    def _start(self, name: str, commands: Sequence[str], dies_at: tuple[str, int] | None = None) -> None:
        if not self._is_at_work(name):
            self._at_work[name] = start_pbem(
                [[command] for command in commands], self._environment, self._log, dies_at
            )

    def _is_at_work(self, name: str) -> bool:
        return name in self._at_work and self._at_work[name].is_alive()

    def count_the_dead(self) -> list[str]:
        """Who has killed itself since the last time."""
        dead = {name: one for name, one in self._at_work.items() if one.exitcode == -signal.SIGKILL}
        found = [name for name, process in dead.items() if process.pid not in self._counted]
        self._counted |= {process.pid for process in dead.values()}
        self.kills += len(found)
        return found

    def kill(self, name: str) -> None:
        if self._is_at_work(name):
            process = self._at_work[name]
            process.kill()
            process.join()
            self._counted.add(process.pid)
            self.kills += 1

    def stop(self) -> None:
        for process in self._at_work.values():
            process.terminate()
        for process in self._at_work.values():
            process.join(30)
            assert process.exitcode is not None, "it does not end"


def settings_for(office: Office, post: Post, folder: Path) -> Path:
    maildir(folder, "gm")
    path = folder / "pbem.toml"
    path.write_text(
        f'database = "{office.place}"\npoll_seconds = 0.1\n'
        f'[mail]\naddress = "gm@example.test"\nmaildir = "{folder / "gm"}"\n'
        f'[mail.smtp]\nhost = "{HOST}"\nport = {post.port}\n[hours]\nnegotiation = 0\n'
    )
    return path


def all_is_done(office: Office, letters: int) -> bool:
    with UnitOfWork(office.database) as work:
        came = work.session.exec(select(LetterRow.status)).all()
        written = work.session.exec(select(OutgoingRow.status)).all()
    return len(came) == letters and set(came) <= {"done"} and set(written) <= {"sent"}


def check_everything_once(office: Office, post: Post, *, kills: int) -> None:
    """Each letter was answered once, each answer sent, and sent again at most once for each kill."""
    came, written = office.letters(), office.outbox()
    answers = Counter(row.answers_id for row in written if row.answers_id is not None)
    assert answers == dict.fromkeys((row.id for row in came), 1)
    sent = post.ids()
    assert set(sent) == {row.message_id for row in written}
    assert sum(sent.values()) - len(sent) <= kills
    copies: dict[str, set[bytes]] = {}
    for raw in post.taken:
        copies.setdefault(str(message_from_bytes(raw)["Message-ID"]), set()).add(raw)
    assert all(len(bytes_) == 1 for bytes_ in copies.values()), "sent again, but not the same"
    logs: dict[int, list[int]] = {}
    for row in office.orders():
        logs.setdefault(row.game_id, []).append(row.seq)
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in logs.values())


def write_some(office: Office, folder: Path, count: int, games: Sequence[str] = (GAME,)) -> None:
    """A letter of each player of some games."""
    for _ in range(count):
        for power in IMPULSE_ORDER:
            for game in games:
                deliver(folder / "gm", office.letter(power, "status", game=game), durable=False)
