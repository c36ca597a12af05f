"""The demo's mailboxes for mail programs: an IMAP server (pymap) on this machine, as a child process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem import closed
from pbem.errors import ModeratorProblem

HOST = "127.0.0.1"
IMAP_PORT = 1143
SMTP_PORT = 2525
ROUNDS = 1000


@contextmanager
def imap_server(
    folder: Path, passwords: Mapping[str, str], port: int = IMAP_PORT
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the Maildirs in a folder; `passwords` by mailbox address."""
    command = [*_pymap(), "--host", HOST, "--port", str(port), "--no-tls", "maildir", str(folder)]
    write_users(folder, passwords)
    here = {**os.environ, "TMPDIR": str(folder)}  # it renames what it writes, and cannot from another disk
    with (
        open(folder / "imap.log", "wb", opener=closed.opener) as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=here) as server,
    ):
        try:
            yield server
        finally:
            server.terminate()


def _pymap() -> list[str]:
    beside = Path(sys.executable).with_name("pymap")
    found = str(beside) if beside.exists() else shutil.which("pymap")
    if found is None:
        raise ModeratorProblem("pymap is not installed: pip install 'pbem[demo]'")
    return [found]


def write_users(folder: Path, passwords: Mapping[str, str]) -> None:
    """The two files in which pymap looks up its users."""
    from pysasl.hashing import BuiltinHash

    hashing = BuiltinHash(rounds=ROUNDS)
    users = [f"{user_of(address)}:x::::{address}:\n" for address in passwords]
    hashes = [f"{user_of(address)}:{hashing.hash(word)}:::::::\n" for address, word in passwords.items()]
    closed.write_text(folder / "pymap-etc-passwd", "".join(users))
    closed.write_text(folder / "pymap-etc-shadow", "".join(hashes))


def user_of(address: str) -> str:
    return address.partition("@")[0]
