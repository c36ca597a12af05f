"""The War Segment of the Diplomacy Phase: declarations, what they cost, and the cards that pay (9.6)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar, TypeAlias

from rules.core.card_play import begin_play, end_play, remember_event
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows, named_twice
from rules.core.flow import Power, Question, ask, ask_all
from rules.his.diplomacy import events as told
from rules.his.diplomacy.interventions import declare_war
from rules.his.diplomacy.wars import declaration_cost, may_declare_war, means_left, payment_cards
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.war.ids import Nation

PEACEFUL_TURNS = 3
"""At random, a power declares war in one turn out of so many."""

# ---- Declarations


class DeclareWars(Question[tuple[Power, ...]]):
    """WAR-1: all the powers, major and minor, on which a power declares war now."""

    kind: ClassVar[str] = "declare_wars"

    def legal(self, game: HisGame) -> Iterable[tuple[Power, ...]]:
        """Nobody, one, or two."""
        yield ()
        means = means_left(game, self.power)
        targets = possible_targets(game, self.power)
        for number in (1, 2):
            for chosen in combinations(targets, number):
                if self.cost(game, chosen) <= means:
                    yield chosen

    def check(self, game: HisGame, answer: tuple[Power, ...]) -> None:
        if (twice := named_twice(answer)) is not None:
            raise Illegal("war.named_twice", "9.6", power=twice)
        for target in answer:
            may_declare_war(game, self.power, target, in_diplomacy_phase=True)
        cost, means = self.cost(game, answer), means_left(game, self.power)
        if cost > means:
            raise Illegal("war.too_costly", "9.6", cost_cp=cost, cp=means)

    def cost(self, game: HisGame, targets: Iterable[Power]) -> int:
        return sum(declaration_cost(game, self.power, target) for target in targets)

    def default(self, game: HisGame) -> tuple[Power, ...]:
        return ()

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[Power, ...]:
        """Mostly peace: wars of all against all teach nothing."""
        if choose(range(PEACEFUL_TURNS)):
            return ()
        wars: tuple[Power, ...] = choose(list(self.legal(game)))
        return wars


def possible_targets(game: HisGame, power: Power) -> list[Power]:
    """Powers on which one may declare war in this phase, whatever it costs.

    Where the table (9.6) has no cost, nobody can: war with the Protestant comes with the League (21.6).
    """
    table = game.data.tables.declaration_of_war
    return [
        target
        for target in (*IMPULSE_ORDER, *game.minors)
        if table.cost(power, target) is not None
        and allows(may_declare_war, game, power, target, in_diplomacy_phase=True)
    ]


async def war_segment(game: HisGame) -> None:
    """Each power in impulse order declares its wars; when all have done so, they pay (9.6, step 1)."""
    for power in IMPULSE_ORDER:
        if game.hand(power) and possible_targets(game, power):
            await declare_wars(game, power, await ask(DeclareWars(power)))
    await pay_for_wars(game)


async def declare_wars(game: HisGame, power: Power, targets: tuple[Power, ...]) -> None:
    """The wars of one power: majors first, then minors with their interventions (9.6, steps 2 and 3)."""
    majors = [target for target in targets if target in game.majors]
    minors = [target for target in targets if target in game.minors]
    for target in (*majors, *minors):
        owed = game.diplomacy.owed
        owed[power] = owed.get(power, 0) + declaration_cost(game, power, target)
        await declare_war(game, power, target)


# ---- Payment


class PayForWars(Question[tuple[CardNumber, ...]]):
    """WAR-3: the cards that pay for a power's declarations and interventions."""

    kind: ClassVar[str] = "pay_for_wars"
    cost: int

    def legal(self, game: HisGame) -> Iterable[tuple[CardNumber, ...]]:
        """All sets of cards from which none can be left out."""
        cards = sorted(payment_cards(game, self.power))
        for size in range(1, len(cards) + 1):
            for some in combinations(cards, size):
                worth = value(game, some)
                if self.cost <= worth < self.cost + min(game.card(card).cp for card in some):
                    yield some

    def check(self, game: HisGame, answer: tuple[CardNumber, ...]) -> None:
        if (twice := named_twice(answer)) is not None:
            raise Illegal("card.named_twice", "9.6", card=twice)
        for card in answer:
            if card not in game.hand(self.power):
                raise Illegal("card.not_in_hand", "9.6", card=card)
            if card not in payment_cards(game, self.power):
                raise Illegal("war.mandatory_event_pays_nothing", "9.6", card=card)
        if (worth := value(game, answer)) < self.cost:
            raise Illegal("war.underpaid", "9.6", cost_cp=self.cost, cp=worth)

    def default(self, game: HisGame) -> tuple[CardNumber, ...]:
        """The cheapest set that is enough, home cards last."""

        def price(some: tuple[CardNumber, ...]) -> tuple[int, int, int, tuple[CardNumber, ...]]:
            homes = sum(game.card(card).kind == "home" for card in some)
            return homes, value(game, some), len(some), some

        return min(self.legal(game), key=price)


def value(game: HisGame, cards: Iterable[CardNumber]) -> int:
    return sum(game.card(card).cp for card in cards)


async def pay_for_wars(game: HisGame) -> None:
    """Who declared war or intervened lays down cards, all at the same time (9.6)."""
    debtors = [power for power in IMPULSE_ORDER if game.diplomacy.owed.get(power)]
    payments = await ask_all([PayForWars(power, game.diplomacy.owed[power]) for power in debtors])
    for power, cards in zip(debtors, payments, strict=True):
        game.emit(told.WarPaid(power, game.diplomacy.owed[power], cards))
        for card in cards:
            begin_play(game, power, card, "intervene" if intervenes(game, power, card) else "cp")
            end_play(game, card, as_event=False)
        for card in cards:
            await reinforce_by_payment(game, power, card)
    game.diplomacy.owed.clear()


# ---- Cards that do more than pay

Reinforcement: TypeAlias = Callable[[HisGame, Power], Awaitable[None]]

INTERVENTION_CARDS: dict[CardNumber, tuple[Power, Nation, Reinforcement]] = {}
"""Cards that bring units when they pay for an intervention: 69 for Scotland, 108 for Venice."""


def intervention_card(
    card: CardNumber, power: Power, minor: Nation
) -> Callable[[Reinforcement], Reinforcement]:
    """Register what a card brings when this power pays with it for its intervention (9.6)."""

    def register(effect: Reinforcement) -> Reinforcement:
        INTERVENTION_CARDS[card] = (power, minor, effect)
        return effect

    return register


def intervenes(game: HisGame, power: Power, card: CardNumber) -> bool:
    """Whether a card pays for the intervention it is about."""
    if card not in INTERVENTION_CARDS:
        return False
    who, minor, _ = INTERVENTION_CARDS[card]
    return who == power and (power, minor) in game.diplomacy.interventions


async def reinforce_by_payment(game: HisGame, power: Power, card: CardNumber) -> None:
    """Units of a card that paid for the intervention it is about."""
    if intervenes(game, power, card):
        remember_event(game, power, card)
        await INTERVENTION_CARDS[card][2](game, power)
