"""`orders`: what is held and what stands; what may be ordered now is in the letter itself.  `drop held`."""

from __future__ import annotations

from pbem.letters.preorders import kept_orders
from pbem.post.commands.standing import listing
from pbem.post.commands.word import Said, When, Word, asking, either, in_words
from pbem.work.letter_work import Answer, LetterWork


def orders(work: LetterWork, said: Said) -> Answer:
    held = work.letters.material.held(work.seat)
    lines = [
        work.paragraph("orders.below" if work.letters.material.asked(work.seat) else "orders.nothing"),
        work.paragraph("orders.held" if held else "orders.none_held", count=len(held)),
    ]
    if later := kept_orders(work.sitting, work.row.powers, work.own_voice):
        lines += ["", later]
    if work.row.powers:
        standing = listing(work.sitting, work.row.powers, work.own_voice)
        lines += ["", work.paragraph("standing.intro"), standing]
    return work.answer("orders.title", *lines)


def drop_held(work: LetterWork, said: Said) -> Answer:
    dropped = work.sitting.drop_held(work.row.powers)
    if not dropped:
        return work.answer("receipt.dropped", work.paragraph("orders.none_held", count=0))
    lines = (f"    {line}" for line in dropped)
    return work.answer("receipt.dropped", work.paragraph("receipt.taken_back"), "", *lines)


_ORDERED = (
    r"what (?:have i|did i|had i) (?:ordered|order|planned|plan|written|write|sent)(?: (?:so far|for later"
    r"|ahead|already|for the next impulse))*"
    r"|what (?:orders do i have|is (?:held|kept)(?: for me)?|are my orders)(?: (?:so far|for later))?"
)
ORDERS = Word("orders", either(asking("orders"), in_words(_ORDERED)), orders, When.AFTER_ORDERS)
DROP_HELD = Word("drop_held", asking("drop held"), drop_held, When.FIRST)
