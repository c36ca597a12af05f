"""What the rules of the sea ask of a game of Virgin Queen: its kinds of ships, and what each can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.core.flow import Power
from rules.core.options import FIRST_RULES
from rules.vq.position import NORTH_SEA, VqPosition
from rules.vq.powers import DUTCH, HUGUENOT, KNIGHTS, MORISCO, OTTOMAN, PROTESTANT, SPAIN, WALLOONS
from rules.war.fleets import Fleet, fleet_at
from rules.war.ids import Nation, Place, SpaceId, ZoneId, owner
from rules.war.state import WarGame

GALLEYS, GALLEONS, RACE_BUILT, ARMADA, CORSAIRS = "galleys", "galleons", "race_built", "armada", "corsairs"
HEAVY_SHIPS = (GALLEONS, RACE_BUILT, ARMADA)
RETREAT_OPTION, PORTS_ONLY = "sea_retreat", "ports"
"""The loser in a sea zone retreats to ports alone (16.2)."""
RACE_BUILT_OPTION, ATLANTIC_ONLY = "race_built", "atlantic"
"""Race-built galleons ignore fives in Atlantic sea zones only (5.4)."""
DRY_DOCK = "dry_dock"


@dataclass(slots=True, kw_only=True)
class VqShips(VqPosition):
    """The ships of a position."""

    naval_kinds: ClassVar[tuple[str, ...]] = (GALLEYS, GALLEONS, RACE_BUILT, ARMADA, CORSAIRS)
    auxiliaries: ClassVar[Mapping[Nation, Power]] = {
        HUGUENOT: PROTESTANT,
        DUTCH: PROTESTANT,
        WALLOONS: SPAIN,
        KNIGHTS: SPAIN,
        MORISCO: OTTOMAN,
    }

    @property
    def as_at_first(self) -> bool:
        """Whether the game goes on as the first ones were played."""
        return self.rules_version == FIRST_RULES

    def ship_counters(self, nation: Nation) -> int:
        """Counters for ships; the Armada has its own, and escorts are away with theirs (5.4, 23.2)."""
        counters = self.data.counters.ships_of(nation).counters
        if nation == SPAIN:
            counters += self.count_on_map(SPAIN, ARMADA) - self.world.escorts
        return counters

    def ship_dice(self, kind: str, place: Place) -> int:
        """A galley is worth less in the Atlantic (16.2)."""
        table = self.data.tables.naval_combat
        if kind == CORSAIRS:
            return table.corsair_dice
        return (
            table.galley_dice_atlantic if kind == GALLEYS and self.is_atlantic(place) else table.squadron_dice
        )

    def naval_modifier(self, kinds: tuple[str, ...], zone: ZoneId) -> int:
        """Galleons are clumsy in the Mediterranean (16.1)."""
        heavy = any(kind in HEAVY_SHIPS for kind in kinds)
        return (
            self.data.tables.naval_combat.galleons_in_mediterranean
            if heavy and self.is_mediterranean(zone)
            else 0
        )

    def may_intercept_among(self, power: Power, zone: ZoneId) -> bool:
        """Not where ships that were there before are hostile to the interceptor (16.1 step 4)."""
        here = self.units.get(zone, {})
        return not any(
            units.ships and self.commander(nation) != self.active_power() and self.at_war(power, nation)
            for nation, units in here.items()
        )

    def retreats_to_sea(self) -> bool:
        """The German text names ports alone; 12.2 sends ships to sea by this very step (16.2 step 9)."""
        return self.option(RETREAT_OPTION) != PORTS_ONLY

    async def hits_ignored(self, power: Power, place: Place, dice: tuple[int, ...]) -> int:
        """WIN-RACEBUILT: at sea each race-built galleon ignores one hit that was a 5 (16.2 step 8)."""
        if place not in self.board.zones:
            return 0
        if self.option(RACE_BUILT_OPTION) == ATLANTIC_ONLY and not self.is_atlantic(place):
            return 0
        fives = sum(die == self.data.tables.hit for die in dice)
        return min(fives, self.shielded_from_fives(fleet_at(self, place, power), place))

    def shielded_from_fives(self, fleet: Fleet, place: Place) -> int:
        if place not in self.board.zones:
            return 0
        return sum(count for _nation, kind, count in fleet.ships if kind == RACE_BUILT)

    def raiders(self, pirate: Power, target: Power) -> tuple[str, ...]:
        """All ships but the Armada against an enemy, corsairs against anybody (16.4)."""
        if self.at_war(pirate, target) or (self.impulse.marque and pirate == self.impulse.power):
            return tuple(kind for kind in self.naval_kinds if kind != ARMADA)
        return (CORSAIRS,)

    def pirate_stack(self, pirate: Power, target: Power) -> tuple[str, ...]:
        """Whatever sails with the corsairs may be hit, and counts as a ship (16.4 steps 3 and 4)."""
        return self.ransom_ships()

    def ransom_ships(self) -> tuple[str, ...]:
        """Corsairs are ships too; the Armada loses a step instead (16.4 step 5)."""
        return tuple(kind for kind in self.naval_kinds if kind != ARMADA)

    def transport_zones(self, power: Power, port: SpaceId) -> tuple[ZoneId, ...]:
        """From an inland port too, for who controls it and its partner port (16.7)."""
        zones = self.board.zones_of(port)
        partner = self.printed(port).partner_port
        if partner is not None and self.controller(port) == power == self.controller(partner):
            return (*zones, NORTH_SEA)
        return zones

    def landing_ports(self, power: Power, zone: ZoneId) -> tuple[SpaceId, ...]:
        """An inland port too, for who controls the partner port (16.7)."""
        inland = [
            space
            for space, partner in self.inland_ports()
            if zone == NORTH_SEA and self.controller(partner) == power
        ]
        return (*self.board.ports_of(zone), *inland)

    def ports_for_pirates(self, pirate: Power, zone: ZoneId, target: Power) -> int:
        """Inland ports count if the pirate holds the partner port (16.7)."""
        inland = [
            space
            for space, partner in self.inland_ports()
            if zone == NORTH_SEA and self.controller(space) == target and self.controller(partner) == pirate
        ]
        return len(self.ports_of(target, zone)) + len(inland)

    def piracy_points_left(self, pirate: Power) -> int:
        return 1  # no limit (16.4)

    def score_piracy(self, pirate: Power) -> None:
        box = self.bonus_vp.setdefault(pirate, {})
        box["piracy"] = box.get("piracy", 0) + 1

    def ship_boarded(self, winner: Power, loser: Power) -> None:
        """One ship that the loser lost this turn comes back a turn later (#35)."""
        lost = self.lost_ships.get(loser, {})
        kind = next((kind for kind in self.naval_kinds if lost.get(kind)), None)
        late = self.lasting.late_ships.setdefault(loser, {})
        if kind is not None and sum(late.values()) < sum(lost.values()):
            late[kind] = late.get(kind, 0) + 1

    def lose_ships(self, place: Place, nation: Nation, **counts: int) -> None:
        """The Armada loses steps, and waits when none is left; Dry Dock saves own ships (16.2, 23.2)."""
        steps = counts.pop(ARMADA, 0)
        if steps:
            self.remove_units(place, nation, armada=steps)
            self._drown_troops(2 * self.at(place, nation).armada)
            if not self.at(place, nation).armada:
                self.lasting.armada_returns = self.turn + 1
        if self.docks_at_once(nation):
            self.remove_units(place, nation, **counts)
        elif counts:
            WarGame.lose_ships(self, place, nation, **counts)

    def docks_at_once(self, nation: Nation) -> bool:
        """Whether lost ships are in their pool again at once: their owner has a Dry Dock (17.3)."""
        if self.as_at_first:
            return self.has_bonus(nation, DRY_DOCK)
        home = owner(nation)
        return self.has_bonus(self.auxiliaries.get(home, home), DRY_DOCK)

    def _drown_troops(self, room: int) -> None:
        """What the Armada carries no more is lost; with its last step the leaders go ashore (23.2)."""
        self.lasting.aboard.lose_beyond(room)
        if not room:
            for leader in self.lasting.aboard.leaders:
                self.leaders[leader].returns = self.turn + 1
            self.lasting.aboard.leaders.clear()
