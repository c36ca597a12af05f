"""Settings: a TOML file, overridden by the environment; unknown keys are refused.

Secrets belong into the environment (`PBEM_MAIL__SMTP_PASSWORD=...`), so that the file can be shown to
anybody.  They are `SecretStr`: nothing prints them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from pbem.errors import SettingsProblem

SETTINGS_FILE = "pbem.toml"
FILE_VARIABLE = "PBEM_SETTINGS"


class Section(BaseModel):
    """A table of the settings file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class MailSettings(Section):
    """How letters come in and go out."""

    address: str = "gm@example.test"
    """The moderator's address; players answer to `gm+<their token>@...`."""
    name: str = "Moderator"
    inbox: Literal["maildir"] = "maildir"
    maildir: Path = Path("mail/gm")
    """Where letters arrive, when the inbox is a Maildir."""
    smtp_host: str = "localhost"
    smtp_port: int = Field(default=25, ge=1, le=65535)
    smtp_security: Literal["none", "starttls", "tls"] = "none"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    largest_letter: int = Field(default=256_000, ge=1_000)
    """Bytes; a larger letter is not read."""

    @field_validator("address")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        local, at, host = value.partition("@")
        if not (local and at and host) or "+" in local or any(c.isspace() for c in value):
            raise ValueError("must look like gm@example.org, without a plus sign")
        return value.lower()

    @property
    def host(self) -> str:
        return self.address.partition("@")[2]

    def reply_address(self, token: str) -> str:
        """Where the holder of a token answers to."""
        local, _, host = self.address.partition("@")
        return f"{local}+{token}@{host}"


class TimeSettings(Section):
    """Hours that a power has, by what is asked; a game may have its own."""

    impulse: int = Field(default=72, ge=1)
    """An impulse or an action in it."""
    decision: int = Field(default=48, ge=1)
    """Any other decision."""
    window: int = Field(default=24, ge=1)
    """A response window, where the game asks."""


class Settings(BaseSettings):
    """Everything that can be set; each field has a default that works on one machine."""

    model_config = SettingsConfigDict(
        env_prefix="PBEM_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    database: Path = Path("pbem.sqlite3")
    mail: MailSettings = MailSettings()
    hours: TimeSettings = TimeSettings()
    poll_seconds: float = Field(default=30.0, gt=0)
    """Pause of `pbem run` between two looks into the inbox."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        path = _settings_file()
        toml = (TomlConfigSettingsSource(settings_cls, toml_file=path),) if path else ()
        return (init_settings, env_settings, *toml)


_given: Path | None = None


def _settings_file() -> Path | None:
    if _given is not None:
        return _given
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    here = Path(SETTINGS_FILE)
    return here if here.exists() else None


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; a problem names the keys that are wrong."""
    global _given
    _given = path
    named = _settings_file()
    if named is not None and not named.exists():
        raise SettingsProblem(f"there is no settings file {named}")
    try:
        return Settings()
    except ValidationError as problem:
        lines = [f"{'.'.join(str(at) for at in error['loc'])}: {error['msg']}" for error in problem.errors()]
        raise SettingsProblem("\n".join(lines)) from problem
    except ValueError as problem:  # not TOML at all
        raise SettingsProblem(f"{named}: {problem}") from problem
    finally:
        _given = None
