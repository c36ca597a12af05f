"""Letters that come back: which could not be delivered, to whom, and why.

Delivery reports (RFC 3464) are read with the standard library, the many older forms by `flufl.bounce`.
That is given a short text in short lines only: its patterns can take very long over long ones.  Nothing here
raises.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from email.message import Message
from email.parser import BytesParser
from email.utils import parseaddr

from flufl.bounce import all_failures

from pbem.channels.channel import Returned
from pbem.channels.mail.careful import watched
from pbem.channels.mail.letter import MESSAGE_ID, SHORT_HEADERS, MailLetter

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it tells which of its readers it tries

MOST_BYTES = 64_000
MOST_LINES = 800
LONGEST_LINE = 300
MOST_IDS = 50
SERVERS = ("mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon", "bounce", "bounces")


def read_bounce(raw: bytes, letter: MailLetter) -> Returned:
    """Read a letter that is a mail server's report."""
    with watched():
        return _read(raw[:MOST_BYTES], letter)


def _read(raw: bytes, letter: MailLetter) -> Returned:
    message = _parse(raw)
    failed: list[str] = []
    delayed: list[str] = []
    reasons: list[str] = []
    for block in _status_blocks(message):
        action = _field(block, "action").lower()
        recipient = _recipient(block)
        if action.startswith("delayed"):
            delayed.append(recipient)
        elif action.startswith(("fail", "error")):
            failed.append(recipient)
            reasons.append(_reason(block))
    if not failed and not delayed:
        failed = _addresses(letter.header("x-failed-recipients"))
    if not failed and not delayed:
        failed, delayed = _by_other_signs(raw)
    return Returned(
        failed=_some(failed),
        delayed=_some(delayed),
        returned=_returned(raw, letter),
        reason=next(filter(None, reasons), "") or letter.subject,
        by_a_server=is_from_a_server(letter),
    )


def is_from_a_server(letter: MailLetter) -> bool:
    """Whether a mail server wrote it, by its form or by the name of its sender."""
    report = letter.content_type == "multipart/report" and "disposition" not in letter.header("content-type")
    return report or letter.sender.partition("@")[0] in SERVERS


def _parse(raw: bytes) -> Message:
    try:
        return BytesParser(policy=SHORT_HEADERS).parsebytes(raw)
    except Exception:  # nested too deeply for the standard parser
        return Message()


def _status_blocks(message: Message) -> Iterator[Message]:
    """The blocks of fields, one for each recipient, of a delivery report."""
    try:
        for part in list(message.walk())[:100]:
            blocks = part.get_payload()
            if part.get_content_type() == "message/delivery-status" and isinstance(blocks, list):
                yield from (block for block in blocks[:100] if isinstance(block, Message))
    except Exception:
        return


def _addresses(header: str) -> list[str]:
    return [address.strip().lower() for address in header.split(",") if "@" in address]


def _field(block: Message, name: str) -> str:
    return " ".join(str(block.get(name, "")).split())[:1000]


def _recipient(block: Message) -> str:
    """The address in `rfc822; somebody@example.org`, the one that we wrote to before the one behind it."""
    for name in ("original-recipient", "final-recipient"):
        kind, _, address = _field(block, name).rpartition(";")
        if kind.strip().lower() in ("rfc822", "utf-8", "") and "@" in address:
            return parseaddr(address)[1].lower()
    return ""


def _reason(block: Message) -> str:
    diagnosis = _field(block, "diagnostic-code").partition(";")[2].strip()
    return diagnosis or _field(block, "status")


def _by_other_signs(raw: bytes) -> tuple[list[str], list[str]]:
    """Failed and delayed addresses of a report in some server's own words."""
    lines = [line[:LONGEST_LINE] for line in raw.splitlines()[:MOST_LINES]]
    try:
        temporary, permanent = all_failures(_parse(b"\n".join(lines)))
    except Exception:  # it is made for well-formed letters
        return [], []
    return _texts(permanent), _texts(temporary)


def _texts(addresses: Collection[bytes]) -> list[str]:
    return sorted(address.decode("ascii", "replace").lower() for address in addresses)


def _returned(raw: bytes, letter: MailLetter) -> tuple[str, ...]:
    _, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    lines = [line.lstrip(b" \t>")[:LONGEST_LINE] for line in body.split(b"\n")]
    inside: list[str] = []
    for line, below in zip(lines, [*lines[1:], b""], strict=True):
        if line[:11].lower() == b"message-id:":
            inside += MESSAGE_ID.findall((line[11:] or below).decode("ascii", "replace"))[:1]
    above = [id for id in letter.answers[:MOST_IDS] if MESSAGE_ID.fullmatch(id)]
    return tuple(dict.fromkeys([*inside[:MOST_IDS], *above]))


def _some(addresses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for address in addresses if address))[:100]
