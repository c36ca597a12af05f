"""Every command with arguments that make no sense: a clear line, exit code 1 or 2, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pbem.cli import app
from pbem.store.database import upgrade
from tests.pbem.office import GAME, Office

pytestmark = pytest.mark.usefixtures("log_as_before")
JUNK = ("", "nothing", "[/red]", "-7", "99999999999999999999999", "../../x\x1b[31mü\n", "a=b=c")
NEEDS_NO_ARGUMENTS = (
    "run",
    "poll",
    "tick",
    "send",
    "health",
    "games",
    "status",
    "late",
    "options",
    "card",
    "list",
    "upgrade-check",
    "manual",
    "remove",
    "check",
    "open",  # any name will do
)
WRITE_A_FILE = (("export",), ("backup",), ("archive",), ("post",))
READS_NO_SETTINGS = (
    "audit",
    "card",
    "options",
    "cases",
    "demo",
    "new",
    "talks",
    "import",
    "manual",
    "service",
    "languages",
    "pack",
)
"""Or not before it has looked at its arguments."""


def commands(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *path, name)
        else:
            yield (*path, name), command


ALL = dict(commands(typer.main.get_command(app)))


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A game that is never changed, for everything here is refused."""
    office = Office(tmp_path_factory.mktemp("game") / "pbem.sqlite3")
    upgrade(office.database)
    office.begin()
    yield office
    office.database.dispose()


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, without settings."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder(empty: Path, office: Office) -> Path:
    """A folder whose settings name the game's database."""
    database, maildir = office.settings.database, empty / "gm"
    (empty / "pbem.toml").write_text(f'database = "{database}"\n[mail]\nmaildir = "{maildir}"\n')
    return empty


def refused(words: list[str]) -> str:
    """What is said to a command that cannot be carried out."""
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, SystemExit | None), (words, result.exception)
    assert result.exit_code in (1, 2), (words, result.output)
    assert result.output.strip(), words
    assert "Traceback" not in result.output
    assert "\x1b[31m" not in result.output
    return result.output


def filled(command: Any, value: str) -> list[str]:
    """The required arguments and options, all with the same value."""
    words: list[str] = []
    options: list[str] = []
    for parameter in command.params:
        if parameter.param_type_name == "option":
            options += [parameter.opts[0], value] if parameter.required else []
        else:
            words.append(value)
    return [*options, "--", *words]


@pytest.mark.parametrize("path", [path for path in ALL if path[-1] not in NEEDS_NO_ARGUMENTS], ids=" ".join)
def test_nonsense_is_refused_in_a_line(path: tuple[str, ...], folder: Path) -> None:
    if path == ("backup",):
        words = [["--", ""], ["--", "gm"], ["--", "pbem.toml/x"]]
        (folder / "gm").mkdir()
    elif path == ("demo",):
        words = [["--scenario", "nothing"], ["--play", "nothing"], ["--resume", "--keep", "nowhere"]]
    else:
        words = [filled(ALL[path], value) for value in JUNK]
    before = sorted(folder.rglob("*"))
    for arguments in words:
        refused([*path, *arguments])
    assert [
        made for made in sorted(folder.rglob("*")) if made not in before and made.suffix != ".sqlite3"
    ] == []


@pytest.mark.parametrize("path", [path for path in ALL if path[-1] not in NEEDS_NO_ARGUMENTS], ids=" ".join)
def test_nonsense_about_a_real_game_is_refused(path: tuple[str, ...], folder: Path, office: Office) -> None:
    command = ALL[path]
    arguments = [p for p in command.params if p.param_type_name != "option"]
    if len(arguments) < 2 or arguments[0].name not in ("name", "game"):
        return
    orders = len(office.orders())
    junk = ("gm", "pbem.toml/x") if path in WRITE_A_FILE else JUNK[1:]
    (folder / "gm").mkdir()
    for value in junk:
        words = filled(command, value)
        words[words.index("--") + 1] = GAME
        refused([*path, *words])
    assert len(office.orders()) == orders


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_unknown_options_are_refused(path: tuple[str, ...], empty: Path) -> None:
    assert "no such option" in refused([*path, "--nonsense"]).lower()


BAD_SETTINGS = {
    "database = [": "pbem.toml",
    "nonsense = 1": "nonsense",
    'database = "gm"': "database",
    "[mail]\nmaildir = 7": "mail.maildir",
}


@pytest.mark.parametrize("path", [path for path in ALL if path[0] not in READS_NO_SETTINGS], ids=" ".join)
def test_bad_settings_are_told_by_name(path: tuple[str, ...], empty: Path) -> None:
    (empty / "gm").mkdir()
    for settings, told in BAD_SETTINGS.items():
        (empty / "pbem.toml").write_text(settings)
        assert told in refused([*path, *filled(ALL[path], "1")])


def test_a_file_that_is_no_database(empty: Path) -> None:
    (empty / "pbem.toml").write_text('database = "text"\n')
    (empty / "text").write_text("no database at all, but long enough to be looked at " * 40)
    assert "not a database" in refused(["status"])


@pytest.mark.parametrize("words", [["log", GAME, "--last", "-1"], ["letter", "list", "--last", "0"]])
def test_numbers_out_of_range(folder: Path, words: list[str]) -> None:
    assert "greater than or equal" in refused(words)
