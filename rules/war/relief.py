"""Who goes inside a fortification (14.1), and relief forces that fight before one (15.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask
from rules.war.advance import Advance
from rules.war.battle import FieldBattle
from rules.war.casualties import make_change
from rules.war.displacement import army_leaders
from rules.war.forces import Formation, UnitCount, best_units, check_part, first_units, without
from rules.war.ids import Place, SpaceId
from rules.war.land_events import WentInside
from rules.war.retreat import open_to_retreat, stack_is_lost, stack_retreats
from rules.war.siege import GARRISON_LIMIT, inside
from rules.war.state import WarGame


class PartOfArmy(Question[Formation]):
    """Which units and leaders of an army go through the gate of a fortification, in or out."""

    rule: ClassVar[str]
    space: SpaceId
    army: Formation
    """Who may go."""

    def check(self, game: WarGame, answer: Formation) -> None:
        check_part(self.army, answer, self.space, self.rule)


class GoInside(PartOfArmy):
    """FB-2 and RELIEF-1: which units and leaders go inside a fortification; the others retreat (14.1)."""

    kind: ClassVar[str] = "go_inside"
    rule: ClassVar[str] = "14.1"
    most: int
    silent: Formation

    def legal(self, game: WarGame) -> Iterable[Formation]:
        yield from dict.fromkeys(
            (
                self.silent,
                Formation(),
                Formation(self.army.leaders),
                Formation(self.army.leaders[:1], first_units(self.army, self.most)),
                Formation((), first_units(self.army, self.most // 2)),
            )
        )

    def check(self, game: WarGame, answer: Formation) -> None:
        PartOfArmy.check(self, game, answer)
        if answer.size > self.most:
            raise Illegal("relief.no_room", "14.1", limit=self.most, space=self.space)

    def default(self, game: WarGame) -> Formation:
        return self.silent


class JoinRelief(PartOfArmy):
    """RELIEF-1: which of the besieged units and leaders come out to fight; silence sends all (15.2)."""

    kind: ClassVar[str] = "join_relief"
    rule: ClassVar[str] = "15.2"

    def legal(self, game: WarGame) -> Iterable[Formation]:
        half = Formation((), first_units(self.army, self.army.size // 2))
        yield from dict.fromkeys((self.army, Formation(), Formation((), self.army.units), half))

    def default(self, game: WarGame) -> Formation:
        return self.army


# ---- 15.2 Relief forces


def garrison_of(game: WarGame, space: SpaceId, power: Power, newcomers: Formation) -> Formation:
    """What a power has inside a fortification while its relief force stands before it."""
    units: list[UnitCount] = [unit for unit in inside(game, space) if game.commander(unit[0]) == power]
    leaders = [who for who in army_leaders(game, space, power) if who not in newcomers.leaders]
    return Formation(tuple(leaders), tuple(units))


async def join_relief(game: WarGame, move: Advance) -> Formation:
    """Which part of the relieving power's garrison takes part in the battle (15.2)."""
    garrison = garrison_of(game, move.to, move.power, move.formation)
    return await ask(JoinRelief(move.power, move.to, garrison)) if garrison else garrison


async def relief_failed(game: WarGame, move: Advance, battle: FieldBattle, joined: Formation) -> None:
    """A relief force has lost: some go inside, the others back where they came from (15.2)."""
    power, space = move.power, move.to
    enemies = battle.defence.powers
    beaten = battle.attack.force.army(game, power)
    tie = battle.attack.hits == battle.defence.hits
    landed = move.landing(game)
    garrison = surviving(beaten, joined)
    may = beaten if tie and not landed else garrison
    room = GARRISON_LIMIT - held_back_strength(game, battle, space)
    within = Formation(garrison.leaders, best_units(power, garrison.units, room))
    if may.leaders or (may.size and room > 0):
        within = await ask(GoInside(power, space, may, room, within))
    if within:
        game.emit(WentInside(power, space, within.size))
    rest = without(beaten, within)
    if not rest:
        return
    gone_to = None
    if landed or not rest.size:
        # 16.3 step 4: whoever landed is lost; 15.2: so are leaders whose relief force is wiped out.
        await stack_is_lost(game, power, space, rest, enemies)
    else:
        gone_to = await stack_retreats(game, power, space, rest, way_back(game, move), enemies)
    await make_change_for_all(game, beaten, space, gone_to)


async def make_change_for_all(game: WarGame, beaten: Formation, *parts: SpaceId | None) -> None:
    """A stack that was divided by a battle may lack counters: then more of its parts is lost (5.2)."""
    for nation in dict.fromkeys(nation for nation, _kind, _count in beaten.units):
        await make_change(game, nation, *(space for space in parts if space is not None))


def surviving(beaten: Formation, joined: Formation) -> Formation:
    """Those of the beaten who can have come from inside: the owner decides whose losses they were."""
    return Formation(
        tuple(who for who in joined.leaders if who in beaten.leaders),
        tuple(
            (nation, kind, count)
            for nation, kind, came in joined.units
            if (count := min(came, beaten.count(nation, kind)))
        ),
    )


def held_back_strength(game: WarGame, battle: FieldBattle, space: SpaceId) -> int:
    """Units that stayed inside during a relief battle, allies' units among them."""
    power = battle.attacker
    others = sum(count for nation, _, count in inside(game, space) if game.commander(nation) != power)
    return others + battle.attack.force.held_back.size


def way_back(game: WarGame, move: Advance) -> list[Place]:
    """The active power retreats only to the space from which it came, if it may (14.1)."""
    if move.landing(game) or not open_to_retreat(game, move.power, move.origin, move.foes):
        return []
    return [move.origin]
