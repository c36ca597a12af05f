"""The conditions that a line may have: `if won: ...`, `if vienna is taken: ...`, `if 2 cp left: ...`."""

from __future__ import annotations

from pbem.games.conditions import Test
from pbem.games.his.orders.facts import facts
from pbem.language.grammar import Parser
from pbem.war.orders.conditions import Trials
from pbem.war.orders.conditions import conditions as of_war
from rules.his.faith.events import AttemptFailed, AttemptSucceeded, DebateWon

FAITH = Trials(won=(DebateWon,), succeeded=(AttemptSucceeded,), failed=(AttemptFailed,))


def conditions() -> list[Parser[Test]]:
    """All conditions, each as it is written."""
    return [*of_war(FAITH), *facts()]
