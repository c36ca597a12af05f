"""`pbem letter`: the letters that came, and what becomes of those that were held or put aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import (
    AsJson,
    act,
    console,
    in_transaction,
    moderator_of,
    overview_of,
    print_json,
    settings_of,
    show,
    show_table,
    when,
)

if TYPE_CHECKING:
    from pbem.store.unit_of_work import Transaction

letter = typer.Typer(help="Letters that came: list, show, retry, release, drop.", no_args_is_help=True)
Number = Annotated[int, typer.Argument(min=1, max=2**62, help="Its number, as `pbem letter list` shows it.")]
STATUSES = "new, done, dropped, held or shunted"


@letter.command("list")
def list_letters(
    ctx: typer.Context,
    status: Annotated[str | None, typer.Option(help=f"{STATUSES}.")] = None,
    last: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 30,
    as_json: AsJson = False,
) -> None:
    """The letters that came last."""
    with overview_of(ctx) as overview:
        lines = overview.letters(status=status, last=last)
    if as_json:
        print_json({"letters": lines})
        return
    rows = [(str(line.id), when(line.at), line.sender, line.status, line.verdict) for line in lines]
    show_table(("no", "came", "from", "status", "why"), rows, "No letters.")


@letter.command("show")
def show_letter(
    ctx: typer.Context,
    number: Number,
    language: Annotated[
        str, typer.Option(help="Also what its seat would read now: in a language, or in `all`, one by one.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """A letter: as it was read, what became of it, and what was answered."""
    from pbem.channels import channel_of

    with overview_of(ctx) as overview:
        row = overview.letter(number)
        answers = overview.replies(number)
    read = channel_of(row.channel, settings_of(ctx)).read(row.raw)
    if as_json:
        kept = ("kind", "recipient", "status", "subject", "text")
        print_json(
            {
                "id": row.id,
                "at": row.received_at,
                "channel": row.channel,
                "status": row.status,
                "verdict": row.verdict,
                "sender": read.sender,
                "subject": read.subject,
                "lines": read.lines,
                "answers": [{key: getattr(answer, key) for key in kept} for answer in answers],
            }
        )
        return
    show(f"Letter {number} of {when(row.received_at)}: {row.status}", bold=True)
    if row.verdict:
        show(row.verdict)
    show(f"From {read.sender}, subject {read.subject!r}, {row.size} bytes. Read as:")
    for at, line in enumerate(read.lines, 1):
        show(f"{at:4}  {line}")
    for answer in answers:
        console().print()
        show(f"Answer to {answer.recipient} ({answer.status}):", bold=True)
        show(answer.text)
    for told_in, text in _in_languages(ctx, row.seat_id, language) if language else ():
        console().print()
        show(f"What its seat would read now, in {told_in}:", bold=True)
        show(text)


def _in_languages(ctx: typer.Context, seat_id: int | None, language: str) -> list[tuple[str, str]]:
    """What a seat would read now, in a language or in all of them."""
    from pbem.errors import ModeratorProblem
    from pbem.language.catalog import language_named, own_name
    from pbem.letters.translating import letter_now
    from pbem.store import games
    from pbem.store.tables import GameRow, SeatRow

    def write(tx: Transaction) -> list[tuple[str, str]]:
        if seat_id is None:
            raise ModeratorProblem("this letter is of no seat")
        seat = tx.session.get_one(SeatRow, seat_id)
        game = tx.session.get_one(GameRow, seat.game_id)
        sitting = games.load_sitting(tx.session, game)
        known = sitting.title.languages
        wanted = known if language == "all" else [language_named(language)]
        if not set(wanted) <= set(known):
            raise ModeratorProblem(f'there are no letters in "{language}"; there is {", ".join(known)}')
        return [
            (own_name(one), letter_now(sitting, game.name, seat.powers, seat.name, one)) for one in wanted
        ]

    found: list[tuple[str, str]] = in_transaction(ctx, write, commit=False)
    return found


@letter.command("retry")
def retry_letter(ctx: typer.Context, number: Number) -> None:
    """Handle a letter again that was held or put aside."""
    with moderator_of(ctx) as moderator:
        moderator.try_again(number)
    with overview_of(ctx) as overview:
        row = overview.letter(number)
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
    from pbem.moderator.deeds import ModeratorDeeds

    if bool(game) != bool(power):
        raise ModeratorProblem("name both: --game GAME and --power POWER")
    seat: int | None = None
    if game:

        def find(tx: Transaction) -> int | None:
            deeds = ModeratorDeeds(tx)
            return deeds.seat(deeds.game(game), power).id

        seat = in_transaction(ctx, find, commit=False)
    with moderator_of(ctx) as moderator:
        show(moderator.release(number, seat))


@letter.command("drop")
def drop_letter(ctx: typer.Context, number: Number) -> None:
    """Forget a letter that was held or put aside."""
    act(ctx, lambda deeds: deeds.drop_letter(number))
