"""Choices that one would expect and cannot take, with the rule: `not assault Vienna: no line ... [15.1]`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from pbem.language import names as kinds
from pbem.language.refusals import why_by_rule
from pbem.language.voice import Voice
from rules import Power, Question
from rules.core.errors import Illegal, refusal_of
from rules.core.impulse import TakeImpulse, check_event, may_pass
from rules.his.actions import Action, ChooseAction
from rules.his.faith.actions import CallDebate
from rules.his.faith.debate import DEBATE_ZONES
from rules.his.faith.debaters import pool
from rules.his.game import HisGame
from rules.his.new_world.actions import Colonize, Conquer, Explore
from rules.his.powers import PAPACY, PROTESTANT
from rules.his.war.naval_actions import InitiatePiracy
from rules.his.windows import CARDS
from rules.war.avoid_battle import AvoidBattle
from rules.war.forces import army_at, usual_formations
from rules.war.interception import Intercept
from rules.war.land_actions import AssaultFortification
from rules.war.piracy import pirates_in
from rules.war.siege import is_besieged
from rules.war.spring import DeployInSpring, Deployment, origins

MOST = 4
"""More would be a lecture."""


def choices(question: Question[Any], legal: Sequence[Any], game: HisGame, voice: Voice) -> list[str]:
    """What one would expect, each with why it is not there."""
    find = BY_KIND.get(question.kind)
    return list(find(question, legal, game, voice))[:MOST] if find is not None else []


def _not(what: str, problem: Illegal, voice: Voice) -> str:
    return voice.word("missing.line", what_text=voice.order(what), why_text=why_by_rule(problem, voice))


# ---- Spring: own fortified spaces and armies that no path leads to (10)


def of_spring(question: DeployInSpring, legal: Sequence[Any], game: HisGame, voice: Voice) -> Iterator[str]:
    """Keys and own armies where the largest army cannot go."""
    reached = {answer.destination for answer in legal if answer is not None}
    starts = origins(game, question.power)
    if not starts:
        return
    capital = max(starts, key=lambda start: question.army(game, start).size)
    army = question.army(game, capital)
    wanted = [*game.keys_of(question.power), *_camps(game, question.power)]
    for space in dict.fromkeys(wanted):
        if space in reached or space in starts:
            continue
        formation = usual_formations(game, army)[0] if army else army
        deployment = Deployment(capital, formation, space)
        if problem := refusal_of(question.check_path, game, deployment):
            yield _not(voice.name(kinds.SPACE, space), problem, voice)


def _camps(game: HisGame, power: Power) -> list[str]:
    return [space for space in game.units if space in game.spaces and game.land_strength(space, power) >= 3]


# ---- An impulse (11)


def of_impulse(question: TakeImpulse, legal: Sequence[Any], game: HisGame, voice: Voice) -> Iterator[str]:
    if problem := refusal_of(may_pass, game, question.power):
        yield _not("pass", problem, voice)
    for card in game.hand(question.power):
        uses = list(CARDS.events.get(card, {}))
        refused = [refusal_of(check_event, game, question.power, card, use) for use in uses]
        if uses and refused[0] is not None and all(refused):  # none of its uses can be chosen
            yield _not(f"play {card} as event", refused[0], voice)


def of_action(question: ChooseAction, legal: Sequence[Any], game: HisGame, voice: Voice) -> Iterator[str]:
    """Sieges of one's own that cannot be stormed, corsairs that may not raid, voyages, debates."""
    own = question.kinds(game)
    for kind, of_kind in (
        (AssaultFortification, _assaults),
        (InitiatePiracy, _raids),
        (Explore, _voyages),
        (Conquer, _voyages),
        (Colonize, _voyages),
        (CallDebate, _debates),
    ):
        if kind in own:
            offered = [answer for answer in legal if isinstance(answer, kind)]
            for action, key, fields in of_kind(question.power, kind, offered, game):
                # That it costs too much is no riddle.
                problem = refusal_of(action.check, game, question.power)
                if problem is not None:
                    yield _not(voice.word(key, **fields), problem, voice)


Missing: TypeAlias = Iterator[tuple[Action, str, dict[str, str]]]
"""An action that is not offered, with the word that tells of it."""


def _assaults(power: Power, kind: type[Action], offered: Sequence[Any], game: HisGame) -> Missing:
    for space, state in game.spaces.items():
        formations = usual_formations(game, army_at(game, space, power)) if power in state.sieges else []
        if formations and not any(one.space == space for one in offered):
            yield AssaultFortification(space, formations[0]), "missing.assault", {"space": space}


def _raids(power: Power, kind: type[Action], offered: Sequence[Any], game: HisGame) -> Missing:
    for zone in game.board.zones:
        if any(one.zone == zone for one in offered):
            continue
        if any(pirates_in(game, power, zone, target) for target in game.majors):
            targets = (one for one in game.majors if one != power and game.ports_of(one, zone))
            for target in islice(targets, 1):
                yield InitiatePiracy(zone, target), "missing.piracy", {"zone": zone}


def _voyages(power: Power, kind: type[Action], offered: Sequence[Any], game: HisGame) -> Missing:
    if not offered:
        yield kind(), f"missing.{kind.action_id}", {}


def _debates(power: Power, kind: type[Action], offered: Sequence[Any], game: HisGame) -> Missing:
    for zone in DEBATE_ZONES:
        open_there = pool(game, PROTESTANT, zone) and pool(game, PAPACY, zone)
        if open_there and not any(one.zone == zone for one in offered):
            yield CallDebate(zone), "missing.debate", {"language": zone}


# ---- Movement (13)


def of_interception(question: Intercept, legal: Sequence[Any], game: HisGame, voice: Voice) -> Iterator[str]:
    """Own armies next to the goal that may not go: across a pass, besieged, tried already."""
    from_there = [origin for origin, _army in question.stacks]
    clear = game.board.clear_neighbours(question.to)
    for near in game.board.neighbours(question.to):
        if near in from_there or not game.land_strength(near, question.power):
            continue
        if near not in clear:
            key = "missing.across_pass"
        elif is_besieged(game, near, question.power):
            key = "missing.besieged"
        else:
            key = "missing.tried"
        yield voice.word(key, space=near)


def of_avoidance(question: AvoidBattle, legal: Sequence[Any], game: HisGame, voice: Voice) -> Iterator[str]:
    """Own spaces next to the battle to which nobody may slip away."""
    for near in game.board.neighbours(question.space):
        state = game.spaces[near]
        if near in question.spaces or not game.friendly(question.power, state.control):
            continue
        key = "missing.unrest" if state.unrest else "missing.siege" if state.sieges else "missing.no_refuge"
        yield voice.word(key, space=near)


BY_KIND: dict[str, Callable[..., Iterator[str]]] = {
    "spring": of_spring,
    "impulse": of_impulse,
    "action": of_action,
    "intercept": of_interception,
    "avoid_battle": of_avoidance,
}
