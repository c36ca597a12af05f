"""Refusals of shared rules cite this rulebook: each paragraph of the older one has its counterpart here."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache

import pytest

from pbem.games import game_of
from pbem.games.vq.paragraphs import HERE, paragraph
from rules.core.data import scenarios_folder
from tests.sources import nodes_of

REPOSITORY = scenarios_folder().parent
SHARED = ("rules/core", "rules/war")
NUMBER = re.compile(r"\d+(\.\d+)?")
REFUSALS = ("Illegal", "check_size", "check_part", "check_presence")
ONLY_THERE = {
    "construction.only_corsairs": "pirate havens are Here I Stand's",
    "space.out_of_play": "spaces that a scenario leaves out are Here I Stand's",
}
SAME_SUBJECT = {
    "2.1": "2.1", "2.2": "2.2", "2.5": "2.5", "5.1": "5.1", "5.2": "5.3", "6.1": "6.1", "9.1": "9.1",
    "9.2": "9.2", "10": "10", "11": "11", "11.1": "11.1", "12.1": "12.1", "12.2": "12.2", "12.3": "12.3",
    "12.4": "12.4", "12.5": "12.5", "13.1": "13.1", "13.2": "13.2", "13.3": "13.3", "13.4": "13.4",
    "14": "14", "14.1": "14.1", "15": "15", "15.1": "15.1", "15.2": "15.2", "16.1": "16.1", "16.2": "16.2",
    "16.3": "16.3", "16.4": "16.4", "17": "17", "17.1": "17.2", "17.2": "17.3", "19.3": "20.4",
    "21.6": "9.5", "22.3": "24.3",
}  # fmt: skip
"""Read side by side in both rulebooks: of *Here I Stand*, and of *Virgin Queen*."""


@cache
def titles(game: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((scenarios_folder() / game / "rulebook.toml").read_text())[
        "paragraphs"
    ]
    return found


def shared_refusals() -> set[tuple[str, str]]:
    """Code and paragraph of everything that the shared rules refuse."""
    found = set()
    for folder in SHARED:
        for path in sorted((REPOSITORY / folder).glob("*.py")):
            for node in nodes_of(path):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
                    said = [a.value for a in node.args if isinstance(a, ast.Constant)]
                    words = [word for word in said if isinstance(word, str)]
                    rule = next((word for word in words if NUMBER.fullmatch(word)), "")
                    code = next((word for word in words if not NUMBER.fullmatch(word)), "")
                    if rule and code not in ONLY_THERE:
                        found.add((code, rule))
    return found


def test_every_shared_refusal_cites_a_paragraph_of_the_same_subject() -> None:
    refusals = shared_refusals()
    assert len(refusals) > 90
    for code, rule in sorted(refusals):
        assert rule in titles("his") or rule == "2.5", (code, rule)
        assert paragraph(code, rule) == SAME_SUBJECT[rule], (code, rule)
        assert paragraph(code, rule) in titles("vq"), (code, rule)


def test_the_table_names_only_what_is_refused() -> None:
    refusals = shared_refusals()
    for rule, code in HERE:
        assert any(cited == rule and (one == code or one.startswith(f"{code}.")) for one, cited in refusals)


@pytest.mark.parametrize(
    ("there", "here", "word"),
    [
        ("5.2", "5.3", "Land units"),
        ("19.3", "20.4", "eturn"),
        ("17.2", "17.3", "hips"),
        ("13.3", "13.3", "void"),
    ],
)
def test_the_titles_of_both_rulebooks_agree(there: str, here: str, word: str) -> None:
    assert word in titles("his")[there]
    assert word in titles("vq")[here]


def test_own_refusals_keep_their_number() -> None:
    assert paragraph("plot.no_victim", "19.3") == "19.3"
    assert game_of("his").paragraph("winter.too_many", "19.3") == "19.3"
    assert game_of("vq").voice().paragraph("winter.too_many", "19.3") == "20.4"
