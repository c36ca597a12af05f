"""When a standing order counts: against whom, where, at what odds, in which turns.

A limit holds or does not for the facts of a question (`facts`).  It says itself in words, which
the receipt repeats.  There is no limit on the cards that the own hand holds: whether a question is answered
at once or asked would then show what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.games.facts import ASSAULT, EVENT, FIELD_BATTLE, IMPULSE_OVER, NAVAL_COMBAT, Facts
from pbem.language.names import CARD, LEADER, PLACE, POWER, Names
from rules import Power
from rules.core import codec
from rules.core.cards import CardNumber
from rules.war.ids import LeaderId, Place, SpaceId
from rules.war.state import WarGame

DOINGS = {
    "move": "against a move",
    "transport": "against a naval transport",
    "naval_move": "against a naval move",
    "piracy": "against piracy",
    "journey": "against the journey of a leader",
    ASSAULT: "in an assault",
    FIELD_BATTLE: "in a field battle",
    NAVAL_COMBAT: "in a naval combat",
    EVENT: "against an event",
    IMPULSE_OVER: "after an impulse",
}
"""What a window may be about, in words."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Base of all limits."""

    def holds(self, facts: Facts, game: Any) -> bool:
        raise NotImplementedError

    def words(self, names: Names) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Against(Limit):
    """Only against these powers: they move, attack, or have declared it."""

    powers: tuple[Power, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(power in self.powers for power in facts.others)

    def words(self, names: Names) -> str:
        return f"against {_or(names.say(POWER, power) for power in self.powers)}"


@dataclass(frozen=True, slots=True)
class AgainstLeader(Limit):
    """Only where one of these leaders is with the other party."""

    leaders: tuple[LeaderId, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(leader in self.leaders for leader in facts.their_leaders)

    def words(self, names: Names) -> str:
        return f"against {_or(names.say(LEADER, leader) for leader in self.leaders)}"


@dataclass(frozen=True, slots=True)
class WithLeader(Limit):
    """Only where one of these leaders of the own side is concerned."""

    leaders: tuple[LeaderId, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(leader in self.leaders for leader in facts.own_leaders)

    def words(self, names: Names) -> str:
        return f"where {_or(names.say(LEADER, leader) for leader in self.leaders)} is with you"


@dataclass(frozen=True, slots=True)
class In(Limit):
    """Only in these places."""

    places: tuple[Place, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(place in self.places for place in facts.places)

    def words(self, names: Names) -> str:
        return f"in {_or(names.say(PLACE, place) for place in self.places)}"


@dataclass(frozen=True, slots=True)
class To(Limit):
    """Only if it leads to these places, not if it begins there."""

    places: tuple[Place, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return bool(facts.places) and facts.places[0] in self.places

    def words(self, names: Names) -> str:
        return f"to {_or(names.say(PLACE, place) for place in self.places)}"


@dataclass(frozen=True, slots=True)
class Within(Limit):
    """Only in spaces at most so far from one."""

    distance: int
    space: SpaceId

    def holds(self, facts: Facts, game: Any) -> bool:
        near = game.board.within(self.space, self.distance) if isinstance(game, WarGame) else ()
        return any(place == self.space or place in near for place in facts.places)

    def words(self, names: Names) -> str:
        spaces = "1 space" if self.distance == 1 else f"{self.distance} spaces"
        return f"within {spaces} of {names.say(PLACE, self.space)}"


@dataclass(frozen=True, slots=True)
class About(Limit):
    """Only for one kind of action or fight."""

    doing: str

    def holds(self, facts: Facts, game: Any) -> bool:
        return facts.doing == self.doing

    def words(self, names: Names) -> str:
        return DOINGS[self.doing]


@dataclass(frozen=True, slots=True)
class AgainstCard(Limit):
    """Only when one of these cards was declared."""

    cards: tuple[CardNumber, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return facts.card in self.cards

    def words(self, names: Names) -> str:
        return f"against {_or(names.propose(CARD, str(card)) for card in self.cards)}"


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

    def words(self, names: Names) -> str:
        even = self.own == self.theirs
        if even and not self.below:
            return "if you outnumber them" if self.strictly else "if you are not outnumbered"
        if even:
            return "if you do not outnumber them" if self.strictly else "if you are outnumbered"
        odds = f"{self.own}:{self.theirs}"
        if self.below:
            return (
                f"if the odds are {odds} or worse" if self.strictly else f"if the odds are worse than {odds}"
            )
        return f"if the odds are better than {odds}" if self.strictly else f"if the odds are at least {odds}"


@dataclass(frozen=True, slots=True)
class Strength(Limit):
    """Only if one side has at least `least` and at most `most` units there."""

    own: bool
    least: int = 0
    most: int | None = None

    def holds(self, facts: Facts, game: Any) -> bool:
        count = facts.own if self.own else facts.theirs
        return count is not None and count >= self.least and (self.most is None or count <= self.most)

    def words(self, names: Names) -> str:
        who = "you have" if self.own else "they have"
        return (
            f"if {who} at {f'least {self.least}' if self.most is None else f'most {self.most}'} units there"
        )


@dataclass(frozen=True, slots=True)
class AtWar(Limit):
    """Only while the own power is at war with one of these."""

    powers: tuple[Power, ...]

    def holds(self, facts: Facts, game: Any) -> bool:
        return any(game.at_war(facts.power, power) for power in self.powers)

    def words(self, names: Names) -> str:
        return f"while at war with {_or(names.say(POWER, power) for power in self.powers)}"


@dataclass(frozen=True, slots=True)
class Unless(Limit):
    """Only if another limit does not hold."""

    limit: Limit

    def holds(self, facts: Facts, game: Any) -> bool:
        return not self.limit.holds(facts, game)

    def words(self, names: Names) -> str:
        return f"unless {self.limit.words(names).removeprefix('if ').removeprefix('while ')}"


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
    Unless,
)
codec.family(Limit, lambda: {cls.__name__: cls for cls in MEMBERS})


def _or(items: Iterable[str]) -> str:
    words = list(items)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
