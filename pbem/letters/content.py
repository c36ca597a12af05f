"""From events, views and open questions to what a letter or a report says; how it looks is `render`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from pbem.errors import Ambiguous, Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.games.views import Hand, Public
from pbem.language import Names, parse_line, say, usage
from pbem.language.refusals import candidates
from pbem.language.refusals import why as why_refused
from pbem.language.voice import POWER, Voice, question_key
from pbem.language.words import key
from pbem.letters.choices import Choice, in_short
from pbem.letters.impulses import Before, learn, within_turn
from pbem.letters.pictures import Picture
from pbem.play.conditions import is_conditional
from pbem.play.sitting import Dropped, Sitting
from pbem.play.windows import is_window
from rules import Event, Power, Question
from rules.core.events import DiceRolled

if TYPE_CHECKING:
    from pbem.letters.introduction import Section
    from pbem.letters.notices import TalksView

MOST_LEGAL = 400
MOST_LISTED = 15
"""A longer list is shortened: some examples, and all in short."""
MOST_EXAMPLES = 12
MOST_NOTED = 10
SIMPLE = ("choose", "decide", "number")
"""Questions whose orders are bare names: many of them can be listed, and need no explanation then."""
MOST_NAMES = 60
SEVERAL = ("choose_some", "declare_wars")
"""Questions that are answered with several things: of a long list the single ones are shown."""
SHORTENED = ("action", "spring", "attempt")
"""Questions whose orders are told in short, by their forms."""
LEAST_OF_A_KIND = 2

IMPULSE = "impulse"
"""The question that begins an impulse."""
PHASE_BEGAN = "PhaseBegan"
PASSED = "Passed"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase or an impulse, told."""

    title: str
    lines: tuple[str, ...]
    began_by: str = ""
    """The name of the event that began it."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order to copy, and what there is to know of it: cost, dice, chance, victory points."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its player reads it."""

    power: Power
    kind: str
    prompt: str
    orders: tuple[Order, ...]
    """Orders that may be given now, each as it can be sent back."""
    more: int
    """How many more there are, at least."""
    choices: tuple[Choice, ...]
    """Where they are too many to list: all of them, in short."""
    cut: bool
    """Even these are not all: only so many orders were looked at."""
    forms: tuple[str, ...]
    due: datetime | None
    silence: str
    """What is done if no answer comes, as an order."""
    silence_note: str = ""
    """The same in words, where the order says too little."""
    partly: bool = False
    """The last letter told other choices, which there still are."""
    missing: tuple[str, ...] = ()
    """What one would expect among the orders, and why it is not there."""
    short: str = ""
    """What is asked, in the few words of a subject; empty: nothing shorter than the prompt."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that was not carried out, and everything that helps to repair it."""

    number: int
    line: str
    column: int | None
    why: str
    rule: str
    suggestions: tuple[str, ...] = ()
    """Names that may be meant."""
    copies: tuple[str, ...] = ()
    """Orders that may be meant, each as a line to copy."""


@dataclass(frozen=True, slots=True)
class DoneLine:
    """An order that was carried out, and what came of it."""

    line: str
    results: Sequence[str]
    meaning: str = ""
    """How it was read, if that says more than the line."""


@dataclass(frozen=True, slots=True)
class HandedBack:
    """Held lines that no longer fit."""

    lines: tuple[str, ...]
    problem: Problem


@dataclass(slots=True)
class Receipt:
    """What became of a letter."""

    done: list[DoneLine] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    held_why: str = ""
    """Why the first of them does not answer what the seat is asked now; empty if others must decide."""
    failed: Problem | None = None
    unread: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    """Lines below a closing that were no orders."""
    overlooked: list[str] = field(default_factory=list)
    """Lines that the player may have written where nothing is read."""
    late: str = ""
    """Why the whole letter came too late."""
    answers: list[tuple[str, str]] = field(default_factory=list)
    """Title and text of what was asked for: help, status and so on."""
    nothing: bool = False
    """There was not a single line in the letter."""


@dataclass(slots=True)
class PrivateLetter:
    """Everything a letter to one seat may hold."""

    game: str
    to: str
    view: Public
    hands: Sequence[Hand] = ()
    notes: list[str] = field(default_factory=list)
    receipt: Receipt | None = None
    handed_back: list[HandedBack] = field(default_factory=list)
    news: Sequence[Chapter] = ()
    asked: Sequence[Asked] = ()
    held: Sequence[str] = ()
    waiting: str = ""
    turn_over: bool = False
    """A turn of the reader's has ended."""
    show_powers: bool = True
    talks: TalksView | None = None
    near: Sequence[str] = ()
    """What is near the units of the seat."""
    near_partly: bool = False
    """Only what has changed of it."""
    score: Sequence[str] = ()
    """Which points came and went since the last letter, and why."""
    counts: str = ""
    """How many cards everybody has."""
    left_out: Sequence[str] = ()
    """Words that bring what the last letter said already."""
    picture: Picture | None = None
    introduction: Sequence[Section] = ()
    """What a new player must know."""
    past: Sequence[Chapter] = ()
    """The story of a power that was taken over."""


@dataclass(frozen=True, slots=True)
class PublicReport:
    """A report for everybody: the same words for all."""

    game: str
    title: str
    view: Public
    chapters: Sequence[Chapter]
    waiting: str = ""
    seed: str = ""
    """Revealed when the game is over."""
    commitment: str = ""
    final: bool = False
    pace: Sequence[str] = ()
    """How fast the game goes, and when it may end."""
    subject: str = ""
    """In a few words, behind the name of the game and the turn that it tells of."""
    turn: int = 0
    picture: Picture | None = None


# ---- The story


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
        heading = mark if isinstance(mark, str) else voice.event(mark).rstrip(".")
        if lines := tuple(told_lines(own, title, voice, flowing=flowing)):
            chapters.append(Chapter(heading, lines, type(mark).__name__))
    return chapters


def told_lines(events: Iterable[Event], title: Game, voice: Voice, *, flowing: bool) -> list[str]:
    """A line for each event that has a sentence; where the story flows, for each that begins something."""
    lines: list[str] = []
    before: Event | None = None
    for event in events:
        if flowing and before is not None and title.is_implied(event, before):
            continue
        joins = flowing and before is not None and title.goes_on(event, before)
        if joins and isinstance(event, DiceRolled):
            line = voice.word("dice_short", text=" ".join(map(str, event.dice)))
        else:
            line = voice.event(event)
        if not line:
            continue
        if joins:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        before = event
    return lines


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


# ---- Questions


def asked(question: Question[Any], game: Any, title: Game, voice: Voice, *, due: datetime | None) -> Asked:
    """A question with what may be ordered now, from the grammar that will read the answer."""
    names = title.names
    legal = list(islice(question.legal(game), MOST_LEGAL))
    said: dict[str, Any] = {}
    for answer in legal:
        said.setdefault(say(question, answer, names), answer)
    every = [order for order in said if order]
    if question.kind == IMPULSE:
        every.sort(key=_card_number)
    advice = title.advice(question, legal, game, voice)
    notes = {say(question, legal[at], names): note for at, note in advice.notes.items()}
    orders = every if question.kind in SIMPLE and len(every) <= MOST_NAMES else selection(every)
    more = len(every) - len(orders)
    if question.kind in SEVERAL and len(every) > MOST_LISTED:
        orders = [order for order in every if ", " not in order] or orders
        more = 0  # the others are several of these in one order, as the form says
    forms = _forms(question, game, names)
    choices: tuple[Choice, ...] = ()
    if len(orders) < len(every) and question.kind in SHORTENED:
        choices = in_short(every, forms, _costs(said, game, question.power), question.power)
        orders = worth_a_line(every, notes)
        choices = tuple(choice for choice in choices if choice.order not in orders)
    return Asked(
        power=question.power,
        kind=question_key(question),
        prompt=voice.question(question) + title.more_about(question, legal, game, voice),
        orders=tuple(Order(order, notes.get(order, "")) for order in orders),
        more=more,
        choices=choices,
        cut=len(legal) == MOST_LEGAL,
        forms=() if choices or (question.kind in SIMPLE and len(orders) == len(every)) else forms,
        due=due,
        silence=say(question, question.default(game), names),
        silence_note=advice.silence,
        missing=advice.missing,
        short=voice.in_short(question),
    )


def worth_a_line(orders: Sequence[str], notes: Mapping[str, str]) -> list[str]:
    """Orders with something to know of, and one of each other verb; all of them are told in short below."""
    noted = [order for order in orders if order in notes][:MOST_NOTED]
    verbs = [order.partition(" ")[0] for order in noted]
    others: dict[str, str] = {}
    for order in orders:
        others.setdefault(order.partition(" ")[0], order)
    return [*noted, *(order for verb, order in others.items() if verb not in verbs)]


def _card_number(order: str) -> int:
    """The number of the card that is played; a pass comes last."""
    return next((int(word) for word in order.split() if word.isdecimal()), 1_000)


def _costs(said: Mapping[str, Any], game: Any, power: Power) -> dict[str, int]:
    """What each order costs in command points, where it costs any."""
    return {
        order: cost
        for order, answer in said.items()
        if hasattr(answer, "cost") and (cost := answer.cost(game, power))
    }


def _forms(question: Question[Any], game: Any, names: Names) -> tuple[str, ...]:
    try:
        forms = usage(question, game, names)
    except LookupError:  # no grammar: the letter can only say what silence will do
        return ()
    return tuple(form for form in dict.fromkeys(forms) if form)


def selection(orders: Sequence[str], most: int = MOST_EXAMPLES) -> list[str]:
    """Not too many orders, some of each verb, spread over what there is, in their own order."""
    if len(orders) <= MOST_LISTED:
        return list(orders)
    by_verb: dict[str, list[int]] = {}
    for at, order in enumerate(orders):
        by_verb.setdefault(order.partition(" ")[0], []).append(at)
    share = max(LEAST_OF_A_KIND, most // len(by_verb))
    chosen: list[int] = []
    for places in by_verb.values():
        step = max(1.0, len(places) / share)
        chosen += [places[int(n * step)] for n in range(min(share, len(places)))]
    return [orders[at] for at in sorted(chosen)]


def waiting_for(waiting: Mapping[Power, Question[Any]], voice: Voice, *, own: Sequence[Power] = ()) -> str:
    """Who is waited for, in words; of windows never who, for they are asked whatever they hold."""
    if not waiting:
        return ""
    if any(is_window(question) for question in waiting.values()):
        return voice.say("letter", "waiting.responses")
    if any(power in own for power in waiting):
        return voice.say("letter", "waiting.you")
    return voice.say("letter", "waiting.powers", powers=list(waiting))


def surround(letter: PrivateLetter, powers: Sequence[Power], game: Any, title: Game, voice: Voice) -> None:
    """Tell a seat that must decide what is near its units, and how many cards everybody has."""
    if not letter.asked:
        return
    near = [found for power in powers if (found := title.near(game, power)) is not None]
    letter.near = [line for one in near for line in title.near_told(one, game, voice)]
    if any(one.kind == IMPULSE for one in letter.asked):
        counts = ", ".join(f"{line.name} {line.cards}" for line in letter.view.powers)
        letter.counts = voice.say("letter", "powers.counts", text=counts)


# ---- Receipts


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
    for step in sitting.steps:
        if step.number is not None:
            current = []
            result.done.append(DoneLine(step.words, current, read_as(step.words, step.meaning)))
        for event in step.events:
            if type(event).__name__ in sitting.title.chapters:
                current = None
            elif current is not None and any(event.visible_to(power) for power in powers):
                if not sitting.title.announces_only(event, next(iter(events[at + 1 : at + 2]), None)):
                    line = voice.event(event)
                    if current and before is not None and sitting.title.goes_on(event, before):
                        current[-1] += f" {line}"
                    else:
                        current.append(line)
                    before = event
                told.add(at)
            at += 1
    if sitting.failed:
        failed = sitting.failed
        result.failed = problem_of(failed.problem, failed.line, voice, failed.number)
    return result, frozenset(told)


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
    why, rule, column = why_refused(problem, voice), "", None
    suggestions: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    if isinstance(problem, Illegal):
        rule = problem.rule
    elif isinstance(problem, Unreadable):
        column = problem.column if problem.column > 1 else None
        if problem.code in WITH_ORDERS:
            copies = problem.proposals
        else:
            suggestions = problem.proposals
    elif isinstance(problem, Ambiguous):
        column, suggestions = problem.column, candidates(problem, voice)
    return Problem(number, line, column, why, rule, suggestions, copies)


WITH_ORDERS = ("line.not_sure", "line.question", "line.taken_back", "line.unknown_word", "line.no_sense")
"""Problems whose proposals are whole orders, and not names."""


_SMALL = frozenset(
    "a against an and as at cp end event for from in no none of on play the to with yes".split()
)


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


NOT_UNDERSTOOD = ("line.not_understood", "line.not_finished")


def handed_back(dropped: Dropped, voice: Voice) -> HandedBack:
    problem = problem_of(dropped.reason, dropped.lines[0], voice)
    if dropped.reason.line not in ("", dropped.lines[0]):
        why = voice.say("letter", "receipt.another_failed", line=dropped.reason.line)
        problem = replace(problem, why=why, rule="")
    elif dropped.reason.code in NOT_UNDERSTOOD:
        problem = replace(problem, why=voice.say("letter", "receipt.no_answer", text=problem.why))
    return HandedBack(dropped.lines, problem)


def power_name(voice: Voice, power: Power) -> str:
    """A power in lists and headings: without an article where the language has them."""
    return voice.name(POWER, power, "bare")
