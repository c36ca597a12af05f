"""Lines that put a condition or a doubt on what stands above them: `but only if ...`, `not yet!`."""

from __future__ import annotations

from functools import cache

from pbem.language.vocabulary import FOLDER, vocabulary
from pbem.language.words import tokens, without_politeness

PART = "reservations"


@cache
def _phrases() -> tuple[frozenset[str], int]:
    """All of them, in whatever language; and how many words the longest has."""
    languages = sorted(path.stem for path in (FOLDER / PART).glob("*.toml"))
    known = [vocabulary(PART, language=language) for language in languages]
    return frozenset(phrase for one in known for phrase in one.phrases), max(one.longest for one in known)


def reserves(line: str) -> bool:
    """Whether a line begins with such words."""
    phrases, longest = _phrases()
    said = [word.text for word in without_politeness(tokens(line)) if not word.is_mark][:longest]
    return any(" ".join(said[:count]) in phrases for count in range(1, len(said) + 1))
