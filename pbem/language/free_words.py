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
from functools import cached_property
from typing import Any

from pbem.language.chunks import MOST_WORDS, Chunk, Chunker, OwnKinds
from pbem.language.clauses import (
    another_acts,
    is_report,
    is_state,
    leaves_out_a_name,
    without_frame,
    without_purpose,
    without_should,
)
from pbem.language.colour import (
    all_painted,
    is_explained,
    named_before,
    painted,
    scenes,
    turned_down,
    without,
    without_manner,
)
from pbem.language.items import COST, REST_CP, Maker
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import CARD, LEADER, NATION, SEA, SPACE, Names
from pbem.language.remarks import without_remarks
from pbem.language.routes import with_whole_names
from pbem.language.shells import (
    as_told,
    chosen,
    corrected,
    counted_in_brackets,
    orders_in,
    prices_in_brackets,
    said_once,
    with_once_counted,
    with_then_aside,
    without_address,
    without_alternatives,
    without_numbering,
    without_shell,
)
from pbem.language.small_talk import SmallTalk, is_of_the_game
from pbem.language.vocabulary import BESIDE, Vocabulary
from rules.core.flow import Power, Question

MOST_READINGS = 24
MOST_LINES = 20
MOST_WAYS = 6
"""Phrases of a line that are tried in fewer words as well."""
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
CHOICE = "choose"
"""The kind of questions that are answered with one of several things."""
_IN_DOUBT = ("correction", "takes_back", "doubt")
_WISHED = (
    "should",
    "could",
    "can",
    "may",
    "would",
    "might",
    "perhaps",
    "maybe",
    "i think",
    "think",
    "plan",
    "plan to",
)
"""Words that make a wish of an order; what is only proposed may be read without them."""
_TIMES = re.compile(r"\b(\d+)x(?=[A-Za-z]{2})")
"""`2xmerc Paris`"""
_WAR = "war"
"""In German it is `was`, and doubts."""
_BROKEN_OFF = ("in", "to", "into", "from", "with", "and", "at", "of", "the")
"""`Preach in`: whoever sent that wanted to say more."""
_QUOTED = re.compile(r'["“„«»]([^"“”„«»]{2,60})["”“«»]')
_NEVER = ('"', "~~", "“", "”", "„", "»", "«", "`")
"""Marks of words that are another's, or struck out."""


@dataclass
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
    loose: Collection[str] = ()
    """Kinds of questions that are answered with a card, a name or a word."""
    in_full: Collection[str] = ()
    """Topics of these kinds in which all that is named may be part of the answer."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """For the name of a deed, how its orders begin."""
    kinds: OwnKinds = field(default_factory=OwnKinds)
    next_to: Callable[[Any, str, str], bool] = lambda game, place, other: True
    """Whether one can go from a place to another."""

    @cached_property
    def talk(self) -> SmallTalk:
        """Tells chat from orders."""
        return SmallTalk(
            self.words,
            lambda line, answers: self._all_chunks(line, (), answers),
            (LEADER, *self.kinds.people),
        )

    def readings(
        self, line: str, question: Question[Any], game: Any, *, asking: bool = False
    ) -> list[Reading]:
        """What a line may mean, in answer to a question; with `asking`, without `can I` and the like."""
        reader = self._reader(question)
        line = self._without_quotes_of_names(line, question, game).replace(" / ", "; ")
        line = with_whole_names(_TIMES.sub(r"\1x ", line), self.names, lambda a, b: self.next_to(game, a, b))
        if reader is None or line.lstrip().startswith(">") or any(mark in line for mark in _NEVER):
            return []
        for chunks, unsure in self._ways(line, question, game):
            if found := self._read(reader, chunks, question, game, asking=asking):
                if not any(one.sure for one in found) and not unsure:
                    plain = self._beside_scenes(reader, line, question, game, asking=asking)
                    if {one.lines for one in plain} <= {one.lines for one in found} or turned_down(chunks):
                        found = plain or found  # what was told beside it made it sound like a report
                return [replace(one, sure=one.sure and not unsure) for one in found]
        if found := self._beside_scenes(reader, line, question, game, asking=asking):
            return found
        other, plainly = corrected(self._whole_chunks(line, question, game, None))
        found = self._read(reader, other, question, game, asking=asking) if other else []
        return [replace(one, sure=one.sure and plainly) for one in found]

    def _beside_scenes(
        self, reader: Reader, line: str, question: Question[Any], game: Any, *, asking: bool
    ) -> list[Reading]:
        """What a line may mean without the clauses that only set a scene, and mean nothing alone."""
        chunks, unsure = self._chunks(line, question, game)
        chunks = all_painted(chunks, self.words)
        of_deeds = self._is_of_deeds(question)
        dropped = [
            (start, end)
            for start, end in scenes(
                chunks, self._telling(question), self.words, of_deeds=of_deeds, loose=self._is_loose(question)
            )
            if turned_down(chunks, start, end)
            or not self._read(reader, chunks[start:end], question, game, asking=asking)
        ]
        kept = without(chunks, dropped)
        if not dropped and (place := named_before(chunks)):
            kept = place  # `The siege of Besancon begins: 4 regulars march there`
        for plain in (kept, without_manner(kept)):
            shorter = plain != chunks and not unsure and any(not chunk.is_mark for chunk in plain)
            shorter = shorter and is_explained(plain)
            if shorter and (found := self._read(reader, plain, question, game, asking=asking)):
                return found
        return []

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
        if 1 < len(phrases) <= MOST_WAYS and len(phrases) > len(beside):
            ways.append({chunk.start: chunk.text.count(" ") + 1 for chunk in phrases})
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
        chunks = with_then_aside(without_numbering(with_once_counted(chunks)))
        kept = [chunk for sentence in orders_in(chunks, telling) for chunk in sentence]
        kept = as_told(list(without_alternatives(said_once(kept))))
        if question.kind == CHOICE:
            kept = chosen(kept)
        leaders = frozenset(self.leaders(game, question.power))
        own = leaders.union(self.people(game, question.power))
        kept = without_remarks(without_frame(kept, own | {question.power}), telling)
        if self._topic(question) not in self.of_others:
            kept = without_address(kept, telling)
        kept, wished = without_should(kept)
        if any(chunk.says("doubt", "takes_back") and chunk.text not in (*telling, _WAR) for chunk in kept):
            return []
        if any(
            chunk.says("takes_back") and any(one.text == ";" for one in kept[:at])
            for at, chunk in enumerate(kept)
        ):
            return []  # `Retreat to Linz.  No, forget it.`
        kept = counted_in_brackets(kept)
        bracketed = tuple(prices_in_brackets(kept))
        moment = Moment(question.power, question, game, self.names, self.words, bracketed=bracketed)
        capitals = self.capitals(game, question.power)
        if len(capitals) == 1:
            kept = [
                replace(chunk, ideas=frozenset(), names={SPACE: (capitals[0],)})
                if chunk.says("capital")
                else chunk
                for chunk in kept
            ]
        items = Maker(question.power, leaders).items(without_shell(kept))
        topic = self._topic(question)
        if topic not in self.of_others and another_acts(items, question.power, own, self.words):
            return []
        listed = self.words.listed
        answers = listed.get(topic, frozenset()) | listed.get("any", frozenset())
        answers |= listed.get(question.kind, frozenset())
        told = (
            wished
            or (bool(kept) and kept[-1].text in _BROKEN_OFF)
            or is_report(kept, answers)
            or leaves_out_a_name(kept)
            or is_state(kept, answers, orders_only=topic in self.orders_only)
        )
        found: list[Reading] = []
        for moment.items in (items, without_purpose(items)):
            if moment.items and not found:
                found = list(dict.fromkeys(reader(moment)))[:MOST_READINGS]
        prices = [item.count for item in items if item.kind in (COST, REST_CP) and item.count is not None]
        prices += bracketed
        return [
            replace(one, sure=one.sure and not told, prices=(*one.prices, *prices))
            for one in found
            if len(one.lines) <= MOST_LINES
        ]

    def reads(self, question: Question[Any]) -> bool:
        """Whether free words are read in answer to a question."""
        return self._reader(question) is not None

    def unknown(self, line: str, question: Question[Any], game: Any) -> str:
        """The first word that means nothing here, as it was written; empty if there is none."""
        chunks, _ = self._chunks(line, question, game)
        return next((line[chunk.start : chunk.end] for chunk in chunks if not chunk.known), "")

    def without_unknown(self, line: str, question: Question[Any], game: Any) -> str:
        """A line without the words that mean nothing here; empty if no more than those is known."""
        chunks = self._whole_chunks(line, question, game, None)
        known = [chunk for chunk in chunks if chunk.known and chunk.text not in _WISHED]
        says_something = any(not chunk.is_mark and not chunk.says(*_IN_DOUBT) for chunk in known)
        if not says_something or any(chunk.says(*_IN_DOUBT) for chunk in known):
            return ""
        return " ".join(line[chunk.start : chunk.end] for chunk in known)

    def understood(self, line: str, question: Question[Any], game: Any) -> list[str]:
        """The words of a line that name things of the game, or deeds, as they were written."""
        return [line[c.start : c.end] for c in self._chunks(line, question, game)[0] if is_of_the_game(c)]

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

    def likely(
        self, line: str, question: Question[Any], game: Any, orders: Sequence[str], *, at_least: int = 0
    ) -> list[str]:
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
        ids = {c.one(kind) for c in chunks for kind in (*self.kinds.by_id, CARD) if c.number is None} - {""}
        marks = {
            order: 2 * bool(leads and order.startswith(leads))
            + sum(name in order for name in names)
            + 3 * len(ids.intersection(order.split()))
            for order in orders
        }
        best = max(marks.values(), default=0)
        return [order for order, mark in marks.items() if mark == best >= at_least]

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
        if getattr(question, "about", "") == CARD:
            hand += [option for option in getattr(question, "options", ()) if option not in hand]
        topic = self._topic(question)
        topics = ("any", topic, question.kind, *self.topics.get(topic, ()))
        answers, others = (
            frozenset[str]().union(
                *(words for one in some for words in self.words.answers.get(one, {}).values())
            )
            for some in (topics, self.alike.get(topic, ()))
        )
        of_deeds = self._is_of_deeds(question)
        found = self._all_chunks(line, hand, answers, shorter, others, of_deeds=of_deeds)
        return painted(line, found, self.words)

    def _is_loose(self, question: Question[Any]) -> bool:
        """Whether a question is answered with a card, a name or a word, and with no force and no deed."""
        return question.kind in self.loose and self._topic(question) not in self.in_full

    def _is_of_deeds(self, question: Question[Any]) -> bool:
        return not self.of_deeds or self._topic(question) in self.of_deeds

    @cached_property
    def _chunker(self) -> Chunker:
        return Chunker(self.names, self.words, self.kinds)

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
        return self._chunker.chunks(line, hand, answers, shorter, others, of_deeds=of_deeds)

    def _telling(self, question: Question[Any]) -> frozenset[str]:
        """The words that say yes or no to a question."""
        topic = self._topic(question)
        found = [
            self.words.answers.get(one, {})
            for one in (topic, question.kind, *self.topics.get(topic, ()), "any")
        ]
        return frozenset[str]().union(*(words.get(says, ()) for words in found for says in ("yes", "no")))
