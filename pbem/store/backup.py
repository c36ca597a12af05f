"""Copies of a database that is in use: by hand, by a timer, and before its tables are changed."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pbem import closed
from pbem.config import Database, DatabaseServer
from pbem.errors import ModeratorProblem

NAME = re.compile(r"pbem-\d{8}T\d{6}Z\.(sqlite3|dump)")
"""What `back_up_into` calls its copies; nothing else in the folder is ever deleted."""


def back_up(database: Database, copy: Path) -> int:
    """Copy a database that is in use, and check the copy; its size in bytes."""
    if isinstance(database, Path) and not database.exists():
        raise ModeratorProblem(f"there is no database {database}")
    if copy.exists():
        raise ModeratorProblem(f"{copy} is there already")
    closed.make_folder(copy.parent)
    beside = copy.with_name(f".{copy.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds every secret
        if isinstance(database, DatabaseServer):
            _dump(database, beside)
        else:
            _copy(database, beside)
        beside.rename(copy)
    except sqlite3.Error as problem:
        raise ModeratorProblem(f"the database {database} cannot be copied: {problem}") from problem
    finally:
        beside.unlink(missing_ok=True)
    return copy.stat().st_size


def _copy(database: Path, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        (verdict,) = target.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise ModeratorProblem(f"the copy is damaged: {verdict}")


def _dump(database: DatabaseServer, copy: Path) -> None:
    """PostgreSQL copies itself, by a program of its own; the password is not in its command line."""
    parts = urlsplit(database.url)
    who, at, where = parts.netloc.rpartition("@")
    url = parts._replace(scheme="postgresql", netloc=f"{who.partition(':')[0]}{at}{where}").geturl()
    dump, restore = shutil.which("pg_dump"), shutil.which("pg_restore")
    if dump is None or restore is None:
        raise ModeratorProblem(
            f"pg_dump and pg_restore are not on this machine (Debian: apt install postgresql-client). "
            f"Where they are: pg_dump --format=custom --file={copy.name.strip('.')} '{url}'"
        )
    secret = {"PGPASSWORD": unquote(parts.password)} if parts.password else {}
    for command in (
        [dump, "--format=custom", f"--file={copy}", f"--dbname={url}"],
        [restore, "--list", str(copy)],
    ):
        done = subprocess.run(
            command, env={**os.environ, **secret}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ModeratorProblem(f"the database {database} cannot be copied: {done.stderr.strip()}")


def back_up_into(folder: Path, database: Database, keep: int, now: datetime) -> tuple[Path, list[Path]]:
    """Copy a database into a folder of copies, named by the time, and delete all but the newest of them.

    The new copy is whole before an old one goes.
    """
    kind = "dump" if isinstance(database, DatabaseServer) else "sqlite3"
    copy = folder / f"pbem-{now:%Y%m%dT%H%M%SZ}.{kind}"
    back_up(database, copy)
    found = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    gone = found[:-keep]
    for path in gone:
        path.unlink()
    return copy, gone
