"""`pbem cases --record`: typing a case.  Orders go in; dice are asked for, and expectations are offered.

Each line is tried at once, on everything typed before, so that the file never holds one that does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.cases.attempts import Attempt, attempt
from pbem.cases.expect import describe
from pbem.cases.outcome import Missing
from pbem.cases.played import possible
from pbem.cases.read import PLAYED, SCRIPT_WORDS, Case, read_text
from pbem.cases.run import Run
from pbem.errors import CaseMalformed
from rules.core import codec
from rules.core.changes import changes_between

HEAD = "case 1 Typed"
MOST_OFFERED = 12
"""Fields that are offered as expectations after an order."""
NOT_OFFERED = ("dice", "events", "impulse_number")
Told = Callable[[str], None]
_NAMED = re.compile(r"^(?:dice|draws?)\b[\s:]*", re.IGNORECASE)
"""`dice 4 4`, where only the dice are asked for."""


class Recorder:
    """A case while it is typed."""

    def __init__(self, path: Path, tell: Told) -> None:
        self.path = path
        self.lines: list[str] = []
        self.refused = 0
        """Lines that were not taken."""
        self._tell = tell
        self._known: dict[str, str] = {}
        """Unknown cards that have come to light."""
        self._wanted: tuple[str, Missing] | None = None
        """An order that waits for its dice or draws."""
        self._fallen: list[str] = []
        """Dice and draws for it, as lines."""

    @property
    def prompt(self) -> str:
        """What is asked for."""
        if self._wanted is not None:
            missing = self._wanted[1]
            return f"{missing.count} {missing.what} ({missing.why}): "
        return "> " if self._begun else "position: "

    @property
    def _begun(self) -> bool:
        return any(_word(line) in PLAYED for line in self.lines)

    def take(self, typed: str) -> None:
        """Do what a line says: a line of a case, dice, `undo`, or `?` for what is possible."""
        line = typed.strip()
        if self._wanted is not None:
            order, missing = self._wanted
            self._wanted = None
            given = _NAMED.sub("", line)
            if given and re.fullmatch(r"[\d\s,]+" if missing.what == "dice" else r"[^:>]+", given):
                self._fallen.append(f"{missing.what} {given}")
                self._try(order)
                return
            self._fallen = []
            self._refuse(f", without its {missing.what}: {order}")
        if not line or line.startswith("# "):
            self.lines += [line] if line else []
        elif line == "undo":
            self._undo()
        elif line == "?":
            for told in self._possible():
                self._tell(told)
        else:
            self._try(_as_line(line))

    def _try(self, line: str) -> None:
        lines = [*self.lines, *self._fallen, line]
        try:
            tried = self._attempt(lines, self._known)
        except CaseMalformed as unread:
            self._refuse(f": {unread.message}")
            self._fallen = []
            return
        run, problem = tried.run, tried.problem
        if isinstance(problem, Missing) and _word(line) in PLAYED:
            self._wanted = line, problem
            return
        if problem is not None:
            self._refuse(f": {problem.message if isinstance(problem, CaseMalformed) else tried.told}")
            self._fallen = []
            return
        self._known = dict(tried.unknown.known)
        before = self._attempt(self.lines, self._known).run if _word(line) in PLAYED else None
        self.lines, self._fallen = lines, []
        if run is not None and before is not None:
            self._offer(before, run)

    def _refuse(self, why: str) -> None:
        self.refused += 1
        self._tell(f"not taken{why}")

    def _offer(self, before: Run, run: Run) -> None:
        """What happened, and expectations that would hold now: without the mark they are part of the case."""
        for event in run.events:
            if sentence := run.voice.event(event):
                self._tell(f"  {sentence}")
        run.settle()  # windows that nobody answers pass
        changes = changes_between(*(one.engine.rules.dump(one.game) for one in (before, run)))
        offered = [
            (path, value)
            for path, value in _worth_expecting(changes)
            # What stands for an unknown card is nothing to expect.
            if not (run.position.unknown.standing and path.startswith("cards.hands."))
        ]
        for path, value in offered[:MOST_OFFERED]:
            self.lines.append(f"# expect field {path} = {value}")
        for power, question in run.engine.waiting().items():
            self.lines.append(f"# expect asked {power} {describe(question)}")
            self._tell(f"  {power} is asked: {describe(question)}")

    def _undo(self) -> None:
        """Take the last line of the case back, with its dice and what was offered after it."""
        while self.lines and self.lines[-1].startswith("# "):
            self.lines.pop()
        gone = self.lines.pop() if self.lines else ""
        self._known = {}  # what the line said of unknown cards is taken back too
        while gone and self.lines and _word(self.lines[-1]) in ("dice", "draw") and _word(gone) in PLAYED:
            self.lines.pop()
        self._tell(f"taken back: {gone}" if gone else "nothing to take back")

    def _possible(self) -> Iterator[str]:
        run = self._attempt(self.lines, self._known).run
        return iter(()) if run is None else possible(run)

    def _attempt(self, lines: list[str], known: dict[str, str]) -> Attempt:
        return attempt(_read(lines, self.path), Run.follow, known=known)

    def close(self) -> None:
        """Nothing more comes: an order without its dice is kept as a slot to fill in."""
        if self._wanted is not None:
            order, missing = self._wanted
            slots = " ".join("_" * missing.count) if missing.what == "dice" else "_"
            self.lines += [*self._fallen, f"# {missing.what} {slots}    {missing.why}", f"# {order}"]
            self._tell(f"waits for {missing.count} {missing.what} ({missing.why}): {order}")
            self._wanted = None

    def text(self) -> str:
        """The file."""
        head = [] if any(_word(line) == "case" for line in self.lines) else [HEAD]
        return "\n".join([*head, *self.lines, ""])


def _word(line: str) -> str:
    return ">" if line.startswith(">") else line.partition(" ")[0].rstrip(":").lower()


def _as_line(typed: str) -> str:
    """`france: move ...` is an order too."""
    name, colon, order = typed.partition(": ")
    known = _word(typed) in (*SCRIPT_WORDS, ">", "case") or not colon
    return typed if known or " " in name.strip() or not order else f"> {name.strip()}: {order.strip()}"


def _read(lines: list[str], path: Path) -> Case:
    """Everything as one case, with the lines numbered as they stand in the list."""
    head = [] if any(_word(line) == "case" for line in lines) else [HEAD]
    cases, problems = read_text("\n".join([*head, *lines]), path)
    for problem in problems:
        raise problem
    return cases[0]


def _worth_expecting(changes: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    for path, value in changes:
        text = codec.text(value)
        if path.partition(".")[0] not in NOT_OFFERED and len(text) <= 80:
            yield path, text
