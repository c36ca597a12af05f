"""What fleets and captains could do: battles, blockades, voyages, piracy."""

from __future__ import annotations

from fractions import Fraction

from pbem.games.vq.bot.mind import SHUT_PORT, Mind
from rules.vq.new_world.colonies import colony_sites
from rules.vq.new_world.piracy import settlements_of
from rules.vq.odds import (
    colony_odds,
    navigation_odds,
    ocean_piracy_odds,
)
from rules.vq.powers import (
    ENGLAND,
    OTTOMAN,
    PORTUGAL,
    PROTESTANT,
    SPAIN,
)
from rules.vq.war.naval_actions import OutfitExpedition, PirateAtSea, PirateOverseas, SailEverywhere
from rules.war.displacement import warships_at
from rules.war.fleets import Fleet, enemies_afloat, fleet_at
from rules.war.odds import naval_combat_odds, piracy_odds

SAIL_AND_PIRATE = 3
"""CP for a Naval Move and piracy behind it."""


def of_sailing(mind: Mind, sail: SailEverywhere) -> float:
    worth = sum(_voyage(mind, move.captain, move.to) for move in sail.captains)
    goals = dict.fromkeys(move.to for move in sail.ships)
    if len(goals) != 1:
        return worth
    (place,) = goals
    return worth + _fleet(mind, sail, place)


def _fleet(mind: Mind, sail: SailEverywhere, place: str) -> float:
    """A fight that is good, or a sea to pirate in."""
    game = mind.game
    fleet = Fleet(
        tuple((ships.nation, ships.kind, ships.count) for ships in sail.ships),
        tuple(move.leader for move in sail.leaders),
    )
    worth = _blockade(mind, place, fleet.size)
    for enemy in enemies_afloat(game, mind.power, place):
        odds = naval_combat_odds(game, place, fleet, fleet_at(game, place, enemy))
        worth += (float(odds.defence_loses) - float(odds.attack_loses)) * mind.weights["ship"]
    if worth or place not in game.board.zones:
        return worth
    if game.impulse.cp < SAIL_AND_PIRATE:
        return 0.0
    raiders = [kind for _nation, kind, _count in fleet.ships]
    targets = [other for other in game.majors if other != mind.power and game.ports_of(other, place)]
    good = any(kind in game.raiders(mind.power, other) for other in targets for kind in raiders)
    used = mind.power in game.this_turn.piracy.get(place, ())
    return 0.3 if good and not used and mind.power in (OTTOMAN, ENGLAND, PROTESTANT) else 0.0


def _blockade(mind: Mind, zone: str, ships: int) -> float:
    """What it is worth to close ports with so many ships that an army of ours besieges (15.1)."""
    game = mind.game
    if zone not in game.board.zones:
        return 0.0
    return sum(
        mind.siege_worth(port, game.land_strength(port, mind.power)) / SHUT_PORT
        for port in game.board.ports_of(zone)
        if mind.power in game.spaces[port].sieges
        and not mind.open_to_storm(port)
        and ships > warships_at(game, port, game.controller(port) or "")
    )


def _voyage(mind: Mind, captain: str, to: str) -> float:
    """A captain goes where he can plunder or found a colony, less by what the way may cost."""
    game = mind.game
    figure = game.world.captains[captain]
    if figure.zone is None:
        return 0.2
    chances = navigation_odds(game, captain, figure.zone, to)
    lost = float(chances.get("eliminated", Fraction(0)))
    hurt = float(chances.get("damaged", Fraction(0)))
    risk = lost * (mind.weights["captain"] + mind.weights["treasure"] * len(figure.loot)) + hurt * 0.15
    return _lure(mind, captain, to) - _lure(mind, captain, figure.zone) - risk


def _lure(mind: Mind, captain: str, zone: str) -> float:
    """What waits for a captain in an ocean zone, and in those next to it."""
    here = _prize(mind, captain, zone)
    return max([here, *(0.4 * _prize(mind, captain, near) for near in mind.game.data.world.neighbours(zone))])


def _prize(mind: Mind, captain: str, zone: str) -> float:
    game, figure = mind.game, mind.game.world.captains[captain]
    worth = mind.weights["colony"] if figure.colonists and colony_sites(game, zone) else 0.0
    if len(figure.loot) >= 2 or mind.power in game.this_turn.piracy.get(zone, ()):
        return worth
    spanish = len(settlements_of(game, SPAIN, zone)) if mind.power != SPAIN else 0
    places = spanish + len(settlements_of(game, PORTUGAL, zone)) * (
        game.minor_allies.get(PORTUGAL) != mind.power
    )
    guards = game.world.patrols.get(zone, 0)
    rating = game.data.captains[captain].piracy
    return worth + (0.25 * (min(places, 2) + rating) - 0.15 * guards if places else 0.0)


def of_expedition(mind: Mind, outfit: OutfitExpedition) -> float:
    data = mind.game.data.captains[outfit.captain]
    worth = 0.12 + 0.18 * data.piracy + 0.06 * data.navigation
    if outfit.colony and mind.turns_left:
        found = colony_odds(mind.game, mind.power)
        gain = float(found.get("treasure", Fraction(0)) + found.get("virginia_dare", Fraction(0)))
        worth += min(mind.turns_left, 3) * gain * mind.weights["treasure"] * 1.5
    return worth if mind.turns_left or data.piracy else 0.0


def of_piracy(mind: Mind, raid: PirateAtSea) -> float:
    odds = piracy_odds(mind.game, mind.power, raid.zone, raid.target)
    rival = 1.0 + mind.cost_of_points(raid.target)
    return (
        float(odds.mean) * mind.weights["piracy_hit"] * rival
        - float(odds.corsairs_lost) * mind.weights["corsair"]
    )


def of_ocean_piracy(mind: Mind, raid: PirateOverseas) -> float:
    odds = ocean_piracy_odds(mind.game, raid.captain, raid.target)
    return float(odds.mean) * mind.weights["piracy_hit"] * 1.3 - float(odds.lost) * mind.weights["captain"]
