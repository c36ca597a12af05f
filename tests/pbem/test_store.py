"""The database: what it keeps, and that a game goes on from it as if it had never been away."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import select

from pbem.moderator.overview import Desk
from pbem.store import games
from pbem.store.database import check, open_database, upgrade
from pbem.store.tables import GameRow, OrderRow, OutgoingRow, SeatRow, SnapshotRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, ReplayMismatch, load_rules
from rules.core import codec
from tests.pbem.office import GAME, SEED, Office

GO_ON = """
import sys
from pathlib import Path
from pbem.config import Settings
from pbem.store.database import open_database
from pbem.store import games
from pbem.store.seeds import keys_of
from pbem.store.unit_of_work import UnitOfWork

path = Path(sys.argv[1])
with UnitOfWork(open_database(path, keys_of(Settings(database=path)))) as work:
    engine = games.load_engine(work.session, games.find_game(work.session, "test"))
print(engine.digest())
for _ in range(8):
    power, question = next(iter(engine.waiting().items()))
    engine.submit(power, question.default(engine.game))
    print(engine.seq, power, question.kind, engine.digest())
"""


def go_on(engine: Engine[object]) -> list[str]:
    lines = [engine.digest()]
    for _ in range(8):
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.default(engine.game))
        lines.append(f"{engine.seq} {power} {question.kind} {engine.digest()}")
    return lines


# ---- A game goes on


def test_a_game_goes_on_identically_in_another_process(game: Office) -> None:
    """Stopped at several questions, loaded elsewhere, under another hash seed."""
    with UnitOfWork(game.database) as work:
        row = games.find_game(work.session, GAME)
    for letters in (0, 3, 4):
        game.play_silently(letters)
        with UnitOfWork(game.database) as work:
            log = games.load_log(work.session, row)
        never_stored = Engine.rebuild(load_rules("his"), games.setup_of(row), SEED, log)
        elsewhere = subprocess.run(
            [sys.executable, "-c", GO_ON, str(game.settings.database)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(letters + 7)},
            cwd=Path(__file__).parents[2],
        )
        assert elsewhere.stdout.splitlines() == go_on(never_stored)


def test_the_store_agrees_with_the_game_at_every_question(game: Office) -> None:
    with UnitOfWork(game.database) as work:
        row = games.find_game(work.session, GAME)
    engine = Engine.new(load_rules("his"), games.setup_of(row), SEED)
    for _ in range(12):
        loaded = game.engine()
        assert loaded.digest() == engine.digest()
        assert loaded.waiting() == engine.waiting()
        assert sorted(q.power for q in game.questions() if q.status == "open") == sorted(engine.waiting())
        power, question = next(iter(engine.waiting().items()))
        game.write(power, game.silent_line(power))
        engine.submit(power, question.default(engine.game))
        while len(game.orders()) > engine.seq:  # windows that passed by themselves
            entry = game.orders()[engine.seq].entry
            answer = codec.load(entry["answer"], engine.question(entry["power"]).answer_type())
            engine.submit(entry["power"], answer, source=entry["source"])


def test_verify_plays_the_game_again(game: Office) -> None:
    game.play_silently(5)
    result = Desk(game.database).verify(GAME)
    assert result.orders == len(game.orders())
    assert result.snapshots >= 1
    assert result.events > 10


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET data = json_set(data, '$.reason', 'bribery') WHERE data LIKE '%CardCountChanged%'",
        "DELETE FROM event WHERE number = (SELECT max(number) FROM event)",
        "UPDATE snapshot SET digest = 'x'",
        "UPDATE game SET seed = 'another'",
        "UPDATE \"order\" SET entry = json_set(entry, '$.power', 'venice') WHERE seq = 2",
    ],
)
def test_verify_finds_what_was_tampered_with(game: Office, change: str) -> None:
    game.play_silently(4)
    with game.database.begin() as connection:
        connection.execute(text(change))
    with pytest.raises(ReplayMismatch):
        Desk(game.database).verify(GAME)


# ---- The database itself


def test_migrations_lead_to_the_tables(tmp_path: Path) -> None:
    database = open_database(tmp_path / "new.sqlite3")
    check(database)
    upgrade(database)  # a second time does nothing
    database.dispose()


def test_the_pragmas_are_set(game: Office) -> None:
    with game.database.connect() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}


def test_without_commit_nothing_has_happened(game: Office) -> None:
    with UnitOfWork(game.database) as work:
        row = games.find_game(work.session, GAME)
        row.status = "held"
        work.session.add(row)
        work.session.flush()
    with UnitOfWork(game.database) as work:
        assert games.find_game(work.session, GAME).status == "running"


def test_an_order_number_is_used_once(game: Office) -> None:
    game.play_silently(1)
    (order,) = game.orders()
    with UnitOfWork(game.database) as work:
        work.session.add(OrderRow(game_id=order.game_id, seq=order.seq, entry={}, at=order.at))
        with pytest.raises(IntegrityError):
            work.commit()


def test_times_without_a_zone_are_refused(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        naive = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
        work.session.add(
            GameRow(name="x", setup={}, seed="", commitment="", data_digest="", created_at=naive)
        )
        with pytest.raises(StatementError):
            work.commit()


def test_rows_must_belong_to_a_game(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        work.session.add(SeatRow(game_id=99, number=1, powers=[], name="x", address="x@y", token="t"))
        with pytest.raises(IntegrityError):
            work.commit()


def test_one_snapshot_for_each_checkpoint(game: Office) -> None:
    game.play_silently(6)
    with UnitOfWork(game.database) as work:
        seqs = work.session.exec(select(SnapshotRow.seq)).all()
        letters = work.session.exec(select(OutgoingRow.seq)).all()
    assert len(set(seqs)) == len(seqs)
    assert max(seqs) <= game.engine().seq
    assert max(letters) == game.engine().seq
