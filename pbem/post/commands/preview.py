"""`preview`: what the orders of a letter would bring about; nothing of it is done."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.refusals import why
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.play.free_lines import asked_about
from pbem.play.lines import Line, without_question
from pbem.play.preview import Preview, preview
from pbem.play.whose_line import without_name
from pbem.post.commands.word import Found, Moment, Said, When, Word
from pbem.work.letter_work import Answer, LetterWork


def _read(line: str, moment: Moment) -> Found | None:
    return Found() if line.rstrip(" :.!").lower() == "preview" else None


def _never_done(work: LetterWork, said: Said) -> Answer:
    raise AssertionError("a preview is shown instead of anything that is done")


def shown(work: LetterWork, lines: Sequence[Line]) -> Answer:
    """What the orders of a letter would bring about."""
    if work.seat.observer:
        return work.answer("preview.title", work.paragraph("late.observer"))
    if work.sitting.talking:
        return work.answer("preview.title", work.paragraph("preview.talking"))
    seen = work.foreseen(preview(work.sitting, work.row.powers, lines, work.budget))
    return work.answer("preview.title", told(seen, work.own_voice))


def asked(work: LetterWork) -> Answer | None:
    """What a line with a question mark would bring about; None if there is none, or it cannot be done.

    Such a line is never carried out.  The receipt has it ready to copy, or why it cannot be done.
    """
    sitting, voice = work.sitting, work.own_voice
    failed = sitting.failed
    if failed is None or failed.problem.code != ONLY_ASKED or sitting.talking:
        return None
    if failed.power not in sitting.waiting():
        return None
    plain = without_name(failed.power, without_question(failed.line), work.names)
    orders, _ = asked_about(sitting.engine, sitting.title, failed.power, plain)
    if not orders:
        return None
    many = len(work.row.powers) > 1
    lines = [
        Line(failed.number, f"{failed.power}: {order}" if many else order) for order in orders[0].split("; ")
    ]
    if orders[0].startswith(TOGETHER):
        lines = [Line(failed.number, f"{failed.power}: {orders[0]}" if many else orders[0])]
    seen = work.foreseen(preview(sitting, work.row.powers, lines, work.budget))
    return work.answer("preview.title", told(seen, voice))


ONLY_ASKED = "line.question"
TOGETHER = ("naval move", "return ", "propose ")
"""Orders in which a semicolon parts what is done at once."""


def told(seen: Preview, voice: Voice) -> str:
    """A preview as its player reads it."""
    parts = [render.paragraph(voice, "preview.intro"), ""]
    for line in seen.lines:
        parts.append(f"    {line.line}")
        parts += [render.soft_wrap(text, 8, 2) for event in line.events if (text := voice.event(event))]
    return "\n".join([*parts, *([""] if seen.lines else []), render.soft_wrap(_stop(seen, voice), 2)])


def _stop(seen: Preview, voice: Voice) -> str:
    if seen.secret:
        return voice.say("letter", "preview.secret")
    if seen.random:
        return voice.say("letter", "preview.random", reason=seen.random)
    if seen.failed:
        number, line, reason = seen.failed.number, seen.failed.line, why(seen.failed.problem, voice)
        return voice.say("letter", "preview.failed", number=number, line=line, why_text=reason)
    if seen.asked is not None:
        return voice.say("letter", "preview.asked", text=voice.question(seen.asked))
    if seen.decides:
        return voice.say("letter", "preview.decides", powers=list(seen.decides))
    return voice.say("letter", "preview.over")


PREVIEW = Word("preview", _read, _never_done, When.INSTEAD, even_below=False)
