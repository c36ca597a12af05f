"""The Marriage Phase (21): weddings, the Virgin Queen, and the years that pass."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Decide, choose_one
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.diplomacy.minors import add_influence
from rules.vq.dynasty.leaders import default_leader_waits, leave_game
from rules.vq.dynasty.nobles import end_betrothal, noble_dies
from rules.vq.dynasty.rulers import DEAD, ELIZABETH, MARY_STUART, ruler_dies
from rules.vq.faith.actions import Preach, SuppressHeresy
from rules.vq.game import VqGame
from rules.vq.kinds import NobleId, Result
from rules.vq.powers import AREA_SCOTLAND, EMPIRE, ENGLAND, FRANCE, PROTESTANT, SCOTLAND
from rules.vq.state import Betrothal
from rules.vq.victory import add_bonus_vp

WILLIAM, WILLIAMS_SUITABILITY = "william_of_orange", 2
DON_CARLOS, ANNA_OF_AUSTRIA = "don_carlos", "anna_of_austria"
LEICESTER, LEICESTERS_FLOOR = "leicester", 1
FESTIVITIES = 2
OWN_WEDDING_OPTION, BOTH = "own_wedding", "both"
"""Both suitabilities count when a power marries two of its own (21.1)."""
SCOTTISH_STEPS = 2
MURDERED, WIFE_DIES, CALLED_OFF = "consort_murdered", "wife_dies", "called_off"


class WeddingHeld(Event):
    bride: NobleId
    groom: NobleId
    total: int
    result: Result


class CardMarker(Event):
    """A "+1 card" or "-1 card" marker for the next deal."""

    power: Power
    count: int


class NobleAged(Event):
    noble: NobleId
    suitability: int


class NoblePastMarriage(Event):
    noble: NobleId


async def marriage_phase(game: VqGame) -> None:
    """Weddings in the order in which they were agreed; the Virgin Queen; ageing (21.1 to 21.3)."""
    for couple in list(game.betrothals):
        if couple in game.betrothals:
            await wed(game, couple)
    praise_virgin_queen(game)
    for name in game.nobles:
        age(game, name)


# ---- 21.1 A wedding


async def wed(game: VqGame, couple: Betrothal) -> None:
    """Dice and suitability of both, and what the table says of it (21.1)."""
    total = await wedding_total(game, couple)
    row = row_for(game.data.tables.wedding, total)
    game.emit(WeddingHeld(couple.bride, couple.groom, total, row.result))
    if row.result == CALLED_OFF:
        end_betrothal(game, couple)
        return
    game.betrothals.remove(couple)
    powers = powers_of(game, couple)
    for power in powers:
        add_bonus_vp(game, power, "marriage", row.vp)
        add_card_marker(game, power, row.card)
    for name in (couple.bride, couple.groom):
        game.nobles[name].married, game.nobles[name].suitability = True, None
    for name in (couple.bride, couple.groom):
        await wedding_bonus(game, couple, name)
    if couple.groom == WILLIAM and not row.vp:
        william = game.nobles[WILLIAM]
        william.married, william.suitability, william.returns = False, WILLIAMS_SUITABILITY, game.turn + 1
    if row.result == MURDERED:
        murder(game, couple.groom)
    if row.result == WIFE_DIES:
        die_in_childbed(game, couple.bride)


def powers_of(game: VqGame, couple: Betrothal) -> list[Power]:
    """The powers involved: two, or one that married two of its own."""
    nobles = game.data.nobles
    return list(dict.fromkeys([nobles[couple.bride].power, nobles[couple.groom].power]))


async def wedding_total(game: VqGame, couple: Betrothal) -> int:
    """A die and the suitability of each; of two nobles of one power only the better suitability."""
    names = (couple.bride, couple.groom)
    owners = [game.data.nobles[name].power for name in names]
    reason = Reason("wedding", noble=couple.bride, other_noble=couple.groom)
    dice = [game.roll(owner, 1, reason)[0] for owner in owners]
    if DON_CARLOS in names:
        best = dice.index(max(dice))
        dice[best] = game.roll(owners[best], 1, reason)[0]
    asked = couple.bride == ANNA_OF_AUSTRIA and EMPIRE in game.majors
    if asked and await ask(Decide(EMPIRE, "reroll_wedding", rule="21.1")):
        worst = dice.index(min(dice))
        dice[worst] = game.roll(owners[worst], 1, reason)[0]
    suitable = [game.nobles[name].suitability or 0 for name in names]
    own = len(set(owners)) == 1 and game.option(OWN_WEDDING_OPTION) != BOTH
    bonus = max(suitable) if own else sum(suitable)
    return sum(dice) + bonus + (FESTIVITIES if couple.festivities and FRANCE in owners else 0)


def add_card_marker(game: VqGame, power: Power, count: int) -> None:
    if count:
        game.card_markers[power] = game.card_markers.get(power, 0) + count
        game.emit(CardMarker(power, count))


def murder(game: VqGame, groom: NobleId) -> None:
    """The consort is murdered: rulers by 23, army leaders with their counters (21.1)."""
    if groom in game.data.rulers and game.rulers[game.data.rulers[groom].power] == groom:
        ruler_dies(game, groom)
    leader = game.data.nobles[groom].leader
    if leader is not None and not game.leaders[leader].removed:
        leave_game(game, leader)
        default_leader_waits(game, game.leaders[leader].power)
    noble_dies(game, groom)


def die_in_childbed(game: VqGame, bride: NobleId) -> None:
    """The wife dies: Elizabeth by 23.3, Mary Stuart without effect on points (21.1)."""
    if bride == ELIZABETH:
        ruler_dies(game, ELIZABETH)
    if bride == MARY_STUART:
        game.lasting.mary = DEAD
    noble_dies(game, bride)


# ---- 21.1 What nobles bring into a marriage

WeddingBonus = Callable[[VqGame, Power, Power], Awaitable[None]]
"""With the power of the bride and the power of the groom."""
BONUSES: dict[NobleId, WeddingBonus] = {}


def bonus_of(noble: NobleId) -> Callable[[WeddingBonus], WeddingBonus]:
    def register(effect: WeddingBonus) -> WeddingBonus:
        BONUSES[noble] = effect
        return effect

    return register


async def wedding_bonus(game: VqGame, couple: Betrothal, name: NobleId) -> None:
    """What a noble brings; a Valois a point for France, kept on its power card."""
    nobles = game.data.nobles
    if nobles[name].family == "valois":
        game.lasting.valois_married.append(name)
    if name == "philip_ii" and (couple.bride, game.turn) == ("elizabeth_de_valois", 1):
        return
    if effect := BONUSES.get(name):
        await effect(game, nobles[couple.bride].power, nobles[couple.groom].power)


@bonus_of("lord_darnley")
async def lord_darnley(game: VqGame, bride: Power, groom: Power) -> None:
    add_influence(game, ENGLAND, SCOTLAND, SCOTTISH_STEPS)


@bonus_of(MARY_STUART)
async def mary_stuart(game: VqGame, bride: Power, groom: Power) -> None:
    for power in dict.fromkeys((groom, FRANCE)):
        add_influence(game, power, SCOTLAND, SCOTTISH_STEPS)


@bonus_of("philip_ii")
async def philip_ii(game: VqGame, bride: Power, groom: Power) -> None:
    add_card_marker(game, bride, 1)


@bonus_of("isabella_clara_eugenia")
async def isabella(game: VqGame, bride: Power, groom: Power) -> None:
    game.patronage.isabella[groom] = game.turn + 1


@bonus_of("elizabeth_of_austria")
async def elizabeth_of_austria(game: VqGame, bride: Power, groom: Power) -> None:
    """WED-1: the groom's power suppresses heresy, if it has that action."""
    if game.has_action(groom, SuppressHeresy.action_id):
        areas = [option.area for option in SuppressHeresy.options(game, groom)]
        if areas:
            area = await choose_one(groom, "wedding_suppression", "area", areas, "21.1")
            await SuppressHeresy(area).perform(game, groom)


@bonus_of("charles_ii")
async def charles_ii(game: VqGame, bride: Power, groom: Power) -> None:
    add_card_marker(game, EMPIRE, 1)


@bonus_of("rudolf_ii")
async def rudolf_ii(game: VqGame, bride: Power, groom: Power) -> None:
    game.lasting.rudolf_wed = game.turn


@bonus_of("anna_of_saxony")
async def anna_of_saxony(game: VqGame, bride: Power, groom: Power) -> None:
    add_card_marker(game, groom, -1)
    add_card_marker(game, EMPIRE, 1)


@bonus_of("earl_of_arran")
async def earl_of_arran(game: VqGame, bride: Power, groom: Power) -> None:
    """WED-1: the Protestant preaches in Scotland."""
    if AREA_SCOTLAND in (option.area for option in Preach.options(game, PROTESTANT)):
        await Preach(AREA_SCOTLAND).perform(game, PROTESTANT)


@bonus_of("louise_de_coligny")
async def louise_de_coligny(game: VqGame, bride: Power, groom: Power) -> None:
    add_card_marker(game, PROTESTANT, 1)


@bonus_of("henry_iv")
async def henry_iv(game: VqGame, bride: Power, groom: Power) -> None:
    add_card_marker(game, PROTESTANT, 1)


# ---- 21.2 and 21.3


def praise_virgin_queen(game: VqGame) -> None:
    """A point for England while Elizabeth is unmarried and may still marry, five at most (21.2)."""
    elizabeth = game.nobles[ELIZABETH]
    if elizabeth.can_marry and game.lasting.virgin_queen_vp < game.data.counters.virgin_queen_vp:
        game.lasting.virgin_queen_vp += 1
        add_bonus_vp(game, ENGLAND, "virgin_queen", game.data.tables.bonus_vp.virgin_queen)


def age(game: VqGame, name: NobleId) -> None:
    """Unmarried women go down a box, men unless they roll well; Leicester in his own way (21.3)."""
    noble, data = game.nobles[name], game.data.nobles[name]
    if not noble.can_marry or noble.suitability is None:
        return
    if name == LEICESTER:
        if noble.suitability <= LEICESTERS_FLOOR:
            return
    elif not data.woman:
        (die,) = game.roll(data.power, 1, Reason("ageing", noble=name))
        if die >= game.data.tables.men_stay_on:
            return
    if noble.suitability == 0:
        noble.suitability, noble.past = None, True
        game.emit(NoblePastMarriage(name))
    else:
        noble.suitability -= 1
        game.emit(NobleAged(name, noble.suitability))
