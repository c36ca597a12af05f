"""Mail out and in: headers, the outbox against a real SMTP server in this process, Maildirs."""

from __future__ import annotations

import asyncio
import mailbox
from collections.abc import AsyncIterator
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.channels.channel import Reader, Thread
from pbem.channels.mail.embedded import EmbeddedServer, mailbox_of, maildir
from pbem.channels.mail.inbox import MaildirInbox, delivery_order
from pbem.channels.mail.letter import read_letter
from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.channels.mail.write import compose, headers_for, message_id
from pbem.config import MailSettings, Settings, SmtpSettings
from pbem.play.seats import new_token
from pbem.post.outbox import REST, Outbox
from tests.pbem.office import Office

SEAT = Reader("François, Roi", "france@example.test", "abcdefgh23456789", 3)
SETTINGS = MailSettings(address="gm@example.test")
ADDRESSES = [f"{p}@example.test" for p in ("gm", "ottoman", "hapsburg", "england", "france", "papacy")]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    """Knows everybody but the Protestant."""
    embedded = EmbeddedServer(tmp_path / "mail", ADDRESSES)
    await embedded.start()
    yield embedded
    await embedded.stop()


def outbox(office: Office, port: int) -> Outbox:
    settings = MailSettings(address="gm@example.test", smtp=SmtpSettings(host="127.0.0.1", port=port))
    return Outbox(office.database, Settings(mail=settings), office.clock)


# ---- Headers


def test_headers() -> None:
    settings = MailSettings(address="gm@example.test", name="The Moderator")
    headers = headers_for(settings, "demo", SEAT, 5, Thread("<theirs@x>", ("<ours@y>",)))
    assert headers["Reply-To"] == "The Moderator <gm+abcdefgh23456789@example.test>"
    assert headers["In-Reply-To"] == "<theirs@x>"
    root = message_id(SETTINGS, "demo", SEAT, 1)
    assert headers["References"].split() == [root, "<ours@y>", "<theirs@x>"]
    assert headers["X-Pbem"] == "demo"


def test_a_letter_survives_the_way(game: Office) -> None:
    """Text first, HTML beside it, both whole; the name with its accents."""
    row = game.outbox("france")[0]
    row.subject, row.text = "[demo] Besançon", f"{WRITE_ABOVE}\n\nMünster, Besançon\n"
    row.labelled.data = headers_for(MailSettings(address="gm@example.test"), "demo", SEAT, 1)
    message = message_from_bytes(compose(row), policy=policy.default)
    assert message["Subject"] == "[demo] Besançon"
    assert message["To"].addresses[0].display_name == "François, Roi"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    plain = message.get_body(("plain",))
    assert plain is not None
    assert plain.get_content().replace("\r\n", "\n") == row.text
    html = message.get_body(("html",))
    assert html is not None
    assert WRITE_ABOVE in html.get_content()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime == row.created_at
    assert all(len(line) <= 998 for line in compose(row).split(b"\r\n"))


def test_a_long_subject_begins_where_it_should(game: Office) -> None:
    """Broken right behind its name, a header begins with a blank."""
    row = game.outbox("france")[0]
    row.subject = "[demo] T4 · done; announce deals? by Wed 16:55 and then some more"
    assert message_from_bytes(compose(row), policy=policy.default)["Subject"] == row.subject


def test_our_own_letter_is_recognised_when_it_comes_back(game: Office) -> None:
    letter = read_letter(compose(game.outbox("france")[0]))
    assert letter.header("x-pbem") == "test"
    assert letter.lines == ()


def test_nobodys_name_becomes_a_header(game: Office) -> None:
    """A name, a subject or an id with line ends in it."""
    row = game.outbox("france")[0]
    evil = Reader("A\r\nBcc: spy@example.test\r\n\r\nx", "france@example.test", SEAT.token, 3)
    thread = Thread("<theirs@x>\nBcc: spy@example.test", ("<a@b>\r\n\r\nbody",))
    row.labelled.data = headers_for(MailSettings(address="gm@example.test"), "demo", evil, 2, thread)
    row.subject = "Turn 3\nBcc: spy@example.test\x00\u2028Bcc: spy@example.test"
    for parse in (policy.default, policy.compat32):
        message = message_from_bytes(compose(row), policy=parse)
        assert message["Bcc"] is None
        assert message.get_content_type() == "multipart/alternative"
        assert "Bcc" in str(message["Subject"])


def test_message_ids_cannot_be_guessed() -> None:
    other = Reader("x", "x@y", new_token(), 3)
    assert message_id(SETTINGS, "demo", SEAT, 2) == message_id(SETTINGS, "demo", SEAT, 2)
    assert message_id(SETTINGS, "demo", SEAT, 2) != message_id(SETTINGS, "demo", other, 2)
    assert len({new_token() for _ in range(200)}) == 200


# ---- The outbox


async def test_letters_are_delivered_and_marked(game: Office, server: EmbeddedServer, tmp_path: Path) -> None:
    box = outbox(game, server.port)
    result = await box.send_due()
    await box.close()
    assert (result.sent, result.failed) == (5, 1)  # the Protestant's address is unknown
    (letter,) = mailbox.Maildir(tmp_path / "mail" / "france@example.test")
    assert letter["Message-ID"] == game.outbox("france")[0].message_id
    assert letter["Delivered-To"] == "france@example.test"
    states = {row.recipient.partition("@")[0]: (row.status, row.attempts) for row in game.outbox()}
    assert states["france"] == ("sent", 1)
    assert states["protestant"] == ("failed", 1)
    assert "550" in game.outbox("protestant")[0].error
    assert (await box.send_due()).sent == 0
    await box.close()


async def test_a_server_that_is_down_is_tried_again_later(game: Office, server: EmbeddedServer) -> None:
    port = server.port
    await server.stop()
    box = outbox(game, port)
    result = await box.send_due()
    assert (result.sent, result.postponed) == (0, 6)
    (row,) = game.outbox("france")
    assert (row.status, row.attempts) == ("queued", 0)  # not the letter's fault
    assert "no use of the SMTP server" in row.error
    assert (await box.send_due()).postponed == 0  # not before its time
    server.port = port
    await server.start()
    game.clock.advance(timedelta(minutes=REST[0]))
    assert (await box.send_due()).sent == 5
    await box.close()


async def test_a_crash_before_the_mark_sends_the_same_letter_again(
    game: Office, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = outbox(game, server.port)

    class Killed(BaseException):
        pass

    def crash(*args: object, **kwargs: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "_change", crash)
        with pytest.raises(Killed):
            await box.send_due()
    await box.close()
    again = outbox(game, server.port)
    await again.send_due()
    await again.close()
    first = game.outbox()[0]
    twice = mailbox.Maildir(tmp_path / "mail" / first.recipient)
    assert [letter["Message-ID"] for letter in twice] == [first.message_id] * 2


# ---- Maildirs


async def test_the_embedded_server_keeps_letters_by_address(server: EmbeddedServer, tmp_path: Path) -> None:
    import aiosmtplib

    raw = b"From: france@example.test\r\nTo: gm+abcdefgh23456789@example.test\r\n\r\npass\r\n"
    async with aiosmtplib.SMTP(hostname="127.0.0.1", port=server.port, start_tls=False) as client:
        await client.sendmail("france@example.test", ["gm+abcdefgh23456789@example.test"], raw)
        with pytest.raises(aiosmtplib.SMTPRecipientsRefused):
            await client.sendmail("france@example.test", ["stranger@elsewhere.test"], raw)
    inbox = MaildirInbox(tmp_path / "mail" / "gm@example.test", 100_000)
    (came,) = inbox.fetch()
    letter = read_letter(came.raw)
    assert letter.tokens == ("abcdefgh23456789",)
    assert letter.lines == ("pass",)
    assert letter.header("return-path") == "<france@example.test>"


def test_an_inbox_gives_letters_until_they_are_marked(tmp_path: Path) -> None:
    folder = maildir(tmp_path, "gm@example.test")
    for number in range(3):
        mailbox.Maildir(folder).add(f"Subject: {number}\n\n".encode())
    inbox = MaildirInbox(folder, 1000)
    keys = [incoming.key for incoming in inbox.fetch()]
    assert keys == sorted(keys, key=delivery_order)
    inbox.mark(keys[0])
    inbox.mark(keys[0])  # twice does no harm
    assert [incoming.key for incoming in inbox.fetch()] == keys[1:]
    assert len(list((folder / "cur").iterdir())) == 1


def test_a_letter_that_cannot_be_read_or_moved_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = maildir(tmp_path, "gm@example.test")
    (folder / "new" / "1.a").mkdir()  # cannot be opened
    for name in ("²", "2.b", "3.c"):
        (folder / "new" / name).write_bytes(b"Subject: x\n\n")
    inbox = MaildirInbox(folder, 1000)
    assert [incoming.key for incoming in inbox.fetch()] == ["²", "2.b", "3.c"]

    def full(path: Path, target: Path) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", full)
        inbox.mark("2.b")
    assert [incoming.key for incoming in inbox.fetch()] == ["²", "3.c"]
    assert [incoming.key for incoming in MaildirInbox(folder, 1000).fetch()] == ["²", "2.b", "3.c"]


def test_of_a_huge_letter_only_the_beginning_is_read(tmp_path: Path) -> None:
    folder = maildir(tmp_path, "gm@example.test")
    mailbox.Maildir(folder).add(b"Subject: x\n\n" + b"y" * 100_000)
    (came,) = MaildirInbox(folder, 1000).fetch()
    assert len(came.raw) == 1001
    assert came.size > 100_000


async def test_an_inbox_wakes_up_when_a_letter_comes(tmp_path: Path) -> None:
    folder = maildir(tmp_path, "gm@example.test")
    inbox = MaildirInbox(folder, 1000)
    inbox.LOOK_EVERY = 0.01  # type: ignore[misc]
    waiting = asyncio.ensure_future(inbox.wait(30))
    await asyncio.sleep(0.03)
    assert not waiting.done()
    mailbox.Maildir(folder).add(b"Subject: x\n\n")
    await asyncio.wait_for(waiting, 5)


def test_letters_to_a_token_belong_to_the_moderator() -> None:
    assert mailbox_of("GM+abc@Example.test") == "gm@example.test"
    assert mailbox_of("france@example.test") == "france@example.test"
