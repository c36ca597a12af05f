"""No query grows: what a letter, a tick or a sent letter costs does not depend on how much is stored.

The statements are not listed here: they are those that a day of the moderator runs, so that a new one is
tried like the others.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from pbem.clock.timekeeper import Timekeeper
from pbem.config import MailSettings, Settings, SmtpSettings
from pbem.daemon.health import health_of
from pbem.post.leftovers import look_at_leftovers
from pbem.post.outbox import Outbox
from pbem.post.service import Moderator
from pbem.store.database import connect
from pbem.store.seeds import keys_of, use_keys
from pbem.store.unit_of_work import UnitOfWork
from tests import large
from tests.bench_mail import Mailbox, whole_impulse
from tests.pbem.office import GAME, Office
from tests.pbem.test_bounces import report
from tests.pbem.test_moderator_mail import desk
from tests.pbem.test_outbox import HOST, Moody
from tests.pbem.timed import MODERATOR, POWERS, talks_row

SMALL = {
    "heartbeat": "one row",
    "alembic_version": "one row",
    "tally": "rows of the last weeks, a few a day",
    "sqlite_master": "a row for each table",
    "checker": "twenty rows at the most",
    "CONSTANT": "no table at all",
}
"""Tables that do not grow with the letters that come; every other table does."""

STEPS = 50
"""The database tells of every so many."""
PLACE = re.compile(r"^(SCAN|SEARCH) (?:TABLE |\d+ )?(\w+)")


class Watch:
    """What a database was asked, and how many steps of its machine each statement took."""

    def __init__(self, database: Engine) -> None:
        self.database = database
        self.asked: dict[str, Any] = {}
        self.steps: Counter[str] = Counter()
        self._now = ""
        event.listen(database, "connect", self._count)
        event.listen(database, "before_cursor_execute", self._note)

    def _count(self, connection: Any, _record: Any) -> None:
        connection.set_progress_handler(self._step, STEPS)

    def _step(self) -> None:
        self.steps[self._now] += STEPS

    def _note(
        self, connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool
    ) -> None:
        self._now = statement
        if not statement.startswith(("BEGIN", "PRAGMA", "EXPLAIN")):
            self.asked.setdefault(statement, values[0] if many and isinstance(values, list) else values)

    def plans(self) -> Iterator[tuple[str, str]]:
        """Each statement, and a line of how the database goes about it."""
        with self.database.connect() as connection:
            for statement, values in list(self.asked.items()):
                plan = connection.connection.cursor()
                plan.execute(f"EXPLAIN QUERY PLAN {statement}", values)
                for *_, line in plan.fetchall():
                    yield statement, line


def wasteful(line: str) -> bool:
    """Whether a line of a plan reads a whole table that grows, or makes an index for this one statement."""
    if "AUTOMATIC" in line:
        return True
    place = PLACE.match(line)
    return place is not None and place[1] == "SCAN" and place[2] not in SMALL


# ---- A day of the moderator


def a_day(office: Office, database: Engine) -> None:
    """Letters of every kind, things that fall due, and everything sent; the moderator uses `database`."""
    office.moderator = Moderator(database, office.settings, office.clock)
    office.begin(observers=2)
    talk(office)
    ask_for_things(office)
    play(office)
    strangers(office)
    time_passes(office, database)
    asyncio.run(send(office, database))
    with UnitOfWork(database) as work:
        health_of(work.at(office.settings, office.clock.now()))


def talk(office: Office) -> None:
    office.write("france", "group league: england, papacy", "press to league: Hello.", "press to all: Hello.")
    office.write("hapsburg", "propose to france: alliance", "propose to england: alliance")
    office.write("france", "agree hapsburg", "deals")
    office.write("england", "refuse hapsburg")
    office.write("england", "vacation 2026-11-20 to 2026-11-22 with ann@example.test")
    office.write("papacy", "extend 24h")
    office.write("protestant", "agree extension")
    office.later(24)
    office.moderator.tick()  # reminders of the talks
    for power in POWERS:
        office.write(power, "ready")


def ask_for_things(office: Office) -> None:
    commands = (
        "help",
        "help move",
        "status",
        "hand",
        "map",
        "orders",
        "history",
        "report",
        "card 31",
        "rules 13",
    )
    office.write("france", *commands)
    office.write("observer1", "status")
    office.write("france", "standing: pass this turn", "windows open", "standing", "cancel standing 1")
    office.write("ottoman", "preview", office.silent_line(office.asked()[0]))
    office.write("observer2", "unsubscribe")


def play(office: Office) -> None:
    for number in range(12):
        power = office.asked()[0]
        lines = whole_impulse(office.engine(), power)
        mine = office.last_to(power)
        quoted = (
            "On Monday the Moderator wrote:",
            "---- write above this line ----",
            "what I added",
            mine.text,
        )
        reply = office.letter(power, *lines, *quoted, In_Reply_To=mine.message_id)
        office.moderator.poll(Mailbox([reply, reply]))
        again = office.letter(power, *lines, In_Reply_To=mine.message_id, message_id=f"<again{number}@x>")
        office.moderator.poll(Mailbox([again]))
    power = office.asked()[0]
    for _ in range(6):
        office.receive(office.letter(power, "nonsense"))
    office.write("france", "pass", "pass", "drop held")


def strangers(office: Office) -> None:
    unknown = "gm+zzzzzzzzzzzzzzzz@example.test"
    office.receive(office.letter("france", "pass", To=unknown))
    office.receive(office.letter("france", "pass", From="Eve <eve@example.test>"))
    office.receive(office.letter("france", "pass", Auto_Submitted="auto-replied"))
    for about in ("", office.last_to("france").message_id):
        office.receive(report("bounce_postfix", about=about))
    token = office.settings.mail.reply_address(office.seat("france").token)
    office.receive(report("bounce_qmail", about="<nobody@knows.test>", to=token))
    desk(office, "held", "status test")


def time_passes(office: Office, database: Engine) -> None:
    office.write("hapsburg", "extend 24h")
    for power in ("france", "ottoman"):
        office.write(power, "refuse extension")
    office.write("papacy", "substitute")
    for hours in (30, 18, 24, 24, 48, 48):
        office.later(hours)
        look_at_leftovers(database, office.settings, office.clock.now())
        office.moderator.alive()
        office.moderator.asleep()
        office.moderator.tick()
    office.write("england", office.silent_line("england") if "england" in office.asked() else "status")
    office.write("protestant", "resign for good")
    office.moderator.tick()
    office.write("observer1", "take protestant")


async def send(office: Office, database: Engine) -> None:
    moods = {"rcpt": lambda who: "550 no such user" if who.startswith("papacy") else "250 OK"}
    async with Moody(**moods).running() as server:
        smtp = SmtpSettings(host=HOST, port=server.port)
        outbox = Outbox(
            database, Settings(mail=MailSettings(address="gm@example.test", smtp=smtp)), office.clock
        )
        await outbox.send_due()
        await outbox.close()
    office.write("france", "status")
    await outbox.send_due()  # nobody listens any more


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game, called over: many copies of it are as good as whole games."""
    return large.play_one(tmp_path_factory.mktemp("finished"), "1517", letters=25)


def a_day_beside(empty: Path, finished: Path, games: int, folder: Path) -> Watch:
    """A day in a database with so many finished games."""
    file = folder / f"{games}.sqlite3"
    shutil.copy(empty, file)
    large.fill(file, finished, games)
    office = Office(file, talks=48, mail=MODERATOR, pace={"grace": 6, "offer_after": 1})
    watch = Watch(connect(file))  # what a test looks at by itself is not counted
    use_keys(watch.database, keys_of(office.settings))
    a_day(office, watch.database)
    return watch


@pytest.fixture(scope="module")
def days(
    empty_database: Path, finished: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Watch, Watch]:
    """The same day in a database with one finished game, and with many."""
    folder = tmp_path_factory.mktemp("days")
    few, many = (a_day_beside(empty_database, finished, games, folder) for games in (1, 60))
    return few, many


# ---- What is wanted


def test_no_table_that_grows_is_read_from_end_to_end(days: tuple[Watch, Watch]) -> None:
    _, many = days
    found = [f"{line}\n    {statement}" for statement, line in many.plans() if wasteful(line)]
    assert not found, "\n".join(found)


def test_no_statement_takes_more_steps_beside_finished_games(days: tuple[Watch, Watch]) -> None:
    """A search by an index may go through many rows too: by a status that most rows have."""
    few, many = days
    grown = [
        f"{few.steps[statement]} -> {steps}\n    {statement}"
        for statement, steps in many.steps.items()
        if steps > few.steps[statement] * 1.5 + 300
    ]
    assert not grown, "\n".join(grown)


def test_a_day_is_more_than_a_handful_of_statements(days: tuple[Watch, Watch]) -> None:
    """What is watched is what the moderator does: every table is read or written in a day."""
    _, many = days
    tables = {"letter", "order", "event", "outgoing", "question", "snapshot", "held_order", "talks", "press"}
    assert len(many.asked) > 80
    assert all(any(f"{table}" in statement for statement in many.asked) for table in tables)


# ---- The clock looks only at games in which something is due


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that a tick looks at."""
    found: list[int] = []
    keep = Timekeeper._keep_game

    def noted(keeper: Timekeeper, id: int) -> int:
        found.append(id)
        return keep(keeper, id)

    monkeypatch.setattr(Timekeeper, "_keep_game", noted)
    return found


def test_talks_that_are_open_are_left_alone(talking: Office, looked_at: list[int]) -> None:
    talking.later(10)
    talking.moderator.tick()
    assert looked_at == []
    talking.later(15)  # 23 hours are left: the first reminder
    talking.moderator.tick()
    talking.moderator.tick()
    assert looked_at == [1]
    talking.later(23)
    talking.moderator.tick()
    assert looked_at == [1, 1]
    assert talks_row(talking).closed_at is not None


def test_talks_end_when_whoever_was_not_ready_leaves(talking: Office, looked_at: list[int]) -> None:
    for power in POWERS[1:]:
        talking.write(power, "ready")
    talking.write("ottoman", "resign for good")
    talking.moderator.tick()
    assert looked_at == [1]
    assert talks_row(talking).closed_at is not None


def test_a_vote_is_left_alone_until_its_time_is_over(talking: Office, looked_at: list[int]) -> None:
    talking.write("france", "extend 24h")
    talking.moderator.tick()
    assert looked_at == []
    talking.write("ottoman", "resign for good")  # that may decide it
    talking.moderator.tick()
    assert looked_at == [1]


def test_a_game_that_stands_still_is_left_alone(playing: Office, looked_at: list[int]) -> None:
    desk(playing, f"pause {GAME}")
    playing.later(1_000)
    playing.moderator.tick()
    assert looked_at == []
