"""Words that save a letter: `default` takes what silence would do, `pass this turn` passes to its end."""

from __future__ import annotations

import re

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
_OVER = re.compile(
    r"(?:(?:and|so|ok|okay|well|now) )*(?:thats|that is|this is|that was|thats been)(?: then)? (?:it|all"
    r"|me|me done|my (?:impulse|turn|move))"
    r"(?: (?:for|from|of) (?:me|us|now|today|this (?:impulse|turn|round|card)|the (?:impulse|turn)"
    r"|my (?:impulse|turn)))*"
    r"(?: (?:then|thanks|folks))?"
    r"|(?:(?:and|so|now) )?(?:(?:its )?over to you|your (?:turn|move|go)|next(?: (?:player"
    r"|one))?(?: please)?)(?: (?:all|folks|guys|now|\w+))?"
    r"|(?:das wars|das ist alles|fertig|der naechste bitte|du bist dran)"
)


def says_over(words: str) -> bool:
    """Whether a line says no more than that an impulse is over, where that needs no saying."""
    return _OVER.fullmatch(key(words)) is not None


def takes_default(words: str) -> bool:
    """Whether a line takes at once what the letter says would happen without an answer."""
    return key(words) in _DEFAULT


def passes_out(words: str) -> bool:
    """Whether a line passes this impulse and all others of the turn."""
    return key(words).removeprefix("i ") in _PASSES_OUT
