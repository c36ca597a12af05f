"""Chunks put together into what orders are made of: places, leaders, units, costs, cards, and plain words.

Every chunk ends in exactly one item.  Whoever reads an order takes the items he can explain; one that is left
over means that the line was not understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pbem.language.chunks import Chunk
from pbem.language.names import CARD, LANGUAGE, LEADER, NATION, SEA, SPACE, UNIT
from pbem.language.vocabulary import BESIDE
from rules.core.flow import Power

PLACE, PERSON, UNITS, HALF, ALL, COST, REST_CP, NUMBER, WORD, MARK, UNKNOWN = (
    "place", "person", "units", "half", "all", "cost", "rest_cp", "number", "word", "mark", "unknown",
)  # fmt: skip
UP_TO = ("up to", "down to", "bis")
"""Before a place they say where to, before a number that there may be fewer."""
EVERY = -1
"""A count: all of a kind."""
PREPOSITIONS = ("to", "from", "in", "via", "against", "for", "with")


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of an order.  `chunk` is its chief word, with all that it may be."""

    kind: str
    chunk: Chunk
    count: int | None = None
    unit: str = ""
    nation: str = ""
    prep: str = ""
    definite: bool = False
    """`the mercenary`, and not `a mercenary`."""
    times: bool = False
    """`2x`, `twice`: how often, and not how many."""

    def says(self, *ideas: str) -> bool:
        return self.kind == WORD and self.chunk.says(*ideas)

    def mark(self, *marks: str) -> bool:
        return self.kind == MARK and self.chunk.text in marks

    @property
    def space(self) -> str:
        return self.chunk.one(SPACE)

    @property
    def sea(self) -> str:
        return self.chunk.one(SEA)

    @property
    def place(self) -> str:
        return self.chunk.one(SPACE) or self.chunk.one(SEA)

    def named(self, kind: str) -> str:
        return self.chunk.one(kind)


@dataclass(slots=True)
class Maker:
    """Makes items of chunks, for the power that writes."""

    power: Power
    leaders: frozenset[str] = frozenset()
    """Those that the power commands: of several Henrys, the own one is meant."""
    found: list[Item] = field(default_factory=list)

    def items(self, chunks: Sequence[Chunk]) -> list[Item]:
        self.found = []
        at = 0
        while at < len(chunks):
            at = self._one(chunks, at)
        return _with_prepositions(_with_dashes(self.found))

    def _one(self, chunks: Sequence[Chunk], at: int) -> int:
        chunk = _as_noun(chunks, at)
        if chunk.is_mark:
            return self._add(Item(MARK, chunk), at + 1)
        if chunk.number is not None:
            return self._number(chunks, at)
        if chunk.says("all"):
            return self._all(chunks, at)
        if chunk.says("half"):
            end = _past(chunks, at + 1, "filler", "the", "more")
            if end < len(chunks) and self._is_unit(chunks, end):
                return self._half(chunks, at, end)
            return self._add(Item(UNKNOWN, chunk), at + 1)
        if chunk.says("rest_cp"):
            return self._add(Item(REST_CP, chunk), at + 1)
        if chunk.says("one"):
            end = _past(chunks, at + 1, "more", "filler")
            if end < len(chunks) and self._is_unit(chunks, end):
                return self._units(chunks, end, 1)
            if end < len(chunks) and chunks[end].says("cp"):
                return self._add(Item(COST, _or_option(chunk, chunks[end]), 1), end + 1)
            in_a_place = at + 1 < len(chunks) and chunks[at + 1].says("in") and bool(self.found)
            if chunk.says("more") or in_a_place:  # `another`, `zwei in Rom, einer in Ravenna`
                return self._add(Item(NUMBER, chunk, 1), at + 1)
        if chunk.text in _ORDINALS and at + 1 < len(chunks) and chunks[at + 1].says("cp"):
            bought = at + 2 + (at + 2 < len(chunks) and chunks[at + 2].text in _BUYS)
            return self._add(Item(COST, chunk, 1), bought)  # `the fifth CP goes to a merc`
        if chunk.text in _ORDINALS and _stands_alone(chunks, at):
            return self._add(Item(NUMBER, chunk, 1), at + 1)  # `two to Milan, the third to Paris`
        if self._is_unit(chunks, at):
            definite = at > 0 and chunks[at - 1].says("the")
            return self._units(chunks, at, None, definite=definite)
        if who := self._leader(chunk):
            names = {**chunk.names, LEADER: (who,)}
            return self._add(Item(PERSON, replace(chunk, names=names)), at + 1)
        if (chunk.one(SPACE) and not chunk.says("filler", "army")) or (chunk.one(SEA) and not _counts(chunk)):
            return self._add(Item(PLACE, chunk), at + 1)
        if chunk.ideas or chunk.names:
            return self._add(Item(WORD, chunk), at + 1)
        return self._add(Item(UNKNOWN, chunk), at + 1)

    def _add(self, item: Item, end: int) -> int:
        self.found.append(item)
        return end

    def _leader(self, chunk: Chunk) -> str:
        ids = chunk.names.get(LEADER, ())
        own = [who for who in ids if who in self.leaders]
        return own[0] if len(own) == 1 else ids[0] if len(ids) == 1 else ""

    def _number(self, chunks: Sequence[Chunk], at: int) -> int:
        chunk, count = chunks[at], chunks[at].number
        assert count is not None
        if chunk.text == "2" and self._is_to(chunks, at):
            to = replace(chunk, ideas=frozenset({"to"}), names={}, number=None)
            return self._add(Item(WORD, to), at + 1)
        end = _past(chunks, at + 1, "times", "more", "filler", "the", "all")
        if end > at + 1 and end < len(chunks) and chunks[end].number is not None:
            whole, end = end + 1, _past(chunks, end + 1, "filler", "the")  # `2 of the 3 regulars`
            if end == len(chunks) or not (self._is_unit(chunks, end) or chunks[end].says("men", "cp")):
                of_them = any("of" in one.text.split() for one in chunks[at + 1 : whole])  # `5 of his 6`
                return self._add(Item(NUMBER, chunk, count), whole if of_them else at + 1)
        if end < len(chunks):
            if chunks[end].says("cp") and not (count > MOST_POINTS and chunk.one(CARD)):
                return self._add(Item(COST, _or_option(chunk, chunks[end]), count), end + 1)
            if self._is_unit(chunks, end):
                return self._units(chunks, end, count)
            if chunks[end].says("men"):
                return self._add(Item(UNITS, chunks[end], count), end + 1)
        if count == 1 and chunk.says("one") and end == at + 1 < len(chunks) and _is_deed(chunks[end]):
            return self._add(Item(WORD, replace(chunk, number=None)), end)  # `one assault`
        if end < len(chunks) and _counts_for_nothing(chunks[end]):
            return self._add(Item(UNKNOWN, chunk), end)  # `three knights`
        if (spent := self._spent_on(chunks, at)) is not None:
            return self._add(Item(COST, chunk, count), spent)
        past = _past(chunks, at + 1, "times", "more")
        before = chunks[at - 1] if at else None
        times = chunk.text in _TWICE or any(one.says("times") for one in chunks[at + 1 : past])
        times = times or (before is not None and before.says("times"))
        return self._add(Item(NUMBER, chunk, count, times=times), past)

    def _spent_on(self, chunks: Sequence[Chunk], at: int) -> int | None:
        """Where the words end for points that are spent on something: `two of these on a treatise`.

        None if the number counts something else, as in `2 for Paris` and `4 to march to Besancon`.
        """
        end = _past(chunks, at + 1, "times", "more", "left", "filler")
        before = next((one for one in reversed(chunks[:at]) if not one.says("the", "more")), None)
        if (
            end < len(chunks)
            and before is not None
            and before.says("spend")
            and chunks[end].says("to", "for")
        ):
            return end
        both = " ".join(one.text for one in chunks[end : end + 2])
        end += both in _SPENT_ON  # `two go to preaching`
        if end == len(chunks) or (chunks[end].text not in _SPENT_ON and both not in _SPENT_ON):
            return None
        after = _past(chunks, end + 1, "filler", "the", "one", "more", "first")
        after += after < len(chunks) and chunks[after].number is not None  # `two for 1 squadron`
        if after >= len(chunks) or not (self._is_unit(chunks, after) or _is_bought(chunks[after])):
            return None
        return end

    def _all(self, chunks: Sequence[Chunk], at: int) -> int:
        """`all`, `all 12 units`, `all the regulars`, `both squadrons`, `the whole army`, `all my CP`."""
        chunk = chunks[at]
        end = _past(chunks, at + 1, "filler", "the", "more")
        both = 2 if chunk.says("both") else EVERY
        if end < len(chunks):
            if chunks[end].says("cp"):
                return self._add(Item(REST_CP, chunk), end + 1)
            if chunks[end].number is not None:
                more = _past(chunks, end + 1, "filler", "the")
                if more < len(chunks) and chunks[more].says("cp"):
                    return self._add(Item(REST_CP, chunk, chunks[end].number), more + 1)
                return self._number(chunks, end)
            if self._is_unit(chunks, end) and chunk.text not in _REST:
                return self._units(chunks, end, both)
            if chunks[end].says("men", "army", "fleet"):
                return self._add(Item(ALL, chunks[end]), end + 1)
        if both == 2:
            return self._add(Item(NUMBER, chunk, 2), at + 1)
        return self._add(Item(ALL, chunk), at + 1)

    def _is_unit(self, chunks: Sequence[Chunk], at: int) -> bool:
        chunk = chunks[at]
        after = chunks[at + 1] if at + 1 < len(chunks) else None
        verb = after is not None and any(idea.startswith("deed.") for idea in chunk.ideas)
        if verb and after and (after.says("all") or LEADER in after.names or after.number is not None):
            return False  # `ship everybody to Barcelona`
        beyond = _past(chunks, at + 1, "the")
        if (
            verb
            and at > 0
            and beyond < len(chunks)
            and chunks[beyond].one(SEA)
            and not chunks[at - 1].says("the")
        ):
            return False  # `Barbarossa pirates the Barbary Coast`
        whom = chunks[beyond] if beyond < len(chunks) else chunk
        if verb and after and NATION in whom.names and SPACE not in whom.names:
            return False  # `Uluch Ali pirates the Spanish`, `inf Scotland`
        acts = at > 0 and bool(chunks[at - 1].names.keys() & {LEADER, NATION})
        place = next((one for one in chunks[at + 1 :] if not one.says("the")), chunk)
        if verb and acts and place.names.keys() & {SEA, SPACE}:
            return False  # `Barbarossa pirates the Barbary Coast`
        if chunk.one(UNIT):
            return len(chunk.text) > 1 or (at > 0 and chunks[at - 1].number is not None)
        return bool(chunk.one(NATION)) and at + 1 < len(chunks) and bool(chunks[at + 1].one(UNIT))

    def _units(self, chunks: Sequence[Chunk], at: int, count: int | None, *, definite: bool = False) -> int:
        nation = ""
        if not chunks[at].one(UNIT):
            nation, at = chunks[at].one(NATION), at + 1
        whose = "" if nation == self.power else nation
        unit = chunks[at].one(UNIT)
        return self._add(Item(UNITS, chunks[at], count, unit, whose, definite=definite), at + 1)

    def _is_to(self, chunks: Sequence[Chunk], at: int) -> bool:
        """`2 mercs 2 Dijon`: after units that are counted, and before a place, it counts nothing."""
        before = self.found[-1] if self.found else None
        after = chunks[at + 1] if at + 1 < len(chunks) else None
        counted = before is not None and before.kind == UNITS and before.count is not None
        return counted and after is not None and bool(after.one(SPACE) or after.one(SEA))

    def _half(self, chunks: Sequence[Chunk], at: int, end: int) -> int:
        """`half the regulars`: how many that are is known where they stand, and only of one's own."""
        unit = chunks[end].one(UNIT)
        return self._add(Item(HALF if unit else UNKNOWN, chunks[at], unit=unit), end + 1)


MOST_POINTS = 20
"""Nobody has more CP: `36 CP` is a card, and how it is played."""
_REST = ("rest", "the rest")
"""`rest cavalry in Edirne`: what is left of the points, and not of the cavalry."""
_TWICE = ("twice", "thrice", "zweimal", "dreimal")
_BUYS = ("goes to", "goes on", "goes into", "buys", "pays for", "pays", "hires", "raises")
_SPENT_ON = (
    "on", "for", "into", "towards", "toward", "go on", "go to", "go into", "goes on", "goes into",
    "go towards", "auf", "für", "fur", "fuer",
)  # fmt: skip
"""Between points and what they buy."""


def _or_option(count: Chunk, points: Chunk) -> Chunk:
    """`a point` may be what somebody chooses."""
    return replace(count, ideas=count.ideas | {idea for idea in points.ideas if idea.startswith("option.")})


def _is_deed(chunk: Chunk) -> bool:
    """Whether a word names a deed; who moves or stays is one of those who do so (`one guards the walls`)."""
    deeds = {idea for idea in chunk.ideas if idea.startswith("deed.")}
    return not chunk.names and bool(deeds) and deeds.isdisjoint(_OF_UNITS)


_OF_UNITS = (
    "deed.stay", "deed.move", "deed.sail", "deed.lead", "deed.join", "deed.attack", "deed.transport",
)  # fmt: skip


_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "last", "second one", "third one", "last one")


def _stands_alone(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether an ordinal is one of those who were counted before: it goes somewhere, or stays."""
    after = chunks[at + 1] if at + 1 < len(chunks) else None
    article = at > 0 and chunks[at - 1].says("the")
    return after is not None and (
        after.says("deed.stay") or (article and after.says("to", "deed.move", "deed.sail"))
    )


def _counts_for_nothing(chunk: Chunk) -> bool:
    """What only colours an order, if it is counted, may be what is ordered."""
    return chunk.says("scenery") and not chunk.names and not any(i.startswith("deed.") for i in chunk.ideas)


def _is_bought(chunk: Chunk) -> bool:
    """Whether a word names what points are spent on: a deed, or a translation by its language."""
    return not chunk.names.keys() & {SPACE, SEA} and (
        bool(chunk.one(LANGUAGE)) or any(idea.startswith("deed.") for idea in chunk.ideas)
    )


def _counts(chunk: Chunk) -> bool:
    """Whether a word says anything but what may stand beside a deed."""
    return any(not idea.startswith(BESIDE) for idea in chunk.ideas)


def _as_noun(chunks: Sequence[Chunk], at: int) -> Chunk:
    """`the Paris garrison`, `the French force`: after an article or a name it is no verb."""
    chunk = chunks[at]
    if not chunk.says("army", "fleet") or not at:
        return chunk
    before = chunks[at - 1]
    if not (before.says("the", "all") or before.names.keys() & {SPACE, NATION} or before.says("scenery")):
        return chunk
    return replace(chunk, ideas=frozenset(idea for idea in chunk.ideas if not idea.startswith("deed.")))


def _past(chunks: Sequence[Chunk], at: int, *ideas: str) -> int:
    """The first place from here on that says none of these; a thing with a name is no filler."""
    while at < len(chunks) and chunks[at].says(*ideas) and not chunks[at].one(UNIT):
        at += 1
    return at


def _with_prepositions(items: Iterable[Item]) -> list[Item]:
    """Each `to`, `from` or `in` goes to the name that follows it."""
    found: list[Item] = []
    waiting: list[Item] = []
    for item in items:
        if item.kind == WORD and item.chunk.says(*PREPOSITIONS) and not item.chunk.names:
            found += waiting
            waiting = [item]
        elif waiting and item.kind == WORD and item.chunk.says("the", "filler") and not item.chunk.names:
            waiting.append(item)
        elif (
            waiting
            and item.chunk.names
            and not (item.kind in (UNITS, NUMBER, COST) and waiting[0].chunk.text in UP_TO)
        ):
            prep = next(one for one in PREPOSITIONS if waiting[0].chunk.says(one))
            if waiting[0].chunk.text == "by" and item.kind == PLACE:
                prep = "via"  # `by Orleans to Lyon`
            if waiting[0].chunk.text == "to" and _stays_right_before(waiting[0], found):
                prep = "in"  # Finnish stays *to* a place
            found.append(replace(item, prep=prep))
            waiting = []
        elif waiting and waiting[0].says("to") and len(waiting) == 1 and _is_verb(item):
            found.append(item)  # `to move`
            waiting = []
        else:
            found += [*waiting, item]
            waiting = []
    return [*found, *waiting]


def _stays_right_before(item: Item, found: Sequence[Item]) -> bool:
    """Whether a verb of staying is the word before an item: not in `(one stays) to Buda`."""
    before = found[-1] if found else None
    if before is None or not before.says("deed.stay") or before.says("deed.move"):
        return False
    return item.chunk.start - before.chunk.end <= 1


def _with_dashes(items: Sequence[Item]) -> list[Item]:
    """The items with dashes for what they are: only before a place is one an arrow.

    `to Lyon with 1 merc - the others stay`: between those who go and others it ends a clause.
    """
    found: list[Item] = []
    for at, item in enumerate(items):
        after = next((one for one in items[at + 1 :] if not one.says(*PREPOSITIONS, "the", "filler")), None)
        if item.mark(">") and after is not None and after.kind in (PERSON, UNITS, ALL, HALF):
            parts = bool(found) and found[-1].kind in (PERSON, UNITS, ALL)
            item = replace(item, chunk=replace(item.chunk, text=";" if parts else ":"))
        found.append(item)
    return found


def _is_verb(item: Item) -> bool:
    return item.kind == WORD and any(idea.startswith("deed.") for idea in item.chunk.ideas)
