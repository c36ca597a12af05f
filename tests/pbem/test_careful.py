"""Letters that would take too long, or end the program: the others are handled all the same."""

from __future__ import annotations

import faulthandler
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.channels.channel import Incoming
from pbem.channels.mail import careful
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.embedded import deliver
from pbem.channels.mail.letter import read_here, read_letter, read_safely
from pbem.config import load_settings
from pbem.daemon.daemon import Daemon
from pbem.post.leftovers import VERDICT
from pbem.store.claims import worker_of
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office

LETTERS = Path(__file__).parents[1] / "letters"
PARTS = b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + b"--b\r\n\r\npass\r\n" * 400


DIES = """
import os, sys
while size := sys.stdin.buffer.read(8):
    if b"deadly" in sys.stdin.buffer.read(int.from_bytes(size)):
        os.abort()
    print("{}", flush=True)
"""
"""Another process that does not survive some letters."""


def odd(office: Office, power: str) -> bytes:
    """A player's letter with hundreds of parts."""
    head, _, _ = office.letter(power, "x").partition(b"\r\nContent-Type")
    return head + b"\r\n" + PARTS


@pytest.mark.parametrize(
    "name", ["gmail", "html_outlook", "gb18030", "forwarded_zh", "apple_text_picture_text"]
)
def test_another_process_reads_the_same(name: str) -> None:
    raw = (LETTERS / f"{name}.eml").read_bytes()
    assert read_safely(raw) == read_here(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@b.c\n" + PARTS,
        b"From: a@b.c\n" + b"X-Header: x\n" * 8_000 + b"\npass\n",
        b"From: a@b.c\nContent-Type: text/html\n\npass" + b"<i></i>" * 3_000,
    ],
)
def test_a_letter_of_an_odd_shape_is_read_elsewhere(raw: bytes) -> None:
    with pytest.raises(careful.OddShape):
        read_here(raw)
    letter = read_letter(raw)
    assert (letter.lines, letter.sender, letter.unreadable) == (("pass",), "a@b.c", False)


@pytest.mark.parametrize("reader", ["import time; time.sleep(60)", "import os; os.abort()", "print(1, 2)"])
def test_a_letter_that_cannot_be_read_is_refused(
    game: Office, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    monkeypatch.setattr(careful, "READER", reader)
    monkeypatch.setattr(careful, "SECONDS", 2.0)
    monkeypatch.setattr(careful, "STARTING_SECONDS", 0.0)
    (power,) = game.asked()
    row = game.receive(odd(game, power))
    assert (row.status, row.verdict) == ("done", "unreadable")
    assert "I cannot read" in game.outbox(power)[-1].text
    assert game.orders() == []


def test_a_letter_is_stored_before_its_body_is_read(game: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(channel: MailChannel, raw: bytes) -> None:
        raise AssertionError

    monkeypatch.setattr(MailChannel, "read", never)
    (power,) = game.asked()
    raw = odd(game, power)
    assert game.moderator.store_letter(Incoming("key", raw, len(raw))) is not None
    assert game.moderator.store_letter(Incoming("again", raw, len(raw))) is None


def test_what_ended_the_program_is_put_aside(
    game: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter is left over from a run that died: it is tried in another process first."""
    (power,) = game.asked()
    deadly = game.letter(power, "deadly")
    id = game.moderator.store_letter(Incoming("key", deadly, len(deadly)))
    worker_of(game.database).leave()
    monkeypatch.setattr(careful, "READER", DIES)
    settings_file = tmp_path / "pbem.toml"
    settings_file.write_text(
        f'database = "{game.place}"\n[mail]\nmaildir = "{tmp_path / "gm"}"\nmoderator = "boss@example.test"\n'
    )
    with Daemon(load_settings(settings_file), game.clock) as daemon:
        deliver(tmp_path / "gm", game.letter(power, game.silent_line(power)))
        assert daemon.poll() == 1
    with UnitOfWork(game.database) as work:
        row = work.session.get_one(LetterRow, id)
        assert (row.status, row.verdict) == ("shunted", VERDICT)
    assert len(game.orders()) == 1
    assert [row.subject for row in game.outbox("boss")] == [f"[pbem] letter {id} is put aside"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The processes that are started to read letters."""
    found: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*words: Any, **options: Any) -> subprocess.Popen[bytes]:
        found.append(popen(*words, **options))
        return found[-1]

    monkeypatch.setattr("pbem.channels.mail.careful.subprocess.Popen", start)
    monkeypatch.setattr(careful, "READER", DIES)
    helper = careful._Helper()
    monkeypatch.setattr(careful, "_HELPER", helper)
    yield found
    helper.close()


def test_one_process_reads_them_all_and_those_of_the_next_round(
    started: list[subprocess.Popen[bytes]],
) -> None:
    for _ in range(3):
        assert careful.read_elsewhere([b"one", b"two"]) == [{}, {}]
    assert len(started) == 1


def test_another_one_goes_on_after_a_letter_that_it_did_not_survive(
    started: list[subprocess.Popen[bytes]],
) -> None:
    letters = [b"one", b"deadly", b"three", b"deadly too", b"five", b"six"]
    assert careful.read_elsewhere(letters) == [{}, None, {}, None, {}, {}]
    assert len(started) == 5  # what kills one that has read others is tried by one that has read none
    assert [process.poll() is None for process in started] == [False] * 4 + [True]


def test_no_letter_is_blamed_for_a_process_that_was_killed(started: list[subprocess.Popen[bytes]]) -> None:
    assert careful.read_elsewhere([b"one"]) == [{}]
    started[-1].kill()
    assert careful.read_elsewhere([b"two"]) == [{}]  # perhaps before anybody knows that it has ended
    started[-1].kill()
    started[-1].wait()
    assert careful.read_elsewhere([b"three"]) == [{}]
    assert len(started) == 3


def test_a_process_with_nothing_to_do_ends_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    brief = "from pbem.channels.mail import careful; careful.IDLE_SECONDS = 0.2; careful.main()"
    monkeypatch.setattr(careful, "READER", brief)
    raw = (LETTERS / "gmail.eml").read_bytes()
    first = careful.read_elsewhere([raw])
    process = careful._HELPER._process
    assert process is not None
    assert process.wait(20) == -signal.SIGALRM
    assert careful.read_elsewhere([raw]) == first
    assert first != [None]


def test_a_letter_that_waits_for_another_worker_is_tried_once(
    game: Office, tmp_path: Path, started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each round would else begin with a process, as long as somebody else works on its game."""
    (power,) = game.asked()
    raw = game.letter(power, "status")
    game.moderator.store_letter(Incoming("key", raw, len(raw)))
    settings_file = tmp_path / "pbem.toml"
    settings_file.write_text(f'database = "{game.place}"\n[mail]\nmaildir = "{tmp_path / "gm"}"\n')
    tried: list[int] = []
    monkeypatch.setattr(
        "pbem.channels.mail.channel.read_elsewhere",
        lambda raws: tried.append(len(raws)) or careful.read_elsewhere(raws),
    )
    with Daemon(load_settings(settings_file), game.clock) as daemon:
        monkeypatch.setattr(daemon._moderator, "handle_letters", lambda: 0)
        for _ in range(4):
            daemon.poll()
    assert tried == [1]
    assert len(started) == 1


def test_a_watch_is_kept_while_a_letter_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        faulthandler, "dump_traceback_later", lambda after, exit: told.append(f"{after} {exit}")
    )
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: told.append("over"))
    read_letter(b"pass")
    assert told == []
    careful.watch()
    try:
        read_letter(b"From: a@b.c\n\npass\n")
    finally:
        careful.watch(False)
    assert told == ["300 True", "over"]
