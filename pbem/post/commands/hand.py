"""`hand`: the cards, shown below in the same letter."""

from __future__ import annotations

from pbem.post.commands.word import Said, When, Word, asking, either, in_words
from pbem.work.letter_work import Answer, LetterWork


def hand(work: LetterWork, said: Said) -> Answer:
    return work.answer(
        "hand.short_title", work.paragraph("hand.below" if work.row.powers else "hand.observer")
    )


_MINE = (
    r"(?:what(?:'s| is)|show me what(?:'s| is)) (?:in|on) my hand|(?:what|which) cards (?:do"
    r"|have) i (?:have|hold|got)(?: left)?"
    r"|(?:show (?:me )?)?(?:my|the) cards"
)
HAND = Word("hand", either(asking("hand"), in_words(_MINE)), hand, When.AFTER_ORDERS)
