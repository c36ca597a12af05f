"""The names of Here I Stand: powers, places, people, cards and the rest, and how players shorten them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.his.orders.book import BOOK
from pbem.language.foreign_names import add_other_languages, other_languages
from pbem.language.names import (
    CARD,
    CONQUISTADOR,
    DEBATER,
    EXPLORER,
    LANGUAGE,
    LEADER,
    NATION,
    OPTION,
    REFORMER,
    RULER,
    Names,
    Table,
)
from pbem.war.names import add_cards, add_people, add_places, add_plain, add_power
from pbem.war.names import tables as tables_of
from rules.his.data import HisData
from rules.war.ids import LAND_KINDS, NAVAL_KINDS

PRINTED = {"hapsburg": "Hapsburg"}
"""Powers that letters and orders call otherwise than the data: one power, one spelling, in the singular."""
POWER_WORDS = {
    "ottoman": ("Turks", "Turk", "Turkey", "Turkish", "Ottomans", "Ottoman Empire"),
    "hapsburg": ("Hapsburgs", "Habsburg", "Habsburgs", "Spain", "Spanish", "Imperial", "HRE"),
    "england": ("English", "Tudor", "Tudors"),
    "france": ("French", "Valois"),
    "papacy": ("Papal", "Pope", "The Pope"),
    "protestant": ("Protestants", "Reformation"),
    "genoa": ("Genoese",),
    "hungary": ("Hungarian", "Hungarians", "Hungary", "Bohemia"),
    "scotland": ("Scottish", "Scots"),
    "venice": ("Venetian", "Venetians"),
}
LANGUAGES = {
    "german": ("germany", "deutsch"),
    "french": ("france", "francais"),
    "english": ("england",),
    "italian": ("italy", "italiano"),
    "spanish": ("spain", "espanol"),
}
FAITHS = ("catholic", "protestant", "other")


def his_names_with_editions(data: HisData) -> Names:
    """Those of the data, and of the game's editions in other languages."""
    names = his_names(data)
    add_other_languages(names.tables, other_languages("his"))
    return names


def his_names(data: HisData) -> Names:
    """All names that an order may hold, from the data files; those of other languages are added to them."""
    own = {
        DEBATER: "a debater",
        REFORMER: "a reformer",
        EXPLORER: "an explorer",
        CONQUISTADOR: "a conquistador",
        LANGUAGE: "a language",
    }
    names = tables_of(own, BOOK)
    tables = names.tables
    add_places(names, data.board)
    _add_powers(names, data)
    _add_people(names, data)
    add_cards(names, data.cards)
    for n, card in data.diplomacy_cards.items():
        _add_diplomacy_card(tables[CARD], n, card.title)
    for language, words in LANGUAGES.items():
        tables[LANGUAGE].add(language, language.capitalize(), words)
    add_plain(names, FAITHS, (*LAND_KINDS, *NAVAL_KINDS))
    for prize in (*data.tables.new_world.discoveries, *data.tables.new_world.conquests):
        tables[OPTION].add(prize.id, prize.name)
    for colony in data.counters.colonies:
        tables[OPTION].add(colony.id, colony.name)
    return names


def _add_diplomacy_card(table: Table, n: int, title: str) -> None:
    """A card of the two-player game; a title that a card of the main deck has means that one."""
    taken = any(other.startswith(title) for other in table.printed.values())
    table.printed[str(n)] = title
    own = () if taken else (title,)
    table.also(str(n), (str(n), *own, f"card {n}", f"nr {n}", f"diplomacy {title}"))


def _add_powers(names: Names, data: HisData) -> None:
    for power in data.powers.values():
        printed = PRINTED.get(power.id, "")
        add_power(names, power, POWER_WORDS.get(power.id, ()), major=power.major, printed=printed)
    nations = names.table(NATION)
    nations.add("independent", "Independent", ("independents",))
    nations.add("knights_of_st_john", "Knights of St. John", ("Knights", "Malta"))


def _add_people(names: Names, data: HisData) -> None:
    people: dict[str, Mapping[str, Any]] = {
        LEADER: data.leaders,
        REFORMER: data.reformers,
        DEBATER: data.debaters,
        EXPLORER: data.explorers,
        CONQUISTADOR: data.conquistadors,
    }
    add_people(names, people)
    for ruler in data.rulers.values():
        leader_too = data.leaders.get(ruler.leader or "")
        names.table(RULER).add(ruler.id, ruler.name, leader_too.aliases if leader_too else ())
