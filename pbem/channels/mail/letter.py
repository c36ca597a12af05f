"""From the bytes of a letter to what the moderator needs of it.

Nothing here raises, whatever the bytes are: a broken letter becomes one with fewer words in it.
`read_envelope` reads the head alone, so that a letter can be stored before anything of its body is touched.
A letter of an odd shape is read in another process, which may be stopped (`pbem.channels.mail.careful`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32
from email.utils import getaddresses
from hashlib import sha256
from itertools import islice
from typing import Any

from pbem.channels.channel import Letter
from pbem.channels.mail import careful, marks
from pbem.channels.mail.body import Body, content_type, decoded, read_body
from pbem.channels.mail.reply import MOST_LINES, own_words
from pbem.channels.mail.rows import Row, html_rows, text_rows

log = logging.getLogger(__name__)

LONGEST_HEADER = 4_000
LONGEST_SENDER = 1_000
MOST_HEADERS = 500
MOST_ADDRESS_HEADERS = 20
"""Of one name."""

TOKEN = re.compile(r"^[^@+\s]{1,64}\+([a-z0-9]{8,64})@", re.IGNORECASE)
MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
ADDRESS = re.compile(r"[^\s@<>,;:()\[\]\\\"]{1,64}@[^\s@<>,;:()\[\]\\\"]{1,255}")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMENT = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class MailLetter(Letter):
    """A letter that came by mail.  Its name is its Message-ID; a token stands in an address."""

    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = ""
    text: tuple[Row, ...] = ()
    """The rows of its plain text, all of them."""
    html: tuple[Row, ...] = ()
    """The rows of its HTML."""

    def header(self, name: str) -> str:
        """The first header of this name, or an empty string."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), "")


def read_letter(raw: bytes) -> MailLetter:
    """Read the bytes of a letter: here, or in another process if they look as if that could take long."""
    try:
        with careful.watched():
            return read_here(raw)
    except careful.OddShape:
        return read_safely(raw)
    except Exception:  # whoever wrote it is told; nobody else has to wait for a repair
        log.exception("a letter cannot be read")
        return replace(read_envelope(raw), unreadable=True)


def read_envelope(raw: bytes) -> MailLetter:
    """A letter as far as its head tells: whose it is, but none of its words."""
    try:
        return _envelope(_head_of(raw), raw)
    except Exception:
        log.exception("the head of a letter cannot be read")
        return _envelope(Message(), raw)


def read_safely(raw: bytes) -> MailLetter:
    """Read a letter in a process of its own."""
    try:
        (told,) = careful.read_elsewhere([raw])
    except OSError:
        told = None
    return _restored(told) if told is not None else replace(read_envelope(raw), unreadable=True)


def read_here(raw: bytes) -> MailLetter:
    """Read a letter in this process.

    :raises OddShape: that might take long.
    """
    careful.check_shape(raw)
    message, whole = _parse(raw)
    envelope = _envelope(message, raw)
    read = read_body(message) if whole else Body()
    # Nothing acts on these words (`align` finds those): they measure the letter before it is checked, when
    # nobody knows yet which letter of ours it answers.
    words = own_words(read.text, envelope.subject, our_addresses(envelope))
    apart = [line for text in read.apart for line in own_words(text).lines]
    return replace(
        envelope,
        lines=words.lines[:MOST_LINES],
        certain=words.certain,
        too_many_lines=len(words.lines) > MOST_LINES or (read.cut_off and words.to_the_end),
        apart=tuple(apart[:MOST_LINES]),
        unreadable=not whole,
        text=text_rows(read.plain) if read.plain else (),
        html=_rows_of_page(read.html),
    )


def _rows_of_page(html: str) -> tuple[Row, ...]:
    if not html:
        return ()
    careful.check_tags(html)
    return html_rows(html)


def _restored(told: dict[str, Any]) -> MailLetter:
    """A letter that another process has read."""
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    headers = tuple((str(name), str(value)) for name, value in told["headers"])
    rows = {
        part: tuple(row._replace(cells=tuple(row.cells)) for row in (Row(*fields) for fields in told[part]))
        for part in ("text", "html")
    }
    return MailLetter(**(told | lists | {"headers": headers} | rows))


def _envelope(message: Message, raw: bytes) -> MailLetter:
    """A letter as far as its head tells."""
    coded = [(name.lower(), " ".join(value.split())) for name, value in _raw_headers(message)]
    by_name: dict[str, list[str]] = {}
    for name, value in coded:
        by_name.setdefault(name, []).append(value)
    headers = tuple((name, _decoded(value)) for name, value in coded)

    def first(name: str) -> str:
        return next((value for key, value in headers if key == name), "")

    # Addresses are read before anything is decoded: an encoded name may look like an address afterwards.
    sender = _sender(by_name.get("from", []))
    to = [
        address
        for name in ("delivered-to", "x-original-to", "to", "cc")
        for address in _addresses(by_name.get(name, [])[:MOST_ADDRESS_HEADERS])
    ]
    answers = _answers(first("in-reply-to"), first("references"))
    delivered_to = [found[1].lower() for address in to if (found := TOKEN.match(address))]
    tokens = tuple(dict.fromkeys([*delivered_to, *marks.tokens_in(first("subject"), answers)]))
    given = MESSAGE_ID.findall(first("message-id"))
    message_id = given[0] if given else _made_up_id(raw, first("date"), first("subject"))
    return MailLetter(
        message_id=message_id,
        identity=_identity(message_id, sender or "\n".join(by_name.get("from", [])), tokens),
        sender=sender,
        tokens=tokens,
        answers=answers,
        subject=marks.without_marks(first("subject")),
        lines=(),
        certain=0,
        too_many_lines=False,
        headers=headers,
        content_type=content_type(message),
        to=tuple(to),
    )


def _identity(message_id: str, sender: str, tokens: tuple[str, ...]) -> str:
    made_of = "\n".join((message_id, sender, *sorted(tokens)))
    return sha256(made_of.encode("utf-8", "replace")).hexdigest()


def _made_up_id(raw: bytes, date: str, subject: str) -> str:
    """An id for a letter without one: the same when servers on its way have put other headers on top."""
    _, blank, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    made_of = f"{date}\n{subject}\n".encode("utf-8", "replace") + (body if blank else raw)
    return f"<{sha256(made_of).hexdigest()[:32]}@without.message-id>"


class ShortHeaders(Compat32):
    """Headers as they came, but not longer than we want them: the standard parser is slow over long ones."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


SHORT_HEADERS = ShortHeaders()


def _parse(raw: bytes) -> tuple[Message, bool]:
    """The message; and whether its parts could be taken apart."""
    try:
        return BytesParser(policy=SHORT_HEADERS).parsebytes(raw), True
    except Exception:  # deep nesting can exhaust the stack of the standard parser
        pass
    return _head_of(raw), False


def _head_of(raw: bytes) -> Message:
    try:
        return BytesHeaderParser(policy=SHORT_HEADERS).parsebytes(raw)
    except Exception:
        return Message()


def _raw_headers(message: Message) -> Iterator[tuple[str, str]]:
    try:
        for name, value in islice(message.raw_items(), MOST_HEADERS):
            yield str(name), _without_surrogates(str(value))
    except Exception:
        return


def _without_surrogates(value: str) -> str:
    """A header that came with bytes beyond ASCII: meant as UTF-8, most likely."""
    return value if value.isascii() else decoded(value.encode("utf-8", "surrogateescape"), None)


def _decoded(value: str) -> str:
    """A header with its encoded words decoded."""
    text = value
    if "=?" in value:
        try:
            parts = decode_header(value)
            text = "".join(
                part if isinstance(part, str) else decoded(part, charset) for part, charset in parts
            )
        except Exception:
            text = value
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def _sender(values: list[str]) -> str:
    """The one address of the one From header; nothing if there is any doubt which it is."""
    if len(values) != 1 or len(values[0]) > LONGEST_SENDER:
        return ""
    bare = COMMENT.sub(" ", QUOTED.sub(" ", values[0])).strip()
    before, bracket, rest = bare.partition("<")
    inside, _, after = rest.partition(">")
    address = (inside if bracket else bare).strip().lower()
    name = before.strip().lower()
    if not ADDRESS.fullmatch(address) or after.strip() or ("@" in name and name != address) or "," in name:
        return ""
    return address


def _addresses(values: list[str]) -> list[str]:
    try:
        pairs = getaddresses(values)
    except Exception:
        return []
    return [address.strip().lower() for _, address in pairs if "@" in address]


def our_addresses(letter: Letter) -> tuple[str, ...]:
    """Addresses of the moderator, without tokens, as far as the letter knows them."""
    local_and_host = (address.partition("+")[::2] for address in letter.to if TOKEN.match(address))
    with_token = tuple(f"{local}@{rest.rpartition('@')[2]}" for local, rest in local_and_host)
    # Without plus addressing: the one that it was delivered to, if that is where the old letter came from.
    hosts = marks.hosts_in(letter.answers)
    return with_token or tuple(to for to in letter.to if to.rpartition("@")[2] in hosts)[:1]


def _answers(in_reply_to: str, references: str) -> tuple[str, ...]:
    found = [*MESSAGE_ID.findall(in_reply_to), *reversed(MESSAGE_ID.findall(references))]
    return tuple(dict.fromkeys(found))
