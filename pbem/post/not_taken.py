"""Too late, in doubt, for which power: why lines of a letter are not done, and how their writer is told."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.channels import channel_of
from pbem.channels.written import ACTING
from pbem.errors import OrderProblem
from pbem.language.parse import parse_line
from pbem.language.voice import Message
from pbem.letters import render
from pbem.play.about import AboutSecondThoughts, AboutVote
from pbem.play.late_responses import is_late_response
from pbem.play.lines import Line
from pbem.play.whose_line import named
from pbem.post.commands.word import When
from pbem.post.press_ends import InDoubt
from pbem.post.sent_twice import sent_before
from pbem.post.sort import Sorted
from pbem.post.taken_up import takes_suggestion
from pbem.store import clocks
from pbem.work import outgoing
from pbem.work.letter_work import Answer, LetterWork
from rules import Power


def which_part(work: LetterWork) -> Answer:
    """Text and HTML of the letter do not say the same; both are shown, and nothing is done."""
    shown: list[str] = []
    for part in ("text", "html"):
        own = [line.text for line in work.written.lines if line.only_in in ("", part) and line.kind in ACTING]
        shown += ["", work.paragraph(f"parts.{part}"), *(render.soft_wrap(line, 4, 2) for line in own)]
    return work.answer("parts.title", work.paragraph("parts.differ"), *shown)


def nothing_asked(work: LetterWork, lines: Sequence[Line]) -> Answer:
    """Words that mean something only as an answer, and answer nothing: they are not kept."""
    return work.answer(
        "receipt.not_done",
        *(render.soft_wrap(line.text, 4, 4) for line in lines),
        work.paragraph(_why_unbound(work, lines)),
    )


def _why_unbound(work: LetterWork, lines: Sequence[Line]) -> str:
    if isinstance(work.answered.about, AboutVote):
        return "unbound.vote"
    if isinstance(work.answered.about, AboutSecondThoughts):
        return "unbound.second"
    if any(takes_suggestion(line.text) for line in lines):
        return "unbound.suggestion"
    return "unbound.told" if len(lines) == 1 else "unbound.all_told"


def not_now(work: LetterWork, lines: Sorted) -> list[Answer]:
    """In a preview nothing is done."""
    words = [
        said.written or said.line for said in lines.said if said.word.when in (When.FIRST, When.BEFORE_ORDERS)
    ]
    return [work.answer("receipt.preview", *(f"    {line}" for line in words))] if words else []


def doubt_of(work: LetterWork, doubt: InDoubt) -> Answer:
    """Both readings of a piece of press that may hold an order, or words to others; nothing was done."""
    press = [render.soft_wrap(line, 4, 2) for line in doubt.press]
    if doubt.speaks_to:
        return work.answer(
            "press.for_whom_title",
            work.paragraph("press.for_whom", powers=doubt.speaks_to),
            "",
            *press,
            "",
            work.paragraph("press.for_whom_how"),
            *(f"    {work.own_voice.order(f'press to {power}')}: ..." for power in doubt.speaks_to),
        )
    return work.answer(
        "press.in_doubt_title",
        work.paragraph("press.in_doubt", order=doubt.order),
        "",
        *press,
        "",
        work.paragraph("press.in_doubt_how"),
    )


def too_late(work: LetterWork, lines: Sequence[Line]) -> Message | None:
    """Why none of a letter's orders can be taken; None if they can."""
    if work.seat.observer:
        return outgoing.late("observer")
    if all(is_late_response(line.text) for line in lines):
        return None  # a response may be what takes the game back
    if reason := _out_of_time(work):
        return reason
    if reason := outgoing.overtaken(work.session, work.game, work.seat, work.answered.asked):
        return reason
    channel = channel_of(work.row.channel, work.settings)
    before = sent_before(work.session, channel, work.game, work.seat, work.letter, work.answered)
    return None if before is None else outgoing.late("sent_twice", moment=work.local(before))


def _out_of_time(work: LetterWork) -> Message | None:
    """Why a letter does not count that arrived when its seat's time was over, and nobody has looked yet."""
    if work.game.status != "running" or work.game.paused_at is not None:
        return None
    for question in clocks.open_questions(work.session, work.game):
        ended = question.default_at
        if question.power in work.row.powers and ended is not None and ended < work.received_at:
            if clocks.asleep(work.session, work.settings.down_minutes, work.now, work.row.channel):
                return None  # the program was away: the deadline moves, and the letter is in time
            return outgoing.late("out_of_time", due=work.local(ended), moment=work.local(work.received_at))
    return None


def for_which_power(work: LetterWork, lines: Sequence[Line]) -> list[Power]:
    """The powers of the seat between which nobody can choose: none is named, and both are asked."""
    waiting, game = work.sitting.waiting(), work.sitting.engine.game
    asked = [power for power in work.row.powers if power in waiting]
    if len(asked) < 2 or any(named(line.text, work.names) in work.row.powers for line in lines):
        return []

    def may_mean(power: Power) -> bool:
        try:
            parse_line(lines[0].text, waiting[power], game, work.names)
        except (OrderProblem, LookupError):
            return False
        return True

    found = [power for power in asked if may_mean(power)]
    return found if len(found) > 1 else []


def which_power(work: LetterWork, powers: Sequence[Power], lines: Sequence[Line]) -> Answer:
    """Ask for which power a letter is, with the lines to copy."""
    copied = [f"    {power}: {line.text}" for power in powers for line in lines]
    return work.answer("which_power.title", work.paragraph("which_power.told"), "", *copied)
