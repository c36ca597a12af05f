"""What the person who runs the games looks up: the state of all games, a game's log, its check, its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from pbem.channels import sender_of
from pbem.errors import ModeratorProblem
from pbem.games.views import Public
from pbem.language.voice import Voice
from pbem.letters.content import Chapter
from pbem.letters.story import story
from pbem.moderator.checking import Played, Record, check
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING
from pbem.store import clocks, games, seats
from pbem.store.counts import counts, in_outbox
from pbem.store.seeds import seed_of
from pbem.store.sign_ups import open_ones
from pbem.store.tables import (
    LETTER_STATUSES,
    EventRow,
    GameRow,
    LetterRow,
    OrderRow,
    OutgoingRow,
    SeatRow,
    SnapshotRow,
)
from pbem.store.unit_of_work import UnitOfWork
from rules import Corrected, Rewound
from rules.core.reasons import Reason
from rules.core.windows import Respond


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list of games."""

    name: str
    scenario: str
    status: str
    where: str
    waiting: tuple[str, ...]
    due: datetime | None
    zone: str = "UTC"
    """In which its players read the time."""


@dataclass(frozen=True, slots=True)
class MailLine:
    """How many letters are where."""

    new: int
    held: int
    shunted: int
    queued: int
    failed: int


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order in a game's log."""

    seq: int
    at: datetime
    power: str
    kind: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter in the list of letters."""

    id: int
    at: datetime
    sender: str
    """The player and the game; of a stranger the address."""
    status: str
    verdict: str


class Overview:
    """Looks into the database; changes nothing."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def games(self) -> list[GameLine]:
        with UnitOfWork(self._database) as work:
            return [self._line(work.session, game) for game in games.all_games(work.session)]

    def openings(self) -> list[str]:
        """Games for which people sign up."""
        with UnitOfWork(self._database) as work:
            return [opening.name for opening in open_ones(work.session)]

    def view(self, name: str) -> tuple[GameLine, Public | None]:
        """One game, with its table of powers once it has begun."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            view = None
            if game.status != "seating":
                view = games.title_of(game).public(
                    games.load_engine(work.session, game).game, games.title_of(game).voice()
                )
            return self._line(work.session, game), view

    def zone(self, name: str) -> str:
        """In which the players of a game read the time."""
        with UnitOfWork(self._database) as work:
            return clocks.pace_of(games.find_game(work.session, name)).calendar.zone

    def mail(self) -> MailLine:
        with UnitOfWork(self._database) as work:
            letters = counts(work.session, LetterRow, "new", "held", "shunted")
            outgoing = in_outbox(work.session)
        return MailLine(*letters.values(), *outgoing.values())

    def log(self, name: str, *, last: int | None = None, passes: bool = True) -> list[OrderLine]:
        """The log of a game, or its last entries; without windows that passed by themselves if so wished."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            query = select(OrderRow).where(OrderRow.game_id == game.id).order_by(col(OrderRow.seq).desc())
            rows = work.session.exec(query if last is None or not passes else query.limit(last)).all()
            voice = games.title_of(game).voice()
        shown = [row for row in rows if passes or not _passed_by_itself(row.entry)]
        return [_order_line(row, voice) for row in reversed(shown[:last])]

    def letters(self, *, status: str | None = None, last: int = 30) -> list[LetterLine]:
        """The last letters that came, all or those of a status."""
        with UnitOfWork(self._database) as work:
            query = select(LetterRow).order_by(col(LetterRow.id).desc()).limit(last)
            if status:
                if status not in LETTER_STATUSES:
                    listed = ", ".join(LETTER_STATUSES)
                    raise ModeratorProblem(f'no letter is "{status}"; they are {listed}')
                query = query.where(LetterRow.status == status)
            rows = work.session.exec(query).all()
            seats = {
                seat.id: f"{seat.name} ({name})"
                for seat, name in work.session.exec(
                    select(SeatRow, GameRow.name)
                    .join(GameRow, col(GameRow.id) == SeatRow.game_id)
                    .where(col(SeatRow.id).in_([row.seat_id for row in rows]))
                )
            }
        return [
            LetterLine(
                row.id or 0,
                row.received_at,
                seats.get(row.seat_id) or sender_of(row.channel, row.raw) or "-",
                row.status,
                _last_line(row.verdict),
            )
            for row in reversed(rows)
        ]

    def letter(self, id: int) -> LetterRow:
        """A letter with its bytes."""
        with UnitOfWork(self._database) as work:
            row = work.session.get(LetterRow, id)
        if row is None:
            raise ModeratorProblem(f"there is no letter {id}")
        return row

    def replies(self, id: int) -> Sequence[OutgoingRow]:
        """What was written in answer to a letter."""
        with UnitOfWork(self._database) as work:
            return work.session.exec(select(OutgoingRow).where(OutgoingRow.answers_id == id)).all()

    # ---- Rebuilding

    def story(self, name: str, *, power: str | None = None, turn: int | None = None) -> list[Chapter]:
        """What happened, as an onlooker or one power saw it."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            found = games.load_events(work.session, game, turn=turn)
        events = [event for _, event in found if event.visible_to(power)]
        title = games.title_of(game)
        return story(events, title, title.voice())

    def verify(self, name: str) -> Played:
        """Play the whole log again from the seed, every answer checked, and compare all that is stored."""
        with UnitOfWork(self._database) as work:
            record = _record(work.session, name)
        return check(record)  # which takes a while: others may use the database meanwhile

    # ---- Inside

    def _line(self, session: Session, game: GameRow) -> GameLine:
        setup, zone = games.setup_of(game), clocks.pace_of(game).calendar.zone
        if game.status == "seating":
            missing = tuple(f"{name} (join)" for name in seats.unconfirmed(session, game))
            return GameLine(game.name, setup.scenario, game.status, "not begun", missing, None, zone)
        engine = games.load_engine(session, game)
        view = games.title_of(game).public(engine.game, games.title_of(game).voice())
        names = {line.id: line.name for line in view.powers}
        waiting = tuple(
            f"{names[power]} ({kind_words(question.kind)})" for power, question in engine.waiting().items()
        )
        due = min((row.due_at for row in clocks.open_questions(session, game) if row.due_at), default=None)
        if talks := clocks.open_talks(session, game):
            waiting, due = ("negotiations",), talks.closes_at
        status = "paused" if game.status == "running" and game.paused_at else game.status
        return GameLine(game.name, setup.scenario, status, view.where, waiting, due, zone)


def kind_words(kind: str) -> str:
    """What is asked, for a list: `window`, `propose deals`."""
    return "window" if kind == Respond.kind else kind.replace("_", " ")


def _order_line(row: OrderRow, voice: Voice) -> OrderLine:
    entry = row.entry
    power, kind = entry.get("power", ""), entry.get("kind", entry["$"].lower())
    return OrderLine(row.seq, row.at, power, kind_words(kind), _words(row, voice), entry.get("source", ""))


def _passed_by_itself(entry: dict[str, Any]) -> bool:
    """Whether an entry is the pass of a window that nobody was asked in."""
    return (
        entry.get("kind") == Respond.kind
        and not entry["answer"]
        and entry["source"] in (BY_STANDING, BY_PROVISIONAL)
    )


def _words(row: OrderRow, voice: Voice) -> str:
    """An order as it was written, with dice and draws that came with it; of a rewind, to where and why."""
    entry = row.entry
    words = row.words
    if entry["$"] == Rewound.__name__:
        words = f"to {entry['to']}: {voice.reason(Reason.load(entry['reason']))}"
    elif entry["$"] == Corrected.__name__:
        changes = ", ".join(f"{path}={value}" for path, value in entry["changes"])
        words = f"{changes}: {entry['reason']}"
    for what in ("dice", "draws"):
        if entry.get(what):
            words += f" (with {what} {', '.join(map(str, entry[what]))})"
    return words


def _record(session: Session, name: str) -> Record:
    """Everything that is stored of a game and can be checked."""
    game = games.find_game(session, name)
    if game.status == "seating":
        raise ModeratorProblem(f"{name} has not begun")
    snapshots = session.exec(select(SnapshotRow).where(SnapshotRow.game_id == game.id)).all()
    told = session.exec(
        select(EventRow.data).where(EventRow.game_id == game.id).order_by(col(EventRow.number))
    ).all()
    return Record(
        games.setup_of(game),
        seed_of(session, game),
        games.load_log(session, game),
        told,
        {row.seq: (row.digest, row.state) for row in snapshots},
        games.load_engine(session, game).digest(),
    )


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else ""
