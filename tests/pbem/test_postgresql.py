"""PostgreSQL: what only several workers on a server can do wrong, and moving there and back."""

from __future__ import annotations

import lzma
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select
from typer.testing import CliRunner

from pbem.channels.channel import Incoming
from pbem.cli import app
from pbem.clock.timekeeper import Timekeeper
from pbem.config import Database, DatabaseServer, Settings
from pbem.errors import ModeratorProblem
from pbem.moderator.deeds import ModeratorDeeds
from pbem.moderator.overview import Overview
from pbem.post.service import Moderator
from pbem.store import games, tally
from pbem.store.claims import GAME, GAMES_AT_A_TIME, worker_of
from pbem.store.database import open_database
from pbem.store.moving import move, tables
from pbem.store.seeds import keys_of
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests import postgresql
from tests.pbem.conftest import Shelf
from tests.pbem.office import MONDAY, Office, plan

pytestmark = pytest.mark.postgresql
FIXTURES = Path(__file__).parents[1] / "fixtures"


@contextmanager
def another(office: Office) -> Iterator[Moderator]:
    """Another worker on the same database."""
    yield office.another()


def store(office: Office, *letters: bytes) -> None:
    for number, raw in enumerate(letters):
        office.moderator.store_letter(Incoming(str(number), raw, len(raw)))


# ---- The address of a database


def test_a_url_in_the_settings_is_a_server() -> None:
    server = Settings(database="postgresql://pbem:secret@db.example.test/games?sslmode=require").database
    assert isinstance(server, DatabaseServer)
    assert str(server) == "postgresql://pbem@db.example.test/games"
    assert "secret" not in repr(server)
    assert Settings(database="games.sqlite3").database == Path("games.sqlite3")


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://host", "postgresql:///"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="must be postgresql://"):
        Settings(database=url)


# ---- One worker at a time


def test_a_game_that_a_worker_has_is_passed_over(game: Office) -> None:
    """Its letters wait, and so does its clock; with the end of the transaction it is free."""
    store(game, game.letter("france", "status"))
    with another(game) as other:
        with UnitOfWork(game.database) as work:
            games.lock_game(work.session, "test")
            assert other.handle_letters() == 0
            game.later(1000)
            assert other.tick() == 0
        assert other.handle_letters() == 1
        assert other.tick() == 1


def test_letters_of_no_game_are_handled_by_one_worker(game: Office) -> None:
    stranger = game.letter("france", "hello", To="gm@example.test", From="Nobody <nobody@example.test>")
    store(game, stranger)
    with another(game) as other:
        with UnitOfWork(game.database) as work:
            assert worker_of(game.database).lock(work.session, [0]) == [0]
            assert other.handle_letters() == 0
        assert other.handle_letters() == 1


def test_letters_of_a_game_are_handled_in_order(game: Office) -> None:
    """A worker that has read only the later one leaves it alone while the earlier one waits."""
    store(game, game.letter("france", "status"), game.letter("france", "help"))
    with another(game) as other:
        other.handle_letter(2)
        assert [row.status for row in game.letters()] == ["new", "new"]
        other.handle_letter(1)
        other.handle_letter(2)
    assert [row.status for row in game.letters()] == ["done", "done"]


def test_a_worker_leaves_games_for_the_others(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        ids = [number + 1 for number in range(3 * GAMES_AT_A_TIME)]
        for id in ids:
            row = GameRow(name=f"g{id}", setup={}, seed="", commitment="", data_digest="", created_at=MONDAY)
            work.session.add(row)
        work.commit()
    with another(office) as other, UnitOfWork(office.database) as mine, UnitOfWork(other._database) as theirs:
        first = worker_of(office.database).take(mine.session, GAME, ids)
        second = worker_of(other._database).take(theirs.session, GAME, ids)
        assert len(first) == GAMES_AT_A_TIME
        assert 1 <= len(second) <= GAMES_AT_A_TIME  # those that it picked and that were free
        assert not set(first) & set(second)


def test_the_moderators_hand_waits_for_a_worker(game: Office) -> None:
    """A deed on a game begins when the transaction that has the game is over, and sees what came of it."""
    told: list[str] = []

    def pause() -> None:
        with another(game) as other, UnitOfWork(other._database) as work:
            told.append(ModeratorDeeds(work.at(game.settings, game.clock.now())).pause("test"))
            work.commit()

    with UnitOfWork(game.database) as work:
        row = games.lock_game(work.session, "test")
        desk = threading.Thread(target=pause)
        desk.start()
        desk.join(0.5)
        assert told == []
        row.reports = "off"
        work.session.add(row)
        work.commit()
    desk.join(20)
    assert told
    with UnitOfWork(game.database) as work:
        row = games.find_game(work.session, "test")
        assert row.paused_at is not None
        assert row.reports == "off"


def test_nobodys_time_runs_out_while_a_letter_waits(game: Office) -> None:
    (power,) = game.asked()
    store(game, game.letter(power, game.silent_line(power)))
    game.later(1000)
    with another(game) as other:
        assert Timekeeper(other._database, game.settings, game.clock).tick() == 0
        other.handle_letters()
    assert [row.entry["source"] for row in game.orders()] == ["mail"]


def test_two_workers_count_what_both_have_seen(office: Office) -> None:
    with another(office) as other, UnitOfWork(office.database) as mine:
        assert tally.may(mine.at(office.settings, MONDAY), "anna", "press", 5)

        def count() -> None:
            with UnitOfWork(other._database) as theirs:
                tally.may(theirs.at(office.settings, MONDAY), "anna", "press", 5)
                theirs.commit()

        beside = threading.Thread(target=count)
        beside.start()
        beside.join(0.3)
        mine.commit()
        beside.join(20)
    with UnitOfWork(office.database) as work:
        assert tally.count(work.at(office.settings, MONDAY), "anna", "press") == 2


def test_a_character_that_a_server_does_not_take_is_shown(game: Office) -> None:
    answer = game.write("france", "press to all: a\0b")
    assert answer.status == "queued"
    assert [row.status for row in game.letters()] == ["done"]


def test_a_server_that_was_started_again_is_used_again() -> None:
    postgresql.skip_without()
    server = postgresql.PostgresServer().build()
    try:
        office = Office(DatabaseServer(server.create("games")))
        open_database(office.settings.database).dispose()
        office.begin()
        server.stop()
        with pytest.raises(OperationalError):
            office.letters()
        server.start()
        assert office.write("france", "status").status == "queued"
        office.database.dispose()
    finally:
        server.close()


def test_several_processes_may_come_to_an_empty_database_at_once(shelf: Shelf, tmp_path: Path) -> None:
    place = shelf.new(tmp_path, "empty")
    problems: list[BaseException] = []

    def open_it() -> None:
        try:
            open_database(place).dispose()
        except BaseException as problem:
            problems.append(problem)

    openers = [threading.Thread(target=open_it) for _ in range(3)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join(60)
    assert problems == []


# ---- Moving


def moved(source: Database, target: Database) -> dict[str, int]:
    old, new = (open_database(place, keys_of(Settings(database=place))) for place in (source, target))
    try:
        return move(old, new).rows
    finally:
        old.dispose()
        new.dispose()


@pytest.fixture
def as_file(tmp_path: Path, empty_database: Path) -> Office:
    """A game on SQLite that was played for a while."""
    path = tmp_path / "from.sqlite3"
    shutil.copy(empty_database, path)
    office = Office(path)
    office.begin(observers=1)
    office.write("france", "press to all: Hello.", "group league: england", "standing: pass this turn")
    office.play_silently(4)
    office.database.dispose()
    return office


def test_there_and_back(as_file: Office, shelf: Shelf, tmp_path: Path) -> None:
    """Games go on after the move, and nothing was changed by it."""
    server = shelf.new(tmp_path, "target")
    path = as_file.settings.database
    rows = moved(path, server)
    assert rows["game"] == 1
    assert rows["outgoing"] > 10
    assert set(rows) == {table.name for table in tables()}
    assert moved(server, tmp_path / "back.sqlite3") == rows
    there = Office(server)
    there.written = 100
    assert there.engine().digest() == as_file.engine().digest()
    there.play_silently(2)  # new rows get numbers that are free
    assert [row.seq for row in there.orders()] == list(range(1, len(there.orders()) + 1))
    there.moderator.create_game(replace(plan(), name="another"))
    there.database.dispose()


def test_games_of_the_first_version_go_on_there(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old file is brought up to date, moved, and every game in it can be played again on the server."""
    monkeypatch.delenv("PBEM_SEED_KEY")
    monkeypatch.chdir(tmp_path)
    old = tmp_path / "pbem.sqlite3"
    old.write_bytes(lzma.decompress((FIXTURES / "0.1.0.sqlite3.xz").read_bytes()))
    server = shelf.new(tmp_path, "target")
    assert isinstance(server, DatabaseServer)
    told = " ".join(pbem("move-database", "pbem.sqlite3", server.url).split())
    assert "The key of the seeds is now in pbem.key as well" in told
    database = open_database(server)
    with UnitOfWork(database) as work:
        names = [game.name for game in games.all_games(work.session) if game.status != "seating"]
    assert sum(Overview(database).verify(name).orders for name in names) > 10
    database.dispose()


def test_a_target_with_rows_is_refused(as_file: Office, game: Office) -> None:
    with pytest.raises(ModeratorProblem, match="not empty: there are rows in game"):
        moved(as_file.settings.database, game.settings.database)


def test_a_difference_is_found_and_nothing_is_moved(
    as_file: Office, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A target that keeps something else than it was given."""
    server = shelf.new(tmp_path, "target")
    new = open_database(server)
    with new.begin() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION other() RETURNS trigger AS $$ BEGIN NEW.name := 'x'; RETURN NEW; END $$ "
            "LANGUAGE plpgsql; "
            "CREATE TRIGGER other BEFORE INSERT ON seat FOR EACH ROW EXECUTE FUNCTION other()"
        )
    new.dispose()
    with pytest.raises(ModeratorProblem, match="seat differs"):
        moved(as_file.settings.database, server)
    new = open_database(server)
    with UnitOfWork(new) as work:
        assert work.session.exec(select(SeatRow)).all() == []
    new.dispose()


def pbem(*words: str, **environment: str) -> str:
    found = CliRunner().invoke(app, list(words), env=environment)
    assert found.exit_code == 0, found.output
    return found.output


def test_by_the_command_line(
    as_file: Office, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_as_before: None
) -> None:
    """Moved, looked at, verified, backed up: what a moderator does on the first day."""
    monkeypatch.chdir(tmp_path)
    folder = postgresql.programs()
    assert folder is not None
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    server = shelf.new(tmp_path, "target")
    assert isinstance(server, DatabaseServer)
    told = " ".join(pbem("move-database", as_file.place, server.url).split())
    assert "the same on both sides; 1 game loaded there as here." in told
    here = {"PBEM_DATABASE": server.url, "PBEM_MAIL__ADDRESS": "gm@example.test"}
    assert "events agree" in pbem("verify", "test", **here)
    looked = " ".join(CliRunner().invoke(app, ["doctor", "--no-mail"], env=here).output.split())
    assert "may forget what it has stored" in looked  # as it is told to for tests
    assert "a lock goes with its worker" in looked
    assert "1 running game would go on" in " ".join(pbem("upgrade-check", **here).split())
    assert "checked" in pbem("backup", "--keep", "2", "backups", **here)
    (dump,) = (tmp_path / "backups").iterdir()
    assert dump.suffix == ".dump"
    assert dump.stat().st_mode & 0o777 == 0o600
    health = CliRunner().invoke(app, ["health"], env=here).output
    assert "games 1 running" in " ".join(health.split())


def test_without_pg_dump_it_is_said_what_to_do(
    game: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = CliRunner().invoke(app, ["backup", "x.dump"], env={"PBEM_DATABASE": game.place})
    assert found.exit_code == 1
    assert "pg_dump --format=custom --file=" in " ".join(found.output.split())


def test_several_workers_want_a_server(tmp_path: Path) -> None:
    found = CliRunner().invoke(
        app, ["run", "--workers", "2"], env={"PBEM_DATABASE": str(tmp_path / "pbem.sqlite3")}
    )
    assert found.exit_code == 1
    assert "several workers need PostgreSQL" in " ".join(found.output.split())
