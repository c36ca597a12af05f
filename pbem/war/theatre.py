"""The theatre of a decision: which part of Europe a question is about, and what can be chosen there.

Everything here is open to everybody: the question, the map, who is at war; nobody's hand is looked at.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.language import Names
from pbem.language.names import POWER, SEA, SPACE
from pbem.language.words import key
from pbem.pictures.frame import FARTHEST, MARGIN, ROOMY, Frame, at, busiest, frame_of, near, within
from pbem.pictures.scene import Theatre
from pbem.war.facts import facts_of
from rules import Power, Question
from rules.core.board import Board
from rules.core.questions import Choose, ChooseSome
from rules.war.avoid_battle import AvoidBattle
from rules.war.interception import Intercept
from rules.war.movement import MoveOn
from rules.war.naval_interception import InterceptAtSea
from rules.war.placement import PlaceUnits
from rules.war.spring import DeployInSpring, origins
from rules.war.state import WarGame

REFORMED = "protestant"
MOST_TARGETS, FEW = 30, 8
PARTS = re.compile(r"\s+(?:and|to|with|und)\s+")
"""What stands between the places of a map."""
FRONT = 2
"""Enemies who are so many steps away can be met in the same turn."""
CROWDED = 32
"""So many places can have their names in a roomy picture; where there are more, less of the map is shown."""


def is_place(board: Board, thing: object) -> bool:
    return isinstance(thing, str) and (thing in board.spaces or thing in board.zones)


def focus_of(question: Question[Any], game: Any) -> tuple[str, ...]:
    """The places that a question is about; none where it is about everything."""
    facts = facts_of(question, game)
    return tuple(place for place in dict.fromkeys(facts.places) if is_place(game.board, place))


def _close(board: Board, places: Sequence[str]) -> bool:
    """Whether all of some places can be in one picture."""
    points = [at(board, place) for place in places]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    return max(wide, high) <= FARTHEST - 2 * MARGIN


def _fronts(question: DeployInSpring, game: WarGame) -> dict[str, int]:
    """Where an army can go in spring so that enemies are near it, and how strong they are."""
    found = {}
    for origin in origins(game, question.power):
        for space in question.destinations(game, origin, question.army(game, origin)):
            if foes := sum(_foes(game, question.power, other) for other in game.board.within(space, FRONT)):
                found[space] = foes
    return found


def _foes(game: WarGame, power: Power, space: str) -> int:
    """The land units in a space that are at war with a power."""
    here = game.units.get(space, {})
    return sum(units.land for nation, units in here.items() if game.at_war(power, nation))


def _spring_weights(question: DeployInSpring, game: WarGame) -> dict[str, float]:
    """The fronts that can be reached and who stands behind them; the capital, if it can be seen as well."""
    weights: dict[str, float] = {}
    for space, foes in _fronts(question, game).items():
        weights[space] = 3 + foes / 2
        for other in game.board.within(space, FRONT):
            if strength := _foes(game, question.power, other):
                weights[other] = 2 + strength / 2
    for origin in origins(game, question.power):
        weights[origin] = 2 + question.army(game, origin).size / 2
    return weights


def _weights_of_armies(game: WarGame, power: Power) -> dict[str, float]:
    """Where a power has units or leaders, and how strong it is there."""
    own = {
        place: [units for nation, units in here.items() if units and game.commander(nation) == power]
        for place, here in sorted(game.units.items())
    }
    led = {place: len(game.leaders_at(place, power)) for place in game.places_with_leaders()}
    places = [
        *(place for place, units in own.items() if units),
        *(place for place, led_by in led.items() if led_by),
    ]
    return {
        place: 1 + (sum(one.land + one.ships for one in own.get(place, ())) + 2 * led.get(place, 0)) / 2
        for place in dict.fromkeys(places)
    }


def _weights_of_foes(
    game: WarGame, power: Power, rivals: Sequence[Power], armies: Mapping[str, float]
) -> Iterator[tuple[str, float]]:
    """Where enemies are, above all near its armies."""
    reach = {space for place in armies for space in near(game.board, [place], 2)} | armies.keys()
    for place, here in sorted(game.units.items()):
        foes = sum(
            units.land + units.ships
            for nation, units in here.items()
            if game.at_war(power, nation) or game.commander(nation) in rivals
        )
        if foes:
            yield place, (2 + foes) * (1.0 if place in reach else 0.25)
            # Where an army stands before enemies is the war: both belong into the picture.
            yield place, max((armies.get(other, 0.0) for other in near(game.board, [place])), default=0.0)


def _weights_of_spaces(game: WarGame, power: Power) -> Iterator[tuple[str, float]]:
    """Its sieges, its unrest, its capitals."""
    for space, state in game.spaces.items():
        if state.sieges and (power in state.sieges or state.control == power):
            yield space, 8
        if state.unrest and state.control == power:
            yield space, 1.5
        if game.board.spaces[space].capital and state.control == power:
            yield space, 2


class Stage(ABC):
    """The theatres of a title: what is the same for all war games, and where faith is fought for."""

    table: str
    """The names of the regions of faith."""
    believer: Power
    """Who fights for faith above all."""
    usual: tuple[str, ...]
    """The regions where that is fought for first."""

    @abstractmethod
    def region(self, space: Any) -> str:
        """The region of faith of a space; empty if it is in none."""

    def tried(self, question: Question[Any], game: Any) -> Sequence[str]:
        """Spaces that a question of faith offers."""
        return ()

    def regions(self, question: Question[Any], game: Any) -> tuple[str, ...]:
        """The regions of faith that a question is about."""
        if isinstance(question, Choose) and question.about == self.table:
            return question.options
        return ()

    def theatre(self, question: Question[Any], game: Any, moved: Sequence[str]) -> Theatre:
        """All of it."""
        focus, tried = focus_of(question, game), self.tried(question, game)
        targets = self.targets(question, game, tried)
        return Theatre(self.frame(question, game, focus, targets, moved, tried), focus, targets)

    def targets(self, question: Question[Any], game: Any, tried: Sequence[str]) -> tuple[str, ...]:
        """The places that can be chosen, or from which somebody can come; `tried` are those of faith."""
        found: Iterable[object] = ()
        match question:
            case Intercept():
                found = (origin for origin, _army in question.stacks)
            case InterceptAtSea():
                found = (origin for _zone, origin in question.chances)
            case AvoidBattle() | MoveOn() | PlaceUnits():
                found = question.spaces
            case DeployInSpring():
                found = _fronts(question, game)
            case Choose() | ChooseSome():
                found = question.options
            case _:
                found = tried
        return tuple(dict.fromkeys(str(place) for place in found if is_place(game.board, place)))[
            :MOST_TARGETS
        ]

    def frame(
        self,
        question: Question[Any],
        game: WarGame,
        focus: Sequence[str],
        targets: Sequence[str],
        moved: Sequence[str],
        tried: Sequence[str],
    ) -> Frame:
        """The frame of a question: around its places and targets, or where its power has most at stake."""
        board = game.board
        regions = self.regions(question, game)
        if isinstance(question, DeployInSpring) and (seen := _spring_weights(question, game)):
            return busiest(board, seen, ROOMY)
        if tried and targets:
            return busiest(board, dict.fromkeys(targets, 3.0) | dict.fromkeys(focus, 6.0))
        if regions and not focus:
            return busiest(board, self.faith_weights(game, regions))
        if focus:
            # Of places that are far from each other the first counts: what is asked about stands there.
            around = [place for place in near(board, focus[:1]) if place in board.spaces]
            return frame_of(board, focus[:1], [*focus[1:], *targets], around)
        if 0 < len(targets) <= FEW and _close(board, targets):
            return frame_of(board, targets[:1], targets[1:], most=FARTHEST)
        if targets and len(targets) < MOST_TARGETS:
            return busiest(board, dict.fromkeys(targets, 3.0) | dict.fromkeys(moved, 0.5))
        return self.near_me(game, question.power, moved, self.rivals(question, game))

    def rivals(self, question: Question[Any], game: Any) -> Sequence[Power]:
        """Those who are no enemies yet, but may become so by what is asked."""
        return ()

    def near_me(
        self, game: WarGame, power: Power, moved: Sequence[str] = (), rivals: Sequence[Power] = ()
    ) -> Frame:
        """Where a power has most at stake: its armies, enemies near them, sieges, and what has moved."""
        armies = _weights_of_armies(game, power)
        found = [
            *armies.items(),
            *_weights_of_foes(game, power, rivals, armies),
            *_weights_of_spaces(game, power),
            *((place, 1.5) for place in moved),
        ]
        if power == self.believer or not found:
            found += self.faith_weights(game, self.usual).items()
        weights: dict[str, float] = {}
        for place, weight in found:
            weights[place] = weights.get(place, 0.0) + weight
        roomy = busiest(game.board, weights, ROOMY)
        return roomy if len(within(game.board, roomy)) <= CROWDED else busiest(game.board, weights)

    def faith_weights(self, game: Any, regions: Sequence[str]) -> dict[str, float]:
        """Spaces of regions of faith, those on the border of the faiths above all."""
        board: Board = game.board
        found = {}
        for space in board.spaces.values():
            if self.region(space) not in regions or game.spaces[space.id].control is None:
                continue
            faith = game.spaces[space.id].religion
            border = any(game.spaces[other].religion != faith for other in board.neighbours(space.id))
            found[space.id] = 0.5 + 2.5 * border + (faith == REFORMED)
        return found

    def _place_called(self, wanted: str, game: Any, names: Names) -> str:
        """The place that words name; empty if they name none."""
        found = (names.find(kind, wanted.removeprefix("the ")) for kind in (SPACE, SEA))
        return next((place for place in found if place is not None and is_place(game.board, place)), "")

    def called(
        self, words: str, game: Any, names: Names, reader: Power, moved: Sequence[str]
    ) -> Theatre | None:
        """`vienna`, `near vienna`, `near me`, `german zone`, `the ionian sea`."""
        wanted = key(words).removeprefix("of ").removeprefix("around ").removeprefix("the ")
        if reader and wanted in ("near me", "me", "mine", "my armies"):
            return Theatre(self.near_me(game, reader, moved))
        wanted = wanted.removeprefix("near ").removeprefix("the ")
        named = [self._place_called(part, game, names) for part in PARTS.split(wanted)]
        if places := tuple(dict.fromkeys(place for place in named if place)):
            if len(places) == len(named):
                return Theatre(frame_of(game.board, places, (), near(game.board, places)), places)
            return None
        region = names.find(
            self.table, wanted.removesuffix(" zone").removesuffix(" language").removesuffix(" area")
        )
        spaces = [space.id for space in game.board.spaces.values() if self.region(space) == region]
        if region is not None and spaces:
            return Theatre(frame_of(game.board, spaces))
        if (power := names.find(POWER, wanted)) is not None and power in game.majors:
            return Theatre(self.near_me(game, power, moved))
        return None
