"""The Treasure Fleet (23.2, #14)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import ask
from rules.core.questions import Decide, choose_some
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId
from rules.vq.new_world.captains import at_sea, captains_of, damage, lose_captain
from rules.vq.new_world.navigation import drop_loot
from rules.vq.new_world.piracy import LootSeen, LootTaken, may_go_home, pirate_hits
from rules.vq.powers import ENGLAND, SPAIN
from rules.vq.questions import ChooseForCaptain
from rules.vq.ships import GALLEONS
from rules.vq.treasury import PHILIPPINES, add_to_spanish_row, receive, worth
from rules.war.naval_events import PiracyVpGained

FULL_ESCORT, FULL_LOAD, LIGHT_LOAD = 2, 3, 2
VP, TREASURE, ESCORT = "vp", "treasure", "escort"


class FleetSailed(Event):
    """The treasure fleet is met in an ocean zone with so many treasures."""

    ocean: OceanId
    count: int


class FleetAttacked(Event):
    captain: CaptainId
    net: int


class EscortLost(Event):
    count: int
    """Escorts that are left."""


async def treasure_fleet(game: VqGame) -> None:
    """The six steps of 23.2."""
    add_to_spanish_row(game, 1)  # step 1
    cargo = await select_cargo(game)  # step 2
    zone = await fleet_zone(game)  # step 3
    game.emit(FleetSailed(zone, len(cargo)))
    raiders = []
    for power in game.majors:  # step 4
        for name in captains_of(game, power, zone):
            question = Decide(power, "raid_fleet", name, rule="23.2", about="captain")
            if await ask(question):
                raiders.append(name)
                await attack_fleet(game, name, cargo)
    receive(game, SPAIN, cargo, Reason("treasure_fleet"))  # step 5
    for name in raiders:  # step 6
        await may_go_home(game, name)


async def select_cargo(game: VqGame) -> list[str]:
    """FLEET-1: Spain chooses three treasures of its row with two escorts, else two (step 2)."""
    row = game.treasures.spain
    count = min(len(row), FULL_LOAD if game.world.escorts >= FULL_ESCORT else LIGHT_LOAD)
    order = sorted(range(len(row)), key=lambda at: (-worth(row[at]), row[at]))
    chosen = [str(at + 1) for at in order[:count]]
    if len(row) > count:
        options, usual = [str(at + 1) for at in range(len(row))], chosen
        topic, about = "fleet_cargo", "place_in_row"
        chosen = [*await choose_some(SPAIN, topic, about, options, count, count, "23.2", silent=usual)]
    cargo = [row[int(at) - 1] for at in chosen]
    for treasure in cargo:
        row.remove(treasure)
    return cargo


async def fleet_zone(game: VqGame) -> OceanId:
    """FLEET-2: where the fleet is met; English spies may have the die thrown again (step 3)."""
    zone = roll_zone(game)
    watched = (*game.data.tables.fleet_zones, *((game.data.tables.fleet_zone_far,) if far(game) else ()))
    spies = game.spies.informants.get(ENGLAND, {}).get(SPAIN, False)
    near = any(game.world.captains[name].zone in watched for name in captains_of(game, ENGLAND))
    if spies and near and await ask(Decide(ENGLAND, "reroll_fleet_zone", zone, rule="23.2", about="ocean")):
        zone = roll_zone(game)
    return zone


def far(game: VqGame) -> bool:
    return game.world.owners.get(PHILIPPINES) == SPAIN


def roll_zone(game: VqGame) -> OceanId:
    (die,) = game.roll(SPAIN, 1, Reason("fleet_zone"))
    zones = game.data.tables.fleet_zones
    return game.data.tables.fleet_zone_far if die == len(zones) and far(game) else zones[die - 1]


async def attack_fleet(game: VqGame, name: CaptainId, cargo: list[str]) -> None:
    """An expedition against the fleet: hits of one side less those of the other (step 4)."""
    captain = game.world.captains[name]
    table, hit = game.data.tables.piracy, game.data.tables.hit
    base = table.pirate_dice_small if captain.damaged else table.pirate_dice
    mine = await pirate_hits(game, name, base + game.data.captains[name].piracy)
    dice = game.roll(SPAIN, 1 + game.world.escorts, Reason("against_captain", captain=name), hit)
    net = mine - sum(die >= hit for die in dice)
    game.emit(FleetAttacked(name, net))
    given = dict.fromkeys((VP, TREASURE, ESCORT), 0)
    for _hit in range(net):
        await fleet_award(game, name, cargo, given)
    if net < 0:
        if net == -1 and not captain.damaged:
            damage(game, name)
        else:
            lose_captain(game, name)
    if name in at_sea(game):
        await drop_loot(game, name)


def lose_escort(game: VqGame) -> None:
    """A galleon of the escort is sunk; a Dry Dock has it back at once (17.3)."""
    game.world.escorts -= 1
    if game.as_at_first or not game.docks_at_once(SPAIN):
        lost = game.lost_ships.setdefault(SPAIN, {})
        lost[GALLEONS] = lost.get(GALLEONS, 0) + 1
    game.emit(EscortLost(game.world.escorts))


async def fleet_award(game: VqGame, name: CaptainId, cargo: list[str], given: dict[str, int]) -> None:
    """FLEET-4: a treasure of the fleet, a point or an escort, spread evenly, of the attacker's choice."""
    captain = game.world.captains[name]
    assert captain.power is not None
    possible = [VP, *([TREASURE] if cargo else []), *([ESCORT] if game.world.escorts else [])]
    fewest = min(given[award] for award in possible)
    options = tuple(award for award in possible if given[award] == fewest)
    chosen = options[0]
    if len(options) > 1:
        question = ChooseForCaptain(captain.power, "fleet_award", "option", options, chosen, "23.2", name)
        chosen = await ask(question)
    given[chosen] += 1
    if chosen == VP:
        game.score_piracy(captain.power)
        game.emit(PiracyVpGained(captain.power, SPAIN))
    elif chosen == ESCORT:
        lose_escort(game)
    else:
        found = game.dice.draw(sorted(cargo), Reason("loot", captain=name))
        cargo.remove(found)
        captain.loot.append(found)
        game.emit(LootTaken(name, SPAIN))
        game.emit(LootSeen(name, found, audience=(captain.power, SPAIN)))
