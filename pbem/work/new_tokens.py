"""New secrets for a seat whose old one others may know, and where its holders write from then on."""

from __future__ import annotations

from pbem.channels import FORUM, channel_of
from pbem.config import Settings
from pbem.language.voice import Message, note
from pbem.play.seats import Seat
from pbem.store import games, seats
from pbem.store.tables import SeatRow
from pbem.store.unit_of_work import Transaction


def renew_token(tx: Transaction, row: SeatRow) -> list[tuple[Seat, Message]]:
    """Give a seat a new token; everybody who must hear of it, with what to say.

    That is whoever has the seat, and its player on vacation.
    """
    renewed = channel_of(row.channel, tx.settings).renewed
    absence = seats.renew_token(tx.session, row, renewed)
    holders = [games.as_seat(row), *([seats.at_home(row, absence)] if absence else [])]
    return [(seat, _where_to_write(seat, tx.settings)) for seat in holders if seat.address]


def _where_to_write(seat: Seat, settings: Settings) -> Message:
    if seat.channel == FORUM:
        return note("place_renewed")
    return note("token_renewed", address_text=settings.mail.reply_address(seat.token))
