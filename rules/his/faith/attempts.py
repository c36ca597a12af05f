"""Reformation and Counter Reformation attempts, and the conversion of spaces (18.3, 18.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask
from rules.core.kinds import Language
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.faith import events as told
from rules.his.faith.debaters import (
    CARLSTADT,
    DIE_BONUS,
    TETZEL,
    candidates,
    check_bonus,
    may_use_bonus,
    reaches,
    use_bonus,
)
from rules.his.faith.electorates import raise_waiting_regulars
from rules.his.faith.odds import (
    RULE,
    Grant,
    attacker_dice,
    best_target,
    by_worth,
    check_target,
    defender_dice,
    targets,
    terms,
)
from rules.his.faith.st_peters import add_to_st_peters
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, OTHER_FAITH, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import check_automatic_victory
from rules.war.control import place_unrest
from rules.war.ids import SpaceId

TREATISE, BURN_BOOKS = "treatise", "burn_books"
"""Sources of attempts that some debaters help; others are events and translations."""

NO_ATTEMPT = ("", "")
"""The answer that makes no further attempt, where the rules leave it open."""

KIND = {PROTESTANT_FAITH: Reason("reformation"), CATHOLIC: Reason("counter_reformation")}
ROLL = {PROTESTANT_FAITH: Reason("reformation_attempt"), CATHOLIC: Reason("counter_reformation_attempt")}
DEFENDER = {PROTESTANT_FAITH: PAPACY, CATHOLIC: PROTESTANT}
ROLL_AGAINST = {
    PROTESTANT_FAITH: Reason("against_reformation_attempt"),
    CATHOLIC: Reason("against_counter_reformation_attempt"),
}


# ---- Conversion


def flip_space(game: HisGame, space: SpaceId, faith: str) -> None:
    """Turn a space to a faith; an electorate may bring regulars, and the game may end (21.6, 23.1)."""
    state = game.spaces[space]
    if state.religion in (faith, OTHER_FAITH):
        return  # Ottoman home spaces never change (2.3)
    state.religion = faith
    game.emit(told.SpaceConverted(space, faith))
    raise_waiting_regulars(game, space)
    check_automatic_victory(game)


async def flip_spaces(
    game: HisGame,
    power: Power,
    faith: str,
    count: int,
    eligible: Callable[[HisGame], Collection[SpaceId]],
    topic: str,
    rule: str,
) -> None:
    """A power chooses spaces to convert without dice, one by one: each may open the way to the next."""
    for _ in range(count):
        choices = by_worth(game, faith, eligible(game))
        if not choices:
            return
        space = await choose_one(power, topic, "space", choices, rule)
        flip_space(game, space, faith)


# ---- Step 1: pick a target, and perhaps a debater


def tried(game: HisGame, faith: str) -> list[SpaceId]:
    """Spaces tried for a faith in this impulse: each may be tried once (18.3, 18.4)."""
    return game.impulse.targets if faith == PROTESTANT_FAITH else game.impulse.counter_targets


def open_targets(game: HisGame, grant: Grant) -> list[SpaceId]:
    """Spaces that these attempts may try now."""
    done = tried(game, grant.faith)
    return [space for space in targets(game, grant.faith, only=grant.only) if space not in done]


def helpers(game: HisGame, power: Power, grant: Grant) -> list[str]:
    """Debaters who may be committed in the middle of a string of attempts (18.2)."""
    found = candidates(game, power, DIE_BONUS[grant.faith])
    if grant.source == BURN_BOOKS and may_use_bonus(game, power, TETZEL):
        found.append(TETZEL)
    return found


def helps(game: HisGame, debater: str, space: SpaceId) -> bool:
    """Whether a debater's bonus does something for an attempt on a space."""
    return debater == TETZEL or reaches(game, debater, space)


class AttemptTarget(Question[tuple[SpaceId, str]]):
    """THESES-1, REL-1 to REL-3: the space to try, and a debater to commit for his bonus or "" (18.2)."""

    kind: ClassVar[str] = "attempt"
    grant: Grant
    number: int
    count: int
    bonus: str = ""
    """The debater already committed for these attempts."""
    what: Reason | None = None
    """Reformation or Counter Reformation, for whoever words the question; so are the zones."""
    zones: tuple[Language, ...] = ()

    def legal(self, game: HisGame) -> Iterable[tuple[SpaceId, str]]:
        able = helpers(game, self.power, self.grant)
        for space in open_targets(game, self.grant):
            yield (space, "")
            for debater in able:
                if helps(game, debater, space):
                    yield (space, debater)
        if self.grant.optional:
            yield NO_ATTEMPT

    def check(self, game: HisGame, answer: tuple[SpaceId, str]) -> None:
        space, debater = answer
        if self.grant.optional and answer == NO_ATTEMPT:
            return
        check_target(game, self.grant.faith, space)
        if space in tried(game, self.grant.faith):
            raise Illegal("attempt.tried_already", RULE[self.grant.faith], space=space)
        if self.grant.only and space not in self.grant.only:
            raise Illegal("attempt.not_allowed_there", "18.3", space=space)
        if debater:
            self._check_debater(game, space, debater)

    def _check_debater(self, game: HisGame, space: SpaceId, debater: str) -> None:
        check_bonus(game, self.power, debater)
        if debater not in helpers(game, self.power, self.grant):
            raise Illegal("debater.too_late_in_string", "18.2", debater=debater)
        if not helps(game, debater, space):
            raise Illegal("debater.does_not_reach", "18.2", debater=debater, space=space)

    def default(self, game: HisGame) -> tuple[SpaceId, str]:
        return (best_target(game, self.grant, open_targets(game, self.grant), self.bonus), "")

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> tuple[SpaceId, str]:
        space: SpaceId = choose(open_targets(game, self.grant))
        able = [name for name in helpers(game, self.power, self.grant) if helps(game, name, space)]
        return (space, choose(["", *able]))


# ---- Strings of attempts


async def make_attempts(game: HisGame, power: Power, count: int, grant: Grant, bonus: str = "") -> None:
    """One attempt after the other, each with a target of its own; Tetzel adds CP (18.4, step 9).

    `bonus` is the debater who was committed for all of them before.
    """
    game.emit(told.AttemptsGranted(power, KIND[grant.faith], count, grant.zones, grant.source))
    indulgence = True  # Tetzel's CP comes once in an action
    for number in range(1, count + 1):
        question = AttemptTarget(power, grant, number, count, bonus, KIND[grant.faith], grant.zones)
        space, debater = await pick_target(game, power, question)
        if not space:
            game.emit(told.AttemptsEnded(power, count - number + 1))
            return
        if debater:
            use_bonus(game, power, debater)
            bonus = debater
        tried(game, grant.faith).append(space)
        game.emit(told.AttemptMade(power, KIND[grant.faith], space, number, count))
        attempt(game, power, grant, space, bonus)
        if bonus == TETZEL and indulgence:
            add_to_st_peters(game, 1)  # 18.4, step 9
            indulgence = False


async def pick_target(game: HisGame, power: Power, question: AttemptTarget) -> tuple[SpaceId, str]:
    """The answer to the question, asked only where there is a choice."""
    spaces = open_targets(game, question.grant)
    if not spaces:
        return NO_ATTEMPT
    if len(spaces) == 1 and not question.grant.optional:
        able = helpers(game, power, question.grant)
        if not any(helps(game, debater, spaces[0]) for debater in able):
            return (spaces[0], "")
    return await ask(question)


# ---- 18.3 Reformation attempt, 18.4 Counter Reformation attempt


def attempt(game: HisGame, power: Power, grant: Grant, space: SpaceId, bonus: str = "") -> None:
    """18.3 and 18.4, steps 2 to 8 for one space; `bonus` is the debater committed for these attempts."""
    conditions = terms(game, grant, space)
    dice = attacker_dice(game, grant, space, bonus)
    best = max(game.roll(power, dice, ROLL[grant.faith])) + conditions.modifier
    if conditions.automatic is not None and best >= conditions.automatic:
        game.emit(told.AttemptSucceeded(space, Reason("unopposed", number=best)))
        flip_space(game, space, grant.faith)
        return
    dice = defender_dice(game, grant.faith, space)
    against = max(game.roll(DEFENDER[grant.faith], dice, ROLL_AGAINST[grant.faith]))
    result = Reason("against", number=best, other_number=against)
    if best > against or (best == against and conditions.wins_ties):
        game.emit(told.AttemptSucceeded(space, result))
        flip_space(game, space, grant.faith)
        return
    game.emit(told.AttemptFailed(space, result))
    if bonus == CARLSTADT and game.board.spaces[space].lang == "german":
        place_unrest(game, space)  # whoever is there (12.4)
