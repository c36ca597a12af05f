"""`pbem service`: the moderator as a service of systemd, with a timer for backups.

Everything is shown before it is written.  Root gets a service of the system, which runs as the owner of the
database; anybody else gets one of their own, which systemd keeps running after they have logged out.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import AsJson, print_json, settings_of, show

if TYPE_CHECKING:
    from pbem.config import Settings

service = typer.Typer(no_args_is_help=True, help="Run the moderator as a service: install, status, remove.")

NAME, BACKUP = "pbem.service", "pbem-backup.service"
TIMER = "pbem-backup.timer"
UNITS = (NAME, BACKUP, TIMER)
ENABLED = (NAME, TIMER)


@dataclass(frozen=True, slots=True)
class Place:
    """Whose service it is, and where its units are."""

    folder: Path
    of_system: bool
    user: str = ""
    """Who runs a service of the system."""

    def systemctl(self, *words: str) -> list[str]:
        return ["systemctl", *(() if self.of_system else ("--user",)), *words]


AsUser = Annotated[str, typer.Option("--as", help="For root: who runs it; else the owner of the database.")]
Units = Annotated[
    Path | None, typer.Option("--units", help="Another folder for the units; nothing is enabled.")
]


@service.command()
def install(
    ctx: typer.Context,
    run_as: AsUser = "",
    keep: Annotated[int, typer.Option(min=1, help="So many daily backups are kept.")] = 14,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="So many processes, on PostgreSQL: pbem run --workers.")
    ] = 1,
    units: Units = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Write the units, show them first, and start the moderator."""
    from pbem.errors import ModeratorProblem

    settings = settings_of(ctx)
    place = _place(units, run_as or _owner(settings))
    if workers > 1:
        from pbem.cli.mail import several_can_work

        several_can_work(settings)
    texts = unit_texts(place, settings, _settings_file(ctx), keep, workers)
    for name, text in texts.items():
        show(f"{place.folder / name}", bold=True)
        show(text)
    if strange := _out_of_reach(place.user, settings, _settings_file(ctx)):
        told = " ".join(str(path) for path in strange)
        reason = f"{place.user} may not use {told}; before the service can run: chown {place.user} {told}"
        if not units:
            raise ModeratorProblem(reason)
        show(reason)
    then = [] if units else _to_start(place)
    for words in then:
        show(f"then: {' '.join(words)}")
    if not yes and not typer.confirm("Write and start them?"):
        raise typer.Exit(1)
    if not units and shutil.which("systemctl") is None:
        raise ModeratorProblem("there is no systemd on this machine: run `pbem run` by other means, or cron")
    place.folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place.folder / name).write_text(text, encoding="utf-8")
    for words in then:
        _call(words)
    show(f"Written to {place.folder}." if units else "The moderator is at work: pbem service status")


@service.command()
def status(units: Units = None, as_json: AsJson = False) -> None:
    """Whether the service is there and at work."""
    place = _place(units, "")
    missing = [name for name in UNITS if not (place.folder / name).exists()]
    asked = () if missing or units else ENABLED
    states = {name: _asked(place.systemctl("is-active", name)) for name in asked}
    if as_json:
        print_json({"folder": str(place.folder), "installed": not missing, "units": states})
    elif missing:
        show(f"not installed: no {', '.join(missing)} in {place.folder}; pbem service install writes them")
    else:
        show(f"The units are in {place.folder}.")
        for name, state in states.items():
            show(f"{name}: {state}")
        if not units:
            show(f"Its log: journalctl {'' if place.of_system else '--user '}-u {NAME}")
    if missing or any(state != "active" for state in states.values()):
        raise typer.Exit(1)


@service.command()
def remove(
    units: Units = None, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> None:
    """Stop the service and delete its units; games, settings and backups stay."""
    place = _place(units, "")
    found = [place.folder / name for name in UNITS if (place.folder / name).exists()]
    if not found:
        show(f"Nothing to remove in {place.folder}.")
        return
    for path in found:
        show(f"deletes {path}")
    if not yes and not typer.confirm("Stop and delete them?"):
        raise typer.Exit(1)
    if not units:
        _call(place.systemctl("disable", "--now", *ENABLED))
    for path in found:
        path.unlink()
    if not units:
        _call(place.systemctl("daemon-reload"))
    show("Removed. Database, settings and backups are where they were.")


# ---- What is written


def unit_texts(
    place: Place, settings: Settings, settings_file: Path | None, keep: int, workers: int = 1
) -> dict[str, str]:
    """The units by name."""
    several = f" --workers {workers}" if workers > 1 else ""
    database = settings.database.absolute() if isinstance(settings.database, Path) else None
    here = database.parent if database else (settings_file or Path("pbem.toml")).absolute().parent
    backups = here / "backups"
    pbem = _program()
    given = f" --settings {_quoted(settings_file.absolute())}" if settings_file else ""
    before = f"Environment={_quoted(f'PBEM_DATABASE={database}')}\n" if database and not settings_file else ""
    owner = f"User={place.user}\n" if place.user else ""
    maildir = [settings.mail.maildir.absolute()] if settings.mail.inbox == "maildir" else []
    hardened = _hardened(place, [here, *maildir], Path(sys.executable))
    folder = str(settings_file.absolute().parent if settings_file else here).replace("%", "%%")
    common = f"{owner}WorkingDirectory={folder}\n{before}UMask=0077\n{hardened}"
    target = "multi-user.target" if place.of_system else "default.target"
    return {
        NAME: (
            "[Unit]\nDescription=pbem, a moderator of games by mail\n"
            "Wants=network-online.target\nAfter=network-online.target\n"
            "StartLimitIntervalSec=600\nStartLimitBurst=20\n\n"
            f"[Service]\nExecStart={pbem} --verbose{given} run{several}\n"
            f"Restart=always\nRestartSec=10\n{common}\n"
            f"[Install]\nWantedBy={target}\n"
        ),
        BACKUP: (
            "[Unit]\nDescription=A copy of the games of pbem\n\n"
            "[Service]\nType=oneshot\n"
            f"ExecStart={pbem}{given} backup --keep {keep} {_quoted(backups)}\n{common}"
        ),
        TIMER: (
            "[Unit]\nDescription=A copy of the games of pbem every day\n\n"
            "[Timer]\nOnCalendar=daily\nRandomizedDelaySec=30min\nPersistent=true\n\n"
            "[Install]\nWantedBy=timers.target\n"
        ),
    }


def _hardened(place: Place, writable: Sequence[Path], program: Path) -> str:
    """What the program never needs is taken from it; a user's own systemd can do only the first of these."""
    lines = ["NoNewPrivileges=yes", "LockPersonality=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes"]
    if place.of_system:
        lines += [
            "ProtectSystem=strict",
            *(f"ReadWritePaths=-{_quoted(path)}" for path in writable),
            *(["PrivateTmp=yes"] if not any(map(_is_temporary, [*writable, program])) else ()),
            "PrivateDevices=yes",
            "ProtectClock=yes",
            "ProtectControlGroups=yes",
            "ProtectHostname=yes",
            "ProtectKernelLogs=yes",
            "ProtectKernelModules=yes",
            "ProtectKernelTunables=yes",
            "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
            "RestrictNamespaces=yes",
            "CapabilityBoundingSet=",
            "SystemCallArchitectures=native",
            "SystemCallFilter=@system-service",
        ]
    return "".join(f"{line}\n" for line in lines)


def _is_temporary(path: Path) -> bool:
    """Whether a service with temporary files of its own would not see it."""
    return any(path.is_relative_to(folder) for folder in ("/tmp", "/var/tmp"))


def _quoted(path: Path | str) -> str:
    """A word of a unit file: blanks and percent signs mean something there."""
    text = str(path).replace("%", "%%")
    return f'"{text}"' if any(c.isspace() or c in "\"'\\" for c in text) else text


def _program() -> str:
    """This very program, wherever it was installed."""
    beside = Path(sys.executable).with_name("pbem")
    return _quoted(beside) if beside.exists() else f"{_quoted(sys.executable)} -m pbem"


# ---- Inside


def _place(units: Path | None, run_as: str) -> Place:
    from pbem.errors import ModeratorProblem

    root = os.geteuid() == 0
    if run_as:
        if not root:
            raise ModeratorProblem("--as is for root; without it the service is your own")
        try:
            pwd.getpwnam(run_as)
        except KeyError:
            raise ModeratorProblem(f"there is no user {run_as}: adduser --system --group {run_as}") from None
    if root:
        return Place(units or Path("/etc/systemd/system"), True, run_as)
    configured = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return Place(units or configured / "systemd" / "user", False)


def _owner(settings: Settings) -> str:
    """For root: whose the database is.  Nobody should run a mail program as root without saying so."""
    from pbem.errors import ModeratorProblem

    if os.geteuid() != 0:
        return ""
    database = settings.database
    owner = database.stat().st_uid if isinstance(database, Path) and database.exists() else 0
    if owner == 0:
        raise ModeratorProblem("say who runs it: --as USER (the database and the settings must be theirs)")
    return pwd.getpwuid(owner).pw_name


def _out_of_reach(user: str, settings: Settings, named: Path | None) -> list[Path]:
    """What a user whom root has named may not use, although the moderator must."""
    from pbem.cli.doctor import secret_files

    if not user:
        return []
    read, change = 4, 7
    wanted = dict.fromkeys(secret_files(settings, named), read)
    if isinstance(settings.database, Path):
        wanted |= {settings.database.absolute().parent: change, settings.database: read | 2}
    who = pwd.getpwnam(user)
    return [path for path, bits in wanted.items() if path.exists() and not _may(who, path, bits)]


def _may(who: pwd.struct_passwd, path: Path, bits: int) -> bool:
    about = path.stat()
    groups = os.getgrouplist(who.pw_name, who.pw_gid)
    shift = 6 if about.st_uid == who.pw_uid else 3 if about.st_gid in groups else 0
    return who.pw_uid == 0 or about.st_mode >> shift & bits == bits


def _settings_file(ctx: typer.Context) -> Path | None:
    from pbem.config import settings_file

    given: Path | None = ctx.find_root().obj
    return given or settings_file()


def _to_start(place: Place) -> list[list[str]]:
    first = [place.systemctl("daemon-reload"), place.systemctl("enable", "--now", *ENABLED)]
    if place.of_system:
        return first
    return [*first, ["loginctl", "enable-linger"]]  # so that it runs on when its owner has logged out


def _call(words: list[str]) -> None:
    from pbem.errors import ModeratorProblem

    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ModeratorProblem(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()}")


def _asked(words: list[str]) -> str:
    if shutil.which(words[0]) is None:
        return "unknown: there is no systemd here"
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip() or "unknown"
