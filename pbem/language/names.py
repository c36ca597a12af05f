"""The names of things: one table per game, by kind, and how a player's words find them.

A lookup always names the kind wanted: `luther` is a reformer and a debater, `genoa` a space and a power.
What is found is exact, a unique beginning, several things, or a near miss.  A near miss is only ever
proposed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from pbem.language.registry import Grammars
from pbem.language.words import Token, is_han, key, spellings, tokens, without_gaps

SPACE, SEA, PLACE = "space", "sea", "place"
POWER, MAJOR, MINOR, NATION = "power", "major", "minor", "nation"
LEADER, DEBATER, REFORMER, RULER = "leader", "debater", "reformer", "ruler"
EXPLORER, CONQUISTADOR, CARD = "explorer", "conquistador", "card"
LANGUAGE, FAITH, UNIT = "language", "faith", "unit"
OPTION = "option"

EXACT, PREFIX, INNER = 0, 1, 2
"""How well words fit a name; of two readings the better fit is taken."""

NEAR = 75
"""A likeness of this or more (of 100) is proposed."""

LONGEST_NEAR = 40
SHORTEST_PREFIX = 2
SHORTEST_INNER = 4
SHORTEST_SLIP = 4
MOST_SLIPS = 2_000
# Words of orders that are never the beginning of a name.
NEVER_PREFIX = frozenset(
    "a all an and as at by cp else end event for from go if in into no none of off on or pass play stop the "
    "then to via with yes".split()
)


@dataclass(frozen=True, slots=True)
class Fit:
    """A thing found at a place in the words: `length` words, fitting as well as `cost` says."""

    id: str
    length: int
    cost: int


@dataclass(slots=True)
class Table:
    """The names of one kind: printed ones and all spellings."""

    what: str
    """The kind in words, as `a space`."""
    printed: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, dict[str, None]] = field(default_factory=dict)
    longest: int = 1
    marked: list[str] = field(default_factory=list)
    """Names with marks in them (`Machiavelli: The Prince`), as their tokens."""
    foreign: set[str] = field(default_factory=set)
    """Spellings of other languages; what is shortened is a name of the printed language if it can be."""
    _index: dict[tuple[int, bool], tuple[list[str], list[dict[str, None]]]] = field(default_factory=dict)
    """For PREFIX the spellings, for INNER what follows their first words; sorted, made when needed."""
    _by_length: dict[int, dict[str, str]] = field(default_factory=dict)
    _slips: dict[str, list[str]] = field(default_factory=dict)
    """What was found for the last texts: within a letter the same ones are looked at again and again."""

    def add(self, id: str, name: str, aliases: Iterable[str] = ()) -> None:
        self.printed[id] = name
        self.also(id, (name, id, *aliases))

    def also(self, id: str, names: Iterable[str], *, foreign: bool = False) -> None:
        """More names of a thing."""
        for text in names:
            for spelling in _written(text):
                if foreign and spelling not in self.spelled:
                    self.foreign.add(spelling)
                if not spelling[0].isalnum() or not spelling.replace(" ", "").isalnum():
                    self.marked.append(spelling)
                self.spelled.setdefault(spelling, {})[id] = None
                self.longest = max(self.longest, spelling.count(" ") + 1)
        self._index.clear()
        self._by_length.clear()
        self._slips.clear()

    def beginning_with(self, text: str, cost: int, *, foreign: bool) -> Iterator[dict[str, None]]:
        """Ids by spelling: whose name (PREFIX), or a later word of it on (INNER), begins so."""
        if (cost, foreign) not in self._index:
            self._index[cost, foreign] = self._sorted(cost, foreign)
        keys, ids = self._index[cost, foreign]
        at = bisect_left(keys, text)
        while at < len(keys) and keys[at].startswith(text):
            yield ids[at]
            at += 1

    def one_letter_off(self, text: str) -> list[str]:
        """Whole names that a slip of one letter turns into this text: one wrong, left out, too much, or two
        swapped.  What goes on where a whole name ends is no slip."""
        if text in self._slips:
            return self._slips[text]
        if not self._by_length:
            for spelling in self.spelled:
                letters = without_gaps(spelling)
                self._by_length.setdefault(len(letters), {})[letters] = spelling
        letters = without_gaps(text)
        found = [
            known[name]
            for near in (len(letters) - 1, len(letters), len(letters) + 1)
            if (known := self._by_length.get(near))
            for name, _, _ in process.extract(
                letters, known.keys(), scorer=OSA.distance, score_cutoff=1, limit=None
            )
            if not letters.startswith(name)
        ]
        if len(self._slips) >= MOST_SLIPS:
            self._slips.clear()
        return self._slips.setdefault(text, found)

    def _sorted(self, cost: int, foreign: bool) -> tuple[list[str], list[dict[str, None]]]:
        entries: list[tuple[str, dict[str, None]]] = []
        for spelling, ids in self.spelled.items():
            if (spelling in self.foreign) != foreign:
                continue
            words = spelling.split()
            # Each Chinese character is a word, and a part of a name is no name.
            starts = range(1) if cost == PREFIX else range(1, 1 if is_han(words[0]) else len(words))
            entries += [(" ".join(words[start:]), ids) for start in starts]
        entries.sort(key=lambda entry: entry[0])
        return [text for text, _ in entries], [ids for _, ids in entries]


_ROMAN = {"i": "1", "ii": "2", "iii": "3", "v": "5", "vi": "6", "vii": "7", "viii": "8", "x": "10"}


@cache
def _written(name: str) -> tuple[str, ...]:
    """The ways to write a name: umlauts, a number for `VIII`, with its marks, Chinese ones without dots."""
    found = spellings(name)
    first = found[0].split()
    if len(first) > 1 and first[-1] in _ROMAN:
        found.append(" ".join([*first[:-1], _ROMAN[first[-1]]]))
    if "·" in name:
        found.append(key(name.replace("·", "")))
    if any(mark in name for mark in ":/("):
        found.append(" ".join(token.text for token in tokens(name)))
    return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class Names:
    """The words of one game: the names of all things, and the grammars in which orders speak of them."""

    tables: dict[str, Table] = field(default_factory=dict)
    grammars: Grammars = field(default_factory=Grammars)

    @classmethod
    def of(cls, printed: Mapping[str, Mapping[str, str]], grammars: Grammars) -> Names:
        """The names of a small title: by kind, then by id."""
        names = cls({kind: Table(f"a {kind}") for kind in printed}, grammars)
        for kind, things in printed.items():
            for id, name in things.items():
                names.tables[kind].add(id, name)
        return names

    def table(self, kind: str) -> Table:
        return self.tables[kind]

    def what(self, kind: str) -> str:
        return self.tables[kind].what

    def say(self, kind: str, id: str) -> str:
        """The printed name; where two things share it, the one that tells them apart."""
        table = self.tables.get(kind)
        if table is None or id not in table.printed:
            return id.replace("_", " ")
        if kind == CARD:
            return id
        name = table.printed[id]
        if len(table.spelled.get(key(name), ())) == 1:
            return name
        return id.replace("_", " ")

    def printed(self, id: str | int) -> str:
        """The printed name of any id, whatever its kind: for sentences."""
        for table in self.tables.values():
            if str(id) in table.printed:
                return table.printed[str(id)]
        return str(id).replace("_", " ")

    # ---- finding

    def run(self, kind: str, words: Sequence[Token]) -> list[str]:
        """The words that may name something: up to the first mark, unless the name has that mark itself."""
        first = words[0].text if words else ""
        for name in self.tables[kind].marked:
            if not name.startswith(first):
                continue
            own = name.split()
            if own == [token.text for token in words[: len(own)]]:
                return own
        return [token.text for token in takewhile(lambda token: not token.is_mark, words)]

    def fits(
        self, kind: str, words: Sequence[str], among: Collection[str] | None = None
    ) -> tuple[list[Fit], list[str]]:
        """What the first words may name, best first, and the ids between which they cannot tell.

        `among` are the things that are possible here: a beginning that is unique among them is enough,
        and what the table does not know of them (`none`) is called by the words of its id.
        """
        table = self.tables[kind]
        extra = _extra(table, among)
        longest = min(max([table.longest, *(text.count(" ") + 1 for text in extra)]), len(words))
        found: list[Fit] = []
        unsure: list[str] = []
        for length in range(longest, 0, -1):
            text = " ".join(words[:length])
            exact = table.spelled.get(text)
            if text in extra:
                exact = {**extra[text], **(exact or {})}
            if exact is not None:
                # A whole name is never the beginning of another.
                ids, cost = _narrow(list(exact), among), EXACT
            elif found or text.isdecimal() or text in NEVER_PREFIX:
                continue
            else:
                ids, cost = _part_of(table, extra, text, among)
                if len(ids) == 1:
                    ids += _misspelt(table, text, ids[0], among)
            if len(ids) == 1:
                found.append(Fit(ids[0], length, cost))
            elif ids:
                unsure = ids if cost == EXACT else unsure or ids
        found.sort(key=lambda fit: (fit.cost, -fit.length))
        return found, [] if found else unsure

    def find(self, kind: str, text: str, among: Collection[str] | None = None) -> str | None:
        """The id that a whole text names, exactly or by a unique beginning."""
        words = key(text).split()
        for fit in self.fits(kind, words, among)[0]:
            if fit.length == len(words):
                return fit.id
        return None

    def near(self, kind: str, words: Sequence[str], among: Collection[str] | None = None) -> list[str]:
        """Printed names that look like the first words: for proposals only."""
        table = self.tables[kind]
        extra = _extra(table, among)
        known = {**extra, **table.spelled} if extra else table.spelled
        best: dict[str, float] = {}
        for length in range(1, min(table.longest, len(words)) + 1):
            text = " ".join(words[:length])
            if len(text) > LONGEST_NEAR:
                break
            for spelling, score, _ in process.extract(
                text, known.keys(), scorer=fuzz.ratio, score_cutoff=NEAR, limit=10
            ):
                for id in known[spelling]:
                    best[id] = max(best.get(id, 0), score)
            # In a short name one wrong letter is a great part of it.
            short = (3 if text.isascii() else 2) <= len(text) <= SHORTEST_SLIP
            for spelling in table.one_letter_off(text) if short else ():
                for id in table.spelled[spelling]:
                    best[id] = max(best.get(id, 0), fuzz.ratio(text, spelling))
        ranked = sorted(best, key=lambda id: (id not in (among or ()), -best[id], id))
        return [self.propose(kind, id) for id in ranked[:3]]

    def propose(self, kind: str, id: str) -> str:
        """How a thing is named to somebody who wrote it wrongly."""
        if kind == CARD and id in self.tables[CARD].printed:
            return f"{id} ({self.tables[CARD].printed[id]})"
        return self.say(kind, id)


def _extra(table: Table, among: Collection[str] | None) -> dict[str, dict[str, None]]:
    return {key(id): {id: None} for id in among or () if id not in table.printed}


def _part_of(
    table: Table, extra: dict[str, dict[str, None]], text: str, among: Collection[str] | None
) -> tuple[list[str], int]:
    """Things with a name that begins so (PREFIX), or else with a later word that begins so (INNER)."""
    for foreign in (False, True) if table.foreign else (False,):
        for cost, shortest in ((PREFIX, SHORTEST_PREFIX), (INNER, SHORTEST_INNER)):
            if len(text) < shortest + foreign:
                break
            ids = {id: None for these in table.beginning_with(text, cost, foreign=foreign) for id in these}
            for spelling, these in extra.items() if not foreign else ():
                if spelling.startswith(text) if cost == PREFIX else f" {text}" in spelling:
                    ids |= these
            if ids:
                return _narrow(list(ids), among), cost
    return [], PREFIX


def _misspelt(table: Table, text: str, id: str, among: Collection[str] | None) -> list[str]:
    """Other things, possible here, whose whole name the text is but for one letter.

    `corun` begins Corunna, and may be a slip for Coron; up to three letters a beginning is a beginning.
    """
    if len(text) < SHORTEST_SLIP:
        return []
    others = {other: None for name in table.one_letter_off(text) for other in table.spelled[name]}
    return [other for other in others if other != id and (among is None or other in among)]


def _narrow(ids: list[str], among: Collection[str] | None) -> list[str]:
    """Those that are possible here, if any are."""
    if among is None or len(ids) == 1:
        return ids
    return [id for id in ids if id in among] or ids


UNIT_WORDS = {
    "regulars": ("regular", "reg", "regs", "rgs", "r", "reg.", "infantry", "inf"),
    "mercenaries": ("mercenary", "merc", "mercs", "mrcs", "m"),
    "cavalry": ("cav", "cavs", "c", "sipahi", "sipahis", "horse"),
    "squadrons": (
        "squadron", "sq", "sqn", "sqns", "sqs", "sqd", "sqds", "sqdn", "sqdns", "s", "fleet", "fleets",
        "naval squadrons",
    ),
    "corsairs": ("corsair", "cor", "cors", "k", "pirates"),
    "galleys": ("galley", "gal", "gals", "g"),
    "galleons": ("galleon", "gln", "glns", "n"),
    "race_built": (
        "race-built galleons", "race-built galleon", "race built galleons", "race built galleon",
        "race-built", "race built", "rb",
    ),
    "armada": ("armada steps", "armada step", "steps of the armada", "step of the armada", "the armada"),
}  # fmt: skip
