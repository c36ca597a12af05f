"""The daily digest of a seat that wants one: everything that needs no answer, in one letter a day.

It is an ordinary letter that waits in the outbox until the morning, and grows until then.  What is in it is
kept with the seat, since the letter is written anew with each thing that comes.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select, update

from pbem.language.plain import plain_text
from pbem.letters import render
from pbem.letters.pictures import Kept
from pbem.letters.subjects import behind_the_name_only
from pbem.store import games
from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work.outgoing import Draft, post

MORNING = time(7, 0)
"""When a digest is sent, by the clocks of the players."""
CLOSING = timedelta(minutes=10)
"""A digest that is about to be sent grows no more."""
KIND = "digest"
BODY = re.compile("<!--body-->(.*)<!--/body-->", re.DOTALL)
BOARD = re.compile(r'<p class="board".*?</p>\s*', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Item:
    """A letter that became a part of a digest; older ones were kept as text alone."""

    title: str
    where: str
    text: str
    html: str = ""


def item_of(draft: Draft, title: str, where: str, greeting: str) -> Item:
    """What a letter says between its head and its foot, under its title."""
    title = title[:1].upper() + title[1:]
    return Item(title, where, _inner(draft.text, greeting), _inner_html(draft.html))


def _inner(text: str, greeting: str) -> str:
    lines = text.splitlines()
    rules = [at for at, line in enumerate(lines) if len(line) == render.WIDTH and len(set(line)) == 1]
    begin = rules[0] + 1 if rules else 0
    end = rules[-1] if len(rules) > 1 and lines[rules[-1]][0] == "-" else len(lines)
    return "\n".join(lines[begin:end]).strip("\n").removeprefix(greeting).lstrip("\n")


def _inner_html(html: str) -> str:
    found = BODY.search(html)
    return found[1].strip() if found else ""


def next_morning(now: datetime, zone: str) -> datetime:
    """The next time at which digests are sent."""
    here = now.astimezone(ZoneInfo(zone))
    day = here.date() if here.time() < MORNING else here.date() + timedelta(days=1)
    return datetime.combine(day, MORNING, ZoneInfo(zone)).astimezone(now.tzinfo)


def add(
    tx: Transaction, game: GameRow, row: SeatRow, item: Item, zone: str, picture: Kept | None = None
) -> None:
    """Put something into the digest of a seat: the one that waits, or a new one; the last picture stays."""
    waiting = _waiting(tx.session, row, tx.now)
    stored: list[dict[str, Any]] = list((row.digest or {}).get("items", ())) if waiting else []
    earlier = [Item(**one) for one in stored]
    if picture is not None:
        earlier = [replace(one, html=BOARD.sub("", one.html)) for one in earlier]
    items = [*earlier, item]
    row.digest = {"items": [asdict(one) for one in items]}
    tx.session.add(row)
    voice = games.title_of(game).voice(row.language)
    text, html = render.both(
        "digest", voice, game=game.name, title=games.title_of(game).title, to=row.name, items=items
    )
    if waiting is not None:
        waiting.text, waiting.html = plain_text(text), plain_text(html)
        waiting.picture = picture.as_json() if picture else waiting.picture
        tx.session.add(waiting)
        return
    due = next_morning(tx.now, zone)
    day = voice.day(due.astimezone(ZoneInfo(zone)))
    subject = behind_the_name_only(game.name, voice.say("subject", KIND, text=day))
    post(tx, game, row, Draft(KIND, subject, text, html, next_try=due, picture=picture))


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
