"""The games that are played, the letters that come, and what everybody must have got in the end."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlmodel import Session, col, select

from pbem.channels.mail.embedded import deliver, maildir
from pbem.channels.mail.inbox import make_maildir
from pbem.config import (
    Database,
    DatabaseServer,
    ImapSettings,
    MailSettings,
    PaceSettings,
    Settings,
    SmtpSettings,
    TimeSettings,
)
from pbem.games import game_of
from pbem.language import say
from pbem.play.plan import GamePlan, Player
from pbem.store import clocks, games
from pbem.store.database import connect, open_database
from pbem.store.moving import move
from pbem.store.seeds import keys_of, use_keys
from pbem.store.tables import GameRow, LetterRow, OrderRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine
from tests.chaos.servers import HOST, Post, Wire
from tests.pbem.office import MONDAY, Office, plan

HOURS = 5
"""Between one batch of letters and the next."""
SILENT_STEP = 4
"""After so many batches nobody writes until time has run out for somebody."""
SILENCE = 200
LONG = 1_000_000.0
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Step:
    """Letters that are there at a time."""

    at: datetime
    letters: tuple[bytes, ...]


@dataclass(slots=True)
class Course:
    """Everything that happens without trouble."""

    folder: Path
    start: Path
    """The database before the first letter."""
    steps: list[Step] = field(default_factory=list)
    sent: dict[str, bytes] = field(default_factory=dict)
    """What everybody got, by Message-ID."""
    orders: list[tuple[object, ...]] = field(default_factory=list)


class World:
    """A database, a mailbox and a mail server, and the time."""

    def __init__(
        self,
        folder: Path,
        place: Database,
        *,
        down_minutes: float = LONG,
        wire: Callable[[int], int] = lambda port: port,
        imap: ImapSettings | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.place = folder, place
        self.post = Post(folder / "taken")
        self.now = MONDAY
        self.mailbox = maildir(folder, "gm")
        self._owner: tuple[int, int] | None = None
        self.wires: list[Wire] = []
        self.settings = Settings(
            database=place,
            down_minutes=down_minutes,
            mail=MailSettings(
                address="gm@example.test",
                inbox="imap" if imap else "maildir",
                imap=imap or ImapSettings(),
                maildir=self.mailbox,
                smtp=SmtpSettings(host=HOST, port=wire(self.post.port), timeout=5),
            ),
            hours=TimeSettings(negotiation=12),
            pace=PaceSettings(grace=2),
        )

    def use_mailbox(self, folder: Path, owner: tuple[int, int]) -> None:
        """Letters arrive in the mailbox of another server, which belongs to somebody."""
        make_maildir(folder)
        self.mailbox, self._owner = folder, owner

    def deliver(self, letters: tuple[bytes, ...]) -> None:
        for raw in letters:
            deliver(self.mailbox, raw, durable=False)
        if self._owner is not None and as_root():
            for path in (self.mailbox, *self.mailbox.rglob("*")):
                os.chown(path, *self._owner)

    def close(self) -> None:
        self.post.stop()

    # ---- Looking, with connections that are closed before anybody forks

    @contextmanager
    def _looking(self) -> Iterator[Session]:
        database = connect(self.place)
        try:
            with UnitOfWork(database, locks=False) as work:
                yield work.session
        finally:
            database.dispose()

    def all_handled(self) -> bool:
        """Nothing is left in the mailbox or in the database."""
        with self._looking() as session:
            new = session.exec(select(LetterRow.id).where(LetterRow.status == "new")).first()
        return new is None and not any((self.mailbox / "new").iterdir())

    def is_done(self, letters: int) -> bool:
        """All letters that came are handled, and all answers are sent."""
        with self._looking() as session:
            came = session.exec(select(LetterRow.status)).all()
            waiting = session.exec(select(OutgoingRow.id).where(OutgoingRow.status != "sent")).first()
        assert "shunted" not in came, "a letter was put aside"
        return len(came) == letters and "new" not in came and waiting is None

    def orders(self) -> list[tuple[object, ...]]:
        with self._looking() as session:
            rows = session.exec(select(OrderRow).order_by(col(OrderRow.game_id), col(OrderRow.seq)))
            return [(row.game_id, row.seq, row.words, str(row.entry), str(row.at)) for row in rows]

    def answers(self) -> dict[int, int]:
        """How often each letter was answered."""
        with self._looking() as session:
            found = session.exec(select(OutgoingRow.answers_id))
            return dict(Counter(id for id in found if id is not None))

    def games(self) -> list[str]:
        with self._looking() as session:
            return list(session.exec(select(GameRow.name)))


# ---- Without trouble


def begin(folder: Path, games_: int) -> Path:
    """Some games in their negotiations; the last of several is the other title."""
    place = folder / "start.sqlite3"
    open_database(place).dispose()
    office = Office(place, talks=12, pace={"grace": 2})
    for number in range(games_):
        wanted = (
            _virgin_queen()
            if number and number == games_ - 1
            else plan(windows=("standing", "ask", "rewind")[number % 3], reports="impulse", observers=1)
        )
        office.moderator.create_game(
            replace(wanted, name=f"game{number}", pictures=False), seed=f"chaos {number}"
        )
        office.moderator.start_game(f"game{number}")
    office.close()
    with sqlite3.connect(place) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return place


def _virgin_queen() -> GamePlan:
    title = game_of("vq")
    seats = [Player(power.title(), f"{power}@vq.example.test", (power,)) for power in title.powers]
    return GamePlan("vq", "campaign", tuple(seats), game="vq", reports="impulse")


def next_letters(world: World, names: list[str], step: int) -> tuple[bytes, ...]:
    """What players of each game write now: orders at random, talk, and requests."""
    office = Office(world.place)
    office.written = 1_000 * (step + 1)
    letters: list[bytes] = []
    for name in names:
        rng = random.Random(f"{name} {step}")
        with UnitOfWork(office.database) as work:
            row = games.find_game(work.session, name)
            engine = games.load_engine(work.session, row)
            talking = clocks.open_talks(work.session, row) is not None
            title = games.title_of(row)
        if engine.over:
            continue
        powers = list(title.powers)
        if talking:
            one, other = rng.sample(powers, 2)
            talk = ("press to all: Good luck.", f"propose to {other}: alliance")
            letters.append(office.letter(one, *talk, game=name))
            if step % 2:
                letters += [office.letter(power, "ready", game=name) for power in powers]
            continue
        power, lines = _orders(engine, title.names, rng)
        letters.append(office.letter(power, *lines, game=name))
        letters.append(office.letter(rng.choice(powers), "status", "standing", game=name))
    office.close()
    return tuple(letters)


def _orders(engine: Engine[object], names: object, rng: random.Random) -> tuple[str, list[str]]:
    """Up to three orders of somebody who is asked."""
    power = rng.choice(sorted(engine.waiting()))
    lines: list[str] = []
    while power in engine.waiting() and len(lines) < 3:
        question = engine.question(power)
        answer = (
            question.pick(engine.game, rng.choice) if rng.random() < 0.7 else question.default(engine.game)
        )
        lines.append(say(question, answer, names))  # type: ignore[arg-type]
        engine.submit(power, answer)
    return power, lines


def record(
    folder: Path,
    settle: Callable[[World, int], None],
    warm_up: Callable[[World], None],
    *,
    games_: int,
    steps: int,
) -> Course:
    """Play without trouble, and remember everything."""
    course = Course(folder, begin(folder, games_))
    scratch = World(folder / "scratch", copy_of(course, folder / "scratch"))
    scratch.deliver(next_letters(scratch, [f"game{n}" for n in range(games_)], 0))
    warm_up(scratch)
    scratch.close()
    place = folder / "calm.sqlite3"
    shutil.copy(course.start, place)
    world = World(folder / "calm", place)
    try:
        for number in range(steps):
            silent = number % SILENT_STEP == SILENT_STEP - 1
            world.now += timedelta(hours=SILENCE if silent else HOURS)
            names = [] if silent else [f"game{n}" for n in range(games_)]
            step = Step(world.now, next_letters(world, names, number))
            course.steps.append(step)
            world.deliver(step.letters)
            settle(world, sum(len(step.letters) for step in course.steps))
        course.sent, course.orders = world.post.taken(), world.orders()
        assert world.post.again() == 0
    finally:
        world.close()
    return course


def copy_of(course: Course, folder: Path, server: Callable[[], DatabaseServer] | None = None) -> Database:
    """The database at the beginning, for another run."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "pbem.sqlite3"
    shutil.copy(course.start, place)
    if server is None:
        return place
    there = server()
    target, source = open_database(there), connect(place)
    use_keys(source, keys_of(Settings()))
    use_keys(target, keys_of(Settings()))
    try:
        move(source, target)
    finally:
        for database in (source, target):
            database.dispose()
    return there


def compare(course: Course, world: World, *, again: int) -> None:
    """Everybody has got what everybody got without trouble, and nothing else."""
    taken = world.post.taken()
    lost, more = course.sent.keys() - taken.keys(), taken.keys() - course.sent.keys()
    assert not lost, f"lost: {sorted(lost)[:3]} and {len(lost) - 1} others"
    assert not more, f"too much: {sorted(more)[:3]} and {len(more) - 1} others"
    twice = world.post.again()
    assert twice <= again, f"{twice} letters were sent again; {again} may be"
    other = [name for name, raw in course.sent.items() if taken[name] != raw]
    assert not other, f"not the same letter: {other[:3]}"
    assert world.orders() == course.orders, "not the same orders"


def as_root() -> bool:
    return os.geteuid() == 0
