"""What the first letter to a player says of the game, and what a substitute must know of a power."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from pbem.calendar.deadlines import Pace
from pbem.games import Game
from pbem.language.names import CARD
from pbem.language.voice import Voice
from pbem.language.widths import with_wide_marks
from pbem.letters.content import Chapter, Section
from pbem.letters.notices import draft_line
from pbem.letters.story import told_lines
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.windows import STANDING
from rules import Event, Power, Setup
from rules.core.flow import DECISION, IMPULSE, WINDOW

MOST_OF_A_TURN = 8
"""So many lines of each earlier turn; `history` has the others."""


def introduction(
    sitting: Sitting,
    reader: Seat,
    seats: Sequence[Seat],
    pace: Pace,
    setup: Setup,
    reports: str,
    voice: Voice,
    *,
    suggests: bool = False,
) -> list[Section]:
    """Who plays whom, how time is kept, how windows work, which readings hold, how to write, what is on.

    `suggests`: the reader's letters suggest answers.  Who only reads along is not told how to play.
    """
    title = sitting.title

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", key, **fields)

    time = [*time_kept(pace, voice), say("intro.silence", grace=pace.grace or None)]
    other = other_readings(title, voice, setup.options)
    readings = [say("intro.other_readings"), *other] if other else [say("intro.usual_readings")]
    if points := readings_of(title, voice, setup.options):
        readings.append(say("intro.sheet"))
    notice = title.notice(voice)
    sections = [
        *([Section(title.title, [notice])] if notice else []),
        Section(say("intro.players"), rows=who_plays_whom(seats, voice)),
        Section(say("intro.time_title"), time),
    ]
    windows = Section(say("intro.windows_title"), [say(f"intro.windows_{_windows(sitting, reader)}")])
    read_so = Section(say("intro.readings_title"), readings, points)
    told_by = say("intro.reports_" + reports)
    if reader.observer:
        return [*sections, read_so, Section(say("intro.defaults_title"), [told_by])]
    sections += [windows, read_so]
    if title.example:
        sections.append(
            Section(
                say("intro.example_title"),
                [say("intro.example")],
                orders=tuple(map(voice.order, title.example)),
            )
        )
    on = [say("intro.defaults"), *([say("intro.suggests")] if suggests else []), told_by]
    return [
        *sections,
        Section(say("intro.defaults_title"), on),
        *_presets(sitting, reader.powers, voice),
    ]


def who_plays_whom(seats: Iterable[Seat], voice: Voice) -> list[tuple[str, str]]:
    """The powers of each seat, and its player."""
    return [
        (
            voice.listed(voice.power_name(power) for power in seat.powers),
            seat.name or voice.say("letter", "intro.nobody"),
        )
        for seat in seats
        if seat.powers
    ]


def time_kept(pace: Pace, voice: Voice) -> list[str]:
    """How long one has for what, and when the clock stands still."""
    hours = {kind: pace.hours_for(kind) for kind in (IMPULSE, DECISION, WINDOW)}
    calendar = pace.calendar
    told = [voice.say("letter", "intro.time", **hours, talks=pace.talks or None, zone_text=calendar.zone)]
    if calendar.quiet_days or calendar.quiet_dates or calendar.quiet_hours:
        told.append(voice.say("letter", "intro.quiet"))
    return told


def other_readings(title: Game, voice: Voice, options: Iterable[tuple[str, str]]) -> list[str]:
    """What is not read or played the usual way, in words; with its number where one is chosen."""
    chosen = dict(options)
    return [
        voice.option(option.name) + (f" ({chosen[option.name]})" if not option.value else "")
        for option in title.options
        if option.name in chosen and option.value in ("", chosen[option.name])
    ]


def _windows(sitting: Sitting, reader: Seat) -> str:
    """How windows begin here: by policy, and, where standing orders answer, open in own fights or not."""
    own = any(
        scope.partition(":")[0] in reader.powers and ":" in scope for scope in sitting.standing.open_windows
    )
    return "own_fights" if own and sitting.policy.name == STANDING else sitting.policy.name


def _presets(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Section]:
    """What is answered for the reader's powers from the start, in words, and how it ends."""
    orders = [order for power in powers for order in sitting.standing.of(power) if order.is_preset]
    told = list(dict.fromkeys(f"{order.told(voice)}." for order in orders))
    if not told:
        return [
            Section(voice.say("letter", "intro.presets_title"), [voice.say("letter", "intro.no_presets")])
        ]
    about = [voice.say("letter", "intro.presets"), *told]
    return [
        Section(
            voice.say("letter", "intro.presets_title"), about, orders=[voice.say("letter", "usage.presets")]
        )
    ]


_AFTER_RULE = re.compile(r"[:：]\s*")


def readings_of(title: Game, voice: Voice, options: Iterable[tuple[str, str]]) -> list[str]:
    """The points of the ruling sheet as they are read in a game with these options, a line for each."""
    chosen = dict(options)
    found = []
    for ruling in title.ruling_sheet:
        name = ruling.option.name
        other = chosen.get(name) == ruling.option.value
        about = voice.name(CARD, ruling.rule[1:]) if ruling.rule.startswith("#") else ruling.rule
        # What an option changes begins with its rule or its cards, too.
        read_so = _AFTER_RULE.split(voice.option(name), 1)[-1] if other else voice.word(f"ruling.{name}")
        found.append(with_wide_marks(f"{about}: {read_so}"))
    return found


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
