"""The names that all war games have, from their data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.language.forces import unit_word
from pbem.language.names import (
    CARD,
    FAITH,
    LEADER,
    MAJOR,
    MINOR,
    NATION,
    OPTION,
    PLACE,
    POWER,
    RULER,
    SEA,
    SPACE,
    UNIT,
    UNIT_WORDS,
    Names,
    Table,
)
from pbem.language.registry import Grammars
from rules.core.board import Board

WHAT = {
    SPACE: "a space",
    SEA: "a sea zone",
    PLACE: "a space or sea zone",
    MAJOR: "a major power",
    MINOR: "a minor power",
    POWER: "a power",
    NATION: "a power",
    LEADER: "a leader",
    RULER: "a ruler",
    CARD: "a card",
    FAITH: "a religion",
    UNIT: "a kind of unit",
    OPTION: "one of the choices",
}
"""The kinds of names, in words."""


def tables(own: Mapping[str, str], book: Grammars) -> Names:
    """Empty tables for all kinds of names; `own` are those of one title alone."""
    return Names({kind: Table(what) for kind, what in (WHAT | dict(own)).items()}, book)


def add_places(names: Names, board: Board) -> None:
    for space in board.spaces.values():
        for kind in (SPACE, PLACE):
            names.table(kind).add(space.id, space.name, space.aliases)
    for zone in board.zones.values():
        for kind in (SEA, PLACE):
            names.table(kind).add(zone.id, zone.name, zone.aliases)


def add_cards(names: Names, cards: Mapping[int, Any]) -> None:
    for n, card in cards.items():
        names.table(CARD).add(str(n), card.title, (f"card {n}", f"nr {n}"))


def add_power(names: Names, power: Any, words: Iterable[str], *, major: bool, printed: str = "") -> None:
    """A power by its name, or by what letters print instead."""
    for kind in (POWER, NATION, MAJOR if major else MINOR):
        names.table(kind).add(power.id, printed or power.name, (power.name, *power.aliases, *words))


def add_plain(names: Names, faiths: Iterable[str], units: Iterable[str]) -> None:
    """Faiths, and kinds of units."""
    for faith in faiths:
        names.table(FAITH).add(faith, faith.capitalize())
    for unit in units:
        names.table(UNIT).add(unit, unit_word(unit, 2), UNIT_WORDS[unit])


def add_people(names: Names, people: Mapping[str, Mapping[str, Any]]) -> None:
    """People by kind; those who are not printed with other names have none."""
    for kind, those in people.items():
        for person in those.values():
            names.table(kind).add(person.id, person.name, getattr(person, "aliases", ()))
