"""`pbem setup` against real servers: from nothing to settings that work; each failure has its sentence."""

from __future__ import annotations

import os
import socket
import ssl
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import aiosmtplib
import pytest
from imapclient.exceptions import LoginError

from pbem.channels.mail.providers import LOGINS, guessed, provider_of, providers
from pbem.channels.mail.troubles import explain
from pbem.cli.settings_file import change_settings
from pbem.config import ImapSettings, SmtpSettings, load_settings
from pbem.errors import SettingsProblem
from tests.pbem.realmail import RealMail, free_ports, missing_packages
from tests.pbem.terminal import Run, talk

GM = "gm@example.test"
PASSWORD = "a secret wörd"
CHECKER = "mx.example.test"


def started(**changes: object) -> Iterator[RealMail]:
    if missing := missing_packages():
        told = f"no real mail servers here: apt-get install --no-install-recommends {' '.join(missing)}"
        if os.environ.get("PBEM_REQUIRE_MAIL_SERVERS", "0") not in ("", "0"):
            pytest.fail(told)
        pytest.skip(told)
    with RealMail({GM: PASSWORD}, **changes) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture(scope="module")
def mail() -> Iterator[RealMail]:
    yield from started(checker=CHECKER)


@pytest.fixture(scope="module")
def plain_mail() -> Iterator[RealMail]:
    """Without plus addressing, IDLE, keywords and anybody who checks letters."""
    yield from started(plus=False, idle=False, keywords=False)


@pytest.fixture
def pbem(tmp_path: Path, in_a_line: Run) -> Run:
    (tmp_path / "given").write_text(f"{PASSWORD}\n", encoding="utf-8")
    return in_a_line


def options(mail: RealMail, **changes: object) -> list[str]:
    usual: dict[str, object] = {
        "address": GM,
        "password-file": "given",
        "secrets": "file",
        "imap-host": "localhost",
        "imap-port": mail.imaps,
        "imap-ca-file": mail.ca_file,
        "smtp-host": "localhost",
        "smtp-port": mail.smtps,
        "smtp-security": "tls",
        "smtp-ca-file": mail.ca_file,
        "wait": 30,
    }
    usual |= {name.replace("_", "-"): value for name, value in changes.items()}
    return ["setup", "--yes", *(f"--{name}={value}" for name, value in usual.items())]


# ---- With real servers


@pytest.mark.mail_servers
def test_from_nothing_without_a_question(pbem: Run, mail: RealMail, tmp_path: Path) -> None:
    told = pbem(*options(mail), "--trust", "--zone=Europe/Berlin", "--moderator=boss@example.test")
    assert "IDLE" in told
    assert "plus addressing" in told
    settings = load_settings(tmp_path / "pbem.toml")
    assert settings.mail.inbox == "imap"
    assert settings.mail.plus_addressing
    assert settings.mail.trusted_checker == CHECKER
    assert settings.mail.smtp.secret() == PASSWORD
    assert settings.pace.zone == "Europe/Berlin"
    for name in ("pbem.toml", "pbem.password"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0
    assert PASSWORD not in (tmp_path / "pbem.toml").read_text(encoding="utf-8")
    assert mail.letters(GM) == []  # the letters to ourselves are cleared away
    examined = pbem("doctor")
    assert f"{GM} can log in to localhost; 0 letters" in examined
    assert "wrong" not in examined

    # Again: only what is asked changes.
    text = "# mine\n" + (tmp_path / "pbem.toml").read_text(encoding="utf-8")
    (tmp_path / "pbem.toml").write_text(text, encoding="utf-8")
    pbem("setup", "--yes", "--name=The Herald")
    after = (tmp_path / "pbem.toml").read_text(encoding="utf-8")
    assert set(after.splitlines()) - set(text.splitlines()) == {'name = "The Herald"'}
    assert set(text.splitlines()) <= set(after.splitlines())


@pytest.mark.mail_servers
def test_a_poor_mailbox(
    pbem: Run, plain_mail: RealMail, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.channels.mail.measure.PLUS_LATER", 1.0)
    assert "do without --trust" in pbem(*options(plain_mail), "--trust", fails=True)
    assert not (tmp_path / "pbem.toml").exists()
    told = pbem(*options(plain_mail))
    assert "no IDLE" in told
    assert "are moved to a folder: it keeps no keywords" in told
    assert "tokens will be in the subject" in told
    written = tomllib.loads((tmp_path / "pbem.toml").read_text())["mail"]
    assert written["plus_addressing"] is False
    assert written["imap"]["handled"] == "move"
    pbem("poll")  # what came back of the letter with a plus sign is dealt with and put away
    assert plain_mail.letters(GM) == []


@pytest.mark.mail_servers
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"imap_ca_file": "", "imap_host": "localhost"},
            "name the file with its certificate: --imap-ca-file",
        ),
        ({"user": "nobody@example.test"}, "refuses the login of nobody@example.test"),
        ({"imap_port": "{free}"}, "Nobody listens at localhost"),
        ({"smtp_port": "{free}"}, "Nobody listens at localhost"),
        ({"smtp_security": "starttls", "smtp_port": "{imap}"}, "SMTP server localhost"),
    ],
)
def test_what_can_fail(pbem: Run, mail: RealMail, tmp_path: Path, changes: dict[str, str], told: str) -> None:
    ports = {"free": free_ports(1)[0], "imap": mail.imap}
    filled = {name: value.format(**ports) for name, value in changes.items()}
    words = [word for word in options(mail, **filled) if not word.endswith("ca-file=")]
    said = pbem(*words, fails=True)
    assert told in said
    assert "Nothing was written." in said
    assert not (tmp_path / "pbem.toml").exists()


@pytest.mark.mail_servers
def test_the_way_to_speak_is_found_by_the_port(pbem: Run, mail: RealMail, tmp_path: Path) -> None:
    words = options(mail, imap_port=mail.imap, smtp_port=mail.smtp)
    pbem(*(word for word in words if not word.startswith("--smtp-security")))
    settings = load_settings(tmp_path / "pbem.toml")
    assert settings.mail.imap.security == settings.mail.smtp.security == "starttls"


# ---- Without


@pytest.mark.parametrize(
    ("option", "told"),
    [("--zone=Europe/Berln", "no time zone"), ("--moderator=boss", "must look like somebody@example.org")],
)
def test_nonsense_is_not_written(pbem: Run, tmp_path: Path, option: str, told: str) -> None:
    """It would make settings that no command can read, not even this one."""
    said = pbem("setup", "--yes", f"--address={GM}", "--password-file=given", option, fails=True)
    assert told in said
    assert "IMAP" not in said
    assert [path.name for path in tmp_path.iterdir()] == ["given"]


def test_nobody_can_be_asked(pbem: Run) -> None:
    assert "give --address" in pbem("setup", "--yes", fails=True)
    assert "--password-file" in pbem("setup", "--yes", "--address=gm@example.test", fails=True)
    assert "OAuth2" in pbem("setup", "--yes", "--address=gm@outlook.com", fails=True)


TIMED_OUT = aiosmtplib.SMTPConnectTimeoutError("Timed out")
FAILURES = [
    (LoginError("b'[ALERT] Application-specific password required'"), "imap", "app-password"),
    (LoginError("Your account is not enabled for IMAP use"), "imap", "imap-off"),
    (LoginError("AUTHENTICATE failed"), "imap", "password"),
    (LoginError("Basic authentication is disabled"), "imap", "oauth2"),
    (
        aiosmtplib.SMTPAuthenticationError(534, "5.7.9 Application-specific password required"),
        "smtp",
        "app-password",
    ),
    (
        aiosmtplib.SMTPAuthenticationError(535, "5.7.139 SmtpClientAuthentication is disabled"),
        "smtp",
        "smtp-off",
    ),
    (aiosmtplib.SMTPAuthenticationError(535, "5.7.8 Bad credentials"), "smtp", "password"),
    (aiosmtplib.SMTPException("The SMTP AUTH extension is not supported"), "smtp", "no-login"),
    (TIMED_OUT, "smtp", "blocked"),
    (TimeoutError("timed out"), "imap", "blocked"),
    (socket.gaierror(-2, "Name or service not known"), "imap", "no-host"),
    (ConnectionRefusedError(), "imap", "refused"),
    (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER]"), "imap", "no-tls"),
    (ssl.SSLCertVerificationError(1, "self-signed"), "imap", "certificate"),
    (SettingsProblem("the password file x cannot be read"), "imap", "settings"),
    (OSError("strange"), "imap", "other"),
]


@pytest.mark.parametrize(("problem", "what", "code"), FAILURES, ids=lambda value: str(value)[:40])
def test_each_failure_has_a_sentence(problem: Exception, what: str, code: str) -> None:
    if isinstance(problem, ssl.SSLCertVerificationError):
        problem.verify_code, problem.verify_message = 18, "self-signed certificate"
    settings = ImapSettings(host="h") if what == "imap" else SmtpSettings(host="h", security="tls")
    try:
        raise RuntimeError from problem
    except RuntimeError as wrapped:
        trouble = explain(
            wrapped if code not in ("no-login", "other") else problem, what, settings, guessed("h")
        )
    assert trouble.code == code
    assert trouble.told
    assert trouble.mend.endswith(".") or trouble.mend.endswith("?")


def test_a_provider_that_wants_an_app_password_says_where() -> None:
    refused = LoginError("[AUTHENTICATIONFAILED] Invalid credentials")
    trouble = explain(refused, "imap", ImapSettings(host="h", user="gm"), provider_of("gm@icloud.com"))
    assert "account.apple.com" in trouble.mend


def test_the_table_of_providers() -> None:
    found = providers()
    domains = [domain for provider in found.values() for domain in provider.domains]
    assert len(domains) == len(set(domains))
    for provider in found.values():
        assert set(provider.logins) <= set(LOGINS)
        assert all(server.security in ("tls", "starttls") for server in (*provider.imap, *provider.smtp))
    assert provider_of("gm@GMX.de").imap[0].host == "imap.gmx.net"
    assert not provider_of("gm@example.org").known


def test_settings_are_changed_with_care(tmp_path: Path) -> None:
    path = tmp_path / "new" / "pbem.toml"
    change_settings(path, {"mail.address": GM, "mail.imap.port": 1143})
    path.write_text(path.read_text() + "\n[pace]  # ours\nzone = 'UTC'\n")
    change_settings(path, {"mail.imap.port": None, "pace.zone": "Europe/Rome"})
    assert tomllib.loads(path.read_text()) == {
        "mail": {"address": GM, "imap": {}},
        "pace": {"zone": "Europe/Rome"},
    }
    assert "# ours" in path.read_text()
    path.write_text("no toml [")
    with pytest.raises(SettingsProblem):
        change_settings(path, {"mail.address": GM})
    assert path.read_text() == "no toml ["


def test_a_keyring_is_used_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.cli.settings_file import has_keyring, keep_password

    kept: dict[tuple[str, str], str] = {}
    fake = SimpleNamespace(
        get_keyring=lambda: SimpleNamespace(priority=5),
        set_password=lambda service, user, word: kept.update({(service, user): word}),
        get_password=lambda service, user: kept.get((service, user)),
    )
    monkeypatch.setitem(sys.modules, "keyring", fake)
    assert has_keyring()
    changes = keep_password(tmp_path / "pbem.toml", GM, PASSWORD, keyring=True)
    change_settings(tmp_path / "pbem.toml", {"mail.imap.user": GM, **changes})
    assert load_settings(tmp_path / "pbem.toml").mail.imap.secret() == PASSWORD
    assert list(tmp_path.iterdir()) == [tmp_path / "pbem.toml"]
    kept.clear()
    with pytest.raises(SettingsProblem, match="pbem setup"):
        load_settings(tmp_path / "pbem.toml").mail.imap.secret()


# ---- The conversation


@pytest.mark.mail_servers
def test_the_conversation_on_a_terminal(mail: RealMail, tmp_path: Path) -> None:
    """Typed at a real terminal: the password is not shown, and the answers end in the settings."""
    said = [word for word in options(mail)[2:] if not word.startswith(("--address", "--password-file"))]
    told = talk(
        [sys.executable, "-m", "pbem", "setup", *said],
        tmp_path,
        [
            ("The address of the mailbox", GM),
            ("The password", PASSWORD),
            ("Obey only letters for which it vouches?", "y"),
            ("Your own address", "boss@example.test"),
        ],
    )
    assert "Written to pbem.toml" in told
    assert PASSWORD not in told
    settings = load_settings(tmp_path / "pbem.toml")
    assert settings.mail.trusted_checker == CHECKER
    assert settings.mail.moderator == "boss@example.test"


@pytest.mark.mail_servers
def test_mistakes_on_a_terminal_can_be_mended_there(mail: RealMail, tmp_path: Path) -> None:
    """Servers that were guessed wrongly, a slip in the password, an address that is none."""
    told = talk(
        [
            *(sys.executable, "-m", "pbem", "setup", "--secrets=file", "--no-trust"),
            *(f"--imap-ca-file={mail.ca_file}", f"--smtp-ca-file={mail.ca_file}"),
        ],
        tmp_path,
        [
            ("The address of the mailbox", "gm@example.test"),
            ("The password", "a slip"),
            ("The IMAP server", f"localhost:{mail.imaps}"),
            ("The password again", PASSWORD),
            ("The SMTP server", f"localhost:{mail.smtps}"),
            ("Your own address", "boss"),
            ("Your own address", "boss@example.test"),
        ],
    )
    assert "There is no server named imap.example.test" in told
    assert "refuses the login" in told
    settings = load_settings(tmp_path / "pbem.toml")
    assert settings.mail.smtp.secret() == PASSWORD
    assert settings.mail.moderator == "boss@example.test"


UNTIL_THE_BROWSER = """
import sys, webbrowser
from pbem.cli import app
webbrowser.open = lambda page: sys.exit(0)
app(["setup"])
"""


def test_a_provider_with_two_ways_to_log_in_offers_both(tmp_path: Path) -> None:
    told = talk(
        [sys.executable, "-c", UNTIL_THE_BROWSER],
        tmp_path,
        [
            ("The address of the mailbox", "gm@gmail.com"),
            ("How to log in (app-password, oauth2)", "oauth2"),
            ("The id of that client", "ours"),
            ("Its secret", ""),
        ],
    )
    (page,) = [line for line in told.splitlines() if line.startswith("https://accounts.google.com/")]
    assert page.endswith("code_challenge_method=S256")  # in one piece
