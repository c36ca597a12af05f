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
    about: str


CHOICES = (
    Choice(LAST_TURN, "", "the game ends with this turn, from turn 4 on"),
    Choice("dice", "elsewhere", "dice are thrown on a table or a forum; the moderator enters them"),
    Choice(PHONY_WAR_OPTION, "always", "#3: a Phony War marker also when France intervenes free of charge"),
    Choice(LEIPZIG_OPTION, ALL_ROUNDS, "#6: a Protestant who is kept out is kept out of both rounds"),
    Choice(WEATHER_OPTION, ONE_SPACE, "#31: a formation still moves, one space"),
    Choice(GOUT_OPTION, OTHERS_GO_ON, "#32: a formation goes on without its leader, for 1 CP more"),
    Choice(ARTILLERY_OPTION, BOTH_ENDS, "#35: the assaulted space is one of the four spaces of the line"),
    Choice(ARTILLERY_SEA_OPTION, "yes", "#35: the line may cross sea zones, each of which counts as a space"),
    Choice("doria_draws_twice", "yes", "#68: who plays it and controls Doria draws two cards"),
    Choice("auld_alliance_one_space", "yes", "#69: the three regulars may not be divided"),
    Choice(REMOVAL_OPTION, REMOVED, "#97: leaves the game once it had its effect"),
    Choice(CORONATION_OPTION, BOTH_DRAWS, "#113: the Hapsburgs who play it draw two cards"),
    Choice(WARS_OPTION, RULEBOOK, "#92, #93, #110: as 21.7, one leader, and units may be built at home"),
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
