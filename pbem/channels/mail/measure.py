"""What a mailbox can do, found out by trying: a letter to itself, one to an address with a plus sign.

Both letters carry our header, so that the moderator would drop them; when they are found they are deleted.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbem.channels.channel import Never
from pbem.channels.mail.auth import is_authentic, topmost_checker
from pbem.channels.mail.imap import KEYWORD
from pbem.channels.mail.letter import read_envelope
from pbem.channels.mail.smtp import SmtpSender
from pbem.channels.mail.write import OUR_HEADER
from pbem.config import MailSettings

LOOK_EVERY = 0.25
"""Seconds between two looks into the mailbox."""
PLUS_LATER = 10.0
"""Seconds that the second letter may come after the first."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What the IMAP server says that it can do."""

    idle: bool
    keywords: bool


@dataclass(frozen=True, slots=True)
class Came:
    """What became of the letters to ourselves."""

    arrived: bool
    plus_addressing: bool
    checker: str
    """Who has signed the `Authentication-Results` on top; empty: nobody."""
    vouches: bool
    """Whether it says there that the letter was ours."""


def abilities(client: IMAPClient, folder: str) -> Abilities:
    """Open the folder and see what the server keeps there."""
    opened = client.select_folder(folder)
    keeps = set(opened.get(b"PERMANENTFLAGS", ()))
    return Abilities(client.has_capability("IDLE"), bool({b"\\*", KEYWORD.encode()} & keeps))


class LettersToOurselves:
    """Two letters, sent by SMTP and looked for by IMAP; the folder is open on `client`."""

    def __init__(self, settings: MailSettings, client: IMAPClient) -> None:
        self._settings = settings
        self._client = client
        self._first = int(client.folder_status(settings.imap.folder, [b"UIDNEXT"])[b"UIDNEXT"])
        self._word = secrets.token_hex(8)
        self._found: dict[str, tuple[int, bytes]] = {}
        self._plus_refused = False

    def send(self) -> None:
        """Send both; a server that refuses the address with a plus sign has answered already.

        :raises NotSent: the first cannot be sent.
        """
        asyncio.run(self._send())

    async def _send(self) -> None:
        local, _, host = self._settings.address.partition("@")
        sender = SmtpSender(self._settings.smtp)
        try:
            await sender.send(self._letter("plain"), self._settings.address, self._settings.address)
            try:
                to = f"{local}+{self._word}@{host}"
                await sender.send(self._letter("plus", to), self._settings.address, to)
            except Never:
                self._plus_refused = True
        finally:
            await sender.close()

    def wait(self, seconds: float) -> Came:
        """Wait until both are there, or it is time to give up; clear them away."""
        until = time.monotonic() + seconds
        while "plain" not in self._found and time.monotonic() < until:
            self._look()
        until = time.monotonic() + min(seconds, PLUS_LATER)
        while self._expects_plus() and time.monotonic() < until:
            self._look()
        self._clear_away()
        if "plain" not in self._found:
            return Came(arrived=False, plus_addressing=False, checker="", vouches=False)
        letter = read_envelope(self._found["plain"][1])
        checker = topmost_checker(letter)
        return Came(
            arrived=True,
            plus_addressing="plus" in self._found,
            checker=checker,
            vouches=bool(checker) and is_authentic(letter, checker),
        )

    # ---- Inside

    def _expects_plus(self) -> bool:
        return "plain" in self._found and "plus" not in self._found and not self._plus_refused

    def _name(self, which: str) -> str:
        return f"<pbem-setup.{which}.{self._word}@{self._settings.host}>"

    def _letter(self, which: str, to: str = "") -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"] = self._settings.address
        message["To"] = to or self._settings.address
        message["Subject"] = f"pbem setup: a letter to itself ({which})"
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = self._name(which)
        message["Auto-Submitted"] = "auto-generated"
        message[OUR_HEADER] = "setup"
        message.set_content("This letter shows that mail goes out and comes in. It can be deleted.\n")
        return message.as_bytes()

    def _look(self) -> None:
        self._client.noop()
        new = [uid for uid in self._client.search(["UID", f"{self._first}:*"]) if uid >= self._first]
        for uid, found in self._client.fetch(new, ["BODY.PEEK[HEADER]"]).items() if new else ():
            head = found.get(b"BODY[HEADER]", b"")
            for which in ("plain", "plus"):
                if read_envelope(head).message_id == self._name(which):
                    self._found[which] = (uid, head)
        if "plain" not in self._found or self._expects_plus():
            time.sleep(LOOK_EVERY)

    def _clear_away(self) -> None:
        uids = sorted(uid for uid, _head in self._found.values())
        with suppress(IMAPClientError):  # they do no harm if they stay
            if uids:
                self._client.delete_messages(uids, silent=True)
            if uids and self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)
