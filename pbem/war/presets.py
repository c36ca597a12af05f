"""What is answered for a power from the start, until its player takes it back: the plain cases alone.

A preset never takes a decision away that a careful player would want.  It asks wherever one of the power's
keys or capitals, one of its leaders, or odds near even are concerned, and answers only where one side is
plainly stronger and little is at stake.  It looks at the open position, and gives up a card of the own hand
only where the rules demand one; whether it answers or asks never depends on a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.games.facts import Facts
from pbem.games.presets import ASK, Preset
from pbem.war.facts import facts_of
from rules import Power, Question
from rules.core.questions import Choose
from rules.war.avoid_battle import Avoidance, AvoidBattle
from rules.war.interception import Intercept
from rules.war.naval_interception import InterceptAtSea
from rules.war.siege import GARRISON_LIMIT

PLAINLY = 3, 2
"""Odds from which one side is plainly stronger."""
SMALLEST_FLEET = 2
"""A squadron alone does not leave its port to intercept."""

Decision: TypeAlias = Callable[[Any, Any, Facts], Any]


def _stronger(facts: Facts) -> int | None:
    """1 if the power is plainly stronger, -1 if its enemy is, 0 near even; None if nobody can know."""
    if facts.own is None or facts.theirs is None:
        return None
    more, less = PLAINLY
    if facts.own * less >= facts.theirs * more:
        return 1
    return -1 if facts.theirs * less >= facts.own * more else 0


def _matters(facts: Facts, game: Any) -> bool:
    """Whether a key, a capital or a leader of the power is concerned."""
    if facts.own_leaders:
        return True
    dear = _dear(game, facts.power)
    return any(place in dear for place in facts.places)


def _dear(game: Any, power: Power) -> tuple[Any, ...]:
    """The keys and capitals of a power."""
    return (*game.keys_of(power), *game.capitals(power))


# ---- Defence


def intercept(question: Intercept, game: Any, facts: Facts) -> Any:
    """Nobody leaves to meet a force that is plainly stronger, nor into a space that is nobody's friend.

    What comes to a key is always told first: even a weak force may be better inside than nobody.
    """
    if question.to in _dear(game, facts.power):
        return ASK
    ours = game.friendly(facts.power, game.controller(question.to))
    return ASK if _stronger(facts) != -1 and (ours or facts.own_leaders) else None


def intercept_at_sea(question: InterceptAtSea, game: Any, facts: Facts) -> Any:
    """Ships stay in port, unless a fleet is a match for what comes before a key."""
    keys = game.keys_of(facts.power)
    before_a_key = any(port in keys for zone in facts.places for port in game.ports_of(facts.power, zone))
    a_fleet = facts.own is not None and facts.own >= SMALLEST_FLEET
    return ASK if _stronger(facts) != -1 and before_a_key and a_fleet else None


def avoid_battle(question: AvoidBattle, game: Any, facts: Facts) -> Any:
    """Few units behind walls stay for them; others slip away from what is plainly stronger."""
    if _matters(facts, game):
        return ASK
    if _stronger(facts) == 1 or (game.fortified(question.space) and question.army.size <= GARRISON_LIMIT):
        return None
    return Avoidance(question.spaces[0], question.army) if _stronger(facts) == -1 else ASK


def avoid_at_sea(question: Choose, game: Any, facts: Facts) -> Any:
    """Ships stay where they are stronger and flee where they are weaker, to where silence would go first."""
    if facts.own_leaders or _stronger(facts) in (0, None):
        return ASK
    return question.options[0] if _stronger(facts) == 1 else question.options[1]


def withdraw(question: Question[Any], game: Any, facts: Facts) -> Any:
    if _matters(facts, game) or _stronger(facts) in (0, None):
        return ASK
    return _stronger(facts) == -1


def retreat(question: Choose, game: Any, facts: Facts) -> Any:
    """Own walls first; where to take a leader is asked."""
    return ASK if facts.own_leaders else question.default(game)


def usual(question: Question[Any], game: Any, facts: Facts) -> Any:
    """What silence would mean: the cheapest losses, the nearest refuge."""
    return question.default(game)


# ---- Winter


def winter(question: Question[Any], game: Any, facts: Facts) -> Any:
    """Everybody goes the usual way; whoever besieges a space is asked."""
    besieges = any(facts.power in space.sieges for space in game.spaces.values())
    return ASK if besieges else question.default(game)


DEFENCE: dict[str, Decision] = {
    "intercept": intercept,
    "naval_intercept": intercept_at_sea,
    "avoid_battle": avoid_battle,
    "naval_avoid": avoid_at_sea,
    "withdraw": withdraw,
    "go_inside": usual,
    "displaced_army": usual,
    "displaced_fleet": usual,
    "ships_flee": usual,
}
RETREAT: dict[str, Decision] = {"retreat": retreat, "naval_retreat": retreat}
LOSSES: dict[str, Decision] = {"losses": usual, "lose_ships": usual}
WINTER: dict[str, Decision] = {"winter": winter}


def preset(name: str, decisions: dict[str, Decision], powers: tuple[Power, ...]) -> Preset:
    """A preset for some powers."""

    def decide(question: Question[Any], game: Any) -> Any:
        facts = facts_of(question, game)
        return decisions[facts.key](question, game, facts)

    return Preset(name, tuple(decisions), decide, powers)


def presets_of_war(powers: tuple[Power, ...]) -> tuple[Preset, ...]:
    """What is answered in all war games."""
    return (
        preset("defence", DEFENCE, powers),
        preset("retreat", RETREAT, powers),
        preset("losses", LOSSES, powers),
        preset("winter", WINTER, powers),
    )
