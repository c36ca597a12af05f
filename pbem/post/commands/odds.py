"""`odds assault vienna`: dice and chances that a player asks for, from what everybody can see."""

from __future__ import annotations

from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def odds(work: LetterWork, said: Said) -> Answer:
    title, game, voice = work.sitting.title, work.sitting.engine.game, work.own_voice
    told = [line for power in work.row.powers for line in title.odds(said.text, power, game, voice)]
    lines = [render.wrap(line, 4 if line.startswith(" ") else 2, 2) for line in told]
    return work.answer("odds.title", *(lines or [work.paragraph("odds.none")]))


ODDS = Word("odds", asking("odds", topic=lambda text: True), odds, When.AFTER_ORDERS)
