"""Cards played out of turn: combat cards in battles, responses to what others do (6.1)."""

from __future__ import annotations

from typing import Any

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win
from pbem.games.suggestion import Suggestion, because
from rules.core.cards import CardPlay
from rules.core.windows import Respond
from rules.his.faith.debate import DebateRound, attack_dice, defence_dice
from rules.his.faith.debaters import value
from rules.his.powers import ENGLAND, OTTOMAN, PAPACY, PROTESTANT
from rules.his.sequence.impulse import EventDeclared
from rules.war.battle import Assault, FieldBattle
from rules.war.forces import MERCENARIES
from rules.war.moments import Announced
from rules.war.naval_moments import NavalCombat

WARTBURG_STOPS = (5, 6, 56, 58, 67)
HIRED = (33, 36)
"""Mercenaries come to whoever plays them; for the Ottoman they do something else."""
BIG = 5
"""So many units make a battle that deserves a card."""
MOST_CARDS = 2


def respond(mind: Mind, question: Respond) -> Suggestion:
    """The cards that are worth playing now."""
    silence = Suggestion((), because("wait"))
    plays = [answer[0] for answer in question.legal(mind.game) if answer]
    if not plays:
        return silence
    moment = mind.game.moments[-1]
    good = [(worth, play) for play in plays if (worth := worth_of(mind, play, moment)) > 0]
    good.sort(key=lambda one: (-one[0], one[1].card))
    seen: list[CardPlay] = []
    for _worth, play in good:
        if len(seen) < min(question.most, MOST_CARDS) and all(play.card != other.card for other in seen):
            seen.append(play)
    return Suggestion(tuple(seen), because("response", card=seen[0].card)) if seen else silence


def worth_of(mind: Mind, play: CardPlay, moment: Any) -> float:
    """Whether a card helps enough at this moment: above nothing, it is played."""
    if isinstance(moment, FieldBattle):
        return in_battle(mind, play, moment)
    if isinstance(moment, Assault):
        return in_assault(mind, play, moment)
    if isinstance(moment, NavalCombat):
        return 0.3 if moment.side(mind.power) is not None and play.card in (1, 24, 34) else -1.0
    if isinstance(moment, Announced):
        return against_action(mind, play, moment)
    if isinstance(moment, EventDeclared):
        return against_event(mind, play, moment)
    if isinstance(moment, DebateRound):
        return in_debate(mind, moment)
    if play.card == 38 and play.use == "discard":
        return 0.4 if mind.near_victory(mind.leader) and mind.game.hand(mind.leader) else -1.0
    if play.card == 73:
        return 1.0
    return -1.0


def in_battle(mind: Mind, play: CardPlay, battle: FieldBattle) -> float:
    game = mind.game
    side = battle.side_of(mind.power)
    if side is None:
        return -1.0
    other = battle.against(side)
    size = side.force.size(game) + other.force.size(game)
    if play.card == 1:
        # Janissaries after the dice: only where they can turn a great battle.
        behind = other.hits - side.hits
        least = 0 if side is battle.defence else 1
        return 0.5 if size >= 2 * BIG and 0 <= behind + least <= 2 else -1.0
    if play.card in HIRED:
        return 0.3 if size >= BIG and mind.power != OTTOMAN else -1.0
    if size < BIG:
        return -1.0
    own, theirs = battle.dice_for(game, side), battle.dice_for(game, other)
    chance = field_win(own, theirs) if side is battle.attack else 1 - field_win(theirs, own)
    if not 0.1 < chance < 0.9:
        return -1.0
    if play.card == 26:
        count = sum(number for _n, kind, number in other.force.units(game) if kind == MERCENARIES)
        return 0.2 * count if count >= 2 else -1.0
    return {24: 0.4, 25: 0.45, 29: 0.5, 30: 0.6}.get(play.card, -1.0)


def in_assault(mind: Mind, play: CardPlay, battle: Assault) -> float:
    game = mind.game
    attacks = mind.power in battle.attack.powers
    defends = mind.power in battle.defence.powers
    if play.card == 28:
        return 0.5 if attacks else -1.0
    if play.card == 35:
        return 0.5 if attacks and battle.defence.force.size(game) else -1.0
    if play.card == 27:
        count = sum(number for _n, kind, number in battle.attack.force.units(game) if kind == MERCENARIES)
        return 0.25 * count if defends and count >= 2 else -1.0
    if play.card in HIRED:
        return 0.3 if attacks and mind.power != OTTOMAN else -1.0
    return -1.0


def against_action(mind: Mind, play: CardPlay, moment: Announced) -> float:
    """Foul Weather and Gout, against whoever comes for what is ours, or is about to win."""
    game = mind.game
    if play.card not in (31, 32) or play.use == "stop_transfer":
        return -1.0
    aims_at = moment.to if moment.kind == "move" else moment.place
    ours = aims_at in game.spaces and mind.ours(game.controller(aims_at)) and game.fortified(aims_at)
    hostile = game.at_war(mind.power, moment.power)
    strength = sum(count for _nation, _kind, count in moment.units)
    if hostile and ours and strength >= 3 and moment.kind in ("move", "assault"):
        return 0.5 if strength > game.land_strength(aims_at, mind.power) else -1.0
    if mind.near_victory(moment.power) and moment.kind == "assault" and moment.power != mind.power:
        return 0.4
    return -1.0


def against_event(mind: Mind, play: CardPlay, moment: EventDeclared) -> float:
    if play.card == 37:
        return 0.8 if moment.card in WARTBURG_STOPS and moment.power == PAPACY else -1.0
    if play.card == 115:
        return (
            0.4 if mind.power in (ENGLAND, PROTESTANT) and moment.target in ("cranmer", "england") else -1.0
        )
    return -1.0


def in_debate(mind: Mind, moment: DebateRound) -> float:
    """Luther steps in for a weaker debater (#7)."""
    game = mind.game
    current = moment.debaters[PROTESTANT]
    if value(game, current) >= 3:
        return -1.0
    if moment.caller == PROTESTANT:
        return 0.2
    ahead = attack_dice(game, moment) - defence_dice(game, moment)
    return 0.5 if ahead >= 1 or value(game, current) <= 1 else -1.0
