"""Many games for a long time: `make soak ARGS="--minutes 60 --games 200"`.

Each player of some game that is asked writes what a bot of the title would order; the clock runs with them,
so that an hour holds weeks of play.  Games that are over are followed by new ones.  At the end memory and
the time of a letter must be what they were at the start: the first and the last quarter are compared.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles

from pbem.channels.channel import Incoming
from pbem.store import clocks, games
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from tests.bench_mail import whole_impulse
from tests.pbem.office import Office, plan

SLOWER = 1.5
"""The median letter of the last quarter may take so much longer than that of the first."""
MORE_MEMORY = 1.25
"""The same for memory, once the caches are full."""


@dataclass(slots=True)
class Soak:
    """Games under way, and what was measured."""

    office: Office
    names: list[str] = field(default_factory=list)
    begun: int = 0
    over: int = 0
    handling: list[float] = field(default_factory=list)
    """Processor seconds of each letter."""
    waiting: list[float] = field(default_factory=list)
    """Seconds on the clock on the wall."""
    memory: list[int] = field(default_factory=list)

    def begin(self) -> None:
        name = f"game{self.begun}"
        windows = ("standing", "ask", "rewind")[self.begun % 3]
        wanted = replace(plan(windows=windows, scenario="tournament"), name=name)
        self.office.moderator.create_game(wanted, seed=name)
        self.office.moderator.start_game(name)
        self.names.append(name)
        self.begun += 1

    def round(self, number: int) -> None:
        """A letter in one game; time goes on a little, and what is due comes due."""
        name = self.names[number % len(self.names)]
        with UnitOfWork(self.office.database, locks=False) as work:
            row = games.find_game(work.session, name)
            engine = games.load_engine(work.session, row)
            talking = clocks.open_talks(work.session, row) is not None
        if engine.over:
            self.names.remove(name)
            self.over += 1
            self.begin()
            return
        power = next(iter(engine.waiting()))
        lines = ["press to all: Good luck.", "ready"] if talking else whole_impulse(engine, power)
        raw = self.office.letter(power, *lines, game=name)
        started, spent = time.perf_counter(), time.thread_time()
        self.office.moderator.store_letter(Incoming(str(number), raw, len(raw)))
        self.office.moderator.handle_letters()
        self.handling.append(time.thread_time() - spent)
        self.waiting.append(time.perf_counter() - started)
        self.office.later(0.05)
        if number % 20 == 0:
            self.office.moderator.tick()
            self.memory.append(resident())


def resident() -> int:
    """Bytes of memory of this process, after what can be thrown away is."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def told(name: str, values: list[float], unit: str, factor: float) -> str:
    cuts = quantiles(values, n=100)
    middle, most, worst = cuts[49] * factor, cuts[94] * factor, cuts[98] * factor
    return f"{name}: n {len(values)}, median {middle:.1f} {unit}, 95 % {most:.1f}, 99 % {worst:.1f}"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--minutes", type=float, default=60, help="after the games have begun")
    words.add_argument("--games", type=int, default=200)
    given = words.parse_args()
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "soak.sqlite3"
        open_database(place).dispose()
        soak = Soak(Office(place))
        for _ in range(given.games):
            soak.begin()
        print(f"{given.games} games have begun, {resident() / 1e6:.0f} MB", flush=True)
        began, clock = time.monotonic(), soak.office.clock.now()
        number = 0
        while time.monotonic() - began < 60 * given.minutes:
            soak.round(number)
            number += 1
        passed = soak.office.clock.now() - clock
        lost = [row.id for row in soak.office.letters() if row.status != "done"]
        soak.office.close()
    sys.exit(report(soak, passed.days, lost))


def report(soak: Soak, days: int, lost: list[int | None]) -> int:
    quarter = len(soak.handling) // 4
    first, last = soak.handling[:quarter], soak.handling[-quarter:]
    print(f"{soak.begun} games, {soak.over} over, {days} days of play, {len(lost)} letters not done")
    print(told("CPU of a letter, first quarter", first, "ms", 1000))
    print(told("CPU of a letter, last quarter", last, "ms", 1000))
    print(told("wall, first quarter", soak.waiting[:quarter], "ms", 1000))
    print(told("wall, last quarter", soak.waiting[-quarter:], "ms", 1000))
    fourth = max(1, len(soak.memory) // 4)
    early, late = soak.memory[fourth : 2 * fourth] or soak.memory, soak.memory[-fourth:]
    for name, found in (("second", early), ("last", late)):
        print(f"memory, {name} quarter: n {len(found)}, {min(found) / 1e6:.0f} to {max(found) / 1e6:.0f} MB")
    slower = quantiles(last, n=2)[0] / quantiles(first, n=2)[0]
    more = max(late) / max(early)
    print(f"the median letter takes {slower:.2f} times as long, memory is {more:.2f} times as much")
    return int(bool(lost) or slower > SLOWER or more > MORE_MEMORY)


if __name__ == "__main__":
    main()
