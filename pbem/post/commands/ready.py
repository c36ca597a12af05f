"""`ready`: nothing more to say in the talks; `not ready`."""

from __future__ import annotations

import re

from pbem.language.declined import Declined
from pbem.language.voice import note
from pbem.post.commands.word import Found, Moment, Said, Word, spoken
from pbem.store import clocks
from pbem.work.letter_work import Answer, LetterWork


def ready(work: LetterWork, said: Said) -> Answer | None:
    talks, row = work.talks, clocks.open_talks(work.session, work.game)
    own = [power for power in work.row.powers if talks is not None and power in talks.powers]
    if talks is None or row is None or not own:
        raise Declined("request.no_talks")
    row.ready = [*row.ready, *(power for power in own if power not in row.ready)]
    work.session.add(row)
    work.session.flush()
    if not work.everybody_is_ready():
        return work.answer("ready.title", work.paragraph("plan.told" if talks.is_plan else "ready.told"))
    work.close_talks(talks, note("plan_closed" if talks.is_plan else "talks_closed_ready"))
    return None  # a note to everybody says so


def not_ready(work: LetterWork, said: Said) -> Answer:
    row = clocks.open_talks(work.session, work.game)
    if work.talks is None or row is None or not any(power in row.ready for power in work.row.powers):
        raise Declined("request.not_ready")
    row.ready = [power for power in row.ready if power not in work.row.powers]
    work.session.add(row)
    return work.answer("ready.not_title", work.paragraph("ready.not"))


_THAT_IS_ALL = (
    r"(?:that(?:'s| is) (?:all|it)|nothing (?:more|else|further)|no more)(?: to (?:say|add))?"
    r"(?: from (?:me|us|my side|our side|here))?(?: (?:this turn|for now))?"
)
_I_AM = "(?:(?:and |so )?(?:i am|i'm|im|we are|we're) )?"
_READY = spoken(rf"(?:{_THAT_IS_ALL}[,.;:!]? )?{_I_AM}ready|no deals", alone=True)
_PLAINLY = re.compile(rf"(?:{_THAT_IS_ALL}[,.;:!]? {_I_AM})?ready", re.IGNORECASE)
_WAIT = spoken("wait|no plan", alone=True, only_if=lambda rest, moment: moment.planning)
_NOTHING = spoken("none|pass", alone=True, only_if=lambda rest, moment: moment.talking)


def _read(line: str, moment: Moment) -> Found | None:
    return _READY(line, moment) or _NOTHING(line, moment) or _WAIT(line, moment)


def plainly_ready(line: str) -> bool:
    """Whether a line can only be this word, whatever it answers; `I'm ready` may be an answer to somebody."""
    return _PLAINLY.fullmatch(line.strip(" .!")) is not None


READY = Word("ready", _read, ready)
NOT_READY = Word(
    "not_ready", spoken("(?:(?:i am|i'm|im|we are|we're) )?(?:not ready|unready)"), not_ready, listed=()
)
