"""Home cards played as events (6.1, 23)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power, Question, ask
from rules.core.questions import Choose, ChooseNumber, Decide, choose_one, choose_some
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.actions import of_kinds, spend_cp, time_to_respond
from rules.vq.cards.choices import NOBODY, always, building_places, calm, choose_or_not
from rules.vq.cards.mandatory import carry_out_sponsorship, sponsorships
from rules.vq.diplomacy.minors import add_influence, may_influence
from rules.vq.diplomacy.wars import end_war
from rules.vq.dynasty.nobles import betrothal_of, end_betrothal
from rules.vq.dynasty.patronage import BEST_BOX, PATRON_CARD_BOX
from rules.vq.dynasty.rulers import ELIZABETH
from rules.vq.espionage.dice import DEFENSIVE, OFFENSIVE
from rules.vq.faith.actions import GOUVERNANTE
from rules.vq.faith.rebellion import rebel, rebellion_targets
from rules.vq.game import VqGame
from rules.vq.powers import (
    AREA_FRANCE,
    AREA_NETHERLANDS,
    DUTCH,
    EMPIRE,
    ENGLAND,
    FRANCE,
    OTTOMAN,
    PROTESTANT,
    SPAIN,
)
from rules.vq.ships import CORSAIRS, GALLEONS, GALLEYS
from rules.vq.victory import add_bonus_vp
from rules.vq.war import armada, foreign_wars
from rules.vq.windows import CARDS
from rules.war.construction import build, building_sites
from rules.war.counter_mix import check_split
from rules.war.displacement import displace
from rules.war.forces import Formation, army_at, check_part, check_size, shift, usual_formations
from rules.war.foreign_war import strength
from rules.war.ids import SpaceId
from rules.war.placement import place_units
from rules.war.relations import is_at
from rules.war.spring import DeployedInSpring

GRAND_TOUR: CardNumber = 39
RECRUITS, ARSENAL = 4, 3
EXCAVATION_OPTION, ONCE = "excavation", "once"
"""Excavation makes each try at Suez easier by one, once and for all (23.1)."""
ROAD_FROM = ("milan", "besancon")
ARMADA_ACTIONS = ("StrengthenArmada", "RaiseRegularAboard", "RaiseMercenaryAboard")
PEACE_REFUSED_CP, ROAD_CP, ARMADA_CP, SUEZ_CP, DEFENSIVE_CP, OFFENSIVE_CP, GOUVERNANTE_CP = (
    3,
    3,
    6,
    2,
    2,
    4,
    2,
)


class SuezTried(Event):
    success: bool


class WalsinghamMoved(Event):
    """Walsingham guards England, or spies abroad."""

    offensive: bool


# ---- The Ottoman


@CARDS.event(1, "recruit", playable=always)
async def janissaries(game: VqGame, power: Power) -> None:
    """1 Janissaries: four regulars at home; first onto a foreign war, if the Sultan likes."""
    left = RECRUITS
    for card, war in game.foreign_wars.items():
        room = min(left, war.limit - strength(war))
        if war.power == OTTOMAN and room > 0:
            count = await ask(ChooseNumber(OTTOMAN, "janissaries_abroad", 0, room, 0, "23.7"))
            for _ in range(count):
                if allows(foreign_wars.check_reinforcement, game, OTTOMAN, card, "regulars"):
                    foreign_wars.reinforce(game, card, "regulars")
                    left -= 1
    if left:
        spaces = building_places(game, OTTOMAN, OTTOMAN, "regulars")
        await place_units(game, "janissaries", OTTOMAN, "regulars", left, spaces)


def canal_is_unfinished(game: VqGame, power: Power) -> bool:
    return not game.lasting.suez_open


@CARDS.event(2, "suez", playable=canal_is_unfinished)
async def grand_vizier_suez(game: VqGame, power: Power) -> None:
    """2 Grand Vizier: a try at the Suez Canal, easier each time; then 2 CP (23.1)."""
    table, lasting = game.data.tables.suez, game.lasting
    (die,) = game.roll(OTTOMAN, 1, Reason("suez"))
    once = game.option(EXCAVATION_OPTION) == ONCE
    excavated = game.has_bonus(OTTOMAN, "excavation")
    box = lasting.suez + (table.boxes_with_excavation - table.boxes if once and excavated else 0)
    success = die >= table.need[min(box, len(table.need) - 1)]
    game.emit(SuezTried(success))
    if success:
        lasting.suez_open = True
        add_bonus_vp(game, OTTOMAN, "suez_canal", table.vp)
    else:
        lasting.suez += table.boxes_with_excavation if excavated and not once else table.boxes
    await time_to_respond(game)
    await spend_cp(game, power, SUEZ_CP)


@CARDS.event(2, "arsenal", playable=always)
async def grand_vizier_arsenal(game: VqGame, power: Power) -> None:
    """2 Grand Vizier: up to three galleys and corsairs; ships lost this turn may be used."""
    await build_ships(game, OTTOMAN, {OTTOMAN: (GALLEYS, CORSAIRS)}, ARSENAL)


async def build_ships(game: VqGame, power: Power, fleets: dict[str, tuple[str, ...]], count: int) -> None:
    """Ships without paying, by nation the kinds to choose from, also those on the Turn Track (17.3)."""
    lost = {nation: dict(game.lost_ships.get(nation, {})) for nation in fleets}
    game.lost_ships.update((nation, {}) for nation in fleets)
    for _ in range(count):
        sites = {
            f"{kind}:{space}": nation
            for nation, kinds in fleets.items()
            for kind in kinds
            for space in building_sites(game, power, nation, kind)
        }
        chosen = await choose_or_not(power, "free_ship", "ship", sorted(sites), "17.3")
        if chosen == NOBODY:
            break
        kind, _, space = chosen.partition(":")
        build(game, sites[chosen], kind, space)
    game.lost_ships.update((nation, _still_lost(game, nation, before)) for nation, before in lost.items())


def _still_lost(game: VqGame, nation: str, before: dict[str, int]) -> dict[str, int]:
    """As many as there are counters for beside what floats now."""
    afloat = sum(game.count_on_map(nation, kind) for kind in game.naval_kinds)
    free = game.ship_counters(nation) - afloat
    still: dict[str, int] = {}
    for kind, number in before.items():
        take = min(number, max(0, free - sum(still.values())))
        if take:
            still[kind] = take
    return still


# ---- Spain


def road_is_open(game: VqGame, power: Power) -> bool:
    """Milan and Besançon in Spanish hands, quiet, and a place to go to."""
    held = all(game.controller(s) == SPAIN and not game.spaces[s].unrest for s in ROAD_FROM)
    return held and bool(road_ends(game))


def road_ends(game: VqGame) -> list[SpaceId]:
    return [
        space
        for space in game.in_area(AREA_NETHERLANDS)
        if game.controller(space) == SPAIN and game.fortified(space) and not game.under_siege(space)
    ]


class TakeTheRoad(Question[Formation]):
    """Which formation takes the Spanish Road; silence sends the largest (#3)."""

    kind: ClassVar[str] = "road_formation"
    space: SpaceId
    to: SpaceId
    army: Formation
    """Who may go."""

    def legal(self, game: VqGame) -> Iterable[Formation]:
        for formation in usual_formations(game, self.army):
            if allows(self.check, game, formation):
                yield formation

    def check(self, game: VqGame, answer: Formation) -> None:
        if not answer:
            raise Illegal("formation.empty", "5.1")
        check_part(self.army, answer, self.space, "5.1")
        check_size(game, answer, "5.1")
        check_split(game, answer, self.space, self.to)

    def default(self, game: VqGame) -> Formation:
        return next(iter(self.legal(game)))


@CARDS.event(3, "road", playable=road_is_open)
async def spanish_road(game: VqGame, power: Power) -> None:
    """3 Spanish Road: a formation jumps to the Netherlands, nobody intercepts; then 3 CP."""
    origins = [space for space in ROAD_FROM if army_at(game, space, SPAIN) and not game.under_siege(space)]
    origin = await choose_or_not(SPAIN, "road_from", "space", origins)
    if origin != NOBODY:
        to = await choose_one(SPAIN, "road_to", "space", road_ends(game), "6.1")
        formations = list(TakeTheRoad(SPAIN, origin, to, army_at(game, origin, SPAIN)).legal(game))
        if formations:
            question = TakeTheRoad(SPAIN, origin, to, army_at(game, origin, SPAIN))
            formation = await ask(question) if len(formations) > 1 else formations[0]
            shift(game, formation, origin, to)
            game.emit(DeployedInSpring(SPAIN, origin, to, formation.by_kind()))
    await time_to_respond(game)
    await spend_cp(game, power, ROAD_CP)


@CARDS.event(4, "armada", playable=always)
async def spanish_armada(game: VqGame, power: Power) -> None:
    """4 Spanish Armada: it is built if it can be; then 6 CP to strengthen and man it."""
    if armada.may_be_built(game):
        port = await choose_one(SPAIN, "armada_port", "space", armada.armada_ports(game), "23.2")
        armada.build_armada(game, port)
    await time_to_respond(game)
    await spend_cp(game, SPAIN, ARMADA_CP, only=ARMADA_ACTIONS)


# ---- England


def queen_can_retrieve(game: VqGame, power: Power) -> bool:
    return game.ruler_lives(ENGLAND) and bool(card_play.retrievable(game, ENGLAND))


@CARDS.event(6, "retrieve", playable=queen_can_retrieve)
async def virgin_queen_retrieve(game: VqGame, power: Power) -> None:
    """6 The Virgin Queen: a discarded card comes to England's hand."""
    cards = sorted(card_play.retrievable(game, ENGLAND), key=lambda card: (-game.card(card).cp, card))
    chosen = await choose_one(ENGLAND, "retrieved_card", "card", [str(card) for card in cards], "6.2")
    card_play.retrieve(game, ENGLAND, int(chosen), Reason("event", card=6))


def queen_is_betrothed(game: VqGame, power: Power) -> bool:
    return game.ruler_lives(ENGLAND) and betrothal_of(game, ELIZABETH) is not None


@CARDS.event(6, "jilt", playable=queen_is_betrothed)
async def virgin_queen_jilt(game: VqGame, power: Power) -> None:
    """6 The Virgin Queen: Elizabeth jilts her betrothed, and his power is compensated (23.3)."""
    couple = betrothal_of(game, ELIZABETH)
    assert couple is not None
    groom = game.data.nobles[couple.groom].power
    end_betrothal(game, couple)
    (die,) = game.roll(groom, 1, Reason("jilted"))
    row = row_for(game.data.tables.jilted, die)
    card_play.draw_cards(game, groom, row.cards, Reason("jilted"))
    await influence_or_mercenaries(game, groom, row.cp)


async def influence_or_mercenaries(game: VqGame, power: Power, cp: int) -> None:
    """JILT-1: CP for steps of influence and mercenaries, in any mix (23.3)."""
    for _ in range(cp):
        columns = [minor for minor in game.data.influence if may_influence(game, power, minor)]
        nations = [n for n in game.nations_of(power) if game.may_build_for(power, n, "mercenaries")]
        sites = [
            f"mercenary:{space}"
            for nation in nations
            for space in building_sites(game, power, nation, "mercenaries")
        ]
        options = (*sites, *(f"influence:{minor}" for minor in columns), NOBODY)
        chosen = await ask(Choose(power, "jilted_gain", "option", options, options[0], "23.3"))
        what, _, where = chosen.partition(":")
        if what == "influence":
            add_influence(game, power, where, 1)
        elif what == "mercenary":
            nation = next(n for n in nations if game.is_home(n, where))
            build(game, nation, "mercenaries", where)


@CARDS.event(7, "defensive", playable=always)
async def walsingham_defensive(game: VqGame, power: Power) -> None:
    """7 Walsingham: he guards England until winter; then 2 CP."""
    game.spies.walsingham = DEFENSIVE
    game.emit(WalsinghamMoved(offensive=False))
    await time_to_respond(game)
    await spend_cp(game, power, DEFENSIVE_CP)


@CARDS.event(7, "offensive", playable=always)
async def walsingham_offensive(game: VqGame, power: Power) -> None:
    """7 Walsingham: he spies abroad until winter; then 4 CP for espionage."""
    game.spies.walsingham = OFFENSIVE
    game.emit(WalsinghamMoved(offensive=True))
    await time_to_respond(game)
    await spend_cp(game, power, OFFENSIVE_CP, only=of_kinds(game, "espionage"))


# ---- France


@CARDS.event(8, "event", playable=always)
async def gouvernante_de_france(game: VqGame, power: Power) -> None:
    """8 Gouvernante de France: her rule lasts this turn; perhaps the Grand Tour; then 2 CP."""
    game.this_turn.reminders.append(GOUVERNANTE)
    if card_play.may_retrieve(game, FRANCE, GRAND_TOUR) and await ask(
        Decide(FRANCE, "take_grand_tour", rule="6.2")
    ):
        card_play.retrieve(game, FRANCE, GRAND_TOUR, Reason("event", card=8))
    await time_to_respond(game)
    await spend_cp(game, power, GOUVERNANTE_CP)


def france_fights_protestants(game: VqGame, power: Power) -> bool:
    return game.at_war(FRANCE, PROTESTANT)


@CARDS.event(9, "peace", playable=france_fights_protestants)
async def edict_of_toleration_peace(game: VqGame, power: Power) -> None:
    """9 Edict of Toleration: peace if the Protestant agrees, else 3 CP."""
    if not await ask(Decide(PROTESTANT, "accept_edict", rule="6.1")):
        await time_to_respond(game)
        await spend_cp(game, FRANCE, PEACE_REFUSED_CP)
        return
    end_war(game, FRANCE, PROTESTANT)
    for space in game.spaces:
        for power_, other in ((FRANCE, PROTESTANT), (PROTESTANT, FRANCE)):
            if game.controller(space) == other and is_at(game, power_, space):
                await displace(game, power_, space)
    card_play.draw_cards(game, FRANCE, 1, Reason("event", card=9))
    restless = [space for space in game.in_area(AREA_FRANCE) if game.spaces[space].unrest]
    await calm(game, PROTESTANT, restless, 2)


@CARDS.event(9, "order", playable=always)
async def edict_of_toleration_order(game: VqGame, power: Power) -> None:
    """9 Edict of Toleration: up to three spaces are calmed, and two of them garrisoned."""
    restless = [
        space
        for space in game.in_area(AREA_FRANCE)
        if game.spaces[space].unrest and game.controller(space) == FRANCE
    ]
    calmed = await calm(game, FRANCE, restless, 3)
    if calmed:
        for space in await choose_some(FRANCE, "garrisoned_spaces", "space", calmed, 0, 2, "6.1"):
            await place_units(game, "garrison", FRANCE, "regulars", 1, [space])


# ---- The Empire


def somebody_to_sponsor(game: VqGame, power: Power) -> bool:
    return bool(sponsorships(game, EMPIRE, (EMPIRE, "italy")))


@CARDS.event(10, "event", playable=somebody_to_sponsor)
async def patron_of_the_arts_and_sciences(game: VqGame, power: Power) -> None:
    """10 Patron of the Arts and Sciences: an artist and a scientist, own or Italian, in the best box."""
    for what in ("artist", "scientist"):
        options = [found for found in sponsorships(game, EMPIRE, (EMPIRE, "italy")) if found.startswith(what)]
        if options:
            chosen = await choose_one(EMPIRE, "sponsored_pool", "option", options, "22")
            carry_out_sponsorship(game, EMPIRE, chosen, BEST_BOX)
    game.this_turn.reminders.append(PATRON_CARD_BOX)


@CARDS.event(11, "levy", playable=always)
async def imperial_diet_levy(game: VqGame, power: Power) -> None:
    """11 Imperial Diet: five mercenaries."""
    spaces = building_places(game, EMPIRE, EMPIRE, "mercenaries")
    await place_units(game, "imperial_levy", EMPIRE, "mercenaries", 5, spaces)


@CARDS.event(11, "envoys", playable=always)
async def imperial_diet_envoys(game: VqGame, power: Power) -> None:
    """11 Imperial Diet: five steps of influence."""
    await spread_influence(game, EMPIRE, 5)


async def spread_influence(game: VqGame, power: Power, steps: int, most_each: int = 9) -> None:
    """Steps of influence wherever a power is listed, one after the other (24.5)."""
    given: dict[str, int] = {}
    for _ in range(steps):
        columns = [
            minor
            for minor in game.data.influence
            if may_influence(game, power, minor) and given.get(minor, 0) < most_each
        ]
        if not columns:
            return
        minor = await choose_one(power, "influence_step", "power", columns, "24.5")
        given[minor] = given.get(minor, 0) + 1
        add_influence(game, power, minor, 1)


# ---- The Protestant


def dutch_can_rebel(game: VqGame, power: Power) -> bool:
    return bool(rebellion_targets(game, AREA_NETHERLANDS))


@CARDS.event(13, "revolt", playable=dutch_can_rebel)
async def union_of_utrecht_revolt(game: VqGame, power: Power) -> None:
    """13 Union of Utrecht: a rebellion in the Netherlands as for 4 CP."""
    targets = rebellion_targets(game, AREA_NETHERLANDS)
    await rebel(game, await choose_one(PROTESTANT, "rebellion_space", "space", targets, "18.4"), 4)


def dutch_hold_a_home(game: VqGame, power: Power) -> bool:
    return any(game.controller(space) == PROTESTANT for space in game.home_spaces(DUTCH))


@CARDS.event(13, "states_army", playable=dutch_hold_a_home)
async def union_of_utrecht_states_army(game: VqGame, power: Power) -> None:
    """13 Union of Utrecht: two Dutch regulars and a galleon."""
    spaces = building_places(game, PROTESTANT, DUTCH, "regulars")
    if spaces:
        space = await choose_one(PROTESTANT, "dutch_army", "space", spaces, "17.2")
        await place_units(game, "dutch_army", PROTESTANT, "regulars", 2, [space], nation=DUTCH)
    ports = building_places(game, PROTESTANT, DUTCH, GALLEONS)
    await place_units(game, "dutch_galleon", PROTESTANT, GALLEONS, 1, ports, nation=DUTCH)
