"""Files that somebody else has made: an import takes what an export of a game can hold, and nothing else."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.errors import ModeratorProblem
from pbem.moderator.archive import check_export, export_game, import_game, read_file
from pbem.store import games
from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, MONDAY, Office

Attack = Callable[[dict[str, Any]], Any]
NOW = MONDAY.isoformat()
OUTGOING = {
    "id": 1,
    "message_id": "<spam@example.test>",
    "game_id": 1,
    "seat_id": None,
    "answers_id": None,
    "kind": "plain",
    "seq": 0,
    "asked": None,
    "recipient": "victim@example.test",
    "subject": "You have won",
    "headers": {},
    "text": "",
    "html": "",
    "created_at": NOW,
    "status": "queued",
    "attempts": 0,
    "next_try": NOW,
    "sent_at": None,
    "error": "",
}
CLAIM = {"kind": "game", "key": 1, "owner": "x", "expires_at": NOW}
LETTER = {"identity": "x", "message_id": "x", "raw": "", "size": 0, "received_at": NOW, "status": "new"}


def bomb(size: int) -> str:
    return b64encode(zlib.compress(b'{"a": "' + b"a" * size + b'"}', 9)).decode()


def seat(data: dict[str, Any], **changes: Any) -> None:
    data["seats"][0].update(changes)


def deed(data: dict[str, Any], **changes: Any) -> None:
    row = {"game_id": data["game"]["id"], "what": "x", "details": "", "reason": "", "seq": 0, "at": NOW}
    data["tables"]["deed"].append({**row, **changes})


ATTACKS: dict[str, Attack] = {
    "outgoing mail": lambda data: data["tables"].update(outgoing=[OUTGOING]),
    "letters": lambda data: data["tables"].update(letter=[LETTER]),
    "a sign of life": lambda data: data["tables"].update(heartbeat=[{"id": 1, "at": NOW}]),
    "claims": lambda data: data["tables"].update(claim=[CLAIM]),
    "a second game": lambda data: data["tables"].update(game=[data["game"]]),
    "more seats": lambda data: data["tables"].update(seat=data["seats"]),
    "the version": lambda data: data["tables"].update(alembic_version=[{"version_num": "0001"}]),
    "a table that is none": lambda data: data["tables"].update(x=[]),
    "something beside": lambda data: data.update(outgoing=[OUTGOING]),
    "a column that is none": lambda data: seat(data, admin=True),
    "a column of the game that is none": lambda data: data["game"].update(owner="x"),
    "rows of another game": lambda data: deed(data, game_id=data["game"]["id"] + 1),
    "a seat of another game": lambda data: seat(data, game_id=data["game"]["id"] + 1),
    "a vacation of a seat elsewhere": lambda data: data["tables"]["absence"].append(
        {"game_id": data["game"]["id"], "seat_id": 999, "begins": NOW, "ends": NOW}
    ),
    "a token that can be guessed": lambda data: seat(data, token="a"),
    "a token of no letters": lambda data: seat(data, token=None),
    "one token for two": lambda data: seat(data, token=data["seats"][1]["token"]),
    "an address that breaks the dialogue": lambda data: seat(data, address="a@b\r\nRCPT TO:<x@y>"),
    "an address that turns the line round": lambda data: seat(data, address="a\u202eb@example.test"),
    "a language that is none": lambda data: seat(data, language="../en"),
    "a language of the game that is none": lambda data: data["game"].update(language="tlh"),
    "no number": lambda data: seat(data, missed="many"),
    "a huge number": lambda data: seat(data, told=1 << 70),
    "a number that is a word": lambda data: seat(data, letters=True),
    "a power that is none": lambda data: seat(data, powers=["atlantis"]),
    "a power twice": lambda data: seat(data, powers=data["seats"][1]["powers"]),
    "powers that are none at all": lambda data: seat(data, powers=[["france"]]),
    "no time": lambda data: deed(data, at="yesterday"),
    "a time without a zone": lambda data: deed(data, at="2026-01-01T00:00:00"),
    "a text that is a list": lambda data: deed(data, reason=["x"]),
    "a text without end": lambda data: deed(data, reason="x" * 1_000_000),
    "no bytes": lambda data: data["tables"]["snapshot"][0].update(state="%%%"),
    "a bomb": lambda data: data["tables"]["snapshot"][0].update(state=bomb(50_000_000)),
    "a position that is not whole": lambda data: data["tables"]["snapshot"][0].update(state=bomb(100)[:40]),
    "another seed than was promised": lambda data: data["game"].update(commitment="0" * 64),
    "rows that are none": lambda data: data["tables"].update(deed={"x": 1}),
    "seats that are none": lambda data: data.update(seats="x"),
    "a game that is none": lambda data: data.update(game=[]),
    "standing orders that cannot be read": lambda data: data["tables"]["standing_order"].append(
        {
            "game_id": data["game"]["id"],
            "power": "france",
            "words": "x",
            "order": {"$": "Nothing"},
            "active": True,
            "created_at": NOW,
        }
    ),
    "a pace that is none": lambda data: data["game"].update(pace={"zone": "Nowhere/Atlantis"}),
}


def rows(office: Office) -> int:
    with UnitOfWork(office.database) as work:
        return sum(len(work.session.exec(select(table)).all()) for table in (GameRow, SeatRow, OutgoingRow))


def take_in(office: Office, data: dict[str, Any]) -> None:
    """As the command does."""
    check_export(data)
    with UnitOfWork(office.database) as work:
        import_game(work.session, data)
        work.commit()


@pytest.fixture
def data(game: Office) -> dict[str, Any]:
    with UnitOfWork(game.database) as work:
        found: dict[str, Any] = json.loads(json.dumps(export_game(work.session, GAME)))
    return found


@pytest.mark.timeout(30)
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_and_nothing_is_taken_in(
    attack: str, data: dict[str, Any], new_office: Callable[..., Office]
) -> None:
    there = new_office()
    ATTACKS[attack](data)
    with pytest.raises(ModeratorProblem):
        take_in(there, data)
    assert rows(there) == 0


def test_without_an_attack_it_is_taken_in(data: dict[str, Any], new_office: Callable[..., Office]) -> None:
    there = new_office()
    take_in(there, data)
    assert rows(there) == 7
    assert there.asked() != []


def test_names_with_unseen_characters_come_in_without_them(
    data: dict[str, Any], new_office: Callable[..., Office]
) -> None:
    """Version 0.1 has taken such names."""
    there = new_office()
    seat(data, name="Ali\u202e\x07 Pasha\n")
    deed(data, reason="because\u2066")
    with UnitOfWork(there.database) as work:
        import_game(work.session, data)
        row = games.seat_rows(work.session, games.find_game(work.session, GAME))[0]
        assert row.name == "Ali Pasha"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(ModeratorProblem, match="larger than any"):
        read_file(tmp_path / "large.json")
