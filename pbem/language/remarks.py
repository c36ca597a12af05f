"""Clauses that only remark on something: where the rest goes is told later, somebody gets to work, it rains.

They are known by words of their own (`remark`, `later`, `life`); beside these only small words may stand, no
place, no units, no deed, and nothing that denies or doubts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.language.chunks import Chunk
from pbem.language.names import CARD, SEA, SPACE, UNIT

_ENDS = (",", ";", ":", "-", "–", "—", "(", ")")
_SMALL = frozenset(
    """
    filler the scenery polite price it he and one then be in to for with from more cp rest_cp all while first
    state spend
    """.split()
)
_UNDOES = ("doubt", "correction", "takes_back", "if", "if_fails", "stop", "instead", "else", "asking")
_ADDS_UP = (
    "i have", "we have", "have", "i got", "we got", "this gives me", "that gives me", "there are",
    "that is", "thats", "that makes", "this is", "makes", "which makes", "that leaves", "that leaves me",
    "that was", "this was", "this costs", "that costs", "it costs", "which costs",
    "this will cost", "that will cost", "this costs me", "that costs me",
    "that should be", "that would be", "which is", "das sind", "das macht", "macht",
    "bleiben", "bleibt mir",
)  # fmt: skip
_OF_THE_GAME = (SPACE, SEA, UNIT, CARD)


def without_remarks(chunks: list[Chunk], telling: Collection[str]) -> list[Chunk]:
    """A line without its remarks; one that is nothing else stays as it is."""
    kept: list[list[Chunk]] = []
    added_up = False
    for clause in map(_without_last_words, _clauses(chunks)):
        added_up = adds_up(clause) or (added_up and _is_about_it(clause))
        if not (added_up or is_remark(clause) or _only_colours(clause)) or any(
            chunk.text in telling for chunk in clause
        ):
            kept.append(clause)
    if len(kept) and any(not chunk.is_mark for clause in kept for chunk in clause):
        return [chunk for clause in kept for chunk in clause]
    return chunks


def only_remarks(chunks: Sequence[Chunk]) -> bool:
    """Whether nothing is said but remarks."""
    added_up = said = False
    for clause in _clauses(chunks):
        if all(chunk.is_mark for chunk in clause):
            continue
        added_up = adds_up(clause, alone=True) or (added_up and _is_about_it(clause))
        if not added_up and not is_remark(clause) and not _only_colours(clause):
            return False
        said = True
    return said


def _clauses(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    clause: list[Chunk] = []
    for chunk in chunks:
        if chunk.text in _ENDS and clause:
            yield clause
            clause = []
        clause.append(chunk)
    if clause:
        yield clause


def is_remark(clause: Sequence[Chunk]) -> bool:
    """Whether a clause has a word for a remark in it, and else only small words."""
    words = [chunk for chunk in clause if not chunk.is_mark]
    rest = any(chunk.says("rest_cp") or "rest" in chunk.text.split() for chunk in words)
    puts_off = rest and any(chunk.says("later") for chunk in words)
    if _saves(words):
        return True
    if not puts_off and not any(chunk.says("remark") for chunk in words):
        return False
    return all(
        chunk.says("remark") or (puts_off and chunk.says("later")) or _is_small(chunk) for chunk in words
    )


def _without_last_words(clause: list[Chunk]) -> list[Chunk]:
    """`a regular in Paris whatever happens`: without the remark that ends it."""
    words = [chunk for chunk in clause if not chunk.is_mark]
    last = words[-1] if len(words) > 1 else None
    if last is None or last is not clause[-1] or " " not in last.text or last.ideas != {"remark"}:
        return clause
    return clause[:-1]


def _only_colours(clause: Sequence[Chunk]) -> bool:
    """`, a glorious sight`: the landscape and the mood, with small words at most."""
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("scenery") for chunk in words) and all(
        chunk.says("scenery", "filler", "the", "one", "polite", "and")
        and not chunk.names
        and chunk.number is None
        and not any(idea.startswith("deed.") for idea in chunk.ideas)
        and not chunk.says(*_UNDOES, "not", "no", "past", "all", "but", "with", "alone", "state")
        for chunk in words
    )


def _saves(words: Sequence[Chunk]) -> bool:
    """`I keep the fifth CP for the moment`: what is not spent stays."""
    said = [chunk for chunk in words if chunk.text in _SAVE or chunk.says("later")]
    return (
        any(chunk.text in _SAVE for chunk in words)
        and any(chunk.says("cp", "rest_cp") for chunk in words)
        and all(chunk in said or chunk.says("one", "later", "left") or _is_small(chunk) for chunk in words)
    )


_SAVE = (
    "keep", "keeps", "save", "saves", "hold", "reserve", "hold back", "keep back", "hang on to", "hold on to",
    "sit on", "hebe", "spare", "behalte",
)  # fmt: skip


def adds_up(clause: Sequence[Chunk], *, alone: bool = False) -> bool:
    """`that is 2 of my 5`, `that leaves me 1`; numbers of cards as well if it stands `alone`, beside no order
    whose price it may tell.
    """
    words = [chunk for chunk in clause if not chunk.is_mark]
    while words and words[0].says("and", "then") and words[0].text not in _ADDS_UP:
        words = words[1:]  # `..., and that makes six`
    if any(chunk.says("cp") for chunk in words) and any(chunk.says("left") for chunk in words):
        return any(chunk.number is not None for chunk in words) and all(
            _is_small(chunk) or (alone and chunk.number is not None) or chunk.says("left") for chunk in words
        )  # `three CP remain`
    while words and words[0].says("filler", "deal.me") and words[0].text not in _ADDS_UP:
        words = words[1:]
    if len(words) > 2 and words[0].text in ("i", "we") and words[1].text == "have":
        words = words[1:]  # `I have 5 CP`
    return (
        len(words) > 1
        and words[0].text in _ADDS_UP
        and any(chunk.number is not None for chunk in words)
        and all(
            _is_small(chunk) or (alone and chunk.number is not None) or chunk.says("left")
            for chunk in words[1:]
        )
    )


def _is_about_it(clause: Sequence[Chunk]) -> bool:
    """`I will think about it tomorrow`, after what is left."""
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("later") for chunk in words) and all(
        chunk.says("later") or _is_small(chunk) for chunk in words
    )


def _is_small(chunk: Chunk) -> bool:
    if chunk.says(*_UNDOES, "not", "no", "past") or not chunk.names.keys().isdisjoint(_OF_THE_GAME):
        return False
    if chunk.number is not None or (chunk.names and not any("deed." in idea for idea in chunk.ideas)):
        return True
    return chunk.says(*_SMALL)


def speaks_of_life(chunks: Sequence[Chunk]) -> bool:
    """`the little one had a fever all weekend`: private matters, with nothing of the game beside them.

    What is denied there is one of them (`hence no mail`); whoever puts off something may mean the orders.
    """
    return any(chunk.says("life") for chunk in chunks) and not any(
        chunk.says(*_UNDOES)
        or not _PUTS_OFF.isdisjoint(chunk.text.split())
        or (chunk.number is None and not chunk.names.keys().isdisjoint(_OF_THE_GAME))
        or (chunk.says("not", "no") and not _denies_life(chunks, at))
        for at, chunk in enumerate(chunks)
        if not chunk.says("life")
    )


_PUTS_OFF = frozenset(
    "until till before unless only hold wait stop postpone ignore disregard bis erst bevor warte".split()
)


def _denies_life(chunks: Sequence[Chunk], at: int) -> bool:
    after = next((chunk for chunk in chunks[at + 1 :] if not chunk.says("the", "filler", "one")), None)
    return after is not None and after.says("life")
