"""Commands of the daily work: fetch, keep the clock, send; once, or for as long as it is left to run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import AsJson, counted, in_transaction, print_json, settings_of, show

if TYPE_CHECKING:
    from pbem.config import Settings


def poll(ctx: typer.Context) -> None:
    """Fetch and handle the letters that have come."""
    from pbem.daemon.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        show(f"{counted(daemon.poll(), 'letter')} handled")


def tick(ctx: typer.Context) -> None:
    """Remind, and answer for everybody whose time is over."""
    from pbem.daemon.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        show(f"{counted(daemon.tick(), 'deadline')} had passed")


def send(ctx: typer.Context) -> None:
    """Send the letters that wait in the outbox."""
    import asyncio

    from pbem.daemon.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        done = asyncio.run(daemon.send())
    show(f"{done.sent} sent, {done.postponed} to be tried again, {done.failed} failed")
    if done.trouble:
        raise typer.Exit(1)


def several_can_work(settings: Settings) -> None:
    """Raise if more than one worker would only stand in each other's way."""
    from pbem.config import DatabaseServer
    from pbem.errors import ModeratorProblem

    if not isinstance(settings.database, DatabaseServer):
        raise ModeratorProblem(
            "several workers need PostgreSQL (docs/moderators.md): on SQLite one writes at a time"
        )


def run(
    ctx: typer.Context,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="So many processes that share the work, on PostgreSQL.")
    ] = 1,
) -> None:
    """Fetch letters, handle them, keep the clock and send, again and again, until stopped."""
    import asyncio
    import signal

    from pbem import logs
    from pbem.daemon.crew import Crew
    from pbem.daemon.daemon import Daemon

    logs.close_file()
    if workers > 1:
        several_can_work(settings_of(ctx))
        words = ctx.find_root().params
        given = [f"--settings={words['settings']}"] if words["settings"] else []
        given += [f"--{name.replace('_', '-')}" for name in ("verbose", "json_log") if words[name]]
        asyncio.run(Crew([*given, "run"], workers).work())
        return

    async def forever() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        with Daemon(settings_of(ctx)) as daemon:
            if sys.stdout.isatty():  # else the log says what there is to say
                show("The moderator is at work. Ctrl-C ends it; --verbose says what it does.")
            await daemon.run(stop)

    asyncio.run(forever())


def health(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Whether the moderator is at work; fails if it is not, for whatever watches it."""
    from pbem.daemon.health import health_of

    found = in_transaction(ctx, health_of, commit=False)
    if as_json:
        print_json(found)
    else:
        show(found.line)
    if not found.well:
        raise typer.Exit(1)
