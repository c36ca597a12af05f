"""`near`: armies and fleets of one's own, what stands next to them, and who threatens what."""

from __future__ import annotations

from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def near(work: LetterWork, said: Said) -> Answer:
    title, game, voice = work.sitting.title, work.sitting.engine.game, work.own_voice
    found = [one for power in work.row.powers if (one := title.near(game, power)) is not None]
    lines = [render.wrap(line, 2, 2) for one in found for line in title.near_told(one, game, voice)]
    return work.answer("near.title", *(lines or [work.paragraph("near.none")]))


NEAR = Word("near", asking("near"), near, When.AFTER_ORDERS)
