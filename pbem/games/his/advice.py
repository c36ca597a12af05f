"""Beside each choice of a question: what it costs, its dice and chances, what it does to victory points.

Also what one would expect and cannot choose, with the rule, and what silence would do.  All of it comes from
open facts and the hand of whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pbem.games.advice import Advice
from pbem.games.his import missing
from pbem.games.his import odds_words as told
from pbem.games.his.action_notes import Flips, action_notes, attempt_told, debate_told
from pbem.language import names as kinds
from pbem.language.voice import Voice, question_key
from rules import Power, Question
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.his.actions import ACTIONS, ChooseAction
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.dynasty.odds import chateau_odds, heir_odds
from rules.his.faith.attempts import AttemptTarget
from rules.his.faith.debate import PoolToName
from rules.his.faith.debate_odds import debate_odds
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.victory import HEIR, vp_sources
from rules.war.avoid_battle import AvoidBattle
from rules.war.battle import Assault, FieldBattle, Force, Side
from rules.war.casualties import ChooseLosses
from rules.war.displacement import ships_at
from rules.war.fleets import Fleet, enemies_afloat, fleet_at
from rules.war.forces import army_at, formation_limit, land_powers_at
from rules.war.ids import SpaceId
from rules.war.interception import Intercept
from rules.war.naval_interception import STAY, InterceptAtSea
from rules.war.naval_moments import NavalCombat
from rules.war.odds import (
    assault_odds,
    avoidance_odds,
    battle_after_interception,
    field_battle_odds,
    interception_odds,
    naval_avoidance_odds,
    naval_combat_odds,
    naval_interception_odds,
)
from rules.war.piracy import VP
from rules.war.winter import GoHome, journeys, loss_of
from rules.war.winter_plan import LOST

Notes = dict[int, str]

CHATEAU_CARD, MARRIAGE_CARD, MARRIAGE = 4, 3, "marriage"


def advice(question: Question[Any], legal: Sequence[Any], game: HisGame, voice: Voice) -> Advice:
    """What a letter tells beside the choices of a question."""
    note = BY_KIND.get(question_key(question)) or BY_KIND.get(question.kind)
    return Advice(
        note(question, legal, game, voice) if note is not None else {},
        tuple(missing.choices(question, legal, game, voice)),
        silence(question, game, voice),
    )


def every(legal: Sequence[Any], tell: Callable[[Any], str]) -> Notes:
    """A note for each answer of which there is something to tell."""
    return {at: text for at, answer in enumerate(legal) if (text := tell(answer))}


# ---- An impulse


def of_impulse(question: TakeImpulse, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    def tell(answer: Any) -> str:
        if isinstance(answer, PlayForCP):
            title, cp = voice.name(kinds.CARD, answer.card, "title"), game.card(answer.card).cp
            return voice.word("note.card", title_text=title, cp=cp)
        if isinstance(answer, PlayEvent):
            return event_told(game, answer, voice)
        return ""

    return every(legal, tell)


def event_told(game: HisGame, play: PlayEvent, voice: Voice) -> str:
    """What an event would do: chances where it rolls, else nothing but its title."""
    if play.card == CHATEAU_CARD:
        return chateau_told(game, voice)
    if play.card == MARRIAGE_CARD and play.use == MARRIAGE:
        return heirs_told(game, voice)
    if game.card(play.card).kind in ("mandatory",):
        return voice.name(kinds.CARD, play.card, "title")
    return ""


def chateau_told(game: HisGame, voice: Voice) -> str:
    """21.4: the chance of a VP, and of cards."""
    found = chateau_odds(game)
    vp = sum((chance for (points, _, _), chance in found.items() if points), Fraction(0))
    cards = sum((draw * chance for (_, draw, _), chance in found.items()), Fraction(0))
    return voice.word("note.chateau", chance_text=told.percent(vp, voice), mean_text=told.mean(cards))


def heirs_told(game: HisGame, voice: Voice) -> str:
    """21.3: the chances of an heir, where the next step is a wedding."""
    found = heir_odds(game)
    if not found:
        return voice.word("note.no_wedding")
    edward = sum((chance for line, chance in found.items() if line in (5, 6)), Fraction(0))
    elizabeth = found.get(4, Fraction(0))
    now = next((source.vp for source in vp_sources(game, "england") if source.name == HEIR), 0)
    best = game.data.tables.heir_vp.edward - now
    return voice.word(
        "note.heir",
        edward_text=told.percent(edward, voice),
        elizabeth_text=told.percent(elizabeth, voice),
        sign_text=told.signed(best),
    )


def of_action(question: ChooseAction, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    return action_notes(game, question.power, legal, voice)


# ---- Movement and battle


def of_interception(question: Intercept, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """The roll, and the battle behind it."""

    def tell(answer: Any) -> str:
        if answer is None:
            return ""
        own = answer.formation
        if not own.size:
            return told.roll(interception_odds(game, question.power, own, question.moving), voice)
        battle = battle_after_interception(
            game, question.power, own, question.mover, question.moving, question.to
        )
        then = told.defence(field_battle_odds(game, battle), voice) if question.moving.size else ""
        return told.joined(
            told.roll(interception_odds(game, question.power, own, question.moving), voice),
            then and voice.word("note.then", text=then),
        )

    return every(legal, tell)


def battle_at(game: HisGame, space: SpaceId, attacker: Power, power: Power) -> FieldBattle:
    """The battle in a space that an attacker has entered, if everybody there fought."""
    moving = army_at(game, space, attacker)
    sides = [power] + [
        other
        for other in land_powers_at(game, space)
        if other not in (power, attacker) and game.friendly(power, other)
    ]
    return FieldBattle(
        space,
        Side(Force(space, (attacker,))),
        Side(Force(space, tuple(sides))),
        limit=formation_limit(game, moving.leaders),
    )


def of_avoidance(question: AvoidBattle, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    moving = army_at(game, question.space, question.enemy)
    battle = battle_at(game, question.space, question.enemy, question.power)
    stand = told.defence(field_battle_odds(game, battle), voice)

    def tell(answer: Any) -> str:
        if answer is None:
            return voice.word("note.battle", text=stand)
        return told.joined(
            told.roll(avoidance_odds(game, question.power, question.space, answer.formation, moving), voice),
            what_is_there(game, question.power, answer.to, voice),
        )

    return every(legal, tell)


def of_withdrawal(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    space, enemy = question.subject, game.campaign.arrived
    if not enemy:
        return {}
    battle = battle_at(game, space, enemy, question.power)

    def tell(answer: bool) -> str:
        if not answer:
            return voice.word("note.battle", text=told.defence(field_battle_odds(game, battle), voice))
        inside = battle.defence.force.size(game)
        outside = game.land_strength(space, enemy)
        key = "note.besieged" if outside > inside else "note.too_weak_to_besiege"
        return voice.word(key, count=inside, other_count=outside)

    return every(legal, tell)


def of_retreat(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What stands in each space, and which enemies are next to it."""
    return every(
        legal,
        lambda space: what_is_there(game, question.power, space, voice) if space in game.spaces else "",
    )


def what_is_there(game: HisGame, power: Power, space: SpaceId, voice: Voice) -> str:
    """Walls, friends, and enemies next to a space."""
    friends = game.land_strength(space, power)
    enemies = {
        enemy: count
        for enemy in game.enemies(power)
        if (count := sum(game.land_strength(near, enemy) for near in game.board.neighbours(space)))
    }
    near = ", ".join(f"{voice.name(kinds.POWER, enemy, 'bare')} {count}" for enemy, count in enemies.items())
    parts = [
        voice.word("note.fortified") if game.fortified(space) else "",
        voice.word("note.own_there", count=friends) if friends else "",
        voice.word("note.enemies_near", text=near) if near else "",
    ]
    return ", ".join(part for part in parts if part)


def of_response(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """Without a card: how the fight stands now; a card by its title and what it does."""
    now = fight_now(question, game, voice)

    def tell(answer: Any) -> str:
        if not answer:
            return now
        card = answer[0].card
        return voice.word(
            "note.plays",
            title_text=voice.name(kinds.CARD, card, "title"),
            text=voice.summary(card, game.data.cards[card].summary),
        )

    return every(legal, tell)


def fight_now(question: Any, game: HisGame, voice: Voice) -> str:
    """The chances of the fight that a window is about, before its dice."""
    moment = game.moments[-1] if game.moments else None
    if isinstance(moment, FieldBattle | Assault) and not moment.attack.dice:
        side = moment.side_of(question.power)
        if isinstance(moment, Assault):
            return voice.word("note.now", text=told.storm(assault_odds(game, moment), voice))
        odds = field_battle_odds(game, moment)
        how = told.defence if side is moment.defence else told.fight
        return voice.word("note.now", text=how(odds, voice))
    if isinstance(moment, NavalCombat) and not moment.rolled:
        odds = naval_combat_odds(
            game,
            moment.place,
            fleet_at(game, moment.place, moment.attacker),
            fleet_at(game, moment.place, moment.defender),
            dice=(moment.attacker_dice, moment.defender_dice),
        )
        how = told.defence if question.power == moment.defender else told.fight
        return voice.word("note.now", text=how(odds, voice))
    return ""


# ---- At sea


def of_naval_interception(
    question: InterceptAtSea, legal: Sequence[Any], game: HisGame, voice: Voice
) -> Notes:
    def tell(answer: Any) -> str:
        if answer is None:
            return ""
        there = fleet_at(game, answer.zone, question.power)
        own = Fleet((*there.ships, *answer.fleet.ships), (*there.leaders, *answer.fleet.leaders))
        theirs = fleet_at(game, answer.zone, question.against)
        combat = naval_combat_odds(game, answer.zone, theirs, own) if theirs.ships else None
        return told.joined(
            told.roll(naval_interception_odds(game, question.power, answer.zone, answer.fleet), voice),
            (combat and voice.word("note.then", text=told.defence(combat, voice))) or "",
        )

    return every(legal, tell)


def of_naval_avoidance(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    zone, own = question.place, fleet_at(game, question.place, question.power)
    enemies = enemies_afloat(game, question.power, zone)
    attacker = game.active_power()
    stand = ""
    if attacker in enemies:
        odds = naval_combat_odds(game, zone, fleet_at(game, zone, attacker), own)
        stand = voice.word("note.battle", text=told.defence(odds, voice))

    def tell(answer: str) -> str:
        if answer == STAY:
            return stand
        return told.roll(naval_avoidance_odds(game, question.power, zone, own), voice)

    return every(legal, tell)


def of_piracy_hit(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    return every(legal, lambda award: told.points({OTTOMAN: 1}, question.power, voice) if award == VP else "")


# ---- Faith, and the New World


def of_attempt(question: AttemptTarget, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    grant, flips = question.grant, Flips(game, question.grant.faith)

    def tell(answer: tuple[str, str]) -> str:
        space, debater = answer
        if not space:
            return ""
        helper = debater or question.bonus
        return attempt_told(game, question.power, grant, space, helper, voice, flips=flips, named=False)

    return every(legal, tell)


def of_debate_zone(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    return every(legal, lambda zone: debate_told(debate_odds(game, question.power, zone), voice))


def of_debate_pool(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """Who attacks is known by now."""
    call = game.moments[-1] if game.moments else None
    if not isinstance(call, PoolToName):
        return {}
    return every(
        legal,
        lambda pool: debate_told(
            debate_odds(
                game, call.caller, call.zone, pool, extra_dice=call.extra_dice, attacker=call.attacker
            ),
            voice,
        ),
    )


def of_deep_discovery(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    prizes = {prize.id: prize.vp for prize in game.data.tables.new_world.discoveries}
    return every(legal, lambda prize: told.points({question.power: prizes[prize]}, question.power, voice))


# ---- War and peace


def of_declarations(question: DeclareWars, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What each costs (9.6), and how many land units and ships the new enemy has."""

    def tell(targets: tuple[Power, ...]) -> str:
        if not targets:
            return ""
        forces = [
            voice.word(
                "note.enemy",
                power_text=voice.name(kinds.POWER, target, "bare"),
                count=sum(game.land_strength(place, target) for place in game.units),
                other_count=sum(ships_at(game, place, target) for place in game.units),
            )
            for target in targets
        ]
        return told.joined(voice.word("note.cp", cp=question.cost(game, targets)), *forces)

    return every(legal, tell)


# ---- What silence does


def silence(question: Question[Any], game: HisGame, voice: Voice) -> str:
    """In words, where the order that silence means says too little."""
    if isinstance(question, GoHome):
        return homeward_told(question, game, voice)
    if isinstance(question, ChooseLosses):
        lost = {kind: count for _nation, kind, count in question.default(game)}
        return voice.word("silence.losses", units=lost)
    if isinstance(question, TakeImpulse) and isinstance(question.default(game), PlayForCP):
        for name in ACTIONS.silent:
            if ACTIONS[name].available(game, question.power):
                return voice.word(f"silence.{name}")
    return ""


def homeward_told(question: GoHome, game: HisGame, voice: Voice) -> str:
    """The usual way home, army by army, with what attrition takes (19.3)."""
    fleets, armies = journeys(game, question.power, ())
    parts: list[str] = []
    for group in (*armies, *fleets):
        if group.place == group.destination or not group.units:
            continue
        lost = loss_of(game, question.power, group).count
        key = "silence.lost" if group.destination == LOST else "silence.home"
        size = sum(count for _nation, _kind, count in group.units)
        parts.append(
            voice.word(
                key, count=size, place=group.place, to_place=group.destination, lost_count=lost or None
            )
        )
    return "; ".join(parts) or voice.word("silence.stay")


BY_KIND: dict[str, Callable[..., Notes]] = {
    "impulse": of_impulse,
    "shown_card": of_impulse,
    "action": of_action,
    "intercept": of_interception,
    "avoid_battle": of_avoidance,
    "withdraw": of_withdrawal,
    "retreat": of_retreat,
    "respond": of_response,
    "naval_intercept": of_naval_interception,
    "naval_avoid": of_naval_avoidance,
    "piracy_hit": of_piracy_hit,
    "attempt": of_attempt,
    "debate_zone": of_debate_zone,
    "debate_pool": of_debate_pool,
    "deep_discovery": of_deep_discovery,
    "declare_wars": of_declarations,
}
"""By the topic or the kind of a question."""
