"""A moderator in a temporary folder, and a way to write to it and to read what it writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

from sqlalchemy import Engine
from sqlmodel import col, func, select

from pbem.calendar.clock import SetClock
from pbem.channels.channel import Incoming
from pbem.config import (
    Database,
    DatabaseServer,
    MailSettings,
    PaceSettings,
    QuotaSettings,
    Settings,
    TimeSettings,
)
from pbem.games import game_of
from pbem.language import say
from pbem.language.catalog import ENGLISH
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.seats import Seat
from pbem.post.service import GamePlan, Moderator, Player
from pbem.store import games
from pbem.store.database import connect
from pbem.store.seeds import keys_of, use_keys
from pbem.store.tables import LetterRow, OrderRow, OutgoingRow, QuestionRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine as GameEngine
from rules.his.powers import IMPULSE_ORDER

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
GAME = "test"
SEED = "a seed"


def plan(
    *,
    scenario: str = "tournament",
    windows: str = "standing",
    reports: str = "turn",
    observers: int = 0,
    language: str = ENGLISH,
    languages: dict[str, str] | None = None,
    quick: bool = False,
    suggestions: bool = True,
) -> GamePlan:
    """Six players, one for each power."""
    players = [
        Player(power.title(), f"{power}@example.test", (power,), (languages or {}).get(power, ""))
        for power in IMPULSE_ORDER
    ]
    players += [Player(f"Observer {n}", f"observer{n}@example.test") for n in range(1, observers + 1)]
    return GamePlan(
        GAME,
        scenario,
        tuple(players),
        windows,
        reports,
        language=language,
        quick=quick,
        suggestions=suggestions,
    )


class Office:
    """One moderator."""

    def __init__(
        self,
        database: Database,
        *,
        talks: int = 0,
        mail: dict[str, Any] | None = None,
        pace: dict[str, Any] | None = None,
    ) -> None:
        """`talks` are the hours of the negotiation window; without it deals are asked for at once."""
        self.database: Engine = connect(database)
        self.clock = SetClock(MONDAY)
        self.settings = Settings(
            database=database,
            mail=MailSettings(address="gm@example.test", **(mail or {})),
            hours=TimeSettings(negotiation=talks),
            pace=PaceSettings(**{"grace": 0, **(pace or {})}),
        )
        use_keys(self.database, keys_of(self.settings))
        self.moderator = Moderator(self.database, self.settings, self.clock)
        self.written = 0
        self._others: list[Engine] = []

    @property
    def place(self) -> str:
        """The database as the settings name it."""
        database = self.settings.database
        return database.url if isinstance(database, DatabaseServer) else str(database)

    def limit(self, **quotas: int) -> None:
        """Other quotas than the usual ones."""
        self.settings = self.settings.model_copy(update={"quotas": QuotaSettings(**quotas)})
        self.moderator = Moderator(self.database, self.settings, self.clock)

    def begin(self, seed: str = SEED, **changes: Any) -> None:
        self.moderator.create_game(plan(**changes), seed=seed)
        self.moderator.start_game(GAME)

    def deed(self, deed: Callable[[ModeratorDeeds], str]) -> str:
        """A deed of the moderator, in a transaction of its own."""
        with UnitOfWork(self.database) as work:
            told = deed(ModeratorDeeds(work.at(self.settings, self.clock.now())))
            work.commit()
        return told

    def another(self) -> Moderator:
        """A second moderator on the same database, as another process would have it."""
        database = connect(self.settings.database)
        use_keys(database, keys_of(self.settings))
        self._others.append(database)
        return Moderator(database, self.settings, self.clock)

    def close(self) -> None:
        for database in (self.database, *self._others):
            database.dispose()

    # ---- Writing

    def seat(self, power: str, game: str = GAME) -> Seat:
        with UnitOfWork(self.database) as work:
            for row in games.seat_rows(work.session, games.find_game(work.session, game)):
                if power in row.powers or row.address.startswith(power):
                    return games.as_seat(row)
        raise LookupError(power)

    def letter(
        self, power: str, *lines: str, message_id: str = "", game: str = GAME, **headers: str
    ) -> bytes:
        """The bytes of a player's letter."""
        seat = self.seat(power, game)
        self.written += 1
        message = EmailMessage(policy=SMTP)
        message["From"] = headers.pop("From", f"{seat.name} <{seat.address}>")
        message["To"] = headers.pop("To", self.settings.mail.reply_address(seat.token))
        message["Subject"] = headers.pop("Subject", "orders")
        message["Message-ID"] = message_id or f"<{self.written}.{power}@players.test>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content("\n".join(lines) + "\n")
        return message.as_bytes()

    def receive(self, raw: bytes) -> LetterRow:
        """Store and handle a letter; what became of it."""
        id = self.moderator.store_letter(Incoming("key", raw, len(raw)))
        self.moderator.handle_letters()
        with UnitOfWork(self.database) as work:
            found = work.session.exec(select(LetterRow).where(LetterRow.id == id)).first()
            return found or work.session.exec(select(LetterRow).order_by(col(LetterRow.id).desc())).first()  # type: ignore[return-value]

    def write(self, power: str, *lines: str, **headers: str) -> OutgoingRow:
        """A player's letter, handled; the moderator's answer to it."""
        return self.answer_to(self.receive(self.letter(power, *lines, **headers)))

    # ---- Looking

    def answer_to(self, row: LetterRow) -> OutgoingRow:
        """The only letter that answers one."""
        with UnitOfWork(self.database) as work:
            return work.session.exec(select(OutgoingRow).where(OutgoingRow.answers_id == row.id)).one()

    def outbox(self, power: str | None = None, *, since: int = 0, kind: str = "") -> list[OutgoingRow]:
        """All letters written so far, or those to one seat or of a kind, after the first so many of all."""
        query = select(OutgoingRow).order_by(col(OutgoingRow.id))
        if since:  # whoever looks after each letter would unpack all of them again and again
            oldest = select(OutgoingRow.id).order_by(col(OutgoingRow.id)).offset(since).limit(1)
            query = query.where(col(OutgoingRow.id) >= oldest.scalar_subquery())
        if power is not None:
            query = query.where(col(OutgoingRow.recipient).startswith(power))
        if kind:
            query = query.where(OutgoingRow.kind == kind)
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(query).all())

    def letters_out(self) -> int:
        """How many letters were written so far."""
        with UnitOfWork(self.database) as work:
            return work.session.exec(select(func.count()).select_from(OutgoingRow)).one()

    def last_to(self, power: str, game: str = GAME) -> OutgoingRow:
        """The last letter to a power."""
        with UnitOfWork(self.database) as work:
            query = select(OutgoingRow).where(OutgoingRow.seat_id == self.seat(power, game).id)
            return work.session.exec(query.order_by(col(OutgoingRow.id).desc()).limit(1)).one()

    def letters(self) -> list[LetterRow]:
        """All letters that came, in their order."""
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(select(LetterRow).order_by(col(LetterRow.id))).all())

    def engine(self, game: str = GAME) -> GameEngine[Any]:
        with UnitOfWork(self.database) as work:
            return games.load_engine(work.session, games.find_game(work.session, game))

    def asked(self) -> list[str]:
        return list(self.engine().waiting())

    def silent_line(self, power: str) -> str:
        """The order that silence would mean."""
        engine = self.engine()
        question = engine.question(power)
        return say(question, question.default(engine.game), game_of(engine.rules.name).names)

    def next_line(self, name: str) -> tuple[str, str]:
        """What silence would mean for whoever is asked first in a game, and who that is."""
        with UnitOfWork(self.database) as work:
            engine = games.load_engine(work.session, games.find_game(work.session, name))
        power, question = next(iter(engine.waiting().items()))
        return say(question, question.default(engine.game), game_of("his").names), power

    def orders(self) -> list[OrderRow]:
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(select(OrderRow).order_by(col(OrderRow.seq))).all())

    def questions(self) -> list[QuestionRow]:
        with UnitOfWork(self.database) as work:
            return list(work.session.exec(select(QuestionRow).order_by(col(QuestionRow.id))).all())

    def later(self, hours: float) -> None:
        self.clock.advance(timedelta(hours=hours))

    def play_silently(self, letters: int) -> None:
        """Everybody orders what silence would mean."""
        for _ in range(letters):
            power = self.asked()[0]
            self.write(power, self.silent_line(power))
