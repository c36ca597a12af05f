"""The pace of a game as reports tell it: what it waited for, how fast who answers, when it may end."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.games import game_of
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.pace_table import PaceTable, expected_end, pace_table
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.pace_lines import pace_lines
from tests.pbem.office import GAME, MONDAY, Office

DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PaceTable:
    """Up to the Diet of Worms everybody answers within an hour; there three are asked at once."""
    path: Path = tmp_path_factory.mktemp("pace") / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path)
    office.begin(scenario="1517")
    while office.engine().game.phase != "diet":
        office.later(1)
        office.play_silently(1)
    for _ in range(3):
        office.later(10)
        office.play_silently(1)
    with UnitOfWork(office.database) as work:
        found = pace_table(work.session, games.find_game(work.session, GAME), office.clock.now())
    office.close()
    return found


def test_who_answers_last_of_several_is_counted_too(table: PaceTable) -> None:
    assert sorted(table.hours[power] for power in ("hapsburg", "papacy", "protestant"))[-1] > 1


def test_what_is_asked_at_once_is_one_round(table: PaceTable) -> None:
    assert table.rounds == sum(table.waits.values())
    assert table.waits["other"] == table.rounds - table.waits.get("talks", 0)  # nobody had an impulse yet


def test_the_report_says_what_was_waited_for() -> None:
    ends = (MONDAY + 30 * DAY, MONDAY + 40 * DAY, MONDAY + 50 * DAY)
    waits = {"impulse": 30, "action": 4, "window": 2, "talks": 0}
    told = pace_lines(PaceTable(36, 1, 12.0, ends, waits, {"france": 9.6}), game_of("his").voice(), "UTC")
    assert "impulses 30, more orders in an impulse 4, cards out of turn 2." in told[1]
    assert "if nobody wins before the last turn" in told[2]
    assert "France 10" in told[3]


def test_the_range_follows_what_turns_have_taken() -> None:
    """Few turns say little; when more are over, equal ones narrow the range and unequal ones widen it."""

    def width(*days: float) -> float:
        early, expected, late = expected_end(MONDAY, [day * DAY for day in days], 4, MONDAY)
        assert MONDAY <= early <= expected <= late
        return (late - early) / DAY

    assert width(20) == pytest.approx(2 * 0.35 * 80)
    assert width(20, 20, 21) < width(20) < width(5, 20, 35)
