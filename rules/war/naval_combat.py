"""Naval combat (16.2): dice, cards, hits, losses, retreat; and the battle that a new war starts (9.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.windows import ANY_NUMBER, offer, open_window
from rules.war.displacement import ships_at, warships_at
from rules.war.fleets import (
    CORSAIRS,
    Ships,
    combat_dice,
    fleet_at,
    loss_order,
    ships_by_kind,
    sink,
    sink_fleet,
    strand_leaders,
)
from rules.war.ids import Place
from rules.war.naval_events import NavalCombatBegan, NavalCombatEnded
from rules.war.naval_moments import NavalCombat
from rules.war.naval_questions import LoseShips
from rules.war.naval_retreat import retreat
from rules.war.state import WarGame
from rules.war.windows import WarWindow

# ---- 16.2 Naval combat procedure


async def naval_combat(
    game: WarGame, place: Place, attacker: Power, defender: Power, *, outbreak: bool = False
) -> Power:
    """Naval combat (16.2) of the active power, the attacker, with one enemy; answers the winner.

    Others respond between the dice and the winner (16.2, step 6).

    `outbreak`: the war has only just broken out, and equal hits make both sides retreat (9.6).
    """
    game.emit(NavalCombatBegan(place, attacker, defender))
    combat = add_up_dice(game, place, attacker, defender)
    await declare_combat_cards(game, combat)
    roll_dice(game, combat)
    await open_window(game, WarWindow.NAVAL_COMBAT_ROLLED, combat, powers=game.majors, most=ANY_NUMBER)
    declare_winner(game, combat)
    await take_casualties(game, combat)
    if combat.winner in combat.boarders:
        game.ship_boarded(combat.winner, combat.loser)
    await one_power_retreats(game, combat, outbreak=outbreak)
    return combat.winner


def add_up_dice(game: WarGame, place: Place, attacker: Power, defender: Power) -> NavalCombat:
    """Steps 1 and 2: ships and best leader of each side, and one for a defender in port."""
    in_port = game.war_tables().naval_combat.port_defender_dice if place in game.spaces else 0
    return NavalCombat(
        place,
        attacker,
        defender,
        combat_dice(game, place, attacker),
        combat_dice(game, place, defender) + in_port,
    )


async def declare_combat_cards(game: WarGame, combat: NavalCombat) -> None:
    """Steps 3 and 4: the attacker declares his combat cards, then the defender; minor powers hold none."""
    for power in (combat.attacker, combat.defender):
        if power in game.majors:
            await offer(game, power, WarWindow.NAVAL_COMBAT_CARDS, combat, most=ANY_NUMBER)


def roll_dice(game: WarGame, combat: NavalCombat) -> None:
    """Step 5: both sides roll and count their hits."""
    hit = game.war_tables().hit
    reason = Reason("naval_combat", place=combat.place)
    attack = with_rerolls(
        game, combat, combat.attacker, game.roll(combat.attacker, combat.attacker_dice, reason, hit)
    )
    defence = with_rerolls(
        game, combat, combat.defender, game.roll(combat.defender, combat.defender_dice, reason, hit)
    )
    combat.attacker_hits = sum(die >= hit for die in attack)
    combat.defender_hits = sum(die >= hit for die in defence)
    combat.attacker_roll, combat.defender_roll = attack, defence
    combat.rolled = True


def with_rerolls(game: WarGame, combat: NavalCombat, power: Power, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Misses that a card lets a side roll again, as many as it says."""
    hit = game.war_tables().hit
    again = min(combat.rerolls.get(power, 0), sum(die < hit for die in dice))
    if not again:
        return dice
    kept = sorted(dice)[again:]
    return (*kept, *game.roll(power, again, Reason("naval_combat", place=combat.place), hit))


def declare_winner(game: WarGame, combat: NavalCombat) -> None:
    """Step 7: the side with most hits, in a tie the defender."""
    game.emit(
        NavalCombatEnded(
            combat.place,
            combat.winner,
            combat.attacker,
            combat.defender,
            combat.attacker_hits,
            combat.defender_hits,
        )
    )


# ---- Step 8: casualties


class Casualties(Record):
    """How many ships a side must lose: of those other than corsairs, and corsairs."""

    warships: int
    corsairs: int


def casualties(game: WarGame, place: Place, power: Power, hits: int, *, lost: bool) -> Casualties:
    """What `hits` do to the ships of a power in a place."""
    warships = warships_at(game, place, power)
    return ships_lost(game, warships, ships_at(game, place, power) - warships, hits, lost=lost)


def ships_lost(game: WarGame, warships: int, corsairs: int, hits: int, *, lost: bool) -> Casualties:
    """What `hits` do to a fleet: warships, then corsairs; an odd hit only hurts a loser (16.2 step 8)."""
    table = game.war_tables().naval_combat
    sunk = min(warships, hits // table.hits_per_squadron)
    hits -= sunk * table.hits_per_squadron
    burnt = min(corsairs, hits // table.hits_per_corsair)
    hits -= burnt * table.hits_per_corsair
    if hits and lost and sunk < warships:
        sunk += 1
    return Casualties(sunk, burnt)


async def take_casualties(game: WarGame, combat: NavalCombat) -> None:
    """Step 8: both sides lose ships; if nothing is left of either, one keeps a single ship."""
    place, attacker, defender = combat.place, combat.attacker, combat.defender
    suffered = {
        attacker: combat.defender_hits - await game.hits_ignored(attacker, place, combat.defender_roll),
        defender: combat.attacker_hits - await game.hits_ignored(defender, place, combat.attacker_roll),
    }
    losses = {
        power: casualties(game, place, power, hits, lost=combat.loser == power)
        for power, hits in suffered.items()
    }
    if all(loss.warships + loss.corsairs == ships_at(game, place, power) for power, loss in losses.items()):
        # More dice keep one ship; as many dice, the defender does.
        spared = attacker if combat.attacker_dice > combat.defender_dice else defender
        sink_fleet(game, place, attacker if spared == defender else defender)
        await keep_one_ship(game, place, spared)
        return
    for power, loss in losses.items():
        await lose_warships(game, power, place, loss.warships)
        await lose_corsairs(game, power, place, loss.corsairs)
        strand_leaders(game, place, power)


async def lose_warships(game: WarGame, power: Power, place: Place, count: int) -> None:
    """A side loses ships other than corsairs, of whose nations and of which kinds it chooses."""
    await lose_ships(game, power, place, count, [kind for kind in game.naval_kinds if kind != CORSAIRS])


async def lose_ships(game: WarGame, power: Power, place: Place, count: int, kinds: Collection[str]) -> None:
    """A side loses ships of some kinds, of its choice."""
    offered = [ships for ships in ships_by_kind(game, place, power) if ships[1] in kinds]
    # Of one nation the cheaper ships first: the title's kinds are in that order.
    offered.sort(key=lambda ships: (loss_order(power, ships[0]), game.naval_kinds.index(ships[1])))
    await lose_some(game, power, place, offered, count)


async def lose_corsairs(game: WarGame, power: Power, place: Place, count: int) -> None:
    """A side loses corsairs, of whose nations it chooses."""
    offered = [ships for ships in ships_by_kind(game, place, power) if ships[1] == CORSAIRS]
    offered.sort(key=lambda ships: loss_order(power, ships[0]))
    await lose_some(game, power, place, offered, count)


async def keep_one_ship(game: WarGame, place: Place, power: Power) -> None:
    """The side that is spared loses all ships but one of its choice; silence keeps a squadron."""
    offered = sorted(
        ships_by_kind(game, place, power),
        key=lambda ships: (ships[1] != CORSAIRS, loss_order(power, ships[0])),
    )
    await lose_some(game, power, place, offered, ships_at(game, place, power) - 1)


async def lose_some(game: WarGame, power: Power, place: Place, offered: Sequence[Ships], count: int) -> None:
    """NAV-3: lose so many of the ships offered; the owner is asked where he has a choice."""
    if not count:
        return
    question = LoseShips(power, place, tuple(offered), count)
    lost = question.default(game)
    if power in game.majors and len(offered) > 1 and count < sum(ships[2] for ships in offered):
        lost = await ask(question)
    for ships in lost:
        sink(game, place, ships)


# ---- Step 9: retreat


async def one_power_retreats(game: WarGame, combat: NavalCombat, *, outbreak: bool) -> None:
    """Step 9: from a port the attacker, won or lost; at sea the loser; both if a new war starts so (9.6)."""
    if combat.place in game.spaces:
        leaving = [combat.attacker]
    elif outbreak and game.outbreak_ties_part_both and combat.attacker_hits == combat.defender_hits:
        leaving = [combat.attacker, combat.defender]
    else:
        leaving = [combat.loser]
    for power in leaving:
        if fleet_at(game, combat.place, power).ships:
            await retreat(game, power, combat.place, beaten=power == combat.loser)


# ---- Which combat first


async def choose_combat_place(game: WarGame, power: Power, places: Iterable[Place]) -> Place:
    """NAV-2: where the active power fights next; silence goes by the alphabet (16.1 step 7)."""
    options = tuple(sorted(places))
    if len(options) == 1 or power not in game.majors:
        return options[0]
    return await ask(Choose(power, "naval_combat_place", "place", options, options[0], "16.1"))


# ---- 9.6 War breaks out in the Action Phase


async def war_at_sea_breaks_out(game: WarGame, one: Power, other: Power) -> None:
    """Fleets of new enemies that are in one sea zone fight at once (9.6); the active power attacks."""
    attacker = game.attacks_at_outbreak(one, other)
    defender = other if attacker == one else one
    zones = [zone for zone in game.board.zones if ships_at(game, zone, one) and ships_at(game, zone, other)]
    while zones:
        zone = await choose_combat_place(game, attacker, zones)
        zones.remove(zone)
        await naval_combat(game, zone, attacker, defender, outbreak=True)
