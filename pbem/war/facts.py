"""What a question is about: where, against whom, at what odds.

Conditions of standing orders look at these facts alone.  They are read from the question, from what stands
on the map, and from the moment that a window is about; nobody's hand is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.games.facts import ASSAULT, EVENT, FIELD_BATTLE, IMPULSE_OVER, NAVAL_COMBAT, Facts
from pbem.language.voice import question_key
from rules import Power, Question
from rules.core.questions import Decide
from rules.war.avoid_battle import AvoidBattle
from rules.war.battle import Assault, FieldBattle
from rules.war.displacement import ships_at
from rules.war.fleets import enemies_afloat
from rules.war.forces import formation_limit, land_powers_at
from rules.war.ids import LeaderId, Place
from rules.war.interception import Intercept
from rules.war.moments import Announced
from rules.war.naval_interception import InterceptAtSea
from rules.war.naval_moments import NavalCombat, NavalRoll
from rules.war.negotiation import ConfirmDeals
from rules.war.state import WarGame

PLACES = ("to", "space", "place", "zone", "subject")
"""Fields of questions that name a place."""
LEAVING = ("retreat", "displaced_army", "displaced_fleet", "ships_flee")
"""Questions where those go who cannot stay where they are."""
OTHERS = ("mover", "enemy", "against", "declarer", "winner")
"""Fields of questions that name the other party."""


def facts_of(question: Question[Any], game: Any) -> Facts:
    """The facts that conditions may ask for."""
    power = question.power
    facts = Facts(power, question_key(question), getattr(game, "turn", 0))
    if not isinstance(game, WarGame):
        return facts
    facts = replace(facts, places=_places(question, game), others=_others(question))
    if question.kind == "respond" and game.moments:
        return _of_moment(facts, game.moments[-1], game)
    if isinstance(question, Intercept):
        return _of_interception(facts, question, game)
    if isinstance(question, AvoidBattle):
        return _meeting(facts, game, question.space, (question.enemy,))
    if isinstance(question, InterceptAtSea):
        return _of_naval_interception(facts, question, game)
    if isinstance(question, ConfirmDeals):
        return replace(facts, others=tuple(dict.fromkeys(deal.proposer for deal in question.deals)))
    if isinstance(question, Decide) and question.topic == "withdraw":
        return _meeting(facts, game, question.subject, (game.campaign.arrived,))
    if (leaving := left_by(question, game)) is not None:
        facts = replace(facts, places=(leaving,))
    return _of_place(facts, game)


def left_by(question: Question[Any], game: Any) -> Place | None:
    """The place that units must leave, if where they go is what is asked."""
    asked = question_key(question) in LEAVING and isinstance(game, WarGame) and game.campaign.unsettled
    return game.campaign.unsettled[-1] if asked else None


def _places(question: Question[Any], game: WarGame) -> tuple[Place, ...]:
    found = (getattr(question, field, None) for field in PLACES)
    return tuple(
        place for place in found if place is not None and (place in game.spaces or place in game.board.zones)
    )


def _others(question: Question[Any]) -> tuple[Power, ...]:
    return tuple(other for field in OTHERS if (other := getattr(question, field, "")))


# ---- Questions


def _of_interception(facts: Facts, question: Intercept, game: WarGame) -> Facts:
    """The strongest formation that could go, with friends who are there, against the one that moves."""
    friends = sum(
        game.land_strength(question.to, other)
        for other in land_powers_at(game, question.to)
        if game.friendly(facts.power, other)
    )
    largest = max(min(army.size, formation_limit(game, army.leaders)) for _origin, army in question.stacks)
    return replace(
        facts,
        own=largest + friends,
        theirs=question.moving.size,
        own_leaders=tuple(leader for _origin, army in question.stacks for leader in army.leaders),
        their_leaders=question.moving.leaders,
    )


def _of_naval_interception(facts: Facts, question: InterceptAtSea, game: WarGame) -> Facts:
    zones = tuple(dict.fromkeys(zone for zone, _origin in question.chances))
    origins = dict.fromkeys(origin for _zone, origin in question.chances)
    return replace(
        facts,
        places=zones,
        own=max(ships_at(game, origin, facts.power) for origin in origins),
        theirs=max(ships_at(game, zone, question.against) for zone in zones),
        own_leaders=_leaders(game, origins, (facts.power,)),
        their_leaders=_leaders(game, zones, (question.against,)),
    )


def _of_place(facts: Facts, game: WarGame) -> Facts:
    """A question about one place (losses, a retreat): who stands there against whom."""
    if not facts.places or facts.others:
        return facts
    place = facts.places[0]
    if place in game.board.zones:
        return _meeting(facts, game, place, tuple(enemies_afloat(game, facts.power, place)))
    enemies = [other for other in land_powers_at(game, place) if game.at_war(facts.power, other)]
    return _meeting(facts, game, place, tuple(enemies))


def _meeting(facts: Facts, game: WarGame, place: Place, others: tuple[Power, ...]) -> Facts:
    """Two sides in one place: land units in a space, ships at sea."""
    count = ships_at if place in game.board.zones else _land_strength
    return replace(
        facts,
        places=(place,),
        others=others,
        own=count(game, place, facts.power),
        theirs=sum(count(game, place, other) for other in others),
        own_leaders=_leaders(game, (place,), (facts.power,)),
        their_leaders=_leaders(game, (place,), others),
    )


def _land_strength(game: WarGame, place: Place, power: Power) -> int:
    return game.land_strength(place, power)


def _leaders(game: WarGame, places: Iterable[Place], powers: Iterable[Power]) -> tuple[LeaderId, ...]:
    whose = list(powers)
    return tuple(leader for place in places for power in whose for leader in game.leaders_at(place, power))


# ---- Windows


def _of_moment(facts: Facts, moment: Any, game: WarGame) -> Facts:
    """What a window is about, as its moment tells."""
    if isinstance(moment, Announced):
        places = tuple(place for place in (moment.to, moment.place) if place)
        return replace(
            facts,
            places=places,
            others=(moment.power,),
            doing=moment.kind,
            their_leaders=moment.leaders,
        )
    if isinstance(moment, FieldBattle | Assault):
        return _of_battle(facts, moment, game)
    if isinstance(moment, NavalCombat):
        sides = (moment.attacker, moment.defender)
        others = tuple(power for power in sides if power != facts.power)
        return replace(_meeting(facts, game, moment.place, others), doing=NAVAL_COMBAT)
    if isinstance(moment, NavalRoll):
        own = ships_at(game, moment.zone, facts.power)
        return replace(facts, places=(moment.zone,), others=(moment.power,), doing=NAVAL_COMBAT, own=own)
    if hasattr(moment, "card") and hasattr(moment, "cancelled"):  # an event that is declared
        return replace(facts, others=(moment.power,), doing=EVENT, card=moment.card)
    if isinstance(moment, str):  # between two impulses: whose is over
        return replace(facts, others=(moment,), doing=IMPULSE_OVER)
    return replace(facts, others=tuple(filter(None, (game.active_power(),))))


def _of_battle(facts: Facts, battle: FieldBattle | Assault, game: WarGame) -> Facts:
    """Whoever looks on has both sides for others, and no strength of its own."""
    doing = FIELD_BATTLE if isinstance(battle, FieldBattle) else ASSAULT
    others = tuple(power for power in battle.powers if power != facts.power)
    facts = replace(facts, places=(battle.space,), others=others, doing=doing)
    side = battle.side_of(facts.power)
    if side is None:
        return facts
    enemy = battle.against(side)
    return replace(
        facts,
        others=enemy.powers,
        own=side.force.size(game),
        theirs=enemy.force.size(game),
        own_leaders=side.force.leaders(game),
        their_leaders=enemy.force.leaders(game),
    )
