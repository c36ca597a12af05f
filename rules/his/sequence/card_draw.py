"""The Card Draw Phase (8.2): leaders, reformers, debaters and cards enter, riches, the deal."""

from __future__ import annotations

from rules.core.card_play import CardCountChanged, CardsDrawn, draw_cards
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.core.story import CardsEntered
from rules.his.dynasty.rulers import homes_for_leader
from rules.his.dynasty.tudors import boleyn_wed_before, edward_born, elizabeth_due, mary_due
from rules.his.faith.attempts import flip_space
from rules.his.game import HisGame
from rules.his.kinds import DebaterId, ReformerId
from rules.his.new_world.riches import new_world_riches
from rules.his.powers import ENGLAND, PROTESTANT, PROTESTANT_FAITH
from rules.his.two_players.fates import remember_turn_start
from rules.his.victory import quiet_keys
from rules.war.ids import LeaderId, SpaceId
from rules.war.land_events import LeaderEntered

MAURICE, MAURICE_TURN = "maurice", 6
CRANMER = "cranmer"
DISSOLUTION: CardNumber = 63
FUGGERS = "fuggers"


class ReformerEntered(Event):
    reformer: ReformerId
    space: SpaceId


class ReformerReturned(Event):
    reformer: ReformerId
    space: SpaceId


class DebatersEntered(Event):
    debaters: tuple[DebaterId, ...]


async def card_draw_phase(game: HisGame) -> None:
    """Follow the steps of 8.2 and 6.2 in their order."""
    if game.duel is not None:
        remember_turn_start(game)
    game.tudors.bonus_roll = False  # a new marriage was to be made in the turn of the last one (21.3)
    await add_leaders(game)
    game.lost_ships.clear()  # naval units lost last turn may be built again (17.2)
    add_reformers(game)
    add_debaters(game)
    kept_for_england = add_cards(game)
    extra = new_world_riches(game) if game.duel is None else {}
    deal_cards(game, extra, kept_for_england)


# ---- Add leaders


async def add_leaders(game: HisGame) -> None:
    """Maurice from turn 6 on; leaders back from the Turn Track."""
    if game.turn >= MAURICE_TURN and not_entered(game, MAURICE):
        await place_maurice(game)
    for name in list(game.leaders):
        due = game.leaders[name].returns
        if due is not None and due <= game.turn:
            await return_leader(game, name)


def not_entered(game: HisGame, name: LeaderId) -> bool:
    """Whether a leader has yet to come into the game."""
    leader = game.leaders[name]
    return not (leader.place or leader.captor or leader.returns or leader.removed)


async def place_maurice(game: HisGame) -> None:
    """DRAW-1: any electorate under Protestant political control; without one he waits."""
    spaces = [space for space in game.electorates() if game.controller(space) == PROTESTANT]
    if not spaces:
        return
    spaces.sort(key=lambda space: (-game.land_strength(space, PROTESTANT), space != "wittenberg", space))
    place = await choose_one(PROTESTANT, "maurice", "space", spaces, "8.2")
    game.leaders[MAURICE].place = place
    game.emit(LeaderEntered(MAURICE, place))


async def return_leader(game: HisGame, name: LeaderId) -> None:
    """DRAW-2 and DRAW-3: a naval leader to a friendly port, an army leader to his capital.

    Where there is none, he waits another turn.
    """
    power = game.commander(game.leaders[name].power)
    if game.data.leaders[name].naval:
        spaces = friendly_ports(game, name)
    else:
        spaces = homes_for_leader(game, power)
    if not spaces:
        game.leaders[name].returns = game.turn + 1
        return
    place = spaces[0]
    if power in game.majors:
        place = await choose_one(power, "returning_leader", "space", spaces, "8.2")
    leader = game.leaders[name]
    leader.place, leader.returns = place, None
    game.emit(LeaderEntered(name, place))


def friendly_ports(game: HisGame, name: LeaderId) -> list[SpaceId]:
    """Ports for a returning naval leader, those with most ships of his side first."""
    nation = game.leaders[name].power
    power = game.commander(nation)
    ports = [
        space.id
        for space in game.board.spaces.values()
        if space.is_port and game.controller(space.id) == power
    ]
    if power not in game.majors:
        ports = [port for port in ports if game.home_power(port) == power]
    return sorted(
        ports, key=lambda port: (-sum(game.at(port, n).ships for n in game.nations_of(power)), port)
    )


# ---- Add reformers and debaters


def add_reformers(game: HisGame) -> None:
    """Those due enter and convert their space; those away for a turn come back and do not (8.2)."""
    for name, reformer in game.faith.reformers.items():
        data = game.data.reformers[name]
        if reformer.away:
            reformer.away = False
            if reformer.on_map:
                game.emit(ReformerReturned(name, data.space))
        elif not reformer.entered and not reformer.gone and reformer_is_due(game, name):
            reformer.entered = True
            game.emit(ReformerEntered(name, data.space))
            flip_space(game, data.space, PROTESTANT_FAITH)


def reformer_is_due(game: HisGame, name: str) -> bool:
    if name == CRANMER:
        return boleyn_wed_before(game)
    turn = game.data.reformers[name].turn
    # Luther enters in his own phase (18.1).
    return turn is not None and 1 < turn <= game.turn


def add_debaters(game: HisGame) -> None:
    """Those due enter; the excommunicated come back; Cranmer's group waits for Cranmer (8.2)."""
    entered = []
    for name, debater in game.faith.debaters.items():
        data = game.data.debaters[name]
        debater.away = False
        due = data.turn <= game.turn and (not data.with_cranmer or game.faith.reformers[CRANMER].entered)
        if due and not debater.entered and not debater.gone:
            debater.entered = True
            entered.append(name)
    if entered:
        game.emit(DebatersEntered(tuple(entered)))


# ---- Add new cards to the deck


def add_cards(game: HisGame) -> CardNumber | None:
    """Discards come back, and cards due join the deck; the card kept aside for England, if any (6.2)."""
    cards = game.cards
    cards.deck += cards.discards
    cards.discards.clear()
    due = [card for card in cards.unborn if card_is_due(game, card)]
    for card in due:
        cards.unborn.remove(card)
    cards.deck = sorted([*cards.deck, *due])
    if due:
        game.emit(CardsEntered(tuple(due)))
    if DISSOLUTION in due and game.scenario.options.dissolution_dealt_to_england:
        return DISSOLUTION
    return None


def card_is_due(game: HisGame, card: CardNumber) -> bool:
    """By turn, by condition, or by both (6.2)."""
    data = game.card(card)
    if data.turn is not None and game.turn < data.turn:
        return False
    return data.condition is None or CONDITIONS[data.condition](game)


CONDITIONS = {
    "edward_born": edward_born,
    "mary_due": mary_due,
    "boleyn_married_last_turn": boleyn_wed_before,
    "elizabeth_born_and_mary_rules": elizabeth_due,
}


# ---- Deal cards


def deal_cards(game: HisGame, extra: dict[Power, int], kept_for_england: CardNumber | None = None) -> None:
    """Home cards return, and each power is dealt its cards and those of its riches (6.2, 20.4)."""
    cards = game.cards
    for card in list(cards.laid):
        home = game.card(card).home
        assert home is not None
        cards.hands[home].append(card)
    cards.laid.clear()
    if kept_for_england is not None and cards_to_deal(game, ENGLAND) + extra.get(ENGLAND, 0) > 0:
        # Tournament: this card comes in place of the first that England would be dealt.
        cards.deck.remove(kept_for_england)
        cards.hands[ENGLAND].append(kept_for_england)
        game.emit(CardCountChanged(ENGLAND, 1, Reason("deal")))
        game.emit(CardsDrawn(ENGLAND, (kept_for_england,), audience=(ENGLAND,)))
        extra = {**extra, ENGLAND: extra.get(ENGLAND, 0) - 1}
    for power in game.players:
        draw_cards(game, power, cards_to_deal(game, power) + extra.get(power, 0), Reason("deal"))
    pay_off_fuggers(game)


def pay_off_fuggers(game: HisGame) -> None:
    """The marker of the Fuggers counts for one deal (#79)."""
    for markers in game.minus_cards.values():
        if FUGGERS in markers:
            markers.remove(FUGGERS)


def cards_to_deal(game: HisGame, power: Power) -> int:
    """Base cards, the ruler's bonus, less one for each "-1 card" marker (6.2)."""
    count = base_cards(game, power) + game.ruler(power).bonus
    count -= len(game.minus_cards.get(power, ())) + (power in game.faith.excommunicated_powers)
    if game.turn == game.scenario.turns[0]:
        count += game.scenario.extra_cards_first_turn.get(power, 0)
    return max(0, count)


def base_cards(game: HisGame, power: Power) -> int:
    """By quiet keys; the Protestant by electorates under its political control (4, 6.2)."""
    if power == PROTESTANT:
        table = game.data.tables.protestant_hand
        held = sum(game.controller(space) == PROTESTANT for space in game.electorates())
        return table.cards_with if held >= table.electorates else table.cards_without
    track = game.power_data(power).key_cards
    return track[min(quiet_keys(game, power), len(track) - 1)]
