"""Orders in free words: what a line may mean, as lines that the grammar reads.

The grammar comes first; only what it cannot read comes here.  A line is taken apart (`chunks`, `items`), the
reader of the open question explains every piece of it, and what comes out are orders as the grammar writes
them.  They go through the grammar and its check like any others.  Exactly one that is allowed, with nothing
left unexplained, may be carried out; anything else is only proposed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pbem.language.chunks import MOST_WORDS, Chunk, Chunker, sentences
from pbem.language.clauses import another_acts, is_report, is_state, without_purpose
from pbem.language.items import COST, REST_CP, Item, Maker
from pbem.language.names import (
    CARD,
    DEBATER,
    LANGUAGE,
    LEADER,
    NATION,
    REFORMER,
    SEA,
    SPACE,
    UNIT,
    Names,
)
from pbem.language.vocabulary import BESIDE, Vocabulary
from rules.core.flow import Power, Question

MOST_READINGS = 24
MOST_LINES = 20
MOST_WAYS = 6
"""Phrases of a line that are tried in fewer words as well."""
OFFER = "offer"
"""The topic of words that take an offer or leave it."""
LONGEST_REPLY = 12
LONGEST_CLOSING = 5
LONGEST_NAME = 3
_NEVER_SHORTER = (
    "doubt",
    "not",
    "no",
    "but",
    "else",
    "if_fails",
    "correction",
    "instead",
    "no_card",
    "let_go",
    "state",
    "past",
    "asking",
    "keeps",
)
SHORTEST_CHAT = 3
"""Words and marks of a sentence that is only chat; a shorter one may be an answer in words that we lack."""
SHORTEST_TALK = 5
"""Words of a line that is no order if many of them say nothing here; a shorter one may be one."""
_QUOTED = re.compile(r'["“„«»]([^"“”„«»]{2,60})["”“«»]')
_NEVER = ('"', "~~", "“", "”", "„", "»", "«", "`")
"""Marks of words that are another's, or struck out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a line may mean, as orders.  What is not sure is never done, only proposed."""

    lines: tuple[str, ...]
    sure: bool = True
    fleeting: bool = False
    """The lines after the first are answers to what comes next, and to nothing that comes later."""
    prices: tuple[int, ...] = ()
    """What the line says that its deeds cost: if they cost something else, it is not sure."""


@dataclass(slots=True)
class Moment:
    """What is asked of whom, and what the words of the line may be."""

    power: Power
    question: Question[Any]
    game: Any
    names: Names
    words: Vocabulary
    items: list[Item] = field(default_factory=list)

    def say(self, kind: str, id: str) -> str:
        return self.names.say(kind, id)

    def of(self, items: list[Item]) -> Moment:
        """The same moment, with other items."""
        return replace(self, items=items)

    def answer(self, topic: str) -> Mapping[str, frozenset[str]]:
        return self.words.answers.get(topic, {})


Reader: TypeAlias = Callable[[Moment], list[Reading]]
"""What the items of a moment may mean; nothing if a piece of them cannot be explained."""


@dataclass(slots=True)
class FreeWords:
    """The reader of free words of one title: a reader for each question, by its topic or kind."""

    names: Names
    words: Vocabulary
    readers: Mapping[str, Reader] = field(default_factory=dict)
    topics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For a question, others whose answers may be given with it."""
    alike: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For a question, others of its kind, whose words are looked up after all the rest."""
    leaders: Callable[[Any, Power], Sequence[str]] = lambda game, power: ()
    people: Callable[[Any, Power], Sequence[str]] = lambda game, power: ()
    """All leaders of a power, wherever they are; `leaders` are those on the map."""
    capitals: Callable[[Any, Power], Sequence[str]] = lambda game, power: ()
    hand: Callable[[Any, Power], Sequence[int]] = lambda game, power: ()
    of_others: Collection[str] = ()
    """Topics in which others may be the subject: `England gives me a card`."""
    orders_only: Collection[str] = ()
    """Topics in which a line that says how things are is no order."""
    of_deeds: Collection[str] = ()
    """Topics that are answered with deeds, or with cards; the others with a word, a name, a force."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """For the name of a deed, how its orders begin."""
    _chunker: Chunker | None = None

    def readings(
        self, line: str, question: Question[Any], game: Any, *, asking: bool = False
    ) -> list[Reading]:
        """What a line may mean, in answer to a question; with `asking`, without `can I` and the like."""
        reader = self._reader(question)
        line = self._without_quotes_of_names(line, question, game)
        if reader is None or line.lstrip().startswith(">") or any(mark in line for mark in _NEVER):
            return []
        for chunks, unsure in self._ways(line, question, game):
            if found := self._read(reader, chunks, question, game, asking=asking):
                return [replace(one, sure=one.sure and not unsure) for one in found]
        corrected = _corrected(self._whole_chunks(line, question, game, None))
        found = self._read(reader, corrected, question, game, asking=asking) if corrected else []
        return [replace(one, sure=False) for one in found]

    def _ways(self, line: str, question: Question[Any], game: Any) -> Iterator[tuple[list[Chunk], bool]]:
        """The line taken apart by its longest phrases; then with one phrase after the other shortened.

        `I choose to pass` has `choose to` in it, and not only `I choose`.
        """
        first, unsure = self._chunks(line, question, game)
        yield first, unsure
        if not all(chunk.known for chunk in first):
            return
        telling = self._telling(question)
        phrases = [
            chunk
            for chunk in first
            if " " in chunk.text
            and not chunk.names
            and not chunk.says(*_NEVER_SHORTER)
            and chunk.text not in telling
        ]
        ways = [{chunk.start: chunk.text.count(" ") + 1} for chunk in phrases[:MOST_WAYS]]
        beside = [chunk for chunk in phrases if all(idea.startswith(BESIDE) for idea in chunk.ideas)]
        if len(beside) > 1:
            ways.append({chunk.start: chunk.text.count(" ") + 1 for chunk in beside})
        for way in ways:
            yield self._chunks(line, question, game, way)

    def _without_quotes_of_names(self, line: str, question: Question[Any], game: Any) -> str:
        """`play "A Mighty Fortress"`: a title may stand in quotation marks; other words are another's."""

        def plain(quoted: re.Match[str]) -> str:
            chunks, _ = self._chunks(quoted[1], question, game)
            is_name = len(chunks) == 1 and chunks[0].names and not chunks[0].slip and not chunks[0].ideas
            return quoted[1] if is_name else quoted[0]

        return _QUOTED.sub(plain, line)

    def _read(
        self, reader: Reader, chunks: list[Chunk], question: Question[Any], game: Any, *, asking: bool
    ) -> list[Reading]:
        chunks = [chunk for chunk in chunks if not (asking and chunk.says("asking"))]
        if not chunks or len(chunks) > MOST_WORDS:
            return []
        telling = self._telling(question)
        kept = [chunk for sentence in self._orders(chunks, telling) for chunk in sentence]
        if self._topic(question) not in self.of_others:
            kept = _without_address(kept, telling)
        if any(chunk.says("doubt") and chunk.text not in telling for chunk in kept):
            return []
        moment = Moment(question.power, question, game, self.names, self.words)
        capitals = self.capitals(game, question.power)
        if len(capitals) == 1:
            kept = [
                replace(chunk, ideas=frozenset(), names={SPACE: (capitals[0],)})
                if chunk.says("capital")
                else chunk
                for chunk in kept
            ]
        leaders = frozenset(self.leaders(game, question.power))
        items = Maker(question.power, leaders).items(_without_shell(kept))
        own = leaders.union(self.people(game, question.power))
        topic = self._topic(question)
        if topic not in self.of_others and another_acts(items, question.power, own, self.words):
            return []
        listed = self.words.listed
        answers = listed.get(topic, frozenset()) | listed.get("any", frozenset())
        told = is_report(kept, answers) or is_state(kept, answers, orders_only=topic in self.orders_only)
        found: list[Reading] = []
        for moment.items in (items, without_purpose(items)):
            if moment.items and not found:
                found = list(dict.fromkeys(reader(moment)))[:MOST_READINGS]
        prices = [item.count for item in items if item.kind in (COST, REST_CP) and item.count is not None]
        prices += _prices_in_brackets(kept)
        return [
            replace(one, sure=one.sure and not told, prices=(*one.prices, *prices))
            for one in found
            if len(one.lines) <= MOST_LINES
        ]

    def reads(self, question: Question[Any]) -> bool:
        """Whether free words are read in answer to a question."""
        return self._reader(question) is not None

    def is_chat(self, line: str) -> bool:
        """Whether nothing in a line is of this game: no name, no number, no deed, and no doubt."""
        chunks = self._all_chunks(line, ())
        if chunks and all(chunk.is_mark or chunk.says("polite") for chunk in chunks):
            return True
        greets = chunks and chunks[0].says("polite") and len(chunks) <= LONGEST_CLOSING
        if greets and all(chunk.is_mark or chunk.says("polite", "filler") for chunk in chunks):
            return True  # `Good morning my friends`
        if chunks and chunks[0].says("closing") and len(chunks) <= LONGEST_CLOSING:
            return not any(chunk.known and not chunk.is_mark for chunk in chunks[1:])  # `Cheers, Marc`
        if line.rstrip().endswith(":") and all(_is_heading(chunk) for chunk in chunks):
            return True
        speaks_to_people = chunks and chunks[0].says("greeting", "wishing", "address")
        if speaks_to_people and not any(_may_matter(chunk) for chunk in chunks[1:]):
            return True  # `Hi, quick one from my phone`, `hope you are all well`, `sorry for being late`
        # An order that nobody can read has no full stop as a rule.
        if not line.rstrip().endswith((".", "!", ",", ":", ")", "…")):
            return False
        return SHORTEST_CHAT <= len(chunks) <= MOST_WORDS and all(
            _is_chat(chunk) or _counts_nothing_known(chunks, at) for at, chunk in enumerate(chunks)
        )

    def only_declines(self, line: str) -> bool:
        """Whether a line says no to something, and nothing else: `nothing to say`.  Unasked, it is talk."""
        answers = self.words.answers.values()
        no, also = (
            frozenset[str]().union(*(one.get(says, ()) for one in answers)) for says in ("no", "also")
        )
        chunks = [chunk for chunk in self._all_chunks(line, (), no | also) if not chunk.is_mark]
        if any(_is_of_the_game(chunk) or chunk.says("deal.offer") or not chunk.known for chunk in chunks):
            return False  # `announce none` is an order
        return any(chunk.text in no for chunk in chunks)

    def is_farewell(self, line: str) -> bool:
        """Whether a line takes leave, and says nothing of this game: `See you at the con`."""
        chunks = self._all_chunks(line, ())
        return (
            bool(chunks)
            and chunks[0].says("closing")
            and all(chunk.says("closing") or _is_chat(chunk) for chunk in chunks)
        )

    def may_be_for_later(self, line: str) -> bool:
        """Whether a line could be an order when something else is asked.

        What doubts is none to any question; in a sentence, most words must say something.
        """
        answers = [words for topic in self.words.answers.values() for words in topic.values()]
        chunks = [
            chunk
            for chunk in self._all_chunks(line, (), frozenset[str]().union(*answers))
            if not chunk.is_mark
        ]
        if any(chunk.says("doubt") for chunk in chunks):
            return False
        unknown = sum(not chunk.known for chunk in chunks)
        return len(chunks) < SHORTEST_TALK or 3 * unknown <= len(chunks)

    def reply(self, line: str) -> tuple[bool, tuple[str, ...]] | None:
        """Whether a line only takes an offer, or leaves it, and whose: `I accept the Papal offer`."""
        words, own = self.words.answers.get(OFFER, {}), self.words.answers.get("any", {})
        chunks = self._all_chunks(line, (), frozenset[str]().union(*words.values(), *own.values()))
        if not chunks or len(chunks) > LONGEST_REPLY:
            return None
        said, powers = set[bool](), dict[str, None]()
        for chunk in chunks:
            answers = [one.get(says, frozenset()) for says in ("yes", "no", "also") for one in (words, own)]
            yes, no, also = (chunk.text in answers[at] or chunk.text in answers[at + 1] for at in (0, 2, 4))
            if no or chunk.says("not"):
                said.add(False)
            elif yes:
                said.add(True)
            elif chunk.one(NATION):
                powers[chunk.one(NATION)] = None
            elif not (also or chunk.is_mark or chunk.says("filler", "the", "polite", "and", "with")):
                return None
        if len(said) == 2 and chunks[-1].says("not"):
            return None  # `confirm none` is an order: what is negated must follow
        if False in said and not (
            True in said and any(chunk.text in words.get("no", ()) for chunk in chunks)
        ):
            return False, tuple(powers)  # `I do not accept`
        return (True, tuple(powers)) if said == {True} else None

    def unknown(self, line: str, question: Question[Any], game: Any) -> str:
        """The first word that means nothing here, as it was written; empty if there is none."""
        chunks, _ = self._chunks(line, question, game)
        return next((line[chunk.start : chunk.end] for chunk in chunks if not chunk.known), "")

    def understood(self, line: str, question: Question[Any], game: Any) -> list[str]:
        """The words of a line that name things of the game, or deeds, as they were written."""
        return [line[c.start : c.end] for c in self._chunks(line, question, game)[0] if _is_of_the_game(c)]

    def people_named(self, line: str, powers: Sequence[Power], game: Any) -> list[tuple[str, bool]]:
        """The leaders and powers that a line names, and whether each is one of these, or theirs."""
        own = {
            who for power in powers for who in (power, *self.leaders(game, power), *self.people(game, power))
        }
        return [
            (ids[0], not own.isdisjoint(ids))
            for chunk in self._all_chunks(line, ())
            for kind, ids in chunk.names.items()
            if kind in (LEADER, NATION) and SPACE not in chunk.names
        ]

    def likely(self, line: str, question: Question[Any], game: Any, orders: Sequence[str]) -> list[str]:
        """Of some orders, those that a line comes nearest to: the same deed, the same names."""
        chunks, _ = self._chunks(line, question, game)
        ideas = {idea for chunk in chunks for idea in chunk.ideas}
        leads = tuple(lead for deed, lead in self.leads.items() if f"deed.{deed}" in ideas)
        names = {
            self.names.say(kind, ids[0])
            for chunk in chunks
            for kind, ids in chunk.names.items()
            if kind in (SPACE, SEA, LEADER) and len(ids) == 1
        }
        # Languages and cards, which orders call by their ids: `treatise french`, `play 36 for cp`.
        ids = {c.one(kind) for c in chunks for kind in (LANGUAGE, CARD) if c.number is None} - {""}
        marks = {
            order: 2 * bool(leads and order.startswith(leads))
            + sum(name in order for name in names)
            + 3 * len(ids.intersection(order.split()))
            for order in orders
        }
        best = max(marks.values(), default=0)
        return [order for order, mark in marks.items() if mark == best]

    def is_signed(self, above: str, name: str) -> bool:
        """Whether two lines, the last of a letter, are a farewell and the name of who writes.

        He may be called as somebody in the game is: who takes leave has no more to order.
        """
        signed = self._all_chunks(name, ())
        return (
            self.is_farewell(above)
            and 0 < len(signed) <= LONGEST_NAME
            and all(chunk.is_mark or chunk.slip or not chunk.known or _is_a_person(chunk) for chunk in signed)
        )

    def takes_back(self, line: str) -> bool:
        """Whether a line begins with words that take back what stands before it: `sorry, I meant ...`."""
        chunks = self._all_chunks(line, ())
        return any(chunk.says("correction", "takes_back") for chunk in chunks[:4])

    @staticmethod
    def _topic(question: Question[Any]) -> str:
        return getattr(question, "topic", "") or question.kind

    def _reader(self, question: Question[Any]) -> Reader | None:
        topic = getattr(question, "topic", "")
        return self.readers.get(topic) or self.readers.get(question.kind)

    def _chunks(
        self, line: str, question: Question[Any], game: Any, shorter: Mapping[int, int] | None = None
    ) -> tuple[list[Chunk], bool]:
        """The chunks of a line; of one that corrects itself, those of the correction, which is not sure."""
        chunks = self._whole_chunks(line, question, game, shorter)
        marks = [at for at, chunk in enumerate(chunks) if chunk.says("correction")]
        if not marks:
            return chunks, False
        rest = [chunk for chunk in chunks[marks[-1] + 1 :] if not chunk.says("instead")]
        return rest, True

    def _whole_chunks(
        self, line: str, question: Question[Any], game: Any, shorter: Mapping[int, int] | None
    ) -> list[Chunk]:
        hand = [str(card) for card in self.hand(game, question.power)]
        topic = self._topic(question)
        topics = ("any", topic, question.kind, *self.topics.get(topic, ()))
        answers, others = (
            frozenset[str]().union(
                *(words for one in some for words in self.words.answers.get(one, {}).values())
            )
            for some in (topics, self.alike.get(topic, ()))
        )
        of_deeds = not self.of_deeds or topic in self.of_deeds
        return self._all_chunks(line, hand, answers, shorter, others, of_deeds=of_deeds)

    def _all_chunks(
        self,
        line: str,
        hand: Sequence[str],
        answers: frozenset[str] = frozenset(),
        shorter: Mapping[int, int] | None = None,
        others: frozenset[str] = frozenset(),
        *,
        of_deeds: bool = True,
    ) -> list[Chunk]:
        if self._chunker is None:
            self._chunker = Chunker(self.names, self.words)
        return self._chunker.chunks(line, hand, answers, shorter, others, of_deeds=of_deeds)

    def _telling(self, question: Question[Any]) -> frozenset[str]:
        """The words that say yes or no to a question."""
        topic = self._topic(question)
        found = [
            self.words.answers.get(one, {})
            for one in (topic, question.kind, *self.topics.get(topic, ()), "any")
        ]
        return frozenset[str]().union(*(words.get(says, ()) for words in found for says in ("yes", "no")))

    def _orders(self, chunks: Sequence[Chunk], telling: frozenset[str]) -> Iterator[list[Chunk]]:
        """The sentences without the chat before them; after the first, a semicolon stands before each.

        Below an order a word that nobody knows may take it back, so it is no chat there.
        """
        parts = list(sentences(chunks))
        while len(parts) > 1 and len(parts[0]) >= SHORTEST_CHAT and all(
            _is_chat(chunk) and chunk.text not in telling for chunk in parts[0]
        ):  # fmt: skip
            parts = parts[1:]
        for at, part in enumerate(parts):
            # `Debate!  German zone`: a deed that is only called out is said by what follows it.
            called = at > 0 and len(parts[at - 1]) == 1 and _is_deed(parts[at - 1][0]) and not _has_deed(part)
            yield part if at == 0 or called else [Chunk(";", part[0].start, part[0].start), *part]


def _is_a_person(chunk: Chunk) -> bool:
    """A name that a player may have as well: `Pierre`."""
    return not chunk.ideas and chunk.number is None and chunk.names.keys() <= {LEADER, DEBATER, REFORMER}


def _corrected(chunks: Sequence[Chunk]) -> list[Chunk]:
    """A line with the last place, or the last units, exchanged for what corrects them; empty if nothing does.

    `Francis and all go to St. Dizier.  No, scratch that: to Besancon.`  It is only ever proposed.
    """
    mark = next((at for at, chunk in enumerate(chunks) if chunk.says("correction")), 0)
    first, new = list(chunks[:mark]), [chunk for chunk in chunks[mark + 1 :] if not chunk.says("instead")]
    while first and (first[-1].is_mark or not first[-1].known or first[-1].says("no", "not", "polite")):
        first.pop()
    while new and (new[0].is_mark or new[0].says("polite")):
        new = new[1:]
    while new and new[-1].is_mark:
        new.pop()
    for kinds in ((SPACE, SEA), (UNIT,)):
        old_at = _last_of(first, kinds)
        new_at = _last_of(new, kinds)
        if old_at is None or new_at is None:
            continue
        start, begin = _with_its_number(first, old_at), _with_its_number(new, new_at)
        more = [chunk for chunk in new[new_at + 1 :] if not chunk.is_mark]
        comma = [replace(new[new_at], text=",", names={}, ideas=frozenset(), number=None)] if more else []
        return [*first[:start], *new[begin : new_at + 1], *first[old_at + 1 :], *comma, *more]
    return []


def _last_of(chunks: Sequence[Chunk], kinds: Collection[str]) -> int | None:
    return next((at for at in reversed(range(len(chunks))) if chunks[at].names.keys() & kinds), None)


def _with_its_number(chunks: Sequence[Chunk], at: int) -> int:
    """Where units begin: with how many they are."""
    counted = at and UNIT in chunks[at].names
    return at - 1 if counted and (chunks[at - 1].number is not None or chunks[at - 1].says("one")) else at


def _is_deed(chunk: Chunk) -> bool:
    return any(idea.startswith("deed.") for idea in chunk.ideas)


def _has_deed(chunks: Sequence[Chunk]) -> bool:
    return any(_is_deed(chunk) and not chunk.names for chunk in chunks)


def _without_address(chunks: list[Chunk], telling: Collection[str]) -> list[Chunk]:
    """Without clauses that only speak to somebody (`Sorry Sultan!`, `over to you, Rome`) or are polite.

    What tells yes or no stays.
    """
    clauses: list[list[Chunk]] = [[]]
    for chunk in chunks:
        if chunk.text in (",", ";"):
            clauses.append([])
        clauses[-1].append(chunk)
    kept = [clause for clause in clauses if not (_is_address(clause) or _is_polite(clause, telling))]
    return [chunk for clause in kept for chunk in clause] if any(map(_says_something, kept)) else chunks


def _is_address(clause: Sequence[Chunk]) -> bool:
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("address") for chunk in words) and all(
        chunk.number is None
        and (chunk.says("address", "polite", "filler", "the") or chunk.names.keys() & {NATION, LEADER, SPACE})
        for chunk in words
    )


def _is_polite(clause: Sequence[Chunk], telling: Collection[str]) -> bool:
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("polite") for chunk in words) and all(
        chunk.says("polite", "filler")
        and not chunk.says("closing", "heading", "and")
        and not chunk.names
        and chunk.text not in telling
        for chunk in words
    )


def _says_something(clause: Sequence[Chunk]) -> bool:
    return any(not chunk.is_mark for chunk in clause)


def _is_heading(chunk: Chunk) -> bool:
    """A word above orders: `here are my orders for France:`."""
    return (
        chunk.is_mark
        or chunk.number is not None
        or NATION in chunk.names
        or chunk.says("polite", "filler", "the", "for", "in", "heading")
    )


def _is_of_the_game(chunk: Chunk) -> bool:
    return bool(chunk.names) or chunk.number is not None or any("deed." in idea for idea in chunk.ideas)


def _may_matter(chunk: Chunk) -> bool:
    return _is_of_the_game(chunk) or chunk.says(
        "not", "no", "doubt", "correction", "takes_back", "if", "stop"
    )


def _counts_nothing_known(chunks: Sequence[Chunk], at: int) -> bool:
    """`two glasses`: what is counted is not of this game."""
    after = chunks[at + 1] if at + 1 < len(chunks) else None
    return chunks[at].number is not None and after is not None and not after.known


def _is_chat(chunk: Chunk) -> bool:
    """A word that says nothing about the game, and casts no doubt on what stands beside it."""
    if chunk.is_mark or not chunk.known:
        return True
    if chunk.names or chunk.number is not None:
        return False
    ideas = chunk.ideas - {"answer"}
    return bool(ideas) and all(idea in _CHAT or idea.startswith("about.") for idea in ideas)


_CHAT = frozenset(
    """
    filler the one more with and then for in to from via first polite while asking past be heading scenery
    it state price closing wishing
    deal.me deal.them deal.also deal.exchange
    """.split()
)


def _without_shell(chunks: list[Chunk]) -> list[Chunk]:
    """Without politeness and marks at both ends, and without a heading: `Impulse 4 - ...`."""
    start, end = 0, len(chunks)
    if (
        end > 3
        and chunks[0].says("heading")
        and chunks[1].number is not None
        and chunks[2].text in (">", ":", ",", "-", ")", ";")
    ):
        start = 3
    while start < end and (chunks[start].says("polite") or chunks[start].text in (",", ";", ":", "-", ")")):
        start += 1
    while end > start and (chunks[end - 1].says("polite") or chunks[end - 1].text in (",", ";", ":")):
        end -= 1
    kept: list[Chunk] = []
    priced = False
    for chunk in chunks[start:end]:
        # Where a price stands, a deed ends: `take Nice (1), regular in Paris (2)`.
        kept.append(replace(chunk, text=";") if priced and chunk.text == "," else chunk)
        priced = False
        if chunk.text == ")" and len(kept) > 2 and kept[-3].text == "(" and kept[-2].number is not None:
            del kept[-3:]  # what it costs: `take Nice (1)`
            priced = bool(kept)
    return [chunk for chunk in kept if chunk.text not in ("(", ")")]


def _prices_in_brackets(chunks: Sequence[Chunk]) -> Iterator[int]:
    """`take Nice (1)`; at the beginning of a line it is the number of that line."""
    for before, chunk, after in zip(chunks[1:], chunks[2:], chunks[3:], strict=False):
        if before.text == "(" and after.text == ")" and chunk.number is not None:
            yield chunk.number


__all__ = ["FreeWords", "Moment", "Reader", "Reading"]
