"""The database: what it keeps, and that a game goes on from it as if it had never been away."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import Session, select

from pbem.moderator.overview import Overview
from pbem.store import games
from pbem.store.database import check, open_database, upgrade
from pbem.store.dialect import locks_rows
from pbem.store.tables import EventRow, GameRow, OrderRow, OutgoingRow, SeatRow, SnapshotRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, ReplayMismatch, load_rules
from rules.core import codec
from tests.pbem.conftest import Shelf
from tests.pbem.office import GAME, SEED, Office

pytestmark = pytest.mark.both_databases

QUESTIONS = 8
GO_ON = """
import sys
from pbem.config import Settings, as_database
from pbem.store.database import open_database
from pbem.store import games
from pbem.store.seeds import keys_of
from pbem.store.unit_of_work import UnitOfWork

path = as_database(sys.argv[1])
for asked in sys.stdin:
    database = open_database(path, keys_of(Settings(database=path)))
    with UnitOfWork(database) as work:
        engine = games.load_engine(work.session, games.find_game(work.session, "test"))
    database.dispose()
    print(engine.digest())
    for _ in range(QUESTIONS):
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.default(engine.game))
        print(engine.seq, power, question.kind, engine.digest())
    sys.stdout.flush()
""".replace("QUESTIONS", str(QUESTIONS))
"""Whenever it gets a line, it opens the database anew, and goes on from what is there."""


def go_on(engine: Engine[object]) -> list[str]:
    lines = [engine.digest()]
    for _ in range(QUESTIONS):
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.default(engine.game))
        lines.append(f"{engine.seq} {power} {question.kind} {engine.digest()}")
    return lines


# ---- A game goes on


def test_a_game_goes_on_identically_in_another_process(game: Office) -> None:
    """Stopped at several questions, loaded elsewhere, under another hash seed."""
    with UnitOfWork(game.database) as work:
        row = games.find_game(work.session, GAME)
    with subprocess.Popen(
        [sys.executable, "-c", GO_ON, game.place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        cwd=Path(__file__).parents[2],
    ) as elsewhere:
        assert elsewhere.stdin is not None
        assert elsewhere.stdout is not None
        for letters in (0, 3, 4):
            game.play_silently(letters)
            with UnitOfWork(game.database) as work:
                log = games.load_log(work.session, row)
            never_stored = Engine.rebuild(load_rules("his"), games.setup_of(row), SEED, log)
            print("go on", file=elsewhere.stdin, flush=True)
            went_on = [elsewhere.stdout.readline().rstrip("\n") for _ in range(QUESTIONS + 1)]
            assert went_on == go_on(never_stored)
        elsewhere.stdin.close()


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
    result = Overview(game.database).verify(GAME)
    assert result.orders == len(game.orders())
    assert result.snapshots >= 1
    assert result.events > 10


def _another_reason(session: Session) -> None:
    changed = select(EventRow).where(EventRow.kind == "CardCountChanged").limit(1)
    row = session.exec(changed).one()
    row.data = {**row.data, "reason": "bribery"}


def _another_power(session: Session) -> None:
    row = session.exec(select(OrderRow).where(OrderRow.seq == 2)).one()
    row.entry = {**row.entry, "power": "venice"}


def _said(words: str) -> Callable[[Session], object]:
    return lambda session: session.connection().execute(text(words))


@pytest.mark.parametrize(
    "change",
    [
        _another_reason,
        _said("DELETE FROM event WHERE number = (SELECT max(number) FROM event)"),
        _said("UPDATE snapshot SET digest = 'x'"),
        _said("UPDATE game SET seed = 'another'"),
        _another_power,
    ],
)
def test_verify_finds_what_was_tampered_with(game: Office, change: Callable[[Session], object]) -> None:
    game.play_silently(4)
    with UnitOfWork(game.database) as work:
        change(work.session)
        work.commit()
    with pytest.raises(ReplayMismatch):
        Overview(game.database).verify(GAME)


# ---- The database itself


def test_migrations_lead_to_the_tables(tmp_path: Path, shelf: Shelf) -> None:
    database = open_database(shelf.new(tmp_path, "new"))
    check(database)
    upgrade(database)  # a second time does nothing
    database.dispose()


def test_what_is_stored_is_on_disk(game: Office) -> None:
    """As the connection has it; whether the disk of a server does as it is told, `pbem doctor` asks."""
    with game.database.connect() as connection:
        if locks_rows(connection):
            asked = ("synchronous_commit", "lock_timeout", "transaction_isolation")
            told = {name: connection.exec_driver_sql(f"SHOW {name}").scalar() for name in asked}
            assert told == dict(zip(asked, ("on", "30s", "read committed"), strict=True))
            return
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
