"""Commands of the daily work: fetch, keep the clock, send; once, or for as long as it is left to run."""

from __future__ import annotations

import typer

from pbem.cli.tools import counted, in_transaction, now, settings_of, show


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


def run(ctx: typer.Context) -> None:
    """Do all of that, again and again, until stopped."""
    import asyncio
    import signal

    from pbem import logs
    from pbem.daemon.daemon import Daemon

    logs.close_file()

    async def forever() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        with Daemon(settings_of(ctx)) as daemon:
            await daemon.run(stop)

    asyncio.run(forever())


def health(ctx: typer.Context) -> None:
    """Whether the moderator is at work; fails if it is not, for whatever watches it."""
    from pbem.daemon.health import health_of

    found = in_transaction(ctx, lambda session, settings: health_of(session, settings, now()), commit=False)
    show(found.line)
    if not found.well:
        raise typer.Exit(1)
