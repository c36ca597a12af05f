"""Storing what a sitting has brought: the log, the events, the position, what is asked, what waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, select

from pbem.games.facts import OWN_WINDOWS
from pbem.play.lines import Step
from pbem.play.scopes import Scope
from pbem.play.sitting import Sitting
from pbem.play.typed_log import replay_typed
from pbem.play.windows import POLICIES, STANDING
from pbem.store import games, standing
from pbem.store import statements as sql
from pbem.store.clocks import absent_powers, question_times
from pbem.store.positions import pack
from pbem.store.ready_games import games_at_work
from pbem.store.tables import GameRow, SeatRow
from pbem.store.talks import load_clerk, store_clerk
from rules import Engine, Event, Power, Snapshot
from rules.core import codec
from rules.core.log import Entry, LogEntry


def store_log(session: Session, game: GameRow, log: Sequence[LogEntry], words: Sequence[str]) -> None:
    """Keep a log that was typed until the game begins with it."""
    told = zip(log, words, strict=True)
    _enter(session, game, ((entry, line, None) for entry, line in told), game.created_at)


def store_beginning(session: Session, game: GameRow, engine: Engine[Any], now: datetime) -> Sitting:
    """Store a new game at its first question; what happened until then is the sitting's first step.

    If a log was typed, it is played first: each entry is a step of its own.
    """
    events = tuple(engine.drain())
    sitting = Sitting(engine, games.title_of(game), POLICIES[game.windows])
    sitting.steps.append(Step(0, "", "", "", events))
    store_snapshot(session, game, engine.snapshot)
    typed = games.orders_after(session, game, 0)
    for row in typed:
        sitting.steps.append(replay_typed(engine, codec.load(row.entry, Entry), row.words, sitting.steps))
        session.delete(row)  # it is stored anew, with what came of it
    session.flush()
    sitting.clerk = load_clerk(session, game, engine)
    sitting.opened = dict.fromkeys(engine.open, engine.seq)
    if game.quick:
        begin_quickly(sitting, [power for row in games.seat_rows(session, game) for power in row.powers])
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
    new = [entry for entry in sitting.engine.log if entry.seq > sitting.began]
    told = [(steps[one.seq].words, steps[one.seq].letter) if one.seq in steps else ("", None) for one in new]
    _enter(session, game, ((entry, *words) for entry, words in zip(new, told, strict=True)), now)


def _enter(
    session: Session, game: GameRow, entries: Iterable[tuple[LogEntry, str, int | None]], at: datetime
) -> None:
    """Entries of the log, each with the words that it came in, and the letter that these were in."""
    rows = [
        {
            "game_id": game.id,
            "seq": entry.seq,
            "entry": codec.dump(entry, Entry),
            "words": words,
            "letter_id": letter,
            "at": at,
        }
        for entry, words, letter in entries
    ]
    if rows:
        sql.NEW_ORDERS.run(session, *rows)


def _store_events(session: Session, game: GameRow, sitting: Sitting) -> int:
    before: int
    before, turn = sql.LAST_EVENT.first(session, game=game.id) or (0, games.setup_turn(game))
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
    title, setup = sitting.title, games.setup_of(game)
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
        state, digest = pack(snapshot.state, games.title_of(game).example_position)
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
