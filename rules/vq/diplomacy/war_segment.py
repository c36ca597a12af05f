"""The War Segment (9.4): each power in impulse order declares, pays and sees who intervenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from rules.core.card_play import begin_play, end_play
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows, named_twice
from rules.core.events import Event
from rules.core.flow import Power, Question, ask
from rules.core.questions import Choose, Decide
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.vq.diplomacy.minors import activate, contest, reset_influence
from rules.vq.diplomacy.wars import may_declare_war, start_war, war_cost
from rules.vq.game import VqGame
from rules.vq.kinds import Treasure
from rules.vq.treasury import discard, hand_of, worth
from rules.war.ids import Nation

PEACEFUL_TURNS = 3
"""At random, a power declares war in one turn out of so many."""
SECOND_CHOICE = 2
"""How many of those who contend may intervene, one after the other (9.4 step 4)."""


class WarPaidFor(Event):
    power: Power
    cost: int
    cards: tuple[CardNumber, ...]
    treasures: tuple[Treasure, ...]


class WarJoined(Event):
    power: Power
    minor: Nation
    declarer: Power


class LeftAlone(Event):
    """Nobody comes to the help of a minor power."""

    minor: Nation


class WarOrders(Record):
    """Wars that a power declares, and what pays for them."""

    targets: tuple[Nation, ...] = ()
    cards: tuple[CardNumber, ...] = ()
    treasures: tuple[Treasure, ...] = ()


PEACE = WarOrders()


class DeclareAndPay(Question[WarOrders]):
    """WAR-1 and WAR-2: the powers on which one declares war now, with the cards and treasures that pay."""

    kind: ClassVar[str] = "declare_and_pay"

    def legal(self, game: VqGame) -> Iterable[WarOrders]:
        """Nobody, or one power, paid as cheaply as possible."""
        yield PEACE
        for target in possible_targets(game, self.power):
            paid = cheapest_payment(game, self.power, war_cost(game, self.power, target))
            if paid is not None:
                yield WarOrders((target,), *paid)

    def check(self, game: VqGame, answer: WarOrders) -> None:
        if (twice := named_twice(answer.targets)) is not None:
            raise Illegal("war.named_twice", "9.4", power=twice)
        for target in answer.targets:
            may_declare_war(game, self.power, target, in_diplomacy_phase=True)
        self._check_payment(game, answer)

    def _check_payment(self, game: VqGame, answer: WarOrders) -> None:
        if (twice := named_twice(answer.cards)) is not None:
            raise Illegal("card.named_twice", "9.4", card=twice)
        for card in answer.cards:
            if card not in game.hand(self.power):
                raise Illegal("card.not_in_hand", "9.4", card=card)
            if card not in payment_cards(game, self.power):
                raise Illegal("war.card_pays_nothing", "9.4", card=card)
        held = hand_of(game, self.power)
        for treasure in answer.treasures:
            if answer.treasures.count(treasure) > held.count(treasure) or not worth(treasure):
                raise Illegal("war.treasure_pays_nothing", "9.4", treasure=treasure)
        cost = sum(war_cost(game, self.power, target) for target in answer.targets)
        paid = value(game, answer.cards, answer.treasures)
        if paid < cost:
            raise Illegal("war.underpaid", "9.4", cost_cp=cost, cp=paid)
        if paid and not cost:
            raise Illegal("war.nothing_to_pay", "9.4")

    def default(self, game: VqGame) -> WarOrders:
        return PEACE

    def pick(self, game: VqGame, choose: Callable[[Sequence[Any]], Any]) -> WarOrders:
        """Mostly peace: wars of all against all teach nothing."""
        if choose(range(PEACEFUL_TURNS)):
            return PEACE
        orders: WarOrders = choose(list(self.legal(game)))
        return orders


def possible_targets(game: VqGame, power: Power) -> list[Nation]:
    """Powers on which one may declare war in this phase, whatever it costs."""
    return [
        target
        for target in (*game.majors, *game.minors)
        if allows(may_declare_war, game, power, target, in_diplomacy_phase=True)
    ]


def payment_cards(game: VqGame, power: Power) -> list[CardNumber]:
    """Cards that may pay for a war: no home cards, no mandatory ones (9.4 step 3)."""
    return [card for card in game.hand(power) if game.card(card).kind not in ("home", "mandatory")]


def value(game: VqGame, cards: Iterable[CardNumber], treasures: Iterable[Treasure]) -> int:
    return sum(game.card(card).cp for card in cards) + sum(worth(treasure) for treasure in treasures)


def cheapest_payment(
    game: VqGame, power: Power, cost: int
) -> tuple[tuple[CardNumber, ...], tuple[Treasure, ...]] | None:
    """The smallest sum of cards and treasures that is enough, fewest pieces first."""
    cards = sorted(payment_cards(game, power))
    treasures = sorted(treasure for treasure in hand_of(game, power) if worth(treasure))
    best: tuple[int, int, tuple[CardNumber, ...], tuple[Treasure, ...]] | None = None
    for paper in range(min(3, len(cards)) + 1):
        for some in combinations(cards, paper):
            for gold in range(min(2, len(treasures)) + 1):
                for coins in combinations(treasures, gold):
                    paid = value(game, some, coins)
                    found = (paid, paper + gold, some, coins)
                    if paid >= cost and (best is None or found < best):
                        best = found
    return None if best is None else (best[2], best[3])


# ---- The segment


async def war_segment(game: VqGame) -> None:
    """Each power in impulse order completes all its steps before the next (9.4)."""
    for power in game.majors:
        able = game.hand(power) or hand_of(game, power)
        if able and possible_targets(game, power):
            await declare_wars(game, power, await ask(DeclareAndPay(power)))


async def declare_wars(game: VqGame, power: Power, orders: WarOrders) -> None:
    """Majors first, then minors; then it is paid, and the minors look for help (9.4)."""
    minors = [target for target in orders.targets if target in game.minors]
    majors = [target for target in orders.targets if target in game.majors]
    for target in (*majors, *minors):
        await start_war(game, power, target)
    for minor in minors:
        game.influence.barred.setdefault(minor, []).append(power)
        game.influence.steps.get(minor, {}).pop(power, None)
    pay(game, power, orders)
    while minors:
        minor = minors[0]
        if len(minors) > 1:
            minor = await ask(Choose(power, "attacked_minor", "power", tuple(sorted(minors)), "", "9.4"))
        minors.remove(minor)
        await interventions(game, power, minor)


def pay(game: VqGame, power: Power, orders: WarOrders) -> None:
    """Cards and treasures are laid down; what is too much is lost."""
    if not orders.targets:
        return
    cost = sum(war_cost(game, power, target) for target in orders.targets)
    game.emit(WarPaidFor(power, cost, orders.cards, orders.treasures))
    for card in orders.cards:
        begin_play(game, power, card, "cp")
        end_play(game, card, as_event=False)
    discard(game, power, list(orders.treasures), Reason("declaration_of_war"))


async def interventions(game: VqGame, declarer: Power, minor: Nation) -> None:
    """WAR-4: the two who contended best may become the minor's ally, and so the declarer's enemy (9.4)."""
    if minor in game.influence.resolved:
        return
    column = game.data.influence[minor]
    barred = (declarer, *game.influence.barred.get(minor, ()))
    rivals = [power for power in column.activate if game.has_player(power) and power not in barred]
    ranking = contest(game, minor, rivals) if rivals else []
    for power in ranking[:SECOND_CHOICE]:
        if await ask(Decide(power, "intervene", minor, rule="9.4", about="power")):
            game.emit(WarJoined(power, minor, declarer))
            await start_war(game, power, declarer, reason=Reason("intervention"))
            await activate(game, minor, power)
            break
    else:
        game.emit(LeftAlone(minor))
    reset_influence(game, minor)
