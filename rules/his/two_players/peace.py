"""How the Papacy ends a war with a power without a player: by a Papal Bull, or by suing for peace."""

from __future__ import annotations

from rules.core.card_play import draw_cards, put_away
from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Choose, ChooseSome, choose_one
from rules.core.reasons import Reason
from rules.his.diplomacy import events as peace_told
from rules.his.diplomacy.peace import WAR_WINNER, hand_over, home_spaces_held
from rules.his.diplomacy.wars import end_war
from rules.his.duel import INVADERS
from rules.his.dynasty.excommunication import box_is_full
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, PAPACY, PROTESTANT
from rules.his.two_players import events as told
from rules.his.victory import add_bonus_vp
from rules.war.ids import LAND_KINDS, NAVAL_KINDS, SpaceId
from rules.war.removal import remove_units
from rules.war.state import WAR

BULL_CARD: CardNumber = 5
CHRISTIAN_KINGS = (HAPSBURG, FRANCE)
NOTHING, BULL, SUE = "none", "bull", "sue"
REGAIN, DRAW = "regain", "draw"
VP_FOR_PEACE = VP_FOR_A_SPACE = 1
UNITS_LOST = 2


async def papacy_ends_wars(game: HisGame) -> None:
    """D2-1: war by war the Papacy may end what Invasions began; silence goes on fighting."""
    while choices := ways_to_peace(game):
        options = (NOTHING, *choices)
        chosen = await ask(Choose(PAPACY, "papal_peace", "option", options, NOTHING, "9.3"))
        if chosen == NOTHING:
            return
        how, _, enemy = chosen.partition("_")
        await (end_by_bull if how == BULL else sue_for_peace)(game, enemy)
        await game.settle()


def ways_to_peace(game: HisGame) -> list[str]:
    """`bull_france`, `sue_ottoman`: by enemies in impulse order."""
    enemies = [power for power in INVADERS if game.relation(PAPACY, power) == WAR]
    bulls = [f"{BULL}_{enemy}" for enemy in enemies if may_be_outlawed(game, enemy)]
    return [*bulls, *(f"{SUE}_{enemy}" for enemy in enemies)]


def may_be_outlawed(game: HisGame, enemy: Power) -> bool:
    """France and the Hapsburgs, each ruler once, while the Papacy holds its Bull (21.5)."""
    return (
        enemy in CHRISTIAN_KINGS
        and BULL_CARD in game.hand(PAPACY)
        and not box_is_full(game, game.rulers[enemy])
    )


async def end_by_bull(game: HisGame, enemy: Power) -> None:
    """The ruler's box is marked and the war is over; a home space comes back, or a card is drawn."""
    game.hand(PAPACY).remove(BULL_CARD)
    put_away(game, BULL_CARD, as_event=True)  # it is used for this turn
    game.faith.excommunicated.append(game.rulers[enemy])
    game.emit(told.RulerOutlawed(enemy, game.rulers[enemy]))
    end_war(game, PAPACY, enemy)
    lost = home_spaces_held(game, PAPACY, enemy)
    gains = (REGAIN, DRAW) if lost else (DRAW,)
    if await choose_one(PAPACY, "bull_gain", "option", gains, "21.5") == DRAW:
        draw_cards(game, PAPACY, 1, Reason("card", card=BULL_CARD))
        return
    space = await choose_one(PAPACY, "bull_space", "space", keys_first(game, lost), "21.5")
    await hand_over(game, [space], PAPACY)


async def sue_for_peace(game: HisGame, enemy: Power) -> None:
    """A War Winner VP for the Protestant, two own units less, and home spaces for a VP each (9.3)."""
    game.emit(peace_told.SuedForPeace(PAPACY, enemy))
    award(game, enemy, VP_FOR_PEACE)
    kinds = (*LAND_KINDS, *NAVAL_KINDS)
    await remove_units(game, PAPACY, "units_surrendered", kinds, UNITS_LOST, "9.3")
    end_war(game, PAPACY, enemy)
    lost = tuple(keys_first(game, home_spaces_held(game, PAPACY, enemy)))
    if lost:
        bought = await ask(ChooseSome(PAPACY, "regain_for_vp", "space", lost, 0, len(lost), rule="9.3"))
        for _ in bought:
            award(game, enemy, VP_FOR_A_SPACE)
        await hand_over(game, bought, PAPACY)


def award(game: HisGame, enemy: Power, points: int) -> None:
    """Whatever power has won the war, its VP are the Protestant's."""
    add_bonus_vp(game, PROTESTANT, WAR_WINNER, points)
    game.emit(peace_told.WarWinnerAwarded(PROTESTANT, PAPACY, points))


def keys_first(game: HisGame, spaces: list[SpaceId]) -> list[SpaceId]:
    return game.board.keys_first(spaces)
