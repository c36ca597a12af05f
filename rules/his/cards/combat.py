"""Combat cards: 24 to 30, declared before the dice of a battle (6.1, 14 steps 4 and 5, 15.1, 16.2).

Only powers whose own units take part may play them.
"""

from __future__ import annotations

from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.cards import military_events as told
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, OTTOMAN
from rules.his.windows import CARDS
from rules.war.battle import Assault, FieldBattle, Side
from rules.war.casualties import share_hits
from rules.war.construction import add_new_units
from rules.war.forces import MERCENARIES, REGULARS, Formation, first_units
from rules.war.naval_moments import NavalCombat
from rules.war.windows import WarWindow

ARQUEBUSIERS_DICE = 2
ARTILLERY_DICE, GREAT_ARTILLERY_DICE = 2, 3
GREAT_ARTILLERY = (FRANCE, OTTOMAN)
MINING_DICE = 3
TERCIOS_DICE, TERCIOS_HIT_ON = 3, 4
TERCIOS_REGULARS = 3
"""Hapsburg regulars that must face whoever turns the card against them."""


def own_side(game: HisGame, power: Power, battle: FieldBattle | Assault) -> Side | None:
    """The side on which a power's own units or leaders fight, if they do (6.1)."""
    side = battle.side_of(power)
    return side if side is not None and side.force.army(game, power) else None


def side_in(game: HisGame, power: Power, battle: FieldBattle | Assault) -> Side:
    """The same, for a power that is known to fight."""
    side = own_side(game, power, battle)
    assert side is not None
    return side


def takes_part(game: HisGame, power: Power, battle: FieldBattle | NavalCombat) -> bool:
    if isinstance(battle, NavalCombat):
        return battle.side(power) is not None
    return own_side(game, power, battle) is not None


# ---- Field battle and naval combat


@CARDS.response(24, "event", WarWindow.FIELD_BATTLE_CARDS, WarWindow.NAVAL_COMBAT_CARDS, playable=takes_part)
async def arquebusiers(game: HisGame, power: Power, battle: FieldBattle | NavalCombat) -> None:
    """24 Arquebusiers: two more dice, on land or at sea."""
    if isinstance(battle, NavalCombat):
        at_sea = battle.side(power)
        assert at_sea is not None
        battle.more_dice(game, at_sea, ARQUEBUSIERS_DICE)
    else:
        side_in(game, power, battle).bonus_dice += ARQUEBUSIERS_DICE


@CARDS.response(25, "event", WarWindow.FIELD_BATTLE_CARDS, playable=takes_part)
async def field_artillery(game: HisGame, power: Power, battle: FieldBattle) -> None:
    """25 Field Artillery: two more dice, three for France and the Ottoman."""
    dice = GREAT_ARTILLERY_DICE if power in GREAT_ARTILLERY else ARTILLERY_DICE
    side_in(game, power, battle).bonus_dice += dice


def mercenaries_on(game: HisGame, side: Side, power: Power) -> int:
    """A power's mercenaries among those who fight on a side."""
    return side.force.army(game, power).count(power, MERCENARIES)


def mercenaries_can_be_bribed(game: HisGame, power: Power, battle: FieldBattle) -> bool:
    """Neither the player nor the enemy may be the Ottoman, who has no mercenaries to lose or win."""
    side = own_side(game, power, battle)
    if side is None or power == OTTOMAN:
        return False
    enemy = battle.against(side)
    return OTTOMAN not in enemy.powers and any(mercenaries_on(game, enemy, foe) for foe in enemy.powers)


@CARDS.response(26, "event", WarWindow.FIELD_BATTLE_CARDS, playable=mercenaries_can_be_bribed)
async def mercenaries_bribed(game: HisGame, power: Power, battle: FieldBattle) -> None:
    """26 Mercenaries Bribed: half of the enemy's mercenaries, rounded up, go over to the player.

    The enemy loses them even if the player lacks counters for them (5.2); allied enemies share the loss.
    """
    own = side_in(game, power, battle)
    enemy = battle.against(own)
    present = {foe: count for foe in enemy.powers if (count := mercenaries_on(game, enemy, foe))}
    bribed = -(-sum(present.values()) // 2)
    shares = share_hits(game, bribed, present, Reason("bribed_mercenaries", place=battle.space))
    for foe, count in shares.items():
        if count:
            await enemy.force.lose(game, foe, ((foe, MERCENARIES, count),))
            gained = add_new_units(game, power, MERCENARIES, count, own.force.place)
            game.emit(told.MercenariesChangedMaster(power, foe, count, gained))


def may_strike_first(game: HisGame, power: Power, battle: FieldBattle) -> bool:
    return battle.surprise is None and own_side(game, power, battle) is not None


@CARDS.response(29, "event", WarWindow.FIELD_BATTLE_CARDS, playable=may_strike_first)
async def surprise_attack(game: HisGame, power: Power, battle: FieldBattle) -> None:
    """29 Surprise Attack: the player's side rolls first, and its hits are taken before the enemy rolls."""
    battle.surprise = side_in(game, power, battle)
    game.emit(told.SurprisePrepared(power, battle.space))


@CARDS.response(30, "hapsburg_bonus", WarWindow.FIELD_BATTLE_CARDS, playable=takes_part)
async def tercios_hapsburg_bonus(game: HisGame, power: Power, battle: FieldBattle) -> None:
    """30 Tercios, hapsburg bonus: three more Hapsburg dice, which hit on 4 to 6."""
    side_in(game, power, battle).special.append((TERCIOS_DICE, TERCIOS_HIT_ON))


def faces_tercios(game: HisGame, power: Power, battle: FieldBattle) -> bool:
    """At least three Hapsburg regulars fight against the player."""
    side = own_side(game, power, battle)
    if side is None:
        return False
    enemy = battle.against(side)
    if HAPSBURG not in enemy.powers:
        return False
    return enemy.force.army(game, HAPSBURG).count(HAPSBURG, REGULARS) >= TERCIOS_REGULARS


@CARDS.response(30, "penalty", WarWindow.FIELD_BATTLE_CARDS, playable=faces_tercios)
async def tercios_penalty(game: HisGame, power: Power, battle: FieldBattle) -> None:
    """30 Tercios, penalty: the Hapsburg side rolls three dice fewer."""
    battle.against(side_in(game, power, battle)).bonus_dice -= TERCIOS_DICE


# ---- Assault


def formation_mercenaries(game: HisGame, battle: Assault) -> tuple[tuple[Power, str, int], ...]:
    """The mercenaries of the assaulting formation.

    Those who came at the last moment and found no room in it are not among them (15.1 step 2).
    """
    force = battle.attack.force
    beyond = max(0, force.size(game) - battle.limit)
    units = tuple(unit for unit in force.units(game) if unit[1] == MERCENARIES)
    count = sum(number for _nation, _kind, number in units)
    return first_units(Formation(units=units), max(0, count - beyond))


def besiegers_have_mercenaries(game: HisGame, power: Power, battle: Assault) -> bool:
    return power == game.controller(battle.space) and bool(formation_mercenaries(game, battle))


@CARDS.response(27, "event", WarWindow.ASSAULT_CARDS, playable=besiegers_have_mercenaries)
async def mercenaries_grow_restless(game: HisGame, power: Power, battle: Assault) -> None:
    """27 Mercenaries Grow Restless: the assaulting mercenaries are lost, which may break the siege (15.3)."""
    await battle.attack.force.lose(game, battle.attacker, formation_mercenaries(game, battle))


def assaults(game: HisGame, power: Power, battle: Assault) -> bool:
    return power == battle.attacker


@CARDS.response(28, "event", WarWindow.ASSAULT_CARDS, playable=assaults)
async def siege_mining(game: HisGame, power: Power, battle: Assault) -> None:
    """28 Siege Mining: three more dice for the assault."""
    battle.attack.bonus_dice += MINING_DICE
