"""A process of the moderator that is forked, disturbed and perhaps killed."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import time
from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from pbem.calendar.clock import SetClock
from pbem.daemon.daemon import Daemon
from pbem.post.outbox import Outbox
from tests.chaos.world import MOST_ROUNDS, World
from tests.pbem.points import die

Fault = Callable[[], None]
"""Something that is made ready in the child before it begins to work."""


class Trouble:
    """What goes wrong around a process that lives on: it begins, and it ends."""

    def begin(self, daemon: Daemon, world: World) -> None:
        raise NotImplementedError

    def end(self, daemon: Daemon, world: World) -> None:
        raise NotImplementedError


def nothing() -> None:
    """No fault."""


async def one_round(daemon: Daemon, *, poll: bool = True, tick: bool = True) -> None:
    """As `Daemon.run` goes round: whatever fails is tried again the next time."""
    try:
        if poll and tick:
            await daemon._once()
            return
        if poll:
            await asyncio.to_thread(daemon.poll)
        if tick:
            daemon.tick()
        await daemon.send()
    except OperationalError as problem:
        logging.getLogger("pbem").error("the database cannot be used: %s", problem.orig)
    except Exception:
        logging.getLogger("pbem").exception("this round failed")


def start(
    world: World,
    *,
    fault: Fault = nothing,
    trouble: Trouble | None = None,
    rounds: int = 1,
    sends_after: timedelta = timedelta(0),
    jump: timedelta = timedelta(0),
    poll: bool = True,
    tick: bool = True,
) -> int:
    """Fork a worker; its number.  What it sends it sends a little later, so that postponed letters go too."""
    if pid := os.fork():
        return pid
    code = 1
    try:
        log = os.open(world.folder / "workers.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, 2)
        logging.basicConfig(level=logging.ERROR, force=True, format="%(process)d %(message)s")
        fault()
        clock = SetClock(world.now + jump)
        asyncio.run(_work(world, clock, trouble, rounds, sends_after, poll=poll, tick=tick))
        code = 0
    except BaseException:
        logging.getLogger("pbem").exception("a worker failed")
    finally:
        os._exit(code)


async def _work(
    world: World,
    clock: SetClock,
    trouble: Trouble | None = None,
    rounds: int = 1,
    sends_after: timedelta = timedelta(0),
    *,
    poll: bool = True,
    tick: bool = True,
) -> None:
    with Daemon(world.settings, clock) as daemon:
        daemon._outbox = Outbox(daemon._database, world.settings, SetClock(clock.now() + sends_after))
        if trouble is not None:
            trouble.begin(daemon, world)
            await one_round(daemon)
            await one_round(daemon)
            trouble.end(daemon, world)
        for _ in range(rounds):
            await one_round(daemon, poll=poll, tick=tick)
        await daemon._outbox.close()


def warm_up(world: World) -> None:
    """Work in this process, so that those that are forked from it need not load anything."""
    asyncio.run(_work(world, SetClock(world.now)))


def wait(pid: int) -> bool:
    """Until a worker has ended; whether it was killed."""
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def run(world: World, **how: object) -> bool:
    return wait(start(world, **how))  # type: ignore[arg-type]


def kill_after(pid: int, seconds: float) -> bool:
    """Whether it was still at work."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, _ = os.waitpid(pid, os.WNOHANG)
        if done:
            return False
        time.sleep(0.001)
    os.kill(pid, signal.SIGKILL)
    return wait(pid)


def settle(world: World, letters: int) -> None:
    """Nothing goes wrong any more, until everything is done."""
    for number in range(MOST_ROUNDS):
        run(world, sends_after=timedelta(days=number))
        if world.is_done(letters):
            run(world, sends_after=timedelta(days=number))  # what time has brought meanwhile: nothing
            if world.is_done(letters):
                return
    log = (world.folder / "workers.log").read_text()[-3_000:]
    raise AssertionError(f"something is not done after {MOST_ROUNDS} rounds\n{log}")


def die_at_statement(number: int) -> Fault:
    """The worker kills itself before a statement."""

    def make_ready() -> None:
        left = number

        def count(*_: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                die()

        event.listen(Engine, "before_cursor_execute", count)
        event.listen(Engine, "commit", count)

    return make_ready


def jumps(rng: random.Random) -> timedelta:
    """How far a clock may be wrong."""
    return timedelta(hours=rng.choice((-24 * 40, -30, -2, 1, 30, 24 * 40)))
