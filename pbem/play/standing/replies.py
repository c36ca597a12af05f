"""How a standing order answers when its question comes.

Most answers are orders in the usual language, read only then.  Some cannot be written before the question is
known (how many hits, which stacks stand where), so there are general ones: the strongest formation, the
cheapest losses, anywhere but here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.errors import Illegal, OrderProblem
from pbem.language import Names, parse_line
from pbem.language.voice import Voice
from rules import Question
from rules.core import codec, errors
from rules.core.cards import CardNumber, CardPlay
from rules.core.questions import Choose
from rules.core.windows import Respond
from rules.war.avoid_battle import Avoidance, AvoidBattle
from rules.war.casualties import ChooseLosses
from rules.war.forces import best_battle_rating
from rules.war.ids import LeaderId, Nation, Place
from rules.war.interception import Intercept
from rules.war.interception import Interception as LandInterception
from rules.war.naval_interception import InterceptAtSea
from rules.war.naval_interception import Interception as NavalInterception
from rules.war.naval_questions import LoseShips

ANYWHERE = "space/sea"


class Impossible(OrderProblem):
    """This order has no answer to this question."""

    def __init__(self) -> None:
        super().__init__("standing.impossible")


@dataclass(frozen=True, slots=True)
class Reply(ABC):
    """Base of all replies."""

    @abstractmethod
    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        """The answer, checked.

        :raises OrderProblem: this question cannot be answered so.
        """

    @abstractmethod
    def words(self, voice: Voice) -> str:
        """As the receipt tells it."""

    @property
    def cards(self) -> tuple[CardNumber, ...]:
        """Cards without which it can no longer be carried out."""
        return ()


def _checked(question: Question[Any], game: Any, answer: Any) -> Any:
    try:
        question.check(game, answer)
    except errors.Illegal as problem:
        raise Illegal(problem) from problem
    return answer


@dataclass(frozen=True, slots=True)
class InWords(Reply):
    """Orders in the usual language: the first that is possible counts."""

    orders: tuple[str, ...]

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        problem: OrderProblem = Impossible()
        for order in self.orders:
            try:
                return parse_line(order, question, game, names)
            except OrderProblem as found:
                problem = found
        raise problem

    def words(self, voice: Voice) -> str:
        return _one_after_another(voice, "or_else", list(map(voice.order, self.orders)))


@dataclass(frozen=True, slots=True)
class Decline(Reply):
    """Do not do what is asked."""

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        return InWords(("decline", "no", "none", "pass")).give(question, game, names)

    def words(self, voice: Voice) -> str:
        return voice.word("reply.decline")


@dataclass(frozen=True, slots=True)
class Usual(Reply):
    """What silence would mean, without waiting for it."""

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        return _checked(question, game, question.default(game))

    def words(self, voice: Voice) -> str:
        return voice.word("reply.usual")


@dataclass(frozen=True, slots=True)
class Strongest(Reply):
    """Intercept with the strongest force: with these leaders, from these places, in these seas, if any."""

    leaders: tuple[LeaderId, ...] = ()
    origins: tuple[Place, ...] = ()
    zones: tuple[Place, ...] = ()

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        if not isinstance(question, Intercept | InterceptAtSea):
            raise Impossible()
        fitting = [answer for answer in question.legal(game) if answer is not None and self._fits(answer)]
        if not fitting:
            raise Impossible()
        return _checked(question, game, max(fitting, key=lambda answer: _strength(game, answer)))

    def _fits(self, answer: LandInterception | NavalInterception) -> bool:
        at_sea = isinstance(answer, NavalInterception)
        leaders = answer.fleet.leaders if isinstance(answer, NavalInterception) else answer.formation.leaders
        return (
            all(leader in leaders for leader in self.leaders)
            and (not self.origins or answer.origin in self.origins)
            and (not self.zones or (at_sea and getattr(answer, "zone", "") in self.zones))
        )

    def words(self, voice: Voice) -> str:
        key = "reply.intercept_with" if self.leaders else "reply.intercept"
        return voice.word(key, leaders=self.leaders, zones=self.zones, places=self.origins)


def _strength(game: Any, answer: LandInterception | NavalInterception) -> tuple[int, int]:
    """Units, then the best rating; of equals the first listed is taken."""
    if isinstance(answer, NavalInterception):
        return answer.fleet.size, best_battle_rating(game, answer.fleet.leaders)
    return answer.formation.size, best_battle_rating(game, answer.formation.leaders)


@dataclass(frozen=True, slots=True)
class SlipAway(Reply):
    """Avoid battle with everybody: to the first of these places that is possible, or to any."""

    to: tuple[Place, ...] = ()

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        if isinstance(question, AvoidBattle):
            for place in self.to or question.spaces:
                if place in question.spaces:
                    return _checked(question, game, Avoidance(place, question.army))
        elif isinstance(question, Choose):
            for place in self.to or question.options[1:]:
                if place in question.options:
                    return _checked(question, game, place)
        raise Impossible()

    def words(self, voice: Voice) -> str:
        if not self.to:
            return voice.word("reply.avoid")
        places = [voice.name(ANYWHERE, place, "to") for place in self.to]
        return voice.word("reply.avoid_to", text=_one_after_another(voice, "or_else", places))


@dataclass(frozen=True, slots=True)
class LoseFirst(Reply):
    """Lose units of these kinds first, in this order, then what silence would give up.

    A kind may be of one nation only: `lose genoese squadrons first`.
    """

    kinds: tuple[tuple[Nation, str], ...]
    """(nation or empty, kind or empty)."""

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        if isinstance(question, ChooseLosses):
            there = list(question.units)
            usual = list(question.default(game))
        elif isinstance(question, LoseShips):
            there, usual = list(question.offered), list(question.offered)
        else:
            raise Impossible()
        lost = _take([*self._wanted(there), *usual, *there], there, question.count)
        return _checked(question, game, lost)

    def _wanted(self, there: Sequence[tuple[Nation, str, int]]) -> list[tuple[Nation, str, int]]:
        return [
            unit
            for nation, kind in self.kinds
            for unit in there
            if (not nation or unit[0].partition(">")[0] == nation) and (not kind or unit[1] == kind)
        ]

    def words(self, voice: Voice) -> str:
        kinds = [
            voice.word(
                "reply.units_of" if nation else "reply.units",
                nation=nation,
                text=voice.name("unit", kind) if kind else voice.word("reply.any_units"),
            )
            for nation, kind in self.kinds
        ]
        return voice.word("reply.lose", text=_one_after_another(voice, "then", kinds))


def _take(
    wanted: Iterable[tuple[Nation, str, int]], there: Sequence[tuple[Nation, str, int]], count: int
) -> tuple[tuple[Nation, str, int], ...]:
    """So many units in the order wanted, told in the order in which they stand."""
    left = {(nation, kind): number for nation, kind, number in there}
    lost: dict[tuple[Nation, str], int] = {}
    for nation, kind, number in wanted:
        some = min(number, left.get((nation, kind), 0), count)
        if some:
            lost[nation, kind] = lost.get((nation, kind), 0) + some
            left[nation, kind] -= some
            count -= some
    return tuple((nation, kind, lost[nation, kind]) for nation, kind, _ in there if (nation, kind) in lost)


@dataclass(frozen=True, slots=True)
class PlayCards(Reply):
    """Play these cards in a window, each that can be played there."""

    plays: tuple[tuple[CardNumber, str], ...]
    """(card, its use in words or empty)."""

    @property
    def cards(self) -> tuple[CardNumber, ...]:
        return tuple(card for card, _use in self.plays)

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        if not isinstance(question, Respond):
            raise Impossible()
        problem: OrderProblem = Impossible()
        chosen: list[CardPlay] = []
        for card, use in self.plays:
            try:
                chosen += parse_line(f"play {card} {use and f'as {use}'}", question, game, names)
            except OrderProblem as found:
                problem = found
        if not chosen:
            raise problem
        return _checked(question, game, tuple(chosen[: question.most]))

    def words(self, voice: Voice) -> str:
        cards = [voice.word("reply.card", card=card, text=use) for card, use in self.plays]
        return voice.word("reply.play", texts=tuple(cards))


@dataclass(frozen=True, slots=True)
class ByPreset(Reply):
    """What the title answers in plain cases (`Game.presets`), until its player takes it back."""

    name: str

    def give(self, question: Question[Any], game: Any, names: Names) -> Any:
        raise Impossible()  # `StandingOrders` asks the title

    def words(self, voice: Voice) -> str:
        return voice.word(f"preset.{self.name}")


MEMBERS = (InWords, Decline, Usual, Strongest, SlipAway, LoseFirst, PlayCards, ByPreset)
codec.family(Reply, lambda: {cls.__name__: cls for cls in MEMBERS})


def _one_after_another(voice: Voice, word: str, items: Sequence[str]) -> str:
    """`vp, or else card`: what is listed in an order that counts."""
    return f", {voice.word(f'reply.{word}')} ".join(items)
