"""Naval units returning to port for winter (19.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.war.displacement import naval_leaders, nearest_ports, ships_at
from rules.war.forces import UnitCount
from rules.war.ids import Nation, Place, SpaceId
from rules.war.routes import nearest_by_sea
from rules.war.state import WarGame
from rules.war.winter_armies import named_leaders
from rules.war.winter_plan import LOST, Homeward, Journeys, Tally


class FleetPlan:
    """What becomes of all ships of one power."""

    def __init__(self, game: WarGame, power: Power) -> None:
        self.game, self.power = game, power
        self.journeys = Journeys()
        self.afloat: Tally[Place] = Tally()
        for place in game.units:
            self.afloat.add(place, fleet_at(game, place, power))
        self.starts = self.afloat.heaps()

    def ports(self, nation: Nation, place: Place) -> list[SpaceId]:
        """The ports to which a nation's ships may return, what silence takes first.

        The nearest port of the major power, which may be where they are; for a minor ally's ships also
        the nearest of that minor power's home ports, if its ally controls it.
        """
        near = [place] if self.in_port(place) else self.nearest_of_power(place, nation)
        if nation == self.power:
            return near
        board, game = self.game.board, self.game
        homes = [
            port
            for port in game.spaces_of(self.power)
            if board.spaces[port].is_port and game.is_home(nation, port)
        ]
        nearest_homes = nearest_by_sea(game, place, homes, (nation,))
        return [*near, *(home for home in nearest_homes if home not in near)]

    def in_port(self, place: Place) -> bool:
        return place in self.game.spaces and self.game.controller(place) == self.power

    def nearest_of_power(self, place: Place, nation: Nation) -> list[SpaceId]:
        near = nearest_ports(self.game, self.power, place, nations=(nation,))
        return sorted(near, key=lambda port: (-ships_at(self.game, port, self.power), port))

    def obey(self, orders: Sequence[Homeward]) -> None:
        """Send home what the player names; raise `Illegal` where the rules forbid it."""
        for order in orders:
            for nation, kind, _ in order.units:
                ports = self.ports(nation, order.place)
                if kind not in self.game.naval_kinds or order.destination not in ports:
                    if not ports:
                        raise Illegal("winter.no_port", "19.3", nation=nation, place=order.place)
                    raise Illegal(
                        "winter.only_to", "19.3", nation=nation, place=order.place, spaces=tuple(ports)
                    )
            self.afloat.take(order.place, order.units)
            self.journeys.send(order.place, order.destination, order.units)

    def complete(self) -> None:
        """Everybody else to the first of its ports; without any, ships are lost."""
        for place in self.starts:
            for nation, kind, count in self.afloat.at(place):
                ports = self.ports(nation, place)
                self.journeys.send(place, ports[0] if ports else LOST, ((nation, kind, count),))

    def send_leaders(self, orders: Sequence[Homeward]) -> None:
        """A naval leader at sea returns with one of the units that were there with him (19.3)."""
        wanted = named_leaders(orders)
        for place in self.game.places_with_leaders():
            for leader in naval_leaders(self.game, place, self.power):
                choices = self.choices_for_leader(place, self.game.leaders[leader].power)
                origin, destination = wanted.pop(leader, (place, choices[0]))
                if origin != place:
                    raise Illegal("leader.elsewhere", "19.3", leader=leader, place=place, other_place=origin)
                if destination not in choices:
                    raise Illegal("winter.leader_with_ships", "19.3", leader=leader)
                self.journeys.send_leader(place, destination, leader)
        for leader in wanted:
            raise Illegal("leader.no_naval_leader", "19.3", leader=leader)

    def choices_for_leader(self, place: Place, nation: Nation) -> list[SpaceId]:
        if place in self.starts:
            return self.journeys.destinations_from(place) or [LOST]
        if self.in_port(place):
            return [place]
        return self.nearest_of_power(place, nation) or [LOST]


def fleet_at(game: WarGame, place: Place, power: Power) -> tuple[UnitCount, ...]:
    """The ships that a power commands in a place."""
    return tuple(
        (nation, kind, count)
        for nation, units in game.units.get(place, {}).items()
        if units.ships and game.commander(nation) == power
        for kind in game.naval_kinds
        if (count := getattr(units, kind))
    )


def plan_fleets(game: WarGame, power: Power, orders: Sequence[Homeward]) -> tuple[Homeward, ...]:
    """All winter journeys of a power's fleets, with its orders obeyed; `Illegal` if they cannot be."""
    plan = FleetPlan(game, power)
    plan.obey(orders)
    plan.complete()
    plan.send_leaders(orders)
    return tuple(journey for journey in plan.journeys.all() if journey.place != journey.destination)
