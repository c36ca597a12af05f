"""Beside the choices of a fight, a march and a way home: dice, chances, what stands where.

Open facts and the hand of whoever is asked; the same for every war game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from rules import Power, Question
from rules.core.impulse import PlayForCP, TakeImpulse
from rules.war.avoid_battle import AvoidBattle
from rules.war.battle import Assault, FieldBattle, Force, Side
from rules.war.card_odds import Fight, Odds, RolledOdds, fight_in, odds_now, odds_with
from rules.war.casualties import ChooseLosses
from rules.war.fleets import Fleet, enemies_afloat, fleet_at
from rules.war.forces import army_at, formation_limit, land_powers_at, usual_formations
from rules.war.foreign_war import ForeignWar
from rules.war.ids import LAND_KINDS, LeaderId, SpaceId
from rules.war.interception import Intercept
from rules.war.naval_interception import STAY, InterceptAtSea
from rules.war.naval_moments import NavalCombat
from rules.war.naval_questions import LoseShips
from rules.war.odds import (
    avoidance_odds,
    battle_after_interception,
    field_battle_odds,
    interception_odds,
    naval_avoidance_odds,
    naval_combat_odds,
    naval_interception_odds,
    storming_later,
)
from rules.war.winter import GoHome, journeys, loss_of
from rules.war.winter_plan import LOST

W = TypeVar("W", bound=ForeignWar)
Notes = dict[int, str]


def every(legal: Sequence[Any], tell: Callable[[Any], str]) -> Notes:
    """A note for each answer of which there is something to tell."""
    return {at: text for at, answer in enumerate(legal) if (text := tell(answer))}


# ---- Movement and battle


def of_interception(question: Intercept, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
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


def battle_at(game: Any, space: SpaceId, attacker: Power, power: Power) -> FieldBattle:
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


def of_avoidance(question: AvoidBattle, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
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


def of_withdrawal(question: Any, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
    space, enemy = question.subject, game.campaign.arrived
    if not enemy:
        return {}
    battle = battle_at(game, space, enemy, question.power)

    def tell(answer: bool) -> str:
        if not answer:
            return voice.word("note.battle", text=told.defence(field_battle_odds(game, battle), voice))
        inside = battle.defence.force.size(game)
        outside = game.land_strength(space, enemy)
        if outside <= inside:
            return voice.word("note.too_weak_to_besiege", count=inside, other_count=outside)
        army = usual_formations(game, army_at(game, space, enemy))[0]
        storm = told.stormed(storming_later(game, enemy, space, army), voice)
        return told.joined(
            voice.word("note.besieged", count=inside, other_count=outside),
            voice.word("note.stormed", text=storm),
        )

    return every(legal, tell)


def of_retreat(question: Any, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
    """What stands in each space, and which enemies are next to it."""
    return every(
        legal,
        lambda space: what_is_there(game, question.power, space, voice) if space in game.spaces else "",
    )


def what_is_there(game: Any, power: Power, space: SpaceId, voice: Voice) -> str:
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


def of_losses(question: ChooseLosses | LoseShips, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
    """What would be left of those who fight."""
    here = question.units if isinstance(question, ChooseLosses) else question.offered

    def tell(answer: Any) -> str:
        left: Counter[str] = Counter()
        for sign, units in ((1, here), (-1, answer)):
            for _nation, kind, count in units:
                left[kind] += sign * count
        units = {kind: count for kind, count in left.items() if count > 0}
        return voice.word("note.left", text=", ".join(voice.units(units))) if units else ""

    return every(legal, tell)


def of_response(question: Any, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
    """Without a card: how the fight stands, and whether any can be played; a card by what it does."""
    fits = any(legal)
    fight = fight_in(game)

    def tell(answer: Any) -> str:
        if not answer:
            now = odds_now(game, fight) if fight is not None else None
            told_now = now and fight is not None and fight_told(question.power, fight, now, "now", voice)
            return told.joined(told_now or "", "" if fits else voice.word("note.no_card_fits"))
        card = answer[0].card
        plays = voice.word(
            "note.plays",
            title_text=voice.name(kinds.CARD, card, "title"),
            text=voice.summary(card, game.card(card).summary).rstrip(".。"),
        )
        then = odds_with(game, question.power, question.window, answer) if fight is not None else None
        told_then = then and fight is not None and fight_told(question.power, fight, then, "then", voice)
        return told.joined(plays, told_then or "")

    return every(legal, tell)


def fight_told(power: Power, fight: Fight, odds: Odds, when: str, voice: Voice) -> str:
    """The chances of a fight as one of its sides sees them, `now` or `then`; others see only an assault."""
    attacks = power == fight.attacker if isinstance(fight, NavalCombat) else power in fight.attack.powers
    defends = power == fight.defender if isinstance(fight, NavalCombat) else power in fight.defence.powers
    stormed = isinstance(fight, Assault)
    if not (attacks or defends or stormed):
        return ""
    if isinstance(odds, RolledOdds):
        return _rolled_told(odds, when, voice, stormed=stormed, defends=defends)
    how = SEEN_BY[stormed, defends]
    return voice.word(f"note.{when}", text=how(odds, voice))


SEEN_BY = {
    (False, False): told.fight,
    (False, True): told.defence,
    (True, False): told.storm,
    (True, True): told.stormed,
}
"""How a fight is told: an assault or not, to those who defend or to others."""


def _rolled_told(odds: RolledOdds, when: str, voice: Voice, *, stormed: bool, defends: bool) -> str:
    """Hits so far and what they mean; with more dice, the chance."""
    wins = odds.wins if stormed or not defends else 1 - odds.wins
    if when == "then":
        key = "note.then_falls" if stormed else "note.then_wins"
        return voice.word(key, chance_text=told.percent(wins, voice))
    hits = (odds.defence_hits, odds.attack_hits) if defends else (odds.attack_hits, odds.defence_hits)
    if stormed:
        key = "note.rolled_falls" if wins else "note.rolled_holds"
    else:
        key = "note.rolled_won" if wins else "note.rolled_lost"
    return voice.word(key, count=hits[0], other_count=hits[1])


# ---- Abroad


def abroad_told(game: Any, battle: FieldBattle, gain: Mapping[Power, int], voice: Voice) -> str:
    """A battle of a foreign war: it ends, and brings its points, when no enemy is left (21.7)."""
    odds = field_battle_odds(game, battle)
    points = told.points(gain, battle.attacker, voice) if any(gain.values()) else ""
    return told.joined(
        told.fight(odds, voice),
        voice.word("note.war_over", chance_text=told.percent(odds.defence_gone, voice)),
        points and voice.word("note.then_vp", text=points),
    )


def sent_abroad(war: W, units: Iterable[tuple[str, int]], leaders: Iterable[LeaderId]) -> W:
    """A foreign war after units, by kind, and leaders have gone there."""
    kinds_there = {kind: getattr(war, kind) for kind in LAND_KINDS}
    for kind, count in units:
        kinds_there[kind] += count
    return replace(war, **kinds_there, leaders=[*war.leaders, *leaders])


# ---- At sea


def of_naval_interception(question: InterceptAtSea, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
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


def of_naval_avoidance(question: Any, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
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


# ---- Spring


def of_spring(question: Any, legal: Sequence[Any], game: Any, voice: Voice) -> Notes:
    """Where a formation would stand next to enemies; of several formations the first, the largest."""
    seen: set[tuple[SpaceId, SpaceId]] = set()

    def tell(deployment: Any) -> str:
        if deployment is None or (way := (deployment.origin, deployment.destination)) in seen:
            return ""
        seen.add(way)
        enemies = any(
            game.land_strength(near, enemy)
            for enemy in game.enemies(question.power)
            for near in game.board.neighbours(deployment.destination)
        )
        return what_is_there(game, question.power, deployment.destination, voice) if enemies else ""

    return every(legal, tell)


# ---- What silence does


def silence(question: Question[Any], game: Any, voice: Voice) -> str:
    """In words, where the order that silence means says too little."""
    if isinstance(question, GoHome):
        return _homeward(question, game, voice)
    if isinstance(question, TakeImpulse) and isinstance(question.default(game), PlayForCP):
        for name in game.actions.silent:
            if game.actions[name].available(game, question.power):
                return voice.word(f"silence.{name}")
    return ""


def _homeward(question: GoHome, game: Any, voice: Voice) -> str:
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


FIGHTS: dict[str, Callable[..., Notes]] = {
    "intercept": of_interception,
    "avoid_battle": of_avoidance,
    "withdraw": of_withdrawal,
    "retreat": of_retreat,
    "losses": of_losses,
    "lose_ships": of_losses,
    "respond": of_response,
    "naval_intercept": of_naval_interception,
    "naval_avoid": of_naval_avoidance,
    "spring": of_spring,
}
"""By the topic or the kind of a question, in every war game."""
