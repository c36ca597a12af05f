"""What touches a power in this game alone: its debaters burnt or disgraced."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.conditions import PEOPLE, Touched
from rules import Event, Power
from rules.his.faith.events import DebaterBurnt, DebaterDisgraced
from rules.his.game import HisGame


def own_touches(power: Power, event: Event, game: HisGame) -> Iterator[Touched]:
    match event:
        case DebaterBurnt() | DebaterDisgraced() if game.data.debaters[event.debater].side == power:
            yield Touched(PEOPLE, {"debater": event.debater})
