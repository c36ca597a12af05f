"""`ok` or `yes` as the only order of a letter takes what the letter it answers suggests, now or for later.

So it does what a line was understood to mean that was not done because it was not sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.errors import OrderProblem, Unreadable
from pbem.games.moments import IMPULSE
from pbem.language import parse_line
from pbem.language.phrase_tables import phrases
from pbem.letters.memory import Memory
from pbem.letters.receipts import WITH_ORDERS
from pbem.play.about import AboutAhead, AboutReading
from pbem.play.free_lines import weigh
from pbem.play.line_refusals import VAGUE
from pbem.play.lines import Line
from pbem.play.moments import marked, moment_in
from pbem.play.short_answers import REPLIES
from pbem.play.whose_line import named, without_name
from pbem.work.letter_work import LetterWork
from pbem.work.suggested import shown_to
from rules import Power


def takes_suggestion(words: str) -> bool:
    """Whether words take what is suggested, and say so: a bare `ok` may answer anything."""
    return phrases(REPLIES).make(words, "suggestion")


def _takes(words: str) -> bool:
    return phrases(REPLIES).make(words, "ok") or takes_suggestion(words)


def taken_up(work: LetterWork, orders: Sequence[Line]) -> list[Line]:
    """The lines of a letter, with the suggested ones instead of an `ok` that stands alone.

    Beside other orders it is a pleasantry, or a yes; what is written for later does not count, nor does an
    `end` below it.  An answer to a letter that asked something else takes nothing: see
    `pbem.post.perform._is_bound`.
    """
    said = _for_now(work, orders)
    if len(said) == 1 and isinstance(work.answered.about, AboutReading):
        understood = _as_understood(work, work.answered.about, said[0], orders)
        if understood == list(orders):
            return understood
        orders, said = understood, _for_now(work, understood)
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


def _for_now(work: LetterWork, orders: Sequence[Line]) -> list[Line]:
    """The lines that say what is to be done now, but for an `end` below the first of them."""
    ends = work.sitting.title.ends_impulse
    said = [line for line in orders if not line.doubtful and moment_in(line.text) is None]
    return said[:1] + [line for line in said[1:] if not ends(line.text)]


def _ahead(work: LetterWork, said: Line, orders: Sequence[Line]) -> list[Line]:
    """The same for moments to come, if the letter suggests something and it has not been asked for since."""
    about = work.answered.about
    if (
        len(orders) > 1
        or not _takes(said.text)
        or not isinstance(about, AboutAhead)
        or Memory.of(work.row.memory).ahead.get(about.power) != about.seq
    ):
        return list(orders)
    power = about.power if len(work.row.powers) > 1 else ""
    found = [moment_in(line) or (IMPULSE, "", line) for line in about.lines]
    if any(moment != IMPULSE for moment, _, _ in found) and not (work.talks and work.talks.is_plan):
        return list(orders)  # the plan is over
    return [
        replace(said, text=marked(moment, order, power), typed=said.text, read=True)
        for moment, _, order in found
    ]


def what_was_meant(work: LetterWork) -> AboutReading | None:
    """What `yes` takes in answer to a letter that could not do a line: what it may mean, and those after it.

    If nobody knows what it may mean, it may be no order at all: then those alone.  Nothing if it may mean
    several things, or if `yes` would answer the question itself.
    """
    failed, sitting = work.sitting.failed, work.sitting
    if failed is None or failed.power not in sitting.waiting() or not isinstance(failed.problem, Unreadable):
        return None
    problem, lines = failed.problem, (*failed.problem.proposals, *sitting.left)
    one_thing = len(problem.proposals) == 1 and problem.code in WITH_ORDERS
    no_order = not problem.proposals and problem.code in VAGUE
    if not lines or not (one_thing or no_order) or _yes_answers(work, failed.power):
        return None
    return AboutReading(failed.power, sitting.opened[failed.power], lines)


def previewed(work: LetterWork, orders: Sequence[Line]) -> AboutReading | None:
    """What `yes` takes in answer to a preview: what it has shown, if it is for the power that is asked."""
    asked = [power for power in work.row.powers if power in work.sitting.waiting()]
    if not orders or len(asked) != 1 or work.sitting.talking or _yes_answers(work, asked[0]):
        return None
    lines = tuple(without_name(asked[0], line.text, work.names) for line in orders)
    if any(named(line, work.names) for line in lines):
        return None
    return AboutReading(asked[0], work.sitting.opened[asked[0]], lines)


def _yes_answers(work: LetterWork, power: Power) -> bool:
    """Whether `yes` answers the question that is open for a power."""
    engine = work.sitting.engine
    try:
        parse_line("yes", engine.question(power), engine.game, work.names)
    except OrderProblem:
        return bool(weigh(engine, work.sitting.title, power, "yes").orders)
    return True


def _as_understood(work: LetterWork, about: AboutReading, said: Line, orders: Sequence[Line]) -> list[Line]:
    """What the letter that is answered has understood, if it is still asked for."""
    words = work.sitting.title.in_english(said.text)
    says_yes = work.sitting.title.free_words_for(words).talk.reply(words) == (True, ())
    if not says_yes or work.sitting.opened.get(about.power) != about.opened:
        return list(orders)
    many = len(work.row.powers) > 1
    texts = [f"{about.power}: {line}" if many else line for line in about.lines]
    at, last = orders.index(said), max(line.number for line in orders)
    # Each has a number of its own, behind those of the letter: what is not done is told line by line.
    numbers = [said.number, *range(last + 1, last + len(texts))]
    lines = [replace(said, number=number, text=text) for number, text in zip(numbers, texts, strict=True)]
    return [*orders[:at], *lines, *orders[at + 1 :]]


def _whose(work: LetterWork, words: str) -> dict[str, str]:
    """The suggestions that a line takes: of all powers of the seat that are asked, or of the one it names."""
    shown = shown_to(work.row, work.sitting)
    if _takes(words):
        return shown
    return {power: order for power, order in shown.items() if _takes(without_name(power, words, work.names))}
