"""The Card Phase (8): people come, Spain is supplied, cards are dealt, treasures and colonies (6.2, 6.3)."""

from __future__ import annotations

from rules.core.card_play import CardCountChanged, CardsDrawn, draw_cards
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.core.story import CardsEntered
from rules.vq.dynasty.leaders import (
    LeadersArrived,
    default_leader,
    dismiss_default_leader,
    has_army_leader,
    leave_game,
)
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, NobleId
from rules.vq.new_world.colonies import new_world_riches
from rules.vq.powers import OTTOMAN, PROTESTANT, SPAIN
from rules.vq.state import ThisTurn
from rules.vq.treasury import fill_rows
from rules.vq.victory import protestant_rows, quiet_keys
from rules.war.ids import LeaderId, Nation

SELIM: CardNumber = 15
SULEIMAN, SULEIMANS_TURN = "suleiman", 2
DRAGUT, ULUCH_ALI = "dragut", "uluch_ali"
COASTAL_FORTIFICATION = "coastal_fortification"
MARY_STUART = "mary_stuart"
FORTRESS_ALLOWANCE = 1


class CaptainsCame(Event):
    captains: tuple[CaptainId, ...]


class NoblesCame(Event):
    nobles: tuple[NobleId, ...]


async def card_phase(game: VqGame) -> None:
    """Follow the steps of 8 in their order."""
    game.this_turn = ThisTurn()
    if game.turn > 1:
        add_leaders(game)
    add_captains(game)
    add_nobles(game)
    add_artists_and_scientists(game)
    return_ships(game)
    supply_spain(game)
    add_cards(game)
    deal_cards(game)
    fill_rows(game)
    await new_world_riches(game)


# ---- 8.1 New personalities


def add_leaders(game: VqGame) -> None:
    """Those due and those back from the Turn Track go to their power cards; some take their leave."""
    for leader, data in game.data.leaders.items():
        if data.leaves == game.turn and not game.leaders[leader].removed:
            leave_game(game, leader)
    come: list[LeaderId] = []
    for leader, data in game.data.leaders.items():
        figure = game.leaders[leader]
        due = data.turn == game.turn and game.turn > game.scenario.turns[0]
        if leader == ULUCH_ALI and game.lasting.dragut_died == game.turn - 1:
            due = True
        back = figure.returns is not None and figure.returns <= game.turn
        if not data.default and not figure.removed and (due or back) and not figure.place:
            figure.returns = None
            come.append(leader)
    game.arriving += come
    for nation in dict.fromkeys(data.power for data in game.data.leaders.values()):
        call_default_leader(game, nation, come)
    if come:
        game.emit(LeadersArrived(tuple(come)))


def call_default_leader(game: VqGame, nation: Nation, come: list[LeaderId]) -> None:
    """A Default Leader comes only to a power that has no other army leader; else he goes (5.1, 8.1)."""
    substitute = default_leader(game, nation)
    if substitute is None:
        return
    if has_army_leader(game, nation):
        dismiss_default_leader(game, nation)
        return
    figure = game.leaders[substitute]
    if figure.returns is not None and figure.returns <= game.turn:
        figure.returns = None
        game.arriving.append(substitute)
        come.append(substitute)


def add_captains(game: VqGame) -> None:
    """Captains due, and those who came home last turn, are in their powers' pools (8.1)."""
    come = []
    for name, captain in game.world.captains.items():
        if captain.returns is not None and captain.returns <= game.turn:
            captain.returns, captain.damaged = None, False
        if not captain.entered and not captain.gone and game.data.captains[name].turn <= game.turn:
            captain.entered = True
            come.append(name)
    if come:
        game.emit(CaptainsCame(tuple(come)))


def add_nobles(game: VqGame) -> None:
    """Nobles due are in their boxes (8.1); William may come back (21.1); Mary is in Scotland (23.3)."""
    come = []
    for name, noble in game.nobles.items():
        data = game.data.nobles[name]
        if noble.returns is not None and noble.returns <= game.turn:
            noble.returns = None
            come.append(name)
        elif noble.is_new and data.turn == game.turn > game.scenario.turns[0]:
            noble.suitability = data.suitability
            come.append(name)
    if MARY_STUART in come:
        game.lasting.mary = "in_scotland"
    if come:
        game.emit(NoblesCame(tuple(come)))


def add_artists_and_scientists(game: VqGame) -> None:
    """They are available from their turn on (8.1, 22)."""
    patronage = game.patronage
    busy = (*patronage.available, *patronage.gone, *patronage.artists, *patronage.scientists)
    due = [name for name, who in game.data.artists.items() if who.turn <= game.turn]
    due += [name for name, who in game.data.scientists.items() if who.turn <= game.turn]
    patronage.available += [name for name in dict.fromkeys(due) if name not in busy]


def return_ships(game: VqGame) -> None:
    """Ships and the Armada that were lost last turn may be built again (8.1); some come later (#35)."""
    late, game.lasting.late_ships = game.lasting.late_ships, {}
    game.lost_ships = late
    if game.lasting.armada_returns is not None and game.lasting.armada_returns <= game.turn:
        game.lasting.armada_returns = None


# ---- 8.2 Spanish fortresses and Jesuits


def supply_spain(game: VqGame) -> None:
    """Spain's power card is filled up: fortresses to one or two, Jesuits to one or two of five (8.2)."""
    allowance = FORTRESS_ALLOWANCE + game.has_bonus(SPAIN, COASTAL_FORTIFICATION)
    game.lasting.spanish_fortresses = max(game.lasting.spanish_fortresses, allowance)
    spies = game.spies
    free = game.data.counters.jesuits - jesuits_on_map(game)
    spies.jesuits = min(free, max(spies.jesuits, spies.jesuit_allowance))


def jesuits_on_map(game: VqGame) -> int:
    return sum(state.jesuit for state in game.spaces.values())


# ---- 8.3 Cards


def add_cards(game: VqGame) -> None:
    """Discards come back, and cards due join the deck; home cards go to their owners (6.2)."""
    cards = game.cards
    due = [card for card in cards.unborn if card_is_due(game, card)]
    for card in due:
        cards.unborn.remove(card)
    home = [card for card in due if game.card(card).kind == "home"]
    cards.laid += home
    cards.deck = sorted([*cards.deck, *cards.discards, *(card for card in due if card not in home)])
    cards.discards.clear()
    if due:
        game.emit(CardsEntered(tuple(due)))
    if (
        game.turn == SULEIMANS_TURN
        and game.rulers[OTTOMAN] == SULEIMAN
        and SELIM in cards.deck
        and game.has_player(OTTOMAN)
    ):
        cards.deck.remove(SELIM)  # Suleiman's bonus (3.3)
        cards.hands[OTTOMAN].append(SELIM)
        game.emit(CardCountChanged(OTTOMAN, 1, Reason("suleimans_successor")))
        game.emit(CardsDrawn(OTTOMAN, (SELIM,), audience=(OTTOMAN,)))


def card_is_due(game: VqGame, card: CardNumber) -> bool:
    """By turn, or in the turn after the Catholic League formed (6.2)."""
    data = game.card(card)
    if data.enters == "league":
        formed = game.lasting.league_turn
        return formed is not None and formed < game.turn
    return data.turn is not None and data.turn <= game.turn


def deal_cards(game: VqGame) -> None:
    """Home cards return to their hands, and each power is dealt its cards (6.2)."""
    cards = game.cards
    for card in (*cards.laid, *game.aside):
        home = game.card(card).home
        assert home is not None
        cards.hands[home].append(card)
    cards.laid.clear()
    game.aside.clear()
    for power in game.majors:
        draw_cards(game, power, cards_to_deal(game, power), Reason("deal"))
    game.card_markers.clear()


def cards_to_deal(game: VqGame, power: Power) -> int:
    """Base cards, the ruler's bonus, card markers; foreign wars and the Suez Canal count each turn (6.2)."""
    if power in game.patrons:  # a power without a player has fewer, and no ruler's bonus (3.2)
        count = (base_cards(game, power) + 1) // 2
    else:
        count = base_cards(game, power) + ruler_bonus(game, power)
    count += game.card_markers.get(power, 0)
    count -= sum(war.power == power for war in game.foreign_wars.values())
    count += power == OTTOMAN and game.lasting.suez_open
    return max(0, count)


def base_cards(game: VqGame, power: Power) -> int:
    """By quiet keys, one at least; the Protestant by the shorter of its rows (6.2, 23.6)."""
    if power == PROTESTANT:
        table = game.data.protestant_rows.cards
        return table[min(*protestant_rows(game), len(table) - 1)]
    track = game.power_data(power).key_cards
    return track[min(len(quiet_keys(game, power)), len(track) - 1)]


def ruler_bonus(game: VqGame, power: Power) -> int:
    ruler = game.ruler(power)
    return ruler.bonus if game.ruler_lives(power) else ruler.dead_bonus
