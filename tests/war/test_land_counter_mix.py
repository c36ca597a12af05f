"""The counter mix (5.2): what small change can show, checked against trying everything."""

from __future__ import annotations

from itertools import product

import pytest

from rules.war.counter_mix import representable
from rules.war.title import CounterMix

PAPACY: CounterMix = (((1,), 7), ((2,), 4), ((4,), 2))
ENGLAND: CounterMix = (((1,), 9), ((2,), 5), ((4,), 2), ((6,), 1))
HUNGARY: CounterMix = (((1, 2), 3), ((2, 4), 1))
SCOTLAND: CounterMix = (((1, 2), 3),)


def by_brute_force(mix: CounterMix, groups: tuple[int, ...]) -> bool:
    """Give every counter to a group on one of its sides, or to none."""
    counters = [sides for sides, count in mix for _ in range(count)]

    def fill(at: int, left: tuple[int, ...]) -> bool:
        if not any(left):
            return True
        if at == len(counters):
            return False
        if fill(at + 1, left):
            return True
        for group, size in enumerate(left):
            for side in counters[at]:
                if size >= side and fill(at + 1, (*left[:group], size - side, *left[group + 1 :])):
                    return True
        return False

    return fill(0, groups)


@pytest.mark.parametrize(
    ("mix", "groups", "expected"),
    [
        (PAPACY, (), True),
        (PAPACY, (23,), True),
        (PAPACY, (24,), False),
        (PAPACY, (1,) * 7, True),
        (PAPACY, (1,) * 8, False),
        (PAPACY, (2, *(1,) * 7), True),
        (PAPACY, (3, *(1,) * 7), False),
        (PAPACY, (2, 2, 2, 2, 2, 2, 2), True),  # four 2s, and six of the seven 1s
        (PAPACY, (2, 2, 2, 2, 2, 2, 2, 2), False),
        (ENGLAND, (6, *(1,) * 9), True),
        (ENGLAND, (8, 8), True),
        (HUNGARY, (5, 1, 1), True),
        (HUNGARY, (4, 4), True),
        (HUNGARY, (4, 2, 2, 2), True),
        (HUNGARY, (1, 1, 1, 1), False),  # the fourth counter shows 2 or 4
        (HUNGARY, (1, 1, 1, 2), True),
        (SCOTLAND, (3, 1), True),
        (SCOTLAND, (3, 3), False),
        (SCOTLAND, (1, 1, 1), True),
        (SCOTLAND, (1, 1, 1, 1), False),
    ],
)
def test_representable(mix: CounterMix, groups: tuple[int, ...], expected: bool) -> None:
    assert representable(mix, groups) is expected


@pytest.mark.parametrize(
    "mix",
    [
        (((1,), 2), ((2,), 2), ((4,), 1), ((6,), 1)),
        (((1,), 1), ((4,), 2), ((6,), 1)),
        (((1, 2), 2), ((2, 4), 1)),
        (((1,), 3), ((2,), 1), ((4,), 1)),
    ],
)
def test_agrees_with_trying_everything(mix: CounterMix) -> None:
    for groups in product(range(7), repeat=3):
        assert representable(mix, groups) == by_brute_force(mix, groups), groups
