"""The seas as the bot sees them: pirates, blockades and troops over water."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pbem.games.his.bot.faith import Offer
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.units import pick_units, squadrons_of
from pbem.games.his.bot.war import Fronts
from pbem.games.suggestion import because
from rules.core.errors import allows
from rules.his.powers import IMPULSE_ORDER, OTTOMAN
from rules.his.war.build_actions import BuildCorsair
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.displacement import naval_leaders
from rules.war.fleets import Fleet, enemies_afloat, fleet_at, harbours
from rules.war.forces import Formation, formation_limit
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.movement import fresh_army
from rules.war.naval_movement import AdmiralMove, ShipMove
from rules.war.naval_options import destinations, together, whole_stack
from rules.war.odds import naval_combat_odds
from rules.war.piracy import dice_against_pirates, piracy_dice, pirates_in
from rules.war.sea_actions import NavalMove, NavalTransport

WANTED_CORSAIRS = 6
CORSAIRS, SPARE_CORSAIR = ((2, 1.4), (4, 1.0), (WANTED_CORSAIRS, 0.7)), 0.2
"""How much of a corsair's worth counts if there are fewer than so many: two to a raid roll all its dice."""
LANDING_CP = 2
LEAST_HUNT = 0.35
RAIDED = 0.5
"""Hits of a corsair in the raids of the rest of a turn."""
GUARDED = 0.06
"""What a squadron in a port is worth against the pirates of a sea beside it."""


class Seas:
    """Ships of one view."""

    def __init__(self, mind: Mind, fronts: Fronts) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power
        self.fronts = fronts

    def actions(self, names: set[str]) -> Iterator[Offer]:
        """What ships could do with CP now."""
        if self.power == OTTOMAN and self.game.pirates:
            yield from self.corsairs()
            if not self.game.campaign.foul_weather:
                yield from self.raids()
                yield from self.pirates_put_to_sea()
        if self.game.campaign.foul_weather:
            return
        if "NavalMove" in names:
            yield from self.blockades()
            yield from self.hunts()
        if "NavalTransport" in names:
            yield from self.landings()

    # ---- Pirates

    def corsairs(self) -> Iterator[Offer]:
        have = self.game.count_on_map(OTTOMAN, "corsairs")
        share = next((share for most, share in CORSAIRS if have < most), SPARE_CORSAIR)
        worth = self.mind.weights["corsair"] * share
        options = list(BuildCorsair.options(self.game, self.power))
        if options:
            best = max(options, key=lambda one: (one.space == "algiers", -options.index(one)))
            yield worth, best, because("corsair", space=best.space), "", 2

    @property
    def counters_kept(self) -> bool:
        """Corsairs will need the counters that squadrons would take."""
        return self.power == OTTOMAN and self.game.count_on_map(OTTOMAN, "corsairs") < WANTED_CORSAIRS

    def piracy_worth(self, zone: ZoneId, target: str, corsairs: int, rating: int) -> float:
        """What a raid is worth with so many corsairs in a zone."""
        game, weights = self.game, self.mind.weights
        if zone in game.piracy_zones or len(game.piracy_zones) >= game.data.tables.piracy.per_turn:
            return 0.0
        ports = len(game.ports_of(target, zone))
        if not ports or not corsairs:
            return 0.0
        dice = (1 if corsairs == 1 or ports == 1 else 2) + rating
        against = dice_against_pirates(game, OTTOMAN, zone, target)
        lost = min(corsairs, against / 3)
        survive = max(0.0, 1 - (lost / corsairs) ** 2)
        hit = weights["piracy_hit"] * (1.2 if self.mind.near_victory(target) else 1.0)
        return dice / 3 * survive * hit - lost * weights["pirates_lost"]

    def raids(self) -> Iterator[Offer]:
        for option in InitiatePiracy.options(self.game, self.power):
            corsairs = pirates_in(self.game, self.power, option.zone, option.target)
            dice = piracy_dice(self.game, self.power, option.zone, option.target, corsairs)
            few = corsairs == 1 or len(self.game.ports_of(option.target, option.zone)) == 1
            worth = self.piracy_worth(option.zone, option.target, corsairs, dice - (1 if few else 2))
            if worth > 0.1 and not self.game.allied(self.power, option.target):
                yield worth, option, because("piracy", power=option.target), f"piracy {option.zone}", 1

    def pirates_put_to_sea(self) -> Iterator[Offer]:
        """Corsairs that lie in port, or in a zone that was raided, go where they find prey."""
        game = self.game
        for origin in harbours(game, self.power):
            corsairs = game.at(origin, OTTOMAN).corsairs
            if not corsairs or (
                origin in game.board.zones and self._best_raid(origin, corsairs, origin) > 0.25
            ):
                continue
            found = [
                (self._best_raid(zone, corsairs, origin), zone)
                for zone in destinations(game, self.power, origin)
                if zone in game.board.zones and not enemies_afloat(game, self.power, zone)
            ]
            if not found:
                continue
            worth, zone = max(found, key=lambda one: (one[0], one[1]))
            if worth <= 0.2:
                continue
            leaders = [
                who
                for who in naval_leaders(game, origin, self.power)
                if game.printed_leader(who).piracy and not squadrons_of(self.mind, origin, OTTOMAN)
            ]
            move = NavalMove(
                (ShipMove(origin, OTTOMAN, "corsairs", corsairs, zone),),
                tuple(AdmiralMove(who, origin, zone) for who in leaders),
            )
            if not allows(move.check, game, self.power):
                move = NavalMove(move.ships)
            if allows(move.check, game, self.power):
                yield worth * 0.6, move, because("to_sea", zone=zone), f"fleet {origin}", 1

    def _best_raid(self, zone: ZoneId, corsairs: int, origin: Place) -> float:
        ratings = [
            self.game.printed_leader(who).piracy for who in naval_leaders(self.game, origin, self.power)
        ]
        return max(
            self.piracy_worth(zone, target, corsairs, max(ratings, default=0))
            for target in IMPULSE_ORDER
            if target != OTTOMAN and not self.game.allied(OTTOMAN, target)
        )

    # ---- Blockades

    def blockades(self) -> Iterator[Offer]:
        """A fleet closes a port that is besieged, or will be (15.1)."""
        game = self.game
        wanted: dict[ZoneId, float] = {}
        for one in self.fronts.operations:
            if one.cp <= 5 and not self.fronts.blockaded(one.target):
                worth = one.worth if one.besieging else one.worth / self.fronts.blockade_share(one.target)
                for zone in game.board.zones_of(one.target):
                    wanted[zone] = max(wanted.get(zone, 0.0), worth * one.chance * 0.5)
        yield from self._ships_to(wanted, "blockade")

    def _ships_to(self, wanted: dict[ZoneId, float], why: str) -> Iterator[Offer]:
        game = self.game
        for origin in harbours(game, self.power):
            own = squadrons_of(self.mind, origin, self.power)
            if not own or origin in wanted:
                continue
            for zone in destinations(game, self.power, origin):
                if zone not in wanted:
                    continue
                there = sum(
                    squadrons_of(self.mind, zone, enemy) for enemy in enemies_afloat(game, self.power, zone)
                )
                if there > own + squadrons_of(self.mind, zone, self.power):
                    continue
                orders = whole_stack(game, self.power, origin, zone)
                move = NavalMove(orders.ships, orders.leaders)
                if orders.ships and allows(move.check, game, self.power):
                    yield wanted[zone], move, because(why, zone=zone), f"fleet {origin}", 1

    # ---- Pirates hunted

    def hunts(self) -> Iterator[Offer]:
        """All squadrons that are near corsairs of an enemy sail against them, for one CP."""
        game, weights = self.game, self.mind.weights
        if not game.pirates or not game.at_war(self.power, OTTOMAN):
            return
        for zone in game.board.zones:
            if not game.at(zone, OTTOMAN).corsairs:
                continue
            move = together(
                [
                    whole_stack(game, self.power, origin, zone)
                    for origin in harbours(game, self.power)
                    if zone in destinations(game, self.power, origin)
                ]
            )
            hunt = NavalMove(move.ships, move.leaders)
            if not move.ships or not allows(hunt.check, game, self.power):
                continue
            hunters = Fleet(
                tuple((ships.nation, ships.kind, ships.count) for ships in move.ships),
                tuple(leader.leader for leader in move.leaders),
            )
            odds = naval_combat_odds(game, zone, hunters, fleet_at(game, zone, OTTOMAN))
            worth = float(odds.defence_loses) * (weights["corsair"] + self.raids_stopped)
            worth -= float(odds.attack_loses) * weights["squadron"]
            if worth > LEAST_HUNT:
                yield worth, hunt, because("to_sea", zone=zone), f"hunt {zone}", 1

    @cached_property
    def raids_stopped(self) -> float:
        """What a corsair would still gain by its raids this turn, as far as it costs us."""
        stake = self.mind.stake(OTTOMAN)
        return self.mind.weights["piracy_hit"] * RAIDED * (stake + self.mind.weights["rival"])

    @cached_property
    def guarded_by(self) -> dict[SpaceId, float]:
        """What a squadron more in each own port is worth against pirates off our coasts."""
        game = self.game
        if not game.pirates or self.power == OTTOMAN:
            return {}
        # Pirates raid off every port that is ours, so each of its seas counts.
        return {
            port: GUARDED * len(zones)
            for port in game.home_spaces(self.power)
            if (zones := game.board.zones_of(port)) and game.controller(port) == self.power
        }

    # ---- Landings

    def landings(self) -> Iterator[Offer]:
        """Troops over a sea zone to walls that no army reaches by land."""
        game, mind = self.game, self.mind
        goals = self.goals_over_sea()
        if not goals or mind.impulses_left < 1:
            return
        most = game.war_tables().transport_limit
        wanted: dict[ZoneId, float] = {}
        for target, worth in goals.items():
            need = 2 * self.fronts.inside(target) + 2
            for zone in game.board.zones_of(target):
                for port in game.board.ports_of(zone):
                    army = self._landing_army(port, most)
                    if army is None or army.size < need:
                        continue
                    chance = self.fronts.chance(target, army, mind.impulses_left)
                    gain = worth * chance
                    if gain < 0.4:
                        continue
                    if squadrons_of(mind, zone, self.power):
                        move = NavalTransport(port, zone, army)
                        if game.impulse.cp >= LANDING_CP and allows(move.check, game, self.power):
                            yield gain * 0.7, move, because("landing", space=target), f"army {port}", 1
                    else:
                        wanted[zone] = max(wanted.get(zone, 0.0), gain * 0.3)
        yield from self._ships_to(wanted, "to_sea")

    def goals_over_sea(self) -> dict[SpaceId, float]:
        """Hostile ports that are worth a landing, and that ships do not guard."""
        game = self.game
        return {
            space: worth
            for space, worth in self.fronts.targets.items()
            if worth >= 0.8
            and game.board.zones_of(space)
            and self.fronts.inside(space) <= 2
            and self.fronts.blockaded(space)
            and not game.under_siege(space)
        }

    def _landing_army(self, port: SpaceId, most: int) -> Formation | None:
        game = self.game
        if not self.mind.ours(game.controller(port)):
            return None
        army = fresh_army(game, port, self.power)
        free = army.size - self.fronts.garrison_needed(port)
        leaders = self.fronts.best_leaders(army.leaders)
        if free < 3 or self.fronts.best_for(port) is not None:
            return None
        return Formation(leaders, pick_units(army.units, min(free, most, formation_limit(game, leaders))))
