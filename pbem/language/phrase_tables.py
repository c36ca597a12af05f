"""Phrases by what they say, in all languages at once, for what is read whatever is asked.

A table (`mail_templates/words/<part>/<language>.toml`) lists them under `[idea]`.  Other than those of a
vocabulary they are neither inflected nor mended: only what is listed counts.  Under `[shape]` stands in
which order they make a whole: `over = ["so* that_is it for_me*"]`, with `?` for at most one of them and `*`
for any number; `word` is any word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from pbem.language.vocabulary import FOLDER
from pbem.language.words import spellings, tokens
from rules.core.data import DataError, read_toml

LONGEST = 30
"""Words of a line that may have a shape."""
ANY = "word"


class Phrases:
    """The phrases of one table."""

    def __init__(self) -> None:
        self._ideas: dict[str, set[str]] = {}
        self._shapes: dict[str, list[list[str]]] = {}
        self._longest = 1

    def add(self, idea: str, phrases: Iterable[str]) -> None:
        known = self._ideas.setdefault(idea, set())
        for phrase in phrases:
            for spelled in spellings(phrase):
                known.add(spelled)
                self._longest = max(self._longest, spelled.count(" ") + 1)

    def add_shapes(self, name: str, shapes: Iterable[str]) -> None:
        self._shapes.setdefault(name, []).extend(shape.split() for shape in shapes)

    def hold(self, line: str, idea: str) -> bool:
        """Whether a phrase of an idea stands anywhere in a line."""
        words = words_of(line)
        return any(self._ends(words, at, idea) for at in range(len(words)))

    def make(self, line: str, shape: str) -> bool:
        """Whether a line has a shape, and says nothing else."""
        words = words_of(line)
        return len(words) <= LONGEST and len(words) in self._shaped(words, 0, shape)

    def begin(self, words: Sequence[str], shape: str) -> bool:
        """Whether words begin with a shape."""
        return bool(self._shaped(words[:LONGEST], 0, shape))

    def find(self, line: str, shape: str) -> tuple[int, int] | None:
        """Where in a line a shape first stands, as long as can be."""
        said = [word for word in tokens(line) if not word.is_mark][:LONGEST]
        words = [word.text for word in said]
        for at in range(len(words)):
            if ends := self._shaped(words, at, shape) - {at}:
                return said[at].start, said[max(ends) - 1].end
        return None

    def _shaped(self, words: Sequence[str], at: int, name: str) -> set[int]:
        """Where a shape may end that begins at a place."""
        found: set[int] = set()
        for shape in self._shapes[name]:
            places = {at}
            for part in shape:
                idea = part.rstrip("?*")
                if part.endswith("*"):
                    places = self._along(words, places, idea)
                else:
                    next_ones = {end for place in places for end in self._ends(words, place, idea)}
                    places = places | next_ones if part.endswith("?") else next_ones
            found |= places
        return found

    def _along(self, words: Sequence[str], at: set[int], idea: str) -> set[int]:
        """The places that are reached from some with phrases of an idea alone."""
        found, new = set(at), set(at)
        while new:
            new = {end for start in new for end in self._ends(words, start, idea)} - found
            found |= new
        return found

    def _ends(self, words: Sequence[str], at: int, idea: str) -> list[int]:
        """Where the phrases of an idea end that begin at a place."""
        ends = range(at + 1, min(at + self._longest, len(words)) + 1)
        if idea == ANY:
            return list(ends[:1])
        known = self._ideas[idea]
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
        read = read_toml(path, problems)
        for idea, listed in read.get("idea", {}).items():
            found.add(idea, listed)
        for name, shapes in read.get("shape", {}).items():
            found.add_shapes(name, shapes)
    if problems:
        raise DataError(problems)
    return found
