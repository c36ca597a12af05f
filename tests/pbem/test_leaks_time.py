"""What an onlooker can see of time and of all words that ask: the same, whatever others hold.

Two games differ in what France and the Papacy hold.  In both the clock runs on through reminders, grace,
deadlines, a vacation, a vote, a pause and a rewind, and the onlookers ask for all that can be asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import pbem.store.seats
import pbem.work.beginning
from pbem.channels.mail.write import compose
from pbem.daemon.health import health_of
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.windows import POLICIES
from pbem.store.tables import QuestionRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.test_leaks import FRANCE, ONLOOKERS, PAPACY
from tests.pbem.test_standing_mail import begin_at
from tests.pbem.test_windows_leaks import IMPULSE

MARCH = "move suleiman, 4 regulars: istanbul > edirne"
EVERYTHING = ("status", "history", "report", "map", "orders", "deals", "hand", "help", "standing", "card 31")
HANDS = ({"france": "31 48", "papacy": "49"}, {"france": "49 48", "papacy": "31"})


class Look:
    """One of the two games, and everything that an onlooker has of it."""

    def __init__(
        self, office: Office, windows: str, hands: dict[str, str], patch: pytest.MonkeyPatch
    ) -> None:
        self.office = office
        self.log: list[str] = []
        tokens = count(1)
        for module in (pbem.work.beginning, pbem.store.seats):
            patch.setattr(module, "new_token", lambda: f"token{next(tokens):011}")
        begin_at(office, IMPULSE.format(**hands), patch, windows=windows, observers=1, reports="impulse")

    def write(self, power: str, *lines: str) -> str:
        self.office.later(0.25)
        return self.office.write(power, *lines, message_id=f"<{self.office.written}@x>").text

    def tick(self, hours: float) -> None:
        self.office.later(hours)
        self.office.moderator.tick()

    def desk(self, deed: Callable[[ModeratorDeeds], str]) -> None:
        self.office.deed(deed)

    def waiting(self) -> list[QuestionRow]:
        return [row for row in self.office.questions() if row.status == "open"]

    def play(self) -> None:
        """An impulse in pieces, and whatever time brings."""
        for onlooker in ("england", "protestant", "observer1"):
            self.write(onlooker, *EVERYTHING)
        self.write("ottoman", "preview", MARCH, "build cavalry in istanbul", "end")
        self.write("england", "windows open", "standing: defence as usual")
        self.write(FRANCE, "standing: never intercept", "windows open")
        self.write("ottoman", MARCH)
        self.run_out("ottoman")
        self.write("england", *EVERYTHING)
        self.write(FRANCE, "vacation 2026-11-17 to 2026-11-19")
        self.write(PAPACY, "extend 24h")
        self.tick(24)
        self.write("hapsburg", "agree extension")
        self.desk(lambda desk: desk.pause(GAME))
        self.tick(30)
        self.desk(lambda desk: desk.resume(GAME))
        if self.mine("ottoman"):
            self.write("ottoman", "build cavalry in istanbul", "end")
        self.run_out("hapsburg")
        self.write("protestant", *EVERYTHING, "preview")
        self.desk(lambda desk: desk.rewind(GAME, 1, "for the test"))
        self.write("hapsburg", *EVERYTHING)

    def mine(self, power: str) -> bool:
        return power in self.office.asked()

    def run_out(self, until: str) -> None:
        """Nobody answers windows: reminders, grace and deadlines come, until a power is to go on."""
        for _ in range(60):
            if self.mine(until) and not any(row.kind == "respond" for row in self.waiting()):
                return
            self.tick(3)

    def seen(self) -> dict[str, Any]:
        with UnitOfWork(self.office.database) as work:
            health = health_of(work.at(self.office.settings, self.office.clock.now())).line
        return {
            "mails": {power: [compose(row) for row in self.office.outbox(power)] for power in ONLOOKERS},
            "times": {power: [row.created_at for row in self.office.outbox(power)] for power in ONLOOKERS},
            "waiting": [
                (q.power, q.kind, q.asked_at, q.due_at, q.default_at, q.status)
                for q in self.office.questions()
            ],
            "moderator": [(row.subject, row.text) for row in self.office.outbox("boss")],
            "order": [(row.recipient, row.kind, row.created_at) for row in self.office.outbox()],
            "health": health,
        }


@pytest.mark.parametrize("windows", POLICIES)
def test_time_tells_nothing_of_hands(
    windows: str,
    new_office: Callable[..., Office],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="pbem")
    looks: list[dict[str, Any]] = []
    for hands in HANDS:
        caplog.clear()
        with monkeypatch.context() as patch:
            look = Look(
                new_office(
                    mail={"moderator": "boss@example.test"},
                    pace={"grace": 2, "tell_after": 1, "offer_after": 2},
                ),
                windows,
                hands,
                patch,
            )
            look.play()
        seen = look.seen()
        seen["log"] = [record.getMessage() for record in caplog.records if record.name.startswith("pbem")]
        looks.append(seen)
    for what, one in looks[0].items():
        assert one == looks[1][what], what
    assert min(len(mails) for mails in looks[0]["mails"].values()) >= 6
    # The same letters went to everybody at the same times, also to the two who hold other cards.
    kinds = {kind for _, kind, _ in looks[0]["order"]}
    assert {"receipt", "report", "vote", "vacation", "notice"} <= kinds
    assert windows == "rewind" or "reminder" in kinds
