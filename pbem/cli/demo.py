"""`pbem demo`: a whole game between bots, with a bar that shows how far it is; or with a person."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.look import powers_table
from pbem.cli.tools import console, show

if TYPE_CHECKING:
    from pbem.demo.demo import Demo, Plan, Result
    from pbem.demo.demo import Progress as GameProgress


KEEP = Path("demo-mail")


def demo(
    seed: Annotated[int, typer.Option(help="The same seed plays the same game.")] = 1,
    scenario: Annotated[str, typer.Option(help="As `pbem new` has it: tournament, ...")] = "tournament",
    game: Annotated[str, typer.Option(help="The title: his, or vq (a reconstruction).")] = "",
    language: Annotated[
        str,
        typer.Option(
            help="The language of the letters: de, fi, ... (`pbem languages list`); "
            "several for seats that differ: en,de,fi."
        ),
    ] = "en",
    keep: Annotated[Path, typer.Option(help="Where mailboxes, reports and database are left.")] = KEEP,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a demo that was stopped.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Afterwards open the mailboxes to mail programs (IMAP).")
    ] = False,
    level: Annotated[str, typer.Option(help="How hard the bots think: easy, usual, strong.")] = "usual",
    play: Annotated[
        str, typer.Option(help="Play this power yourself, in a mail program, against five bots.")
    ] = "",
) -> None:
    """Play a whole game between six bots on this machine, by mail."""
    import asyncio

    from pbem.demo.demo import Demo, Plan
    from pbem.games import game_of, usual_game
    from pbem.language.catalog import language_named

    spoken = ",".join(language_named(one) or one.strip() for one in language.split(","))
    plan = Plan(seed, scenario, game or usual_game(), spoken, level)
    person = game_of(plan.game).power_named(play) if play else ""
    _check(plan)
    table = Demo.resume(keep) if resume else Demo.new(keep, plan)
    if person:
        _play_along(table, person)
        return
    result = asyncio.run(_play_with_bar(table))
    _tell(result)
    if serve:
        _serve(table)


def _check(plan: Plan) -> None:
    """Raise before an earlier demo is removed for one that cannot be played."""
    from pbem.errors import ModeratorProblem
    from pbem.games import game_of
    from pbem.games.suggestion import Level

    title = game_of(plan.game)
    known = title.scenarios
    if plan.scenario not in known:
        raise ModeratorProblem(f'there is no scenario "{plan.scenario}"; there is {", ".join(known)}')
    for language in plan.languages:
        if language not in title.languages:
            known_languages = ", ".join(title.languages)
            raise ModeratorProblem(f'there are no letters in "{language}"; there is {known_languages}')
    if plan.level not in list(Level):
        raise ModeratorProblem(f'there is no bot "{plan.level}"; there is {", ".join(Level)}')


async def _play_with_bar(table: Demo) -> Result:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[letters]} letters"),
        TimeElapsedColumn(),
        transient=True,
    ) as bar:
        task = bar.add_task("Dealing", total=1.0, letters=0)
        shown = 0.0

        def watch(progress: GameProgress) -> None:
            nonlocal shown
            if time.monotonic() - shown > 0.1 or progress.over:
                shown = time.monotonic()
                where = progress.where
                bar.update(task, description=where, completed=progress.fraction, letters=progress.letters)

        return await table.play(watch)


def _tell(result: Result) -> None:
    view, here = result.view, result.folder
    if result.over:
        show(f"\nThe winner: {view.winner} ({view.victory} victory, turn {view.turn})\n", bold=True)
    console().print(powers_table(view))
    console().print(f"\n{result.orders} orders, {result.letters} letters, {result.seconds:.0f} seconds.")
    console().print(f"In {here}/ are now:")
    console().print("  <power>@example.test/   each player's mailbox (Maildir)")
    console().print("  reports/                the public reports, text and HTML")
    console().print("  pbem.sqlite3            the moderator's database")
    pbem = _own_name()
    show("\nWhat to try next", bold=True)
    console().print(f"  less {here}/reports/01.txt", soft_wrap=True)
    console().print(f"  mutt -f {here}/france@example.test", soft_wrap=True)
    console().print(
        f"  PBEM_DATABASE={here}/pbem.sqlite3 {pbem} replay demo --turn 4 --power france", soft_wrap=True
    )
    console().print(
        f"  PBEM_DATABASE={here}/pbem.sqlite3 {pbem} replay demo --html demo.html", soft_wrap=True
    )
    console().print(f"  PBEM_DATABASE={here}/pbem.sqlite3 {pbem} verify demo", soft_wrap=True)
    keep = "" if here == KEEP else f" --keep {here}"
    console().print(
        f"  {pbem} demo{keep} --resume --serve   and open the mailboxes in any mail program", soft_wrap=True
    )
    console().print(
        f"  {pbem} demo{keep} --play france      and play France yourself, by mail (a new game)",
        soft_wrap=True,
    )


def _own_name() -> str:
    """How this program is called from here: `make demo` leaves it in a folder that is not on the PATH."""
    if shutil.which("pbem"):
        return "pbem"
    own = Path(sys.argv[0])
    try:
        return str(own.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(own)


# ---- With a mail program


def _stop_on_signals() -> None:
    """Ctrl-C or SIGTERM ends the mail server too, which is a process of its own."""
    import signal

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def _serve(table: Demo) -> None:
    from pbem.demo.mailboxes import imap_server

    _stop_on_signals()
    with imap_server(table.folder, table.passwords()) as server:
        _tell_accounts(table)
        try:
            server.wait()
        except KeyboardInterrupt:
            console().print("")


def _play_along(table: Demo, power: str) -> None:
    import asyncio

    from pbem.demo.mailboxes import SMTP_PORT, imap_server

    _stop_on_signals()
    with imap_server(table.folder, table.passwords()):
        _tell_mail_program(power)
        console().print(
            f"You play {power.replace('_', ' ').title()}: the first letter is in your mailbox. Ctrl-C stops;"
        )
        keep = "" if table.folder == KEEP else f" --keep {table.folder}"
        console().print(f"pbem demo{keep} --resume --play {power} goes on.")
        try:
            result = asyncio.run(table.play(lambda progress: None, person=power, port=SMTP_PORT))
        except KeyboardInterrupt:
            return
    _tell(result)


def _tell_mail_program(power: str) -> None:
    """How a mail program gets its account: three lines."""
    from pbem.demo.demo import address
    from pbem.demo.mailboxes import HOST, IMAP_PORT, SMTP_PORT

    where = address(power)
    show("\nIn your mail program (Thunderbird: New account, Configure manually)", bold=True)
    console().print(f"  1. Your address: {where}    user name: {power}    password: {power}")
    console().print(f"  2. Incoming: IMAP, {HOST}, port {IMAP_PORT}, no encryption, normal password")
    console().print(f"  3. Outgoing: SMTP, {HOST}, port {SMTP_PORT}, no encryption, no password\n")


def _tell_accounts(table: Demo) -> None:
    from pbem.demo.mailboxes import HOST, IMAP_PORT, user_of

    console().print(f"\nIMAP: {HOST}, port {IMAP_PORT}, no encryption, password in plain text")
    table_of_users = [f"{user_of(address)} / {word}" for address, word in table.passwords().items()]
    console().print(f"User / password: {', '.join(table_of_users)}")
