"""Seeds at rest: sealed with a key that is not in the database, so that a copy of it does not tell the dice.

The key is in the settings, or in a file beside the database that is made when it is needed (decision 13).
Seeds that an older version has stored are read as they are.
"""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Connection, Engine
from sqlmodel import Session, col, select

from pbem import closed
from pbem.config import Database, DatabaseServer, Settings
from pbem.errors import SettingsProblem
from pbem.store.office_tables import OpeningRow
from pbem.store.tables import GameRow
from pbem.store.unit_of_work import UnitOfWork

SEALED = "sealed:"
MOST_OPEN = 1000
"""Seeds that are kept open in memory, for every position that is loaded needs its own."""


@dataclass(frozen=True, slots=True)
class SeedKeys:
    """Where the key of a database is."""

    file: Path
    """Made when it is first needed, unless the settings have a key."""
    secret: str = field(default="", repr=False)
    """The key from the settings; empty: there is none."""


class Keeper:
    """Seals and opens the seeds of one database."""

    def __init__(self, keys: SeedKeys) -> None:
        self._keys = keys
        self._open: dict[str, str] = {}

    def seal(self, session: Session, seed: str) -> str:
        """A seed as it is stored."""
        here = self._found()
        if not here:
            if session.exec(select(GameRow.id).where(col(GameRow.seed).startswith(SEALED)).limit(1)).first():
                raise SettingsProblem(f"{self._missing()}: a new one would open none of the games here")
            here = [make_key(self._keys.file)]
        return SEALED + Fernet(_as_key(here[0])).encrypt(seed.encode()).decode()

    def open(self, stored: str) -> str:
        """A seed as the dice need it."""
        if not stored.startswith(SEALED):
            return stored
        if stored not in self._open:
            if len(self._open) >= MOST_OPEN:
                self._open.clear()
            self._open[stored] = self._opened(stored.removeprefix(SEALED))
        return self._open[stored]

    def _opened(self, sealed: str) -> str:
        here = self._found()
        if not here:
            raise SettingsProblem(f"{self._missing()}: without it no game can go on")
        try:
            return MultiFernet([Fernet(_as_key(key)) for key in here]).decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise SettingsProblem(
                "the key of the seeds is another than the one they were sealed with"
            ) from None

    def _found(self) -> list[str]:
        """The keys that there are; the first one seals.  The other still opens what it has sealed."""
        here = [self._keys.secret]
        try:
            here.append(self._keys.file.read_text(encoding="ascii").strip())
        except FileNotFoundError:
            pass
        except (OSError, UnicodeError) as problem:
            raise SettingsProblem(f"the key file {self._keys.file} cannot be read: {problem}") from None
        return [key for key in here if key]

    def _missing(self) -> str:
        return f"the key of the seeds is missing: neither seed_key in the settings nor {self._keys.file}"


def _as_key(text: str) -> bytes:
    """Whoever wrote the key did not know what form the library wants."""
    return urlsafe_b64encode(sha256(text.encode()).digest())


def make_key(file: Path) -> str:
    """Write a new key into a file; if somebody else does so just now, theirs counts."""
    closed.make_folder(file.parent)
    beside = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with open(beside, "x", encoding="ascii", opener=closed.opener) as new:
            new.write(secrets.token_hex(32) + "\n")
            new.flush()
            os.fsync(new.fileno())
        os.link(beside, file)
    except FileExistsError:
        pass
    finally:
        beside.unlink(missing_ok=True)
    return file.read_text(encoding="ascii").strip()


# ---- For each database its keeper

_KEEPERS: WeakKeyDictionary[Engine, Keeper] = WeakKeyDictionary()


def key_file(database: Database) -> Path:
    """Where the key is if nothing is said: beside the database, or here if that is on a server."""
    if isinstance(database, DatabaseServer):
        return Path("pbem.key")
    return database.with_name(f"{database.name}.key")


def keys_of(settings: Settings) -> SeedKeys:
    """Where the settings say that the key is."""
    return keys_for(settings, settings.database)


def keys_for(settings: Settings, database: Database) -> SeedKeys:
    """The same for another database than the one in the settings."""
    file = settings.seed_key_file or key_file(database)
    return SeedKeys(file, settings.seed_key.get_secret_value())


def bring_key(old: SeedKeys, new: SeedKeys) -> Path | None:
    """Copy the key of a database to where that of its copy is looked for; where, if it was not there."""
    if old.file == new.file or not old.file.exists():
        return None
    key = old.file.read_text(encoding="ascii")
    if not new.file.exists():
        closed.make_folder(new.file.parent)
        with open(new.file, "x", encoding="ascii", opener=closed.opener) as copy:
            copy.write(key)
        return new.file
    if new.file.read_text(encoding="ascii") != key:
        raise SettingsProblem(f"{new.file} is another key than {old.file}: the games would not go on with it")
    return None


def use_keys(database: Engine, keys: SeedKeys) -> None:
    """The settings say where the key is."""
    _KEEPERS[database] = Keeper(keys)


def _keeper(session: Session) -> Keeper:
    bind: Engine | Connection = session.get_bind()
    engine = bind.engine
    if engine not in _KEEPERS:
        use_keys(engine, SeedKeys(key_file(Path(engine.url.database or "pbem"))))
    return _KEEPERS[engine]


def seal(session: Session, seed: str) -> str:
    """A seed as it is stored in this database."""
    return _keeper(session).seal(session, seed)


def seed_of(session: Session, row: GameRow | OpeningRow) -> str:
    """The seed of a game, secret until it is over; or of a sign-up, until the powers are given."""
    return _keeper(session).open(row.seed)


def seal_old_ones(database: Engine) -> None:
    """Seal the seeds that an older version has stored; those of games that are over everybody knows."""
    with UnitOfWork(database) as work:
        if database.dialect.name == "sqlite":  # what was there is overwritten
            work.session.connection().exec_driver_sql("PRAGMA secure_delete=ON")
        query = select(GameRow).where(GameRow.status != "over")
        for game in work.session.exec(query):
            if not game.seed.startswith(SEALED):
                game.seed = seal(work.session, game.seed)
                work.session.add(game)
        work.commit()
    if database.dialect.name == "sqlite":
        with database.connect() as connection:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


# ---- Positions hold the seed too


def without_seed(state: Any) -> Any:
    """A position to be stored."""
    return {**state, **seedless_part(state)}


def seedless_part(state: Any) -> dict[str, Any]:
    """The part of a position in which the seed is, without it."""
    return {"dice": {**state["dice"], "seed": ""}} if "dice" in state else {}


def with_seed(state: Any, seed: str) -> Any:
    """A position that was stored, to be played on."""
    if "dice" in state:
        state["dice"]["seed"] = seed
    return state
