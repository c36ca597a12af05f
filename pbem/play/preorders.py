"""Orders written before their moment: kept with it, carried out when it comes, stopped by what has happened.

Unless its writer says otherwise, what was written is not carried out any more when something has touched the
power since (`Game.touched`).  `even if I am attacked` makes an exception; `unless the enemy enters Rome` and
`if at war with France` add conditions.  They count for all that is written for one moment.  Public facts
alone decide, so whether an order was stopped tells nobody anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.errors import OrderProblem, Unreadable
from pbem.games import Game
from pbem.games.conditions import (
    BESIEGED,
    CAPTURED,
    CARD,
    LOST,
    MET,
    NEAR,
    PEOPLE,
    TAKEN,
    TOUCHES,
    UNREST,
    WAR,
    Fact,
    Not,
    Situation,
    Touched,
)
from pbem.games.moments import IMPULSE
from pbem.language import Names
from pbem.language.grammar import Parser, one_of, optional, phrase, word
from pbem.language.parse import readings
from pbem.language.voice import Voice
from pbem.play.conditions import is_conditional
from pbem.play.moments import AFTER_THAT, HEADINGS
from rules import Event, Power

_ANYTHING = r"no matter what|whatever happens|anyway|in any case|come what may"
_UNLESS = (
    r"unless|except if|not if|(?:stop|abort|cancel|skip|drop|halt|hold|do nothing|don['’]?t|do not)"
    r"(?: (?:this|it|them|that|anything))? if"
)
_TERM = re.compile(
    r"^(?P<order>.*?)[\s,;]*(?:\b(?:but|and)\s+)?\b(?:(?P<even>even if|even when|regardless of)"
    rf"|(?P<anything>{_ANYTHING})|(?P<unless>{_UNLESS})"
    r"|(?P<only>only if|as long as|so long as|provided(?: that)?|if))\b\s*(?P<text>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FORGET = re.compile(
    r"^(?:should|if|when)\s+(?P<fact>[^:]+?),\s*(?:then )?(?:please )?(?:forget|drop|cancel|ignore|skip"
    r"|scrap|stop|abort)"
    r"(?: (?:about )?(?:(?:all |everything )?(?:of )?(?:the above|this|that|it|them|everything|all)"
    r"|what stands above))?$",
    re.IGNORECASE,
)
"""`should anybody declare war on me, forget the above`"""
_MEANWHILE = re.compile(
    r"[\s,]+(?:before(?: (?:then|that))?|by then|until then|in the meantime|meanwhile|first)$", re.IGNORECASE
)
_NEGATION = re.compile(r"(?:\s(?:do|does|did))?(?:\s+not\b|n['’]t\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PreOrder:
    """A line for a moment that is to come."""

    line: str
    moment: str
    since: int
    """The log entry after which it was written."""
    until: int
    """The turn in which its moment comes; after that it is handed back."""
    letter: int | None = None

    @property
    def marked(self) -> str:
        """The line with the words of its moment, as it can be sent again."""
        return f"{HEADINGS[self.moment]} {self.line}"


@dataclass(frozen=True, slots=True)
class Stop:
    """Why something was not carried out; exactly one of these is set."""

    touched: Touched | None = None
    fact: Fact | None = None
    """A fact that should not be so (`unless`)."""
    missing: Fact | None = None
    """A fact that should be so (`if`)."""
    over: bool = False
    """Its moment never came in the turn for which it was written."""

    def words(self, voice: Voice) -> str:
        if self.touched is not None:
            return self.touched.words(voice)
        if self.fact is not None:
            return self.fact.words(voice)
        if self.missing is not None:
            return Not(self.missing).words(voice)
        return voice.word("preorder.over")


@dataclass(frozen=True, slots=True)
class Fired:
    """What was carried out, or begun, because its moment has come."""

    power: Power
    moment: str
    lines: tuple[str, ...]
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """What was handed back instead, and why."""

    power: Power
    moment: str
    lines: tuple[str, ...]
    why: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Orders, and what stops them."""

    orders: tuple[str, ...] = ()
    unless: tuple[Fact, ...] = ()
    only_if: tuple[Fact, ...] = ()
    even_if: tuple[str, ...] = ()
    """In what ways a power may be touched without stopping them."""
    but_for: tuple[str, ...] = ()
    """And which of these stop them all the same."""

    def may_be(self, kind: str) -> bool:
        """Whether being touched in this way stops nothing."""
        return kind in self.even_if and kind not in self.but_for

    def stops(self, situation: Situation, title: Game) -> tuple[Stop, ...]:
        """All that stops them now."""
        found = title.touched(situation.power, situation.known, situation.game)
        return (
            *(Stop(touched=touch) for touch in found if not self.may_be(touch.kind)),
            *(Stop(fact=fact) for fact in self.unless if fact(situation)),
            *(Stop(missing=fact) for fact in self.only_if if not fact(situation)),
        )

    def joined(self, other: Terms) -> Terms:
        return Terms(
            (*self.orders, *other.orders),
            (*self.unless, *other.unless),
            (*self.only_if, *other.only_if),
            tuple(dict.fromkeys((*self.even_if, *other.even_if))),
            (*self.but_for, *other.but_for),
        )


def terms_of(lines: Iterable[str], names: Names) -> Terms:
    """What a block of lines orders, and on which terms.

    :raises OrderProblem: a condition is not understood.
    """
    terms = Terms()
    for line in lines:
        terms = terms.joined(_read(line, names))
    return terms


def only_binds(line: str, names: Names) -> bool:
    """Whether a line orders nothing, and is a condition of its block: `unless England attacks me`."""
    try:
        return not _read(line, names).orders
    except OrderProblem:
        return False


def _read(line: str, names: Names) -> Terms:
    """One line: an order, a condition for the whole block, or an order with a condition behind it."""
    if forgets := _FORGET.match(line.strip(" .!")):
        line = f"stop if {forgets['fact']}"
    found = None if line.startswith("press to ") else _TERM.match(line)
    if found is None:  # what is said to others may hold any words
        return Terms((line,))
    try:
        terms = _term(found, names)
    except OrderProblem:
        if is_conditional(line):  # `if won: control metz` is decided when its turn comes
            return Terms((line,))
        raise
    order = found["order"].strip(" ,;")
    return replace(terms, orders=(order,)) if order else terms


def _term(found: re.Match[str], names: Names) -> Terms:
    plain = _MEANWHILE.sub("", found["text"].strip(" .,;!"))
    if found["anything"]:
        if plain:
            raise Unreadable("condition.unknown", found[0], text=plain)
        return Terms(even_if=TOUCHES)
    if found["even"]:
        return Terms(even_if=_kinds(plain, names))
    if not names.grammars.facts:
        raise Unreadable("condition.none", found["text"])
    try:
        fact = _fact(plain, names)
    except OrderProblem:
        if not found["unless"]:
            raise
        try:  # `unless I am besieged` stands whatever else is excepted
            return Terms(but_for=_kinds(plain, names))
        except OrderProblem:
            pass
        raise
    return Terms(unless=(fact,)) if found["unless"] else Terms(only_if=(fact,))


def _kinds(plain: str, names: Names) -> tuple[str, ...]:
    """In what ways a power may be touched, by a phrase."""
    kinds: tuple[str, ...]
    try:
        (kinds, *_) = readings(plain, _touches(), names)
    except OrderProblem:
        raise Unreadable("condition.even", plain) from None
    return kinds


def _fact(plain: str, names: Names) -> Fact:
    """A fact, or the denial of one: `the Emperor has not passed`."""
    fact: Fact
    try:
        (fact, *_) = readings(plain, _facts(names), names)
    except OrderProblem:
        denied = _NEGATION.sub("", plain)
        if denied == plain:
            raise
        (fact, *_) = readings(denied, _facts(names), names)
        return fact.fact if isinstance(fact, Not) else Not(fact)
    return fact


def _facts(names: Names) -> Parser[Fact]:
    return one_of(*names.grammars.facts)


_TOUCH_WORDS = (
    (TOUCHES, ("anything happens", "anything", "something happens", "touched", "i am touched")),
    ((LOST,), ("i lose units", "units are lost", "i have losses", "we lose units", "losses", "units lost")),
    ((MET, LOST), ("attacked", "i am attacked", "im attacked", "anybody attacks me", "anyone attacks me",
                   "somebody attack me", "anybody attack me", "anyone attack me",
                   "we are attacked", "somebody attacks me",
                   "there is a battle", "a battle", "battles",
                   "i fight", "in battle", "i lose a battle", "a naval battle", "fighting")),
    ((TAKEN,), ("a space is taken", "i lose a space", "spaces are lost", "a space falls", "spaces lost",
                "i lose spaces", "losing a space")),
    ((BESIEGED,), ("besieged", "i am besieged", "somebody besieges me", "a siege",
                   "there is a siege", "sieges")),
    ((UNREST,), ("unrest", "there is unrest", "in unrest")),
    ((WAR,), ("war is declared", "war is declared on me", "war", "somebody declares war", "at war",
              "somebody declares war on me", "declarations of war", *(
                  f"{who} {declares} war{on}" for who in ("anybody", "anyone", "someone", "somebody")
                  for declares in ("declare", "declares") for on in ("", " on me", " on us")))),
    ((CAPTURED,), ("a leader is captured", "my leader is captured", "leaders are captured", "captured")),
    ((NEAR,), ("an army comes near", "enemies come near", "threatened", "i am threatened",
               "an enemy comes near", "my keys are threatened", "enemies near")),
    ((CARD,), ("a card is taken", "i lose a card", "cards are taken", "losing a card")),
    ((PEOPLE,), ("people are lost", "i lose people", "i lose somebody")),
)  # fmt: skip


def _touches() -> Parser[tuple[str, ...]]:
    lead = optional(word("the", "that"))
    return phrase(lead, one_of(*(word(*_spoken(words), value=kinds) for kinds, words in _TOUCH_WORDS)))


def _spoken(words: Iterable[str]) -> dict[str, None]:
    """Phrases with and without who speaks: `i` at the beginning of a line is passed over."""
    return dict.fromkeys(form for one in words for form in (one, one.removeprefix("i ").removeprefix("we ")))


# ---- All of a game


@dataclass(slots=True)
class PreOrders:
    """The orders that wait for their moments, and what became of some in this sitting."""

    lines: dict[Power, list[PreOrder]] = field(default_factory=dict)
    fired: list[Fired] = field(default_factory=list)
    stopped: list[Stopped] = field(default_factory=list)
    taken_back: list[tuple[Power, PreOrder]] = field(default_factory=list)
    """By their player, or replaced by later ones."""

    def of(self, power: Power, moment: str | None = None) -> list[PreOrder]:
        return [order for order in self.lines.get(power, []) if moment in (None, order.moment)]

    def copy_for(self, powers: Sequence[Power] | None = None) -> PreOrders:
        """A copy; of some powers alone, if they are named."""
        return PreOrders({p: list(own) for p, own in self.lines.items() if powers is None or p in powers})

    def keep(self, power: Power, order: PreOrder) -> None:
        self.lines.setdefault(power, []).append(order)

    def take(self, power: Power, moment: str) -> list[PreOrder]:
        """Those for a moment, which are kept no longer."""
        found = self.of(power, moment)
        left = [order for order in self.lines.get(power, []) if order.moment != moment]
        if left:
            self.lines[power] = left
        else:
            self.lines.pop(power, None)
        return found

    def forget(self, power: Power, moment: str) -> list[PreOrder]:
        """Take back what was written for a moment: its player says so, or writes something else."""
        gone = self.take(power, moment)
        self.taken_back += [(power, order) for order in gone]
        return gone

    def impulse_begins(self, power: Power) -> None:
        """A power takes its impulse: the one after that is now the next."""
        if power in self.lines:
            self.lines[power] = [
                replace(order, moment=IMPULSE) if order.moment == AFTER_THAT else order
                for order in self.lines[power]
            ]

    def review(self, turn: int) -> None:
        """Hand back what was for a turn that is over."""
        for power in list(self.lines):
            for moment in dict.fromkeys(order.moment for order in self.of(power)):
                if any(order.until < turn for order in self.of(power, moment)):
                    lines = tuple(order.line for order in self.take(power, moment))
                    self.stopped.append(Stopped(power, moment, lines, (Stop(over=True),)))

    def begin(
        self, power: Power, moment: str, situation: Situation, title: Game
    ) -> tuple[Terms, list[PreOrder]] | None:
        """What is to be carried out now, or None if something stops it: then it is handed back."""
        block = self.take(power, moment)
        terms = terms_of((order.line for order in block), title.names)
        lines = tuple(order.line for order in block)
        if why := terms.stops(situation, title):
            self.stopped.append(Stopped(power, moment, lines, why))
            return None
        self.fired.append(Fired(power, moment, lines, terms.orders))
        return terms, block


def situation_since(power: Power, game: Any, events: Sequence[Event]) -> Situation:
    """What stops an order is looked for among the public events since it was written."""
    public = tuple(event for event in events if event.visible_to(None))
    return Situation(power, public, game, finished=True, since=public)
