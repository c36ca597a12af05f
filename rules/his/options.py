"""What can be chosen for a game beside its scenario: other readings of the rules, and where its dice fall."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.options import DICE_ELSEWHERE, FIRST_RULES, RULES_OPTION, Choice, problems_with
from rules.his.cards.home import ALL_ROUNDS, LEIPZIG_OPTION
from rules.his.cards.inquisitions import FIRST_ROUND, MORE_OPTION
from rules.his.cards.mandatory import BOTH_DRAWS, CORONATION_OPTION
from rules.his.cards.military import CAMP_OPTION, MAJORS_ONLY
from rules.his.cards.political import MUST_GIVE, OVERTURE_OPTION
from rules.his.cards.religious import BORA_OPTION, FOUR_ATTEMPTS
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
from rules.his.data import ScenarioData
from rules.his.diplomacy.interventions import PHONY_WAR_OPTION
from rules.his.diplomacy.peace import EVER, PEACE_OPTION
from rules.his.dynasty.chateaux import HOMES_OPTION, MAJORS
from rules.his.game import AMONG_ALLIES, INTERCEPTION_OPTION
from rules.his.new_world.riches import COLONIAL_OPTION, CONQUESTS_TOO
from rules.his.sequence.setup import EARLIEST_LIMIT
from rules.his.sequence.spring import DEPLOYS, PREPARATIONS_OPTION
from rules.his.war.foreign_wars import RULEBOOK, WARS_OPTION

LAST_TURN = "last_turn"


CHOICES = (
    Choice(LAST_TURN, ""),
    DICE_ELSEWHERE,
    Choice(RULES_OPTION, str(FIRST_RULES)),
    Choice(PHONY_WAR_OPTION, "always"),
    Choice(LEIPZIG_OPTION, ALL_ROUNDS),
    Choice(WEATHER_OPTION, ONE_SPACE),
    Choice(GOUT_OPTION, OTHERS_GO_ON),
    Choice(ARTILLERY_OPTION, BOTH_ENDS),
    Choice(ARTILLERY_SEA_OPTION, "yes"),
    Choice("doria_draws_twice", "yes"),
    Choice("auld_alliance_one_space", "yes"),
    Choice(OVERTURE_OPTION, MUST_GIVE),
    Choice(REMOVAL_OPTION, STAYS),
    Choice(PREPARATIONS_OPTION, DEPLOYS),
    Choice(CAMP_OPTION, MAJORS_ONLY),
    Choice(COLONIAL_OPTION, CONQUESTS_TOO),
    Choice(CORONATION_OPTION, BOTH_DRAWS),
    Choice(BORA_OPTION, FOUR_ATTEMPTS),
    Choice(MORE_OPTION, FIRST_ROUND),
    Choice(PEACE_OPTION, EVER),
    Choice(INTERCEPTION_OPTION, AMONG_ALLIES),
    Choice(HOMES_OPTION, MAJORS),
    Choice(WARS_OPTION, RULEBOOK),
)


RULING_SHEET = (
    ("9.3", PEACE_OPTION),
    ("13.2", INTERCEPTION_OPTION),
    ("#31", WEATHER_OPTION),
    ("#32", GOUT_OPTION),
    ("#35", ARTILLERY_OPTION),
    ("#35", ARTILLERY_SEA_OPTION),
    ("21.7", WARS_OPTION),
    ("#97", REMOVAL_OPTION),
    ("21.4", HOMES_OPTION),
    ("#6", LEIPZIG_OPTION),
    ("#85", BORA_OPTION),
    ("#112", MORE_OPTION),
    ("#102", PREPARATIONS_OPTION),
    ("#107", CAMP_OPTION),
    ("#68", "doria_draws_twice"),
    ("#113", CORONATION_OPTION),
    ("#111", COLONIAL_OPTION),
    ("#74", OVERTURE_OPTION),
    ("#69", "auld_alliance_one_space"),
    ("9.6", PHONY_WAR_OPTION),
)
"""The twenty readings that change a game most, the weightiest first: rule, and the option that turns it."""


def option_problems(options: tuple[tuple[str, str], ...], scenario: ScenarioData | None) -> Iterator[str]:
    """What is wrong with the options chosen for a game, in sentences."""
    yield from problems_with(options, CHOICES)
    for name, value in options:
        if name == LAST_TURN and scenario is not None:
            latest = scenario.options.last_turn
            if not value.isdecimal() or not EARLIEST_LIMIT <= int(value) <= latest:
                yield f"the game may end after turn {EARLIEST_LIMIT} to {latest}, not after {value}"
