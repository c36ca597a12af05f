"""Standing orders and declared windows in the database."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache

from sqlalchemy import update
from sqlmodel import Session, col

from pbem.play.sitting import Sitting
from pbem.play.standing import orders as standing
from pbem.play.standing.orders import StandingOrder, StandingOrders
from pbem.store import statements as sql
from pbem.store.tables import EventRow, GameRow, SnapshotRow, StandingRow, WindowsRow
from rules import Rewound


def load_standing(session: Session, game: GameRow, sitting: Sitting) -> None:
    """Put the standing orders and the declared windows into a sitting."""
    windows = _windows(session, game)
    orders = [_loaded(order) for (order,) in sql.STANDING.rows(session, game=game.id)]
    sitting.standing = StandingOrders(orders, list(windows.open) if windows else [])
    sitting.revocable = windows.revocable if windows else 0


@lru_cache(maxsize=4096)  # they hardly ever change, and each letter needs all of its game
def _loaded(order: str) -> StandingOrder:
    return standing.load(json.loads(order))


def active_rows(session: Session, game: GameRow) -> list[StandingRow]:
    """The standing orders that count, in the order in which they were given."""
    return list(session.exec(sql.ACTIVE, params={"game": game.id}))


def _windows(session: Session, game: GameRow) -> WindowsRow | None:
    return sql.WINDOWS.first(session, game=game.id)


def store_standing(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    """Keep what a sitting has changed in standing orders and windows."""
    if tuple(sitting.standing.orders) != sitting.stored.standing:
        _store_orders(session, game, sitting, now)
    _store_windows(session, game, sitting)
    _mark_void(session, game, sitting)


def _store_orders(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    kept = {(order.power, order.number): order for order in sitting.standing.orders}
    for row in active_rows(session, game):
        order = kept.pop((row.power, row.order["number"]), None)
        if order is None:
            row.active = False
        elif (data := standing.dump(order)) != row.order:
            row.order = data
        else:
            continue
        session.add(row)
    for order in kept.values():
        session.add(_new_row(game, order, now))


def _new_row(game: GameRow, order: StandingOrder, now: datetime) -> StandingRow:
    assert game.id is not None
    return StandingRow(
        game_id=game.id,
        power=order.power,
        words=order.words,
        order=standing.dump(order),
        expires_turn=order.last_turn,
        letter_id=order.letter,
        created_at=now,
    )


def _store_windows(session: Session, game: GameRow, sitting: Sitting) -> None:
    assert game.id is not None
    revocable = sitting.revocable if sitting.takes_late_responses else 0
    if (tuple(sitting.standing.open_windows), revocable) != sitting.stored.windows:
        row = _windows(session, game) or WindowsRow(game_id=game.id)
        row.open, row.revocable = list(sitting.standing.open_windows), revocable
        session.add(row)


def _mark_void(session: Session, game: GameRow, sitting: Sitting) -> None:
    """Snapshots and events after the moment that a new rewind went back to no longer count."""
    for entry in sitting.engine.log:
        if isinstance(entry, Rewound) and entry.seq > sitting.began:
            for table in (SnapshotRow, EventRow):
                session.execute(
                    update(table)
                    .where(col(table.game_id) == game.id)
                    .where(col(table.seq) > entry.to, col(table.seq) < entry.seq)
                    .values(void=True)
                )
