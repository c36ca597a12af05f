"""A mailbox without plus addressing: the token is in the subject and in the names of our letters."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.channels.mail.letter import our_addresses, read_letter
from pbem.channels.mail.write import compose
from pbem.store.tables import LetterRow
from tests.pbem.office import Office
from tests.pbem.test_tokens import renew

GM = "gm@example.test"


@pytest.fixture
def office(empty_database: Path, tmp_path: Path) -> Iterator[Office]:
    path = tmp_path / "plain.sqlite3"
    shutil.copy(empty_database, path)
    opened = Office(path, mail={"plus_addressing": False})
    opened.begin()
    yield opened
    opened.database.dispose()


def sent_to(office: Office, power: str, number: int = -1) -> EmailMessage:
    """A letter to a power, as it arrives; the last if nothing is said."""
    return message_from_bytes(compose(office.outbox(power)[number]), policy=default)


def answer(office: Office, power: str, **headers: str) -> LetterRow:
    return office.receive(office.letter(power, "standing orders", To=GM, **headers))


def test_a_letter_carries_the_token_twice(office: Office) -> None:
    (power,) = office.asked()
    token, letter = office.seat(power).token, sent_to(office, power)
    assert letter["Reply-To"] == f"Moderator <{GM}>"
    assert letter["Subject"].endswith(f" [#{token}]")
    assert letter["Message-ID"].endswith(f".t.{token}@example.test>")
    assert "Mark" not in letter


def test_an_answer_is_known_by_its_subject(office: Office) -> None:
    (power,) = office.asked()
    found = answer(office, power, Subject=f"AW: {sent_to(office, power)['Subject']}")
    assert (found.status, found.verdict) == ("done", "")


@pytest.mark.parametrize("header", ["In_Reply_To", "References"])
def test_an_answer_is_known_by_what_it_answers(office: Office, header: str) -> None:
    (power,) = office.asked()
    headers = {header: str(sent_to(office, power)["Message-ID"])}
    found = answer(office, power, **headers)
    assert (found.status, found.verdict) == ("done", "")


def test_without_a_token_it_is_a_stranger_s(office: Office) -> None:
    (power,) = office.asked()
    assert answer(office, power).verdict == "unknown-token"
    guessed = f"<test.{office.seat(power).number}.1.t.abcdefghjkmnpqrs@example.test>"
    assert (
        answer(office, power, In_Reply_To=guessed, Subject="orders [#abcdefghjkmnpqrs]").verdict
        == "unknown-token"
    )


def test_the_token_of_another_is_held(office: Office) -> None:
    """As with plus addressing: whoever is not the seat's own address is not obeyed."""
    (power,) = office.asked()
    letter = sent_to(office, power)
    found = answer(
        office,
        power,
        From="Mallory <mallory@example.test>",
        In_Reply_To=str(letter["Message-ID"]),
        Subject=f"Re: {letter['Subject']}",
    )
    assert (found.status, found.verdict) == ("held", "wrong-sender")


def test_an_old_token_is_dead_and_a_waiting_letter_has_the_new_one(office: Office) -> None:
    (power,) = office.asked()
    old, number = sent_to(office, power), len(office.outbox(power)) - 1
    renew(office, power)
    ids = {"In_Reply_To": str(old["Message-ID"])}
    assert answer(office, power, Subject=f"Re: {old['Subject']}", **ids).verdict == "unknown-token"
    assert (
        answer(office, power, Subject=f"Re: {sent_to(office, power, number)['Subject']}", **ids).status
        == "done"
    )


def test_the_mark_is_no_part_of_the_subject_and_our_address_is_known(office: Office) -> None:
    (power,) = office.asked()
    sent = sent_to(office, power)
    raw = office.letter(
        power,
        "pass",
        To=f"friend@elsewhere.test, {GM}",
        Subject=f"Re: {sent['Subject']}",
        In_Reply_To=sent["Message-ID"],
    )
    letter = read_letter(raw)
    assert "#" not in letter.subject
    assert our_addresses(letter) == (GM,)
