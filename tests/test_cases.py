"""Every rule case in `tests/cases` is a test; adding a file adds tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cases.command import SUFFIX
from pbem.cases.read import Case, read_file
from pbem.cases.run import run_case

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.rglob(f"*{SUFFIX}"))


def all_cases() -> list[Case]:
    return [case for path in FILES for case in read_file(path)[0]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_file_is_well_formed(path: Path) -> None:
    _, problems = read_file(path)
    assert not [f"line {problem.line}: {problem.message}" for problem in problems]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.path.parent.name}-{case.number}")
def test_case(case: Case) -> None:
    outcome = run_case(case)
    where = f"{case.path.relative_to(FOLDER)}:{outcome.line}"
    assert outcome.passed, "\n".join([f"{where}: {outcome.problem}", *outcome.log[-40:]])
