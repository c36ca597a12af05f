"""`pbem setup`: from an address to settings that work, by questions or by options.

Every step is tried before anything is written: log in to IMAP and SMTP, send a letter to ourselves, wait for
it.  What the mailbox can do is measured, not believed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.talk import Talk
from pbem.cli.tools import settings_of, show
from pbem.errors import ModeratorProblem

if TYPE_CHECKING:
    from imapclient import IMAPClient

    from pbem.channels.mail.measure import Came
    from pbem.channels.mail.providers import Provider, Server
    from pbem.channels.mail.troubles import Trouble
    from pbem.cli.consent import Wanted
    from pbem.config import ImapSettings, MailSettings, ServerSettings, Settings, SmtpSettings

PATIENCE = 15.0
"""Seconds that a server has for an answer."""
NOT_HERE = ("no-host", "refused", "blocked", "no-tls")
"""Troubles after which the next server of a guess is tried."""

PASSWORD_WRONG = ("password", "app-password")

SECURITIES = ("tls", "starttls", "none")


def _option(about: str) -> Any:
    return typer.Option(help=about, rich_help_panel="Servers")


def _oauth2(about: str) -> Any:
    return typer.Option(help=about, rich_help_panel="OAuth2")


def setup(
    ctx: typer.Context,
    address: Annotated[str, typer.Option(help="The address of the games' mailbox.")] = "",
    user: Annotated[str, typer.Option(help="The name to log in with, if it is not the address.")] = "",
    password_file: Annotated[
        Path | None, typer.Option(help="A file with the password (- for the standard input).")
    ] = None,
    name: Annotated[str, typer.Option(help="Whom letters are from.")] = "",
    moderator: Annotated[str, typer.Option(help="Where you want to hear about problems.")] = "",
    zone: Annotated[str, typer.Option(help="Where the players live, as Europe/Berlin.")] = "",
    trust: Annotated[
        bool | None,
        typer.Option("--trust/--no-trust", help="Obey only letters that the mail server vouches for."),
    ] = None,
    secrets: Annotated[str, typer.Option(help="Where the password is kept: keyring or file.")] = "",
    oauth2: Annotated[
        bool, typer.Option("--oauth2", help="Log in by a token of the provider instead of a password.")
    ] = False,
    client_id: Annotated[str, _oauth2("Your own client at the provider.")] = "",
    client_secret_file: Annotated[Path | None, _oauth2("A file with its secret, if it has one.")] = None,
    oauth2_token_url: Annotated[str, _oauth2("Where tokens are given, if the provider is not known.")] = "",
    oauth2_authorize_url: Annotated[str, _oauth2("Where one agrees in a browser.")] = "",
    oauth2_device_url: Annotated[str, _oauth2("Where a code for another device is given.")] = "",
    oauth2_scope: Annotated[str, _oauth2("What the token is good for.")] = "",
    oauth2_port: Annotated[int, _oauth2("Where the browser comes back to; else any free port.")] = 0,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the letter to ourselves.")] = 90.0,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing; take what is usual.")] = False,
    imap_host: Annotated[str, _option("The IMAP server.")] = "",
    imap_port: Annotated[int | None, _option("Its port.")] = None,
    imap_security: Annotated[str, _option("tls, starttls or none.")] = "",
    imap_ca_file: Annotated[Path | None, _option("Certificates to trust instead of the system's.")] = None,
    smtp_host: Annotated[str, _option("The SMTP server.")] = "",
    smtp_port: Annotated[int | None, _option("Its port.")] = None,
    smtp_security: Annotated[str, _option("tls, starttls or none.")] = "",
    smtp_ca_file: Annotated[Path | None, _option("Certificates to trust instead of the system's.")] = None,
) -> None:
    """Make the settings: log in to a mailbox, try it, and write down what works.

    Run again, it changes only what you ask for.
    """
    from pbem.config import SETTINGS_FILE

    for given in (imap_security, smtp_security):
        if given and given not in SECURITIES:
            raise ModeratorProblem(f'"{given}" is no security: write {", ".join(SECURITIES)}')
    if secrets not in ("", "keyring", "file"):
        raise ModeratorProblem(f'"{secrets}" keeps no secrets: write keyring or file')
    _must_make_sense(name, moderator, zone)
    path = _settings_path(ctx)
    # Without a file, what the environment says must still make sense; but it is no mailbox that was set up.
    here = settings_of(ctx) if path.exists() or path == Path(SETTINGS_FILE) else None
    if here is not None and isinstance(here.database, Path) and here.database.is_dir():
        raise ModeratorProblem(f"the database {here.database} is a folder: name a file in {path}")
    present = here if path.exists() else None
    talk = Talk(asks=not yes and sys.stdin.isatty())
    work = Setup(
        path,
        present,
        talk,
        wait,
        {
            "imap": Given(imap_host, imap_port, imap_security, imap_ca_file),
            "smtp": Given(smtp_host, smtp_port, smtp_security, smtp_ca_file),
        },
    )
    work.whose(address, user)
    if oauth2 or (password_file is None and work.wants_oauth2()):
        from pbem.cli.consent import URLS, Wanted

        urls = (oauth2_token_url, oauth2_authorize_url, oauth2_device_url, oauth2_scope)
        asked = any((oauth2, client_id, client_secret_file, *urls))
        work.consent(
            Wanted(client_id, client_secret_file, dict(zip(URLS, urls, strict=True)), oauth2_port), asked
        )
    elif not work.has_consent or password_file is not None:
        work.password(password_file, secrets)
    work.log_in()
    work.send_to_ourselves(trust)
    work.about(name, moderator, zone)
    work.write()


def _must_make_sense(name: str, moderator: str, zone: str) -> None:
    """Before any server is troubled: what is wrong would make settings that no command can read."""
    from pbem.config import MailSettings, PaceSettings, wrong_with

    given = {key: value for key, value in (("name", name), ("moderator", moderator)) if value}
    if wrong := wrong_with(MailSettings, **given) or (zone and wrong_with(PaceSettings, zone=zone)):
        raise ModeratorProblem(wrong)


def _settings_path(ctx: typer.Context) -> Path:
    from pbem.config import FILE_VARIABLE, SETTINGS_FILE

    named: Path | None = ctx.find_root().obj
    return named or Path(os.environ.get(FILE_VARIABLE) or SETTINGS_FILE)


@dataclass(frozen=True, slots=True)
class Given:
    """What the options say of a server."""

    host: str
    port: int | None
    security: str
    ca_file: Path | None

    @property
    def anything(self) -> bool:
        return bool(self.host or self.port or self.security or self.ca_file)


@dataclass(slots=True)
class Setup:
    """One run of `pbem setup`; what is to be written gathers in `changes`."""

    path: Path
    present: Settings | None
    talk: Talk
    patience: float
    given: dict[str, Given]
    changes: dict[str, Any] = field(default_factory=dict)
    address: str = ""
    user: str = ""
    provider: Provider = field(init=False)
    secret: str = ""
    oauth2_file: Path | None = None
    """Set if we log in by a token instead of a password."""
    keeps: str = ""
    """Where the new password is to be kept; empty: it is where it was."""
    imap: ImapSettings = field(init=False)
    smtp: SmtpSettings = field(init=False)
    client: IMAPClient = field(init=False)

    # ---- Steps

    def whose(self, address: str, user: str) -> None:
        """Which mailbox it is, and whose servers."""
        from pbem.channels.mail.providers import provider_of
        from pbem.config import MailSettings, wrong_with

        known = self.present.mail.address if self.present else ""
        self.address = (address or self.talk.text("The address of the mailbox", "--address", known)).lower()
        if wrong_with(MailSettings, address=self.address):
            raise ModeratorProblem(f'"{self.address}" must look like gm@example.org, without a plus sign')
        self.provider = provider_of(self.address)
        known_user = self.present.mail.imap.user if self.present and self.is_the_same else ""
        self.user = user or known_user or self.address
        self.changes |= {"mail.address": self.address, "mail.inbox": "imap"}
        if self.provider.known:
            show(f"{self.provider.title}: the servers are known.")
        if not self.provider.passwords:
            show(f"{self.provider.title} lets programs in by OAuth2 alone.")

    @property
    def is_the_same(self) -> bool:
        """Whether the settings that are there are for this mailbox."""
        return self.present is not None and self.present.mail.address == self.address

    @property
    def has_consent(self) -> bool:
        """Whether we log in to this mailbox by OAuth2 already."""
        if self.is_the_same and self.present:
            self.oauth2_file = self.present.mail.imap.oauth2_file
        return self.oauth2_file is not None

    def wants_oauth2(self) -> bool:
        """Whether to log in by a token, if no option says it: where there is a choice, it is asked."""
        if not self.provider.passwords:
            return True
        if self.is_the_same or not self.provider.known or "oauth2" not in self.provider.logins:
            return False
        ways = self.provider.logins
        return self.talk.one_of("How to log in", "--oauth2 or --password-file", ways, ways[0]) == "oauth2"

    def consent(self, wanted: Wanted, anew: bool) -> None:
        """Log in by OAuth2: its owner agrees once; then the token is kept fresh."""
        from pbem.channels.mail.oauth2 import read, write
        from pbem.cli.consent import get_consent

        before = None
        if self.has_consent and self.oauth2_file:
            with suppress(ModeratorProblem):
                before = read(self.oauth2_file).client
        if before is not None and not anew:
            return
        consent = get_consent(self.provider, wanted, before, self.talk)
        self.oauth2_file = self.oauth2_file or self.path.with_name(f"{self.path.stem}.oauth2.json")
        write(self.oauth2_file, consent)

    def password(self, file: Path | None, keeps: str) -> None:
        """The password: given, or where it was, or asked for."""
        if file is None and self.present and self.is_the_same and not keeps:
            with suppress(ModeratorProblem):
                self.secret = self.present.mail.imap.secret()
        self.oauth2_file = None
        if self.secret:
            return
        if file is not None:
            text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
            self.secret = text.rstrip("\r\n")
        else:
            if self.provider.passwords[0] == "app-password":
                where = self.provider.app_password_url
                show(f"{self.provider.title} wants an app password{f': {where}' if where else '.'}")
            self.secret = self.talk.secret("The password", "--password-file FILE")
        self.keeps = keeps or "unsaid"

    def log_in(self) -> None:
        """Both servers; what fails is told, and nothing is written."""
        from pbem.channels.mail.login import imap_login
        from pbem.channels.mail.measure import abilities
        from pbem.config import ImapSettings, SmtpSettings

        self.imap = self._log_in_to("imap", ImapSettings, self._try_imap)
        self.smtp = self._log_in_to("smtp", SmtpSettings, self._try_smtp)
        self.client = imap_login(self.imap)
        can = abilities(self.client, self.imap.folder)
        woken = "wakes us when a letter comes (IDLE)" if can.idle else "must be asked for letters: no IDLE"
        marked = "get a keyword" if can.keywords else "are moved to a folder: it keeps no keywords"
        show(f"The server {woken}.")
        show(f"Letters that are stored {marked}.")
        if not can.keywords and self.imap.handled == "keyword":
            self.changes["mail.imap.handled"] = "move"

    def send_to_ourselves(self, trust: bool | None) -> None:
        """Letters to our own address, plain and with a plus sign."""
        from pbem.channels.channel import NotSent
        from pbem.channels.mail.login import hang_up
        from pbem.channels.mail.measure import LettersToOurselves
        from pbem.channels.mail.troubles import explain

        try:
            letters = LettersToOurselves(self._mail(), self.client)
            show(f"Sending a letter to {self.address} ...")
            try:
                letters.send()
            except NotSent as problem:
                self._give_up(explain(problem, "smtp", self.smtp, self.provider))
            came = letters.wait(self.patience)
        finally:
            hang_up(self.client)
        if not came.arrived:
            raise ModeratorProblem(
                f"the letter was sent, but did not come within {self.patience:.0f} s: look whether it is "
                "among the spam, or in another folder; then try again, with --wait 300 if the server is slow"
            )
        show("It has come.")
        self._note_what_came(came, trust)

    def _note_what_came(self, came: Came, trust: bool | None) -> None:
        local, _, host = self.address.partition("@")
        tagged = f"Letters to {local}+anything@{host}"
        if came.plus_addressing:
            show(f"{tagged} come, too (plus addressing).")
        else:
            show(f"{tagged} do not come: tokens will be in the subject instead.")
        if came.plus_addressing != (self.present.mail.plus_addressing if self.present else True):
            self.changes["mail.plus_addressing"] = came.plus_addressing
        if came.checker and came.vouches:
            show(f"{came.checker} checks who has written a letter (Authentication-Results).")
            asked = "Obey only letters for which it vouches?"
            if trust or (trust is None and self.talk.agree(asked)):
                self.changes["mail.trusted_checker"] = came.checker
        elif trust:
            raise ModeratorProblem(
                "the mail server does not say who has written a letter: do without --trust"
            )
        else:
            show("Nobody checks who has written a letter (no Authentication-Results on this one).")
        if trust is False:
            self.changes["mail.trusted_checker"] = None

    def about(self, name: str, moderator: str, zone: str) -> None:
        """What has nothing to do with servers."""
        from pbem.config import MailSettings, wrong_with

        known = self.present.mail.moderator if self.present else ""
        while not moderator and not known:
            if not (
                moderator := self.talk.perhaps("Your own address, for what only you must know (Enter: none)")
            ):
                break
            if wrong := wrong_with(MailSettings, moderator=moderator):
                typer.echo(f"  {wrong}")
                moderator = ""
        for key, value in (("mail.name", name), ("mail.moderator", moderator), ("pace.zone", zone)):
            if value:
                self.changes[key] = value

    def write(self) -> None:
        """The settings, with the password apart."""
        from pbem.cli.settings_file import change_settings, has_keyring, instead_of_passwords, keep_password
        from pbem.config import load_settings

        for what, found in (("imap", self.imap), ("smtp", self.smtp)):
            self.changes |= self._told(what, found)
        if self.oauth2_file:
            self.changes |= instead_of_passwords(self.oauth2_file.absolute())
        elif self.keeps:
            keyring = self.keeps == "keyring" or (self.keeps == "unsaid" and has_keyring())
            if self.keeps == "keyring" and not has_keyring():
                raise ModeratorProblem("this machine has no keyring: --secrets file")
            self.changes |= keep_password(self.path, self.user, self.secret, keyring=keyring)
        change_settings(self.path, self.changes)
        load_settings(self.path)
        show(f"Written to {self.path}. Next:")
        show("  pbem doctor            to look at everything once more")
        show("  pbem new               to make a game: it asks for what it must know")
        show("  pbem run               to fetch and send letters for as long as it runs")

    # ---- Servers

    def _candidates(self, what: str, kind: type[Any]) -> list[Any]:
        """The servers to try, the likeliest first."""
        given, present = self.given[what], None
        if self.present and self.is_the_same:
            present = getattr(self.present.mail, what)
        known: Sequence[Server] = getattr(self.provider, what)
        host = given.host or (present.host if present else known[0].host)
        ca_file = given.ca_file or (present.ca_file if present else None)
        if given.security or present is not None:
            security = given.security or (present.security if present else "")
            port = given.port or (present.port if present and not given.security else None)
            servers = [(host, port, security, ca_file)]
        elif given.port:
            likely = sorted(("tls", "starttls"), key=lambda security: kind.PORTS[security] != given.port)
            servers = [(host, given.port, security, ca_file) for security in likely]
        elif given.anything:
            ways = dict.fromkeys((server.port, server.security) for server in known)
            servers = [(host, port, security, ca_file) for port, security in ways]
        else:
            servers = [(server.host, server.port, server.security, None) for server in known]
        base = (
            present.model_dump(exclude={"password", "password_file", "password_keyring", "oauth2_file"})
            if present
            else {}
        )
        base |= {"user": self.user}
        base |= {"oauth2_file": self.oauth2_file} if self.oauth2_file else {"password": self.secret}
        if not present:
            base["timeout"] = PATIENCE
        return [
            kind.model_validate(base | {"host": host, "port": port, "security": security, "ca_file": ca_file})
            for host, port, security, ca_file in servers
        ]

    def _log_in_to(self, what: str, kind: type[Any], attempt: Any) -> Any:
        """The settings of a server that lets us in; at a terminal, what was refused can be typed again."""
        while True:
            found = self._first_that_works(what, self._candidates(what, kind), attempt)
            if isinstance(found, kind):
                return found
            if not self._typed_again(what, found):
                self._give_up(found)

    def _first_that_works(self, what: str, candidates: Sequence[Any], attempt: Any) -> Any:
        """The settings that work, or the trouble with the likeliest ones."""
        from pbem.channels.mail.troubles import explain

        troubles: list[Trouble] = []
        for settings in candidates:
            server = f"{settings.host}:{settings.usual_port}"
            show(f"{what.upper()}: {server} ({settings.security}) ...")
            try:
                attempt(settings)
            except Exception as problem:
                trouble = explain(problem, what, settings, self.provider)
                if trouble.code == "other" and isinstance(problem, ModeratorProblem):
                    raise
                troubles.append(trouble)
                if trouble.code not in NOT_HERE:
                    break
            else:
                show(f"{what.upper()}: logged in as {settings.user}.")
                return settings
        return troubles[-1] if troubles[-1].code not in NOT_HERE else troubles[0]

    def _typed_again(self, what: str, trouble: Trouble) -> bool:
        """Whether somebody has given another password, or another server."""
        if not self.talk.asks:
            return False
        if trouble.code in PASSWORD_WRONG and what == "imap" and not self.oauth2_file:
            typer.echo(f"{trouble.told}\n{trouble.mend}")
            self.secret = self.talk.perhaps("The password again (Enter: give up)", hidden=True)
            self.keeps = self.keeps or "unsaid"
            return bool(self.secret)
        if trouble.code in NOT_HERE:
            typer.echo(f"{trouble.told}\n{trouble.mend}")
            said = self.talk.perhaps(f"The {what.upper()} server, as host or host:port (Enter: give up)")
            host, _, port = said.partition(":")
            number = int(port) if port.isdecimal() else self.given[what].port
            self.given[what] = replace(self.given[what], host=host, port=number)
            return bool(host)
        return False

    def _try_imap(self, settings: ImapSettings) -> None:
        from pbem.channels.mail.login import hang_up, imap_login

        hang_up(imap_login(settings))

    def _try_smtp(self, settings: SmtpSettings) -> None:
        import asyncio

        from pbem.channels.mail.smtp import SmtpSender

        async def log_in() -> None:
            sender = SmtpSender(settings)
            await sender.connect()
            await sender.close()

        asyncio.run(log_in())

    def _give_up(self, trouble: Trouble) -> None:
        raise ModeratorProblem(f"{trouble.told}\n{trouble.mend}\nNothing was written.")

    def _mail(self) -> MailSettings:
        from pbem.config import MailSettings

        return MailSettings(address=self.address, inbox="imap", imap=self.imap, smtp=self.smtp)

    def _told(self, what: str, found: ServerSettings) -> dict[str, Any]:
        """A server as the settings file has it; the port only if it is not the usual one."""
        port = found.port if found.port != found.PORTS[found.security] else None
        told: dict[str, Any] = {
            "host": found.host,
            "port": port,
            "security": found.security,
            "user": found.user,
        }
        if ca_file := self.given[what].ca_file:
            told["ca_file"] = ca_file.absolute()
        elif not self.is_the_same:
            told["ca_file"] = None
        return {f"mail.{what}.{key}": value for key, value in told.items()}
