"""`pbem card`: the cards of the game, and where each is in the code and in the rule cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from rules.his.data.cards import CardData


def card(
    which: Annotated[
        list[str] | None, typer.Argument(help="Its number, or its name; all cards if left out.")
    ] = None,
) -> None:
    """What a card does, where it is in the code, and which cases test it."""
    from pbem.games.his.cards_doc import find_card

    console = Console(highlight=False)
    if which:
        _show(console, find_card(" ".join(which)))
    else:
        _list(console)


def _show(console: Console, found: CardData) -> None:
    from pbem.games.his.cards_doc import case_files, facts, use_words

    console.print(f"[bold]{found.n} {found.title}[/bold]", soft_wrap=True)
    console.print(facts(found), soft_wrap=True)
    console.print(found.summary, soft_wrap=True)
    for use, when, where, function in use_words(found):
        console.print(f"  {use} ({when}): {where}, {function}", markup=False, soft_wrap=True)
    for file, count in case_files(found.n).items():
        console.print(
            f"  {count} {'case' if count == 1 else 'cases'} in {file}", markup=False, soft_wrap=True
        )


def _list(console: Console) -> None:
    from rules import load_rules

    cards = sorted(load_rules("his").data.cards.items())
    if not console.is_terminal:  # one line each, for grep
        for number, data in cards:
            typer.echo(f"{number:>3}  {data.title} ({data.kind}, {data.cp} CP): {data.summary}")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("no", justify="right")
    table.add_column("card")
    table.add_column("CP", justify="right")
    table.add_column("kind")
    table.add_column("what it does", overflow="fold")
    for number, data in cards:
        table.add_row(str(number), data.title, str(data.cp), data.kind, data.summary)
    console.print(table)
