"""Two games that differ in what nobody may learn, and that are played with the same letters."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import pbem.work.beginning
from rules import Engine, Question
from tests.pbem.office import Office

MOST_LETTERS, LEAST_LETTERS = 25, 8


def begin_twins(
    patch: pytest.MonkeyPatch,
    one: Office,
    other: Office,
    begin: Callable[[Office], None],
    changed: Callable[[Engine[Any]], Engine[Any]],
) -> None:
    """Begin the same game twice, with the same tokens; the other one as it is `changed`."""
    new = Engine.new

    class Changed:
        @staticmethod
        def new(*args: Any) -> Engine[Any]:
            return changed(new(*args))

    for office, engine in ((one, Engine), (other, Changed)):
        tokens = count(1)
        with patch.context() as inside:
            inside.setattr(pbem.work.beginning, "new_token", lambda tokens=tokens: f"token{next(tokens):011}")
            inside.setattr(pbem.work.beginning, "Engine", engine)
            begin(office)


def play_alike(one: Office, other: Office, parts: Callable[[Question[Any]], bool]) -> None:
    """Write the same letters to both, up to the question from which on they part."""
    written = 0
    while written < MOST_LETTERS and not parts(one.engine().question(power := one.asked()[0])):
        line = one.silent_line(power)
        for office in (one, other):
            office.later(1)
            office.write(power, line, message_id=f"<{written}@x>")
        assert one.asked() == other.asked()
        written += 1
    assert written >= LEAST_LETTERS
