"""Logging in by OAuth2: no password, but a token that the provider gives for a while and may take back.

All that belongs to one consent is in one file that only its owner can read: whose client it is, where
tokens are renewed, and the tokens.  `pbem setup` writes it; here it is kept fresh, by one process at a
time, for some providers give a new refresh token with each renewal and forget the old one.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pbem import closed
from pbem.errors import ConsentGone, SettingsProblem

if TYPE_CHECKING:
    from authlib.integrations.httpx_client import OAuth2Client

EARLY = 120
"""Seconds before a token ends, from which on it is renewed: a letter may take that long."""
PATIENCE = 30.0
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
WITHDRAWN = (
    "invalid_grant",
    "access_denied",
    "invalid_client",
    "unauthorized_client",
    "interaction_required",
)
"""Errors that no waiting mends: somebody has to agree again."""


@dataclass(frozen=True, slots=True)
class Client:
    """The moderator's own client at a provider, and where that gives tokens."""

    client_id: str
    client_secret: str
    """Empty: a client without one (public)."""
    token_url: str
    scope: str

    def session(self, **more: Any) -> OAuth2Client:
        from authlib.integrations.httpx_client import OAuth2Client

        _only_safely(self.token_url)
        return OAuth2Client(
            client_id=self.client_id,
            client_secret=self.client_secret or None,
            scope=self.scope,
            token_endpoint_auth_method="client_secret_post" if self.client_secret else "none",
            timeout=PATIENCE,
            **more,
        )


@dataclass(frozen=True, slots=True)
class Consent:
    """What a provider has given to a client, on the word of the owner of a mailbox."""

    client: Client
    access_token: str
    refresh_token: str
    expires_at: float
    """0: the provider does not say."""

    def is_fresh(self, at: float) -> bool:
        return bool(self.access_token) and (not self.expires_at or at < self.expires_at - EARLY)

    def renewed(self) -> Consent:
        """With a new access token.

        :raises ConsentGone: the provider gives none any more.
        :raises OSError: it cannot be asked now.
        """
        if not self.refresh_token:
            raise ConsentGone("the provider gave no token to renew the login with")
        with _asking("the login could not be renewed"), self.client.session() as session:
            given = session.refresh_token(self.client.token_url, refresh_token=self.refresh_token)
        return consent_of(self.client, given, self.refresh_token)


def consent_of(client: Client, given: Mapping[str, Any], refresh_token: str = "") -> Consent:
    """What a provider has answered; one that sends no new refresh token means the old one to stay."""
    if not given.get("access_token"):
        raise ConsentGone("the provider gave no token")
    ends = given.get("expires_at") or (
        time.time() + float(given["expires_in"]) if given.get("expires_in") else 0
    )
    return Consent(
        client,
        str(given["access_token"]),
        str(given.get("refresh_token") or refresh_token),
        float(ends),
    )


# ---- The file


def access_token(file: Path, *, refused: str = "") -> str:
    """A token for the next letters; renewed if it is old, or if it is the one that was refused."""
    with _locked(file):
        consent = read(file)
        if consent.access_token != refused and consent.is_fresh(time.time()):
            return consent.access_token
        consent = consent.renewed()
        write(file, consent)
    return consent.access_token


def read(file: Path) -> Consent:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return Consent(Client(**found.pop("client")), **found)
    except FileNotFoundError:
        raise SettingsProblem(f"there is no file {file}: pbem setup --oauth2 makes it") from None
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise SettingsProblem(f"{file} cannot be read: {problem}") from None


def write(file: Path, consent: Consent) -> None:
    """Put a consent into its file, which is whole at any moment."""
    closed.make_folder(file.absolute().parent)
    beside = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    closed.write_text(beside, json.dumps(asdict(consent), indent=2) + "\n")
    os.replace(beside, file)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """One process at a time renews; the others wait and find the new token."""
    closed.make_folder(file.absolute().parent)
    with open(file.with_name(f".{file.name}.lock"), "a", opener=closed.opener) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---- Getting a consent


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What the owner of the mailbox types on the provider's page, on any device."""

    page: str
    user_code: str
    device_code: str
    interval: float
    expires_in: float


def begin_on_another_device(client: Client, device_url: str) -> DeviceCode:
    """Ask for a code (RFC 8628)."""
    import httpx2

    _only_safely(device_url)
    with _asking("no code could be had"):
        answer = httpx2.post(
            device_url, data={"client_id": client.client_id, "scope": client.scope}, timeout=PATIENCE
        )
        found = _as_object(answer)
    return DeviceCode(
        str(found.get("verification_uri") or found.get("verification_url") or ""),
        str(found["user_code"]),
        str(found["device_code"]),
        float(found.get("interval") or 5),
        float(found.get("expires_in") or 900),
    )


def wait_for_the_other_device(client: Client, code: DeviceCode) -> Consent:
    """Ask again and again, as slowly as the provider wants, until the owner has agreed."""
    from authlib.integrations.base_client.errors import OAuthError

    ends, pause = time.monotonic() + code.expires_in, code.interval
    while time.monotonic() < ends:
        time.sleep(pause)
        with _asking("the consent could not be had"), client.session() as session:
            try:
                given = session.fetch_token(client.token_url, grant_type=DEVICE, device_code=code.device_code)
            except OAuthError as problem:
                if problem.error == "slow_down":
                    pause += 5
                elif problem.error != "authorization_pending":
                    raise
                continue
        return consent_of(client, given)
    raise ConsentGone("nobody has agreed in time: run it again")


@dataclass(frozen=True, slots=True)
class Page:
    """The provider's page on which the owner agrees, and what is needed to understand its answer."""

    url: str
    redirect_uri: str
    state: str
    verifier: str


def page_to_agree(client: Client, authorize_url: str, redirect_uri: str) -> Page:
    """Where to go in a browser on this machine (RFC 8252, with PKCE)."""
    verifier = secrets.token_urlsafe(64)
    with client.session(redirect_uri=redirect_uri, code_challenge_method="S256") as session:
        url, state = session.create_authorization_url(
            authorize_url,
            code_verifier=verifier,
            access_type="offline",  # Google gives a refresh token only so; others ignore it
            prompt="consent",
        )
    return Page(url, redirect_uri, state, verifier)


def consent_from(client: Client, page: Page, answer_url: str) -> Consent:
    """The answer with which the browser came back."""
    with _asking("the consent could not be had"), client.session(redirect_uri=page.redirect_uri) as session:
        query = urlsplit(answer_url).query
        given = session.fetch_token(
            client.token_url,
            authorization_response=f"https://127.0.0.1/?{query}",  # it came over no network at all
            state=page.state,
            code_verifier=page.verifier,
        )
    return consent_of(client, given)


# ---- Inside


@contextmanager
def _asking(what: str) -> Iterator[None]:
    """Failures of a provider: those that only its owner can mend, and those that pass."""
    import httpx2
    from authlib.common.errors import AuthlibBaseError

    try:
        yield
    except AuthlibBaseError as problem:
        told = f"{what}: {problem.error or type(problem).__name__} {problem.description or ''}".strip()
        if problem.error in WITHDRAWN or not problem.error:
            raise ConsentGone(told) from None
        raise ConnectionError(told) from None
    except httpx2.HTTPStatusError as problem:
        raise ConnectionError(f"{what}: the server says {problem.response.status_code}") from None
    except (httpx2.HTTPError, ValueError) as problem:
        raise ConnectionError(f"{what}: {str(problem) or type(problem).__name__}") from None


def _as_object(answer: Any) -> dict[str, Any]:
    found = answer.json()
    if not isinstance(found, dict) or "device_code" not in found:
        error = found.get("error") if isinstance(found, dict) else None
        raise ConsentGone(f"the provider gives this client no code: {error or answer.status_code}")
    return found


def _only_safely(url: str) -> None:
    """Tokens go over TLS, or not beyond this machine."""
    parts = urlsplit(url)
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SettingsProblem(f"{url} is no https address: tokens must not be overheard")
