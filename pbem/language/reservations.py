"""Lines that put a condition or a doubt on what stands above them: `but only if ...`, `PS: not yet!`."""

from __future__ import annotations

from pbem.language.phrase_tables import phrases
from pbem.language.words import tokens, without_politeness

PART = "reservations"
MOST_BEFORE = 4
"""Words that may stand in front: `PS`, `Sorry, no`."""


def reserves(line: str) -> bool:
    """Whether a line begins with such words."""
    words = tokens(line)
    return any(
        phrases(PART).begin(
            [word.text for word in said if not word.is_mark],
            "reserves",
            before="before",
            most_before=MOST_BEFORE,
        )
        for said in (words, without_politeness(words))
    )
