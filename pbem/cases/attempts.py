"""Attempts at a case: it is run as far as it goes, again and again where it has cards that nobody saw.

An unknown card that is played was there from the beginning, so that the case is played anew with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pbem.cases.outcome import Failed, Outcome, problem_in
from pbem.cases.position import set_up
from pbem.cases.read import PLAYED, Case
from pbem.cases.run import Run
from pbem.cases.script import draws_of
from pbem.games.cases import UNKNOWN, Unknown
from pbem.language.words import key
from rules.core.flow import Power

_COUNTED = re.compile(
    r"\b\d+\s*(?:regulars?|cavalry|mercenar|mercs?\b|squadrons?|corsairs?|gall[ei]|units?|ships?|cp\b|cards?\b)",
    re.IGNORECASE,
)
"""A number of units or points: it names no card."""
MOST_UNKNOWN = 200
"""Unknown cards that may come to light in one case."""


@dataclass(slots=True)
class Attempt:
    """How far a case went, and what stopped it."""

    case: Case
    unknown: Unknown = field(default_factory=Unknown)
    run: Run | None = None
    """None: there is not even a position."""
    problem: Exception | None = None

    @property
    def told(self) -> str:
        """What stopped it, in words."""
        where = _elsewhere(self.run) if self.run is not None else ""
        return self._problem[0] + where

    @property
    def line(self) -> int:
        """The line that is to blame; 0 if none is."""
        return self._problem[1]

    @property
    def _problem(self) -> tuple[str, int]:
        if self.problem is None:
            return "", 0
        return problem_in(self.case, self.run.line if self.run else self.case.line, self.problem)

    def is_further_than(self, other: Attempt) -> bool:
        return self.run is not None and (not self.line or self.line > other.line)


def run_case(case: Case) -> Outcome:
    """Run a case from its position to its last line."""
    tried = attempt(case, Run.play)
    outcome = Outcome(case, tried.told, tried.line)
    if tried.run is not None:
        tried.run.note_events()
        outcome.story = tried.run.story
    return outcome


def attempt(
    case: Case, play: Callable[[Run], None], *, seed: str = "", known: Mapping[str, str] | None = None
) -> Attempt:
    """Play a case; `known` are unknown cards that have come to light before."""
    tried = _once(case, play, seed, dict(known or {}))
    for _ in range(MOST_UNKNOWN):
        if tried.problem is None or tried.run is None:
            return tried
        for where, card in _came_to_light(tried.run):
            again = _once(case, play, seed, tried.unknown.known | {where: card})
            if again.is_further_than(tried):
                tried = again
                break
        else:
            return tried
    tried.problem = Failed(f"more than {MOST_UNKNOWN} unknown cards")
    return tried


def _once(case: Case, play: Callable[[Run], None], seed: str, known: dict[str, str]) -> Attempt:
    tried = Attempt(case)
    try:
        tried.unknown = Unknown(known, _named(case))
        position, state = set_up(case, seed=seed, unknown=tried.unknown)
        tried.run = Run(case, position, state)
        play(tried.run)
    except Exception as problem:  # a bug in the rules fails its case, not the run
        tried.problem = problem
    return tried


def _named(case: Case) -> frozenset[str]:
    """Cards that are told to be drawn."""
    drawn = [card for step in case.script if step.word == "draw" for card in draws_of(step)]
    return frozenset(drawn) - {UNKNOWN}


def _spoken_of(run: Run) -> Iterator[int]:
    """Cards that the line names on which the run has stopped, and the draws that belong to it."""
    drawn: list[str] = []
    for step in run.script:
        if step.number == run.line and step.is_order:
            order = step.text.partition(":")[2]
            numbers = {int(number) for number in re.findall(r"\d+", _COUNTED.sub("", order))}
            for card, line in sorted(run.title.cards.items()):
                if card in numbers or key(line.title) in key(order):
                    yield card
            yield from (int(card) for card in drawn if card.isdecimal())
            return
        if step.word == "draw":
            drawn += draws_of(step)
        elif step.word in PLAYED:
            drawn = []


def _came_to_light(run: Run) -> Iterator[tuple[str, str]]:
    """Which unknown card the line may speak of: where it was told of, and what it is."""
    standing = run.position.unknown.standing
    for card in _spoken_of(run):
        for power in _holders(run):
            for held in run.position.hand(run.game, power):
                if str(held) in standing and held != card:
                    yield standing[str(held)], str(card)
                    break  # one unknown card of a hand is as good as another


def _holders(run: Run) -> list[Power]:
    """Whoever gives the order, then the others."""
    powers = list(run.title.powers)
    for step in run.script:
        if step.number == run.line and step.is_order:
            giver = run.title.names.find("major", step.text.partition(":")[0].strip())
            powers.sort(key=lambda power: power != giver)
    return powers


def _elsewhere(run: Run) -> str:
    """Where a card lies that the line names, if an unknown one cannot be it and its player has it not."""
    if not run.position.unknown.standing:
        return ""
    own = run.position.hand(run.game, _holders(run)[0])
    told = [
        f"card {card} lies {where}"
        for card in _spoken_of(run)
        if card not in own and (where := run.position.lies(run.game, card))
    ]
    return f" ({'; '.join(told)})" if told else ""
