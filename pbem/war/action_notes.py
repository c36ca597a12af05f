"""What command points would buy, in a line beside each order: dice, chance, victory points.

Open facts alone.  Of several formations for one goal only the first, the largest, has a note.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from pbem.language.voice import Voice
from pbem.war import odds_words as told
from pbem.war.odds import PointsIf, arrival_told
from rules import Power
from rules.core.actions import Action
from rules.war.advance import advance
from rules.war.fleets import Fleet, enemies_afloat, fleet_at
from rules.war.interception import interception_stacks, interceptors
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.naval_movement import AdmiralMove, ShipMove
from rules.war.odds import interception_odds, naval_combat_odds, storming
from rules.war.sea_actions import NavalMove

Note = Callable[[Any, Power, Any, Voice], str]


def notes_on(
    game: Any,
    power: Power,
    legal: Sequence[Action],
    voice: Voice,
    notes: Mapping[type[Action], Note],
    goal_of: Callable[[Action], Hashable],
) -> dict[int, str]:
    """Notes by the number of the action, for those of which there is something to tell."""
    found: dict[int, str] = {}
    seen: dict[Hashable, bool] = {}
    for at, action in enumerate(legal):
        note = notes.get(type(action))
        if note is None or (goal := goal_of(action)) in seen:
            continue
        if told_so := note(game, power, action, voice):
            seen[goal] = True
            found[at] = told.joined(voice.word("note.cp", cp=action.cost(game, power)), told_so)
    return found


def goal_in_war(action: Action) -> Hashable:
    """What two orders have in common of which only one needs a note."""
    if isinstance(action, AssaultFortification):
        return AssaultFortification, action.space
    if isinstance(action, MoveFormation):
        return action.origin, action.to
    if isinstance(action, NavalMove):
        return NavalMove, tuple(sorted({(ships.origin, ships.to) for ships in action.ships}))
    return action


def war_notes(points_if: PointsIf) -> dict[type[Action], Note]:
    """The notes of every war game; a title says what a space does to points."""

    def of_assault(game: Any, power: Power, action: AssaultFortification, voice: Voice) -> str:
        fight = storming(game, power, action.space, action.formation)
        gain = told.points(points_if(game, [action.space], control=power), power, voice)
        return told.joined(told.storm(fight, voice), gain and voice.word("note.then_vp", text=gain))

    return {AssaultFortification: of_assault, MoveFormation: of_move, NavalMove: of_naval_move}


def of_move(game: Any, power: Power, action: MoveFormation, voice: Voice) -> str:
    """A move into a fight, before walls, or past somebody who may intercept."""
    if not action.formation.size:
        return ""
    arrives = arrival_told(game, power, action.to, action.formation, voice)
    return told.joined(*arrives, *interceptions_told(game, power, action, voice))


def interceptions_told(game: Any, power: Power, action: MoveFormation, voice: Voice) -> list[str]:
    """Who may intercept a move, each with its best chance (13.2)."""
    move = advance(game, power, action.origin, action.to, action.formation)
    parts: list[str] = []
    for enemy in interceptors(game, move):
        stacks = interception_stacks(game, enemy, move, (), leaders_alone=False)
        chances = [interception_odds(game, enemy, army, action.formation).chance for _origin, army in stacks]
        if chances:
            text = told.percent(max(chances), voice)
            parts.append(voice.word("note.may_intercept", power=enemy, chance_text=text))
    return parts


def of_naval_move(game: Any, power: Power, action: NavalMove, voice: Voice) -> str:
    return fleet_fights(game, power, action.ships, action.leaders, voice)


def fleet_fights(
    game: Any, power: Power, moved: Sequence[ShipMove], admirals: Sequence[AdmiralMove], voice: Voice
) -> str:
    """A combat where the ships would meet enemies; moves to several places have no note."""
    goals = dict.fromkeys(ships.to for ships in moved)
    if len(goals) != 1:
        return ""
    (place,) = goals
    enemies = enemies_afloat(game, power, place)
    if not enemies:
        return ""
    fleet = Fleet(
        tuple((ships.nation, ships.kind, ships.count) for ships in moved),
        tuple(move.leader for move in admirals),
    )
    return told.joined(
        *(
            voice.word(
                "note.combat",
                power=enemy,
                text=told.fight(naval_combat_odds(game, place, fleet, fleet_at(game, place, enemy)), voice),
            )
            for enemy in enemies
        )
    )
