"""Drop each statement of each card and see that a case of its clauses fails: `python -m tests.clauses`.

What survives is either told by no clause (write one in `tests/cases/clauses.toml`), or changes nothing that
a player can see.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pbem.cases.attempts import run_case
from pbem.cases.read import Case
from pbem.games.his.cards_doc import case_of_clause, clauses
from rules.core.cards import Registry, Use
from rules.his.two_players.deck import DIPLOMACY
from rules.his.windows import CARDS

KEPT = (ast.Return, ast.Pass, ast.Assert)
"""Statements without which a function cannot run, or that only say what is true."""
TOLD = "game.emit("
"""What only tells is no clause of a card."""

ACCEPTED = {
    "#17 event: if not difference:": "no difference converts nothing",
    "#18 event: if new.place is None and new.returns is None:": "Barbarossa is somewhere from card 9 on",
    "#18 event: new.returns = game.turn + 1": "the same",
    "#34 dice: sides.sort(key=lambda side: not game.friendly(power, side))": "which choice is named first",
    "#37 event: game.impulse.ended = True": "the frame of a cancelled event ends the impulse too",
    "#42 ottoman: game.impulse.card_actions.clear()": "the impulse ends with its CP",
    "#42 other: game.impulse.card_actions.clear()": "the same",
    "#57 event: if not choices:": "somebody without Philip and cards chooses nothing",
    "#59 event: if taken is None or not drawn:": "both are asked for before",
    "#74 event: if given is None:": "nothing is given",
    "#76 event: game.impulse.recruiting_abroad = False": "the impulse ends with its CP",
    "#95 event: await game.settle()": "the end of the card settles as well",
    "#108 reinforce: if not ports:": "the card is not played without a port",
    "#205 event: if not cards:": "each player holds a card by then",
    "#219 event: if not cards:": "the same",
}
"""Statements whose loss nobody could see, and why."""


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every list of statements in a function."""
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def mutants(effect: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The function without one of its statements, each once; what nothing else needs is left out."""
    source = textwrap.dedent(inspect.getsource(effect))
    count = sum(len(block) for block in blocks(ast.parse(source).body[0]))
    for number in range(count):
        function = ast.parse(source).body[0]
        assert isinstance(function, ast.AsyncFunctionDef)
        function.decorator_list = []
        at = number
        for block in blocks(function):
            if at < len(block):
                dropped = block[at]
                block[at] = ast.copy_location(ast.Pass(), dropped)
                break
            at -= len(block)
        is_docstring = isinstance(dropped, ast.Expr) and isinstance(dropped.value, ast.Constant)
        if isinstance(dropped, KEPT) or is_docstring or ast.unparse(dropped).startswith(TOLD):
            continue
        module = ast.Module([function], [])
        scope: dict[str, Any] = {}
        exec(
            compile(ast.fix_missing_locations(module), "mutant", "exec"),
            vars(inspect.getmodule(effect)),
            scope,
        )
        yield ast.unparse(dropped).splitlines()[0], scope[effect.__name__]


def put(registry: Registry[Any], old: Use[Any], new: Use[Any]) -> None:
    """Register another effect in place of one."""
    if registry.events.get(old.card, {}).get(old.use) == old:
        registry.events[old.card][old.use] = new
    for entries in registry.by_window.values():
        entries[:] = [new if entry == old else entry for entry in entries]


def survivors(registry: Registry[Any], card: int, cases: list[Case]) -> Iterator[str]:
    """Statements of a card that no case of its clauses misses."""
    for use in registry.uses(card):
        for statement, mutant in mutants(use.effect):
            other = replace(use, effect=mutant)
            put(registry, use, other)
            missed = all(run_case(case).passed for case in cases)
            put(registry, other, use)
            if missed and (line := f"#{card} {use.use}: {statement}") not in ACCEPTED:
                yield line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card", type=int, default=0)
    args = parser.parse_args()
    tried = 0
    for number, said in clauses().items():
        card = int(number)
        if args.card not in (0, card):
            continue
        named = dict.fromkeys(said.values())
        cases = [case for one in named if (case := case_of_clause(card, one)) is not None]
        for registry in (CARDS, DIPLOMACY):
            for line in survivors(registry, card, cases):
                print(line, flush=True)
                tried += 1
    print(f"{tried} statements survive")
    return 1 if tried else 0


if __name__ == "__main__":
    sys.exit(main())
