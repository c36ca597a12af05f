"""The clock under whatever may happen: random letters, votes, pauses, vacations, seats and downtime.

After every event the same is asked: has a deadline passed in a pause or before its time, was anybody reminded
twice or waited for too long, did somebody get letters who has left?  And a game whose players are all silent
for ever comes to its end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import pytest

from pbem.clock.timekeeper import Timekeeper
from pbem.errors import PbemError
from pbem.games import game_of
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.sitting import Sitting
from pbem.play.windows import POLICIES
from pbem.store.clocks import absent_powers
from pbem.store.office_tables import HeartbeatRow
from pbem.store.tables import OutgoingRow, QuestionRow
from pbem.store.talk_tables import TalksRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Setup, load_rules
from tests.pbem.office import GAME, Office
from tests.pbem.timed import POWERS, game_row, rows, seat_row

EVENTS = 45
GIVEN = ("deadline", "bot")
MOST_REMINDERS = 3
"""Two, and the last one when grace begins."""


class Chaos:
    """A game to which things happen."""

    def __init__(self, office: Office, seed: int) -> None:
        self.office, self.rng = office, random.Random(seed)
        self.keeper = Timekeeper(office.database, office.settings, office.clock)
        self.keeper.alive()
        self.gone: dict[str, int] = {}
        """Addresses that have lost their seat, and how many letters they had got then."""
        self.people = 0
        self.reminded: Counter[tuple[str, str, datetime | None]] = Counter()

    # ---- What may happen

    def happen(self) -> str:
        """One thing, at random; its name."""
        deeds: list[Callable[[], None]] = [
            self.time_passes, self.time_passes, self.time_passes, self.time_passes, self.order, self.order,
            self.order, self.order, self.ready, self.resume,
            self.ask_for_time, self.vote, self.vote, self.vacation, self.come_back, self.pause, self.resume,
            self.more_time, self.downtime, self.look, self.resign, self.substitute, self.caretaker,
        ]  # fmt: skip
        deed = self.rng.choice(deeds)
        before = self.office.orders()
        due = {row.power: row.default_at for row in self.open()}
        was_paused = game_row(self.office).paused_at is not None
        deed()
        letters = self.office.letters_out()
        self.office.moderator.tick()
        self.check(len(before), due, letters, paused=was_paused and deed != self.resume)
        return deed.__name__

    def write(self, power: str, *lines: str) -> None:
        if seat_row(self.office, power).address:
            self.office.receive(self.office.letter(power, *lines))

    def somebody(self) -> str:
        return self.rng.choice(POWERS)

    def desk(self, deed: Callable[[ModeratorDeeds], Any]) -> None:
        with UnitOfWork(self.office.database) as work:
            try:
                deed(ModeratorDeeds(work.at(self.office.settings, self.office.clock.now())))
            except PbemError:
                return
            work.commit()

    def time_passes(self) -> None:
        self.office.later(self.rng.choice([0.5, 3, 6, 13, 30, 80]))
        # The program was at work all the while: no time is made up for.
        with UnitOfWork(self.office.database) as work:
            row = work.session.get_one(HeartbeatRow, 1)
            row.at = self.office.clock.now()
            work.session.add(row)
            work.commit()

    def order(self) -> None:
        if not self.talking() and (asked := self.office.asked()):
            power = self.rng.choice(asked)
            self.write(power, self.office.silent_line(power))

    def ready(self) -> None:
        self.write(self.somebody(), "ready")

    def ask_for_time(self) -> None:
        self.write(self.somebody(), f"extend {self.rng.choice([6, 24, 48])}h")

    def vote(self) -> None:
        self.write(self.somebody(), self.rng.choice(["agree extension", "refuse extension"]))

    def vacation(self) -> None:
        now, days = self.office.clock.now(), self.rng.randint(1, 5)
        last = now.toordinal() + days
        delegate = ""
        if self.rng.random() < 0.4:
            self.people += 1
            delegate = f" with Delegate {self.people} <delegate{self.people}@example.test>"
        text = f"{now:%Y-%m-%d} to {datetime.fromordinal(last):%Y-%m-%d}"
        self.write(self.somebody(), f"vacation {text}{delegate}")

    def come_back(self) -> None:
        self.write(self.somebody(), "back")

    def look(self) -> None:
        self.write(self.somebody(), "status")

    def pause(self) -> None:
        self.desk(lambda desk: desk.pause(GAME))

    def resume(self) -> None:
        self.desk(lambda desk: desk.resume(GAME))

    def more_time(self) -> None:
        self.desk(lambda desk: desk.extend(GAME, "12h"))

    def caretaker(self) -> None:
        if self.rng.random() < 0.4:
            self.desk(lambda desk: desk.caretaker(GAME, self.somebody()))

    def downtime(self) -> None:
        self.office.later(self.rng.choice([5, 72]))
        self.keeper.alive()

    def resign(self) -> None:
        power = self.somebody()
        if self.rng.random() < 0.2 and (address := seat_row(self.office, power).address):
            self.write(power, "resign for good")
            if seat_row(self.office, power).address != address:
                self.gone[address] = len(self.office.outbox(address))

    def substitute(self) -> None:
        power = self.somebody()
        if self.rng.random() < 0.3:
            address = seat_row(self.office, power).address
            self.people += 1
            self.desk(lambda desk: desk.substitute(GAME, power, f"New <new{self.people}@example.test>"))
            if address and seat_row(self.office, power).address != address:
                self.gone[address] = len(self.office.outbox(address))

    # ---- What must be so

    def open(self) -> list[QuestionRow]:
        return [row for row in self.office.questions() if row.status == "open"]

    def talking(self) -> bool:
        return any(row.closed_at is None for row in rows(self.office, TalksRow))

    def check(self, orders: int, due: dict[str, datetime | None], letters: int, *, paused: bool) -> None:
        game, now = game_row(self.office), self.office.clock.now()
        assert game.status == "running", [row.text for row in self.office.outbox("boss")[-1:]]
        given = [row for row in self.office.orders()[orders:] if row.entry.get("source") in GIVEN]
        if paused:
            assert not given, "a deadline passed in a pause"
        if game.paused_at is None:
            late = [row.power for row in self.open() if row.default_at is None or row.default_at <= now]
            assert not late, f"{late} are waited for too long"
            assert not [
                row for row in rows(self.office, TalksRow) if row.closed_at is None and row.closes_at <= now
            ]
        for row in given[:1]:  # those after it may have been asked in the same tick, of somebody who is away
            was_due = due.get(row.entry["power"])
            assert was_due is None or was_due <= now or self.is_away(row.entry["power"])
        told = Counter(row.recipient for row in self.office.outbox(since=letters, kind="reminder"))
        assert not told or max(told.values()) == 1, "somebody was reminded twice at once"
        self.count_reminders(told)
        for address, count in self.gone.items():
            later: list[OutgoingRow] = self.office.outbox(address)[count:]
            assert not later, f"{address} has left, and got {later[0].subject}"

    def count_reminders(self, told: Mapping[str, int]) -> None:
        """Nobody gets more reminders of one deadline than there are."""
        due = [(row.power, row.due_at) for row in self.open()]
        due += [
            (p, row.closes_at) for row in rows(self.office, TalksRow) if not row.closed_at for p in row.powers
        ]
        for power, moment in due:
            if (address := seat_row(self.office, power).address) in told:
                self.reminded[address, power, moment] += 1
        assert max(self.reminded.values(), default=0) <= MOST_REMINDERS

    def is_away(self, power: str) -> bool:
        with UnitOfWork(self.office.database) as work:
            return power in absent_powers(work.session, game_row(self.office))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens(seed: int, new_office: Callable[..., Office]) -> None:
    office = new_office(
        talks=12,
        mail={"moderator": "boss@example.test"},
        pace={"grace": 6, "tell_after": 1, "offer_after": 2, "caretaker_after": [0, 3][seed % 2]},
    )
    office.begin(f"chaos {seed}", windows=list(POLICIES)[seed % 3], observers=1)
    chaos = Chaos(office, seed)
    happened = [chaos.happen() for _ in range(EVENTS)]
    assert len(set(happened)) >= 10
    # And then nobody writes any more: the game goes on by itself.
    chaos.resume()
    before = office.engine().seq
    for _ in range(12):
        office.later(150)
        office.moderator.tick()
        if office.engine().seq > before:
            break
    assert office.engine().seq > before
    assert game_row(office).status in ("running", "over")


@pytest.mark.parametrize(("scenario", "windows"), [("tournament", "ask"), ("1532", "standing")])
def test_a_game_of_silence_comes_to_its_end(scenario: str, windows: str) -> None:
    """Everybody is silent for ever: each question has a default, and the defaults lead to an end."""
    engine = Engine.new(load_rules("his"), Setup("his", scenario), "silence")
    opened = dict.fromkeys(engine.open, engine.seq)
    sitting = Sitting(engine, game_of("his"), POLICIES[windows], opened=opened)
    sitting.settle()
    for _ in range(20_000):
        if engine.over:
            break
        sitting.take_default(next(iter(sitting.waiting())))
    assert engine.over
    assert engine.game.winner is not None or engine.game.victory
