"""Spring deployment (10): one formation goes from a capital to a friendly space, far or near."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any, ClassVar

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power, Question
from rules.core.kinds import UnitKind
from rules.core.records import Record
from rules.war.control import has_enemies
from rules.war.counter_mix import check_split
from rules.war.forces import (
    REGULARS,
    Formation,
    army_at,
    check_part,
    check_size,
    first_units,
    formation_limit,
    shift,
    usual_formations,
    without,
)
from rules.war.ids import LeaderId, SpaceId, ZoneId
from rules.war.land_events import LeadersMoved
from rules.war.state import WarGame


class Deployment(Record):
    """A formation and where it goes from its capital."""

    origin: SpaceId
    formation: Formation
    destination: SpaceId


class DeployedInSpring(Event):
    power: Power
    origin: SpaceId
    destination: SpaceId
    units: dict[UnitKind, int]


class DeployInSpring(Question[Deployment | None]):
    """SPRING-3: one formation from a capital to a friendly space, or nobody (10)."""

    kind: ClassVar[str] = "spring"
    spring_preparations: bool = False
    """Played: passes, fleets in the ports, and the limit of 5 over sea do not matter (#102)."""
    newcomers: tuple[tuple[SpaceId, int], ...] = ()
    """Capitals in which regulars are that did not start the phase there, and how many."""
    late: tuple[LeaderId, ...] = field(default=(), metadata={"omit_empty": True})
    """Leaders who came too late to go along."""

    def army(self, game: WarGame, origin: SpaceId) -> Formation:
        """Who started the phase in a capital (10)."""
        new = Formation(self.late, ((self.power, REGULARS, dict(self.newcomers).get(origin, 0)),))
        return without(served_by(game, origin, army_at(game, origin, self.power)), new)

    def legal(self, game: WarGame) -> Iterable[Deployment | None]:
        """Nobody, and the usual formations to every space that they reach."""
        yield None
        for origin in origins(game, self.power):
            army = self.army(game, origin)
            most_by_sea = min(game.war_tables().spring_sea_limit, formation_limit(game, army.leaders))
            over_sea = Formation(army.leaders, first_units(army, most_by_sea))
            for formation in dict.fromkeys((*usual_formations(game, army), over_sea)):
                for destination in self.destinations(game, origin, formation):
                    if self.counters_allow(game, deployment := Deployment(origin, formation, destination)):
                        yield deployment

    def check(self, game: WarGame, answer: Deployment | None) -> None:
        if answer is None:
            return
        check_origin(game, self.power, answer.origin)
        if not answer.formation:
            raise Illegal("formation.empty", "5.1")
        check_part(self.army(game, answer.origin), answer.formation, answer.origin, "10")
        check_size(game, answer.formation, "10")
        check_split(game, answer.formation, answer.origin, answer.destination)
        if answer.destination not in game.spaces or answer.destination == answer.origin:
            raise Illegal("spring.other_space", "10")
        self.check_path(game, answer)

    def default(self, game: WarGame) -> Deployment | None:
        return None

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> Deployment | None:
        origin = choose(["", *origins(game, self.power)])
        if not origin:
            return None
        army = self.army(game, origin)
        leaders = tuple(leader for leader in army.leaders if choose([True, False]))
        most = min(army.size, formation_limit(game, leaders))
        formation = Formation(leaders, first_units(army, choose(range(most + 1))))
        there = self.destinations(game, origin, formation)
        if not formation or not there:
            return None
        deployment = Deployment(origin, formation, choose(there))
        return deployment if self.counters_allow(game, deployment) else None

    def counters_allow(self, game: WarGame, deployment: Deployment) -> bool:
        """Whether the stack can be divided so with the counters there are (5.2)."""
        return allows(check_split, game, deployment.formation, deployment.origin, deployment.destination)

    def destinations(self, game: WarGame, origin: SpaceId, formation: Formation) -> list[SpaceId]:
        """Where a formation may go from a capital."""
        by_sea = self.spring_preparations or formation.size <= game.war_tables().spring_sea_limit
        reached = deployment_reach(
            game, self.power, origin, by_sea=by_sea, spring_preparations=self.spring_preparations
        )
        return [space for space in reached if space != origin and not has_enemies(game, self.power, space)]

    def check_path(self, game: WarGame, answer: Deployment) -> None:
        """Raise `Illegal` if no path for the formation leads to its destination (10)."""
        if answer.destination in self.destinations(game, answer.origin, answer.formation):
            return
        if not game.friendly(self.power, game.controller(answer.destination)):
            raise Illegal("space.not_friendly", "10", space=answer.destination)
        if answer.destination in self.destinations(game, answer.origin, Formation()):
            raise Illegal("spring.too_many_by_sea", "10", limit=game.war_tables().spring_sea_limit)
        if game.strangers_bar_deployment():
            raise Illegal("spring.no_path", "10", from_space=answer.origin, space=answer.destination)
        raise Illegal("spring.no_way", "10", from_space=answer.origin, space=answer.destination)


def can_deploy(game: WarGame, question: DeployInSpring) -> bool:
    """Whether anybody could go anywhere; otherwise the power is not asked."""
    return any(
        question.army(game, origin) and question.destinations(game, origin, Formation())
        for origin in origins(game, question.power)
    )


def carry_out(game: WarGame, power: Power, deployment: Deployment) -> None:
    """Move the formation; it costs nothing and nobody can interfere."""
    formation, origin, destination = deployment.formation, deployment.origin, deployment.destination
    shift(game, formation, origin, destination)
    if formation.units:
        game.emit(DeployedInSpring(power, origin, destination, formation.by_kind()))
    if leaders := formation.leaders:
        game.emit(LeadersMoved(leaders, len(leaders), origin, destination))


# ---- Restrictions (10)


def served_by(game: WarGame, capital: SpaceId, army: Formation) -> Formation:
    """Those of an army for whom a capital is one."""
    return Formation(
        tuple(leader for leader in army.leaders if game.is_capital_of(game.leaders[leader].power, capital)),
        tuple(unit for unit in army.units if game.is_capital_of(unit[0], capital)),
    )


def origins(game: WarGame, power: Power) -> list[SpaceId]:
    """Capitals from which a formation could start."""
    return [capital for capital in game.capitals(power) if allows(check_origin, game, power, capital)]


def check_origin(game: WarGame, power: Power, origin: SpaceId) -> None:
    """Raise `Illegal` unless units may start from a space: a capital, friendly, quiet, not besieged."""
    if origin not in game.capitals(power):
        raise Illegal("spring.only_from_capital", "10")
    if not game.friendly(power, game.controller(origin)):
        raise Illegal("space.not_friendly", "10", space=origin)
    if game.spaces[origin].unrest:
        raise Illegal("space.unrest", "12.4", space=origin)
    if game.under_siege(origin):
        raise Illegal("movement.besieged", "15", space=origin)
    if not army_at(game, origin, power):
        raise Illegal("spring.nobody_there", "10", space=origin)


def deployment_reach(
    game: WarGame, power: Power, origin: SpaceId, *, by_sea: bool, spring_preparations: bool
) -> list[SpaceId]:
    """Every space to which a path leads, over one sea zone at most (10)."""
    start = (origin, False)
    seen = {start: True}
    queue = deque([start])
    while queue:
        here, crossed = queue.popleft()
        steps = [(there, crossed) for there in _by_land(game, power, here, passes=spring_preparations)]
        if by_sea and not crossed:
            steps += [(there, True) for there in _by_sea(game, power, here, fleets=spring_preparations)]
        for step in steps:
            if step not in seen and may_deploy_through(game, power, step[0]):
                seen[step] = True
                queue.append(step)
    return list(dict.fromkeys(space for space, _ in seen))


def _by_land(game: WarGame, power: Power, space: SpaceId, *, passes: bool) -> list[SpaceId]:
    return game.neighbours(power, space) if passes else game.clear_neighbours(power, space)


def _by_sea(game: WarGame, power: Power, port: SpaceId, *, fleets: bool) -> Iterator[SpaceId]:
    for zone in game.board.zones_of(port):
        if fleets or not other_fleets_near(game, power, zone):
            yield from game.board.ports_of(zone)


def other_fleets_near(game: WarGame, power: Power, zone: ZoneId) -> bool:
    """Whether another major power, ally or not, has ships in a port on a sea zone; borrowed ones are own."""
    return any(
        units.ships and game.commander(nation) != power and game.commander(nation) in game.majors
        for port in game.board.ports_of(zone)
        for nation, units in game.units.get(port, {}).items()
    )


def may_deploy_through(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Friendly, without unrest, open to the power, and without units that are no friends (10)."""
    state = game.spaces[space]
    return (
        game.friendly(power, state.control)
        and not state.unrest
        and not game.closed_to(power, space)
        and not (game.strangers_bar_deployment() and has_strangers(game, power, space))
    )


def has_strangers(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether units or leaders that are no friends of a power are in a space."""
    others = [game.commander(nation) for nation in game.nations_at(space)]
    others += [game.leader_commander(leader) for leader in game.leaders_at(space)]
    return not all(game.friendly(power, other) for other in others)
