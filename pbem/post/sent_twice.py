"""Letters that say again what another has said: by a machine, or by a player who sends one a second time."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.channels.channel import Channel, Letter
from pbem.moderator.by_mail import changes_something
from pbem.play.seats import Seat
from pbem.store import statements as sql
from pbem.store.tables import GameRow, LetterRow, SeatRow
from pbem.work import outgoing
from pbem.work.answered import Answered

IN_VAIN = "in vain"
"""The verdict on a letter in which nothing could be done."""
WITHIN = timedelta(hours=1)
AGAIN = timedelta(minutes=10)
"""Within this time the same commands of the moderator are the same letter, sent twice."""
MOST = 4
"""So many such letters with the same words are answered in that time."""
LOOK_BACK = 20
"""How many of a seat's last letters may be the one that is sent again."""


def is_an_echo(session: Session, channel: Channel, seat: SeatRow, letter: Letter, now: datetime) -> bool:
    """Whether a seat's last letters all said the same as this one, all in vain: a machine answers us."""
    latest = sql.LATEST_VERDICTS.rows(session, seat=seat.id, most=MOST)
    in_vain = [
        id
        for id, verdict, handled_at in latest
        if verdict == IN_VAIN and handled_at is not None and handled_at > now - WITHIN
    ]
    if len(in_vain) < MOST:
        return False
    earlier = [session.exec(sql.BYTES, params={"letter": id}).one() for id in in_vain]
    said = _said(channel, letter)
    return all(_said(channel, channel.read(raw)) == said for raw in earlier)


def commanded_before(
    session: Session, channel: Channel, row: LetterRow, letter: Letter, now: datetime
) -> str:
    """What the moderator hears whose letter with the same commands was carried out just now; else nothing."""
    said = _said(channel, letter)
    if not any(changes_something(line) for line in said):
        return ""
    for id, raw, handled_at in session.exec(sql.OF_NO_SEAT, params={"since": now - AGAIN}):
        earlier = channel.read(raw) if id != row.id else None
        if (
            earlier is not None
            and earlier.sender == letter.sender
            and earlier.answers[:1] == letter.answers[:1]
            and _said(channel, earlier) == said
        ):
            return (
                f"Done already: the same commands came in letter {id} at {handled_at:%H:%M} UTC, and were "
                f"carried out then. Nothing was done again. If you mean them once more, wait "
                f"{AGAIN.seconds // 60} minutes."
            )
    return ""


def sent_before(
    session: Session, channel: Channel, game: GameRow, seat: Seat, letter: Letter, answered: Answered
) -> datetime | None:
    """When the same orders came in another letter that answers the same one of ours, and were taken.

    A letter that is written anew answers a newer one of ours, or none: that is no repetition.
    """
    if not letter.answers:
        return None
    answers = letter.answers[0]
    # Whoever answers a letter of ours does so after it was written.
    after = answered.seq if answered.message_id == answers else 0
    taken = {id for (id,) in sql.TAKEN_SINCE.rows(session, game=game.id, after=after)}
    if not taken:
        return None
    wanted = {"seat": seat.id, "but_for": letter.message_id, "most": LOOK_BACK}
    received_at: datetime
    for id, received_at in sql.LATEST_DONE.rows(session, **wanted):
        raw = outgoing.raw(session, id)[1] if id in taken else b""
        if answers.encode() in raw:
            earlier = channel.read(raw)
            if earlier.answers[:1] == (answers,) and _said(channel, earlier) == _said(channel, letter):
                return received_at
    return None


def _said(channel: Channel, letter: Letter) -> list[str]:
    """What a letter says, whatever it answers: enough to see whether another says the same.

    Where nothing is certainly its writer's own, all of it counts: two such letters need not be the same.
    """
    written = channel.align(letter, ())
    return written.own_lines or [line.text for line in written.lines]
