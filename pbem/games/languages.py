"""A title in several languages: its names, what it says, and how it reads what players write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property, partial
from pathlib import Path

from pbem.games.packs import AT
from pbem.language import Names
from pbem.language.catalog import ENGLISH, FOLDER, SHARED, Catalog, catalog_of, languages_in
from pbem.language.free_words import FreeWords
from pbem.language.order_words import OrderWords
from pbem.language.vocabulary import SHARED as SHARED_WORDS
from pbem.language.vocabulary import USUAL, Vocabulary, language_of_words, vocabulary
from pbem.language.voice import Voice
from pbem.language.widths import is_wide


class InLanguages(ABC):
    """The part of a title that speaks and reads."""

    name: str
    """In settings, logs and folders: `his`; with a data pack `vq@<pack>`."""

    @property
    def base_name(self) -> str:
        """Its name without that of a pack."""
        return self.name.partition(AT)[0]

    @property
    @abstractmethod
    def names(self) -> Names:
        """The names of all things, with the grammars of the orders."""

    # ---- What it says

    @cached_property
    def messages(self) -> tuple[Path, ...]:
        """Folders with its sentences, by language; later ones lie over earlier ones."""
        return tuple(FOLDER / part for part in (*SHARED, self.base_name))

    def voice(self, language: str = ENGLISH) -> Voice:
        """What tells of the game in a language.

        >>> from pbem.games import game_of
        >>> voice = game_of("his").voice()
        >>> voice.name("power", "hapsburg"), voice.name("card", 31), voice.name("sea", "ionian_sea", "in")
        ('Hapsburg', 'Foul Weather (#31)', 'in the Ionian Sea')
        >>> voice.listed(voice.units({"regulars": 1, "cavalry": 2}))
        '1 regular and 2 cavalry'
        """
        if language not in self._voices:
            words = (self.catalog(language), self.catalog(ENGLISH))
            self._voices[language] = Voice(
                self.names, *words, partial(self._told_order, language), self.paragraph
            )
        return self._voices[language]

    def paragraph(self, code: str, rule: str) -> str:
        """The paragraph of its rulebook for a refusal; shared rules may cite another title's."""
        return rule

    def catalog(self, language: str) -> Catalog:
        """What it says in a language."""
        return catalog_of(self.messages, language)

    @cached_property
    def _voices(self) -> dict[str, Voice]:
        return {}

    # ---- What it reads

    def in_english(self, line: str, own: str = "") -> str:
        """A line of a player with its order words in English, whatever language they are in.

        `own` is the language of his letters: it counts where a line could be in two.
        """
        return self._order_words.in_english(line, own)

    def _told_order(self, language: str, order: str) -> str:
        return order if language == ENGLISH else self._order_words.told(order, language)

    @cached_property
    def _order_words(self) -> OrderWords:
        tables = {language: self.catalog(language).tables for language in self.read_languages}
        return OrderWords(tables, self.names, self.free_words("").words.phrases)

    @property
    def read_languages(self) -> list[str]:
        """Those in which orders are read, also if not all can be told in them yet."""
        return languages_in(self.messages[-1])

    def load_words(self) -> None:
        """Read the tables of words, so that no player's letter pays for it."""
        self.with_plain_names("")

    def free_words_for(self, line: str) -> FreeWords:
        """Reads what the grammars do not: orders in the words that people use, in the language of a line."""
        return self.free_words(language_of_words(line, self._vocabularies))

    def with_plain_names(self, line: str) -> str:
        """A line for that reader, which knows no cases: names without endings; of Chinese, the English."""
        if is_wide(line):
            return self.in_english(line)
        return self._order_words.with_plain_names(line, language_of_words(line, self._vocabularies))

    def free_words(self, language: str) -> FreeWords:
        """The reader of free words in English and another language; without one, in the usual ones."""
        if language not in self._free_words:
            self._free_words[language] = self.new_free_words(language)
        return self._free_words[language]

    def new_free_words(self, language: str) -> FreeWords:
        """What a title reads in free words."""
        return FreeWords(self.names, vocabulary(*self.word_parts, language=language))

    @property
    def word_parts(self) -> tuple[str, ...]:
        """The folders of `mail_templates/words` that a title reads."""
        return (SHARED_WORDS,)

    @cached_property
    def _free_words(self) -> dict[str, FreeWords]:
        return {}

    @cached_property
    def _vocabularies(self) -> dict[str, Vocabulary]:
        others = [one for one in self.read_languages if one not in USUAL]
        return {one: self.free_words(one).words for one in ("", *others)}
