"""What the commands have in common.  Whatever is slow to import is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table
    from sqlalchemy import Engine

    from pbem.config import Settings
    from pbem.moderator.deeds import ModeratorDeeds
    from pbem.moderator.overview import Overview
    from pbem.post.service import Moderator
    from pbem.store.unit_of_work import Transaction

GAME_FILES = (".case", ".json")
AsJson = Annotated[bool, typer.Option("--json", help="For a program to read: docs/json.md.")]


def complete_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of games that begin so, for the shell; none if there is trouble: nobody wants to read it."""
    from pbem.store.tables import GameRow

    return _names(ctx, GameRow.name, incomplete)


def complete_openings(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of games for which people sign up."""
    from pbem.store.office_tables import OpeningRow

    return _names(ctx, OpeningRow.name, incomplete)


def complete_games_and_files(ctx: typer.Context, incomplete: str) -> list[str]:
    """Games, and the files here that hold one; where no game begins so, the shell offers all files."""
    found = complete_games(ctx, incomplete)
    files = [file.name for file in Path().iterdir() if file.suffix in GAME_FILES] if found else []
    return found + sorted(name for name in files if name.startswith(incomplete))


def _names(ctx: typer.Context, column: Any, incomplete: str) -> list[str]:
    from pbem.errors import PbemError

    try:
        from sqlmodel import select

        names = in_transaction(ctx, lambda tx: tx.session.exec(select(column)).all(), commit=False)
    except (PbemError, OSError, RuntimeError):
        return []
    return sorted(name for name in set(names) if name.startswith(incomplete))


def complete_powers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The powers that begin so: of the game that the line names, or of all titles."""
    from pbem.games import game_names, game_of

    powers = dict.fromkeys(power for name in game_names() for power in game_of(name).powers)
    name = ctx.params.get("name")
    if isinstance(name, str) and name:
        from pbem.errors import PbemError
        from pbem.store.games import find_game, title_of

        try:
            title = in_transaction(ctx, lambda tx: title_of(find_game(tx.session, name)), commit=False)
            powers = dict.fromkeys(title.powers)
        except (PbemError, OSError, RuntimeError):
            return []
    return [power for power in powers if power.startswith(incomplete.lower())]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of a game.", autocompletion=complete_games)
]
PowerName = Annotated[str, typer.Argument(metavar="POWER", help="A power.", autocompletion=complete_powers)]
MaybePower = Annotated[
    str, typer.Argument(metavar="POWER", help="Only this power.", autocompletion=complete_powers)
]
Reason = Annotated[str, typer.Option("--because", "-b", help="Why; told to the players and kept.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]
NeededReason = Annotated[str, typer.Option("--because", "-b", help="Why; told to the players and kept.")]


def now() -> datetime:
    return datetime.now(UTC)


def settings_of(ctx: typer.Context) -> Settings:
    from pbem.config import load_settings
    from pbem.games.packs import look_in

    settings = load_settings(ctx.find_root().obj)
    look_in(settings.packs)
    return settings


@contextmanager
def database_of(ctx: typer.Context) -> Iterator[tuple[Engine, Settings]]:
    """The database that the settings name, as long as it is needed."""
    from pbem.store.database import open_database
    from pbem.store.seeds import keys_of

    settings = settings_of(ctx)
    database = open_database(settings.database, keys_of(settings))
    try:
        yield database, settings
    finally:
        database.dispose()


@contextmanager
def overview_of(ctx: typer.Context) -> Iterator[Overview]:
    """For looking things up."""
    from pbem.moderator.overview import Overview

    with database_of(ctx) as (database, _settings):
        yield Overview(database)


@contextmanager
def moderator_of(ctx: typer.Context) -> Iterator[Moderator]:
    """For games and letters."""
    from pbem.post.service import Moderator

    with database_of(ctx) as (database, settings):
        yield Moderator(database, settings)


def in_transaction(ctx: typer.Context, do: Callable[[Transaction], Any], *, commit: bool = True) -> Any:
    """Do something with the database, and store it."""
    from pbem.store.unit_of_work import UnitOfWork

    with database_of(ctx) as (database, settings), UnitOfWork(database) as work:
        told = do(work.at(settings, now()))
        if commit:
            work.commit()
    return told


def act(ctx: typer.Context, do: Callable[[ModeratorDeeds], str]) -> None:
    """Do one deed and say what came of it."""
    from pbem.moderator.deeds import ModeratorDeeds
    from pbem.store.counts import in_outbox

    def doing(tx: Transaction) -> tuple[str, bool]:
        before = in_outbox(tx.session)["queued"]
        told = do(ModeratorDeeds(tx))
        return told, in_outbox(tx.session)["queued"] > before

    told, has_written = in_transaction(ctx, doing)
    typer.echo(safe(told))
    if has_written:
        tell_what_waits(ctx)


def tell_what_waits(ctx: typer.Context) -> None:
    """Say that letters of ours will not leave, if nobody is there to send them."""
    from pbem.daemon.health import health_of
    from pbem.store.counts import in_outbox

    def waiting(tx: Transaction) -> int:
        return 0 if health_of(tx).well else in_outbox(tx.session)["queued"]

    if number := in_transaction(ctx, waiting, commit=False):
        which = "waits in the outbox: it leaves" if number == 1 else "wait in the outbox: they leave"
        show(f"{counted(number, 'letter')} {which} as soon as pbem run is at work.")


def not_there(path: Path, force: bool) -> None:
    """Raise if a file would be written over that nobody wants to lose; before any long work."""
    from pbem.errors import ModeratorProblem

    if path.exists() and not force:
        raise ModeratorProblem(f"{path} is there already (--force writes over it)")


# ---- What is shown


def console() -> Console:
    """The terminal.  What is printed may come from players and strangers: nothing in it is read as markup."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


@contextmanager
def working(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how far long work has come, on a terminal; what is given is to be told how much is done."""
    from rich.progress import Progress

    terminal = console()
    with Progress(transient=True, console=terminal, disable=not terminal.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


RIGHT = ("VP", "cards", "keys", "no", "seat", "after")


def safe(text: str) -> str:
    """A text that cannot play tricks on a terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def show(text: str, *, bold: bool = False) -> None:
    """Print a text as it is; a terminal may wrap it, a pipe does not."""
    terminal = console()
    terminal.print(safe(text), style="bold" if bold else None, soft_wrap=not terminal.is_terminal)


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]], nothing: str = "") -> None:
    """Print a table, or a sentence if it has no rows."""
    found = list(rows)
    if not found and nothing:
        show(nothing)
        return
    table = plain_table(*columns)
    for row in found:
        table.add_row(*(safe(cell) for cell in row))
    console().print(table)


def plain_table(*columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in RIGHT else "left", overflow="fold")
    return table


def when(moment: datetime | None, zone: str = "UTC") -> str:
    """A time in few letters, on the clocks of a zone: the year only if it is another."""
    if moment is None:
        return "-"
    here = moment.astimezone(ZoneInfo(zone))
    return f"{here:%d %b %H:%M %Z}" if here.year == now().year else f"{here:%d %b %Y %H:%M %Z}"


def print_json(data: Any, zone: str = "UTC") -> None:
    """Print something as JSON; times as the clocks of a zone show them, with its distance from UTC."""
    import json

    typer.echo(json.dumps(as_data(data, zone), indent=2, ensure_ascii=False))


def as_data(value: Any, zone: str = "UTC") -> Any:
    """Something as JSON can hold it.  What has a zone of its own has its times in that."""
    if is_dataclass(value) and not isinstance(value, type):
        own = getattr(value, "zone", zone)
        return {one.name: as_data(getattr(value, one.name), own) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_data(one, zone) for key, one in value.items()}
    if isinstance(value, datetime):
        return value.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")
    if isinstance(value, list | tuple):
        return [as_data(one, zone) for one in value]
    return value


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def with_options(
    command: Callable[..., None], options: Mapping[str, Any], usual: Mapping[str, Any] = MappingProxyType({})
) -> Callable[..., None]:
    """Give a command more options, which are None if nobody says what is usual; its context has them."""

    @wraps(command)
    def taking_them(*args: Any, **said: Any) -> None:
        command(*args, **{name: value for name, value in said.items() if name not in options})

    own = signature(command, eval_str=True)
    more = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=usual.get(name), annotation=kind)
        for name, kind in options.items()
    ]
    # Typer looks at both for what a command takes.
    whole = own.replace(parameters=[*own.parameters.values(), *more])
    taking_them.__signature__ = whole  # type: ignore[attr-defined]
    taking_them.__annotations__ = command.__annotations__ | dict(options)
    return taking_them


def listed(text: str | None) -> tuple[str, ...] | None:
    """What stands between the commas; None if nothing was said at all."""
    return None if text is None else tuple(part.strip() for part in text.split(",") if part.strip())


def numbers(text: str | None, what: str) -> tuple[int, ...] | None:
    """The same for numbers."""
    from pbem.errors import ModeratorProblem

    parts = listed(text)
    if parts is not None and not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise ModeratorProblem(f'"{text}" are no {what}: write numbers with commas')
    return None if parts is None else tuple(map(int, parts))
