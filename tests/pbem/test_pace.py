"""The bars of the pace: rounds of a game, and days by the model of how people answer.

Three turns of one game for each profile, against a third of what nine may cost; `make bench` plays more.
"""

from __future__ import annotations

import random

import pytest

from tests import bench_moderator as bench
from tests.calendar_model import PEOPLE, TALKS, days, spread

TURNS, ALL_TURNS = 3, 9
MOST_DAYS = 190
"""Of a game in which half of the impulses are written before."""
BARRED = [profile for profile in bench.PROFILES if profile.below]


@pytest.mark.parametrize("profile", BARRED, ids=lambda profile: profile.name)
def test_a_game_does_not_cost_more_rounds_than_it_may(profile: bench.Profile) -> None:
    costs = bench.play(profile, "waits 0", turns=TURNS)
    assert profile.below is not None
    assert len(costs.rounds) < profile.below * TURNS / ALL_TURNS, costs.causes
    if profile.preorders == 0.5:
        assert spread([costs.rounds]).mean < MOST_DAYS * TURNS / ALL_TURNS


def test_the_bars_are_those_of_the_product() -> None:
    assert {profile.name: profile.below for profile in BARRED} == {
        "as shipped": 400,
        "experienced": 300,
        "pre-ordering 50 %": 230,
    }


def test_how_people_answer() -> None:
    """Half within ten hours, nine of ten within thirty-six; slower at weekends; talks take their time."""
    rng = random.Random("people")
    hours = sorted(PEOPLE.hours(PEOPLE.begins, rng) for _ in range(4000))
    assert 9.3 < hours[2000] < 10.7
    assert 33 < hours[3600] < 39
    saturday = PEOPLE.begins.replace(day=21)
    assert PEOPLE.hours(saturday, random.Random(1)) > PEOPLE.hours(PEOPLE.begins, random.Random(1))
    assert days([TALKS], PEOPLE, rng) == 2.0
    assert spread([[6] * 50]).mean > spread([[1] * 50]).mean  # the last of six is waited for
