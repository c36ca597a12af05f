"""Small parser combinators for orders: the grammar that parses is the grammar that helps.

A parser reads words from a place on and yields every way to read them, each with its value, where it
ends, and how far it had to stretch (`cost`: beginnings of names cost more than whole names).  It knows its
`usage`, and on the way it notes what it would have expected, which makes the error.  Work is counted, so
that no line whatever takes long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.language.reading import Found, Missed, Reading
from pbem.language.reading import Reject as Reject

T = TypeVar("T")
U = TypeVar("U")

SHORTEST_BEGINNING = 3
LONGEST_NAME = 9
"""Words of the longest name of anything."""


class Lead(NamedTuple):
    """The word with which a form begins."""

    initials: frozenset[str]
    shown: str
    """As it is expected; empty if the form is not offered."""

    def note(self, reading: Reading, at: int) -> None:
        """It is not there: the same as if the form had been read."""
        if self.shown:
            reading.expect(at, self.shown)
        else:
            reading.step()


class Parser(ABC, Generic[T]):
    """Reads a value from words.  `usage` shows how to write it; a silent one leaves no value in `seq`."""

    shown: str

    @property
    def usage(self) -> str:
        """How it is written."""
        return self.shown

    @property
    def silent(self) -> bool:
        """Whether it leaves no value in a `seq`."""
        return False

    @property
    def lead(self) -> Lead | None:
        """The word with which all that it reads begins; None if it may begin otherwise."""
        return None

    @abstractmethod
    def read(self, reading: Reading, at: int) -> Iterator[Found[T]]:
        """Every way to read the words from `at` on."""

    def usages(self) -> list[str]:
        """How to write it, one line for each alternative."""
        return [self.usage] if self.usage else []

    def to(self, build: Callable[..., U]) -> Parser[U]:
        """The parser of what `build` makes of the value; the values of a `seq` become arguments."""
        return _To(self, build)

    def then(self, follow: Callable[[T], Parser[U]]) -> Parser[U]:
        """What follows depends on the value: read on with the parser that `follow` makes of it."""
        return _Then(self, follow)

    def help(self, usage: str) -> Parser[T]:
        """The same parser with its usage in other words; with none it is understood but not offered."""
        return _Helped(self, usage)


@dataclass
class _To(Parser[U]):
    parser: Parser[Any]
    build: Callable[..., U]

    @property
    def usage(self) -> str:
        return self.parser.usage

    @property
    def lead(self) -> Lead | None:
        return self.parser.lead

    def usages(self) -> list[str]:
        return self.parser.usages()

    def read(self, reading: Reading, at: int) -> Iterator[Found[U]]:
        spread = isinstance(self.parser, _Seq)
        for found in self.parser.read(reading, at):
            try:
                value = self.build(*found.value) if spread else self.build(found.value)
            except Reject as problem:
                reading.reject(found.end, problem)
                continue
            yield Found(value, found.end, found.cost)


@dataclass
class _Then(Parser[U]):
    parser: Parser[Any]
    follow: Callable[[Any], Parser[U]]

    @property
    def usage(self) -> str:
        return self.parser.usage

    @property
    def lead(self) -> Lead | None:
        return self.parser.lead

    def read(self, reading: Reading, at: int) -> Iterator[Found[U]]:
        for found in self.parser.read(reading, at):
            for more in self.follow(found.value).read(reading, found.end):
                yield Found(more.value, more.end, found.cost + more.cost)


@dataclass
class _Helped(Parser[T]):
    parser: Parser[T]
    shown: str

    @property
    def silent(self) -> bool:
        return self.parser.silent

    @property
    def lead(self) -> Lead | None:
        lead = self.parser.lead
        return lead if lead is None or self.shown else lead._replace(shown="")

    def usages(self) -> list[str]:
        return [self.shown] if self.shown else []

    def read(self, reading: Reading, at: int) -> Iterator[Found[T]]:
        return self.parser.read(reading, at) if self.shown else self._hidden(reading, at)

    def _hidden(self, reading: Reading, at: int) -> Iterator[Found[T]]:
        """A form that is not offered: its first word is not expected, but what follows it is."""
        found = self.parser.read(reading, at)
        while True:
            before, reading.muted = reading.muted, at
            try:
                value = next(found)
            except StopIteration:
                return
            finally:
                reading.muted = before
            yield value


# ---- Words


@dataclass
class _Word(Parser[Any]):
    phrases: tuple[tuple[str, ...], ...]
    initials: frozenset[str]
    value: Any
    quiet: bool
    shown: str

    @property
    def silent(self) -> bool:
        return self.quiet

    @property
    def lead(self) -> Lead | None:
        return Lead(self.initials, self.shown)

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        reading.expect(at, self.shown)
        if reading.text(at)[:1] not in self.initials:
            return
        best: dict[int, int] = {}
        for phrase in self.phrases:
            cost = 0
            for offset, word in enumerate(phrase):
                text = reading.text(at + offset)
                if text == word:
                    continue
                if len(text) >= SHORTEST_BEGINNING and word.startswith(text):
                    cost += 1
                    continue
                break
            else:
                end = at + len(phrase)
                best[end] = min(cost, best.get(end, cost))
        for end in sorted(best, reverse=True):
            yield Found(self.value, end, best[end])


_NOTHING = object()


@cache
def _phrases(phrases: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], frozenset[str]]:
    # Grammars are built anew for every question, always with the same words.
    split = tuple(tuple(phrase.split()) for phrase in phrases)
    return split, frozenset(phrase[0][0] for phrase in split)


def word(*phrases: str, value: Any = _NOTHING) -> Parser[Any]:
    """One of several words or phrases, or a beginning of three letters of one; silent without a value."""
    silent = value is _NOTHING
    return _Word(*_phrases(phrases), None if silent else value, silent, phrases[0])


@dataclass
class _Mark(Parser[None]):
    marks: tuple[str, ...]
    shown: str
    needed: bool

    @property
    def silent(self) -> bool:
        return True

    def read(self, reading: Reading, at: int) -> Iterator[Found[None]]:
        if reading.text(at) in self.marks:
            end = at + 1
            # `, and` and `: >` are one mark.
            while reading.text(end) in self.marks:
                end += 1
            yield Found(None, end)
        elif self.needed:
            reading.expect(at, f'"{self.usage}"')
        else:
            yield Found(None, at)


ARROW: Parser[None] = _Mark((">", "to", "into", ":", ","), ">", needed=False)
"""Between two places: `>`, `->`, `to`, or nothing."""
COMMA: Parser[None] = _Mark((",", "and", "&", "+", ";", "with", "plus"), ",", needed=True)
AND: Parser[None] = _Mark((",", "and", "&", "+", ";", "plus"), ",", needed=True)
"""Between enemies: `war on France with England` may name a friend."""
COLON: Parser[None] = _Mark((":", ",", ";"), ":", needed=False)
FROM: Parser[None] = _Mark(("from", ":", ",", "in", "at"), ":", needed=False)
IN: Parser[None] = _Mark(("in", "at", "on", ":", ">", "to", "into", "of", "from", "the"), "in", needed=False)
FOR: Parser[None] = _Mark(("for", "with", ":", ",", "as"), "for", needed=False)
THE: Parser[None] = _Mark(tuple("the a an my our his their".split()), "", needed=False)


@dataclass
class _Number(Parser[int]):
    least: int
    most: int
    shown: str

    def read(self, reading: Reading, at: int) -> Iterator[Found[int]]:
        text = reading.text(at)
        if text.isdecimal() and len(text) < 7:
            yield Found(int(text), at + 1)
        elif text in NUMBER_WORDS:
            yield Found(NUMBER_WORDS[text], at + 1)
        else:
            limits = f"{self.least} to {self.most}" if self.most < 1_000 else f"{self.least} or more"
            reading.expect(at, f"a number ({limits})")


NUMBER_WORDS = {
    word: n
    for n, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


def number(least: int = 0, most: int = 999_999, usage: str = "<number>") -> Parser[int]:
    """A number; one outside the limits is read all the same, for the rules to refuse with their reason."""
    return _Number(least, most, usage)


@dataclass
class _Name(Parser[str]):
    kind: str
    among: Collection[str] | None
    shown: str

    def read(self, reading: Reading, at: int) -> Iterator[Found[str]]:
        reading.step()
        names = reading.names
        run = names.run(self.kind, reading.words[at : at + LONGEST_NAME])
        fits, unsure = names.fits(self.kind, run, self.among) if run else ([], [])
        if not fits:
            reading.expect(at, names.what(self.kind), Missed(self.kind, self.among, tuple(unsure)))
        for fit in fits:
            yield Found(fit.id, at + fit.length, fit.cost)


def name(kind: str, among: Collection[str] | None = None, usage: str = "") -> Parser[str]:
    """The name of a thing of a kind (`pbem.language.names`); `among` are those possible here.

    A thing that is not among them is read all the same, for the rules to refuse with their reason.
    """
    return _Name(kind, among, usage or f"<{kind}>")


# ---- Putting together


@dataclass
class _Seq(Parser[tuple[Any, ...]]):
    parsers: tuple[Parser[Any], ...]

    @property
    def silent(self) -> bool:
        return all(parser.silent for parser in self.parsers)

    @property
    def lead(self) -> Lead | None:
        return self.parsers[0].lead if self.parsers else None

    @property
    def usage(self) -> str:
        return _join([parser.usage for parser in self.parsers])

    def usages(self) -> list[str]:
        lines = [""]
        for parser in self.parsers:
            alternatives = parser.usages() or [""]
            if len(lines) * len(alternatives) > 6:
                alternatives = [parser.usage]
            lines = [_join([line, more]) for line in lines for more in alternatives]
        return lines

    def read(self, reading: Reading, at: int) -> Iterator[Found[tuple[Any, ...]]]:
        return self._from(0, reading, at)

    def _from(self, first: int, reading: Reading, at: int) -> Iterator[Found[tuple[Any, ...]]]:
        if first == len(self.parsers):
            yield Found((), at)
            return
        parser = self.parsers[first]
        for head in parser.read(reading, at):
            for tail in self._from(first + 1, reading, head.end):
                values = tail.value if parser.silent else (head.value, *tail.value)
                yield Found(values, tail.end, head.cost + tail.cost)


def seq(*parsers: Parser[Any]) -> Parser[tuple[Any, ...]]:
    """One after another; the value is the tuple of the values that are not silent."""
    return _Seq(parsers)


def phrase(*parsers: Parser[Any]) -> Parser[Any]:
    """One after another, only one of which has a value: that value."""
    return _Seq(parsers).to(lambda value: value)


def _join(parts: Sequence[str]) -> str:
    text = " ".join(part for part in parts if part)
    for mark in (":", ",", ")"):
        text = text.replace(f" {mark}", mark)
    return text


@dataclass
class _OneOf(Parser[T]):
    parsers: tuple[Parser[T], ...]

    @property
    def usage(self) -> str:
        return "|".join(dict.fromkeys(parser.usage for parser in self.parsers if parser.usage))

    @property
    def silent(self) -> bool:
        return all(parser.silent for parser in self.parsers)

    def usages(self) -> list[str]:
        return list(dict.fromkeys(usage for parser in self.parsers for usage in parser.usages()))

    def read(self, reading: Reading, at: int) -> Iterator[Found[T]]:
        # Of some forty forms one or two begin with the word that is there: the others need not be read.
        initial = reading.text(at)[:1]
        for parser in self.parsers:
            lead = parser.lead
            if lead is not None and initial not in lead.initials:
                lead.note(reading, at)
            else:
                yield from parser.read(reading, at)


def one_of(*parsers: Parser[Any]) -> Parser[Any]:
    """Any of several; two that both fit with different values make the order ambiguous."""
    return _OneOf(parsers)


@dataclass
class _Optional(Parser[Any]):
    parser: Parser[Any]
    default: Any

    @property
    def usage(self) -> str:
        return f"[{self.parser.usage}]" if self.parser.usage else ""

    @property
    def silent(self) -> bool:
        return self.parser.silent

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        yield from self.parser.read(reading, at)
        yield Found(self.default, at)


def optional(parser: Parser[Any], default: Any = None) -> Parser[Any]:
    """The parser's value, or the default where it is not written."""
    return _Optional(parser, default)


@dataclass
class _Many(Parser[tuple[Any, ...]]):
    parser: Parser[Any]
    sep: Parser[Any]
    least: int
    most: int

    @property
    def usage(self) -> str:
        return f"{self.parser.usage}, ..." if self.parser.usage else ""

    def read(self, reading: Reading, at: int) -> Iterator[Found[tuple[Any, ...]]]:
        if self.least == 0:
            yield from self._more((), reading, at, 0)
            return
        for found in self.parser.read(reading, at):
            yield from self._more((found.value,), reading, found.end, found.cost)

    def _more(self, values: tuple[Any, ...], reading: Reading, at: int, cost: int) -> Iterator[Found[Any]]:
        # Longest first: what is written is meant.
        reading.step()
        if len(values) < self.most:
            starts = [at] if not values else [found.end for found in self.sep.read(reading, at)]
            for start in starts:
                for found in self.parser.read(reading, start):
                    if found.end > at:
                        more = (*values, found.value)
                        yield from self._more(more, reading, found.end, cost + found.cost)
        if len(values) >= self.least:
            yield Found(values, at, cost)


def many(parser: Parser[Any], sep: Parser[Any] = COMMA, *, least: int = 1, most: int = 40) -> Parser[Any]:
    """Several of a kind, as a tuple."""
    return _Many(parser, sep, least, most)


@dataclass
class _Nothing(Parser[Any]):
    value: Any

    @property
    def usage(self) -> str:
        return ""

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        yield Found(self.value, at)


def nothing(value: Any) -> Parser[Any]:
    """No words at all; the value is given."""
    return _Nothing(value)
