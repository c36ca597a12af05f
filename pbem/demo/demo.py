"""A whole game between bots on this machine, by mail, on a clock that does not wait.

The same programs as in earnest: letters go through SMTP into Maildirs, the moderator reads its own, and
each bot reads its mailbox, and looks at what its power may know of the game.  Killed at any moment, it goes
on with `--resume`.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import aiosmtplib
from sqlalchemy import Engine, func
from sqlmodel import col, select

from pbem import closed
from pbem.bots.bot import Bot
from pbem.calendar.clock import SetClock
from pbem.channels.mail.embedded import HOST, EmbeddedServer, maildir
from pbem.channels.mail.inbox import MaildirInbox
from pbem.config import MailSettings, Settings, SmtpSettings, TimeSettings
from pbem.errors import ModeratorProblem
from pbem.games import game_of, usual_game
from pbem.games.suggestion import Level
from pbem.games.views import Public
from pbem.language import say
from pbem.language.catalog import ENGLISH
from pbem.play.sitting import Sitting
from pbem.play.talks import OFFERED
from pbem.post.outbox import Outbox
from pbem.post.service import GamePlan, Moderator, Player
from pbem.store import clocks, games
from pbem.store.database import open_database
from pbem.store.tables import GameRow, LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Power

GAME = "demo"
HOST_NAME = "example.test"
MODERATOR = f"gm@{HOST_NAME}"
BEGINNING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
ANSWER_TIME = timedelta(minutes=95)
NOTES = "demo.json"
LOOK_EVERY = 0.5
PATIENCE = 60.0
USUAL_CARDS = 38


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes a demo: the same plan plays the same game."""

    seed: int = 1
    scenario: str = "tournament"
    game: str = field(default_factory=usual_game)
    language: str = ENGLISH
    """Of all letters, or several with commas between them: one for each seat, and again from the first."""
    level: str = Level.USUAL
    suggestions: bool = False
    """Letters to bots suggest answers too, as those to people do: to measure them."""

    @property
    def languages(self) -> list[str]:
        """The first is that of the game."""
        return [one.strip() for one in self.language.split(",")]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the game is, for whoever watches."""

    turn: int
    where: str
    fraction: float
    letters: int
    over: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What the demo leaves behind."""

    folder: Path
    view: Public
    letters: int
    orders: int
    seconds: float
    over: bool


class Demo:
    """One demo in one folder."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        closed.close(folder)
        self.folder = folder
        self.plan = plan
        self.mail = folder
        self.database: Engine = open_database(folder / "pbem.sqlite3")
        self.clock = SetClock(self._latest())
        self.bots = [
            Bot(
                power.replace("_", " ").title(),
                address(power),
                maildir(self.mail, address(power)),
                partial(self.advice, power),
            )
            for power in self._powers()
        ]
        self.letters = 0
        self._looked = 0.0
        self._seen = ("Dealing", 0, 0.0)

    # ---- Beginnings

    @classmethod
    def new(cls, folder: Path, plan: Plan) -> Demo:
        """Begin anew; what an earlier demo left in the folder is removed."""
        if folder.exists() and any(folder.iterdir()):
            if not (folder / NOTES).exists():
                raise ModeratorProblem(f"{folder} is not empty, and not the folder of a demo")
            shutil.rmtree(folder)
        closed.make_folder(folder)
        closed.write_text(folder / NOTES, json.dumps(asdict(plan)))
        return cls(folder, plan)

    @classmethod
    def resume(cls, folder: Path) -> Demo:
        """Go on with a demo that was stopped."""
        try:
            plan = Plan(**json.loads((folder / NOTES).read_text()))
        except FileNotFoundError:
            raise ModeratorProblem(f"there is no demo in {folder}") from None
        return cls(folder, plan)

    def _latest(self) -> datetime:
        with UnitOfWork(self.database) as work:
            written: datetime | None = work.session.exec(select(func.max(OutgoingRow.created_at))).one()
            received: datetime | None = work.session.exec(select(func.max(LetterRow.received_at))).one()
        return max(BEGINNING, written or BEGINNING, received or BEGINNING)

    # ---- Playing

    async def play(
        self,
        watch: Callable[[Progress], None],
        *,
        until: Callable[[Progress], bool] = lambda progress: False,
        person: str = "",
        port: int = 0,
    ) -> Result:
        """Play to the end, or until `until` says so; a power that a person plays is waited for."""
        began = time.monotonic()
        addresses = [MODERATOR, *(bot.address for bot in self.bots)]
        server = EmbeddedServer(self.mail, addresses, port, durable=False)
        await server.start()
        settings = self._settings(server.port, talks=bool(person))
        moderator = Moderator(self.database, settings, self.clock)
        outbox = Outbox(self.database, settings, self.clock)
        inbox = MaildirInbox(maildir(self.mail, MODERATOR), settings.mail.largest_letter)
        client = aiosmtplib.SMTP(hostname=HOST, port=server.port, start_tls=False)
        try:
            self._begin(moderator, person)
            while True:
                moderator.poll(inbox)
                self.letters += (await outbox.send_due()).sent
                progress = self.progress()
                watch(progress)
                if progress.over or until(progress):
                    break
                if await self._bots_answer(client, person):
                    continue
                if person and self._is_waited_for(person):
                    await inbox.wait(PATIENCE)
                else:
                    self._let_time_pass(moderator)
        finally:
            client.close()
            await outbox.close()
            await server.stop()
        return self._result(time.monotonic() - began)

    def _settings(self, port: int, *, talks: bool) -> Settings:
        return Settings(
            database=self.folder / "pbem.sqlite3",
            # Bots among themselves announce deals at once; with a person they talk, and wait for him.
            hours=TimeSettings() if talks else TimeSettings(negotiation=0),
            mail=MailSettings(
                address=MODERATOR,
                smtp=SmtpSettings(host=HOST, port=port),
                maildir=self.mail / MODERATOR,
            ),
        )

    def _begin(self, moderator: Moderator, person: str) -> None:
        with UnitOfWork(self.database) as work:
            here = {game.name: game.status for game in games.all_games(work.session)}
        if GAME not in here:
            players = tuple(
                # Bots look at no pictures, and need no suggestions.
                Player(
                    bot.name,
                    bot.address,
                    (power,),
                    self._language(power),
                    pictures=power == person,
                    suggestions=self.plan.suggestions or power == person,
                )
                for bot, power in zip(self.bots, self._powers(), strict=True)
            )
            plan = GamePlan(
                GAME,
                self.plan.scenario,
                players,
                game=self.plan.game,
                language=self.plan.languages[0],
                quick=bool(person),  # whoever plays gets the game as it is usually made
            )
            moderator.create_game(plan, seed=f"demo {self.plan.seed}")
        if here.get(GAME, "seating") == "seating":
            moderator.start_game(GAME)

    def _powers(self) -> tuple[str, ...]:
        return game_of(self.plan.game).powers_in(self.plan.scenario)

    def _language(self, power: Power) -> str:
        known = self.plan.languages
        return known[self._powers().index(power) % len(known)]

    async def _bots_answer(self, client: aiosmtplib.SMTP, person: str) -> int:
        count = 0
        for bot in self.bots:
            if bot.address == address(person):
                continue
            for answer in bot.answers():
                self.clock.advance(ANSWER_TIME)
                await self._hand_over(client, bot.address, answer.message)
                bot.done(answer.read)
                count += 1
        self.letters += count
        return count

    async def _hand_over(self, client: aiosmtplib.SMTP, sender: str, message: EmailMessage) -> None:
        """Send a bot's letter; while a person thinks, the server hangs up on whoever is silent."""
        for last in (False, True):
            try:
                if not client.is_connected:
                    await client.connect()
                await client.sendmail(sender, [message["To"]], message.as_bytes())
                return
            except aiosmtplib.SMTPServerDisconnected:
                if last:
                    raise
                client.close()

    def advice(self, power: Power) -> list[str]:
        """What the title's bot would order for a power now, in the language of its letters.

        It is shown what the power may know.
        """
        with UnitOfWork(self.database) as work:
            game = games.find_game(work.session, GAME)
            sitting = games.load_sitting(work.session, game)
            talks = clocks.open_talks(work.session, game)
            ready = talks is not None and power in talks.ready
        title, engine = games.title_of(game), sitting.engine
        if sitting.talking:
            return self._talk(power, sitting, ready=ready)
        question = sitting.waiting().get(power)
        if question is None:
            return []
        advice = title.suggest(engine.game, power, question, Level(self.plan.level))
        words, voice = say(question, advice.answer, title.names), title.voice(self._language(power))
        return [voice.order(line) for line in words.split("\n")] if words else []

    def _talk(self, power: Power, sitting: Sitting, *, ready: bool) -> list[str]:
        """What a bot writes in talks: answers, offers, a word to each, and that it is ready.

        A plan of the turn it does not write: it waits until it is asked.
        """
        clerk, title = sitting.clerk, sitting.title
        talks = clerk.talks(sitting.engine) if clerk else None
        if clerk is None or talks is None or power not in talks.powers:
            return []
        voice = title.voice(self._language(power))
        if talks.is_plan:
            return [] if ready else [voice.order("wait")]
        drafts = clerk.of(power)
        offers = [draft for draft in drafts if draft.status == OFFERED and draft.by != power]
        if ready and not offers:
            return []
        spoken = {draft.other(power) for draft in drafts}
        partners = () if ready else talks.powers
        said = title.talk(sitting.engine.game, power, [draft.deal for draft in offers], partners, spoken)
        lines = [
            voice.order(f"{'agree' if yes else 'refuse'} {draft.other(power)} {draft.number}")
            for draft, yes in zip(offers, said.answers, strict=True)
        ]
        asks: Any = clerk.deals.announce
        for deal in said.proposals:
            other = deal.other(power)
            own = replace(deal, proposer=power, partner=other)
            terms = say(asks(power, (other,)), (own,), sitting.names)
            lines.append(voice.order(f"propose to {other}: {terms.partition(': ')[2]}"))
        lines += [f"press to {other}: {voice.tell(words)}" for other, words in said.press]
        return [*lines, voice.order("ready")]

    def _is_waited_for(self, person: Power) -> bool:
        """Whether it is for a person to write; otherwise nobody does any more, and time must pass."""
        with UnitOfWork(self.database) as work:
            game = games.find_game(work.session, GAME)
            talks = clocks.open_talks(work.session, game)
            if talks is not None:
                return person in talks.powers and person not in talks.ready
            return any(row.power == person for row in clocks.open_questions(work.session, game))

    def _let_time_pass(self, moderator: Moderator) -> None:
        """Nobody writes: go on to the next deadline."""
        self.clock.advance(timedelta(hours=24))
        moderator.tick()

    def progress(self) -> Progress:
        """How far the game is; the position itself is looked at a few times a second only."""
        with UnitOfWork(self.database) as work:
            game = games.find_game(work.session, GAME)
            over = game.status == "over"
            if over or time.monotonic() - self._looked > LOOK_EVERY:
                self._looked = time.monotonic()
                view = games.title_of(game).public(
                    games.load_engine(work.session, game).game, games.title_of(game).voice()
                )
                first, last = games.setup_turn(game), self._last_turn(game)
                self._seen = (view.where, view.turn, _fraction(view, first, last))
        where, turn, fraction = self._seen
        return Progress(turn, where, 1.0 if over else fraction, self.letters, over)

    def _last_turn(self, game: GameRow) -> int:
        return games.title_of(game).scenarios[games.setup_of(game).scenario].last_turn

    def _result(self, seconds: float) -> Result:
        self._write_reports()
        with UnitOfWork(self.database) as work:
            game = games.find_game(work.session, GAME)
            engine = games.load_engine(work.session, game)
            orders = engine.seq
        view = games.title_of(game).public(engine.game, games.title_of(game).voice())
        return Result(self.folder, view, self.letters, orders, seconds, engine.over)

    def passwords(self) -> dict[str, str]:
        """What opens each mailbox: for a demo, the name of its owner."""
        return {
            address: address.partition("@")[0] for address in [MODERATOR, *(b.address for b in self.bots)]
        }

    def _write_reports(self) -> None:
        folder = self.folder / "reports"
        closed.make_folder(folder)
        with UnitOfWork(self.database) as work:
            rows = work.session.exec(
                select(OutgoingRow)
                .where(OutgoingRow.kind == "report", OutgoingRow.recipient == self.bots[0].address)
                .order_by(col(OutgoingRow.id))
            ).all()
        for number, row in enumerate(rows, 1):
            closed.write_text(folder / f"{number:02}.txt", row.text)
            closed.write_text(folder / f"{number:02}.html", row.html)


def _fraction(view: Public, first: int, last: int) -> float:
    """A guess at how much of the game is played: turns, and within a turn the cards that are left."""
    left = sum(line.cards for line in view.powers)
    within = 1 - min(left, USUAL_CARDS) / USUAL_CARDS if view.impulse else 0.0
    return min(1.0, (view.turn - first + within) / (last - first + 1))


def address(power: str) -> str:
    return f"{power}@{HOST_NAME}"
