"""`pbem cases`: run rule cases and report, one line for each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pbem.cases.outcome import Outcome
    from pbem.cases.read import Case

SUFFIX = ".case"


def cases(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders with case files.")],
    record: Annotated[
        bool, typer.Option("--record", help="Type a case into this file: orders in, dice are asked for.")
    ] = False,
    section: Annotated[str, typer.Option(help="Only cases of this rulebook section; 13 has 13.2 too.")] = "",
    card: Annotated[int, typer.Option(help="Only cases of this card.")] = 0,
    tag: Annotated[str, typer.Option(help="Only cases with this tag: letter, example or ruling.")] = "",
    adapter: Annotated[
        str, typer.Option(help="Let another engine play them: the command of its adapter.")
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show what happened, with dice.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show failures only.")] = False,
) -> None:
    """Run rule cases: positions, orders, dice, and what must come of them."""
    if record:
        type_case(paths)
        return
    from pbem.cases.attempts import run_case
    from pbem.cases.read import read_file  # the rules are read only where they are needed
    from pbem.cases.suite import Engine, run_by

    passed = failed = skipped = 0
    engine = Engine(adapter) if adapter else None
    for path in find(paths):
        found, problems = read_file(path)
        for problem in problems:
            failed += 1
            typer.echo(f"FAIL  {path}:{problem.line}: {problem.message}")
        for case in found:
            if not wanted(case, section, card, tag):
                continue
            outcome = run_by(engine, case) if engine else run_case(case)
            if outcome is None:
                skipped += 1
                continue
            passed += outcome.passed
            failed += not outcome.passed
            for line in report(outcome, verbose=verbose, quiet=quiet):
                typer.echo(line)
    if engine:
        engine.close()
    told = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    typer.echo(told if passed or failed or skipped else "there are no such cases")
    if failed or not passed:
        raise typer.Exit(1)


def type_case(paths: list[Path]) -> None:
    """Take lines from the terminal, or from a pipe, until they end; each is kept as soon as it is taken."""
    from pbem.cases.record import Recorder
    from pbem.errors import ModeratorProblem

    if len(paths) != 1 or paths[0].is_dir() or paths[0].exists():
        raise ModeratorProblem("name one file that is not there yet")
    recorder, path = Recorder(paths[0], typer.echo), paths[0]
    asks = sys.stdin.isatty()
    if asks:
        typer.echo("Lines as in docs/cases.md; `?` says what is possible, `undo` takes back, `end` ends.")
    while True:
        if asks:
            typer.echo(recorder.prompt, nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() == "end":
            break
        recorder.take(line)
        path.write_text(recorder.text(), encoding="utf-8")
    recorder.close()
    path.write_text(recorder.text(), encoding="utf-8")
    typer.echo(f"{path}: {len(recorder.lines)} lines")
    if recorder.refused and not asks:
        raise typer.Exit(1)


def find(paths: list[Path]) -> Iterator[Path]:
    """The case files at some paths; a path that is neither file nor folder is given back as it is."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob(f"*{SUFFIX}"))
        else:
            yield path


def wanted(case: Case, section: str, card: int, tag: str = "") -> bool:
    """Whether the case is of the section, card or tag asked for, if any is."""
    of_card, of_tag = not card or case.about(f"#{card}"), not tag or case.tag == tag
    return (not section or case.about(section)) and of_card and of_tag


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
