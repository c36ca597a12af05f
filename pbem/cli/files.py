"""Commands about files: moving games, publishing and checking them, backups."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.tools import Force, GameName, desk_of, in_transaction, settings_of, show, working


def export(
    ctx: typer.Context,
    name: GameName,
    to: Annotated[Path, typer.Argument(help="A file.")],
    force: Force = False,
) -> None:
    """Write a game to a file, to move it to another machine.  The file holds secrets."""
    from pbem.moderator.archive import export_game, write_file

    data = in_transaction(ctx, lambda session, _: export_game(session, name), commit=False)
    write_file(to, data, force=force)
    show(f"{name} is in {to}. It holds every secret of the game.")


def take_in(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `pbem export` wrote.")],
    name: Annotated[str, typer.Option(help="Another name for the game.")] = "",
) -> None:
    """Take in a game from another machine, if it can be played again and all agrees."""
    from pbem.moderator.archive import check_export, import_game, read_file

    data = read_file(file)
    result = check_export(data)
    here = in_transaction(ctx, lambda session, _: import_game(session, data, name))
    show(f"{here} is here" + (f": {result.orders} orders played again, all agrees." if result else "."))


def archive(
    ctx: typer.Context,
    name: GameName,
    to: Annotated[Path | None, typer.Argument(help="A folder; else <game>-archive.")] = None,
    force: Force = False,
) -> None:
    """Publish a game that is over: its seed, its orders, its press, its deals, and a replay."""
    from pbem.letters.render import story_text
    from pbem.moderator.archive import archive_game, press_text, write_file, write_text
    from pbem.moderator.pictures import from_data, replay_html

    data = in_transaction(ctx, lambda session, _: archive_game(session, name), commit=False)
    with desk_of(ctx) as desk:
        story = story_text(desk.story(name))
    folder = to or Path(f"{name}-archive")
    write_file(folder / "game.json", data, force=force)
    write_text(folder / "story.txt", story)
    write_text(folder / "press.txt", press_text(data))
    with working("Playing it again", len(data["orders"])) as done:
        write_text(folder / "replay.html", replay_html(from_data(data), done))
    show(f"{folder}/ holds game.json, story.txt, press.txt and replay.html. Anybody can check it:")
    show(f"  pbem audit {folder}/game.json --promised {data['commitment']}")


def audit(
    file: Annotated[Path, typer.Argument(help="An archive, or the game.json in it.")],
    promised: Annotated[str, typer.Option(help="The SHA-256 from your first letter.")] = "",
) -> None:
    """Check a published game: the promised seed, the same dice, the same end."""
    from pbem.moderator.archive import read_file
    from pbem.moderator.audit import audit as check
    from pbem.moderator.audit import say

    data = read_file(file / "game.json" if file.is_dir() else file)
    with working("Playing it again", len(data.get("orders") or ())) as done:
        result = check(data, promised=promised, progress=done)
    show(say(result, promised=bool(promised)))
    if not promised:
        show("Compare this with the SHA-256 in your first letter, or give it as --promised:")
        show(f"  {data['commitment']}")


def backup(
    ctx: typer.Context, to: Annotated[Path, typer.Argument(help="A file that is not there yet.")]
) -> None:
    """Copy the database while it is in use."""
    from pbem.moderator.archive import back_up

    size = back_up(settings_of(ctx).database, to)
    show(f"{to}: {size} bytes, checked")
