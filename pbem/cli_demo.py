"""`pbem demo`: a whole game between bots, with a bar that shows how far it is."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from pbem.demo import Demo, Result
    from pbem.demo import Progress as GameProgress


def demo(
    seed: Annotated[int, typer.Option(help="The same seed plays the same game.")] = 1,
    scenario: Annotated[str, typer.Option(help="tournament, 1532 or 1517.")] = "tournament",
    keep: Annotated[Path, typer.Option(help="Where mailboxes, reports and database are left.")] = Path(
        "demo-mail"
    ),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a demo that was stopped.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Afterwards open the mailboxes to mail programs (IMAP).")
    ] = False,
) -> None:
    """Play a whole game between six bots on this machine, by mail."""
    from pbem.demo import Demo, Plan

    table = Demo.resume(keep) if resume else Demo.new(keep, Plan(seed, scenario))
    result = asyncio.run(_play_with_bar(table))
    _tell(result)
    if serve:
        from pbem.serve import serve_mailboxes

        serve_mailboxes(table.folder, table.passwords())


async def _play_with_bar(table: Demo) -> Result:
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[letters]} letters"),
        TimeElapsedColumn(),
        transient=True,
    ) as bar:
        task = bar.add_task("Dealing", total=1.0, letters=0)
        shown = 0.0

        def watch(progress: GameProgress) -> None:
            nonlocal shown
            if time.monotonic() - shown > 0.1 or progress.over:
                shown = time.monotonic()
                where = progress.where
                bar.update(task, description=where, completed=progress.fraction, letters=progress.letters)

        return await table.play(watch)


def _tell(result: Result) -> None:
    from pbem.cli_look import console, powers_table

    view = result.view
    if result.over:
        console.print(
            f"\n[bold]The winner: {view.winner}[/bold] ({view.victory} victory, turn {view.turn})\n"
        )
    console.print(powers_table(view))
    here = result.folder
    console.print(f"\n{result.orders} orders, {result.letters} letters, {result.seconds:.0f} seconds.")
    console.print(f"In {here}/ are now:")
    console.print("  <power>@example.test/   each player's mailbox (Maildir)")
    console.print("  reports/                the public reports, text and HTML")
    console.print("  pbem.sqlite3            the moderator's database")
    console.print("\n[bold]What to try next[/bold]")
    console.print(f"  less {here}/reports/01.txt")
    console.print(f"  mutt -f {here}/france@example.test")
    console.print(f"  PBEM_DATABASE={here}/pbem.sqlite3 pbem log demo")
    console.print(f"  PBEM_DATABASE={here}/pbem.sqlite3 pbem verify demo")
    console.print("  pbem demo --serve       and open the mailboxes in any mail program")
