"""What a question suggests: an answer that is accepted with `ok`, and words that save a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.language import say
from pbem.language.words import key
from rules import Power

if TYPE_CHECKING:
    from pbem.play.sitting import Sitting

_OK = ("ok", "okay", "as suggested", "do as suggested", "as you suggest", "agreed")
_PASSES_OUT = (
    "pass this turn",
    "pass for this turn",
    "pass the turn",
    "pass for the rest of the turn",
    "pass the rest of the turn",
    "pass until the end of the turn",
    "pass for the turn",
)


def accepts_suggestion(words: str) -> bool:
    """Whether a line takes what the letter has suggested."""
    return key(words) in _OK


def passes_out(words: str) -> bool:
    """Whether a line passes this impulse and all others of the turn."""
    return key(words).removeprefix("i ") in _PASSES_OUT


def suggestion(sitting: Sitting, power: Power) -> str:
    """What the moderator suggests for a power's question, as an order that can be sent; empty if nothing."""
    question = sitting.waiting().get(power)
    if question is None:
        return ""
    return say(question, sitting.title.suggest(question, sitting.engine.game), sitting.names)
