"""Sack of Rome: mercenaries in Italy march on the Pope, at war with him or not (21.5, #95)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.card_play import (
    discard,
    discard_random_card,
    may_be_chosen_for_discard,
    remove_from_game,
    take_random_card,
)
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.core.windows import ANY_NUMBER, open_window
from rules.his.cards import military_events as told
from rules.his.game import HisGame
from rules.his.powers import PAPACY
from rules.his.windows import CARDS
from rules.war.battle import FieldBattle, Force, Side
from rules.war.casualties import Loss
from rules.war.field_battle import field_battle
from rules.war.forces import MERCENARIES, REGULARS, Formation
from rules.war.ids import SpaceId
from rules.war.state import WarGame
from rules.war.windows import WarWindow

CARD: CardNumber = 95
ROME = "rome"
ITALIAN = "italian"
CP_LOST = 5
CARDS_DRAWN = 2


# ---- Who may march


def sacking_stacks(game: HisGame, power: Power) -> list[tuple[SpaceId, Power]]:
    """Stacks of other powers in the Italian zone with more mercenaries than Rome has Papal regulars."""
    defenders = game.at(ROME, PAPACY).regulars
    return [
        (space, other)
        for space, here in sorted(game.units.items())
        if space in game.spaces and game.board.spaces[space].lang == ITALIAN
        for other, units in sorted(here.items())
        if other != PAPACY and units.mercenaries > defenders
    ]


# ---- The two sides


@dataclass(slots=True)
class SackingStack(Force):
    """The whole stack; it is counted where it stands, as its survivors return there at once (step 4)."""

    def losses(self, game: WarGame, hits: int) -> list[Loss]:
        """Regulars and mercenaries die as evenly as possible (step 3); an odd one is the owner's choice."""
        (power,) = self.powers
        units = self.units(game)
        regulars = tuple(unit for unit in units if unit[1] == REGULARS)
        others = tuple(unit for unit in units if unit[1] != REGULARS)
        hits = min(hits, self.size(game))
        if hits <= 0:
            return []
        least, most = even_share(hits, Formation(units=regulars).size, Formation(units=others).size)
        if least < most:
            return [Loss(power, self.place, hits, units, least, most)]
        shares = ((hits - least, others), (least, regulars))
        return [Loss(power, self.place, count, some) for count, some in shares if count]


def even_share(hits: int, regulars: int, others: int) -> tuple[int, int]:
    """The fewest and the most regulars that may be lost if losses are as even as possible."""
    able = [share for share in range(hits + 1) if share <= regulars and hits - share <= others]
    least_difference = min(abs(2 * share - hits) for share in able)
    even = [share for share in able if abs(2 * share - hits) == least_difference]
    return even[0], even[-1]


@dataclass(slots=True)
class PapalRegulars(Force):
    """The Papal regulars in Rome alone fight; hits beyond them fall on Papal mercenaries (steps 2 and 3)."""

    def army(self, game: WarGame, power: Power) -> Formation:
        regulars = game.at(ROME, PAPACY).regulars
        return Formation(units=((PAPACY, REGULARS, regulars),) if regulars else ())

    def losses(self, game: WarGame, hits: int) -> list[Loss]:
        here = game.at(ROME, PAPACY)
        first = max(0, min(hits, here.regulars))
        then = max(0, min(hits - first, here.mercenaries))
        shares = ((first, (PAPACY, REGULARS, here.regulars)), (then, (PAPACY, MERCENARIES, here.mercenaries)))
        return [Loss(PAPACY, ROME, count, (unit,)) for count, unit in shares if count]


# ---- The event


@CARDS.event(CARD, "event", playable=sacking_stacks)
async def sack_of_rome(game: HisGame, power: Power) -> None:
    """95 Sack of Rome: a stack fights the Papal regulars in Rome; a beaten Pope pays (21.5, steps 1 to 5)."""
    space, sacker = await choose_stack(game, power)
    game.emit(told.StackMarchedOnRome(sacker, space))  # step 1
    battle = FieldBattle(
        ROME,
        Side(SackingStack(space, (sacker,))),
        Side(PapalRegulars(ROME, (PAPACY,)), least_dice=0 if game.at(ROME, PAPACY).regulars else 1),
        origin=space,
    )
    others = [other for other in game.majors if other not in battle.powers]
    with game.campaign.while_unsettled(space):
        await open_window(game, WarWindow.BEFORE_BATTLE, battle, powers=others, most=ANY_NUMBER)
        await field_battle(game, battle)  # steps 2 and 3
    await game.settle()  # a siege that the stack lays or suffers (15.3)
    await game.battle_ended(sacker, battle.defence.powers)  # a land combat ends a phony war (9.6)
    if battle.winner is battle.attack:
        await papal_defeat(game, sacker)  # step 6


async def choose_stack(game: HisGame, power: Power) -> tuple[SpaceId, Power]:
    """The player says which stack marches, if several could."""
    stacks = sacking_stacks(game, power)
    spaces = list(dict.fromkeys(space for space, _owner in stacks))
    space = await choose_one(power, "sack_of_rome", "space", spaces, "21.5")
    owners = [owner for where, owner in stacks if where == space]
    return space, await choose_one(power, "sack_of_rome_power", "power", owners, "21.5")


async def papal_defeat(game: HisGame, sacker: Power) -> None:
    """Step 6: St. Peter's loses CP, the sacker takes two cards and keeps one; the card leaves the game."""
    lost = min(CP_LOST, game.faith.st_peters_cp)
    game.faith.st_peters_cp -= lost
    game.emit(told.RomeSacked(sacker, lost))
    reason = Reason("card", card=CARD)
    if sacker not in game.players:  # with two players a power without one takes nothing: both are discarded
        for _ in range(CARDS_DRAWN):
            discard_random_card(game, PAPACY, reason)
        remove_from_game(game, CARD)
        return
    drawn = [take_random_card(game, giver=PAPACY, taker=sacker, reason=reason) for _ in range(CARDS_DRAWN)]
    booty = [card for card in drawn if card is not None]
    if len(booty) == CARDS_DRAWN:
        await give_up_one(game, sacker, booty)
    remove_from_game(game, CARD)


async def give_up_one(game: HisGame, sacker: Power, booty: list[CardNumber]) -> None:
    """One of the two cards is discarded, never a mandatory event (6.1); silence gives up the lower."""
    able = [card for card in booty if may_be_chosen_for_discard(game, card)]
    if not able:
        return
    able.sort(key=lambda card: (game.card(card).cp, card))
    given = await choose_one(sacker, "booty_of_rome", "card", [str(card) for card in able], "6.1")
    discard(game, sacker, int(given), Reason("card", card=CARD))
