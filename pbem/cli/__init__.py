"""The command line: `pbem --help`.

The commands are in the modules beside this one, by what they are about.  What is slow to import (the rules,
the database) is imported inside the commands, so that help comes at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pbem.cases.command import cases
from pbem.cli import deeds, files, games, letters, look, mail, posts
from pbem.cli.card import card
from pbem.cli.console import console
from pbem.cli.demo import demo
from pbem.cli.doctor import doctor
from pbem.cli.languages import languages
from pbem.cli.manual import manual
from pbem.cli.packs import pack
from pbem.cli.service import service
from pbem.cli.setup import setup
from pbem.cli.sign_up import close, open_game, signups
from pbem.cli.upgrade import upgrade_check


def _takes(param: Any, _ctx: Any) -> str:
    """What stands behind an option or an argument in the help: a word for people, not a type of the code."""
    if param.param_type_name == "argument" or param.is_flag:
        return ""  # its name says it, or it takes nothing
    kind = re.sub(r"list\[|\]", "", param.bare_type())
    return {"int": "NUMBER", "float": "NUMBER", "Path": "FILE"}.get(kind, "TEXT")


class Group(TyperGroup):
    """Tells what the person at the desk can repair in one line, without a traceback."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        in_plain_words(command, ctx)
        return command

    def format_help(self, ctx: Any, formatter: Any) -> None:
        in_plain_words(self, ctx)
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as problem:
            if (words := _repairable(problem)) is None:
                raise
            typer.secho("pbem: ", fg="red", nl=False, err=True)
            typer.echo(words, err=True)
            raise typer.Exit(1) from problem


def in_plain_words(command: Any, ctx: Any) -> None:
    """Without `<bool>` and `<list[str]>` in its help, and in that of the commands below it."""
    if command is None:
        return
    for param in command.get_params(ctx):
        param.display_type = partial(_takes, param)
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()
    for below in getattr(command, "commands", {}).values():
        in_plain_words(below, ctx)


def _repairable(problem: Exception) -> str | None:
    """What to say of something that the person at the desk can repair; None for a bug."""
    if type(problem).__module__.partition(".")[0] in ("click", "typer"):
        return None
    if isinstance(problem, BrokenPipeError):  # `pbem log GAME | head`: whoever reads has enough
        return None
    from sqlalchemy.exc import DatabaseError

    from pbem.cli.tools import safe
    from pbem.errors import PbemError
    from rules.core.errors import RulesError

    if isinstance(problem, PbemError | RulesError):
        return safe(str(problem))
    if isinstance(problem, DatabaseError):
        locked = "locked" in str(problem.orig)
        return "the database is in use: try again" if locked else safe(f"the database: {problem.orig}")
    if isinstance(problem, OSError) and problem.strerror:
        return safe(f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror)
    return None


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pbem {version('pbem')}")
        raise typer.Exit


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
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Say which version it is."),
    ] = False,
) -> None:
    """A moderator that runs Here I Stand and Virgin Queen by mail and on forums."""
    from pbem import logs
    from pbem.daemon.garbage import collect_seldom

    collect_seldom()

    logs.set_up(verbose=verbose, as_json=json_log)
    ctx.obj = settings


PANELS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Begin": (setup, doctor, service, upgrade_check, manual),
    "Games": (
        games.new,
        games.options,
        open_game,
        signups,
        close,
        games.invite,
        games.rulings,
        games.start,
    ),
    "Look": (
        look.games,
        look.status,
        look.log,
        look.replay,
        look.draw_map,
        look.verify,
        look.hand,
        look.odds,
    ),
    "Mail": (mail.run, mail.poll, mail.tick, mail.send, mail.health, letters.letter),
    "Forum": (console, posts.post, posts.ask),
    "Players": (
        look.players,
        look.late,
        deeds.nudge,
        deeds.substitute,
        deeds.offer,
        deeds.caretaker,
        deeds.vacation,
        deeds.back,
        deeds.observe,
        deeds.token,
    ),
    "Time": (games.pace, deeds.extend, deeds.pause, deeds.hold, deeds.resume, deeds.talks),
    "The moderator's hand": (
        deeds.answer,
        deeds.deal,
        deeds.rewind,
        deeds.correct,
        deeds.position,
        look.deeds,
    ),
    "Files": (files.export, files.take_in, files.archive, files.audit, files.backup, files.move_database),
    "Try it": (demo, cases, card, languages, pack),
}
NAMES: dict[Any, str] = {
    open_game: "open",
    files.take_in: "import",
    look.draw_map: "map",
    letters.letter: "letter",
    languages: "languages",
    pack: "pack",
    deeds.observe: "observe",
    deeds.token: "token",
    service: "service",
}

for panel, commands in PANELS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=NAMES[command], rich_help_panel=panel)
        else:
            app.command(name=NAMES.get(command), rich_help_panel=panel)(command)


if __name__ == "__main__":
    app()
