"""Logging in by OAuth2: the consent, tokens that are renewed, consent withdrawn; with real servers."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

import pytest
from typer.testing import CliRunner

from pbem.channels.channel import ServerTrouble
from pbem.channels.mail.login import hang_up, imap_login
from pbem.channels.mail.oauth2 import Client, Consent, access_token, read, write
from pbem.channels.mail.smtp import SmtpSender
from pbem.cli import app, consent
from pbem.config import load_settings
from pbem.errors import ConsentGone, SettingsProblem
from tests.pbem.realmail import RealMail
from tests.pbem.test_setup import GM, PASSWORD, options, started

CLIENT, SECRET = "our-client", "our-secret"


class Provider(ThreadingHTTPServer):
    """Gives tokens as RFC 6749, 7636 and 8628 say, and tells whose they are (RFC 7662)."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.at = f"http://127.0.0.1:{self.server_port}"
        self.good: dict[str, str] = {}
        """Access tokens and whose they are."""
        self.refreshers: set[str] = set()
        self.lasts = 3600
        self.rotates = True
        self.withdrawn = False
        self.out_of_order = False
        self.pending = 1
        """How often the owner has not agreed yet when we ask."""
        self.renewals = 0
        self.challenges: dict[str, str] = {}
        self.told: Callable[[], None] = lambda: None

    def give(self) -> dict[str, object]:
        token, refresher = secrets.token_hex(8), secrets.token_hex(8)
        self.good[token] = GM
        self.refreshers.add(refresher)
        self.told()
        return {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": self.lasts,
            "refresh_token": refresher,
        }


class Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(parts.query).items()}
        if parts.path == "/authorize":
            code = secrets.token_hex(4)
            self.server.challenges[code] = asked["code_challenge"]
            back = urlencode({"code": code, "state": asked["state"]})
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.end_headers()
            return
        owner = self.server.good.get(asked["token"])
        self._say(200, {"active": owner is not None, "username": owner or ""})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = {key: values[0] for key, values in parse_qs(body).items()}
        if self.server.out_of_order:
            self._say(503, {})
        elif self.path == "/device":
            assert asked["client_id"] == CLIENT
            self._say(
                200,
                {
                    "device_code": "device",
                    "user_code": "ABCD-EFGH",
                    "verification_uri": f"{self.server.at}/type-it-here",
                    "interval": 0.01,
                    "expires_in": 60,
                },
            )
        else:
            self._say(*self._token(asked))

    def _token(self, asked: dict[str, str]) -> tuple[int, dict[str, object]]:
        server, no = self.server, 400
        if asked.get("client_secret", SECRET) != SECRET or asked.get("client_id") != CLIENT:
            return 401, {"error": "invalid_client"}
        match asked["grant_type"]:
            case "refresh_token":
                if server.withdrawn or asked["refresh_token"] not in server.refreshers:
                    return no, {"error": "invalid_grant", "error_description": "Token has been revoked."}
                server.renewals += 1
                if server.rotates:
                    server.refreshers.discard(asked["refresh_token"])
                return 200, server.give()
            case "authorization_code":
                from authlib.oauth2.rfc7636 import create_s256_code_challenge

                if server.challenges.get(asked["code"]) != create_s256_code_challenge(asked["code_verifier"]):
                    return no, {"error": "invalid_grant"}
                return 200, server.give()
            case _:
                assert asked["device_code"] == "device"
                if server.pending:
                    server.pending -= 1
                    return no, {"error": "authorization_pending"}
                return (no, {"error": "access_denied"}) if server.withdrawn else (200, server.give())

    def _say(self, code: int, found: dict[str, object]) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(found).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    server = Provider()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def provider(running: Provider) -> Provider:
    running.good.clear()
    running.withdrawn = running.out_of_order = False
    running.lasts, running.pending, running.renewals, running.rotates = 3600, 1, 0, True
    running.told = lambda: None
    return running


@pytest.fixture
def file(provider: Provider, tmp_path: Path) -> Path:
    """A consent that was given."""
    given = provider.give()
    client = Client(CLIENT, SECRET, f"{provider.at}/token", "mail")
    write(
        tmp_path / "oauth2.json",
        Consent(client, str(given["access_token"]), str(given["refresh_token"]), time.time() + 3600),
    )
    return tmp_path / "oauth2.json"


# ---- Tokens


def test_a_fresh_token_is_used_as_it_is(file: Path, provider: Provider) -> None:
    assert access_token(file) == read(file).access_token
    assert provider.renewals == 0


def test_an_old_one_is_renewed_and_the_file_stays_closed(file: Path, provider: Provider) -> None:
    before = read(file)
    write(file, replace(before, expires_at=time.time() + 60))
    token = access_token(file)
    assert token != before.access_token
    assert provider.good[token] == GM
    assert read(file).refresh_token != before.refresh_token  # the old one is no longer good
    assert access_token(file) == token
    assert file.stat().st_mode & 0o077 == 0


def test_a_provider_that_keeps_the_refresh_token(file: Path, provider: Provider) -> None:
    provider.rotates = False
    before = read(file)
    original = provider.give
    provider.give = lambda: {k: v for k, v in original().items() if k != "refresh_token"}  # type: ignore[method-assign]
    try:
        access_token(file, refused=before.access_token)
    finally:
        provider.give = original  # type: ignore[method-assign]
    assert read(file).refresh_token == before.refresh_token


def test_two_processes_renew_once(file: Path, provider: Provider) -> None:
    write(file, replace(read(file), expires_at=1.0))
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(access_token(file))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert provider.renewals == 1


def test_consent_withdrawn_says_what_to_do(file: Path, provider: Provider) -> None:
    provider.withdrawn = True
    before = file.read_bytes()
    with pytest.raises(ConsentGone, match=r"revoked.*pbem setup --oauth2"):
        access_token(file, refused=read(file).access_token)
    assert file.read_bytes() == before


def test_an_outage_is_no_withdrawal(file: Path, provider: Provider) -> None:
    provider.out_of_order = True
    with pytest.raises(ConnectionError):
        access_token(file, refused=read(file).access_token)


def test_tokens_are_not_sent_in_the_clear(file: Path) -> None:
    away = replace(read(file).client, token_url="http://tokens.example.test/")
    write(file, replace(read(file), client=away, expires_at=1.0))
    with pytest.raises(SettingsProblem, match="overheard"):
        access_token(file)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"client": 3}', "no json"])
def test_a_broken_file_is_told(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(SettingsProblem, match="cannot be read"):
        access_token(file)


# ---- With real servers


@pytest.fixture(scope="module")
def mail(running: Provider) -> Iterator[RealMail]:
    yield from started(introspect=f"{running.at}/introspect?token=")


@pytest.fixture
def served(mail: RealMail, provider: Provider) -> RealMail:
    def tell() -> None:
        (mail.folder / "tokens").write_text(
            "".join(f"{token}: {who}\n" for token, who in provider.good.items())
        )

    provider.told = tell
    tell()
    return mail


def set_up(mail: RealMail, provider: Provider, *more: str, fails: bool = False) -> str:
    words = [word for word in options(mail) if not word.startswith(("--password-file", "--secrets"))]
    Path("secret").write_text(SECRET)
    own = (
        "--oauth2",
        f"--client-id={CLIENT}",
        "--client-secret-file=secret",
        f"--oauth2-token-url={provider.at}/token",
        "--oauth2-scope=mail",
    )
    result = CliRunner().invoke(app, [*words, *own, *more])
    assert (result.exit_code != 0) == fails, result.output
    return " ".join(result.output.split())


@pytest.mark.mail_servers
def test_setup_with_a_code_for_another_device(
    served: RealMail, provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = set_up(served, provider, f"--oauth2-device-url={provider.at}/device")
    assert "ABCD-EFGH" in told
    assert "It has come." in told
    settings = load_settings(tmp_path / "pbem.toml").mail
    assert settings.imap.oauth2_file == settings.smtp.oauth2_file == tmp_path / "pbem.oauth2.json"
    assert (tmp_path / "pbem.oauth2.json").stat().st_mode & 0o077 == 0
    token = read(tmp_path / "pbem.oauth2.json").access_token
    assert token not in (tmp_path / "pbem.toml").read_text(encoding="utf-8") + told
    assert "can log in" in " ".join(CliRunner().invoke(app, ["doctor"]).output.split())

    # Again, without a word about OAuth2: the consent stays.
    before = (tmp_path / "pbem.oauth2.json").read_bytes()
    result = CliRunner().invoke(app, ["setup", "--yes", "--name=The Herald"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "pbem.oauth2.json").read_bytes() == before

    # A token that was taken back before its time: both servers refuse it, and it is renewed.
    provider.good.clear()
    provider.told()
    hang_up(imap_login(settings.imap))
    provider.good.clear()
    provider.told()
    asyncio.run(_send_nothing(settings.smtp))
    assert provider.renewals == 2

    # Back to a password.
    Path("given").write_text(PASSWORD, encoding="utf-8")
    result = CliRunner().invoke(app, ["setup", "--yes", "--password-file=given", "--secrets=file"])
    assert result.exit_code == 0, result.output
    assert load_settings(tmp_path / "pbem.toml").mail.imap.oauth2_file is None


async def _send_nothing(settings: object) -> None:
    sender = SmtpSender(settings)  # type: ignore[arg-type]
    await sender.connect()
    await sender.close()


@pytest.mark.mail_servers
def test_setup_in_a_browser(
    served: RealMail, provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def agree(url: str) -> bool:
        threading.Thread(target=lambda: urlopen(url).read()).start()
        return True

    monkeypatch.setattr(consent.webbrowser, "open", agree)
    told = set_up(served, provider, f"--oauth2-authorize-url={provider.at}/authorize")
    assert "Agreed." in told
    assert "Written to pbem.toml" in told


@pytest.mark.mail_servers
def test_whoever_does_not_agree_gets_no_settings(
    served: RealMail, provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    provider.withdrawn = True
    assert "access_denied" in set_up(
        served, provider, f"--oauth2-device-url={provider.at}/device", fails=True
    )
    assert not (tmp_path / "pbem.toml").exists()


@pytest.mark.mail_servers
def test_the_daemon_is_told_when_consent_is_gone(served: RealMail, file: Path, provider: Provider) -> None:
    from pbem.channels.mail.imap import ImapInbox
    from pbem.config import ImapSettings, SmtpSettings
    from pbem.errors import MailboxProblem

    provider.good.clear()
    provider.withdrawn = True
    provider.told()
    same = {
        "host": "localhost",
        "user": GM,
        "security": "tls",
        "oauth2_file": file,
        "ca_file": served.ca_file,
    }
    inbox = ImapInbox(ImapSettings(port=served.imaps, **same), 1_000_000)  # type: ignore[arg-type]
    with closing(inbox), pytest.raises(MailboxProblem, match="pbem setup --oauth2"):
        list(inbox.fetch())
    with pytest.raises(ServerTrouble, match="pbem setup --oauth2"):
        asyncio.run(_send_nothing(SmtpSettings(port=served.smtps, **same)))  # type: ignore[arg-type]


def test_a_provider_without_a_client_says_where_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["setup", "--yes", "--address=us@outlook.com"])
    assert result.exit_code == 1
    assert "--client-id" in result.output
    assert "entra.microsoft.com" in result.output
