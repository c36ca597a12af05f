"""What has touched a power since it wrote an order: public events alone, as it sees them on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from pbem.games.conditions import BESIEGED, CAPTURED, CARD, LOST, MET, NEAR, TAKEN, UNREST, WAR, Touched
from rules import Event, Power
from rules.core.card_play import CardTaken
from rules.war.captives import LeaderCaptured
from rules.war.control import ControlChanged, UnrestPlaced
from rules.war.ids import Nation, SpaceId
from rules.war.land_events import (
    AssaultBegan,
    BattleAvoided,
    BattleAvoidedFreely,
    BattleBegan,
    FormationMoved,
    Retreated,
    ShipsTaken,
    SiegeLaid,
    UnitsLost,
)
from rules.war.naval_events import CorsairsLost, NavalCombatBegan, SquadronsLost
from rules.war.relations import WarBrokeOut, WarDeclared
from rules.war.state import WarGame

Touches: TypeAlias = Callable[[Power, Event, Any], Iterable[Touched]]


def _nothing(power: Power, event: Event, game: Any) -> Iterable[Touched]:
    return ()


def touched(power: Power, events: Sequence[Event], game: Any, own: Touches = _nothing) -> list[Touched]:
    """All that has touched a power, in the order in which it happened; the same thing is told once.

    `own` knows what only one title has.
    """
    found: list[Touched] = []
    for event in events:
        if event.visible_to(None):
            found += (
                touch
                for touch in (*_touches(power, event, game), *own(power, event, game))
                if touch not in found
            )
    return found


def _touches(power: Power, event: Event, game: WarGame) -> Iterator[Touched]:
    match event:
        case UnitsLost() if _own(game, power, event.power):
            yield Touched(LOST, {"place": event.space})
        case SquadronsLost() | CorsairsLost() if _own(game, power, event.nation):
            yield Touched(LOST, {"place": event.place})
        case ShipsTaken() if _own(game, power, event.nation):
            yield Touched(LOST, {"place": event.space})
        case BattleBegan() if _one_of(game, power, (event.attacker, *event.defenders)):
            yield Touched(MET, {"place": event.space})
        case NavalCombatBegan() if _one_of(game, power, (event.attacker, event.defender)):
            yield Touched(MET, {"place": event.place})
        case AssaultBegan() if event.power == power or _ours(game, power, event.space):
            yield Touched(MET, {"place": event.space})
        case BattleAvoided() | BattleAvoidedFreely() | Retreated() if event.power == power:
            yield Touched(MET, {"place": event.space})
        case ControlChanged() if _loses(game, power, event):
            yield Touched(TAKEN, {"power": event.power, "space": event.space})
        case SiegeLaid() if event.power != power and _ours(game, power, event.space):
            yield Touched(BESIEGED, {"power": event.power, "space": event.space})
        case UnrestPlaced() if _own(game, power, game.controller(event.space)):
            yield Touched(UNREST, {"space": event.space})
        case WarDeclared() if _own(game, power, event.target):
            yield Touched(WAR, {"power": event.declarer, "other_power": event.target})
        case WarBrokeOut() if power in (event.one, event.other):
            other = event.other if event.one == power else event.one
            yield Touched(WAR, {"power": other, "other_power": power})
        case LeaderCaptured() if event.captor != power and game.leader_commander(event.leader) == power:
            yield Touched(CAPTURED, {"leader": event.leader})
        case FormationMoved() if (key := _key_near(game, power, event)) is not None:
            yield Touched(NEAR, {"power": event.power, "space": event.to, "other_space": key})
        case CardTaken() if event.giver == power:
            yield Touched(CARD, {"power": event.taker})


def _own(game: WarGame, power: Power, nation: Nation | None) -> bool:
    """Whether a nation is the power itself, or fights for it."""
    return nation is not None and (nation == power or game.commander(nation) == power)


def _one_of(game: WarGame, power: Power, nations: Iterable[Nation]) -> bool:
    return any(_own(game, power, nation) for nation in nations)


def _ours(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether a space is the power's or an ally's."""
    return game.friendly(power, game.controller(space))


def _loses(game: WarGame, power: Power, event: ControlChanged) -> bool:
    """Whether a space was taken from the power or an ally."""
    return game.friendly(power, event.before) and not game.friendly(power, event.power)


def _key_near(game: Any, power: Power, event: FormationMoved) -> SpaceId | None:
    """The key of the power beside which, or in which, an army at war with it stands now."""
    if not game.at_war(power, event.power):
        return None
    near = {event.to, *game.board.neighbours(event.to)}
    return next((key for key in game.keys_of(power) if key in near), None)
