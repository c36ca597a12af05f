"""Carrying out a seat's letter: sort its lines, do what they say, store the game, and answer.

Nothing of it counts before the transaction is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from pbem.channels.channel import thread_of
from pbem.channels.written import Caution, Kind
from pbem.errors import OrderProblem, Unreadable
from pbem.games.moments import TALKS
from pbem.language.declined import Declined
from pbem.language.voice import Message
from pbem.letters import receipts, render
from pbem.letters.content import Receipt
from pbem.letters.preorders import Invitation, invitation, kept_orders, marked
from pbem.play.about import AboutAhead, AboutReading, AboutSecondThoughts, AboutVote
from pbem.play.budget import TOO_MUCH
from pbem.play.fates import Fate
from pbem.play.held_lines import is_lost_on_us
from pbem.play.line_refusals import NO_CHAT, or_request, requested
from pbem.play.lines import Line, is_question, without_question
from pbem.play.moments import moment_in
from pbem.play.short_answers import passes_out
from pbem.play.unasked import may_wait
from pbem.play.whose_line import is_bare
from pbem.post.commands.deals import AGREE, REFUSE, replied
from pbem.post.commands.parley import (
    is_courtesy,
    not_ready_by,
    only_takes_leave,
    speaks_of_readiness,
    uncertain,
)
from pbem.post.commands.preview import asked, shown
from pbem.post.commands.ready import NOT_READY, READY
from pbem.post.commands.second_thoughts import ask_which, second_thoughts
from pbem.post.commands.standing import as_listed
from pbem.post.commands.word import Said, When
from pbem.post.meaning import is_order
from pbem.post.not_taken import (
    doubt_of,
    for_which_power,
    not_now,
    nothing_asked,
    too_late,
    which_part,
    which_power,
)
from pbem.post.pieces import Piece
from pbem.post.sort import Sorted, sort_letter
from pbem.post.taken_up import previewed, takes_suggestion, what_was_meant
from pbem.work.correspondence import Occasion
from pbem.work.letter_work import Answer, LetterWork

MOST_UNREAD = 12
"""Lines that must not act where they stand, and that are told."""


@dataclass(slots=True)
class Performed:
    """What came of a letter, as far as it is not in the sitting."""

    answers: list[Answer] = field(default_factory=list)
    late: Message | None = None
    """Why none of its orders was taken."""
    unbound: list[Line] = field(default_factory=list)
    """Bare words that answer nothing."""
    second: AboutSecondThoughts | None = None
    """Its orders answer what its writer has answered already: nothing was done with them."""
    reading: AboutReading | None = None
    """What `yes` takes of a preview."""
    says_two_things: bool = False
    """Text and HTML differ: nothing was done."""
    fates: dict[int, Fate] = field(default_factory=dict)
    """What became of each of its lines; all but blank ones have exactly one fate."""


@dataclass(slots=True)
class Prepared:
    """A letter as far as it can be worked on while others may still write into the database."""

    lines: Sorted
    performed: Performed | None = None
    """None: its words change rows of the database, so they wait for the lock, and its orders with them."""


def prepare(work: LetterWork) -> Prepared:
    """Sort a letter; if it holds nothing but orders and what only asks, do what it says."""
    lines = sort_letter(work)
    waits = work.talks is not None or any(
        said.word.when in (When.FIRST, When.BEFORE_ORDERS) for said in lines.said
    )
    return Prepared(lines, None if waits else perform(work, lines))


def carry_out(work: LetterWork, prepared: Prepared | None = None) -> Performed:
    """Do what a letter says, and answer it."""
    prepared = prepared or prepare(work)
    work.lock()
    lines, performed = prepared.lines, prepared.performed or perform(work, prepared.lines)
    work.letters = work.stored()
    performed.answers += _looked_up(work, lines)
    performed.fates = fates_of(work, lines, performed)
    answer(work, lines, performed)
    return performed


# ---- Perform


def perform(work: LetterWork, lines: Sorted) -> Performed:
    """Do what the letter says, but for what only looks something up."""
    work.is_here()
    if Caution.PARTS_DIFFER in work.written.warnings:
        return Performed([which_part(work)], says_two_things=True)
    if any(said.word.when is When.INSTEAD for said in lines.said):
        title, text = shown(work, lines.orders)
        if reading := previewed(work, lines.orders):
            text = f"{text}\n\n{work.paragraph('preview.take')}"
        return Performed([*not_now(work, lines), (title, text)], reading=reading)
    result = Performed()
    for said in lines.said:
        if said.word.when is When.FIRST:
            result.answers += _done(work, said)
    held_back = bool(lines.orders) and _hold_back(work, lines.orders, result)
    if not held_back:
        # A name below an order belongs to what that order asks next.
        result.unbound = list(takewhile(lambda line: not _is_bound(work, line), lines.orders))
    orders = [line for line in lines.orders if line not in result.unbound]
    ready = any(said.word is READY for said in lines.said)
    orders = [line for line in orders if not _replies(work, line, result, ready=ready)]
    result.answers += _words_done(work, lines, orders)
    result.answers += [doubt_of(work, doubt) for doubt in lines.in_doubt]
    if result.unbound:
        result.answers.append(nothing_asked(work, result.unbound))
    if result.second:
        result.answers.append(ask_which(work, result.second))
    elif orders and not held_back:
        result.answers += _orders_done(work, lines, orders)
    return result


def _hold_back(work: LetterWork, orders: Sequence[Line], result: Performed) -> bool:
    """Whether no order of the letter is tried; `result` then holds why."""
    result.late = too_late(work, orders)
    if result.late:
        return True
    result.second = second_thoughts(work, orders)
    if result.second:
        return True
    unclear = for_which_power(work, orders)
    if unclear:
        result.answers.append(which_power(work, unclear, orders))
    return bool(unclear)


def _words_done(work: LetterWork, lines: Sorted, orders: Sequence[Line]) -> list[Answer]:
    """Do what words say that come before orders; the answers to them."""
    answers: list[Answer] = []
    work.takes_or_leaves = any(said.word in (AGREE, REFUSE) for said in lines.said)
    # `ready` may end the talks: it comes last, and not before all else said in them is understood.
    for said in sorted(lines.said, key=lambda said: said.word is READY):
        if said.word is READY and orders and _plans(work):
            continue  # what is planned beside it comes first
        if said.word is READY and work.talks is not None and _is_unheard(work, lines, orders, said):
            answers.append(_not_ready_yet(work))
        elif said.word is READY and only_takes_leave(said, lines.said):
            work.declined.update(said.numbers)
            answers.append(not_ready_by(work, said.written))
        elif said.word.when is When.BEFORE_ORDERS:
            answers += _done(work, said)
    if lines.said:
        work.sitting.settle()
    return answers


def _orders_done(work: LetterWork, lines: Sorted, orders: Sequence[Line]) -> list[Answer]:
    """Carry orders out; what there is to say of it besides their results."""
    work.sitting.take_lines(work.row.powers, orders, work.letter_id, work.budget)
    foreseen = asked(work)
    answers = [foreseen] if foreseen else []
    ready = next((said for said in lines.said if said.word is READY), None)
    if not _plans(work) or any(said.word is NOT_READY for said in lines.said):
        return answers
    if ready or _has_planned(work):
        # Others do not go on before its writer has put it right.
        wrong = _went_wrong(work, lines)
        answers += [_not_ready_yet(work)] if wrong else _done(work, ready or Said(READY, "", "", "", ()))
    return answers


def _plans(work: LetterWork) -> bool:
    """Whether the plan of the turn is asked."""
    return work.talks is not None and work.talks.is_plan


def _is_unheard(work: LetterWork, lines: Sorted, orders: Sequence[Line], ready: Said) -> bool:
    """Whether something that the letter says in the talks was refused, or can be neither read nor kept.

    What stands below the word may be a name as much as anything else.
    """
    if _went_wrong(work, lines):
        return True
    if any(power in work.sitting.waiting() for power in work.row.powers):
        return False
    above = (line for line in orders if line.number < min(ready.numbers, default=0))
    return any(is_lost_on_us(work.sitting, line) for line in above)


def _went_wrong(work: LetterWork, lines: Sorted) -> bool:
    """Whether something that the letter says was refused."""
    return bool(work.declined or lines.in_doubt or Fate.NOT_DONE in work.sitting.fates.values())


def _not_ready_yet(work: LetterWork) -> Answer:
    return work.answer("ready.not_title", work.paragraph("ready.waits"))


def _replies(work: LetterWork, line: Line, result: Performed, *, ready: bool) -> bool:
    """Whether a line takes an offer or leaves it, or may say so; then it has been answered."""
    try:
        answered = replied(work, line)
        if answered is None and _speaks(work):
            if _asks_others(work, line):
                raise or_request(Unreadable("line.asks_others", line.whole), line)
            if (wish := requested(line.whole)) in NO_CHAT:
                raise Unreadable(f"line.{wish}", line.whole)
            if answered := uncertain(work, line, ready=ready):
                work.sitting.fates[line.number] = Fate.NOT_DONE
            elif is_courtesy(work, line.whole) or (ready and speaks_of_readiness(work, line.whole)):
                work.sitting.ignore(line, Fate.CHAT)
                return True
    except (OrderProblem, Declined) as problem:
        work.sitting.fates[line.number] = Fate.NOT_DONE
        answered = work.not_done(line.text, problem)
    if answered is not None:
        result.answers.append(answered)
    return answered is not None


def _asks_others(work: LetterWork, line: Line) -> bool:
    """Whether a line in the talks asks somebody something of the game: it would reach nobody."""
    if not is_question(line.whole) or moment_in(line.text) is not None:
        return False
    said = f"{without_question(line.whole)}."
    return not work.sitting.title.free_words_for(said).talk.is_chat(said)


def _speaks(work: LetterWork) -> bool:
    """Whether the seat is in talks, and is asked nothing besides."""
    talks = work.talks
    return (
        talks is not None
        and not talks.is_plan
        and any(power in talks.powers for power in work.row.powers)
        and not any(power in work.sitting.waiting() for power in work.row.powers)
    )


def _is_bound(work: LetterWork, line: Line) -> bool:
    """Whether a line says what it is about: a bare `yes`, number or name does by what its letter answers.

    It acts if that is a question which is still open; if the letter answers nothing that we know of, if the
    seat is asked one thing only.
    """
    if isinstance(work.answered.about, AboutVote | AboutSecondThoughts):
        # `Sure, take your time` to a vote neither votes nor waits; an order by itself is one in any letter.
        return is_order(work, line.text) or may_wait(work.sitting, line.text, follows=False)
    if takes_suggestion(line.text):
        return False  # there was none: `taken_up` has put orders in place of those that take one
    if not is_bare(line.text, work.names):
        return True
    opened = [work.sitting.opened[power] for power in work.row.powers if power in work.sitting.waiting()]
    if work.answered.known:
        return work.answered.asked is not None and work.answered.asked in opened
    return len(opened) == 1


def _has_planned(work: LetterWork) -> bool:
    """Whether the letter has written something into the turn plan: then nobody waits for more of it."""
    kept = work.sitting.preorders
    return any(
        order.letter == work.letter_id and order.moment != TALKS
        for power in work.row.powers
        for order in kept.of(power)
    )


def _done(work: LetterWork, said: Said) -> list[Answer]:
    """Do what a word says; the answer, if there is one."""
    if said.word.when in (When.FIRST, When.BEFORE_ORDERS):
        work.lock()
    try:
        work.budget.check(said.line)
        if is_question(said.line) and said.word.when is not When.AFTER_ORDERS and not said.word.may_ask:
            raise Unreadable("line.question", said.line)
        answered = said.word.do(work, said)
    except (OrderProblem, Declined) as problem:
        work.declined.update(said.numbers)
        if isinstance(problem, OrderProblem) and said.written and problem.line not in said.written:
            problem.line = said.written  # its word of the table was read out of more words
        below = [work.written.lines[number - 1].text for number in said.numbers[1:]]
        answered = work.not_done(said.written or said.line, problem, below=[line for line in below if line])
    return [] if answered is None else [answered]


def _looked_up(work: LetterWork, lines: Sorted) -> list[Answer]:
    """Answers to what only asks, in their order, none twice, as far as there is time."""
    asked = {(s.word.name, s.text): s for s in lines.said if s.word.when is When.AFTER_ORDERS}
    answers: list[Answer] = []
    for said in asked.values():
        if work.budget.spent:
            too_much = render.sentence(work.own_voice, work.own_voice.say("problem", TOO_MUCH))
            return [*answers, (said.word.name.capitalize(), render.soft_wrap(too_much, 2))]
        if (answered := said.word.do(work, said)) is not None:
            answers.append(answered)
    return answers


def fates_of(work: LetterWork, lines: Sorted, performed: Performed) -> dict[int, Fate]:
    """What became of each line of the letter."""
    fates = dict(lines.fates)
    for said in lines.said:
        refused = performed.says_two_things or not work.declined.isdisjoint(said.numbers)
        fates |= dict.fromkeys(said.numbers, Fate.NOT_DONE if refused else said.word.fate)
    preview = any(said.word.when is When.INSTEAD for said in lines.said)
    otherwise = Fate.ASKED if preview else Fate.NOT_DONE
    for order in lines.orders:
        covered = lines.covers.get(order.number, ())  # what `yes` has taken up stands in no letter
        fates |= dict.fromkeys(covered, work.sitting.fates.get(order.number, otherwise))
    return fates


# ---- Answer


def answer(work: LetterWork, lines: Sorted, performed: Performed) -> None:
    """The receipt, and the letters that others get of it."""
    sitting, seat, voice, letter = work.sitting, work.seat, work.own_voice, work.letter
    receipt, told = receipts.receipt(sitting, seat.powers, voice)
    receipt.held = work.letters.material.held(seat) if sitting.held_from(work.letter_id) else []
    receipt.kept = any(o.letter == work.letter_id for p in seat.powers for o in sitting.preorders.of(p))
    receipt.held_why = receipts.why_held(sitting, seat.powers, voice) if receipt.held else ""
    receipt.nothing = Caution.EMPTY in work.written.warnings and not lines.said
    if performed.late:
        receipt.late = voice.tell(performed.late)
        receipt.unread = [line.text for line in lines.orders if not line.doubtful]
    reading = what_was_meant(work)
    if receipt.failed and reading:
        receipt.failed = replace(receipt.failed, offer=_offer(receipt))
    receipt.overlooked = [_unread(work, piece) for piece in lines.unread[:MOST_UNREAD]]
    kept, ahead = _kept(work)
    receipt.answers = [*performed.answers, *kept]
    if sitting.skipped:
        skipped = "\n".join(
            f"    {line} ({work.say(why)})" if why else f"    {line}" for line, why in sitting.skipped
        )
        receipt.answers = [*receipt.answers, (work.say("receipt.not_needed"), skipped)]
    work.letters.reports_and_questions(but_for=work.row, notes=work.notes)
    why = Occasion(
        receipt=receipt,
        told=told,
        thread=thread_of(letter),
        letter_id=work.letter_id,
        wanted=[said.word.name for said in lines.said],
        scene=work.scene,
        about=performed.second or reading or performed.reading or ahead,
    )
    notes = [*work.notes.get(work.row.number, ()), *work.letters.held_notes(work.row, work.letter_id)]
    work.letters.private(work.row, "receipt", why, notes=notes)
    work.tell(work.letters)
    for finally_do in work.at_last:
        finally_do()


def _offer(receipt: Receipt) -> str:
    """What `yes` has done, as the receipt says it."""
    if receipt.failed and not receipt.failed.copies:
        return "to_go_on"
    return "to_take_and_go_on" if receipt.unread else "to_take"


def _unread(work: LetterWork, piece: Piece) -> str:
    """A line that was not read, and why if that is not plain from where it stands."""
    if piece.kind in (Kind.STRUCK, Kind.HIDDEN, Kind.SIGNATURE):
        return f"{piece.written} ({work.say(f'unread.{piece.kind}')})"
    return piece.written


def _kept(work: LetterWork) -> tuple[list[Answer], AboutAhead | None]:
    """What the letter has written for later moments, when that is carried out, and what it replaces.

    If it has written nothing: what could be written for the next impulse, and what `ok` takes of that.
    """
    answers: list[Answer] = []
    if gone := [marked(order, work.own_voice) for _, order in work.sitting.preorders.taken_back]:
        lines = (f"    {line}" for line in gone)
        answers.append(work.answer("receipt.dropped", work.paragraph("receipt.taken_back"), "", *lines))
    if passed := [
        order
        for power in work.row.powers
        for order in work.sitting.standing.of(power)
        if order.letter == work.letter_id and passes_out(order.words)
    ]:
        listed = [as_listed(order, work.own_voice) for order in passed]
        cancel = work.paragraph("standing.cancel", number=passed[0].number)
        answers.append(work.answer("standing.title", *listed, "", cancel))
    if later := kept_orders(work.sitting, work.row.powers, work.own_voice, work.letter_id):
        answers.append(work.answer("preorder.title", later))
    elif work.game.quick and (invited := _invited(work)):
        answers.append(work.answer("preorder.title", invited.text))
        return answers, invited.about
    return answers, None


def _invited(work: LetterWork) -> Invitation | None:
    """What whoever has ended an impulse could write for the next one."""
    suggests = work.row.suggestions
    return invitation(work.sitting, work.row.powers, work.own_voice, suggests=suggests)


def was_in_vain(work: LetterWork, performed: Performed) -> bool:
    """Whether nothing in a letter could be done."""
    return not (performed.answers or work.sitting.steps or work.sitting.held_from(work.letter_id))
