"""What a clause is apart from its words: told as past, another's deed, or only what something is for.

A report is no order, and what another power does is not done for one's own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from itertools import pairwise

from pbem.language.chunks import Chunk
from pbem.language.items import MARK, PERSON, PLACE, UNITS, UNKNOWN, WORD, Item
from pbem.language.names import LEADER, NATION, UNIT
from pbem.language.vocabulary import PAST, Vocabulary
from rules.core.flow import Power

_BEFORE_A_SUBJECT = ("the", "polite", "and", "then", "first", "while", "but", "there")
_BEFORE_A_VERB = ("filler", "be", "not", "alone", "both", "then", "first")
_BESIDE_A_NAME = ("army", "fleet", "men", "everybody")


def is_report(chunks: Sequence[Chunk], answers: Collection[str]) -> bool:
    """Whether a verb stands in the past tense; after `is` and `are` it is a passive, and no report.

    `answers` are words that answer as they stand: `accepted`.
    """
    for at, chunk in enumerate(chunks):
        if not chunk.says(PAST) or chunk.text in answers or _is_had_done(chunks, at):
            continue
        if chunk.says("done_to") and at and chunks[at - 1].names:
            continue  # `Drake outfitted in the North Atlantic`
        before = at - 1
        while before >= 0 and chunks[before].says("filler", "not") and not chunks[before].says("be"):
            before -= 1
        passive = before >= 0 and chunks[before].says("be")
        if not passive and not any(one.says("be_before") for one in chunks[:at]):
            return True
    return False


def without_frame(chunks: Sequence[Chunk], own: Set[str]) -> list[Chunk]:
    """`The King orders that two regulars be raised`: without who wishes it, if that is who writes."""
    found = list(chunks)
    for at, chunk in enumerate(chunks):
        told = chunk.text in _COMMANDS and _is_told_to(chunks[at + 1 :])
        if not (chunk.says("frame") or told) or not at:
            continue
        who = chunks[at - 1]
        start = at - 1
        while (
            start > 0 and chunks[start - 1].says("the", "scenery", "filler") and not chunks[start - 1].names
        ):
            start -= 1
        begins = start == 0 or chunks[start - 1].is_mark
        if begins and not own.isdisjoint([*who.names.get(LEADER, ()), *who.names.get(NATION, ())]):
            return [*found[:start], *found[at + 1 :]]
    return found


_RANKS = frozenset("general commander captain marshal leader lieutenant colonel".split())


def leaves_out_a_name(chunks: Sequence[Chunk]) -> bool:
    """`the general and 3 regulars`: somebody goes along of whom nobody says who he is."""
    return (
        any(
            chunk.text in _RANKS and not chunk.names and before.says("the")
            for before, chunk in pairwise(chunks)
        )
        and any(UNIT in chunk.names for chunk in chunks)
        and not any(LEADER in chunk.names for chunk in chunks)
    )


def _is_told_to(chunks: Sequence[Chunk]) -> bool:
    """`... commands Montmorency to lead three regulars`: who is told to do something does it."""
    plain = [chunk for chunk in chunks[:4] if not chunk.says("the", "filler")]
    return len(plain) > 1 and LEADER in plain[0].names


_COMMANDS = (
    "commands", "orders", "instructs", "directs", "bids", "asks", "charges", "sends", "dispatches", "lets",
    "has",
)  # fmt: skip


def is_state(chunks: Sequence[Chunk], answers: Collection[str], *, orders_only: bool) -> bool:
    """Whether a line says how things are: `there are 2 mercenaries in Paris`, `Nice is under my control`.

    With `orders_only` the question is answered with deeds, so that `is` and `are` say so as well.  What costs
    something without a price (`my mercs cost me a fortune`) is told, and not spent.
    """
    for at, chunk in enumerate(chunks):
        if chunk.says("state") and chunk.text not in answers:
            has_it_done = any(
                _is_had_done(chunks, later) for later in range(at + 2, min(at + 7, len(chunks)))
            )
            if not (has_it_done or _is_asked(chunks[:at])):
                return True
        after = chunks[at + 1] if at + 1 < len(chunks) else None
        if chunk.says("price") and not _has_number_beside(chunks, at):
            return True
        if chunk.text in _IS and after is not None and after.says("scenery"):
            return True  # `the card is useless as an event`
        if not orders_only or chunk.text not in _IS:
            continue
        if after is not None and not after.is_mark and not after.says(*_AFTER_IS):
            return True
    return False


def _is_had_done(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a verb says what is to be done to somebody: `have Coligny murdered`, `I want him killed`."""
    verb = chunks[at].text.partition(" ")[0]
    done = chunks[at].says(PAST) or verb.endswith("ed")
    if not (done and any(idea.startswith("deed.") for idea in chunks[at].ideas)):
        return False
    before = at - 1
    while before > 0 and (chunks[before].names or chunks[before].says("the", "filler", "one", "polite")):
        if chunks[before].text in _HAVE:
            break
        before -= 1
    return 0 <= before < at - 1 and chunks[before].text in _HAVE


_HAVE = ("have", "has", "having", "get", "gets", "want", "wants", "see", "want to see", "like to see")


def _is_asked(chunks: Sequence[Chunk]) -> bool:
    """`find out what the Turk has`: what is asked is not told."""
    clause = next((chunks[at + 1 :] for at in reversed(range(len(chunks))) if chunks[at].is_mark), chunks)
    return any("what" in chunk.text.split() for chunk in clause)


def _has_number_beside(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a price is told: `costs 2`, `at a cost of two CP`, `2 CP cost`."""
    return any(chunk.number is not None or chunk.says("cp") for chunk in chunks[max(at - 2, 0) : at + 3])


_IS = ("is", "are", "am")
_AFTER_IS = (PAST, "filler", "not", "polite", "purpose", "deed.end", "for")


def another_acts(items: Sequence[Item], power: Power, own: Collection[str], words: Vocabulary) -> bool:
    """Whether the subject of a verb is another power or its leader: `Suleiman withdraws`."""
    begins = True
    for at, item in enumerate(items):
        if item.kind == MARK:
            begins = True
            continue
        if _is_another(item, power, own) and not item.prep and not (at and _asks(items[at - 1])):
            verb, of_others = _verb_after(items, at + 1)
            if not of_others and (verb in words.thirds or (begins and verb in words.verbs)):
                return True
        begins = begins and item.says(*_BEFORE_A_SUBJECT)
        begins = begins or item.says("and", "then", "while", "but")
    return False


def _is_another(item: Item, power: Power, own: Collection[str]) -> bool:
    who, nations = item.named(LEADER), item.chunk.names.get(NATION, ())
    if item.kind == PERSON:
        return who not in own and power not in nations
    if item.kind == UNITS:
        return bool(item.nation) and item.nation not in own
    foreign = bool(nations) and power not in nations and not any(nation in own for nation in nations)
    return item.kind in (WORD, PLACE) and foreign and not item.space


def _asks(item: Item) -> bool:
    """`see what England holds`: what is asked of another is not his deed."""
    return item.kind == WORD and "what" in item.chunk.text.split()


def _verb_after(items: Sequence[Item], at: int) -> tuple[str, bool]:
    """The first word of what follows a name, past its army and small words; whether others may do it."""
    while at < len(items) and (
        items[at].says(*_BEFORE_A_VERB) or (items[at].chunk.says(*_BESIDE_A_NAME) and items[at].count is None)
    ):
        at += 1
    if at == len(items) or items[at].kind == MARK:
        return "", False
    return items[at].chunk.text.partition(" ")[0], items[at].chunk.says("of_others")


def without_should(chunks: list[Chunk]) -> tuple[list[Chunk], bool]:
    """Without the `should` behind a name, and whether there was one: `Limoges should revolt` is a wish."""
    marks = {
        at
        for at, chunk in enumerate(chunks)
        if at and chunk.text in _SHOULD and chunks[at - 1].names and chunks[at - 1].number is None
    }
    return [chunk for at, chunk in enumerate(chunks) if at not in marks], bool(marks)


_SHOULD = ("should", "sollte", "sollten")


def without_purpose(items: Sequence[Item]) -> list[Item]:
    """Without what an order is for: `in order to lay siege to it`, up to the end of its sentence.

    What comes after `then` is done after the order, and no part of its purpose.
    """
    found: list[Item] = []
    inside = denied = False
    for at, item in enumerate(items):
        if item.mark(";") or item.says("then"):
            inside = False
        headed = item.says("reason") and at + 1 < len(items) and items[at + 1].mark(":")  # `Reason: ...`
        if item.says("purpose") and not inside and denied:
            return []  # `we do not want to fight`
        denied = (denied or item.says("not", "no")) and item.kind != MARK
        inside = inside or item.says("purpose") or headed
        if inside and item.kind == UNKNOWN:
            return []  # it may say anything
        if not inside:
            found.append(item)
    return found
