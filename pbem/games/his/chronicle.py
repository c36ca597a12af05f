"""What pictures show of what only happens in this game: the league's army that leaves the field."""

from __future__ import annotations

from pbem.pictures.scene import Move
from rules import Event
from rules.his.faith.events import LeagueArmyLeft


def own_move(event: Event) -> Move | None:
    match event:
        case LeagueArmyLeft(space, to):
            return Move("protestant", space, to, "flight", 0)
    return None
