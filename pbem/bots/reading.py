"""What a bot takes out of a letter: the orders that it lists, and no more than a person would see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header, make_header
from email.utils import parseaddr

from pbem.language.catalog import in_any_language, ordered_in_any_language

CAN_ORDER = re.compile(in_any_language("question.orders"))
NOTE_BELOW = re.compile(r"\n\s*[(（].*[)）]\s*$", re.DOTALL)
"""What silence would do, in words."""
WITHOUT_ANSWER = re.compile(rf"{in_any_language('question.silence')}\s*(.+?)\n\s*\n", re.DOTALL)
FAILED = re.compile(
    rf"^{in_any_language('receipt.not_done')} -+\n\n\s+{in_any_language('line')}\n\n    (.+)$",
    re.MULTILINE | re.IGNORECASE,
)
TALKS = re.compile(
    rf"^(?:{in_any_language('talks.title')}|{in_any_language('plan.title')}) -+$"
    rf"|^ {{4}}(?:agree|{ordered_in_any_language('agree')}) ?.+ \d+$",
    re.MULTILINE | re.IGNORECASE,
)
GAP = re.compile(r"\s{3,}")
NOTE = re.compile(r"\s*//.*$")
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
    talks: bool = False
    """It tells of talks, or of an offer."""


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
        subject=str(make_header(decode_header(str(message["Subject"])))),
        choices=tuple(_listed(part) for part in CAN_ORDER.split(text)[1:]),
        silence=" ".join(NOTE_BELOW.sub("", silence.group(1)).split()) if silence else "",
        talks=TALKS.search(text) is not None,
        failed=failed.group(1).strip() if failed else "",
    )


def _listed(text: str) -> tuple[str, ...]:
    orders: list[str] = []
    for line in text.lstrip("\n").split("\n"):
        if not line.strip():
            break
        order = NOTE.sub("", line)
        if not order.strip():
            continue
        if orders and line.startswith(GOES_ON):
            orders[-1] += f" {order.strip()}"
        else:
            orders += GAP.split(order.strip())
    return tuple(orders)
