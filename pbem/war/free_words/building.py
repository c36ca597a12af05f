"""Construction in free words: what is built, how many, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

from pbem.errors import OrderProblem
from pbem.language.forces import unit_word
from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, REST_CP, UNITS, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER, NATION, SPACE
from pbem.language.parse import parse_line
from pbem.war.free_words.forces import SHIP, Journey
from pbem.war.free_words.parts import ALWAYS, Part, no_verb, orders
from pbem.war.free_words.points import WhenCounted, are_counted, speaks_of_all, with_points_left
from pbem.war.free_words.subjects import without_subject
from pbem.war.free_words.ways import is_a_way
from rules.core.actions import Action

MOST_BUILT = 12


@dataclass(frozen=True, slots=True)
class Built:
    """What was built last, and where: `1 more in Lyon`, `one merc there`."""

    unit: str
    space: str
    nation: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Units that are ordered: how many of which kind; whose, if they are an ally's."""

    count: int | None
    unit: str
    nation: str = ""


@dataclass(slots=True)
class _Yard:
    """Units that are being ordered: those without a place yet, and the orders for those with one."""

    moment: Moment
    of_allies: bool
    rest_cp: bool
    said: bool
    unit: str = ""
    nation: str = ""
    pending: list[Wanted] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    """Those of any ship have `{ship}` for its kind."""
    total: int = 0
    """How many there are in all, where that is said before the places."""
    spread: int = 0
    """How many places are named, if it is one for each unit that is ordered."""
    place: str = ""
    """The last place."""
    price: int = 0
    """What is spent on units of which nobody says how many they are."""
    points: tuple[int, ...] = ()
    """How many points are said to be spent."""
    single: bool = False
    """One of a kind went to the last place, so that another place may get one, too."""
    last: int = 0
    """How many orders there were before the last place."""
    parted: bool = False
    """Whether a comma or `and` stands behind the last units: `merc, merc and reg`."""

    def take(self, item: Item) -> bool:
        """Explain an item; False if it cannot be."""
        parted, self.parted = self.parted, item.mark(",", "&", "+", ";") or item.says("and")
        if item.kind == NUMBER and not self.pending and self.single:
            if item.times:
                return self._repeat(item.count or 0)  # `a corsair in Algiers x2`
            if len(self.orders) == self.last + 1 and item.count == self._cost(self.orders[-1]):
                return True  # `mercenary York 1, regular London 2`: what it costs
        if (
            item.kind == UNITS
            and item.unit
            and (self.of_allies or not item.nation)
            and item.prep not in ("from", "against", "via")
        ):
            return self._units(Wanted(item.count, item.unit, item.nation), parted=parted)
        if item.kind == NUMBER and item.chunk.says("both") and len(self.pending) == 2:
            return True  # `1 regular, 1 mercenary, both in Paris`
        if item.kind == NUMBER:
            return self._number(item.count or 0)
        if item.kind == PLACE and item.space and item.prep in ("", "in", "for", "to"):
            return self._place(item)
        if item.kind == ALL and not self.pending and self.rest_cp:
            return True  # `the rest on mercenaries`
        if item.kind == ALL and self.total and self.unit and not self.pending:
            left = self.total - len(self.orders)
            self.pending = [Wanted(left, self.unit, self.nation)]  # `one in London and the other in Bristol`
            return left > 0 and (left == 1 or item.chunk.text not in _OTHER)
        if item.kind == ALL:
            return bool(self.pending) and self.pending[-1].count is not None
        if item.kind in (COST, MARK, REST_CP):
            return True
        return item.says(*ALWAYS, "deed.build", "about.build", "more", "for", "times")

    def _units(self, wanted: Wanted, *, parted: bool) -> bool:
        last = self.pending[-1] if self.pending else None
        anew = parted and last is not None and last.count is None
        if last is not None and not anew and last.unit == wanted.unit and None in (last.count, wanted.count):
            count = last.count if wanted.count is None else wanted.count
            self.pending[-1] = replace(wanted, count=count)  # `cavalry (sipahi) x3`
        else:
            self.pending.append(wanted)
        self.unit, self.nation = wanted.unit, wanted.nation
        return True

    def _number(self, count: int) -> bool:
        if self.pending and self.pending[-1].count is None:
            self.pending[-1] = replace(self.pending[-1], count=count)
        elif len(self.pending) == 1 and not self.total and not self.orders:
            self.total, self.pending = self.pending[0].count or 0, [replace(self.pending[0], count=count)]
        elif self.unit and not self.pending:
            self.pending.append(Wanted(count, self.unit, self.nation))
        else:
            return False
        return True

    def _repeat(self, count: int) -> bool:
        """Order so often what the last place gets."""
        if not 1 <= count <= MOST_BUILT:
            return False
        self.orders += self.orders[self.last :] * (count - 1)
        self.single = False
        return True

    def _place(self, item: Item) -> bool:
        if not self.pending and self.single and item.prep in ("", "in"):
            self.pending = [Wanted(1, self.unit, self.nation)]  # `a mercenary: Paris, Paris, Lyon`
        if not self.pending or (item.prep == "to" and not self.said):
            return False
        if self.spread and self.pending[0].count == self.spread:
            self.total = self.spread
            self.pending = [replace(self.pending[0], count=1)]  # `two squadrons: Portsmouth and Dover`
        if self.spread and len(self.pending) == 1 and self.pending[0].count is None:
            self.pending = [replace(self.pending[0], count=1)]  # `mercs: Vienna, Prague`
        self.single = len(self.pending) == 1 and self.pending[0].count in (None, 1)
        self.last = len(self.orders)
        for wanted in self.pending:
            order = f"build {self._name(wanted)} in {self.moment.say(SPACE, item.space)}"
            many = self._count(wanted, order)
            if not 1 <= many <= MOST_BUILT:
                return False
            self.orders += [order] * many
        self.pending = []
        self.place = item.space
        return True

    def _name(self, wanted: Wanted) -> str:
        """The units as the grammar writes them; which kind of ship an ally builds is its own affair."""
        if wanted.nation:
            unit = "ship" if wanted.unit == SHIP else unit_word(wanted.unit, 1)
            return f"{self.moment.say(NATION, wanted.nation)} {unit}"
        return "{ship}" if wanted.unit == SHIP else unit_word(wanted.unit, 1)

    def _count(self, wanted: Wanted, order: str) -> int:
        """How many; 0 if that is not said: `mercenaries in Paris`."""
        if wanted.count is not None:
            return wanted.count
        if self.rest_cp:
            left = int(getattr(self.moment.question, "cp", 0)) - sum(map(self._cost, self.orders))
            if self.points and left not in self.points:
                return 0  # `the remaining 3 CP`, of five
            return self._for(left, order)[0]
        plural = any(
            item.kind == UNITS
            and item.unit == wanted.unit
            and item.count is None
            and item.chunk.text.endswith("s")
            for item in self.moment.items
        )
        if plural and self.price:  # `two on mercs at Calais`
            many, left = self._for(self.price, order)
            return 0 if left else many
        return 0 if plural else 1

    def _for(self, points: int, order: str) -> tuple[int, int]:
        """How often some points pay for an order, and what is left of them."""
        cost = self._cost(order)
        return divmod(points, cost) if cost else (0, 0)

    def _cost(self, order: str) -> int:
        """What an order costs; 0 if it is not known."""
        moment = self.moment
        try:
            action = parse_line(order, moment.question, moment.game, moment.names)
        except OrderProblem:
            return 0
        return action.cost(moment.game, moment.power) if isinstance(action, Action) else 0


@dataclass(frozen=True, slots=True)
class Construction:
    """How a title builds: which kinds `a ship` may be, and whether units of allies are built."""

    ships: tuple[str, ...] = ()
    of_allies: bool = False

    def build(self, moment: Moment, items: list[Item], before: Part | None) -> Part | None:
        """`2 mercs in Paris, 1 in Lyon`, `raise three regulars: two in Vienna and one in Antwerp`."""
        said = orders(items, "build")
        if (not said and not no_verb(items)) or is_a_way(items):
            return None
        waits = speaks_of_all(items) and not are_counted(before)
        yard = _read(moment, items, None if waits else before, said=said, of_allies=self.of_allies)
        if yard is None:
            return None
        if waits:
            return Part("build", (), WhenCounted(partial(self.build, moment, items)))
        sure = (said or not _are_there(items)) and not _is_bare(items)
        readings = tuple(Reading(tuple(lines), sure) for lines in self._with_kinds(yard.orders))
        return Part("build", readings, Built(yard.unit, yard.place, yard.nation))

    def _with_kinds(self, orders: Sequence[str]) -> Iterator[list[str]]:
        """The orders with each kind that a ship may be, the same for all of a port: the rules know which."""
        of_any = list(dict.fromkeys(order for order in orders if "{ship}" in order))
        for kinds in product(self.ships, repeat=len(of_any)):
            ways = {
                order: order.replace("{ship}", unit_word(kind, 1))
                for order, kind in zip(of_any, kinds, strict=True)
            }
            yield [ways.get(order, order) for order in orders]


def _read(
    moment: Moment, items: list[Item], before: Part | None, *, said: bool, of_allies: bool
) -> _Yard | None:
    """What is built, if every item can be explained."""
    if not said and items[0].kind == PERSON and any(item.mark(">") for item in items):
        return None  # `Suleiman, 9 regs -> Pressburg`: who has an arrow goes there
    if any(_brings(item) for item in items) and any(
        item.prep == "to" and item.kind == PLACE for item in items
    ):
        return None  # `Brandon brings two regulars to Bristol`: these are there already
    if not said and before is not None and any(item.says("included") for item in items):
        return None  # `Corunna galleon as well`: it does what the one before does
    if _is_a_fleet(items):
        return None
    moment = with_points_left(moment, items, before)
    yard = _Yard(moment, of_allies, _says_the_rest(items), said, *_built_before(before))
    own = _with_his_place(moment, items, without_subject(moment, items), before)
    if said and sum(item.kind == PLACE for item in own) == 1 and not any(_brings(item) for item in own):
        # `hire two mercenaries from Paris`
        own = [
            replace(item, prep="in") if item.kind == PLACE and item.prep == "from" else item for item in own
        ]
    own = _with_counts_behind(own)
    headed = _with_places_behind(own)
    at_first = own and own[0].kind == PLACE
    at_first = at_first and (said or own[0].prep == "in" or _is_heading(own) or _is_bare(own))
    if headed or (at_first and sum(item.kind == PLACE for item in own) == 1):
        own = headed or [*own[1:], own[0]]  # `Paris gets two mercenaries`, `in Paris two mercenaries`
    own = _with_count_first(own)
    yard.spread = _places_after_a_colon(own)
    prices = [item.count or 0 for item in own if item.kind == COST]
    yard.points = tuple(item.count for item in own if item.kind in (COST, REST_CP) and item.count is not None)
    yard.price = prices[0] if len(prices) == 1 and sum(item.kind == UNITS for item in own) == 1 else 0
    if not all(yard.take(item) for item in own) or yard.pending or not yard.orders:
        return None
    too_many = len(yard.orders) > MOST_BUILT or (yard.total and yard.total != len(yard.orders))
    return None if too_many else yard


def _with_counts_behind(items: list[Item]) -> list[Item]:
    """`mercs: Paris 2, Lyon 1`: behind each place how many it gets, and not what they cost."""
    head = [item for item in items if item.kind != MARK and not item.says("the", "filler")]
    if len(head) < LEAST_LISTED or head[0].kind != UNITS or head[0].count is not None:
        return items
    places, counts = head[1::2], head[2::2]
    listed = len(places) == len(counts) and all(item.kind == PLACE for item in places)
    if not (listed and any(item.mark(":") for item in items) and _are_counts(counts)):
        return items
    return [
        item
        for place, count in zip(places, counts, strict=True)
        for item in (replace(head[0], count=count.count), place)
    ]


LEAST_LISTED = 5
"""Units, and two places with their numbers."""


def _are_counts(items: Sequence[Item]) -> bool:
    return all(
        item.kind == NUMBER or (item.kind == COST and item.chunk.number == item.count and not item.says("cp"))
        for item in items
    )


def _is_a_fleet(items: Sequence[Item]) -> bool:
    """`a fleet for England: one squadron`: what is made up of units is not built beside them."""
    units = [item for item in items if item.kind == UNITS]
    return len(units) > 1 and any(item.chunk.says("fleet", "army", "men") for item in units)


def _is_heading(items: Sequence[Item]) -> bool:
    """`Augsburg: 2 mercenaries`, `Plymouth dockyard: ...`: a place with a colon, and no units before it."""
    colon = next((at for at, item in enumerate(items) if item.mark(":")), 0)
    return 0 < colon < len(items) - 1 and all(item.says("about.build") for item in items[1:colon])


def _is_bare(items: Sequence[Item]) -> bool:
    """`Marseille galley`: one to build, or the one that is there?"""
    return (
        len(items) == 2
        and items[0].kind == PLACE
        and not items[0].prep
        and items[1].kind == UNITS
        and items[1].count is None
    )


def _with_places_behind(items: Sequence[Item]) -> list[Item]:
    """`Augsburg 2 mercs, Vienna 1 reg`, `build in York a regular, in Plymouth a galleon`: each clause begins
    with its place, which is put behind; empty if it is written otherwise.
    """
    clauses: list[list[Item]] = [[]]
    for item in items:
        if item.mark(",", ";") or (item.says("and") and clauses[-1]):
            clauses.append([])
        else:
            clauses[-1].append(item)
    clauses = [clause for clause in clauses if clause]
    found: list[Item] = []
    for clause in clauses:
        verbs = 0
        while verbs < len(clause) and clause[verbs].says("deed.build"):
            verbs += 1
        first, *rest = clause[verbs:] or clause
        counted = [item for item in rest if item.kind == UNITS and (item.count or _is_one(rest, item))]
        named = counted or (first.prep == "in" and any(item.kind == UNITS for item in rest))
        if (
            first.kind != PLACE
            or first.prep not in ("", "in")
            or any(item.kind == PLACE for item in rest)
            or not named
        ):
            return []
        found += [*clause[:verbs], *rest, first]
    return found


def _is_one(items: Sequence[Item], units: Item) -> bool:
    """Whether units are counted by their article, or stand behind a colon."""
    at = next(at for at, item in enumerate(items) if item is units)
    return any(item.mark(":") for item in items[:at])


def _with_count_first(items: list[Item]) -> list[Item]:
    """`mercs for Rotterdam, 2`, `regulars in Madrid, two of them`: how many is said last."""
    units = [at for at, item in enumerate(items) if item.kind == UNITS]
    counted = len(items) > 2 and items[-1].kind == NUMBER and items[-2].mark(",", ":", "-")
    if not counted or len(units) != 1 or any(item.kind == NUMBER for item in items[:-1]):
        return items
    units_at = items[units[0]]
    if units_at.count is not None or not units_at.chunk.text.endswith("s"):
        return items  # `regular, London, 2` may say what it costs
    return [*items[: units[0]], replace(units_at, count=items[-1].count), *items[units[0] + 1 : -2]]


def _brings(item: Item) -> bool:
    return item.says("deed.build") and item.says("deed.move", "deed.lead")


def _says_the_rest(items: Sequence[Item]) -> bool:
    """Whether what is left of the CP is spent: `the remaining CP`, `the rest on mercenaries`."""
    first = next((item for item in items if item.kind in (ALL, UNITS, PLACE, REST_CP)), None)
    return any(item.kind == REST_CP for item in items) or (
        first is not None and first.kind == ALL and first.chunk.text in _REST
    )


_OTHER = ("the other", "the other one")
_REST = (
    "rest", "others", "everything else", "what remains", "whatever remains", "the remainder", "remainder",
    "the balance", "the surplus", "balance", "surplus",
)  # fmt: skip


def _are_there(items: Sequence[Item]) -> bool:
    """`my 2 mercenaries in Paris`: units that are there already."""
    return any(item.kind == UNITS and at and items[at - 1].says("the") for at, item in enumerate(items))


def _with_his_place(
    moment: Moment, items: Sequence[Item], own: list[Item], before: Part | None
) -> list[Item]:
    """`Francis hires 2 mercenaries where he stands`: the words for his place are the place itself.

    So is `there`, where a force has just gone.
    """
    there = where_it_went(before) if before is not None else []
    if there and not any(item.kind == PLACE for item in own):
        own = [
            replace(item, kind=PLACE, chunk=replace(item.chunk, names={SPACE: (there[0],)}), prep="in")
            if item.says("there") and there[0] in moment.game.spaces
            else item
            for item in own
        ]
    leaders = [item.named(LEADER) for item in items if item.kind == PERSON]
    place = (
        moment.game.leaders[leaders[0]].place
        if len(leaders) == 1 and leaders[0] in moment.game.leaders
        else ""
    )
    if not place or place not in moment.game.spaces:
        return own
    return [
        replace(item, kind=PLACE, chunk=replace(item.chunk, names={SPACE: (place,)}))
        if item.says("where_he_is")
        else item
        for item in own
    ]


def _places_after_a_colon(items: Sequence[Item]) -> int:
    """How many places follow a colon, or are said to get one each; 0 if a number is among them."""
    for at, item in enumerate(items):
        if item.mark(":") or (item.says("each") and not any(one.mark(":") for one in items)):
            named = [one for one in items[at if item.mark(":") else 0 :] if one.kind == PLACE]
            counted = any(one.kind in (NUMBER, UNITS) for one in items[at:])
            return len(named) if len(named) > 1 and not counted else 0
    return 0


def _built_before(before: Part | None) -> tuple[str, str]:
    built = before.about if before is not None else None
    return (built.unit, built.nation) if isinstance(built, Built) else ("", "")


def where_it_went(before: Part) -> list[str]:
    """The place that `it` and `there` speak of: where a force has gone, or was built."""
    if isinstance(before.about, Built):
        return [before.about.space]
    return before.about.to[-1:] if isinstance(before.about, Journey) else []
