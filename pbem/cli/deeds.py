"""Commands with which the moderator steps in: time, seats, and the hand in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import GameName, NeededReason, PowerName, Reason, act, complete_powers

if TYPE_CHECKING:
    from pbem.moderator.deeds import ModeratorDeeds

observe = typer.Typer(help="People who read along.", no_args_is_help=True)
token = typer.Typer(help="The secret addresses to which players write.", no_args_is_help=True)
WHO = '"Name <address>".'

# ---- Time


def nudge(
    ctx: typer.Context,
    name: GameName,
    power: Annotated[
        str,
        typer.Argument(
            metavar="POWER",
            help="One power; everybody who is waited for if left out.",
            autocompletion=complete_powers,
        ),
    ] = "",
    words: Annotated[str, typer.Option(help="A word of yours in the letter.")] = "",
    because: Annotated[str, typer.Option("--because", "-b", help="The same.")] = "",
) -> None:
    """Ask those who are waited for to answer soon."""
    act(ctx, lambda deeds: deeds.nudge(name, power, words or because))


def pause(ctx: typer.Context, name: GameName, because: Reason = "") -> None:
    """Stop the clock of a game; orders are still taken."""
    act(ctx, lambda deeds: deeds.pause(name, because))


def hold(ctx: typer.Context, name: GameName, because: Reason = "") -> None:
    """Stop a game altogether: letters are kept until it goes on."""
    act(ctx, lambda deeds: deeds.hold(name, because))


def resume(ctx: typer.Context, name: GameName, because: Reason = "") -> None:
    """Let a game go on; everything is due later by the time it stood still."""
    act(ctx, lambda deeds: deeds.resume(name, because))


def extend(
    ctx: typer.Context,
    name: GameName,
    span: Annotated[str, typer.Argument(help="24h, 2 days, 1 week.")],
    power: Annotated[
        str,
        typer.Argument(
            metavar="POWER",
            help="One power; everything that is open if left out.",
            autocompletion=complete_powers,
        ),
    ] = "",
    because: Reason = "",
) -> None:
    """Move the deadlines."""
    act(ctx, lambda deeds: deeds.extend(name, span, power, because))


def talks(
    ctx: typer.Context,
    name: GameName,
    what: Annotated[str, typer.Argument(metavar="end", help="end: close the window now.")],
    because: Reason = "",
) -> None:
    """End the negotiations of a game."""
    from pbem.errors import ModeratorProblem

    if what != "end":
        raise ModeratorProblem('talks can only be ended: write "end"')
    act(ctx, lambda deeds: deeds.end_talks(name, because))


# ---- Seats


def substitute(
    ctx: typer.Context,
    name: GameName,
    power: PowerName,
    who: Annotated[str, typer.Argument(help=WHO)],
    because: Reason = "",
) -> None:
    """Give a seat to somebody else; the old player gets nothing more."""
    act(ctx, lambda deeds: deeds.substitute(name, power, who, because))


def offer(ctx: typer.Context, name: GameName, power: PowerName, because: Reason = "") -> None:
    """Ask the observers whether one of them takes over a seat."""
    act(ctx, lambda deeds: deeds.offer(name, power, because))


def caretaker(ctx: typer.Context, name: GameName, power: PowerName, because: Reason = "") -> None:
    """Let a bot play for a seat until its player writes again."""
    act(ctx, lambda deeds: deeds.caretaker(name, power, because))


def vacation(
    ctx: typer.Context,
    name: GameName,
    power: PowerName,
    when: Annotated[str, typer.Argument(help='"2026-12-20 to 2027-01-02", or with "with Name <address>"')],
    because: Reason = "",
) -> None:
    """Enter a vacation for a player who is away."""
    act(ctx, lambda deeds: deeds.vacation(name, power, when, because))


def back(ctx: typer.Context, name: GameName, power: PowerName, because: Reason = "") -> None:
    """End a player's vacation, or call off one that has not begun."""
    act(ctx, lambda deeds: deeds.end_vacation(name, power, because))


@observe.command("add")
def add_observer(ctx: typer.Context, name: GameName, who: Annotated[str, typer.Argument(help=WHO)]) -> None:
    """Send somebody the public reports."""
    act(ctx, lambda deeds: deeds.observe(name, who))


@observe.command("remove")
def remove_observer(
    ctx: typer.Context, name: GameName, who: Annotated[str, typer.Argument(help="Address or name.")]
) -> None:
    """Stop sending them."""
    act(ctx, lambda deeds: deeds.stop_observing(name, who))


@token.command("renew")
def renew_token(
    ctx: typer.Context,
    name: GameName,
    power: Annotated[
        str,
        typer.Argument(
            metavar="POWER",
            help="One power; everybody if left out, also observers.",
            autocompletion=complete_powers,
        ),
    ] = "",
    because: Reason = "",
) -> None:
    """Give players new addresses for their orders; the old ones stop working at once."""
    act(ctx, lambda deeds: deeds.renew_tokens(name, power, because))


# ---- The game itself


def answer(
    ctx: typer.Context,
    name: GameName,
    power: PowerName,
    orders: Annotated[list[str], typer.Argument(help="Orders, each in quotes.")],
    because: Reason = "",
    dice: Annotated[list[str] | None, typer.Option(help="Thrown elsewhere, all that fall: 5,3,6.")] = None,
    draw: Annotated[
        list[str] | None, typer.Option(help="Drawn elsewhere: a card's number, a debater; one each.")
    ] = None,
) -> None:
    """Order for a power, with dice and draws that were made elsewhere if need be."""
    from pbem.moderator.answering import dice_in

    thrown = [die for text in dice for die in dice_in(text)] if dice else None
    act(ctx, lambda deeds: deeds.answer(name, power, orders, because, dice=thrown, draws=draw or None))


def rewind(
    ctx: typer.Context,
    name: GameName,
    to: Annotated[int, typer.Argument(help="The order after which the game stands again (pbem log).")],
    because: NeededReason,
) -> None:
    """Set a game back, and list what had been revealed since."""
    act(ctx, lambda deeds: deeds.rewind(name, to, because))


def correct(
    ctx: typer.Context,
    name: GameName,
    changes: Annotated[list[str], typer.Argument(help="path=value, the path as `pbem position` shows it.")],
    because: NeededReason,
    go_back: Annotated[
        bool, typer.Option("--go-back", help="First set the game back to the beginning of the impulse.")
    ] = False,
) -> None:
    """Change the position by hand."""
    act(ctx, lambda deeds: deeds.correct(name, changes, because, go_back=go_back))


def position(
    ctx: typer.Context,
    name: GameName,
    path: Annotated[str, typer.Argument(metavar="PATH", help="As spaces.rome.control.")] = "",
) -> None:
    """The position as data.  It shows secrets: for the moderator's eyes only."""
    act(ctx, lambda deeds: deeds.position(name, path))


def deal(
    ctx: typer.Context,
    name: GameName,
    cards: Annotated[
        list[str], typer.Argument(help="Who has which cards: france: 4 31 45 england: 12. Also deck: 7.")
    ],
    reason: Reason = "",
    go_back: Annotated[
        bool, typer.Option("--go-back", help="First set the game back to the last checkpoint, if need be.")
    ] = False,
) -> None:
    """Cards that were dealt elsewhere: set hands and deck by name; the rest is balanced."""
    from pbem.moderator.dealing import deal as set_cards
    from pbem.moderator.dealing import read_deal

    def do(deeds: ModeratorDeeds) -> str:
        work = deeds.work(deeds.running(name))
        return set_cards(work, read_deal(" ".join(cards), work.sitting.title), reason, go_back=go_back)

    act(ctx, do)
