"""Mail as a channel: IMAP or a Maildir in, SMTP out."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from email.utils import parseaddr
from functools import cached_property
from urllib.parse import quote

from pbem.channels.channel import (
    Check,
    Drawn,
    Inbox,
    Label,
    Letter,
    Notebook,
    Outgoing,
    Reader,
    Returned,
    Sender,
    Thread,
)
from pbem.channels.mail import CHANNEL, robots
from pbem.channels.mail.align import align, answered_by_text
from pbem.channels.mail.arrival import arrived_at
from pbem.channels.mail.auth import topmost_checker
from pbem.channels.mail.bounces import read_bounce
from pbem.channels.mail.careful import read_elsewhere
from pbem.channels.mail.imap import ImapInbox
from pbem.channels.mail.inbox import MaildirInbox
from pbem.channels.mail.letter import read_envelope, read_letter
from pbem.channels.mail.lists import list_id_in
from pbem.channels.mail.marks import mark_of
from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.channels.mail.smtp import SmtpSender
from pbem.channels.mail.write import as_sent, compose, headers_for, message_id
from pbem.channels.written import Aligned, SentText
from pbem.config import MailSettings


class MailChannel:
    """Letters by mail; a seat is known by the token in the address, or in the letter, that it answers to."""

    name = CHANNEL
    report, absence, shown = robots.BOUNCE, robots.ABSENCE, ""
    warns: Collection[str] = (robots.BULK,)
    must_confirm = False
    tells_strangers = ""
    advice = ""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    @cached_property
    def robots(self) -> Sequence[Check]:
        return robots.robots(self._settings)

    @cached_property
    def forgeries(self) -> Sequence[Check]:
        return robots.forgeries(self._settings)

    def cannot_reach(self, address: str) -> str:
        return ""

    def open_inbox(self, notebook: Notebook | None = None) -> Inbox:
        if self._settings.inbox == "imap":
            return ImapInbox(self._settings.imap, self._settings.largest_letter)
        return MaildirInbox(self._settings.maildir, self._settings.largest_letter)

    def open_sender(self, notebook: Notebook | None = None) -> Sender:
        return MailSender(self._settings)

    # ---- Letters in

    def read_head(self, raw: bytes) -> Letter:
        return read_envelope(raw)

    def list_of(self, letter: Letter) -> str:
        return list_id_in(robots.as_mail(letter))

    def arrived(self, letter: Letter, noted: datetime | None, now: datetime) -> datetime:
        return arrived_at(robots.as_mail(letter).headers, self._settings.receiving_server, noted, now)

    def read(self, raw: bytes) -> Letter:
        return read_letter(raw)

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        return align(robots.as_mail(letter), answered)

    def as_sent(self, letter: Outgoing) -> SentText:
        return as_sent(letter)

    def quoted(self, letter: Letter, sent: Sequence[SentText]) -> list[SentText]:
        mail = robots.as_mail(letter)
        quotes = any(row.depth or WRITE_ABOVE in row.text for row in (*mail.text, *mail.html))
        return answered_by_text(mail, sent) if quotes else []

    def survives(self, raws: Sequence[bytes]) -> list[bool]:
        return [fields is not None for fields in read_elsewhere(raws)]

    def vouching_server(self, letter: Letter) -> str:
        return topmost_checker(robots.as_mail(letter))

    def returned(self, raw: bytes, letter: Letter) -> Returned:
        return read_bounce(raw, robots.as_mail(letter))

    # ---- Letters out

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        if reader.number:
            id = message_id(self._settings, game, reader, number)
        else:
            id = f"<{game}.desk.{secrets.token_hex(8)}@{self._settings.host}>"
        return Label(id, headers_for(self._settings, game, reader, number, thread))

    def renewed(self, label: dict[str, str], old: str, new: str) -> dict[str, str]:
        old_mark, new_mark = mark_of(old), mark_of(new)
        return {
            name: value.replace(f"+{old}@", f"+{new}@")
            .replace(old_mark, new_mark)
            .replace(quote(old_mark), quote(new_mark))
            for name, value in label.items()
        }


class MailSender:
    """Writes letters as mail and hands them over to the SMTP server."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._server = SmtpSender(settings.smtp)

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        await self._server.send(compose(letter, picture), self._return_address(letter), letter.recipient)
        return ""

    async def close(self) -> None:
        await self._server.close()

    def _return_address(self, letter: Outgoing) -> str:
        """Where the letter comes back to if it cannot be delivered."""
        to_seat = self._settings.smtp.return_to_seat
        reply_to = parseaddr(letter.label.get("Reply-To", ""))[1] if to_seat else ""
        return reply_to or self._settings.address
