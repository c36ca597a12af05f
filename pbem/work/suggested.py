"""The moderator's suggestion beside a question, and the line that `ok` takes.

It comes from the title's bot, which is shown what the power may know.  It is found when the question is first
told, in the transaction that writes the letter (`docs/decisions/0020-suggestions.md` says why), and kept with
the seat: while the question is open every letter shows the same line, and `ok` means that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.language import parse_line, say
from pbem.language.voice import Voice
from pbem.letters.content import Asked
from pbem.letters.memory import Memory, Suggested
from pbem.play.sitting import Sitting
from pbem.play.windows import is_window
from pbem.store.tables import SeatRow
from rules import Power

NO_OPINION = ("silence", "wait")
"""Reasons of a bot that has none."""


def with_suggestions(
    asked: Sequence[Asked], row: SeatRow, memory: Memory, sitting: Sitting, voice: Voice
) -> list[Asked]:
    """The questions of a letter, each with what is suggested; what was suggested is entered into `memory`."""
    memory.suggested = {
        power: one for power, one in memory.suggested.items() if _is_open(sitting, power, one)
    }
    if not row.suggestions:
        return list(asked)
    told: list[Asked] = []
    for one in asked:
        if one.power not in memory.suggested:
            memory.suggested[one.power] = _found(sitting, one.power, voice)
        shown = memory.suggested[one.power]
        told.append(replace(one, suggested=shown.order, suggested_why=shown.why))
    return told


def shown_to(row: SeatRow, sitting: Sitting) -> dict[Power, str]:
    """The lines that the last letters of a seat suggest for what it is asked now."""
    if not row.suggestions:
        return {}
    kept = Memory.of(row.memory).suggested
    return {
        power: kept[power].order
        for power in row.powers
        if power in kept and kept[power].order and _is_open(sitting, power, kept[power])
    }


def _is_open(sitting: Sitting, power: Power, one: Suggested) -> bool:
    return power in sitting.waiting() and sitting.opened[power] == one.opened


def _found(sitting: Sitting, power: Power, voice: Voice) -> Suggested:
    """What the bot would order; nothing if it has no opinion, or its order cannot be written in one line."""
    question, game = sitting.engine.question(power), sitting.engine.game
    found = sitting.title.suggest(game, power, question)
    order = say(question, found.answer, sitting.names)
    none = Suggested(sitting.opened[power])
    if not order or "\n" in order or found.why.key in NO_OPINION:
        return none
    if is_window(question) and found.answer == question.default(game):
        return none
    if parse_line(order, question, game, sitting.names, sitting.parser(power)) != found.answer:
        return none
    return Suggested(sitting.opened[power], order, voice.tell(found.why))
