"""The public suite: the cases run by another engine, through an adapter that speaks JSON by lines.

We read the files and judge the answers; the engine sets up positions, takes orders and looks.  What is asked
and answered is in `docs/public-suite.md`.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from contextlib import suppress
from typing import Any

from pbem.cases.adapter import PROTOCOL
from pbem.cases.outcome import Outcome
from pbem.cases.read import AFTER_ORDER, Case, Line
from pbem.errors import ModeratorProblem
from pbem.language.words import key

Json = dict[str, Any]
_SECTION = re.compile(r"#?\d+(?:\.\d+)*")


class Engine:
    """Another engine, behind its adapter."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except (OSError, ValueError) as problem:
            raise ModeratorProblem(f"the adapter cannot be started: {problem}") from problem
        self.name = str(self.ask({"do": "hello", "protocol": PROTOCOL}).get("engine", "?"))

    def ask(self, request: Json) -> Json:
        """The answer to a request.

        :raises ModeratorProblem: the adapter has ended, or speaks no JSON.
        """
        asks, answers = self._process.stdin, self._process.stdout
        assert asks is not None
        assert answers is not None
        try:
            asks.write(json.dumps(request, ensure_ascii=False) + "\n")
            asks.flush()
            line = answers.readline()
            found = json.loads(line) if line else None
        except (OSError, ValueError) as problem:
            self.close()
            raise ModeratorProblem(f"the adapter does not answer: {problem}") from problem
        if not isinstance(found, dict):
            self.close()
            raise ModeratorProblem("the adapter has ended, or answers with something else than JSON objects")
        return found

    def close(self) -> None:
        """Nothing more is asked."""
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # it may have gone already, with something unsaid
                if stream is not None:
                    stream.close()
        self._process.wait()


def run_by(engine: Engine, case: Case) -> Outcome | None:
    """How a case went with another engine; None: it says that it does not play this one."""
    outcome = Outcome(case)
    begun = engine.ask(_as_request(case))
    if begun.get("skip"):
        return None
    if problem := _problem(begun):
        outcome.problem, outcome.line = problem, case.line
        return outcome
    for number, line in enumerate(case.script):
        if line.word in AFTER_ORDER:
            continue
        follow = case.script[number + 1] if number + 1 < len(case.script) else None
        answer = engine.ask({"do": "step", "step": line_of(line)})
        if follow is not None and follow.word in AFTER_ORDER and line.is_order:
            problem, blamed = _not_as_refused(answer, follow), follow
        else:
            problem, blamed = _problem(answer), line
        if problem:
            outcome.problem, outcome.line = problem, blamed.number
            return outcome
    if problem := _problem(engine.ask({"do": "end"})):
        outcome.problem = problem
        outcome.line = case.script[-1].number if case.script else case.line
    return outcome


def _as_request(case: Case) -> Json:
    return {
        "do": "case",
        "number": case.number,
        "title": case.title,
        "tag": case.tag,
        "sections": [case.section, *case.also],
        "position": [line_of(line) for line in case.position],
        "script": [line_of(line) for line in case.script],
    }


def line_of(line: Line) -> Json:
    """A line as it is sent."""
    return {"line": line.number, "word": line.word, "text": line.text}


def _problem(answer: Json) -> str:
    """What is wrong with an answer that should say that all is well."""
    if answer.get("ok"):
        return ""
    return str(answer.get("error") or answer.get("why") or f"unexpected answer {answer}")


def _not_as_refused(answer: Json, expected: Line) -> str:
    """How a refusal differs from what the case expects: another kind, another rule, other words."""
    if not answer.get(expected.word):
        return f"expected {expected}; found {_problem(answer) or 'that the order was accepted'}"
    section, _, words = expected.text.partition(" ")
    if section.startswith('"'):
        section, words = "", expected.text
    why = str(answer.get("why", ""))
    cited = _SECTION.findall(str(answer.get("rule", "")))
    if section and not any(rule == section or rule.startswith(f"{section}.") for rule in cited):
        return f"expected {expected}; found {why}"
    return f"expected {expected}; found {why}" if key(words) not in key(why) else ""
