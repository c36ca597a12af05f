"""The pace of a game in words, for reports."""

from __future__ import annotations

from pbem.language.voice import Voice
from pbem.letters.notices import local
from pbem.store.pace_table import PaceTable
from rules import Power


def pace_lines(table: PaceTable, voice: Voice, zone: str) -> list[str]:
    """Rounds and what they were for, days a turn, when the game may end, how fast each power answers."""
    lines = [
        voice.say(
            "letter",
            "pace.so_far",
            rounds=table.rounds,
            count=table.turns,
            days_text=voice.decimal(table.days_a_turn),
        )
    ]
    waits = [
        voice.say("letter", f"pace.for.{cause}", count=count)
        for cause, count in sorted(table.waits.items(), key=lambda item: -item[1])
        if count
    ]
    if waits:
        lines.append(voice.say("letter", "pace.waits", text=", ".join(waits)))
    if table.ends is not None:
        early, expected, late = (voice.date(local(moment, zone)) for moment in table.ends)
        lines.append(voice.say("letter", "pace.ends", expected=expected, early=early, late=late))
    if table.hours:
        told = [_answers(power, hours, voice) for power, hours in table.hours.items()]
        lines.append(voice.say("letter", "pace.answers", text="; ".join(told)))
    return lines


def _answers(power: Power, hours: float, voice: Voice) -> str:
    return voice.say("letter", "pace.answer", power=power, hours_text=f"{hours:.0f}")
