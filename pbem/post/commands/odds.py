"""`odds assault vienna`: chances, from what everybody can see; `near`: what stands near the own units."""

from __future__ import annotations

from pbem.letters import render
from pbem.letters.questions import near_you
from pbem.post.commands.word import Said, When, Word, asking, either, in_words
from pbem.work.letter_work import Answer, LetterWork


def odds(work: LetterWork, said: Said) -> Answer:
    title, game, voice = work.sitting.title, work.sitting.engine.game, work.own_voice
    lines = [line for power in work.row.powers for line in title.odds(said.text, power, game, voice)]
    told = [render.soft_wrap(line, 2 + 2 * line.startswith(" "), 2) for line in lines]
    return work.answer("odds.title", *(told or [work.paragraph("odds.none")]))


def near(work: LetterWork, said: Said) -> Answer:
    title, game, voice = work.sitting.title, work.sitting.engine.game, work.own_voice
    told = [render.soft_wrap(line, 2, 2) for line in near_you(work.row.powers, game, title, voice)]
    return work.answer("near.title", *(told or [work.paragraph("near.none")]))


_FORMS = (
    r"(?:what(?:'s| is| are)? )?(?:the |my |our )?(?:odds|chances?(?= (?:of|to|in|at|for|if|on|against)\b))"
)
_WHAT_IF = (
    r"(?:what (?:would|will|might|could|happens?)(?: happen)? if|how (?:would|will|does) it (?:look|go) if"
    r"|(?:can|will) i win if|what if) (?:i|we|he|they) (?:were to )?"
    r"(?P<topic>(?:attack|assault|storm|fight|debate|sail)\b[^?]{2,80})"
)
_HOW = (
    r"how (?:would|will|does|might) (?:an? |the )?(?P<topic>(?:attack|assault|battle|fight)\b[^?]{2,80}?)"
    r" (?:go|end|look|turn out|fare)"
)
ODDS = Word(
    "odds",
    either(asking(_FORMS, topic=lambda text: True), in_words(_WHAT_IF), in_words(_HOW)),
    odds,
    When.AFTER_ORDERS,
)
NEAR = Word("near", asking("near(?: (?:me|us))?"), near, When.AFTER_ORDERS)
