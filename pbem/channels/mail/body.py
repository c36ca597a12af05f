"""The text of a letter's body, out of its parts, encodings and character sets.  Nothing here raises
but `OddShape`.

Only the first text that is shown is the body.  Attachments and forwarded letters are never looked at; other
texts beside the body are handed on, so that the player can be told that they were not read.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message

from pbem.channels.mail.careful import check_tags
from pbem.channels.mail.html_text import html_to_text, is_cut
from pbem.channels.mail.reply import LONGEST

MOST_PARTS = 60
MOST_APART = 5
WRAPPED = 50
"""Programs break lines of plain text that are longer than some number beyond this."""
MOST_WRAPS = 6

# Text encodings that decode in a straight line: no punycode, no idna, no zip.
CHARSETS = re.compile(
    r"^(?:ascii|utf_?8|utf_?16|utf_?32|utf_?7|iso8859|iso_?2022|latin|cp\d|koi8|mac|gb|big5|euc|shift|johab|hz|tis|ptcp)"
)
ONE_BYTE = re.compile(r"^(?:ascii|iso8859|latin|cp125|koi8|mac)")
META = re.compile(rb"""<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{3,40})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Body:
    """The text of the body, and other texts that are shown beside it."""

    text: str = ""
    apart: tuple[str, ...] = ()
    cut_off: bool = False
    """The end was too long to be read."""
    plain: str = ""
    """The plain text alone, with lines as they came, but for soft breaks."""
    html: str = ""
    """The HTML beside it."""


def read_body(message: Message) -> Body:
    """The text that a mail program would show first; plain text before HTML."""
    groups: dict[int, list[tuple[Message, str]]] = {}
    for part, group in _shown_parts(message):
        text = _part_text(part)
        if text.strip():
            groups.setdefault(group, []).append((part, text))
    bodies = [_one_of(group) for group in groups.values()]
    if not bodies:
        return Body()
    apart = tuple(body.text for body in bodies[1 : 1 + MOST_APART])
    return replace(bodies[0], apart=apart)


def _one_of(group: list[tuple[Message, str]]) -> Body:
    """The text of parts that say the same, as plain text and as HTML."""
    plain = next(((part, text) for part, text in group if content_type(part) == "text/plain"), None)
    html = next((text for part, text in group if content_type(part) == "text/html"), "")
    if plain is None:
        check_tags(html)
        return Body(html_to_text(html), cut_off=is_cut(html), html=html)
    text = _unflowed(*plain)
    whole = _unwrapped(text, html) if html else text
    return Body(whole, cut_off=len(text) > LONGEST, plain=text, html=html)


def content_type(message: Message) -> str:
    try:
        return message.get_content_type()
    except Exception:
        return "text/plain"


def _shown_parts(message: Message) -> Iterator[tuple[Message, int]]:
    """Text parts in order, each with the number of the group whose parts say the same."""
    todo = [(message, 0)]
    seen = 0
    while todo and seen < MOST_PARTS:
        part, group = todo.pop(0)
        seen += 1
        kind = content_type(part)
        if kind.startswith("multipart/") and part.is_multipart():
            inner = part.get_payload()
            if isinstance(inner, list):
                group = group or (seen if kind == "multipart/alternative" else 0)
                todo[:0] = [(child, group) for child in inner[:MOST_PARTS] if isinstance(child, Message)]
        elif kind in ("text/plain", "text/html") and not _is_attachment(part):
            yield part, group or seen


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
    if charset is None and content_type(part) == "text/html" and (found := META.search(payload[:4_000])):
        charset = found.group(1).decode("ascii", "replace")
    return decoded(payload[: 4 * LONGEST], charset)[: LONGEST + 1]


def decoded(data: bytes, charset: str | None) -> str:
    """Decode as declared; where that is missing, wrong or unknown, as UTF-8 or Windows-1252."""
    declared = _codec(charset)
    # Text that is good UTF-8 and not ASCII is nothing else by chance, whatever its label says.
    first = ("utf-8",) if declared is None or ONE_BYTE.match(declared) else ()
    for name in (*first, declared, "utf-8"):
        try:
            return data.decode(name or "utf-8")
        except (UnicodeError, LookupError):
            continue
    if declared and declared not in ("ascii", "utf-8"):
        return data.decode(declared, "replace")
    return data.decode("cp1252", "replace")


def _codec(charset: str | None) -> str | None:
    if not charset:
        return None
    label = charset[:40].strip().lower()
    # Labels that Python does not know: x-sjis, windows-874, iso-8859-8-i.
    bare = re.sub(r"^windows-?", "cp", label.removeprefix("x-"))
    for name in (label, bare, re.sub(r"-[ie]$", "", bare)):
        try:
            found = codecs.lookup(name).name
        except (LookupError, ValueError):
            continue
        return found if CHARSETS.match(found.replace("-", "_")) or found == "utf-8" else None
    return None


# ---- Lines that were broken on the way


def _unflowed(part: Message, text: str) -> str:
    """Join the lines that format=flowed has broken (RFC 3676)."""
    try:
        flowed = str(part.get_param("format") or "").lower() == "flowed"
        delete_space = str(part.get_param("delsp") or "").lower() == "yes"
    except Exception:
        return text
    if not flowed:
        return text
    lines: list[list[str]] = []
    joining = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = line.startswith(">")
        content = line if quoted else line.removeprefix(" ")
        soft = content.endswith(" ") and content != "-- " and not quoted
        piece = content[:-1] if soft and delete_space else content
        if joining and not quoted and content.strip():
            lines[-1].append(piece)
        else:
            lines.append([piece])
        joining = soft
    return "\n".join("".join(pieces) for pieces in lines)


def _unwrapped(text: str, html: str) -> str:
    """Join the lines of plain text that a program has broken, where the HTML beside it has one line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not any(map(_may_be_wrapped, lines)):
        return text
    check_tags(html)
    whole = {" ".join(line.split()) for line in html_to_text(html).split("\n") if len(line) > WRAPPED}
    whole = {line for line in whole if not line.startswith(">")}
    joined: list[str] = []
    at = 0
    while at < len(lines):
        count = _broken_into(lines, at, whole) if whole and _may_be_wrapped(lines[at]) else 1
        joined.append(" ".join(line.strip() for line in lines[at : at + count]) if count > 1 else lines[at])
        at += count
    return "\n".join(joined)


def _may_be_wrapped(line: str) -> bool:
    return len(line) >= WRAPPED and not line.startswith((">", " ")) and "@" not in line


def _broken_into(lines: list[str], at: int, whole: set[str]) -> int:
    """Into how many lines, from this on, a line of the HTML was broken."""
    for count in range(2, MOST_WRAPS + 1):
        if " ".join(" ".join(lines[at : at + count]).split()) in whole:
            return count
    return 1
