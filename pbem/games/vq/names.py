"""The names of Virgin Queen: powers, places, people, cards and the rest, and how players shorten them."""

from __future__ import annotations

from pbem.games.vq.orders.book import BOOK
from pbem.games.vq.orders.kinds import (
    AREA,
    ARTIST,
    CAPTAIN,
    NOBLE,
    OCEAN,
    SCIENCE,
    SCIENTIST,
    SETTLEMENT,
    TREASURE,
)
from pbem.language.foreign_names import add_other_languages, other_languages
from pbem.language.names import LEADER, NATION, OPTION, RULER, Names, Table
from pbem.war.names import add_cards, add_people, add_places, add_plain, add_power
from pbem.war.names import tables as tables_of
from rules.vq.data import VqData
from rules.vq.game import VqGame
from rules.vq.powers import AREAS, CATHOLIC, PROTESTANT_FAITH
from rules.vq.treasury import CP_PREFIX
from rules.war.ids import LAND_KINDS

POWER_WORDS = {
    "ottoman": ("Turkey", "Turkish"),
    "spain": ("Philip II",),
    "england": ("Tudors", "Elizabeth"),
    "holy_roman_empire": ("Hapsburg", "Habsburg", "Hapsburgs", "Habsburgs", "Austrian"),
    "protestant": ("Reformation",),
    "ireland": ("Irishmen",),
    "venice": ("Venetian",),
    "papacy": ("The Pope",),
}
FORCES = {
    "huguenot": ("Huguenot", ("Huguenots",)),
    "dutch": ("Dutch", ("the Dutch", "Netherlanders", "Sea Beggars")),
    "walloons": ("Walloons", ("Walloon",)),
    "knights_of_st_john": ("Knights of St. John", ("Knights", "Malta")),
    "morisco": ("Moriscos", ("Morisco", "Morisco army")),
    "independent": ("Independent", ("independents",)),
}
"""Whose counters there are besides those of the powers, and the spaces of nobody."""
FAITHS = (CATHOLIC, PROTESTANT_FAITH, "other", "balanced")
MERCENARY = "mercenary"
"""A choice that is read in the plural as well: other languages have one word for both."""
TREASURES = {"draw_card": "card draw", "science_bonus": "science", "victory_point": "victory point"}


def vq_names(data: VqData) -> Names:
    """All names that an order may hold, from the data files."""
    own = {
        CAPTAIN: "a captain",
        NOBLE: "a noble",
        ARTIST: "an artist",
        SCIENTIST: "a scientist",
        AREA: "an area",
        OCEAN: "an ocean zone",
        SETTLEMENT: "a settlement",
        TREASURE: "a treasure",
        SCIENCE: "a science",
    }
    names = tables_of(own, BOOK)
    tables = names.tables
    add_places(names, data.board)
    _add_overseas(tables, data)
    _add_powers(names, data)
    _add_people(names, data)
    add_cards(names, data.cards)
    add_plain(names, FAITHS, (*LAND_KINDS, *VqGame.naval_kinds))
    for treasure in data.counters.treasures:
        cp = treasure.removeprefix(CP_PREFIX)
        tables[TREASURE].add(treasure, TREASURES.get(treasure, f"{cp} CP"))
    for science in data.tables.science_bonuses:
        tables[SCIENCE].add(science.id, science.name)
    tables[OPTION].add(MERCENARY, MERCENARY, ("mercenaries",))
    add_other_languages(tables, other_languages("vq"))
    return names


def _add_overseas(tables: dict[str, Table], data: VqData) -> None:
    for zone in data.world.zones.values():
        tables[OCEAN].add(zone.id, zone.name)
    for settlement in data.world.settlements.values():
        tables[SETTLEMENT].add(settlement.id, settlement.name)
    for area in AREAS:
        tables[AREA].add(area, area.capitalize())


def _add_powers(names: Names, data: VqData) -> None:
    for power in data.powers.values():
        add_power(names, power, POWER_WORDS.get(power.id, ()), major=power.id in data.majors)
    for force, (printed, words) in FORCES.items():
        names.table(NATION).add(force, printed, words)


def _add_people(names: Names, data: VqData) -> None:
    for leader in data.leaders.values():
        named = f"{_nation(leader.power, data)} default leader" if leader.default else leader.name
        names.table(LEADER).add(leader.id, named, ("default leader",) if leader.default else ())
    # Captains serve as naval leaders too (10).
    add_people(names, {CAPTAIN: data.captains, LEADER: data.captains, NOBLE: data.nobles})
    add_people(names, {ARTIST: data.artists, SCIENTIST: data.scientists, RULER: data.rulers})


def _nation(nation: str, data: VqData) -> str:
    return FORCES[nation][0] if nation in FORCES else data.powers[nation].name
