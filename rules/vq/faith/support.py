"""Which spaces can change their faith: areas, neighbours, troops, Jesuits (18.1, 18.5)."""

from __future__ import annotations

from collections.abc import Collection

from rules.vq.game import VqGame
from rules.vq.kinds import AreaId
from rules.vq.powers import (
    AREA_NETHERLANDS,
    CATHOLIC,
    DUTCH,
    ENGLAND,
    FRANCE,
    HUGUENOT,
    IRELAND,
    KNIGHTS,
    PAPACY,
    PORTUGAL,
    PROTESTANT_FAITH,
    SCOTLAND,
    SPAIN,
    VENICE,
    WALLOONS,
)
from rules.war.ids import Nation, SpaceId, owner

TROOPS: dict[str, tuple[Nation, ...]] = {
    CATHOLIC: (SPAIN, FRANCE, PAPACY, PORTUGAL, VENICE, IRELAND, WALLOONS, KNIGHTS),
    PROTESTANT_FAITH: (ENGLAND, DUTCH, HUGUENOT, SCOTLAND),
}
"""Whose regulars and ships are of which faith; Ottomans, the Empire and mercenaries of none (18.5)."""
UNION_OF_ARRAS = "union_of_arras"


def other_faith(faith: str) -> str:
    return PROTESTANT_FAITH if faith == CATHOLIC else CATHOLIC


def troops_of(game: VqGame, faith: str, space: SpaceId) -> int:
    """Regulars and ships of a faith in a space (18.5)."""
    return sum(
        units.regulars + units.ships
        for nation, units in game.units.get(space, {}).items()
        if owner(nation) in TROOPS[faith]
    )


def spaces_of(game: VqGame, area: AreaId, faith: str) -> list[SpaceId]:
    """The spaces of an area that are of a faith."""
    return [space for space in game.in_area(area) if game.religion(space) == faith]


def may_begin(game: VqGame, area: AreaId, faith: str) -> bool:
    """Whether by the rule of core presence some space of an area may flip at all (18.1)."""
    return len(spaces_of(game, area, other_faith(faith))) > 1


def supports(game: VqGame, faith: str, space: SpaceId, flipped: Collection[SpaceId]) -> bool:
    """Whether a space is of a faith and quiet, so that its neighbours can follow it (18.5).

    `flipped` are those that were won for the faith in an earlier step.
    """
    return (space in flipped or game.religion(space) == faith) and not game.spaces[space].unrest


def has_support(game: VqGame, faith: str, space: SpaceId, flipped: Collection[SpaceId]) -> bool:
    """Condition b: next to a space of the faith, over whatever connection, or a port on a sea with one."""
    if any(supports(game, faith, near, flipped) for near in game.board.neighbours(space)):
        return True
    for zone in game.conversion_zones(space):
        inland = [port for port, _partner in game.inland_ports() if zone in game.conversion_zones(port)]
        ports = [*game.board.ports_of(zone), *inland]
        if any(port != space and supports(game, faith, port, flipped) for port in ports):
            return True
    return False


def is_guarded(game: VqGame, faith: str, space: SpaceId) -> bool:
    """Condition c fails: troops of the other faith, or a Jesuit against Protestants (18.5)."""
    if troops_of(game, other_faith(faith), space):
        return True
    return faith == PROTESTANT_FAITH and game.spaces[space].jesuit


def convertible(
    game: VqGame, faith: str, area: AreaId, flipped: Collection[SpaceId], *, despite_guards: bool
) -> list[SpaceId]:
    """Spaces of an area that a conversion may flip now: conditions a, b and perhaps c (18.5)."""
    return [
        space
        for space in game.in_area(area)
        if game.religion(space) != faith
        and space not in flipped
        and not is_loyal(game, faith, space)
        and (despite_guards or not is_guarded(game, faith, space))
        and has_support(game, faith, space, flipped)
    ]


def is_loyal(game: VqGame, faith: str, space: SpaceId) -> bool:
    """The Union of Arras keeps the southern Netherlands Catholic this turn (#103)."""
    printed = game.printed(space)
    return (
        faith == PROTESTANT_FAITH
        and UNION_OF_ARRAS in game.this_turn.reminders
        and printed.area == AREA_NETHERLANDS
        and printed.second_home != DUTCH
    )
