"""What goes wrong on the way into a mailbox, as a sentence, and what to do about it as another."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

import aiosmtplib
from imapclient.exceptions import LoginError

from pbem.channels.mail.providers import Provider
from pbem.config import ServerSettings
from pbem.errors import PbemError

WRONG_NAME = 62
"""OpenSSL's number for a certificate of another server (X509_V_ERR_HOSTNAME_MISMATCH)."""

IMAP_IS_OFF = (
    "not enabled for imap",
    "imap access is disabled",
    "imap is disabled",
    "enable imap",
    "imap disabled",
)
WANTS_APP_PASSWORD = ("application-specific password", "app password", "app-specific", "534-5.7.9", "5.7.9 ")
WANTS_OAUTH2 = ("basicauthblocked", "basic authentication is disabled", "5.7.139", "web login required")
NO_SMTP_LOGIN = ("smtpclientauthentication is disabled",)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong, and what mends it."""

    code: str
    told: str
    mend: str

    def __str__(self) -> str:
        return f"{self.told} {self.mend}"


def explain(problem: BaseException, what: str, settings: ServerSettings, provider: Provider) -> Trouble:
    """What a failure to use a server means; `what` is `imap` or `smtp`."""
    server, kind = f"{settings.host}:{settings.usual_port}", what.upper()
    causes = list(_causes(problem))
    if refused := next(
        (c for c in causes if isinstance(c, LoginError | aiosmtplib.SMTPAuthenticationError)), None
    ):
        return _of_login(_words(refused), kind, server, settings, provider)
    for cause in causes:
        match cause:
            case PbemError():
                return Trouble("settings", f"{_sentence(str(cause))}", "Repair that, then run it again.")
            case ssl.SSLCertVerificationError():
                return _of_certificate(cause, what, server)
            case ssl.SSLError():
                other = "starttls" if settings.security == "tls" else "tls"
                return Trouble(
                    "no-tls",
                    f"The {kind} server {server} speaks no TLS as we expected it: {_sentence(_words(cause))}",
                    f"Try --{what}-security {other}, or another port (--{what}-port).",
                )
            case socket.gaierror():
                return Trouble(
                    "no-host",
                    f"There is no server named {settings.host}, or this machine has no name service.",
                    f"Ask your provider for the name of its {kind} server: --{what}-host NAME.",
                )
            case ConnectionRefusedError():
                return Trouble(
                    "refused",
                    f"Nobody listens at {server}.",
                    f"Is it the right port (--{what}-port)? Usual for {kind} are {_usual(settings)}.",
                )
            case TimeoutError() | aiosmtplib.SMTPTimeoutError():
                return Trouble(
                    "blocked",
                    f"{server} does not answer within {settings.timeout:.0f} s: perhaps the port is blocked.",
                    f"Ask whoever runs this network; the usual ports for {kind} are {_usual(settings)} "
                    f"(--{what}-port).",
                )
            case _:
                pass
    words = _sentence(_words(problem))
    if isinstance(problem, aiosmtplib.SMTPException) and "auth" in words.lower():
        return Trouble(
            "no-login",
            f"The {kind} server {server} offers no login on this connection: {words}",
            f"Most do only when it is encrypted: try --{what}-security tls or starttls.",
        )
    return Trouble("other", f"The {kind} server {server} cannot be used: {words}", "Try again later.")


def _of_certificate(problem: ssl.SSLCertVerificationError, what: str, server: str) -> Trouble:
    if problem.verify_code == WRONG_NAME:
        return Trouble(
            "certificate",
            f"The certificate of {server} is another server's: {_sentence(problem.verify_message)}",
            f"Give the name that stands in it: --{what}-host NAME.",
        )
    return Trouble(
        "certificate",
        f"The certificate of {server} is not to be trusted: {_sentence(problem.verify_message)}",
        f"If the server signs its own, name the file with its certificate: --{what}-ca-file FILE.",
    )


def _of_login(words: str, kind: str, server: str, settings: ServerSettings, provider: Provider) -> Trouble:
    said = words.lower()
    told = f"The {kind} server {server} refuses the login of {settings.user}: {_sentence(words)}"
    where = f" ({provider.app_password_url})" if provider.app_password_url else ""
    if any(sign in said for sign in NO_SMTP_LOGIN):
        return Trouble(
            "smtp-off", told, "Sending with a login is switched off for this account: switch it on."
        )
    if any(sign in said for sign in IMAP_IS_OFF):
        at = f": {provider.imap_help}" if provider.imap_help else "."
        return Trouble("imap-off", told, f"Switch IMAP on in the settings of your mailbox{at}")
    if any(sign in said for sign in WANTS_APP_PASSWORD):
        return Trouble("app-password", told, f"Make an app password and give that instead{where}.")
    if any(sign in said for sign in WANTS_OAUTH2) or not provider.passwords:
        mend = "Run pbem setup --oauth2."
        return Trouble("oauth2", f"{told} {provider.title} wants OAuth2.", mend)
    if "password" not in provider.logins:
        return Trouble(
            "app-password", told, f"{provider.title} wants an app password, not that of the account{where}."
        )
    return Trouble("password", told, "Is the user name right (--user), and the password?")


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """A failure and what it came from."""
    found: BaseException | None = problem
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__


def _usual(settings: ServerSettings) -> str:
    return ", ".join(
        f"{port} ({security})" for security, port in settings.PORTS.items() if security != "none"
    )


def _words(problem: BaseException) -> str:
    if isinstance(problem, aiosmtplib.SMTPResponseException):
        return f"{problem.code} {problem.message}"
    text = str(problem) or type(problem).__name__
    return text[2:-1] if text.startswith(("b'", 'b"')) else text


def _sentence(words: str) -> str:
    words = " ".join(words.split())
    return words if words.endswith((".", "!", "?")) else f"{words}."
