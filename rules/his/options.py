"""What can be chosen for a game beside its scenario: other readings of the rules, and where its dice fall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core.flow import Power
from rules.his.cards.home import ALL_ROUNDS, LEIPZIG_OPTION
from rules.his.cards.mandatory import BOTH_DRAWS, CORONATION_OPTION
from rules.his.cards.military import CAMP_OPTION, MAJORS_ONLY
from rules.his.cards.political import MUST_GIVE, OVERTURE_OPTION
from rules.his.cards.response import (
    ARTILLERY_OPTION,
    ARTILLERY_SEA_OPTION,
    BOTH_ENDS,
    GOUT_OPTION,
    ONE_SPACE,
    OTHERS_GO_ON,
    WEATHER_OPTION,
)
from rules.his.cards.scots_raid import REMOVAL_OPTION, STAYS
from rules.his.chateaux import HOMES_OPTION, MAJORS
from rules.his.data import ScenarioData
from rules.his.foreign_wars import RULEBOOK, WARS_OPTION
from rules.his.game import AMONG_ALLIES, FIRST_RULES, INTERCEPTION_OPTION, SEATS_OPTION
from rules.his.peace import EVER, PEACE_OPTION
from rules.his.riches import COLONIAL_OPTION, CONQUESTS_TOO
from rules.his.setup import EARLIEST_LIMIT, RULES_OPTION
from rules.his.spring import DEPLOYS, PREPARATIONS_OPTION
from rules.his.wars import PHONY_WAR_OPTION

LAST_TURN = "last_turn"
TODAY = (RULES_OPTION, "2")
"""What a new game says of itself: by which readings it is played."""
FIRST_READINGS = {
    OVERTURE_OPTION: MUST_GIVE,
    REMOVAL_OPTION: STAYS,
    PREPARATIONS_OPTION: DEPLOYS,
    CAMP_OPTION: MAJORS_ONLY,
    COLONIAL_OPTION: CONQUESTS_TOO,
}
"""Readings of version 0.1 that later ones have changed: its games keep them to their end."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with the one value that differs from the usual; without a value it takes a turn's number."""

    name: str
    value: str
    about: str


CHOICES = (
    Choice(LAST_TURN, "", "the game ends with this turn, from turn 4 on"),
    Choice("dice", "elsewhere", "dice are thrown on a table or a forum; the moderator enters them"),
    Choice(RULES_OPTION, str(FIRST_RULES), "as version 0.1 read the rules (#74, #97, #102, #107, #111)"),
    Choice(PHONY_WAR_OPTION, "always", "#3: a Phony War marker also when France intervenes free of charge"),
    Choice(LEIPZIG_OPTION, ALL_ROUNDS, "#6: a Protestant who is kept out is kept out of both rounds"),
    Choice(WEATHER_OPTION, ONE_SPACE, "#31: a formation still moves, one space"),
    Choice(GOUT_OPTION, OTHERS_GO_ON, "#32: a formation goes on without its leader, for 1 CP more"),
    Choice(ARTILLERY_OPTION, BOTH_ENDS, "#35: the assaulted space is one of the four spaces of the line"),
    Choice(ARTILLERY_SEA_OPTION, "yes", "#35: the line may cross sea zones, each of which counts as a space"),
    Choice("doria_draws_twice", "yes", "#68: who plays it and controls Doria draws two cards"),
    Choice("auld_alliance_one_space", "yes", "#69: the three regulars may not be divided"),
    Choice(OVERTURE_OPTION, MUST_GIVE, "#74: of mandatory events alone, one must be given away"),
    Choice(REMOVAL_OPTION, STAYS, "#97: does not leave the game, as the card has no such text"),
    Choice(PREPARATIONS_OPTION, DEPLOYS, "#102: the regular it adds may deploy at once"),
    Choice(CAMP_OPTION, MAJORS_ONLY, "#107: strikes stacks of major powers only"),
    Choice(COLONIAL_OPTION, CONQUESTS_TOO, "#111: Governor and Uprising change rolls for conquests too"),
    Choice(CORONATION_OPTION, BOTH_DRAWS, "#113: the Hapsburgs who play it draw two cards"),
    Choice(PEACE_OPTION, EVER, "9.3: what was captured in the war counts, though it be regained"),
    Choice(INTERCEPTION_OPTION, AMONG_ALLIES, "13.2: also among units that are allied to both sides"),
    Choice(HOMES_OPTION, MAJORS, "21.4: only a major power that holds a French home space counts"),
    Choice(WARS_OPTION, RULEBOOK, "#92, #93, #110: as 21.7, one leader, and units may be built at home"),
)


def today(options: Iterable[tuple[str, str]] = ()) -> tuple[tuple[str, str], ...]:
    """The options of a new game: it is played by the readings of today, unless it asks for older ones."""
    chosen = tuple(options)
    return chosen if RULES_OPTION in dict(chosen) else (*chosen, TODAY)


def seated(seats: Iterable[tuple[Power, ...]]) -> tuple[str, str]:
    """The option of a game whose players share the powers as they like (3.1)."""
    return SEATS_OPTION, " ".join("+".join(powers) for powers in seats)


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
