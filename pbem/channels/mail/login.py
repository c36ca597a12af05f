"""Logging in to the mail servers: with a password, or with a token of OAuth2 in its place."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from contextlib import suppress
from typing import Protocol

import aiosmtplib
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.config import ImapSettings, ServerSettings, SmtpSettings
from pbem.errors import SettingsProblem

BUSY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]")
"""Codes of RFC 5530 and others for "not now": the password may be right."""

XOAUTH2, OAUTHBEARER = "XOAUTH2", "OAUTHBEARER"


class Tokens(Protocol):
    """Where the tokens of OAuth2 come from."""

    def access_token(self, *, renewed: bool = False) -> str:
        """A token that holds now; `renewed` if a server has refused the last one.

        :raises SettingsProblem: there is none to be had, and only the moderator can change that.
        :raises OSError: the server that gives them cannot be used now.
        """
        ...


def needed(tokens: Tokens | None) -> Tokens:
    """The tokens of a server that wants them."""
    if tokens is None:
        raise SettingsProblem('login = "oauth2" needs the table [mail.oauth2]: pbem setup writes it')
    return tokens


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


def imap_login(settings: ImapSettings, tokens: Tokens | None = None) -> IMAPClient:
    """A connection on which we are logged in.

    :raises LoginError: the user name or the password is refused.
    :raises SettingsProblem: there is nothing to log in with.
    """
    client, proof = None, _proof(settings, tokens)
    try:
        client = imap_connection(settings)
        try:
            _give_proof(client, settings, proof)
        except LoginError:
            if settings.login != "oauth2":
                raise
            hang_up(client)  # the token may have run out before its time: once more with a new one
            client = imap_connection(settings)
            _give_proof(client, settings, needed(tokens).access_token(renewed=True))
    except BaseException:
        if client is not None:
            hang_up(client)
        raise
    return client


def _proof(settings: ServerSettings, tokens: Tokens | None) -> str:
    """The password, or the token in its place."""
    return needed(tokens).access_token() if settings.login == "oauth2" else settings.secret()


def _give_proof(client: IMAPClient, settings: ImapSettings, proof: str) -> None:
    user = settings.user
    try:
        if settings.login == "oauth2" and not client.has_capability(f"AUTH={XOAUTH2}"):
            client.oauthbearer_login(user, proof)
        elif settings.login == "oauth2":
            client.oauth2_login(user, proof)
        elif user.isascii() and proof.isascii():
            client.login(user, proof)
        else:
            client.plain_login(user, proof)
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


async def smtp_login(client: aiosmtplib.SMTP, settings: SmtpSettings, tokens: Tokens | None = None) -> None:
    """Connect and log in, if the settings name a user."""
    proof = await asyncio.to_thread(_proof, settings, tokens) if settings.user else ""
    await client.connect()
    if not settings.user:
        return
    if settings.login != "oauth2":
        await client.login(settings.user, proof)
        return
    try:
        await _give_token(client, settings.user, proof)
    except aiosmtplib.SMTPAuthenticationError:
        # The token may have run out before its time: once more with a new one.
        proof = await asyncio.to_thread(needed(tokens).access_token, renewed=True)
        await _give_token(client, settings.user, proof)


async def _give_token(client: aiosmtplib.SMTP, user: str, token: str) -> None:
    offered = client.server_auth_methods
    if XOAUTH2.lower() in offered or OAUTHBEARER.lower() not in offered:
        await client.auth_xoauth2(user, token)
        return
    name = user.replace("=", "=3D").replace(",", "=2C")
    words = b64encode(f"n,a={name},\1auth=Bearer {token}\1\1".encode())
    response = await client.execute_command(b"AUTH", OAUTHBEARER.encode(), words)
    if response.code == aiosmtplib.SMTPStatus.auth_continue:
        response = await client.execute_command(b64encode(b"\1"))  # RFC 7628: so that it says its last word
    if response.code != aiosmtplib.SMTPStatus.auth_successful:
        raise aiosmtplib.SMTPAuthenticationError(response.code, response.message)
