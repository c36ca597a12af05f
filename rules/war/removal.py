"""Units that a power must take off the map, of its own choice: given away (9.1) or surrendered (9.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, Question, ask
from rules.core.kinds import UnitKind
from rules.core.records import Record
from rules.war.casualties import make_change
from rules.war.ids import Place
from rules.war.state import WarGame

CHEAPEST_FIRST = (
    "mercenaries",
    "cavalry",
    "regulars",
    "corsairs",
    "squadrons",
    "galleys",
    "galleons",
    "race_built",
)


class UnitsTakenOff(Event):
    """One kind of units that their power took off one place of the map (9.1, 9.3 step 4, cards)."""

    power: Power
    place: Place
    kind: UnitKind
    count: int


class Removal(Record):
    """Units of one kind that leave one place."""

    place: Place
    kind: str
    count: int


class RemoveUnits(Question[tuple[Removal, ...]]):
    """NEG-3 and PEACE-3: which of the power's own units go; silence takes the cheapest of large stacks."""

    kind: ClassVar[str] = "remove_units"
    topic: str
    kinds: tuple[str, ...]
    count: int
    rule: str

    def legal(self, game: WarGame) -> Iterable[tuple[Removal, ...]]:
        """The silent choice, and all from one stack where it is large enough."""
        silent = self.default(game)
        yield silent
        for stack in stacks(game, self.power, self.kinds):
            alone = (Removal(stack.place, stack.kind, self.count),)
            if stack.count >= self.count and alone != silent:
                yield alone

    def check(self, game: WarGame, answer: tuple[Removal, ...]) -> None:
        there = {(stack.place, stack.kind): stack.count for stack in stacks(game, self.power, self.kinds)}
        for removal in answer:
            left = there.get((removal.place, removal.kind), 0) - removal.count
            if removal.count < 1 or left < 0:
                raise Illegal(
                    "removal.not_so_many",
                    self.rule,
                    count=removal.count,
                    unit=removal.kind,
                    place=removal.place,
                )
            there[removal.place, removal.kind] = left
        if (named := sum(removal.count for removal in answer)) != self.count:
            raise Illegal("removal.wrong_count", self.rule, count=self.count, named_count=named)

    def default(self, game: WarGame) -> tuple[Removal, ...]:
        chosen: list[Removal] = []
        missing = self.count
        for stack in stacks(game, self.power, self.kinds):
            if missing:
                chosen.append(Removal(stack.place, stack.kind, min(missing, stack.count)))
                missing -= chosen[-1].count
        return tuple(chosen)

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[Removal, ...]:
        left = stacks(game, self.power, self.kinds)
        chosen: list[Removal] = []
        missing = self.count
        while missing:
            stack = choose(left)
            left.remove(stack)
            chosen.append(Removal(stack.place, stack.kind, choose(range(1, min(missing, stack.count) + 1))))
            missing -= chosen[-1].count
            if not left:
                return self.default(game)  # too little of each stack: begin again, in order
        return tuple(chosen)


def stacks(game: WarGame, power: Power, kinds: tuple[str, ...]) -> list[Removal]:
    """All the power's own units by place and kind: cheapest kinds first, then the largest stacks."""
    counts: dict[tuple[Place, str], int] = {}
    for nation in game.own_nations(power):
        for place, units in game.places_of(nation):
            for kind in kinds:
                counts[place, kind] = counts.get((place, kind), 0) + getattr(units, kind)
    found = [Removal(place, kind, count) for (place, kind), count in counts.items() if count]
    return sorted(found, key=lambda stack: (CHEAPEST_FIRST.index(stack.kind), -stack.count, stack.place))


def take_off(game: WarGame, power: Power, removal: Removal) -> None:
    missing = removal.count
    for nation in game.own_nations(power):
        counts = {removal.kind: min(missing, getattr(game.at(removal.place, nation), removal.kind))}
        if removal.kind in game.naval_kinds:
            game.lose_ships(removal.place, nation, **counts)
        else:
            game.remove_units(removal.place, nation, **counts)
        missing -= counts[removal.kind]


async def remove_units(
    game: WarGame, power: Power, topic: str, kinds: tuple[str, ...], count: int, rule: str
) -> tuple[Removal, ...]:
    """Let a power take units off the map, all it has if it has no more; ships to the Turn Track (17.2)."""
    there = stacks(game, power, kinds)
    if sum(stack.count for stack in there) <= count:
        removals = tuple(there)
    elif len(there) == 1:
        removals = (Removal(there[0].place, there[0].kind, count),)
    else:
        removals = await ask(RemoveUnits(power, topic, kinds, count, rule))
    for removal in removals:
        take_off(game, power, removal)
        game.emit(UnitsTakenOff(power, removal.place, removal.kind, removal.count))
    await make_change(game, power, *(move.place for move in removals if move.kind not in game.naval_kinds))
    await game.settle()
    return removals
