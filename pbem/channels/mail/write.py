"""Letters that we send: headers that let mail programs keep a game together, and robots leave us alone.

The Message-ID is made once, from the seat and the number of its letter, and stored; sending a letter a
second time sends the same bytes.
"""

from __future__ import annotations

import re
from email.charset import QP, Charset
from email.header import Header
from email.message import Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32
from email.utils import format_datetime, formataddr
from hashlib import blake2b
from urllib.parse import quote

from pbem.channels.channel import NO_THREAD, Drawn, Outgoing, Reader, Thread
from pbem.channels.mail.marks import TOKEN_FOLLOWS, mark_of
from pbem.channels.written import SentText
from pbem.config import MailSettings
from pbem.language.plain import plain

OUR_HEADER = "X-Pbem"
MARK = "Mark"
"""In a label, no header: what is put behind the subject when a letter is sent."""


def message_id(settings: MailSettings, game: str, reader: Reader, number: int) -> str:
    """The Message-ID of a seat's n-th letter: always the same, and not to be guessed.

    Without plus addressing it holds the token, so that whoever answers the letter gives it back.
    """
    if settings.plus_addressing:
        key = reader.token.encode()
        proof = blake2b(f"{game}/{number}".encode(), key=key, digest_size=8).hexdigest()
    else:
        proof = f"{TOKEN_FOLLOWS}{reader.token}"
    return f"<{game}.{reader.number}.{number}.{proof}@{settings.host}>"


def headers_for(
    settings: MailSettings, game: str, reader: Reader, number: int, thread: Thread = NO_THREAD
) -> dict[str, str]:
    """All headers of a letter but subject, date and id."""
    root = message_id(settings, game, reader, 1) if number > 1 else ""
    references = [root] if root else []
    references += [id for id in (*thread.references, thread.answers) if id and id not in references]
    headers = {
        "From": mailbox(settings.name, settings.address),
        "To": mailbox(reader.name, reader.address),
        "Auto-Submitted": "auto-replied" if thread.answers else "auto-generated",
        OUR_HEADER: game,
    }
    if reader.token:
        headers["Reply-To"] = mailbox(settings.name, settings.reply_address(reader.token))
    if reader.token and not settings.plus_addressing:
        headers[MARK] = mark_of(reader.token)
    if reader.observer:
        leave = settings.reply_address(reader.token)
        mark = quote(f" {headers[MARK]}") if MARK in headers else ""
        headers["List-Unsubscribe"] = f"<mailto:{leave}?subject=unsubscribe{mark}>"
    if thread.answers:
        headers["In-Reply-To"] = thread.answers
    elif root:
        headers["In-Reply-To"] = root
    if references:
        headers["References"] = " ".join(references[-10:])
    return headers


def compose(letter: Outgoing, picture: Drawn | None = None) -> bytes:
    """The message as it is sent: plain text first, HTML beside it, with its picture."""
    text = _part(letter.text, "plain")
    message: Message = text
    if letter.html:
        html: Message = _part(letter.html if picture else BOARD.sub("", letter.html), "html")
        if picture:
            html = MIMEMultipart("related", _boundary(letter, "p"), [html, _image(picture)], type="text/html")
        message = MIMEMultipart("alternative", _boundary(letter), [text, html])
    message["Subject"] = _encoded(plain(_marked_subject(letter)))
    message["Date"] = format_datetime(letter.created_at)
    message["Message-ID"] = letter.message_id
    for name, value in letter.label.items():
        if name != MARK:
            message[name] = plain(value)
    return message.as_bytes(policy=SENDING)


def as_sent(letter: Outgoing) -> SentText:
    """A letter of the outbox, as an answer may quote it."""
    return SentText(
        letter.text,
        letter.html,
        _marked_subject(letter),
        letter.label.get("From", ""),
        letter.label.get("To", letter.recipient),
        letter.created_at,
        letter.message_id,
    )


def _marked_subject(letter: Outgoing) -> str:
    return f"{letter.subject} {letter.label[MARK]}" if MARK in letter.label else letter.subject


BOARD = re.compile(r'<p class="board".*?</p>\s*', re.DOTALL)
"""Where the HTML of a letter shows its picture."""


def _boundary(letter: Outgoing, part: str = "") -> str:
    return "=_" + blake2b(f"{letter.message_id}{part}".encode(), digest_size=12).hexdigest()


def _image(picture: Drawn) -> MIMEImage:
    image = MIMEImage(picture.data, "png")
    image["Content-ID"] = f"<{picture.cid}>"
    image.add_header("Content-Disposition", "inline", filename="map.png")
    return image


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
    return text if text.isascii() else Header(text, "utf-8", header_name="Subject").encode()


def mailbox(name: str, address: str) -> str:
    """A name and an address as they stand in a header."""
    return formataddr((plain(name), address))
