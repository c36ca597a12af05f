"""What the person who runs the games looks up: the state of all games, a game's log, its check, its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from pbem.domain.windows import is_window
from pbem.errors import ModeratorProblem
from pbem.orders import names_of
from pbem.reports import build
from pbem.reports.sentences import Sentences
from pbem.reports.views import Public, public_view
from pbem.store import clocks, games
from pbem.store.tables import EventRow, GameRow, LetterRow, OrderRow, OutgoingRow, SnapshotRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Answered, Event, ReplayMismatch, load_rules
from rules import Engine as GameEngine
from rules.core import codec


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list of games."""

    name: str
    scenario: str
    status: str
    where: str
    waiting: tuple[str, ...]
    due: datetime | None


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
    sender_seat: str
    status: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What the check of a game has compared."""

    orders: int
    snapshots: int
    events: int
    digest: str


class Desk:
    """Looks into the database; changes nothing."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def games(self) -> list[GameLine]:
        with UnitOfWork(self._database) as work:
            return [self._line(work.session, game) for game in games.all_games(work.session)]

    def view(self, name: str) -> tuple[GameLine, Public | None]:
        """One game, with its table of powers once it has begun."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            view = None
            if game.status != "seating":
                view = public_view(
                    games.load_engine(work.session, game).game, names_of(games.setup_of(game).game)
                )
            return self._line(work.session, game), view

    def mail(self) -> MailLine:
        with UnitOfWork(self._database) as work:
            letters = dict(
                work.session.exec(select(LetterRow.status, func.count()).group_by(LetterRow.status)).all()
            )
            outgoing = dict(
                work.session.exec(select(OutgoingRow.status, func.count()).group_by(OutgoingRow.status)).all()
            )
        return MailLine(
            letters.get("new", 0),
            letters.get("held", 0),
            letters.get("shunted", 0),
            outgoing.get("queued", 0),
            outgoing.get("failed", 0),
        )

    def log(self, name: str, *, last: int | None = None) -> list[OrderLine]:
        """The log of a game, or its last entries."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            query = select(OrderRow).where(OrderRow.game_id == game.id).order_by(col(OrderRow.seq).desc())
            rows = work.session.exec(query.limit(last) if last else query).all()
        return [_order_line(row) for row in reversed(rows)]

    def letters(self, *, status: str | None = None, last: int = 30) -> list[LetterLine]:
        """The last letters that came, all or those of a status."""
        with UnitOfWork(self._database) as work:
            query = select(LetterRow).order_by(col(LetterRow.id).desc()).limit(last)
            if status:
                query = query.where(LetterRow.status == status)
            rows = work.session.exec(query).all()
        return [
            LetterLine(
                row.id or 0, row.received_at, str(row.seat_id or "-"), row.status, _first_line(row.verdict)
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

    def story(self, name: str, *, power: str | None = None, turn: int | None = None) -> list[build.Chapter]:
        """What happened, as an onlooker or one power saw it."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            found = games.load_events(work.session, game, turn=turn)
        events = [event for _, event in found if event.visible_to(power)]
        return build.story(events, Sentences(names_of(games.setup_of(game).game)))

    def verify(self, name: str) -> Verified:
        """Play the whole log again from the seed, every answer checked, and compare all that is stored."""
        with UnitOfWork(self._database) as work:
            game = games.find_game(work.session, name)
            if game.status == "seating":
                raise ModeratorProblem(f"{name} has not begun")
            log = games.load_log(work.session, game)
            stored = games.load_engine(work.session, game).digest()
            digests = dict(
                work.session.exec(
                    select(SnapshotRow.seq, SnapshotRow.digest).where(
                        SnapshotRow.game_id == game.id, col(SnapshotRow.void).is_(False)
                    )
                ).all()
            )
            events = work.session.exec(
                select(EventRow.data).where(EventRow.game_id == game.id).order_by(col(EventRow.number))
            ).all()
        setup = games.setup_of(game)
        engine = GameEngine.new(load_rules(setup.game), setup, game.seed)
        straight = all(isinstance(entry, Answered) for entry in log)
        if straight:
            _compare_snapshot(engine, digests)
            for entry in log:
                engine.replay([entry])
                _compare_snapshot(engine, digests)
            _compare_events([codec.dump(event, Event) for event in engine.drain()], events)
        else:
            engine.replay(log)
        if engine.digest() != stored:
            raise ReplayMismatch(engine.seq, "the position at the end is another")
        return Verified(len(log), len(digests) if straight else 0, len(events) if straight else 0, stored)

    # ---- Inside

    def _line(self, session: Session, game: GameRow) -> GameLine:
        setup = games.setup_of(game)
        if game.status == "seating":
            return GameLine(game.name, setup.scenario, game.status, "not begun", (), None)
        engine = games.load_engine(session, game)
        view = public_view(engine.game, names_of(setup.game))
        names = {line.id: line.name for line in view.powers}
        waiting = tuple(
            f"{names[power]} ({'window' if is_window(question) else question.kind})"
            for power, question in engine.waiting().items()
        )
        due = min((row.due_at for row in clocks.open_questions(session, game) if row.due_at), default=None)
        if talks := clocks.open_talks(session, game):
            waiting, due = ("negotiations",), talks.closes_at
        status = "paused" if game.status == "running" and game.paused_at else game.status
        return GameLine(game.name, setup.scenario, status, view.where, waiting, due)


def _order_line(row: OrderRow) -> OrderLine:
    entry = row.entry
    power, kind = entry.get("power", ""), entry.get("kind", entry["$"].lower())
    return OrderLine(
        row.seq, row.at, power, kind, row.words or entry.get("reason", ""), entry.get("source", "")
    )


def _compare_snapshot(engine: GameEngine[Any], digests: dict[int, str]) -> None:
    seq = engine.snapshot.seq
    if seq == engine.seq and seq in digests and engine.snapshot.digest() != digests[seq]:
        raise ReplayMismatch(seq, "the position stored after it is another")


def _compare_events(played: list[Any], stored: Sequence[Any]) -> None:
    for number, (one, other) in enumerate(zip(played, stored, strict=False), 1):
        if one != other:
            raise ReplayMismatch(number, f"event {number} was reported as another: {other}")
    if len(played) != len(stored):
        raise ReplayMismatch(len(stored), f"{len(stored)} events are stored, {len(played)} were played")


def _first_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else ""
