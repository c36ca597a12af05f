"""Subjects: the game, the turn and impulse, and what the letter is or wants, by when.

Programs that build threads by subject must keep questions, receipts, refusals, reports and press apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.language.voice import POWER, Voice
from pbem.language.widths import with_wide_marks
from pbem.letters.content import Asked, Chapter, PrivateLetter, Receipt
from pbem.letters.questions import ACTION, IMPULSE
from pbem.letters.story import PHASE_BEGAN

START = "start"
"""The kind of the first letter of a game."""
MOVING = (IMPULSE, ACTION)
"""Questions of one's own turn."""


QUESTION_MARKS = ("?", "？")
SHORT_PROMPT = 56
"""A question that is no longer stands in the subject as it is."""
_ASIDE = re.compile(r"\s*\([^()]*\)|（[^（）]*）")
_ASKS = re.compile(r"[^?？]*[?？]")
"""Up to the first question mark."""
_PAUSES = (re.compile(r"(?<=[?？])|[.:;。：；]"), re.compile("[,，]"))
"""Where a longer one can end: with a sentence or a part of it, else at a comma."""


def behind_the_name(game: str, turn: int, impulse: int, subject: str, voice: Voice) -> str:
    """`[summer] T2 i3 · done`; without an impulse, where there is none, `[summer] T2 · turn 2 report`."""
    when = voice.say("subject", "when", turn=turn, impulse=impulse or None)
    return f"[{game}] {when} · {subject}"


def behind_the_name_only(game: str, subject: str) -> str:
    """`[summer] digest of Thursday`: of a letter that is of no turn."""
    return f"[{game}] {subject}"


def subject_of(kind: str, letter: PrivateLetter, voice: Voice) -> str:
    """What a private letter is, and what it wants."""
    asked = _asked(letter.asked, voice) or _of_talks(kind, letter, voice)
    if kind == "receipt" and letter.receipt is not None:
        told = _receipt(letter.receipt, voice)
        if asked and told == voice.say("subject", "receipt"):  # a word such as `ready`: nothing to tell of it
            return asked
    elif kind == "question" and asked:
        return asked
    elif kind == "talks" and letter.talks is not None:
        told = voice.say("subject", "talks_until", until=letter.talks.until)
    elif kind == "plan" and letter.talks is not None:
        told = voice.say("subject", "plan", until=letter.talks.until)
    else:
        told = voice.say("subject", kind)
    return with_wide_marks(f"{told}; {asked}") if asked else told


def _of_talks(kind: str, letter: PrivateLetter, voice: Voice) -> str:
    """That a plan of the turn is wanted, or that a game begins with talks, beside what the letter is."""
    talks = letter.talks
    if talks is None or not talks.takes_part or talks.own_ready:
        return ""
    if talks.plan:
        return voice.say("subject", "plan", until=talks.until) if kind != "plan" else ""
    return voice.say("subject", "talks_until", until=talks.until) if kind == START else ""


def _asked(asked: Sequence[Asked], voice: Voice) -> str:
    if not asked:
        return ""
    due = min((one.due for one in asked if one.due), default=None)
    if asked[0].kind in MOVING:
        powers = ", ".join(dict.fromkeys(voice.name(POWER, one.power, "bare").upper() for one in asked))
        return voice.say("subject", "to_move", powers_text=powers, due=due)
    text = " / ".join(dict.fromkeys(one.short or _first_words(one.prompt) for one in asked))
    key = "asks" if text.endswith(QUESTION_MARKS) else "asks_for_answer"
    return voice.say("subject", key, text=text, due=due)


def _first_words(prompt: str) -> str:
    """What a question is about, if it is too long for a subject; what stands in brackets is passed over.

    >>> _first_words("Your mercenaries demand pay: which card do you discard for them? None?")
    'Your mercenaries demand pay'
    >>> _first_words("Who gets the silver mines of Potosi (England, France or Hapsburg)?")
    'Who gets the silver mines of Potosi?'
    >>> _first_words("In which spaces do you stir up unrest? Up to 2.")
    'In which spaces do you stir up unrest?'
    """
    prompt = _ASIDE.sub("", prompt)
    if asked := _ASKS.match(prompt):
        prompt = asked[0]
    if len(prompt) <= SHORT_PROMPT:
        return prompt
    for sign in _PAUSES:
        if len(words := sign.split(prompt, maxsplit=1)[0]) <= SHORT_PROMPT:
            return words
    return f"{prompt[:SHORT_PROMPT].rpartition(' ')[0] or prompt[:SHORT_PROMPT]} ..."


def _receipt(receipt: Receipt, voice: Voice) -> str:
    if receipt.failed:
        return voice.say("subject", "line_failed", number=receipt.failed.number)
    if receipt.late:
        return voice.say("subject", "too_late")
    if receipt.done:
        return voice.say("subject", "done")
    if receipt.held or receipt.kept:
        return voice.say("subject", "kept")
    if receipt.answers:
        return voice.say("subject", "answer", text=", ".join(title for title, _ in receipt.answers[:2]))
    return voice.say("subject", "receipt")


def report_title(voice: Voice, turn: int, chapters: Sequence[Chapter]) -> str:
    """By the turn, or by the chapter that the report begins with."""
    if not chapters:
        return voice.say("letter", "report.turn", turn=turn)
    (chapter,) = chapters
    if chapter.began_by == PHASE_BEGAN:  # its title names the turn
        return chapter.title
    return voice.say("letter", "report.chapter", turn=turn, text=chapter.title)


def report_subject(voice: Voice, turn: int, chapters: Sequence[Chapter], *, final: bool) -> str:
    """`turn 2 report`; of a part of a turn, with its chapter."""
    if final:
        return voice.say("subject", "final")
    if not chapters:
        return voice.say("subject", "report", turn=turn)
    part = chapters[0].title
    if chapters[0].began_by == PHASE_BEGAN:  # its title begins with the turn, and so does the subject
        part = part.partition(": ")[2] or part
    return voice.say("subject", "report_of", text=part)
