"""What a letter that asks something costs: to write it, with its suggestion, with its picture (`make bench`).

Bots play the first turns; every question is written as a letter in each way, in a transaction that is undone.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from sqlmodel import col, select

from pbem.games import game_of
from pbem.letters.pictures import Kept, image_of
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.game_work import GameWork
from tests.pbem.office import GAME, Office

STEPS = 150
EVERY = 3
BY_BOT = "bot"


def written(office: Office, *, suggestions: bool) -> tuple[float, OutgoingRow | None]:
    """CPU in milliseconds to write the letter to whoever is asked now, and the letter."""
    with UnitOfWork(office.database) as work:
        game = games.find_game(work.session, GAME)
        playing = GameWork.on(work.at(office.settings, office.clock.now()), game)
        power = next(iter(playing.sitting.waiting()))
        row = next(row for row in playing.rows() if power in row.powers)
        row.suggestions = suggestions
        row.memory = {name: value for name, value in row.memory.items() if name != "suggested"}
        writer = playing.writer()
        began = time.process_time()
        writer.private(row, "question")
        cost = (time.process_time() - began) * 1000
        work.session.flush()
        last = work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id).desc())).first()
        work.session.expunge_all()
        return cost, last


def step(office: Office) -> None:
    with UnitOfWork(office.database) as work:
        game = games.find_game(work.session, GAME)
        playing = GameWork.on(work.at(office.settings, office.clock.now()), game)
        power, question = next(iter(playing.sitting.waiting().items()))
        answer = game_of("his").suggest(playing.sitting.engine.game, power, question).answer
        playing.sitting.take_answer(power, answer, BY_BOT)
        playing.finish()
        work.commit()


def rows() -> list[tuple[str, str, str]]:
    """Figures for `make bench`."""
    plain: list[float] = []
    suggesting: list[float] = []
    drawing: list[float] = []
    lines: list[int] = []
    sizes: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "letters.sqlite3"
        open_database(path).dispose()
        office = Office(path)
        office.begin("bench letters", scenario="1517", quick=True)
        for number in range(STEPS):
            if number % EVERY == 0:
                plain.append(min(written(office, suggestions=False)[0] for _ in range(2)))
                costs = [written(office, suggestions=True) for _ in range(2)]
                suggesting.append(min(cost for cost, _ in costs))
                letter = costs[-1][1]
                assert letter is not None
                lines.append(len(letter.text.splitlines()))
                drawn = 0
                if letter.picture is not None:
                    image_of.cache_clear()
                    began = time.process_time()
                    drawn = len(Kept.from_json(letter.picture).file())
                    drawing.append((time.process_time() - began) * 1000)
                sizes.append((len(letter.text) + len(letter.html) + drawn) / 1024)
            step(office)
        office.database.dispose()

    def figures(costs: list[float]) -> str:
        return f"{statistics.median(costs):.1f}, {sorted(costs)[int(0.9 * len(costs))]:.1f} ms"

    return [
        ("a letter that asks, written without a suggestion, CPU (median, 90 %)", figures(plain), ""),
        ("the same with a suggestion", figures(suggesting), ""),
        ("its picture when it is sent", figures(drawing), "under 60 ms"),
        ("its lines (median, most)", f"{statistics.median(lines):.0f}, {max(lines)}", ""),
        ("its size with the picture (median)", f"{statistics.median(sizes):.0f} KiB", "under 150 KB"),
    ]


if __name__ == "__main__":
    for line in rows():
        print(*line, sep=" | ")
