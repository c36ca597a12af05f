"""Lines that put a condition or a doubt on what stands above them: `but only if ...`, `PS: not yet!`."""

from __future__ import annotations

from pbem.language.phrase_tables import phrases
from pbem.language.words import tokens, without_politeness

PART = "reservations"


def reserves(line: str) -> bool:
    """Whether a line begins with such words."""
    said, words = phrases(PART), tokens(line)
    plain = [[word.text for word in some if not word.is_mark] for some in (words, without_politeness(words))]
    return any(said.begin(some, "reserved") for some in plain)
