"""A channel in memory: for tests, and for titles that are tried out without a mail server.

A letter is a line of JSON: who writes, with which token, in answer to what, and the lines.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256

from pbem.channels.channel import (
    Drawn,
    Inbox,
    Incoming,
    Label,
    Letter,
    Notebook,
    Outgoing,
    PlainChannel,
    Reader,
    Sender,
    Thread,
)
from pbem.channels.written import Aligned, SentText, all_own


class MemorySender:
    """Puts letters into a list."""

    def __init__(self, sent: list[Outgoing]) -> None:
        self._sent = sent

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        self._sent.append(letter)
        return ""

    async def close(self) -> None:
        return


class MemoryChannel(PlainChannel):
    """Letters that are handed over from one list to another; it is its own inbox."""

    name = "memory"

    def __init__(self) -> None:
        self.sent: list[Outgoing] = []
        """Everything that went out."""
        self._waiting: deque[Incoming] = deque()
        self._written = 0

    def write(self, sender: str, token: str, lines: Sequence[str], *, answers: Sequence[str] = ()) -> bytes:
        """A letter that the moderator will find in the inbox."""
        self._written += 1
        fields = {"id": f"memory:{self._written}", "sender": sender, "token": token}
        raw = json.dumps(fields | {"answers": list(answers), "lines": list(lines)}).encode()
        self._waiting.append(Incoming(str(self._written), raw, len(raw)))
        return raw

    # ---- Both ends

    def cannot_reach(self, address: str) -> str:
        return ""

    def open_inbox(self, notebook: Notebook | None = None) -> Inbox:
        return self

    def open_sender(self, notebook: Notebook | None = None) -> Sender:
        return MemorySender(self.sent)

    def fetch(self) -> Iterator[Incoming]:
        yield from list(self._waiting)

    def mark(self, key: str) -> None:
        self._waiting = deque(letter for letter in self._waiting if letter.key != key)

    async def wait(self, seconds: float) -> None:
        return

    def close(self) -> None:
        return

    # ---- Letters

    def arrived(self, letter: Letter, noted: datetime | None, now: datetime) -> datetime:
        return min(noted or now, now)

    def read(self, raw: bytes) -> Letter:
        fields = json.loads(raw)
        tokens = (fields["token"],) if fields["token"] else ()
        identity = sha256(f"{fields['id']} {fields['sender']} {fields['token']}".encode()).hexdigest()
        lines = tuple(fields["lines"])
        answers = tuple(fields["answers"])
        return Letter(fields["id"], identity, fields["sender"], tokens, answers, "", lines, len(lines), False)

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        return all_own(letter.lines)

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        return Label(f"{game}:{reader.number}:{number}", {"answers": thread.answers})
