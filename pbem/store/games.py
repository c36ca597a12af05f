"""Games in the database: loading one as it stands, and storing what a sitting brought."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import delete, func, insert
from sqlmodel import Session, col, select

from pbem.domain.seats import Seat
from pbem.domain.table import HeldLine, Sitting, Step
from pbem.domain.windows import POLICIES
from pbem.errors import NoSuchGame
from pbem.orders import names_of
from pbem.store import standing
from pbem.store.clocks import absent_powers, question_times
from pbem.store.tables import EventRow, GameRow, HeldRow, OrderRow, QuestionRow, SeatRow, SnapshotRow
from pbem.store.talks import load_clerk, store_clerk
from rules import Engine, Event, Setup, Snapshot, load_rules
from rules.core import codec
from rules.core.events import EVENTS
from rules.core.log import Entry, LogEntry

codec.family(Event, lambda: EVENTS)

FAST = 1
"""Snapshots are packed quickly rather than tightly: they shrink sevenfold all the same."""


# ---- Finding


def game_id(game: GameRow) -> int:
    assert game.id is not None, "the game is not stored yet"
    return game.id


def find_game(session: Session, name: str) -> GameRow:
    """The game of this name."""
    game = session.exec(select(GameRow).where(GameRow.name == name)).first()
    if game is None:
        known = session.exec(select(GameRow.name).order_by(GameRow.name)).all()
        raise NoSuchGame(f'there is no game "{name}"; there is: {", ".join(known) or "none at all"}')
    return game


def all_games(session: Session) -> Sequence[GameRow]:
    return session.exec(select(GameRow).order_by(col(GameRow.id))).all()


def seat_rows(session: Session, game: GameRow) -> list[SeatRow]:
    """Everybody who still gets letters."""
    query = select(SeatRow).where(SeatRow.game_id == game.id, SeatRow.status != "left")
    return list(session.exec(query.order_by(col(SeatRow.number))))


def as_seat(row: SeatRow) -> Seat:
    assert row.id is not None
    return Seat(row.id, row.number, tuple(row.powers), row.name, row.address, row.token)


def setup_of(game: GameRow) -> Setup:
    setup: Setup = codec.load(game.setup, Setup)
    return setup


def setup_turn(game: GameRow) -> int:
    """The turn with which the game's scenario begins."""
    setup = setup_of(game)
    return load_rules(setup.game).data.scenarios[setup.scenario].turns[0]


# ---- Loading


def load_sitting(session: Session, game: GameRow) -> Sitting:
    """The game as it stands, to play on: last snapshot, orders since, held lines, open questions.

    It is a copy: the stored game changes only by `store_sitting`.
    """
    held: dict[str, list[HeldLine]] = {}
    rows = session.exec(
        select(HeldRow.power, HeldRow.line, HeldRow.checkpoint, HeldRow.letter_id)
        .where(HeldRow.game_id == game.id)
        .order_by(col(HeldRow.power), col(HeldRow.position))
    )
    for power, line, checkpoint, letter in rows:
        held.setdefault(power, []).append(HeldLine(line, checkpoint, letter))
    opened = {row.power: row.opened for row in open_questions(session, game)}
    names = names_of(setup_of(game).game)
    engine = load_engine(session, game)
    clerk = load_clerk(session, game, engine)
    for power in engine.open:  # while the powers talk, nobody is asked yet
        opened.setdefault(power, engine.seq)
    sitting = Sitting(engine, names, POLICIES[game.windows], held, opened, clerk)
    sitting.past = partial(load_past, session, game)
    standing.load_standing(session, game, sitting)
    return sitting


def load_engine(session: Session, game: GameRow) -> Engine[Any]:
    """The engine from the last snapshot that counts, and the log after it."""
    row = session.exec(
        select(SnapshotRow)
        .where(SnapshotRow.game_id == game.id, col(SnapshotRow.void).is_(False))
        .order_by(col(SnapshotRow.seq).desc())
        .limit(1)
    ).one()
    snapshot = Snapshot(row.seq, unpack(row.state))
    return Engine.restore(load_rules(setup_of(game).game), snapshot, load_log(session, game, after=row.seq))


def load_past(session: Session, game: GameRow, seq: int) -> tuple[Snapshot, list[LogEntry]]:
    """The last snapshot that counts at or before a log entry, and the stored log after it."""
    row = session.exec(
        select(SnapshotRow)
        .where(SnapshotRow.game_id == game.id, col(SnapshotRow.void).is_(False), SnapshotRow.seq <= seq)
        .order_by(col(SnapshotRow.seq).desc())
        .limit(1)
    ).one()
    return Snapshot(row.seq, unpack(row.state)), load_log(session, game, after=row.seq)


def load_log(session: Session, game: GameRow, *, after: int = 0) -> list[LogEntry]:
    """The entries of a game's log, in order."""
    entries = session.exec(
        select(OrderRow.entry)
        .where(OrderRow.game_id == game.id, OrderRow.seq > after)
        .order_by(col(OrderRow.seq))
    )
    return [codec.load(entry, Entry) for entry in entries]


def load_events(
    session: Session, game: GameRow, *, after: int = 0, turn: int | None = None
) -> list[tuple[int, Event]]:
    """Events with their numbers, in the order of the story: later ones than `after`, or those of a turn."""
    query = select(EventRow.number, EventRow.data).where(EventRow.game_id == game.id, EventRow.number > after)
    if turn is not None:
        query = query.where(EventRow.turn == turn)
    found = session.exec(query.order_by(col(EventRow.number)))
    return [(number, codec.load(data, Event)) for number, data in found]


def last_event(session: Session, game: GameRow, among: Sequence[str], *, upto: int) -> Event | None:
    """The last event of some kinds that is not later than number `upto`."""
    data = session.exec(
        select(EventRow.data)
        .where(EventRow.game_id == game.id, EventRow.number <= upto, col(EventRow.kind).in_(among))
        .order_by(col(EventRow.number).desc())
        .limit(1)
    ).first()
    return None if data is None else codec.load(data, Event)


def open_questions(session: Session, game: GameRow) -> Sequence[QuestionRow]:
    return session.exec(
        select(QuestionRow).where(QuestionRow.game_id == game.id, QuestionRow.status == "open")
    ).all()


# ---- Storing


def store_beginning(session: Session, game: GameRow, engine: Engine[Any], now: datetime) -> Sitting:
    """Store a new game at its first question; what happened until then is the sitting's first step."""
    events = tuple(engine.drain())
    sitting = Sitting(engine, names_of(setup_of(game).game), POLICIES[game.windows])
    sitting.clerk = load_clerk(session, game, engine)
    sitting.opened = dict.fromkeys(engine.open, engine.seq)
    sitting.steps.append(Step(0, "", "", "", events))
    sitting.settle()
    store_sitting(session, game, sitting, now)
    return sitting


def store_sitting(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> int:
    """Store everything that a sitting has changed; the number of the last event before it."""
    _store_orders(session, game, sitting, now)
    before = _store_events(session, game, sitting)
    store_snapshot(session, game, sitting.engine.snapshot)
    _store_questions(session, game, sitting, now)
    _store_held(session, game, sitting)
    standing.store_standing(session, game, sitting, now)
    store_clerk(session, game, sitting, now)
    if sitting.engine.over and game.status == "running":
        game.status, game.ended_at = "over", now
    session.add(game)
    session.flush()
    return before


def _store_orders(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    steps = {step.seq: step for step in sitting.steps}
    stored = session.exec(select(func.max(OrderRow.seq)).where(OrderRow.game_id == game.id)).one() or 0
    rows = [
        {
            "game_id": game.id,
            "seq": entry.seq,
            "entry": codec.dump(entry, Entry),
            "words": steps[entry.seq].words if entry.seq in steps else "",
            "letter_id": steps[entry.seq].letter if entry.seq in steps else None,
            "at": now,
        }
        for entry in sitting.engine.log
        if entry.seq > stored
    ]
    if rows:
        session.execute(insert(OrderRow), rows)


def _store_events(session: Session, game: GameRow, sitting: Sitting) -> int:
    last = session.exec(
        select(EventRow.number, EventRow.turn)
        .where(EventRow.game_id == game.id)
        .order_by(col(EventRow.number).desc())
        .limit(1)
    ).first()
    before, turn = last or (0, setup_turn(game))
    number = before
    rows = []
    for step in sitting.steps:
        for event in step.events:
            number += 1
            turn = getattr(event, "turn", turn)
            rows.append(
                {
                    "game_id": game.id,
                    "number": number,
                    "seq": step.seq,
                    "turn": turn,
                    "kind": type(event).__name__,
                    "data": codec.dump(event, Event),
                }
            )
    if rows:
        session.execute(insert(EventRow), rows)
    return before


def store_snapshot(session: Session, game: GameRow, snapshot: Snapshot) -> None:
    """Keep the last checkpoint, unless it is stored already."""
    known = select(SnapshotRow.seq).where(SnapshotRow.game_id == game.id, SnapshotRow.seq == snapshot.seq)
    if session.exec(known).first() is None:
        session.add(
            SnapshotRow(
                game_id=game_id(game), seq=snapshot.seq, state=pack(snapshot.state), digest=snapshot.digest()
            )
        )


def pack(state: Any) -> bytes:
    return zlib.compress(codec.text(state).encode(), FAST)


def unpack(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))


def _store_questions(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    waiting = sitting.waiting()
    absent = absent_powers(session, game) if waiting else []
    known = []
    for row in open_questions(session, game):
        if row.power in waiting and sitting.opened[row.power] == row.opened:
            known.append(row.power)
        else:
            row.status = "closed"
            session.add(row)
    for power, question in waiting.items():
        if power not in known:
            times = question_times(game, question, now, absent)
            session.add(
                QuestionRow(
                    game_id=game_id(game),
                    power=power,
                    opened=sitting.opened[power],
                    kind=question.kind,
                    asked_at=now,
                    due_at=times.due,
                    default_at=times.default,
                )
            )


def _store_held(session: Session, game: GameRow, sitting: Sitting) -> None:
    session.exec(delete(HeldRow).where(col(HeldRow.game_id) == game.id))
    rows = [
        {
            "game_id": game.id,
            "power": power,
            "position": position,
            "line": held.line,
            "checkpoint": held.checkpoint,
            "letter_id": held.letter,
        }
        for power, lines in sitting.held.items()
        for position, held in enumerate(lines)
    ]
    if rows:
        session.execute(insert(HeldRow), rows)
