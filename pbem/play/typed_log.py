"""Playing a log that somebody typed, before the game goes on from where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.play.late_responses import MOST_TOLD, GameSetBack, PositionCorrected, Retold
from pbem.play.lines import Step
from rules import Answered, Corrected, Engine, Rewound
from rules.core.log import LogEntry


def replay_typed(engine: Engine[Any], entry: LogEntry, words: str, before: Sequence[Step]) -> Step:
    """Play one entry; what came of it, as if it had been played here."""
    if isinstance(entry, Answered):
        engine.replay([entry], trusted=True)
        return Step(entry.seq, entry.power, entry.source, words, tuple(engine.drain()))
    if isinstance(entry, Corrected):
        used = engine.game.dice.used
        engine.correct(entry.changes, entry.reason)
        anew = engine.drain() if engine.game.dice.used > used else []  # else it begins as it had begun
        return Step(entry.seq, "", "", words, (PositionCorrected(entry.reason.rstrip(".")), *anew))
    assert isinstance(entry, Rewound)
    since = (event for step in before if step.seq > entry.to for event in step.events)
    told = [Retold(event) for event in since if event.audience is None and not isinstance(event, GameSetBack)]
    engine.rewind(entry.to, entry.reason)
    engine.drain()
    return Step(entry.seq, "", "", words, (GameSetBack(entry.reason, tuple(told[:MOST_TOLD])),))
