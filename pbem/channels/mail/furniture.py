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
    something = False
    for place, at in enumerate(written):
        line = head_of(segment[at])
        apart = at == 0 or not any(character.isalnum() for character in segment[at - 1])
        last = len(written) - place <= END_OF_A_SEGMENT
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
            _is_no_word(line)
            or (apart and top and not something and SERVER.search(line))
            or (last and _is_by_a_program(line, apart=apart, alone=len(written) == 1))
            or (last and set(re.findall(r"\w+", line.lower())) <= names)
        ):
            told[at] = Purpose.FURNITURE
        else:
            told[at] = below or Purpose.WORDS
            something = True
    return told


def _closes_with_a_name(line: str, names: set[str]) -> bool:
    """`Cheers, Flo`, by Flo."""
    closing, comma, name = line.rpartition(",")
    words = set(re.findall(r"\w+", name.lower()))
    return bool(comma and words) and words <= names and CLOSING.match(closing.strip()) is not None


def _is_no_word(line: str) -> bool:
    """A rule of dashes or stars, or the place of a picture; but a thumb or a tick says something."""
    if PICTURE.match(line) or REACTED.match(line):
        return True
    return not any(character.isalnum() or character > "\u2190" for character in line)


def _is_by_a_program(line: str, *, apart: bool, alone: bool) -> bool:
    """What a telephone, a firm or a scanner writes at the end; a line that only names one stands apart."""
    if line.endswith("?"):
        return False
    if DEVICE.match(line) or (SERVER.search(line) and (apart or CONTACT.search(line))):
        return True
    if not apart or alone:
        return False
    return bool(
        (len(line) <= LONGEST_DEVICE and PRODUCT.search(line))
        or (CONTACT.search(line) and not PROSE.match(line))
    )
