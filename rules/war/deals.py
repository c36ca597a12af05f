"""Deals: the agreements of the Negotiation Segment that change the position (9.1).

A deal is a package of items between two powers.  It is carried out whole or not at all, so its items are
checked one after the other against a `Prospect`: the position as it would be after the items before.
The items themselves are the titles'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, ClassVar, TypeAlias, TypeVar

from rules.core import codec
from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.ids import LeaderId, Nation, Place, SpaceId
from rules.war.relations import vacate
from rules.war.state import ALLIED, WarGame

Pair: TypeAlias = tuple[Power, Power]

CARDS, MERCENARIES, SQUADRONS = "cards", "mercenaries", "squadrons"


class Item(Record):
    """One agreement of a deal.  `rank` is its place in the order in which a deal takes effect (9.1)."""

    rank: ClassVar[int]

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        """Raise `Illegal` if this may not be agreed; else note in the prospect what it changes."""
        raise NotImplementedError

    async def take_effect(self, game: Any, deal: Deal) -> None:
        """Change the position."""
        raise NotImplementedError

    def handed_over(self) -> tuple[SpaceId, ...]:
        """Spaces from which units must go when all items of its kind have taken effect."""
        return ()

    def terms(self, deal: Deal) -> list[Event]:
        """The item as it is announced to everybody."""
        raise NotImplementedError


ITEMS: dict[str, type[Item]] = {}
codec.family(Item, lambda: ITEMS)

I = TypeVar("I", bound=type[Item])  # noqa: E741


def item(cls: I) -> I:
    """Enter a kind of agreement into the list of 9.1."""
    ITEMS[cls.__name__] = cls
    return cls


class Deal(Record):
    """A package between two powers, to be confirmed whole."""

    proposer: Power
    partner: Power
    items: tuple[Item, ...]

    def between(self, one: Power, other: Power) -> bool:
        return {self.proposer, self.partner} == {one, other}

    def other(self, power: Power) -> Power:
        """The other party; `Illegal` if the power is no party at all."""
        if power == self.proposer:
            return self.partner
        if power == self.partner:
            return self.proposer
        raise Illegal("deal.no_party", "9.1", power=power)

    def in_order(self) -> list[Item]:
        """The items in the order in which they take effect (9.1)."""
        return sorted(self.items, key=lambda item: item.rank)

    def terms(self) -> list[Event]:
        """All items as they are announced."""
        return [term for item in self.in_order() for term in item.terms(self)]


# ---- What would be


@dataclass(slots=True)
class Prospect:
    """The position as it would be after some agreements, as far as later agreements depend on it."""

    game: Any
    relations: dict[Pair, str | None] = field(default_factory=dict)
    new_allies: list[Pair] = field(default_factory=list)
    control: dict[SpaceId, Power] = field(default_factory=dict)
    given: dict[str, list[Pair]] = field(default_factory=dict)
    returned: list[LeaderId] = field(default_factory=list)
    loaned: dict[tuple[Place, Nation], int] = field(default_factory=dict)
    loaned_leaders: list[LeaderId] = field(default_factory=list)
    noted: dict[str, list[str]] = field(default_factory=dict)
    """What only a title's items care about: what is agreed already, by subject."""

    def relation(self, one: Power, other: Power) -> str | None:
        pair = _sorted_pair(one, other)
        now: str | None = self.game.relation(one, other)
        return self.relations.get(pair, now)

    def set_relation(self, one: Power, other: Power, relation: str | None) -> None:
        self.relations[_sorted_pair(one, other)] = relation
        if relation == ALLIED:
            self.new_allies.append(_sorted_pair(one, other))

    def allied_this_phase(self, one: Power, other: Power) -> bool:
        pair = _sorted_pair(one, other)
        made = self.game.diplomacy.alliances_made
        return bool(pair in self.new_allies or pair in made or pair[::-1] in made)

    def controller(self, space: SpaceId) -> Nation | None:
        holder: Nation | None = self.control.get(space, self.game.controller(space))
        return holder

    def note(self, subject: str, thing: str) -> None:
        self.noted.setdefault(subject, []).append(thing)

    def has_noted(self, subject: str, thing: str) -> bool:
        return thing in self.noted.get(subject, ())

    # ---- what changes hands

    def give(self, what: str, giver: Power, receiver: Power, count: int) -> None:
        self.given.setdefault(what, []).extend([(giver, receiver)] * count)

    def given_this_turn(self, what: str, giver: Power, receiver: Power) -> int:
        """How much went from one power to the other this turn, with what is agreed."""
        done: list[Pair] = self.game.diplomacy.given.get(what, [])
        return done.count((giver, receiver)) + self.given.get(what, []).count((giver, receiver))

    def balance(self, what: str, power: Power) -> int:
        """What a power gains by the agreements that are not carried out yet, less what it gives."""
        pairs = self.given.get(what, [])
        return sum((taker == power) - (giver == power) for giver, taker in pairs)

    def one_way(self, what: str, giver: Power, receiver: Power) -> None:
        """Cards, mercenaries and squadrons go in one direction between two powers in a turn (9.1, 9.2)."""
        if self.given_this_turn(what, receiver, giver):
            rule = "9.2" if what == SQUADRONS else "9.1"
            raise Illegal("deal.one_way", rule, gift=what)


def _sorted_pair(one: Power, other: Power) -> Pair:
    return (one, other) if one < other else (other, one)


# ---- Checks


def agree(deal: Deal, prospect: Prospect) -> None:
    """Raise `Illegal` if a deal may not be made; else note what it changes (9.1)."""
    if not deal.items:
        raise Illegal("deal.empty", "9.1")
    for one in deal.in_order():
        one.agree(deal, prospect)


def check_announcement(game: WarGame, power: Power, partners: Sequence[Power], deals: Sequence[Deal]) -> None:
    """Raise `Illegal` unless a power may announce these deals, one after the other (9.1)."""
    prospect = Prospect(game)
    for deal in deals:
        if not game.promises_add_up:
            prospect = Prospect(game)  # each must be possible by itself; the first to confirm gets it
        if deal.proposer != power:
            raise Illegal("deal.not_your_own", "9.1")
        if deal.partner not in partners:
            raise Illegal("deal.earlier_power_announces", "9.1")
        agree(deal, prospect)


def possible(game: WarGame, deal: Deal) -> bool:
    """Whether a deal could be made as things stand."""
    return allows(agree, deal, Prospect(game))


# ---- Taking effect


async def carry_out(game: WarGame, deal: Deal) -> None:
    """A confirmed deal takes effect at once, all of it, one kind of agreement after the other (9.1)."""
    for _, same_kind in groupby(deal.in_order(), key=lambda item: item.rank):
        items = list(same_kind)
        for one in items:
            await one.take_effect(game, deal)
        await vacate(game, *(space for one in items for space in one.handed_over()))
