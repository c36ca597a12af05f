"""Copies of a database and its WAL, as a failing machine or a careless backup leaves them."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

from tests.chaos.world import World

ORDERS = "SELECT game_id, seq, entry FROM 'order' ORDER BY game_id, seq"
LETTERS = "SELECT id, message_id, subject FROM outgoing"
UNANSWERED = (
    "SELECT count(*) FROM letter WHERE status = 'done' AND id NOT IN "
    "(SELECT answers_id FROM outgoing WHERE answers_id IS NOT NULL)"
)


def take(world: World, rng: random.Random) -> None:
    """Both files; of the WAL perhaps only the beginning, or with rubbish at its end."""
    assert isinstance(world.place, Path)
    folder = world.folder / "copies"
    folder.mkdir(exist_ok=True)
    to = folder / f"{len(list(folder.glob('*.sqlite3'))):04}.sqlite3"
    shutil.copy(world.place, to)
    wal, copied = Path(f"{world.place}-wal"), Path(f"{to}-wal")
    if not wal.exists():
        return
    shutil.copy(wal, copied)
    size = copied.stat().st_size
    how = rng.choice(("whole", "torn", "rubbish"))
    if how == "torn" and size:
        os.truncate(copied, rng.randrange(size))
    elif how == "rubbish":
        with copied.open("r+b") as file:
            file.seek(rng.randrange(size + 1))
            file.write(rng.randbytes(rng.randrange(5_000)))


def check(world: World) -> None:
    """Each opens, is whole, and tells a beginning of what happened."""
    found = sorted((world.folder / "copies").glob("*.sqlite3"))
    if not found:
        return
    assert isinstance(world.place, Path)
    orders, letters, _ = _look(world.place)
    for path in found:
        earlier, written, unanswered = _look(path)
        assert earlier.items() <= orders.items(), f"{path}: other orders than were given"
        assert written.items() <= letters.items(), f"{path}: other letters than were sent"
        assert not unanswered, f"{path}: a letter is handled and not answered"
        for game in {game for game, _ in earlier}:
            seqs = sorted(seq for of, seq in earlier if of == game)
            assert seqs == list(range(1, len(seqs) + 1)), f"{path}: orders are missing"


def _look(path: Path) -> tuple[dict[tuple[int, int], str], dict[int, tuple[str, str]], int]:
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], path
        assert not database.execute("PRAGMA foreign_key_check").fetchall(), path
        orders = {(game, seq): entry for game, seq, entry in database.execute(ORDERS)}
        letters = {id: (name, subject) for id, name, subject in database.execute(LETTERS)}
        (unanswered,) = database.execute(UNANSWERED).fetchone()
    database.close()
    return orders, letters, unanswered
