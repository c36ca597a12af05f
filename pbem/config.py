"""Settings: a TOML file, overridden by the environment; unknown keys are refused.

Secrets belong into the environment (`PBEM_MAIL__SMTP__PASSWORD=...`) or into files of their own
(`password_file`), so that the settings can be shown to anybody.  They are `SecretStr`: nothing prints them.
"""

from __future__ import annotations

import logging
import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from pbem.calendar.calendar import Calendar, weekday_of
from pbem.calendar.deadlines import HOURS, Pace, pace_problems
from pbem.errors import SettingsProblem

log = logging.getLogger(__name__)

SETTINGS_FILE = "pbem.toml"
FILE_VARIABLE = "PBEM_SETTINGS"
SHORTEST_KEY = 32
DESK_TOKEN = re.compile(r"[a-z0-9]{16,64}")


@dataclass(frozen=True, slots=True)
class DatabaseServer:
    """A database on a PostgreSQL server.  Printed, it does not tell the password."""

    url: str = field(repr=False)

    SCHEMES: ClassVar = ("postgresql://", "postgres://")

    def __post_init__(self) -> None:
        if not self.url.startswith(self.SCHEMES) or not urlsplit(self.url).path.strip("/"):
            raise ValueError("must be postgresql://USER@HOST/DATABASE")

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        who, at, where = parts.netloc.rpartition("@")
        return urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}{at}{where}", query=""))


Database: TypeAlias = Path | DatabaseServer
"""A file of SQLite, or a database on a server."""


def as_database(text: str) -> Database:
    """What the settings or the command line call a database."""
    return DatabaseServer(text) if "://" in text else Path(text)


class Section(BaseModel):
    """A table of the settings file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def from_keyring(service: str, user: str) -> str:
    """A password out of the keyring of this machine."""
    try:
        keyring = import_module("keyring")
        found = keyring.get_password(service, user)
    except Exception as problem:  # each keyring has errors of its own
        raise SettingsProblem(
            f"the keyring cannot be read: {str(problem) or type(problem).__name__}"
        ) from None
    if found is None:
        raise SettingsProblem(
            f"the keyring has no password of {user} for {service}: pbem setup puts it there"
        )
    return str(found)


class LoginSettings(Section):
    """An account on a server: a name, and a password that stands elsewhere."""

    ca_file: Path | None = None
    """Certificates to trust instead of the system's: for a server that signs its own."""
    user: str = ""
    password: SecretStr = SecretStr("")
    password_file: Path | None = None
    """A file that holds nothing but the password."""
    password_keyring: str = ""
    """The service under whose name a keyring of this machine holds the user's password."""
    oauth2_file: Path | None = None
    """Instead of a password: the file of `pbem setup --oauth2` with what the provider has agreed to."""
    timeout: float = Field(default=30.0, gt=0)
    """Seconds to wait for an answer."""

    @model_validator(mode="after")
    def _one_password(self) -> Self:
        given = (
            self.password_file is not None,
            bool(self.password.get_secret_value()),
            self.password_keyring,
            self.oauth2_file is not None,
        )
        if sum(map(bool, given)) > 1:
            raise ValueError("give one of password, password_file, password_keyring and oauth2_file")
        return self

    def secret(self) -> str:
        """The password: read when it is needed, kept nowhere."""
        if self.password_keyring:
            return from_keyring(self.password_keyring, self.user)
        if self.password_file is None:
            return self.password.get_secret_value()
        try:
            return self.password_file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeError) as problem:
            reason = getattr(problem, "strerror", None) or type(problem).__name__
            raise SettingsProblem(
                f"the password file {self.password_file} cannot be read: {reason}"
            ) from None

    def certificates(self) -> ssl.SSLContext:
        """Whom to trust; the server's name is always compared."""
        try:
            return ssl.create_default_context(cafile=self.ca_file)
        except OSError as problem:
            raise SettingsProblem(f"the certificates in {self.ca_file} cannot be read: {problem}") from None


class ServerSettings(LoginSettings):
    """A mail server, and how to log in to it."""

    PORTS: ClassVar[Mapping[str, int]] = {}

    host: str = "localhost"
    port: int | None = Field(default=None, ge=1, le=65535)
    """None: the usual one for its security."""
    security: Literal["none", "starttls", "tls"] = "none"

    @property
    def usual_port(self) -> int:
        """The port that was set, or the usual one."""
        return self.port or self.PORTS[self.security]


class SmtpSettings(ServerSettings):
    """Where letters are handed over."""

    PORTS = {"none": 25, "starttls": 587, "tls": 465}

    return_to_seat: bool = False
    """Undeliverable letters come back to the seat's own reply address, which tells them apart with certainty.
    Some servers refuse to send in the name of any but the plain address."""


class ImapSettings(ServerSettings):
    """The mailbox in which letters arrive."""

    PORTS = {"none": 143, "starttls": 143, "tls": 993}

    security: Literal["none", "starttls", "tls"] = "tls"
    folder: str = "INBOX"
    idle: bool = True
    """Be woken by the server instead of looking every `poll_seconds`, where it can do that."""
    handled: Literal["keyword", "move"] = "keyword"
    """What becomes of a letter that is stored: it gets a keyword, or moves to `handled_folder`."""
    handled_folder: str = "Handled"


class MailSettings(Section):
    """How letters come in and go out."""

    address: str = "gm@example.test"
    """The moderator's address; players answer to `gm+<their token>@...`."""
    plus_addressing: bool = True
    """Whether `gm+anything@...` arrives in the mailbox of `gm`.  If not, players answer to the plain address,
    and a token is known by the subject and by the letter that is answered."""
    name: str = "Moderator"
    moderator: str = ""
    """Where the person who runs the games reads mail; empty: notices stand in the log and the status only."""
    desk_token: SecretStr = SecretStr("")
    """With it the moderator may give the commands of the desk by mail, to `gm+<desk token>@...`."""
    desk_token_file: Path | None = None
    """A file that holds nothing but the desk token."""
    inbox: Literal["maildir", "imap"] = "maildir"
    maildir: Path = Path("mail/gm")
    """Where letters arrive, when the inbox is a Maildir."""
    imap: ImapSettings = ImapSettings()
    smtp: SmtpSettings = SmtpSettings()
    trusted_checker: str = ""
    """The name (authserv-id) by which our own mail server signs its Authentication-Results.  If set, only
    letters are obeyed of which it says that they come from the sender's domain."""
    received_by: str = ""
    """The name by which our own mail server signs its `Received` headers, if it is not the trusted checker's:
    the time that it gives there counts for deadlines."""
    largest_letter: int = Field(default=1_000_000, ge=1_000)
    """Bytes; a larger letter is not read.  Answers may bring our own pictures back."""

    @field_validator("moderator")
    @classmethod
    def _is_another_address(cls, value: str) -> str:
        if value and ("@" not in value or any(c.isspace() for c in value)):
            raise ValueError("must look like somebody@example.org")
        return value.lower()

    @field_validator("address")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        local, at, host = value.partition("@")
        if not (local and at and host) or "+" in local or any(c.isspace() for c in value):
            raise ValueError("must look like gm@example.org, without a plus sign")
        return value.lower()

    @field_validator("desk_token")
    @classmethod
    def _is_a_token(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value() and not DESK_TOKEN.fullmatch(value.get_secret_value()):
            raise ValueError("must be 16 to 64 small letters and digits")
        return value

    @property
    def receiving_server(self) -> str:
        """Whose `Received` header says when a letter arrived; empty: only the mailbox itself does."""
        return self.received_by or self.trusted_checker

    def desk_secret(self) -> str:
        """The desk token; empty: the desk takes no letters.  A bad token file must not stop a game."""
        if not self.moderator:
            return ""
        if self.desk_token_file is None:
            return self.desk_token.get_secret_value()
        try:
            token = self.desk_token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError):
            log.error("the desk takes no letters: %s cannot be read", self.desk_token_file)
            return ""
        if not DESK_TOKEN.fullmatch(token):
            log.error("the desk takes no letters: %s holds no token", self.desk_token_file)
            return ""
        return token

    @property
    def host(self) -> str:
        return self.address.partition("@")[2]

    def reply_address(self, token: str) -> str:
        """Where the holder of a token answers to."""
        if not self.plus_addressing:
            return self.address
        local, _, host = self.address.partition("@")
        return f"{local}+{token}@{host}"


class ForumSettings(LoginSettings):
    """A forum on which games are played, and the moderator's account there."""

    kind: Literal["", "misago", "nodebb"] = ""
    """Which program the forum runs; empty: there is no forum."""
    address: str = ""
    """Where it is: `https://forum.example.org`."""
    category: int | None = Field(default=None, ge=1)
    """The number of the category in which the topics of games are opened (`topic@forum`)."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.kind:
            return self
        if self.oauth2_file is not None:
            raise ValueError("oauth2_file: a forum wants a password, or a token in its place")
        if not self.user:
            raise ValueError("user: the moderator needs an account on the forum")
        parts = urlsplit(self.address)
        here = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if parts.scheme != "https" and not (parts.scheme == "http" and here):
            raise ValueError("address: must begin with https://, for hands go there")
        return self


class QuotaSettings(Section):
    """How much one day may bring, by UTC."""

    stranger_letters: int = Field(default=300, ge=0)
    """Letters of people without a seat that are kept."""
    stranger_bytes: int = Field(default=10_000_000, ge=0)
    """Bytes of them."""
    stranger_days: int = Field(default=30, ge=1)
    """Days after which nothing but their number is kept."""
    press: int = Field(default=60, ge=0)
    """Pieces of press of one player."""
    proposals: int = Field(default=60, ge=0)
    """Deals that one player proposes."""
    votes: int = Field(default=4, ge=0)
    """Votes on more time that one player asks for."""
    notices: int = Field(default=10, ge=0)
    """Vacations and wishes for a substitute that one player announces."""
    sign_ups: int = Field(default=50, ge=0)
    """Addresses that are asked to confirm a sign-up."""
    sign_up_letters: int = Field(default=20, ge=0)
    """Letters that are read of one person who has signed up."""


class TimeSettings(Section):
    """Hours that a power has, by what is asked; a game may have its own."""

    negotiation: int = Field(default=48, ge=0, le=672)
    """The window of the Negotiation Segment; 0: none, deals are asked for like any other decision."""
    impulse: int = Field(default=72, ge=1, le=672)
    """An impulse or an action in it."""
    decision: int = Field(default=48, ge=1, le=672)
    """Any other decision."""
    window: int = Field(default=24, ge=1, le=672)
    """A response window, where the game asks."""


class PaceSettings(Section):
    """How new games keep time; each game can have its own (`pbem pace`)."""

    zone: str = "UTC"
    """Where the players live: a time zone by name, as Europe/Berlin."""
    quiet_days: tuple[str, ...] = ()
    """Weekdays on which the clock stands still."""
    quiet_dates: tuple[str, ...] = ()
    """Dates, ranges `2026-12-24 to 2027-01-01`, or days of every year `12-25`, on which it stands still."""
    quiet_hours: str = ""
    """`22:00-08:00`: nothing falls due between these times."""
    reminders: tuple[int, ...] = (24, 6)
    """Hours before the deadline; at most two."""
    grace: int = Field(default=6, ge=0, le=72)
    """Hours after the deadline in which an answer is still taken."""
    tell_after: int = Field(default=2, ge=0)
    """Deadlines missed in a row after which the moderator is told; 0: never."""
    offer_after: int = Field(default=3, ge=0)
    """... after which the seat is offered to the observers; 0: never."""
    caretaker_after: int = Field(default=0, ge=0)
    """... after which a bot plays for the seat until its player is back; 0: never."""
    longest_extension: int = Field(default=72, ge=0, le=336)
    """Hours that the players may vote themselves at a time; 0: none."""

    def pace(self, hours: Mapping[str, int]) -> Pace:
        """As a game keeps it."""
        calendar = Calendar(
            self.zone,
            tuple(weekday_of(day) for day in self.quiet_days),
            self.quiet_dates,
            self.quiet_hours,
        )
        return Pace(
            hours,
            calendar,
            self.reminders,
            self.grace,
            self.tell_after,
            self.offer_after,
            self.caretaker_after,
            self.longest_extension,
        )

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if wrong := list(pace_problems(self.pace(HOURS))):
            raise ValueError("; ".join(wrong))
        return self


class Settings(BaseSettings):
    """Everything that can be set; each field has a default that works on one machine."""

    model_config = SettingsConfigDict(
        env_prefix="PBEM_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    database: Database = Path("pbem.sqlite3")
    packs: Path = Path("packs")
    """Where data packs are kept (docs/packs.md)."""
    mail: MailSettings = MailSettings()
    forum: ForumSettings = ForumSettings()
    hours: TimeSettings = TimeSettings()
    pace: PaceSettings = PaceSettings()
    quotas: QuotaSettings = QuotaSettings()
    poll_seconds: float = Field(default=30.0, gt=0)
    """Pause of `pbem run` between two looks into the inbox."""
    seed_key: SecretStr = SecretStr("")
    """Seals the seeds in the database; empty: the key is in a file."""
    seed_key_file: Path | None = None
    """None: a file beside the database with `.key` after its name, made when it is first needed.  For a
    database on a server: `pbem.key`."""
    down_minutes: float = Field(default=60.0, gt=0)
    """After so long without a sign of life the program was down, and all deadlines move by that time."""

    @field_validator("database", mode="before")
    @classmethod
    def _is_a_database(cls, value: Any) -> Any:
        return as_database(value) if isinstance(value, str) else value

    @field_validator("seed_key")
    @classmethod
    def _is_long_enough(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value.get_secret_value()) < SHORTEST_KEY:
            raise ValueError(f"must have at least {SHORTEST_KEY} characters: openssl rand -hex 32 makes one")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        path = settings_file()
        toml = (TomlConfigSettingsSource(settings_cls, toml_file=path),) if path else ()
        return (init_settings, env_settings, *toml)


_given: Path | None = None


def settings_file() -> Path | None:
    """The file that the settings are read from; None if there is none."""
    if _given is not None:
        return _given
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    here = Path(SETTINGS_FILE)
    return here if here.exists() else None


def with_pace(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """The settings with another pace for new games: hours by kind, and what `[pace]` has."""
    hours = {key: value for key, value in changes.items() if key in TimeSettings.model_fields}
    pace = {key: value for key, value in changes.items() if key in PaceSettings.model_fields}
    try:
        return settings.model_copy(
            update={
                "hours": TimeSettings(**{**settings.hours.model_dump(), **hours}),
                "pace": PaceSettings(**{**settings.pace.model_dump(), **pace}),
            }
        )
    except ValidationError as problem:
        raise SettingsProblem(_say(problem)) from problem


def wrong_with(section: type[Section], **values: Any) -> str:
    """What is wrong with some keys of a table; empty: nothing."""
    try:
        section(**values)
    except ValidationError as problem:
        return _say(problem)
    return ""


def _say(problem: ValidationError) -> str:
    """What is wrong, key by key; never a value, for it may be a secret."""
    lines = []
    for error in problem.errors(include_input=False, include_url=False):
        key = ".".join(str(at) for at in error["loc"])
        words = error["msg"].removeprefix("Value error, ")
        lines.append(f"{key}: {words}" if key else words)
    return "\n".join(lines)


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; a problem names the keys that are wrong."""
    global _given
    _given = path
    named = settings_file()
    if named is not None and not named.exists():
        raise SettingsProblem(f"there is no settings file {named}")
    try:
        return Settings()
    except ValidationError as problem:
        raise SettingsProblem(_say(problem)) from None
    except ValueError as problem:  # not TOML at all
        raise SettingsProblem(f"{named or 'the environment'}: {problem}") from None
    finally:
        _given = None
