"""Orders of Virgin Queen in German: read into the same words as in English."""

from __future__ import annotations

import pytest

from pbem.games import game_of

TITLE = game_of("vq")
LINES = {
    "spiele 31 für BP": "play 31 for cp",
    "spiele 40 als Ereignis": "play 40 as event",
    "baue Galeone in Corunna": "build galleon in Corunna",
    "baue Patrouille in den Antillen": "build patrol in the Antillen",
    "predige in England": "preach in England",
    "unterdrücke Häresie in den Niederlanden": "suppress heresy in netherlands",
    "Rebellion in Lyon für 3": "rebel in Lyon for 3",
    "Einfluss auf Venedig": "influence Venedig",
    "unterstütze Künstler für 3": "sponsor artist for 3",
    "spioniere in Spanien": "spy on Spanien",
    "Jesuit nach York": "jesuit to York",
    "ermorde Coligny für 4": "assassinate Coligny for 4",
    "rüste aus Drake in Nordatlantik mit Kolonie": "outfit Drake in Nordatlantik with colony",
    "verstärke Armada": "strengthen armada",
    "ziehe 2 Reguläre: Paris > Orleans": "move 2 regulars: Paris > Orleans",
    "stürme Lyon": "assault Lyon",
    "Ende": "end",
}


@pytest.mark.parametrize(("german", "english"), LINES.items())
def test_an_order_in_german(german: str, english: str) -> None:
    assert TITLE.in_english(german, "de").casefold() == english.casefold()
