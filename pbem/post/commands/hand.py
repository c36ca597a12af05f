"""`hand`: the cards, shown below in the same letter."""

from __future__ import annotations

from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def hand(work: LetterWork, said: Said) -> Answer:
    return work.answer(
        "hand.short_title", work.paragraph("hand.below" if work.row.powers else "hand.observer")
    )


HAND = Word("hand", asking("hand"), hand, When.AFTER_ORDERS)
