"""Games as files: export and import, archive and audit, backups."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from pbem.errors import ModeratorProblem, WrongMoment
from pbem.moderator.archive import (
    archive_game,
    export_game,
    import_game,
    press_text,
    read_file,
    write_file,
)
from pbem.moderator.audit import audit
from pbem.moderator.overview import Overview
from pbem.store.backup import back_up
from pbem.store.talk_tables import DraftRow, PressRow
from pbem.store.unit_of_work import UnitOfWork
from rules.core.dice import commitment
from tests.pbem.office import GAME, Office
from tests.pbem.timed import everybody_ready, rows


def exported(office: Office) -> dict[str, Any]:
    with UnitOfWork(office.database) as work:
        return json.loads(json.dumps(export_game(work.session, GAME)))  # type: ignore[no-any-return]


def imported(office: Office, data: dict[str, Any], name: str = "") -> str:
    with UnitOfWork(office.database) as work:
        here = import_game(work.session, data, name)
        work.commit()
    return here


def archived(office: Office) -> dict[str, Any]:
    with office.database.begin() as connection:
        connection.execute(text("UPDATE game SET status = 'over', ended_at = started_at"))
    with UnitOfWork(office.database) as work:
        return json.loads(json.dumps(archive_game(work.session, GAME)))  # type: ignore[no-any-return]


@pytest.fixture
def rich(talking: Office) -> Office:
    """A game with press, deals, standing orders, a vacation and a few orders."""
    talking.write("hapsburg", "propose to france: alliance", "press to france: Shall we?")
    talking.write("france", "agree", "vacation 2026-12-20 to 2027-01-02", "windows open")
    talking.write("papacy", "standing: never intercept", "group friends: france, england")
    everybody_ready(talking)
    talking.play_silently(2)
    return talking


# ---- Moving


def test_a_game_goes_on_elsewhere_as_if_it_had_never_moved(
    rich: Office, new_office: Callable[..., Office]
) -> None:
    elsewhere = new_office(talks=48)
    elsewhere.clock.advance(rich.clock.now() - elsewhere.clock.now())
    assert imported(elsewhere, exported(rich)) == GAME
    assert elsewhere.engine().digest() == rich.engine().digest()
    assert elsewhere.asked() == rich.asked()
    assert Overview(elsewhere.database).verify(GAME).orders == len(rich.orders())
    assert [row.status for row in rows(elsewhere, DraftRow)] == ["done"]
    assert [row.text for row in rows(elsewhere, PressRow)] == ["Shall we?"]
    (power,) = rich.asked()
    for office in (rich, elsewhere):
        office.write(power, office.silent_line(power))
    assert elsewhere.engine().digest() == rich.engine().digest()
    assert (
        exported(elsewhere)["tables"]["order"][-1]["entry"] == exported(rich)["tables"]["order"][-1]["entry"]
    )


def test_a_game_is_taken_in_once(rich: Office, office: Office) -> None:
    data = exported(rich)
    with pytest.raises(WrongMoment, match="already"):
        imported(rich, data)
    with pytest.raises(WrongMoment, match="under another name"):
        imported(rich, data, "other")
    assert imported(office, data, "other") == "other"


@pytest.mark.parametrize("damage", ["format", "game", "seats", "data"])
def test_a_damaged_export_changes_nothing(talking: Office, office: Office, damage: str) -> None:
    data = exported(talking)
    if damage == "format":
        data["format"] = "something else"
    elif damage == "game":
        del data["game"]["setup"]
    elif damage == "seats":
        data["seats"] = data["seats"][:2]
        data["tables"]["absence"] = [
            {"seat_id": 99, "begins": "2026-01-01T00:00:00+00:00", "ends": "2026-01-01T00:00:00+00:00"}
        ]
    else:
        data["game"]["data_digest"] = "0" * 64
    with pytest.raises(ModeratorProblem):
        imported(office, data)
    assert Overview(office.database).games() == []


# ---- Publishing


def test_a_seed_stays_secret_until_the_game_is_over(rich: Office) -> None:
    with UnitOfWork(rich.database) as work, pytest.raises(WrongMoment, match="still secret"):
        archive_game(work.session, GAME)


def test_an_archive_can_be_audited_and_holds_no_addresses(rich: Office) -> None:
    data = archived(rich)
    result = audit(data, promised=commitment("a seed"))
    assert result.orders == len(rich.orders())
    assert result.dice > 0
    assert "example.test" not in json.dumps(data)
    assert data["press"][0]["from"] == "hapsburg"
    assert "Hapsburg to France" in press_text(data)
    assert [deal["status"] for deal in data["deals"]] == ["done"]


def _other_seed(data: dict[str, Any]) -> None:
    data["seed"] = "another"


def _other_seed_and_promise(data: dict[str, Any]) -> None:
    data["seed"], data["commitment"] = "another", commitment("another")


def _order_left_out(data: dict[str, Any]) -> None:
    del data["orders"][2]


def _other_dice(data: dict[str, Any]) -> None:
    rolled = next(event for event in data["events"] if event["$"] == "DiceRolled")
    rolled["dice"] = [6 for _ in rolled["dice"]]


def _other_end(data: dict[str, Any]) -> None:
    data["digest"] = "0" * 64


def _other_data(data: dict[str, Any]) -> None:
    data["data_digest"] = "0" * 64


def _no_orders(data: dict[str, Any]) -> None:
    del data["orders"]


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (_other_seed, "not the one that was promised"),
        (_other_seed_and_promise, "not the one that was promised|lead to|was told as"),
        (_order_left_out, "do not lead to this game"),
        (_other_dice, "was told as DiceRolled"),
        (_other_end, "another end"),
        (_other_data, "other data files"),
        (_no_orders, "damaged"),
    ],
)
def test_an_audit_finds_what_was_tampered_with(
    rich: Office, tamper: Callable[[dict[str, Any]], None], told: str
) -> None:
    data = copy.deepcopy(archived(rich))
    tamper(data)
    promised = "" if tamper is not _other_seed_and_promise else commitment("a seed")
    with pytest.raises(ModeratorProblem, match=told):
        audit(data, promised=promised)


def test_files_are_written_and_read(tmp_path: Path) -> None:
    write_file(tmp_path / "deep" / "x.json", {"ä": 1})
    assert read_file(tmp_path / "deep" / "x.json") == {"ä": 1}
    (tmp_path / "bad.json").write_bytes(b"\xff{")
    (tmp_path / "list.json").write_text("[]")
    for name in ("nothing.json", "bad.json", "list.json"):
        with pytest.raises(ModeratorProblem):
            read_file(tmp_path / name)


# ---- Backups


def test_a_backup_of_a_database_in_use(rich: Office, tmp_path: Path) -> None:
    copied = tmp_path / "backups" / "copy.sqlite3"
    with rich.database.begin() as connection:  # somebody writes
        connection.execute(text("UPDATE game SET reported = reported"))
        assert back_up(rich.settings.database, copied) > 10_000
    with sqlite3.connect(copied) as copy_of:
        (orders,) = copy_of.execute('SELECT count(*) FROM "order"').fetchone()
    copy_of.close()
    assert orders == len(rich.orders())
    with pytest.raises(ModeratorProblem, match="there already"):
        back_up(rich.settings.database, copied)
    with pytest.raises(ModeratorProblem, match="no database"):
        back_up(tmp_path / "nothing.sqlite3", tmp_path / "x")
