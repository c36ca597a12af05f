"""`pbem letter`: the letters that came, and what becomes of those that were held or put aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import act, console, desk_of, in_transaction, moderator_of, now, show, show_table, when

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.config import Settings

letter = typer.Typer(help="Letters that came: list, show, retry, release, drop.", no_args_is_help=True)
Number = Annotated[int, typer.Argument(min=1, max=2**62, help="Its number, as `pbem letter list` shows it.")]
STATUSES = "new, done, dropped, held or shunted"


@letter.command("list")
def list_letters(
    ctx: typer.Context,
    status: Annotated[str | None, typer.Option(help=f"{STATUSES}.")] = None,
    last: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 30,
) -> None:
    """The letters that came last."""
    with desk_of(ctx) as desk:
        lines = desk.letters(status=status, last=last)
    rows = [(str(line.id), when(line.at), line.sender, line.status, line.verdict) for line in lines]
    show_table(("no", "came (UTC)", "from", "status", "why"), rows, "No letters.")


@letter.command("show")
def show_letter(ctx: typer.Context, number: Number) -> None:
    """A letter: as it was read, what became of it, and what was answered."""
    from pbem.channels.mail.letter import read_safely

    with desk_of(ctx) as desk:
        row = desk.letter(number)
        answers = desk.replies(number)
    read = read_safely(row.raw)
    show(f"Letter {number} of {when(row.received_at)} UTC: {row.status}", bold=True)
    if row.verdict:
        show(row.verdict)
    show(f"From {read.sender}, subject {read.subject!r}, {row.size} bytes. Read as:")
    for at, line in enumerate(read.lines, 1):
        show(f"{at:4}  {line}")
    for answer in answers:
        console.print()
        show(f"Answer to {answer.recipient} ({answer.status}):", bold=True)
        show(answer.text)


@letter.command("retry")
def retry_letter(ctx: typer.Context, number: Number) -> None:
    """Handle a letter again that was held or put aside."""
    with moderator_of(ctx) as moderator:
        moderator.try_again(number)
    with desk_of(ctx) as desk:
        row = desk.letter(number)
    why = f" ({row.verdict.strip().splitlines()[-1]})" if row.verdict.strip() else ""
    show(f"letter {number}: {row.status}{why}")


@letter.command("release")
def release_letter(
    ctx: typer.Context,
    number: Number,
    game: Annotated[str, typer.Option(help="Whose it is, if its token does not say: the game,")] = "",
    power: Annotated[str, typer.Option(help="and the power.")] = "",
) -> None:
    """Handle a held letter although a check has stopped it."""
    from pbem.errors import ModeratorProblem
    from pbem.moderator.deeds import ModeratorDesk

    if bool(game) != bool(power):
        raise ModeratorProblem("name both: --game GAME and --power POWER")
    seat: int | None = None
    if game:

        def find(session: Session, settings: Settings) -> int | None:
            desk = ModeratorDesk(session, settings, now())
            return desk.seat(desk.game(game), power).id

        seat = in_transaction(ctx, find, commit=False)
    with moderator_of(ctx) as moderator:
        show(moderator.release(number, seat))


@letter.command("drop")
def drop_letter(ctx: typer.Context, number: Number) -> None:
    """Forget a letter that was held or put aside."""
    act(ctx, lambda desk: desk.drop_letter(number))
