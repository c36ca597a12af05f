"""`ok` as the only order of a letter takes what the letter that it answers suggests, now or for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.games.moments import IMPULSE
from pbem.language.words import key
from pbem.letters.memory import Memory
from pbem.play.about import AboutNextImpulse
from pbem.play.lines import Line
from pbem.play.moments import marked, moment_in
from pbem.play.whose_line import without_name
from pbem.work.letter_work import LetterWork
from pbem.work.suggested import shown_to

OK = ("ok", "okay", "as suggested", "take it", "wie vorgeschlagen")


def taken_up(work: LetterWork, orders: Sequence[Line]) -> list[Line]:
    """The lines of a letter, with the suggested ones instead of an `ok` that stands alone.

    Beside other orders it is a pleasantry, or a yes; what is written for later does not count.  An answer
    to a letter that asked something else takes nothing: see `pbem.post.perform._is_bound`.
    """
    said = [line for line in orders if not line.doubtful and moment_in(line.text) is None]
    if len(said) != 1:
        return list(orders)
    if not (wanted := _whose(work, said[0].text)):
        return _ahead(work, said[0], orders)
    opened = [work.sitting.opened[power] for power in wanted]
    bound = work.answered.asked in opened if work.answered.known else len(opened) == 1
    if not bound:
        return list(orders)
    many = len(work.row.powers) > 1
    lines = [
        replace(said[0], text=f"{power}: {order}" if many else order, typed=said[0].text, read=True)
        for power, order in wanted.items()
    ]
    at = orders.index(said[0])
    return [*orders[:at], *lines, *orders[at + 1 :]]


def _ahead(work: LetterWork, said: Line, orders: Sequence[Line]) -> list[Line]:
    """The same for the next impulse, if the letter suggests one and it has not been asked for since."""
    about = work.answered.about
    if (
        len(orders) > 1
        or key(said.text) not in OK
        or not isinstance(about, AboutNextImpulse)
        or Memory.of(work.row.memory).ahead.get(about.power) != about.seq
    ):
        return list(orders)
    power = about.power if len(work.row.powers) > 1 else ""
    return [
        replace(said, text=marked(IMPULSE, line, power), typed=said.text, read=True) for line in about.lines
    ]


def _whose(work: LetterWork, words: str) -> dict[str, str]:
    """The suggestions that a line takes: of all powers of the seat that are asked, or of the one it names."""
    shown = shown_to(work.row, work.sitting)
    if key(words) in OK:
        return shown
    return {
        power: order for power, order in shown.items() if key(without_name(power, words, work.names)) in OK
    }
