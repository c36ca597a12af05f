"""What a line of a letter means by itself, as the game stands: a word of the table, an order, an offer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from pbem.errors import OrderProblem
from pbem.language.parse import parse_line
from pbem.language.several import is_action
from pbem.post.commands import word_in
from pbem.post.commands.parley import words_in_talks
from pbem.post.commands.word import Moment
from pbem.post.talk import is_offer, speaks_past
from pbem.store import clocks
from pbem.work.letter_work import LetterWork
from rules import Power


@dataclass(frozen=True, slots=True)
class Meaning:
    """How the lines of a letter are meant."""

    moment: Moment
    is_order: Callable[[str], bool]
    """Whether a line is an order by itself."""
    is_offer: Callable[[str], bool] = lambda line: False
    speaks_past: Callable[[str, str], tuple[Power, ...]] = lambda to, line: ()
    """The powers to which a line speaks, of those for whom the press is not."""
    in_talks: Callable[[str], tuple[str, ...]] = lambda line: ()
    """The words of the table that a line means while the powers talk."""

    def would_act(self, line: str, *, in_press: bool = False) -> bool:
        """Whether a line is a word or an order."""
        if word_in(line, replace(self.moment, in_press=in_press)) is not None or self.is_order(line):
            return True
        return self.moment.talking and bool(self.in_talks(line))


def meaning_in(work: LetterWork) -> Meaning:
    """How the lines of a seat's letter are meant now."""
    return Meaning(
        _moment(work),
        partial(is_order, work),
        partial(is_offer, work),
        partial(speaks_past, work),
        partial(words_in_talks, work),
    )


def is_order(work: LetterWork, line: str) -> bool:
    """Whether a line is an order by itself: it answers what the seat is asked, or is plainly an action."""
    waiting, game = work.sitting.waiting(), work.sitting.engine.game
    for power in work.row.powers:
        if power in waiting:
            try:
                parse_line(line, waiting[power], game, work.names, work.sitting.parser(power))
            except (OrderProblem, LookupError):
                continue
            return True
    return is_action(line)


def _moment(work: LetterWork) -> Moment:
    """How the words of the letter are meant now."""
    talks, powers = work.talks, work.row.powers
    return Moment(
        talking=talks is not None and not talks.is_plan and any(power in talks.powers for power in powers),
        planning=talks is not None and talks.is_plan,
        between_talks=talks is None and work.sitting.clerk is not None and bool(powers),
        voting=bool(powers) and _may_vote(work) and clocks.open_vote(work.session, work.game) is not None,
        asked=any(power in work.sitting.waiting() for power in powers),
        observer=not powers,
        about=work.answered.about,
        answers_us=work.answered.known,
    )


_VOTES = re.compile(r"\b(?:agree|accept|refuse|reject|yes|no)\b", re.IGNORECASE)


def _may_vote(work: LetterWork) -> bool:
    """Whether it matters to the letter that a vote is open."""
    return any(_VOTES.search(line.text) for line in work.written.lines)
