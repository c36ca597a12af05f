"""Dice: numbered, repeatable, fair enough, and replaceable by dice from elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.core.dice import Dice, commitment, die, number
from rules.core.errors import Illegal, RandomNeeded
from rules.core.reasons import Reason


def test_the_counter_is_the_whole_random_state() -> None:
    one, two = Dice("seed"), Dice("seed")
    first = one.roll(5, Reason("a")) + one.roll(3, Reason("b"))
    assert two.roll(8, Reason("all")) == first
    assert Dice("seed", used=5).roll(3, Reason("b")) == first[5:]


def test_known_numbers_stay_the_same_for_ever() -> None:
    """If these change, no old game can be replayed and no published seed audited."""
    assert [die("seed", n) for n in range(12)] == [4, 4, 1, 3, 1, 6, 1, 4, 5, 1, 5, 1]
    assert number("seed", 0) == 13253313551282500773
    assert commitment("seed") == "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"


def test_every_face_falls_about_as_often() -> None:
    faces = Counter(Dice("fair").roll(60_000, Reason("many")))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(9_600 < count < 10_400 for count in faces.values())


def test_draws_reach_every_item() -> None:
    dice = Dice("draws")
    assert {dice.draw("abc", Reason("letters")) for _ in range(50)} == {"a", "b", "c"}


def test_given_dice_come_first_and_count() -> None:
    dice = Dice("seed", given_dice=[6, 6])
    rolled = dice.roll(3, Reason("mixed"))
    assert rolled[:2] == (6, 6)
    assert rolled[2] == die("seed", 2)
    assert dice.used == 3


def test_a_given_draw_must_be_possible() -> None:
    with pytest.raises(Illegal, match=r"dice\.cannot_be_drawn.*31"):
        Dice("seed", given_draws=["31"]).draw([1, 2], Reason("a"))


def test_external_dice_never_fall_back_on_the_seed() -> None:
    dice = Dice("seed", external=True, given_dice=[1])
    with pytest.raises(RandomNeeded, match="2 dice needed: battle"):
        dice.roll(3, Reason("battle"))
