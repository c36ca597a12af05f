"""Piracy (16.4): dice against the pirates, dice of the pirates, and what the target gives up for each hit."""

from __future__ import annotations

from rules.core.board import FORTRESS
from rules.core.flow import Power, ask
from rules.core.reasons import Reason
from rules.core.windows import open_window
from rules.war.displacement import nations_under, naval_leaders
from rules.war.fleets import ARMADA, CORSAIRS, loss_order, near_by_sea, ships_by_kind, sink, strand_leaders
from rules.war.ids import Nation, Place, SpaceId, ZoneId
from rules.war.moments import Announced
from rules.war.naval_combat import lose_corsairs, lose_ships
from rules.war.naval_events import PiracyEnded, PiracyInitiated, PiracyInVain, PiracyVpGained
from rules.war.naval_questions import ChooseThere
from rules.war.state import WarGame
from rules.war.windows import WarWindow

VP, CARD, SQUADRON, STEP = "vp", "card", "squadron", "armada_step"
AWARDS = (VP, CARD, SQUADRON, STEP)
"""In the order that silence prefers."""


async def piracy_disrupted(game: WarGame, pirate: Power, zone: ZoneId, cp: int) -> bool:
    """Others may disrupt piracy, for which so many CP are paid, once it is announced."""
    moment = Announced(pirate, "piracy", zone, paid=cp)
    others = [power for power in game.majors if power != pirate]
    await open_window(
        game, WarWindow.ACTION_ANNOUNCED, moment, powers=others, subject=Reason("piracy_in", zone=zone)
    )
    return moment.cancelled


async def piracy(game: WarGame, pirate: Power, zone: ZoneId, target: Power, *, more_dice: int = 0) -> int:
    """Piracy (16.4), after it is declared and nothing has disrupted it; answers the hits scored.

    A card may give the pirates `more_dice`.
    """
    game.emit(PiracyInitiated(pirate, zone, target))
    await roll_against_pirates(game, pirate, zone, target)
    if not pirates_in(game, pirate, zone, target):
        return 0
    hits = roll_piracy_dice(game, pirate, zone, target, more_dice)
    game.emit(PiracyEnded(pirate, zone, target, hits))
    given = dict.fromkeys(AWARDS, 0)
    for _hit in range(hits):
        await award(game, pirate, zone, target, given)
    return hits


def pirates_in(game: WarGame, pirate: Power, zone: ZoneId, target: Power) -> int:
    """Ships of a power in a sea zone that may take part in piracy against a target."""
    return _ships_of_kinds(game, pirate, zone, game.raiders(pirate, target))


def stack_of_pirates(game: WarGame, pirate: Power, zone: ZoneId, target: Power) -> int:
    """Ships of a power in a sea zone that are in the stack that conducts piracy."""
    return _ships_of_kinds(game, pirate, zone, game.pirate_stack(pirate, target))


def _ships_of_kinds(game: WarGame, power: Power, place: Place, kinds: tuple[str, ...]) -> int:
    return sum(count for _nation, kind, count in ships_by_kind(game, place, power) if kind in kinds)


def hunters_at(game: WarGame, place: Place, nation: Nation) -> int:
    """Ships of a nation that fight pirates: no corsairs, and no great fleet."""
    units = game.at(place, nation)
    return units.warships - units.armada


# ---- Steps 2 and 3: dice against pirates


def dice_against_pirates(game: WarGame, pirate: Power, zone: ZoneId, target: Power) -> int:
    """The target's squadrons in the zone, squadrons and fortresses of the target and of enemies near it."""
    table = game.war_tables().piracy
    dice = table.squadron_in_zone * hunters_of(game, zone, target)
    for place in near_by_sea(game, zone):
        dice += table.squadron_adjacent * sum(
            hunters_at(game, place, nation)
            for nation in game.nations_at(place)
            if helps_against_pirates(game, pirate, target, game.commander(nation))
        )
        if place in game.spaces and fortress_helps(game, pirate, target, place):
            dice += table.fortress_adjacent
    return dice


def hunters_of(game: WarGame, place: Place, power: Power) -> int:
    """Ships of a power, its minor allies' and borrowed ones included, that fight pirates."""
    return sum(hunters_at(game, place, nation) for nation in nations_under(game, place, power))


def helps_against_pirates(game: WarGame, pirate: Power, target: Power, power: Nation) -> bool:
    """The target itself, and every power, major or minor, at war with the pirates' power."""
    return power == target or game.at_war(pirate, power)


def fortress_helps(game: WarGame, pirate: Power, target: Power, port: SpaceId) -> bool:
    """A fortress, not a key, of the target, of an enemy or of sworn pirate hunters; no unrest, no siege."""
    state = game.spaces[port]
    if state.unrest or state.sieges or not is_fortress(game, port):
        return False
    holder = state.control
    return game.hunts_pirates(port) or (
        holder is not None and helps_against_pirates(game, pirate, target, holder)
    )


def is_fortress(game: WarGame, space: SpaceId) -> bool:
    """A printed or built fortress; keys and the like are fortified, but no fortresses (2.1)."""
    if game.board.is_fortified(space):
        return game.board.spaces[space].type == FORTRESS
    return game.spaces[space].fortress


async def roll_against_pirates(game: WarGame, pirate: Power, zone: ZoneId, target: Power) -> None:
    """Step 3: each hit eliminates a corsair, then two a warship of the stack and a last one more.

    A leader left without ships waits on the Turn Track.
    """
    dice = dice_against_pirates(game, pirate, zone, target)
    if not dice:
        return
    hit = game.war_tables().hit
    hits = sum(die >= hit for die in game.roll(target, dice, Reason("against_pirates", zone=zone), hit))
    kinds = game.pirate_stack(pirate, target)
    burnt, sunk = pirates_lost(game, pirate, zone, target, hits)
    if burnt or sunk:
        await lose_corsairs(game, pirate, zone, burnt)
        await lose_ships(game, pirate, zone, sunk, [kind for kind in kinds if kind != CORSAIRS])
        strand_leaders(game, zone, pirate)


def pirates_lost(game: WarGame, pirate: Power, zone: ZoneId, target: Power, hits: int) -> tuple[int, int]:
    """Corsairs and other ships that so many hits on pirates sink."""
    warships = tuple(kind for kind in game.pirate_stack(pirate, target) if kind != CORSAIRS)
    burnt = min(hits, _ships_of_kinds(game, pirate, zone, (CORSAIRS,)))
    per_ship = game.war_tables().naval_combat.hits_per_squadron
    return burnt, min(_ships_of_kinds(game, pirate, zone, warships), -(-(hits - burnt) // per_ship))


def pirates_left(game: WarGame, pirate: Power, zone: ZoneId, target: Power, lost: tuple[int, int]) -> int:
    """Ships that may still take part in piracy when such corsairs and other ships are lost."""
    burnt, sunk = lost
    others_raid = any(kind != CORSAIRS for kind in game.raiders(pirate, target))
    return pirates_in(game, pirate, zone, target) - burnt - (sunk if others_raid else 0)


# ---- Steps 4 and 5: dice of the pirates


def piracy_dice(game: WarGame, pirate: Power, zone: ZoneId, target: Power, ships: int) -> int:
    """One die with one ship or against one port, else two; and the piracy rating of a leader there."""
    table = game.war_tables().piracy
    few = ships == 1 or game.ports_for_pirates(pirate, zone, target) == 1
    leaders = naval_leaders(game, zone, pirate)
    rating = max((game.printed_leader(leader).piracy for leader in leaders), default=0)
    return (table.pirate_dice_small if few else table.pirate_dice) + rating


def roll_piracy_dice(game: WarGame, pirate: Power, zone: ZoneId, target: Power, more_dice: int = 0) -> int:
    hit = game.war_tables().hit
    ships = stack_of_pirates(game, pirate, zone, target)
    count = piracy_dice(game, pirate, zone, target, ships) + more_dice
    dice = game.roll(pirate, count, Reason("piracy_in", zone=zone), hit)
    return sum(die >= hit for die in dice)


def awards_open(
    game: WarGame, pirate: Power, zone: ZoneId, target: Power, given: dict[str, int]
) -> tuple[str, ...]:
    """What the target may give for the next hit: nothing empty, nothing again before the others."""
    possible = [
        award
        for award, there in (
            (VP, game.piracy_points_left(pirate) > 0),
            (CARD, game.can_be_robbed(target)),
            (SQUADRON, bool(squadrons_near(game, zone, target))),
            (STEP, bool(great_fleets_near(game, zone, target))),
        )
        if there
    ]
    fewest = min((given[award] for award in possible), default=0)
    return tuple(award for award in possible if given[award] == fewest)


async def award(game: WarGame, pirate: Power, zone: ZoneId, target: Power, given: dict[str, int]) -> None:
    """PIR-3: for one hit the target gives up 1 VP, a random card or a squadron (16.4 step 5)."""
    choices = awards_open(game, pirate, zone, target, given)
    if not choices:
        game.emit(PiracyInVain(pirate, target))
        return
    choice = choices[0]
    if len(choices) > 1:
        choice = await ask(ChooseThere(target, "piracy_hit", "option", choices, choice, "16.4", zone))
    given[choice] += 1
    if choice == VP:
        game.score_piracy(pirate)
        game.emit(PiracyVpGained(pirate, target))
    elif choice == CARD:
        game.rob(giver=target, taker=pirate, reason=Reason("piracy"))
    elif choice == STEP:
        place, nation = great_fleets_near(game, zone, target)[0]
        sink(game, place, (nation, ARMADA, 1))
        strand_leaders(game, place, target)
    else:
        await give_up_squadron(game, zone, target)


def great_fleets_near(game: WarGame, zone: ZoneId, target: Power) -> list[tuple[Place, Nation]]:
    """Where the target has a great fleet in or next to a zone: it may lose a step (23.2)."""
    return [
        (place, nation)
        for place in (zone, *near_by_sea(game, zone))
        for nation in nations_under(game, place, target)
        if game.at(place, nation).armada
    ]


def squadrons_near(game: WarGame, zone: ZoneId, target: Power) -> list[Place]:
    """Where the target may give up a ship in or next to a zone, in the order in which silence does so."""
    kinds = game.ransom_ships()
    offered = {
        place: [ships for ships in ships_by_kind(game, place, target) if ships[1] in kinds]
        for place in (zone, *near_by_sea(game, zone))
    }

    def first_to_go(place: Place) -> tuple[tuple[int, Nation], int, Place]:
        least = min(loss_order(target, nation) for nation, _kind, _count in offered[place])
        return least, -sum(count for _nation, _kind, count in offered[place]), place

    return sorted((place for place in offered if offered[place]), key=first_to_go)


async def give_up_squadron(game: WarGame, zone: ZoneId, target: Power) -> None:
    """The target chooses which of its ships near the zone is lost."""
    places = squadrons_near(game, zone, target)
    place = places[0]
    if len(places) > 1:
        place = await ask(ChooseThere(target, "piracy_squadron", "place", tuple(places), place, "16.4", zone))
    await lose_ships(game, target, place, 1, game.ransom_ships())
    if place in game.board.zones:
        # In a port a leader may wait for new ships; at sea he cannot stay alone.
        strand_leaders(game, place, target)
