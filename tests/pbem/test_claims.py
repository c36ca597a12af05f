"""Claims: several processes on one database handle and send everything once, also if they are killed."""

from __future__ import annotations

import asyncio
import gc
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from pbem.calendar.clock import SetClock
from pbem.channels.channel import Incoming
from pbem.clock.timekeeper import Timekeeper
from pbem.config import MailSettings, Settings, SmtpSettings
from pbem.post.outbox import Outbox
from pbem.store import seats
from pbem.store.claims import GAME, LEASE, OUTGOING, ClaimRow, Process, Worker, worker_of
from pbem.store.database import connect
from pbem.store.dialect import locks_rows
from pbem.store.tables import GameRow, LetterRow, QuestionRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import outgoing as letters
from tests.pbem.crew import HOST, Crew, Post, all_is_done, check_everything_once, settings_for, write_some
from tests.pbem.office import MONDAY, Office
from tests.pbem.realmail import wait_until

both = pytest.mark.both_databases
"""What is promised whoever keeps the others away: claims, or locks on rows."""


def take(worker: Worker, kind: str, *keys: int) -> list[int]:
    with UnitOfWork(worker.database) as work:
        taken = worker.take(work.session, kind, keys)
        work.commit()
    return taken


def enter(office: Office, owner: Process, key: int = 1, *, kind: str = GAME, expires: Any = None) -> None:
    """A claim of some other process."""
    with UnitOfWork(office.database) as work:
        until = expires or MONDAY + LEASE
        work.session.add(ClaimRow(kind=kind, key=key, owner=str(owner), expires_at=until))
        work.commit()


@pytest.fixture
def workers(office: Office) -> Iterator[tuple[Worker, Worker]]:
    """Two workers on one database."""
    other = connect(office.settings.database)
    yield worker_of(office.database), worker_of(other)
    other.dispose()


# ---- Claims themselves


def test_what_one_has_the_other_does_not_get(workers: tuple[Worker, Worker]) -> None:
    one, other = workers
    assert take(one, GAME, 1, 2) == [1, 2]
    assert take(other, GAME, 1, 2, 3) == [3]
    assert take(one, GAME, 2, 3) == [2]
    assert take(other, OUTGOING, 1) == [1]


def test_what_is_given_back_can_be_had(workers: tuple[Worker, Worker]) -> None:
    one, other = workers
    with one.holding(GAME, [1, 2]) as mine:
        assert mine == [1, 2]
        assert take(other, GAME, 1) == []
    assert take(other, GAME, 1) == [1]


def test_a_transaction_that_fails_has_claimed_nothing(workers: tuple[Worker, Worker]) -> None:
    one, other = workers
    with UnitOfWork(one.database) as work:
        assert one.take(work.session, GAME, [1]) == [1]
    assert take(other, GAME, 1) == [1]


def test_a_process_that_has_ended_holds_nothing(office: Office) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    process = replace(Process.here(), number=ended.pid, started="1")
    ended.wait()
    enter(office, process)
    assert take(worker_of(office.database), GAME, 1) == [1]


def test_a_process_that_nobody_has_waited_for_holds_nothing(office: Office) -> None:
    """It is still in the list of processes, as a zombie."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    started = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[19]
    enter(office, replace(Process.here(), number=child.pid, started=started))
    assert take(worker_of(office.database), GAME, 1) == []
    child.kill()
    wait_until(lambda: " Z " in Path(f"/proc/{child.pid}/stat").read_text())
    assert take(worker_of(office.database), GAME, 1) == [1]
    child.communicate()


def test_another_process_with_the_same_number_is_another(office: Office) -> None:
    enter(office, replace(Process.here(), number=1, started="0"))
    assert take(worker_of(office.database), GAME, 1) == [1]


def test_a_living_process_keeps_its_claims_also_if_the_clock_was_moved(office: Office) -> None:
    """It may be in the middle of a letter: sending that too would double it."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    started = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[19]
    enter(office, replace(Process.here(), number=child.pid, started=started), expires=MONDAY)
    clock = SetClock(MONDAY + timedelta(days=1))
    assert take(Worker(office.database, clock), GAME, 1) == []
    child.communicate(b"\n")


@pytest.mark.parametrize("machine", ["another", ""])
def test_a_claim_from_another_machine_expires(office: Office, machine: str) -> None:
    enter(office, replace(Process.here(), machine=machine))
    clock = SetClock(MONDAY + LEASE - timedelta(seconds=1))
    worker = Worker(office.database, clock)
    assert take(worker, GAME, 1) == []
    clock.advance(timedelta(seconds=2))
    assert take(worker, GAME, 1) == [1]


def test_claims_are_renewed_while_their_process_works(office: Office) -> None:
    clock = SetClock(MONDAY)
    worker = Worker(office.database, clock)
    take(worker, OUTGOING, 1)
    for _ in range(4):
        clock.advance(LEASE / 2)
        assert take(worker, OUTGOING, 1) == [1]
    with UnitOfWork(office.database) as work:
        assert work.session.exec(select(ClaimRow.expires_at)).one() > clock.now()


def test_a_database_that_is_closed_and_forgotten_holds_nothing(office: Office) -> None:
    other = connect(office.settings.database)
    assert take(worker_of(other), GAME, 1) == [1]
    assert take(worker_of(office.database), GAME, 1) == []
    other.dispose()
    del other
    gc.collect()
    assert take(worker_of(office.database), GAME, 1) == [1]


# ---- Letters and the clock


@both
def test_a_letter_is_handled_once_whoever_stored_it(game: Office) -> None:
    other = game.another()
    (power,) = game.asked()
    raw = game.letter(power, game.silent_line(power))
    assert game.moderator.store_letter(Incoming("1", raw, len(raw))) is not None
    assert other.store_letter(Incoming("1", raw, len(raw))) is None
    assert other.handle_letters() == 1
    assert game.moderator.handle_letters() == 0
    assert len(game.orders()) == 1


@both
def test_a_game_is_free_again_when_its_letters_are_handled(game: Office) -> None:
    other = game.another()
    game.write(game.asked()[0], "status")
    raw = game.letter("france", "status")
    other.store_letter(Incoming("2", raw, len(raw)))
    assert other.handle_letters() == 1
    with UnitOfWork(game.database) as work:
        assert all(not row.owner for row in work.session.exec(select(ClaimRow)))


@both
def test_letters_of_other_games_do_not_wait(game: Office) -> None:
    other = game.another()
    raw = game.letter("france", "status", To="gm@example.test", From="Nobody <nobody@example.test>")
    game.moderator.store_letter(Incoming("1", raw, len(raw)))
    raw = game.letter("france", "status")
    other.store_letter(Incoming("2", raw, len(raw)))
    with UnitOfWork(game.database) as work:
        assert worker_of(game.database).take(work.session, GAME, [1]) == [1]
        if not locks_rows(game.database):
            work.commit()
        assert other.handle_letters() == 1
    worker_of(game.database).finish(GAME)
    assert game.moderator.handle_letters() == 1


@both
def test_nobodys_time_runs_out_while_another_process_has_the_answer(game: Office) -> None:
    """The letter came in time; it is stored, and its game claimed, but it is not handled yet."""
    other = game.another()
    (power,) = game.asked()
    raw = game.letter(power, game.silent_line(power))
    game.moderator.store_letter(Incoming("1", raw, len(raw)))
    game.later(1000)
    assert Timekeeper(other._database, game.settings, game.clock).tick() == 0
    game.moderator.handle_letters()
    assert [row.entry["source"] for row in game.orders()] == ["mail"]


def test_a_letter_that_a_process_left_is_handled_by_the_next(game: Office) -> None:
    raw = game.letter("france", "status")
    game.moderator.store_letter(Incoming("1", raw, len(raw)))
    enter(game, replace(Process.here(), number=1, started="0"))
    assert game.another().handle_letters() == 1


@both
def test_letters_that_waited_when_the_program_was_made_newer(game: Office) -> None:
    """They have no lane, and are handled all the same."""
    raw = game.letter("france", "status")
    game.moderator.store_letter(Incoming("1", raw, len(raw)))
    with UnitOfWork(game.database) as work:
        row = work.session.exec(select(LetterRow)).one()
        row.lane = 0
        work.session.add(row)
        work.commit()
    assert game.moderator.handle_letters() == 1


# ---- The outbox


@pytest.fixture
def post() -> Iterator[Post]:
    with Post().running() as server:
        yield server


def outbox_of(office: Office, database: Any, post: Post) -> Outbox:
    smtp = SmtpSettings(host=HOST, port=post.port)
    return Outbox(database, Settings(mail=MailSettings(address="gm@example.test", smtp=smtp)), office.clock)


@both
async def test_two_outboxes_send_each_letter_once(game: Office, post: Post) -> None:
    other = connect(game.settings.database)
    outboxes = [outbox_of(game, game.database, post), outbox_of(game, other, post)]
    sent = await asyncio.gather(*(outbox.send_due() for outbox in outboxes))
    for outbox in outboxes:
        await outbox.close()
    assert sum(result.sent for result in sent) == 6
    assert sorted(post.ids().values()) == [1] * 6
    other.dispose()


@both
async def test_a_letter_that_was_sent_is_not_sent_again_although_the_database_was_locked(
    game: Office, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process knows that the server has it: it enters that first, when it can."""
    outbox = outbox_of(game, game.database, post)
    change = outbox._change

    def locked(id: int | None, **values: Any) -> None:
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    monkeypatch.setattr(outbox, "_change", locked)
    for _ in range(2):
        with pytest.raises(OperationalError):
            await outbox.send_due()
    monkeypatch.setattr(outbox, "_change", change)
    await outbox.send_due()
    await outbox.close()
    assert sorted(post.ids().values()) == [1] * 6


@both
async def test_a_player_who_lost_the_seat_while_letters_are_sent_gets_nothing_more(
    game: Office, post: Post
) -> None:
    """The batch is claimed already when the moderator hands the seat over."""

    def hand_over() -> None:
        post.after_taking = lambda: None
        with UnitOfWork(game.database) as work:
            row = work.session.exec(select(SeatRow).where(SeatRow.address == "protestant@example.test")).one()
            seats.hand_over(
                work.session, work.session.get_one(GameRow, row.game_id), row, "Anna", "anna@a.test"
            )
            work.commit()

    post.after_taking = hand_over
    outbox = outbox_of(game, game.database, post)
    await outbox.send_due()
    await outbox.close()
    assert "protestant@example.test" not in {str(message_from_bytes(raw)["To"]) for raw in post.taken}
    assert len(post.taken) == 5


# ---- Real processes


@pytest.mark.slow
def test_two_daemons_and_cron_on_one_database(game: Office, post: Post, tmp_path: Path) -> None:
    """Nobody is killed: everything exactly once."""
    crew = Crew(settings_for(game, post, tmp_path))
    try:
        for _ in range(4):
            crew.start("run 1", "run 2", "cron")
            write_some(game, tmp_path, 2)
            wait_until(lambda: len(game.letters()) % 12 == 0 and game.letters() != [], 60)
        wait_until(lambda: all_is_done(game, 48), 60)
    finally:
        crew.stop()
    check_everything_once(game, post, kills=0)


@pytest.mark.slow
def test_processes_that_are_killed_at_random(game: Office, post: Post, tmp_path: Path) -> None:
    """Two daemons, and one after the other from cron; one of them is killed every moment."""
    chance = random.Random(17)
    crew = Crew(settings_for(game, post, tmp_path))
    names = ("run 1", "run 2", "cron")
    rounds = 5
    try:
        for round in range(1, rounds + 1):
            crew.start(*names)
            enough = len(post.taken) + chance.randrange(12)
            write_some(game, tmp_path, 2)
            wait_until(lambda enough=enough: len(post.taken) > enough, 60)
            crew.kill(chance.choice(names))
            if round % 3 == 0:
                crew.kill(chance.choice(names))
        crew.start(*names)
        wait_until(lambda: all_is_done(game, rounds * 12), 90)
    finally:
        crew.stop()
    assert crew.kills >= rounds // 2
    check_everything_once(game, post, kills=crew.kills)


@both
@pytest.mark.slow
def test_killed_while_the_server_has_the_letter(game: Office, post: Post, tmp_path: Path) -> None:
    """The one case in which a letter is sent again: the server took it, and nobody could enter that."""
    crew = Crew(settings_for(game, post, tmp_path))
    killed: list[str] = []

    def kill() -> None:
        if len(post.taken) in (2, 5):
            killed.append(str(message_from_bytes(post.taken[-1])["Message-ID"]))
            crew.kill("run 1")

    post.after_taking = kill
    try:
        for kills in (1, 2):
            crew.start("run 1")
            wait_until(lambda kills=kills: crew.kills == kills, 60)
        crew.start("run 1", "run 2")
        wait_until(lambda: all_is_done(game, 0), 60)
    finally:
        crew.stop()
    assert post.ids() == {row.message_id: 2 if row.message_id in killed else 1 for row in game.outbox()}


def let_time_run_out(office: Office) -> None:
    """For the machine's own clock, by which the processes live."""
    with UnitOfWork(office.database) as work:
        long_ago = datetime(2020, 1, 1, tzinfo=UTC)
        work.session.exec(update(QuestionRow).values(due_at=long_ago, default_at=long_ago))
        work.commit()


@both
@pytest.mark.slow
def test_deadlines_come_once_with_two_daemons(game: Office, post: Post, tmp_path: Path) -> None:
    """Each silence is answered for once, and everybody is told once."""
    crew = Crew(settings_for(game, post, tmp_path))
    try:
        crew.start("run 1", "run 2")
        for _ in range(5):
            crew.start("cron")
            before = len(game.orders())
            let_time_run_out(game)
            wait_until(lambda before=before: len(game.orders()) > before, 60)
        wait_until(lambda: all(row.status == "sent" for row in game.outbox()), 60)
    finally:
        crew.stop()
    assert {row.entry["source"] for row in game.orders()} <= {"deadline", "standing"}
    told = Counter((row.recipient, row.text) for row in game.outbox())
    assert set(told.values()) == {1}
    assert set(post.ids().values()) == {1}


def test_letters_are_waited_for_by_their_lanes(game: Office) -> None:
    """What another process works on is left out, without a look at the rest."""
    raw = game.letter("france", "status")
    game.moderator.store_letter(Incoming("1", raw, len(raw)))
    take(worker_of(game.database), GAME, 1)
    other, token = connect(game.settings.database), game.seat("france").token
    with UnitOfWork(other) as work:
        assert letters.waiting(work.session) == []
        seat = letters.seat_of(work.session, [token])
        assert seat is not None
        assert seat.game_id == 1
        assert letters.seat_of(work.session, ["a stranger's"]) is None
    other.dispose()
