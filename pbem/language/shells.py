"""What stands around an order and adds nothing to it: chat before it, addresses, headings, prices, slips that
are corrected in the same breath."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pbem.language.chunks import MOST_WORDS, Chunk, sentences
from pbem.language.names import LEADER, NATION, SEA, SPACE, UNIT
from pbem.language.remarks import adds_up, speaks_of_life
from pbem.language.small_talk import SHORTEST_CHAT, is_chat_word, may_matter


def orders_in(chunks: Sequence[Chunk], telling: Collection[str]) -> Iterator[list[Chunk]]:
    """The sentences without the chat before them; after the first, a semicolon stands before each.

    Below an order a word that nobody knows may take it back, so it is no chat there.
    """
    parts = list(sentences(chunks))
    while len(parts) > 1 and _takes_leave(parts[-1]):
        parts.pop()
    while len(parts) > 1 and len(parts[0]) >= SHORTEST_CHAT and _is_chat(parts[0], telling):
        parts = parts[1:]
    for at, part in enumerate(parts):
        # `Debate!  German zone`: a deed that is only called out is said by what follows it.
        called = at > 0 and len(parts[at - 1]) == 1 and _is_deed(parts[at - 1][0]) and not _has_deed(part)
        called = called or (at > 0 and (_is_price_of_it(part) or _is_target_of_it(part)))
        yield part if at == 0 or called else [Chunk(";", part[0].start, part[0].start), *part]


SHORTEST_PRICE = 2
"""Words of a sentence that is a price, and no more: `Limoges rises! 3 CP`."""


def _takes_leave(sentence: Sequence[Chunk]) -> bool:
    """`Kind regards, Karl`, behind the orders of the same line."""
    first, *rest = sentence
    return (
        first.says("closing")
        and len(rest) <= LONGEST_NAME
        and all(
            chunk.is_mark
            or chunk.says_nothing
            or (chunk.number is None and not chunk.ideas and chunk.names.keys() <= {LEADER, NATION})
            for chunk in rest
        )
    )


LONGEST_NAME = 4
"""Words and marks of a name below a closing."""


def _is_price_of_it(sentence: Sequence[Chunk]) -> bool:
    """`Caen rises!  I put 2 into it.`: what the deed before it may cost."""
    return (
        any(chunk.number is not None for chunk in sentence)
        and not adds_up(sentence)
        and (any(chunk.text in _INTO_IT for chunk in sentence) or len(sentence) <= SHORTEST_PRICE)
        and all(
            chunk.number is not None
            or chunk.text in _INTO_IT
            or chunk.says("filler", "the", "cp", "spend", "one")
            for chunk in sentence
        )
    )


def _is_target_of_it(sentence: Sequence[Chunk]) -> bool:
    """`Piracy in the Ionian Sea; target power: Hapsburg.`"""
    words = [chunk for chunk in sentence if not chunk.is_mark]
    return (
        sum(bool(chunk.one(NATION)) for chunk in words) == 1
        and words[0].says("against")
        and all(chunk.one(NATION) or chunk.says("against", "the", "filler", "be") for chunk in words)
    )


_INTO_IT = (
    "put",
    "puts",
    "invest",
    "spend",
    "into it",
    "on it",
    "for it",
    "into",
    "on",
    "it",
    "that",
    "into that",
)


def _is_chat(sentence: Sequence[Chunk], telling: Collection[str]) -> bool:
    if any(chunk.text in telling for chunk in sentence):
        return False
    if all(map(is_chat_word, sentence)):
        return True
    if sentence[0].says("greeting", "wishing", "address", "polite") and any(
        chunk.says("greeting", "wishing", "address") for chunk in sentence
    ):
        return not any(may_matter(chunk) for chunk in sentence)  # `Dear all, sorry for being late.`
    return all(chunk.known for chunk in sentence) and speaks_of_life(sentence)


def _is_deed(chunk: Chunk) -> bool:
    return any(idea.startswith("deed.") for idea in chunk.ideas)


def _has_deed(chunks: Sequence[Chunk]) -> bool:
    return any(_is_deed(chunk) and not chunk.names for chunk in chunks)


def corrected(chunks: Sequence[Chunk]) -> tuple[list[Chunk], bool]:
    """A line with the last place, or the last units, exchanged for what corrects them; empty if nothing does.

    `Francis and all go to St. Dizier.  No, scratch that: to Besancon.`  Whether nothing but the new name is
    said behind it is told as well: anything else is only ever proposed.
    """
    mark = next((at for at, chunk in enumerate(chunks) if chunk.says("correction")), 0) or _is_no(chunks)
    if not mark:
        return [], False
    first, new = list(chunks[:mark]), [chunk for chunk in chunks[mark + 1 :] if not chunk.says("instead")]
    plainly = all(
        chunk.is_mark
        or chunk.names.keys() & {SPACE, SEA, UNIT}
        or chunk.number is not None
        or (chunk.says("to", "in", "from", "the", "polite", "one") and not chunk.says("not", "no", "doubt"))
        for chunk in new
    ) and not any(chunk.says("not", "no", "doubt", "correction", "takes_back") for chunk in new)
    plainly = plainly and not any(chunk.text == ";" for chunk in chunks[:mark])  # in one breath
    while first and (first[-1].is_mark or first[-1].says_nothing or first[-1].says("no", "not", "polite")):
        first.pop()
    while new and (new[0].is_mark or new[0].says("polite")):
        new = new[1:]
    while new and new[-1].is_mark:
        new.pop()
    for kinds in ((SPACE, SEA), (UNIT,)):
        old_at = _last_of(first, kinds)
        new_at = _last_of(new, kinds)
        if old_at is None or new_at is None:
            continue
        start, begin = _with_its_number(first, old_at), _with_its_number(new, new_at)
        more = [chunk for chunk in new[new_at + 1 :] if not chunk.is_mark]
        comma = [replace(new[new_at], text=",", names={}, ideas=frozenset(), number=None)] if more else []
        found = [*first[:start], *new[begin : new_at + 1], *first[old_at + 1 :], *comma, *more]
        return found, plainly and not more and old_at + 1 == len(first)
    return _with_another_number(first, new), False


def _is_no(chunks: Sequence[Chunk]) -> int:
    """`1 cavalry in Istanbul, no, in Edirne`: where a bare no stands between two names of a line; or 0."""
    for at in range(2, len(chunks) - 2):
        before, no, after = chunks[at - 1 : at + 2]
        if before.is_mark and no.text == "no" and after.is_mark and after.text == ",":
            return at
    return 0


def _with_another_number(first: Sequence[Chunk], new: Sequence[Chunk]) -> list[Chunk]:
    """`Influence in Venice, 2 CP. Sorry, I mean only 1 CP.`: the last number, exchanged for the new one."""
    numbers = [chunk for chunk in new if chunk.number is not None]
    at = next((at for at in reversed(range(len(first))) if first[at].number is not None), None)
    plain = all(chunk.number is not None or chunk.says("cp", "filler", "alone", "the") for chunk in new)
    if at is None or len(numbers) != 1 or not plain:
        return []
    return [*first[:at], numbers[0], *first[at + 1 :]]


def _last_of(chunks: Sequence[Chunk], kinds: Collection[str]) -> int | None:
    return next((at for at in reversed(range(len(chunks))) if chunks[at].names.keys() & kinds), None)


def _with_its_number(chunks: Sequence[Chunk], at: int) -> int:
    """Where units begin: with how many they are."""
    counted = at and UNIT in chunks[at].names
    return at - 1 if counted and (chunks[at - 1].number is not None or chunks[at - 1].says("one")) else at


def without_address(chunks: list[Chunk], telling: Collection[str]) -> list[Chunk]:
    """Without clauses that only speak to somebody (`Sorry Sultan!`, `over to you, Rome`) or are polite.

    What tells yes or no stays.
    """
    end = len(chunks)
    while end > 1 and chunks[end - 1].is_mark:
        end -= 1
    called = end > len(_SORRY_SIR) and chunks[end - 1].names.keys() & {NATION, LEADER}
    if called and chunks[end - 2].text in _SORRY and not chunks[end - 1].names.keys() & {SPACE}:
        chunks = chunks[: end - 2]  # `Revolt in Egypt, event sorry Sultan`
    clauses: list[list[Chunk]] = [[]]
    for chunk in chunks:
        if chunk.text in (",", ";"):
            clauses.append([])
        clauses[-1].append(chunk)
    kept = [clause for clause in clauses if not (_is_address(clause) or _is_polite(clause, telling))]
    return [chunk for clause in kept for chunk in clause] if any(map(_says_something, kept)) else chunks


_SORRY = ("sorry", "apologies", "my apologies", "so sorry")
_SORRY_SIR = ("sorry", "sir")


def _is_address(clause: Sequence[Chunk]) -> bool:
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("address") for chunk in words) and all(
        chunk.number is None
        and (chunk.says("address", "polite", "filler", "the") or chunk.names.keys() & {NATION, LEADER, SPACE})
        for chunk in words
    )


def _is_polite(clause: Sequence[Chunk], telling: Collection[str]) -> bool:
    words = [chunk for chunk in clause if not chunk.is_mark]
    return any(chunk.says("polite") for chunk in words) and all(
        chunk.says("polite", "filler")
        and not chunk.says("closing", "heading", "and")
        and not chunk.names
        and chunk.text not in telling
        for chunk in words
    )


def said_once(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`go go go`: a word that is only repeated is said once."""
    return [
        chunk
        for at, chunk in enumerate(chunks)
        if not at
        or chunk.text != chunks[at - 1].text
        or (chunk.is_mark or chunk.names or chunk.number is not None)
    ]


def as_told(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`have Montmorency lead 3 regulars to Dijon`: he is told to, and does."""
    found = list(chunks)
    for at, chunk in enumerate(chunks):
        if chunk.text not in ("have", "make"):
            continue
        end = at + 1
        while end < len(chunks) and (chunks[end].says("the", "and", "all") or _who_acts(chunks[end])):
            end += 1
        verb = chunks[end] if end < len(chunks) else None
        if verb is not None and end > at + 1 and _is_deed(verb) and not verb.says("past"):
            found[at] = replace(chunk, ideas=frozenset({"filler"}))
    return found


def _who_acts(chunk: Chunk) -> bool:
    return chunk.number is not None or not chunk.names.keys().isdisjoint((LEADER, UNIT, SPACE))


_RATHER_THAN = ("instead of", "rather than", "in place of", "as opposed to")


def without_alternatives(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """Without `instead of storming`: a deed alone, which is not done.

    Where something is named or counted (`rather than attack Besancon`), it is more than that.
    """
    at = 0
    while at < len(chunks):
        end = at + 1
        if chunks[at].text in _RATHER_THAN:
            while end < len(chunks) and _is_of_a_deed(chunks[end]):
                end += 1
            deeds = sum(map(_is_deed, chunks[at + 1 : end]))
            ends = end == len(chunks) or chunks[end].is_mark or chunks[end].text in _SUBJECTS
            if deeds == 1 and ends:
                at = end
                continue
        yield chunks[at]
        at += 1


def chosen(chunks: Sequence[Chunk]) -> list[Chunk]:
    """An answer to a choice without what is not chosen: `a card rather than the fleet`."""
    clauses: list[list[Chunk]] = [[]]
    for chunk in chunks:
        if chunk.is_mark and chunk.text in (",", ";", ":", ">"):
            clauses.append([])
        clauses[-1].append(chunk)
    kept: list[Chunk] = []
    for clause in clauses:
        cut = next((at for at, one in enumerate(clause) if _is_not_chosen(clause, at)), len(clause))
        before = (
            [one for one in clause[:cut] if one.text not in ("rather", "sooner")]
            if cut < len(clause)
            else clause
        )
        kept += before
    says_something = any(_may_be_chosen(chunk) for chunk in kept)
    return kept if says_something else list(chunks)


def _is_not_chosen(clause: Sequence[Chunk], at: int) -> bool:
    """Whether what follows in a clause is turned down: `..., not the fleet`, `I keep my cards`."""
    named = any(_may_be_chosen(chunk) for chunk in clause[at + 1 :])
    if clause[at].text in (*_RATHER_THAN, "than"):
        return named and any(_may_be_chosen(chunk) for chunk in clause[:at])
    first = not any(_may_be_chosen(chunk) for chunk in clause[:at])
    return (
        named and first and (clause[at].says("not", "keeps") or clause[at].text in ("not", "keep", "keeps"))
    )


def _may_be_chosen(chunk: Chunk) -> bool:
    return bool(chunk.names) or chunk.number is not None or any(i.startswith("option.") for i in chunk.ideas)


_SUBJECTS = ("i", "we", "ill", "i will", "we will", "id like to")


def _is_of_a_deed(chunk: Chunk) -> bool:
    plain = not (chunk.is_mark or chunk.names or chunk.number is not None)
    return (
        plain and chunk.known and chunk.text not in _SUBJECTS and not chunk.says("not", "no", "and", "then")
    )


def _says_something(clause: Sequence[Chunk]) -> bool:
    return any(not chunk.is_mark for chunk in clause)


def without_shell(chunks: list[Chunk]) -> list[Chunk]:
    """Without politeness and marks at both ends, and without a heading: `Impulse 4 - ...`."""
    start, end = 0, len(chunks)
    if (
        end > 3
        and chunks[0].says("heading")
        and chunks[1].number is not None
        and chunks[2].text in (">", ":", ",", "-", ")", ";")
    ):
        start = 3
    while start < end and (chunks[start].says("polite") or chunks[start].text in (",", ";", ":", "-", ")")):
        start += 1
    while end > start and (chunks[end - 1].says("polite") or chunks[end - 1].text in (",", ";", ":")):
        end -= 1
    kept: list[Chunk] = []
    priced = False
    for chunk in chunks[start:end]:
        # Where a price stands, a deed ends: `take Nice (1), regular in Paris (2)`.
        kept.append(replace(chunk, text=";") if priced and chunk.text == "," else chunk)
        priced = False
        if chunk.text == ")" and len(kept) > 2 and kept[-3].text == "(" and kept[-2].number is not None:
            del kept[-3:]  # what it costs: `take Nice (1)`
            priced = bool(kept)
    return [chunk for at, one in enumerate(kept) if (chunk := _unbracketed(kept, at, one)).text not in "()"]


def _unbracketed(chunks: Sequence[Chunk], at: int, chunk: Chunk) -> Chunk:
    """`Suleiman and all to Mohacs (Ibrahim stays)`: a bracket with a verb in it is a clause of its own."""
    if chunk.text != "(":
        return chunk
    inside = chunks[
        at + 1 : next((end for end, one in enumerate(chunks) if end > at and one.text == ")"), at)
    ]
    return replace(chunk, text=",") if any(one.says("deed.stay") for one in inside) else chunk


def with_once_counted(chunks: list[Chunk]) -> list[Chunk]:
    """`once in France, twice in Scotland`: beside another such word `once` counts, and does not say when."""
    if sum(chunk.text in _COUNTED for chunk in chunks) < 2:
        return chunks
    return [
        replace(chunk, number=1, ideas=frozenset()) if chunk.text == "once" else chunk for chunk in chunks
    ]


_COUNTED = ("once", "twice", "thrice")


def with_then_aside(chunks: list[Chunk]) -> list[Chunk]:
    """`I then recruit three mercenaries`, `after that` at the end: there it begins nothing."""
    found = [
        replace(chunk, ideas=frozenset({"filler"}))
        if chunk.says("then") and at and chunks[at - 1].text in _PRONOUNS and not chunk.says("doubt")
        else chunk
        for at, chunk in enumerate(chunks)
    ]
    end = len(found)
    while end > 1 and found[end - 1].is_mark:
        end -= 1
    if end > 1 and found[end - 1].text in ("after that", "afterwards", "after", "then"):
        del found[end - 1]
    return found


_PRONOUNS = ("i", "we", "he", "she", "they")


def without_numbering(chunks: list[Chunk]) -> list[Chunk]:
    """`1: a galleon in Plymouth. 2: a spy in Spain`: numbers in order, where clauses begin, only part."""
    heads: list[int] = []
    said = [chunk.text for chunk in chunks]
    for at, chunk in enumerate(chunks[:-1]):
        begins = at == 0 or chunks[at - 1].text in (";", ",", ":")
        if begins and chunk.number == len(heads) + 1 and chunks[at + 1].text in (":", ")"):
            heads.append(at)
        elif chunk.text == _LETTERS[len(heads)] and chunks[at + 1].text == ")" and "(" not in said[:at]:
            heads.append(at)  # `a) ... b) ...`
    if len(heads) < SHORTEST_LIST:
        return chunks
    return [
        replace(chunk, text=";") if at - 1 in heads else chunk
        for at, chunk in enumerate(chunks)
        if at not in heads
    ]


SHORTEST_LIST = 2
_LETTERS = "abcdefghijklmnopqrstuvwxyz" + " " * MOST_WORDS


def counted_in_brackets(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`the Tyrrhenian ships (2) to the Barbary Coast`: how many go, before their kind; one may be a price."""
    found = list(chunks)
    for at in range(len(found) - 3):
        unit, opens, count, closes = found[at : at + 4]
        number = opens.text == "(" and closes.text == ")" and (count.number or 0) > 1
        before = found[at - 1] if at else None
        counted = before is not None and (before.number is not None or before.says("one", "all", "half"))
        many = UNIT in unit.names and (unit.text.endswith("s") or unit.text in _MANY)
        goes = any(chunk.says("to") or chunk.text == ">" for chunk in found[at + 4 : at + 4 + FAR])
        if number and many and goes and not counted:
            found[at : at + 4] = [count, unit]
            return counted_in_brackets(found)
    return found


_MANY = ("fleet", "navy", "cav", "cavalry", "horse")
FAR = 6
"""Words behind units in which it is said where they go."""


def prices_in_brackets(chunks: Sequence[Chunk]) -> Iterator[int]:
    """`take Nice (1)`; at the beginning of a line it is the number of that line."""
    for before, chunk, after in zip(chunks[1:], chunks[2:], chunks[3:], strict=False):
        if before.text == "(" and after.text == ")" and chunk.number is not None:
            yield chunk.number
