"""How a case went: what stopped it, in words, and where."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field

from pbem.cases.position import title_of
from pbem.cases.read import Case
from pbem.errors import CaseMalformed, OrderProblem, Unreadable
from pbem.language.refusals import why, why_by_rule
from rules.core.errors import RandomNeeded, Refused, RulesError
from rules.core.events import Event


class Failed(Exception):
    """The case did not go as it says."""


class Missing(Failed):
    """Dice or draws must fall that the case does not name."""

    def __init__(self, needed: RandomNeeded, given: int, why: str) -> None:
        more = f" ({given} given)" if needed.what == "dice" and given else ""
        super().__init__(f"{needed.count} more {needed.what} needed{more}: {why}")
        self.what, self.count, self.why = needed.what, needed.count, why


@dataclass(slots=True)
class Outcome:
    """How a case went; `line` is where it failed, `story` the orders and events on the way."""

    case: Case
    problem: str = ""
    line: int = 0
    story: list[str | Event] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.problem

    @property
    def log(self) -> list[str]:
        """What happened, in words, with dice."""
        voice = title_of(self.case).voice()
        return [step if isinstance(step, str) else f"    {voice.event(step)}" for step in self.story]


def problem_in(case: Case, line: int, problem: Exception) -> tuple[str, int]:
    """What stopped a case at a line, in words, and the line that is to blame."""
    if isinstance(problem, CaseMalformed):
        unread = problem.__cause__
        if isinstance(unread, OrderProblem):
            told = f'"{unread.line}": {why(unread, title_of(case).voice())}'
            if isinstance(unread, Unreadable) and unread.expected:
                told += f"; expected {', '.join(unread.expected)}"
            if isinstance(unread, Unreadable) and unread.proposals:
                told += f"; did you mean {', '.join(unread.proposals)}?"
            return told, problem.line or line
        return problem.message, problem.line or line
    if isinstance(problem, RecursionError):
        return "what is written there is too deep", line
    if isinstance(problem, Refused):
        return why_by_rule(problem, title_of(case).voice()), line
    if isinstance(problem, Failed | RulesError):
        return str(problem), line
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    where = f"{frame.filename.rpartition('/')[2]}:{frame.lineno} in {frame.name}"
    return f"{type(problem).__name__}: {problem} ({where})", line
