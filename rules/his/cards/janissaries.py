"""Janissaries, the Ottoman home card: dice in battle, or new regulars (6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

from rules.core.errors import Illegal, allows, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.war import foreign_wars
from rules.his.windows import CARDS
from rules.war import foreign_war
from rules.war.battle import FieldBattle
from rules.war.construction import UnitsBuilt, check_home_site, check_quiet_site
from rules.war.counter_mix import groups_of, representable
from rules.war.ids import SpaceId
from rules.war.naval_moments import NavalCombat
from rules.war.windows import WarWindow

DICE_ON_LAND, DICE_AT_SEA = 5, 4
RECRUITS = 4
REGULARS = "regulars"

Recruits: TypeAlias = tuple[tuple[str, int], ...]
"""New regulars by place: a space, or the number of the card of a foreign war."""


# ---- In battle


def ottoman_units_fight(game: HisGame, power: Power, battle: FieldBattle | NavalCombat) -> bool:
    """On land Ottoman units must still be there to roll; at sea no ship is lost before the cards."""
    if isinstance(battle, NavalCombat):
        return battle.side(OTTOMAN) is not None
    side = battle.side_of(OTTOMAN)
    return side is not None and side.force.army(game, OTTOMAN).size > 0


@CARDS.response(
    1,
    "battle_dice",
    WarWindow.FIELD_BATTLE_ROLLED,
    WarWindow.NAVAL_COMBAT_ROLLED,
    playable=ottoman_units_fight,
)
async def janissaries_battle_dice(game: HisGame, power: Power, battle: FieldBattle | NavalCombat) -> None:
    """1 Janissaries, battle dice: more Ottoman dice after the roll, before the winner is named (14, 16.2)."""
    if isinstance(battle, NavalCombat):
        at_sea = battle.side(OTTOMAN)
        assert at_sea is not None
        battle.more_dice(game, at_sea, DICE_AT_SEA)
    else:
        on_land = battle.side_of(OTTOMAN)
        assert on_land is not None
        on_land.roll(game, DICE_ON_LAND, Reason("card", card=1))


# ---- New regulars


def check_space(game: HisGame, space: SpaceId) -> None:
    """Raise `Illegal` unless new regulars may stand in a space; never in a haven (17.1, 21.1)."""
    check_home_site(game, OTTOMAN, OTTOMAN, space)
    if game.controller(space) != OTTOMAN:
        raise Illegal("space.not_controlled", "17", space=space)
    if not game.may_be_built(OTTOMAN, REGULARS, space):
        raise Illegal("construction.only_corsairs", "21.1", space=space)
    check_quiet_site(game, OTTOMAN, space)


def check_place(game: HisGame, place: str, count: int) -> None:
    """Raise `Illegal` unless so many new regulars may go to a space or a foreign war."""
    if count < 1:
        raise Illegal("forces.at_least_one", "17")
    if place in game.spaces:
        check_space(game, place)
        return
    war = game.foreign_wars.get(int(place)) if place.isdecimal() else None
    if war is None or war.power != OTTOMAN:
        raise Illegal("placement.no_place", "17.1", place=place)
    if foreign_war.strength(war) + count > war.limit:
        raise Illegal("foreign_war.full", "21.7", limit=war.limit, card=int(place))


def counters_suffice(game: HisGame, recruits: Recruits) -> bool:
    """Whether the free counters can show all the new regulars (5.2, 17)."""
    groups = groups_of(game, OTTOMAN)
    away = game.away_groups(OTTOMAN)
    for place, count in recruits:
        if place in game.spaces:
            groups[place, REGULARS] = groups.get((place, REGULARS), 0) + count
        else:
            present = game.foreign_wars[int(place)].regulars
            away.remove(present)
            away.append(present + count)
    return representable(game.counter_mix(OTTOMAN), tuple(sorted((*groups.values(), *away))))


def places_for_recruits(game: HisGame, power: Power) -> list[str]:
    """Spaces, the capital first, and foreign wars that can take at least one new regular."""
    capitals = game.capitals(OTTOMAN)
    homes = [*capitals, *(space for space in game.home_spaces(OTTOMAN) if space not in capitals)]
    places = [*homes, *(str(card) for card in foreign_wars.short_of_units(game, OTTOMAN))]
    return [
        place
        for place in places
        if allows(check_place, game, place, 1) and counters_suffice(game, ((place, 1),))
    ]


def most_in(game: HisGame, place: str) -> int:
    """How many of the new regulars one place can take."""
    return next(
        (
            count
            for count in range(RECRUITS, 0, -1)
            if allows(check_place, game, place, count) and counters_suffice(game, ((place, count),))
        ),
        0,
    )


class PlaceRecruits(Question[Recruits]):
    """Where the new regulars go, divided freely; silence takes the capital."""

    kind: ClassVar[str] = "recruits"
    count: int = RECRUITS

    def least(self, game: HisGame) -> int:
        """All of them, or as many as limits and counters allow in one place."""
        return max(most_in(game, place) for place in places_for_recruits(game, self.power))

    def legal(self, game: HisGame) -> Iterable[Recruits]:
        """All in one place, or in two halves."""
        least = self.least(game)
        for recruits in self._suggestions(game):
            if allows(self._check, game, recruits, least):
                yield recruits

    def _suggestions(self, game: HisGame) -> Iterator[Recruits]:
        places = places_for_recruits(game, self.power)
        for place in places:
            yield ((place, most_in(game, place)),)
        half = self.count // 2
        for one, other in pairwise(places):
            yield ((one, half), (other, self.count - half))

    def check(self, game: HisGame, answer: Recruits) -> None:
        self._check(game, answer, self.least(game))

    def _check(self, game: HisGame, answer: Recruits, least: int) -> None:
        if (twice := named_twice(place for place, _count in answer)) is not None:
            raise Illegal("placement.named_twice", "17", place=twice)
        for place, count in answer:
            check_place(game, place, count)
        total = sum(count for _place, count in answer)
        if not least <= total <= self.count:
            if least == self.count:
                raise Illegal("placement.wrong_count", "17", count=least, named_count=total)
            raise Illegal(
                "placement.wrong_range", "17", least_count=least, most_count=self.count, named_count=total
            )
        if not counters_suffice(game, answer):
            raise Illegal("counters.cannot_place", "17")

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> Recruits:
        chosen = [choose(places_for_recruits(game, self.power)) for _ in range(self.count)]
        recruits = tuple((place, chosen.count(place)) for place in dict.fromkeys(chosen))
        if allows(self.check, game, recruits):
            return recruits
        return choose(list(self.legal(game)))  # type: ignore[no-any-return]


@CARDS.event(1, "recruit", playable=places_for_recruits)
async def janissaries_recruit(game: HisGame, power: Power) -> None:
    """1 Janissaries, recruit: four new regulars at home or in foreign wars, divided freely (17.1, 21.7)."""
    for place, count in await ask(PlaceRecruits(OTTOMAN)):
        if place in game.spaces:
            game.add_units(place, OTTOMAN, regulars=count)
            game.emit(UnitsBuilt(OTTOMAN, {REGULARS: count}, place))
        else:
            game.foreign_wars[int(place)].regulars += count
            game.emit(foreign_war.ForeignWarReinforced(OTTOMAN, int(place), REGULARS, count))
