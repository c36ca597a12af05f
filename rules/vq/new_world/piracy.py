"""Piracy overseas (16.5): a captain against Spain or Portugal, their defence, and what the pirate wins."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose, Decide
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId, SettlementId, Treasure
from rules.vq.new_world.captains import can_go_home, damage, go_home, lose_captain
from rules.vq.new_world.navigation import drop_loot
from rules.vq.powers import ENGLAND, FRANCE, PORTUGAL, SPAIN
from rules.vq.questions import ChooseForCaptain
from rules.vq.treasury import worth
from rules.war.naval_events import PiracyVpGained

PATROL, TREASURE, VP = "patrol", "treasure", "vp"
DRAKE, GRENVILLE, LE_CLERC, DE_SORES, KURTOGLU = "drake", "grenville", "le_clerc", "de_sores", "kurtoglu"
PRIZE_OPTION, SPANISH_ROW = "portuguese_prize", "spanish_row"
"""Who pirates Portugal draws a treasure of the Spanish row (16.5)."""
FATAL = 2
"""Hits that eliminate a captain who was sound."""
ANTILLES, INDIAN_OCEAN = "antilles", "indian_ocean"


class OceanPiracyBegan(Event):
    captain: CaptainId
    ocean: OceanId
    target: Power


class LootTaken(Event):
    """A treasure lies under a captain; what it is, he and Spain may know."""

    captain: CaptainId
    target: Power


class LootSeen(Event):
    captain: CaptainId
    treasure: Treasure


class PatrolLost(Event):
    ocean: OceanId


def settlements_of(game: VqGame, target: Power, zone: OceanId) -> list[SettlementId]:
    """The settlements of Spain or Portugal on an ocean zone."""
    return [place for place in game.data.world.on(zone) if game.world.owners.get(place) == target]


def check_limits(game: VqGame, power: Power, zone: str) -> None:
    """Raise `Illegal` beyond the limits of a turn, in sea and ocean zones alike (16.4)."""
    table, marks = game.data.tables.piracy, game.this_turn.piracy
    if marks.get(zone, []).count(power) >= table.per_zone:
        raise Illegal("piracy.zone_used", "16.4")
    if power not in marks.get(zone, []) and len(set(marks.get(zone, []))) >= table.powers_per_zone:
        raise Illegal("piracy.zone_full", "16.4")
    if sum(powers.count(power) for powers in marks.values()) >= table.per_turn:
        raise Illegal("piracy.too_often", "16.4", limit=table.per_turn)


def mark_piracy(game: VqGame, power: Power, zone: str) -> None:
    game.this_turn.piracy.setdefault(zone, []).append(power)


def check_ocean_piracy(game: VqGame, power: Power, name: CaptainId, target: Power) -> None:
    """Raise `Illegal` unless a captain may pirate a target where he is (16.5 step 1)."""
    captain = game.world.captains.get(name)
    if captain is None or captain.power != power or captain.zone is None:
        raise Illegal("captain.not_at_sea", "16.5", captain=name)
    if target not in (SPAIN, PORTUGAL) or target == power:
        raise Illegal("piracy.no_target", "16.5", power=target)
    if not settlements_of(game, target, captain.zone):
        raise Illegal("piracy.no_settlement", "16.5", power=target, ocean=captain.zone)
    if target == PORTUGAL and power in (ENGLAND, FRANCE) and game.minor_allies.get(PORTUGAL) == power:
        raise Illegal("piracy.own_ally", "16.5", power=target)


# ---- The procedure


async def ocean_piracy(game: VqGame, name: CaptainId, target: Power, *, more_dice: int = 0) -> None:
    """Piracy on the World map, once it is declared (16.5)."""
    captain = game.world.captains[name]
    assert captain.zone is not None
    zone = captain.zone
    game.emit(OceanPiracyBegan(name, zone, target))
    forts = await defend(game, name, target, zone)  # steps 2 and 3
    if captain.zone is None:
        return
    hits = await pirate_hits(game, name, pirate_dice(game, name, target, zone) + more_dice)  # step 4
    given = dict.fromkeys((VP, TREASURE, PATROL), 0)
    for _hit in range(hits):  # step 5
        await award(game, name, target, zone, given, forts=forts)
    await drop_loot(game, name)  # step 6
    await may_go_home(game, name)  # step 7


def defence_dice(game: VqGame, target: Power, zone: OceanId) -> tuple[int, int]:
    """Dice of patrols or Portuguese settlements, and of Spanish fortresses (16.5 step 2)."""
    places = settlements_of(game, target, zone)
    if target == PORTUGAL:
        return len(places), 0
    return game.world.patrols.get(zone, 0), sum(place in game.world.fortresses for place in places)


async def defend(game: VqGame, name: CaptainId, target: Power, zone: OceanId) -> bool:
    """Roll against the captain: wounded or lost; answers whether a fortress fired (16.5 step 3)."""
    guards, forts = defence_dice(game, target, zone)
    if not guards + forts:
        return False
    hit = game.data.tables.hit
    roller = SPAIN
    dice = game.roll(roller, guards + forts, Reason("against_captain", captain=name), hit)
    hits = sum(die >= hit for die in dice)
    if hits and name == LE_CLERC and name not in game.this_turn.hits_ignored:
        game.this_turn.hits_ignored.append(name)
        hits -= 1
    captain = game.world.captains[name]
    if hits >= FATAL or (hits and captain.damaged):
        lose_captain(game, name)
        if name == GRENVILLE and game.world.patrols.get(zone):
            lose_patrol(game, zone)
    elif hits:
        damage(game, name)
        await drop_loot(game, name)
    return forts > 0


def pirate_dice(game: VqGame, name: CaptainId, target: Power, zone: OceanId) -> int:
    """One die if he is damaged or there is one settlement, else two; and his rating (16.5 step 4)."""
    table = game.data.tables.piracy
    few = game.world.captains[name].damaged or len(settlements_of(game, target, zone)) == 1
    dice = (table.pirate_dice_small if few else table.pirate_dice) + game.data.captains[name].piracy
    dice += name == DE_SORES and target == SPAIN and zone == ANTILLES
    return dice + (name == KURTOGLU and target == PORTUGAL and zone == INDIAN_OCEAN)


async def pirate_hits(game: VqGame, name: CaptainId, count: int) -> int:
    """WIN-CAPTAIN: roll for a captain; Drake may roll a missed die again (5.2)."""
    power = game.world.captains[name].power
    assert power is not None
    hit = game.data.tables.hit
    dice = game.roll(power, count, Reason("piracy_by", captain=name), hit)
    hits = sum(die >= hit for die in dice)
    if name == DRAKE and hits < count and await ask(Decide(power, "drake_rerolls", silent=True, rule="5.2")):
        hits += game.roll(power, 1, Reason("piracy_by", captain=name), hit)[0] >= hit
    return hits


def awards_open(
    game: VqGame, target: Power, zone: OceanId, given: dict[str, int], *, forts: bool
) -> list[str]:
    """What Spain may give for a hit: nothing empty, nothing again before the others (16.5 step 5)."""
    row = row_robbed(game, target)
    kept = 1 if target == SPAIN and forts else 0
    possible = [VP]
    if len(row) > kept:
        possible.append(TREASURE)
    if game.world.patrols.get(zone):  # for Portugal too (16.5 step 5 a)
        possible.append(PATROL)
    fewest = min(given[award] for award in possible)
    return [award for award in possible if given[award] == fewest]


async def award(
    game: VqGame, name: CaptainId, target: Power, zone: OceanId, given: dict[str, int], *, forts: bool
) -> None:
    """WPIR-2: for one hit Spain, for Portugal too, lets the pirate have a point, a treasure or a patrol."""
    power = game.world.captains[name].power
    assert power is not None
    options = awards_open(game, target, zone, given, forts=forts)
    chosen = options[0]
    if len(options) > 1:
        question = ChooseForCaptain(SPAIN, "ocean_award", "option", tuple(options), chosen, "16.5", name)
        chosen = await ask(question)
    given[chosen] += 1
    if chosen == VP:
        game.score_piracy(power)
        game.emit(PiracyVpGained(power, target))
    elif chosen == PATROL:
        lose_patrol(game, zone)
    else:
        await take_treasure(game, name, target, withhold=forts)


def row_robbed(game: VqGame, target: Power) -> list[Treasure]:
    """The treasures that pirates draw from: the target's own row (16.5 step 5)."""
    spanish = target == SPAIN or game.option(PRIZE_OPTION) == SPANISH_ROW
    return game.treasures.spain if spanish else game.treasures.portugal


async def take_treasure(game: VqGame, name: CaptainId, target: Power, *, withhold: bool) -> None:
    """A random treasure of the row; Spain may first withhold one, if a fortress guards the coast (WPIR-3)."""
    captain = game.world.captains[name]
    assert captain.power is not None
    row = row_robbed(game, target)
    drawable = sorted(row)
    if target == SPAIN and withhold and len(drawable) > 1:
        options = sorted(dict.fromkeys(drawable), key=lambda treasure: (-worth(treasure), treasure))
        # Asked even if all are alike: a question that is not asked would tell what they are.
        kept = await ask(Choose(SPAIN, "withheld_treasure", "treasure", tuple(options), options[0], "16.5"))
        drawable.remove(kept)
    found = game.dice.draw(drawable, Reason("loot", captain=name))
    row.remove(found)
    captain.loot.append(found)
    game.emit(LootTaken(name, target))
    knowing = (captain.power, SPAIN) if target == SPAIN else (captain.power,)
    game.emit(LootSeen(name, found, audience=knowing))


def lose_patrol(game: VqGame, zone: OceanId) -> None:
    game.world.patrols[zone] -= 1
    if not game.world.patrols[zone]:
        del game.world.patrols[zone]
    game.emit(PatrolLost(zone))


async def may_go_home(game: VqGame, name: CaptainId) -> None:
    """WIN-HOME: the captain may go home at once, if no dangerous passage is in the way (16.5 step 7)."""
    captain = game.world.captains[name]
    if captain.zone is None or not can_go_home(game, name):
        return
    assert captain.power is not None
    wants = await ask(
        Decide(captain.power, "captain_home", name, silent=bool(captain.loot), rule="16.5", about="captain")
    )
    if wants:
        go_home(game, name)
