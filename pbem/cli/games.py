"""Commands with which a game begins: new, invite, start; and how it keeps time."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.pace import pace_changes, with_pace_options
from pbem.cli.plans import chosen_options, planned, title_named, with_plan_options
from pbem.cli.talk import Talk
from pbem.cli.tools import (
    AsJson,
    GameName,
    act,
    database_of,
    in_transaction,
    moderator_of,
    print_json,
    settings_of,
    show,
    show_table,
    tell_what_waits,
)

if TYPE_CHECKING:
    from pbem.cases.played import PlayedCase
    from pbem.cli.roster import Roster, SeatEntry
    from pbem.config import Settings
    from pbem.games import Game
    from pbem.play.plan import GamePlan, Player
    from pbem.store.unit_of_work import Transaction

SEAT = re.compile(r"^\s*([^=]*)=\s*(?:(.*?)\s*<([^<>]+)>|([^\s;]+))\s*(?:;\s*(\S+)\s*)?$")

BOT = "bot:"


@with_pace_options
@with_plan_options
def new(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="Small letters, digits and dashes; else as the file says.")
    ] = "",
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="POWER[+POWER]=Name <address>; observers: observer=Name <address>. A language may follow, "
            "as in england=Eva <eva@example.org>; de. A bot plays papacy=bot:easy, bot:usual or bot:strong. "
            "On a forum: france=Anna <anna@forum>, and for everybody observer=Reports <topic@forum>; "
            "on a forum by hand (pbem console): france=Anna <anna@console>"
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="A .toml file that holds all of this (options have the last word), or a .case log that the "
            "game goes on from.",
        ),
    ] = None,
    case: Annotated[str, typer.Option(help="Of a .case file with several cases: which one.")] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Make nothing; show the first letter that would go out.")
    ] = False,
) -> None:
    """Create a game and seat its players."""
    from pbem.cases.played import SUFFIX as LOG
    from pbem.channels import BY_HAND
    from pbem.cli.roster import Roster, first_letters, read_roster
    from pbem.config import with_pace
    from pbem.errors import ModeratorProblem
    from pbem.play.plan import Begun, seating_advice
    from pbem.post.service import Moderator

    said = ctx.params
    game, scenario = said["game"], said["scenario"]
    log = read_log(file, case, game, scenario, said["option"] or ()) if file and file.suffix == LOG else None
    roster = Roster.model_construct() if file is None or log else read_roster(file)
    if not (seat or roster.seats):
        talk = Talk(asks=sys.stdin.isatty() and not log)
        roster = _asked(ctx, talk, name, game, scenario) if talk.asks else roster
    asked = bool(roster.seats) and file is None
    if not (name or roster.name) or not (seat or roster.seats):
        raise ModeratorProblem(
            "a game needs a name and seats: pbem new GAME --seat ..., or pbem new --from FILE"
        )
    if log:
        game, scenario = log.setup.game, log.setup.scenario
    changes = {**roster.pace, **pace_changes(ctx)}
    title = title_named(game or roster.game)
    players = tuple(_player(text, title) for text in seat or ()) or tuple(
        _listed(entry, title) for entry in roster.seats
    )
    plan = planned(
        ctx,
        roster,
        title,
        players,
        scenario or roster.scenario or title.usual_scenario(sum(bool(player.powers) for player in players)),
        Begun(log.setup, log.log, log.words) if log else None,
    )
    if dry_run:
        whom, subject, text = first_letters(plan, with_pace(settings_of(ctx), changes))[0]
        show(f"To: {whom}\nSubject: {subject}\n\n{text}")
        show(f"This is only to look at: {plan.name} was not made, and its cards will be others.")
        return
    with database_of(ctx) as (database, settings):
        Moderator(database, with_pace(settings, changes)).create_game(plan, seed=log.seed if log else None)
    name = plan.name
    if notice := title.notice(title.voice()):
        show(notice)
    if advice := seating_advice(plan, title):
        show(advice)
    if log:
        show(f"It goes on after {len(log.log)} orders of {file}, with dice of its own from here.")
    elif not asked:  # whoever was asked has seen them, or did not want to
        _show_rulings(title, plan.options)
    _show_how_lists_work(plan, settings_of(ctx))
    show(f"{name} is ready. Next:")
    show(f"  pbem invite {name}    to let everybody confirm, and vote on readings, by mail (or leave it out)")
    show(f"  pbem start {name}     to {'go on from there' if log else 'deal the cards'}")
    if not {player.channel for player in plan.players} <= set(BY_HAND):
        show("  pbem run              in another terminal (or pbem service install): it sends the letters")


def _show_how_lists_work(plan: GamePlan, settings: Settings) -> None:
    """What is to be done so that orders on a mailing list can be read."""
    from pbem.channels import LIST
    from pbem.channels.mail.lists import posting_address

    for address in (posting_address(player.address) for player in plan.players if player.channel == LIST):
        show(f"Subscribe {settings.mail.address} to {address}: then orders that players post there are read.")
        if not settings.mail.trusted_checker:
            show("But none is obeyed before mail.trusted_checker is set: anybody could post in their names.")


def _asked(ctx: typer.Context, talk: Talk, name: str, game: str, scenario: str) -> Roster:
    """A game that a person is asked for; the answers are kept in a file beside it."""
    from pbem.cli.conversation import ask_for_game, ask_for_name, write_roster
    from pbem.cli.roster import Roster
    from pbem.games import game_names, game_of, usual_game

    name = name or ask_for_name(talk)
    if not game:
        for one in map(game_of, game_names()):
            notice = one.notice(one.voice())
            show(f"{one.name}: {one.title}{f' ({notice})' if notice else ''}")
    title = title_named(game or talk.one_of("Title", "--game", game_names(), usual_game()))
    known = Roster.model_construct(name=name, game=title.name, scenario=scenario)
    roster = ask_for_game(talk, known, title, settings_of(ctx), lambda text: _player(text, title))
    path = Path(f"{name}.toml")
    if path.exists():
        show(f"{path} is there already, and stays as it is.")
    else:
        write_roster(path, roster)
        show(f"{path} holds your answers: change it and use it again with pbem new --from {path}.")
    return roster


def read_log(file: Path, case: str, game: str, scenario: str, options: Sequence[str]) -> PlayedCase:
    """The log from which a game goes on: it says itself which game it is."""
    from pbem.errors import ModeratorProblem
    from pbem.moderator.typed import read_game, to_go_on

    if game or scenario or options:
        raise ModeratorProblem(f"{file} says which title, scenario and options it was played with")
    return to_go_on(read_game(file, case))


def _player(text: str, title: Game) -> Player:
    from pbem.channels import channel_at
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
    where = address or bare or ""
    return Player(name or where.partition("@")[0], where, tuple(ids), language, channel_at(where.lower()))


def _listed(entry: SeatEntry, title: Game) -> Player:
    """A player out of a roster."""
    from pbem.channels import channel_at
    from pbem.language.catalog import language_named
    from pbem.play.plan import Player

    powers = tuple(title.power_named(word) for word in entry.powers)
    if entry.address.startswith(BOT):
        return Player(_bot(entry.address.removeprefix(BOT)), "", powers)
    language = language_named(entry.language) or entry.language
    channel = channel_at(entry.address.lower())
    return Player(entry.name or entry.address.partition("@")[0], entry.address, powers, language, channel)


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
    ruling: Annotated[
        list[str] | None, typer.Option(help="NAME=yes or NAME=no: where the players' votes are tied.")
    ] = None,
) -> None:
    """Deal the cards and write the first letters."""
    from pbem.channels import BY_HAND
    from pbem.errors import ModeratorProblem

    tied = chosen_options(ruling or ())
    if wrong := [f"{one}={value}" for one, value in tied.items() if value not in ("yes", "no")]:
        raise ModeratorProblem(f"{', '.join(wrong)}: write yes or no")
    rulings = {one: said == "yes" for one, said in tied.items()}
    with moderator_of(ctx) as moderator:
        channels = moderator.start_game(name, anyway=anyway, rulings=rulings)
    show(f"{name} has begun.")
    if not set(channels).isdisjoint(BY_HAND):
        show(f"Posts are carried by hand: pbem console {name}.")
    tell_what_waits(ctx)


def rulings(ctx: typer.Context, name: GameName, as_json: AsJson = False) -> None:
    """How the players have voted on readings of the rules, before the game begins."""
    from pbem.moderator.deeds import ModeratorDeeds

    voted = in_transaction(ctx, lambda tx: ModeratorDeeds(tx).rulings(name), commit=False)
    if as_json:
        told = [
            {"name": one.name, "rule": one.ruling.rule, "yes": one.yes, "no": one.no, "tied": one.is_tied}
            for one in voted
        ]
        print_json({"game": name, "votes": told})
        return
    show("\n".join(map(str, voted)) or "nobody has voted on a reading")


def invite(ctx: typer.Context, name: GameName) -> None:
    """Ask the players to confirm their seats from their own addresses."""
    act(ctx, lambda deeds: deeds.invite(name))


def options(
    game: Annotated[str, typer.Argument(metavar="TITLE", help="The title that is played.")] = "",
    as_json: AsJson = False,
) -> None:
    """What can be chosen for a game with `pbem new --option`."""
    title = title_named(game)
    voice = title.voice()
    sheet = {ruling.option.name for ruling in title.ruling_sheet}
    if as_json:
        rules = {ruling.option.name: ruling.rule for ruling in title.ruling_sheet}
        told = [
            {
                "name": one.name,
                "value": one.value,
                "rule": rules.get(one.name, ""),
                "usual": voice.word(f"ruling.{one.name}") if one.name in sheet else "",
                "other": voice.option(one.name),
            }
            for one in title.options
        ]
        print_json({"title": title.name, "options": told})
        return
    rows = [
        (f"{one.name}={one.value or 'TURN'}", voice.option(one.name))
        for one in title.options
        if one.name not in sheet
    ]
    if notice := title.notice(voice):
        show(notice)
    if not title.options:
        show(f"{title.title} has no options.")
        return
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


@with_pace_options
def pace(ctx: typer.Context, name: GameName, as_json: AsJson = False) -> None:
    """How a game keeps time: shown, or changed."""
    changes = pace_changes(ctx)
    if not as_json:
        act(ctx, lambda deeds: deeds.pace(name, changes))
        return
    from pbem.moderator import lists
    from pbem.moderator.deeds import ModeratorDeeds

    def do(tx: Transaction) -> dict[str, object]:
        if changes:
            ModeratorDeeds(tx).pace(name, changes)
        return lists.pace(tx.session, name)

    print_json(in_transaction(ctx, do))
