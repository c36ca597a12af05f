"""The words that people use, from tables: what a word may say, in each language.

A table (`mail_templates/words/<part>/<language>.toml`) lists under each idea the words and phrases for it.  A
word may say several things (`take` moves, controls and loses); which one counts, the reader of a question
decides.  A line is read in English and in the language that knows most of its words, so that short words of
a third one cannot change what it says.  A phrase that begins with a verb is known in all forms of the verb;
in the past tense it says `past` as well, for a report is no order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.language.catalog import ENGLISH
from pbem.language.catalog import FOLDER as MESSAGES
from pbem.language.inflection import past_forms, present_forms
from pbem.language.words import spellings, tokens
from rules.core.data import DataError, read_toml

FOLDER = MESSAGES.parent / "words"
SHARED = "shared"
USUAL = (ENGLISH, "de")
"""Read at once where nothing tells the language of a line: they have no word of two meanings."""
_ARTICLE = re.compile(r"^(?:the|a|an) (?=.)")
_ARTICLES = (" the", " a", " an")
"""A phrase must not take the article of what follows it."""
_PRONOUN = re.compile(r"^(?:i|we) (?=.)")
_FIRST_LETTERS = ("t", "a", "i", "w")
"""Those of articles and pronouns."""
PAST = "past"
_NOT_INFLECTED = ("idea", "option")
BESIDE = "about."
"""Before the name of a deed: what may stand beside it, and adds nothing."""
OF_ANY = f"{BESIDE}any"
"""What may stand beside the name of any deed: `make an assault`, `go for a debate`."""
_OWN_VERBS = frozenset(
    "move attack join lead sail stay transport build control calm end play pass commit".split()
)
"""Deeds that have verbs of their own: with `take` or `put` beside these, something else may be meant."""
_ALSO_NAMED = frozenset((f"{BESIDE}new_world",))
SMALL = ("filler", "the")
LONGEST_LINE = 400
"""Characters that tell the language of a line."""
SHORTEST_SLIP = 5
MOST_SLIPS = 2_000
"""In a shorter word one wrong letter may make another word of it."""


@dataclass(slots=True)
class Vocabulary:
    """Phrases with the ideas that they may stand for, and what bare answers may say, by topic."""

    phrases: dict[str, frozenset[str]] = field(default_factory=dict)
    answers: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)
    """For each topic: the words that say yes, those that say no, and those that add nothing."""
    nicknames: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """By kind and phrase: whom it may name."""
    initials: dict[str, dict[str, str]] = field(default_factory=dict)
    """By kind: what capitals stand for behind a word that asks for such a name."""
    numbers: dict[str, int] = field(default_factory=dict)
    present: dict[str, list[str]] = field(default_factory=dict)
    """For each verb, its other forms of the present."""
    past: dict[str, list[str]] = field(default_factory=dict)
    listed: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each topic, the answers as the tables have them: `accepted` is an answer, and no report."""
    verbs: set[str] = field(default_factory=set)
    """All forms of all verbs."""
    thirds: set[str] = field(default_factory=set)
    """The forms that only another than the writer can be the subject of: `marches`."""
    real: set[str] = field(default_factory=set)
    """Words that say nothing here, and are no slips of others either."""
    colour: set[str] = field(default_factory=set)
    """Words that only colour an order: no other word is a slip of them."""
    grave: set[str] = field(default_factory=set)
    """Words that are never taken for colour."""
    grave_stems: tuple[str, ...] = ()
    """Beginnings of such words."""
    own: set[str] = field(default_factory=set)
    """Words that say nothing else in this language, though they do in English: Hungarian `a` is `the`."""
    longest: int = 1
    _everything: frozenset[str] = frozenset()
    """Whatever says anything at all; made when it is first asked for."""
    _by_length: dict[int, dict[str, int]] = field(default_factory=dict)
    """The phrases of each length, with their places among all; made when a slip is first looked for."""
    _slips: dict[str, list[str]] = field(default_factory=dict)
    """What was found for the last texts: within a letter the same ones are looked at again and again."""

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
            elif table == "initial":
                for kind, names in entries.items():
                    assert isinstance(names, dict)
                    shorts = {short: id for id, some in names.items() for short in _listed(some)}
                    self.initials.setdefault(kind, {}).update(shorts)
            elif table == "verb":
                self._add_verbs(entries)
            elif table == "colour":
                for idea, phrases in entries.items():
                    for phrase in _spelled(phrases):
                        self.phrases[phrase] = self.phrases.get(phrase, frozenset()) | {idea}
                        self.colour.add(phrase)
                        self._longer(phrase)
            elif table == "grave":
                for words in entries.values():
                    self._add_grave(_listed(words))
            elif table == "real":
                self.real |= {word for words in entries.values() for word in _spelled(words)}
            elif table == "own":
                self.own |= {word for words in entries.values() for word in _spelled(words)}
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

    def take_over(self, other: Vocabulary) -> None:
        """Add the words of another language, which are inflected already."""
        _unite(self.phrases, other.phrases)
        _unite(self.listed, other.listed)
        for topic, words in other.answers.items():
            _unite(self.answers.setdefault(topic, {}), words)
        for kind, names in other.nicknames.items():
            into = self.nicknames.setdefault(kind, {})
            for phrase, who in names.items():
                into[phrase] = tuple(dict.fromkeys((*into.get(phrase, ()), *who)))
        for kind, shorts in other.initials.items():
            self.initials.setdefault(kind, {}).update(shorts)
        self.numbers |= other.numbers
        self.present |= other.present
        self.past |= other.past
        self.verbs |= other.verbs
        self.thirds |= other.thirds
        self.real |= other.real
        self.colour |= other.colour
        self.grave |= other.grave
        self.grave_stems += other.grave_stems
        self.longest = max(self.longest, other.longest)

    def _add_grave(self, words: Sequence[str]) -> None:
        self.grave |= {word for word in words if not word.endswith("*")}
        self.grave_stems += tuple(word[:-1] for word in words if word.endswith("*"))

    def is_grave(self, text: str) -> bool:
        """Whether a word may change what is ordered, though it stands in no other table."""
        return text in self.grave or text.startswith(self.grave_stems)

    def forget(self, words: Collection[str]) -> None:
        """Forget what words say, and answer."""
        for word in words:
            self.phrases.pop(word, None)
            self.numbers.pop(word, None)
        self.answers = {
            topic: {says: phrases.difference(words) for says, phrases in some.items()}
            for topic, some in self.answers.items()
        }

    def _add_verbs(self, entries: Mapping[str, object]) -> None:
        """Verbs: those that follow the rules of English, and forms that follow no rule."""
        for verb in _listed(entries.get("regular", ())):
            self.present.setdefault(verb, present_forms(verb))
            self.past.setdefault(verb, past_forms(verb))
        for tense, into in (("past", self.past), ("present", self.present)):
            irregular = entries.get(tense, {})
            assert isinstance(irregular, dict)
            for verb, forms in irregular.items():
                into[verb] = [form for one in _listed(forms) for form in spellings(one)]
        if "regular" in entries:
            for verb in self.past:
                self.present.setdefault(verb, present_forms(verb))
            self.thirds |= {forms[0] for forms in self.present.values()}
        self.verbs |= {form for forms in (*self.present.values(), *self.past.values()) for form in forms}
        self.verbs |= self.present.keys() | self.past.keys()

    def inflect(self) -> None:
        """Learn every phrase that begins with a verb in the other forms of that verb."""
        listed = {*self.phrases, *self.numbers}
        self.listed = {
            topic: frozenset[str]().union(*words.values()) for topic, words in self.answers.items()
        }
        self._take_light_verbs()
        self._take_small_words_as_such()
        for phrase, ideas in list(self.phrases.items()):
            kept = frozenset(idea for idea in ideas if "." in idea and not idea.startswith(_NOT_INFLECTED))
            if not kept:
                continue
            for form in self._forms(phrase, self.present):
                self.phrases[form] = self.phrases.get(form, frozenset()) | kept
            for form in self._forms(phrase, self.past):
                if form not in listed:
                    self.phrases[form] = self.phrases.get(form, frozenset()) | kept | {PAST}
        for topic, words in self.answers.items():
            for says, phrases in words.items():
                now = {form for phrase in phrases for form in self._forms(phrase, self.present)}
                told = {form for phrase in phrases for form in self._forms(phrase, self.past)}
                told -= self.listed[topic]
                words[says] = phrases | now | told
                for form in told - listed:
                    self.phrases[form] = self.phrases.get(form, frozenset()) | {PAST}

    def _take_light_verbs(self) -> None:
        """`make`, `hold`, `go for`: they stand beside the name of whatever is done, and add nothing to it."""
        named = {idea.removeprefix("deed.") for ideas in self.phrases.values() for idea in ideas}
        known = {idea for ideas in self.phrases.values() for idea in ideas if idea.startswith(BESIDE)}
        beside = {idea for idea in known if idea.removeprefix(BESIDE) in named - _OWN_VERBS} | (
            known & _ALSO_NAMED
        )
        for phrase, ideas in list(self.phrases.items()):
            if OF_ANY in ideas:
                self.phrases[phrase] = (ideas - {OF_ANY}) | beside

    def _take_small_words_as_such(self) -> None:
        """What only stands beside a deed hides no small words, and no numbers, in other orders."""
        for phrase, ideas in list(self.phrases.items()):
            words = phrase.split()
            if len(words) == 1 or not all(idea.startswith(BESIDE) for idea in ideas):
                continue
            if words[0] in self.numbers or "cp" in self.phrases.get(words[0], ()):
                del self.phrases[phrase]  # `one card`, `cp on`
            elif "with" in self.phrases.get(words[0], ()) and "all" in self.phrases.get(words[1], ()):
                del self.phrases[phrase]  # `with everything he has`
            elif "all" in self.phrases.get(words[0], ()) and {"in", "from", "at", "of"} & {*words[1:]}:
                del self.phrases[phrase]  # `everybody in`
            elif all(not self.phrases.get(word, frozenset()).isdisjoint(SMALL) for word in words):
                self.phrases[phrase] = ideas | {SMALL[0]}  # `of them`

    @staticmethod
    def _forms(phrase: str, table: Mapping[str, Sequence[str]]) -> list[str]:
        verb, _, rest = phrase.partition(" ")
        return [f"{form} {rest}".rstrip() for form in table.get(verb, ())]

    def _longer(self, phrase: str) -> None:
        self.longest = max(self.longest, phrase.count(" ") + 1)

    def says(self, text: str) -> frozenset[str]:
        """The ideas that a word or phrase may stand for."""
        return self.phrases.get(text, frozenset())

    def has(self, text: str) -> bool:
        """Whether a phrase says anything at all."""
        if not self._everything:
            answers = (words for topic in self.answers.values() for words in topic.values())
            self._everything = frozenset().union(
                self.phrases, self.numbers, *self.nicknames.values(), *answers
            )
        return text in self._everything

    def one_letter_off(self, text: str) -> list[str]:
        """Phrases that a slip of one letter turns into this text."""
        if len(text) < SHORTEST_SLIP:
            return []
        if text in self._slips:
            return self._slips[text]
        if not self._by_length:
            for place, phrase in enumerate(self.phrases):
                if phrase in self.colour:
                    continue
                self._by_length.setdefault(len(phrase), {})[phrase] = place
        found = [
            (distance, known[phrase], phrase)
            for near in (len(text) - 1, len(text), len(text) + 1)
            if near > SHORTEST_SLIP and (known := self._by_length.get(near))
            for phrase, distance, _ in process.extract(
                text, known.keys(), scorer=OSA.distance, score_cutoff=1, limit=None
            )
        ]
        if len(self._slips) >= MOST_SLIPS:
            self._slips.clear()
        return self._slips.setdefault(text, [phrase for _, _, phrase in sorted(found)])


def _unite(into: dict[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> None:
    if not into:
        into.update(other)
        return
    for word, says in other.items():
        into[word] = into[word] | says if word in into else says


def _spelled(phrases: object) -> Iterable[str]:
    """The phrases as they are looked up; an article or a pronoun before one is a word of its own."""
    assert isinstance(phrases, list)
    return [
        phrase for written in phrases for phrase in _as_looked_up(written) if not phrase.endswith(_ARTICLES)
    ]


def _as_looked_up(phrase: str) -> list[str]:
    if phrase.isascii() and phrase.replace(" ", "").isalpha() and phrase.islower():
        spelled = [phrase]  # nearly all of them, many thousands
    else:
        spelled = spellings(phrase)
    return [_PRONOUN.sub("", _ARTICLE.sub("", one)) if one[:1] in _FIRST_LETTERS else one for one in spelled]


def _listed(phrases: object) -> list[str]:
    assert isinstance(phrases, (list, tuple))
    return list(phrases)


@cache
def vocabulary(*parts: str, language: str = "") -> Vocabulary:
    """The words of some parts, in English and in another language; without one, in those of `USUAL`.

    :raises DataError: a file cannot be read.
    """
    others = (language,) if language else USUAL[1:]
    found = Vocabulary()
    for one in dict.fromkeys((ENGLISH, *others)):
        words = _words_of(parts, one)
        if language:
            found.forget(words.own)
        found.take_over(words)
    return found


@cache
def _words_of(parts: tuple[str, ...], language: str) -> Vocabulary:
    """The words of one language: English is part of every other's, and is made once.

    :raises DataError: a file cannot be read.
    """
    problems: list[str] = []
    found = Vocabulary()
    for path in (FOLDER / part / f"{language}.toml" for part in parts):
        if path.exists():
            found.add(read_toml(path, problems))
    if problems:
        raise DataError(problems)
    found.inflect()
    return found


def language_of_words(line: str, known: Mapping[str, Vocabulary]) -> str:
    """Of some languages the one that knows most words of a line; the first unless another knows more."""
    words = [token.text for token in tokens(line[:LONGEST_LINE]) if token.text[0].isalpha()]
    counts = {language: _known(words, one) for language, one in known.items()}
    most = max(counts.values(), default=0)
    return next((language for language, count in counts.items() if count == most), "")


def _known(words: Sequence[str], vocabulary: Vocabulary) -> int:
    """How many words belong to a phrase or a name of a vocabulary."""
    known = at = 0
    while at < len(words):
        run = range(min(vocabulary.longest, len(words) - at), 0, -1)
        length = next((one for one in run if vocabulary.has(" ".join(words[at : at + one]))), 0)
        known += length
        at += max(length, 1)
    return known
