"""Letters that we send: headers that let mail programs keep a game together, and robots leave us alone.

The Message-ID is made once, from the seat and the number of its letter, and stored; sending a letter a
second time sends the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32
from email.utils import format_datetime, formataddr
from hashlib import blake2b
from typing import Protocol

from pbem.channels.mail.ours import SentText
from pbem.config import MailSettings
from pbem.language.plain import plain
from pbem.play.seats import Seat

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
    if seat.observer:
        leave = settings.reply_address(seat.token)
        headers["List-Unsubscribe"] = f"<mailto:{leave}?subject=unsubscribe>"
    if thread.answers:
        headers["In-Reply-To"] = thread.answers
    elif number > 1:
        headers["In-Reply-To"] = root
    if references:
        headers["References"] = " ".join(references[-10:])
    return headers


def compose(letter: Stored) -> bytes:
    """The message as it is sent: plain text first, HTML beside it."""
    text = _part(letter.text, "plain")
    message: Message = text
    if letter.html:
        boundary = "=_" + blake2b(letter.message_id.encode(), digest_size=12).hexdigest()
        message = MIMEMultipart("alternative", boundary, [text, _part(letter.html, "html")])
    message["Subject"] = _encoded(plain(letter.subject))
    message["Date"] = format_datetime(letter.created_at)
    message["Message-ID"] = letter.message_id
    for name, value in letter.headers.items():
        message[name] = plain(value)
    return message.as_bytes(policy=SENDING)


def as_sent(letter: Stored) -> SentText:
    """A letter of the outbox, as an answer may quote it."""
    return SentText(
        letter.text,
        letter.html,
        letter.subject,
        letter.headers.get("From", ""),
        letter.headers.get("To", letter.recipient),
        letter.created_at,
        letter.message_id,
    )


SENDING = compat32.clone(linesep="\r\n", max_line_length=78)


def _part(text: str, subtype: str) -> MIMENonMultipart:
    """Text that survives every server: ASCII as it is, anything else or long lines quoted-printable."""
    part = MIMENonMultipart("text", subtype)
    plain = text.isascii() and max(map(len, text.split("\n"))) < LONGEST_LINE
    part.set_payload(text, Charset("us-ascii") if plain else QUOTED)
    return part


LONGEST_LINE = 900
QUOTED = Charset("utf-8")
QUOTED.body_encoding = QP


def _encoded(text: str) -> str:
    return text if text.isascii() else Header(text, "utf-8").encode()


def _address(name: str, address: str) -> str:
    return formataddr((plain(name), address))
