"""`If the Turk comes to Vienna, withdraw`: an answer in battle before it is asked is a standing order.

Nothing is done with such a line: it comes back as the standing order that it may mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pbem.errors import OrderProblem
from pbem.language import Names
from pbem.language.names import MAJOR, SPACE
from pbem.language.words import tokens
from pbem.play.standing.reading import read_standing
from rules import Power

_ANSWER = re.compile(
    r"^\s*(?:if|when(?:ever)?|should|in case)\s+(?P<when>.{3,120}?)[\s,:;]+(?:then\s+)?"
    r"(?:i(?:['’]ll| will)?\s+|we\s+)?(?P<answer>(?P<word>"
    r"(?:do not|don['’]?t|never)\s+(?:intercept|avoid battle|withdraw)"
    r"|withdraw|avoid battle|avoid|intercept|retreat)"
    r"\b.{0,120}?)[\s.!]*$",
    re.IGNORECASE,
)
_LONGEST_NAME = 3


def as_standing(line: str, power: Power, game: Any, names: Names) -> str:
    """The standing order that a line may mean; empty if it is none of these."""
    found = _ANSWER.match(line)
    if found is None:
        return ""
    places = dict.fromkeys(_named(found["when"], SPACE, names))
    powers = dict.fromkeys(other for other in _named(found["when"], MAJOR, names) if other != power)
    where = f" in {names.say(SPACE, next(iter(places)))}" if len(places) == 1 else ""
    against = f" against {names.say(MAJOR, next(iter(powers)))}" if len(powers) == 1 else ""
    for answer in dict.fromkeys((found["answer"].strip(), found["word"].strip())):
        named = any(True for _ in _named(answer, SPACE, names))
        order = f"standing: {answer}{'' if named else where}{against}"
        try:
            read_standing(order, power, 1, game, names)
        except OrderProblem:
            continue
        return order
    return ""


def _named(words: str, kind: str, names: Names) -> Iterator[str]:
    """What words name, the longest names first at each place."""
    said = [word.text for word in tokens(words) if not word.is_mark]
    at = 0
    while at < len(said):
        for end in range(min(at + _LONGEST_NAME, len(said)), at, -1):
            if (found := names.find(kind, " ".join(said[at:end]))) is not None:
                yield found
                at = end - 1
                break
        at += 1
