"""Commands with which people sign up for a game: open, signups, close."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.pace import pace_changes, with_pace_options
from pbem.cli.plans import planned, title_named, with_plan_options
from pbem.cli.tools import (
    AsJson,
    act,
    complete_openings,
    in_transaction,
    print_json,
    show,
    show_table,
    tell_what_waits,
    when,
)

if TYPE_CHECKING:
    from pbem.moderator.lists import SignUpLine
    from pbem.store.unit_of_work import Transaction

Opened = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game that was opened for sign-up.", autocompletion=complete_openings
    ),
]


@with_pace_options
@with_plan_options
def open_game(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="Small letters, digits and dashes; else as the file says.")
    ] = "",
    to: Annotated[
        list[str] | None,
        typer.Option(help="Send the announcement to an address, or to a topic of the forum (topic@forum)."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--from", help="A .toml file as pbem new takes it, without seats.")
    ] = None,
    players: Annotated[int, typer.Option(help="How many play; 0: as many as can.", min=0)] = 0,
    wait: Annotated[
        bool,
        typer.Option("--wait", help="Begin when pbem close says so, not as soon as all seats are taken."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show the announcement.")] = False,
) -> None:
    """Announce a game, and let people sign up for it by mail."""
    from pbem.cli.roster import Roster, read_roster
    from pbem.errors import ModeratorProblem
    from pbem.work.openings import announce, announcement, open_game

    roster = Roster.model_construct() if file is None else read_roster(file)
    if roster.seats:
        raise ModeratorProblem(f"{file} says who plays: pbem new --from {file} makes that game")
    if not (name or roster.name):
        raise ModeratorProblem("a game needs a name: pbem open GAME, or pbem open --from FILE")
    title = title_named(ctx.params["game"] or roster.game)
    scenario = ctx.params["scenario"] or roster.scenario or title.usual_scenario(players or len(title.powers))
    plan = planned(ctx, roster, title, (), scenario)
    changes = {**roster.pace, **pace_changes(ctx)}

    def do(tx: Transaction) -> tuple[str, str]:
        opening = open_game(tx, plan, pace=as_kept(changes), players=players, when_full=not wait)
        announce(tx, opening, to or ())
        return announcement(tx.settings, opening)

    subject, text = in_transaction(ctx, do, commit=not dry_run)
    show(f"Subject: {subject}\n\n{text}")
    if dry_run:
        show(f"This is only to look at: {plan.name} was not opened, and its seed will be another.")
        return
    sent = f" It waits in the outbox for {', '.join(to)}." if to else ""
    show(f"{plan.name} is open: pass this text on.{sent} Next:")
    show(f"  pbem signups {plan.name}    who has signed up")
    show(f"  pbem close {plan.name}      to give the powers and begin")
    tell_what_waits(ctx)


def as_kept(changes: dict[str, Any]) -> dict[str, Any]:
    """Changes of the pace as the database can hold them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in changes.items()}


def signups(
    ctx: typer.Context,
    name: Opened,
    add: Annotated[
        str, typer.Option(help='Somebody with wishes: "Anna <anna@example.org> prefer france; not papacy".')
    ] = "",
    remove: Annotated[str, typer.Option(help="Somebody, by address, name or number.")] = "",
    as_json: AsJson = False,
) -> None:
    """Who has signed up for a game; or add or remove somebody by hand."""
    from pbem.moderator import lists

    if add:
        act(ctx, lambda deeds: deeds.add_sign_up(name, add))
    if remove:
        act(ctx, lambda deeds: deeds.remove_sign_up(name, remove))
    if (add or remove) and not as_json:
        return
    told = in_transaction(ctx, lambda tx: lists.sign_ups(tx.session, tx.settings, name), commit=False)
    if as_json:
        print_json(told)
        return
    show(f"{told.game} ({told.status}): {told.taken} of {told.seats} seats are taken")
    rows = [
        (
            str(line.number),
            f"{line.name} <{line.address}>",
            line.status,
            wishes(line),
            when(line.since, told.zone),
        )
        for line in told.sign_ups
    ]
    columns = ("no", "who", "status", "wishes", "since")
    show_table(columns, rows, "Nobody has signed up yet.")


def wishes(line: SignUpLine) -> str:
    """As somebody would write them."""
    told = {"prefer": line.prefer, "not": line.avoid, "with": line.friends, "language": [line.language]}
    return "; ".join(f"{word} {', '.join(names)}" for word, names in told.items() if names)


def close(
    ctx: typer.Context,
    name: Opened,
    start: Annotated[
        bool, typer.Option(help="Begin at once; else the game waits for pbem invite and pbem start.")
    ] = True,
    cancel: Annotated[bool, typer.Option("--cancel", help="Call it off; everybody is told.")] = False,
) -> None:
    """Give the powers to those who have signed up, and begin the game."""
    if cancel:
        act(ctx, lambda deeds: deeds.cancel_sign_up(name))
    else:
        act(ctx, lambda deeds: deeds.close_sign_up(name, start=start))
