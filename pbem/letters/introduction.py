"""What the first letter to a player says of the game, and what a substitute must know of a power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from pbem.calendar.deadlines import Pace
from pbem.language.voice import Voice
from pbem.letters.content import Chapter, power_name, told_lines
from pbem.letters.notices import draft_line
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from rules import Event, Power, Setup
from rules.core.flow import DECISION, IMPULSE, WINDOW

MOST_OF_A_TURN = 8
"""So many lines of each earlier turn; `history` has the others."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an introduction."""

    title: str
    paragraphs: Sequence[str] = ()
    rows: Sequence[tuple[str, str]] = ()
    """Who plays whom."""
    orders: Sequence[str] = ()
    """Lines as they can be written."""


def introduction(
    sitting: Sitting, seats: Sequence[Seat], pace: Pace, setup: Setup, reports: str, voice: Voice
) -> list[Section]:
    """Who plays whom, how time is kept, how windows work, which readings hold, how to write, what is on."""
    title = sitting.title

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", key, **fields)

    players = [
        (voice.listed(power_name(voice, power) for power in seat.powers), seat.name or say("intro.nobody"))
        for seat in seats
        if seat.powers
    ]
    hours = {kind: pace.hours_for(kind) for kind in (IMPULSE, DECISION, WINDOW)}
    time = [say("intro.time", **hours, talks=pace.talks or None, zone_text=pace.calendar.zone)]
    if pace.calendar.quiet_days or pace.calendar.quiet_dates or pace.calendar.quiet_hours:
        time.append(say("intro.quiet"))
    time.append(say("intro.silence", grace=pace.grace or None))
    chosen = dict(setup.options)
    other = [voice.option(option.name) for option in title.options if chosen.get(option.name) == option.value]
    readings = [say("intro.other_readings"), *other] if other else [say("intro.usual_readings")]
    sections = [
        Section(say("intro.players"), rows=players),
        Section(say("intro.time_title"), time),
        Section(say("intro.windows_title"), [say(f"intro.windows_{sitting.policy.name}")]),
        Section(say("intro.readings_title"), readings),
    ]
    if title.example:
        sections.append(Section(say("intro.example_title"), [say("intro.example")], orders=title.example))
    return [
        *sections,
        Section(say("intro.defaults_title"), [say("intro.defaults"), say(f"intro.reports_{reports}")]),
    ]


def story_so_far(
    turns: Sequence[tuple[int, Sequence[Event]]], powers: Sequence[Power], sitting: Sitting, voice: Voice
) -> list[Chapter]:
    """The turns of a power as it saw them: of each what it was part of, in a few lines."""
    chapters: list[Chapter] = []
    for turn, events in turns:
        own = [event for event in events if _concerns(event, powers)]
        lines = told_lines(own, sitting.title, voice, flowing=True)
        left = len(lines) - MOST_OF_A_TURN
        lines = lines[-MOST_OF_A_TURN:]
        if left > 0:
            lines.insert(0, voice.say("letter", "intro.more_of_turn", count=left, turn=turn))
        if lines:
            chapters.append(Chapter(voice.say("letter", "intro.turn", turn=turn), tuple(lines)))
    return chapters


def promises(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Section]:
    """The deals of a power and its standing orders."""
    drafts = [
        draft_line(draft, power, sitting.title, voice, open_now=sitting.talking)
        for power in powers
        for draft in (sitting.clerk.of(power) if sitting.clerk else [])
    ]
    deals = [
        voice.say("letter", "intro.deal", deal_text=line.name, terms_text=line.terms, text=line.status)
        for line in drafts
    ]
    standing = [order.told(voice) for power in powers for order in sitting.standing.of(power)]
    return [
        Section(voice.say("letter", "intro.deals_title"), deals or [voice.say("letter", "intro.no_deals")]),
        Section(
            voice.say("letter", "intro.standing_title"),
            standing or [voice.say("letter", "intro.no_standing")],
        ),
    ]


def _concerns(event: Event, powers: Sequence[Power]) -> bool:
    """Whether an event names one of the powers."""
    values = [getattr(event, field.name) for field in fields(event)]
    return any(value in powers for value in values if isinstance(value, str)) or any(
        power in value for value in values if isinstance(value, tuple | list) for power in powers
    )
