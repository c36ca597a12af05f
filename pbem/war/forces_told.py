"""What a power or a leader is worth in war, in a few words beside a choice."""

from __future__ import annotations

from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from rules import Power
from rules.war.displacement import ships_at
from rules.war.state import WarGame


def forces_told(game: WarGame, power: Power, voice: Voice, *, named: bool = False) -> str:
    """How many land units and ships a power has on the map."""
    return voice.word(
        "note.enemy",
        power_text=voice.name(kinds.POWER, power, "bare") if named else None,
        count=sum(game.land_strength(place, power) for place in game.units),
        other_count=sum(ships_at(game, place, power) for place in game.units),
    )


def leader_told(game: WarGame, leader: str, ratings: Any, voice: Voice) -> str:
    """Whose he is and where, if he is on the map; how well he fights, and how many he leads."""
    figure = game.leaders.get(leader)
    where = ""
    if figure is not None and figure.place is not None:
        kind = kinds.SEA if figure.place in game.board.zones else kinds.SPACE
        where = f"{voice.name(kinds.POWER, figure.power, 'bare')}, {voice.name(kind, figure.place)}"
    return told.joined(where, voice.word("note.leader", number=ratings.battle, count=ratings.command))
