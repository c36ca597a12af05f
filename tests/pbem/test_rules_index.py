"""The index of the rulebook: up to date, without gaps, and read rightly from docstrings and banners."""

from __future__ import annotations

from textwrap import dedent

import pytest

from pbem.cases.rules_index import Index, Procedures, Rulebook, cited, index_of, read_code, rulebooks

BOOK = Rulebook(
    title="A small game",
    document="docs/small.md",
    code=("rules/small",),
    cases="tests/cases",
    paragraphs={"2": "Movement", "2.1": "Roads", "3": "Battle", "4": "Peace"},
    steps={"2.1": ("Pay", "Go"), "3": ("Dice", "Losses", "Retreat")},
    no_code={},
    no_case={"4": "nothing happens"},
)


@pytest.mark.parametrize("title", sorted(rulebooks()))
def test_every_paragraph_has_code_and_cases(title: str) -> None:
    index = index_of(title)
    assert not list(index.problems())
    written = index.path.read_text(encoding="utf-8")
    assert written == index.document(), "run: python -m pbem.cases.rules_index"


# ---- What a text cites


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("Who may go where (2.1).", {"2.1"}),
        ("2.1: the road is long.", {"2.1"}),
        ("A battle (3), and peace (2, 4).", {"2", "3", "4"}),
        ("Losses (3 step 2, 2.1).", {"2.1", "3"}),
        ("3 Surprise: card 4 is drawn.", set()),
        ("Cards (2 and 3 of them), four (of 4).", set()),
        ("The path of (2.2) and version 12.1.", set()),
        ("Calls `dice(3)`.", set()),
        ("An example:\n\n>>> move(2.1)", set()),
    ],
)
def test_numbers_of_paragraphs(text: str, paragraphs: set[str]) -> None:
    assert cited(text, BOOK).paragraphs == paragraphs


def test_steps() -> None:
    assert cited("Losses (3, step 2).", BOOK).steps == {("3", 2)}
    assert cited("All of it (2.1 and 3, steps 1 to 3).", BOOK).steps == {
        ("2.1", 1),
        ("2.1", 2),
        ("3", 1),
        ("3", 2),
        ("3", 3),
    }
    assert cited("Steps 1 and 3: dice and retreat.", BOOK).loose == {1, 3}


# ---- What a module says


MODULE = '''
"""Battles (3)."""

def roll():
    """Step 1: both roll."""

def helper():
    return 0

# ---- Roads (2.1)

def pay():
    raise Illegal("no_money", "2")

# ---- Step 2: going

def go():
    """On foot."""

# ---- Afterwards

class Retreat:
    """Step 3."""

    def check(self):
        """Roads count (2.1)."""

class Told:
    """A fact about (2.1)."""
'''


def found_in(source: str) -> Procedures:
    found = Procedures()
    read_code(dedent(source), "a.py", BOOK, found)
    return found


def test_functions_by_docstring_banner_and_refusal() -> None:
    found = found_in(MODULE)
    assert found.of_paragraph == {
        "2": {"a.py": ["pay"]},
        "2.1": {"a.py": ["pay", "go", "Retreat.check"]},
        "3": {"a.py": ["", "roll", "Retreat"]},
    }
    assert found.of_step == {
        ("3", 1): {"a.py": ["roll"]},
        ("2.1", 2): {"a.py": ["go"]},
        ("3", 3): {"a.py": ["Retreat"]},
    }


def test_gaps_are_found() -> None:
    index = Index(BOOK, "small/rulebook.toml", found_in(MODULE), {})
    assert list(index.problems()) == [
        "4 (Peace) has no procedure",
        "2 (Movement) has no case",
        "2.1 (Roads) has no case",
        "3 (Battle) has no case",
        "2.1 step 1 (Pay) has no procedure",
        "3 step 2 (Losses) has no procedure",
    ]


def test_an_excuse_that_is_not_needed_is_found() -> None:
    index = Index(BOOK, "small/rulebook.toml", found_in('"""Peace (4)."""'), {"4": {}})
    assert "4 (Peace) has a case: it needs no reason for having none" in list(index.problems())
