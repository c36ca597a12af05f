"""Letters that we send: headers that let mail programs keep a game together, and robots leave us alone.

The Message-ID is made once, from the seat and the number of its letter, and stored; sending a letter a
second time sends the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import blake2b
from typing import Protocol

from pbem.config import MailSettings
from pbem.domain.seats import Seat

OUR_HEADER = "X-Pbem"


class Stored(Protocol):
    """A letter of the outbox."""

    message_id: str
    recipient: str
    subject: str
    headers: dict[str, str]
    text: str
    html: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """What a letter answers: the player's letter, if it is a receipt."""

    answers: str = ""
    references: tuple[str, ...] = ()


NO_THREAD = Thread()


def message_id(game: str, seat: Seat, number: int, host: str) -> str:
    """The Message-ID of a seat's n-th letter: always the same, and not to be guessed."""
    proof = blake2b(f"{game}/{number}".encode(), key=seat.token.encode(), digest_size=8).hexdigest()
    return f"<{game}.{seat.number}.{number}.{proof}@{host}>"


def headers_for(
    settings: MailSettings, game: str, seat: Seat, number: int, thread: Thread = NO_THREAD
) -> dict[str, str]:
    """All headers of a letter but subject, date and id."""
    root = message_id(game, seat, 1, settings.host)
    references = [] if number == 1 else [root]
    references += [id for id in (*thread.references, thread.answers) if id and id not in references]
    headers = {
        "From": _address(settings.name, settings.address),
        "To": _address(seat.name, seat.address),
        "Reply-To": _address(settings.name, settings.reply_address(seat.token)),
        "Auto-Submitted": "auto-replied" if thread.answers else "auto-generated",
        OUR_HEADER: game,
    }
    if thread.answers:
        headers["In-Reply-To"] = thread.answers
    elif number > 1:
        headers["In-Reply-To"] = root
    if references:
        headers["References"] = " ".join(references[-10:])
    return headers


def compose(letter: Stored) -> EmailMessage:
    """The message as it is sent: plain text first, HTML beside it."""
    message = EmailMessage(policy=SMTP)
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(letter.created_at)
    message["Message-ID"] = letter.message_id
    for name, value in letter.headers.items():
        message[name] = value
    message.set_content(letter.text, cte="quoted-printable" if not letter.text.isascii() else "7bit")
    if letter.html:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
        message.set_boundary("=_" + blake2b(letter.message_id.encode(), digest_size=12).hexdigest())
    return message


def _address(name: str, address: str) -> str:
    return str(Address(name, addr_spec=address))
