"""Commands that look things up: games, logs, stories, letters.  Only `letter retry` changes anything."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from pbem.desk.overview import Desk
    from pbem.reports.views import Public

console = Console(highlight=False)
letter = typer.Typer(help="Letters that came: list, show, retry.", no_args_is_help=True)


def desk_of(ctx: typer.Context) -> Desk:
    from pbem.config import load_settings
    from pbem.desk.overview import Desk
    from pbem.store.database import open_database

    return Desk(open_database(load_settings(ctx.find_root().obj).database))


def plain_table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        left = column not in ("VP", "cards", "keys", "no")
        table.add_column(column, justify="left" if left else "right", overflow="fold")
    return table


def when(moment: datetime | None) -> str:
    return f"{moment:%d %b %Y %H:%M}" if moment else "-"


def status(
    ctx: typer.Context, name: Annotated[str | None, typer.Argument(help="One game; all if left out.")] = None
) -> None:
    """Where the games stand, and what waits."""
    desk = desk_of(ctx)
    if name is not None:
        line, view = desk.view(name)
        console.print(f"[bold]{line.name}[/bold] ({line.scenario}, {line.status}): {line.where}")
        if line.waiting:
            console.print(f"waiting for {', '.join(line.waiting)} until {when(line.due)} UTC")
        if view:
            console.print(powers_table(view))
        return
    table = plain_table("game", "scenario", "status", "where", "waiting for", "until (UTC)")
    for line in desk.games():
        table.add_row(
            line.name, line.scenario, line.status, line.where, ", ".join(line.waiting), when(line.due)
        )
    console.print(table)
    mail = desk.mail()
    console.print(
        f"letters: {mail.new} new, {mail.held} held, {mail.shunted} put aside; "
        f"outbox: {mail.queued} waiting, {mail.failed} failed"
    )


def powers_table(view: Public) -> Table:
    table = plain_table("power", "VP", "cards", "keys", "ruler")
    for line in view.powers:
        table.add_row(line.name, str(line.vp), str(line.cards), str(line.keys), line.ruler)
    return table


def log(
    ctx: typer.Context,
    name: str,
    last: Annotated[int, typer.Option(help="How many of the last orders; 0 for all.")] = 40,
) -> None:
    """The orders of a game.  It shows secrets: for the moderator's eyes only."""
    table = plain_table("no", "at (UTC)", "power", "order", "asked", "by")
    for line in desk_of(ctx).log(name, last=last or None):
        table.add_row(str(line.seq), when(line.at), line.power, line.words, line.kind, line.source)
    console.print(table)


def replay(
    ctx: typer.Context,
    name: str,
    turn: Annotated[int | None, typer.Option(help="One turn only.")] = None,
    power: Annotated[str | None, typer.Option(help="As this power saw it; else as everybody did.")] = None,
) -> None:
    """Tell a game as a story."""
    from pbem.reports.render import story_text

    console.print(story_text(desk_of(ctx).story(name, power=power, turn=turn)), markup=False)


def verify(ctx: typer.Context, name: str) -> None:
    """Play a game again from its seed and compare everything that is stored."""
    result = desk_of(ctx).verify(name)
    console.print(
        f"{name}: {result.orders} orders played again; {result.snapshots} snapshots and "
        f"{result.events} events agree; digest {result.digest[:16]}"
    )


@letter.command("list")
def list_letters(
    ctx: typer.Context,
    status: Annotated[str | None, typer.Option(help="new, done, dropped, held or shunted.")] = None,
    last: Annotated[int, typer.Option(help="How many.")] = 30,
) -> None:
    """The letters that came last."""
    table = plain_table("no", "came (UTC)", "seat", "status", "why")
    for line in desk_of(ctx).letters(status=status, last=last):
        table.add_row(str(line.id), when(line.at), line.sender_seat, line.status, line.verdict)
    console.print(table)


@letter.command("show")
def show_letter(ctx: typer.Context, number: int) -> None:
    """A letter: as it was read, what became of it, and what was answered."""
    from pbem.mail.letter import read_letter

    desk = desk_of(ctx)
    row = desk.letter(number)
    read = read_letter(row.raw)
    console.print(f"[bold]Letter {number}[/bold] of {when(row.received_at)} UTC: {row.status} {row.verdict}")
    console.print(f"From {read.sender}, subject {read.subject!r}, {row.size} bytes", markup=False)
    console.print("Read as:")
    for at, line in enumerate(read.lines, 1):
        console.print(f"{at:4}  {line}", markup=False)
    for answer in desk.replies(number):
        console.print(f"\n[bold]Answer[/bold] to {answer.recipient} ({answer.status}):")
        console.print(answer.text, markup=False)


@letter.command("retry")
def retry_letter(ctx: typer.Context, number: int) -> None:
    """Handle a letter again that was held or put aside."""
    from pbem.config import load_settings
    from pbem.service import Moderator
    from pbem.store.database import open_database

    settings = load_settings(ctx.find_root().obj)
    Moderator(open_database(settings.database), settings).try_again(number)
    console.print(f"letter {number}: {desk_of(ctx).letter(number).status}")
