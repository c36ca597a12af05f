"""Games in the database: finding one, and loading it as it stands; `saving` stores what a sitting brought."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlmodel import Session, col, select

from pbem.errors import ModeratorProblem, NoSuchGame
from pbem.games import Game, game_of
from pbem.play.lines import HeldLine
from pbem.play.preorders import PreOrder, PreOrders
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.table import Stored
from pbem.play.windows import POLICIES
from pbem.store import standing
from pbem.store import statements as sql
from pbem.store.clocks import asked_since
from pbem.store.positions import unpack
from pbem.store.ready_games import games_at_work
from pbem.store.seeds import seed_of
from pbem.store.sign_ups import is_open
from pbem.store.tables import GameRow, OrderRow, SeatRow
from pbem.store.talks import load_clerk
from rules import Engine, Event, Setup, Snapshot
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
