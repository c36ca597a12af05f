"""Phrases by what they say, in all languages at once, for what is read whatever is asked.

A table (`mail_templates/words/<part>/<language>.toml`) lists them under `[idea]`.  Other than those of a
vocabulary they are neither inflected nor mended: only what is listed counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from pbem.language.vocabulary import FOLDER
from pbem.language.words import spellings, tokens
from rules.core.data import DataError, read_toml

LONGEST = 30
"""Words of a line that may be made of phrases alone."""


class Phrases:
    """The phrases of one table."""

    def __init__(self) -> None:
        self._ideas: dict[str, set[str]] = {}
        self._longest = 1

    def add(self, idea: str, phrases: Iterable[str]) -> None:
        known = self._ideas.setdefault(idea, set())
        for phrase in phrases:
            for spelled in spellings(phrase):
                known.add(spelled)
                self._longest = max(self._longest, spelled.count(" ") + 1)

    def are(self, line: str, idea: str) -> bool:
        """Whether a line is one of them."""
        return " ".join(words_of(line)) in self._ideas[idea]

    def hold(self, line: str, idea: str) -> bool:
        """Whether one of them stands anywhere in a line."""
        words = words_of(line)
        return any(self._ends(words, at, idea) for at in range(len(words)))

    def make(self, line: str, idea: str, *, before: str, after: str) -> bool:
        """Whether a line is one of them and no more than others before and behind it."""
        words = words_of(line)
        if len(words) > LONGEST:
            return False
        cores = {end for at in self._along(words, {0}, before) for end in self._ends(words, at, idea)}
        return len(words) in self._along(words, cores, after)

    def begin(self, words: Sequence[str], idea: str, *, before: str, most_before: int) -> bool:
        """Whether words begin with one of them, or with no more than so many others and then one."""
        starts = self._along(words, {0}, before, most_before)
        return any(self._ends(words, at, idea) for at in starts)

    def _along(self, words: Sequence[str], at: set[int], idea: str, furthest: int = LONGEST) -> set[int]:
        """The places that are reached from some with phrases of an idea alone."""
        found, new = set(at), set(at)
        while new:
            new = {end for start in new for end in self._ends(words, start, idea) if end <= furthest} - found
            found |= new
        return found

    def _ends(self, words: Sequence[str], at: int, idea: str) -> list[int]:
        """Where the phrases of an idea end that begin at a place."""
        known = self._ideas[idea]
        ends = range(at + 1, min(at + self._longest, len(words)) + 1)
        return [end for end in ends if " ".join(words[at:end]) in known]


def words_of(line: str) -> list[str]:
    """The words of a line as the tables have them."""
    return [word.text for word in tokens(line) if not word.is_mark]


@cache
def phrases(part: str) -> Phrases:
    """The phrases of a table, of all languages.

    :raises DataError: a file cannot be read.
    """
    problems: list[str] = []
    found = Phrases()
    for path in sorted((FOLDER / part).glob("*.toml")):
        for idea, listed in read_toml(path, problems).get("idea", {}).items():
            found.add(idea, listed)
    if problems:
        raise DataError(problems)
    return found
