"""Letters of people who have no seat: so many a day are kept, for some time."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlmodel import Session, col

from pbem.channels.channel import Letter
from pbem.config import Settings
from pbem.store import seats, sign_ups, tally
from pbem.store.tables import LetterRow
from pbem.work.moderator_notices import tell_moderator
from pbem.work.outgoing import Writer

FORGOTTEN = "forgotten"
"""The verdict on a letter of which nothing but its row is kept."""
NOTICE = """\
Strangers have sent more letters today than are kept ({letters} letters or {size} bytes a day).
More of them are not stored until tomorrow; they stay in the mailbox. Letters of players are not concerned.
"""
LIST_NOTICE = """\
Through a mailing list more has come today than is kept ({letters} letters or {size} bytes a day).
More of it is not stored until tomorrow; it stays in the mailbox. Letters of players to their reply addresses
are not concerned.
"""


def is_stranger(session: Session, letter: Letter, seat: Writer | None) -> bool:
    """Whether a letter is no player's: without a seat's token, or not from the seat's address."""
    if seat is not None and seat.address == letter.sender:
        return False
    return seats.away_player(session, letter.tokens, letter.sender) is None


def has_signed_up(session: Session, settings: Settings, letter: Letter, now: datetime) -> bool:
    """Whether a letter is of somebody who has signed up for a game, and not one too many of today's."""
    row = sign_ups.of_letter(session, letter.tokens, letter.sender)
    most = settings.quotas.sign_up_letters
    return row is not None and tally.may(session, row.address, "sign-up letters kept", most, now)


def admit(session: Session, settings: Settings, size: int, now: datetime) -> bool:
    """Whether another letter of a stranger is kept today; the first of the day makes room for it."""
    about = "strangers' letters are turned away", NOTICE
    return _admit(session, settings, tally.STRANGERS, size, now, about)


def admit_post(session: Session, settings: Settings, place: str, size: int, now: datetime) -> bool:
    """The same of a post on a mailing list: anybody can pretend to be one who posts there."""
    about = f"posts on {place} are turned away", LIST_NOTICE
    return _admit(session, settings, f"list {place}", size, now, about)


def _admit(
    session: Session, settings: Settings, whose: str, size: int, now: datetime, about: tuple[str, str]
) -> bool:
    quotas = settings.quotas
    if tally.count(session, whose, "letters", now) == 0:
        forget(session, now - timedelta(days=quotas.stranger_days))
    for what, most, amount in (
        ("letters", quotas.stranger_letters, 1),
        ("bytes", quotas.stranger_bytes, size),
    ):
        if not tally.may(session, whose, what, most, now, amount=amount):
            if tally.is_first_cut(session, whose, what, now, amount=amount):
                subject, notice = about
                text = notice.format(letters=quotas.stranger_letters, size=quotas.stranger_bytes)
                tell_moderator(session, settings.mail, subject, text, now)
            return False
    return True


def forget(session: Session, before: datetime) -> None:
    """Of letters of strangers that came before a moment only the row is kept, so that none comes twice."""
    session.exec(
        update(LetterRow)
        .where(col(LetterRow.seat_id).is_(None), col(LetterRow.status).in_(("held", "dropped")))
        .where(col(LetterRow.received_at) < before, col(LetterRow.verdict) != FORGOTTEN)
        .values(raw=b"", status="dropped", verdict=FORGOTTEN)
    )
