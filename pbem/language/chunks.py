"""A line taken apart into what its words may be: names of things, numbers, and ideas of the vocabulary.

The longest phrase counts.  A word that is nothing at all is unknown, and a line with an unknown word in it is
never carried out.  A word one letter off is what it is off from, if that can be one thing only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.language.names import CARD, LANGUAGE, LEADER, NATION, SEA, SPACE, UNIT, Names
from pbem.language.vocabulary import SHORTEST_SLIP, Vocabulary
from pbem.language.words import Token, key, tokens

KINDS = (SPACE, SEA, LEADER, NATION, CARD, UNIT)
"""The kinds of names that all games have."""
SHORTEST_PART = 4
"""Letters of a beginning, or of a later word of a name, that will do for it."""
SHORTEST_INITIALS = 3
SHORTEST_BEGINNING = 3
"""Letters of the beginning of a name that will do with a capital: `Ibr`, `WIT`."""
MOST_WORDS = 60
"""A line of more words is not read freely."""
MOST_SLIPS = 4
"""A line with more words that are unknown or misspelt is not worth the search."""
LONGEST = 6
LONGEST_PART = 4
"""Words of a part of a name, or of a name with a slip in it."""
SHORTEST_ADVERB = 6
_SMALL = frozenset("filler the one and with to from in for via polite then".split())
_SENTENCE = re.compile(r"(?<![\s.])[.!]+(?=\s|$)")
_SHORTENED = re.compile(
    r"(?:\b(?:st|ste|nr|no|mr|dr|incl|excl|resp|vs|approx|regs?|mercs?|cav|sqs?|sqdns?|corss?|int|bzw|ca|capt|gen|adm|etc)|(?<!['’])\b[a-z]|\b[ivx]+)$",
    re.IGNORECASE,
)


_UNITS = re.compile(r"^(?:regs?|mercs?|cav|sqs?|sqdns?|corss?)$", re.IGNORECASE)
_ANOTHER = re.compile(r"\s+[A-Z]\w+\b(?! *(?:[;.]|$))")
"""A word that begins a sentence, and no place alone."""
_NUMERAL = re.compile(r" [ivx]+$")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A word or phrase, and what it may be."""

    text: str
    start: int
    end: int
    ideas: frozenset[str] = frozenset()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    number: int | None = None
    slip: bool = False

    def says(self, *ideas: str) -> bool:
        return not self.ideas.isdisjoint(ideas)

    def one(self, kind: str) -> str:
        """The only thing of a kind that it names; empty if there is none, or several."""
        ids = self.names.get(kind, ())
        return ids[0] if len(ids) == 1 else ""

    @property
    def is_mark(self) -> bool:
        return not self.text[0].isalnum()

    @property
    def known(self) -> bool:
        return bool(self.ideas or self.names or self.number is not None or self.is_mark)

    @property
    def says_nothing(self) -> bool:
        """Whether it stands in no table."""
        return not self.known


@dataclass(frozen=True, slots=True)
class OwnKinds:
    """The kinds of names that one title has."""

    all: tuple[str, ...] = ()
    by_part: tuple[str, ...] = ()
    """Those of which a beginning, or an inner word, will do."""
    people: tuple[str, ...] = ()
    by_id: tuple[str, ...] = ()
    """Those that orders call by their ids."""


class Chunker:
    """Takes lines apart, with the names and the words of a title."""

    def __init__(self, names: Names, words: Vocabulary, own: OwnKinds) -> None:
        self._names = names
        self._words = words
        self._kinds = [kind for kind in (*KINDS, *own.all) if kind in names.tables]
        parts = (SPACE, SEA, LEADER, *own.by_part, CARD)
        self._by_part = [kind for kind in parts if kind in names.tables]
        self._known: dict[str, dict[str, tuple[str, ...]]] = {}
        self._initials: dict[str, tuple[str, ...]] = {}
        """`JF` for John Frederick."""
        for kind in self._kinds:
            for spelling, ids in names.table(kind).spelled.items():
                self._known.setdefault(spelling, {})[kind] = tuple(ids)
        for kind, nicknames in words.nicknames.items():
            for phrase, who in nicknames.items():
                entry = self._known.setdefault(phrase, {})
                entry[kind] = tuple(dict.fromkeys((*entry.get(kind, ()), *who)))
        self._capitals: dict[str, tuple[str, ...]] = {}
        """`FI` for Francis I, `HVIII` for Henry VIII: written in capitals only."""
        for spelling, ids in (names.table(LEADER).spelled if LEADER in names.tables else {}).items():
            initials = "".join(word[0] for word in spelling.split())
            if len(ids) != 1 or spelling.count(" ") != 1:
                continue
            if spelling == key(*ids) and not _NUMERAL.search(spelling):
                self._initials[initials] = (*self._initials.get(initials, ()), *ids)
            first, last = spelling.split()
            numbered = last.isdecimal() or _NUMERAL.search(spelling)
            for short in {initials, f"{first[0]}{last}"} if numbered else {initials}:
                known = self._capitals.get(short, ())
                self._capitals[short] = tuple(dict.fromkeys((*known, *ids)))
        self._titles: dict[str, list[tuple[str, str]]] = {}
        """Of each card, with the initials."""
        for spelling, ids in (names.table(CARD).spelled if CARD in names.tables else {}).items():
            for id in ids:
                initials = "".join(word[0] for word in spelling.split())
                self._titles.setdefault(id, []).append((spelling, initials))
        self._longest = max(words.longest, LONGEST, *(name.count(" ") + 1 for name in self._known))

    def chunks(
        self,
        line: str,
        hand: Collection[str] = (),
        answers: Collection[str] = (),
        shorter: Mapping[int, int] | None = None,
        others: Collection[str] = (),
        *,
        of_deeds: bool = True,
    ) -> list[Chunk]:
        """What the words of a line may be; cards by a part of their title only if they are in `hand`.

        `answers` are words that answer the question, whatever else they may be; `others` answer one like it,
        and count where nothing else is known.  `shorter` says where no phrase of so many words may begin.
        Without `of_deeds`, phrases that only stand beside deeds count for nothing: in `go to Naples`, `go to`
        is two words.
        """
        words = tokens(_with_sentences(line))[: MOST_WORDS + 1]
        found: list[Chunk] = []
        at = unknown = 0
        while at < len(words):
            most = (shorter or {}).get(words[at].start, self._longest + 1) - 1
            run = words[at : at + most]
            chunk, length = self._at(run, hand, answers, unknown < MOST_SLIPS, others, of_deeds)
            if not chunk.known or chunk.slip or chunk.text.isdecimal():
                before = next((one for one in reversed(found) if one.text != "("), None)
                chunk, length = self._in_capitals(line, run, hand, before) or (chunk, length)
            if found and _are_a_way(line, found[-1], chunk):
                found.append(Chunk(">", found[-1].end, chunk.start))
            found.append(chunk)
            unknown += chunk.slip or not chunk.known
            at += length
        return list(_with_titles(found))

    def _at(
        self,
        words: Sequence[Token],
        hand: Collection[str],
        answers: Collection[str],
        slips: bool,
        others: Collection[str],
        of_deeds: bool,
    ) -> tuple[Chunk, int]:
        first = words[0]
        if first.is_mark:
            return Chunk(first.text, first.start, first.end), 1
        run = [word.text for word in words]
        run = run[: next((at for at, word in enumerate(words) if word.is_mark), len(run))]
        for length in range(len(run), 0, -1):
            text, end = " ".join(run[:length]), words[length - 1].end
            chunk = self._exactly(text, first.start, end, answers)
            if chunk.known and (of_deeds or length == 1 or not _is_beside_deeds(chunk)):
                return chunk, length
            if length > LONGEST_PART:
                continue
            if text in others and length == 1:
                return Chunk(text, first.start, end, frozenset({"answer"})), 1
            if names := self._part_of(text, hand):
                return Chunk(text, first.start, end, names=names), length
            if card := self._card_nearly(text, hand):
                return Chunk(text, first.start, end, names={CARD: (card,)}), length
            if not slips or (
                length > 1 and all(self._exactly(one, 0, 0, answers).known for one in run[:length])
            ):
                continue
            if (meant := self._off(text, answers)) is not None:
                ideas, near, text = meant
                return Chunk(text, first.start, end, ideas, near, slip=True), length
        return Chunk(first.text, first.start, first.end), 1

    def _exactly(self, text: str, start: int, end: int, answers: Collection[str]) -> Chunk:
        ideas, names = self._words.says(text), self._known.get(text, {})
        if text in answers:
            ideas |= {"answer"}
        number = int(text) if text.isdecimal() and len(text) < 4 else self._words.numbers.get(text)
        if not ideas and not names and number is None and text.endswith("s") and _is_long(text):
            names = self._known.get(text[:-1], {})  # `Barcelona's` has lost its mark
        if not ideas and not names and number is None and _is_adverb(text, self._words):
            ideas = frozenset({"filler"})
        if not ideas and not names and number is None and text in self._initials:
            names = {LEADER: self._initials[text]}
        return Chunk(text, start, end, ideas, names, number)

    def _part_of(self, text: str, hand: Collection[str]) -> dict[str, tuple[str, ...]]:
        """What a beginning or an inner word names, each kind for itself; nothing in doubt."""
        found: dict[str, tuple[str, ...]] = {}
        if len(text) < SHORTEST_PART or text.isdecimal():
            return found
        words = text.split()
        if not any(len(word) >= SHORTEST_PART and not self._words.says(word) & _SMALL for word in words):
            return found  # `of the` is in many titles
        for kind in self._by_part if len(words) == 1 else (CARD,):
            if kind == CARD and not hand:
                continue
            among = hand if kind == CARD else None
            fits, _ = self._names.fits(kind, words, among)
            ids = [fit.id for fit in fits if fit.length == len(words)]
            if len(ids) == 1 and (kind != CARD or ids[0] in hand):
                found[kind] = (ids[0],)
        return found

    def _card_nearly(self, text: str, hand: Collection[str]) -> str:
        """The one card in hand whose title is a letter off (`peasant war`), or has these initials (`HRE`)."""
        if not hand or len(text) < SHORTEST_INITIALS or any(map(str.isdecimal, text)):
            return ""  # in `5r 2m` no card is `nr 2`
        found = [
            id
            for id in hand
            for title, initials in self._titles.get(id, ())
            if (" " in text and " " in title and OSA.distance(title, text, score_cutoff=1) <= 1)
            or text == initials
        ]
        return found[0] if len(set(found)) == 1 else ""

    def _in_capitals(
        self, line: str, words: Sequence[Token], hand: Collection[str], before: Chunk | None
    ) -> tuple[Chunk, int] | None:
        """What capitals stand for: a card in hand (`FW`), a leader (`CV`, `H8`), the beginning of a name."""
        first, *more = words
        numbered = bool(more) and first.end == more[0].start and more[0].text.isdecimal()  # `F1`
        text = first.text + (more[0].text if numbered else "")
        end, length = (more[0].end, 2) if numbered else (first.end, 1)
        if not line[first.start].isupper():
            return None
        if line[first.start : end].isupper():
            language = self._words.initials.get(LANGUAGE, {}).get(text, "")
            if language and before is not None and before.says(*_OF_LANGUAGES):
                return Chunk(text, first.start, end, names={LANGUAGE: (language,)}), length
            if names := self._card_in_capitals(text, hand):
                return Chunk(text, first.start, end, names=names), length
            if text in self._capitals:
                return Chunk(text, first.start, end, names={LEADER: self._capitals[text]}), length
        if len(text) < SHORTEST_BEGINNING or not text.isalpha():
            return None
        arrow = line[: first.start].rstrip().endswith(_HYPHENS) or line[end:].lstrip().startswith(_HYPHENS)
        counted = before is not None and (UNIT in before.names or before.says("unrest", "deed.control"))
        sure = {SPACE: line[first.start : end].isupper() or arrow or counted}
        sure[LEADER] = bool(more) and (more[0].is_number or more[0].text in ("+", "&", ","))
        for kind in (LEADER, SPACE):
            if kind not in self._names.tables or not sure[kind]:
                continue
            fits, _ = self._names.fits(kind, [text])
            if len(fits) == 1:
                return Chunk(text, first.start, end, names={kind: (fits[0].id,)}), length
        return None

    def _card_in_capitals(self, text: str, hand: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The one card in hand of which two capitals are the initials: `FW` for Foul Weather."""
        found = {
            id
            for id in hand
            for _, initials in self._titles.get(id, ())
            if len(text) == 2 and text == initials
        }
        return {CARD: tuple(found)} if len(found) == 1 else {}

    def _off(
        self, text: str, answers: Collection[str]
    ) -> tuple[frozenset[str], Mapping[str, tuple[str, ...]], str] | None:
        """What a slip of one letter has turned into this text, if it can be one thing only."""
        if len(text.replace(" ", "")) < SHORTEST_SLIP or text in self._words.real:
            return None
        if any(word in self._words.numbers or word.isdecimal() for word in text.split()):
            return None  # `like two` is no slip of `like to`: a number is never swallowed
        if " " in text and any(self._words.says(word) & _NEVER_SWALLOWED for word in text.split()):
            return None  # `would Father ...` is no slip of `would rather`
        near = dict.fromkeys(self._words.one_letter_off(text))
        for kind in self._kinds:
            near |= dict.fromkeys(self._names.table(kind).one_letter_off(text))
        slips = process.extract(text, answers, scorer=OSA.distance, score_cutoff=1, limit=None)
        near |= {one: None for one, distance, _ in slips if distance == 1}
        near = {one: None for one in near if len(one) >= SHORTEST_SLIP and one[0] == text[0]}
        if any(
            set(self._known.get(one, ("",))) <= {NATION, LANGUAGE} and not self._words.says(one)
            for one in near
        ):
            return None  # whose it is decides too much
        meanings = {
            (self._words.says(one), tuple(sorted(self._known.get(one, {}).items()))): one for one in near
        }
        if len(meanings) != 1:
            return None
        ((ideas, names), meant) = next(iter(meanings.items()))
        return ideas | ({"answer"} if meant in answers else frozenset()), dict(names), meant


_OF_LANGUAGES = ("deed.translate", "deed.treatise", "deed.debate", "deed.burn")
_NEVER_SWALLOWED = frozenset(("doubt", "not", "no", "but", "else"))


def _is_long(text: str) -> bool:
    """Whether its last word may have lost the mark before its `s`: not `is` in `Elizabeth is`."""
    return len(text.rpartition(" ")[2]) >= SHORTEST_PART


def _are_a_way(line: str, one: Chunk, other: Chunk) -> bool:
    """`Paris-Dijon`, `Athens-Aegean`: between two places a hyphen is an arrow."""
    return (
        line[one.end : other.start] in _HYPHENS
        and not one.names.keys().isdisjoint(_PLACES)
        and not other.names.keys().isdisjoint(_PLACES)
    )


_HYPHENS = ("-", "–", "—", "--", ">")
_PLACES = (SPACE, SEA)


def _is_adverb(text: str, words: Vocabulary) -> bool:
    """`stealthily`, `magnificently`: how something is done adds nothing, unless it doubts or limits it."""
    return len(text) > SHORTEST_ADVERB and text.endswith("ly") and " " not in text and text not in words.real


def _is_beside_deeds(chunk: Chunk) -> bool:
    return not chunk.names and chunk.number is None and all(idea.startswith("about.") for idea in chunk.ideas)


def _with_titles(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """`the Archduke Ferdinand`: two names of one person, side by side, are one."""
    before: Chunk | None = None
    for chunk in chunks:
        if before is None:
            before = chunk
            continue
        both = [who for who in before.names.get(LEADER, ()) if who in chunk.names.get(LEADER, ())]
        if len(both) == 1 and not before.is_mark and before.text != chunk.text:
            before = replace(chunk, start=before.start, names={**chunk.names, LEADER: tuple(both)})
            continue
        yield before
        before = chunk
    if before is not None:
        yield before


def _with_sentences(line: str) -> str:
    """The line with a semicolon for every full stop, which the words of a line do not keep."""

    def mark(found: re.Match[str]) -> str:
        shortened = found.group() == "." and _SHORTENED.search(line[: found.start()])
        if shortened and _UNITS.search(shortened[0]) and _ANOTHER.match(line, found.end()):
            return ";"  # `... and 1 merc.  Francis stays`
        return found.group() if shortened else ";" * len(found.group())

    return _SENTENCE.sub(mark, line)


def sentences(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """The chunks between semicolons."""
    start = 0
    for at, chunk in enumerate([*chunks, Chunk(";", 0, 0)]):
        if chunk.text == ";":
            if at > start:
                yield list(chunks[start:at])
            start = at + 1
