"""The Card Draw Phase (8.2): leaders, reformers, debaters and cards enter, riches, the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.card_play import CardsDrawn, draw_cards
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.his.game import HisGame
from rules.his.new_world import new_world_riches
from rules.his.powers import ENGLAND, IMPULSE_ORDER, PROTESTANT
from rules.his.victory import quiet_keys
from rules.war.state import PROTESTANT_FAITH, LeaderId, SpaceId

MAURICE, MAURICE_TURN = "maurice", 6
CRANMER = "cranmer"
DISSOLUTION: CardNumber = 63


@dataclass(frozen=True, slots=True)
class LeaderEntered(Event):
    sentence: ClassVar[str] = "{leader} enters play in {space}."
    leader: LeaderId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ReformerEntered(Event):
    sentence: ClassVar[str] = "The reformer {reformer} appears in {space}."
    reformer: str
    space: SpaceId


@dataclass(frozen=True, slots=True)
class DebatersEntered(Event):
    sentence: ClassVar[str] = "New debaters: {debaters}."
    debaters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsEntered(Event):
    sentence: ClassVar[str] = "New cards in the deck: {cards}."
    cards: tuple[CardNumber, ...]


async def card_draw_phase(game: HisGame) -> None:
    """Follow the steps of 8.2 and 6.2 in their order."""
    await add_leaders(game)
    game.lost_ships.clear()  # naval units lost last turn may be built again (17.2)
    add_reformers(game)
    add_debaters(game)
    add_cards(game)
    extra = new_world_riches(game)
    deal_cards(game, extra)


# ---- Add leaders


async def add_leaders(game: HisGame) -> None:
    """Maurice on turn 6; leaders back from the Turn Track."""
    if game.turn == MAURICE_TURN and await place_maurice(game):
        pass
    for name, leader in game.leaders.items():
        if leader.returns is not None and leader.returns <= game.turn:
            await return_leader(game, name)


async def place_maurice(game: HisGame) -> bool:
    """DRAW-1: any electorate under Protestant political control; none, and he stays away."""
    leader = game.leaders[MAURICE]
    spaces = [space for space in game.electorates() if game.controller(space) == PROTESTANT]
    if leader.removed or leader.place or leader.captor or not spaces:
        return False
    spaces.sort(key=lambda space: (-game.land_strength(space, PROTESTANT), space != "wittenberg", space))
    place = await choose_space(game, PROTESTANT, "maurice", spaces, "8.2")
    leader.place = place
    game.emit(LeaderEntered(MAURICE, place))
    return True


async def return_leader(game: HisGame, name: LeaderId) -> None:
    """DRAW-2 and DRAW-3: a naval leader to a friendly port, an army leader to his capital.

    Where there is none, he waits another turn.
    """
    leader = game.leaders[name]
    power = game.leader_commander(name)
    if game.data.leaders[name].naval:
        spaces = friendly_ports(game, name)
    else:
        spaces = homes_for_leader(game, power)
    if not spaces:
        leader.returns = game.turn + 1
        return
    place = (
        await choose_space(game, power, "returning_leader", spaces, "8.2")
        if power in game.majors
        else spaces[0]
    )
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


def homes_for_leader(game: HisGame, power: Power) -> list[SpaceId]:
    """His capital if it is friendly, else a friendly home key (9.1, 9.4)."""
    capitals = [capital for capital in game.power_data(power).capitals if game.controller(capital) == power]
    if capitals:
        return capitals
    return [key for key in game.keys_of(power) if game.home_power(key) == power]


async def choose_space(game: HisGame, power: Power, topic: str, spaces: list[SpaceId], rule: str) -> SpaceId:
    """Ask only where there is a choice; the first is what silence takes."""
    if len(spaces) == 1:
        return spaces[0]
    return await ask(Choose(power, topic, "space", tuple(spaces), spaces[0], rule))


# ---- Add reformers and debaters


def add_reformers(game: HisGame) -> None:
    """Those due enter and convert their space; those away for a turn come back and do not (8.2)."""
    for name, reformer in game.faith.reformers.items():
        data = game.data.reformers[name]
        if reformer.away:
            reformer.away = False
        elif not reformer.entered and not reformer.gone and reformer_is_due(game, name):
            reformer.entered = True
            game.emit(ReformerEntered(name, data.space))
            convert_on_entry(game, data.space)


def reformer_is_due(game: HisGame, name: str) -> bool:
    if name == CRANMER:
        return boleyn_wed_before(game)
    turn = game.data.reformers[name].turn
    # Luther enters in his own phase (18.1).
    return turn is not None and 1 < turn <= game.turn


def boleyn_wed_before(game: HisGame) -> bool:
    """Whether Henry married Anne Boleyn in an earlier turn (21.3)."""
    return game.tudors.boleyn_turn is not None and game.tudors.boleyn_turn < game.turn


def convert_on_entry(game: HisGame, space: SpaceId) -> None:
    game.spaces[space].religion = PROTESTANT_FAITH


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


def add_cards(game: HisGame) -> None:
    """Discards come back, and cards due join the deck (6.2)."""
    cards = game.cards
    cards.deck += cards.discards
    cards.discards.clear()
    due = [card for card in cards.unborn if card_is_due(game, card)]
    for card in due:
        cards.unborn.remove(card)
    if DISSOLUTION in due and game.scenario.options.dissolution_dealt_to_england:
        # Tournament: England gets it in place of the first card it would be dealt.
        cards.hands[ENGLAND].append(DISSOLUTION)
        cards.deck += [card for card in due if card != DISSOLUTION]
        game.this_turn.append("dissolution_dealt")
    else:
        cards.deck += due
    cards.deck.sort()
    if due:
        game.emit(CardsEntered(tuple(due)))


def card_is_due(game: HisGame, card: CardNumber) -> bool:
    """By turn, by condition, or by both (6.2)."""
    data = game.card(card)
    if data.turn is not None and game.turn < data.turn:
        return False
    return data.condition is None or CONDITIONS[data.condition](game)


def edward_born(game: HisGame) -> bool:
    return 5 in game.tudors.children or 6 in game.tudors.children


def mary_due(game: HisGame) -> bool:
    """A sickly Edward has ruled since an earlier turn, or no Edward was born (21.3)."""
    if not edward_born(game):
        return True
    return game.tudors.accession.get("edward_vi", game.turn) < game.turn


def elizabeth_due(game: HisGame) -> bool:
    """Elizabeth was born, and Mary has ruled since an earlier turn (21.3)."""
    return 4 in game.tudors.children and game.tudors.accession.get("mary_i", game.turn) < game.turn


CONDITIONS = {
    "edward_born": edward_born,
    "mary_due": mary_due,
    "boleyn_married_last_turn": boleyn_wed_before,
    "elizabeth_born_and_mary_rules": elizabeth_due,
}


# ---- Deal cards


def deal_cards(game: HisGame, extra: dict[Power, int]) -> None:
    """Home cards return, and each power is dealt its cards (6.2)."""
    cards = game.cards
    for card in list(cards.laid):
        home = game.card(card).home
        assert home is not None
        cards.hands[home].append(card)
    cards.laid.clear()
    for power in IMPULSE_ORDER:
        count = cards_to_deal(game, power) + extra.get(power, 0)
        if power == ENGLAND and "dissolution_dealt" in game.this_turn:
            game.this_turn.remove("dissolution_dealt")
            game.emit(CardsDrawn(ENGLAND, (DISSOLUTION,), audience=(ENGLAND,)))
            count -= 1
        draw_cards(game, power, max(0, count), "deal")


def cards_to_deal(game: HisGame, power: Power) -> int:
    """Base cards, the ruler's bonus, less one for each "-1 card" marker (6.2)."""
    count = base_cards(game, power) + game.ruler(power).bonus
    count -= len(game.minus_cards.get(power, ())) + (power in game.faith.excommunicated_powers)
    if game.turn == game.scenario.turns[0]:
        count += game.scenario.extra_cards_first_turn.get(power, 0)
    return max(0, count)


def base_cards(game: HisGame, power: Power) -> int:
    """By quiet keys; the Protestant by electorates under its political control (6.2)."""
    if power == PROTESTANT:
        table = game.data.tables.protestant_hand
        held = sum(game.controller(space) == PROTESTANT for space in game.electorates())
        return table.cards_with if held >= table.electorates else table.cards_without
    track = game.power_data(power).key_cards
    return track[min(quiet_keys(game, power), len(track) - 1)]
