"""Which grammar reads the answer to which question.

A grammar is a function from the open question (and the position) to a parser, because what may be
written depends on what is asked.  With it goes, where practical, the way back: `say` writes an answer as
the order that gives it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pbem.language.grammar import Parser
from pbem.language.names import Names
from rules.core.flow import Question

Build: TypeAlias = Callable[[Any, Any, Names], Parser[Any]]
"""(question, game, names) -> the parser of its answers."""
Say: TypeAlias = Callable[[Any, Any, Names], str]
"""(question, answer, names) -> the order that gives this answer."""


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


KINDS: dict[str, Grammar] = {}
TOPICS: dict[str, Grammar] = {}
ACTIONS: dict[str, Grammar] = {}


def grammar(kind: str) -> Callable[[Build], Grammar]:
    """Register the grammar of a kind of question."""
    return _enter(KINDS, kind)


def topic_grammar(topic: str) -> Callable[[Build], Grammar]:
    """Register a grammar for one topic of Choose, ChooseSome, Decide or ChooseNumber.

    It is tried beside the general one, so it need only add what is special.
    """
    return _enter(TOPICS, topic)


def action_grammar(action: type) -> Callable[[Build], Grammar]:
    """Register the grammar of an action that CP buy."""
    return _enter(ACTIONS, action.__name__)


def _enter(table: dict[str, Grammar], name: str) -> Callable[[Build], Grammar]:
    def register(build: Build) -> Grammar:
        assert name not in table, f"two grammars for {name}"
        entry = table[name] = Grammar(build)
        return entry

    return register


_EXAMPLE = re.compile(r"`([^`<]{2,90})`")
MOST_EXAMPLES = 12


def examples(word: str) -> list[str]:
    """Orders with a word in them, from what the grammars say of themselves."""
    found: list[str] = []
    for entry in (*ACTIONS.values(), *KINDS.values(), *TOPICS.values()):
        shown = _EXAMPLE.findall(entry.build.__doc__ or "")
        found += [order for order in shown if re.search(rf"\b{re.escape(word)}", order, re.IGNORECASE)]
    return list(dict.fromkeys(found))[:MOST_EXAMPLES]


def grammar_of(question: Question[Any]) -> Grammar | None:
    """The grammar registered for a question."""
    return KINDS.get(question.kind)
