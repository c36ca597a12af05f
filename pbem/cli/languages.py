"""`pbem languages`: in which languages letters can be had, and what a translator has left to do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.tools import AsJson, print_json, show, show_table
from pbem.errors import ModeratorProblem

languages = typer.Typer(help="Languages: list, check, skeleton.", no_args_is_help=True)
TitleName = Annotated[str, typer.Option("--game", help="The title.")]
Code = Annotated[str, typer.Argument(help="Its two letters: fi.")]


@languages.command("list")
def list_languages(game: TitleName = "", as_json: AsJson = False) -> None:
    """The languages of a title: those that players can have, and those that are not complete."""
    from pbem.games import game_of, usual_game
    from pbem.language.catalog import own_name
    from pbem.language.completeness import lacking

    title = game_of(game or usual_game())
    left = {
        one: 0 if one in title.languages else len(list(lacking(title.messages, one, title.cards)))
        for one in title.read_languages
    }
    if as_json:
        told = [{"code": one, "name": own_name(one), "missing": count} for one, count in left.items()]
        print_json({"title": title.name, "languages": told})
        return
    rows = [
        (one, own_name(one), f"{count} sentences and names are missing" if count else "offered")
        for one, count in left.items()
    ]
    show_table(("code", "name", ""), rows, "No languages.")


@languages.command("check")
def check(
    language: Annotated[str, typer.Argument(help="Its two letters; all if left out.")] = "",
    game: TitleName = "",
) -> None:
    """What a language lacks, which slots differ from the English ones, which forms no name has."""
    from pbem.games import game_of, usual_game
    from pbem.letters.translating import report

    title = game_of(game or usual_game())
    if language and language not in title.read_languages:
        raise ModeratorProblem(f'nobody has begun "{language}" yet: pbem languages skeleton writes its files')
    wanted = [language] if language else title.read_languages[1:]
    complete = True
    for one in wanted:
        found = report(title, one)
        complete = complete and not found.lacking
        show(f"{one}: {'complete' if not found.lacking else f'{len(found.lacking)} missing'}", bold=True)
        for heading, lines in found.parts():
            show(f"  {heading}:")
            for line in lines:
                show(f"    {line}")
    if not complete:
        raise typer.Exit(1)


@languages.command("skeleton")
def skeleton(language: Code, game: TitleName = "") -> None:
    """Write files with all that a language lacks, English and German beside each gap, to be filled in."""
    from pbem.games import game_of, usual_game
    from pbem.letters.translating import write_skeleton

    if not is_a_language(language):
        raise ModeratorProblem(f'"{language}" is no language: write its two letters, as fi')
    written: list[Path] = write_skeleton(game_of(game or usual_game()), language)
    for path in written:
        show(str(path))
    if written:
        show(f"{len(written)} files; fill in what stands between the quotation marks.")
    else:
        show("Nothing to add: each gap is in a file already.")


def is_a_language(code: str) -> bool:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code).language == code
    except (ValueError, TypeError, UnknownLocaleError):
        return False
