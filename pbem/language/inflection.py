"""The forms of a verb, so that a table of words lists `march` and not `marches, marching, marched` as well.

Only English has rules here.  The table of another language lists the forms of its verbs
(`[verb.present]`, `[verb.past]` in `mail_templates/words/shared/<language>.toml`).
"""

from __future__ import annotations

import re

_VOWELS = "aeiou"
_ONE_STRESSED_SYLLABLE = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def present_forms(verb: str) -> list[str]:
    """`marches`, `marching`."""
    return [_third(verb), _ing(verb)]


def past_forms(verb: str) -> list[str]:
    """`marched`, which is the participle as well."""
    if verb.endswith("e"):
        return [f"{verb}d"]
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return [f"{verb[:-1]}ied"]
    return [f"{_doubled(verb)}ed"]


def _third(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _ing(verb: str) -> str:
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{_doubled(verb)}ing"


def _doubled(verb: str) -> str:
    """`stop` doubles its last letter; verbs of two syllables that do are listed as irregular."""
    return verb + verb[-1] if _ONE_STRESSED_SYLLABLE.fullmatch(verb) else verb
