"""`suggest`: what a bot would order for the power now, from what the power may know, and why."""

from __future__ import annotations

from pbem.language import say
from pbem.language.declined import Declined
from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def suggest(work: LetterWork, said: Said) -> Answer:
    sitting, voice = work.sitting, work.own_voice
    lines: list[str] = []
    for power in work.row.powers:
        if power not in sitting.waiting():
            continue
        question = sitting.engine.question(power)
        found = sitting.title.suggest(sitting.engine.game, power, question)
        order = voice.order(say(question, found.answer, work.names))
        lines += [render.soft_wrap(voice.tell(found.why), 2), "", render.soft_wrap(order, 4, 4)]
    if not lines:
        return work.not_done(said.written or said.line, Declined("request.nothing_to_suggest"))
    return work.answer("suggest.title", *lines)


SUGGEST = Word("suggest", asking("suggest(?:ion)?|advice|advise me"), suggest, When.AFTER_ORDERS)
