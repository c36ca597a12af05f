"""Rows that are found without the ORM are rows of the session all the same; nothing is written unlocked."""

from __future__ import annotations

import pytest
from sqlalchemy import event, inspect, update
from sqlmodel import select

from pbem.channels.channel import Incoming
from pbem.errors import NotLocked
from pbem.store import statements as sql
from pbem.store.bare import change
from pbem.store.office_tables import CheckerRow
from pbem.store.tables import LetterRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork, lock
from tests.pbem.office import Office


@pytest.fixture
def office(office: Office) -> Office:
    office.begin()
    return office


def test_a_row_is_the_same_object_however_it_is_found(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        bare = sql.SEATS.all(work.session, game=1)
        found = work.session.exec(select(SeatRow).order_by(SeatRow.number)).all()
        assert [id(row) for row in bare] == [id(row) for row in found]
        assert [row.model_dump() for row in bare] == [row.model_dump() for row in found]
        assert not work.session.dirty
        bare[0].told = 77
        assert sql.SEATS.all(work.session, game=1)[0].told == 77, "what the session knows is not read again"


def test_a_change_is_stored_with_the_session(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        row.told, row.memory = 77, {"said": "something"}
        work.commit()
    with UnitOfWork(office.database) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        assert (row.told, row.memory) == (77, {"said": "something"})


def test_a_row_is_changed_at_once_and_the_session_knows(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        row.missed = 3
        change(work.session, row, told=77, memory={"said": "something"})
        assert (row.told, row.memory, row.missed) == (77, {"said": "something"}, 3)
        assert not inspect(row).attrs.told.history.has_changes()
        work.commit()
    with UnitOfWork(office.database) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        assert (row.told, row.memory, row.missed) == (77, {"said": "something"}, 3)


def test_a_row_that_is_new_is_changed_before_it_is_stored(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        row = CheckerRow(name="mx.example.test")
        change(work.session, row, letters=5)
        work.commit()
    with UnitOfWork(office.database) as work:
        assert work.session.get_one(CheckerRow, "mx.example.test").letters == 5


def test_a_change_is_taken_back_with_its_savepoint(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        before = row.told
        nested = work.session.begin_nested()
        change(work.session, row, told=before + 77)
        work.session.flush()
        nested.rollback()
        assert row.told == before
        work.commit()
    with UnitOfWork(office.database) as work:
        assert sql.SEATS.all(work.session, game=1)[0].told == before


def test_a_column_that_was_left_out_is_read_when_somebody_asks(office: Office) -> None:
    raw = office.letter("ottoman", "hello")
    id = office.moderator.store_letter(Incoming("key", raw, len(raw)))
    with UnitOfWork(office.database) as work:
        row = sql.ARRIVED.first(work.session, letter=id)
        assert row is not None
        assert "raw" in inspect(row).unloaded
        assert row.raw == raw


def test_a_letter_that_came_before_is_not_stored_again(office: Office) -> None:
    raw = office.letter("ottoman", "hello")
    incoming = Incoming("key", raw, len(raw))
    assert office.moderator.store_letter(incoming) is not None
    assert office.moderator.store_letter(incoming) is None
    assert len(office.letters()) == 1


def test_nothing_is_written_before_the_database_is_locked(office: Office) -> None:
    with UnitOfWork(office.database, locks=False) as work:
        row = sql.SEATS.all(work.session, game=1)[0]
        with pytest.raises(NotLocked):
            sql.FORGET_HELD_LINES.run(work.session, {"game": 1})
        with pytest.raises(NotLocked):
            change(work.session, row, told=1)
        with pytest.raises(NotLocked):
            work.session.execute(update(SeatRow).values(told=1))
        row.told = 77
        with pytest.raises(NotLocked):
            work.session.flush()
        lock(work.session)
        work.session.flush()
        work.commit()
    with UnitOfWork(office.database) as work:
        assert sql.SEATS.all(work.session, game=1)[0].told == 77


def test_reading_does_not_make_sqlite_forget_its_statements(office: Office) -> None:
    """A pragma between two letters costs more than all their statements: each is prepared anew."""
    said: list[str] = []

    @event.listens_for(office.database, "before_cursor_execute")
    def _(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        said.append(statement)

    office.write("ottoman", office.silent_line(office.asked()[0]))
    assert any(statement.startswith("INSERT") for statement in said)
    assert not [statement for statement in said if statement.startswith("PRAGMA")]


def test_the_same_orders_again_are_not_taken_twice(office: Office) -> None:
    """Also if other letters were taken since ours was written, and none of them holds the same."""
    power = office.asked()[0]
    ours = office.last_to(power)
    line = office.silent_line(power)
    thread = {"In_Reply_To": ours.message_id}
    office.write(power, line, message_id="<first@players.test>", **thread)
    seq = office.engine().seq
    office.write(power, line, message_id="<again@players.test>", **thread)
    assert office.engine().seq == seq


def test_a_letter_row_knows_its_bytes(office: Office) -> None:
    office.write("ottoman", "status")
    with UnitOfWork(office.database) as work:
        assert all(row.raw for row in work.session.exec(select(LetterRow)))
