"""Commands about files: moving games, publishing and checking them, backups."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.tools import (
    AsJson,
    Force,
    GameName,
    as_data,
    counted,
    in_transaction,
    not_there,
    now,
    overview_of,
    print_json,
    settings_of,
    show,
    working,
)

WithPack = Annotated[
    bool, typer.Option("--with-pack", help="With the data pack of the game, even if it is private.")
]


def export(
    ctx: typer.Context,
    name: GameName,
    to: Annotated[Path, typer.Argument(help="A file.")],
    as_case: Annotated[
        bool, typer.Option("--case", help="As a log in the language of rule cases (docs/cases.md).")
    ] = False,
    with_pack: WithPack = False,
    force: Force = False,
) -> None:
    """Write a game to a file, to move it to another machine.  The file holds secrets."""
    from pbem.moderator.archive import export_game, write_file, write_text

    if as_case:
        from pbem.moderator.typed import write_game

        not_there(to, force)
        write_text(to, in_transaction(ctx, lambda tx: write_game(tx.session, name), commit=False))
        show(f"{name} is in {to}. It holds every secret of the game.")
        return
    data = in_transaction(ctx, lambda tx: export_game(tx.session, name, with_pack=with_pack), commit=False)
    write_file(to, data, force=force)
    show(f"{name} is in {to}. It holds every secret of the game.")


def take_in(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `pbem export` wrote, or a .case log.")],
    name: Annotated[str, typer.Option(help="Another name for the game.")] = "",
    case: Annotated[str, typer.Option(help="Of a .case file with several cases: which one.")] = "",
    windows: Annotated[
        str, typer.Option(help="Response windows of a .case log: ask, standing, rewind.")
    ] = "ask",
) -> None:
    """Take in a game from another machine, if it can be played again and all agrees; or a log."""
    from pbem.cases.played import SUFFIX as LOG
    from pbem.moderator.archive import check_export, import_game, read_file

    if file.suffix == LOG:
        from pbem.moderator import typed

        played, name = typed.read_game(file, case), name or typed.name_for(file)
        digest = in_transaction(ctx, lambda tx: typed.take_in(tx, played, name, windows))
        show(f"{name} is here: {counted(len(played.log), 'order')}, digest {digest[:16]}.")
        show("Nobody plays it, and its clock stands still. To go on:")
        show(f"  pbem substitute {name} POWER 'Name <address>'; pbem resume {name}")
        return
    data = read_file(file)
    result = check_export(data)
    here = in_transaction(ctx, lambda tx: import_game(tx.session, data, name))
    show(f"{here} is here" + (f": {result.orders} orders played again, all agrees." if result else "."))


def archive(
    ctx: typer.Context,
    name: GameName,
    to: Annotated[Path | None, typer.Argument(help="A folder; else <game>-archive.")] = None,
    with_pack: WithPack = False,
    force: Force = False,
) -> None:
    """Publish a game that is over: its seed, its orders, its press, its deals, and a replay."""
    from pbem.letters.render import story_text
    from pbem.moderator.archive import archive_game, press_text, write_file, write_text
    from pbem.moderator.pictures import from_data, replay_html

    data = in_transaction(ctx, lambda tx: archive_game(tx.session, name, with_pack=with_pack), commit=False)
    with overview_of(ctx) as overview:
        story = story_text(overview.story(name))
    folder = to or Path(f"{name}-archive")
    write_file(folder / "game.json", data, force=force)
    write_text(folder / "story.txt", story)
    write_text(folder / "press.txt", press_text(data))
    if "pack" in data and "files" not in data["pack"]:
        show(
            f"{folder}/ holds game.json, story.txt and press.txt. The data pack of the game is private, so it"
        )
        show("is not there, nor is a replay, which shows the map; --with-pack adds both.")
        return
    with working("Playing it again", len(data["orders"])) as done:
        write_text(folder / "replay.html", replay_html(from_data(data), done))
    show(f"{folder}/ holds game.json, story.txt, press.txt and replay.html. Anybody can check it:")
    show(f"  pbem audit {folder}/game.json --promised {data['commitment']}")


def audit(
    file: Annotated[Path, typer.Argument(help="An archive, or the game.json in it.")],
    promised: Annotated[str, typer.Option(help="The SHA-256 from your first letter.")] = "",
    as_json: AsJson = False,
) -> None:
    """Check a published game: the promised seed, the same dice, the same end."""
    from pbem.moderator.archive import read_file
    from pbem.moderator.audit import audit as check
    from pbem.moderator.audit import say

    data = read_file(file / "game.json" if file.is_dir() else file)
    with working("Playing it again", len(data.get("orders") or ())) as done:
        result = check(data, promised=promised, progress=done)
    if as_json:
        print_json({"commitment": data["commitment"], "promised": bool(promised), **as_data(result)})
        return
    show(say(result, promised=bool(promised)))
    if not promised:
        show("Compare this with the SHA-256 in your first letter, or give it as --promised:")
        show(f"  {data['commitment']}")


def move_database(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; nothing may be in it yet.")],
) -> None:
    """Copy everything from one database to another, and compare both.  Stop `pbem run` before."""
    from pbem.config import DatabaseServer, as_database
    from pbem.errors import ModeratorProblem
    from pbem.store.database import open_database
    from pbem.store.moving import move, size
    from pbem.store.seeds import bring_key, keys_for

    settings = settings_of(ctx)
    try:
        here, there = as_database(source), as_database(target)
    except ValueError as problem:
        raise ModeratorProblem(str(problem)) from None
    if isinstance(here, Path) and not here.is_file():
        raise ModeratorProblem(f"there is no database {here}")
    if isinstance(there, Path) and there.is_dir():
        raise ModeratorProblem(f"{there} is a folder: name a file in it")
    old_keys, new_keys = keys_for(settings, here), keys_for(settings, there)
    old = open_database(here, old_keys)
    try:
        key = bring_key(old_keys, new_keys)  # an old file has one only now
        new = open_database(there, new_keys)
        try:
            with working("moving", size(old)) as tell:
                moved = move(old, new, tell)
        finally:
            new.dispose()
    finally:
        old.dispose()
    show(
        f"{counted(sum(moved.rows.values()), 'row')} of {counted(len(moved.rows), 'table')} are in {there}, "
        f"the same on both sides; {counted(len(moved.games), 'game')} loaded there as here."
    )
    if key:
        show(f"The key of the seeds is now in {key} as well: the games need it there.")
    name = str(there) if isinstance(there, DatabaseServer) else target
    show(f'From now on, in the settings: database = "{name}". {here} is as it was; nobody must use it now.')


def backup(
    ctx: typer.Context,
    to: Annotated[Path, typer.Argument(help="A file that is not there yet; with --keep a folder.")],
    keep: Annotated[
        int, typer.Option(min=0, help="Copy into a folder, and keep so many of the newest copies there.")
    ] = 0,
) -> None:
    """Copy the database while it is in use."""
    from pbem.store.backup import back_up, back_up_into

    database = settings_of(ctx).database
    if not keep:
        show(f"{to}: {back_up(database, to)} bytes, checked")
        return
    copy, gone = back_up_into(to, database, keep, now())
    deleted = f"; deleted: {', '.join(path.name for path in gone)}" if gone else ""
    show(f"{copy}: {copy.stat().st_size} bytes, checked{deleted}")
