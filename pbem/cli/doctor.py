"""`pbem doctor`: everything that a moderator needs, looked at; what is wrong, and the command that mends it.

It changes nothing: the database is only read, and no letter is fetched or sent.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import AsJson, counted, now, print_json, settings_of, show

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pbem.config import Settings
    from pbem.store.unit_of_work import Transaction

LITTLE_ROOM, NO_ROOM = 500_000_000, 50_000_000
"""Bytes on the disk of the database."""
AHEAD = timedelta(minutes=5)
"""So far the clock may lie behind what is stored."""
WAITED_LONG = timedelta(hours=1)
"""Letters go out within minutes, if anything sends them."""


class State(StrEnum):
    """How bad it is."""

    WELL = "well"
    LOOK = "look"
    """Worth a look; nothing is broken."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    check: str
    state: State
    told: str
    mend: str = ""
    """The command that mends it, or what to do."""


def well(check: str, told: str) -> Finding:
    return Finding(check, State.WELL, told)


def look(check: str, told: str, mend: str) -> Finding:
    return Finding(check, State.LOOK, told, mend)


def wrong(check: str, told: str, mend: str) -> Finding:
    return Finding(check, State.WRONG, told, mend)


def doctor(
    ctx: typer.Context,
    as_json: AsJson = False,
    mail: Annotated[bool, typer.Option(help="Log in to the mail servers, too.")] = True,
) -> None:
    """Look at everything a moderator needs; say what is wrong and how to mend it.  Fails if anything is."""
    found = []
    for finding in findings(ctx, mail=mail):
        found.append(finding)
        if not as_json:
            show(f"{finding.state:5}  {finding.check}: {finding.told}", bold=finding.state is State.WRONG)
            if finding.mend:
                show(f"       -> {finding.mend}")
    bad = any(finding.state is State.WRONG for finding in found)
    if as_json:
        print_json({"well": not bad, "findings": found})
    if bad:
        raise typer.Exit(1)


def findings(ctx: typer.Context, *, mail: bool) -> Iterator[Finding]:
    """All that there is to look at, in an order in which one thing explains the next."""
    from pbem.errors import SettingsProblem

    yield of_versions()
    try:
        settings = settings_of(ctx)
    except SettingsProblem as problem:
        yield wrong(
            "settings", "; ".join(str(problem).splitlines()), "pbem setup, or repair the file by hand"
        )
        return
    yield of_settings(ctx.find_root().obj)
    yield from of_permissions(settings, ctx.find_root().obj)
    yield of_disk(settings)
    yield of_zone(settings)
    yield from of_database(settings)
    if mail:
        yield of_inbox(settings)
        yield of_smtp(settings)
        if settings.forum.kind:
            yield of_forum(settings)


# ---- The machine


def of_versions() -> Finding:
    import sqlite3
    from importlib.metadata import version

    return well(
        "versions",
        f"pbem {version('pbem')}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
    )


def of_settings(named: Path | None) -> Finding:
    from pbem.config import FILE_VARIABLE, SETTINGS_FILE

    path = named or Path(os.environ.get(FILE_VARIABLE, SETTINGS_FILE))
    if not path.exists():
        return look("settings", f"there is no {path} here: everything is as usual", "pbem setup makes one")
    return well("settings", f"{path} can be read")


def secret_files(settings: Settings, named: Path | None) -> list[Path]:
    """Whoever can read these files knows seeds, hands and passwords; some need not be there."""
    from pbem.config import FILE_VARIABLE, SETTINGS_FILE
    from pbem.store.seeds import keys_of

    mail, database = settings.mail, settings.database
    files = [database] if isinstance(database, Path) else []
    secrets: list[Path | None] = [
        *files,
        *(path.with_name(f"{path.name}-wal") for path in files),
        keys_of(settings).file,
        mail.imap.password_file,
        mail.smtp.password_file,
        mail.imap.oauth2_file,
        mail.smtp.oauth2_file,
        mail.desk_token_file,
        settings.forum.password_file,
        named or Path(os.environ.get(FILE_VARIABLE, SETTINGS_FILE)),
    ]
    return list(dict.fromkeys(filter(None, secrets)))


def of_permissions(settings: Settings, named: Path | None) -> Iterator[Finding]:
    from pbem.closed import OTHERS

    files = [settings.database] if isinstance(settings.database, Path) else []
    fine = True
    for path in secret_files(settings, named):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            continue
        except OSError as problem:
            yield wrong("permissions", f"{path}: {problem.strerror}", f"chown {_me()} {path}")
            fine = False
            continue
        if mode & OTHERS:
            yield wrong("permissions", f"others on this machine can read {path}", f"chmod go= {path}")
            fine = False
        if not os.access(path, os.R_OK):
            yield wrong("permissions", f"{path} cannot be read", f"chown {_me()} {path}")
            fine = False
    for path in (*files, *(path.absolute().parent for path in files)):
        if path.exists() and not os.access(path, os.W_OK):
            yield wrong("permissions", f"{path} cannot be written", f"chown {_me()} {path}")
            fine = False
    if fine:
        yield well("permissions", "what is secret is closed to others")


def _me() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.geteuid())


def of_disk(settings: Settings) -> Finding:
    from pbem.store.seeds import keys_of

    on_disk = settings.database if isinstance(settings.database, Path) else keys_of(settings).file
    folder = on_disk.absolute().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    told = f"{free // 1_000_000} MB are free in {folder}"
    if free < NO_ROOM:
        return wrong("disk", told, "make room: nothing can be stored soon")
    if free < LITTLE_ROOM:
        return look("disk", told, "make room before it is full")
    return well("disk", told)


def of_zone(settings: Settings) -> Finding:
    here = now().astimezone()
    return well("zone", f"new games keep time by {settings.pace.zone}; this machine by {here:%Z (UTC%z)}")


# ---- The database


def of_database(settings: Settings) -> Iterator[Finding]:
    from sqlalchemy.exc import SQLAlchemyError
    from sqlmodel import Session

    from pbem.store.database import to_look_at
    from pbem.store.unit_of_work import Transaction

    path = settings.database
    on_disk = isinstance(path, Path)
    if isinstance(path, Path) and not path.exists():
        yield look("database", f"there is none yet ({path})", "pbem new makes it with the first game")
        return
    engine = to_look_at(path)
    try:
        yield of_file(engine, path) if isinstance(path, Path) else of_server(engine, str(path))
        version = of_version(engine)
        yield version
        if version.state is State.WELL:
            with Session(engine) as session:
                for check in IN_THE_DATABASE:
                    yield from check(Transaction(session, settings, now()))
    except SQLAlchemyError as problem:
        yield wrong(
            "database",
            f"{path}: {str(getattr(problem, 'orig', problem)).strip()}",
            "restore a backup (docs/moderators.md)"
            if on_disk
            else "is the server up, and the address right?",
        )
    finally:
        engine.dispose()


def of_file(engine: Engine, path: Path) -> Finding:
    with engine.connect() as connection:
        told = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if told != "ok":
        return wrong("database", f"{path} is damaged: {told}", "stop pbem run, and restore a backup")
    return well("database", f"{path} is whole, {path.stat().st_size // 1000} kB")


def of_server(engine: Engine, name: str) -> Finding:
    """What a server says of itself; whether it keeps what it was told to keep."""
    with engine.connect() as connection:
        asked = ("server_version", "fsync", "synchronous_commit", "server_encoding")
        told = {what: connection.exec_driver_sql(f"SHOW {what}").scalar() for what in asked}
        size = connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar() or 0
        there = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = 'pbem' AND pid <> pg_backend_pid()"
        ).scalar()
    if told["fsync"] != "on" or told["synchronous_commit"] in ("off", "local"):
        return wrong(
            "database", f"{name} may forget what it has stored", "fsync = on, synchronous_commit = on"
        )
    if told["server_encoding"] != "UTF8":
        return wrong("database", f"{name} has the encoding {told['server_encoding']}", "createdb -E UTF8")
    version = f"PostgreSQL {told['server_version']}"
    return well("database", f"{name}, {version}, {int(size) // 1000} kB, {there} connections of pbem")


def of_version(engine: Engine) -> Finding:
    """Whether the tables are those that this program knows."""
    from pbem.store.database import known_versions, made_in

    known, made = known_versions(), made_in(engine)
    if made == known[-1]:
        return well("tables", f"of version {made}, as this program wants them")
    if made not in (None, *known):
        told = f"of version {made}, which this program does not know"
        return wrong("tables", told, "install the newer pbem that has made them")
    told = f"of version {made or 'none'}; this program wants {known[-1]}"
    return look(
        "tables", told, "pbem upgrade-check; then any command makes a backup and brings them up to date"
    )


def of_clock(tx: Transaction) -> Iterator[Finding]:
    """A clock that goes wrong lets deadlines pass; what is stored was stored before now."""
    from sqlmodel import col, select

    from pbem.store.office_tables import HeartbeatRow
    from pbem.store.tables import LetterRow

    heartbeat = tx.session.get(HeartbeatRow, 1)
    known = [heartbeat.at] if heartbeat else []
    known += tx.session.exec(select(LetterRow.received_at).order_by(col(LetterRow.id).desc()).limit(1))
    last = max(known, default=None)
    if last is not None and last > tx.now + AHEAD:
        here, there = (f"{at:%d %b %Y %H:%M}" for at in (tx.now, last))
        told = f"it is {here} UTC by this machine, but the database knows of {there}"
        yield wrong("clock", told, "set the clock: timedatectl set-ntp true")
    else:
        yield well("clock", f"it is {tx.now:%d %b %Y %H:%M} UTC")


def of_daemon(tx: Transaction) -> Iterator[Finding]:
    from pbem.daemon.health import health_of
    from pbem.store.counts import counts
    from pbem.store.tables import GameRow

    found = health_of(tx)
    if found.well:
        yield well("at work", found.line)
    else:
        somebody_waits = counts(tx.session, GameRow, "running")["running"]
        yield (wrong if somebody_waits else look)("at work", found.line, "pbem run")


def of_claims(tx: Transaction) -> Iterator[Finding]:
    """Claims of processes that have ended: the next process takes them over."""
    from sqlmodel import select

    from pbem.store.claims import OUTGOING, ClaimRow, is_void
    from pbem.store.dialect import locks_rows

    if locks_rows(tx.session.get_bind()):
        yield well("claims", "none: workers lock rows, and a lock goes with its worker")
        return
    claims = tx.session.exec(select(ClaimRow)).all()
    dead = [claim for claim in claims if is_void(claim.owner, claim.expires_at, tx.now)]
    for kind in sorted({claim.kind for claim in dead}):
        number = sum(claim.kind == kind for claim in dead)
        what = "letter of the outbox" if kind == OUTGOING else "game"
        told = f"{counted(number, what)} claimed by a process that has ended"
        yield look("claims", told, "pbem send" if kind == OUTGOING else "pbem poll")
    if not dead:
        yield well("claims", f"{len(claims)}, of processes that live")


def of_queue(tx: Transaction) -> Iterator[Finding]:
    from sqlmodel import col, select

    from pbem.channels import BY_HAND
    from pbem.store.counts import counts, in_outbox
    from pbem.store.tables import LetterRow, OutgoingRow

    letters = counts(tx.session, LetterRow, "new", "held", "shunted")
    outgoing = in_outbox(tx.session)
    queued = select(OutgoingRow.created_at).where(
        OutgoingRow.status == "queued", col(OutgoingRow.channel).not_in(BY_HAND)
    )
    oldest = tx.session.exec(queued.order_by(col(OutgoingRow.id)).limit(1)).first()
    if oldest is not None and tx.now - oldest > WAITED_LONG:
        since = f"the oldest since {oldest:%d %b %H:%M} UTC"
        told = f"{counted(outgoing['queued'], 'letter')} in the outbox, {since}"
        yield wrong("queue", told, "pbem send")
    if outgoing["failed"]:
        lost = select(OutgoingRow.recipient).where(
            OutgoingRow.status == "failed", col(OutgoingRow.attempts) > 0
        )
        to = tx.session.exec(lost.order_by(col(OutgoingRow.id).desc()).limit(1)).first()
        told = f"{counted(outgoing['failed'], 'letter')} could not be delivered, the last one to {to}"
        yield look("queue", told, "pbem players GAME shows who cannot be reached; pbem substitute")
    for status, mend in (
        ("shunted", "pbem letter list --status shunted"),
        ("held", "pbem letter list --status held"),
    ):
        if letters[status]:
            word = "put aside: the program failed on them" if status == "shunted" else "held"
            made = wrong if status == "shunted" else look
            yield made("queue", f"{counted(letters[status], 'letter')} {word}", mend)
    yield well("queue", f"{letters['new']} new, {outgoing['queued']} to be sent")


def of_games(tx: Transaction) -> Iterator[Finding]:
    from pbem.store import games

    found = games.all_games(tx.session)
    for game in found:
        if game.status == "held":
            yield look("games", f"{game.name} is on hold", f"pbem resume {game.name}")
        elif game.paused_at is not None and game.status == "running":
            told = f"the clock of {game.name} stands since {game.paused_at:%d %b %H:%M} UTC"
            yield look("games", told, f"pbem resume {game.name}")
    yield well("games", f"{sum(game.status == 'running' for game in found)} of {len(found)} are running")


IN_THE_DATABASE: tuple[Callable[[Transaction], Iterator[Finding]], ...] = (
    of_clock,
    of_daemon,
    of_claims,
    of_queue,
    of_games,
)


# ---- Mail


def of_inbox(settings: Settings) -> Finding:
    """Log in, or look for the Maildir; no letter is touched."""
    from pbem.channels.mail.login import hang_up, imap_login
    from pbem.channels.mail.providers import provider_of
    from pbem.channels.mail.troubles import explain

    mail = settings.mail
    if mail.inbox == "maildir":
        if not mail.maildir.is_dir():
            return look(
                "inbox",
                f"there is no Maildir {mail.maildir} yet",
                "pbem setup, or mail.maildir in the settings",
            )
        if not os.access(mail.maildir, os.R_OK | os.W_OK | os.X_OK):
            return wrong(
                "inbox", f"the Maildir {mail.maildir} is closed to us", f"chown -R {_me()} {mail.maildir}"
            )
        return well("inbox", f"the Maildir {mail.maildir} can be read")
    try:
        client = imap_login(mail.imap)
    except Exception as problem:
        trouble = explain(problem, "imap", mail.imap, provider_of(mail.address))
        return wrong("inbox", trouble.told, f"{trouble.mend} pbem setup tries it step by step.")
    try:
        waiting = client.folder_status(mail.imap.folder, [b"MESSAGES"])[b"MESSAGES"]
        with suppress(Exception):
            client.logout()
    except Exception as problem:
        return wrong("inbox", f"the folder {mail.imap.folder}: {problem}", "pbem setup, or mail.imap.folder")
    finally:
        hang_up(client)
    return well(
        "inbox", f"{mail.imap.user} can log in to {mail.imap.host}; {counted(waiting, 'letter')} there"
    )


def of_smtp(settings: Settings) -> Finding:
    """Log in; nothing is sent."""
    import asyncio

    from pbem.channels.mail.providers import provider_of
    from pbem.channels.mail.smtp import SmtpSender
    from pbem.channels.mail.troubles import explain

    smtp = settings.mail.smtp

    async def log_in() -> None:
        sender = SmtpSender(smtp)
        await sender.connect()
        await sender.close()

    try:
        asyncio.run(log_in())
    except Exception as problem:
        trouble = explain(problem, "smtp", smtp, provider_of(settings.mail.address))
        return wrong("smtp", trouble.told, f"{trouble.mend} pbem setup tries it step by step.")
    whose = f"{smtp.user} can log in to" if smtp.user else "letters can be handed over, without a login, to"
    return well("smtp", f"{whose} {smtp.host}")


def of_forum(settings: Settings) -> Finding:
    """Log in and look at our private threads; nothing is posted."""
    from pbem.channels.forum.channel import ForumChannel
    from pbem.channels.forum.forum import UNKNOWN_SHAPE, ForumProblem
    from pbem.errors import SettingsProblem

    try:
        forum = ForumChannel(settings.forum).open_forum()
        try:
            threads = len(forum.changed({}))
        finally:
            forum.close()
    except (ForumProblem, SettingsProblem, *UNKNOWN_SHAPE) as problem:
        mend = "look at kind, address, user and password_file in [forum], and whether the forum is up"
        return wrong("forum", str(problem), mend)
    told = (
        f"{settings.forum.user} can log in to {settings.forum.address}; {counted(threads, 'private thread')}"
    )
    return well("forum", told)
