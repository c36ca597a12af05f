"""Three Towns on a forum: Red plays there, Blue by mail, and everybody reads a topic."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from pbem.calendar.clock import SetClock
from pbem.channels import FORUM, channel_of
from pbem.channels.channel import Incoming
from pbem.channels.forum.channel import ForumChannel
from pbem.channels.forum.inbox import ForumInbox
from pbem.channels.forum.sender import ForumSender
from pbem.config import ForumSettings, MailSettings, Settings, SmtpSettings, TimeSettings
from pbem.moderator.deeds import ModeratorDeeds
from pbem.post.outbox import Delivered, Outbox
from pbem.post.service import GamePlan, Moderator, Player
from pbem.store import games
from pbem.store.database import connect
from pbem.store.notebook import StoredNotebook
from pbem.store.tables import LetterRow, OrderRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.forum.standin import CATEGORY, ME, PASSWORD

NAME = "towns"
BOSS = "boss@example.test"
MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
RED, BLUE = "anna@forum", "blue@example.test"


class Campaign:
    """A moderator with one game on a forum."""

    def __init__(self, database: Path, forum: Any, clock: SetClock, **login: Any) -> None:
        """`forum` is a stand-in, or what has its kind and address; `login` if it is another account."""
        self.forum, self.clock = forum, clock
        self.database = connect(database)
        login = {"user": ME, "password": PASSWORD, "category": CATEGORY, "timeout": 30.0, **login}
        self.settings = Settings(
            database=database,
            mail=MailSettings(
                address="gm@example.test", moderator=BOSS, smtp=SmtpSettings(host="127.0.0.1", port=1)
            ),
            forum=ForumSettings(kind=forum.kind, address=forum.address, **login),
            hours=TimeSettings(negotiation=0),
        )
        self.naps: list[float] = []
        self.moderator = Moderator(self.database, self.settings, clock)
        self._open()

    def start_anew(self) -> None:
        """As after a crash: nothing is known but what is stored."""
        self.inbox.close()
        asyncio.run(self.outbox.close())
        self._open()

    def _open(self) -> None:
        channel = channel_of(FORUM, self.settings)
        assert isinstance(channel, ForumChannel)
        notebook = StoredNotebook(self.database, FORUM)
        self.inbox = ForumInbox(channel.open_forum, notebook, self.clock.now)
        self.outbox = Outbox(self.database, self.settings, self.clock)
        sender = ForumSender(channel.open_forum, notebook, self.settings.forum.category, self.naps.append)
        self.outbox._senders[FORUM] = sender

    def close(self) -> None:
        self.inbox.close()
        asyncio.run(self.outbox.close())
        self.database.dispose()

    # ---- The game

    def create(self, **seats: str) -> None:
        """If nothing is said, Red is Anna on the forum, Blue plays by mail, and there is a topic."""
        chosen = {"red": RED, "blue": BLUE, "observer": "topic@forum", **seats}
        players = tuple(
            Player(who.title(), where, () if who == "observer" else (who,), channel=_channel(where))
            for who, where in chosen.items()
            if where
        )
        self.moderator.create_game(GamePlan(NAME, "plain", players, game="toy"), seed="towns")

    def begin(self, **seats: str) -> None:
        """With the invitation answered and the first question asked."""
        self.create(**seats)
        self.desk("invite")
        self.round()
        self.forum.say("Anna", self.forum.private("Anna"), "join")
        self.round()
        self.moderator.start_game(NAME, anyway=True)
        self.round()

    def desk(self, deed: str, *words: Any) -> str:
        with UnitOfWork(self.database) as work:
            told = getattr(ModeratorDeeds(work.at(self.settings, self.clock.now())), deed)(NAME, *words)
            work.commit()
        return str(told)

    # ---- Rounds

    def poll(self) -> int:
        return self.moderator.poll(self.inbox, FORUM)

    def send(self) -> Delivered:
        return asyncio.run(self.outbox.send_due())

    def round(self) -> Delivered:
        self.poll()
        sent = self.send()
        self.clock.advance(timedelta(minutes=1))
        return sent

    def by_mail(self, *lines: str) -> None:
        """A letter of Blue's."""
        token = next(row.token for row in self.seats() if row.address == BLUE)
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"] = BLUE, self.settings.mail.reply_address(token)
        message["Message-ID"] = f"<{len(self.letters())}@players.test>"
        message.set_content("\n".join(lines) + "\n")
        raw = message.as_bytes()
        self.moderator.store_letter(Incoming("key", raw, len(raw)))
        self.moderator.handle_letters()

    # ---- Looking

    def seats(self) -> list[SeatRow]:
        with UnitOfWork(self.database) as work:
            return list(games.seat_rows(work.session, games.find_game(work.session, NAME)))

    def orders(self) -> list[str]:
        """What was ordered by letters."""
        with UnitOfWork(self.database) as work:
            rows = work.session.exec(select(OrderRow).order_by(col(OrderRow.seq)))
            return [row.words for row in rows if row.letter_id is not None]

    def letters(self) -> list[LetterRow]:
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(select(LetterRow).order_by(col(LetterRow.id))))

    def outgoing(self, recipient: str = "") -> list[OutgoingRow]:
        with UnitOfWork(self.database) as work:
            rows = work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))).all()
        return [row for row in rows if not recipient or row.recipient == recipient]

    def asked(self) -> list[str]:
        with UnitOfWork(self.database) as work:
            return list(games.load_engine(work.session, games.find_game(work.session, NAME)).waiting())

    def read_by(self, user: str) -> list[str]:
        """What the moderator has posted to a user."""
        return [post.text for one in self.forum.privates(user) for post in one.posts if post.author == ME]


def _channel(address: str) -> str:
    return FORUM if address.endswith("@forum") else "mail"


Make = Callable[..., Campaign]
