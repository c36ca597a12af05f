"""`map`: who stands where, by power, and what else lies on the board."""

from __future__ import annotations

from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def board(work: LetterWork, said: Said) -> Answer:
    lines: list[str] = []
    for title, told in work.sitting.title.board(work.sitting.engine.game, work.own_voice):
        lines += [f"  {title}", *(render.wrap(line, 4, 4) for line in told), ""]
    return work.say("map.title"), "\n".join(lines).rstrip()


MAP = Word("map", asking("map"), board, When.AFTER_ORDERS)
