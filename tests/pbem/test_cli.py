"""The command line, as a person uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from tests.pbem.office import Office
from tests.pbem.terminal import Run

SEATS = [
    f"--seat={power}={name} <{power}@example.test>"
    for power, name in [
        ("turks", "Ahmed"),
        ("habsburg", "Carla"),
        ("england", "Ed"),
        ("france", "Fran"),
        ("pope", "Paula"),
        ("protestant", "Lukas"),
        ("observer", "Olga"),
    ]
]


@pytest.fixture
def pbem(as_shown: Run) -> Run:
    return as_shown


def test_a_game_from_the_command_line(pbem, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pbem("new", "summer", "--scenario", "tournament", *SEATS)
    assert "not begun" in pbem("status")
    pbem("start", "summer")
    assert "Turn 4" in pbem("status")
    assert "Suleiman" in pbem("status", "summer")
    assert "agree" in pbem("verify", "summer")
    assert "draws" in pbem("replay", "summer")
    assert "You draw" not in pbem("replay", "summer")
    assert "You draw" in pbem("replay", "summer", "--power", "france")
    assert "0 letters" in pbem("poll")
    assert "0 deadlines" in pbem("tick")
    assert "order" in pbem("log", "summer")
    assert "to be tried again" in pbem("send", fails=True)


def test_a_game_whose_posts_are_carried_by_hand_names_the_console(pbem) -> None:  # type: ignore[no-untyped-def]
    """There is nothing to send: nobody has a mailbox."""
    by_hand = [seat.replace("@example.test", "@console") for seat in SEATS]
    pbem("new", "summer", "--scenario", "tournament", *by_hand)
    told = pbem("start", "summer")
    assert "pbem console summer" in told
    assert "pbem send" not in told


def test_letters_can_be_looked_at(pbem, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    office = Office(tmp_path / "pbem.sqlite3")
    pbem("status")  # makes the database
    office.begin()
    (power,) = office.asked()
    office.write(power, "frobnicate")
    office.receive(office.letter(power, "pass", From="stranger@example.test"))
    listed = pbem("letter", "list")
    assert "done" in listed
    assert "wrong-sender" in listed
    assert "wrong-sender" not in pbem("letter", "list", "--status", "done")
    shown = pbem("letter", "show", "1")
    assert "frobnicate" in shown
    assert "NOT DONE" in shown
    assert "held" in pbem("letter", "retry", "2")
    office.database.dispose()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["start", "nothing"], "no game"),
        (["start", "nothing"], "none at all in pbem.sqlite3: pbem new makes one"),
        (["verify", "nothing"], "no game"),
        (["letter", "show", "7"], "no letter 7"),
        (["new", "x", "--seat", "nonsense"], "is no seat"),
        (["new", "x", "--seat", "atlantis=A <a@b>"], "no power"),
        (["new", "x", "--seat", "france=A <a@b>"], "one player cannot"),
        (["--settings", "nowhere.toml", "status"], "no settings file"),
        (["demo", "--resume", "--keep", "nowhere"], "no demo"),
    ],
)
def test_mistakes_are_told_in_a_sentence(pbem, words: list[str], told: str) -> None:  # type: ignore[no-untyped-def]
    output = pbem(*words, fails=True)
    assert told in output
    assert "Traceback" not in output


def test_help_speaks_to_people_not_of_types() -> None:
    """Of every command: no `<bool>` behind a switch, no `<list[str]>`, no doubled brackets."""
    runner = CliRunner()
    told = runner.invoke(app, ["manual"]).output
    for words in (["--help"], ["new", "--help"], ["token", "renew", "--help"], ["run", "--help"]):
        told += runner.invoke(app, words).output
    for ugly in ("<bool>", "<str>", "list[", "int range", "[["):
        assert ugly not in told


def test_help_names_every_command(pbem) -> None:  # type: ignore[no-untyped-def]
    output = pbem("--help")
    for command in "new start status log replay verify poll tick send run letter demo cases".split():
        assert command in output


@pytest.mark.parametrize(
    ("used", "slow"),
    [
        ("pbem.cli", ("rules", "sqlalchemy", "pydantic", "rich.console", "asyncio", "http.server", "PIL")),
        (
            "pbem.moderator.overview, pbem.work.checkers",
            ("pbem.channels.mail.channel", "imapclient", "flufl.bounce", "jinja2", "pbem.games.his"),
        ),
    ],
    ids=["help", "status"],
)
def test_nobody_waits_for_what_is_not_needed(used: str, slow: tuple[str, ...]) -> None:
    """Whatever is slow to import is imported by the commands that need it."""
    asked = f"import sys, {used}; print([one for one in {slow!r} if one in sys.modules])"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True).stdout == b"[]\n"
