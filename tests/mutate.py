"""Change one thing in the rules and see that a rule case fails: `python -m tests.mutate rules/war`.

Every comparison, condition, number, sum and call is changed once, in a function that at least one case runs
through; then those cases are played, the quickest first, until one fails.  What survives is a gap in the
cases, or changes nothing that a player can see: then `tests/mutants.toml` says why.  Changes in functions
that no case reaches survive, too, and are told so.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from pbem.cases.attempts import run_case
from pbem.cases.position import forget_scenarios
from pbem.cases.read import Case
from tests.test_cases import all_cases

ROOT = Path(__file__).parent.parent
VERDICTS = Path(__file__).parent / "mutants.toml"
LEFT_OUT = (
    "data/",
    "events.py",
    "invariants.py",
    "conftest.py",
    "odds.py",
    "naval_options.py",
    "war/points.py",
)
"""Data have checks of their own, events only tell, and invariants are what checks.  Odds and points are told
before a decision, in letters alone: `tests/war/test_odds.py`, `tests/his/test_*odds.py` and
`tests/pbem/test_advice.py` hold them against every roll and against the game itself.
Naval options are lists as below."""
LISTING = ("legal", "options", "pick", "sample")
"""Methods that list answers for bots and for the help in a letter.  An answer that comes by mail is judged by
`check`; so they are tried only where a case comes to them, which is where the rules themselves ask."""
LISTING_FUNCTIONS = {
    "rules/war/assault.py": ("possible_assaults",),
    "rules/war/movement.py": ("possible_moves", "places_to_leave", "moves_from", "fresh_army"),
    "rules/war/transport.py": ("possible_transports",),
    "rules/war/piracy.py": ("pirates_left",),
    "rules/his/diplomacy/phase.py": ("suggestions", "suggested_loans", "suggested_cessions"),
    "rules/his/two_players/command.py": ("can_do_something",),
    "rules/his/victory.py": ("vp_sources", "_base_source", "_special_sources", "points_if", "lacking"),
}
"""What those methods, or odds, call and nothing else does; and what a letter tells of VP, which a test holds
against the count of the rules (`tests/pbem/test_advice.py`)."""
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
ONLY_TELLS = ("game.emit(", "self.emit(")
Place = tuple[str, int]
"""A function: its file and the line of its definition."""


class Stuck(BaseException):
    """A changed function does not come to an end."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one function."""

    place: Place
    function: str
    line: int
    change: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return f"{self.place[0]}: {self.function}: {self.change}"


# ---- What can be changed


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of a module and its classes; one inside another is part of it."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inside:
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield one.name, one


def changes(function: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Each thing that can be changed; the tree holds the change while it is handed out."""
    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            for at, operator in enumerate(node.ops):
                if type(operator) in SWAPPED:
                    node.ops[at] = SWAPPED[type(operator)]()  # type: ignore[call-overload]
                    yield node, ast.unparse(node)
                    node.ops[at] = operator
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPPED:
            operator = node.op
            node.op = SWAPPED[type(operator)]()  # type: ignore[assignment]
            yield node, ast.unparse(node)
            node.op = operator
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            test = node.test
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
            yield node, f"if {ast.unparse(node.test)}"
            node.test = test
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            value = node.value
            node.value = not value if isinstance(value, bool) else value + 1
            yield node, f"{node.value} for {value}"
            node.value = value
        elif isinstance(node, ast.Name) and node.id in OTHER_NAMES:
            name = node.id
            node.id = OTHER_NAMES[name]
            yield node, f"{node.id} for {name}"
            node.id = name
        yield from _dropped_calls(node)


def _dropped_calls(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for at, statement in enumerate(block):
            if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call | ast.Await):
                continue
            told = ast.unparse(statement)
            if not told.startswith(ONLY_TELLS):
                block[at] = ast.copy_location(ast.Pass(), statement)
                yield statement, f"without {told}"
                block[at] = statement


def mutants_of(path: Path) -> list[Mutant]:
    """All of a file; what is the same in one function twice is told apart by its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    file = path.relative_to(ROOT).as_posix()
    found = []
    for name, function in functions(tree):
        if any("cache" in ast.unparse(decorator) for decorator in function.decorator_list):
            continue  # what was kept would go on as before
        not_code = {id(node) for part in _typed(function) for node in ast.walk(part)}
        not_code |= {id(node) for reason in reasons(function) for node in ast.walk(reason)}
        not_code |= {id(value) for value in assertions(function)}
        for node, change in changes(function):
            if id(node) in not_code:
                continue
            alone = ast.Module([copy.deepcopy(function)], [])
            line = getattr(node, "lineno", function.lineno)
            found.append(Mutant((file, _first_line(function)), name, line, change, alone))
    return found


def reasons(function: ast.AST) -> Iterator[ast.Call]:
    """Why something is rolled, drawn or lost: it is only told (`tests/test_mutate.py` reads the numbers)."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
            yield node


def assertions(function: ast.AST) -> Iterator[ast.expr]:
    """`strict=True` of a `zip` changes nothing while the rules are right; it only stops others."""
    for node in ast.walk(function):
        if isinstance(node, ast.keyword) and node.arg == "strict":
            yield node.value


def _typed(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """Annotations and defaults: they are no part of the code that is put in."""
    arguments = function.args
    parts = [argument.annotation for argument in ast.walk(arguments) if isinstance(argument, ast.arg)]
    return [
        *(part for part in parts if part),
        *arguments.defaults,
        *(one for one in arguments.kw_defaults if one),
        *function.decorator_list,
        *([function.returns] if function.returns else []),
    ]


def _first_line(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


# ---- Which cases run through what


def place_of(code: CodeType) -> Place | None:
    if not code.co_filename.startswith(str(ROOT)):
        return None
    return code.co_filename[len(str(ROOT)) + 1 :], code.co_firstlineno


def reached_by(cases: list[Case]) -> dict[Place, list[Case]]:
    """For each function the cases that call it, the quickest first."""
    seen: set[CodeType] = set()

    def entered(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    timed: dict[Place, list[tuple[float, int, Case]]] = defaultdict(list)
    for number, case in enumerate(cases):
        seen.clear()
        forget_scenarios()  # setting up is done once for many cases, but each of them comes to it
        begun = time.process_time()
        sys.setprofile(entered)
        try:
            outcome = run_case(case)
        finally:
            sys.setprofile(None)
        if not outcome.passed:
            raise SystemExit(f"{case.number} fails before anything is changed: {outcome.problem}")
        cost = time.process_time() - begun
        for place in {place for code in seen if (place := place_of(code))}:
            timed[place].append((cost, number, case))
    return {place: [case for _, _, case in sorted(found)] for place, found in timed.items()}


def only_lists(mutant: Mutant) -> bool:
    """Whether a function that no case comes to lists what others judge."""
    return mutant.function in (*LISTING, *LISTING_FUNCTIONS.get(mutant.place[0], ()))


# ---- Trying


@functools.cache
def living(place: Place) -> list[FunctionType]:
    """The functions that run the code of a place; `gc` finds them wherever they are registered."""
    if gc.get_freeze_count():
        gc.unfreeze()  # it does not list what tests have frozen
    return [
        one for one in gc.get_objects() if isinstance(one, FunctionType) and place_of(one.__code__) == place
    ]


def compiled(mutant: Mutant) -> CodeType:
    module = compile(ast.fix_missing_locations(mutant.tree), str(ROOT / mutant.place[0]), "exec")
    return next(
        part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == mutant.function
    )


def survives(mutant: Mutant, cases: list[Case], seconds: float) -> bool | None:
    """Whether no case fails; None if the function cannot be changed while it lives."""
    targets, code = living(mutant.place), compiled(mutant)
    if not targets or any(len(one.__code__.co_freevars) != len(code.co_freevars) for one in targets):
        return None
    before = [one.__code__ for one in targets]
    for one in targets:
        one.__code__ = code
    forget(mutant.place[0])
    try:
        for case in cases:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            try:
                if not run_case(case).passed:
                    return False
            except (Stuck, RecursionError, MemoryError):
                return False
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return True
    finally:
        for one, old in zip(targets, before, strict=True):
            one.__code__ = old
        forget(mutant.place[0])


def forget(file: str) -> None:
    """What functions of a file have kept, and the scenarios that it has set up."""
    for one in list(vars(sys.modules[file.removesuffix(".py").replace("/", ".")]).values()):
        if hasattr(one, "cache_clear"):
            one.cache_clear()
    if file.endswith("setup.py"):
        forget_scenarios()


def stop(_signal: int, _frame: FrameType | None) -> None:
    raise Stuck


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=["rules/war", "rules/his"])
    parser.add_argument("--sample", type=int, default=0, help="that many, chosen by --seed; 0: all")
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU that a case may take")
    args = parser.parse_args()
    files = [
        path
        for one in args.paths
        for path in ([ROOT / one] if one.endswith(".py") else sorted((ROOT / one).rglob("*.py")))
        if not any(part in path.as_posix() for part in LEFT_OUT)
    ]
    cases = all_cases()
    reached = reached_by(cases)
    signal.signal(signal.SIGVTALRM, stop)
    mutants = [mutant for path in files for mutant in mutants_of(path)]
    print(f"{len(mutants)} changes in {len(files)} files; {len(cases)} cases", flush=True)
    if args.sample and args.sample < len(mutants):
        mutants = random.Random(args.seed).sample(mutants, args.sample)
    verdicts = tomllib.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
    by_room: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        told = by_room["/".join(mutant.place[0].split("/")[:2])]
        through = reached.get(mutant.place, [])
        if not through and only_lists(mutant):
            told["lists for bots"] += 1
            continue
        alive = survives(mutant, through, args.seconds) if through else True
        if alive is None:
            told["left out"] += 1
        elif not alive:
            told["killed"] += 1
        elif mutant.name in verdicts:
            told["no difference"] += 1
        else:
            told["survived"] += 1
            where = "" if through else "  (no case comes here)"
            print(f"{mutant.place[0]}:{mutant.line}: {mutant.function}: {mutant.change}{where}", flush=True)
    for room, told in sorted(by_room.items()):
        counted = told["killed"] + told["survived"]
        share = f"{100 * told['killed'] / counted:.1f} %" if counted else "nothing"
        print(f"{room}: {dict(told)}: {share} killed")
    return 1 if any(told["survived"] for told in by_room.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
