"""Commands that look things up: games, logs, stories, letters.  They change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.tools import (
    AsJson,
    Force,
    GameName,
    PowerName,
    as_data,
    complete_games,
    complete_games_and_files,
    complete_powers,
    console,
    counted,
    in_transaction,
    not_there,
    now,
    overview_of,
    plain_table,
    print_json,
    show,
    show_table,
    when,
    working,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from pbem.games import Game
    from pbem.games.views import Public
    from pbem.language.voice import Voice
    from pbem.moderator.overview import Overview
    from pbem.moderator.pictures import Source
    from pbem.store.unit_of_work import Transaction
    from rules import Power

OneGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="One game; all if left out.", autocompletion=complete_games),
]


# ---- Games


def games(ctx: typer.Context, as_json: AsJson = False) -> None:
    """All games: where they stand, and what waits."""
    with overview_of(ctx) as overview:
        if as_json:
            print_json({"games": overview.games(), "openings": overview.openings(), "mail": overview.mail()})
            return
        _show_games(overview)
    _show_advice(ctx)


def status(ctx: typer.Context, name: OneGame = None, as_json: AsJson = False) -> None:
    """One game with its powers; all games if none is named."""
    if name is None:
        games(ctx, as_json)
        return
    with overview_of(ctx) as overview:
        if as_json:
            line, view = overview.view(name)
            print_json({"game": line, "position": view})
            return
        _show_game(overview, name)
    _show_advice(ctx)


def _show_game(overview: Overview, name: str) -> None:
    line, view = overview.view(name)
    show(f"{line.name} ({line.scenario}, {line.status}): {line.where}", bold=True)
    if line.waiting:
        until = f" until {when(line.due, line.zone)}" if line.due else ""
        show(f"waiting for {', '.join(line.waiting)}{until}")
    if view:
        console().print(powers_table(view))


def _show_advice(ctx: typer.Context) -> None:
    from pbem.work.checkers import advice

    if told := in_transaction(ctx, lambda tx: advice(tx.session, tx.settings.mail), commit=False):
        show(f"advice: {told}")


def _show_games(overview: Overview) -> None:
    rows = [
        (
            line.name,
            line.scenario,
            line.status,
            line.where,
            ", ".join(line.waiting),
            when(line.due, line.zone),
        )
        for line in overview.games()
    ]
    show_table(
        ("game", "scenario", "status", "where", "waiting for", "until"),
        rows,
        "No games. pbem new makes one; pbem open lets people sign up.",
    )
    if openings := overview.openings():
        show(f"open for sign-up: {', '.join(openings)} (pbem signups GAME)")
    mail = overview.mail()
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
    as_json: AsJson = False,
) -> None:
    """The orders of a game.  It shows secrets: for the moderator's eyes only."""
    with overview_of(ctx) as overview:
        lines, zone = overview.log(name, last=last or None, passes=passes), overview.zone(name)
    if as_json:
        print_json({"orders": lines}, zone)
        return
    rows = [
        (str(line.seq), when(line.at, zone), line.power, line.words, line.kind, line.source) for line in lines
    ]
    show_table(("no", "at", "power", "order", "asked", "by"), rows, "No orders yet.")


Moment = Annotated[int | None, typer.Option("--at", min=0, help="After this order (pbem log); else now.")]
GameOrFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, a .json file that export or archive wrote, or a .case log.",
        autocompletion=complete_games_and_files,
    ),
]
CaseNumber = Annotated[str, typer.Option("--case", help="Of a .case file with several cases: which one.")]


InLanguage = Annotated[
    str, typer.Option(help="The language in which it is told: de, fi, `pbem languages` lists them.")
]


def replay(
    ctx: typer.Context,
    name: GameOrFile,
    turn: Annotated[int | None, typer.Option(help="One turn only.")] = None,
    power: Annotated[
        str | None,
        typer.Option(help="As this power saw it; else as everybody did.", autocompletion=complete_powers),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write it to a file for a browser: map, scores and story.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="The position after this order; with --html, up to it.")
    ] = None,
    case: CaseNumber = "",
    language: InLanguage = "en",
    force: Force = False,
) -> None:
    """Tell a game as a story, as a page for a browser, or the position at any moment."""
    from pbem.letters.render import story_text
    from pbem.moderator.pictures import position_words, replay_html, story_of, until

    source = source_of(ctx, name, language, case)
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
        console().print(powers_table(view))
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
    case: CaseNumber = "",
    language: InLanguage = "en",
    force: Force = False,
) -> None:
    """Draw the map, or a part of it, as everybody sees it, now or at any moment."""
    from pbem.errors import ModeratorProblem
    from pbem.letters.pictures import image_of, svg_of
    from pbem.moderator.archive import write_bytes, write_text
    from pbem.moderator.pictures import map_scene

    source = source_of(ctx, name, language, case)
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


def source_of(ctx: typer.Context, name: str, language: str, case: str = "") -> Source:
    """A game from the database, or from a file, to be told in a language."""
    from pbem.cases.played import SUFFIX as LOG
    from pbem.moderator.pictures import SUFFIX, from_database, from_file, from_log, told_in

    if name.endswith(LOG):
        return told_in(from_log(Path(name), case), language)
    if name.endswith(SUFFIX):
        return told_in(from_file(Path(name)), language)
    found: Source = in_transaction(ctx, lambda tx: from_database(tx.session, name), commit=False)
    return told_in(found, language)


def verify(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, or a .case log.", autocompletion=complete_games_and_files
        ),
    ],
    case: CaseNumber = "",
    as_json: AsJson = False,
) -> None:
    """Play a game again from its seed and compare everything that is stored; or a log to its last line."""
    from pbem.cases.played import SUFFIX as LOG

    if name.endswith(LOG):
        from pbem.moderator.typed import check_log, read_game

        log = check_log(read_game(Path(name), case))
        if as_json:
            print_json({"game": name, **as_data(log)})
            return
        show(
            f"{name}: {counted(log.orders, 'order')}, all as the rules have it; "
            f"{log.given} dice or draws came from elsewhere; digest {log.digest[:16]}"
        )
        return
    with overview_of(ctx) as overview:
        result = overview.verify(name)
    if as_json:
        print_json({"game": name, **as_data(result)})
        return
    back = f", {result.rewinds} of them rewinds or corrections" if result.rewinds else ""
    given = f"; {result.given} dice or draws came from elsewhere" if result.given else ""
    show(
        f"{name}: {counted(result.orders, 'order')} played again{back}; "
        f"{counted(result.snapshots, 'snapshot')} and {counted(result.events, 'event')} agree{given}; "
        f"digest {result.digest[:16]}"
    )


# ---- Who, and how late


def players(ctx: typer.Context, name: GameName, as_json: AsJson = False) -> None:
    """Who plays, and how they are."""
    from pbem.moderator.lists import players as found

    lines = in_transaction(ctx, lambda tx: found(tx.session, name, now()), commit=False)
    if as_json:
        print_json({"players": lines})
        return
    rows = [(str(line.number), line.powers, line.name, line.address, line.state) for line in lines]
    show_table(("seat", "powers", "name", "address", "state"), rows)


def late(ctx: typer.Context, name: OneGame = None, as_json: AsJson = False) -> None:
    """Who is waited for, and since when."""
    from pbem.moderator.lists import late as found

    lines = in_transaction(ctx, lambda tx: found(tx.session, now(), name), commit=False)
    if as_json:
        print_json({"waited_for": lines})
        return
    rows = [
        (
            line.game,
            line.power,
            line.name,
            line.kind,
            when(line.due, line.zone),
            line.late,
            str(line.missed) if line.missed else "",
        )
        for line in lines
    ]
    columns = ("game", "power", "player", "asked", "until", "time", "missed")
    show_table(columns, rows, "Nobody is waited for.")


def deeds(ctx: typer.Context, name: GameName, as_json: AsJson = False) -> None:
    """What was done to a game by hand, and why."""
    from pbem.moderator.lists import deeds as found

    lines = in_transaction(ctx, lambda tx: found(tx.session, name), commit=False)
    with overview_of(ctx) as overview:
        zone = overview.zone(name)
    if as_json:
        kept = ("at", "seq", "what", "details", "reason")
        print_json({"deeds": [{key: getattr(row, key) for key in kept} for row in lines]}, zone)
        return
    rows = [(when(row.at, zone), str(row.seq), row.what, row.details, row.reason) for row in lines]
    columns = ("at", "after", "what", "details", "because")
    show_table(columns, rows, "Nothing was done by hand.")


# ---- What a power has, and its chances


def hand(ctx: typer.Context, name: GameName, power: PowerName, as_json: AsJson = False) -> None:
    """The cards of a power.  It shows secrets: for the moderator's eyes, and the player's."""
    from pbem.letters.markup import as_text
    from pbem.letters.posts import hand_blocks

    (found,), voice = _of_power(
        ctx, name, power, lambda title, game, who, voice: title.hands(game, [who], voice)
    )
    if as_json:
        print_json({"power": found.power, "cards": found.cards})
        return
    show(as_text(hand_blocks(found, voice)).rstrip("\n"))


def odds(
    ctx: typer.Context,
    name: GameName,
    power: PowerName,
    words: Annotated[list[str], typer.Argument(help="What the chances are of: assault vienna.")],
    as_json: AsJson = False,
) -> None:
    """The chances of an action of a power, as its player would be told."""
    lines, _ = _of_power(
        ctx, name, power, lambda title, game, who, voice: title.odds(" ".join(words), who, game, voice)
    )
    if as_json:
        print_json({"of": " ".join(words), "lines": lines})
        return
    show("\n".join(lines) or "This game has no odds.")


def _of_power(
    ctx: typer.Context, name: str, power: str, look: Callable[[Game, Any, Power, Voice], Any]
) -> tuple[Any, Voice]:
    """Something of a power in a game as it stands, and the voice that tells it."""
    from pbem.errors import WrongMoment
    from pbem.store import games as stored

    def find(tx: Transaction) -> tuple[Any, Voice]:
        game = stored.find_game(tx.session, name)
        if game.status == "seating":
            raise WrongMoment(f"{name} has not begun")
        title = stored.title_of(game)
        voice = title.voice(game.language)
        engine = stored.load_engine(tx.session, game)
        return look(title, engine.game, title.power_named(power), voice), voice

    found: tuple[Any, Voice] = in_transaction(ctx, find, commit=False)
    return found
