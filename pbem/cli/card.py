"""`pbem card`: the cards of a title, and where each is in the code and in the rule cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import AsJson, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pbem.games import Game


def card(
    which: Annotated[
        list[str] | None, typer.Argument(help="Its number, or its name; all cards if left out.")
    ] = None,
    game: Annotated[str, typer.Option(help="The title.")] = "",
    as_json: AsJson = False,
) -> None:
    """What a card does, where it is in the code, and which cases test it."""
    from rich.console import Console

    from pbem.games import game_of, usual_game

    console = Console(highlight=False)
    title = game_of(game or usual_game())
    if as_json:
        numbers = [title.card_named(" ".join(which))] if which else list(title.cards)
        print_json({"cards": [title.cards[number] for number in numbers]})
    elif which:
        _show(console, title, title.card_named(" ".join(which)))
    else:
        _list(console, title)


def _show(console: Console, title: Game, number: int) -> None:
    console.print(title.card_text(number, title.voice()), markup=False, soft_wrap=True)
    for line in title.card_sources(number):
        console.print(f"  {line}", markup=False, soft_wrap=True)


def _list(console: Console, title: Game) -> None:
    if not console.is_terminal:  # one line each, for grep
        for number, data in title.cards.items():
            typer.echo(f"{number:>3}  {data.title} ({data.kind}, {data.cp} CP): {data.summary}")
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("no", justify="right")
    table.add_column("card")
    table.add_column("CP", justify="right")
    table.add_column("kind")
    table.add_column("what it does", overflow="fold")
    for number, data in title.cards.items():
        table.add_row(str(number), data.title, str(data.cp), data.kind, data.summary)
    console.print(table)
