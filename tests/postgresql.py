"""A private PostgreSQL for tests: Debian's own, in a folder of its own, reached by a socket there.

It refuses to run as root, so root runs it as `nobody`; that one cannot go into pytest's folders.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest

REQUIRED = "PBEM_REQUIRE_POSTGRESQL"
"""Where this is set, tests that need it fail instead of being skipped."""
USER = "pbem"


def programs() -> Path | None:
    """Where its programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def skip_without() -> None:
    """Skip a test that needs it where it is not installed, unless it is required there."""
    if programs() is None and not os.environ.get(REQUIRED):
        pytest.skip("PostgreSQL is not installed: make postgresql")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class PostgresServer:
    """A new server.  `durable`: whatever is committed is on disk, as for real games."""

    def __init__(self, user: str = USER, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pbem-postgresql-"))
        self.sockets = self.folder / "sockets"
        self.user = user
        self.port = free_port()
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def url(self, name: str) -> str:
        """What the settings say to use a database of it."""
        return f"postgresql://{self.user}@/{name}?host={self.sockets}&port={self.port}"

    def build(self) -> PostgresServer:
        """Make it and start it."""
        folder = self._programs()
        data = self.folder / "database"
        for path in (data, self.sockets):
            path.mkdir(mode=0o700)
            if os.geteuid() == 0:
                shutil.chown(path, "nobody")
        self.folder.chmod(0o711)
        made = [str(folder / "initdb"), "-D", str(data), "-U", self.user, "-A", "trust", "--no-sync"]
        self._run([*_as_nobody(), *made, "--locale=C.UTF-8"])
        self.start()
        return self

    def start(self) -> None:
        folder, durable = self._programs(), "on" if self._durable else "off"
        command = [str(folder / "postgres"), "-D", str(self.folder / "database"), "-p", str(self.port)]
        command += ["-k", str(self.sockets), "-c", "listen_addresses=", "-c", f"fsync={durable}"]
        command += ["-c", f"synchronous_commit={durable}", "-c", f"full_page_writes={durable}"]
        with (self.folder / "postgres.log").open("ab") as log:
            self._process = subprocess.Popen([*_as_nobody(), *command], stdout=log, stderr=log)
        ready = [str(folder / "pg_isready"), *self._there()]
        ends = time.monotonic() + 60
        while subprocess.run(ready, capture_output=True, check=False).returncode:
            if self._process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(f"PostgreSQL does not start: see {self.folder / 'postgres.log'}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Whoever is connected is cut off; what is stored stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    # ---- Databases

    def create(self, name: str, *, like: str = "") -> str:
        """A new database, empty or a copy; its URL."""
        self._say(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{like}"' if like else ""))
        return self.url(name)

    def drop(self, name: str) -> None:
        """Away with a database, whoever uses it."""
        self._say(f'DROP DATABASE "{name}" WITH (FORCE)')

    # ---- Inside

    def _programs(self) -> Path:
        found = programs()
        if found is None:
            raise RuntimeError("PostgreSQL is not installed: make postgresql")
        return found

    def _there(self) -> list[str]:
        return ["-h", str(self.sockets), "-p", str(self.port)]

    def _say(self, words: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(words.encode())

    def _run(self, command: Sequence[str]) -> None:
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{command[0]}: {done.stdout}\n{done.stderr}")


def _as_nobody() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
