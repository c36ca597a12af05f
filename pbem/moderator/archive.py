"""Games as files: moved to another machine, published when they are over, checked by anybody.

An *export* holds everything of a game, secrets and addresses too: it is for moving a running game.  An
*archive* is for the public: setup, seed, orders, press and deals of a game that is over, and no address.
"""

from __future__ import annotations

import json
import os
import secrets
import zlib
from base64 import b64decode, b64encode
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, LargeBinary, Table, insert
from sqlalchemy.exc import StatementError
from sqlmodel import Session, SQLModel, col, select

from pbem import closed
from pbem.calendar.deadlines import pace_problems
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import Game, game_of
from pbem.games.packs import recorded
from pbem.language.names import MAJOR
from pbem.language.plain import plain, plain_text
from pbem.language.refusals import why_kept
from pbem.moderator.checking import Played, Record, check
from pbem.moderator.import_check import check_contents, moved_tables
from pbem.play.plan import NAME
from pbem.store import games
from pbem.store import office_tables as office_tables  # importing them declares the tables
from pbem.store import talk_tables as talk_tables
from pbem.store.clocks import pace_of
from pbem.store.office_tables import DeedRow
from pbem.store.seeds import seal, seed_of
from pbem.store.tables import GameRow, OrderRow
from pbem.store.talk_tables import PressRow
from pbem.store.talks import all_drafts
from pbem.work.outgoing import seat_of
from rules import Event, ReplayMismatch, Setup
from rules.core import codec
from rules.core.log import Entry

EXPORT, ARCHIVE = "pbem export 1", "pbem archive 1"
LARGEST_FILE = 100_000_000
"""Bytes; a whole game has some five million."""


# ---- Moving a game


def export_game(session: Session, name: str, *, with_pack: bool = False) -> dict[str, Any]:
    """Everything of a game but the letters.  It holds secrets."""
    game = games.find_game(session, name)
    tables = {name: _rows(session, table, game.id) for name, table in moved_tables().items()}
    return {
        "format": EXPORT,
        "game": {
            **_dump_row(SQLModel.metadata.tables["game"], game.model_dump()),
            "seed": seed_of(session, game),
        },
        "seats": _rows(session, SQLModel.metadata.tables["seat"], game.id),
        "tables": tables,
        **_pack(games.title_of(game), with_pack),
    }


def _pack(title: Game, whole: bool) -> dict[str, Any]:
    """What a file says of the data pack of its game; a private one is in it only if asked."""
    return {} if title.pack is None else {"pack": recorded(title.pack, whole=whole)}


def check_export(data: dict[str, Any]) -> Played | None:
    """Play an exported game again, before anything of it is taken in; None: it has not begun."""
    if data.get("format") != EXPORT:
        raise ModeratorProblem("this file is no exported game")
    check_contents(data)
    try:
        if data["game"]["status"] == "seating":
            return None
        tables = data["tables"]
        orders = sorted(tables["order"], key=lambda row: int(row["seq"]))
        events = sorted(tables["event"], key=lambda row: int(row["number"]))
        record = Record(
            codec.load(data["game"]["setup"], Setup),
            data["game"]["seed"],
            [codec.load(row["entry"], Entry) for row in orders],
            [row["data"] for row in events],
            {row["seq"]: (row["digest"], b64decode(row["state"])) for row in tables["snapshot"]},
        )
        return check(record)
    except ReplayMismatch as problem:
        raise ModeratorProblem(f"this export does not play again as it was: {problem}") from problem
    except (LookupError, TypeError, ValueError, AttributeError, zlib.error) as problem:
        raise ModeratorProblem(f"this export is damaged: {type(problem).__name__} {problem}") from problem


def import_game(session: Session, data: dict[str, Any], name: str = "") -> str:
    """Take in an exported game that was checked; its name here."""
    if data.get("format") != EXPORT:
        raise ModeratorProblem("this file is no exported game")
    check_contents(data)
    try:
        return _take_in(session, data, name)
    except (LookupError, TypeError, ValueError, AttributeError, StatementError, zlib.error) as problem:
        raise ModeratorProblem(f"this export is damaged: {type(problem).__name__} {problem}") from problem


def _take_in(session: Session, data: dict[str, Any], name: str) -> str:
    tables = SQLModel.metadata.tables
    game = _load_row(tables["game"], data["game"])
    game["name"] = name or game["name"]
    if not isinstance(game["name"], str) or not NAME.match(game["name"]):
        raise ModeratorProblem(f"{game['name']!r} cannot name a game: small letters, digits and dashes")
    if session.exec(select(GameRow).where(GameRow.name == game["name"])).first() is not None:
        raise WrongMoment(f'there is a game "{game["name"]}" here already: give it another name')
    setup: Setup = codec.load(game["setup"], Setup)
    if game["data_digest"] != game_of(setup.game).digest_for(setup):
        raise ModeratorProblem("this game was played with other data files than this machine has")
    game_id = _insert(session, tables["game"], {**game, "seed": seal(session, game["seed"])})
    seats: dict[int, int] = {}
    for row in data["seats"]:
        seat = {**_load_row(tables["seat"], row), "game_id": game_id, "name": plain(row["name"])}
        if seat_of(session, [seat["token"]]) is not None:
            raise WrongMoment("this game is here already, under another name")
        seats[row["id"]] = _insert(session, tables["seat"], seat)
    for table_name, table in moved_tables().items():
        for row in data["tables"].get(table_name, ()):
            values = {**_load_row(table, row), "game_id": game_id}
            if "seat_id" in values:
                values["seat_id"] = seats[values["seat_id"]]
            if "letter_id" in values:
                values["letter_id"] = None
            _insert(session, table, values)
    _can_be_played(session, str(game["name"]))
    return str(game["name"])


def _can_be_played(session: Session, name: str) -> None:
    """Whatever the rules did not check when it was played again: held lines, standing orders, talks, time."""
    game = games.find_game(session, name)
    if wrong := list(pace_problems(pace_of(game))):
        raise ModeratorProblem("\n".join(wrong))
    if game.status != "seating":
        games.load_sitting(session, game)


def _rows(session: Session, table: Table, game_id: int | None) -> list[dict[str, Any]]:
    found = session.connection().execute(table.select().where(table.c.game_id == game_id))
    return [_dump_row(table, dict(row._mapping)) for row in found]


def _dump_row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _dump_value(value) for name, value in row.items() if name in table.c}


def _dump_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return b64encode(value).decode() if isinstance(value, bytes) else value


def _load_row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Values as the database takes them; an id of its own is made anew."""
    loaded: dict[str, Any] = {}
    for column in table.c:
        if column.name == "id" or column.name not in row:
            continue
        value = row[column.name]
        if value is not None and isinstance(column.type, LargeBinary):
            value = b64decode(value)
        elif isinstance(value, str) and not isinstance(column.type, JSON):
            value = _time(value) if "DateTime" in type(column.type).__name__ else plain_text(value)
        loaded[column.name] = value
    return loaded


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _insert(session: Session, table: Table, values: dict[str, Any]) -> int:
    result = session.connection().execute(insert(table).values(values))
    key = result.inserted_primary_key
    return int(key[0]) if key is not None and key[0] is not None else 0


# ---- Publishing a game


def archive_game(session: Session, name: str, *, with_pack: bool = False) -> dict[str, Any]:
    """The record of a game that is over, for everybody: with its seed, without addresses."""
    game = games.find_game(session, name)
    if game.status != "over":
        raise WrongMoment(f"{name} is not over: its seed is still secret")
    engine = games.load_engine(session, game)
    title = games.title_of(game)
    voice = title.voice()
    orders = session.exec(select(OrderRow).where(OrderRow.game_id == game.id).order_by(col(OrderRow.seq)))
    press = session.exec(select(PressRow).where(PressRow.game_id == game.id).order_by(col(PressRow.id)))
    deeds = session.exec(select(DeedRow).where(DeedRow.game_id == game.id).order_by(col(DeedRow.id)))
    return {
        "format": ARCHIVE,
        "name": game.name,
        "setup": game.setup,
        "seed": seed_of(session, game),
        "commitment": game.commitment,
        "data_digest": game.data_digest,
        **({"notice": notice} if (notice := title.notice(voice)) else {}),
        **_pack(title, with_pack),
        "players": {row.name: row.powers for row in games.seat_rows(session, game) if row.powers},
        "started": game.started_at.isoformat() if game.started_at else None,
        "ended": game.ended_at.isoformat() if game.ended_at else None,
        "digest": engine.digest(),
        "orders": [{"entry": row.entry, "words": row.words, "at": row.at.isoformat()} for row in orders],
        "events": [codec.dump(event, Event) for _, event in games.load_events(session, game)],
        "press": [
            {
                "turn": row.turn,
                "from": row.sender,
                "to": row.receivers or "all",
                "at": row.at.isoformat(),
                "text": row.text,
            }
            for row in press
        ],
        "deals": [
            {
                "turn": draft.turn,
                "powers": [draft.first, draft.second],
                "proposed_by": draft.by,
                "terms": title.terms(draft.deal, draft.first, title.voice()),
                "status": draft.status,
                "why": why_kept(draft.why, voice),
            }
            for draft in all_drafts(session, game)
        ],
        "moderator": [
            {"what": row.what, "details": row.details, "reason": row.reason, "after_order": row.seq}
            for row in deeds
        ],
    }


def press_text(archive: dict[str, Any]) -> str:
    """The press of a game, to read."""
    names = game_of(codec.load(archive["setup"], Setup).game).names
    lines: list[str] = []
    for piece in archive["press"]:
        to = piece["to"]
        whom = "everybody" if to == "all" else ", ".join(names.say(MAJOR, power) for power in to)
        lines += [
            f"Turn {piece['turn']}, {names.say(MAJOR, piece['from'])} to {whom}:",
            "",
            piece["text"],
            "",
        ]
    return "\n".join(lines)


# ---- Backups


def read_file(path: Path) -> dict[str, Any]:
    """A file that an export or an archive was written to."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ModeratorProblem(f"{path} is larger than any export or archive")
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModeratorProblem(f"there is no file {path}") from None
    except OSError as problem:
        raise ModeratorProblem(f"{path} cannot be read: {problem.strerror}") from problem
    except (ValueError, RecursionError) as problem:  # no text, or no JSON
        raise ModeratorProblem(f"{path} cannot be read: {problem}") from problem
    if not isinstance(found, dict):
        raise ModeratorProblem(f"{path} is no export and no archive")
    return found


def write_file(path: Path, data: dict[str, Any], *, force: bool = False) -> None:
    """Write data as JSON, whole or not at all."""
    if path.exists() and not force:
        raise ModeratorProblem(f"{path} is there already (--force writes over it)")
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1))


def write_text(path: Path, text: str, *, public: bool = False) -> None:
    """Write a text file, whole or not at all; nobody else can read it, unless it is public."""
    write_bytes(path, (text.rstrip("\n") + "\n").encode(), public=public)


def write_bytes(path: Path, data: bytes, *, public: bool = False) -> None:
    """Write a file, whole or not at all; nobody else can read it, unless it is public."""
    if path.is_dir():
        raise ModeratorProblem(f"{path} is a folder")
    closed.make_folder(path.parent)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if public:
            beside.chmod(0o644)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
