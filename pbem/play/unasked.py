"""Lines that came before their question: which of them may wait, and which question they may answer then.

From `sure` or `will do` nobody can see what it replies to.  Such words act on what their letter answers, and
on nothing that is asked later: a line that waits must say by itself what it orders.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import OrderProblem
from pbem.language import say
from pbem.language.parse import parse_line
from pbem.language.words import key, tokens, without_politeness
from pbem.play.lines import HeldLine
from pbem.play.table import Table
from pbem.play.whose_line import BARE, is_reply
from rules import Power, Question

_SMALL = frozenset("with all from and the for but then into off out not card".split())
_LIKE = 4
"""Letters that two forms of a word share: `intercept`, `interception`."""
_BEFORE = frozenset("i ill we then and also first next finally now will".split())
"""Words that may stand before an order."""
_LONGEST = 5
"""Words of a name."""


def may_wait(table: Table, words: str, *, follows: bool) -> bool:
    """Whether a line could be an order later: what only tells something must not wait to be taken for one.

    Where it `follows` an order of its letter, it need not say what it is about.
    """
    if key(words) in table.names.grammars.heads and not is_reply(words):
        return True  # `usual`
    free = table.title.free_words_for(words)
    return free.talk.may_be_for_later(words) and (follows or _is_of_the_game(table, words))


def _is_of_the_game(table: Table, words: str) -> bool:
    """Whether a line names something of the game, or begins as an order that needs no name does."""
    said = [word.text for word in without_politeness(tokens(words)) if not word.is_mark]
    while said and said[0] in _BEFORE:
        del said[0]
    if not said or (len(said) == 1 and said[0] in BARE):
        return False
    heads = table.names.grammars.heads
    if " ".join(said[:2]) in heads or (len(said) == 1 and said[0] in heads):
        return True
    spans = (" ".join(said[at:end]) for at in range(len(said)) for end in range(at + 1, at + 1 + _LONGEST))
    tables = table.names.tables.values()
    return any(span in known.spelled for span in spans for known in tables) or any(
        word.isdecimal() and len(word) > 1 for word in said
    )


def may_answer(table: Table, power: Power, held: HeldLine) -> bool:
    """Whether a held line says that it is for what its power is asked now.

    In its own impulse whatever follows an order goes on with it; what was written for a moment is for that.
    A line that is no answer at all is left to whoever tries it.
    """
    if _goes_on(table, power, held):
        return True
    question = table.engine.question(power)
    try:
        answer = parse_line(held.line, question, table.engine.game, table.names)
        order = say(question, answer, table.names)
    except (OrderProblem, LookupError):
        return True
    return names_its_order(held.line, [order], question)


def may_mean(table: Table, power: Power, held: HeldLine, orders: Iterable[str]) -> bool:
    """The same of a line in free words, and what they are read as."""
    return _goes_on(table, power, held) or names_its_order(held.line, orders, table.engine.question(power))


def _goes_on(table: Table, power: Power, held: HeldLine) -> bool:
    own = table.active() == power and held.checkpoint == table.engine.snapshot.seq
    return bool(held.moment) or own


def names_its_order(line: str, orders: Iterable[str], question: Question[object]) -> bool:
    """Whether a line shares a word with the orders that it is taken for, or with what is asked."""
    if is_reply(line):
        return False
    asked = f"{question.kind} {getattr(question, 'topic', '')}".replace("_", " ")
    wanted = {stem for order in orders for stem in _stems(order)} | _stems(asked)
    return key(line) == key(" ".join(orders)) or not wanted.isdisjoint(_stems(line))


def _stems(words: str) -> set[str]:
    found = (word.text for word in tokens(words) if not word.is_mark and word.text not in _SMALL)
    return {word[:_LIKE] for word in found if len(word) > 2 or (word.isdecimal() and len(word) > 1)}
