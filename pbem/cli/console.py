"""`pbem console`: a forum campaign by hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import GameName, database_of, safe

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.console.table import ForumTable

HISTORY = ".pbem_console_history"


def console(
    ctx: typer.Context,
    name: GameName,
    file: Annotated[
        Path | None, typer.Argument(help="Posts in a file, or - for the standard input: nobody is asked.")
    ] = None,
    whose: Annotated[
        str, typer.Option("--as", help="Whose posts are that name no author: a player or a power.")
    ] = "",
    format: Annotated[str, typer.Option("--format", "-f", help="bbcode, markdown, html or text.")] = "bbcode",
    language: Annotated[
        str, typer.Option(help="The language of posts and questions: en, de, fi, hu or zh.")
    ] = "",
    look: Annotated[
        bool, typer.Option("--look", help="Only look: say what the posts would do, and do nothing.")
    ] = False,
) -> None:
    """Run a campaign on any forum by hand: paste posts in, take the next post away.

    Without a file it is a conversation. With one, or in a pipe, every post that is certain is carried out;
    the first that is not stops it, and the exit code is 1.
    """
    from pbem.cli.posts import read_format
    from pbem.console.screen import Screen, run
    from pbem.console.table import ForumTable

    def tell(text: str) -> None:
        typer.echo(safe(text) + "\n")

    wanted = read_format(format)
    talks = file is None and sys.stdin.isatty()
    with database_of(ctx) as (database, settings):
        table = ForumTable(database, settings, name, language=language)
        if talks:
            read, ask = _terminal(table)
            screen = Screen(table, tell, ask, format=wanted, only_look=look, whose=whose)
            screen.greet()
            run(screen, read)
            return
        screen = Screen(table, tell, format=wanted, only_look=look, whose=whose)
        if not screen.take(_text(file)):
            raise typer.Exit(1)


def _text(file: Path | None) -> str:
    from pbem.errors import ModeratorProblem

    if file is None or str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise ModeratorProblem(f"{file} is no text in UTF-8") from problem


def _terminal(table: ForumTable) -> tuple[Callable[[], str | None], Callable[[str], str | None]]:
    """A prompt with history and completion; what is pasted comes as one text."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import NestedCompleter
    from prompt_toolkit.history import FileHistory

    from pbem import closed
    from pbem.console.screen import WORDS

    powers = {name: None for player in table.players() for name in (player.name, *player.powers)}
    taking = ("/ask", "/letters", "/as")
    completer = NestedCompleter.from_nested_dict(
        {word: dict(powers) if word in taking else None for word in WORDS}
    )
    kept = Path.home() / HISTORY  # posts and private messages stand in it
    closed.make_file(kept)
    closed.close(kept)
    session: PromptSession[str] = PromptSession(
        f"{table.name}> ", completer=completer, history=FileHistory(str(kept))
    )
    plain: PromptSession[str] = PromptSession()

    def read() -> str | None:
        try:
            return session.prompt()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None

    def ask(question: str) -> str | None:
        try:
            return plain.prompt(question)
        except (EOFError, KeyboardInterrupt):
            return None

    return read, ask
