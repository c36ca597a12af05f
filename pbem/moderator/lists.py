"""What the moderator looks up beside the games themselves: who plays, who is late, what was done by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.calendar.calendar import WEEKDAYS
from pbem.calendar.clock import say_span
from pbem.calendar.deadlines import KINDS
from pbem.config import Settings, with_pace
from pbem.moderator.overview import kind_words
from pbem.play.wishes import wishes_from
from pbem.store import clocks, games, seats
from pbem.store import sign_ups as sign_up_store
from pbem.store.office_tables import DeedRow
from pbem.store.tables import GameRow, SeatRow


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Somebody at a game."""

    number: int
    powers: str
    name: str
    address: str
    state: str
    """In words: plays, is away, cannot be reached, and so on."""


@dataclass(frozen=True, slots=True)
class LateLine:
    """Somebody who is waited for."""

    game: str
    power: str
    name: str
    kind: str
    due: datetime | None
    late: str
    """By how much, or how long there is still time."""
    missed: int
    address: str
    zone: str = "UTC"
    """In which the players of the game read the time."""


def players(session: Session, name: str, now: datetime) -> list[PlayerLine]:
    """Everybody who gets letters of a game."""
    game = games.find_game(session, name)
    voice = games.title_of(game).voice()
    return [
        PlayerLine(
            row.number,
            voice.listed(voice.power_name(power) for power in row.powers) or "observer",
            row.name,
            row.address or "-",
            _state(session, game, row),
        )
        for row in games.seat_rows(session, game)
    ]


def _state(session: Session, game: GameRow, row: SeatRow) -> str:
    told: list[str] = []
    if game.status == "seating" and row.powers and row.address:
        told.append("has confirmed" if row.confirmed_at else "has not confirmed")
    if row.status != "playing":
        told.append("a bot" if not row.address else row.status)
    if absence := seats.running_absence(session, row):
        by = f", {absence.home_name} is away" if absence.address else ""
        told.append(f"vacation until {absence.ends:%d %b}{by}")
    if row.unreachable:
        told.append(f"cannot be reached: {row.unreachable}")
    if row.missed:
        told.append(f"{row.missed} missed in a row")
    if row.id in [seat.id for seat in seats.offered(session, game)]:
        told.append("offered to the observers")
    return "; ".join(told) or ("plays" if row.powers else "reads")


def late(session: Session, now: datetime, name: str | None = None) -> list[LateLine]:
    """Everybody who is waited for, in all running games or in one, the latest first."""
    found: list[LateLine] = []
    for game in [games.find_game(session, name)] if name else games.all_games(session):
        if game.status not in ("running", "held"):
            continue
        voice, zone = games.title_of(game).voice(), clocks.pace_of(game).calendar.zone
        for row in clocks.open_questions(session, game):
            seat = seats.seat_of_power(session, game, row.power)
            found.append(
                LateLine(
                    game.name,
                    voice.power_name(row.power),
                    seat.name,
                    kind_words(row.kind),
                    row.due_at,
                    _how_late(game, row.due_at, now),
                    seat.missed,
                    seat.address or "-",
                    zone,
                )
            )
        if talks := clocks.open_talks(session, game):
            waiting = ", ".join(voice.power_name(p) for p in talks.powers if p not in talks.ready)
            how = _how_late(game, talks.closes_at, now)
            found.append(LateLine(game.name, waiting, "", "negotiation", talks.closes_at, how, 0, "", zone))
    return sorted(found, key=lambda line: (line.due is None, line.due or now))


def _how_late(game: GameRow, due: datetime | None, now: datetime) -> str:
    if game.paused_at is not None:
        return "the clock stands still"
    if due is None:
        return ""
    return f"late by {say_span(now - due)}" if due < now else f"{say_span(due - now)} left"


def deeds(session: Session, name: str) -> list[DeedRow]:
    """What the moderator did to a game by hand."""
    game = games.find_game(session, name)
    query = select(DeedRow).where(DeedRow.game_id == game.id).order_by(col(DeedRow.id))
    return list(session.exec(query))


@dataclass(frozen=True, slots=True)
class SignUpLine:
    """Somebody who has signed up for a game."""

    number: int
    name: str
    address: str
    status: str
    """asked (has not confirmed), seated, waiting or left."""
    prefer: tuple[str, ...]
    avoid: tuple[str, ...]
    friends: tuple[str, ...]
    language: str
    since: datetime


@dataclass(frozen=True, slots=True)
class SignUps:
    """A game that was opened for sign-up."""

    game: str
    status: str
    """open, begun or cancelled."""
    seats: int
    taken: int
    when_full: bool
    """Whether it begins as soon as all seats are taken."""
    zone: str
    """In which the players of the game will read the time."""
    sign_ups: tuple[SignUpLine, ...]


def sign_ups(session: Session, settings: Settings, name: str) -> SignUps:
    """Who has signed up for a game, in the order in which they came."""
    opening = sign_up_store.find_opening(session, name)
    lines = []
    for row in sign_up_store.of(session, opening):
        wishes = wishes_from(row.wishes)
        since = row.joined_at or row.created_at
        lines.append(
            SignUpLine(
                row.number,
                row.name,
                row.address,
                row.status,
                wishes.prefer or (),
                wishes.avoid or (),
                wishes.friends or (),
                row.language,
                since,
            )
        )
    taken = sum(line.status == "seated" for line in lines)
    zone = with_pace(settings, opening.plan["pace"]).pace.zone
    return SignUps(opening.name, opening.status, opening.seats, taken, opening.when_full, zone, tuple(lines))


def pace(session: Session, name: str) -> dict[str, object]:
    """How a game keeps time, by the names of the options of `pbem pace`."""
    found = clocks.pace_of(games.find_game(session, name))
    calendar = found.calendar
    return {
        "game": name,
        "zone": calendar.zone,
        "quiet_days": [WEEKDAYS[day - 1][:3] for day in calendar.quiet_days],
        "quiet_dates": list(calendar.quiet_dates),
        "quiet_hours": calendar.quiet_hours,
        **{kind: found.hours[kind] for kind in KINDS},
        "reminders": list(found.reminders),
        "grace": found.grace,
        "tell_after": found.tell_after,
        "offer_after": found.offer_after,
        "caretaker_after": found.caretaker_after,
        "longest_extension": found.longest_extension,
    }
