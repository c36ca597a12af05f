"""What command points buy besides moves, in free words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.games.his.free_words.forces import Force, Journey, journey
from pbem.games.his.free_words.parts import ALWAYS, Part, deeds_in, left_over, no_verb, orders
from pbem.games.his.free_words.points import with_points_left
from pbem.language.forces import standing
from pbem.language.free_words import Moment, Reading
from pbem.language.items import (
    ALL,
    COST,
    MARK,
    NUMBER,
    PERSON,
    PLACE,
    REST_CP,
    UNITS,
    WORD,
    Item,
)
from pbem.language.names import CARD, LEADER, MAJOR, NATION, SEA, SPACE
from pbem.war.orders.land import generals
from rules.his.actions import Action
from rules.his.war.build_actions import BuildCorsair, BuildSquadron, BuyMercenary, RaiseCavalry, RaiseRegular

MOST_BUILT = 12
_NAMES = {
    "regulars": "regular", "mercenaries": "mercenary", "cavalry": "cavalry", "squadrons": "squadron",
    "corsairs": "corsair",
}  # fmt: skip
_ACTIONS: dict[str, type[Action]] = {
    "regulars": RaiseRegular, "mercenaries": BuyMercenary, "cavalry": RaiseCavalry,
    "squadrons": BuildSquadron, "corsairs": BuildCorsair,
}  # fmt: skip


def without_subject(moment: Moment, items: Sequence[Item]) -> list[Item]:
    """The items without the own power, and without an own leader who is the subject: `Francis hires ...`."""
    own = [
        item
        for item in items
        if not (item.kind == WORD and item.named(NATION) == moment.power and item.prep in ("", "for", "with"))
    ]
    while own and own[0].says("the", "filler"):
        own = own[1:]
    if own and own[0].kind == PERSON and not own[0].prep:
        who = own[0].named(LEADER)
        figure = moment.game.leaders.get(who)
        commands = figure is not None and moment.game.leader_commander(who) == moment.power
        if commands or own[0].named(NATION) == moment.power:
            own = own[1:]
    return own


def one(*lines: str, sure: bool = True) -> tuple[Reading, ...]:
    return (Reading(lines, sure),)


# ---- Construction


@dataclass(frozen=True, slots=True)
class Built:
    """What was built last, and where: `1 more in Lyon`, `one merc there`."""

    unit: str
    space: str


@dataclass(slots=True)
class _Yard:
    """Units that are being ordered: those without a place yet, and the orders for those with one."""

    moment: Moment
    rest_cp: bool
    said: bool
    unit: str = ""
    pending: list[tuple[int | None, str]] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    total: int = 0
    """How many there are in all, where that is said before the places."""
    spread: int = 0
    """How many places are named, if it is one for each unit that is ordered."""
    place: str = ""
    """The last place."""
    single: bool = False
    """One of a kind went to the last place, so that another place may get one, too."""

    def take(self, item: Item) -> bool:
        """Explain an item; False if it cannot be."""
        if (
            item.kind == UNITS
            and item.unit
            and not item.nation
            and item.prep not in ("from", "against", "via")
        ):
            return self._units(item.count, item.unit)
        if item.kind == NUMBER and item.chunk.says("both") and len(self.pending) == 2:
            return True  # `1 regular, 1 mercenary, both in Paris`
        if item.kind == NUMBER:
            return self._number(item.count or 0)
        if item.kind == PLACE and item.space and item.prep in ("", "in", "for", "to"):
            return self._place(item)
        if item.kind == ALL and not self.pending and self.rest_cp:
            return True  # `the rest on mercenaries`
        if item.kind == ALL:
            return bool(self.pending) and self.pending[-1][0] is not None
        if item.kind in (COST, MARK, REST_CP):
            return True
        return item.says(*ALWAYS, "deed.build", "about.build", "more", "for", "times")

    def _units(self, count: int | None, unit: str) -> bool:
        last = self.pending[-1] if self.pending else None
        if last is not None and last[1] == unit and None in (last[0], count):
            self.pending[-1] = (last[0] if count is None else count, unit)  # `cavalry (sipahi) x3`
        else:
            self.pending.append((count, unit))
        self.unit = unit
        return True

    def _number(self, count: int) -> bool:
        if self.pending and self.pending[-1][0] is None:
            self.pending[-1] = (count, self.pending[-1][1])
        elif len(self.pending) == 1 and not self.total and not self.orders:
            self.total, self.pending = self.pending[0][0] or 0, [(count, self.pending[0][1])]
        elif self.unit and not self.pending:
            self.pending.append((count, self.unit))
        else:
            return False
        return True

    def _place(self, item: Item) -> bool:
        if not self.pending and self.single and item.prep in ("", "in"):
            self.pending = [(1, self.unit)]  # `a mercenary: Paris, Paris, Lyon`
        if not self.pending or (item.prep == "to" and not self.said):
            return False
        if self.spread and self.pending[0][0] == self.spread:
            self.total, self.pending = self.spread, [(1, self.unit)]  # `two squadrons: Portsmouth and Dover`
        self.single = len(self.pending) == 1 and self.pending[0][0] in (None, 1)
        for count, unit in self.pending:
            name, many = _NAMES[unit], self._count(count, unit)
            if not 1 <= many <= MOST_BUILT:
                return False
            self.orders += [f"build {name} in {self.moment.say(SPACE, item.space)}"] * many
        self.pending = []
        self.place = item.space
        return True

    def _count(self, count: int | None, unit: str) -> int:
        """How many; 0 if that is not said: `mercenaries in Paris`."""
        if count is not None:
            return count
        if self.rest_cp:
            cost = self.moment.game.data.actions[_ACTIONS[unit].action_id].cost.get(self.moment.power) or 1
            return int(getattr(self.moment.question, "cp", 0)) // cost
        plural = any(
            item.kind == UNITS and item.unit == unit and item.count is None and item.chunk.text.endswith("s")
            for item in self.moment.items
        )
        return 0 if plural else 1


def build(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`2 mercs in Paris, 1 in Lyon`, `raise three regulars: two in Vienna and one in Antwerp`."""
    said = orders(items, "build")
    if not said and not no_verb(items):
        return None
    moment = with_points_left(moment, items, before)
    yard = _Yard(moment, _says_the_rest(items), said, _unit_before(before))
    own = _with_his_place(moment, items, without_subject(moment, items), before)
    at_first = own and own[0].kind == PLACE and (said or own[0].prep == "in")
    if at_first and sum(item.kind == PLACE for item in own) == 1:
        own = [*own[1:], own[0]]  # `Paris gets two mercenaries`, `in Paris two mercenaries`
    yard.spread = _places_after_a_colon(own)
    if not all(yard.take(item) for item in own) or yard.pending or not yard.orders:
        return None
    if len(yard.orders) > MOST_BUILT or (yard.total and yard.total != len(yard.orders)):
        return None
    sure = said or not _are_there(items)
    return Part("build", one(*yard.orders, sure=sure), Built(yard.unit, yard.place))


def _says_the_rest(items: Sequence[Item]) -> bool:
    """Whether what is left of the CP is spent: `the remaining CP`, `the rest on mercenaries`."""
    first = next((item for item in items if item.kind in (ALL, UNITS, PLACE, REST_CP)), None)
    return any(item.kind == REST_CP for item in items) or (
        first is not None and first.kind == ALL and first.chunk.text in _REST
    )


_REST = ("rest", "others", "everything else")


def _are_there(items: Sequence[Item]) -> bool:
    """`my 2 mercenaries in Paris`: units that are there already."""
    return any(item.kind == UNITS and at and items[at - 1].says("the") for at, item in enumerate(items))


def _with_his_place(
    moment: Moment, items: Sequence[Item], own: list[Item], before: Part | None
) -> list[Item]:
    """`Francis hires 2 mercenaries where he stands`: the words for his place are the place itself.

    So is `there`, where a force has just gone.
    """
    there = _where_it_went(before) if before is not None else []
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


def _unit_before(before: Part | None) -> str:
    return before.about.unit if before is not None and isinstance(before.about, Built) else ""


# ---- Control and unrest


def control(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`take Nice`, `put a French flag on Nice`, `restore order in Orleans`."""
    for deed, order in (("calm", "remove unrest in"), ("control", "control")):
        again = no_verb(items) and (
            (before is not None and before.deed == deed)
            or (deed == "calm" and any(item.says("unrest") for item in items))
        )
        if not (orders(items, deed) or again):
            continue
        own = without_subject(moment, items)
        if any(item.kind == PERSON for item in items):
            continue  # who goes there does not only take control
        spaces = [
            item.space for item in own if item.kind == PLACE and item.prep in ("", "in", "to", "from", "for")
        ]
        rest = [item for item in own if item.kind not in (PLACE, COST, REST_CP, NUMBER)]
        if not spaces and before is not None and any(item.says("it", "there") for item in own):
            spaces = _where_it_went(before)
            rest = [item for item in rest if not item.says("it", "there")]
            own = [item for item in own if item.kind != PLACE]
            if len(spaces) == 1 and not left_over(rest, f"deed.{deed}", f"about.{deed}"):
                return Part(deed, one(f"{order} {moment.say(SPACE, spaces[0])}"))
            continue
        numbers = [item for item in own if item.kind == NUMBER]
        if not spaces or not all(spaces) or left_over(rest, f"deed.{deed}", f"about.{deed}"):
            continue
        if len([item for item in own if item.kind == PLACE]) != len(spaces) or len(numbers) > len(spaces):
            continue
        # `occupy and control Nice`: the first may be a march.
        twice = len(deeds_in(own)) > len(spaces) and any(item.says("and") for item in own)
        return Part(deed, one(*(f"{order} {moment.say(SPACE, space)}" for space in spaces), sure=not twice))
    return None


def _where_it_went(before: Part) -> list[str]:
    """The place that `it` and `there` speak of: where a force has gone, or was built."""
    if isinstance(before.about, Built):
        return [before.about.space]
    return before.about.to[-1:] if isinstance(before.about, Journey) else []


# ---- Sieges


def assault(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`storm the walls`, `assault on Metz with everything, Siege Mining added`."""
    if not orders([item for item in items if not item.says("deed.play")], "assault"):
        return None
    cards = [item.named(CARD) for item in items if _is_card(moment, item)]
    rest = [item for item in items if not _is_card(moment, item) and not item.says("deed.play", "no_card")]
    if any(item.says("no_card") for item in items) and cards:
        return None
    about = ("deed.assault", "about.assault", "army", "men", "card", "everybody", "no_card")
    found = journey(moment, rest, generals(moment.game, moment.power), *about)
    places = [place for place in (found.origin, *found.to) if place]
    if found.left or found.origin == "?" or len(set(places)) > 1:
        return None
    besieged = [space for space, marks in moment.game.spaces.items() if moment.power in marks.sieges]
    force = found.force
    if _is_whole_army(moment, force, places[:1] or besieged):
        force = Force([], [], "all")
    if (places and places[0] not in besieged) or any(some.nation for some in force.units):
        return None
    with_all = force.every and not force.but_units and not force.leaders
    if force.leaders and not force.units and not force.every:
        # `Francis storms the city`: with all whom he commands, if nobody else does.
        others = [who for space in besieged for who in moment.game.leaders_at(space, moment.power)]
        sure = sorted(others) == sorted(force.leaders) or force.alone
        return Part(
            "assault",
            one(*(f"assault {moment.say(SPACE, space)}" for space in (places[:1] or besieged)), sure=sure),
            force,
        )
    text = f" with {force.said(moment)}" if force and not with_all else ""
    return Part(
        "assault",
        tuple(
            Reading((f"assault {moment.say(SPACE, space)}{text}", *(f"play {card}" for card in cards)))
            for space in (places[:1] or besieged)
        ),
        force,
    )


def _is_whole_army(moment: Moment, force: Force, spaces: Sequence[str]) -> bool:
    """`all 7 units`, if there are as many."""
    if force.leaders or len(spaces) != 1 or len(force.units) != 1 or force.units[0].unit:
        return False
    return force.units[0].count == sum(
        count for _, _, count in standing(moment.game, moment.power, spaces[0])
    )


def _is_card(moment: Moment, item: Item) -> bool:
    number = item.named(CARD)
    return (
        bool(number) and item.kind in (WORD, PLACE, PERSON) and int(number) in moment.game.hand(moment.power)
    )


# ---- Across the ocean, and under the black flag


_OVERSEAS = ("explore", "colonize", "conquer")


def new_world(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`send out an explorer`, `4 CP conquer`, `conquest 4`."""
    for deed in _OVERSEAS:
        others = [f"deed.{other}" for other in _OVERSEAS if other != deed]
        if any(item.says(*others) and not item.says(f"deed.{deed}") for item in items):
            continue  # `a conquistador and a colony` are two
        if orders(items, deed, "new_world"):
            rest = [item for item in without_subject(moment, items) if item.kind not in (COST, NUMBER)]
            counts = [item for item in items if item.kind in (COST, NUMBER)]
            if (
                not left_over(rest, f"deed.{deed}", "about.new_world", "for", "to", "in", "times")
                and len(counts) < 2
            ):
                prices = tuple(item.count or 0 for item in counts if item.kind == NUMBER)
                return Part(deed, (Reading((deed,), prices=prices),))
    return None


def piracy(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`pirate the Emperor in the Ionian Sea`."""
    if not orders(items, "piracy"):
        return None
    zones = [item.sea for item in items if item.kind == PLACE and item.sea]
    there = any(item.says("there") for item in items)
    targets = list(
        dict.fromkeys(item.named(NATION) for item in items if item.kind != PLACE and item.named(NATION))
    )
    targets = [target for target in targets if target != moment.power and target in moment.game.majors]
    rest = [
        item
        for item in without_subject(moment, items)
        if not (item.kind == PLACE and item.sea) and not item.named(NATION) and item.kind != COST
        and not (item.kind == UNITS and item.unit == "corsairs")
    ]  # fmt: skip
    if (
        len(zones) > 1
        or len(targets) != 1
        or left_over(rest, "deed.piracy", "about.piracy", "against", "in", "there")
    ):
        return None
    where = f" in {moment.say(SEA, zones[0])}" if zones else ""
    if there:
        if before is None or not isinstance(before.about, Journey) or not before.about.to:
            return None
        where = f" in {moment.say(SEA, before.about.to[-1])}"
    return Part("piracy", one(f"piracy{where} against {moment.say(MAJOR, targets[0])}"))


# ---- The end


def end(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`I forfeit the remaining CP`."""
    if not orders(items, "end"):
        return None
    rest = [item for item in without_subject(moment, items) if item.kind != REST_CP]
    return None if left_over(rest, "deed.end", "about.end", "for") else Part("end", one("end"))


def remark(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """What only adds up costs, or is a head: `3 CP`, `that is my 6`, `New World`."""
    if all(item.kind in (COST, REST_CP) for item in items):
        return Part("remark", one())
    heads = [item for item in items if not item.says("head")]
    own = generals(moment.game, moment.power)
    led = [item.named(LEADER) for item in heads if item.kind == PERSON and item.named(LEADER) in own]
    plain = [item for item in heads if item.kind not in (COST, REST_CP, NUMBER, PLACE, ALL)]
    plain = [item for item in plain if item.kind != PERSON or item.named(LEADER) not in led]
    if len(heads) < len(items) and not left_over(plain):
        everything = any(item.kind == ALL for item in heads)
        return Part("remark", one(), Force(led, [], "all" if everything else "") if led else None)
    return None


def purpose(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Attack the Spanish ship in Barcelona:`, before the order that does it."""
    if not any(item.says("deed.attack") for item in items) or before is not None:
        return None
    enemy = any(
        (item.kind == UNITS and item.nation) or (item.kind == WORD and item.named(NATION)) for item in items
    )
    known = all(
        item.kind in (PLACE, MARK) or (item.kind == UNITS and item.nation) or item.named(NATION)
        or (item.kind == WORD and item.chunk.says(*ALWAYS, "deed.attack"))
        for item in items
    )  # fmt: skip
    return Part("purpose", one()) if enemy and known else None
