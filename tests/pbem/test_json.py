"""What programs read: every `--json` has a schema in the documents, and keeps to it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer
from typer.testing import CliRunner

from pbem.cli import app
from pbem.cli.tools import (
    as_data,
    complete_games,
    complete_games_and_files,
    complete_openings,
    complete_powers,
)
from pbem.console.pasted import Pasted
from pbem.console.table import ForumTable
from pbem.games import game_of
from pbem.play.plan import GamePlan
from pbem.play.wishes import Wishes
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.openings import open_game
from pbem.work.rulings import vote
from pbem.work.sign_ups import SigningUp
from tests.pbem.office import GAME, Office, plan
from tests.pbem.test_docs import ALL, DOCS

TITLE = game_of("his")
SCHEMAS = DOCS / "schema"
PAGE = (DOCS / "json.md").read_text(encoding="utf-8")
WITH_JSON = [name for name, command in ALL.items() if any("--json" in param.opts for param in command.params)]
LISTS_OR_SHOWS = [
    *"games status log players late deeds verify hand odds ask post health doctor card options".split(),
    "upgrade-check",
    "signups",
    "letter list",
    "letter show",
    "rulings",
    "languages list",
    "pack list",
    "pack check",
    "audit",
    "pace",
    "service status",
]


@pytest.mark.parametrize("name", LISTS_OR_SHOWS)
def test_a_command_that_lists_or_shows_has_json_and_a_schema(name: str) -> None:
    assert name in WITH_JSON
    file = f"{name.replace(' ', '-')}.json"
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert f"[{file}](schema/{file})" in PAGE


def test_there_is_no_json_without_a_schema() -> None:
    assert sorted(WITH_JSON) == sorted(LISTS_OR_SHOWS)
    assert sorted(path.stem for path in SCHEMAS.glob("*.json")) == sorted(
        name.replace(" ", "-") for name in LISTS_OR_SHOWS
    )


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name.replace(' ', '-')}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Path]:
    """The settings of a game in Berlin, with a post that was pasted."""
    folder = tmp_path_factory.mktemp("json")
    database = folder / "pbem.sqlite3"
    database.write_bytes(empty_database.read_bytes())
    office = Office(database, pace={"zone": "Europe/Berlin"})
    office.begin(scenario="1517")
    office.moderator.create_game(replace(plan(), name="winter"))
    with UnitOfWork(office.database) as work:
        seat = games.seat_rows(work.session, games.find_game(work.session, "winter"))[0]
        vote(seat, TITLE.ruling_sheet[0], agrees=True)
        tx = work.at(office.settings, office.clock.now())
        opened = open_game(tx, GamePlan("autumn", "1517", ()))
        desk = SigningUp(tx, opened)
        desk.add("anna@example.test", "mail", Wishes(("france",), name="Anna"), ())
        work.commit()
    table = ForumTable(office.database, office.settings, GAME, office.clock)
    table.take(Pasted(None, ["target Brandenburg", "hand"]), table.player_named("protestant"))
    office.database.dispose()
    file = folder / "pbem.toml"
    file.write_text(f'database = "{database}"\n[mail]\naddress = "gm@example.test"\n')
    return file


COMMANDS = [
    ["games"],
    ["status"],
    ["status", GAME],
    ["log", GAME],
    ["players", GAME],
    ["late"],
    ["signups", "autumn"],
    ["deeds", GAME],
    ["verify", GAME],
    ["hand", GAME, "protestant"],
    ["odds", GAME, "france", "assault", "milan"],
    ["ask", GAME],
    ["ask", GAME, "--public"],
    ["post", GAME, "--look"],
    ["health"],
    ["doctor", "--no-mail"],
    ["upgrade-check"],
    ["card"],
    ["card", "31"],
    ["options"],
    ["rulings", "winter"],
    ["languages", "list"],
    ["pack", "list"],
    ["pack", "check", str(DOCS.parent / "scenarios" / "vq")],
    ["pack", "check", str(DOCS)],
    ["letter", "list"],
    ["letter", "show", "1"],
    ["pace", GAME],
    ["pace", GAME, "--grace", "4"],
    ["service", "status"],
]


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_printed_keeps_to_its_schema(words: list[str], settings: Path) -> None:
    result = CliRunner().invoke(app, ["--settings", str(settings), *words, "--json"])
    assert result.exit_code in (0, 1), result.output
    name = " ".join(words[:2]) if words[0] in ("letter", "languages", "pack", "service") else words[0]
    name = "games" if words == ["status"] else name
    data = json.loads(result.stdout)
    jsonschema.validate(data, schema(name), jsonschema.Draft202012Validator)
    times = re.findall(r'"\d{4}-\d\d-\d\dT[^"]+"', result.stdout)
    here = words[0] in ("log", "deeds", "late", "ask") or words[:2] == ["status", GAME]
    assert all(time.endswith(('+01:00"', '+02:00"')) for time in times) if here else True


def test_a_published_game_keeps_to_its_schema(settings: Path) -> None:
    with closing(sqlite3.connect(settings.parent / "pbem.sqlite3")) as database, database:
        database.execute("UPDATE game SET status = 'over', ended_at = started_at WHERE name = ?", [GAME])
    archive = settings.parent / "archive"
    run = CliRunner()
    made = run.invoke(app, ["--settings", str(settings), "archive", GAME, str(archive)])
    assert made.exit_code == 0, made.output
    result = run.invoke(app, ["audit", str(archive), "--json"])
    assert result.exit_code == 0, result.output
    jsonschema.validate(json.loads(result.stdout), schema("audit"), jsonschema.Draft202012Validator)


def test_a_schema_can_fail() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"games": [{"name": 1}], "mail": {}}, schema("games"))


def test_a_zone_of_its_own_comes_first() -> None:
    from datetime import UTC, datetime

    from pbem.moderator.overview import GameLine

    line = GameLine("g", "1517", "running", "", (), datetime(2026, 7, 1, 12, tzinfo=UTC), "Europe/Berlin")
    assert as_data([line])[0]["due"] == "2026-07-01T14:00:00+02:00"


# ---- Completion


def test_the_shell_completes_games_and_powers(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = typer.main.get_command(app)
    root = typer.Context(command, obj=settings)
    ctx = typer.Context(ALL["hand"], parent=root)
    assert complete_games(ctx, GAME[:1]) == [GAME]
    assert complete_games(ctx, "zz") == []
    ctx.params["name"] = GAME
    assert complete_powers(ctx, "ha") == ["hapsburg"]
    ctx.params["name"] = "no-such-game"
    assert complete_powers(ctx, "ha") == []
    assert complete_openings(ctx, "au") == ["autumn"]
    log = settings.parent / f"{GAME}.case"
    log.write_text("")
    monkeypatch.chdir(settings.parent)
    assert complete_games_and_files(ctx, GAME[:1]) == [GAME, log.name]
    assert complete_games_and_files(ctx, "zz") == [], "the shell completes files by itself"


def test_every_argument_that_is_a_game_or_a_power_is_completed() -> None:
    made_anew = {"new", "open"}
    for name, command in ALL.items():
        for parameter in command.params:
            if getattr(parameter, "metavar", None) in ("GAME", "POWER") and name not in made_anew:
                assert parameter._custom_shell_complete is not None, name  # type: ignore[attr-defined]
