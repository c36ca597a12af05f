"""The time of arrival: told by our own server or by the mailbox, never by the sender."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from pbem.channels.mail.arrival import arrived_at
from pbem.channels.mail.inbox import MaildirInbox
from pbem.channels.mail.letter import read_envelope

LOOKED = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)
NOTED = datetime(2026, 11, 17, 11, 0, tzinfo=UTC)
TOP = "from mail.player.example by mx1.example.org (Postfix) with ESMTPS id 4F; {date}"


def arrived(*received: str, server: str = "example.org", noted: datetime | None = NOTED) -> datetime:
    head = "".join(f"Received: {line}\n" for line in received)
    raw = f"{head}From: a@b.c\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n\n".encode()
    return arrived_at(read_envelope(raw).headers, server, noted, LOOKED)


def test_our_server_says_when() -> None:
    date = "Tue, 17 Nov 2026 11:30:00 +0200 (CET)"
    assert arrived(TOP.format(date=date)) == datetime(2026, 11, 17, 9, 30, tzinfo=UTC)
    assert arrived(TOP.format(date=date), server="MX1.example.org.").hour == 9


def test_only_the_topmost_header_counts() -> None:
    """A sender who writes a header in our server's name has it below the one that our server adds."""
    forged = TOP.format(date="Mon, 16 Nov 2026 00:00:00 +0000")
    honest = TOP.format(date="Tue, 17 Nov 2026 10:00:00 +0000")
    assert arrived(honest, forged).hour == 10
    foreign = "from x by mx.elsewhere.example; Tue, 17 Nov 2026 10:00:00 +0000"
    assert arrived(foreign, forged) == NOTED


@pytest.mark.parametrize(
    "received",
    [
        "by notexample.org; Tue, 17 Nov 2026 10:00:00 +0000",
        "from a (helo by example.org) by mx.elsewhere.example; Tue, 17 Nov 2026 10:00:00 +0000",
        "from by by mx.elsewhere.example; Tue, 17 Nov 2026 10:00:00 +0000",
        "by mx1.example.org; no date at all",
        "by mx1.example.org",
        "by mx1.example.org; Tue, 99 Nov 99999 10:00:00 +9999",
        "",
        ";" * 5_000,
    ],
)
def test_what_our_server_did_not_write_does_not_count(received: str) -> None:
    assert arrived(received) == NOTED


def test_without_a_known_server_the_mailbox_says_when() -> None:
    date = "Tue, 17 Nov 2026 10:00:00 +0000"
    assert arrived(TOP.format(date=date), server="") == NOTED
    assert arrived(server="", noted=None) == LOOKED
    east = timezone(timedelta(hours=9))
    assert arrived(server="", noted=NOTED.astimezone(east)) == NOTED


def test_never_later_than_the_poll() -> None:
    assert arrived(TOP.format(date="Fri, 20 Nov 2026 10:00:00 +0000")) == LOOKED
    assert arrived(noted=LOOKED + timedelta(days=1)) == LOOKED


def test_a_maildir_knows_when(tmp_path: Path) -> None:
    inbox = MaildirInbox(tmp_path, 1000)
    (tmp_path / "new" / "1794887750.M1P1Q1.localhost").write_bytes(b"From: a@b.c\n\npass\n")
    (incoming,) = inbox.fetch()
    assert incoming.received_at is not None
    assert abs(datetime.now(UTC) - incoming.received_at) < timedelta(minutes=5)
