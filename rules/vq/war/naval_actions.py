"""Actions at sea and overseas: Naval Move, expeditions, piracy, the Armada (16, 17.4, 23.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal, allows, named_twice
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.records import Record
from rules.vq.actions import Action, Chooser, action
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId
from rules.vq.new_world.captains import captains_of, pool_of
from rules.vq.new_world.colonies import PLANTATIONS, colonies_left, colony_sites, found_colony
from rules.vq.new_world.navigation import (
    CaptainSailed,
    complete_circumnavigation,
    navigation_roll,
    needs_roll,
    note_leg,
)
from rules.vq.new_world.piracy import check_limits, check_ocean_piracy, mark_piracy, ocean_piracy
from rules.vq.powers import OTTOMAN, PORTUGAL, SPAIN
from rules.vq.questions import ChooseForCaptain
from rules.vq.ships import ARMADA
from rules.war.displacement import ships_at
from rules.war.fleets import enemies_afloat, harbours
from rules.war.ids import ZoneId
from rules.war.naval_movement import AdmiralMove, NavalOrders, ShipMove, check_naval_move, naval_move
from rules.war.naval_options import naval_move_options
from rules.war.piracy import piracy, pirates_in

RIBAULT = "ribault"
STAY = "none"


class PatrolSailed(Event):
    count: int
    origin: OceanId
    to: OceanId


class CaptainMove(Record):
    """A captain sails to the next ocean zone, or puts to sea from the colony where he wintered."""

    captain: CaptainId
    to: OceanId


class PatrolMove(Record):
    """Spanish patrols sail to the next ocean zone."""

    origin: OceanId
    count: int
    to: OceanId


@action
class SailEverywhere(Action):
    """NAV-1: one step for every ship, leader, captain and patrol, in Europe and overseas (16.1)."""

    action_id: ClassVar[str] = "naval_move"
    ships: tuple[ShipMove, ...] = ()
    leaders: tuple[AdmiralMove, ...] = ()
    captains: tuple[CaptainMove, ...] = ()
    patrols: tuple[PatrolMove, ...] = ()

    @property
    def orders(self) -> NavalOrders:
        return NavalOrders(self.ships, self.leaders)

    def check(self, game: VqGame, power: Power) -> None:
        self._check_world(game, power)
        fights = any(enemies_afloat(game, power, place) for place in harbours(game, power))
        if self.ships or self.leaders or (fights and not self.captains and not self.patrols):
            check_naval_move(game, power, self.orders)
            self._check_armada(game)
        elif not self.captains and not self.patrols:
            raise Illegal("naval.no_ship_moves", "16.1")

    def _check_armada(self, game: VqGame) -> None:
        """The Armada sails whole (23.2)."""
        for move in self.ships:
            if move.kind == ARMADA and move.count != game.at(move.origin, move.nation).armada:
                raise Illegal("naval.armada_whole", "23.2")

    def _check_world(self, game: VqGame, power: Power) -> None:
        if (twice := named_twice(move.captain for move in self.captains)) is not None:
            raise Illegal("captain.named_twice", "16.1", captain=twice)
        for move in self.captains:
            if move.to not in captain_steps(game, power, move.captain):
                raise Illegal("captain.not_adjacent", "16.1", captain=move.captain, ocean=move.to)
        if self.patrols and power != SPAIN:
            raise Illegal("forces.not_yours", "16.1", nation=SPAIN)
        for zone in dict.fromkeys(move.origin for move in self.patrols):
            sent = [move for move in self.patrols if move.origin == zone]
            if sum(move.count for move in sent) > game.world.patrols.get(zone, 0) or any(
                move.count < 1 or move.to not in game.data.world.neighbours(zone) for move in sent
            ):
                raise Illegal("world.patrol_cannot", "16.1", ocean=zone)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for orders in naval_move_options(game, power):
            found = cls(orders.ships, orders.leaders)
            if allows(found._check_armada, game):
                yield found
        for name in (*captains_of(game, power), *ashore(game, power)):
            for to in captain_steps(game, power, name):
                yield cls(captains=(CaptainMove(name, to),))
        if power == SPAIN:
            for zone, count in game.world.patrols.items():
                for to in game.data.world.neighbours(zone):
                    yield cls(patrols=(PatrolMove(zone, count, to),))

    @classmethod
    def sample(cls, game: VqGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """Europe and the World together, for random play."""
        found = list(cls.options(game, power))
        if not found:
            return None
        chosen: Self = choose(found)
        overseas = [option for option in found if option.captains]
        if chosen.ships and overseas and choose((True, False)):
            other: Self = choose(overseas)
            return cls(chosen.ships, chosen.leaders, other.captains, chosen.patrols)
        return chosen

    async def perform(self, game: VqGame, power: Power) -> None:
        await sail_overseas(game, power, self.captains, self.patrols)
        if self.ships or (not self.captains and not self.patrols):
            await naval_move(game, power, self.orders)


def ashore(game: VqGame, power: Power) -> list[CaptainId]:
    """Captains of a power who wintered in a colony."""
    return [
        name for name, captain in game.world.captains.items() if captain.colony and captain.power == power
    ]


def captain_steps(game: VqGame, power: Power, name: CaptainId) -> list[OceanId]:
    """Ocean zones to which a captain may sail in one Naval Move (16.1)."""
    captain = game.world.captains.get(name)
    if captain is None or captain.power != power:
        return []
    if captain.colony is not None:
        return sorted(game.data.world.settlements[captain.colony].zones)
    return game.data.world.neighbours(captain.zone) if captain.zone is not None else []


async def sail_overseas(
    game: VqGame, power: Power, captains: tuple[CaptainMove, ...], patrols: tuple[PatrolMove, ...]
) -> None:
    """Step 2 on the World map: expeditions sail, navigate, found colonies; patrols follow (16.1)."""
    for move in captains:
        captain = game.world.captains[move.captain]
        origin = captain.zone
        captain.zone = move.to
        if origin is None:  # out of a colony, without a roll
            captain.colony = None
            continue
        game.emit(CaptainSailed(move.captain, origin, move.to))
        if needs_roll(game, move.captain, origin, move.to):
            await navigation_roll(game, move.captain, origin, move.to)
        if move.captain in captains_of(game, power) and note_leg(game, move.captain, origin, move.to):
            complete_circumnavigation(game, move.captain)
    for patrol in patrols:
        game.world.patrols[patrol.origin] -= patrol.count
        if not game.world.patrols[patrol.origin]:
            del game.world.patrols[patrol.origin]
        game.world.patrols[patrol.to] = game.world.patrols.get(patrol.to, 0) + patrol.count
        game.emit(PatrolSailed(patrol.count, patrol.origin, patrol.to))
    arrived = [move.captain for move in captains if move.captain in captains_of(game, power)]
    for name in arrived:
        await place_colony(game, name)


async def place_colony(game: VqGame, name: CaptainId) -> None:
    """NAV-6: an expedition with a colony may found it where it arrives (16.1)."""
    captain = game.world.captains[name]
    if not captain.colonists or captain.zone is None or captain.power is None:
        return
    sites = colony_sites(game, captain.zone)
    if not sites:
        return
    options = (*sites, STAY)
    chosen = await ask(
        ChooseForCaptain(captain.power, "colony_site", "settlement", options, sites[0], "16.1", name)
    )
    if chosen != STAY:
        found_colony(game, name, chosen)


# ---- 17.4 Expeditions


class ExpeditionOutfitted(Event):
    power: Power
    captain: CaptainId
    ocean: OceanId
    colony: bool


def check_expedition(game: VqGame, power: Power, name: CaptainId, zone: OceanId, *, colony: bool) -> None:
    """Raise `Illegal` unless a captain may sail from an entry zone, perhaps with a colony (17.4)."""
    if name not in pool_of(game, power):
        raise Illegal("captain.not_available", "17.4", captain=name)
    if zone not in game.data.world.zones or power not in game.data.world.zones[zone].entry_for:
        raise Illegal("captain.not_from", "17.4", ocean=zone)
    if colony and power == OTTOMAN and not game.lasting.suez_open:
        raise Illegal("colony.not_before_suez", "17.4")
    if colony and colonies_left(game, power) < 1:
        raise Illegal("colony.none_left", "17.4")


def outfit(game: VqGame, power: Power, name: CaptainId, zone: OceanId, *, colony: bool) -> None:
    """The captain enters the World map; an Ottoman is damaged until the canal is open (17.4)."""
    captain = game.world.captains[name]
    captain.power, captain.zone, captain.colonists = power, zone, colony
    captain.damaged = power == OTTOMAN and not game.lasting.suez_open
    game.emit(ExpeditionOutfitted(power, name, zone, colony))


@action
class OutfitExpedition(Action):
    """EXP-1: a captain of the pool sets sail, perhaps with a colony aboard (17.4)."""

    action_id: ClassVar[str] = "outfit_expedition"
    captain: CaptainId
    zone: OceanId
    colony: bool = False

    def cost(self, game: VqGame, power: Power) -> int:
        base = game.action_cost(power, self.action_id)
        free = game.has_bonus(power, PLANTATIONS) or self.captain == RIBAULT
        return base + (1 if self.colony and not free else 0)

    def check(self, game: VqGame, power: Power) -> None:
        check_expedition(game, power, self.captain, self.zone, colony=self.colony)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        zones = [zone.id for zone in game.data.world.zones.values() if power in zone.entry_for]
        for name in pool_of(game, power):
            for zone in zones:
                for colony in (False, True):
                    yield cls(name, zone, colony)

    async def perform(self, game: VqGame, power: Power) -> None:
        outfit(game, power, self.captain, self.zone, colony=self.colony)


# ---- 16.4, 16.5 Piracy


def check_piracy(game: VqGame, power: Power, zone: ZoneId, target: Power) -> None:
    """Raise `Illegal` unless ships may pirate a power in a sea zone, limits apart (16.4 step 1)."""
    if zone not in game.board.zones:
        raise Illegal("piracy.no_zone", "16.4", zone=zone)
    if target not in game.majors or target == power:
        raise Illegal("piracy.no_target", "16.4", power=target)
    if not game.ports_for_pirates(power, zone, target):
        raise Illegal("piracy.no_port", "16.4", power=target, zone=zone)
    if not pirates_in(game, power, zone, target):
        raise Illegal("piracy.no_ships", "16.4", zone=zone, power=target)


@action
class PirateAtSea(Action):
    """PIR-1: piracy in a European sea zone against a major power (16.4)."""

    action_id: ClassVar[str] = "piracy"
    zone: ZoneId
    target: Power

    def check(self, game: VqGame, power: Power) -> None:
        check_piracy(game, power, self.zone, self.target)
        check_limits(game, power, self.zone)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for zone in game.board.zones:
            if ships_at(game, zone, power):
                for target in game.majors:
                    yield cls(zone, target)

    async def perform(self, game: VqGame, power: Power) -> None:
        mark_piracy(game, power, self.zone)
        await piracy(game, power, self.zone, self.target)


@action
class PirateOverseas(Action):
    """WPIR-1: a captain pirates Spain or Portugal where he is (16.5)."""

    action_id: ClassVar[str] = "piracy"
    captain: CaptainId
    target: Power

    def check(self, game: VqGame, power: Power) -> None:
        check_ocean_piracy(game, power, self.captain, self.target)
        zone = game.world.captains[self.captain].zone
        assert zone is not None
        check_limits(game, power, zone)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return (cls(name, target) for name in captains_of(game, power) for target in (SPAIN, PORTUGAL))

    async def perform(self, game: VqGame, power: Power) -> None:
        zone = game.world.captains[self.captain].zone
        assert zone is not None
        mark_piracy(game, power, zone)
        await ocean_piracy(game, self.captain, self.target)
