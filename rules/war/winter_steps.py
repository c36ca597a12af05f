"""Steps of winter that are the same in every title: loans, sieges and alliances end."""

from __future__ import annotations

from rules.core.events import Event
from rules.war.control import lift_siege
from rules.war.ids import LOANED, owner
from rules.war.relations import AllianceEnded
from rules.war.state import ALLIED, WarGame


class LoansEnded(Event):
    """Squadrons on loan serve their owners again."""


def end_loans(game: WarGame) -> None:
    """Loaned ships and naval leaders are their owners' again, wherever they are (19.1)."""
    lent = [(place, nation) for place, here in game.units.items() for nation in here if LOANED in nation]
    for place, nation in lent:
        units = game.at(place, nation)
        counts = {kind: count for kind in game.naval_kinds if (count := getattr(units, kind))}
        game.remove_units(place, nation, **counts)
        game.add_units(place, owner(nation), **counts)
    for leader in game.leaders.values():
        leader.loaned_to = None
    if lent:
        game.emit(LoansEnded())


def end_sieges(game: WarGame) -> None:
    """Besiegers winter elsewhere: no siege outlasts the step of returning home (19.3)."""
    for space, state in game.spaces.items():
        for besieger in list(state.sieges):
            lift_siege(game, space, besieger)


def end_alliances(game: WarGame) -> None:
    """Alliances between major powers are over; those with minor powers remain (19.4)."""
    for at, power in enumerate(game.majors):
        for other in game.majors[at + 1 :]:
            if game.relation(power, other) == ALLIED:
                game.set_relation(power, other, None)
                game.emit(AllianceEnded(power, other))
