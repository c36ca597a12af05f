"""Verbs behind what they act on, as in Chinese: `在维也纳组建骑兵` is `build cavalry in Vienna`."""

from __future__ import annotations

import re

from pbem.language.words import fold

_CLAUSE = re.compile(r"([:;\uff1a\uff1b\u3002])")
_PREPOSITIONS = ("in", "to", "from", "and")
_BEFORE_VERBS = frozenset(
    "in to from with and all but regulars mercenaries cavalry squadrons corsairs units troops ships card "
    "german french english italian spanish".split()
)
"""What may stand before a verb in Chinese: a force, and where it is."""


def verbs_first(line: str, verbs: tuple[str, ...]) -> str:
    """A line with the verb of each clause in front: `in Vienna build cavalry` is `build cavalry in Vienna`.

    Only a place with its preposition, or a force with the place that it comes from, may stand before the
    verb; any other word there (`not`, `if`) may change what is meant, and the clause stays as it is.
    """
    if not verbs:
        return line
    return "".join(_verb_first(clause, verbs) for clause in _CLAUSE.split(line))


def _verb_first(clause: str, verbs: tuple[str, ...]) -> str:
    words = clause.strip().split(" ")
    for at in range(len(words)):
        verb = next((one for one in verbs if words[at : at + one.count(" ") + 1] == one.split(" ")), "")
        if verb:
            break
    else:
        return clause
    before, rest = words[:at], words[at + verb.count(" ") + 1 :]
    if not before or not all(_stands_before_verbs(word) for word in before):
        return clause
    if before[0] in _PREPOSITIONS and len(before) <= 2:
        ordered = [verb, *rest, *(before if len(before) == 2 else [])]
        # Behind a list it would belong to the last of its items only.
        if "," in fold(" ".join(rest)):
            return clause
    else:
        ordered = [verb, *before, *rest]
    lead, trail = clause[: len(clause) - len(clause.lstrip())], clause[len(clause.rstrip()) :]
    return f"{lead}{' '.join(ordered)}{trail}"


def _stands_before_verbs(word: str) -> bool:
    return not word.isascii() or word.isdecimal() or word in _BEFORE_VERBS
