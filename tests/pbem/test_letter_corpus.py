"""Every letter of tests/letters, as `expected.toml` says; and letters too large to be kept as files."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from pbem.channels.mail.align import align
from pbem.channels.mail.bounces import read_bounce
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.letter import MailLetter as Letter
from pbem.channels.mail.letter import read_letter
from pbem.channels.written import Kind
from pbem.config import MailSettings
from pbem.play.seats import Seat
from pbem.post.checks import Arrived, check_letter
from pbem.store.tables import LetterRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office, plan

LETTERS = Path(__file__).parents[1] / "letters"
_SAID: dict[str, Any] = tomllib.loads((LETTERS / "expected.toml").read_text(encoding="utf-8"))
USUAL: list[str] = _SAID.pop("usual")
EXPECTED: dict[str, dict[str, Any]] = {name: {} for name in _SAID.pop("read_as_usual")} | _SAID

TOKEN = "seat7token23456"
SEAT = Seat(1, 1, ("ottoman",), "Turk", "turk@example.test", TOKEN)
LARGEST = 256_000
MOST_SECONDS = 5.0
"""For one letter; most take less than a hundredth, and what is tested here takes minutes if done wrong."""


def read_in_time(raw: bytes) -> Letter:
    """Read a letter, and all that a report of a mail server might say, in the time that one may take."""
    began = time.process_time()
    letter = read_letter(raw)
    read_bounce(raw, letter)
    assert time.process_time() - began < MOST_SECONDS
    return letter


def stopped_by(letter: Letter, size: int) -> str | None:
    seat = SEAT if TOKEN in letter.tokens else None
    stopped = check_letter(
        Arrived(letter, size, LARGEST, seat, MailChannel(MailSettings(address="gm@example.test")))
    )
    return stopped.name if stopped else None


def test_the_list_is_complete() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in LETTERS.glob("*.eml"))
    assert len(EXPECTED) >= 80


def test_letters_are_read_as_expected() -> None:
    wrong: dict[str, list[tuple[object, object]]] = {}
    for name, expected in EXPECTED.items():
        raw = (LETTERS / f"{name}.eml").read_bytes()
        compared = list(_compared(read_in_time(raw), len(raw), expected))
        if differing := [(found, wanted) for found, wanted in compared if found != wanted]:
            wrong[name] = differing
    assert wrong == {}


def _compared(letter: Letter, size: int, expected: dict[str, Any]) -> Iterator[tuple[object, object]]:
    """What was read, and what was to be read."""
    yield stopped_by(letter, size), expected.get("by")
    yield list(letter.apart), expected.get("apart", [])
    if "told" in expected:
        foreign = [line.text for line in align(letter, ()).lines if line.kind is Kind.FOREIGN]
        yield [line for line in foreign if line in expected["told"]], expected["told"]
    if "count" in expected:
        yield len(letter.lines), expected["count"]
    elif "by" not in expected:
        yield list(letter.lines[: letter.certain]), expected.get("lines", USUAL + expected.get("also", []))
        yield list(letter.lines[letter.certain :]), expected.get("doubtful", [])


def test_what_becomes_of_them(office: Office) -> None:
    """All of them, one after the other, through a moderator: robots and strangers get no answer."""
    office.moderator.create_game(plan())
    with UnitOfWork(office.database) as work:
        turk = {"token": TOKEN, "address": SEAT.address}
        work.session.execute(update(SeatRow).where(col(SeatRow.number) == 1).values(turk))
        work.commit()
    rows: dict[str, LetterRow] = {}
    for name in sorted(EXPECTED):
        rows[name] = office.receive((LETTERS / f"{name}.eml").read_bytes())
    answered = [answer.answers_id for answer in office.outbox()]
    assert {answer.recipient for answer in office.outbox()} == {SEAT.address}
    for name, row in rows.items():
        becomes = EXPECTED[name].get("becomes", "done")
        silent = becomes in ("dropped", "held")
        assert row.raw == (LETTERS / f"{name}.eml").read_bytes(), name
        assert (row.status, row.verdict) == (becomes if silent else "done", EXPECTED[name].get("by", "")), (
            name
        )
        assert answered.count(row.id) == (0 if silent else 1), name


# ---- Letters that are made here: nothing may keep the program busy

HEAD = b"From: turk@example.test\nTo: gm+seat7token23456@example.test\n"
TEXT = HEAD + b"\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n'


def times(piece: bytes, size: int = LARGEST - 6_000) -> bytes:
    """A piece, again and again, up to almost the largest letter that is read."""
    return piece * (size // len(piece))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "ten megabytes": lambda: TEXT + times(b"build cavalry in Istanbul\n", 10_000_000),
    "ten megabytes of pictures": lambda: (
        MIXED + b"--b\n\npass\n--b\nContent-Type: image/png\n\n" + b"A" * 10_000_000
    ),
    "semicolons in the content type": lambda: (
        HEAD + b"Content-Type: text/plain" + times(b";") + b"\n\npass\n"
    ),
    "quotes in the content type": lambda: (
        HEAD + b"Content-Type: text/plain; " + times(b'a="') + b"\n\npass\n"
    ),
    "folds in the content type": lambda: (
        HEAD + b"Content-Type: text/plain; " + times(b"\n a=b;") + b"\n\npass\n"
    ),
    "a long boundary": lambda: (
        HEAD + b"Content-Type: multipart/mixed; boundary=" + times(b"a") + b"\n\npass\n"
    ),
    "many parts": lambda: MIXED + times(b"--b\n\npass\n"),
    "many false boundaries": lambda: MIXED + times(b"--\n"),
    "deep parts": lambda: HEAD + b"".join(DEEPER % (n, n) for n in range(4_000)) + b"\npass\n",
    "letters in letters": lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 5_000 + b"pass\n",
    "many headers": lambda: HEAD + times(b"X-Header: x\n") + b"\npass\n",
    "many recipients": lambda: HEAD + b"To: " + times(b"a@b.c, ") + b"\n\npass\n",
    "many lines of recipients": lambda: HEAD + times(b"Cc: " + b"a@b.c, " * 500 + b"\n") + b"\npass\n",
    "brackets in addresses": lambda: HEAD + times(b"Cc: " + b"<" * 3_900 + b"\n") + b"\npass\n",
    "comments in addresses": lambda: HEAD + times(b"Cc: " + b"(" * 3_900 + b"\n") + b"\npass\n",
    "comments in the sender": lambda: b"From: " + times(b"(") + b" turk@example.test\n\npass\n",
    "quotes in the sender": lambda: b"From: " + times(b'\\"') + b" turk@example.test\n\npass\n",
    "encoded words": lambda: HEAD + times(b"Subject: " + b"=?utf-8?q?a?= " * 280 + b"\n") + b"\npass\n",
    "half encoded words": lambda: HEAD + times(b"Subject: " + b"=?a?q?" * 600 + b"\n") + b"\npass\n",
    "ids": lambda: HEAD + b"References: " + times(b"<") + b"\n\npass\n",
    "reports": lambda: HEAD + b"Content-Type: message/delivery-status\n\n" + times(b"Action: failed\n\n"),
    "ids of returned letters": lambda: TEXT + b"message-id:" + times(b" "),
    "names in a report": lambda: TEXT + b"the following addresses had\n" + times(b"a" * 70_000 + b"\n"),
    "equal signs": lambda: HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + times(b"="),
    "not base64": lambda: HEAD + b"Content-Transfer-Encoding: base64\n\n" + times(b"!"),
    "utf-7": lambda: HEAD + b"Content-Type: text/plain; charset=utf-7\n\n" + times(b"+A"),
    "escapes": lambda: HEAD + b"Content-Type: text/plain; charset=iso-2022-jp\n\n" + times(b"\x1b$B"),
    "soft lines": lambda: HEAD + b"Content-Type: text/plain; format=flowed\n\n" + times(b"a \n"),
    "on on on": lambda: TEXT + times(b"On "),
    "wrote, wrote": lambda: TEXT + times(b"a 2026 wrote x\n"),
    "dashes and wrote": lambda: TEXT + times(b"--" + b"wrote" * 55 + b"\n"),
    "lines of dashes": lambda: TEXT + times(b"-" * 290 + b"\n"),
    "addresses and years": lambda: TEXT + times(b"<a@b>" * 58 + b"2026\n"),
    "heads": lambda: TEXT + times(b"From: a\n"),
    "press": lambda: TEXT + times(b"press:\n"),
    "nothing but lines": lambda: TEXT + times(b"\n"),
    "tags": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<a "),
    "open tags": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<div>"),
    "open quotes": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<blockquote>"),
    "quotes in the sender's name": lambda: b"From: " + b'\\"' * 1_990 + b" turk@example.test\n\npass\n",
    "lists in lists": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<li><ul>", 64_000),
    "bold in paragraphs": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<b><div>", 64_000),
    "fields": lambda: TEXT + times(b"Abc: x@y 2026\n"),
    "fields and blanks": lambda: TEXT + times(b"Abc: x\nDef: 2026\n\n"),
    "initials": lambda: TEXT + times(b"Ab> x\n"),
    "rules and signatures": lambda: TEXT + times(b"--\n>\n"),
    "old letters": lambda: TEXT + b"pass\n---- write above this line ----\n\n" + times(b"On 2026 a wrote\n"),
    "wrapped lines": lambda: (
        HEAD
        + b'Content-Type: multipart/alternative; boundary="b"\n\n--b\n\n'
        + times(b"a " * 30 + b"\n", 120_000)
        + b"--b\nContent-Type: text/html\n\n"
        + times(b"<p>" + b"a " * 40, 120_000)
    ),
    "comments in html": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<!-- <style "),
    "styles": lambda: HEAD + b"Content-Type: text/html\n\n" + times(b"<p style='font-size:0'>x"),
}
DEEPER = b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n'


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_letters_are_read_quickly(name: str) -> None:
    """Of a letter that is too large, the inbox gives the beginning only."""
    whole = HOSTILE[name]()
    letter = read_in_time(whole[: LARGEST + 1])
    if len(whole) > LARGEST:
        assert stopped_by(letter, len(whole)) == "size"
    assert len(letter.lines) <= 200
