"""Who can be reached: a seat is marked when a letter to it does not arrive, until it writes again."""

from __future__ import annotations

from sqlmodel import Session, col, select

from pbem.channels.channel import Returned
from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work.moderator_notices import tell_moderator

NOTICE = """\
A letter of game {game} to {name} <{address}> did not arrive:

    {reason}

{name} is marked as unreachable. Letters are still sent, and the deadlines go on; the mark goes away with the
next letter that {name} writes.
"""
LONGEST_REASON = 500


def not_delivered(tx: Transaction, row: OutgoingRow, reason: str) -> None:
    """A letter will not arrive: mark its seat, and tell the moderator if this is new."""
    session = tx.session
    seat = session.get(SeatRow, row.seat_id) if row.seat_id is not None else None
    if seat is None or seat.address != row.recipient:  # a notice, or the player has another address by now
        return
    if not seat.unreachable:
        game = session.get_one(GameRow, seat.game_id)
        text = NOTICE.format(game=game.name, name=seat.name, address=seat.address, reason=reason.strip())
        tell_moderator(tx, f"{seat.name} cannot be reached", text, game=game)
    seat.unreachable = " ".join(reason.split())[:LONGEST_REASON] or "no reason given"
    session.add(seat)


def has_written(session: Session, seat: SeatRow) -> None:
    """A seat's own letter is here, so it can be reached."""
    if seat.unreachable:
        seat.unreachable = ""
        session.add(seat)


def take_bounce(tx: Transaction, bounce: Returned, seat: SeatRow | None) -> bool:
    """Mark the seat whose letter came back; False if the moderator must look whether one did.

    Only what a stranger cannot know proves that a letter of ours came back: its Message-ID, or the seat's
    reply address (`seat`).
    """
    if not bounce.failed and (bounce.delayed or not bounce.by_a_server):
        return True  # on its way, or an answering machine that writes without a return address
    letter = _returned(tx.session, bounce, seat)
    if letter is None and bounce.returned:
        return True  # somebody else's letter, sent in our name
    if letter is None:
        players = select(SeatRow.id).where(col(SeatRow.address).in_(bounce.failed)).limit(1)
        return bool(bounce.failed) and tx.session.exec(players).first() is None
    if not bounce.failed:
        return False
    not_delivered(tx, letter, bounce.reason)
    return True


def _returned(session: Session, bounce: Returned, seat: SeatRow | None) -> OutgoingRow | None:
    """The letter of ours that came back."""
    by_id = select(OutgoingRow).where(col(OutgoingRow.message_id).in_(bounce.returned))
    found = session.exec(by_id.limit(1)).first()
    if found is not None or seat is None:
        return found
    to_seat = select(OutgoingRow).where(OutgoingRow.seat_id == seat.id, OutgoingRow.status == "sent")
    return session.exec(to_seat.order_by(col(OutgoingRow.id).desc()).limit(1)).first()
