"""Response and combat cards: 22 to 37 (6.1, sequence of play 0.2)."""

from __future__ import annotations

from rules.core import card_play
from rules.core.events import Event
from rules.core.events import Side as SideName
from rules.core.flow import Power, ask
from rules.core.questions import Choose, ChooseNumber, choose_one
from rules.core.reasons import Reason
from rules.vq.cards.choices import convert_in, quiet_camps
from rules.vq.game import VqGame
from rules.vq.powers import AREA_NETHERLANDS, ENGLAND, FACTIONS, OTTOMAN, PROTESTANT, PROTESTANT_FAITH, SPAIN
from rules.vq.sequence.impulse import EventDeclared
from rules.vq.treasury import take_at_random
from rules.vq.windows import CARDS, Window
from rules.war.battle import Assault, FieldBattle, Side
from rules.war.casualties import eliminate
from rules.war.construction import add_new_units
from rules.war.control import place_unrest
from rules.war.displacement import ships_at, warships_at
from rules.war.fleets import strand_leaders
from rules.war.forces import MERCENARIES, best_battle_rating, mark
from rules.war.ids import Nation, Place, SpaceId
from rules.war.moments import Announced
from rules.war.naval_combat import lose_corsairs, lose_warships
from rules.war.naval_moments import NavalCombat
from rules.war.placement import place_units
from rules.war.windows import WarWindow

REITERS, DESERTERS, CANCELLED_CP = 3, 4, 2
GALLEASS_DICE, TILBURY_DICE = 4, 3
STORM_SINKS_ON = 5
ATTACKER, DEFENDER = "attacker", "defender"


class StormBroke(Event):
    """A storm stops an action of a power."""

    power: Power


class ShipsBlownBack(Event):
    power: Power
    origin: Place
    to: Place


# ---- 22 Storms


def storm_on_land(game: VqGame, power: Power, moment: Announced) -> bool:
    return moment.kind in ("move", "assault") and not moment.cancelled and power != moment.power


@CARDS.response(22, "land", WarWindow.ACTION_ANNOUNCED, playable=storm_on_land)
async def storms_land(game: VqGame, power: Power, moment: Announced) -> None:
    """22 Storms: a move or an assault is called off; that formation does neither again in this impulse."""
    moment.cancelled = True
    game.campaign.laid_up += list(moment.leaders)
    mark(game.campaign.beaten, moment.place, moment.units)
    if moment.kind == "assault":
        game.campaign.assaulted.append(moment.place)
    game.emit(StormBroke(moment.power))


def storm_at_sea(game: VqGame, power: Power, moment: Announced) -> bool:
    if moment.cancelled or power == moment.power:
        return False
    return moment.kind == "transport" or any(to in game.board.zones for _origin, to in moment.convoys)


@CARDS.response(22, "sea", WarWindow.ACTION_ANNOUNCED, playable=storm_at_sea)
async def storms_sea(game: VqGame, power: Power, moment: Announced) -> None:
    """22 Storms: a transport returns to port; of a Naval Move one stack goes back, perhaps with a loss."""
    game.emit(StormBroke(moment.power))
    if moment.kind == "transport":
        moment.cancelled = True
        return
    ways = [(origin, to) for origin, to in moment.convoys if to in game.board.zones]
    options = [f"{origin}>{to}" for origin, to in ways]
    chosen = await choose_one(power, "stormy_stack", "way", options, "16.1")
    origin, to = ways[options.index(chosen)]
    moment.turned_back.append((origin, to))
    game.emit(ShipsBlownBack(moment.power, to, origin))
    (die,) = game.roll(power, 1, Reason("storm"))
    if die >= STORM_SINKS_ON and ships_at(game, to, moment.power):
        # The ships are still where they sailed to; the one that sinks does not come back.
        if warships_at(game, to, moment.power):
            await lose_warships(game, moment.power, to, 1)
        else:
            await lose_corsairs(game, moment.power, to, 1)
        strand_leaders(game, to, moment.power)


# ---- 23 German Reiters


def reiters_can_join(game: VqGame, power: Power, battle: FieldBattle | Assault) -> bool:
    """Own land units take part; in an assault only the attacker's."""
    if power == OTTOMAN:
        return False
    side = battle.side_of(power)
    if side is None or not side.force.army(game, power).size:
        return False
    return isinstance(battle, FieldBattle) or side is battle.attack


@CARDS.response(23, "battle", WarWindow.BEFORE_BATTLE, playable=reiters_can_join)
async def german_reiters_battle(game: VqGame, power: Power, battle: FieldBattle | Assault) -> None:
    """23 German Reiters: up to three mercenaries join, even beyond the size of the formation."""
    side = battle.side_of(power)
    assert side is not None
    gained = add_new_units(
        game, own_mercenaries(game, power, battle.space), MERCENARIES, REITERS, battle.space
    )
    if side is battle.attack and battle.limit is not None:
        battle.limit += gained


def own_mercenaries(game: VqGame, power: Power, space: SpaceId) -> Nation:
    """Whose counters a power's mercenaries in a space are; the Protestant's, those of the larger faction."""
    if power != PROTESTANT:
        return power
    return max(FACTIONS, key=lambda faction: game.at(space, faction).land)


def reiters_can_be_hired(game: VqGame, power: Power) -> bool:
    return power != OTTOMAN and bool(quiet_camps(game, power))


@CARDS.event(23, "hire", playable=reiters_can_be_hired)
async def german_reiters_hire(game: VqGame, power: Power) -> None:
    """23 German Reiters: three mercenaries in any quiet friendly space."""
    camps = sorted(quiet_camps(game, power), key=lambda s: (-game.land_strength(s, power), s))
    space = await choose_one(power, "reiters", "space", camps, "17")
    nation = own_mercenaries(game, power, space)
    await place_units(game, "reiters", power, MERCENARIES, REITERS, [space], nation=nation)


# ---- 24 Galleasses


def battle_in_mediterranean(game: VqGame, power: Power, combat: NavalCombat) -> bool:
    return game.is_mediterranean(combat.place)


@CARDS.response(24, "event", WarWindow.NAVAL_COMBAT_ROLLED, playable=battle_in_mediterranean)
async def galleasses(game: VqGame, power: Power, combat: NavalCombat) -> None:
    """24 Galleasses: four more dice for one side."""
    own = combat.side(power) or ATTACKER
    options = (own, DEFENDER if own == ATTACKER else ATTACKER)
    chosen = await ask(Choose(power, "galleasses_side", "option", options, own, "16.2"))
    side: SideName = "attacker" if chosen == ATTACKER else "defender"
    combat.more_dice(game, side, GALLEASS_DICE)


# ---- 25, 26 After an assault


def city_fell(game: VqGame, power: Power, battle: Assault) -> bool:
    return battle.lost_by is not None and not sacked(game)


def sacked(game: VqGame) -> bool:
    """One of the two cards in all (15.1)."""
    return any(card in game.cards.in_play for card in (25, 26))


@CARDS.response(25, "event", WarWindow.ASSAULT_SUCCEEDED, playable=city_fell)
async def looting(game: VqGame, power: Power, battle: Assault) -> None:
    """25 Looting: a card or treasure of the loser, or a card of the deck; and unrest."""
    loser = game.commander(battle.lost_by) if battle.lost_by is not None else ""
    if loser in game.majors and game.can_be_robbed(loser):
        take_at_random(game, giver=loser, taker=battle.attacker, reason=Reason("event", card=25), later=True)
    elif loser not in game.majors:
        card_play.draw_cards(game, battle.attacker, 1, Reason("event", card=25))
    place_unrest(game, battle.space)


def key_fell(game: VqGame, power: Power, battle: Assault) -> bool:
    return city_fell(game, power, battle) and game.board.spaces[battle.space].is_key


@CARDS.response(26, "event", WarWindow.ASSAULT_SUCCEEDED, playable=key_fell)
async def spanish_fury(game: VqGame, power: Power, battle: Assault) -> None:
    """26 Spanish Fury!: unrest, a card; Protestant anger if Spain did it in the Netherlands, else a loss."""
    place_unrest(game, battle.space)
    card_play.draw_cards(game, battle.attacker, 1, Reason("event", card=26))
    if battle.attacker == SPAIN and game.printed(battle.space).area == AREA_NETHERLANDS:
        await convert_in(game, PROTESTANT, PROTESTANT_FAITH, (AREA_NETHERLANDS,), 5)
        return
    units = [u for u in battle.attack.force.units(game) if u[1] in (MERCENARIES, "regulars")]
    units.sort(key=lambda unit: unit[1] != MERCENARIES)
    if units:
        nation, kind, _count = units[0]
        await eliminate(game, battle.attacker, battle.space, ((nation, kind, 1),))


# ---- 27 Unpaid Troops


def mercenary_stacks(game: VqGame) -> list[tuple[SpaceId, Nation]]:
    """Where mercenaries stand, and whose; in an order that a stored position has too."""
    return sorted(
        (space, nation)
        for space, here in game.units.items()
        if space in game.spaces
        for nation, units in here.items()
        if units.mercenaries
    )


def somebody_is_unpaid(game: VqGame, power: Power, moment: object) -> bool:
    return any(
        units.mercenaries
        for space, here in game.units.items()
        if space in game.spaces
        for units in here.values()
    )


@CARDS.response(27, "event", WarWindow.AFTER_ACTION, WarWindow.BEFORE_BATTLE, playable=somebody_is_unpaid)
async def unpaid_troops(game: VqGame, power: Power, moment: object) -> None:
    """27 Unpaid Troops: up to four mercenaries of one power desert from one space."""
    stacks = mercenary_stacks(game)
    options = [f"{nation}:{space}" for space, nation in stacks]
    chosen = await choose_one(power, "unpaid_troops", "stack", options, "6.1")
    space, nation = stacks[options.index(chosen)]
    most = min(DESERTERS, game.at(space, nation).mercenaries)
    count = await ask(ChooseNumber(power, "deserters", 1, most, most, "6.1"))
    await eliminate(game, game.commander(nation), space, ((nation, MERCENARIES, count),))
    await game.settle()


# ---- 28 Ruler Falls Ill


def ruler_can_fall_ill(game: VqGame, power: Power, moment: EventDeclared) -> bool:
    return moment.power not in (power, PROTESTANT) and not moment.cancelled


@CARDS.response(28, "event", Window.EVENT_DECLARED, playable=ruler_can_fall_ill)
async def ruler_falls_ill(game: VqGame, power: Power, moment: EventDeclared) -> None:
    """28 Ruler Falls Ill: a home card has no effect but 2 CP."""
    moment.cancelled = True
    moment.cp_instead = CANCELLED_CP


# ---- 29 Tilbury Speech


def english_fight(game: VqGame, power: Power, battle: FieldBattle | Assault) -> bool:
    side = battle.side_of(ENGLAND)
    return side is not None and side.force.army(game, ENGLAND).size > 0


@CARDS.response(29, "event", WarWindow.FIELD_BATTLE_ROLLED, WarWindow.ASSAULT_ROLLED, playable=english_fight)
async def tilbury_speech(game: VqGame, power: Power, battle: FieldBattle | Assault) -> None:
    """29 Tilbury Speech: three more dice for the English side."""
    side = battle.side_of(ENGLAND)
    assert side is not None
    side.roll(game, TILBURY_DICE, Reason("event", card=29))


# ---- Combat cards


def own_side(game: VqGame, power: Power, battle: FieldBattle | Assault) -> Side | None:
    """The side on which a power's own units or leaders fight, if they do (6.1)."""
    side = battle.side_of(power)
    return side if side is not None and side.force.army(game, power) else None


def fights(game: VqGame, power: Power, battle: FieldBattle | Assault) -> bool:
    return own_side(game, power, battle) is not None


def more_dice(game: VqGame, power: Power, battle: FieldBattle | Assault, dice: int) -> None:
    side = own_side(game, power, battle)
    assert side is not None
    side.bonus_dice += dice


def storms_walls(game: VqGame, power: Power, battle: Assault) -> bool:
    return power == battle.attacker


@CARDS.response(30, "event", WarWindow.ASSAULT_CARDS, playable=storms_walls)
async def siege_technique(game: VqGame, power: Power, battle: Assault) -> None:
    """30 Siege Technique: three more dice for the attacker."""
    more_dice(game, power, battle, 3)


@CARDS.response(31, "event", WarWindow.FIELD_BATTLE_CARDS, playable=fights)
async def tercios(game: VqGame, power: Power, battle: FieldBattle) -> None:
    """31 Tercios: two more dice, three for Spain."""
    more_dice(game, power, battle, 3 if power == SPAIN else 2)


@CARDS.response(32, "event", WarWindow.FIELD_BATTLE_CARDS, playable=fights)
async def swiss_pikemen(game: VqGame, power: Power, battle: FieldBattle) -> None:
    """32 Swiss Pikemen: two more dice, and the enemy's best leader counts one less."""
    more_dice(game, power, battle, 2)
    side = own_side(game, power, battle)
    assert side is not None
    enemy = battle.against(side)
    if best_battle_rating(game, enemy.force.leaders(game)) > 0:
        enemy.bonus_dice -= 1


@CARDS.response(33, "event", WarWindow.FIELD_BATTLE_CARDS, WarWindow.ASSAULT_CARDS, playable=fights)
async def field_artillery(game: VqGame, power: Power, battle: FieldBattle | Assault) -> None:
    """33 Field Artillery: two more dice."""
    more_dice(game, power, battle, 2)


def sails(game: VqGame, power: Power, combat: NavalCombat) -> bool:
    return combat.side(power) is not None


def in_atlantic_or_port(game: VqGame, power: Power, combat: NavalCombat) -> bool:
    return sails(game, power, combat) and not game.is_mediterranean(combat.place)


@CARDS.response(34, "event", WarWindow.NAVAL_COMBAT_CARDS, playable=in_atlantic_or_port)
async def fireships(game: VqGame, power: Power, combat: NavalCombat) -> None:
    """34 Fireships: three more dice in the Atlantic or in a port."""
    side = combat.side(power)
    assert side is not None
    combat.more_dice(game, side, 3)


@CARDS.response(35, "event", WarWindow.NAVAL_COMBAT_CARDS, playable=sails)
async def boarding_action(game: VqGame, power: Power, combat: NavalCombat) -> None:
    """35 Boarding Action: two more dice; if the player wins, a lost enemy ship comes back a turn late."""
    side = combat.side(power)
    assert side is not None
    combat.more_dice(game, side, 2)
    combat.boarders.append(power)


def behind_walls(game: VqGame, power: Power, battle: Assault) -> bool:
    return power in battle.defence.powers


@CARDS.response(36, "event", WarWindow.ASSAULT_CARDS, playable=behind_walls)
async def heroic_defence(game: VqGame, power: Power, battle: Assault) -> None:
    """36 Heroic Defence: three more dice for the defender."""
    battle.defence.bonus_dice += 3


def at_open_sea(game: VqGame, power: Power, combat: NavalCombat) -> bool:
    return sails(game, power, combat) and combat.place in game.board.zones


@CARDS.response(37, "event", WarWindow.NAVAL_COMBAT_CARDS, playable=at_open_sea)
async def weather_gauge(game: VqGame, power: Power, combat: NavalCombat) -> None:
    """37 Weather Gauge: up to three own dice that missed are rolled again."""
    combat.rerolls[power] = combat.rerolls.get(power, 0) + 3
