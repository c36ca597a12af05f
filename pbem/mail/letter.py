"""From the bytes of a letter to what the moderator needs of it.

Nothing here raises, whatever the bytes are: a broken letter becomes one with fewer words in it.  Only the
first text that is shown as the body is read: attachments and forwarded letters never are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32
from email.utils import getaddresses
from hashlib import sha256
from itertools import islice

from pbem.mail.html_text import html_to_text
from pbem.mail.reply import LONGEST, own_words

MOST_PARTS = 60
MOST_LINES = 200
LONGEST_HEADER = 4_000
MOST_HEADERS = 500
MOST_ADDRESS_HEADERS = 20
"""Of one name."""

TOKEN = re.compile(r"^[^@+\s]{1,64}\+([a-z0-9]{8,64})@", re.IGNORECASE)
MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
ADDRESS = re.compile(r"[^\s@<>,;:()\[\]\\\"]{1,64}@[^\s@<>,;:()\[\]\\\"]{1,255}")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMENT = re.compile(r"\([^()]*\)")

# Text encodings that decode in a straight line: no punycode, no idna, no zip.
CHARSETS = re.compile(
    r"^(?:ascii|utf_?8|utf_?16|utf_?32|utf_?7|iso8859|iso_?2022|latin|cp\d|koi8|mac|gb|big5|euc|shift|johab|hz|tis|ptcp)"
)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that was read."""

    message_id: str
    identity: str
    """The same letter twice has the same identity; a letter by somebody else never has."""
    sender: str
    tokens: tuple[str, ...]
    """Reply tokens found in the addresses it was sent to."""
    answers: tuple[str, ...]
    """Message-IDs of the letters that it answers, nearest first."""
    subject: str
    lines: tuple[str, ...]
    """The player's own words."""
    certain: int
    """Lines from this number on stand below a closing, and may be no more than a name."""
    too_many_lines: bool
    headers: tuple[tuple[str, str], ...]
    content_type: str

    def header(self, name: str) -> str:
        """The first header of this name, or an empty string."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), "")


def read_letter(raw: bytes) -> Letter:
    """Read the bytes of a letter."""
    message, whole = _parse(raw)
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
    tokens = tuple(dict.fromkeys(found[1].lower() for address in to if (found := TOKEN.match(address))))
    given = MESSAGE_ID.findall(first("message-id"))
    message_id = given[0] if given else _made_up_id(raw, first("date"), first("subject"))
    words = own_words(_body(message) if whole else "", first("subject"), _ours(to))
    return Letter(
        message_id=message_id,
        identity=_identity(message_id, sender or "\n".join(by_name.get("from", [])), tokens),
        sender=sender,
        tokens=tokens,
        answers=_answers(first("in-reply-to"), first("references")),
        subject=first("subject"),
        lines=words.lines[:MOST_LINES],
        certain=words.certain,
        too_many_lines=len(words.lines) > MOST_LINES,
        headers=headers,
        content_type=_content_type(message),
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
    try:
        return BytesHeaderParser(policy=SHORT_HEADERS).parsebytes(raw), False
    except Exception:
        return Message(), False


def _raw_headers(message: Message) -> Iterator[tuple[str, str]]:
    try:
        for name, value in islice(message.raw_items(), MOST_HEADERS):
            yield str(name), _without_surrogates(str(value))
    except Exception:
        return


def _without_surrogates(value: str) -> str:
    """A header that came with bytes beyond ASCII: meant as UTF-8, most likely."""
    return value if value.isascii() else _text(value.encode("utf-8", "surrogateescape"), None)


def _decoded(value: str) -> str:
    """A header with its encoded words decoded."""
    try:
        parts = decode_header(value)
        text = "".join(part if isinstance(part, str) else _text(part, charset) for part, charset in parts)
    except Exception:
        text = value
    return "".join(c if c.isprintable() else "�" for c in text)


def _sender(values: list[str]) -> str:
    """The one address of the one From header; nothing if there is any doubt which it is."""
    if len(values) != 1:
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


def _ours(to: list[str]) -> tuple[str, ...]:
    """Addresses of the moderator, without tokens, as far as the letter knows them."""
    local_and_host = (address.partition("+")[::2] for address in to if TOKEN.match(address))
    return tuple(f"{local}@{rest.rpartition('@')[2]}" for local, rest in local_and_host)


def _answers(in_reply_to: str, references: str) -> tuple[str, ...]:
    found = [*MESSAGE_ID.findall(in_reply_to), *reversed(MESSAGE_ID.findall(references))]
    return tuple(dict.fromkeys(found))


def _content_type(message: Message) -> str:
    try:
        return message.get_content_type()
    except Exception:
        return "text/plain"


# ---- The body


def _body(message: Message) -> str:
    """The text that a mail program would show first; plain text before HTML."""
    html = ""
    for part in _shown_parts(message):
        kind = _content_type(part)
        text = _part_text(part)
        if not text.strip():
            continue
        if kind == "text/plain":
            return _unflowed(part, text)
        html = html or text
    return html_to_text(html) if html else ""


def _shown_parts(message: Message) -> Iterator[Message]:
    """Text parts that belong to the body, in order; no attachments, nothing inside a forwarded letter."""
    todo = [message]
    seen = 0
    while todo and seen < MOST_PARTS:
        part = todo.pop(0)
        seen += 1
        kind = _content_type(part)
        if kind.startswith("multipart/") and part.is_multipart():
            inner = part.get_payload()
            if isinstance(inner, list):
                todo[:0] = [child for child in inner if isinstance(child, Message)]
        elif kind in ("text/plain", "text/html") and not _is_attachment(part):
            yield part


def _is_attachment(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except Exception:
        return True


def _part_text(part: Message) -> str:
    try:
        payload = part.get_payload(decode=True)
        charset = part.get_content_charset()
    except Exception:
        return ""
    if not isinstance(payload, bytes):
        return ""
    return _text(payload[: 4 * LONGEST], charset)[:LONGEST]


def _text(data: bytes, charset: str | None) -> str:
    """Decode as declared; where that is missing, wrong or unknown, as UTF-8 or Windows-1252."""
    declared = _codec(charset)
    for name in (declared, "utf-8") if declared else ("utf-8",):
        try:
            return data.decode(name)
        except (UnicodeError, LookupError):
            continue
    if declared and declared not in ("ascii", "utf-8"):
        return data.decode(declared, "replace")
    return data.decode("cp1252", "replace")


def _codec(charset: str | None) -> str | None:
    if not charset:
        return None
    try:
        name = codecs.lookup(charset[:40]).name
    except (LookupError, ValueError):
        return None
    return name if CHARSETS.match(name.replace("-", "_")) or name == "utf-8" else None


def _unflowed(part: Message, text: str) -> str:
    """Join the lines that format=flowed has broken (RFC 3676)."""
    try:
        flowed = str(part.get_param("format") or "").lower() == "flowed"
        delete_space = str(part.get_param("delsp") or "").lower() == "yes"
    except Exception:
        return text
    if not flowed:
        return text
    lines: list[str] = []
    joining = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = line.startswith(">")
        content = line if quoted else line.removeprefix(" ")
        soft = content.endswith(" ") and content != "-- " and not quoted
        piece = content[:-1] if soft and delete_space else content
        if joining and not quoted and content.strip():
            lines[-1] += piece
        else:
            lines.append(piece)
        joining = soft
    return "\n".join(lines)
