"""Words of others in our letters: without characters that nobody sees, or that turn a line round.

A name with a line end in it, or a mark that makes what follows run from right to left, could make a letter
seem to say what it does not.
"""

from __future__ import annotations

import re

# Control characters but for tab and line ends, marks of direction, and what is wide nowhere.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]"
    "|\r(?!\n)"
)


def plain(text: str) -> str:
    """A name, a reason, a subject: one line, of printable characters."""
    kept = (c if c.isprintable() else " " if c.isspace() else "" for c in text)
    return " ".join("".join(kept).split())


def plain_text(text: str) -> str:
    """A text of several lines."""
    return _UNSEEN.sub("", text)
