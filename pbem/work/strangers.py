"""Letters of people who have no seat: so many a day are kept, for some time."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlmodel import Session, col

from pbem.channels.channel import Letter
from pbem.store import seats, sign_ups, tally
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import Transaction
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


def has_signed_up(tx: Transaction, letter: Letter) -> bool:
    """Whether a letter is of somebody who has signed up for a game, and not one too many of today's."""
    row = sign_ups.of_letter(tx.session, letter.tokens, letter.sender)
    most = tx.settings.quotas.sign_up_letters
    return row is not None and tally.may(tx, row.address, "sign-up letters kept", most)


def admit(tx: Transaction, size: int) -> bool:
    """Whether another letter of a stranger is kept today; the first of the day makes room for it."""
    about = "strangers' letters are turned away", NOTICE
    return _admit(tx, tally.STRANGERS, size, about)


def admit_post(tx: Transaction, place: str, size: int) -> bool:
    """The same of a post on a mailing list: anybody can pretend to be one who posts there."""
    about = f"posts on {place} are turned away", LIST_NOTICE
    return _admit(tx, f"list {place}", size, about)


def _admit(tx: Transaction, whose: str, size: int, about: tuple[str, str]) -> bool:
    quotas = tx.settings.quotas
    if tally.count(tx, whose, "letters") == 0:
        forget(tx.session, tx.now - timedelta(days=quotas.stranger_days))
    for what, most, amount in (
        ("letters", quotas.stranger_letters, 1),
        ("bytes", quotas.stranger_bytes, size),
    ):
        if not tally.may(tx, whose, what, most, amount=amount):
            if tally.is_first_cut(tx, whose, what, amount=amount):
                subject, notice = about
                text = notice.format(letters=quotas.stranger_letters, size=quotas.stranger_bytes)
                tell_moderator(tx, subject, text)
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
