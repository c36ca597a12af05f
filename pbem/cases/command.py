"""`pbem cases`: run rule cases and report, one line for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pbem.cases.read import Case
    from pbem.cases.run import Outcome

SUFFIX = ".case"


def cases(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders with case files.")],
    section: Annotated[str, typer.Option(help="Only cases of this rulebook section; 13 has 13.2 too.")] = "",
    card: Annotated[int, typer.Option(help="Only cases of this card.")] = 0,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show what happened, with dice.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show failures only.")] = False,
) -> None:
    """Run rule cases: positions, orders, dice, and what must come of them."""
    from pbem.cases.read import read_file  # the rules are read only where they are needed
    from pbem.cases.run import run_case

    passed = failed = 0
    for path in find(paths):
        found, problems = read_file(path)
        for problem in problems:
            failed += 1
            typer.echo(f"FAIL  {path}:{problem.line}: {problem.message}")
        for case in found:
            if not wanted(case, section, card):
                continue
            outcome = run_case(case)
            passed += outcome.passed
            failed += not outcome.passed
            for line in report(outcome, verbose=verbose, quiet=quiet):
                typer.echo(line)
    typer.echo(f"{passed} passed, {failed} failed" if passed or failed else "there are no such cases")
    if failed or not passed:
        raise typer.Exit(1)


def find(paths: list[Path]) -> Iterator[Path]:
    """The case files at some paths; a path that is neither file nor folder is given back as it is."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob(f"*{SUFFIX}"))
        else:
            yield path


def wanted(case: Case, section: str, card: int) -> bool:
    """Whether the case is of the section or card asked for, if any is."""
    return (not section or case.about(section)) and (not card or case.about(f"#{card}"))


def report(outcome: Outcome, *, verbose: bool = False, quiet: bool = False) -> Iterator[str]:
    """What is printed of a case."""
    case = outcome.case
    if outcome.passed and not quiet:
        yield f"ok    {case.number:<8} {case.title}"
    elif not outcome.passed:
        yield f"FAIL  {case.number:<8} {case.title}"
        yield f"      {case.path}:{outcome.line}: {outcome.problem}"
    if verbose:
        yield from (f"      {line}" for line in outcome.log)
