"""Questions that need no more than a list of choices.

`topic` is the stable name of the decision (sequence of play: `DRAW-1`, `THESES-1`, ...), under which
letters find their wording; `about` names the things that the choices are (space, power, card, ...).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.kinds import KindIn


class Choose(Question[str]):
    """One of several things; silence takes `silent`."""

    kind: ClassVar[str] = "choose"
    topic: str
    about: str
    options: Annotated[tuple[str, ...], KindIn("about")]
    silent: str = ""
    rule: str = ""

    def legal(self, game: Any) -> Iterable[str]:
        return self.options

    def check(self, game: Any, answer: str) -> None:
        if answer not in self.options:
            raise Illegal("choice.thing_not_offered", self.rule, thing=answer)

    def default(self, game: Any) -> str:
        return self.silent or self.options[0]


async def choose_one(power: Power, topic: str, about: str, options: Sequence[str], rule: str) -> str:
    """One of several things; a single one is taken without a question, and silence takes the first."""
    if len(options) == 1:
        return options[0]
    return await ask(Choose(power, topic, about, tuple(options), options[0], rule))


class ChooseSome(Question[tuple[str, ...]]):
    """Between `least` and `most` different things of several, in the player's order."""

    kind: ClassVar[str] = "choose_some"
    topic: str
    about: str
    options: Annotated[tuple[str, ...], KindIn("about")]
    least: int
    most: int
    silent: tuple[str, ...] = ()
    rule: str = ""

    def legal(self, game: Any) -> Iterable[tuple[str, ...]]:
        """Up to 200 of the choices."""
        count = 0
        for size in range(self.least, min(self.most, len(self.options)) + 1):
            for some in combinations(self.options, size):
                yield some
                count += 1
                if count == 200:
                    return

    def check(self, game: Any, answer: tuple[str, ...]) -> None:
        for item in answer:
            if item not in self.options:
                raise Illegal("choice.thing_not_offered", self.rule, thing=item)
        if (twice := named_twice(answer)) is not None:
            raise Illegal("choice.named_twice", self.rule, thing=twice)
        most = min(self.most, len(self.options))
        least = min(self.least, most)
        if not least <= len(answer) <= most:
            if least == most:
                raise Illegal("choice.wrong_count", self.rule, count=least, named_count=len(answer))
            raise Illegal(
                "choice.wrong_range", self.rule, least_count=least, most_count=most, named_count=len(answer)
            )

    def default(self, game: Any) -> tuple[str, ...]:
        return self.silent or self.options[: min(self.least, len(self.options))]

    def pick(self, game: Any, choose: Any) -> tuple[str, ...]:
        most = min(self.most, len(self.options))
        size = choose(range(min(self.least, most), most + 1))
        left = list(self.options)
        picked: list[str] = []
        while len(picked) < size:
            picked.append(choose(left))
            left.remove(picked[-1])
        return tuple(picked)


async def choose_some(
    power: Power,
    topic: str,
    about: str,
    options: Sequence[str],
    least: int,
    most: int,
    rule: str,
    *,
    silent: Sequence[str] | None = None,
) -> tuple[str, ...]:
    """Between so many of several things; silence takes the first `most` of them, or others."""
    usual = tuple(options[:most] if silent is None else silent)
    return await ask(ChooseSome(power, topic, about, tuple(options), least, most, usual, rule))


class Decide(Question[bool]):
    """Yes or no; silence means `silent`."""

    kind: ClassVar[str] = "decide"
    topic: str
    subject: Annotated[str, KindIn("about")] = ""
    silent: bool = False
    rule: str = ""
    about: str = ""

    def legal(self, game: Any) -> Iterable[bool]:
        return (True, False)

    def default(self, game: Any) -> bool:
        return self.silent


class ChooseNumber(Question[int]):
    """A number from `least` to `most`."""

    kind: ClassVar[str] = "number"
    topic: str
    least: int
    most: int
    silent: int = 0
    rule: str = ""

    def legal(self, game: Any) -> Iterable[int]:
        return range(self.least, self.most + 1)

    def default(self, game: Any) -> int:
        return max(self.least, self.silent)
