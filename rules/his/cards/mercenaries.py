"""Mercenaries who come, go and want to be paid: cards 33, 36, 87 and 106 (17, 15.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

from rules.core.card_play import discard
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.his.cards import military_events as told
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, IMPULSE_ORDER, OTTOMAN
from rules.his.windows import CARDS, Window
from rules.war.casualties import eliminate
from rules.war.counter_mix import fits_somewhere
from rules.war.forces import MERCENARIES
from rules.war.ids import SpaceId
from rules.war.placement import place_units
from rules.war.removal import remove_units
from rules.war.siege import is_besieged
from rules.war.windows import WarWindow

LANDSKNECHTS, SWISS = 33, 36
MANY, FEW = 4, 2
"""Mercenaries for the power whose land they come from, and for others."""
KILLED_BY_OTTOMAN = 2
NOTHING = "none"

ANY_TIME = (WarWindow.AFTER_ACTION, WarWindow.BEFORE_BATTLE, Window.BETWEEN_IMPULSES)
"""When responses that belong to no procedure may be played: after actions, events and passes, and as
the last chance before a field battle or an assault (6.1, 14 step 1, 15.1 step 2)."""


# ---- Where mercenaries can be


def camps(game: HisGame, power: Power) -> Iterator[SpaceId]:
    """Quiet spaces with land units of a power that no siege shuts in (12.4, 17)."""
    own = game.nations_of(power)
    for space, here in game.units.items():
        # Asked of most powers in every window: so first whether there is anything of them at all.
        if [nation for nation in own if nation in here and here[nation].land]:
            state = game.spaces.get(space)
            if state is not None and not state.unrest and not is_besieged(game, space, power):
                yield space


def can_hire(game: HisGame, power: Power) -> bool:
    """Whether a power may place mercenaries of its own somewhere; the Protestant not before the League."""
    return game.wages_war(power) and fits_somewhere(game, power, MERCENARIES, camps(game, power))


def stacks_of_mercenaries(game: HisGame, power: Power | None = None) -> list[tuple[SpaceId, Power]]:
    """Spaces in which there are mercenaries, and whose they are; of one power or of all."""
    return [
        (space, nation)
        for space, here in game.units.items()
        if space in game.spaces
        for nation, units in here.items()
        if units.mercenaries and power in (None, nation)
    ]


# ---- 33 Landsknechts

Disbanded: TypeAlias = tuple[tuple[SpaceId, Power, int], ...]
"""Mercenaries who are eliminated: where, whose, how many."""


class DisbandMercenaries(Question[Disbanded]):
    """Which mercenaries on the map are eliminated, whosever they are (#33 by the Ottoman)."""

    kind: ClassVar[str] = "disband_mercenaries"
    count: int

    def legal(self, game: HisGame) -> Iterable[Disbanded]:
        """All from one stack, or one each from two; silence takes the largest stacks of enemies."""
        yield self.default(game)
        stacks = self._stacks(game)
        for space, nation in stacks:
            if game.at(space, nation).mercenaries >= self.count:
                yield ((space, nation, self.count),)
        for one, other in pairwise(stacks):
            if self.count == KILLED_BY_OTTOMAN:
                yield ((*one, 1), (*other, 1))

    def check(self, game: HisGame, answer: Disbanded) -> None:
        if twice := named_twice((space, nation) for space, nation, _count in answer):
            raise Illegal("placement.named_twice", "6.1", place=twice[0])
        for space, nation, count in answer:
            if count < 1 or game.at(space, nation).mercenaries < count:
                raise Illegal(
                    "forces.not_so_many", "6.1", count=count, unit="mercenaries", nation=nation, place=space
                )
        if (total := sum(count for _space, _nation, count in answer)) != self.count:
            raise Illegal("losses.wrong_mercenaries", "6.1", count=self.count, named_count=total)

    def default(self, game: HisGame) -> Disbanded:
        return self._fill(game, self._stacks(game))

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> Disbanded:
        stacks = self._stacks(game)
        order = []
        while stacks:
            order.append(choose(stacks))
            stacks.remove(order[-1])
        return self._fill(game, order)

    def _stacks(self, game: HisGame) -> list[tuple[SpaceId, Power]]:
        def preference(stack: tuple[SpaceId, Power]) -> tuple[bool, int, SpaceId, Power]:
            space, nation = stack
            return not game.at_war(self.power, nation), -game.at(space, nation).mercenaries, space, nation

        return sorted(stacks_of_mercenaries(game), key=preference)

    def _fill(self, game: HisGame, stacks: Iterable[tuple[SpaceId, Power]]) -> Disbanded:
        wanted, chosen = self.count, []
        for space, nation in stacks:
            if count := min(wanted, game.at(space, nation).mercenaries):
                chosen.append((space, nation, count))
                wanted -= count
        return tuple(chosen)


async def disband(game: HisGame, power: Power, most: int) -> None:
    """A power names mercenaries of anybody, and they are eliminated."""
    stacks = stacks_of_mercenaries(game)
    present = sum(game.at(space, nation).mercenaries for space, nation in stacks)
    question = DisbandMercenaries(power, min(most, present))
    chosen = question.default(game)
    if present > most and len(stacks) > 1:
        chosen = await ask(question)
    for space, nation, count in chosen:
        await eliminate(game, nation, space, ((nation, MERCENARIES, count),))


def landsknechts_can_come(game: HisGame, power: Power, moment: object = None) -> bool:
    """For the Ottoman: somebody has mercenaries whom they can drive away."""
    return bool(stacks_of_mercenaries(game)) if power == OTTOMAN else can_hire(game, power)


@CARDS.response(LANDSKNECHTS, "event", *ANY_TIME, playable=landsknechts_can_come)
async def landsknechts_response(game: HisGame, power: Power, moment: object) -> None:
    """33 Landsknechts: mercenaries, four for the Hapsburgs, two for others; the Ottoman kills two."""
    if power == OTTOMAN:
        await disband(game, power, KILLED_BY_OTTOMAN)
    else:
        count = MANY if power == HAPSBURG else FEW
        await place_units(game, "landsknechts", power, MERCENARIES, count, camps(game, power))


@CARDS.event(LANDSKNECHTS, "event", playable=landsknechts_can_come)
async def landsknechts(game: HisGame, power: Power) -> None:
    """33 Landsknechts: the same as the event of the own impulse."""
    await landsknechts_response(game, power, None)


# ---- 36 Swiss Mercenaries


def master_of_the_swiss(power: Power) -> Power:
    """Whose the Swiss are: French if France or the Ottoman plays the card, else the player's."""
    return FRANCE if power in (FRANCE, OTTOMAN) else power


def swiss_can_come(game: HisGame, power: Power, moment: object = None) -> bool:
    return can_hire(game, master_of_the_swiss(power))


@CARDS.response(SWISS, "event", *ANY_TIME, playable=swiss_can_come)
async def swiss_mercenaries_response(game: HisGame, power: Power, moment: object) -> None:
    """36 Swiss Mercenaries: four French ones if France or the Ottoman plays it, else two of one's own."""
    master = master_of_the_swiss(power)
    count = MANY if master == FRANCE else FEW
    await place_units(game, "swiss_mercenaries", master, MERCENARIES, count, camps(game, master))


@CARDS.event(SWISS, "event", playable=swiss_can_come)
async def swiss_mercenaries(game: HisGame, power: Power) -> None:
    """36 Swiss Mercenaries: the same as the event of the own impulse."""
    await swiss_mercenaries_response(game, power, None)


# ---- 87 Mercenaries Demand Pay


def employers(game: HisGame, power: Power) -> list[Power]:
    """Powers that have mercenaries on the map; the player, who may name himself, last."""
    paying = [other for other in IMPULSE_ORDER if stacks_of_mercenaries(game, other)]
    return sorted(paying, key=lambda other: other == power)


@CARDS.event(87, "event", playable=employers)
async def mercenaries_demand_pay(game: HisGame, power: Power) -> None:
    """87 Mercenaries Demand Pay: a power gives up a card, or its mercenaries go; the better, the fewer."""
    target = await choose_one(power, "demand_pay", "power", employers(game, power), "6.1")
    kept = await pay(game, target)
    present = game.count_on_map(target, MERCENARIES)
    if kept is None or present <= kept:
        game.emit(told.MercenariesPaid(target))
        return
    game.emit(told.MercenariesUnpaid(target, present - kept))
    await remove_units(game, target, "unpaid", (MERCENARIES,), present - kept, "6.1")


async def pay(game: HisGame, target: Power) -> int | None:
    """How many mercenaries the target keeps, None if all.

    A home card may be given, a mandatory event may not (6.1); silence gives nothing.
    """
    if not game.hand(target):
        return 0
    # Whoever holds mandatory events alone is asked too: the others must not see that there is no choice.
    cards = [card for card in sorted(game.hand(target)) if game.card(card).kind != "mandatory"]
    options = (NOTHING, *(str(card) for card in cards))
    given = await ask(Choose(target, "pay_mercenaries", "card", options, NOTHING, "6.1"))
    if given == NOTHING:
        return 0
    card: CardNumber = int(given)
    discard(game, target, card, Reason("mercenaries_pay"))
    table, cp = game.data.tables.event_tables, game.card(card).cp
    return None if cp >= table.mercenaries_demand_pay_all_from else table.mercenaries_demand_pay[cp]


# ---- 106 Unpaid Mercenaries


def somebody_has_mercenaries(game: HisGame, power: Power) -> bool:
    return bool(stacks_of_mercenaries(game))


@CARDS.event(106, "event", playable=somebody_has_mercenaries)
async def unpaid_mercenaries(game: HisGame, power: Power) -> None:
    """106 Unpaid Mercenaries: all mercenaries of one power in one space are gone; a siege may break."""
    stacks = sorted(stacks_of_mercenaries(game))
    spaces = list(dict.fromkeys(space for space, _nation in stacks))
    space = await choose_one(power, "unpaid_mercenaries", "space", spaces, "15.3")
    owners = [nation for where, nation in stacks if where == space]
    target = await choose_one(power, "unpaid_mercenaries_power", "power", owners, "15.3")
    count = game.at(space, target).mercenaries
    await eliminate(game, target, space, ((target, MERCENARIES, count),))
