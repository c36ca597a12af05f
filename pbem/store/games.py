"""Games in the database: loading one as it stands, and storing what a sitting brought."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlmodel import Session, col, select

from pbem.errors import ModeratorProblem, NoSuchGame
from pbem.games import Game, game_of
from pbem.games.facts import OWN_WINDOWS
from pbem.play.lines import HeldLine, Step
from pbem.play.preorders import PreOrder, PreOrders
from pbem.play.scopes import Scope
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.table import Stored
from pbem.play.typed_log import replay_typed
from pbem.play.windows import POLICIES, STANDING
from pbem.store import standing
from pbem.store import statements as sql
from pbem.store.clocks import absent_powers, asked_since, question_times
from pbem.store.positions import pack, unpack
from pbem.store.ready_games import games_at_work
from pbem.store.seeds import seed_of
from pbem.store.sign_ups import is_open
from pbem.store.tables import GameRow, OrderRow, SeatRow
from pbem.store.talks import load_clerk, store_clerk
from rules import Engine, Event, Power, Setup, Snapshot
from rules.core import codec
from rules.core.events import EVENTS
from rules.core.log import Entry, LogEntry

codec.family(Event, lambda: EVENTS)

LATEST = (1 << 31) - 1
"""Later than any log entry and any event."""
FOR_CHANGES = {"key_share": True}
"""How the row of a game is locked: others may still name it, in a letter to one of its players."""


# ---- Finding


def game_id(game: GameRow) -> int:
    assert game.id is not None, "the game is not stored yet"
    return game.id


def find_game(session: Session, name: str) -> GameRow:
    """The game of this name."""
    game = session.exec(select(GameRow).where(GameRow.name == name)).first()
    if game is None:
        raise NoSuchGame(_why_no_game(session, name))
    return game


def _why_no_game(session: Session, name: str) -> str:
    """With what its moderator may have meant: another name, a game to come, another database."""
    if is_open(session, name):
        return f'"{name}" is open for sign-up (pbem signups {name}); pbem close {name} begins it'
    if known := session.exec(select(GameRow.name).order_by(GameRow.name)).all():
        return f'there is no game "{name}"; there is: {", ".join(known)}'
    place = session.get_bind().engine.url.render_as_string().removeprefix("sqlite:///")
    return f'there is no game "{name}", for there is none at all in {place}: pbem new makes one'


def lock_game(session: Session, name: str) -> GameRow:
    """The game of this name, which nobody else changes until the transaction ends."""
    return locked(session, game_id(find_game(session, name)))


def locked(session: Session, id: int) -> GameRow:
    """The game of this number, as it stands when nobody else changes it any more."""
    return session.get_one(GameRow, id, with_for_update=FOR_CHANGES, populate_existing=True)


def numbered(session: Session, id: int) -> GameRow:
    """The game of this number."""
    game = sql.GAME_NUMBERED.first(session, game=id)
    assert game is not None, f"there is no game {id}"
    return game


def exists(session: Session, name: str) -> bool:
    """Whether there is a game of this name."""
    return session.exec(select(GameRow.id).where(GameRow.name == name)).first() is not None


def all_games(session: Session) -> Sequence[GameRow]:
    return session.exec(select(GameRow).order_by(col(GameRow.id))).all()


def running_games(session: Session) -> Sequence[GameRow]:
    """Games whose clock runs."""
    runs = GameRow.status == "running", col(GameRow.paused_at).is_(None)
    return session.exec(select(GameRow).where(*runs).order_by(col(GameRow.id))).all()


def seat_rows(session: Session, game: GameRow) -> list[SeatRow]:
    """Everybody who still gets letters."""
    return sql.SEATS.all(session, game=game.id)


def as_seat(row: SeatRow) -> Seat:
    assert row.id is not None
    return Seat(
        row.id, row.number, tuple(row.powers), row.name, row.address, row.token, row.language, row.channel
    )


def setup_of(game: GameRow) -> Setup:
    setup: Setup = codec.load(game.setup, Setup)
    return setup


def title_of(game: GameRow) -> Game:
    """What is played; with a data pack only as it was when the game began.

    :raises ModeratorProblem: its data pack is not here, or was changed.
    """
    title = game_of(setup_of(game).game)
    if title.pack is not None and title.data_digest != game.data_digest:
        raise ModeratorProblem(
            f"{game.name} is played with the data pack {title.pack.name} as it was "
            f"({game.data_digest[:12]}); what is here under this name is another ({title.data_digest[:12]})"
        )
    return title


def setup_turn(game: GameRow) -> int:
    """The turn with which a game begins."""
    return title_of(game).first_turn(setup_of(game))


# ---- Loading


def load_sitting(session: Session, game: GameRow) -> Sitting:
    """The game as it stands, to play on: last snapshot, orders since, held lines, open questions.

    It is a copy: the stored game changes only by `store_sitting`.
    """
    held: dict[str, list[HeldLine]] = {}
    later = PreOrders()
    for row in sql.HELD_LINES.all(session, game=game.id):
        if row.since is None:
            line = HeldLine(row.line, row.checkpoint, row.letter_id, row.moment)
            held.setdefault(row.power, []).append(line)
        else:
            later.keep(row.power, PreOrder(row.line, row.moment, row.since, row.until, row.letter_id))
    asked = {power: since for power, (since, _) in asked_since(session, game).items()}
    opened = dict(asked)
    title = title_of(game)
    engine = _ready(session, game) or load_engine(session, game)
    clerk = load_clerk(session, game, engine)
    for power in engine.open:  # while the powers talk, nobody is asked yet
        opened.setdefault(power, engine.seq)
    sitting = Sitting(engine, title, POLICIES[game.windows], held, opened, clerk)
    sitting.past = partial(load_past, session, game)
    sitting.preorders = later
    sitting.waited_for = dict(asked)
    sitting.history = partial(load_events_since, session, game)
    standing.load_standing(session, game, sitting)
    orders = sitting.standing
    windows = tuple(orders.open_windows), sitting.revocable
    sitting.stored = Stored(
        asked, bool(held or later.lines), engine.snapshot.seq, tuple(orders.orders), windows
    )
    return sitting


def _ready(session: Session, game: GameRow) -> Engine[Any] | None:
    """The engine from the shelf, if it stands where the game does."""
    work = games_at_work(session)
    return work.take(game, last_order(session, game)) if work else None


def last_order(session: Session, game: GameRow) -> int:
    """The number of the last entry in a game's log."""
    last = sql.LAST_ORDER.first(session, game=game.id)
    return (last and last[0]) or 0


def stand_of(session: Session, game: GameRow) -> tuple[Any, ...]:
    """What differs whenever somebody has done something in a game: played, told, changed a deadline."""
    return sql.STAND.rows(session, game=game.id)[0]


def load_engine(session: Session, game: GameRow) -> Engine[Any]:
    """The engine from the last snapshot that counts, and the log after it."""
    snapshot, log = load_past(session, game, LATEST)
    return Engine.restore(title_of(game).rules, snapshot, log)


def load_past(session: Session, game: GameRow, seq: int) -> tuple[Snapshot, list[LogEntry]]:
    """The last snapshot that counts at or before a log entry, and the stored log after it."""
    at, state = session.exec(sql.SNAPSHOT, params={"game": game.id, "upto": seq}).one()
    return Snapshot(at, unpack(state, seed_of(session, game))), load_log(session, game, after=at)


def load_log(session: Session, game: GameRow, *, after: int = 0) -> list[LogEntry]:
    """The entries of a game's log, in order."""
    entries = session.exec(sql.LOG, params={"game": game.id, "after": after})
    return [codec.load(entry, Entry) for entry in entries]


def orders_after(session: Session, game: GameRow, seq: int) -> Sequence[OrderRow]:
    """The entries of a game's log after one of them, with their words."""
    wanted = select(OrderRow).where(OrderRow.game_id == game.id, OrderRow.seq > seq)
    return session.exec(wanted.order_by(col(OrderRow.seq))).all()


def load_events(
    session: Session,
    game: GameRow,
    *,
    after: int = 0,
    upto: int = LATEST,
    turn: int | None = None,
    undone_secrets: bool = True,
) -> list[tuple[int, Event]]:
    """Events with their numbers, in the order of the story: between two numbers, or those of a turn.

    A secret that a rewind has undone must not be told to whoever had not heard it yet.
    """
    title_of(game)  # its events are known once the title is loaded
    query, of_turn = (sql.EVENTS, {}) if turn is None else (sql.EVENTS_OF_TURN, {"turn": turn})
    found = query.rows(session, game=game.id, after=after, upto=upto, **of_turn)
    events = ((number, codec.load(data, Event), void) for number, data, void in found)
    return [
        (number, event)
        for number, event, void in events
        if undone_secrets or not void or event.audience is None
    ]


def load_events_since(session: Session, game: GameRow, seq: int) -> list[Event]:
    """The events after a log entry that still count, in the order of the story."""
    title_of(game)  # its events are known once the title is loaded
    found = session.exec(sql.EVENTS_SINCE, params={"game": game.id, "after": seq})
    return [codec.load(data, Event) for data in found]


def last_event(session: Session, game: GameRow, among: Sequence[str], *, upto: int) -> Event | None:
    """The last event of some kinds that is not later than number `upto`."""
    title_of(game)  # its events are known once the title is loaded
    found = sql.last_event_among(tuple(among)).first(session, game=game.id, upto=upto)
    return None if found is None else codec.load(found[0], Event)


# ---- Storing


def store_log(session: Session, game: GameRow, log: Sequence[LogEntry], words: Sequence[str]) -> None:
    """Keep a log that was typed until the game begins with it."""
    rows = [
        {
            "game_id": game.id,
            "seq": entry.seq,
            "entry": codec.dump(entry, Entry),
            "words": told,
            "letter_id": None,
            "at": game.created_at,
        }
        for entry, told in zip(log, words, strict=True)
    ]
    if rows:
        sql.NEW_ORDERS.run(session, *rows)


def store_beginning(session: Session, game: GameRow, engine: Engine[Any], now: datetime) -> Sitting:
    """Store a new game at its first question; what happened until then is the sitting's first step.

    If a log was typed, it is played first: each entry is a step of its own.
    """
    events = tuple(engine.drain())
    sitting = Sitting(engine, title_of(game), POLICIES[game.windows])
    sitting.steps.append(Step(0, "", "", "", events))
    store_snapshot(session, game, engine.snapshot)
    typed = orders_after(session, game, 0)
    for row in typed:
        sitting.steps.append(replay_typed(engine, codec.load(row.entry, Entry), row.words, sitting.steps))
        session.delete(row)  # it is stored anew, with what came of it
    session.flush()
    sitting.clerk = load_clerk(session, game, engine)
    sitting.opened = dict.fromkeys(engine.open, engine.seq)
    if game.quick:
        begin_quickly(sitting, [power for row in seat_rows(session, game) for power in row.powers])
    sitting.settle()
    store_sitting(session, game, sitting, now)
    return sitting


def begin_quickly(sitting: Sitting, powers: Sequence[Power]) -> None:
    """What is on from the start: presets, and windows in the own fights of each power that is played."""
    sitting.standing.begin_presets(sitting.title, powers)
    if sitting.policy.name == STANDING:
        for power in powers:
            scope = Scope(power, OWN_WINDOWS).stored
            sitting.standing.declare(power, is_open=True, scope=scope)


def store_sitting(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> int:
    """Store everything that a sitting has changed; the number of the last event before it."""
    _store_orders(session, game, sitting, now)
    before = _store_events(session, game, sitting)
    if sitting.engine.snapshot.seq != sitting.stored.snapshot:
        store_snapshot(session, game, sitting.engine.snapshot)
    _store_questions(session, game, sitting, now)
    _store_held(session, game, sitting)
    standing.store_standing(session, game, sitting, now)
    store_clerk(session, game, sitting, now)
    _seat_the_controlled(session, game, sitting)
    if sitting.engine.over and game.status == "running":
        game.status, game.ended_at = "over", now
    session.add(game)
    session.flush()
    if work := games_at_work(session):
        work.keep(game, sitting.engine)
    return before


def _store_orders(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    steps = {step.seq: step for step in sitting.steps}
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
        if entry.seq > sitting.began
    ]
    if rows:
        sql.NEW_ORDERS.run(session, *rows)


def _store_events(session: Session, game: GameRow, sitting: Sitting) -> int:
    before: int
    before, turn = sql.LAST_EVENT.first(session, game=game.id) or (0, setup_turn(game))
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
                    "void": False,
                }
            )
    if rows:
        sql.NEW_EVENTS.run(session, *rows)
    return before


def _seat_the_controlled(session: Session, game: GameRow, sitting: Sitting) -> None:
    """Powers without a seat of their own are with the seat of whoever controls them now."""
    title, setup = sitting.title, setup_of(game)
    own = [power for seat in title.seats_of(setup) for power in seat]
    if len(own) == len(title.powers_in(setup.scenario)):
        return
    controlled = title.controlled(sitting.engine.game)
    for row in session.exec(select(SeatRow).where(SeatRow.game_id == game.id)):
        powers = [power for power in row.powers if power in own]
        powers += [power for power, master in controlled.items() if master in powers]
        if powers != row.powers:
            row.powers = powers
            session.add(row)


def store_snapshot(session: Session, game: GameRow, snapshot: Snapshot) -> None:
    """Keep the last checkpoint, unless it is stored already."""
    if sql.SNAPSHOT_AT.first(session, game=game.id, seq=snapshot.seq) is None:
        state, digest = pack(snapshot.state, title_of(game).example_position)
        row = {"game_id": game.id, "seq": snapshot.seq, "state": state, "digest": digest, "void": False}
        sql.NEW_SNAPSHOT.run(session, row)


def _store_questions(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    """Close the questions that are answered, and enter the new ones with the time until which they wait."""
    waiting = sitting.waiting()
    asked = {power: sitting.opened[power] for power in waiting}
    before = sitting.stored.questions
    closed = [
        {"game": game.id, "whose": power, "since": since}
        for power, since in before.items()
        if asked.get(power) != since
    ]
    if closed:
        sql.CLOSE_QUESTIONS.run(session, *closed)
    new = [power for power, since in asked.items() if before.get(power) != since]
    absent = absent_powers(session, game) if new else []
    rows = []
    for power in new:
        times = question_times(game, waiting[power], now, absent)
        rows.append(
            {
                "game_id": game.id,
                "power": power,
                "opened": asked[power],
                "kind": waiting[power].kind,
                "status": "open",
                "asked_at": now,
                "due_at": times.due,
                "default_at": times.default,
                "reminded": 0,
            }
        )
    if rows:
        sql.NEW_QUESTIONS.run(session, *rows)


def _store_held(session: Session, game: GameRow, sitting: Sitting) -> None:
    if sitting.stored.holds_lines:
        sql.FORGET_HELD_LINES.run(session, {"game": game.id})
    rows = [
        {
            "game_id": game.id,
            "power": power,
            "position": position,
            "line": held.line,
            "checkpoint": held.checkpoint,
            "letter_id": held.letter,
            "moment": held.moment,
            "since": None,
            "until": 0,
        }
        for power, lines in sitting.held.items()
        for position, held in enumerate(lines)
    ]
    rows += [
        {
            "game_id": game.id,
            "power": power,
            "position": len(sitting.held.get(power, ())) + position,
            "line": order.line,
            "checkpoint": 0,
            "letter_id": order.letter,
            "moment": order.moment,
            "since": order.since,
            "until": order.until,
        }
        for power, orders in sitting.preorders.lines.items()
        for position, order in enumerate(orders)
    ]
    if rows:
        sql.NEW_HELD_LINES.run(session, *rows)
