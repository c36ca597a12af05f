"""Questions of war at sea that several of its procedures ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal, named_twice
from rules.core.flow import Question
from rules.core.questions import Choose
from rules.war.fleets import Ships
from rules.war.ids import Place


class ChooseThere(Choose):
    """A choice about what happens in one place, which the letter names."""

    place: Place = ""


class LoseShips(Question[tuple[Ships, ...]]):
    """NAV-3: which ships are lost, `count` of those offered: own, minor allies' or borrowed (16.2 step 8)."""

    kind: ClassVar[str] = "lose_ships"
    place: Place
    offered: tuple[Ships, ...]
    """In the order in which silence gives them up."""
    count: int

    def legal(self, game: Any) -> Iterator[tuple[Ships, ...]]:
        """All ways to lose so many; there are few, because stacks are small."""
        return _ways_to_lose(self.offered, self.count)

    def check(self, game: Any, answer: tuple[Ships, ...]) -> None:
        there = {(nation, kind): count for nation, kind, count in self.offered}
        if twice := named_twice((nation, kind) for nation, kind, _count in answer):
            raise Illegal("forces.named_twice", "16.2", nation=twice[0], unit=twice[1])
        for nation, kind, count in answer:
            if not 0 < count <= there.get((nation, kind), 0):
                raise Illegal(
                    "forces.not_so_many_to_choose",
                    "16.2",
                    count=count,
                    unit=kind,
                    nation=nation,
                    place=self.place,
                )
        if sum(count for _nation, _kind, count in answer) != self.count:
            raise Illegal("losses.wrong_ships", "16.2", count=self.count)


def _ways_to_lose(offered: Sequence[Ships], count: int) -> Iterator[tuple[Ships, ...]]:
    if not offered:
        if count == 0:
            yield ()
        return
    (nation, kind, there), *others = offered
    for lost in range(min(there, count), -1, -1):
        for rest in _ways_to_lose(others, count - lost):
            yield ((nation, kind, lost), *rest) if lost else rest
