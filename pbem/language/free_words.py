"""Orders in free words: what a line may mean, as lines that the grammar reads.

The grammar comes first; only what it cannot read comes here.  A line is taken apart (`chunks`, `items`), the
reader of the open question explains every piece of it, and what comes out are orders as the grammar writes
them.  They go through the grammar and its check like any others.  Exactly one that is allowed, with nothing
left unexplained, may be carried out; anything else is only proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pbem.language.chunks import MOST_WORDS, Chunk, Chunker, sentences
from pbem.language.items import Item, Maker
from pbem.language.names import LEADER, SEA, SPACE, Names
from pbem.language.vocabulary import Vocabulary
from rules.core.flow import Power, Question

MOST_READINGS = 24
MOST_LINES = 20
SHORTEST_CHAT = 3
"""Words and marks of a sentence that is only chat; a shorter one may be an answer in words that we lack."""
_NEVER = ('"', "~~", "“", "”", "„", "»", "«", "`")
"""Marks of words that are another's, or struck out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a line may mean, as orders.  What is not sure is never done, only proposed."""

    lines: tuple[str, ...]
    sure: bool = True
    fleeting: bool = False
    """The lines after the first are answers to what comes next, and to nothing that comes later."""


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
    leaders: Callable[[Any, Power], Sequence[str]] = lambda game, power: ()
    hand: Callable[[Any, Power], Sequence[int]] = lambda game, power: ()
    leads: Mapping[str, str] = field(default_factory=dict)
    """For the name of a deed, how its orders begin."""
    _chunker: Chunker | None = None

    def readings(
        self, line: str, question: Question[Any], game: Any, *, asking: bool = False
    ) -> list[Reading]:
        """What a line may mean, in answer to a question; with `asking`, without `can I` and the like."""
        reader = self._reader(question)
        if reader is None or line.lstrip().startswith(">") or any(mark in line for mark in _NEVER):
            return []
        chunks, unsure = self._chunks(line, question, game)
        chunks = [chunk for chunk in chunks if not (asking and chunk.says("asking"))]
        if not chunks or len(chunks) > MOST_WORDS:
            return []
        kept = [chunk for sentence in self._orders(chunks, self._telling(question)) for chunk in sentence]
        telling = self._telling(question)
        if any(chunk.says("doubt") and chunk.text not in telling for chunk in kept):
            return []
        moment = Moment(question.power, question, game, self.names, self.words)
        maker = Maker(question.power, frozenset(self.leaders(game, question.power)))
        moment.items = maker.items(_without_shell(kept))
        if not moment.items:
            return []
        found = list(dict.fromkeys(reader(moment)))[:MOST_READINGS]
        return [replace(one, sure=one.sure and not unsure) for one in found if len(one.lines) <= MOST_LINES]

    def reads(self, question: Question[Any]) -> bool:
        """Whether free words are read in answer to a question."""
        return self._reader(question) is not None

    def is_chat(self, line: str) -> bool:
        """Whether nothing in a line is of this game: no name, no number, no deed, and no doubt."""
        chunks = self._all_chunks(line, ())
        if chunks and all(chunk.is_mark or chunk.says("polite") for chunk in chunks):
            return True
        # An order that nobody can read has no full stop as a rule.
        if not line.rstrip().endswith((".", "!", ",", ":", ")", "…")):
            return False
        return SHORTEST_CHAT <= len(chunks) <= MOST_WORDS and all(_is_chat(chunk) for chunk in chunks)

    def unknown(self, line: str, question: Question[Any], game: Any) -> str:
        """The first word that means nothing here, as it was written; empty if there is none."""
        chunks, _ = self._chunks(line, question, game)
        return next((line[chunk.start : chunk.end] for chunk in chunks if not chunk.known), "")

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
        marks = {
            order: 2 * bool(leads and order.startswith(leads)) + sum(name in order for name in names)
            for order in orders
        }
        best = max(marks.values(), default=0)
        return [order for order, mark in marks.items() if mark == best]

    def takes_back(self, line: str) -> bool:
        """Whether a line begins with words that take back what stands before it: `sorry, I meant ...`."""
        chunks = self._all_chunks(line, ())
        return any(chunk.says("correction") for chunk in chunks[:3])

    def _reader(self, question: Question[Any]) -> Reader | None:
        topic = getattr(question, "topic", "")
        return self.readers.get(topic) or self.readers.get(question.kind)

    def _chunks(self, line: str, question: Question[Any], game: Any) -> tuple[list[Chunk], bool]:
        """The chunks of a line; of one that corrects itself, those of the correction, which is not sure."""
        hand = [str(card) for card in self.hand(game, question.power)]
        topic = getattr(question, "topic", "") or question.kind
        topics = ("any", topic, *self.topics.get(topic, ()))
        answers = frozenset[str]().union(
            *(words for one in topics for words in self.words.answers.get(one, {}).values())
        )
        chunks = self._all_chunks(line, hand, answers)
        marks = [at for at, chunk in enumerate(chunks) if chunk.says("correction")]
        if not marks:
            return chunks, False
        rest = [chunk for chunk in chunks[marks[-1] + 1 :] if not chunk.says("instead")]
        return rest, True

    def _all_chunks(
        self, line: str, hand: Sequence[str], answers: frozenset[str] = frozenset()
    ) -> list[Chunk]:
        if self._chunker is None:
            self._chunker = Chunker(self.names, self.words)
        return self._chunker.chunks(line, hand, answers)

    def _telling(self, question: Question[Any]) -> frozenset[str]:
        """The words that say yes or no to a question."""
        topic = getattr(question, "topic", "") or question.kind
        found = [self.words.answers.get(one, {}) for one in (topic, *self.topics.get(topic, ()), "any")]
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
            yield part if at == 0 else [Chunk(";", part[0].start, part[0].start), *part]


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
    filler the one more with and then for in to from via first polite while there asking
    deal.me deal.them deal.also deal.exchange
    """.split()
)


def _without_shell(chunks: list[Chunk]) -> list[Chunk]:
    """Without politeness and marks at both ends."""
    start, end = 0, len(chunks)
    while start < end and (chunks[start].says("polite") or chunks[start].text in (",", ";", ":", "-", ")")):
        start += 1
    while end > start and (chunks[end - 1].says("polite") or chunks[end - 1].text in (",", ";", ":")):
        end -= 1
    kept: list[Chunk] = []
    for chunk in chunks[start:end]:
        kept.append(chunk)
        if chunk.text == ")" and len(kept) > 2 and kept[-3].text == "(" and kept[-2].number is not None:
            del kept[-3:]  # what it costs: `take Nice (1)`
    return [chunk for chunk in kept if chunk.text not in ("(", ")")]


__all__ = ["FreeWords", "Moment", "Reader", "Reading"]
