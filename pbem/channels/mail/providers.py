"""The usual providers of mailboxes: their servers and ways to log in, from `providers.toml`.

What the table does not know is guessed from the address, without any question to the name service.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("providers.toml")
LOGINS = ("password", "app-password", "oauth2")


@dataclass(frozen=True, slots=True)
class Server:
    """Where a provider's server listens."""

    host: str
    port: int
    security: str

    @classmethod
    def read(cls, text: str) -> Server:
        host, port, security = text.split(":")
        return cls(host, int(port), security)


@dataclass(frozen=True, slots=True)
class Provider:
    """What is known of a provider; of an unknown one, the servers to try in turn."""

    title: str
    imap: tuple[Server, ...]
    smtp: tuple[Server, ...]
    logins: tuple[str, ...] = LOGINS
    domains: tuple[str, ...] = ()
    app_password_url: str = ""
    imap_help: str = ""
    known: bool = True
    oauth2: Mapping[str, str] = field(default_factory=dict)
    """Where it gives tokens: token_url, scope, authorize_url or device_url, and client_help."""

    @property
    def passwords(self) -> tuple[str, ...]:
        """The logins that need no OAuth2."""
        return tuple(login for login in self.logins if login != "oauth2")


@cache
def providers() -> Mapping[str, Provider]:
    """All of the table, by name."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {name: _provider(facts) for name, facts in table.items() if "domains" in facts}


def _provider(facts: dict[str, Any]) -> Provider:
    return Provider(
        **{
            **facts,
            "imap": (Server.read(facts["imap"]),),
            "smtp": (Server.read(facts["smtp"]),),
            "logins": tuple(facts["logins"]),
            "domains": tuple(facts["domains"]),
        }
    )


def provider_of(address: str) -> Provider:
    """The provider of an address, or a guess."""
    domain = address.rpartition("@")[2].lower()
    for provider in providers().values():
        if domain in provider.domains:
            return provider
    return guessed(domain)


def guessed(domain: str) -> Provider:
    """The servers that an unknown domain most likely has, the likeliest first."""
    return Provider(
        domain,
        tuple(Server(host, 993, "tls") for host in (f"imap.{domain}", f"mail.{domain}", domain)),
        tuple(
            Server(host, port, security)
            for host in (f"smtp.{domain}", f"mail.{domain}", domain)
            for port, security in ((465, "tls"), (587, "starttls"))
        ),
        known=False,
    )
