"""Lines with a condition: `if won: control vienna`, `if lost: stop, else: ...`, `otherwise: ...`.

A condition looks at what everybody saw happen since the power's last action, or at the open position; so a
receipt that says which branch was taken tells nothing new.  While it cannot be decided the line is held.
Lines with conditions that follow each other are one choice and are decided together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.calendar.deadlines import IMPULSE_QUESTIONS
from pbem.errors import Unreadable
from pbem.language import Names, expand
from pbem.language.grammar import Parser, name, number, one_of, optional, phrase, seq, word
from pbem.language.names import SPACE
from pbem.language.parse import readings
from rules import Answered, Engine, Event, Power
from rules.core.card_play import CardPlayed
from rules.core.log import effective
from rules.his.faith.events import AttemptFailed, AttemptSucceeded, DebateTied, DebateWon
from rules.war.control import ControlChanged
from rules.war.land_events import (
    AssaultFailed,
    AssaultStopped,
    AssaultSucceeded,
    BattleAvoided,
    BattleAvoidedFreely,
    BattleBegan,
    BattleEnded,
    InterceptionSucceeded,
    MoveStopped,
    SiegeLaid,
    Withdrew,
)
from rules.war.naval_events import NavalCombatBegan, NavalCombatEnded, NavalInterceptionTried
from rules.war.state import SpaceId, WarGame

_IF = re.compile(r"^\s*(if|unless)\b(.*)$", re.IGNORECASE | re.DOTALL)
_OTHERWISE = re.compile(r"^\s*(?:otherwise|else)\b\s*[:,]?\s*(.*)$", re.IGNORECASE | re.DOTALL)
_ELSE = re.compile(r"\s*[,;.]?\s*\b(?:else|otherwise)\b\s*[:,]?\s*", re.IGNORECASE)
_ORDERS = re.compile(r"\s*;\s*")
_BETWEEN = re.compile(r":|,?\s+then\s+|,")


@dataclass(frozen=True, slots=True)
class Situation:
    """What a condition may look at."""

    power: Power
    events: tuple[Event, ...]
    """Public ones since the power's last action."""
    game: Any
    finished: bool
    """Nothing more can come of that action: the power is asked for the next one."""


Test = Callable[[Situation], "bool | None"]
"""True, False, or None while it cannot be decided."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line with a condition: the orders if it holds, and if it does not.  Without one: `otherwise`."""

    test: Test | None
    orders: tuple[str, ...]
    others: tuple[str, ...] = ()


def is_conditional(line: str) -> bool:
    """Whether a line begins with `if`, `unless`, `otherwise` or `else`."""
    return bool(_IF.match(line) or _OTHERWISE.match(line))


def read_branch(line: str, names: Names) -> Branch:
    """A line with its condition and its orders.

    :raises Unreadable: the condition is not known, or there is no order.
    """
    if (found := _IF.match(line)) is None:
        otherwise = _OTHERWISE.match(line)
        assert otherwise is not None, "a line without a condition"
        return Branch(None, _orders(otherwise[1], line))
    parts = _BETWEEN.search(found[2])
    if parts is None:
        raise Unreadable('a colon is missing: "if won: control vienna"', line, column=len(line) + 1)
    condition, rest = found[2][: parts.start()], found[2][parts.end() :]
    offset = len(line) - len(found[2])
    try:
        (test, *_) = readings(condition, conditions(), names)
    except Unreadable as problem:
        raise Unreadable(
            problem.message, line, column=problem.column + offset, expected=problem.expected,
            proposals=problem.proposals,
        ) from None  # fmt: skip
    orders, *others = _ELSE.split(rest, maxsplit=1)
    if found[1].lower() == "unless":
        test = _not(test)
    return Branch(test, _orders(orders, line), _orders(others[0], line) if others else ())


def _orders(text: str, line: str) -> tuple[str, ...]:
    orders = [order for part in _ORDERS.split(text.strip()) if part for order in expand(part.strip(" ,"))]
    if not orders:
        raise Unreadable("after the condition an order is missing", line, column=len(line) + 1)
    return tuple(orders)


def all_orders(line: str, names: Names) -> tuple[str, ...]:
    """Every order of a line with a condition, whatever comes out."""
    branch = read_branch(line, names)
    return (*branch.orders, *branch.others)


def decide(branches: Sequence[Branch], situation: Situation) -> list[str] | None:
    """The orders that count; None while a condition cannot be decided."""
    orders: list[str] = []
    taken = False
    for branch in branches:
        if branch.test is None:
            orders += () if taken else branch.orders
            continue
        answer = branch.test(situation)
        if answer is None:
            return None
        if answer or branch.others:
            orders += branch.orders if answer else branch.others
            taken = True
    return orders


# ---- What has happened


def situation_of(engine: Engine[Any], power: Power) -> Situation:
    """What a power may judge by, when it is asked now."""
    question = engine.question(power)
    return Situation(
        power, tuple(_events_since_action(engine, power)), engine.game, question.kind in IMPULSE_QUESTIONS
    )


def _events_since_action(engine: Engine[Any], power: Power) -> list[Event]:
    """Public events since the power's last action of this impulse, found by playing the impulse again."""
    log = effective([entry for entry in engine.log if entry.seq > engine.snapshot.seq])
    actions = [
        entry.seq
        for entry in log
        if isinstance(entry, Answered) and entry.power == power and entry.kind in IMPULSE_QUESTIONS
    ]
    since = actions[-1] if actions else 0
    again: Engine[Any] = Engine(engine.rules, engine.snapshot)
    events: list[Event] = []
    for entry in log:
        again.drain()
        again.replay([entry], trusted=True)
        if entry.seq >= since:
            events += [event for event in again.game.events if event.visible_to(None)]
    return events


def _last(situation: Situation, kinds: tuple[type[Event], ...]) -> Event | None:
    return next((event for event in reversed(situation.events) if isinstance(event, kinds)), None)


def _happened(*kinds: type[Event]) -> Test:
    """Whether such a thing happened; undecided while it still may."""

    def test(situation: Situation) -> bool | None:
        if _last(situation, kinds) is not None:
            return True
        return False if situation.finished else None

    return test


def _not(test: Test) -> Test:
    def opposite(situation: Situation) -> bool | None:
        answer = test(situation)
        return None if answer is None else not answer

    return opposite


def _won(situation: Situation) -> bool | None:
    """Whether the last fight or debate of the power was won."""
    return _fought(situation, won=True)


def _lost(situation: Situation) -> bool | None:
    return _fought(situation, won=False)


_FIGHTS = (BattleEnded, NavalCombatEnded, AssaultSucceeded, AssaultFailed, DebateWon, DebateTied)


def _fought(situation: Situation, *, won: bool) -> bool | None:
    for event in reversed(situation.events):
        if isinstance(event, _FIGHTS) and (winner := _winner(event, situation)) is not None:
            return winner == won
    return False if situation.finished else None


def _winner(event: Event, situation: Situation) -> bool | None:
    """Whether the power has won; None if it took no part, or nobody has won."""
    power = situation.power
    if isinstance(event, BattleEnded):
        return _mine(event.winner, situation) or (False if _mine(event.loser, situation) else None)
    if isinstance(event, NavalCombatEnded):
        return event.winner == power if power in (event.attacker, event.defender) else None
    if isinstance(event, AssaultSucceeded | AssaultFailed):
        return isinstance(event, AssaultSucceeded) if event.power == power else None
    if isinstance(event, DebateWon):
        return event.power == power
    return None


def _mine(nations: Iterable[str], situation: Situation) -> bool:
    game = situation.game
    return any(
        nation == situation.power or (isinstance(game, WarGame) and game.commander(nation) == situation.power)
        for nation in nations
    )


def _intercepted(situation: Situation) -> bool | None:
    for event in situation.events:
        if isinstance(event, InterceptionSucceeded) and event.power != situation.power:
            return True
        if isinstance(event, NavalInterceptionTried) and event.success and event.power != situation.power:
            return True
    return False if situation.finished else None


def _responded(situation: Situation) -> bool | None:
    """Whether somebody else has played a card, or the action did not take place."""
    for event in situation.events:
        if isinstance(event, CardPlayed) and event.power != situation.power:
            return True
        if isinstance(event, MoveStopped | AssaultStopped) and event.power == situation.power:
            return True
    return False if situation.finished else None


def _succeeded(situation: Situation) -> bool | None:
    """Whether the last attempt or assault came off."""
    event = _last(situation, (AttemptSucceeded, AttemptFailed, AssaultSucceeded, AssaultFailed))
    if event is None:
        return False if situation.finished else None
    return isinstance(event, AttemptSucceeded | AssaultSucceeded)


def _failed(situation: Situation) -> bool | None:
    event = _last(situation, (AttemptSucceeded, AttemptFailed, AssaultSucceeded, AssaultFailed))
    if event is None:
        return False if situation.finished else None
    return isinstance(event, AttemptFailed | AssaultFailed)


def _taken(situation: Situation) -> bool | None:
    for event in situation.events:
        if isinstance(event, ControlChanged) and event.power == situation.power:
            return True
    return False if situation.finished else None


def _controls(space: SpaceId) -> Test:
    return lambda situation: bool(situation.game.controller(space) == situation.power)


def _besieges(space: SpaceId) -> Test:
    return lambda situation: situation.power in situation.game.spaces[space].sieges


def _cp_left(least: int) -> Test:
    return lambda situation: situation.game.cp_left(situation.power) >= least


# ---- How conditions are written


@cache
def conditions() -> Parser[Test]:
    """All conditions; `not` before any of them.  `we` and `I` at the beginning are read over."""
    plain = one_of(*_fights(), *_moves(), *_positions())
    return one_of(plain, phrase(word("not", "no", "are not", "have not"), plain).to(_not).help(""))


def _fights() -> list[Parser[Any]]:
    battle = optional(word("the battle is", "the battle was", "battle is", "the battle", "battle", "have"))
    return [
        phrase(battle, word("won", "win", "victory", "victorious", value=_won)).help("won"),
        phrase(battle, word("lost", "lose", "defeat", "defeated", "beaten", value=_lost)).help("lost"),
        word("battle", "there is a battle", "a battle", "they fight", "fight",
             value=_happened(BattleBegan, NavalCombatBegan)),
        word("success", "successful", "succeeded", "it succeeds", "attempt succeeds", "the attempt succeeds",
             "attempt succeeded", "it works", value=_succeeded),
        word("failure", "failed", "it fails", "attempt fails", "the attempt fails", "attempt failed",
             value=_failed),
    ]  # fmt: skip


def _moves() -> list[Parser[Any]]:
    return [
        word("intercepted", "are intercepted", "am intercepted", "interception", value=_intercepted),
        word("avoided", "they avoid battle", "they avoid", "battle avoided",
             value=_happened(BattleAvoided, BattleAvoidedFreely)),
        word("withdrawn", "they withdraw", "they withdrew", "withdrew", value=_happened(Withdrew)),
        word("siege", "siege laid", "a siege", "besieged", "siege is laid", "lay siege",
             value=_happened(SiegeLaid)),
        word("stopped", "response", "anybody responds", "somebody responds", "foul weather", "gout",
             value=_responded),
        word("taken", "space taken", "captured", "take it", value=_taken),
    ]  # fmt: skip


def _positions() -> list[Parser[Any]]:
    """Conditions on the open position: they can always be decided."""
    space = name(SPACE)
    ours = word(
        "is taken", "taken", "is ours", "ours", "is mine", "falls", "has fallen", "captured", "is captured"
    )
    control = word("control", "hold", "have taken", "took", "have")
    siege = word("is besieged", "besieged", "is under siege", "under siege")
    points = word("cp left", "cp", "points left")
    return [
        seq(space, ours).to(_controls).help("<space> taken"),
        phrase(control, space).to(_controls).help(""),
        seq(space, siege).to(_besieges).help("<space> besieged"),
        phrase(word("besiege"), space).to(_besieges).help(""),
        phrase(optional(word("at least")), number(1, 20), points).to(_cp_left).help("<number> cp left"),
    ]
