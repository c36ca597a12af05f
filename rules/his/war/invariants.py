"""What must be true of minor powers and foreign wars between decisions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.his.game import HisGame
from rules.his.powers import HUNGARY, OTTOMAN
from rules.war.foreign_war import strength
from rules.war.state import WAR


def control_problems(game: HisGame) -> Iterator[str]:
    """Everything wrong with minor powers and foreign wars."""
    yield from minor_problems(game)
    yield from foreign_war_problems(game)


def minor_problems(game: HisGame) -> Iterator[str]:
    """Allies are those of the table, a minor with an ally has no wars of its own (22.2)."""
    for minor, ally in game.minor_allies.items():
        if ally not in game.data.powers[minor].activated_by:
            yield f"{minor} is an ally of {ally}"
        if WAR in game.relations.get(minor, {}).values():
            yield f"{minor} has an ally and wars of its own"
    if any(game.relation(HUNGARY, power) == WAR for power in game.majors if power != OTTOMAN):
        yield "somebody else than the Ottoman is at war with Hungary-Bohemia"


def foreign_war_problems(game: HisGame) -> Iterator[str]:
    """A war on the table has no more own units than the event called for, and leaders off the map (21.7)."""
    for card, war in game.foreign_wars.items():
        if card not in game.cards.in_play:
            yield f"the foreign war {card} is not on the table"
        if strength(war) > war.limit:
            yield f"{strength(war)} units fight in the foreign war {card}"
        for name in war.leaders:
            leader = game.leaders[name]
            if leader.removed or any((leader.place, leader.captor, leader.returns)):
                yield f"{name} commands in the foreign war {card} and is elsewhere too"
