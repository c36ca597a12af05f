"""Reading letters: who wrote them, hostile ones, any bytes.  The corpus is in test_letter_corpus.py."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.html_text import html_to_text
from pbem.channels.mail.letter import read_letter
from pbem.channels.mail.reply import WRITE_ABOVE, own_words
from pbem.config import MailSettings
from pbem.play.seats import Seat
from pbem.post.checks import CANNOT_BE_TAKEN, OF_NO_SEAT, Arrived, Outcome, check_letter

MAIL = MailChannel(MailSettings(address="gm@example.test"))
LETTERS = Path(__file__).parents[1] / "letters"
SEAT = Seat(1, 1, ("ottoman",), "Turk", "turk@example.test", "seat7token23456")


def arrived(raw: bytes) -> Arrived:
    letter = read_letter(raw)
    seat = SEAT if SEAT.token in letter.tokens else None
    return Arrived(letter, len(raw), 256_000, seat, MAIL)


def test_robots_are_dropped_and_strangers_held() -> None:
    outcomes = {c.name: c.outcome for c in (*MAIL.robots, *OF_NO_SEAT, *MAIL.forgeries, *CANNOT_BE_TAKEN)}
    assert outcomes["auto-reply"] == outcomes["bounce"] == outcomes["loop"] == Outcome.DROP
    assert outcomes["unknown-token"] == outcomes["wrong-sender"] == Outcome.HOLD


def test_a_letter_without_a_message_id_is_known_by_what_it_says() -> None:
    raw = (LETTERS / "no_message_id.eml").read_bytes()
    assert read_letter(raw).identity == read_letter(b"Received: from a\r\n" + raw).identity
    assert read_letter(raw).identity != read_letter(raw + b"end\r\n").identity


def test_a_stranger_cannot_use_up_a_message_id() -> None:
    own = b"From: turk@example.test\nTo: gm+seat7token23456@example.test\nMessage-ID: <1@x>\n\npass\n"
    other = own.replace(b"turk@", b"cardinal@")
    assert read_letter(own).message_id == read_letter(other).message_id
    assert read_letter(own).identity != read_letter(other).identity


def test_received_headers_do_not_make_another_letter() -> None:
    raw = b"From: turk@example.test\nTo: gm+seat7token23456@example.test\nMessage-ID: <1@x>\n\npass\n"
    assert read_letter(b"Received: from elsewhere\n" + raw).identity == read_letter(raw).identity


def test_a_size_limit() -> None:
    raw = b"From: turk@example.test\nTo: gm+seat7token23456@example.test\n\n" + b"pass\n" * 60_000
    stopped = check_letter(arrived(raw))
    assert stopped is not None
    assert (stopped.name, stopped.outcome) == ("size", Outcome.REFUSE)


# ---- Nothing may keep the program busy, and nothing may raise

HOSTILE_TEXT = {
    "on": "On " * 20_000,
    "wrote": "On Mon 2026 wrote " * 4_000 + ":",
    "from": "From: a\n" * 9_000,
    "blank": "\n" * 60_000,
    "quotes": ">" * 60_000,
    "quoted lines": "> a\n" * 16_000,
    "dashes": "-" * 60_000,
    "dash lines": "-- \n" * 16_000,
    "mark": (WRITE_ABOVE + "\n") * 2_000,
    "spaces": " " * 60_000 + "x",
    "greeting": "hi " * 20_000,
    "thanks": "thanks\n" * 8_000,
    "original": "-----" * 10_000 + "original message",
}
HOSTILE_HTML = {
    "a": "<a " * 20_000,
    "div": "<div>" * 12_000 + "x",
    "blockquote": "<blockquote>" * 5_000 + "x",
    "br": "<br>" * 16_000,
    "style": '<p style="display:none' * 2_500,
    "entities": "&amp;" * 12_000,
    "table": "<table><tr><td>" * 4_000,
    "comment": "<!--" * 16_000,
}


@pytest.mark.parametrize("name", HOSTILE_TEXT)
def test_hostile_text_is_read_quickly(name: str) -> None:
    began = time.process_time()
    own_words(HOSTILE_TEXT[name])
    assert time.process_time() - began < 2


@pytest.mark.parametrize("name", HOSTILE_HTML)
def test_hostile_html_is_read_quickly(name: str) -> None:
    began = time.process_time()
    own_words(html_to_text(HOSTILE_HTML[name]))
    assert time.process_time() - began < 4


def test_deeply_nested_parts_do_not_raise() -> None:
    raw = b"From: turk@example.test\nTo: gm+seat7token23456@example.test\n"
    for depth in range(2_000):
        raw += f'Content-Type: multipart/mixed; boundary="b{depth}"\n\n--b{depth}\n'.encode()
    letter = read_letter(raw + b"\npass\n")
    assert letter.sender == "turk@example.test"


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=2_000))
def test_no_bytes_raise(data: bytes) -> None:
    read_letter(data)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=1_000), st.sampled_from(["From", "To", "Content-Type", "Subject", "Message-ID"]))
def test_no_header_raises(value: str, name: str) -> None:
    read_letter(f"{name}: {value}\n\npass\n".encode("utf-8", "surrogatepass"))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=500))
def test_nothing_below_our_own_line_is_read(below: str) -> None:
    assert own_words(f"build\n{WRITE_ABOVE}\n{below}").lines == ("build",)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(alphabet="abc :@>-", max_size=20), max_size=10))
def test_a_quoted_line_is_never_an_order(lines: list[str]) -> None:
    assert own_words("\n".join(f"> {line}" for line in lines)).lines == ()
