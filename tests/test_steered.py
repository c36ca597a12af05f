"""Games steered to what random play hardly reaches; `python -m tests.fuzz --steer` plays to every goal."""

from __future__ import annotations

import pytest

from tests.steered import GOALS, SEEDS, Goal, reach
from tests.tally import SUCCESSIONS, everything

MORE_SEEDS = 4
"""Seeds tried after the one that is known, before a goal counts as missed."""
QUICK = [goal for goal in GOALS if not goal.name.startswith("card ")]


@pytest.mark.fuzz
@pytest.mark.parametrize("goal", QUICK, ids=lambda goal: goal.name)
def test_goal_is_reached(goal: Goal) -> None:
    seed = SEEDS.get(goal.name, 0)
    assert reach(goal, range(seed, seed + 1 + MORE_SEEDS)), (
        f"no game reached {goal.wanted}: look for a new seed with python -m tests.fuzz --steer --goal"
    )


def test_goals_are_things_that_are_counted() -> None:
    known = {*everything(), "question regain"}
    assert [what for goal in GOALS for what in goal.wanted if what not in known] == []
    assert {goal.name for goal in GOALS} >= SEEDS.keys()
    assert len({goal.name for goal in GOALS}) == len(GOALS)


def test_every_branch_of_the_succession_is_a_goal() -> None:
    wanted = {what for goal in GOALS for what in goal.wanted}
    assert [branch for branch in SUCCESSIONS if f"succession {branch}" not in wanted] == []
