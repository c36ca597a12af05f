"""Losses of land units (14 step 9, 15.1 step 9): who loses how many, which ones, and small change (5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, ClassVar, TypeAlias

from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask_all
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.war.counter_mix import fits
from rules.war.forces import (
    REGULARS,
    Formation,
    UnitCount,
    best_units,
    cheapest_units,
    check_part,
    first_units,
    remove,
    together,
    units_at,
)
from rules.war.ids import LAND_KINDS, Nation, Place, owner
from rules.war.land_events import CounterShortage, OddHit, UnitsLost
from rules.war.state import WarGame

Losses: TypeAlias = tuple[UnitCount, ...]


class ChooseLosses(Question[tuple[UnitCount, ...]]):
    """FB-1: which of these land units are lost; silence gives up the cheapest."""

    kind: ClassVar[str] = "losses"
    place: Place
    count: int
    units: tuple[UnitCount, ...]
    least_regulars: int = 0
    most_regulars: int | None = None

    def legal(self, game: Any) -> Iterable[Losses]:
        """The cheapest, the dearest, and the first of the list."""
        yield from dict.fromkeys(
            self._with_regulars(losses)
            for losses in (
                cheapest_units(self.power, self.units, self.count),
                best_units(self.power, self.units, self.count),
                first_units(Formation(units=self.units), self.count),
            )
        )

    def check(self, game: Any, answer: Losses) -> None:
        check_part(Formation(units=self.units), Formation(units=answer), self.place, "14")
        lost = sum(count for _nation, _kind, count in answer)
        if lost != self.count:
            raise Illegal("losses.wrong_count", "14", count=self.count, named_count=lost)
        if not self._allowed(answer):
            allowed = self._regulars_wanted(answer)
            if _regulars_in(answer) < allowed:
                raise Illegal("losses.too_few_regulars", "14", count=allowed)
            raise Illegal("losses.too_many_regulars", "14", count=allowed)

    def default(self, game: Any) -> Losses:
        return self._with_regulars(cheapest_units(self.power, self.units, self.count))

    def _allowed(self, losses: Losses) -> bool:
        return _regulars_in(losses) == self._regulars_wanted(losses)

    def _regulars_wanted(self, losses: Losses) -> int:
        """As many regulars as are among the losses, or the nearest number that is allowed."""
        wanted = max(_regulars_in(losses), self.least_regulars)
        return wanted if self.most_regulars is None else min(wanted, self.most_regulars)

    def _with_regulars(self, losses: Losses) -> Losses:
        """The same losses, with as many regulars as must and may be among them."""
        if self._allowed(losses):
            return losses
        wanted = self._regulars_wanted(losses)
        regulars = tuple(unit for unit in self.units if unit[1] == REGULARS)
        others = tuple(unit for unit in self.units if unit[1] != REGULARS)
        must = Formation(units=cheapest_units(self.power, regulars, wanted))
        lost = together(must, Formation(units=cheapest_units(self.power, others, self.count - wanted)))
        return tuple(
            (nation, kind, count) for nation, kind, _ in self.units if (count := lost.count(nation, kind))
        )


def _regulars_in(units: Losses) -> int:
    return sum(count for _nation, kind, count in units if kind == REGULARS)


class Loss(Record):
    """So many of these units of one power are to be lost."""

    power: Power
    place: Place
    count: int
    units: tuple[UnitCount, ...]
    least_regulars: int = 0
    most_regulars: int | None = None


def without_choice(game: WarGame, loss: Loss) -> Losses | None:
    """The units lost where nobody has a choice: all of them, all alike, or nobody decides (6.7)."""
    total = sum(count for _nation, _kind, count in loss.units)
    if loss.count >= total:
        return loss.units
    if loss.count <= 0:
        return ()
    if len(loss.units) == 1 or game.passive(loss.power):
        return cheapest_units(loss.power, loss.units, loss.count)
    return None


async def choose_losses(game: WarGame, losses: Sequence[Loss]) -> list[Losses]:
    """Which units are lost: all powers with a choice decide at the same time."""
    chosen = [without_choice(game, loss) for loss in losses]
    asked = [loss for loss, known in zip(losses, chosen, strict=True) if known is None]
    answers = iter(
        await ask_all(
            [
                ChooseLosses(
                    loss.power,
                    loss.place,
                    loss.count,
                    loss.units,
                    loss.least_regulars,
                    loss.most_regulars,
                )
                for loss in asked
            ]
        )
    )
    return [next(answers) if known is None else known for known in chosen]


async def eliminate(game: WarGame, power: Power, place: Place, units: Losses) -> None:
    """Take units off the map, and more of them if what is left cannot be shown (5.2)."""
    if not units:
        return
    remove(game, place, units)
    game.emit(UnitsLost(power, Formation(units=units).by_kind(), place))
    for nation in dict.fromkeys(owner(whose) for whose, _kind, _count in units):
        await make_change(game, nation, place)


async def take_losses(
    game: WarGame,
    power: Power,
    place: Place,
    count: int,
    *,
    least_regulars: int = 0,
) -> int:
    """A power loses land units in a place, by an event for instance; answers how many.

    At least `least_regulars` of the units must be regulars.
    """
    units = units_at(game, place, power)
    losses = await choose_losses(game, [Loss(power, place, count, units, least_regulars)])
    await eliminate(game, power, place, losses[0])
    return sum(number for _nation, _kind, number in losses[0])


async def make_change(game: WarGame, nation: Nation, *places: Place) -> None:
    """Lose more units of these places until the counters can show what is left (5.2).

    They are the parts of a divided stack: units go where the fewest of them are enough.
    """
    while not fits(game, nation) and (place := _where_fewest_help(game, nation, places)):
        power = game.commander(nation)
        here = tuple(unit for unit in units_at(game, place, power) if unit[0] == nation)
        with game.campaign.while_unsettled(place):
            (lost,) = await choose_losses(game, [Loss(power, place, 1, here)])
        remove(game, place, lost)
        game.emit(CounterShortage(nation, lost[0][1], place))


def _where_fewest_help(game: WarGame, nation: Nation, places: Sequence[Place]) -> Place | None:
    """The place at which the fewest lost units make the counters suffice; else the one with fewest units."""
    able = [place for place in dict.fromkeys(places) if game.at(place, nation).land]
    return min(able, key=lambda place: _losses_that_help(game, nation, place), default=None)


def _losses_that_help(game: WarGame, nation: Nation, place: Place) -> tuple[bool, int]:
    here = game.at(place, nation)
    counts = {kind: getattr(here, kind) for kind in LAND_KINDS}
    enough = [
        sum(lost)
        for lost in product(*(range(count + 1) for count in counts.values()))
        if fits(game, nation, [(place, kind, -less) for kind, less in zip(counts, lost, strict=True)])
    ]
    return (not enough, min(enough, default=here.land))


# ---- several powers on one side (9.2)


def share_hits(game: WarGame, hits: int, strengths: dict[Power, int], reason: Reason) -> dict[Power, int]:
    """Split hits evenly between allied powers until one has nothing left; odd hits fall at random (9.2)."""
    shares = dict.fromkeys(strengths, 0)
    left = max(0, min(hits, sum(strengths.values())))
    while left:
        standing = [power for power in strengths if shares[power] < strengths[power]]
        if left >= len(standing):
            for power in standing:
                shares[power] += 1
            left -= len(standing)
            continue
        unlucky = game.dice.draw(standing, reason)
        game.emit(OddHit(unlucky))
        shares[unlucky] += 1
        strengths = {power: size for power, size in strengths.items() if power != unlucky}
        left -= 1
    return shares
