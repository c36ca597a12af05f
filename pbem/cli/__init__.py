"""The command line: `pbem --help`.

Games and mail are here; looking things up is in `pbem.cli.look`, the demo in `pbem.cli.demo`.
"""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from pbem import logs
from pbem.cases.command import cases
from pbem.cli.card import card
from pbem.cli.demo import demo
from pbem.cli.desk import register
from pbem.cli.look import letter, log, replay, status, verify
from pbem.config import Settings, load_settings
from pbem.errors import ModeratorProblem
from rules.core.errors import RulesError

SEAT = re.compile(r"^\s*([^=]*)=\s*(?:(.*?)\s*<([^<>]+)>|(\S+))\s*$")


class Group(TyperGroup):
    """Tells what the person at the desk can repair in one line, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (ModeratorProblem, RulesError) as problem:
            Console(stderr=True).print(f"[red]pbem:[/red] {problem}", highlight=False, soft_wrap=True)
            raise typer.Exit(1) from problem


app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with [bold]pbem demo[/bold]. To read: docs/players.md, docs/moderators.md.",
)


@app.callback()
def main(
    ctx: typer.Context,
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings", "-s", help="Settings file; else $PBEM_SETTINGS, else ./pbem.toml if there."
        ),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say what is done.")] = False,
    json_log: Annotated[bool, typer.Option("--json-log", help="Log as lines of JSON.")] = False,
) -> None:
    """A moderator that runs Here I Stand by mail."""
    logs.set_up(verbose=verbose, as_json=json_log)
    ctx.obj = settings


def settings_of(ctx: typer.Context) -> Settings:
    return load_settings(ctx.obj)


# ---- Games


@app.command(rich_help_panel="Games")
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Small letters, digits and dashes.")],
    seat: Annotated[
        list[str],
        typer.Option(help="POWER[+POWER]=Name <address>; observers: observer=Name <address>."),
    ],
    scenario: Annotated[str, typer.Option(help="1517, 1532 or tournament.")] = "1517",
    windows: Annotated[str, typer.Option(help="Response windows: standing, rewind or ask.")] = "standing",
    reports: Annotated[str, typer.Option(help="A public report for each turn, phase or impulse.")] = "turn",
) -> None:
    """Create a game and seat its players."""
    from pbem.service import GamePlan, Moderator
    from pbem.store.database import open_database

    settings = settings_of(ctx)
    players = tuple(_player(text) for text in seat)
    moderator = Moderator(open_database(settings.database), settings)
    moderator.create_game(GamePlan(name, scenario, players, windows, reports))
    typer.echo(f"{name} is ready. Begin it with: pbem start {name}")


def _player(text: str) -> Any:
    from pbem.orders import names_of
    from pbem.service import Player

    found = SEAT.match(text)
    if found is None:
        raise ModeratorProblem(f'"{text}" is no seat: write POWER=Name <address>')
    powers, name, address, bare = found.groups()
    ids: list[str] = []
    for word in filter(None, (part.strip() for part in re.split(r"[+,]", powers))):
        if word.lower() == "observer":
            continue
        power = names_of().find("major", word)
        if power is None:
            raise ModeratorProblem(f'there is no power "{word}"')
        ids.append(power)
    return Player(name or (bare or "").partition("@")[0], address or bare or "", tuple(ids))


@app.command(rich_help_panel="Games")
def start(
    ctx: typer.Context,
    name: str,
    anyway: Annotated[bool, typer.Option(help="Although not everybody invited has confirmed.")] = False,
) -> None:
    """Deal the cards and write the first letters."""
    from pbem.service import Moderator
    from pbem.store.database import open_database

    settings = settings_of(ctx)
    Moderator(open_database(settings.database), settings).start_game(name, anyway=anyway)
    typer.echo(f"{name} has begun. The letters wait in the outbox: pbem send, or pbem run.")


app.command(rich_help_panel="Games")(status)
app.command(rich_help_panel="Games")(log)
app.command(rich_help_panel="Games")(replay)
app.command(rich_help_panel="Games")(verify)


# ---- Mail and time


@app.command(rich_help_panel="Mail and time")
def poll(ctx: typer.Context) -> None:
    """Fetch and handle the letters that have come."""
    from pbem.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        typer.echo(f"{daemon.poll()} letters handled")


@app.command(rich_help_panel="Mail and time")
def tick(ctx: typer.Context) -> None:
    """Answer for everybody whose time is over."""
    from pbem.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        typer.echo(f"{daemon.tick()} deadlines had passed")


@app.command(rich_help_panel="Mail and time")
def send(ctx: typer.Context) -> None:
    """Send the letters that wait in the outbox."""
    from pbem.daemon import Daemon

    with Daemon(settings_of(ctx)) as daemon:
        done = asyncio.run(daemon.send())
    typer.echo(f"{done.sent} sent, {done.postponed} to be tried again, {done.failed} failed")


@app.command(rich_help_panel="Mail and time")
def run(ctx: typer.Context) -> None:
    """Do all of that, again and again, until stopped."""
    from pbem.daemon import Daemon

    async def forever() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        with Daemon(settings_of(ctx)) as daemon:
            await daemon.run(stop)

    asyncio.run(forever())


app.add_typer(letter, name="letter", rich_help_panel="Mail and time")
register(app)
app.command(rich_help_panel="Try it")(demo)
app.command(rich_help_panel="Try it")(cases)
app.command(rich_help_panel="Try it")(card)


if __name__ == "__main__":
    app()
