"""Impulses by their number within the turn: the rules count them through the whole game.

Which number a turn began with is learnt when its first impulse begins, and kept with what letters remember.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.games.views import Public, where
from pbem.language.voice import Voice
from rules import Event

Before = Mapping[int, int]
"""How many impulses came before a turn, by turn."""


def learn(events: Iterable[Event], known: Before, chapters: Sequence[str]) -> dict[int, int]:
    """What is known after some events: a turn's first impulse is the one that follows another chapter."""
    found = dict(known)
    first = False
    for event in events:
        if type(event).__name__ not in chapters:
            continue
        number, turn = getattr(event, "number", None), getattr(event, "turn", 0)
        if number is not None and first:
            found.setdefault(turn, number - 1)
        first = number is None
    return found


def within_turn(event: Any, before: Before) -> Any:
    """The beginning of an impulse with its number in the turn; other events, and old games, as they are."""
    number, turn = getattr(event, "number", None), getattr(event, "turn", 0)
    return event if number is None or turn not in before else replace(event, number=number - before[turn])


def view_within_turn(view: Public, voice: Voice, before: Before) -> Public:
    """A view whose impulse is counted within the turn."""
    if not view.impulse or view.turn not in before:
        return view
    impulse = view.impulse - before[view.turn]
    return replace(view, impulse=impulse, where=where(voice, view.turn, view.phase, impulse))
