"""Words that save a letter: `default` takes what silence would do, `pass this turn` passes to its end."""

from __future__ import annotations

from pbem.language.words import key

PASS = "pass"
_DEFAULT = ("default", "the default", "take the default", "as without an answer")
_PASSES_OUT = (
    "pass this turn",
    "pass for this turn",
    "pass the turn",
    "pass for the rest of the turn",
    "pass the rest of the turn",
    "pass until the end of the turn",
    "pass for the turn",
)


def takes_default(words: str) -> bool:
    """Whether a line takes at once what the letter says would happen without an answer."""
    return key(words) in _DEFAULT


def passes_out(words: str) -> bool:
    """Whether a line passes this impulse and all others of the turn."""
    return key(words).removeprefix("i ") in _PASSES_OUT
