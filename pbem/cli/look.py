"""Commands that look things up: games, logs, stories, letters.  They change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import (
    Force,
    GameName,
    console,
    counted,
    desk_of,
    in_transaction,
    not_there,
    now,
    plain_table,
    show,
    show_table,
    when,
    working,
)

if TYPE_CHECKING:
    from rich.table import Table

    from pbem.games.views import Public
    from pbem.moderator.overview import Desk
    from pbem.moderator.pictures import Source

OneGame = Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if left out.")]


# ---- Games


def games(ctx: typer.Context) -> None:
    """All games: where they stand, and what waits."""
    with desk_of(ctx) as desk:
        _show_games(desk)
    _show_advice(ctx)


def status(ctx: typer.Context, name: OneGame = None) -> None:
    """One game with its powers; all games if none is named."""
    with desk_of(ctx) as desk:
        if name is None:
            _show_games(desk)
        else:
            _show_game(desk, name)
    _show_advice(ctx)


def _show_game(desk: Desk, name: str) -> None:
    line, view = desk.view(name)
    show(f"{line.name} ({line.scenario}, {line.status}): {line.where}", bold=True)
    if line.waiting:
        until = f" until {when(line.due)} UTC" if line.due else ""
        show(f"waiting for {', '.join(line.waiting)}{until}")
    if view:
        console.print(powers_table(view))


def _show_advice(ctx: typer.Context) -> None:
    from pbem.work.checkers import advice

    if told := in_transaction(ctx, lambda session, settings: advice(session, settings.mail), commit=False):
        show(f"advice: {told}")


def _show_games(desk: Desk) -> None:
    rows = [
        (line.name, line.scenario, line.status, line.where, ", ".join(line.waiting), when(line.due))
        for line in desk.games()
    ]
    show_table(("game", "scenario", "status", "where", "waiting for", "until (UTC)"), rows, "No games.")
    mail = desk.mail()
    show(
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
    name: GameName,
    last: Annotated[int, typer.Option(min=0, help="How many of the last orders; 0 for all.")] = 40,
    passes: Annotated[
        bool, typer.Option("--passes", help="With the windows that passed by themselves.")
    ] = False,
) -> None:
    """The orders of a game.  It shows secrets: for the moderator's eyes only."""
    with desk_of(ctx) as desk:
        lines = desk.log(name, last=last or None, passes=passes)
    rows = [(str(line.seq), when(line.at), line.power, line.words, line.kind, line.source) for line in lines]
    show_table(("no", "at (UTC)", "power", "order", "asked", "by"), rows, "No orders yet.")


Moment = Annotated[int | None, typer.Option("--at", min=0, help="After this order (pbem log); else now.")]
GameOrFile = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, or a .json file that export or archive wrote.")
]


InLanguage = Annotated[str, typer.Option(help="The language in which it is told: en, de.")]


def replay(
    ctx: typer.Context,
    name: GameOrFile,
    turn: Annotated[int | None, typer.Option(help="One turn only.")] = None,
    power: Annotated[str | None, typer.Option(help="As this power saw it; else as everybody did.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write it to a file for a browser: map, scores and story.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="The position after this order; with --html, up to it.")
    ] = None,
    language: InLanguage = "en",
    force: Force = False,
) -> None:
    """Tell a game as a story, as a page for a browser, or the position at any moment."""
    from pbem.letters.render import story_text
    from pbem.moderator.pictures import position_words, replay_html, story_of, until

    source = source_of(ctx, name, language)
    if html:
        from pbem.moderator.archive import write_text

        not_there(html, force)
        source = until(source, at)
        with working("Playing it again", len(source.log)) as done:
            page = replay_html(source, done)
        write_text(html, page, public=True)
        show(f"{html} shows {source.name}, {counted(source.last, 'order')}: open it in a browser.")
    elif at is not None:
        view, parts = position_words(source, at)
        show(f"{source.name} after order {at}: {view.where}", bold=True)
        console.print(powers_table(view))
        for title, lines in parts:
            show("\n".join([title, *(f"  {line}" for line in lines)]))
    else:
        whose = source.title.power_named(power) if power else None
        story = story_of(source, power=whose, turn=turn)
        show(story_text(story) if story else "Nothing has happened there.")


def draw_map(
    ctx: typer.Context,
    name: GameOrFile,
    file: Annotated[Path | None, typer.Argument(help="An .svg or a .png file.")] = None,
    place: Annotated[
        str, typer.Option(help="A part of it: a place (vienna), a zone (german zone), a power (france).")
    ] = "",
    png: Annotated[Path | None, typer.Option(help="Write a .png file.")] = None,
    at: Moment = None,
    since: Annotated[
        int | None, typer.Option(min=0, help="Show what has moved and happened since this order.")
    ] = None,
    width: Annotated[int | None, typer.Option(min=200, max=3000, help="Width in pixels.")] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark.")] = False,
    language: InLanguage = "en",
    force: Force = False,
) -> None:
    """Draw the map, or a part of it, as everybody sees it, now or at any moment."""
    from pbem.errors import ModeratorProblem
    from pbem.letters.pictures import image_of, svg_of
    from pbem.moderator.archive import write_bytes, write_text
    from pbem.moderator.pictures import map_scene

    source = source_of(ctx, name, language)
    files = [path for path in (file, png) if path]
    if not files:
        raise ModeratorProblem("name a file for the drawing: map.svg or map.png")
    for path in files:
        wanted = (".png",) if path is png else (".svg", ".png")
        if path.suffix not in wanted:
            raise ModeratorProblem(f"{path} is no name for a drawing: end it with {' or '.join(wanted)}")
        not_there(path, force)
    scene = map_scene(source, place, at, since)
    for path in files:
        if path.suffix == ".png":
            write_bytes(path, image_of(scene, language, dark=dark, width=width or 0), public=True)
        else:
            write_text(path, svg_of(scene, language, dark=dark, width=width or 0), public=True)
        show(f"{path} shows {name}{f' after order {at}' if at is not None else ''}.")


def source_of(ctx: typer.Context, name: str, language: str) -> Source:
    """A game from the database, or from a file, to be told in a language."""
    from pbem.moderator.pictures import SUFFIX, from_database, from_file, told_in

    if name.endswith(SUFFIX):
        return told_in(from_file(Path(name)), language)
    found: Source = in_transaction(ctx, lambda session, _: from_database(session, name), commit=False)
    return told_in(found, language)


def verify(ctx: typer.Context, name: GameName) -> None:
    """Play a game again from its seed and compare everything that is stored."""
    with desk_of(ctx) as desk:
        result = desk.verify(name)
    back = f", {result.rewinds} of them rewinds or corrections" if result.rewinds else ""
    given = f"; {result.given} dice or draws came from elsewhere" if result.given else ""
    show(
        f"{name}: {counted(result.orders, 'order')} played again{back}; "
        f"{counted(result.snapshots, 'snapshot')} and {counted(result.events, 'event')} agree{given}; "
        f"digest {result.digest[:16]}"
    )


# ---- Who, and how late


def players(ctx: typer.Context, name: GameName) -> None:
    """Who plays, and how they are."""
    from pbem.moderator.lists import players as found

    lines = in_transaction(ctx, lambda session, _: found(session, name, now()), commit=False)
    rows = [(str(line.number), line.powers, line.name, line.address, line.state) for line in lines]
    show_table(("seat", "powers", "name", "address", "state"), rows)


def late(ctx: typer.Context, name: OneGame = None) -> None:
    """Who is waited for, and since when."""
    from pbem.moderator.lists import late as found

    lines = in_transaction(ctx, lambda session, _: found(session, now(), name), commit=False)
    rows = [
        (
            line.game,
            line.power,
            line.name,
            line.kind,
            when(line.due),
            line.late,
            str(line.missed) if line.missed else "",
        )
        for line in lines
    ]
    columns = ("game", "power", "player", "asked", "until (UTC)", "time", "missed")
    show_table(columns, rows, "Nobody is waited for.")


def deeds(ctx: typer.Context, name: GameName) -> None:
    """What was done to a game by hand, and why."""
    from pbem.moderator.lists import deeds as found

    lines = in_transaction(ctx, lambda session, _: found(session, name), commit=False)
    rows = [(when(row.at), str(row.seq), row.what, row.details, row.reason) for row in lines]
    columns = ("at (UTC)", "after", "what", "details", "because")
    show_table(columns, rows, "Nothing was done by hand.")
