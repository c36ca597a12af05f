"""What can be chosen for a game beside its scenario: other readings of the rules, and where its dice fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.his.cards.home import ALL_ROUNDS, LEIPZIG_OPTION
from rules.his.cards.mandatory import BOTH_DRAWS, CORONATION_OPTION
from rules.his.cards.response import (
    ARTILLERY_OPTION,
    ARTILLERY_SEA_OPTION,
    BOTH_ENDS,
    GOUT_OPTION,
    ONE_SPACE,
    OTHERS_GO_ON,
    WEATHER_OPTION,
)
from rules.his.cards.scots_raid import REMOVAL_OPTION, REMOVED
from rules.his.data import ScenarioData
from rules.his.diplomacy.wars import PHONY_WAR_OPTION
from rules.his.sequence.setup import EARLIEST_LIMIT
from rules.his.war.foreign_wars import RULEBOOK, WARS_OPTION

LAST_TURN = "last_turn"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with the one value that differs from the usual; without a value it takes a turn's number."""

    name: str
    value: str


CHOICES = (
    Choice(LAST_TURN, ""),
    Choice("dice", "elsewhere"),
    Choice(PHONY_WAR_OPTION, "always"),
    Choice(LEIPZIG_OPTION, ALL_ROUNDS),
    Choice(WEATHER_OPTION, ONE_SPACE),
    Choice(GOUT_OPTION, OTHERS_GO_ON),
    Choice(ARTILLERY_OPTION, BOTH_ENDS),
    Choice(ARTILLERY_SEA_OPTION, "yes"),
    Choice("doria_draws_twice", "yes"),
    Choice("auld_alliance_one_space", "yes"),
    Choice(REMOVAL_OPTION, REMOVED),
    Choice(CORONATION_OPTION, BOTH_DRAWS),
    Choice(WARS_OPTION, RULEBOOK),
)


def option_problems(options: tuple[tuple[str, str], ...], scenario: ScenarioData | None) -> Iterator[str]:
    """What is wrong with the options chosen for a game, in sentences."""
    known = {choice.name: choice for choice in CHOICES}
    for name, value in options:
        choice = known.get(name)
        if choice is None:
            yield f'there is no option "{name}"; there is {", ".join(known)}'
        elif choice.value and value != choice.value:
            yield f'the option {name} can only be "{choice.value}" (or left out), not "{value}"'
        elif name == LAST_TURN and scenario is not None:
            latest = scenario.options.last_turn
            if not value.isdecimal() or not EARLIEST_LIMIT <= int(value) <= latest:
                yield f"the game may end after turn {EARLIEST_LIMIT} to {latest}, not after {value}"
    names = [name for name, _value in options]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"the option {name} is given twice"
