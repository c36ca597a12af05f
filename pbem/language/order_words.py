"""Orders in other languages: their words become those that the grammars read.

`[order]` of a catalog has phrases with what they mean, `"für bp" = "for cp"`; names are read in every
language anyway (`foreign_names`).  The longest phrase counts, and a name with one of these words in it stays
as it is.  An English line has none of them, so it stays as it is, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from pbem.language.words import MOST_CHARACTERS, spellings, tokens


class OrderWords:
    """The phrases of all languages in which orders can be written."""

    def __init__(self, phrases: Mapping[str, str], names: Iterable[str]) -> None:
        self._meaning: dict[str, str | None] = {
            spelling: english for phrase, english in phrases.items() for spelling in spellings(phrase)
        }
        known = {word for phrase in self._meaning for word in phrase.split()}
        for name in names:
            if name not in self._meaning and known.intersection(name.split()):
                self._meaning[name] = None
        self._first = {phrase.split()[0] for phrase in self._meaning}
        self._longest = max((phrase.count(" ") + 1 for phrase in self._meaning), default=1)

    def in_english(self, line: str) -> str:
        """A line with its order words in English."""
        if len(line) > MOST_CHARACTERS:
            return line
        plain = unicodedata.normalize("NFC", line)
        words = tokens(plain)
        told, at, done = list[str](), 0, 0
        while at < len(words):
            phrase = self._phrase_at([word.text for word in words[at : at + self._longest]])
            if phrase and (english := self._meaning[phrase]) is not None:
                last = words[at + phrase.count(" ")]
                told += [plain[done : words[at].start], english]
                done = last.end
            at += phrase.count(" ") + 1
        return "".join([*told, plain[done:]]) if told else line

    def _phrase_at(self, words: list[str]) -> str:
        """The longest phrase or name with which these words begin."""
        if words[0] not in self._first:
            return ""
        for length in range(len(words), 0, -1):
            if (phrase := " ".join(words[:length])) in self._meaning:
                return phrase
        return ""
