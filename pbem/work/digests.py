"""The daily digest of a seat that wants one: everything that needs no answer, in one letter a day.

It is an ordinary letter that waits in the outbox until the morning, and grows until then.  What is in it is
kept with the seat, since the letter is written anew with each thing that comes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select, update

from pbem.config import Settings
from pbem.language.plain import plain_text
from pbem.letters import render
from pbem.letters.subjects import behind_the_name_only
from pbem.store import games
from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.work.outgoing import Draft, post

MORNING = time(7, 0)
"""When a digest is sent, by the clocks of the players."""
CLOSING = timedelta(minutes=10)
"""A digest that is about to be sent grows no more."""
KIND = "digest"


@dataclass(frozen=True, slots=True)
class Item:
    """A letter that became a part of a digest."""

    title: str
    where: str
    text: str


def inner(text: str) -> str:
    """What a letter says between its head and its foot."""
    lines = text.splitlines()
    rules = [at for at, line in enumerate(lines) if len(line) == render.WIDTH and len(set(line)) == 1]
    begin = rules[0] + 1 if rules else 0
    end = rules[-1] if len(rules) > 1 and lines[rules[-1]][0] == "-" else len(lines)
    return "\n".join(lines[begin:end]).strip("\n")


def next_morning(now: datetime, zone: str) -> datetime:
    """The next time at which digests are sent."""
    here = now.astimezone(ZoneInfo(zone))
    day = here.date() if here.time() < MORNING else here.date() + timedelta(days=1)
    return datetime.combine(day, MORNING, ZoneInfo(zone)).astimezone(now.tzinfo)


def add(
    session: Session, settings: Settings, game: GameRow, row: SeatRow, item: Item, now: datetime, zone: str
) -> None:
    """Put something into the digest of a seat: the one that waits, or a new one."""
    waiting = _waiting(session, row, now)
    earlier: list[dict[str, Any]] = list((row.digest or {}).get("items", ())) if waiting else []
    items = [*(Item(**one) for one in earlier), item]
    row.digest = {"items": [asdict(one) for one in items]}
    session.add(row)
    voice = games.title_of(game).voice(row.language)
    text, html = render.both(
        "digest", voice, game=game.name, title=games.title_of(game).title, to=row.name, items=items
    )
    if waiting is not None:
        waiting.text, waiting.html = plain_text(text), plain_text(html)
        session.add(waiting)
        return
    due = next_morning(now, zone)
    day = voice.day(due.astimezone(ZoneInfo(zone)))
    subject = behind_the_name_only(game.name, voice.say("subject", KIND, text=day))
    post(session, settings, game, row, Draft(KIND, subject, text, html, next_try=due), now)


def send_now(session: Session, row: SeatRow, now: datetime) -> None:
    """Let what waits go at once: the seat is asked something, or wants no digests any more."""
    if row.digest is None or not row.digest.get("items"):
        return
    session.exec(
        update(OutgoingRow).where(*_queued(row), col(OutgoingRow.next_try) > now).values(next_try=now)
    )
    row.digest = {}
    session.add(row)


def _waiting(session: Session, row: SeatRow, now: datetime) -> OutgoingRow | None:
    """The digest of a seat that is not sent yet, and not about to be."""
    still = select(OutgoingRow).where(*_queued(row), col(OutgoingRow.next_try) > now + CLOSING)
    return session.exec(still.order_by(col(OutgoingRow.id).desc()).limit(1)).first()


def _queued(row: SeatRow) -> tuple[Any, ...]:
    return (
        col(OutgoingRow.seat_id) == row.id,
        col(OutgoingRow.status) == "queued",
        col(OutgoingRow.kind) == KIND,
    )
