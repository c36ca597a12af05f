"""Letters that come back: what a report says, whom it marks, and what proves that it is about us."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from pbem.channels.mail.bounces import read_bounce
from pbem.channels.mail.letter import read_letter
from pbem.store.tables import LetterRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office

LETTERS = Path(__file__).parents[1] / "letters"
IN_FILES = b"<17.1.4.abc@example.test>"
"""The Message-ID that the letters of the corpus answer, or bring back."""


def report(name: str, *, about: str = "", to: str = "") -> bytes:
    """A report of the corpus about one of our letters."""
    raw = (LETTERS / f"{name}.eml").read_bytes()
    raw = raw.replace(IN_FILES, about.encode()) if about else raw
    return raw.replace(b"gm+seat7token23456@example.test", to.encode()) if to else raw


def unreachable(office: Office) -> dict[str, str]:
    with UnitOfWork(office.database) as work:
        rows = work.session.exec(select(SeatRow).where(SeatRow.unreachable != ""))
        return {row.powers[0]: row.unreachable for row in rows}


def sent_to_france(office: Office) -> OutgoingRow:
    """A letter that the server has taken."""
    with UnitOfWork(office.database) as work:
        letter = work.session.get_one(OutgoingRow, office.outbox("france")[0].id)
        letter.status = "sent"
        work.session.add(letter)
        work.commit()
    return letter


# ---- What it says


@pytest.mark.parametrize(
    ("name", "failed", "delayed", "reason"),
    [
        ("bounce_postfix", True, False, "550 5.1.1 no such user"),
        ("bounce_gmail", True, False, "550-5.1.1 The email account"),
        ("bounce_exchange_online", True, False, "550 5.1.10 RESOLVER"),
        ("bounce_mailbox_full", True, False, "552 5.2.2 mailbox full"),
        ("bounce_qmail", True, False, "failure notice"),
        ("bounce_yahoo", True, False, "Failure Notice"),
        ("bounce_delayed", False, True, ""),
        ("bounce_exchange_old", False, False, "Undeliverable"),
        ("read_receipt", False, False, ""),
        ("vacation_sieve", False, False, ""),
    ],
)
def test_reports_are_read(name: str, failed: bool, delayed: bool, reason: str) -> None:
    raw = report(name)
    bounce = read_bounce(raw, read_letter(raw))
    assert bounce.failed == (("turk@example.test",) if failed else ())
    assert bounce.delayed == (("turk@example.test",) if delayed else ())
    assert reason in bounce.reason


def test_the_letters_that_a_report_is_about() -> None:
    for name in ("bounce_postfix", "bounce_qmail", "bounce_yahoo"):
        raw = report(name)
        assert IN_FILES.decode() in read_bounce(raw, read_letter(raw)).returned
    folded = b"From: mailer-daemon@x\n\nMessage-ID:\n <folded@x>\n> Message-Id: <quoted@x>\n"
    assert read_bounce(folded, read_letter(folded)).returned == ("<folded@x>", "<quoted@x>")


# ---- What it does


@pytest.mark.parametrize(
    "name",
    [
        "bounce_postfix",
        "bounce_gmail",
        "bounce_exchange_online",
        "bounce_mailbox_full",
        "bounce_qmail",
        "bounce_yahoo",
    ],
)
def test_the_seat_is_marked_until_it_writes_again(game: Office, name: str) -> None:
    row = game.receive(report(name, about=game.outbox("france")[0].message_id))
    assert (row.status, row.verdict) == ("dropped", "bounce")
    assert list(unreachable(game)) == ["france"]
    game.write("england", "status")
    assert list(unreachable(game)) == ["france"]
    game.write("france", "status")
    assert unreachable(game) == {}


def test_the_moderator_is_told_once(new_office: object, game: Office) -> None:
    mail = game.settings.mail.model_copy(update={"moderator": "boss@example.test"})
    game.moderator._settings = game.settings.model_copy(update={"mail": mail})
    for number, letter in enumerate(game.outbox("france") * 2):
        raw = report("bounce_postfix", about=letter.message_id)
        game.receive(raw.replace(b"<bounce_postfix@", b"<%d@" % number))
    (told,) = game.outbox("boss")
    assert told.subject == "[test] France cannot be reached"
    assert "no such user" in told.text


@pytest.mark.parametrize("name", ["bounce_delayed", "read_receipt", "vacation_sieve", "bounce_forged"])
def test_what_is_no_failure_marks_nobody(game: Office, name: str) -> None:
    row = game.receive(report(name, about=game.outbox("france")[0].message_id))
    assert row.status == "dropped"
    assert unreachable(game) == {}


def test_a_report_about_somebody_elses_letter_marks_nobody(game: Office) -> None:
    """Anybody can write a report; nobody can guess our Message-IDs."""
    assert game.receive(report("bounce_postfix")).status == "dropped"
    known = report("bounce_yahoo").replace(IN_FILES, b"").replace(b"turk@", b"france@")
    assert game.receive(known).status == "held"
    stranger = report("bounce_qmail").replace(IN_FILES, b"").replace(b"turk@", b"nobody@")
    assert game.receive(stranger).status == "dropped"
    assert unreachable(game) == {}


def test_words_that_we_cannot_read_are_for_the_moderator(game: Office) -> None:
    row = game.receive(report("bounce_exchange_old"))
    assert (row.status, row.verdict) == ("held", "bounce")
    assert unreachable(game) == {}


def test_a_report_to_the_seats_own_address(game: Office) -> None:
    """It says nothing but that it failed; the address tells the rest."""
    sent_to_france(game)
    address = game.settings.mail.reply_address(game.seat("france").token)
    raw = report("bounce_to_the_seat", to=address)
    assert game.receive(raw).status == "held"
    failed = raw.replace(b"MIME-Version", b"X-Failed-Recipients: france@example.test\nMIME-Version")
    assert game.receive(failed.replace(b"<bounce_to", b"<another")).status == "dropped"
    assert list(unreachable(game)) == ["france"]


def test_a_letter_to_an_old_address_marks_nobody(game: Office) -> None:
    about = game.outbox("france")[0].message_id
    with UnitOfWork(game.database) as work:
        seat = work.session.exec(select(SeatRow).where(SeatRow.address == "france@example.test")).one()
        seat.address = "francis@elsewhere.test"
        work.session.add(seat)
        work.commit()
    game.receive(report("bounce_postfix", about=about))
    assert unreachable(game) == {}


def test_no_report_is_answered(game: Office) -> None:
    letters = game.letters_out()
    for path in sorted(LETTERS.glob("bounce_*.eml")):
        game.receive(path.read_bytes())
    assert game.letters_out() == letters
    with UnitOfWork(game.database) as work:
        assert {row.status for row in work.session.exec(select(LetterRow))} <= {"dropped", "held"}
