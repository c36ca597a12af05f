"""A line of actions cut into its deeds.

No mark alone says where one deed ends and the next begins: `1 merc in Berwick, 1 merc in York`.  So every
comma, `and` and `then` may be a cut.  The longest part that can be explained as a whole is tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, UNITS, UNKNOWN, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LANGUAGE, LEADER

MOST_CUTS = 12
MOST_TRIES = 150
_JOINTS = (",", ";", ":", "&", "+", ">")
_CONTRASTS = ("but", "aber", "sondern")
"""They may begin another deed: `the troops stay but the fleet sails`."""
_NONE_OF = ("no", "kein", "keine", "keinen")
"""Before a deed they deny it: `no assault this impulse`, but never `No, assault!`"""
ALWAYS = ("filler", "the", "polite", "and", "with", "then", "first", "one", "scenery", "spend")
"""Ideas that add nothing to any deed."""
BESIDE_ANY = "about.any"
"""What may stand beside any deed that only one title has."""


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
        cuts = [
            at
            for at, item in enumerate(items)
            if at and ((_is_joint(item) and not _points(items, at)) or _leaves_others(items, at))
        ]
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
            if rest is not None and not self._takes_a_subject(start, cut):
                return None if self._may_go_along(start, cut) else [part, *rest]
        self.failed.add(key)
        return None

    def _must(self, cut: int) -> bool:
        """Whether a deed must end here: a sentence does, or `then` begins another one."""
        items = self.moment.items
        return cut < len(items) and (items[cut].mark(";") or items[cut].says("then", "while"))

    def _takes_a_subject(self, start: int, cut: int) -> bool:
        """Whether a cut parts those of whom the next deed is told: `..., Ibrahim and the mercs stay`.

        The strongest joint before them says where they begin.  If two are equally strong, nobody can tell.
        """
        items = self.moment.items
        subjects = _subjects(items, cut)
        if not subjects or _is_of_one(items, subjects, self.moment.words.thirds):
            return False
        joints = _joints_before(items, start, cut)
        last = next((item for item in reversed(items[start:cut]) if item.kind in _NOUNS), None)
        counted = last is not None and last.kind == UNITS and (last.count or 0) > 0
        if counted and len(subjects) == 1 and subjects[0].kind == ALL:
            return False  # `with 4 regulars, 2 mercs and the rest stay`: the rest is whoever is not named
        here, best = _strength(items, cut), max(joints, default=-1)
        if here == AND and _is_object(items, start, cut):
            return True
        listed = (here, best) == (COMMA, AND) and len(subjects) > 1  # `and Francis, 2 regulars & a merc stay`
        if (here > best and not listed) or here == CLAUSE:
            return False
        if here == best or listed or (best < CLAUSE and joints.count(best) > 1):
            self.tries = MOST_TRIES  # who goes, and who stays, is anybody's guess
        return True

    def _may_go_along(self, start: int, cut: int) -> bool:
        """`He goes to Dijon with 3 regulars and a mercenary in Paris`, where he is: with him, or new?"""
        items = self.moment.items
        nouns = [item for item in items[cut:] if not (_is_joint(item) or item.says("the", "filler"))][:2]
        if (
            len(nouns) < 2
            or nouns[0].kind != UNITS
            or nouns[1].kind != PLACE
            or items[cut - 1].prep != "with"
        ):
            return False
        leaders = self.moment.game.leaders
        there = {leaders[who].place for item in items[start:cut] if (who := item.named(LEADER)) in leaders}
        return items[cut - 1].kind == UNITS and nouns[1].place in there

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
    for item in _without_others(items):
        sentences[-1].append(item)
        if item.mark(";", ",", ":"):
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
    orders = [item for sentence in kept for item in sentence if not (denied and item.says("instead"))]
    while denied and orders and orders[-1].kind == MARK:
        orders.pop()
    return (orders, denied) if any(item.kind != MARK for item in orders) else (items, set())


def _without_others(items: Sequence[Item]) -> list[Item]:
    """Without the clauses that only say of others that they do nothing."""
    kept: list[Item] = []
    clause: list[Item] = []
    for item in [*items, None]:
        if item is not None and (not clause or not item.mark(",", ";")):
            clause.append(item)
            continue
        kept += clause if not _leaves_out_others(clause) else []
        clause = [item] if item is not None else []
    while kept and kept[-1].mark(",", ";") and len(kept) < len(items):
        kept.pop()
    return kept or list(items)


def _leaves_out_others(sentence: Sequence[Item]) -> bool:
    """`Nothing else moves.`, `Nobody in Dijon joins them.`: who is not named does nothing anyway."""
    words = [item for item in sentence if item.kind != MARK]
    who = words[0].chunk.text if words else ""
    others = who.endswith("else") or (who in _NOBODY and any(item.prep == "in" for item in words[1:2]))
    return (
        others
        and who.partition(" ")[0] in _NOBODY
        and bool(deeds_in(words))
        and all(
            item.says("not", "no", *ALWAYS)
            or bool(deeds_in([item]))
            or (item.kind == PLACE and item.prep == "in")
            for item in words[1:]
        )
    )


_NOBODY = ("nobody", "nothing", "no", "none")


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


_NOUNS = (UNITS, PERSON, NUMBER, ALL)


def _subjects(items: Sequence[Item], at: int) -> list[Item]:
    """Those of whom something is told from here on: the names before a verb, or before where they go."""
    found: list[Item] = []
    for number, item in enumerate(items[at:], at):
        if item.kind in _NOUNS and not item.prep:
            found.append(item)
        elif (
            (found and item.mark(">"))
            or (item.kind == PLACE and (item.prep in ("to", "from") or _begins_a_way(items, number)))
            or deeds_in([item])
        ):
            return found
        elif not (item.mark(",", "&", "+") or item.says(*ALWAYS, "men", "both", "rest", "everybody")):
            return []
    return []


def _begins_a_way(items: Sequence[Item], at: int) -> bool:
    """`..., Barbarossa and two corsairs Algiers > Barbary Coast`: a place right before an arrow."""
    return items[at].kind == PLACE and at + 1 < len(items) and items[at + 1].mark(">")


def _is_of_one(items: Sequence[Item], subjects: Sequence[Item], thirds: Collection[str]) -> bool:
    """Whether a verb in the singular says that nobody else is meant: `and Ibrahim stays`."""
    if len(subjects) != 1:
        return False
    at = next(at for at, item in enumerate(items) if item is subjects[0])
    after = next((item for item in items[at + 1 :] if deeds_in([item])), None)
    return after is not None and after.chunk.text.partition(" ")[0] in (*thirds, *_OF_ONE)


_OF_ONE = ("is", "does", "doesnt", "isnt")


def _is_object(items: Sequence[Item], start: int, cut: int) -> bool:
    """`..., take Francis and 2 mercs from Dijon`: what a verb behind the first way takes is not parted."""
    at = cut - 1
    while at > start and (items[at].kind in _NOUNS or items[at].says("the", "filler")):
        at -= 1
    verb = items[at].kind == WORD and any(idea.startswith("deed.") for idea in items[at].chunk.ideas)
    return verb and any(item.kind == PLACE for item in items[start:at])


AND, COMMA, COMMA_AND, CLAUSE = range(4)
"""How strongly joints part."""


def _strength(items: Sequence[Item], at: int) -> int:
    """How strongly the joint at a place parts what stands on its sides, with the joints right beside it."""
    start, end = at, at
    while start > 0 and _is_joint(items[start - 1]):
        start -= 1
    while end < len(items) and _is_joint(items[end]):
        end += 1
    here = items[start:end]
    if any(not (one.mark(",", "&", "+") or (one.says("and") and not one.says("then"))) for one in here):
        return CLAUSE
    comma = any(one.mark(",") for one in here)
    return AND if not comma else COMMA if len(here) == 1 else COMMA_AND


def _joints_before(items: Sequence[Item], start: int, cut: int) -> list[int]:
    """How strong the joints among the names right before a cut are, behind each of which these may begin."""
    found: list[int] = []
    named = False
    for at in reversed(range(start, cut)):
        item = items[at]
        if item.kind in _NOUNS and item.prep in ("", "with"):
            named = True
            if item.prep and not (at > start and _is_joint(items[at - 1])):
                break  # `goes to Madrid with 3 regulars and ...`
        elif _is_joint(item):
            ends = not _is_joint(items[at - 1]) and items[at - 1].kind not in _NOUNS  # `to Lyon and Ibrahim`
            found += [max(_strength(items, at), COMMA_AND if ends else AND)] if named else []
            named = False
        elif not (item.kind == WORD and item.says("the", "filler", "polite", "rest", "men", "both")):
            break
    return found


def _points(items: Sequence[Item], at: int) -> bool:
    """Whether an arrow says where somebody goes: `Francis + 4 regulars > Lyon` is one deed."""
    return items[at].mark(">") and items[at - 1].kind in _NOUNS


def _leaves_others(items: Sequence[Item], at: int) -> bool:
    """`marches on Besancon leaving one mercenary`: a participle begins what is told of others."""
    own = items[at].says("leave_behind") and items[at].chunk.text.endswith("ing")
    return own and not _is_joint(items[at - 1])


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
    own, beside = f"deed.{deed}", {f"about.{about or deed}", BESIDE_ANY}
    return any(own in one for one in found) and all(own in one or one & beside for one in found)


def no_verb(items: Sequence[Item]) -> bool:
    return not deeds_in(items)
