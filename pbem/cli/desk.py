"""Commands of the moderator's desk: time, seats, deeds, letters, files.  By mail: `pbem.desk.by_mail`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.look import console, letter, plain_table, when
from pbem.clock import SystemClock
from pbem.domain.calendar import BadCalendar
from pbem.errors import ModeratorProblem

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel import Session

    from pbem.config import Settings
    from pbem.desk.deeds import ModeratorDesk

Game = Annotated[str, typer.Argument(help="The name of a game.")]
Power = Annotated[str, typer.Argument(help="A power.")]
Reason = Annotated[str, typer.Option("--because", "-b", help="Why; told to the players and kept.")]
observe = typer.Typer(help="People who read along.", no_args_is_help=True)


def now() -> datetime:
    return SystemClock().now()


def settings_of(ctx: typer.Context) -> Settings:
    from pbem.config import load_settings

    return load_settings(ctx.find_root().obj)


def in_transaction(ctx: typer.Context, do: Callable[[Session, Settings], Any], *, commit: bool = True) -> Any:
    """Do something with the database, and store it."""
    from pbem.store.database import open_database
    from pbem.store.unit_of_work import UnitOfWork

    settings = settings_of(ctx)
    database = open_database(settings.database)
    try:
        with UnitOfWork(database) as work:
            told = do(work.session, settings)
            if commit:
                work.commit()
        return told
    finally:
        database.dispose()


def act(ctx: typer.Context, do: Callable[[ModeratorDesk], str]) -> None:
    """Do one deed and say what came of it."""
    from pbem.desk.deeds import ModeratorDesk

    try:
        told = in_transaction(ctx, lambda session, settings: do(ModeratorDesk(session, settings, now())))
    except BadCalendar as problem:  # a date, a weekday, a length of time
        raise ModeratorProblem(str(problem)) from problem
    typer.echo(told)


# ---- Who, and how late


def players(ctx: typer.Context, name: Game) -> None:
    """Who plays, and how they are."""
    from pbem.desk.lists import players as listed

    table = plain_table("seat", "powers", "name", "address", "state")
    for line in in_transaction(ctx, lambda session, _: listed(session, name, now()), commit=False):
        table.add_row(str(line.number), line.powers, line.name, line.address, line.state)
    console.print(table)


def late(
    ctx: typer.Context, name: Annotated[str | None, typer.Argument(help="One game; all if left out.")] = None
) -> None:
    """Who is waited for, and since when."""
    from pbem.desk.lists import late as listed

    table = plain_table("game", "power", "player", "asked", "until (UTC)", "time", "missed")
    for line in in_transaction(ctx, lambda session, _: listed(session, now(), name), commit=False):
        missed = str(line.missed) if line.missed else ""
        table.add_row(line.game, line.power, line.name, line.kind, when(line.due), line.late, missed)
    console.print(table)


def deeds(ctx: typer.Context, name: Game) -> None:
    """What was done to a game by hand, and why."""
    from pbem.desk.lists import deeds as listed

    table = plain_table("at (UTC)", "after", "what", "details", "because")
    for row in in_transaction(ctx, lambda session, _: listed(session, name), commit=False):
        table.add_row(when(row.at), str(row.seq), row.what, row.details, row.reason)
    console.print(table)


# ---- Time


def nudge(
    ctx: typer.Context,
    name: Game,
    power: Annotated[str, typer.Argument(help="One power; everybody who is waited for if left out.")] = "",
    words: Annotated[str, typer.Option(help="A word of yours in the letter.")] = "",
) -> None:
    """Ask those who are waited for to answer soon."""
    act(ctx, lambda desk: desk.nudge(name, power, words))


def pause(ctx: typer.Context, name: Game, because: Reason = "") -> None:
    """Stop the clock of a game; orders are still taken."""
    act(ctx, lambda desk: desk.pause(name, because))


def hold(ctx: typer.Context, name: Game, because: Reason = "") -> None:
    """Stop a game altogether: letters are kept until it goes on."""
    act(ctx, lambda desk: desk.hold(name, because))


def resume(ctx: typer.Context, name: Game, because: Reason = "") -> None:
    """Let a game go on; everything is due later by the time it stood still."""
    act(ctx, lambda desk: desk.resume(name, because))


def extend(
    ctx: typer.Context,
    name: Game,
    span: Annotated[str, typer.Argument(help="24h, 2 days, 1 week.")],
    power: Annotated[str, typer.Argument(help="One power; everything that is open if left out.")] = "",
    because: Reason = "",
) -> None:
    """Move the deadlines."""
    act(ctx, lambda desk: desk.extend(name, span, power, because))


def talks(
    ctx: typer.Context,
    name: Game,
    what: Annotated[str, typer.Argument(help="end: close the window now.")],
    because: Reason = "",
) -> None:
    """End the negotiations of a game."""
    if what != "end":
        raise ModeratorProblem('talks can only be ended: write "end"')
    act(ctx, lambda desk: desk.end_talks(name, because))


def pace(
    ctx: typer.Context,
    name: Game,
    zone: Annotated[str | None, typer.Option(help="Time zone, as Europe/Berlin.")] = None,
    quiet_days: Annotated[str | None, typer.Option(help="Weekdays, as sat,sun; empty for none.")] = None,
    quiet_dates: Annotated[
        str | None, typer.Option(help="Dates, ranges (2026-12-24 to 2027-01-01), days (12-25), with commas.")
    ] = None,
    quiet_hours: Annotated[str | None, typer.Option(help="As 22:00-08:00; empty for none.")] = None,
    negotiation: Annotated[int | None, typer.Option(help="Hours; 0: no window.")] = None,
    impulse: Annotated[int | None, typer.Option(help="Hours for an impulse.")] = None,
    decision: Annotated[int | None, typer.Option(help="Hours for another decision.")] = None,
    window: Annotated[int | None, typer.Option(help="Hours for a response window.")] = None,
    reminders: Annotated[str | None, typer.Option(help="Hours before the deadline, as 24,6.")] = None,
    grace: Annotated[int | None, typer.Option(help="Hours after the deadline.")] = None,
    tell_after: Annotated[int | None, typer.Option(help="Missed deadlines until you are told.")] = None,
    offer_after: Annotated[int | None, typer.Option(help="... until the seat is offered; 0: never.")] = None,
    caretaker_after: Annotated[int | None, typer.Option(help="... until a bot plays; 0: never.")] = None,
) -> None:
    """How a game keeps time: shown, or changed."""
    given: dict[str, Any] = {
        "zone": zone,
        "quiet_days": _listed(quiet_days),
        "quiet_dates": _listed(quiet_dates),
        "quiet_hours": quiet_hours,
        "negotiation": negotiation,
        "impulse": impulse,
        "decision": decision,
        "window": window,
        "reminders": None if reminders is None else tuple(int(hours) for hours in _listed(reminders) or ()),
        "grace": grace,
        "tell_after": tell_after,
        "offer_after": offer_after,
        "caretaker_after": caretaker_after,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    act(ctx, lambda desk: desk.pace(name, changes))


def _listed(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(part.strip() for part in text.split(",") if part.strip())


# ---- Seats


def invite(ctx: typer.Context, name: Game) -> None:
    """Ask the players to confirm their seats from their own addresses."""
    act(ctx, lambda desk: desk.invite(name))


def substitute(
    ctx: typer.Context,
    name: Game,
    power: Power,
    who: Annotated[str, typer.Argument(help='"Name <address>".')],
    because: Reason = "",
) -> None:
    """Give a seat to somebody else; the old player gets nothing more."""
    act(ctx, lambda desk: desk.substitute(name, power, who, because))


def offer(ctx: typer.Context, name: Game, power: Power) -> None:
    """Ask the observers whether one of them takes over a seat."""
    act(ctx, lambda desk: desk.offer(name, power))


def caretaker(ctx: typer.Context, name: Game, power: Power) -> None:
    """Let a bot play for a seat until its player writes again."""
    act(ctx, lambda desk: desk.caretaker(name, power))


@observe.command("add")
def add_observer(
    ctx: typer.Context, name: Game, who: Annotated[str, typer.Argument(help='"Name <address>".')]
) -> None:
    """Send somebody the public reports."""
    act(ctx, lambda desk: desk.observe(name, who))


@observe.command("remove")
def remove_observer(
    ctx: typer.Context, name: Game, who: Annotated[str, typer.Argument(help="Address or name.")]
) -> None:
    """Stop sending them."""
    act(ctx, lambda desk: desk.stop_observing(name, who))


# ---- The game itself


def answer(
    ctx: typer.Context,
    name: Game,
    power: Power,
    orders: Annotated[list[str], typer.Argument(help="Orders, each in quotes.")],
    because: Reason = "",
) -> None:
    """Order for a power."""
    act(ctx, lambda desk: desk.answer(name, power, orders, because))


def rewind(
    ctx: typer.Context,
    name: Game,
    to: Annotated[int, typer.Argument(help="The order after which the game stands again (pbem log).")],
    because: Annotated[str, typer.Option("--because", "-b", help="Why; told to the players and kept.")],
) -> None:
    """Set a game back, and list what had been revealed since."""
    act(ctx, lambda desk: desk.rewind(name, to, because))


def correct(
    ctx: typer.Context,
    name: Game,
    changes: Annotated[list[str], typer.Argument(help="path=value, the path as `pbem position` shows it.")],
    because: Annotated[str, typer.Option("--because", "-b", help="Why; told to the players and kept.")],
    go_back: Annotated[
        bool, typer.Option("--go-back", help="First set the game back to the beginning of the impulse.")
    ] = False,
) -> None:
    """Change the position by hand."""
    act(ctx, lambda desk: desk.correct(name, changes, because, go_back=go_back))


def position(
    ctx: typer.Context, name: Game, path: Annotated[str, typer.Argument(help="As spaces.rome.control.")] = ""
) -> None:
    """The position as data.  It shows secrets: for the moderator's eyes only."""
    act(ctx, lambda desk: desk.position(name, path))


# ---- Letters


@letter.command("release")
def release_letter(
    ctx: typer.Context,
    number: int,
    game: Annotated[str, typer.Option(help="Whose it is, if its token does not say: the game,")] = "",
    power: Annotated[str, typer.Option(help="and the power.")] = "",
) -> None:
    """Handle a held letter although a check has stopped it."""
    from pbem.desk.deeds import ModeratorDesk
    from pbem.service import Moderator
    from pbem.store.database import open_database

    seat: int | None = None
    if game and power:

        def find(session: Session, settings: Settings) -> int | None:
            desk = ModeratorDesk(session, settings, now())
            return desk.seat(desk.game(game), power).id

        seat = in_transaction(ctx, find, commit=False)
    settings = settings_of(ctx)
    typer.echo(Moderator(open_database(settings.database), settings).release(number, seat))


@letter.command("drop")
def drop_letter(ctx: typer.Context, number: int) -> None:
    """Forget a letter that was held or put aside."""
    act(ctx, lambda desk: desk.drop_letter(number))


# ---- Files


def export(ctx: typer.Context, name: Game, to: Annotated[Path, typer.Argument(help="A file.")]) -> None:
    """Write a game to a file, to move it to another machine.  The file holds secrets."""
    from pbem.desk.archive import export_game, write_file

    data = in_transaction(ctx, lambda session, _: export_game(session, name), commit=False)
    write_file(to, data)
    to.chmod(0o600)
    typer.echo(f"{name} is in {to}. It holds every secret of the game.")


def take_in(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `pbem export` wrote.")],
    name: Annotated[str, typer.Option(help="Another name for the game.")] = "",
) -> None:
    """Take in a game from another machine, and check it."""
    from pbem.cli.look import desk_of
    from pbem.desk.archive import import_game, read_file

    data = read_file(file)
    here = in_transaction(ctx, lambda session, _: import_game(session, data, name))
    result = desk_of(ctx).verify(here) if data["game"]["status"] != "seating" else None
    typer.echo(f"{here} is here" + (f": {result.orders} orders played again, all agrees." if result else "."))


def archive(
    ctx: typer.Context,
    name: Game,
    to: Annotated[Path | None, typer.Argument(help="A folder; else <game>-archive.")] = None,
) -> None:
    """Publish a game that is over: its seed, its orders, its press and its deals."""
    from pbem.cli.look import desk_of
    from pbem.desk.archive import archive_game, press_text, write_file
    from pbem.reports.render import story_text

    data = in_transaction(ctx, lambda session, _: archive_game(session, name), commit=False)
    folder = to or Path(f"{name}-archive")
    write_file(folder / "game.json", data)
    (folder / "story.txt").write_text(story_text(desk_of(ctx).story(name)) + "\n", encoding="utf-8")
    (folder / "press.txt").write_text(press_text(data), encoding="utf-8")
    typer.echo(
        f"{folder}/ holds game.json, story.txt and press.txt. To check it: pbem audit {folder}/game.json"
    )


def audit(
    file: Annotated[Path, typer.Argument(help="The game.json of an archive.")],
    promised: Annotated[str, typer.Option(help="The SHA-256 from your first letter.")] = "",
) -> None:
    """Check a published game: the promised seed, the same dice, the same end."""
    from rich.progress import Progress

    from pbem.desk.archive import read_file
    from pbem.desk.audit import audit as check

    data = read_file(file)
    with Progress(transient=True, console=console) as bar:
        task = bar.add_task("Playing it again", total=len(data.get("orders", ())))
        result = check(data, promised=promised, progress=lambda done: bar.update(task, completed=done))
    rewinds = f", {result.rewinds} rewinds" if result.rewinds else ""
    console.print(
        f"The seed is the one that was promised. {result.orders} orders and {result.dice} dice{rewinds}: "
        f"all agrees; digest {result.digest[:16]}"
    )


def backup(
    ctx: typer.Context, to: Annotated[Path, typer.Argument(help="A file that is not there yet.")]
) -> None:
    """Copy the database while it is in use."""
    from pbem.desk.archive import back_up

    size = back_up(settings_of(ctx).database, to)
    typer.echo(f"{to}: {size} bytes, checked")


def health(ctx: typer.Context) -> None:
    """Whether the moderator is at work; fails if it is not, for whatever watches it."""
    from pbem.health import health_of

    found = in_transaction(ctx, lambda session, settings: health_of(session, settings, now()), commit=False)
    typer.echo(found.line)
    if not found.well:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add the commands of the desk."""
    for panel, commands in PANELS.items():
        for command in commands:
            app.command(name=NAMES.get(command), rich_help_panel=panel)(command)
    app.add_typer(observe, name="observe", rich_help_panel="Players")


NAMES: dict[Callable[..., None], str] = {take_in: "import"}
PANELS: dict[str, tuple[Callable[..., None], ...]] = {
    "Players": (players, late, nudge, invite, substitute, offer, caretaker),
    "Time": (pause, hold, resume, extend, talks, pace),
    "The moderator's hand": (answer, rewind, correct, position, deeds),
    "Files": (export, take_in, archive, audit, backup),
    "Mail and time": (health,),
}
