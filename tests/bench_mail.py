"""What a letter costs the moderator, from its bytes to committed rows and rendered letters (`make bench`)."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.channels.channel import Incoming
from pbem.daemon.garbage import collect_seldom
from pbem.games import game_of
from pbem.language import say
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Power
from tests.pbem.office import Office, plan

LETTERS = 60
LINES = 6
GAMES = 20
ROUNDS = 6
WARM = 1
"""Rounds that are not counted: catalogs and grammars are read then."""


def whole_impulse(engine: Engine[Any], power: Power) -> list[str]:
    """Up to six orders of one power, as silence would choose them, until somebody else must decide."""
    lines: list[str] = []
    while power in engine.waiting() and len(lines) < LINES:
        question = engine.question(power)
        answer = question.default(engine.game)
        lines.append(say(question, answer, game_of("his").names))
        engine.submit(power, answer)
    return lines


@dataclass
class Mailbox:
    """Letters that are all there when the moderator looks."""

    letters: list[bytes]

    def fetch(self) -> Iterator[Incoming]:
        for number, raw in enumerate(self.letters):
            yield Incoming(str(number), raw, len(raw))

    def mark(self, key: str) -> None:
        """Nothing to do: every mailbox is read once."""

    async def wait(self, seconds: float) -> None:
        """Nobody waits for more."""

    def close(self) -> None:
        """Nothing to give back."""


def rows() -> list[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    collect_seldom()  # as the daemon does
    cpu, orders = one_by_one()
    rate, each, handled = all_at_once()
    return [
        (
            f"an order mail that quotes nothing, {orders:.1f} orders on average (n={LETTERS}): median CPU",
            f"{cpu * 1000:.1f} ms",
            "under 25 ms",
        ),
        (
            f"order mails that quote nothing, one process, durable (n={handled}, {GAMES} games), wall",
            f"{rate:.0f} /s",
            f"120 or more; {each * 1000:.0f} ms CPU each",
        ),
    ]


def one_by_one() -> tuple[float, float]:
    """Seconds of the processor for a letter that comes alone, and how many orders such letters have.

    It is stored and handled, and its answers are written.
    """
    times: list[float] = []
    orders: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        office = _office(folder)
        office.begin()
        while len(times) < LETTERS and (asked := office.asked()):
            lines = whole_impulse(office.engine(), asked[0])
            mailbox = Mailbox([office.letter(asked[0], *lines)])
            began = time.process_time()
            office.moderator.poll(mailbox)
            times.append(time.process_time() - began)
            orders.append(len(lines))
    return statistics.median(times), statistics.mean(orders)


def all_at_once() -> tuple[float, float, int]:
    """Letters a second when one of each game is in the mailbox, seconds of CPU for each, and how many."""
    names = [f"game-{number}" for number in range(GAMES)]
    spent, worked, handled = 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        office = _office(folder)
        for name in names:
            office.moderator.create_game(replace(plan(), name=name), seed=name)
            office.moderator.start_game(name)
        for number in range(WARM + ROUNDS):
            mailbox = Mailbox([letter_of(office, name) for name in names])
            began, busy = time.perf_counter(), time.process_time()
            done = office.moderator.poll(mailbox)
            if number < WARM:
                continue
            handled += done
            spent += time.perf_counter() - began
            worked += time.process_time() - busy
    return handled / spent, worked / handled, handled


def letter_of(office: Office, name: str) -> bytes:
    with UnitOfWork(office.database) as work:
        engine = games.load_engine(work.session, games.find_game(work.session, name))
    power = next(iter(engine.waiting()))
    return office.letter(power, *whole_impulse(engine, power), game=name)


def _office(folder: str) -> Office:
    file = Path(folder) / "bench.sqlite3"
    open_database(file).dispose()
    return Office(file)


if __name__ == "__main__":
    for row in rows():
        print(*row, sep="  ")
