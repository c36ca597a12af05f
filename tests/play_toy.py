"""Three Towns by mail, from the invitation to the archive: `python -m tests.play_toy FOLDER`.

Run in a process of its own, so that it can say at the end which titles were imported.
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from sqlalchemy import update
from sqlmodel import col, select

from pbem.calendar.clock import SetClock
from pbem.channels import add_channel
from pbem.channels.channel import Incoming
from pbem.channels.memory import MemoryChannel
from pbem.config import MailSettings, Settings, TimeSettings
from pbem.games import add_game
from pbem.letters.pictures import svg_of
from pbem.moderator.archive import archive_game
from pbem.moderator.deeds import ModeratorDeeds
from pbem.moderator.overview import Overview
from pbem.moderator.pictures import from_database, map_scene, replay_html
from pbem.post.outbox import Outbox
from pbem.post.service import GamePlan, Moderator, Player
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from tests.toy_title import Toy

NAME = "towns"
MEMORY = MemoryChannel()
MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)


class Table:
    """A moderator, and two players who write letters."""

    def __init__(self, folder: Path) -> None:
        add_game(Toy())
        add_channel(MEMORY.name, lambda settings: MEMORY)
        self.database = open_database(folder / "toy.sqlite3")
        self.clock = SetClock(MONDAY)
        self.settings = Settings(
            database=folder / "toy.sqlite3",
            mail=MailSettings(address="gm@example.test"),
            hours=TimeSettings(negotiation=48),
        )
        self.moderator = Moderator(self.database, self.settings, self.clock)
        self.written = 0

    def desk(self, deed: str, *words: object) -> None:
        with UnitOfWork(self.database) as work:
            desk = ModeratorDeeds(work.at(self.settings, self.clock.now()))
            getattr(desk, deed)(NAME, *words)
            work.commit()

    def write(self, power: str, *lines: str) -> str:
        """A letter to the moderator; the answer."""
        with UnitOfWork(self.database) as work:
            rows = games.seat_rows(work.session, games.find_game(work.session, NAME))
        (seat,) = [row for row in rows if power in row.powers]
        self.written += 1
        if seat.channel == MEMORY.name:
            MEMORY.write(seat.address, seat.token, lines)
            self.moderator.poll(MEMORY.open_inbox(), MEMORY.name)
            return [row.text for row in self.sent() if row.answers_id and row.recipient == seat.address][-1]
        message = EmailMessage(policy=SMTP)
        message["From"] = f"{seat.name} <{seat.address}>"
        message["To"] = self.settings.mail.reply_address(seat.token)
        message["Message-ID"] = f"<{self.written}@players.test>"
        message.set_content("\n".join(lines) + "\n")
        raw = message.as_bytes()
        id = self.moderator.store_letter(Incoming("key", raw, len(raw)))
        self.moderator.handle_letters()
        return next(row.text for row in self.sent() if row.answers_id == id)

    def sent(self) -> list[OutgoingRow]:
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))))

    async def deliver(self) -> None:
        """Hand over what waits; there is no server for mail, so that stays."""
        outbox = Outbox(self.database, self.settings, self.clock)
        with UnitOfWork(self.database) as work:
            work.session.exec(
                update(OutgoingRow).where(col(OutgoingRow.channel) == "mail").values(status="sent")
            )
            work.commit()
        await outbox.send_due()
        await outbox.close()

    def last_to(self, power: str) -> str:
        return [row.text for row in self.sent() if row.recipient.startswith(power)][-1]


def play(folder: Path) -> dict[str, object]:
    """A whole game; what was told at its turns, for a test to look at."""
    table = Table(folder)
    # Red plays by mail, Blue by another channel.
    players = (
        Player("Red", "red@example.test", ("red",)),
        Player("Blue", "blue", ("blue",), channel=MEMORY.name),
    )
    table.moderator.create_game(GamePlan(NAME, "plain", players, game="toy"), seed="towns")
    table.desk("invite")
    told: dict[str, object] = {"joined": [table.write(power, "join") for power in ("red", "blue")]}
    table.moderator.start_game(NAME)
    told["start"] = table.last_to("blue")
    # A deal, while the negotiation window is open.
    told["proposed"] = table.write("red", "propose to blue: truce")
    told["agreed"] = table.write("blue", "agree")
    table.write("red", "ready")
    # A standing order, which answers Red's window as soon as it opens; and orders before they are asked for.
    told["standing"] = table.write("blue", "standing: play 1, once", "ready", "next impulse: cork")
    told["red stopped"] = table.write("red", "alba")
    told["map"] = table.write("blue", "map", "status", "hand")
    # The second turn: talks lapse by the clock, somebody is silent.
    table.clock.advance(timedelta(hours=49))
    table.moderator.tick()
    told["windows"] = table.write("blue", "windows open")
    told["taken"] = table.write("red", "cork")
    told["refused"] = table.write("red", "alba")
    table.desk("rewind", 3, "to try again")
    told["rewound"] = table.last_to("red")
    with UnitOfWork(table.database) as work:
        told["asked"] = list(games.load_engine(work.session, games.find_game(work.session, NAME)).waiting())
    for _ in range(20):
        with UnitOfWork(table.database) as work:
            engine = games.load_engine(work.session, games.find_game(work.session, NAME))
        if engine.over:
            break
        table.clock.advance(timedelta(hours=200))
        table.moderator.tick()
    told["verified"] = Overview(table.database).verify(NAME).orders
    with UnitOfWork(table.database) as work:
        source = from_database(work.session, NAME)
        told["archive"] = archive_game(work.session, NAME)["deals"]
    asyncio.run(table.deliver())
    told["delivered"] = [letter.recipient for letter in MEMORY.sent]
    told["picture"], told["replay"] = svg_of(map_scene(source)), replay_html(source)
    told["report"] = table.last_to("red")
    told["titles"] = sorted(m for m in sys.modules if m.startswith(("rules.his", "pbem.games.his")))
    return told


if __name__ == "__main__":
    print(json.dumps(play(Path(sys.argv[1]))))
