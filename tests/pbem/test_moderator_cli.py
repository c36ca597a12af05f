"""The moderator's desk on the command line, the daemon and its health, and what stands in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from pbem.channels.channel import Incoming
from pbem.channels.mail.embedded import deliver
from pbem.config import load_settings
from pbem.daemon.daemon import Daemon
from pbem.errors import MailboxProblem
from pbem.logs import Json, blot
from pbem.store.tables import QuestionRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.terminal import Run
from tests.pbem.timed import game_row, seat_row


@pytest.fixture
def pbem(playing: Office, tmp_path: Path, in_a_line: Run) -> Run:
    """The command line, in a folder whose settings name the game's database; its clock is the real one."""
    (tmp_path / "pbem.toml").write_text(
        f'database = "{playing.place}"\n[mail]\nmaildir = "{tmp_path / "gm"}"\n'
        'address = "gm@example.test"\nmoderator = "boss@example.test"\n'
    )
    return in_a_line


def take_all_the_time(playing: Office) -> None:
    """The game was begun on a day of its own: by the real clock, its deadlines may be long over."""
    due = datetime.now(UTC) + timedelta(days=30)
    with UnitOfWork(playing.database) as work:
        work.session.execute(update(QuestionRow).values(due_at=due, default_at=due))
        work.commit()


def test_the_desk_on_the_command_line(pbem: Run, playing: Office) -> None:
    (power,) = playing.asked()
    line = playing.silent_line(power)
    assert "France" in pbem("players", GAME)
    assert GAME in pbem("late")
    assert "asked to answer" in pbem("nudge", GAME, "--words", "Please!")
    assert "stands still" in pbem("pause", GAME, "--because", "Easter")
    assert "runs again" in pbem("resume", GAME)
    assert "moved by 24 hours" in pbem("extend", GAME, "24h")
    assert "on hold" in pbem("hold", GAME)
    assert "runs again" in pbem("resume", GAME)
    assert "impulse 96" in pbem(
        "pace", GAME, "--impulse", "96", "--quiet-days", "sat,sun", "--reminders", "12"
    )
    assert f"ordered for {power.title()}" in pbem("answer", GAME, power, line)
    assert "Anna" in pbem("substitute", GAME, "papacy", "Anna <anna@example.org>", "-b", "gone")
    assert "are asked" in pbem("offer", GAME, "england")
    assert "a caretaker plays" in pbem("caretaker", GAME, "england")
    assert "observes" in pbem("observe", "add", GAME, "Olga <olga@example.org>")
    assert "no longer" in pbem("observe", "remove", GAME, "olga@example.org")
    assert "stands again after order 5" in pbem("rewind", GAME, "5", "--because", "a slip")
    assert "corrected" in pbem(
        "correct", GAME, "spaces.metz.control=france", "--because", "a slip", "--go-back"
    )
    assert pbem("position", GAME, "spaces.metz.control") == '"france"'
    deeds = pbem("deeds", GAME)
    for what in ("nudge", "pause", "resume", "extend", "hold", "answer", "substitute", "rewind", "correct"):
        assert what in deeds
    assert seat_row(playing, "papacy").name == "Anna"


def test_files_on_the_command_line(pbem: Run, playing: Office, tmp_path: Path) -> None:
    assert "holds every secret" in pbem("export", GAME, "game.json")
    assert (tmp_path / "game.json").stat().st_mode & 0o077 == 0
    assert "already" in pbem("import", "game.json", fails=True)
    assert "checked" in pbem("backup", "copy.sqlite3")
    assert "still secret" in pbem("archive", GAME, fails=True)
    with playing.database.begin() as connection:
        connection.execute(text("UPDATE game SET status = 'over'"))
    assert "game.json" in pbem("archive", GAME)
    told = pbem("audit", f"{GAME}-archive/game.json", "--promised", game_row(playing).commitment)
    assert "the one that was promised" in told
    assert "not the one" in pbem("audit", f"{GAME}-archive/game.json", "--promised", "0" * 64, fails=True)
    (tmp_path / "pbem.toml").write_text('database = "elsewhere.sqlite3"\n')
    assert "all agrees" in pbem("import", "game.json", "--name", "moved")
    assert "moved" in pbem("status")


def test_held_letters_on_the_command_line(pbem: Run, playing: Office) -> None:
    (power,) = playing.asked()
    line = playing.silent_line(power)
    first = playing.receive(playing.letter(power, line, From="new@example.test"))
    second = playing.receive(playing.letter(power, line, To="gm@example.test"))
    assert "Name the game" in pbem("letter", "release", str(second.id), fails=True)
    assert "is dropped" in pbem("letter", "drop", str(second.id))
    assert "is handled" in pbem("letter", "release", str(first.id))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pause", "nothing"], "no game"),
        (["extend", GAME, "soon"], "no length of time"),
        (["talks", GAME, "begin"], "can only be ended"),
        (["talks", GAME, "end"], "nobody negotiates"),
        (["pace", GAME, "--zone", "Nowhere"], "no time zone"),
        (["pace", GAME, "--quiet-days", "someday"], "no day of the week"),
        (["substitute", GAME, "france", "nobody"], "is no address"),
        (["correct", GAME, "nonsense", "-b", "x"], "is no change"),
        (["rewind", GAME, "999", "-b", "x"], "not before its end"),
        (["import", "nothing.json"], "no file"),
        (["audit", "pbem.toml"], "cannot be read"),
        (["invite", GAME], "has begun"),
        (["hand", GAME, "atlantis"], "there is Ottoman, Hapsburg"),
    ],
)
def test_mistakes_are_told_in_a_sentence(pbem: Run, words: list[str], told: str) -> None:
    assert told in pbem(*words, fails=True)


# ---- The daemon


class Inbox:
    """A mailbox that can be out of reach."""

    def __init__(self) -> None:
        self.down = False

    def fetch(self) -> Iterator[Incoming]:
        if self.down:
            raise MailboxProblem("no route to the mailbox")
        yield from ()

    def mark(self, key: str) -> None: ...

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0.01)

    def close(self) -> None: ...


def test_without_its_mailbox_nobodys_time_runs_out(
    pbem: Run, playing: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = Inbox()
    monkeypatch.setattr("pbem.daemon.daemon.open_inbox", lambda settings: inbox)
    with Daemon(load_settings(), playing.clock) as daemon:
        daemon.poll()
        due = next(row.due_at for row in playing.questions() if row.status == "open")
        inbox.down = True
        playing.later(500)
        with pytest.raises(MailboxProblem):
            daemon.poll()
        assert daemon.tick() == 0
        assert not daemon.health().well
        inbox.down = False
        assert daemon.poll() == 0
        assert daemon.tick() == 0
        assert daemon.health().well
        (after,) = [row.due_at for row in playing.questions() if row.status == "open"]
        assert (after - due).total_seconds() == 500 * 3600  # type: ignore[operator]


async def test_a_round_that_fails_does_not_end_the_daemon(
    pbem: Run, playing: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("pbem.daemon.daemon.open_inbox", lambda settings: Inbox())
    stop = asyncio.Event()
    with Daemon(load_settings(), playing.clock) as daemon:
        rounds = 0

        def poll() -> int:
            nonlocal rounds
            rounds += 1
            if rounds == 1:
                raise OSError("disk full")
            stop.set()
            return 0

        monkeypatch.setattr(daemon, "poll", poll)
        await asyncio.wait_for(daemon.run(stop), 10)
    assert rounds == 2
    assert "there will be another" in caplog.text
    assert "games 1 running" in caplog.text  # the health line


def test_it_runs_until_it_is_told_to_stop(pbem: Run, playing: Office, tmp_path: Path) -> None:
    """A process of its own: a letter is handled, SIGTERM stops it cleanly, and the log holds no secrets."""
    take_all_the_time(playing)
    (power,) = playing.asked()
    letter = playing.letter(power, playing.silent_line(power))
    orders = len(playing.orders())
    with (tmp_path / "log").open("wb") as log:
        (tmp_path / "log").chmod(0o644)
        process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "-v", "--json-log", "-s", str(tmp_path / "pbem.toml"), "run"],
            stderr=log,
            cwd=Path(__file__).parents[2],
        )
        try:
            for _ in range(1_200):
                if (tmp_path / "gm" / "new").exists():
                    break
                time.sleep(0.05)
            deliver(tmp_path / "gm", letter)
            for _ in range(1_200):
                if len(playing.orders()) > orders:
                    break
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            process.kill()
            process.wait()
    assert len(playing.orders()) > orders
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    said = [line["says"] for line in lines]
    assert said[0].startswith("others on this machine could read this log")
    assert said[1] == "the moderator is at work"
    assert said[-1] == "the moderator has stopped"
    assert any(words.startswith("well: last seen") for words in said)
    assert any(line.get("handled") == 1 for line in lines), said
    everything = (tmp_path / "log").read_text()
    assert playing.seat(power).token not in everything
    assert "a seed" not in everything
    assert "well" in pbem("health")


def test_health_fails_when_nobody_is_at_work(pbem: Run) -> None:
    assert "NOT WELL: never seen" in pbem("health", fails=True)


def test_tokens_are_blotted_out_of_the_log() -> None:
    assert blot("to gm+abcdefgh23456789@example.test") == "to gm+...@example.test"
    try:
        raise ValueError("gm+abcdefgh23456789@example.test")
    except ValueError:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 1, "bad %s", ("gm+abcdefgh23456789@x",), sys.exc_info()
        )
    line: dict[str, Any] = json.loads(Json().format(record))
    assert line["says"] == "bad gm+...@x"
    assert "abcdefgh" not in line["trace"]
