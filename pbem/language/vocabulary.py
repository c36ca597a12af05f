"""The words that people use, from tables: what a word may say, in each language.

A table (`mail_templates/words/<part>/<language>.toml`) lists under each idea the words and phrases for it.  A
word may say several things (`take` moves, controls and loses); which one counts, the reader of a question
decides.  All languages are read at once: a player need not say in which one he writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.language.catalog import FOLDER as MESSAGES
from pbem.language.words import spellings
from rules.core.data import DataError, read_toml

FOLDER = MESSAGES.parent / "words"
SHARED = "shared"
_ARTICLE = re.compile(r"^(?:the|a|an) (?=.)")
_BEFORE_A_NAME = re.compile(r" (?:the|a|an)$")
"""A phrase must not take the article of what follows it."""
SHORTEST_SLIP = 5
"""In a shorter word one wrong letter may make another word of it."""


@dataclass(slots=True)
class Vocabulary:
    """Phrases with the ideas that they may stand for, and what bare answers may say, by topic."""

    phrases: dict[str, frozenset[str]] = field(default_factory=dict)
    answers: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)
    """For each topic: the words that say yes, those that say no, and those that add nothing."""
    nicknames: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """By kind and phrase: whom it may name."""
    numbers: dict[str, int] = field(default_factory=dict)
    longest: int = 1

    def add(self, data: Mapping[str, Mapping[str, object]]) -> None:
        """Take over the tables of one file."""
        for table, entries in data.items():
            if table == "answer":
                for topic, words in entries.items():
                    assert isinstance(words, dict)
                    known = self.answers.setdefault(topic, {})
                    for says, phrases in words.items():
                        known[says] = known.get(says, frozenset()) | frozenset(_spelled(phrases))
            elif table == "nickname":
                for kind, names in entries.items():
                    assert isinstance(names, dict)
                    into = self.nicknames.setdefault(kind, {})
                    for id, phrases in names.items():
                        for phrase in _spelled(phrases):
                            into[phrase] = tuple(dict.fromkeys((*into.get(phrase, ()), id)))
                            self._longer(phrase)
            elif table == "number":
                for number, phrases in entries.items():
                    self.numbers |= dict.fromkeys(_spelled(phrases), int(number))
            else:
                for idea, phrases in entries.items():
                    assert isinstance(phrases, list), f"{table}.{idea}"
                    for phrase in _spelled(phrases):
                        named = idea if table == "idea" else f"{table}.{idea}"
                        self.phrases[phrase] = self.phrases.get(phrase, frozenset()) | {named}
                        self._longer(phrase)

    def _longer(self, phrase: str) -> None:
        self.longest = max(self.longest, phrase.count(" ") + 1)

    def says(self, text: str) -> frozenset[str]:
        """The ideas that a word or phrase may stand for."""
        return self.phrases.get(text, frozenset())

    def one_letter_off(self, text: str) -> list[str]:
        """Phrases that a slip of one letter turns into this text."""
        if len(text) < SHORTEST_SLIP:
            return []
        found = process.extract(text, self.phrases.keys(), scorer=OSA.distance, score_cutoff=1, limit=None)
        return [phrase for phrase, _, _ in found if len(phrase) > SHORTEST_SLIP]


def _spelled(phrases: object) -> Iterable[str]:
    """The phrases as they are looked up; an article before one is a word of its own."""
    assert isinstance(phrases, list)
    spelled = [_ARTICLE.sub("", spelling) for phrase in phrases for spelling in spellings(phrase)]
    return [phrase for phrase in spelled if not _BEFORE_A_NAME.search(phrase)]


@cache
def vocabulary(*parts: str) -> Vocabulary:
    """The words of some parts, in all languages.

    :raises DataError: a file cannot be read.
    """
    problems: list[str] = []
    found = Vocabulary()
    for path in _files(parts):
        found.add(read_toml(path, problems))
    if problems:
        raise DataError(problems)
    return found


def _files(parts: Iterable[str]) -> list[Path]:
    return [path for part in parts for path in sorted((FOLDER / part).glob("*.toml"))]
