"""Which grammar reads the answer to which question: one book of grammars a title.

A grammar is a function from the open question (and the position) to a parser, because what may be
written depends on what is asked.  With it goes, where practical, the way back: an answer is written as
the order that gives it, by a pattern (`pbem.language.written`) or by a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from pbem.language.words import tokens
from rules.core.flow import Question

if TYPE_CHECKING:
    from pbem.language.grammar import Parser
    from pbem.language.names import Names

Build: TypeAlias = "Callable[[Any, Any, Names], Parser[Any]]"
"""(question, game, names) -> the parser of its answers."""
Say: TypeAlias = "Callable[[Any, Any, Names], str]"
"""(question, answer, names) -> the order that gives this answer."""

_EXAMPLE = re.compile(r"`([^`<]{2,90})`")
MOST_EXAMPLES = 12


@dataclass(slots=True)
class Grammar:
    """How the answers to one kind of question, or one action, are read and written."""

    build: Build
    write: Say | None = None

    def __call__(self, question: Any, game: Any, names: Names) -> Parser[Any]:
        return self.build(question, game, names)

    def say(self, write: Say) -> Say:
        """Decorator: how an answer is written as an order."""
        self.write = write
        return write


@dataclass(frozen=True, slots=True)
class Subject:
    """One or more questions under one name, which catalogs tell."""

    name: str
    keys: tuple[str, ...]


@dataclass(slots=True)
class Grammars:
    """The grammars of one title."""

    kinds: dict[str, Grammar] = field(default_factory=dict)
    topics: dict[str, Grammar] = field(default_factory=dict)
    actions: dict[str, Grammar] = field(default_factory=dict)
    conditions: list[Parser[Any]] = field(default_factory=list)
    """How the condition of a line may be written; each reads as a test (`pbem.games.conditions`)."""
    facts: list[Parser[Any]] = field(default_factory=list)
    """What an order written before its moment may be bound to (`pbem.games.conditions.Fact`)."""
    position: list[Parser[Any]] = field(default_factory=list)
    """Those of them that look at the position alone, for standing orders."""
    subjects: dict[str, Subject] = field(default_factory=dict)
    """What standing orders can be about, by the words of players."""
    verbs: list[str] = field(default_factory=list)
    """Words with which actions begin, for players who forget to play a card first."""
    elsewhere: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What players order at the wrong moment, by the code of what they are told."""
    events: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """The uses of each card as an event in an impulse."""
    questions: list[str] = field(default_factory=list)
    """The names of the questions that have a sentence: topics, kinds and windows."""
    _heads: frozenset[str] = frozenset()

    def include(self, other: Grammars) -> None:
        """Take over grammars that several titles share."""
        self.kinds |= other.kinds
        self.topics |= other.topics
        self.actions |= other.actions

    def kind(self, kind: str, write: Say | None = None) -> Callable[[Build], Grammar]:
        """Decorator: the grammar of a kind of question."""
        return _enter(self.kinds, kind, write)

    def topic(self, topic: str, write: Say | None = None) -> Callable[[Build], Grammar]:
        """Decorator: a grammar for one topic of Choose, ChooseSome, Decide or ChooseNumber.

        It is tried beside the general one, so it need only add what is special.
        """
        return _enter(self.topics, topic, write)

    def action(self, action: type, write: Say | None = None) -> Callable[[Build], Grammar]:
        """Decorator: the grammar of an action that CP buy."""
        return _enter(self.actions, action.__name__, write)

    def of(self, question: Question[Any]) -> Grammar | None:
        """The grammar of a question."""
        return self.kinds.get(question.kind)

    def of_topic(self, question: Question[Any]) -> Grammar | None:
        """What is special about the topic of a question."""
        return self.topics.get(getattr(question, "topic", ""))

    def examples(self, word: str) -> list[str]:
        """Orders with a word in them, from what the grammars say of themselves."""
        found = [o for o in self._examples() if re.search(rf"\b{re.escape(word)}", o, re.IGNORECASE)]
        return list(dict.fromkeys(found))[:MOST_EXAMPLES]

    @property
    def heads(self) -> frozenset[str]:
        """How orders begin, at whatever moment: their first two words, or the only one."""
        if not self._heads:
            orders = (
                *self._examples(),
                *self.verbs,
                *(one for some in self.elsewhere.values() for one in some),
            )
            words = ([word.text for word in tokens(order) if not word.is_mark][:2] for order in orders)
            self._heads = frozenset(" ".join(some) for some in words if some)
        return self._heads

    def _examples(self) -> list[str]:
        grammars = (*self.actions.values(), *self.kinds.values(), *self.topics.values())
        return [order for entry in grammars for order in _EXAMPLE.findall(entry.build.__doc__ or "")]


def _enter(table: dict[str, Grammar], name: str, write: Say | None) -> Callable[[Build], Grammar]:
    def register(build: Build) -> Grammar:
        assert name not in table, f"two grammars for {name}"
        entry = table[name] = Grammar(build, write)
        return entry

    return register
