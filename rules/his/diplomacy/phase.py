"""The Diplomacy Phase: negotiation, peace, ransom, excommunication and war, in this order (9).

What the players say to each other is not the rules' business; here the agreements that change the
position are announced, confirmed and carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.core.errors import Illegal, allows
from rules.core.flow import NEGOTIATION, Power, Question, ask
from rules.core.questions import Choose
from rules.his.diplomacy import events as told
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import (
    CedeSpace,
    EndWar,
    GiveCards,
    GiveMercenaries,
    GrantDivorce,
    RescindExcommunication,
    ReturnLeader,
)
from rules.his.diplomacy.deals import Deal, Item, Prospect, agree, carry_out, check_announcement, possible
from rules.his.diplomacy.peace import peace_segment
from rules.his.diplomacy.ransom import captured_leaders, excommunication_segment, ransom_segment
from rules.his.diplomacy.war_segment import war_segment
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER, PAPACY
from rules.war.ids import SpaceId


async def diplomacy_phase(game: HisGame) -> None:
    """The five segments in their order; on turn 1 of 1517 only England talks (7, 9)."""
    if game.turn == game.scenario.turns[0] and game.scenario.options.limited_first_diplomacy:
        await first_diplomacy(game)
        return
    await negotiation_segment(game)
    await peace_segment(game)
    await ransom_segment(game)
    await excommunication_segment(game)
    await war_segment(game)


async def first_diplomacy(game: HisGame) -> None:
    """Turn 1: England talks with France and the Hapsburgs, and announces what it agreed (7)."""
    order = (HAPSBURG, FRANCE)
    first = await ask(Choose(ENGLAND, "first_negotiation", "power", order, HAPSBURG, "7"))  # DIP1-1
    second = FRANCE if first == HAPSBURG else HAPSBURG
    game.emit(told.NegotiationsOpened(ENGLAND, first, second))
    for partner in order:  # DIP1-2: announced to the Hapsburgs first, whoever was spoken to first
        announced: list[Deal] = []
        await announce_deals(game, ENGLAND, (partner,), announced)
        await confirm_deals(game, partner, announced)


async def negotiation_segment(game: HisGame) -> None:
    """In impulse order each power confirms what was announced to it, then announces its own deals (9.1)."""
    announced: list[Deal] = []
    for at, power in enumerate(IMPULSE_ORDER):
        await confirm_deals(game, power, [deal for deal in announced if deal.partner == power])
        if later := IMPULSE_ORDER[at + 1 :]:
            await announce_deals(game, power, later, announced)


# ---- Announcing


@dataclass(frozen=True, slots=True)
class ProposeDeals(Question[tuple[Deal, ...]]):
    """NEG-1: the deals that a power announces to powers later in impulse order."""

    kind: ClassVar[str] = "propose_deals"
    pace: ClassVar[str] = NEGOTIATION
    partners: tuple[Power, ...]

    def legal(self, game: HisGame) -> Iterable[tuple[Deal, ...]]:
        """No deal, and small deals of every kind that is possible."""
        yield ()
        for partner in self.partners:
            for items in suggestions(game, self.power, partner):
                deal = Deal(self.power, partner, items)
                if possible(game, deal):
                    yield (deal,)

    def check(self, game: HisGame, answer: tuple[Deal, ...]) -> None:
        check_announcement(game, self.power, self.partners, answer)

    def default(self, game: HisGame) -> tuple[Deal, ...]:
        return ()

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[Deal, ...]:
        """A kind of deal with one of the partners, so that no kind crowds out the others."""
        by_kind: dict[str, list[tuple[Deal, ...]]] = {}
        for deals in self.legal(game):
            kind = ",".join(type(item).__name__ for deal in deals for item in deal.items)
            by_kind.setdefault(kind, []).append(deals)
        deals = choose(by_kind[choose(list(by_kind))])
        return deals  # type: ignore[no-any-return]


async def announce_deals(
    game: HisGame, power: Power, partners: tuple[Power, ...], announced: list[Deal]
) -> None:
    """A power announces its deals: they join those that wait for their partners to confirm them."""
    for deal in await ask(ProposeDeals(power, partners)):
        announced.append(deal)
        number = sum(other.partner == deal.partner for other in announced)
        game.emit(told.DealAnnounced(power, deal.partner, number))
        for term in deal.terms():
            game.emit(term)


# ---- Confirming


@dataclass(frozen=True, slots=True)
class ConfirmDeals(Question[tuple[int, ...]]):
    """NEG-2: the numbers, from 1, of the deals that a power confirms; silence confirms none."""

    kind: ClassVar[str] = "confirm_deals"
    pace: ClassVar[str] = NEGOTIATION
    deals: tuple[Deal, ...]

    def legal(self, game: HisGame) -> Iterable[tuple[int, ...]]:
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

    def check(self, game: HisGame, answer: tuple[int, ...]) -> None:
        if list(answer) != sorted(dict.fromkeys(answer)):
            raise Illegal("deal.named_in_order", "9.1")
        prospect = Prospect(game)
        for number in answer:
            if not 1 <= number <= len(self.deals):
                raise Illegal("deal.unknown", "9.1", number=number)
            agree(self.deals[number - 1], prospect)

    def default(self, game: HisGame) -> tuple[int, ...]:
        return ()


async def confirm_deals(game: HisGame, power: Power, deals: Sequence[Deal]) -> None:
    """The partner confirms whole deals or nothing of them; what it confirms is carried out at once (9.1)."""
    if not deals:
        return
    confirmed = await ask(ConfirmDeals(power, tuple(deals)))
    for number, deal in enumerate(deals, 1):
        if number not in confirmed:
            game.emit(told.DealRejected(deal.proposer, power, number))
    for number in confirmed:
        deal = deals[number - 1]
        game.emit(told.DealConfirmed(deal.proposer, power, number))
        await carry_out(game, deal)
        await game.settle()


# ---- Suggestions

SUGGESTED_SPACES = 3
"""So many spaces of each side are suggested for cession."""


def suggestions(game: HisGame, power: Power, partner: Power) -> Iterator[tuple[Item, ...]]:
    """Small packages between two powers, not all of them possible."""
    yield (EndWar(),)
    yield (FormAlliance(),)
    yield (EndWar(), FormAlliance())
    yield (GrantDivorce(),)
    for giver, receiver in ((power, partner), (partner, power)):
        yield from suggested_loans(game, giver)
        for leader in captured_leaders(game, receiver, giver):
            yield (ReturnLeader(leader),)
        for space in suggested_cessions(game, giver, receiver):
            yield (CedeSpace(giver, space),)
        for count in (1, 2):
            yield (GiveCards(giver, count),)
        for count in (1, 4):
            yield (GiveMercenaries(giver, count),)
        if giver == PAPACY:
            yield (RescindExcommunication(receiver),)


def suggested_loans(game: HisGame, giver: Power) -> Iterator[tuple[Item, ...]]:
    """An alliance with all the ships of each port, and the naval leader there."""
    for nation in game.nations_of(giver):
        for place, units in game.places_of(nation):
            if units.squadrons:
                leaders = [leader for leader in game.leaders_at(place, giver) if game.is_naval_leader(leader)]
                loan = LoanSquadrons(giver, place, nation, units.squadrons, *leaders[:1])
                yield (FormAlliance(), loan)


def suggested_cessions(game: HisGame, giver: Power, receiver: Power) -> list[SpaceId]:
    """Spaces of the giver: first the receiver's home spaces, then others that border on the receiver's."""

    def borders(space: SpaceId) -> bool:
        return any(game.controller(near) == receiver for near in game.board.neighbours(space))

    held = sorted(
        game.spaces_of(giver),
        key=lambda space: (game.home_power(space) != receiver, not borders(space), space),
    )
    return held[:SUGGESTED_SPACES]
