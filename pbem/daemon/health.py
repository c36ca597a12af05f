"""Whether the moderator is at work, in a line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from pbem.calendar.clock import say_span
from pbem.channels import MAIL, ways_in
from pbem.store import clocks
from pbem.store.counts import counts, in_outbox
from pbem.store.office_tables import HeartbeatRow
from pbem.store.tables import GameRow, LetterRow
from pbem.store.tally import cut_today
from pbem.store.unit_of_work import Transaction


@dataclass(frozen=True, slots=True)
class Health:
    """A line for a person or a program that watches."""

    well: bool
    line: str


def health_of(tx: Transaction) -> Health:
    """How the moderator is: at work, or not seen for too long; what waits, and what wants looking at."""
    session, settings, now = tx.session, tx.settings, tx.now
    heartbeat = session.get(HeartbeatRow, 1)
    last = heartbeat.at if heartbeat else None
    letters = counts(session, LetterRow, "new", "held", "shunted")
    outgoing = in_outbox(session)
    playing = counts(session, GameRow, "running", "held")
    cut = cut_today(session, now)
    silent = [
        channel
        for channel in ways_in(settings)
        if channel != MAIL and clocks.asleep(session, settings.down_minutes, now, channel)
    ]
    well = last is not None and now - last <= timedelta(minutes=settings.down_minutes) and not silent
    seen = "never seen at work (pbem run)" if last is None else f"last seen {say_span(now - last)} ago"
    return Health(
        well,
        f"{'well' if well else 'NOT WELL'}: {seen}; games {playing['running']} running, "
        f"{playing['held']} on hold; letters {letters['new']} new, "
        f"{letters['held']} held, {letters['shunted']} put aside; "
        f"outbox {outgoing['queued']} waiting, {outgoing['failed']} failed"
        + "".join(f"; the {channel} cannot be read" for channel in silent)
        + (f"; not let through today: {', '.join(cut)}" if cut else ""),
    )
