"""The demo's mailboxes for mail programs: an IMAP server (pymap) on this machine, as a child process."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from pbem.errors import ModeratorProblem

HOST = "127.0.0.1"
IMAP_PORT = 1143
ROUNDS = 1000


def serve_mailboxes(folder: Path, passwords: Mapping[str, str], port: int = IMAP_PORT) -> None:
    """Serve the Maildirs in a folder until interrupted; `passwords` by mailbox address."""
    program = Path(sys.executable).with_name("pymap")
    if not program.exists() and shutil.which("pymap") is None:
        raise ModeratorProblem("pymap is not installed: pip install 'pbem[demo]'")
    write_users(folder, passwords)
    command = [str(program), "--host", HOST, "--port", str(port), "--no-tls", "maildir", str(folder)]
    with subprocess.Popen(command) as server:
        print(f"\nIMAP on {HOST}, port {port}, no encryption. User and password:")
        for address, password in passwords.items():
            print(f"  {user_of(address):12} {password}")
        print("Ctrl-C ends it.")
        try:
            server.wait()
        except KeyboardInterrupt:
            server.terminate()


def write_users(folder: Path, passwords: Mapping[str, str]) -> None:
    """The two files in which pymap looks up its users."""
    from pysasl.hashing import BuiltinHash

    hashing = BuiltinHash(rounds=ROUNDS)
    users = [f"{user_of(address)}:x::::{address}:\n" for address in passwords]
    secrets = [f"{user_of(a)}:{hashing.hash(password)}:::::::\n" for a, password in passwords.items()]
    (folder / "pymap-etc-passwd").write_text("".join(users))
    (folder / "pymap-etc-shadow").write_text("".join(secrets))


def user_of(address: str) -> str:
    return address.partition("@")[0]
