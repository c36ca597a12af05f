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
REACTED = pattern(r"^.{1,60} reacted via gmail$")


class Purpose(StrEnum):
    """What a line of the player's is for, as far as its place and its look tell."""

    WORDS = "words"
    """To the moderator, or to other players."""
    FURNITURE = "furniture"
    AFTER_CLOSING = "after closing"
    """Below "Kind regards": a name, or an afterthought."""
    SIGNATURE = "signature"
    """Below two dashes or a long rule."""


def purposes(segment: Sequence[str], sender: str, *, first: bool) -> list[Purpose]:
    """What the lines of a segment are for; `first` if nothing stands above it.

    A segment is what a player wrote without a line of ours in between; blank lines belong to it.
    """
    told = [Purpose.WORDS] * len(segment)
    written = [at for at, line in enumerate(segment) if line]
    below: Purpose | None = None
    something = False
    names = set(re.findall(r"\w+", sender.lower()))
    for place, at in enumerate(written):
        line = head_of(segment[at])
        last = len(written) - place <= END_OF_A_SEGMENT
        if PRESS.match(line):
            below = None if below is Purpose.AFTER_CLOSING else below
        elif line == "--" and (something or not first):
            told[at], below = Purpose.FURNITURE, Purpose.SIGNATURE
            continue
        elif RULE.match(line) and (something or not first):
            told[at], below = Purpose.FURNITURE, below or Purpose.SIGNATURE
            continue
        elif (
            _is_no_word(line)
            or PICTURE.match(line)
            or REACTED.match(line)
            or (first and not something and GREETING.match(line))
        ):
            told[at] = Purpose.FURNITURE
            continue
        elif CLOSING.match(line) and (something or len(written) == 1):
            told[at], below = Purpose.FURNITURE, below or Purpose.AFTER_CLOSING
            continue
        elif _is_by_a_program(line, top=first and not something, last=last) or (
            place and place == len(written) - 1 and set(re.findall(r"\w+", line.lower())) <= names
        ):
            told[at] = Purpose.FURNITURE
            continue
        if below is not None:
            told[at] = below
        something = True
    return told


def _is_no_word(line: str) -> bool:
    """A rule of dashes or stars; but a thumb or a tick says something."""
    return not any(character.isalnum() or character > "\u2190" for character in line)


def _is_by_a_program(line: str, *, top: bool, last: bool) -> bool:
    if (top or last) and SERVER.search(line):
        return True
    if not last:
        return False
    if DEVICE.match(line):
        return True
    if len(line) <= LONGEST_DEVICE and PRODUCT.search(line):
        return True
    return bool(CONTACT.search(line) and not PROSE.match(line))
