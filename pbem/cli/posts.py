"""Commands for a person who carries a game to a forum: posts to publish, and what is asked now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import (
    AsJson,
    Force,
    GameName,
    MaybePower,
    in_transaction,
    not_there,
    print_json,
    show,
)

if TYPE_CHECKING:
    from pbem.letters.markup import Format
    from pbem.store.unit_of_work import Transaction
    from pbem.work.game_work import GameWork
    from pbem.work.posts import PublicPost


ASKED = """power kind prompt short orders more choices forms missing due silence silence_note suggested
    suggested_why""".split()
"""What is told of a question to a program."""


def post(
    ctx: typer.Context,
    name: GameName,
    file: Annotated[
        Path | None, typer.Argument(help="Write it to this file, with the map beside it; else print it.")
    ] = None,
    since: Annotated[
        str,
        typer.Option(
            metavar="ORDER|last|again",
            help="Since this order (pbem log), since the last post, or the last post once more.",
        ),
    ] = "last",
    format: Annotated[str, typer.Option("--format", "-f", help="bbcode, markdown, html or text.")] = "bbcode",
    picture: Annotated[Path | None, typer.Option("--map", help="Write the map to this .png file.")] = None,
    language: Annotated[
        str, typer.Option(help="The language in which it is told: en, de, fi, hu or zh.")
    ] = "",
    look: Annotated[
        bool, typer.Option("--look", help="Only look at it: the next post tells the same again.")
    ] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """A post for a forum: what happened since the last one, the powers, and what is asked now."""
    from pbem.errors import ModeratorProblem
    from pbem.letters.markup import write
    from pbem.letters.pictures import image_of
    from pbem.moderator.archive import write_bytes, write_text
    from pbem.work.posts import post_blocks, remember

    if file is not None and (not file.name or file.is_dir()):
        raise ModeratorProblem(f'"{file}" is no file for a post')
    if file and picture is None:
        picture = file.with_suffix(".png")
    if picture and picture.suffix != ".png":
        raise ModeratorProblem(f"{picture} is no name for a map: end it with .png")
    wanted = read_format(format)
    for path in filter(None, (file, picture)):
        not_there(path, force)

    def make(tx: Transaction) -> tuple[PublicPost, str]:
        work = work_on(tx, name)
        made = _post(work, since, language)
        blocks = post_blocks(work, made, map_file=picture.name if picture else "")
        if not look:
            remember(work, made)
        return made, write(blocks, wanted)

    made, text = in_transaction(ctx, make)
    if picture and made.scene is not None:
        write_bytes(picture, image_of(made.scene, made.language), public=True)
    if as_json:
        told = {"subject": made.report.subject, "format": wanted, "since": made.since, "order": made.order}
        print_json({**told, "asked": [ask.power for ask in made.asks], "text": text})
    if file is None:
        if not as_json:
            typer.echo(text, nl=False)
        return
    write_text(file, text, public=True)
    beside = f", {picture} the map" if picture and made.scene is not None else ""
    if not as_json:
        show(f"{file} is the post{beside}.")


def ask(
    ctx: typer.Context,
    name: GameName,
    power: MaybePower = "",
    public: Annotated[
        bool, typer.Option("--public", help="Only what everybody may know of it: for the topic.")
    ] = False,
    format: Annotated[str, typer.Option("--format", "-f", help="bbcode, markdown, html or text.")] = "text",
    language: Annotated[
        str, typer.Option(help="The language in which it is asked: en, de, fi, hu or zh.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """What is asked now, with all choices and defaults, as each power itself sees it."""
    from pbem.letters.markup import write
    from pbem.moderator.asking import asked_blocks, asked_of, public_blocks, publicly_asked, waiting_for
    from pbem.store.clocks import pace_of

    wanted = read_format(format)

    def look(tx: Transaction) -> None:
        work = work_on(tx, name)
        voice = work.sitting.title.voice(language_of(work, language))
        who = work.sitting.title.power_named(power) if power else None
        if as_json:
            asked: list[object] = [*publicly_asked(work, voice, who)]
            if not public:
                asked = [{key: getattr(one, key) for key in ASKED} for one in asked_of(work, voice, who)]
            zone = pace_of(work.game).calendar.zone
            print_json({"waiting": waiting_for(work, voice), "asked": asked}, zone)
            return
        blocks = public_blocks(work, voice, who) if public else asked_blocks(work, voice, who)
        typer.echo(write(blocks, wanted), nl=False)

    in_transaction(ctx, look, commit=False)


def work_on(tx: Transaction, name: str) -> GameWork:
    """A game that has begun, to look at."""
    from pbem.errors import WrongMoment
    from pbem.store import games
    from pbem.work.game_work import GameWork

    game = games.lock_game(tx.session, name)
    if game.status == "seating":
        raise WrongMoment(f"{name} has not begun")
    return GameWork.on(tx, game)


def _post(work: GameWork, since: str, language: str) -> PublicPost:
    from pbem.errors import ModeratorProblem
    from pbem.work.posts import AGAIN, LAST, public_post

    if since not in (LAST, AGAIN) and not (since.isdecimal() and len(since) < 8):
        raise ModeratorProblem(f'"{since}" is no order: write a number, {LAST} or {AGAIN}')
    language = language_of(work, language)
    return public_post(work, int(since) if since.isdecimal() else since, language)


def language_of(work: GameWork, wanted: str) -> str:
    """The language in which something is told; that of the game if none is named."""
    from pbem.errors import ModeratorProblem

    known = work.sitting.title.languages
    language = wanted or work.game.language
    if language not in known:
        raise ModeratorProblem(f'nothing is told in "{language}"; there is {", ".join(known)}')
    return language


def read_format(name: str) -> Format:
    from pbem.errors import ModeratorProblem
    from pbem.letters.markup import Format

    if name not in list(Format):
        raise ModeratorProblem(f'"{name}" is no format; there is {", ".join(Format)}')
    return Format(name)
