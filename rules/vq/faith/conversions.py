"""Conversions (18.5): all dice at once, sixes first, then the rest; unrest where a 1 was rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal, named_twice
from rules.core.events import Event
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.vq.faith.support import convertible, has_support, is_guarded, other_faith, spaces_of
from rules.vq.game import VqGame
from rules.vq.kinds import AreaId, Faith
from rules.war.control import place_unrest
from rules.war.ids import SpaceId

PRINTING_HOUSE = "printing_house"
MAJOR, MINOR, FAILURE = 6, 4, 1


class FaithChanged(Event):
    space: SpaceId
    faith: Faith


class ConversionsRolled(Event):
    """What the dice of a conversion are worth, after all that changes them."""

    power: Power
    area: AreaId
    faith: Faith
    major: int
    minor: int
    unrest: int


class Flips(Record):
    """What a converter does with the dice: sixes used at once, then fours and fives, and sixes saved."""

    now: tuple[SpaceId, ...] = ()
    minor: tuple[SpaceId, ...] = ()
    saved: tuple[SpaceId, ...] = ()
    calmed: int = 0
    """Sixes lowered to fives, each to cancel an unrest marker (step 4)."""
    unrest: tuple[SpaceId, ...] = ()

    @property
    def flipped(self) -> tuple[SpaceId, ...]:
        return (*self.now, *self.minor, *self.saved)


class ConvertSpaces(Question[Flips]):
    """REL-2 to REL-5: which spaces flip by which dice, and where the unrest goes (18.5, steps 4 to 7)."""

    kind: ClassVar[str] = "convert"
    area: AreaId
    faith: Faith
    major: int
    rolled_sixes: int
    """Only a six that was rolled can be lowered."""
    minor: int
    markers: int

    def legal(self, game: VqGame) -> Iterable[Flips]:
        yield self.default(game)
        first = self.plan(game, lambda options: options[-1], save=0)
        if first != self.default(game):
            yield first

    def check(self, game: VqGame, answer: Flips) -> None:
        self._check_counts(answer)
        targets = self.targets(game, (), despite_guards=False)
        for space in answer.now:
            if space not in targets:
                raise Illegal("faith.no_target_now", "18.5", space=space)
        open_, any_ = self._second_step(game, answer.now)
        for space in answer.minor:
            if space not in open_:
                raise Illegal("faith.no_target", "18.5", space=space)
        for space in answer.saved:
            if space not in any_:
                raise Illegal("faith.no_target", "18.5", space=space)
        if len(answer.flipped) > self.room(game):
            raise Illegal("faith.core_presence", "18.1")
        self._check_all_used(game, answer)
        self._check_unrest(answer)

    def _check_counts(self, answer: Flips) -> None:
        if (twice := named_twice(answer.flipped)) is not None:
            raise Illegal("faith.named_twice", "18.5", space=twice)
        if not 0 <= answer.calmed <= min(self.rolled_sixes, self.markers):
            raise Illegal("faith.cannot_calm", "18.5", count=min(self.rolled_sixes, self.markers))
        if len(answer.now) + len(answer.saved) > self.major - answer.calmed:
            raise Illegal("faith.too_many_major", "18.5", count=self.major - answer.calmed)
        if len(answer.minor) > self.minor + answer.calmed:
            raise Illegal("faith.too_many_minor", "18.5", count=self.minor + answer.calmed)

    def _check_all_used(self, game: VqGame, answer: Flips) -> None:
        """A die flips a space if it can; which one is the converter's choice (18.5)."""
        if len(answer.flipped) >= self.room(game):
            return
        open_, any_ = self._second_step(game, answer.now)
        left = [space for space in open_ if space not in answer.flipped]
        if left and len(answer.minor) < self.minor + answer.calmed:
            raise Illegal("faith.unused_die", "18.5", space=left[0])
        left = [space for space in any_ if space not in answer.flipped]
        if left and len(answer.now) + len(answer.saved) < self.major - answer.calmed:
            raise Illegal("faith.unused_die", "18.5", space=left[0])

    def _check_unrest(self, answer: Flips) -> None:
        count = min(self.markers - answer.calmed, len(answer.flipped))
        if named_twice(answer.unrest) is not None or len(answer.unrest) != count:
            raise Illegal("faith.unrest_count", "18.5", count=count)
        for space in answer.unrest:
            if space not in answer.flipped:
                raise Illegal("faith.unrest_elsewhere", "18.5", space=space)

    def targets(self, game: VqGame, flipped: tuple[SpaceId, ...], *, despite_guards: bool) -> list[SpaceId]:
        return convertible(game, self.faith, self.area, flipped, despite_guards=despite_guards)

    def _second_step(self, game: VqGame, now: tuple[SpaceId, ...]) -> tuple[list[SpaceId], list[SpaceId]]:
        """Targets of fours and fives, and of saved sixes, when the first sixes are used."""
        return (
            self.targets(game, now, despite_guards=False),
            self.targets(game, now, despite_guards=True),
        )

    def room(self, game: VqGame) -> int:
        """How many spaces of the area may flip: the last of a faith never does (18.1)."""
        return max(0, len(spaces_of(game, self.area, other_faith(self.faith))) - 1)

    def plan(
        self, game: VqGame, choose: Callable[[Sequence[Any]], Any], *, save: int, calmed: int = 0
    ) -> Flips:
        """A way to use all dice: `save` sixes for later, targets by `choose`."""
        major, minor = self.major - calmed, self.minor + calmed
        save = min(save, major)
        room = self.room(game)
        now: list[SpaceId] = []
        targets = self.targets(game, (), despite_guards=False)
        while targets and len(now) < min(major - save, room):
            now.append(choose(targets))
            targets.remove(now[-1])
        open_, any_ = self._second_step(game, tuple(now))
        small: list[SpaceId] = []
        saved: list[SpaceId] = []
        # Guarded spaces are for saved sixes; with what is left of them, anything.
        guarded = [space for space in any_ if space not in open_]
        while guarded and len(saved) < major - len(now) and len(now) + len(saved) < room:
            saved.append(choose(guarded))
            guarded.remove(saved[-1])
        while open_ and len(small) < minor and len(now) + len(saved) + len(small) < room:
            small.append(choose(open_))
            open_.remove(small[-1])
        while open_ and len(saved) < major - len(now) and len(now) + len(saved) + len(small) < room:
            saved.append(choose(open_))
            open_.remove(saved[-1])
        flips = (*now, *small, *saved)
        unrest = self.usual_unrest(game, flips, calmed)
        return Flips(tuple(now), tuple(small), tuple(saved), calmed, unrest)

    def usual_unrest(self, game: VqGame, flipped: Sequence[SpaceId], calmed: int) -> tuple[SpaceId, ...]:
        """Where unrest goes that ones have brought, if nobody says: to spaces that are no keys."""
        count = max(0, min(self.markers - calmed, len(flipped)))
        return tuple(sorted(flipped, key=lambda space: (game.board.spaces[space].is_key, space))[:count])

    def default(self, game: VqGame) -> Flips:
        """Keys first, then spaces that open the way to most others; a six may wait for a guarded key."""
        return self.plan(
            game, lambda options: min(options, key=self._merit(game)), save=self._worth_saving(game)
        )

    def _merit(self, game: VqGame) -> Callable[[SpaceId], tuple[bool, int, SpaceId]]:
        def merit(space: SpaceId) -> tuple[bool, int, SpaceId]:
            opened = sum(
                game.printed(near).area == self.area
                and game.religion(near) != self.faith
                and not has_support(game, self.faith, near, ())
                for near in game.board.neighbours(space)
            )
            return not game.board.spaces[space].is_key, -opened, space

        return merit

    def _worth_saving(self, game: VqGame) -> int:
        """One six, if a guarded key is the only one in reach, or nothing can be done without it."""
        if not self.major:
            return 0
        near = self.targets(game, (), despite_guards=True)
        if not any(not is_guarded(game, self.faith, space) for space in near):
            return self.major
        keys = [space for space in near if game.board.spaces[space].is_key]
        return int(bool(keys) and all(is_guarded(game, self.faith, key) for key in keys))

    def pick(self, game: VqGame, choose: Callable[[Sequence[Any]], Any]) -> Flips:
        calmed = choose(range(min(self.rolled_sixes, self.markers) + 1))
        plan = self.plan(game, choose, save=choose(range(self.major - calmed + 1)), calmed=calmed)
        return plan


# ---- The procedure


class Fervour(Record):
    """How the dice of an event are read."""

    first_six: bool = False
    """One of them is not thrown: it is a six."""
    three_as_four: bool = False
    five_as_six: bool = False
    unrest_per_one: bool = False

    def read(self, die: int) -> int:
        return 4 if self.three_as_four and die == 3 else 6 if self.five_as_six and die == 5 else die


USUAL = Fervour()
SIX_FIRST = Fervour(first_six=True)


async def make_conversions(
    game: VqGame,
    power: Power,
    faith: str,
    area: AreaId,
    attempts: int,
    fervour: Fervour = USUAL,
) -> None:
    """Conversions of one action or event (18.5): `power` decides everything."""
    attempts += game.has_bonus(power, PRINTING_HOUSE)
    rolled = game.roll(power, attempts - fervour.first_six, Reason("conversion", area=area))  # step 1
    dice = [fervour.read(die) for die in rolled] + [MAJOR] * fervour.first_six
    ones = dice.count(FAILURE)
    markers = ones if fervour.unrest_per_one else min(1, ones)
    major = dice.count(MAJOR)
    minor = sum(MINOR <= die < MAJOR for die in dice)
    game.emit(ConversionsRolled(power, area, faith, major, minor, markers))
    question = ConvertSpaces(power, area, faith, major, rolled.count(MAJOR), minor, markers)
    if major + minor == 0 or not question.room(game):
        return
    flips = question.default(game)
    if flips.flipped:
        flips = await ask(question)
    for space in flips.flipped:
        flip(game, space, faith)
    for space in flips.unrest:
        place_unrest(game, space)


def flip(game: VqGame, space: SpaceId, faith: str) -> None:
    """A space changes its faith."""
    if game.spaces[space].religion != faith:
        game.spaces[space].religion = faith
        game.emit(FaithChanged(space, faith))
