"""Handing letters over to an SMTP server: TLS, login, several letters on one connection.

Three things can go wrong, and the outbox does something else about each: the server cannot be used now, this
letter cannot be delivered now, this letter can never be delivered.
"""

from __future__ import annotations

from contextlib import suppress

import aiosmtplib

from pbem.channels.channel import Never, NotNow, ServerTrouble
from pbem.channels.mail.login import smtp_client, smtp_hang_up, smtp_login
from pbem.config import SmtpSettings
from pbem.errors import SettingsProblem

CLOSING = 421
"""The server's word before it hangs up: too many letters on one connection, or it shuts down."""


class SmtpSender:
    """A connection that is made when it is needed, and made again when the server has closed it."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self._client: aiosmtplib.SMTP | None = None

    @property
    def server(self) -> str:
        return f"{self._settings.host}:{self._settings.usual_port}"

    async def send(self, message: bytes, sender: str, recipient: str) -> None:
        """Hand over one letter; raises what went wrong."""
        if not (recipient.isascii() and recipient.isprintable()) or " " in recipient:
            raise Never("not an address that can be written to", recipient=True)
        used_before = self._client is not None and self._client.is_connected
        try:
            await self._send(message, sender, recipient)
        except _HungUp as problem:
            if not used_before:
                raise NotNow(str(problem)) from problem
            try:  # it was closed between two letters, so once more on a new connection
                await self._send(message, sender, recipient)
            except _HungUp as again:
                raise NotNow(str(again)) from again

    async def connect(self) -> None:
        """Log in, and send nothing.

        :raises ServerTrouble: that cannot be; its cause tells more.
        """
        await self._connected()

    async def close(self) -> None:
        """Say good-bye, if there is anybody to say it to."""
        if self._client is not None and self._client.is_connected:
            with suppress(aiosmtplib.SMTPException, OSError):
                await self._client.execute_command(b"QUIT")
        await self._hang_up()

    # ---- Inside

    async def _send(self, message: bytes, sender: str, recipient: str) -> None:
        client = await self._connected()
        try:
            await client.sendmail(sender, [recipient], message)
        except aiosmtplib.SMTPRecipientsRefused as problem:
            refused = problem.recipients[0]
            await self._judge(refused.code, refused.message, recipient=True)
        except aiosmtplib.SMTPSenderRefused as problem:
            # Our own address is refused: the settings can be repaired, the letter need not be lost.
            await self._judge(min(problem.code, 499), f"{problem.code} {problem.message}")
        except aiosmtplib.SMTPResponseException as problem:
            await self._judge(problem.code, problem.message)
        except ValueError as problem:  # an address that would break the dialogue with the server
            raise Never(_words(problem), recipient=True) from None
        except aiosmtplib.SMTPTimeoutError as problem:
            await self._hang_up()  # it may have taken the letter: not at once again
            raise NotNow(_words(problem)) from problem
        except (aiosmtplib.SMTPException, OSError) as problem:
            await self._hang_up()
            raise _HungUp(_words(problem)) from problem

    async def _judge(self, code: int, text: str, *, recipient: bool = False) -> None:
        words = text if text.startswith(str(code)) else f"{code} {text}"
        if code == CLOSING:
            await self._hang_up()
            raise _HungUp(words)
        if 500 <= code < 600:
            raise Never(words, recipient=recipient)
        raise NotNow(words)

    async def _connected(self) -> aiosmtplib.SMTP:
        if self._client is not None and self._client.is_connected:
            return self._client
        try:
            self._client = client = smtp_client(self._settings)
            await smtp_login(client, self._settings)
        except SettingsProblem as problem:
            await self._hang_up()
            raise ServerTrouble(str(problem)) from problem
        except aiosmtplib.SMTPAuthenticationError as problem:
            await self.close()
            raise ServerTrouble(
                f"the SMTP server {self.server} refuses the user name or password ({_words(problem)})"
            ) from problem
        except (aiosmtplib.SMTPException, OSError) as problem:
            await self._hang_up()
            raise ServerTrouble(f"no use of the SMTP server {self.server}: {_words(problem)}") from problem
        return client

    async def _hang_up(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await smtp_hang_up(client)


class _HungUp(Exception):
    """The connection broke while a letter was handed over."""


def _words(problem: BaseException) -> str:
    if isinstance(problem, aiosmtplib.SMTPResponseException):
        return f"{problem.code} {problem.message}"
    return str(problem) or type(problem).__name__
