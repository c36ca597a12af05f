"""Our own engine as an adapter of the public suite: `python -m pbem.cases.adapter`.

Reads requests as lines of JSON and writes an answer for each (`docs/public-suite.md`).  It is the first
adapter, and the proof that the protocol is enough: the suite passes through it as it passes without.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from pbem.cases.outcome import problem_in
from pbem.cases.position import set_up
from pbem.cases.read import AFTER_ORDER, Case, Line
from pbem.cases.run import Run
from pbem.errors import Illegal, OrderProblem
from pbem.games import game_names
from pbem.language.parse import parse_line
from pbem.language.refusals import rule_of

PROTOCOL = 1
Json = dict[str, Any]


class Adapter:
    """Answers requests about one case after the other."""

    def __init__(self) -> None:
        self._case: Case | None = None
        self._run: Run | None = None

    def answer(self, request: Json) -> Json:
        """The answer to a request; whatever goes wrong is an answer too."""
        try:
            return self._answer(request)
        except Exception as problem:
            line = self._run.line if self._run else 0
            told = problem_in(self._case, line, problem)[0] if self._case else str(problem)
            return {"error": told}

    def _answer(self, request: Json) -> Json:
        match request["do"]:
            case "hello":
                return {"engine": "pbem", "protocol": PROTOCOL, "games": game_names()}
            case "case":
                self._run = None
                self._case = _case_of(request)
                position, state = set_up(self._case)
                self._run = Run(self._case, position, state)
                self._run.note_events()
                return {"ok": True}
            case "step":
                return self._step(_lines([request["step"]])[0])
            case "end":
                assert self._run is not None, "no case was begun"
                self._run.end()
                return {"ok": True}
        return {"error": f"nothing can be done with {request['do']!r}"}

    def _step(self, line: Line) -> Json:
        run = self._run
        assert run is not None, "no case was begun"
        parts = [n for n in range(run.at, len(run.script)) if run.script[n].number == line.number]
        follow = run.script[parts[-1] + 1] if parts and parts[-1] + 1 < len(run.script) else None
        if line.is_order and follow is not None and follow.word in AFTER_ORDER:
            return self._refused(run, run.script[run.at])
        for _ in parts:
            run.step()
        return {"ok": True}

    def _refused(self, run: Run, line: Line) -> Json:
        """An order that should not be possible: why it is not, or that it is."""
        power, text = run.who(line)
        run.line, run.first_order_met = line.number, True
        run.settle(orders_from=run.at)
        run.at += 2  # the line that expects it is for whoever asks
        try:
            parse_line(text, run.question_for(power, text, refused=True), run.game, run.names)
        except OrderProblem as problem:
            kind = "refused" if isinstance(problem, Illegal) else type(problem).__name__.lower()
            return {kind: True, "rule": rule_of(problem, run.voice), "why": run.told(problem)}
        return {"ok": True}


def _case_of(request: Json) -> Case:
    position, script = _lines(request["position"]), _lines(request["script"])
    return Case(Path("suite"), 0, request["number"], "", request["title"], [], position, script)


def _lines(found: Iterable[Json]) -> list[Line]:
    return [Line(line["line"], line["word"], line["text"]) for line in found]


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer until nothing more is asked."""
    adapter = Adapter()
    for line in requests:
        if line.strip():
            answers.write(json.dumps(adapter.answer(json.loads(line)), ensure_ascii=False) + "\n")
            answers.flush()


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
