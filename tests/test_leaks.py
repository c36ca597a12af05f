"""A slice of `make leaks`: twin games by mail; and the comparison can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.play.plan import GamePlan
from tests import leaks
from tests.pbem.office import Office


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_twins_look_the_same() -> None:
    """Virgin Queen; for Here I Stand there are more in `tests/pbem`."""
    counts = leaks.play("vq", 7, "standing", letters=2)
    assert counts["letters compared"] >= 5


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that begins with another letter to somebody who holds nothing is found out."""
    begin = leaks._begin

    def told_more(place: Path, plan: GamePlan, state: Any) -> Office:
        office = begin(place, plan, state)
        if place.stem == "1":
            office.write("observer1", "status")
        return office

    monkeypatch.setattr(leaks, "_begin", told_more)
    with pytest.raises(leaks.Leak):
        leaks.play("vq", 7, "standing", letters=0)
