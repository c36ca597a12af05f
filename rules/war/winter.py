"""Returning home for winter (19.3): one question a power, then ships, armies and leaders go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power, Question, ask_all
from rules.core.kinds import UnitKind
from rules.core.reasons import Reason
from rules.war.casualties import Loss, choose_losses, make_change, without_choice
from rules.war.counter_mix import fits
from rules.war.displacement import send_to_turn_track
from rules.war.forces import UnitCount
from rules.war.ids import Place, SpaceId
from rules.war.land_events import LeadersMoved
from rules.war.state import WarGame
from rules.war.winter_armies import ArmyPlan, attrition, plan_armies, survivors
from rules.war.winter_fleets import FleetPlan, plan_fleets
from rules.war.winter_plan import LOST, Homeward


class ReturnedHome(Event):
    power: Power
    place: Place
    destination: SpaceId
    units: dict[UnitKind, int]


class LostInWinter(Event):
    """Units lost to attrition, or because no place takes them in."""

    power: Power
    place: Place
    units: dict[UnitKind, int]
    reason: Reason


# ---- the questions


class GoHome(Question[tuple[Homeward, ...]]):
    """WIN7-1 to WIN7-4: where ships, armies and leaders winter; who is not named goes the usual way."""

    kind: ClassVar[str] = "winter"

    def legal(self, game: WarGame) -> Iterable[tuple[Homeward, ...]]:
        """The usual way, and each single change of it that the rules allow."""
        yield ()
        for change in self.changes(game):
            if allows(self.check, game, (change,)):
                yield (change,)

    def changes(self, game: WarGame) -> Iterable[Homeward]:
        """Whole groups of one nation and kind to another place than silence would take."""
        armies = ArmyPlan(game, self.power)
        for space in armies.starts if game.wages_war(self.power) else ():
            for nation, kind, count in armies.standing.at(space):
                for there in armies.destinations(nation, space):
                    yield Homeward(space, there, ((nation, kind, min(count, armies.limit)),))
        fleets = FleetPlan(game, self.power)
        for place in fleets.starts:
            for nation, kind, count in fleets.afloat.at(place):
                for there in fleets.ports(nation, place)[1:]:
                    yield Homeward(place, there, ((nation, kind, count),))

    def check(self, game: WarGame, answer: tuple[Homeward, ...]) -> None:
        journeys(game, self.power, answer)

    def default(self, game: WarGame) -> tuple[Homeward, ...]:
        return ()

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[Homeward, ...]:
        changes = list(self.changes(game))
        if not changes or choose([True, False]):
            return ()
        answer = (choose(changes),)
        return answer if allows(self.check, game, answer) else ()


# ---- the procedure


def journeys(
    game: WarGame, power: Power, orders: Sequence[Homeward]
) -> tuple[tuple[Homeward, ...], tuple[Homeward, ...]]:
    """All journeys of a power's fleets and armies under its orders; `Illegal` if these cannot be obeyed."""
    naval, land = [], []
    for order in orders:
        at_sea, ashore = split_order(game, order)
        naval += [at_sea] if at_sea.units or at_sea.leaders else []
        land += [ashore] if ashore.units or ashore.leaders else []
    if not game.wages_war(power):
        if land:
            raise Illegal("movement.not_yet", "21.6")
        return plan_fleets(game, power, naval), ()
    armies = plan_armies(game, power, land)
    if game.disbands_in_capital(power):
        armies = tuple(part for army in armies for part in disbanded(game, power, army))
    if land:
        check_counters(game, armies)
    return plan_fleets(game, power, naval), armies


def disbanded(game: WarGame, power: Power, army: Homeward) -> list[Homeward]:
    """A group on its way to the capital, without the power's own units, which are lost; others stay whole."""
    if army.destination not in game.capitals(power) or army.destination == army.place:
        return [army]
    own = tuple(unit for unit in army.units if unit[0] == power)
    others = tuple(unit for unit in army.units if unit[0] != power)
    left = Homeward(army.place, army.destination, others, army.leaders)
    return [Homeward(army.place, LOST, own)] * bool(own) + [left] * bool(others or army.leaders)


def split_order(game: WarGame, order: Homeward) -> tuple[Homeward, Homeward]:
    """What of an order is about ships and naval leaders, and what is not."""
    for leader in order.leaders:
        if leader not in game.leaders:
            raise Illegal("leader.unknown", "19.3", leader=leader)
    ships = tuple(unit for unit in order.units if unit[1] in game.naval_kinds)
    admirals = tuple(leader for leader in order.leaders if game.is_naval_leader(leader))
    return (
        Homeward(order.place, order.destination, ships, admirals),
        Homeward(
            order.place,
            order.destination,
            tuple(unit for unit in order.units if unit not in ships),
            tuple(leader for leader in order.leaders if leader not in admirals),
        ),
    )


def check_counters(game: WarGame, armies: Sequence[Homeward]) -> None:
    """Raise `Illegal` if the counters cannot show the armies so divided (5.2)."""
    for nation in dict.fromkeys(unit[0] for army in armies for unit in army.units):
        changes = [
            (space, kind, sign * count)
            for army in armies
            for whose, kind, count in army.units
            if whose == nation
            for space, sign in ((army.place, -1), (army.destination, 1))
            if space != LOST
        ]
        if not fits(game, nation, changes):
            raise Illegal("counters.cannot_divide", "5.2", nation=nation)


async def return_home(game: WarGame) -> None:
    """All powers bring their ships to port, then their land units to winter quarters (19.3)."""
    powers = [power for power in game.majors if game.asked_in_winter(power)]
    asked = [power for power in powers if next(iter(GoHome(power).changes(game)), None)]
    answers = dict(zip(asked, await ask_all([GoHome(power) for power in asked]), strict=True))
    plans = {power: journeys(game, power, answers.get(power, ())) for power in game.majors}
    # Who suffers depends on who holds what, and nothing of that changes while everybody goes home.
    losses = await winter_losses(game, [(power, army) for power in plans for army in plans[power][1]])
    for power, (fleets, _) in plans.items():
        for fleet in fleets:
            bring_fleet(game, power, fleet)
    for minor in game.minors:
        if game.passive(minor):  # its ships may have fled to sea from a port that it lost (12.2)
            for fleet in plan_fleets(game, minor, ()):
                bring_fleet(game, minor, fleet)
    for power, (_, armies) in plans.items():
        for army in armies:
            bring_army(game, power, army, losses.get((power, army), ()))
    for power, (_, armies) in plans.items():
        arrived = [army.destination for army in armies if army.destination != LOST]
        for nation in game.nations_of(power):
            await make_change(game, nation, *arrived, *(army.place for army in armies))


async def winter_losses(
    game: WarGame, armies: Sequence[tuple[Power, Homeward]]
) -> dict[tuple[Power, Homeward], tuple[UnitCount, ...]]:
    """What attrition takes from each group; the owner chooses where there is a choice (19.3)."""
    found: dict[tuple[Power, Homeward], tuple[UnitCount, ...]] = {}
    doubtful: list[tuple[Power, Homeward]] = []
    for power, army in armies:
        lost = without_choice(game, loss_of(game, power, army))
        if lost is None:
            doubtful.append((power, army))
        elif lost:
            found[power, army] = lost
    while doubtful:
        # One question at a time for each power, all powers at once.
        now = list({power: (power, army) for power, army in reversed(doubtful)}.values())
        lost_now = await choose_losses(game, [loss_of(game, power, army) for power, army in now])
        found.update(zip(now, lost_now, strict=True))
        doubtful = [group for group in doubtful if group not in now]
    return found


def loss_of(game: WarGame, power: Power, army: Homeward) -> Loss:
    """How many of which units a group loses on its way."""
    count = attrition(game, power, army) if army.destination != LOST else 0
    return Loss(power, army.place, count, army.units)


def bring_fleet(game: WarGame, power: Power, fleet: Homeward) -> None:
    """Ships and naval leaders to their port; without one ships are lost and leaders wait a turn."""
    for nation, kind, count in fleet.units:
        if fleet.destination == LOST:
            game.lose_ships(fleet.place, nation, **{kind: count})
        else:
            game.remove_units(fleet.place, nation, **{kind: count})
            game.add_units(fleet.destination, nation, **{kind: count})
    finish(game, power, fleet, fleet.units, Reason("no_port"))


def bring_army(game: WarGame, power: Power, army: Homeward, lost: tuple[UnitCount, ...]) -> None:
    """Land units and army leaders to their quarters, less what attrition takes."""
    for nation, kind, count in army.units:
        game.remove_units(army.place, nation, **{kind: count})
    arriving = survivors(army, lost) if army.destination != LOST else ()
    for nation, kind, count in arriving:
        game.add_units(army.destination, nation, **{kind: count})
    if lost:
        game.emit(LostInWinter(power, army.place, by_kind(lost), Reason("attrition")))
    told = army.units if army.destination == LOST else arriving
    finish(game, power, army, told, Reason("no_winter_quarters"))


def finish(
    game: WarGame, power: Power, group: Homeward, units: tuple[UnitCount, ...], reason: Reason
) -> None:
    """Leaders arrive with the group, or wait on the Turn Track; then it is told."""
    if group.destination == LOST:
        for leader in group.leaders:
            send_to_turn_track(game, leader)
        if units:
            game.emit(LostInWinter(power, group.place, by_kind(units), reason))
        return
    for leader in group.leaders:
        game.leaders[leader].place = group.destination
    if units:
        game.emit(ReturnedHome(power, group.place, group.destination, by_kind(units)))
    if (leaders := group.leaders) and group.place != group.destination:
        game.emit(LeadersMoved(leaders, len(leaders), group.place, group.destination))


def by_kind(units: tuple[UnitCount, ...]) -> dict[str, int]:
    """Counts of land and naval units by kind, for reports."""
    counts: dict[str, int] = {}
    for _nation, kind, count in units:
        counts[kind] = counts.get(kind, 0) + count
    return counts
