"""What a bot takes out of a letter: the orders that it lists, and no more than a person would see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.utils import parseaddr

CAN_ORDER = "You can order:"
WITHOUT_ANSWER = re.compile(r"Without an answer:\s+(.+?)\n\s*\n", re.DOTALL)
FAILED = re.compile(r"^NOT DONE -+\n\n\s+Line \d+:\n\n    (.+)$", re.MULTILINE)
GAP = re.compile(r"\s{3,}")
GOES_ON = " " * 8
"""A line set in so far goes on with the order above it."""


@dataclass(frozen=True, slots=True)
class Read:
    """A letter as a bot sees it."""

    message_id: str
    reply_to: str
    subject: str
    choices: tuple[tuple[str, ...], ...]
    """For each question in the letter, the orders listed."""
    silence: str
    failed: str
    """The line of the bot's last letter that was not accepted."""

    @property
    def number(self) -> str:
        """Which letter of which seat it is, without the part that nobody can guess."""
        return ".".join(self.message_id.strip("<>").split(".")[:3])


def read(raw: bytes) -> Read:
    """Read a letter from the moderator."""
    message = message_from_bytes(raw)
    plain = next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)
    payload = plain.get_payload(decode=True) if plain is not None else b""
    text = payload.decode().replace("\r\n", "\n") if isinstance(payload, bytes) else ""
    silence = WITHOUT_ANSWER.search(text)
    failed = FAILED.search(text)
    return Read(
        message_id=str(message["Message-ID"]),
        reply_to=parseaddr(str(message["Reply-To"]))[1],
        subject=str(message["Subject"]),
        choices=tuple(_listed(part) for part in text.split(CAN_ORDER)[1:]),
        silence=" ".join(silence.group(1).split()) if silence else "",
        failed=failed.group(1).strip() if failed else "",
    )


def _listed(text: str) -> tuple[str, ...]:
    orders: list[str] = []
    for line in text.lstrip("\n").split("\n"):
        if not line.strip():
            break
        if orders and line.startswith(GOES_ON):
            orders[-1] += f" {line.strip()}"
        else:
            orders += GAP.split(line.strip())
    return tuple(orders)
