"""Three workers on PostgreSQL that are killed again and again: nothing is lost, nothing is done twice.

`python -m tests.kill_workers --minutes 10` goes on for as long as one likes, half of the kills at random
moments and half at named points.  A letter is sent again at most once for each kill, the same bytes under the
same Message-ID.  The short form is `tests/pbem/test_workers.py`.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from sqlmodel import col, func, select

from pbem.channels.mail.embedded import deliver
from pbem.config import DatabaseServer
from pbem.moderator.overview import Overview
from pbem.store.database import open_database
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.crew import Crew, Post, all_is_done, check_everything_once, settings_for, write_some
from tests.pbem.office import Office, plan
from tests.pbem.points import POINTS
from tests.pbem.realmail import wait_until
from tests.postgresql import PostgresServer

WORKERS = ("run 1", "run 2", "run 3")
PATIENCE = 120


class Siege:
    """Some games, three workers, and somebody who kills them."""

    def __init__(self, office: Office, post: Post, folder: Path, games: int, seed: int) -> None:
        self.office = office
        self.post = post
        self._folder = folder
        self._chance = random.Random(seed)
        self.games = [f"game{number}" for number in range(1, games + 1)]
        for name in self.games:
            office.moderator.create_game(replace(plan(), name=name), seed=name)
            office.moderator.start_game(name)
        self.crew = Crew(settings_for(office, post, folder))
        self.written = 0
        self.points: dict[str, int] = {}

    def round(self, kills: int) -> None:
        """Letters come, and workers are killed while they handle and send."""
        for name in WORKERS:
            self._start(name)
        write_some(self.office, self._folder, 1, self.games)
        self.written += 6 * len(self.games)
        self._orders()
        wanted, before = self.crew.kills + kills, self._progress()
        while self.crew.kills < wanted and not all_is_done(self.office, self.written):
            time.sleep(0.05)
            if self._progress() > before + self._chance.randrange(4):
                before = self._progress()
                self.crew.kill(self._chance.choice(WORKERS))
            self.crew.count_the_dead()
            for name in WORKERS:
                self._start(name)

    def _progress(self) -> int:
        with UnitOfWork(self.office.database) as work:
            done = select(func.count()).where(col(LetterRow.status) != "new")
            return len(self.post.taken) + work.session.exec(done).one()

    def _orders(self) -> None:
        """In each game, an order: what silence would mean, for whoever is asked."""
        for name in self.games:
            line, power = self.office.next_line(name)
            deliver(self._folder / "gm", self.office.letter(power, line, game=name), durable=False)
            self.written += 1

    def _start(self, name: str) -> None:
        if self._chance.random() < 0.5:
            point = self._chance.choice(POINTS)
            self.crew.start_until(name, point, self._chance.randrange(12))
            self.points[point] = self.points.get(point, 0) + 1
        else:
            self.crew.start(name)

    def wait(self) -> None:
        """Nobody is killed any more, until everything is done."""
        self.crew.count_the_dead()
        self.crew.start(*WORKERS)

        def is_done() -> bool:
            self.crew.count_the_dead()  # who was told so earlier
            self.crew.start(*WORKERS)
            return all_is_done(self.office, self.written)

        wait_until(is_done, PATIENCE)

    def check(self) -> None:
        check_everything_once(self.office, self.post, kills=self.crew.kills)
        for name in self.games:
            Overview(self.office.database).verify(name)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--games", type=int, default=8)
    words.add_argument("--seed", type=int, default=17)
    given = words.parse_args()
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    server = PostgresServer().build()
    try:
        with tempfile.TemporaryDirectory() as folder, Post().running() as post:
            place = DatabaseServer(server.create("games"))
            open_database(place).dispose()
            siege = Siege(Office(place), post, Path(folder), given.games, given.seed)
            ends = time.monotonic() + 60 * given.minutes
            try:
                while time.monotonic() < ends:
                    siege.round(kills=6)
                    siege.wait()
                    siege.check()
                    letters, sent = siege.written, post.ids()
                    again = sum(sent.values()) - len(sent)
                    print(
                        f"{siege.crew.kills} kills, {letters} letters, {len(sent)} sent, {again} again",
                        flush=True,
                    )
            finally:
                siege.crew.stop()
            print(f"nothing lost, nothing done twice; workers told to die: {siege.points}")
    finally:
        server.close()


if __name__ == "__main__":
    main()
