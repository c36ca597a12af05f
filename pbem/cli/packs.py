"""`pbem pack`: the data of a printed game, typed by its owner (docs/packs.md)."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import AsJson, counted, print_json, settings_of, show, show_table
from pbem.errors import ModeratorProblem

if TYPE_CHECKING:
    from pbem.games import Game
    from pbem.games.packs import PackReport

pack = typer.Typer(help="Data packs: check, use, list.", no_args_is_help=True)
Title = Annotated[str, typer.Option("--game", help="The title.")]
Folder = Annotated[Path, typer.Argument(help="The folder with its files.")]


@pack.command("check")
def check(ctx: typer.Context, folder: Folder, game: Title = "", as_json: AsJson = False) -> None:
    """Tell everything that is wrong with a data pack, at once, and what it does not have yet."""
    settings_of(ctx)
    report = _report(folder, game)
    if as_json:
        found = {name: getattr(report, name) for name in ("own", "lent", "problems", "notes", "digest")}
        print_json({"folder": str(folder), **found})
    if report.problems if as_json else not _told(report):
        raise typer.Exit(1)


@pack.command("use")
def use(
    ctx: typer.Context,
    source: Annotated[Path, typer.Argument(help="Its folder; or an archive or export that holds it.")],
    name: Annotated[str, typer.Option(help="Its name here; else that of the folder.")] = "",
    private: Annotated[
        bool, typer.Option("--private", help="Archives and exports do not hold it unless asked.")
    ] = False,
    game: Title = "",
) -> None:
    """Take in a data pack, if it is without mistakes: games can then be played with it."""
    settings_of(ctx)
    with TemporaryDirectory() as beside:
        folder = source
        if source.is_file():
            folder, named = _out_of(source, Path(beside))
            name = name or named
        report = _report(folder, game)
        if not _told(report):
            raise typer.Exit(1)
        kept = _title(game).keep_pack(name or source.resolve().name.lower(), report, private=private)
    show(f"The data pack {kept.name} is here{', and private' if private else ''}. To play with it:")
    show(f"  pbem new NAME --game {kept.title} ...")


@pack.command("list")
def list_packs(ctx: typer.Context, as_json: AsJson = False) -> None:
    """The data packs that were taken in."""
    from pbem.games import game_of
    from pbem.games.packs import all_packs

    settings_of(ctx)
    found = [(one, game_of(one.game).check_pack(one.folder)) for one in all_packs()]
    if as_json:
        told = [
            {
                "title": one.title,
                "game": one.game,
                "digest": one.digest,
                "private": one.private,
                "changed": now.digest != one.digest,
                "typed": list(now.own),
            }
            for one, now in found
        ]
        print_json({"packs": told})
        return
    rows = []
    for one, now in found:
        state = "changed since it was taken in" if now.digest != one.digest else ", ".join(now.own)
        rows.append((one.title, one.digest[:12], "private" if one.private else "", state))
    show_table(("title", "fingerprint", "", "typed"), rows, "No data packs.")


def _report(folder: Path, game: str) -> PackReport:
    if not folder.is_dir():
        raise ModeratorProblem(f"{folder} is no folder")
    return _title(game).check_pack(folder)


def _title(name: str) -> Game:
    """The title that is named, or the one that packs are made for."""
    from pbem.games import game_names, game_of

    try:
        return game_of(name or next(one for one in game_names() if game_of(one).takes_packs))
    except LookupError as problem:
        raise ModeratorProblem(f"{problem}; there is {', '.join(game_names())}") from problem


def _told(report: PackReport) -> bool:
    """Show what was found; whether the pack can be used."""
    if report.own:
        show(f"typed: {', '.join(f'{name}.toml' for name in report.own)}")
    for line in report.notes:
        show(line)
    for line in report.problems:
        show(f"wrong: {line}")
    show(f"{counted(len(report.problems), 'problem')}." if report.problems else "No problems.", bold=True)
    return not report.problems


def _out_of(file: Path, folder: Path) -> tuple[Path, str]:
    """The pack in an archive or export, as a folder, and its name."""
    from pbem.games.packs import write_recorded
    from pbem.moderator.archive import read_file

    found = read_file(file).get("pack")
    if not isinstance(found, dict):
        raise ModeratorProblem(f"{file} is about a game without a data pack")
    write_recorded(found, folder)
    return folder, str(found.get("name", ""))
