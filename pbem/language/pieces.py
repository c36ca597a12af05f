"""Parsers for what players leave unsaid, and for what they write where it cannot be an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.language.grammar import Parser, nothing, one_of, seq
from pbem.language.reading import Found, Reading, Reject


def either(values: Sequence[Any]) -> Parser[Any]:
    """No words at all; any of these values, of which the rules allow one, or the order is ambiguous."""
    return one_of(*(nothing(value) for value in values))


class _Silent(Parser[Any]):
    """Reads no words, and has no value."""

    @property
    def usage(self) -> str:
        return ""

    @property
    def silent(self) -> bool:
        return True


@dataclass
class _Refuse(_Silent):
    why: Reject

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        reading.reject(len(reading.words), self.why)
        return iter(())


def refuse(lead: Parser[Any], code: str, **fields: Any) -> Parser[Any]:
    """What players write where it cannot be an order: whatever follows, they are told why."""
    return seq(lead, _Refuse(Reject(code, **fields))).help("")


@dataclass
class _OrElse(Parser[Any]):
    parser: Parser[Any]
    others: Callable[[], Parser[Any]]

    @property
    def usage(self) -> str:
        return self.parser.usage

    def usages(self) -> list[str]:
        return self.parser.usages()

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        whole = False
        for found in self.parser.read(reading, at):
            whole = whole or found.end == len(reading.words)
            yield found
        if not whole:
            yield from self.others().read(reading, at)


def or_else(parser: Parser[Any], others: Callable[[], Parser[Any]]) -> Parser[Any]:
    """A parser, and what is made and tried only if that cannot read the whole line; not offered."""
    return _OrElse(parser, others)


class _AtEnd(_Silent):
    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        if at == len(reading.words):
            yield Found(None, at)


AT_END: Parser[Any] = _AtEnd()
"""Nothing more is written: only then is it worth while to look for what may be meant."""


@dataclass
class _Containing(_Silent):
    words: tuple[str, ...]

    def read(self, reading: Reading, at: int) -> Iterator[Found[Any]]:
        if any(token.is_number or token.text in self.words for token in reading.words[at:]):
            yield Found(None, at)


def containing(*words: str) -> Parser[Any]:
    """Reads nothing, and only if a number or one of these words follows: spares other lines the work."""
    return _Containing(words)
