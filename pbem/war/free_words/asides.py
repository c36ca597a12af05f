"""What is said beside a card: who plays it, why, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, WORD, Item
from pbem.language.meanings import Moment
from pbem.language.names import CARD, NATION
from pbem.language.words import key
from pbem.war.free_words.parts import ALWAYS


def without_own_court(moment: Moment, items: Sequence[Item]) -> list[Item]:
    """`Rome spends the Leipzig Debate`: the own capital at the head is the power, if a verb follows it."""
    if len(items) > 2 and items[0].kind == PLACE and not items[0].prep:
        own = items[0].space in moment.game.capitals(moment.power)
        if own and items[1].chunk.text.partition(" ")[0] in moment.words.thirds:
            return list(items[1:])
    return list(items)


def with_initials(moment: Moment, items: list[Item]) -> list[Item]:
    """`HRE as event`: the initials of the own power may be those of a card in hand, if no other is named."""
    hand = [str(card) for card in moment.game.hand(moment.power)]
    if any(item.named(CARD) in hand or item.says("home_card") for item in items):
        return items
    titles = {card: key(moment.game.data.cards[int(card)].title) for card in hand}
    initials = {"".join(word[0] for word in title.split()): card for card, title in titles.items()}
    return [
        replace(item, chunk=replace(item.chunk, names={CARD: (initials[item.chunk.text],)}))
        if item.kind == WORD
        and item.named(NATION) == moment.power
        and len(item.chunk.text) > 2
        and item.chunk.text in initials
        else item
        for item in items
    ]


def without_reasons(items: list[Item]) -> list[Item]:
    """`as event, the fleet needs more ships`: without clauses that only say how things are."""
    clauses: list[list[Item]] = [[]]
    for item in items:
        if item.kind == MARK:
            clauses.append([])
        clauses[-1].append(item)
    return [item for clause in clauses for item in clause if not _says_how_things_are(clause)]


def _says_how_things_are(clause: Sequence[Item]) -> bool:
    return any(item.says("state") for item in clause) and not any(
        item.kind in (NUMBER, COST, PERSON, PLACE, ALL)
        or item.named(CARD)
        or item.says("not", "no", "doubt", "event", "cp")
        or any(idea.startswith(("deed.", "use.")) for idea in item.chunk.ideas if item.kind == WORD)
        for item in clause
    )


def without_what_it_brings(items: Sequence[Item]) -> tuple[list[Item], bool]:
    """`Fuggers, event. Two cards for me.`: without the clause on what it brings, and whether there is one.

    That it does so is for the rules to say, so the line is only proposed.
    """
    ends = [at for at, item in enumerate(items[:-1]) if item.mark(";", ",")]
    after = items[ends[-1] + 1 :] if ends else []
    brings = any(item.kind == NUMBER for item in after) and any(
        item.says("card", "deal.card") for item in after
    )
    plain = all(
        item.kind in (NUMBER, MARK)
        or item.says(*ALWAYS, "card", "deal.card", "deal.get", "deal.me", "for", "more")
        for item in after
    )
    return (list(items[: ends[-1]]), True) if brings and plain else (list(items), False)
