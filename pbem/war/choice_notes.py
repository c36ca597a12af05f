"""Beside plain choices, what they are: who stands in a space, what a power holds, what a card is worth.

Open facts and the hand of whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from rules import Power
from rules.war.displacement import ships_at
from rules.war.forces import land_powers_at

FEW = 12
"""So many choices have a note each."""
Tell: TypeAlias = Callable[[Any, str, Voice], str]
"""What one thing is."""


def of_things(
    question: Any,
    legal: Sequence[Any],
    game: Any,
    voice: Voice,
    tell: Mapping[str, Tell],
    *,
    largest_of: Collection[str] = (),
) -> dict[int, str]:
    """Notes on single things among the answers, by what these are.

    Of very many of the kinds `largest_of`, which are spaces, only those with most units have a note.
    """
    tell_of = tell.get(question.about)
    singles = {at: thing for at, answer in enumerate(legal) if (thing := single(answer))}
    if tell_of is None or (len(singles) > FEW and question.about not in largest_of):
        return {}
    if len(singles) > FEW:
        largest = sorted(singles, key=lambda at: -_units_in(game, singles[at]))[: FEW // 2]
        singles = {at: thing for at, thing in singles.items() if at in largest and _units_in(game, thing)}
    return {at: text for at, thing in singles.items() if (text := tell_of(game, thing, voice))}


def single(answer: Any) -> str:
    """The thing that an answer names, if it names one."""
    if isinstance(answer, str):
        return answer
    return answer[0] if isinstance(answer, tuple) and len(answer) == 1 else ""


def _units_in(game: Any, space: str) -> int:
    if space not in game.spaces:
        return 0
    return sum(game.land_strength(space, power) for power in land_powers_at(game, space))


def card_told(game: Any, card: int, voice: Voice) -> str:
    title = voice.name(kinds.CARD, str(card), "title")
    return voice.word("note.card", title_text=title, cp=game.card(card).cp)


def space_told(game: Any, space: str, kind: str, voice: Voice) -> str:
    """What kind of space it is, and who stands there."""
    armies = ", ".join(
        f"{voice.name(kinds.POWER, power, 'bare')} {strength}"
        for power in land_powers_at(game, space)
        if (strength := game.land_strength(space, power))
    )
    return ", ".join(part for part in (kind, armies) if part)


def power_told(game: Any, power: str, points: Mapping[str, int], voice: Voice) -> str:
    """What a power with victory points has of them and of cards; of a minor one, its forces."""
    if power not in points:
        return forces_told(game, power, voice) if power in game.minors else ""
    return voice.word("note.power", vp=points[power], cards=len(game.hand(power)))


def forces_told(game: Any, power: Power, voice: Voice, *, named: bool = False) -> str:
    """How many land units and ships a power has on the map."""
    return voice.word(
        "note.enemy",
        power_text=voice.name(kinds.POWER, power, "bare") if named else None,
        count=sum(game.land_strength(place, power) for place in game.units),
        other_count=sum(ships_at(game, place, power) for place in game.units),
    )


def leader_told(game: Any, leader: str, voice: Voice) -> str:
    """Whose he is and where, if he is on the map; how well he fights, and how many he leads."""
    ratings, figure = game.data.leaders.get(leader), game.leaders.get(leader)
    if ratings is None:
        return ""
    where = ""
    if figure is not None and figure.place is not None:
        kind = kinds.SEA if figure.place in game.board.zones else kinds.SPACE
        where = f"{voice.name(kinds.POWER, figure.power, 'bare')}, {voice.name(kind, figure.place)}"
    return told.joined(where, voice.word("note.leader", number=ratings.battle, count=ratings.command))
