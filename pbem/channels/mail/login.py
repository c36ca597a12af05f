"""Logging in to the mail servers, in one place for everything that does it."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import aiosmtplib
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.channels.mail.oauth2 import access_token
from pbem.config import ImapSettings, SmtpSettings

GO_ON, LOGGED_IN = 334, 235
"""Answers of an SMTP server to a login."""
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
    if settings.oauth2_file is not None:
        return _imap_login_by_token(settings, settings.oauth2_file)
    password = settings.secret()
    return _logged_in(settings, lambda client: _give_password(client, settings.user, password))


def _imap_login_by_token(settings: ImapSettings, file: Path) -> IMAPClient:
    """A token that is refused may have been taken back before its time: then a new one is tried, once."""
    token = access_token(file)
    try:
        return _logged_in(settings, lambda client: _give_token(client, settings.user, token))
    except LoginError:
        other = access_token(file, refused=token)
        return _logged_in(settings, lambda client: _give_token(client, settings.user, other))


def _logged_in(settings: ImapSettings, log_in: Callable[[IMAPClient], None]) -> IMAPClient:
    client = imap_connection(settings)
    try:
        log_in(client)
    except BaseException:
        hang_up(client)
        raise
    return client


def _give_token(client: IMAPClient, user: str, token: str) -> None:
    with _busy_is_not_refused():
        if client.has_capability("AUTH=OAUTHBEARER") and not client.has_capability("AUTH=XOAUTH2"):
            client.oauthbearer_login(user, token)
        else:
            client.oauth2_login(user, token)


def _give_password(client: IMAPClient, user: str, password: str) -> None:
    with _busy_is_not_refused():
        if user.isascii() and password.isascii():
            client.login(user, password)
        else:
            client.plain_login(user, password)


@contextmanager
def _busy_is_not_refused() -> Iterator[None]:
    try:
        yield
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
    if settings.oauth2_file is not None:
        await _smtp_login_by_token(client, settings, settings.oauth2_file)
        return
    password = settings.secret() if settings.user else ""
    await client.connect()
    if settings.user:
        await client.login(settings.user, password)


async def _smtp_login_by_token(client: aiosmtplib.SMTP, settings: SmtpSettings, file: Path) -> None:
    """As for IMAP: what is refused is renewed once, on a new connection."""
    token = await asyncio.to_thread(access_token, file)
    await client.connect()
    try:
        await _give_smtp_token(client, settings, token)
    except aiosmtplib.SMTPAuthenticationError:
        await smtp_hang_up(client)
        token = await asyncio.to_thread(access_token, file, refused=token)
        await client.connect()
        await _give_smtp_token(client, settings, token)


async def _give_smtp_token(client: aiosmtplib.SMTP, settings: SmtpSettings, token: str) -> None:
    await client.ehlo()
    if not {"xoauth2", "oauthbearer"} & set(client.server_auth_methods):
        raise aiosmtplib.SMTPNotSupported("the server takes no tokens (AUTH XOAUTH2, OAUTHBEARER)")
    if "xoauth2" in client.server_auth_methods:
        await client.auth_xoauth2(settings.user, token)
        return
    bearer = (
        f"n,a={settings.user},\1host={settings.host}\1port={settings.usual_port}\1auth=Bearer {token}\1\1"
    )
    first = b64encode(bearer.encode())
    answer = await client.execute_command(b"AUTH", b"OAUTHBEARER", first)
    if answer.code == GO_ON:  # the reason is in the answer; an empty line ends the attempt (RFC 7628)
        answer = await client.execute_command(b"AQ==")
    if answer.code != LOGGED_IN:
        raise aiosmtplib.SMTPAuthenticationError(answer.code, answer.message)


async def smtp_hang_up(client: aiosmtplib.SMTP) -> None:
    """End a connection without a word."""
    if isinstance(client.transport, asyncio.WriteTransport):
        client.transport.abort()  # all is said: no waiting for the end of the encryption
    client.close()
    await asyncio.sleep(0)  # in which the connection is really closed
