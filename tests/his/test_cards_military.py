"""Small computations of the military cards."""

from __future__ import annotations

import pytest

from rules.his.cards.sack_of_rome import even_share


@pytest.mark.parametrize(
    ("hits", "regulars", "others", "expected"),
    [
        (2, 3, 4, (1, 1)),
        (3, 3, 4, (1, 2)),
        (3, 1, 4, (1, 1)),
        (4, 1, 4, (1, 1)),
        (4, 0, 4, (0, 0)),
        (5, 4, 1, (4, 4)),
        (1, 1, 1, (0, 1)),
        (7, 3, 4, (3, 3)),
    ],
)
def test_losses_of_sackers_are_as_even_as_possible(
    hits: int, regulars: int, others: int, expected: tuple[int, int]
) -> None:
    """21.5 step 3: the fewest and the most regulars among the losses."""
    assert even_share(hits, regulars, others) == expected
