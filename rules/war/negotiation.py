"""Deals are announced, confirmed and carried out (9.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal, allows
from rules.core.flow import NEGOTIATION, Power, Question, ask
from rules.war import treaty_events as treaty
from rules.war.deals import Deal, Prospect, agree, carry_out, check_announcement, possible
from rules.war.state import WarGame

# ---- Announcing


class ProposeDeals(Question[tuple[Deal, ...]]):
    """NEG-1: the deals that a power announces to powers later in impulse order."""

    kind: ClassVar[str] = "propose_deals"
    pace: ClassVar[str] = NEGOTIATION
    partners: tuple[Power, ...]

    def legal(self, game: WarGame) -> Iterable[tuple[Deal, ...]]:
        """No deal, and small deals of every kind that is possible."""
        yield ()
        for partner in self.partners:
            for items in game.deal_suggestions(self.power, partner):
                deal = Deal(self.power, partner, items)
                if possible(game, deal):
                    yield (deal,)

    def check(self, game: WarGame, answer: tuple[Deal, ...]) -> None:
        check_announcement(game, self.power, self.partners, answer)

    def default(self, game: WarGame) -> tuple[Deal, ...]:
        return ()

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[Deal, ...]:
        """A kind of deal with one of the partners, so that no kind crowds out the others."""
        by_kind: dict[str, list[tuple[Deal, ...]]] = {}
        for deals in self.legal(game):
            kind = ",".join(type(item).__name__ for deal in deals for item in deal.items)
            by_kind.setdefault(kind, []).append(deals)
        deals = choose(by_kind[choose(list(by_kind))])
        return deals  # type: ignore[no-any-return]


async def announce_deals(
    game: WarGame, power: Power, partners: tuple[Power, ...], announced: list[Deal]
) -> None:
    """A power announces its deals: they join those that wait for their partners to confirm them."""
    for deal in await ask(ProposeDeals(power, partners)):
        announced.append(deal)
        number = sum(other.partner == deal.partner for other in announced)
        game.emit(treaty.DealAnnounced(power, deal.partner, number))
        for term in deal.terms():
            game.emit(term)


# ---- Confirming


class ConfirmDeals(Question[tuple[int, ...]]):
    """NEG-2: the numbers, from 1, of the deals that a power confirms; silence confirms none."""

    kind: ClassVar[str] = "confirm_deals"
    pace: ClassVar[str] = NEGOTIATION
    deals: tuple[Deal, ...]

    def legal(self, game: WarGame) -> Iterable[tuple[int, ...]]:
        """None, each alone, and all that go together."""
        yield ()
        alone = [n for n, deal in enumerate(self.deals, 1) if possible(game, deal)]
        for number in alone:
            yield (number,)
        together: tuple[int, ...] = ()
        for number in alone:
            if allows(self.check, game, (*together, number)):
                together = (*together, number)
        if len(together) > 1:
            yield together

    def check(self, game: WarGame, answer: tuple[int, ...]) -> None:
        if list(answer) != sorted(dict.fromkeys(answer)):
            raise Illegal("deal.named_in_order", "9.1")
        prospect = Prospect(game)
        for number in answer:
            if not 1 <= number <= len(self.deals):
                raise Illegal("deal.unknown", "9.1", number=number)
            agree(self.deals[number - 1], prospect)

    def default(self, game: WarGame) -> tuple[int, ...]:
        return ()


async def confirm_deals(game: WarGame, power: Power, deals: Sequence[Deal]) -> None:
    """The partner confirms whole deals or nothing of them; what it confirms is carried out at once (9.1)."""
    if not deals:
        return
    confirmed = await ask(ConfirmDeals(power, tuple(deals)))
    for number, deal in enumerate(deals, 1):
        if number not in confirmed:
            game.emit(treaty.DealRejected(deal.proposer, power, number))
    for number in confirmed:
        deal = deals[number - 1]
        game.emit(treaty.DealConfirmed(deal.proposer, power, number))
        await carry_out(game, deal)
        await game.settle()
