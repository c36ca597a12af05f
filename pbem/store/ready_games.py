"""Games kept ready between letters, so that not every letter loads its game anew.

The log of a game only ever grows, so a position is up to date if its last entry is the last that is stored,
whoever stored it.  Whoever works on a game takes its engine, and it comes back only when the work is
committed: work that failed leaves nothing behind.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Engine as Database
from sqlmodel import Session

from pbem.store.tables import GameRow
from rules import Engine

MOST_GAMES = 200
"""About 60 MB; see `make bench`."""

Key: TypeAlias = tuple[int | None, str]
"""The number and the sealed seed of a game: a number alone may be another game's after an import."""


class ReadyGames:
    """The games of one database that are ready."""

    def __init__(self) -> None:
        self._ready: OrderedDict[Key, Engine[Any]] = OrderedDict()

    def take(self, key: Key) -> Engine[Any] | None:
        return self._ready.pop(key, None)

    def put(self, key: Key, engine: Engine[Any]) -> None:
        engine.forget_past()
        self._ready[key] = engine
        while len(self._ready) > MOST_GAMES:
            self._ready.popitem(last=False)


class GamesAtWork:
    """The games on which one transaction works."""

    def __init__(self, ready: ReadyGames) -> None:
        self._ready = ready
        self._taken: dict[Key, Engine[Any]] = {}

    def take(self, game: GameRow, last: int) -> Engine[Any] | None:
        """The game as it stands after its log entry `last`; None if it is not ready."""
        key = game.id, game.seed
        engine = self._taken.pop(key, None) or self._ready.take(key)
        return engine if engine is not None and engine.seq == last else None

    def keep(self, game: GameRow, engine: Engine[Any]) -> None:
        """This engine will stand as the game is stored, if it is."""
        self._taken[game.id, game.seed] = engine

    def forget(self) -> None:
        """Part of the work was undone: what was kept may not be what is stored."""
        self._taken.clear()

    def committed(self) -> None:
        for key, engine in self._taken.items():
            self._ready.put(key, engine)
        self._taken.clear()


_READY: WeakKeyDictionary[Database, ReadyGames] = WeakKeyDictionary()
_AT_WORK = "games at work"


def begin_work(session: Session, database: Database) -> GamesAtWork:
    """The games on which the transaction of this session will work: none yet."""
    work = session.info[_AT_WORK] = GamesAtWork(_READY.setdefault(database, ReadyGames()))
    return work


def games_at_work(session: Session) -> GamesAtWork | None:
    """The games on which a session works; None: every game is loaded anew."""
    work: GamesAtWork | None = session.info.get(_AT_WORK)
    return work
