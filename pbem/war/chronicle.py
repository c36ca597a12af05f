"""What pictures show of what happened: who went where, and where there was fighting or a change of faith."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.pictures.scene import Mark, Move, What
from rules import Event
from rules.war.control import ControlChanged
from rules.war.land_events import (
    AssaultFailed,
    AssaultSucceeded,
    BattleAvoided,
    BattleAvoidedFreely,
    BattleEnded,
    FormationMoved,
    InterceptionSucceeded,
    MoveAnnounced,
    MoveStopped,
    Retreated,
    SiegeLaid,
)
from rules.war.naval_events import (
    ArmyEmbarked,
    CorsairsSailed,
    FleetRetreated,
    NavalCombatEnded,
    SquadronsSailed,
    TransportSailedOn,
)


def _nobody(event: Event) -> None:
    return None


MOST_MOVES = 9
"""Of very many moves the last ones are shown."""


def moves_in(events: Iterable[Event], own: Callable[[Event], Move | None] = _nobody) -> tuple[Move, ...]:
    """What moved, each way once; a move that was announced until it is made or stopped.

    `own` knows the moves that only one title has.
    """
    found: dict[tuple[str, str, str], Move] = {}
    for event in events:
        if not event.visible_to(None):
            continue
        if isinstance(event, FormationMoved | MoveStopped):
            found.pop((event.power, event.origin, event.to), None)
        if (move := _move(event) or own(event)) is not None:
            known = found.pop((move.power, move.origin, move.to), None)
            count = move.count + (known.count if known and known.way == move.way != "announced" else 0)
            found[move.power, move.origin, move.to] = Move(move.power, move.origin, move.to, move.way, count)
    return tuple(found.values())[-MOST_MOVES:]


def _move(event: Event) -> Move | None:
    match event:
        case FormationMoved(power, origin, to, units):
            return Move(power, origin, to, "land", sum(units.values()))
        case MoveAnnounced(power, origin, to, units, _):
            return Move(power, origin, to, "announced", sum(units.values()))
        case InterceptionSucceeded(power, origin, space, _, _):
            return Move(power, origin, space, "land")
        case BattleAvoided(power, space, to, _, _) | BattleAvoidedFreely(power, space, to):
            return Move(power, space, to, "flight")
        case Retreated(power, space, to):
            return Move(power, space, to, "flight")
        case SquadronsSailed(power, _, count, origin, to) | CorsairsSailed(power, _, count, origin, to):
            return Move(power, origin, to, "sea", count)
        case FleetRetreated(power, place, to):
            return Move(power, place, to, "flight")
        case ArmyEmbarked(power, port, zone, count, _):
            return Move(power, port, zone, "sea", count)
        case TransportSailedOn(power, zone, to):
            return Move(power, zone, to, "sea")
    return None


def marks_in(events: Iterable[Event], conversion: type[Event]) -> tuple[Mark, ...]:
    """Where something happened; each kind of thing once in a place.

    `conversion` is the title's event of a space that turns to another faith.
    """
    found = [
        Mark(place, what)
        for event in events
        if event.visible_to(None)
        for place, what in _happened(event, conversion)
    ]
    return tuple(dict.fromkeys(found))


def _happened(event: Event, conversion: type[Event]) -> list[tuple[str, What]]:
    if isinstance(event, conversion):
        return [(str(getattr(event, "space", "")), "conversion")]
    match event:
        case BattleEnded(space=place) | NavalCombatEnded(place=place):
            return [(place, "battle")]
        case AssaultSucceeded(space=place) | AssaultFailed(space=place):
            return [(place, "assault")]
        case SiegeLaid(space=place):
            return [(place, "siege")]
        case ControlChanged(space=place):
            return [(place, "conquest")]
    return []
