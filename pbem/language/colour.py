"""Words that stand in no table, and by where they stand can order nothing: `his footsore regulars`.

A closed list of harmless words never ends.  That of the words which deny, doubt, put off, limit, count,
undo, tell or name a deed does (`[grave]`).  Any other English word is colour if it stands where it cannot
change what is ordered: before who is named, behind some prepositions, as the manner of going, or in a clause
that only sets a scene, which is left out as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pbem.language.chunks import Chunk
from pbem.language.names import CARD, DEBATER, LANGUAGE, LEADER, NATION, REFORMER, SEA, SPACE, UNIT
from pbem.language.vocabulary import Vocabulary

COLOUR = "scenery"
PAINTED = "painted"
"""A word that is colour by where it stands; beside it a clause may name people and powers."""
MOST_UNKNOWN = 10
SHORTEST = 3
_ENDS = (",", ";", ":", "-", "–", "—", "(", ")")
_BEFORE_A_NOUN = (
    "the", "one", "in", "from", "with", "via", "filler", "all", "both", "scenery", "against", "for",
)  # fmt: skip
_WHO = ("army", "fleet", "men", "everybody")
_SUBJECTS = ("i", "we", "ill", "id", "im", "ive", "you")
_MATTERS = frozenset(
    """
    not no doubt but else if_fails correction takes_back asking let_go neither instead all half rest
    both alone cp rest_cp event as_event card if included stop nothing_else keeps cost price spend times
    unrest no_card army fleet men everybody there same sea each it home_card war
    """.split()
)
"""Ideas of words that may order something, or undo it, wherever they stand."""
_FOREIGN = frozenset(
    "der das dem ein eine einen und ist sind mir mit zu auf von fur fuer sich wir ich".split()
)
_ENGLISH = frozenset(
    "the a an of to in on at with and his her their its our my is are for from by as into".split()
)


def painted(line: str, chunks: list[Chunk], words: Vocabulary) -> list[Chunk]:
    """The chunks with those marked that are colour beside an order, by where they stand."""
    unknown = _harmless(chunks, words)
    if not unknown or not any(chunk.text in _ENGLISH for chunk in chunks):
        return chunks
    found = list(chunks)
    for start, end in _clauses(chunks):
        inside = [at for at in unknown if start <= at < end]
        if inside and all(
            _is_for_something(chunks[start:end], at - start)
            or (_may_be_no_name(line, chunks, at) and _stands_aside(chunks[start:end], at - start))
            for at in inside
        ):
            for at in inside:
                found[at] = replace(chunks[at], ideas=_BOTH)
    return found


def all_painted(chunks: list[Chunk], words: Vocabulary) -> list[Chunk]:
    """The chunks with every word marked that is harmless in a clause which only sets a scene."""
    unknown = _harmless(chunks, words)
    return [
        replace(chunk, ideas=frozenset((PAINTED,))) if at in unknown else chunk
        for at, chunk in enumerate(chunks)
    ]


def is_explained(chunks: Sequence[Chunk]) -> bool:
    """Whether nothing is left that only a scene may hold."""
    return not any(chunk.says(PAINTED) and not chunk.says(COLOUR) for chunk in chunks)


def _harmless(chunks: Sequence[Chunk], words: Vocabulary) -> list[int]:
    unknown = [at for at, chunk in enumerate(chunks) if not chunk.known]
    if not 0 < len(unknown) <= MOST_UNKNOWN or _is_foreign(chunks):
        return []
    return [at for at in unknown if _is_harmless(chunks[at], words)]


_BOTH = frozenset((COLOUR, PAINTED))


def scenes(
    chunks: Sequence[Chunk], telling: Collection[str], words: Vocabulary, *, of_deeds: bool, loose: bool
) -> list[tuple[int, int]]:
    """The clauses that only set a scene, by where they begin and end: `The chest is opened: Fuggers pays`."""
    if _is_foreign(chunks):
        return []
    found: list[tuple[int, int]] = []
    ordered = False
    for start, end in _clauses(chunks):
        clause = chunks[start:end]
        done = _told_of(chunks, start, end)
        told = any(chunk.text in telling and not chunk.says(*_ANYTHING) for chunk in clause)
        scene = not told and (
            is_scene(clause, words, of_deeds=of_deeds, done=done) or (loose and tells(clause, words))
        )
        headed = end < len(chunks) and chunks[end].text == ":"
        if scene and headed:
            scene = not _may_be_a_title(clause, words, loose=loose)
        elif scene and ordered:
            places = of_deeds and any(not chunk.names.keys().isdisjoint((SPACE, SEA)) for chunk in clause)
            scene = not places and not _may_comment(clause, words)  # `and the first attempt is for Ulm`
        if scene or turned_down(chunks, start, end):
            found.append((start, end))
        else:
            ordered = ordered or not (headed and scene)
    return found


def _may_be_a_title(clause: Sequence[Chunk], words: Vocabulary, *, loose: bool) -> bool:
    """`Prophecy: ...`, `The bard chants: ...`: words that nobody knows may make of an order what is none."""
    unknown = any(chunk.says(PAINTED) for chunk in clause)
    told = any(_is_copula(chunk) or chunk.text in ("let", "may") for chunk in clause)
    if loose and any(_is_third(chunk) or _is_verb(chunk, words) for chunk in clause[1:]):
        return False  # `Francis tears the treaty up: rejected`
    return not told and (unknown or not any(_is_verb(chunk, words) for chunk in clause))


def _may_comment(clause: Sequence[Chunk], words: Vocabulary) -> bool:
    """`..., gotcha!`: behind an order, words that nobody knows must tell something of somebody."""
    said = [chunk for chunk in clause if not chunk.is_mark]
    while said and said[0].text in (*_THUS, *_REASONS):
        said = said[1:]
    if not any(chunk.says(PAINTED) for chunk in said):
        return False
    first = said[0]
    subject = bool(first.names) or first.says("the", "one", "he", "it") or first.text in (*_SUBJECTS, "there")
    told = any(
        _is_copula(chunk) or chunk.says("state") or _is_verb(chunk, words) or _is_third(chunk)
        for chunk in said[1:]
    )
    return not (subject and told)


_REASONS = ("as", "since", "because", "for", "while", "where", "who", "which", "whose")


def _is_third(chunk: Chunk) -> bool:
    """`hurts`, `is burning`: a word that nobody knows, in the form of a verb behind its subject."""
    return chunk.says(PAINTED) and chunk.text.endswith("s") and not chunk.text.endswith("ss")


def _told_of(chunks: Sequence[Chunk], start: int, end: int) -> set[str]:
    """What a clause may tell: what is ordered beside it, and that somebody sits there who leads no army."""
    rest = [*chunks[:start], *chunks[end:]]
    done = {idea for chunk in rest if not chunk.names for idea in chunk.ideas if idea.startswith("deed.")}
    leads = any(chunk.names.keys() & {LEADER, UNIT} for chunk in chunks[start:end])
    return done - {"deed.stay", "deed.move"} | (set() if leads else {"deed.stay"})


def only_scenes(chunks: list[Chunk], words: Vocabulary) -> bool:
    """Whether every clause of a line only sets a scene, and it has something like a sentence in it."""
    if _is_foreign(chunks):
        return False
    seen = all_painted(chunks, words)
    clauses = [seen[start:end] for start, end in _clauses(seen)]
    long_enough = any(len(clause) >= SHORTEST_SCENE for clause in clauses)
    return long_enough and all(is_scene(clause, words, of_deeds=True) for clause in clauses)


SHORTEST_SCENE = 3
"""Words of a line that is left out as talk for what it does not say."""


def without(chunks: Sequence[Chunk], dropped: Collection[tuple[int, int]]) -> list[Chunk]:
    """The chunks without some clauses, and without the joints that these leave behind."""
    kept: list[Chunk] = []
    for start, end in _clauses(chunks):
        clause = list(chunks[start:end])
        if (start, end) in dropped:
            continue
        while clause and clause[0].text in _THUS:
            clause = clause[1:]
        if kept and clause:
            kept.append(chunks[start - 1])
        kept += clause
    return kept


_THUS = ("but", "so", "and", "hence", "therefore", "thus", "then", "yet")
_ANYTHING = ("be", "filler", "the", "one", "scenery", "polite", "to", "in", "of", "for", "with", "from")


_PLACES = {SPACE, SEA, "ocean", "settlement"}
"""Kinds of places, also those that one title has alone."""


def is_scene(
    clause: Sequence[Chunk], words: Vocabulary, *, of_deeds: bool, done: Collection[str] = ()
) -> bool:
    """Whether a clause tells of something, and nothing in it can be part of an order.

    Where it names somebody it must have a verb, for a name alone may be one who goes along.  Deeds that are
    `done` beside it may be told in it.
    """
    said = [chunk for chunk in clause if not chunk.is_mark]
    while said and said[0].text in _THUS:
        said = said[1:]
    if not said or any(_matters(chunk) for at, chunk in enumerate(said) if not (at and chunk.text == "can")):
        return False  # but `Bucer can handle Eck`
    if said[0].text in _SUBJECTS and len(said) > 1 and said[1].says(PAINTED):
        return False  # `I hate to fight`
    if any(_is_deed(chunk, done) and (of_deeds or not at) for at, chunk in enumerate(said)):
        passive = any(map(_is_copula, said)) and not any(chunk.names for chunk in said)
        ends = all(chunk.says("deed.end") for chunk in said if _is_deed(chunk, done))
        if not (passive and ends) and (of_deeds or len(said) > 1):
            return False  # but `the cupola must be finished`
    told = [_is_copula(chunk) or chunk.says(PAINTED, "state") or _is_verb(chunk, words) for chunk in said]
    if not any(chunk.names for chunk in said):
        return len(said) > 1 or any(told) or not of_deeds
    begins = bool(said[0].names) or not said[0].says(
        "with", "to", "from", "in", "via", "and", "against", "for"
    )
    places = any(chunk.names.keys() & _PLACES for chunk in said)
    if places and of_deeds and said[0].names.keys() & _PLACES:
        return False  # `Leipzig is the target`
    return (
        begins and (any(told[1:]) or said[0].text in _COPULAS) and (any(map(_is_copula, said)) or not places)
    )


def without_manner(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Without how, or what for, somebody goes: `to Bordeaux for the wine`, `with a heavy heart`."""
    kept: list[Chunk] = []
    at = 0
    while at < len(chunks):
        end = at + 1
        if not chunks[at].names and chunks[at].number is None and chunks[at].text in _BESIDE_MANNER:
            while (
                end < len(chunks)
                and not _is_manner_word(chunks[end])
                and chunks[end].says("the", "one", "filler")
            ):
                end += 1
            first = end
            while end < len(chunks) and _is_manner_word(chunks[end]):
                end += 1
            after = chunks[end] if end < len(chunks) else None
            ends = after is None or after.is_mark or (not after.names and after.says(*_BEHIND_MANNER))
            if end > first and ends:
                at = end
                continue
        kept.append(chunks[at])
        at += 1
    return kept


_BESIDE_MANNER = ("for", "with", "in", "under", "by", "through", "like", "amid", "amidst")
_BEHIND_MANNER = ("and", "to", "in", "with", "from", "via", "then", "while", "purpose")


def _is_manner_word(chunk: Chunk) -> bool:
    return (
        chunk.says("scenery", "life", PAINTED)
        and not chunk.says("feast")
        and not chunk.names
        and chunk.number is None
        and not any(idea.startswith(("deed.", "use.", "option.")) for idea in chunk.ideas)
        and _MATTERS.isdisjoint(chunk.ideas)
    )


def named_before(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`The siege of Besancon begins: 4 regulars march there`: a line with the place for `there`.

    Empty if its first clause does more than name one place.
    """
    clauses = list(_clauses(chunks))
    if len(clauses) < SHORTEST_TALE:
        return []
    start, end = clauses[0]
    first, rest = chunks[start:end], list(chunks[clauses[1][0] :])
    places = [chunk for chunk in first if chunk.names.keys() & {SPACE, SEA}]
    others = [chunk for chunk in first if chunk not in places]
    there = [
        at
        for at, chunk in enumerate(rest)
        if chunk.text == "there" or (chunk.text == "it" and at and rest[at - 1].says("to", "against"))
    ]
    told = any(
        _is_copula(chunk) or chunk.text in _MODALS or chunk.says(PAINTED, "state", "deed.end")
        for chunk in others
    )
    plain = all(
        chunk.number is None and chunk.known and not chunk.names and not chunk.says(*_UNDOES, "not", "no")
        for chunk in others
    )
    deeds = any(_is_deed(chunk) and not chunk.says("deed.end") for chunk in others)
    if len(places) != 1 or not told or not plain or deeds or len(there) != 1:
        return []
    at = there[0]
    return [*rest[:at], replace(rest[at], ideas=frozenset(), names=places[0].names), *rest[at + 1 :]]


def turned_down(chunks: Sequence[Chunk], start: int = -1, end: int = -1) -> bool:
    """`Not the Swiss today`, `keep the Tercios`, with another card beside it; in any clause, or in one."""
    if start < 0:
        return any(turned_down(chunks, *clause) for clause in _clauses(chunks))
    clause, rest = chunks[start:end], [*chunks[:start], *chunks[end:]]
    said = [chunk for chunk in clause if not chunk.is_mark]
    refused = {card for chunk in said for card in chunk.names.get(CARD, ())}
    others = {card for chunk in rest for card in chunk.names.get(CARD, ())}
    return (
        bool(said)
        and (said[0].says("not", "no") or said[0].text in ("keep", "i keep", "we keep", "keeping"))
        and any(chunk.names for chunk in said)
        and bool(others)
        and not refused & others
        and all(
            (bool(chunk.names) and chunk.names.keys() <= {CARD, UNIT, DEBATER})
            or chunk.says("the", "filler", "polite", "not", "no", "scenery", "keeps")
            for chunk in said
        )
    )


def _is_copula(chunk: Chunk) -> bool:
    return chunk.says("be") or chunk.text.partition(" ")[0] in _COPULAS


_COPULAS = ("is", "are", "was", "were", "shall", "must", "its", "thats", "theres")


def tells(clause: Sequence[Chunk], words: Vocabulary) -> bool:
    """Whether a clause tells of something beside an answer that is a card, a name or a word.

    Whoever is named in it, and whatever he does, is no part of that.
    """
    said = [chunk for chunk in clause if not chunk.is_mark]
    while said and said[0].text in _THUS:
        said = said[1:]
    if len(said) < SHORTEST_TALE or said[0].says("not", "no") or _is_deed(said[0]):
        return False
    if said[0].text in _SUBJECTS and any(chunk.says("not", "no", PAINTED) for chunk in said):
        return False
    if any(
        chunk.number is not None or CARD in chunk.names or chunk.says(*_UNDOES) or not chunk.known
        for chunk in said
        if chunk.text not in ("can", "war")
    ):
        return False
    return any(
        _is_copula(chunk) or chunk.text in _MODALS or chunk.says(PAINTED, "state") or _is_verb(chunk, words)
        for chunk in said[0 if said[0].text.startswith("let") else 1 :]
    )


_MODALS = ("can", "may", "will", "does", "do", "let", "lets")
SHORTEST_TALE = 2
_UNDOES = (
    "doubt", "but", "else", "if_fails", "correction", "takes_back", "asking", "instead", "neither", "let_go",
    "if", "no_card", "event", "as_event", "cp", "rest_cp", "home_card", "alone",
)  # fmt: skip


def _is_deed(chunk: Chunk, done: Collection[str] = ()) -> bool:
    deeds = {idea for idea in chunk.ideas if idea.startswith("deed.")}
    return (
        not chunk.names
        and bool(deeds)
        and deeds.isdisjoint(done)
        and not chunk.says("be", "filler", "the", "scenery", "polite", "state")
    )


def _matters(chunk: Chunk) -> bool:
    ideas = chunk.ideas - {"doubt"} if chunk.text == "war" else chunk.ideas
    return (
        chunk.number is not None
        or not chunk.names.keys() <= _TOLD
        or not _TERMS.isdisjoint(ideas)
        or (LANGUAGE in chunk.names and NATION not in chunk.names)
        or not _MATTERS.isdisjoint(ideas)
        or not chunk.known
    )


_TERMS = {  # of a deal
    "deal.card",
    "deal.treasure",
    "deal.peace",
    "deal.alliance",
    "deal.divorce",
    "deal.lend",
    "deal.cede",
}
_TOLD = {LEADER, NATION, LANGUAGE, SPACE, SEA, DEBATER, REFORMER}
"""What may be named in a scene; captains and nobles of a title are never there for show."""


def _is_verb(chunk: Chunk, words: Vocabulary) -> bool:
    return chunk.text.partition(" ")[0] in words.verbs


def _is_harmless(chunk: Chunk, words: Vocabulary) -> bool:
    """Whether a word is one of English, as far as anybody can tell, and none that may matter."""
    text = chunk.text
    if not text.isalpha() or not text.isascii() or len(text) < SHORTEST or words.is_grave(text):
        return False
    return text in words.real or all(_same_word(text, near) for near in words.one_letter_off(text))


def _may_be_no_name(line: str, chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a word is written without a capital, or begins its clause."""
    written = line[chunks[at].start : chunks[at].end]
    begins = at == 0 or chunks[at - 1].is_mark
    return written.islower() or (begins and written[1:].islower())


def _is_foreign(chunks: Sequence[Chunk]) -> bool:
    """Whether a line has small words of German: of its other words nobody here knows what they may do."""
    return any(chunk.text in _FOREIGN for chunk in chunks)


def _same_word(text: str, other: str) -> bool:
    """`vendors` is no slip of `vendor`."""
    return f"{text}s" == other or text == f"{other}s"


def _clauses(chunks: Sequence[Chunk]) -> Iterator[tuple[int, int]]:
    start = 0
    for at, chunk in enumerate(chunks):
        if chunk.text in _ENDS:
            if at > start:
                yield start, at
            start = at + 1
    if start < len(chunks):
        yield start, len(chunks)


def _stands_aside(clause: Sequence[Chunk], at: int) -> bool:
    """Whether a word among others that order something cannot change what they order."""
    if any(chunk.says("not", "no") for chunk in clause[:at]):
        return False
    start, end = at, at + 1
    while start > 0 and not clause[start - 1].known:
        start -= 1
    while end < len(clause) and not clause[end].known:
        end += 1
    before = clause[start - 1] if start else None
    after = clause[end] if end < len(clause) else None
    if before is not None and before.text in _SUBJECTS:
        return False  # `I hate losing mercenaries`
    return _describes(before, after) or _is_manner(clause, start, end) or _is_how_one_goes(before, after)


def _is_for_something(clause: Sequence[Chunk], at: int) -> bool:
    """`for the glory of the house of Austria`: behind a purpose, with nothing that is counted."""
    begins = next((n for n, chunk in enumerate(clause[:at]) if chunk.says("purpose")), None)
    return begins is not None and not any(
        chunk.number is not None or chunk.names.keys() & {UNIT, SPACE, SEA, CARD} for chunk in clause[begins:]
    )


def _describes(before: Chunk | None, after: Chunk | None) -> bool:
    """`his footweary regulars`, `with unkempt Montmorency`."""
    named = after is not None and (
        bool(after.names.keys() & {UNIT, LEADER, NATION, SPACE, SEA, CARD}) or after.says(*_WHO)
    )
    return named and before is not None and (before.number is not None or before.says(*_BEFORE_A_NOUN))


def _is_manner(clause: Sequence[Chunk], start: int, end: int) -> bool:
    """`to Besancon with a swagger`: a noun behind a preposition, and nothing that it says something of."""
    at = start
    while at > 0 and clause[at - 1].says("the", "one", "scenery", "filler"):
        if clause[at - 1].says("in", "with"):
            break
        at -= 1
    head = clause[at - 1] if at else None
    after = clause[end] if end < len(clause) else None
    # `in my dreams`, `on paper`: where something is done may be nowhere.
    led = head is not None and not head.names and head.says("with", "via", "against") and not head.says("in")
    ends = after is None or after.says(
        "and", "to", "in", "with", "from", "via", "then", "for", "while", "purpose"
    )
    return led and ends


def _is_how_one_goes(before: Chunk | None, after: Chunk | None) -> bool:
    """`Francis trundles to Besancon`: between who goes and where."""
    who = before is not None and (bool(before.names.keys() & {LEADER, UNIT}) or before.says(*_WHO))
    return who and after is not None and after.says("to", "from", "via")
