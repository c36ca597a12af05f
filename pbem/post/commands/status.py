"""`status`: where the game stands, and what the charts beside the map show."""

from __future__ import annotations

from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def status(work: LetterWork, said: Said) -> Answer:
    voice, material = work.own_voice, work.letters.material
    where, waiting = material.view(work.seat).where, material.waiting(voice, work.row.powers)
    lines = [work.paragraph("status.told", where_text=where, waiting_text=waiting)]
    for title, told in work.sitting.title.tracks(work.sitting.engine.game, voice):
        lines += ["", f"  {title}", *(render.soft_wrap(line, 4, 4) for line in told)]
    return work.answer("status.title", *lines)


STATUS = Word("status", asking("status"), status, When.AFTER_ORDERS)
