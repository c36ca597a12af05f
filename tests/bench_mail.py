"""What a letter costs the moderator, from its bytes to committed rows and rendered letters (`make bench`)."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from pbem.orders import names_of, say
from pbem.store.database import open_database
from rules import Engine, Power
from tests.pbem.office import Office

LETTERS = 60
LINES = 6


def whole_impulse(engine: Engine[Any], power: Power) -> list[str]:
    """Up to six orders of one power, as silence would choose them, until somebody else must decide."""
    lines: list[str] = []
    while power in engine.waiting() and len(lines) < LINES:
        question = engine.question(power)
        answer = question.default(engine.game)
        lines.append(say(question, answer, names_of()))
        engine.submit(power, answer)
    return lines


def rows() -> list[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    times: list[float] = []
    orders: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        open_database(file).dispose()
        office = Office(file)
        office.begin()
        while len(times) < LETTERS and (asked := office.asked()):
            lines = whole_impulse(office.engine(), asked[0])
            raw = office.letter(asked[0], *lines)
            began = time.perf_counter()
            office.receive(raw)
            times.append(time.perf_counter() - began)
            orders.append(len(lines))
    full = [spent for spent, count in zip(times, orders, strict=True) if count == LINES] or times
    return [
        (
            f"an order mail of {LINES} orders, bytes to letters (median)",
            f"{statistics.median(full) * 1000:.1f} ms",
            "under 25 ms",
        ),
        ("order mails, one process, durable commits", f"{len(times) / sum(times):.0f} /s", "100 or more"),
    ]
