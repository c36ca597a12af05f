"""The names of Here I Stand: powers, places, people, cards and the rest, and how players shorten them."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.his.orders.book import BOOK
from pbem.language.catalog import Catalog
from pbem.language.foreign_names import add_names_of_letters, add_other_languages, other_languages
from pbem.language.names import (
    CARD,
    CONQUISTADOR,
    DEBATER,
    EXPLORER,
    FAITH,
    LANGUAGE,
    LEADER,
    MAJOR,
    MINOR,
    NATION,
    OPTION,
    PLACE,
    POWER,
    REFORMER,
    RULER,
    SEA,
    SPACE,
    UNIT,
    UNIT_WORDS,
    Names,
    Table,
)
from rules.his.data import HisData

POWER_WORDS = {
    "ottoman": ("Turks", "Turk", "Turkey", "Turkish", "Ottomans", "Ottoman Empire"),
    "hapsburg": ("Hapsburg", "Habsburg", "Habsburgs", "Spain", "Spanish", "Imperial", "HRE"),
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


def names_with_other_languages(data: HisData, catalogs: Iterable[Catalog]) -> Names:
    """All names that are read: those of the data, of other languages' editions, and of letters in them."""
    names = his_names(data)
    add_other_languages(names.tables, other_languages("his"))
    for catalog in catalogs:
        add_names_of_letters(names.tables, catalog)
    return names


def his_names(data: HisData) -> Names:
    """All names that an order may hold, from the data files; those of other languages are added to them."""
    names = Names(
        {
            SPACE: Table("a space"),
            SEA: Table("a sea zone"),
            PLACE: Table("a space or sea zone"),
            MAJOR: Table("a major power"),
            MINOR: Table("a minor power"),
            POWER: Table("a power"),
            NATION: Table("a power"),
            LEADER: Table("a leader"),
            DEBATER: Table("a debater"),
            REFORMER: Table("a reformer"),
            RULER: Table("a ruler"),
            EXPLORER: Table("an explorer"),
            CONQUISTADOR: Table("a conquistador"),
            CARD: Table("a card"),
            LANGUAGE: Table("a language"),
            FAITH: Table("a religion"),
            UNIT: Table("a kind of unit"),
            OPTION: Table("one of the choices"),
        },
        BOOK,
    )
    tables = names.tables
    for space in data.board.spaces.values():
        for kind in (SPACE, PLACE):
            tables[kind].add(space.id, space.name, space.aliases)
    for zone in data.board.zones.values():
        for kind in (SEA, PLACE):
            tables[kind].add(zone.id, zone.name, zone.aliases)
    _add_powers(tables, data)
    _add_people(tables, data)
    for n, card in data.cards.items():
        tables[CARD].add(str(n), card.title, (f"card {n}", f"no {n}", f"nr {n}"))
    for n, card in data.diplomacy_cards.items():
        _add_diplomacy_card(tables[CARD], n, card.title)
    for language, words in LANGUAGES.items():
        tables[LANGUAGE].add(language, language.capitalize(), words)
    for faith in FAITHS:
        tables[FAITH].add(faith, faith.capitalize())
    for unit, words in UNIT_WORDS.items():
        tables[UNIT].add(unit, unit, words)
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
    table.also(str(n), (str(n), *own, f"card {n}", f"no {n}", f"nr {n}", f"diplomacy {title}"))


def _add_powers(tables: dict[str, Table], data: HisData) -> None:
    for power in data.powers.values():
        words = (*power.aliases, *POWER_WORDS.get(power.id, ()))
        for kind in (POWER, NATION, MAJOR if power.major else MINOR):
            tables[kind].add(power.id, power.name, words)
    tables[NATION].add("independent", "Independent", ("independents",))
    tables[NATION].add("knights_of_st_john", "Knights of St. John", ("Knights", "Malta"))


def _add_people(tables: dict[str, Table], data: HisData) -> None:
    for leader in data.leaders.values():
        tables[LEADER].add(leader.id, leader.name, leader.aliases)
    for reformer in data.reformers.values():
        tables[REFORMER].add(reformer.id, reformer.name, reformer.aliases)
    for debater in data.debaters.values():
        tables[DEBATER].add(debater.id, debater.name, debater.aliases)
    for explorer in data.explorers.values():
        tables[EXPLORER].add(explorer.id, explorer.name, explorer.aliases)
    for conquistador in data.conquistadors.values():
        tables[CONQUISTADOR].add(conquistador.id, conquistador.name, conquistador.aliases)
    for ruler in data.rulers.values():
        leader_too = data.leaders.get(ruler.leader or "")
        tables[RULER].add(ruler.id, ruler.name, leader_too.aliases if leader_too else ())
