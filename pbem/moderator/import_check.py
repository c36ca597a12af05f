"""What an exported game may hold, and nothing else: the file comes from another machine, or from anybody.

Tables, columns and kinds of values are those that `export_game` writes; sizes are limited.  That the orders
lead to the positions is checked elsewhere, by playing them.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, DateTime, Integer, LargeBinary, Table
from sqlmodel import SQLModel

from pbem.errors import ModeratorProblem
from pbem.games import Game, game_of
from pbem.language.catalog import begun
from pbem.language.plain import plain
from pbem.language.words import is_address
from pbem.play.seats import TOKEN_ALPHABET, TOKEN_LENGTH
from pbem.store import office_tables as office_tables  # importing them declares the tables
from pbem.store import standing as standing
from pbem.store import talk_tables as talk_tables
from rules import Power
from rules.core.dice import commitment

NOT_MOVED = ("game", "seat", "letter", "outgoing")
"""Tables that are moved in another way, or stay: letters that came and went belong to the machine."""
MOST_SEATS = 200
MOST_ROWS = 200_000
"""Of one table."""
LONGEST = 200_000
"""Characters of one text."""
LARGEST_NUMBER = 1 << 53


class NotExported(ModeratorProblem):
    """A file holds something that no export of a game holds."""


def moved_tables() -> dict[str, Table]:
    """The tables whose rows belong to one game and are moved with it."""
    return {
        table.name: table
        for table in SQLModel.metadata.sorted_tables
        if "game_id" in table.c and table.name not in NOT_MOVED
    }


def check_contents(data: Mapping[str, Any]) -> None:
    """:raises NotExported: something is in it that does not belong there, or is too large."""
    tables = SQLModel.metadata.tables
    _only(data, {"format", "game", "pack", "seats", "tables"}, "the file")
    game, seats = _row(data.get("game")), _rows(data.get("seats"), "seats", MOST_SEATS)
    _check_row(tables["game"], game, "game")
    if commitment(str(game.get("seed"))) != game.get("commitment"):
        raise NotExported("the seed of this game is not the one that was promised")
    for seat in seats:
        _check_row(tables["seat"], seat, "seat", game.get("id"))
    _check_languages(game.get("language"), *(seat.get("language") for seat in seats))
    _check_seats(seats, _title(game).powers)
    moved = moved_tables()
    contents = _row(data.get("tables"))
    _only(contents, moved.keys(), "tables")
    ids = {seat.get("id") for seat in seats}
    for name, rows in contents.items():
        for row in _rows(rows, name, MOST_ROWS):
            _check_row(moved[name], row, name, game.get("id"))
            if row.get("seat_id") is not None and row["seat_id"] not in ids:
                raise NotExported(f"a row of {name} belongs to a seat that is not in the game")
            if token := row.get("home_token"):
                _check_token(token)
            _check_address(row.get("address"))
            _check_address(row.get("home_address"))
            _check_languages(row.get("home_language"))


def _row(found: Any) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise NotExported("this export is damaged")
    return found


def _rows(found: Any, name: str, most: int) -> list[Mapping[str, Any]]:
    if not isinstance(found, list) or len(found) > most:
        raise NotExported(f"{name}: these are no rows of an export, or more than {most}")
    return [_row(row) for row in found]


def _only(found: Mapping[str, Any], known: Any, where: str) -> None:
    if unknown := sorted(str(name) for name in found if name not in known):
        raise NotExported(f"no export holds this ({where}): {plain(', '.join(unknown))[:200]}")


def _check_row(table: Table, row: Mapping[str, Any], name: str, game_id: Any = None) -> None:
    _only(row, table.c.keys(), name)
    if "game_id" in table.c and (game_id is None or row.get("game_id") != game_id):
        raise NotExported(f"a row of {name} belongs to another game")
    for column in table.c:
        if column.name in row and not _fits(column, row[column.name]):
            raise NotExported(f"{name}.{column.name}: this value is in no export")


def _fits(column: Column[Any], value: Any) -> bool:
    """Whether a value is of the kind that a column holds."""
    if value is None:
        return bool(column.nullable)
    kind = column.type
    if isinstance(kind, JSON):
        return isinstance(value, dict | list)
    if isinstance(kind, Boolean):
        return isinstance(value, bool)
    if isinstance(kind, Integer):
        return type(value) is int and abs(value) < LARGEST_NUMBER
    if not isinstance(value, str):
        return False
    if isinstance(kind, LargeBinary):
        return _is_base64(value)
    if isinstance(kind, DateTime) or "DateTime" in type(kind).__name__:
        return _is_time(value)
    return len(value) <= LONGEST


def _is_base64(text: str) -> bool:
    try:
        b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _title(game: Mapping[str, Any]) -> Game:
    try:
        return game_of(str(_row(game.get("setup")).get("game")))
    except LookupError as problem:
        raise NotExported(str(problem)) from problem


def _check_seats(seats: list[Mapping[str, Any]], known: Sequence[Power]) -> None:
    powers = [power for seat in seats for power in seat.get("powers") or ()]
    if any(power not in known for power in powers) or len(powers) != len(set(powers)):
        raise NotExported("the seats of this game do not share the powers")
    for seat in seats:
        _check_address(seat.get("address"))
        _check_token(seat.get("token"))
    if len({seat["token"] for seat in seats}) != len(seats):
        raise NotExported("two seats of this game have one token")


def _check_languages(*languages: Any) -> None:
    """Older exports have none, and an absence none before it begins."""
    if any(language and language not in begun() for language in languages):
        raise NotExported("nobody writes letters in a language of this export")


def _check_address(address: Any) -> None:
    if address and not (is_address(address) and address == address.lower()):
        raise NotExported("an address in this export is none")


def _check_token(token: Any) -> None:
    """One that could be guessed would open the seat to everybody."""
    if not isinstance(token, str) or len(token) != TOKEN_LENGTH or not set(token) <= set(TOKEN_ALPHABET):
        raise NotExported("a seat of this game has no proper token")
