"""The channel of a person who carries posts to and from a forum by hand: `pbem console`.

A post comes in as a line of JSON: who wrote it, the token of that seat, and its text as it was pasted.  It
is read like any post of a forum.  What is written to a seat of this channel waits until the person takes it
along.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256

from pbem.channels.channel import (
    Drawn,
    Inbox,
    Incoming,
    Label,
    Letter,
    Outgoing,
    PlainChannel,
    Reader,
    Sender,
    Thread,
)
from pbem.channels.forum.forum import Form
from pbem.channels.forum.places import BY_HAND
from pbem.channels.forum.reading import has_too_many, own_lines, rows_of
from pbem.channels.written import Aligned, SentText


class _NothingComes:
    """Posts are pasted: nothing can be fetched."""

    def fetch(self) -> Iterator[Incoming]:
        return iter(())

    def mark(self, key: str) -> None:
        return

    async def wait(self, seconds: float) -> None:
        return

    def close(self) -> None:
        return


class _TakenByHand:
    """The outbox leaves these letters alone."""

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        raise AssertionError("a person takes these letters along")

    async def close(self) -> None:
        return


class ConsoleChannel(PlainChannel):
    """Posts that are pasted, and letters that are taken along."""

    name = BY_HAND

    @staticmethod
    def written(id: str, sender: str, token: str, name: str, text: str) -> bytes:
        """A post of a seat as it is stored; `name` is its player's."""
        fields = {"id": id, "sender": sender, "token": token, "name": name, "text": text}
        return json.dumps(fields).encode()

    def cannot_reach(self, address: str) -> str:
        return ""

    # ---- Both ends

    def open_inbox(self, notebook: object = None) -> Inbox:
        return _NothingComes()

    def open_sender(self, notebook: object = None) -> Sender:
        return _TakenByHand()

    # ---- Letters

    def arrived(self, letter: Letter, noted: datetime | None, now: datetime) -> datetime:
        return now

    def read(self, raw: bytes) -> Letter:
        try:
            fields = json.loads(raw)
            id, sender, token, name, text = (
                str(fields[key]) for key in ("id", "sender", "token", "name", "text")
            )
        except (ValueError, KeyError, TypeError):  # another channel's: a seat may have changed its own
            return Letter("", "", "", (), (), "", (), 0, False, unreadable=True)
        lines = tuple(text.splitlines())
        too_many = has_too_many(rows_of(Form.SOURCE, text))
        identity = sha256(f"{id} {sender} {token}".encode()).hexdigest()
        return Letter(id, identity, sender, (token,), (), name, lines, len(lines), too_many)

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        rows = rows_of(Form.SOURCE, "\n".join(letter.lines))
        return own_lines(rows, letter.subject, public=False)

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        return Label(f"{BY_HAND}:{game}:{reader.number}:{number}", {})
