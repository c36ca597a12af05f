"""What goes wrong: a table of scenarios, each played against the course without trouble."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine, event

import pbem.store.database
from pbem.config import DatabaseServer, ImapSettings
from pbem.daemon.daemon import Daemon
from pbem.moderator.overview import Overview
from pbem.store.database import connect
from pbem.store.seeds import keys_of, use_keys
from tests.chaos import copies
from tests.chaos.servers import HOST, Wire
from tests.chaos.worker import (
    Fault,
    Trouble,
    die_at_statement,
    jumps,
    kill_after,
    nothing,
    run,
    settle,
    start,
    wait,
)
from tests.chaos.world import SILENT_STEP, Course, World, as_root, compare, copy_of
from tests.pbem.points import POINTS, die_at
from tests.pbem.realmail import RealMail, missing_packages
from tests.postgresql import PostgresServer, programs

NOBODY = 65_534
STATEMENTS = 60
"""So many a worker makes on the average before it dies; for a batch of letters it makes some hundred."""
GM = "gm@example.test"


@dataclass(slots=True)
class Run:
    """A course that is being disturbed."""

    world: World
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    again: int = 0
    """So many letters may have gone out twice."""
    usual: float = 0.3
    """Seconds that a worker takes, about."""

    def kill(self, what: str, *, killed: bool) -> None:
        self.counts[what if killed else "came too late"] += 1
        self.again += killed


# ---- Kills


def kill_at_a_point(run_: Run) -> None:
    point, times = run_.rng.choice(POINTS), run_.rng.randrange(5)
    run_.kill("kills at named points", killed=run(run_.world, fault=lambda: die_at(point, times)))


def kill_at_a_statement(run_: Run) -> None:
    fault = die_at_statement(int(run_.rng.expovariate(1 / STATEMENTS)))
    run_.kill("kills at a statement", killed=run(run_.world, fault=fault))


def kill_at_random(run_: Run) -> None:
    pid = start(run_.world)
    run_.kill("kills at random", killed=kill_after(pid, run_.rng.uniform(0, 0.7 * run_.usual)))


# ---- Trouble that a worker survives


class Full(Trouble):
    """No page more."""

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._on = False

    def begin(self, daemon: Daemon, world: World) -> None:
        event.listen(Engine, "checkout", self._set)
        self._on = True

    def _set(self, connection: object, *_: object) -> None:
        count = connection.execute("PRAGMA page_count").fetchone()[0]  # type: ignore[attr-defined]
        most = count + self._pages if self._on else 1 << 30
        connection.execute(f"PRAGMA max_page_count = {most}")  # type: ignore[attr-defined]

    def end(self, daemon: Daemon, world: World) -> None:
        self._on = False


class NoSpace(Trouble):
    """Files can grow by a few bytes: writing fails in the middle of a page."""

    def __init__(self, more: int) -> None:
        self._more = more

    def begin(self, daemon: Daemon, world: World) -> None:
        assert isinstance(world.place, Path)
        beside = [world.place, Path(f"{world.place}-wal")]
        largest = min(path.stat().st_size for path in beside if path.exists())
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest + self._more, resource.RLIM_INFINITY))

    def end(self, daemon: Daemon, world: World) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class ReadOnly(Trouble):
    """The file can be read but not written; or not even that."""

    def __init__(self, *, hidden: bool) -> None:
        self._hidden = hidden

    def begin(self, daemon: Daemon, world: World) -> None:
        daemon._database.dispose()
        self._change(world, 0o444, 0o700 if self._hidden else 0o755)
        if as_root():
            os.seteuid(NOBODY)

    def end(self, daemon: Daemon, world: World) -> None:
        if as_root():
            os.seteuid(0)
        self._change(world, 0o600, 0o700)
        daemon._database.dispose()

    def _change(self, world: World, mode: int, folder: int) -> None:
        assert isinstance(world.place, Path)
        for path in world.place.parent.glob(f"{world.place.name}*"):
            path.chmod(mode)
        for path in (world.place.parent, world.place.parent.parent):
            path.chmod(folder)


LOCKER = """
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
print(flush=True)
while True:
    database.execute("BEGIN IMMEDIATE")
    time.sleep(0.08)
    database.execute("ROLLBACK")
    time.sleep(0.01)
"""


class Locked(Trouble):
    """Somebody else has the database most of the time, and nobody waits for long."""

    def begin(self, daemon: Daemon, world: World) -> None:
        self._other = subprocess.Popen(
            [sys.executable, "-S", "-c", LOCKER, str(world.place)], stdout=subprocess.PIPE
        )
        assert self._other.stdout is not None
        self._other.stdout.readline()

    def end(self, daemon: Daemon, world: World) -> None:
        self._other.kill()
        self._other.wait()


def impatient() -> None:
    """A worker that waits for locks as good as not at all."""
    waits = [pragma for pragma in pbem.store.database.PRAGMAS if "busy" not in pragma]
    pbem.store.database.PRAGMAS = (*waits, "busy_timeout=15")


def suffering(what: str, make: Callable[[random.Random], Trouble], fault: Fault = nothing) -> Disturb:
    def disturb(run_: Run) -> None:
        killed = run(run_.world, fault=fault, trouble=make(run_.rng), sends_after=timedelta(0), rounds=2)
        assert not killed
        run_.counts[what] += 1

    return disturb


# ---- Wires


def cut(run_: Run, what: str, longest: int) -> None:
    """A connection breaks after so many bytes: among the first words, or anywhere."""
    (wire,) = run_.world.wires
    before, direction = wire.broken, run_.rng.choice(("up", "down"))
    most = run_.rng.choice((60, 600, longest if direction == "up" else 2_000))
    wire.break_next(direction, run_.rng.randrange(most))
    run_.counts["tries"] += 1
    run(run_.world, sends_after=timedelta(hours=run_.counts["tries"]))  # also what was cut off before
    wire.mend()
    broke = wire.broken - before
    run_.counts[what if broke else "came too late"] += 1
    run_.again += broke


# ---- Clocks, and several workers


def wrong_clock(run_: Run) -> None:
    run(run_.world, jump=jumps(run_.rng))
    run_.counts["rounds with a wrong clock"] += 1


def together(count: int) -> Disturb:
    """Several workers fetch, handle and send at once, then keep the clock at once; one or two are killed."""

    def disturb(run_: Run) -> None:
        for poll in (True, False):
            workers = [start(run_.world, rounds=3, poll=poll, tick=not poll) for _ in range(count)]
            victims = run_.rng.sample(workers, run_.rng.randrange(count))
            for pid in victims:
                run_.kill("kills beside others", killed=kill_after(pid, run_.rng.uniform(0, run_.usual)))
            for pid in set(workers) - set(victims):
                wait(pid)
            run_.counts["workers side by side"] += count
            if poll:
                for number in range(20):
                    if run_.world.all_handled():
                        break
                    run(run_.world, tick=False, sends_after=timedelta(minutes=number))

    return disturb


def torn(run_: Run) -> None:
    """The files as they are at a moment, copied while the worker holds its breath."""
    pid = start(run_.world, rounds=2)
    for _ in range(4):
        time.sleep(run_.rng.uniform(0, run_.usual / 2))
        if os.waitpid(pid, os.WNOHANG)[0]:
            return
        os.kill(pid, signal.SIGSTOP)
        os.waitpid(pid, os.WUNTRACED)
        copies.take(run_.world, run_.rng)
        run_.counts["copies"] += 1
        os.kill(pid, signal.SIGCONT)
    wait(pid)


# ---- The table

Disturb = Callable[[Run], None]


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    disturb: Disturb
    times: int = 2
    """In each step."""
    wire: str = ""
    """Which connection leads over a wire that can break."""
    server: bool = False
    """On PostgreSQL."""
    clock: bool = False
    """The time of letters may differ; nobody is late because of it."""
    in_tests: bool = False
    """Part of the slice that `make test` plays."""


SCENARIOS = (
    Scenario("killed at named points", kill_at_a_point, 4),
    Scenario("killed at any statement", kill_at_a_statement, 4),
    Scenario("killed at random moments", kill_at_random, 4),
    Scenario("SMTP cut in the middle", lambda run_: cut(run_, "SMTP cuts", 20_000), 3, "smtp", in_tests=True),
    Scenario("IMAP cut in the middle", lambda run_: cut(run_, "IMAP cuts", 600), 3, "imap"),
    Scenario("no page left", suffering("rounds without a page", lambda rng: Full(rng.randrange(6)))),
    Scenario(
        "disk full",
        suffering("rounds on a full disk", lambda rng: NoSpace(rng.randrange(30_000))),
        in_tests=True,
    ),
    Scenario("read-only", suffering("rounds read-only", lambda rng: ReadOnly(hidden=rng.random() < 0.3)), 1),
    Scenario("locked", suffering("rounds with a lock", lambda rng: Locked(), impatient), 1),
    Scenario("torn copies", torn, 1),
    Scenario("wrong clock", wrong_clock, 1, clock=True),
    Scenario("two daemons", together(2), 1),
    Scenario("three workers on PostgreSQL", together(3), 1, server=True),
)


def play(scenario: Scenario, course: Course, folder: Path, seed: int) -> Counter[str]:
    """Disturb the course, and compare.  What was done to it, by number."""
    with prepared(scenario, course, folder) as world:
        run_ = Run(world, random.Random(f"{scenario.name} {seed}"))
        steps = course.steps[: SILENT_STEP - 1] if scenario.clock else course.steps
        came = 0
        for step in steps:
            world.now = step.at
            world.deliver(step.letters)
            came += len(step.letters)
            for _ in range(scenario.times):
                scenario.disturb(run_)
            began = time.monotonic()
            settle(world, came)
            run_.usual = (run_.usual + time.monotonic() - began) / 2
        if scenario.clock:
            check_clock(course, world, came)
        else:
            compare(course, world, again=run_.again)
        copies.check(world)
        verify(world)
        run_.counts.update(letters=came, sent=len(world.post.taken()), again=world.post.again())
        return run_.counts


def check_clock(course: Course, world: World, came: int) -> None:
    """Every letter was answered once, and the same was ordered, by nobody's deadline."""
    answers = world.answers()
    assert len(answers) == came
    assert set(answers.values()) == {1}, answers
    assert world.post.again() == 0
    orders = [order[:3] for order in world.orders()]
    wanted = [order[:3] for order in course.orders if str(order[4]) <= str(course.steps[SILENT_STEP - 2].at)]
    assert orders == wanted, "a wrong clock has changed what is ordered"


def verify(world: World) -> None:
    """The games play again as they were."""
    database = connect(world.place)
    use_keys(database, keys_of(world.settings))
    try:
        for name in world.games():
            Overview(database).verify(name)
    finally:
        database.dispose()


@contextmanager
def prepared(scenario: Scenario, course: Course, folder: Path) -> Iterator[World]:
    """A world for a scenario, with what it needs besides."""
    wires: list[Wire] = []
    folder.mkdir(parents=True, exist_ok=True)

    def over_a_wire(port: int) -> int:
        wires.append(Wire(port, folder))
        return wires[-1].port

    mail = RealMail({GM: "simple"}) if scenario.wire == "imap" else None
    server = PostgresServer().build() if scenario.server else None
    try:
        imap = None
        if mail is not None:
            mail.__enter__()
            imap = ImapSettings(
                host=HOST,
                port=over_a_wire(mail.imap),
                security="none",
                user=GM,
                password="simple",  # type: ignore[arg-type]
                timeout=5,
                idle=False,
            )
        place = copy_of(course, folder, (lambda: DatabaseServer(server.create("games"))) if server else None)
        world = World(
            folder / "world",
            place,
            down_minutes=60 if scenario.clock else 1_000_000,
            wire=over_a_wire if scenario.wire == "smtp" else lambda port: port,
            imap=imap,
        )
        world.wires = wires
        if mail is not None:
            world.use_mailbox(mail.maildir(GM), mail.owner)
        try:
            yield world
        finally:
            world.close()
    finally:
        for wire in wires:
            wire.stop()
        if mail is not None:
            mail.__exit__()
        if server is not None:
            server.close()
        shutil.rmtree(folder, ignore_errors=True)


def missing(scenario: Scenario) -> str:
    """What a scenario needs and this machine has not."""
    if scenario.wire == "imap" and missing_packages():
        return "Dovecot"
    return "PostgreSQL" if scenario.server and programs() is None else ""
