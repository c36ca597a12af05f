"""A database of the first version is brought up to date with its games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from alembic import command
from sqlalchemy import text

from pbem.store.clocks import pace_of
from pbem.store.database import _config, check, connect, upgrade
from pbem.store.tables import GameRow, QuestionRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)


def test_an_old_database_is_upgraded(tmp_path: Path) -> None:
    database = connect(tmp_path / "old.sqlite3")
    with database.connect() as connection:
        command.upgrade(_config(connection), "0001")
    at = NOW.strftime("%Y-%m-%d %H:%M:%S.%f")
    with database.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO game (name, setup, seed, commitment, data_digest, status, windows, reports, "
                "hours, reported, created_at) VALUES ('old', '{}', 's', 'c', 'd', 'running', 'closed', "
                "'turn', '{\"impulse\": 96}', 0, :at)"
            ),
            {"at": at},
        )
        connection.execute(
            text(
                "INSERT INTO seat (game_id, number, powers, name, address, token, told, letters, "
                "unreachable) VALUES (1, 1, '[\"france\"]', 'Fran', 'fran@example.test', 't', 0, 0, '')"
            )
        )
        connection.execute(
            text(
                "INSERT INTO question (game_id, power, opened, kind, status, asked_at, due_at) "
                "VALUES (1, 'france', 0, 'impulse', 'open', :at, :at)"
            ),
            {"at": at},
        )
    upgrade(database)
    check(database)
    with UnitOfWork(database) as work:
        game = work.session.get_one(GameRow, 1)
        seat = work.session.get_one(SeatRow, 1)
        question = work.session.get_one(QuestionRow, 1)
    pace = pace_of(game)
    assert (pace.hours["impulse"], pace.talks) == (96, 0)  # no window where there was none
    assert (seat.status, seat.missed, game.paused_at) == ("playing", 0, None)
    assert question.default_at == question.due_at
    assert question.default_at is not None
    assert question.default_at - NOW == timedelta(0)
    database.dispose()
