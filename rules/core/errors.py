"""What can go wrong inside the rules.

RulesError
├── Refused                 the player can repair it
│   ├── NotAsked            this power owes no answer now
│   └── Illegal             understood, but the rules forbid it: cites the rule
├── RandomNeeded            dice or draws made elsewhere ran out
│   └── ThrownElsewhere     this game's dice are never its seed's
├── ReplayMismatch          a stored log no longer fits these rules: names the order
└── BrokenInvariant         a bug in the rules: the game must stop before it is stored

Reading a player's words wrongly is no matter of the rules: see `pbem.errors`.
"""

from __future__ import annotations

from rules.core.reasons import Reason


class RulesError(Exception):
    """The root of everything the rules raise on purpose."""


class Refused(RulesError):
    """An answer that was not accepted; nothing has changed."""


class NotAsked(Refused):
    """The power has no open question."""

    def __init__(self, power: str) -> None:
        super().__init__(f"nothing is asked of {power} now")
        self.power = power


class Illegal(Refused):
    """The rules forbid it.  `reason` is for the player, `rule` names the paragraph."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason = reason
        self.rule = rule


class RandomNeeded(RulesError):
    """Dice are thrown elsewhere in this game, and the next ones are not known yet."""

    def __init__(self, what: str, count: int, reason: Reason) -> None:
        super().__init__(f"{count} {what} needed: {reason}")
        self.what = what
        self.count = count
        self.reason = reason


class ThrownElsewhere(RandomNeeded):
    """All dice of this game are thrown elsewhere, and these are not known yet."""


class ReplayMismatch(RulesError):
    """A log entry does not fit the question that the rules ask at its place."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"order {seq} no longer fits: {problem}")
        self.seq = seq
        self.problem = problem


class BrokenInvariant(RulesError):
    """The position contradicts the rules; carries every contradiction found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
