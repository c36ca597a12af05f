"""When a standing order counts: against whom, where, at what odds, in which turns.

A limit holds or does not for the facts of a question (`facts`).  It says itself in words, which
the receipt repeats.  There is no limit on the cards that the own hand holds: whether a question is answered
at once or asked would then show what is in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from pbem.games.conditions import Fact, Situation
from pbem.games.facts import Facts
from pbem.language.voice import Voice
from rules import Power
from rules.core import codec
from rules.core.cards import CardNumber
from rules.war.ids import LeaderId, Place, SpaceId
from rules.war.state import WarGame


@dataclass(frozen=True, slots=True)
class Limit(ABC):
    """Base of all limits."""

    @abstractmethod
    def holds(self, facts: Facts, game: Any) -> bool: ...

    @abstractmethod
    def words(self, voice: Voice) -> str: ...


@dataclass(frozen=True, slots=True)
class Against(Limit):
    """Only against these powers: they move, attack, or have declared it."""

    powers: tuple[Power, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(power in self.powers for power in facts.others)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.against", powers=self.powers)


@dataclass(frozen=True, slots=True)
class AgainstLeader(Limit):
    """Only where one of these leaders is with the other party."""

    leaders: tuple[LeaderId, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(leader in self.leaders for leader in facts.their_leaders)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.against_leader", leaders=self.leaders)


@dataclass(frozen=True, slots=True)
class WithLeader(Limit):
    """Only where one of these leaders of the own side is concerned."""

    leaders: tuple[LeaderId, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(leader in self.leaders for leader in facts.own_leaders)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.with_leader", leaders=self.leaders)


@dataclass(frozen=True, slots=True)
class In(Limit):
    """Only in these places."""

    places: tuple[Place, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(place in self.places for place in facts.places)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.in", places=self.places)


@dataclass(frozen=True, slots=True)
class To(Limit):
    """Only if it leads to these places, not if it begins there."""

    places: tuple[Place, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return bool(facts.places) and facts.places[0] in self.places

    def words(self, voice: Voice) -> str:
        return voice.word("limit.to", places=self.places)


@dataclass(frozen=True, slots=True)
class Within(Limit):
    """Only in spaces at most so far from one."""

    distance: int
    space: SpaceId

    def holds(self, facts: Facts, game: Any) -> bool:
        near = game.board.within(self.space, self.distance) if isinstance(game, WarGame) else ()
        return any(place == self.space or place in near for place in facts.places)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.within", count=self.distance, space=self.space)


@dataclass(frozen=True, slots=True)
class About(Limit):
    """Only for one kind of action or fight."""

    doing: str

    def holds(self, facts: Facts, game: Any) -> bool:
        return facts.doing == self.doing

    def words(self, voice: Voice) -> str:
        return voice.name("doing", self.doing)


@dataclass(frozen=True, slots=True)
class AgainstCard(Limit):
    """Only when one of these cards was declared."""

    cards: tuple[CardNumber, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return facts.card in self.cards

    def words(self, voice: Voice) -> str:
        return voice.word("limit.against_card", cards=self.cards)


@dataclass(frozen=True, slots=True)
class Odds(Limit):
    """Only if own units to theirs are at least (or, with `below`, less than) `own` to `theirs`.

    Where the strengths are not known, never.
    """

    own: int
    theirs: int
    strictly: bool = False
    """Equal odds are not enough."""
    below: bool = False

    def holds(self, facts: Facts, game: Any) -> bool:
        if facts.own is None or facts.theirs is None:
            return False
        ours, needed = facts.own * self.theirs, facts.theirs * self.own
        enough = ours > needed if self.strictly else ours >= needed
        return enough != self.below

    def words(self, voice: Voice) -> str:
        even = "even" if self.own == self.theirs else "odds"
        which = (
            ("at_most" if self.strictly else "below")
            if self.below
            else ("over" if self.strictly else "least")
        )
        return voice.word(f"limit.{even}_{which}", own=self.own, theirs=self.theirs)


@dataclass(frozen=True, slots=True)
class Strength(Limit):
    """Only if one side has at least `least` and at most `most` units there."""

    own: bool
    least: int = 0
    most: int | None = None

    def holds(self, facts: Facts, game: Any) -> bool:
        count = facts.own if self.own else facts.theirs
        return count is not None and count >= self.least and (self.most is None or count <= self.most)

    def words(self, voice: Voice) -> str:
        whose = "own" if self.own else "their"
        if self.most is None:
            return voice.word(f"limit.{whose}_least", count=self.least)
        return voice.word(f"limit.{whose}_most", count=self.most)


@dataclass(frozen=True, slots=True)
class AtWar(Limit):
    """Only while the own power is at war with one of these."""

    powers: tuple[Power, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(game.at_war(facts.power, power) for power in self.powers)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.at_war", powers=self.powers)


@dataclass(frozen=True, slots=True)
class Given(Limit):
    """Only while a fact about the position is so: `if Buda is mine`."""

    fact: Fact

    def holds(self, facts: Facts, game: Any) -> bool:
        return bool(self.fact(Situation(facts.power, (), game, finished=True)))

    def words(self, voice: Voice) -> str:
        return voice.word("limit.given", text=self.fact.words(voice))


@dataclass(frozen=True, slots=True)
class Unless(Limit):
    """Only if another limit does not hold."""

    limit: Limit

    def holds(self, facts: Facts, game: Any) -> bool:
        return not self.limit.holds(facts, game)

    def words(self, voice: Voice) -> str:
        return voice.word("limit.except", text=self.limit.words(voice))


MEMBERS = (
    Against,
    AgainstLeader,
    WithLeader,
    In,
    To,
    Within,
    About,
    AgainstCard,
    Odds,
    Strength,
    AtWar,
    Given,
    Unless,
)
codec.family(Limit, lambda: {cls.__name__: cls for cls in MEMBERS})
