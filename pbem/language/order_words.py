"""Orders in other languages: their words become those that the grammars read.

`[order]` of a catalog has phrases with what they mean, `"für bp" = "for cp"`; names are read in every
language anyway (`foreign_names`).  The longest phrase counts, and a name with one of these words in it stays
as it is.  An English line has none of them, so it stays as it is, too.

Where names have endings, `[ending]` says what they do: `"ssä" = "in"` makes `Wienissä` mean `in Vienna`.  The
forms that a catalog gives a name are read the same way.

A line is in one language, beside English: in the one that knows most of its words.  Where two know as many
and differ, it is the writer's own; if that is neither, the line stays as it is, and is asked back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.language.forces import ADJECTIVES
from pbem.language.foreign_names import TABLES
from pbem.language.late_verbs import verbs_first
from pbem.language.names import OPTION, SEA, SPACE, UNIT, Names
from pbem.language.widths import is_wide, with_wide_marks
from pbem.language.words import MOST_CHARACTERS, Token, fold, spellings, tokens, without_gaps

PLACES = (SPACE, SEA, OPTION)
"""Kinds of things whose forms say where: `in`, `to`, `from`."""
WHERE = ("in", "to", "from")
BETWEEN = "|"
"""What stands between the choices of an order that is told in short."""
DECLINED = ("power", "leader", "ruler", "debater", "reformer", "explorer", "conquistador", "unit", *PLACES)
"""Kinds of things whose forms are read."""
LIGHT = frozenset(
    "a an and as at by for from i in into it my of on or please than thanks that the then this to via we "
    "with".split()
)
"""English words that alone tell no language: each has them, and short ones are alike."""
UNDECLINED = frozenset(("name", "bare", "number", "adj"))
"""Forms of a name that say no case: one with no others is the same in all of them."""
TOLD_TOO = ("language",)
"""Other kinds of things that letters call by their own names in orders, and those that only one title has."""
MOST_KEPT = 5_000
"""Orders that are kept as they were written."""
SHORTEST_STEM = 3
"""Letters of a name before its ending."""
_LIST = re.compile(r", |，")
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_BLANK = re.compile(r"<([a-z0-9][a-z0-9 ,]*)>")
"""What stands for something in the form of an order: `move <leaders, units>`."""
_DOUBLED = re.compile(r"([aeiouy])\1$")
_SINGLE = re.compile(r"(?<=[aeiouylnr])([kpt])([aeiouy])$")
_JOINED = re.compile(r"(?<=\w)[:'’-](?=[^\W\d_]{1,3}(?!\w))")
"""What stands between a name and its ending: `Kaarle V:n`, `Graz-ba`; not in `Lyoni-öböl`, a name."""


_NOTHING = re.compile(r"(?!)")


@dataclass(slots=True)
class Tongue:
    """What one language has for orders."""

    language: str
    meaning: dict[str, str | None] = field(default_factory=dict)
    """Phrases in English; None for a name that must stay as it is."""
    phrases: frozenset[str] = frozenset()
    """Those of them that are no names."""
    endings: dict[str, str] = field(default_factory=dict)
    """What an ending of a name says, without accents; the longest first."""
    told: dict[str, str] = field(default_factory=dict)
    """How letters write English phrases and names; with `in`, `to` or `from` before a place too."""
    after: dict[str, str] = field(default_factory=dict)
    """Words that follow a name and say what its ending would: `Graz mezőn`."""
    numbered: re.Pattern[str] = _NOTHING
    """The endings of numbers: `73-ast`, `36:n`."""
    verbs: tuple[str, ...] = ()
    """English verbs that may stand behind what they act on: `在维也纳组建骑兵`."""
    forms: dict[str, str] = field(default_factory=dict)
    """Names in the cases of the language, with what they say in English: `bécsbe` is `to Vienna`."""
    blanks: dict[str, str] = field(default_factory=dict)
    """How letters write what stands for something: `<space>`.  Nobody types it, so it is never read."""
    all_endings: tuple[str, ...] = field(init=False)
    reach: dict[str, int] = field(init=False)
    """By the first word of phrases: how many words the longest of them has."""

    def __post_init__(self) -> None:
        self.endings = dict(sorted(self.endings.items(), key=lambda item: -len(item[0])))
        self.all_endings = tuple(self.endings)
        self.reach = _reach(self.meaning)

    def behind(self, texts: list[str]) -> str:
        """The longest word behind a name with which these begin; a Chinese one has several characters."""
        longest = min(len(texts), max((word.count(" ") + 1 for word in self.after), default=0))
        found = (" ".join(texts[:length]) for length in range(longest, 0, -1))
        return next((word for word in found if word in self.after), "")


@dataclass(slots=True)
class Told:
    """A line in English, and how many of its words a language knew."""

    text: str
    words: int = 0
    """All of them, also those that join others."""
    known: int = 0
    """Those that tell the language."""


class OrderWords:
    """The phrases of all languages in which orders can be written."""

    def __init__(
        self, catalogs: Mapping[str, Mapping[str, Any]], names: Names, plain: Collection[str] = ()
    ) -> None:
        """`catalogs`: the tables of each language; `plain`: English words, which are never endings."""
        self._names = {name for table in names.tables.values() for name in table.spelled}
        self._reach = _reach(self._names)
        self._plain = plain
        self._written: dict[tuple[str, str], str] = {}
        self._read: dict[tuple[str, str], tuple[str, Told] | None] = {}
        self._places = {
            name: id for kind in PLACES if kind in names.tables for name, (id, *_) in _spelled(names, kind)
        }
        self._ids: dict[str, frozenset[str]] = {}
        for table in names.tables.values():
            for name, ids in table.spelled.items():
                self._ids[name] = self._ids.get(name, frozenset()) | frozenset(ids)
        self._tongues = [
            tongue
            for language, tables in catalogs.items()
            if (tongue := self._tongue(language, tables, names)).meaning or tongue.endings
        ]
        known = {*self._names, *(phrase for tongue in self._tongues for phrase in tongue.meaning)}
        self._longest = max((phrase.count(" ") + 1 for phrase in known), default=1)

    def _tongue(self, language: str, tables: Mapping[str, Any], names: Names) -> Tongue:
        meaning: dict[str, str | None] = {
            spelling: english
            for written, means in tables.get("order", {}).items()
            for english, phrase in _filled(means, written, tables, names)
            for spelling in (*spellings(phrase), _spelling(phrase))
            # `habsburg reguláris`: what is a name already stays as it is written.
            if not (_SLOT.fullmatch(written) and spelling in self._names)
        }
        phrases = frozenset(meaning)
        endings = {
            fold(ending.strip()): says
            for ending, says in tables.get("ending", {}).items()
            if not ending.startswith(" ")
        }
        after = {
            spelling: says
            for word, says in tables.get("ending", {}).items()
            if word.startswith(" ")
            for spelling in spellings(word)
        }
        forms: dict[str, str] = {}
        for kind in (*DECLINED, *_own_kinds(names)):
            for id, entry in tables.get(f"name.{kind}", {}).items():
                for form, text in entry.items() if isinstance(entry, dict) else ():
                    self._form(forms, names, kind, id, form, str(text))
        meaning = {**forms, **meaning}
        known = {word for phrase in meaning for word in phrase.split()}
        for name in self._names:
            if name not in meaning and known.intersection(name.split()):
                meaning[name] = None
        told = _names_as_told(tables, names) if tables.get("told") else {}
        for phrase, text in tables.get("told", {}).items():
            told |= {_spelling(one): other for one, other in _filled(phrase, text, tables, names)}
        grammar = tables.get("grammar", {})
        verbs = tuple(grammar.get("late_verbs", ()))
        ends = "|".join(sorted(grammar.get("number_endings", ()), key=len, reverse=True))
        numbered = re.compile(rf"(?<=\d)[:'’-](?:{ends})(?!\w)", re.IGNORECASE) if ends else _NOTHING
        blanks = tables.get("blank", {})
        return Tongue(language, meaning, phrases, endings, told, after, numbered, verbs, forms, blanks)

    def _form(self, meaning: dict[str, str], names: Names, kind: str, id: str, form: str, text: str) -> None:
        """Enter a form of a name as what it says; what is a name, or an order, already stays that."""
        if form in ("name", "bare", "number", "plain", "title", "adj") or "{" in text:
            return
        printed = next(
            (
                names.say(table, id)
                for table in TABLES.get(kind, (kind,))
                if table in names.tables and id in names.tables[table].printed
            ),
            "",
        )
        where = f"{form} " if form in WHERE and _is_place(kind, names) else ""
        for spelling in spellings(text) if printed else ():
            if where or spelling not in self._names:
                meaning.setdefault(spelling, f"{where}{printed}")

    def phrases(self) -> dict[str, str]:
        """All phrases with what they mean in English; names that stay as they are left out."""
        meanings = (item for tongue in self._tongues for item in tongue.meaning.items())
        return {phrase: english for phrase, english in meanings if english is not None}

    # ---- Writing

    def told(self, order: str, language: str) -> str:
        """An order as letters in a language write it: in its words if they are read as the same order."""
        tongue = next((one for one in self._tongues if one.language == language and one.told), None)
        if tongue is None:
            return order
        if (order, language) not in self._written:
            if len(self._written) >= MOST_KEPT:
                self._written.clear()
            blanks = [one for one in _BLANK.findall(order) if one in tongue.blanks]
            plain = order
            for number, blank in enumerate(blanks):
                plain = plain.replace(f"<{blank}>", f"<{number}>", 1)
            text = self._in_words(tongue, plain)
            ways = (_in_chinese_marks(text), text, plain)
            way = next(
                way for way in ways if way == plain or self.same(self.in_english(way, language), plain)
            )
            for number, blank in enumerate(blanks):
                way = way.replace(f"<{number}>", f"<{tongue.blanks[blank]}>", 1)
            self._written[order, language] = way
        return self._written[order, language]

    def _in_words(self, tongue: Tongue, order: str) -> str:
        words = tokens(order)
        text, at, done = "", 0, 0
        while at < len(words):
            texts = [word.text for word in words[at : at + self._longest + 1]]
            # A use of a card that is called like a thing, `as event: genoa`, `: in scotland`, stays English.
            if [word.text for word in words[at - 2 : at]] == ["event", ":"] and self._ends_with_a_name(texts):
                break
            # Of several places, `in Paris | Lyon`, `control Paris | Lyon`, none has an ending.
            lengths = [
                one
                for one in range(len(texts), 0, -1)
                if BETWEEN not in order or not self._has_a_place_behind(texts[:one])
            ]
            length = next((one for one in lengths if " ".join(texts[:one]) in tongue.told), 0)
            if length:
                text += order[done : words[at].start] + tongue.told[" ".join(texts[:length])]
                done = words[at + length - 1].end
            at += length or 1
        return text + order[done:]

    def _has_a_place_behind(self, words: Sequence[str]) -> bool:
        """Whether words stand before a place: `control geneva`, `in new york`; not `english channel`."""
        if " ".join(words) in self._places:
            return False
        return any(" ".join(words[at:]) in self._places for at in range(1, len(words)))

    def _ends_with_a_name(self, words: Sequence[str]) -> bool:
        return any(" ".join(words[at:]) in self._ids for at in range(len(words)))

    def same(self, line: str, order: str) -> bool:
        """Whether two English lines are one order: the same words, and names of the same things."""
        one, other = self._canonical(line), self._canonical(order)
        return len(one) == len(other) and all(map(_alike, one, other))

    def _canonical(self, line: str) -> list[str | frozenset[str]]:
        words = [token.text for token in tokens(line)]
        found: list[str | frozenset[str]] = []
        at = 0
        while at < len(words):
            lengths = range(min(self._longest, len(words) - at), 0, -1)
            length = next((one for one in lengths if " ".join(words[at : at + one]) in self._ids), 0)
            found.append(self._ids[" ".join(words[at : at + length])] if length else words[at])
            at += length or 1
        return found

    # ---- Reading

    def in_english(self, line: str, own: str = "") -> str:
        """A line with its order words in English; `own`: the language of its writer's letters."""
        told = self._told(line, own)
        return told[1].text if told else line

    def language_of(self, line: str, own: str = "") -> str:
        """The language, beside English, that knows most words of a line; empty if none knows any."""
        told = self._told(line, own)
        return told[0] if told else ""

    def with_plain_names(self, line: str, language: str) -> str:
        """A line whose names have no endings, and nothing else changed: `Bécsbe` is `to Vienna`."""
        tongue = next((one for one in self._tongues if one.language == language and one.endings), None)
        if tongue is None or len(line) > MOST_CHARACTERS:
            return line
        joined = _JOINED.sub("", tongue.numbered.sub("", unicodedata.normalize("NFC", line)))
        words = tokens(joined)
        text, at, done = "", 0, 0
        while at < len(words):
            texts = [word.text for word in words[at : at + self._longest]]
            length, english = self._name_at(tongue, texts)
            if english:
                text += joined[done : words[at].start] + english
                done = words[at + length - 1].end
            at += length
        return text + joined[done:] if done or tongue.numbered.search(line) else line

    def _name_at(self, tongue: Tongue, texts: list[str]) -> tuple[int, str]:
        """How many words the longest name has, and what its form says; nothing if it has none."""
        for length in self._lengths(tongue, texts):
            phrase = " ".join(texts[:length])
            named = phrase in self._names
            english = "" if named else tongue.forms.get(phrase) or self._declined(tongue, phrase) or ""
            if not named and not english:
                continue
            behind = tongue.behind(texts[length:])
            if behind and not any(english.startswith(f"{where} ") for where in WHERE):
                return length + behind.count(" ") + 1, _placed(tongue.after[behind], english or phrase)
            return length, english
        return 1, ""

    def _told(self, line: str, own: str) -> tuple[str, Told] | None:
        """What `_find` finds; sorting a letter and carrying it out ask for the same lines."""
        if len(line) > MOST_CHARACTERS:
            return None
        if (line, own) not in self._read:
            if len(self._read) >= MOST_KEPT:
                self._read.clear()
            self._read[line, own] = self._find(line, own)
        return self._read[line, own]

    def _find(self, line: str, own: str) -> tuple[str, Told] | None:
        plain = unicodedata.normalize("NFC", line)
        found = {tongue.language: self._in(tongue, plain, own) for tongue in self._tongues}
        found = {language: told for language, told in found.items() if told.text != plain}
        if not found:
            return None
        if own in found and found[own].words == max(told.words for told in found.values()):
            return own, found[own]
        most = max(told.known for told in found.values())
        best = {language: told for language, told in found.items() if told.known == most}
        if len({told.text for told in best.values()}) > 1:
            return None
        return next(iter(best.items()))

    def _in(self, tongue: Tongue, line: str, own: str) -> Told:
        """The line as a language reads it; of endings alone only the writer's own language is read."""
        joined = _JOINED.sub("", tongue.numbered.sub("", line)) if tongue.endings else line
        words = tokens(joined)
        told, at, done, surely = "", 0, 0, tongue.language == own
        found = known = 0
        while at < len(words):
            length, english, ended = self._at(tongue, words[at : at + self._longest])
            if english is not None:
                gap = joined[done : words[at].start]
                told = _joined(_joined(told, gap) if gap else told, english)
                done = words[at + length - 1].end
                found += length
                known += bool(english) and english not in LIGHT
                surely = surely or not ended
            at += length
        if not done or not surely:
            return Told(line)
        return Told(verbs_first(_joined(told, joined[done:]), tongue.verbs), found, known)

    def _at(self, tongue: Tongue, words: list[Token]) -> tuple[int, str | None, bool]:
        """How many words the longest phrase, name or declined name has, and what it says in English.

        And whether that is known by the ending of a name alone.
        """
        texts = [word.text for word in words]
        for length in self._lengths(tongue, texts):
            phrase, ended = " ".join(texts[:length]), False
            known = phrase in tongue.meaning
            english = tongue.meaning.get(phrase)
            if not known and tongue.endings:
                english = self._declined(tongue, phrase)
                known = ended = english is not None
            named = phrase in self._names or (known and phrase not in tongue.phrases)
            if named and (behind := tongue.behind(texts[length:])):
                name = without_gaps(phrase) if english is None else english
                return length + behind.count(" ") + 1, _placed(tongue.after[behind], name), False
            if known:
                return length, english, ended
        return 1, None, False

    def _lengths(self, tongue: Tongue, texts: list[str]) -> Iterable[int]:
        """How many words a phrase or name that begins here may have; an ending changes its last word only."""
        first = texts[0]
        return range(min(len(texts), max(tongue.reach.get(first, 1), self._reach.get(first, 1))), 0, -1)

    def _declined(self, tongue: Tongue, phrase: str) -> str | None:
        """What a name with an ending says; None if it is none, or an English word."""
        if not phrase.endswith(tongue.all_endings) or phrase in self._names or phrase in self._plain:
            return None
        for ending, says in tongue.endings.items():
            if phrase.endswith(ending) and len(phrase) >= len(ending) + SHORTEST_STEM:
                for stem in _stems(phrase.removesuffix(ending)):
                    if stem in self._names:
                        return _placed(says if stem in self._places else "", stem)
        return None


def _reach(phrases: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for phrase in phrases:
        first = phrase.partition(" ")[0]
        found[first] = max(found.get(first, 0), phrase.count(" ") + 1)
    return found


def _spelling(phrase: str) -> str:
    return " ".join(token.text for token in tokens(phrase))


def _names_as_told(tables: Mapping[str, Any], names: Names) -> dict[str, str]:
    """What letters call things, by their English names; what two things share stays English."""
    found: dict[str, str] = {}
    unsure: set[str] = set()
    for kind in (*DECLINED, *TOLD_TOO, *_own_kinds(names)):
        for id, entry in tables.get(f"name.{kind}", {}).items():
            forms = {"name": entry} if isinstance(entry, str) else entry
            table = next(
                (
                    one
                    for one in TABLES.get(kind, (kind,))
                    if id in getattr(names.tables.get(one), "printed", ())
                ),
                "",
            )
            name = forms.get("bare") or forms.get("name")
            if not table or not name or kind == UNIT:
                continue
            english = _spelling(names.say(table, id))
            is_place = _is_place(kind, names)
            where = {f"{form} {english}": forms[form] for form in WHERE if is_place and form in forms}
            for phrase, text in {english: name, **where}.items():
                if found.setdefault(phrase, str(text)) != text:
                    unsure.add(phrase)
    return {phrase: text for phrase, text in found.items() if phrase not in unsure}


def _own_kinds(names: Names) -> list[str]:
    """Kinds of things that only one title has: ocean zones, nobles."""
    shared = {table for tables in TABLES.values() for table in tables}
    return [kind for kind in names.tables if kind not in shared]


def _is_place(kind: str, names: Names) -> bool:
    return kind in PLACES or kind in _own_kinds(names)


def _filled(english: str, text: str, tables: Mapping[str, Any], names: Names) -> Iterator[tuple[str, str]]:
    """A phrase of orders in English and in a language; with a slot one for each name of that kind.

    `declare war on {power}`, or the adjectives of powers: `{power:adj} regulars`.
    """
    slot, form = _SLOT.search(english), _SLOT.search(text)
    if slot is None:
        yield english, text
        return
    kind = slot[1]
    kinds = [one for one in TABLES.get(kind, (kind,)) if one in names.tables]
    for id, entry in tables.get(f"name.{kind}", {}).items():
        forms = {"name": entry} if isinstance(entry, str) else entry
        declines = not UNDECLINED.issuperset(forms)
        wanted = (form[2] if form else None) or "name"
        name = forms.get(wanted if declines or wanted in UNDECLINED else "name")
        table = next((one for one in kinds if id in names.tables[one].printed), "")
        if name and table:
            said = ADJECTIVES.get(id, "") if slot[2] == "adj" else names.say(table, id)
            if said:
                yield english.replace(slot[0], said), text.replace(form[0], str(name)) if form else text


def _alike(one: str | frozenset[str], other: str | frozenset[str]) -> bool:
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return not one.isdisjoint(other)
    return one == other


def _spelled(names: Names, kind: str) -> Iterable[tuple[str, list[str]]]:
    return ((name, list(ids)) for name, ids in names.tables[kind].spelled.items())


def _placed(where: str, name: str) -> str:
    return f"{where} {name}".strip()


def _stems(stem: str) -> list[str]:
    """What a name may have been before its ending: as it is, without a vowel that joins, or a doubled one."""
    found = [stem]
    if stem[-1:] in ("i", "e", "a", "o"):
        found.append(stem[:-1])
    if stem.endswith("kse"):
        found.append(f"{stem[:-3]}s")  # `hyökkäyksen` of `hyökkäys`
    if _SINGLE.search(stem):
        found.append(_SINGLE.sub(r"\1\1\2", stem))  # `mesenaatin` of `mesenaatti`
    if _DOUBLED.search(stem):
        found += [stem[:-1], stem[:-2]]
    return [one for one in found if len(one) >= SHORTEST_STEM]


def _in_chinese_marks(text: str) -> str:
    """An order without the gaps between Chinese words, and with the marks of Chinese; others as they are."""
    if not is_wide(text):
        return text
    return _LIST.sub("、", with_wide_marks(without_gaps(text)))


def _joined(before: str, after: str) -> str:
    """Two pieces of a line; words that stood together in Chinese are parted, and no space is left over."""
    if not after:
        return before.rstrip(" ")
    if before[-1:].isalnum() and after[0].isalnum():
        return f"{before} {after}"
    return before + after
