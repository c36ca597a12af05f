"""What a game is to be, as options of `pbem new` and `pbem open`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.tools import with_options

if TYPE_CHECKING:
    from pbem.cli.roster import Roster
    from pbem.games import Game
    from pbem.play.plan import Begun, GamePlan, Player

OPTIONS = {
    "game": Annotated[str, typer.Option(help="The title; `pbem options` lists its options.")],
    "scenario": Annotated[str, typer.Option(help="1517, 1532, tournament or two-player.")],
    "windows": Annotated[str, typer.Option(help="Response windows: standing (as usual), rewind or ask.")],
    "reports": Annotated[
        str, typer.Option(help="A public report for each turn (as usual), phase or impulse.")
    ],
    "language": Annotated[
        str, typer.Option(help="Of everybody who has no other: en (as usual), de, fi, hu or zh.")
    ],
    "pictures": Annotated[
        bool, typer.Option(help="Letters show the board as a picture; each player may switch that.")
    ],
    "suggestions": Annotated[
        bool, typer.Option(help="Letters suggest an answer, which `ok` takes; each player may switch that.")
    ],
    "option": Annotated[list[str] | None, typer.Option(help="NAME=VALUE; `pbem options` lists them.")],
    "plain": Annotated[
        bool, typer.Option("--plain", help="Without presets, open windows in own fights, and turn plans.")
    ],
}
USUAL = {"pictures": True, "suggestions": True, "option": None, "plain": False}
"""What they are if nobody says anything; the others are empty then."""


def with_plan_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; `planned` finds them in its context."""
    return with_options(command, OPTIONS, dict.fromkeys(OPTIONS, "") | USUAL)


def planned(
    ctx: typer.Context,
    roster: Roster,
    title: Game,
    players: tuple[Player, ...],
    scenario: str,
    begun: Begun | None = None,
) -> GamePlan:
    """The game that a file describes, and the options of the command in `ctx`, which have the last word."""
    from pbem.language.catalog import ENGLISH, language_named
    from pbem.play.plan import GamePlan

    said = ctx.params
    language = said["language"] or roster.language or ENGLISH
    return GamePlan(
        said["name"] or roster.name,
        scenario,
        players,
        said["windows"] or roster.windows or "standing",
        said["reports"] or roster.reports or "turn",
        tuple({**dict(roster.chosen), **chosen_options(said["option"] or ())}.items()),
        title.name,
        language_named(language) or language,
        pictures=said["pictures"],
        suggestions=said["suggestions"],
        quick=not (said["plain"] or roster.plain),
        begun=begun,
    )


def chosen_options(texts: Sequence[str]) -> dict[str, str]:
    """The options of the command line; one that has two values would be taken on a guess."""
    from pbem.errors import ModeratorProblem

    chosen: dict[str, str] = {}
    for name, value in map(_pair, texts):
        if name in chosen:
            raise ModeratorProblem(f'the option "{name}" is given twice')
        chosen[name] = value
    return chosen


def _pair(text: str) -> tuple[str, str]:
    from pbem.errors import ModeratorProblem

    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise ModeratorProblem(f'"{text}" is no option: write NAME=VALUE')
    return name, value


def title_named(name: str) -> Game:
    from pbem.errors import ModeratorProblem
    from pbem.games import game_names, game_of, usual_game

    try:
        return game_of(name or usual_game())
    except LookupError as problem:
        raise ModeratorProblem(f"{problem}; there is {', '.join(game_names())}") from problem
