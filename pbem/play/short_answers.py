"""Words that save a letter: `default` takes what silence would do, `pass this turn` passes to its end.

They stand in the table `replies`.
"""

from __future__ import annotations

from pbem.language.phrase_tables import phrases

PASS = "pass"
REPLIES = "replies"


def says_over(words: str) -> bool:
    """Whether a line says no more than that an impulse is over, where that needs no saying."""
    return phrases(REPLIES).make(words, "over")


def takes_default(words: str) -> bool:
    """Whether a line takes at once what the letter says would happen without an answer."""
    return phrases(REPLIES).make(words, "default")


def passes_out(words: str) -> bool:
    """Whether a line passes this impulse and all others of the turn."""
    return phrases(REPLIES).make(words, "passes_out")
