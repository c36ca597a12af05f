"""Every clause of every card names a case of that card, which the case suite runs."""

from __future__ import annotations

from pbem.games.his.cards_doc import case_of_clause, clauses
from rules import load_rules

DATA = load_rules("his").data
CARDS = [*sorted(DATA.cards), *sorted(DATA.diplomacy_cards)]


def test_every_card_has_clauses() -> None:
    assert [int(number) for number in clauses()] == CARDS


def test_every_clause_has_a_case_of_its_card() -> None:
    for card in CARDS:
        for clause, number in clauses()[str(card)].items():
            assert case_of_clause(card, number) is not None, f"#{card}, {clause}: there is no case {number}"


def test_a_clause_without_a_case_is_found() -> None:
    assert case_of_clause(31, "#31zz") is None
    assert case_of_clause(32, "#31a") is None, "a case of another card does not count"
