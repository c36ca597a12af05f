"""What a player's letter holds besides words to the moderator: greetings, closings, signatures, the lines of
telephones, firms and lists.

Where a line stands decides as much as what it says: a telephone writes at the end.  None of it vanishes: the
caller gets each line with what it was taken for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from pbem.channels.mail import phrases
from pbem.channels.mail.heads import PRESS, any_of, head_of, pattern
from pbem.channels.mail.reply import CLOSING, CONTACT, DEVICE, GREETING, LONGEST_DEVICE, PRODUCT, PROSE

END_OF_A_SEGMENT = 4
"""Telephones, firms and lists write into the last so many lines."""
LAST_PARAGRAPHS = 3
"""Below a closing, firms fill as many."""
WRAPPED = 50
"""No mail program breaks a line that is shorter."""
RULE = re.compile(r"^([-_=*~#])\1{19,}$")
PICTURE = pattern(r"^(?:\[(?:image|cid|bild|imagen|immagine)\s?:[^\]]{0,200}\]|inline image|￼)$")
SERVER = pattern(any_of(phrases.SERVERS))
"""What mail servers and firms write above or below a letter."""
REACTED = pattern(r"^[\w .'-]{1,60} reacted via gmail$")


class Purpose(StrEnum):
    """What a line of the player's is for, as far as its place and its look tell."""

    WORDS = "words"
    """To the moderator, or to other players."""
    GREETING = "greeting"
    CLOSING = "closing"
    FURNITURE = "furniture"
    AFTER_CLOSING = "after closing"
    """Below "Kind regards": a name, or an afterthought."""
    SIGNATURE = "signature"
    """Below two dashes or a long rule."""


def purposes(segment: Sequence[str], sender: str, *, first: bool, top: bool) -> list[Purpose]:
    """What the lines of a segment are for; `first` if the player wrote nothing above it, `top` if nobody did.

    A segment is what a player wrote without a line of ours in between; blank lines belong to it.
    """
    told = [Purpose.WORDS] * len(segment)
    written = [at for at, line in enumerate(segment) if line]
    names = set(re.findall(r"\w+", sender.lower()))
    below: Purpose | None = None
    something = by_a_firm = signed_by_name = False
    left = 1 + sum(_begins_paragraph(segment, at) for at in written)
    for place, at in enumerate(written):
        line = head_of(segment[at])
        begins = _begins_paragraph(segment, at)
        left -= begins
        apart = begins or by_a_firm
        signed = apart or below is not None or signed_by_name
        last = len(written) - place <= END_OF_A_SEGMENT or (below is not None and left <= LAST_PARAGRAPHS)
        goes_on = by_a_firm and not begins and len(segment[at - 1]) >= WRAPPED
        by_a_firm = False
        if PRESS.match(line):
            below = None if below is Purpose.AFTER_CLOSING else below
            told[at] = below or Purpose.WORDS
            something = True
        elif line == "--" or (RULE.match(line) and (place or not top)):
            told[at], below = Purpose.FURNITURE, Purpose.SIGNATURE
        elif first and not something and GREETING.match(line):
            told[at] = Purpose.GREETING
        elif CLOSING.match(line) or (something and _closes_with_a_name(line, names)):
            told[at] = Purpose.CLOSING
            below = below or (Purpose.AFTER_CLOSING if something else None)
        elif (
            goes_on
            or _is_no_word(line)
            or (apart and top and not something and SERVER.search(line))
            or (last and _is_by_a_program(line, apart=apart, signed=signed, alone=len(written) == 1))
            or (last and _is_a_name(line, names))
        ):
            told[at] = Purpose.FURNITURE
            signed_by_name |= something and any(map(str.isalpha, line)) and _is_a_name(line, names)
            by_a_firm = goes_on or bool(SERVER.search(line) or CONTACT.search(line))
        else:
            told[at] = below or Purpose.WORDS
            something = True
    return told


def _begins_paragraph(segment: Sequence[str], at: int) -> bool:
    return at == 0 or not any(character.isalnum() for character in segment[at - 1])


def _closes_with_a_name(line: str, names: set[str]) -> bool:
    """`Cheers, Flo` and `LG Flo`, by Flo."""
    words = list(re.finditer(r"\w+", line))
    ends = [word.start() for at, word in enumerate(words) if {one[0].lower() for one in words[at:]} <= names]
    return bool(ends) and CLOSING.match(line[: ends[0]].strip(" ,–—-")) is not None


def _is_a_name(line: str, names: set[str]) -> bool:
    return set(re.findall(r"\w+", line.lower())) <= names


def _is_no_word(line: str) -> bool:
    """A rule of dashes or stars, or the place of a picture; but a thumb or a tick says something."""
    if PICTURE.match(line) or REACTED.match(line):
        return True
    return not any(character.isalnum() or character > "\u2190" for character in line)


def _is_by_a_program(line: str, *, apart: bool, signed: bool, alone: bool) -> bool:
    """What a telephone, a firm or a scanner writes at the end; a line that only names one stands apart.

    `signed`: it does, or stands below a closing.
    """
    if line.endswith("?"):
        return False
    if DEVICE.match(line) or (SERVER.search(line) and (signed or CONTACT.search(line))):
        return True
    if not apart or alone:
        return False
    return bool(
        (len(line) <= LONGEST_DEVICE and PRODUCT.search(line))
        or (CONTACT.search(line) and not PROSE.match(line))
    )
