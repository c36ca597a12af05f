"""Commands with which a game begins: new, invite, start; and how it keeps time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import pace as paces
from pbem.cli.tools import GameName, act, database_of, moderator_of, settings_of, show, show_table

if TYPE_CHECKING:
    from pbem.cli.roster import SeatEntry
    from pbem.games import Game
    from pbem.play.plan import Player

SEAT = re.compile(r"^\s*([^=]*)=\s*(?:(.*?)\s*<([^<>]+)>|([^\s;]+))\s*(?:;\s*(\S+)\s*)?$")

BOT = "bot:"


def new(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Small letters, digits and dashes; else as the file says.")
    ] = "",
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="POWER[+POWER]=Name <address>; observers: observer=Name <address>. A language may follow, "
            "as in england=Eva <eva@example.org>; de. A bot plays papacy=bot:easy, bot:usual or bot:strong"
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--from", help="A file that holds all of this; options have the last word.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Make nothing; show the first letter that would go out.")
    ] = False,
    game: Annotated[str, typer.Option(help="The title; `pbem options` lists its options.")] = "",
    scenario: Annotated[str, typer.Option(help="1517, 1532, tournament or two-player.")] = "",
    windows: Annotated[str, typer.Option(help="Response windows: standing (as usual), rewind or ask.")] = "",
    reports: Annotated[
        str, typer.Option(help="A public report for each turn (as usual), phase or impulse.")
    ] = "",
    language: Annotated[str, typer.Option(help="Of everybody who has not another: en (as usual), de.")] = "",
    pictures: Annotated[
        bool, typer.Option(help="Letters show the board as a picture; each player may switch that.")
    ] = True,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE; `pbem options` lists them.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Without presets, open windows in own fights, and turn plans.")
    ] = False,
    zone: paces.Zone = None,
    quiet_days: paces.QuietDays = None,
    quiet_dates: paces.QuietDates = None,
    quiet_hours: paces.QuietHours = None,
    negotiation: paces.Negotiation = None,
    impulse: paces.Impulse = None,
    decision: paces.Decision = None,
    window: paces.Window = None,
    reminders: paces.Reminders = None,
    grace: paces.Grace = None,
    tell_after: paces.TellAfter = None,
    offer_after: paces.OfferAfter = None,
    caretaker_after: paces.CaretakerAfter = None,
    longest_extension: paces.LongestExtension = None,
) -> None:
    """Create a game and seat its players."""
    from pbem.cli.roster import Roster, first_letters, read_roster
    from pbem.config import with_pace
    from pbem.errors import ModeratorProblem
    from pbem.language.catalog import ENGLISH, language_named
    from pbem.play.plan import GamePlan, seating_advice
    from pbem.post.service import Moderator

    roster = Roster.model_construct() if file is None else read_roster(file)
    if not (name or roster.name) or not (seat or roster.seats):
        raise ModeratorProblem(
            "a game needs a name and seats: pbem new GAME --seat ..., or pbem new --from FILE"
        )
    changes = {**roster.pace, **paces.pace_changes(ctx)}
    options = tuple({**dict(roster.chosen), **_options(option or ())}.items())
    title = _title(game or roster.game)
    players = tuple(_player(text, title) for text in seat or ()) or tuple(
        _listed(entry, title) for entry in roster.seats
    )
    language = language or roster.language or ENGLISH
    plan = GamePlan(
        name or roster.name,
        scenario or roster.scenario or title.usual_scenario(sum(bool(player.powers) for player in players)),
        players,
        windows or roster.windows or "standing",
        reports or roster.reports or "turn",
        options,
        title.name,
        language_named(language) or language,
        pictures=pictures,
        quick=not (plain or roster.plain),
    )
    if dry_run:
        whom, subject, text = first_letters(plan, with_pace(settings_of(ctx), changes))[0]
        show(f"To: {whom}\nSubject: {subject}\n\n{text}")
        show(f"This is only to look at: {plan.name} was not made, and its cards will be others.")
        return
    with database_of(ctx) as (database, settings):
        Moderator(database, with_pace(settings, changes)).create_game(plan)
    name = plan.name
    if advice := seating_advice(plan, title):
        show(advice)
    _show_rulings(title, options)
    show(f"{name} is ready. Next:")
    show(f"  pbem invite {name}    to let everybody confirm by mail (or leave it out)")
    show(f"  pbem start {name}     to deal the cards")


def _options(texts: Sequence[str]) -> dict[str, str]:
    """The options of the command line; one that has two values would be taken on a guess."""
    from pbem.errors import ModeratorProblem

    chosen: dict[str, str] = {}
    for name, value in map(_pair, texts):
        if name in chosen:
            raise ModeratorProblem(f'the option "{name}" is given twice')
        chosen[name] = value
    return chosen


def _pair(text: str) -> tuple[str, str]:
    from pbem.errors import ModeratorProblem

    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise ModeratorProblem(f'"{text}" is no option: write NAME=VALUE')
    return name, value


def _title(name: str) -> Game:
    from pbem.errors import ModeratorProblem
    from pbem.games import game_names, game_of, usual_game

    try:
        return game_of(name or usual_game())
    except LookupError as problem:
        raise ModeratorProblem(f"{problem}; there is {', '.join(game_names())}") from problem


def _player(text: str, title: Game) -> Player:
    from pbem.errors import ModeratorProblem
    from pbem.language.catalog import language_named
    from pbem.play.plan import Player

    found = SEAT.match(text)
    if found is None:
        raise ModeratorProblem(f'"{text}" is no seat: write POWER=Name <address>')
    powers, name, address, bare, language = found.groups()
    language = language_named(language or "") or language or ""
    ids: list[str] = []
    words = [word for part in re.split(r"[+,]", powers) if (word := part.strip())]
    if not words:
        raise ModeratorProblem(f'"{text}" is no seat: write POWER=Name <address>, or observer=Name <address>')
    for word in words:
        if word.lower() == "observer":
            continue
        ids.append(title.power_named(word))
    if bare and bare.startswith(BOT):
        return Player(_bot(bare.removeprefix(BOT)), "", tuple(ids), language)
    return Player(name or (bare or "").partition("@")[0], address or bare or "", tuple(ids), language)


def _listed(entry: SeatEntry, title: Game) -> Player:
    """A player out of a roster."""
    from pbem.language.catalog import language_named
    from pbem.play.plan import Player

    powers = tuple(title.power_named(word) for word in entry.powers)
    language = language_named(entry.language) or entry.language
    return Player(entry.name or entry.address.partition("@")[0], entry.address, powers, language)


def _bot(level: str) -> str:
    from pbem.errors import ModeratorProblem
    from pbem.games.suggestion import Level, bot_name

    if level not in list(Level):
        raise ModeratorProblem(f'there is no bot "{level}"; there is {", ".join(Level)}')
    return bot_name(Level(level))


def start(
    ctx: typer.Context,
    name: GameName,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although not everybody invited has confirmed.")
    ] = False,
) -> None:
    """Deal the cards and write the first letters."""
    with moderator_of(ctx) as moderator:
        moderator.start_game(name, anyway=anyway)
    show(f"{name} has begun. The letters wait in the outbox: pbem send, or pbem run.")


def invite(ctx: typer.Context, name: GameName) -> None:
    """Ask the players to confirm their seats from their own addresses."""
    act(ctx, lambda desk: desk.invite(name))


def options(
    game: Annotated[str, typer.Argument(metavar="[TITLE]", help="The title that is played.")] = "",
) -> None:
    """What can be chosen for a game with `pbem new --option`."""
    title = _title(game)
    voice = title.voice()
    sheet = {ruling.option.name for ruling in title.ruling_sheet}
    rows = [
        (f"{one.name}={one.value or 'TURN'}", voice.option(one.name))
        for one in title.options
        if one.name not in sheet
    ]
    show_table(("option", "what it changes"), rows)
    _show_rulings(title, ())


def _show_rulings(title: Game, chosen: tuple[tuple[str, str], ...]) -> None:
    """The ruling sheet: how each doubtful point is read here, and the option for the other reading."""
    voice, taken = title.voice(), dict(chosen)
    rows = []
    for ruling in title.ruling_sheet:
        name, value = ruling.option.name, ruling.option.value
        usual, other = voice.word(f"ruling.{name}"), voice.option(name)
        if taken.get(name) == value:
            rows.append((ruling.rule, other, "as you chose"))
        else:
            rows.append((ruling.rule, usual, f"{name}={value}\n{other}"))
    if rows:
        show_table(("rule", "is read so", "or, with --option, so"), rows)


def pace(
    ctx: typer.Context,
    name: GameName,
    zone: paces.Zone = None,
    quiet_days: paces.QuietDays = None,
    quiet_dates: paces.QuietDates = None,
    quiet_hours: paces.QuietHours = None,
    negotiation: paces.Negotiation = None,
    impulse: paces.Impulse = None,
    decision: paces.Decision = None,
    window: paces.Window = None,
    reminders: paces.Reminders = None,
    grace: paces.Grace = None,
    tell_after: paces.TellAfter = None,
    offer_after: paces.OfferAfter = None,
    caretaker_after: paces.CaretakerAfter = None,
    longest_extension: paces.LongestExtension = None,
) -> None:
    """How a game keeps time: shown, or changed."""
    changes = paces.pace_changes(ctx)
    act(ctx, lambda desk: desk.pace(name, changes))
