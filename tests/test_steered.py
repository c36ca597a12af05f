"""Games steered to what random play hardly reaches; `python -m tests.fuzz --steer` plays to every goal."""

from __future__ import annotations

import pytest

from tests.steered import GOALS, SEEDS, Goal, reach
from tests.tally import SUCCESSIONS, everything

MORE_SEEDS = 40
"""Seeds tried after the one that is known: a change of the rules shifts all dice after it."""


@pytest.mark.fuzz
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_goal_is_reached(goal: Goal) -> None:
    seeds = dict.fromkeys((SEEDS.get(goal.name, 0), *range(MORE_SEEDS)))
    assert reach(goal, seeds, whole=False), (
        f"no game reached {goal.wanted}: look for a new seed with python -m tests.fuzz --steer --goal"
    )


def test_goals_are_things_that_are_counted() -> None:
    known = {*everything(), "question regain"}
    assert [what for goal in GOALS for what in goal.wanted if what not in known] == []
    assert {goal.name for goal in GOALS} >= SEEDS.keys()
    assert len({goal.name for goal in GOALS}) == len(GOALS)


def test_every_branch_of_the_succession_and_every_winner_is_a_goal() -> None:
    wanted = {what for goal in GOALS for what in goal.wanted}
    winners = [what for what in everything() if what.startswith("winner ")]
    assert [
        what for what in (*winners, *(f"succession {b}" for b in SUCCESSIONS)) if what not in wanted
    ] == []
