"""The exact chances of war, from the functions that count the dice: before cards, and nothing is rolled.

Whoever is not where the fight would be yet is `Gathered` there; everything else is read from the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from rules.core.chances import (
    FACES,
    NEVER,
    SURE,
    Distribution,
    add,
    altogether,
    chance_that,
    expected,
    hits,
    pairs,
    sum_at_least,
)
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.advance import foes_in_the_open
from rules.war.assault import falls
from rules.war.assault import prepare as prepare_assault
from rules.war.avoid_battle import already_beaten
from rules.war.battle import Assault, FieldBattle, Force, Side, attack_prevails
from rules.war.fleets import CORSAIRS, Fleet, fleet_dice
from rules.war.forces import (
    REGULARS,
    Formation,
    army_at,
    cheapest_units,
    formation_limit,
    land_powers_at,
    together,
    without,
)
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.interception import roll_modifier
from rules.war.naval_combat import ships_lost
from rules.war.naval_interception import roll_modifier_at_sea
from rules.war.piracy import dice_against_pirates, piracy_dice, pirates_left, pirates_lost, stack_of_pirates
from rules.war.siege import inside_strength
from rules.war.state import WarGame


@dataclass(slots=True)
class Gathered(Force):
    """A force some of whose armies are elsewhere yet: counted as they would stand in the place."""

    armies: tuple[tuple[Power, Formation], ...] = ()

    def army(self, game: WarGame, power: Power) -> Formation:
        gathered = dict(self.armies)
        return gathered[power] if power in gathered else Force.army(self, game, power)


class FightOdds(Record):
    """What the dice of a fight can bring, without cards."""

    attack_dice: int
    defence_dice: int
    wins: Fraction
    """The attacker has more hits; of an assault: the fortification falls."""
    attack_loses: Fraction
    """How many units or ships the attacker loses, in the mean."""
    defence_loses: Fraction
    attack_gone: Fraction
    """The chance that nothing is left of the attacker."""
    defence_gone: Fraction


# ---- 13.2, 13.3: two dice and a sum to reach


class RollOdds(Record):
    """Two dice, what is added, the sum to reach, and the chance of it."""

    need: int
    modifier: int
    chance: Fraction


def roll_odds(need: int, modifier: int) -> RollOdds:
    return RollOdds(need, modifier, sum_at_least(need - modifier))


def interception_odds(game: WarGame, power: Power, own: Formation, moving: Formation) -> RollOdds:
    """A formation intercepts another one (13.2, step 2)."""
    table = game.war_tables().intercept
    return roll_odds(table.need, roll_modifier(game, power, table, own, moving))


def avoidance_odds(
    game: WarGame, power: Power, space: SpaceId, own: Formation, moving: Formation
) -> RollOdds:
    """A formation avoids battle with another one (13.3, step 4); once beaten it need not roll."""
    table = game.war_tables().avoid_battle
    odds = roll_odds(table.need, roll_modifier(game, power, table, own, moving))
    return RollOdds(odds.need, odds.modifier, SURE) if already_beaten(game, space, own) else odds


def naval_interception_odds(game: WarGame, power: Power, zone: ZoneId, fleet: Fleet) -> RollOdds:
    """Ships intercept in a zone (16.1, step 4)."""
    need = game.war_tables().naval_intercept.need
    return roll_odds(need, roll_modifier_at_sea(game, power, zone, fleet))


def naval_avoidance_odds(game: WarGame, power: Power, zone: ZoneId, fleet: Fleet) -> RollOdds:
    """Ships avoid battle in a zone (16.1, step 5)."""
    need = game.war_tables().naval_avoid.need
    return roll_odds(need, roll_modifier_at_sea(game, power, zone, fleet))


# ---- 14 Field battle


def attack_on(game: WarGame, power: Power, to: SpaceId, formation: Formation) -> FieldBattle:
    """The battle if a formation entered a space now and everybody there stood (14)."""
    foes = foes_in_the_open(game, power, to)
    return FieldBattle(
        to,
        Side(Gathered(to, (power,), armies=((power, formation),))),
        Side(Force(to, tuple(foes))),
        limit=formation_limit(game, formation.leaders),
    )


def battle_after_interception(
    game: WarGame, power: Power, own: Formation, mover: Power, moving: Formation, to: SpaceId
) -> FieldBattle:
    """The battle if a formation got to a space before the one that moves there (13.2, step 5)."""
    friends = [other for other in land_powers_at(game, to) if other != mover and game.friendly(power, other)]
    there = army_at(game, to, power)
    return FieldBattle(
        to,
        Side(Gathered(to, (mover,), armies=((mover, moving),))),
        Side(
            Gathered(
                to,
                tuple(dict.fromkeys((power, *friends))),
                armies=((power, together(own, there)),),
            )
        ),
        limit=formation_limit(game, moving.leaders),
    )


def side_hits(game: WarGame, battle: FieldBattle | Assault, side: Side) -> Distribution:
    """Hits of a side: its dice, and those that cards let hit on another number."""
    dice = battle.dice_for(game, side)
    usual = hits(dice, game.war_tables().hit)
    special = side.special if dice or isinstance(battle, Assault) else []
    return altogether([usual, *(hits(count, hit_on) for count, hit_on in special)])


def all_dice(game: WarGame, battle: FieldBattle | Assault, side: Side) -> int:
    return len(side_hits(game, battle, side)) - 1


def field_battle_odds(game: WarGame, battle: FieldBattle) -> FightOdds:
    """The chances of a field battle (14, steps 6 to 9); after a surprise one side rolls first (#29)."""
    if battle.surprise is not None:
        return _surprise_odds(game, battle, battle.surprise)
    attack, defence = (side_hits(game, battle, side) for side in (battle.attack, battle.defence))
    return _fight(game, battle, _every_fall(attack, defence))


def _surprise_odds(game: WarGame, battle: FieldBattle, first: Side) -> FightOdds:
    """The other side rolls with what the first hits leave of it."""
    second = battle.against(first)
    falls_so: list[Fall] = []
    first_hits = side_hits(game, battle, first)
    for n, chance in enumerate(first_hits):
        left = Side(_less(game, second.force, n), second.bonus_dice, second.special, second.least_dice)
        if second is battle.attack:
            weakened = FieldBattle(battle.space, left, battle.defence, limit=battle.limit)
        else:
            weakened = FieldBattle(battle.space, battle.attack, left, limit=battle.limit)
        weakened.defender_die = battle.defender_die
        second_hits = side_hits(game, weakened, left)
        for m, with_chance in enumerate(second_hits):
            if first is battle.attack:
                falls_so.append(Fall(n, m, chance * with_chance, len(first_hits) > len(second_hits)))
            else:
                falls_so.append(Fall(m, n, chance * with_chance, len(second_hits) > len(first_hits)))
    return _fight(game, battle, tuple(falls_so))


def _less(game: WarGame, force: Force, count: int) -> Gathered:
    """A force without so many of its units; which ones makes no difference to its dice in the field."""
    armies: list[tuple[Power, Formation]] = []
    for power in force.powers:
        army = force.army(game, power)
        lost = Formation(units=cheapest_units(power, army.units, count))
        count -= lost.size
        armies.append((power, without(army, lost)))
    return Gathered(force.place, force.powers, force.held_back, tuple(armies))


class Fall(NamedTuple):
    """One fall of the dice of both sides."""

    attack_hits: int
    defence_hits: int
    chance: Fraction
    attack_rolled_more: bool


def _fight(game: WarGame, battle: FieldBattle, falls_so: tuple[Fall, ...]) -> FightOdds:
    """Who wins and who is left, over all hits of both sides (14, steps 8 and 9)."""
    dice = [all_dice(game, battle, side) for side in (battle.attack, battle.defence)]
    sizes = battle.attack.force.size(game), battle.defence.force.size(game)
    kept = _kept(game, battle.attack.force), _kept(game, battle.defence.force)
    return FightOdds(dice[0], dice[1], *_outcome(falls_so, *sizes, *kept))


def _kept(game: WarGame, force: Force) -> tuple[int, ...]:
    """With how many losses one regular comes back, if its lord knows how and gives up the cheapest.

    Of a side of several powers it is not told: chance shares the hits.
    """
    if len(force.powers) != 1 or not game.saves_wounded(force.powers[0]):
        return ()
    (power,) = force.powers
    army = force.army(game, power)
    return tuple(
        lost
        for lost in range(1, army.size)
        if any(kind == REGULARS for _nation, kind, _count in cheapest_units(power, army.units, lost))
    )


@cache
def _outcome(
    falls_so: tuple[Fall, ...],
    attackers: int,
    defenders: int,
    attack_keeps: tuple[int, ...],
    defence_keeps: tuple[int, ...],
) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """The last five figures of `FightOdds`."""
    wins = attack_loses = defence_loses = attack_gone = defence_gone = NEVER
    for attack_hits, defence_hits, chance, attack_rolled_more in falls_so:
        if attack_prevails(attack_hits, defence_hits):
            wins += chance
        on_attack, on_defence = min(defence_hits, attackers), min(attack_hits, defenders)
        if attack_hits and defence_hits and on_attack == attackers and on_defence == defenders:
            # The side with more dice keeps a unit, the defender if both have as many.
            if attack_rolled_more:
                on_attack -= 1
            else:
                on_defence -= 1
        attack_loses += chance * (on_attack - (on_attack in attack_keeps))
        defence_loses += chance * (on_defence - (on_defence in defence_keeps))
        if on_attack == attackers:
            attack_gone += chance
        if on_defence == defenders:
            defence_gone += chance
    return wins, attack_loses, defence_loses, attack_gone, defence_gone


@cache
def _every_fall(attack: Distribution, defence: Distribution) -> tuple[Fall, ...]:
    more = len(attack) > len(defence)
    return tuple(Fall(a, d, chance, more) for a, d, chance in pairs(attack, defence))


# ---- 15.1 Assault


def assault_odds(
    game: WarGame, battle: Assault, *, besiegers: int | None = None, garrison: int | None = None
) -> FightOdds:
    """The chances of an assault (15.1, steps 7 to 10).

    `besiegers` and `garrison` are given for a siege that is not laid yet.
    """
    besiegers = game.land_strength(battle.space, battle.attacker) if besiegers is None else besiegers
    garrison = inside_strength(game, battle.space) if garrison is None else garrison
    attack, defence = (side_hits(game, battle, side) for side in (battle.attack, battle.defence))
    attack_keeps = _kept(game, Force(battle.space, battle.attack.powers))
    defence_keeps = _kept(game, battle.defence.force)
    return FightOdds(
        len(attack) - 1,
        len(defence) - 1,
        chance_that(attack, defence, lambda a, d: falls(a, garrison - a, besiegers - d)),
        sum((chance * (min(n, besiegers) - (n in attack_keeps)) for n, chance in enumerate(defence)), NEVER),
        sum((chance * (min(n, garrison) - (n in defence_keeps)) for n, chance in enumerate(attack)), NEVER),
        sum(defence[besiegers:], NEVER),
        sum(attack[garrison:], NEVER) if garrison else SURE,
    )


def storming(game: WarGame, power: Power, space: SpaceId, formation: Formation) -> FightOdds:
    """The chances if a formation stormed a besieged space now (15.1)."""
    return assault_odds(game, prepare_assault(game, power, space, formation))


def storming_later(game: WarGame, power: Power, space: SpaceId, army: Formation) -> FightOdds:
    """The chances if an army besieged a space that stands open now, and stormed it later (15.1).

    Whoever of its enemies is there would be inside then.
    """
    holder = game.controller(space) or power
    inside = [holder, *(p for p in game.majors if game.land_strength(space, p) and p not in (power, holder))]
    battle = Assault(
        space,
        Side(Gathered(space, (power,), armies=((power, army),))),
        Side(Force(space, tuple(inside))),
        limit=formation_limit(game, army.leaders),
    )
    besiegers = max(army.size, game.land_strength(space, power))
    return assault_odds(game, battle, besiegers=besiegers, garrison=battle.defence.force.size(game))


# ---- 16.2 Naval combat


def naval_combat_odds(
    game: WarGame,
    place: Place,
    attack: Fleet,
    defence: Fleet,
    *,
    dice: tuple[int, int] | None = None,
    rerolls: tuple[int, int] = (0, 0),
) -> FightOdds:
    """The chances of a combat between two fleets in a place (16.2, steps 5 to 8).

    `dice` are those that were counted already, cards included; so many that missed are rolled again.
    """
    in_port = game.war_tables().naval_combat.port_defender_dice if place in game.spaces else 0
    attack_dice, defence_dice = dice or (
        fleet_dice(game, attack, place),
        fleet_dice(game, defence, place) + in_port,
    )
    hit = game.war_tables().hit
    wins = attack_loses = defence_loses = attack_gone = defence_gone = NEVER
    shields = game.shielded_from_fives(attack, place), game.shielded_from_fives(defence, place)
    attack_hits = hits_with_rerolls(attack_dice, hit, rerolls[0])
    defence_hits = hits_with_rerolls(defence_dice, hit, rerolls[1])
    for a, d, less_a, less_d, chance in _hits_and_fives(attack_hits, defence_hits, hit, *shields):
        won = attack_prevails(a, d)
        on_attack = sunk(game, attack, d - less_d, lost=not won)
        on_defence = sunk(game, defence, a - less_a, lost=won)
        if on_attack == attack.size and on_defence == defence.size:
            # One ship is spared: of the side with more dice, of the defender if both have as many.
            if attack_dice > defence_dice:
                on_attack -= 1
            else:
                on_defence -= 1
        wins += chance * won
        attack_loses += chance * on_attack
        defence_loses += chance * on_defence
        attack_gone += chance * (on_attack == attack.size)
        defence_gone += chance * (on_defence == defence.size)
    return FightOdds(attack_dice, defence_dice, wins, attack_loses, defence_loses, attack_gone, defence_gone)


@cache
def hits_with_rerolls(dice: int, hit: int, again: int) -> Distribution:
    """Hits of some dice, so many of which are rolled once more if they missed."""
    found: list[Fraction] = [NEVER] * (max(dice, 0) + 1)
    for n, chance in enumerate(hits(dice, hit)):
        for m, with_chance in enumerate(hits(min(again, dice - n), hit)):
            found[n + m] += chance * with_chance
    return tuple(found)


def _hits_and_fives(
    attack: Distribution, defence: Distribution, hit: int, attack_shields: int, defence_shields: int
) -> Iterator[tuple[int, int, int, int, Fraction]]:
    """Hits of both sides, and how many of them the other side's ships ignore because they are fives."""
    for a, d, chance in pairs(attack, defence):
        for less_a, with_chance in _ignored(a, hit, defence_shields):
            for less_d, and_chance in _ignored(d, hit, attack_shields):
                yield a, d, less_a, less_d, chance * with_chance * and_chance


def _ignored(scored: int, hit: int, shields: int) -> Iterable[tuple[int, Fraction]]:
    """How many of so many hits are ignored: those that are just a hit, one by each such ship."""
    if not shields:
        return ((0, SURE),)
    just = Fraction(1, FACES + 1 - hit)
    found: dict[int, Fraction] = {}
    for fives in range(scored + 1):
        chance = comb(scored, fives) * just**fives * (1 - just) ** (scored - fives)
        add(found, min(fives, shields), chance)
    return found.items()


def sunk(game: WarGame, fleet: Fleet, count: int, *, lost: bool) -> int:
    """Ships of a fleet that so many hits sink."""
    corsairs = sum(n for _nation, kind, n in fleet.ships if kind == CORSAIRS)
    losses = ships_lost(game, fleet.size - corsairs, corsairs, count, lost=lost)
    return losses.warships + losses.corsairs


# ---- 16.4 Piracy


class RaidOdds(Record):
    """Dice against the pirates and of the pirates, if none of these is lost, and what they can bring."""

    against: int
    dice: int
    hits: Distribution

    @property
    def chance(self) -> Fraction:
        """At least one hit."""
        return SURE - self.hits[0]

    @property
    def mean(self) -> Fraction:
        return expected(self.hits)


class PiracyOdds(RaidOdds):
    """With the corsairs that it costs on average."""

    corsairs_lost: Fraction


def piracy_odds(game: WarGame, pirate: Power, zone: ZoneId, target: Power) -> PiracyOdds:
    """The chances of piracy (16.4): corsairs that are sunk first roll no dice, and may take a die away."""
    hit = game.war_tables().hit
    ships = stack_of_pirates(game, pirate, zone, target)
    against = dice_against_pirates(game, pirate, zone, target)
    scored: list[Fraction] = [NEVER]
    lost = NEVER
    for n, chance in enumerate(hits(against, hit)):
        gone = pirates_lost(game, pirate, zone, target, n)
        lost += chance * sum(gone)
        if not pirates_left(game, pirate, zone, target, gone):
            scored[0] += chance
            continue
        dice = piracy_dice(game, pirate, zone, target, ships - sum(gone))
        for m, with_chance in enumerate(hits(dice, hit)):
            scored += [NEVER] * (m + 1 - len(scored))
            scored[m] += chance * with_chance
    dice = piracy_dice(game, pirate, zone, target, ships)
    return PiracyOdds(against, dice, tuple(scored), lost)
