"""The part of `pbem setup` in which the owner of a mailbox agrees on the provider's own page (OAuth2)."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pbem.cli.talk import Talk
from pbem.cli.tools import show
from pbem.errors import ModeratorProblem

if TYPE_CHECKING:
    from pbem.channels.mail.oauth2 import Client, Consent
    from pbem.channels.mail.providers import Provider

URLS = ("token_url", "authorize_url", "device_url", "scope")
PATIENCE = 600.0
"""Seconds in which somebody has to agree."""
THANKS = (
    b"<!doctype html><title>pbem</title><p>Thank you. You can close this page and go back to the terminal.\n"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options say of OAuth2."""

    client_id: str = ""
    client_secret_file: Path | None = None
    urls: Mapping[str, str] | None = None
    """By the names in URLS; empty ones are the provider's."""
    port: int = 0
    """Where the browser comes back to; 0: any free one."""


def get_consent(provider: Provider, wanted: Wanted, before: Client | None, talk: Talk) -> Consent:
    """Let the owner agree; `before` is the client of an earlier consent to this mailbox."""
    from pbem.channels.mail.oauth2 import Client

    urls = dict(provider.oauth2) | {key: url for key, url in (wanted.urls or {}).items() if url}
    client_id = wanted.client_id or (before.client_id if before else "")
    typed = not client_id and talk.asks
    if not client_id:
        where = f" ({urls['client_help']})" if urls.get("client_help") else ""
        register = f"register a client of your own with {provider.title}{where}"
        if not typed:
            raise ModeratorProblem(
                f"{register}, and give --client-id, and --client-secret-file if it has a secret"
            )
        show(f"First {register}.")
        client_id = talk.text("The id of that client", "--client-id")
    if wanted.client_secret_file is not None:
        secret = wanted.client_secret_file.read_text(encoding="utf-8").strip()
    elif typed:
        secret = talk.perhaps("Its secret (Enter: it has none)", hidden=True)
    else:
        secret = before.client_secret if before and not wanted.client_id else ""
    token_url = urls.get("token_url") or (before.token_url if before else "")
    if not token_url:
        raise ModeratorProblem(
            f"{provider.title} is not known: give --oauth2-token-url, and one of the others"
        )
    client = Client(client_id, secret, token_url, urls.get("scope") or (before.scope if before else ""))
    if urls.get("device_url"):
        return _on_another_device(client, urls["device_url"])
    if urls.get("authorize_url"):
        return _in_a_browser_here(client, urls["authorize_url"], wanted.port)
    raise ModeratorProblem("give --oauth2-device-url or --oauth2-authorize-url")


def _on_another_device(client: Client, device_url: str) -> Consent:
    from pbem.channels.mail.oauth2 import begin_on_another_device, wait_for_the_other_device

    code = begin_on_another_device(client, device_url)
    show(f"Open {code.page} on any device, type {code.user_code}, and agree with the games' mailbox.")
    consent = wait_for_the_other_device(client, code)
    show("Agreed.")
    return consent


def _in_a_browser_here(client: Client, authorize_url: str, port: int) -> Consent:
    from pbem.channels.mail.oauth2 import consent_from, page_to_agree
    from pbem.errors import ConsentGone

    with Return(port) as back:
        page = page_to_agree(client, authorize_url, f"http://127.0.0.1:{back.server_port}/")
        show("Open this page in a browser on this machine, and agree with the games' mailbox:")
        typer.echo(page.url)  # in one piece, however long: it is to be copied
        show(
            f"(From elsewhere: ssh -L {back.server_port}:127.0.0.1:{back.server_port} to this machine first.)"
        )
        webbrowser.open(page.url)
        while not back.came:
            back.handle_request()
            if back.too_late:
                raise ConsentGone("nobody has agreed in time: run it again")
    consent = consent_from(client, page, back.came)
    show("Agreed.")
    return consent


class Return(HTTPServer):
    """Where the browser comes back to with the provider's answer; for this machine only."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Back)
        self.timeout = PATIENCE
        self.came = ""
        self.too_late = False

    def handle_timeout(self) -> None:
        self.too_late = True


class _Back(BaseHTTPRequestHandler):
    server: Return

    def do_GET(self) -> None:
        if not ("code=" in self.path or "error=" in self.path):  # a browser also asks for an icon
            self.send_error(404)
            return
        self.server.came = self.path
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(THANKS)

    def log_message(self, format: str, *args: object) -> None:
        """The code in the address is a secret."""
