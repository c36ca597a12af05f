"""Letters that say again what another has said: by a machine, or by a player who sends one a second time."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.channels.channel import Channel, Letter
from pbem.play.seats import Seat
from pbem.store import statements as sql
from pbem.store.tables import SeatRow

IN_VAIN = "in vain"
"""The verdict on a letter in which nothing could be done."""
WITHIN = timedelta(hours=1)
MOST = 4
"""So many such letters with the same words are answered in that time."""
LOOK_BACK = 20
"""How many of a seat's last letters may be the one that is sent again."""


def is_an_echo(session: Session, channel: Channel, seat: SeatRow, letter: Letter, now: datetime) -> bool:
    """Whether a seat's last letters all said the same as this one, all in vain: a machine answers us."""
    latest = session.exec(sql.LATEST_VERDICTS, params={"seat": seat.id, "most": MOST}).all()
    in_vain = [
        id
        for id, verdict, handled_at in latest
        if verdict == IN_VAIN and handled_at is not None and handled_at > now - WITHIN
    ]
    if len(in_vain) < MOST:
        return False
    earlier = [session.exec(sql.BYTES, params={"letter": id}).one() for id in in_vain]
    return all(channel.read(raw).lines == letter.lines for raw in earlier)


def sent_before(session: Session, channel: Channel, seat: Seat, letter: Letter) -> datetime | None:
    """When the same orders came in another letter that answers the same one of ours, and were taken.

    A letter that is written anew answers a newer one of ours, or none: that is no repetition.
    """
    if not letter.answers:
        return None
    answers = letter.answers[0]
    wanted = {"seat": seat.id, "but_for": letter.message_id, "most": LOOK_BACK}
    for id, raw, received_at in session.exec(sql.LATEST_THAT_NAME, params=wanted):
        if answers.encode() in raw and _was_taken(session, id):
            earlier = channel.read(raw)
            if earlier.answers[:1] == (answers,) and earlier.lines == letter.lines:
                return received_at
    return None


def _was_taken(session: Session, id: int | None) -> bool:
    """Whether anything in a letter was carried out, or is held."""
    done = session.exec(sql.DONE, params={"letter": id}).first()
    held = session.exec(sql.HELD, params={"letter": id}).first()
    return done is not None or held is not None
