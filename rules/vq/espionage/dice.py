"""Dice of spies and of those who guard against them (19)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.dynasty.rulers import CAPTURED, ELIZABETH
from rules.vq.game import VqGame
from rules.vq.powers import AREA_ENGLAND, ENGLAND, IRELAND, PROTESTANT_FAITH, SCOTLAND, SPAIN
from rules.war.ids import LeaderId

CRYPTOGRAPHY = "cryptography"
OFFENSIVE, DEFENSIVE = "offensive", "defensive"
LONDON = "london"


class PlotRolled(Event):
    """Hits of the spies less those of their enemies."""

    power: Power
    target: Power
    net: int


class InformantUnmasked(Event):
    power: Power
    target: Power


def net_hits(game: VqGame, power: Power, target: Power, attack: int, defence: int) -> int:
    """Both sides roll; hits of the attacker less those of the defender (19)."""
    hit = game.data.tables.hit
    mine = game.roll(power, attack, Reason("plots", power=power, other_power=target), hit)
    hits = sum(die >= hit for die in mine)
    if defence:
        theirs = game.roll(target, defence, Reason("guards", power=target, other_power=power), hit)
        hits -= sum(die >= hit for die in theirs)
    game.emit(PlotRolled(power, target, hits))
    return hits


def common_attack(game: VqGame, power: Power, target: Power) -> int:
    """Informant, cipher key, cryptography, Walsingham on the offensive (19.2)."""
    table, spies = game.data.tables.espionage, game.spies
    dice = table.informant if spies.informants.get(power, {}).get(target, False) else 0
    dice += table.cipher_key if spies.cipher_keys.get(power) == target else 0
    dice += table.cryptography if game.has_bonus(power, CRYPTOGRAPHY) else 0
    return dice + (table.walsingham_offensive if power == ENGLAND and spies.walsingham == OFFENSIVE else 0)


def common_defence(game: VqGame, target: Power) -> int:
    """Walsingham on the defensive."""
    guarded = target == ENGLAND and game.spies.walsingham == DEFENSIVE
    return game.data.tables.espionage.walsingham_defensive if guarded else 0


def jesuit_in_london(game: VqGame, power: Power, target: Power) -> int:
    here = power == SPAIN and target == ENGLAND and game.spaces[LONDON].jesuit
    return game.data.tables.espionage.jesuit_in_london if here else 0


# ---- 19.1


def intelligence_dice(game: VqGame, power: Power, target: Power) -> tuple[int, int]:
    """Attack and defence when intelligence is gathered (19.1)."""
    attack = game.data.tables.espionage.base_dice + common_attack(game, power, target)
    return attack + jesuit_in_london(game, power, target), common_defence(game, target)


# ---- 19.3


def assassination_dice(game: VqGame, power: Power, victim: LeaderId, cp: int) -> tuple[int, int]:
    """Attack and defence of an attempt on a leader or on Elizabeth (19.3)."""
    table = game.data.tables.espionage
    target = power_of_victim(game, victim)
    attack = table.assassination_dice[cp] + common_attack(game, power, target)
    defence = common_defence(game, target)
    if victim == ELIZABETH:
        attack += table.mary_captive if game.lasting.mary == CAPTURED else 0
        attack += table.excommunicated if game.lasting.excommunicated else 0
        return attack + jesuit_in_london(game, power, target), defence + table.elizabeth_defence
    place = game.leaders[victim].place
    assert place is not None
    defence += table.leader_defence
    defence += table.guarded_leader if game.land_strength(place, target) >= table.guard_of else 0
    return attack, defence + (table.leader_in_capital if place in game.capitals(target) else 0)


def power_of_victim(game: VqGame, victim: LeaderId) -> Power:
    return ENGLAND if victim == ELIZABETH else game.leader_commander(victim)


# ---- 19.4


def english_rebellion_dice(game: VqGame, cp: int) -> tuple[int, int]:
    """Attack and defence of the English Catholic rebellion (19.4)."""
    table = game.data.tables.espionage
    attack = table.rebellion_attack_dice[cp] + common_attack(game, SPAIN, ENGLAND)
    if game.lasting.mary == CAPTURED or game.this_turn.elizabeth_died:
        attack += table.mary_captive
    attack += table.excommunicated if game.lasting.excommunicated else 0
    homes = [space for space in game.spaces if game.home_power(space) in (IRELAND, SCOTLAND)]
    attack += table.spanish_near_england if any(game.at(s, SPAIN).regulars for s in homes) else 0
    england = game.in_area(AREA_ENGLAND)
    attack += table.spanish_in_england if any(game.at(s, SPAIN).regulars for s in england) else 0
    attack += min(table.jesuits_most, sum(game.spaces[space].jesuit for space in england))
    faithful = sum(game.religion(s) == PROTESTANT_FAITH and not game.spaces[s].unrest for s in england)
    defence = (
        table.rebellion_defence + common_defence(game, ENGLAND) + faithful // table.protestant_spaces_per_die
    )
    led = any(
        game.leaders[who].place in england
        and game.leaders[who].power == ENGLAND
        and not game.is_naval_leader(who)
        for who in game.leaders
    )
    return attack, defence + (table.english_leader if led else 0)


def unmask(game: VqGame, power: Power, target: Power) -> None:
    """A power's informant on another's card is neutralised until winter (19.1)."""
    informants = game.spies.informants.get(power, {})
    if informants.get(target):
        informants[target] = False
        game.emit(InformantUnmasked(power, target))
