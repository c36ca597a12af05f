"""Logging in to the mail servers, in one place for everything that does it."""

from __future__ import annotations

from contextlib import suppress

import aiosmtplib
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.config import ImapSettings, SmtpSettings

BUSY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]")
"""Codes of RFC 5530 and others for "not now": the password may be right."""

# ---- IMAP


def imap_connection(settings: ImapSettings) -> IMAPClient:
    """A connection, encrypted as the settings want it; nobody is logged in yet."""
    tls = None if settings.security == "none" else settings.certificates()
    client = IMAPClient(
        settings.host,
        port=settings.usual_port,
        ssl=settings.security == "tls",
        ssl_context=tls,
        timeout=SocketTimeout(connect=settings.timeout, read=settings.timeout),
    )
    try:
        if settings.security == "starttls":
            client.starttls(tls)
    except BaseException:
        hang_up(client)
        raise
    return client


def imap_login(settings: ImapSettings) -> IMAPClient:
    """A connection on which we are logged in.

    :raises LoginError: the user name or the password is refused.
    :raises SettingsProblem: the password cannot be had.
    """
    password = settings.secret()
    client = imap_connection(settings)
    try:
        _give_password(client, settings.user, password)
    except BaseException:
        hang_up(client)
        raise
    return client


def _give_password(client: IMAPClient, user: str, password: str) -> None:
    try:
        if user.isascii() and password.isascii():
            client.login(user, password)
        else:
            client.plain_login(user, password)
    except LoginError as problem:
        if isinstance(problem.__context__, IMAPClientAbortError) or any(
            code in str(problem).upper() for code in BUSY
        ):
            raise IMAPClientAbortError(str(problem)) from None
        raise


def hang_up(client: IMAPClient) -> None:
    """End a connection without a word."""
    with suppress(OSError, IMAPClientError):
        client.shutdown()


# ---- SMTP


def smtp_client(settings: SmtpSettings) -> aiosmtplib.SMTP:
    """A client that is not connected yet."""
    return aiosmtplib.SMTP(
        hostname=settings.host,
        port=settings.usual_port,
        use_tls=settings.security == "tls",
        start_tls=settings.security == "starttls",
        tls_context=None if settings.security == "none" else settings.certificates(),
        timeout=settings.timeout,
    )


async def smtp_login(client: aiosmtplib.SMTP, settings: SmtpSettings) -> None:
    """Connect and log in, if the settings name a user."""
    password = settings.secret() if settings.user else ""
    await client.connect()
    if settings.user:
        await client.login(settings.user, password)
