"""The public suite: another engine plays the cases through an adapter, and ours does so first."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cases.command import find
from pbem.cases.read import TAGS, read_file, read_text
from pbem.cases.suite import Engine, run_by
from pbem.cli import app
from pbem.errors import ModeratorProblem

CASES = Path(__file__).parents[1] / "cases"
PAGE = Path(__file__).parents[2] / "docs" / "public-suite.md"
OURS = f"{shlex.quote(sys.executable)} -m pbem.cases.adapter"


def adapter(tmp_path: Path, code: str) -> str:
    path = tmp_path / "adapter.py"
    path.write_text(code, encoding="utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


@pytest.fixture(scope="module")
def ours() -> Iterator[Engine]:
    """Our engine behind its adapter: a process of its own."""
    engine = Engine(OURS)
    yield engine
    engine.close()


def test_our_engine_is_the_first_adapter(ours: Engine) -> None:
    """Every kind of line: orders, refusals, dice, draws, defaults, windows, several orders in one."""
    assert ours.name == "pbem"
    played = 0
    for path in find([CASES / "13-movement", CASES / "cards-response", CASES / "11-action-phase"]):
        for case in read_file(path)[0]:
            outcome = run_by(ours, case)
            assert outcome is not None
            assert outcome.passed, (case.number, outcome.line, outcome.problem)
            played += 1
    assert played > 300


WRONG = """
case 13.2a The dice are others
scenario 1517
clear map
war france england
units paris: france 4 regulars
units calais: england 3 regulars
impulse france 5 cp
> france: move 4 regulars: paris > rome
refused {rule}
> france: move 4 regulars: paris > boulogne
dice {dice}
> england: intercept 3 from calais
expect units calais: {left}
"""


@pytest.mark.parametrize(
    ("rule", "dice", "left", "line"),
    [
        ("13.1", "4 4", "england 3 regulars", 0),
        ("15.3", "4 4", "england 3 regulars", 10),
        ("13.1", "6 6", "england 3 regulars", 14),
        ("13.1", "4", "england 3 regulars", 13),
        ("13.1", "4 4 4", "england 3 regulars", 14),
        ("13.1", "4 4", "england 2 regulars", 14),
    ],
)
def test_a_difference_is_found_with_its_line(
    ours: Engine, rule: str, dice: str, left: str, line: int
) -> None:
    cases, problems = read_text(WRONG.format(rule=rule, dice=dice, left=left), Path("wrong.case"))
    assert not problems
    outcome = run_by(ours, cases[0])
    assert outcome is not None
    assert (outcome.line, outcome.passed) == (line, not line)


def test_the_adapter_of_the_page_works(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    command = adapter(tmp_path, code[1])
    result = CliRunner().invoke(app, ["cases", str(CASES / "02-map"), "--adapter", command])
    assert "0 passed, 0 failed" in result.output
    assert "skipped" in result.output


def test_an_adapter_that_ends_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModeratorProblem, match="has ended"):
        Engine(adapter(tmp_path, "pass"))
    with pytest.raises(ModeratorProblem, match="cannot be started"):
        Engine("/no/such/adapter")


def test_requests_are_as_the_page_shows_them() -> None:
    block = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    shown = json.loads(block[1])
    assert shown.keys() == {"do", "number", "title", "tag", "sections", "position", "script"}
    assert shown["script"][0].keys() == {"line", "word", "text"}


def test_every_case_has_a_tag() -> None:
    tags = Counter(case.tag for path in find([CASES]) for case in read_file(path)[0])
    assert tags.keys() == set(TAGS)
    assert tags["letter"] > 2000
    _, problems = read_text("case 1 A\ntag guess\n", Path("x"))
    assert "letter, example, ruling" in problems[0].message
