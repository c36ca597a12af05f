"""What became of the lines of a letter: done, not done and why, held, handed back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.errors import Ambiguous, OrderProblem, Unreadable
from pbem.language import parse_line
from pbem.language.refusals import candidates, rule_of
from pbem.language.refusals import why as why_refused
from pbem.language.voice import Voice
from pbem.language.words import key
from pbem.letters.content import TO_COPY, DoneLine, HandedBack, PrivateLetter, Problem, Receipt
from pbem.play.conditions import is_conditional
from pbem.play.lines import Dropped, Step
from pbem.play.sitting import Sitting
from rules import Event, Power

WITH_ORDERS = (
    "line.not_sure",
    "line.question",
    "line.taken_back",
    "line.unknown_word",
    "line.partly",
    "line.no_sense",
    "line.too_much",
    "line.fewer",
    "line.no_moment",
    "line.standing_ahead",
)
"""Problems whose proposals are whole orders, and not names."""
NOT_UNDERSTOOD = ("line.not_understood", "line.not_finished")
_SMALL = frozenset(
    "a against an and as at cp end event for from in no none of on play the to with yes".split()
)


def receipt(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> tuple[Receipt, frozenset[int]]:
    """What became of the lines of a letter, as far as its seat may know it.

    Under each line stands what it brought, up to the next impulse or phase; the second value says which
    events of the sitting, counted from 0, are told in this way.
    """
    result = Receipt(
        unread=list(sitting.unread),
        ignored=list(sitting.ignored),
    )
    told: set[int] = set()
    current: list[str] | None = None
    before: Event | None = None
    events = [event for step in sitting.steps for event in step.events]
    at = 0
    shown: set[int] = set()
    for step in sitting.steps:
        if step.number is not None:
            current = []
            result.done.append(_done(step, current, sitting, shown, voice))
        elif step.moment:  # what was written before its moment came is no result of a line of this letter
            current = None
        for event in step.events:
            if type(event).__name__ in sitting.title.chapters:
                current = None
            elif current is not None and any(event.visible_to(power) for power in powers):
                if not sitting.title.announces_only(event, next(iter(events[at + 1 : at + 2]), None)):
                    after = before if current else None
                    both = sitting.title.as_one(event, after) if after else None
                    line = voice.event(both or event)
                    if both:
                        current[-1] = line
                    elif after and sitting.title.goes_on(event, after):
                        current[-1] += f" {line}"
                    else:
                        current.append(line)
                    before = both or event
                told.add(at)
            at += 1
    if sitting.failed:
        failed = sitting.failed
        result.failed = problem_of(failed.problem, failed.line, voice, failed.number)
    return result, frozenset(told)


def _done(step: Step, results: list[str], sitting: Sitting, shown: set[int], voice: Voice) -> DoneLine:
    """A line that was done; one with several orders stands above all of them, as it was typed."""
    assert step.number is not None
    typed = sitting.written.get(step.number)
    if typed is None:
        return DoneLine(step.words, results, voice.order(read_as(step.words, step.meaning)))
    first = step.number not in shown
    shown.add(step.number)
    meaning = voice.order(step.meaning or step.words)
    return DoneLine(typed if first else "", results, "" if first and key(meaning) == key(typed) else meaning)


def why_held(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """Why the first held line of a power that is asked now does not answer that; empty if nobody is."""
    for power in powers:
        lines = sitting.held.get(power)
        if not lines or power not in sitting.waiting() or is_conditional(lines[0].line):
            continue
        try:
            parse_line(lines[0].line, sitting.waiting()[power], sitting.engine.game, sitting.names)
        except OrderProblem as problem:
            return problem_of(problem, lines[0].line, voice).why
        except LookupError:
            continue
    return ""


def problem_of(problem: OrderProblem, line: str, voice: Voice, number: int = 0) -> Problem:
    """An order problem as a receipt shows it."""
    why, rule, column = why_refused(problem, voice), rule_of(problem, voice), None
    suggestions: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    if isinstance(problem, Unreadable):
        column = problem.column if problem.column > 1 else None
        if problem.code in WITH_ORDERS:
            copies = tuple(map(voice.order, problem.proposals))
        else:
            suggestions = tuple(map(voice.order, problem.proposals))
    elif isinstance(problem, Ambiguous):
        column, suggestions = problem.column, candidates(problem, voice)
    return Problem(number, line, column, why, rule, suggestions, copies)


def read_as(words: str, meaning: str) -> str:
    """The order that was read in a player's words, where it says more than they do; else empty.

    Beginnings of words count for them, the verb does not count: `buy merc in paris` needs no explanation.
    """
    own, said = key(words).split(), key(meaning).split()
    rest = said[1:] if len(said) > 1 else said
    more = [word for word in rest if word not in _SMALL and not any(_alike(word, one) for one in own)]
    return meaning if more or (len(said) == 1 and said[0] not in own) else ""


def _alike(word: str, written: str) -> bool:
    if word.isdecimal() or written.isdecimal():
        return word == written
    return word.startswith(written) or (len(word) > 3 and written[:3] == word[:3])


def handed_back(dropped: Dropped, voice: Voice) -> HandedBack:
    problem = problem_of(dropped.reason, dropped.lines[0], voice)
    if dropped.reason.line not in ("", dropped.lines[0]):
        why = voice.say("letter", "receipt.another_failed", line=dropped.reason.line, text=problem.why)
        problem = replace(problem, why=why)
    elif dropped.reason.code in NOT_UNDERSTOOD:
        problem = replace(problem, why=voice.say("letter", "receipt.no_answer", text=problem.why))
    return HandedBack(dropped.lines, problem)


def copy_once(letter: PrivateLetter) -> None:
    """What a refusal would have copied, and the question below it lists, stands in the letter once."""
    failed = letter.receipt.failed if letter.receipt is not None else None
    if letter.receipt is None or failed is None or failed.offer != TO_COPY:
        return
    listed = [order.text for one in letter.asked for order in one.orders]
    if all(line in listed for line in failed.copies):
        letter.receipt.failed = replace(failed, copies=())
