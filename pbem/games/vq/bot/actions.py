"""The next action: what each could be worth to a power now, from the same chances that letters tell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from pbem.games.suggestion import Suggestion, because
from pbem.games.vq.bot import courts, land, seas
from pbem.games.vq.bot.mind import Mind
from rules.core.actions import Action, ChooseAction, Stop
from rules.war.land_actions import AssaultFortification, MoveFormation

Worth = Callable[[Mind, Any], float]
MOST_LOOKED_AT = 160
"""Options of one kind."""
LEAST = 0.02
"""What an action must be worth for each CP."""


def next_action(mind: Mind, question: ChooseAction) -> Suggestion:
    """The action that is worth most for each of its CP."""
    best: tuple[float, Action] | None = None
    for cls in sorted(question.kinds(mind.game), key=lambda cls: -AT_MOST.get(cls.__name__, MUCH)):
        if best is not None and best[0] > AT_MOST.get(cls.__name__, MUCH):
            break  # nothing of this kind, or of the others, can be worth more
        for option, worth in _judged(mind, question, cls):
            cost = max(1, option.cost(mind.game, mind.power))
            rate = worth / cost + mind.rng.random() * 0.01
            if worth / cost > LEAST and (best is None or rate > best[0]):
                best = rate, option
    if best is None:
        return Suggestion(Stop(), because("stop"))
    option = best[1]
    if isinstance(option, MoveFormation | AssaultFortification):
        place = option.to if isinstance(option, MoveFormation) else option.space
        if mind.hostile(mind.game.controller(place)):
            return Suggestion(option, because("attack", space=place))
    return Suggestion(option, because("action"))


def _judged(mind: Mind, question: ChooseAction, cls: type[Action]) -> Iterator[tuple[Action, float]]:
    """Options of a kind with what they are worth; of several formations for one goal, the first."""
    worth = WORTH.get(cls.__name__)
    if worth is None:
        return
    seen: dict[Hashable, bool] = {}
    for number, option in enumerate(question.affordable(mind.game, cls)):
        if number >= MOST_LOOKED_AT:
            return
        goal = _goal(option)
        if goal in seen:
            continue
        seen[goal] = True
        yield option, worth(mind, option)


def _goal(option: Action) -> Hashable:
    if isinstance(option, MoveFormation):
        return option.origin, option.to
    if isinstance(option, AssaultFortification):
        return option.space
    return option


MUCH = 9.0
AT_MOST: dict[str, float] = {
    "RaiseRegulars": 0.38,
    "RaiseMercenary": 0.37,
    "RaiseOttomanCavalry": 0.36,
    "Assassinate": 0.35,
    "BuildPatrol": 0.3,
    "FortifySettlement": 0.3,
    "InsertInformant": 0.2,
    "BuildOttomanCorsair": 0.2,
    "BuildGalley": 0.18,
    "BuildGalleon": 0.18,
    "BuildMinorShip": 0.18,
    "BuildFortress": 0.16,
}
"""What an action of some kinds is worth at most for each CP: many of them need not be looked at."""
WORTH: dict[str, Worth] = {
    "MoveFormation": land.of_move,
    "AssaultFortification": land.of_assault,
    "StormWithTechnique": land.of_assault,
    "TakeControl": land.of_control,
    "CalmSpace": land.of_calm,
    "RaiseRegulars": land.of_unit,
    "RaiseMercenary": land.of_unit,
    "RaiseOttomanCavalry": land.of_unit,
    "BuildGalley": land.of_ship,
    "BuildGalleon": land.of_ship,
    "BuildOttomanCorsair": land.of_ship,
    "BuildMinorShip": land.of_ship,
    "BuildPatrol": land.of_patrol,
    "BuildFortress": land.of_fortress,
    "FortifySettlement": land.of_patrol,
    "FightAbroad": land.of_foreign_battle,
    "ReinforceForeignWar": land.of_reinforcement,
    "LandFromArmada": land.of_landing,
    "StrengthenArmada": land.of_armada,
    "SailEverywhere": seas.of_sailing,
    "OutfitExpedition": seas.of_expedition,
    "PirateAtSea": seas.of_piracy,
    "PirateOverseas": seas.of_ocean_piracy,
    "Preach": courts.of_conversion,
    "SuppressHeresy": courts.of_conversion,
    "Rebel": courts.of_rebellion,
    "GatherIntelligence": courts.of_intelligence,
    "InsertInformant": courts.of_informant,
    "SendJesuit": courts.of_jesuit,
    "Assassinate": courts.of_assassination,
    "RaiseEnglishCatholics": courts.of_english_rebellion,
    "SponsorArtist": courts.of_artist,
    "SponsorScientist": courts.of_scientist,
    "BuyInfluence": courts.of_influence,
}
"""By the name of the action; others are left to people."""
