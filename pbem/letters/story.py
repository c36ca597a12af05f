"""From events to chapters: what happened, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from typing import TypeAlias

from pbem.games import Game
from pbem.language.voice import Voice
from pbem.letters.content import Chapter
from pbem.letters.impulses import Before, learn, within_turn
from rules import Event
from rules.core.events import DiceRolled

PHASE_BEGAN = "PhaseBegan"
PASSED = "Passed"

Part: TypeAlias = tuple[Event | str, list[Event]]
"""What begins a chapter, an event or a title, and what happens in it."""


def story(
    events: Iterable[Event],
    title: Game,
    voice: Voice,
    *,
    opening: Event | str = "",
    flowing: bool = False,
    before: Before | None = None,
) -> list[Chapter]:
    """Events as chapters, one for each phase and impulse; a chapter without a line is left out.

    `opening` is what began the chapter in which they go on.  `flowing`: dice and their results stand in one
    line with what they were rolled for.  `before` says how many impulses came before a turn.
    """
    told = list(events)
    known = learn(told, before or {}, title.chapters)
    parts: list[Part] = [(within_turn(opening, known), [])]
    for event, after in zip_longest(told, told[1:]):
        if type(event).__name__ in title.chapters:
            parts.append((within_turn(event, known), []))
        elif not title.announces_only(event, after):
            parts[-1][1].append(event)
    chapters: list[Chapter] = []
    for together in _passes_together(parts):
        if len(together) > 1:
            chapters.append(_passed(together, voice))
            continue
        ((mark, own),) = together
        heading = mark if isinstance(mark, str) else voice.event(mark).rstrip(".。")
        if lines := tuple(told_lines(own, title, voice, flowing=flowing)):
            chapters.append(Chapter(heading, lines, type(mark).__name__))
    return chapters


def told_lines(events: Iterable[Event], title: Game, voice: Voice, *, flowing: bool) -> list[str]:
    """A line for each event that has a sentence; where the story flows, for each that begins something."""
    lines: list[str] = []
    before: Event | None = None
    roller_named = False
    for event in _as_one(events, title):
        if flowing and before is not None and title.is_implied(event, before):
            continue
        joins = flowing and before is not None and title.goes_on(event, before)
        # Where the first dice say who rolls, bare dice behind them would seem to be the same power's.
        if joins and isinstance(event, DiceRolled) and not roller_named:
            line = voice.word("dice_short", text=" ".join(map(str, event.dice)))
        else:
            line = voice.event(event)
            roller_named = isinstance(event, DiceRolled)
        if not line:
            continue
        if joins:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        before = event
    return _once(lines, voice)


def _as_one(events: Iterable[Event], title: Game) -> list[Event]:
    """Events, where some that follow each other are told as one."""
    told: list[Event] = []
    for event in events:
        if told and (both := title.as_one(event, told[-1])) is not None:
            told[-1] = both
        else:
            told.append(event)
    return told


def _once(lines: Sequence[str], voice: Voice) -> list[str]:
    """Lines that follow each other word for word, told once with how often."""
    told: list[str] = []
    for line, same in groupby(lines):
        count = len(list(same))
        told.append(line if count == 1 else voice.word("repeated", text=line.rstrip(".。"), count=count))
    return told


def _passes_together(parts: Sequence[Part]) -> list[list[Part]]:
    """Chapters, where impulses one after another in which nothing was done but pass are together."""
    groups: list[list[Part]] = []
    for part in parts:
        if groups and _is_pass(part) and _is_pass(groups[-1][-1]):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _is_pass(part: Part) -> bool:
    mark, events = part
    return hasattr(mark, "number") and [type(event).__name__ for event in events] == [PASSED]


def _passed(parts: Sequence[Part], voice: Voice) -> Chapter:
    marks = [mark for mark, _ in parts]
    first, last = (getattr(mark, "number", 0) for mark in (marks[0], marks[-1]))
    powers = [getattr(mark, "power", "") for mark in marks]
    title = voice.say("letter", "passes.title", first=first, last=last)
    return Chapter(title, (voice.say("letter", "passes.told", powers=powers),), type(marks[0]).__name__)
