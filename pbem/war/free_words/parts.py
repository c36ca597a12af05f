"""A line of actions cut into its deeds.

No mark alone says where one deed ends and the next begins: `1 merc in Berwick, 1 merc in York`.  So every
comma, `and` and `then` may be a cut.  The longest part that can be explained as a whole is tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from pbem.language.items import COST, MARK, NUMBER, PERSON, UNITS, UNKNOWN, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LANGUAGE

MOST_CUTS = 12
MOST_TRIES = 150
_JOINTS = (",", ";", ":", "&", "+", ">")
_CONTRASTS = ("but", "aber", "sondern")
"""They may begin another deed: `the troops stay but the fleet sails`."""
_NONE_OF = ("no", "kein", "keine", "keinen")
"""Before a deed they deny it: `no assault this impulse`, but never `No, assault!`"""
ALWAYS = ("filler", "the", "polite", "and", "with", "then", "first", "one", "scenery", "spend")
"""Ideas that add nothing to any deed."""


@dataclass(frozen=True, slots=True)
class Part:
    """One deed: its name, and what it may mean; what must be known to go on from it is kept in `about`."""

    deed: str
    readings: tuple[Reading, ...] = ()
    about: object = None
    after: str = ""
    """The word or mark before it."""
    previous: Part | None = None
    """The deed before it."""


Deed: TypeAlias = Callable[[Moment, list[Item], "Part | None"], "Part | None"]
"""(moment, items, the part before) -> the deed, if the items are nothing else."""


@dataclass(slots=True)
class Cutter:
    """Finds the parts of a line."""

    moment: Moment
    deeds: Sequence[Deed]
    tries: int = 0
    failed: set[tuple[int, str]] = field(default_factory=set)

    def parts(self) -> list[Part] | None:
        items = self.moment.items
        if len(items) > 1 and items[-2].says("deed.end") and items[-1].chunk.text in ("after that", "then"):
            items = self.moment.items = items[:-1]  # `done after that`
        items, denied = _without_denials(items)
        self.moment = self.moment.of(items)
        if any(item.kind == UNKNOWN for item in items) or any(item.says("doubt", "not") for item in items):
            return None
        found = self._parted(items)
        ordered = {part.deed for part in found or ()}.union(*deeds_in(items))
        return None if any(deed in ordered or f"deed.{deed}" in ordered for deed in denied) else found

    def _parted(self, items: list[Item]) -> list[Part] | None:
        cuts = [at for at, item in enumerate(items) if at and _is_joint(item)]
        if len(cuts) > MOST_CUTS:
            return None
        if found := self._from(0, [*cuts, len(items)], None):
            return found
        prices = [at for at in range(1, len(items)) if at not in cuts and _begins_anew(items, at)]
        if not prices or len(cuts) + len(prices) > MOST_CUTS:
            return None
        self.failed.clear()
        return self._from(0, [*sorted([*cuts, *prices]), len(items)], None)

    def _from(self, start: int, cuts: list[int], before: Part | None) -> list[Part] | None:
        items = self.moment.items
        key = (start, before.deed if before else "")
        if key in self.failed:
            return None
        bound = next(
            (cut for cut in cuts if cut > start and self._must(cut) and self._has_words(start, cut)),
            len(items),
        )
        for cut in reversed([cut for cut in cuts if start < cut <= bound]):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            joints, own = _without_joints(items[start:cut])
            if not own:
                continue
            part = self._read(own, before, joints)
            if part is None:
                continue
            if cut == len(items):
                return [part]
            rest = self._from(cut, cuts, part)
            if rest is not None and not (rest[0].deed == "stay" and self._takes_a_subject(start, cut)):
                return [part, *rest]
        self.failed.add(key)
        return None

    def _must(self, cut: int) -> bool:
        """Whether a deed must end here: a sentence does, or `then` begins another one."""
        items = self.moment.items
        return cut < len(items) and (items[cut].mark(";") or items[cut].says("then", "while"))

    def _takes_a_subject(self, start: int, cut: int) -> bool:
        """`... with 4 regulars, mercs and Montmorency stay`: one person alone `stays`: so the mercs do."""
        items = self.moment.items
        verb = next((at for at in range(cut, len(items)) if items[at].says("deed.stay")), None)
        if verb is None or not items[cut].says("and"):
            return False
        alone = [item.kind for item in items[cut + 1 : verb] if not item.says(*ALWAYS)] == [PERSON]
        is_plural = items[verb].chunk.text.partition(" ")[0] not in self.moment.words.thirds
        comma = max((at for at in range(start, cut) if items[at].mark(",")), default=None)
        return (
            alone
            and is_plural
            and comma is not None
            and all(item.kind in (UNITS, PERSON) or item.says(*ALWAYS) for item in items[comma + 1 : cut])
        )

    def _has_words(self, start: int, cut: int) -> bool:
        return bool(_without_joints(self.moment.items[start:cut])[1])

    def _read(self, items: list[Item], before: Part | None, joints: str) -> Part | None:
        for deed in self.deeds:
            if part := deed(self.moment, items, before):
                return Part(part.deed, part.readings, part.about, joints, before)
        return None


def _without_denials(items: list[Item]) -> tuple[list[Item], set[str]]:
    """Without sentences that only deny (`Don't assault anything.`), and with the deeds that these name."""
    sentences: list[list[Item]] = [[]]
    for item in items:
        sentences[-1].append(item)
        if item.mark(";"):
            sentences.append([])
    kept = [sentence for sentence in sentences if not _only_denies(sentence)]
    denied = {
        idea.removeprefix("deed.")
        for sentence in sentences
        if _only_denies(sentence)
        for item in sentence
        for idea in item.chunk.ideas
        if idea.startswith("deed.")
    }
    orders = [item for sentence in kept for item in sentence]
    return (orders, denied) if any(item.kind != MARK for item in orders) else (items, set())


def _only_denies(sentence: Sequence[Item]) -> bool:
    words = [item for item in sentence if item.kind != MARK]
    none_of = (
        bool(words)
        and words[0].chunk.text in _NONE_OF
        and bool(deeds_in(words[1:2]))
        and not any(item.kind == MARK for item in sentence[1:-1])
    )
    return (
        bool(words)
        and (words[0].says("not") or none_of)
        and bool(deeds_in(words))
        and all(item.says("not", "no", "anyone", *ALWAYS) or bool(deeds_in([item])) for item in words)
    )


def _is_joint(item: Item) -> bool:
    return item.mark(*_JOINTS) or item.says("and", "then", "while") or item.chunk.text in _CONTRASTS


def _begins_anew(items: Sequence[Item], at: int) -> bool:
    """Whether a deed may begin after the price of another: `explore 2cp conquest 4cp`."""
    item = items[at]
    return (
        items[at - 1].kind in (COST, NUMBER)
        and item.kind == WORD
        and not item.prep
        and (bool(item.named(LANGUAGE)) or any(idea.startswith("deed.") for idea in item.chunk.ideas))
    )


def _without_joints(items: Sequence[Item]) -> tuple[str, list[Item]]:
    """The items without commas and `and` at both ends, and what stood before them."""
    start, end = 0, len(items)
    while start < end and _is_joint(items[start]):
        start += 1
    while end > start and _is_joint(items[end - 1]):
        end -= 1
    said = " ".join(item.chunk.text for item in items[:start])
    own = list(items[start:end])
    if len(own) > 1 and own[0].says("alone") and deeds_in(own[1:2]):
        own = own[1:]  # `just build two mercenaries`
    return said, own


def one(*lines: str, sure: bool = True) -> tuple[Reading, ...]:
    return (Reading(lines, sure),)


def together(parts: Sequence[Part]) -> list[Reading]:
    """All that the parts may mean, one after the other."""
    found = []
    for chosen in product(*(part.readings for part in parts)):
        lines = tuple(line for reading in chosen for line in reading.lines)
        prices = tuple(price for reading in chosen for price in reading.prices)
        found.append(Reading(lines, all(reading.sure for reading in chosen), prices=prices))
        if len(found) > 40:
            break
    return [reading for reading in found if reading.lines]


def left_over(items: Sequence[Item], *ideas: str) -> bool:
    """Whether something is left that none of these ideas explains; marks are explained."""
    return any(
        not (item.kind == MARK or (item.kind == WORD and item.chunk.says(*ALWAYS, *ideas))) for item in items
    )


def deeds_in(items: Sequence[Item]) -> list[frozenset[str]]:
    """For each verb, the ideas that it may stand for."""
    return [
        item.chunk.ideas
        for item in items
        if item.kind == WORD
        and not item.chunk.says(*ALWAYS)
        and any(idea.startswith("deed.") for idea in item.chunk.ideas)
    ]


def orders(items: Sequence[Item], deed: str, about: str = "") -> bool:
    """Whether a verb says this deed, and the others may stand beside it: `spend 1 CP to move`."""
    found = deeds_in(items)
    own, beside = f"deed.{deed}", f"about.{about or deed}"
    return any(own in one for one in found) and all(own in one or beside in one for one in found)


def no_verb(items: Sequence[Item]) -> bool:
    return not deeds_in(items)
