"""Every rule case in `tests/cases` is run; adding a file adds a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cases.attempts import run_case
from pbem.cases.command import SUFFIX
from pbem.cases.read import Case, read_file

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.rglob(f"*{SUFFIX}"))


def all_cases() -> list[Case]:
    return [case for path in FILES for case in read_file(path)[0]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_file(path: Path) -> None:
    """All cases of a file; of each that fails, where, why, and what happened before."""
    cases, problems = read_file(path)
    assert not [f"line {problem.line}: {problem.message}" for problem in problems]
    failed = [
        "\n".join(["", f"{case.number}, line {outcome.line}: {outcome.problem}", *outcome.log[-40:]])
        for case in cases
        if not (outcome := run_case(case)).passed
    ]
    assert not failed, "\n".join(failed)
