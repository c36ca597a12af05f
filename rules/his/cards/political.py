"""Events of politics and trade: wars, cards that change hands, the Knights, the Barbary coast, spring."""

from __future__ import annotations

from rules.core.card_play import (
    discard_random_card,
    draw_cards,
    give_card,
    may_be_chosen_for_discard,
    show_hand,
    take_random_card,
)
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.his.actions import spend_cp, time_to_respond
from rules.his.cards.choices import always, choose_hidden
from rules.his.cards.unrest import stir_unrest
from rules.his.diplomacy.interventions import declare_war
from rules.his.diplomacy.wars import may_declare_war
from rules.his.faith.st_peters import add_to_st_peters
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, HAPSBURG, IMPULSE_ORDER, KNIGHTS, OTTOMAN, PAPACY, PROTESTANT
from rules.his.sequence.card_draw import FUGGERS
from rules.his.sequence.spring import SpringDeployment
from rules.his.victory import victory_points
from rules.his.war.havens import found_haven, haven_sites
from rules.his.war.naval_actions import GONZAGA
from rules.his.windows import CARDS, Window
from rules.war.construction import add_new_units, building_sites
from rules.war.control import change_control
from rules.war.ids import INDEPENDENT, SpaceId
from rules.war.relations import vacate
from rules.war.state import WAR

OVERTURE_CARDS = 2
OVERTURE_OPTION, MUST_GIVE = "diplomatic_overture", "must_give"
"""Option of a game: whoever holds mandatory events alone must give one away (#74)."""
NOTHING = "none"
FUGGERS_CARDS = 2
ANTWERP, CALAIS = "antwerp", "calais"
CLOTH_TOWNS = (ANTWERP, "brussels", "amsterdam")
CLOTH_LANGUAGES = ("german", "italian")
HIRED, SLUMP_SPACES = 2, 2


class GonzagaSought(Event):
    """Piracy in the Tyrrhenian Sea may bring a VP more."""


class KnightsSettled(Event):
    space: SpaceId


class FuggersPaid(Event):
    power: Power


# ---- 40 Machiavelli: The Prince


def powers_to_attack(game: HisGame, power: Power) -> list[Power]:
    """Major powers on which the restrictions at all times allow war (9.6)."""
    return [other for other in IMPULSE_ORDER if allows(may_declare_war, game, power, other)]


@CARDS.event(40, "event", playable=powers_to_attack)
async def machiavelli_the_prince(game: HisGame, power: Power) -> None:
    """40 Machiavelli: The Prince: war on a major power without CP, then 2 CP."""
    target = await choose_one(power, "machiavelli", "power", powers_to_attack(game, power), "9.6")
    await declare_war(game, power, target)
    await time_to_respond(game)
    await spend_cp(game, power, game.card(40).use("event").grants_cp)


# ---- 59 Lady Jane Grey


def english_throne_shakes(game: HisGame, power: Power) -> bool:
    """England changed rulers this turn, and there is a card to draw from its hand."""
    changed = any(game.accessions.get(ruler.id) == game.turn for ruler in game.power_data(ENGLAND).rulers)
    return changed and any(card != 59 for card in game.drawable(ENGLAND))


@CARDS.event(59, "event", playable=english_throne_shakes)
async def lady_jane_grey(game: HisGame, power: Power) -> None:
    """59 Lady Jane Grey: a card from England and one from the deck; the player keeps one of them."""
    taken = take_random_card(game, giver=ENGLAND, taker=power, reason=Reason("card", card=59))
    drawn = draw_cards(game, power, 1, Reason("card", card=59))
    if taken is None or not drawn:
        return
    given = await choose_to_give(game, power, [taken, *drawn], "lady_jane_grey")
    # Papacy and Protestant may name themselves; silence does so.
    heirs = sorted((PAPACY, PROTESTANT), key=lambda other: (other != power, victory_points(game, other)))
    heir = await choose_one(power, "lady_jane_grey_heir", "major", heirs, "6.1")
    give_card(game, giver=power, taker=heir, card=given, reason=Reason("card", card=59))


async def choose_to_give(game: HisGame, power: Power, cards: list[CardNumber], topic: str) -> CardNumber:
    """Which of the cards goes to somebody else; silence gives the one of lowest value."""
    by_value = sorted(cards, key=lambda card: (game.card(card).cp, card))
    return int(await choose_one(power, topic, "card", [str(card) for card in by_value], "6.1"))


# ---- 66 Akinji Raiders


def akinji_targets(game: HisGame, power: Power) -> list[Power]:
    """Enemies of the Ottoman, of the major powers, with a space in reach of his cavalry."""
    reach = reach_of_cavalry(game)
    return [
        other
        for other in IMPULSE_ORDER
        if game.relation(OTTOMAN, other) == WAR and any(game.controller(space) == other for space in reach)
    ]


def reach_of_cavalry(game: HisGame) -> list[SpaceId]:
    """Spaces at most two from Ottoman cavalry, the one between under Ottoman control."""
    board = game.board
    near = [
        space
        for start, units in game.places_of(OTTOMAN)
        if units.cavalry
        for space in (start, *board.neighbours(start))
    ]
    far = [there for space in near if game.controller(space) == OTTOMAN for there in board.neighbours(space)]
    return list(dict.fromkeys((*near, *far)))


@CARDS.event(66, "event", playable=akinji_targets)
async def akinji_raiders(game: HisGame, power: Power) -> None:
    """66 Akinji Raiders: the Ottoman takes a random card from an enemy in reach of his cavalry."""
    target = await choose_one(OTTOMAN, "akinji", "major", akinji_targets(game, power), "6.1")
    take_random_card(game, giver=target, taker=OTTOMAN, reason=Reason("card", card=66))


# ---- 72 Cloth Prices Fluctuate


def cloth_trade_flows(game: HisGame, power: Power) -> bool:
    return game.controller(CALAIS) == ENGLAND and game.controller(ANTWERP) == HAPSBURG


@CARDS.event(72, "boom", playable=cloth_trade_flows)
async def cloth_prices_boom(game: HisGame, power: Power) -> None:
    """72 Cloth Prices Fluctuate, boom: England and Hapsburgs draw a card, and the player hires troops."""
    for merchant in (ENGLAND, HAPSBURG):
        draw_cards(game, merchant, 1, Reason("card", card=72))
    kind = "cavalry" if power == OTTOMAN else "mercenaries"
    sites = [space for space in building_sites(game, power, power, kind) if not game.under_siege(space)]
    if sites:
        site = await choose_one(power, "cloth_troops", "space", sites, "17.1")
        add_new_units(game, power, kind, HIRED, site)


@CARDS.event(72, "slump", playable=always)
async def cloth_prices_slump(game: HisGame, power: Power) -> None:
    """72 Cloth Prices Fluctuate, slump: Antwerp's master discards, and up to two spaces are stirred."""
    master = game.controller(ANTWERP)
    if master in game.majors:
        discard_random_card(game, master, Reason("card", card=72))
    await stir_unrest(game, power, cloth_spaces(game), SLUMP_SPACES)


def cloth_spaces(game: HisGame) -> list[SpaceId]:
    """The towns of the trade, and Hapsburg home spaces that speak German or Italian."""
    homes = [
        space for space in game.home_spaces(HAPSBURG) if game.board.spaces[space].lang in CLOTH_LANGUAGES
    ]
    return list(dict.fromkeys((*CLOTH_TOWNS, *homes)))


# ---- 74 Diplomatic Overture


@CARDS.event(74, "event", playable=always)
async def diplomatic_overture(game: HisGame, power: Power) -> None:
    """74 Diplomatic Overture: two cards drawn, one card of the hand given to another power."""
    draw_cards(game, power, OVERTURE_CARDS, Reason("card", card=74))
    given = await card_to_offer(game, power)
    if given is None:
        return
    others = sorted(
        (other for other in IMPULSE_ORDER if other != power), key=lambda other: victory_points(game, other)
    )
    receiver = await choose_one(power, "overture_receiver", "major", others, "6.1")
    give_card(game, giver=power, taker=receiver, card=given, reason=Reason("card", card=74))


async def card_to_offer(game: HisGame, power: Power) -> CardNumber | None:
    """No home card; a mandatory event only if nothing else is held, and then it may be kept (6.1)."""
    held = sorted(game.drawable(power), key=lambda card: (game.card(card).cp, card))
    cards = [card for card in held if may_be_chosen_for_discard(game, card)]
    if not held:
        return None
    if cards or game.option(OVERTURE_OPTION, first=MUST_GIVE) == MUST_GIVE:
        return await choose_hidden(power, "overture_card", cards or held, len(held), "6.1")
    options = (NOTHING, *(str(card) for card in held))
    given = await ask(Choose(power, "overture_card", "card", options, NOTHING, "6.1"))
    return None if given == NOTHING else int(given)


# ---- 79 Fuggers


@CARDS.event(79, "event", playable=always)
async def fuggers(game: HisGame, power: Power) -> None:
    """79 Fuggers: two cards now, and one less at the next deal."""
    draw_cards(game, power, FUGGERS_CARDS, Reason("card", card=79))
    game.minus_cards.setdefault(power, []).append(FUGGERS)
    game.emit(FuggersPaid(power))


# ---- 84 Julia Gonzaga


def pirates_are_about(game: HisGame, power: Power) -> bool:
    return game.pirates


@CARDS.event(84, "event", playable=pirates_are_about)
async def julia_gonzaga(game: HisGame, power: Power) -> None:
    """84 Julia Gonzaga: the next piracy hit of this turn in the Tyrrhenian Sea brings 1 VP more (16.4)."""
    game.this_turn.append(GONZAGA)
    game.emit(GonzagaSought())


# ---- 86 Knights of St. John


def home_of_knights(game: HisGame) -> SpaceId | None:
    """Where the Knights are, if they are on the map."""
    return next((place for place, _units in game.places_of(KNIGHTS)), None)


def knights_may_raid(game: HisGame, power: Power) -> bool:
    """They are free, and a sea zone of their port has an Ottoman port too."""
    home = home_of_knights(game)
    if home is None or game.under_siege(home):
        return False
    return any(game.ports_of(OTTOMAN, zone) for zone in game.board.zones_of(home))


@CARDS.event(86, "raid", playable=knights_may_raid)
async def knights_of_st_john_raid(game: HisGame, power: Power) -> None:
    """86 Knights of St. John, raid: a random Ottoman card is lost, and its value goes to St. Peter's."""
    card = discard_random_card(game, OTTOMAN, Reason("card", card=86))
    if card is not None:
        add_to_st_peters(game, game.card(card).cp)


def ports_for_knights(game: HisGame, power: Power) -> list[SpaceId]:
    """Hapsburg home ports under Hapsburg control, while the Knights are homeless.

    Those that cost least come first: empty ones, fortresses, no keys.
    """
    if home_of_knights(game) is not None:
        return []
    printed = game.board.spaces
    ports = [
        space
        for space in game.home_spaces(HAPSBURG)
        if printed[space].is_port and game.controller(space) == HAPSBURG and not game.under_siege(space)
    ]
    return sorted(
        ports,
        key=lambda space: (printed[space].is_key, game.occupied(space), not game.fortified(space), space),
    )


@CARDS.event(86, "return", playable=ports_for_knights)
async def knights_of_st_john_return(game: HisGame, power: Power) -> None:
    """86 Knights of St. John, return: the Hapsburgs give them a port, which is independent from then on."""
    port = await choose_one(HAPSBURG, "port_for_knights", "space", ports_for_knights(game, power), "16.4")
    change_control(game, port, INDEPENDENT, Reason("card", card=86))
    if not game.fortified(port):
        game.spaces[port].fortress = True
    await vacate(game, port)
    game.add_units(port, KNIGHTS, regulars=1)
    game.emit(KnightsSettled(port))


# ---- 89 Pirate Haven


def havens_to_found(game: HisGame, power: Power) -> list[SpaceId]:
    return haven_sites(game)


@CARDS.event(89, "event", playable=havens_to_found)
async def pirate_haven(game: HisGame, power: Power) -> None:
    """89 Pirate Haven: Oran or Tripoli becomes an Ottoman haven with its first garrison (21.1)."""
    found_haven(game, await choose_one(OTTOMAN, "pirate_haven", "space", haven_sites(game), "21.1"))


# ---- 102 Spring Preparations


def capitals_held(game: HisGame, power: Power) -> list[SpaceId]:
    return [capital for capital in game.capitals(power) if game.controller(capital) == power]


def may_prepare(game: HisGame, power: Power, moment: SpringDeployment) -> bool:
    return moment.power == power and bool(capitals_held(game, power))


@CARDS.response(102, "event", Window.DEPLOYMENT, playable=may_prepare)
async def spring_preparations(game: HisGame, power: Power, moment: SpringDeployment) -> None:
    """102 Spring Preparations: a regular in each capital held, and a deployment with fewer limits (10)."""
    for capital in capitals_held(game, power):
        if not game.spaces[capital].unrest:  # 12.4
            moment.newcomers[capital] = add_new_units(game, power, "regulars", 1, capital)
    moment.spring_preparations = True


# ---- 109 Venetian Informant


def before_all_deployments(game: HisGame, power: Power, moment: object) -> bool:
    return True


@CARDS.response(109, "event", Window.SPRING, playable=before_all_deployments)
async def venetian_informant(game: HisGame, power: Power, moment: object) -> None:
    """109 Venetian Informant: a hand is shown to the player, or to whom he names."""
    others = [other for other in game.players if other != power]
    owner = await choose_one(power, "informant_about", "major", [*others, power], "10")
    viewers = [viewer for viewer in (power, *others) if viewer != owner]
    viewer = await choose_one(power, "informant_for", "major", viewers, "10")
    show_hand(game, owner=owner, viewer=viewer, reason=Reason("card", card=109))
