"""The games that can be played: one folder a title, and the seam behind which the moderator knows it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from pbem.games.game import Game
from pbem.games.packs import AT, find_pack

_GAMES: dict[str, Game] = {}


def game_of(name: str) -> Game:
    """A title by its name; loaded when it is first asked for.  `vq@mine` is one with a data pack.

    :raises LookupError: there is no such title.
    :raises ModeratorProblem: there is no such data pack, or it cannot be used.
    """
    if name not in _GAMES:
        title, at, pack = name.partition(AT)
        if at:
            _GAMES[name] = game_of(title).with_pack(find_pack(title, pack))
            return _GAMES[name]
        if name not in game_names():
            raise LookupError(f"there is no game {name}")
        add_game(import_module(f"{__name__}.{name}").GAME)
    return _GAMES[name]


def game_names() -> list[str]:
    """The titles that can be played: every folder here is one."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
    return [*folders, *(name for name in _GAMES if name not in folders and AT not in name)]


def usual_game() -> str:
    """The title that is meant if none is named."""
    return game_names()[0]


def add_game(game: Game) -> None:
    """Make a title known that has no folder here."""
    _GAMES[game.name] = game


__all__ = ["Game", "add_game", "game_names", "game_of", "usual_game"]
