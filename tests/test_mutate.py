"""What `make mutate` changes, and that a change in the living rules fails a case."""

from __future__ import annotations

import ast

from pbem.cases.attempts import run_case
from tests.mutate import ROOT, changes, functions, mutants_of, place_of, reached_by, reasons, survives
from tests.test_cases import FOLDER, all_cases

SNIPPET = """
def room(game, units):
    if not game.besieged and len(units) <= 4:
        units.clear()
        return max(2, len(units) + 1)
    return True
"""


def test_everything_is_changed_once_and_put_back() -> None:
    tree = ast.parse(SNIPPET)
    told = [change for _node, change in changes(tree)]
    assert sorted(told) == sorted(
        [
            "if not (not game.besieged and len(units) <= 4)",
            "without units.clear()",
            "not game.besieged or len(units) <= 4",
            "len(units) < 4",
            "5 for 4",
            "min for max",
            "3 for 2",
            "len(units) - 1",
            "2 for 1",
            "False for True",
        ]
    )
    assert ast.unparse(tree) == ast.unparse(ast.parse(SNIPPET))


def test_a_change_of_the_living_rules_fails_a_case() -> None:
    """In the battle of section 14; the rules are as before when it is over."""
    cases = [case for case in all_cases() if case.path.is_relative_to(FOLDER / "14-field-battle")][:40]
    reached = reached_by(cases)
    found = mutants_of(ROOT / "rules/war/field_battle.py")
    tie = next(
        one for one in found if one.function == "take_casualties" and one.change.startswith("attack.dice >=")
    )
    assert place_of(survives.__code__) == ("tests/mutate.py", survives.__code__.co_firstlineno)
    assert survives(tie, reached[tie.place], seconds=5.0) is False
    assert all(run_case(case).passed for case in cases[:10])


def test_a_reason_tells_the_card_whose_event_it_stands_in() -> None:
    """The tool leaves the numbers in reasons alone, as they only tell; here they are read."""
    told = 0
    for path in sorted((ROOT / "rules/his").rglob("*.py")):
        for name, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            cards = {
                decorator.args[0].value
                for decorator in function.decorator_list
                if isinstance(decorator, ast.Call)
                and ast.unparse(decorator.func).endswith((".event", ".response"))
                and isinstance(decorator.args[0], ast.Constant)
            }
            for reason in reasons(function) if cards else ():
                for keyword in reason.keywords:
                    if keyword.arg == "card" and isinstance(keyword.value, ast.Constant):
                        assert keyword.value.value in cards, f"{path.name}: {name}: {ast.unparse(reason)}"
                        told += 1
    assert told > 30
