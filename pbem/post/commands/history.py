"""`history` and `report`: a turn told again, as the seat or as everybody saw it."""

from __future__ import annotations

from pbem.letters import render
from pbem.letters.content import Chapter
from pbem.letters.story import story
from pbem.play.seats import Seat
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork

LONGEST_TURN = 4
"""Digits of the number of a turn."""


def history(work: LetterWork, said: Said) -> Answer:
    return _turn(work, said, work.seat)


def report(work: LetterWork, said: Said) -> Answer:
    return _turn(work, said, None)


def _turn(work: LetterWork, said: Said, seat: Seat | None) -> Answer:
    """A turn as a seat, or an onlooker, saw it; without a number, this one."""
    if len(said.text) > LONGEST_TURN:
        return work.answer("story.turn", work.paragraph("story.no_turn", text=said.text))
    title, voice = work.sitting.title, work.own_voice
    turn = int(said.text or title.turn(work.sitting.engine.game))
    told = story(work.letters.material.events_of_turn(seat, turn), title, voice)
    heading = voice.say("letter", "story.as_you_saw" if seat else "story.as_all_saw", turn=turn)
    lines = [line for chapter in told for line in _lines(chapter)]
    return heading, "\n".join(lines).rstrip() or work.paragraph("story.nothing")


def _lines(chapter: Chapter) -> list[str]:
    title = [f"  {chapter.title}"] if chapter.title else []
    return [*title, *(render.soft_wrap(line, 4, 2) for line in chapter.lines), ""]


HISTORY = Word("history", asking("history", topic=str.isdecimal), history, When.AFTER_ORDERS)
REPORT = Word("report", asking("report", topic=str.isdecimal), report, When.AFTER_ORDERS)
