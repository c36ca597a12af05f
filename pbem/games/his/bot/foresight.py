"""Foresight: uses of an impulse are played out in forks of the view, and where they lead is compared.

A fork has the bot's own dice and its own deal of the hidden cards.  How many forks there are is a number of
the level, not a time, so that the same view always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean, stdev
from typing import Any

from pbem.games.his.bot.mind import SHORT_OF_VICTORY, Mind
from pbem.games.his.bot.view import view_for
from pbem.games.his.bot.war import fronts_of
from rules import Engine, Power, Question, load_rules
from rules.core.engine import Snapshot
from rules.core.impulse import Play, TakeImpulse
from rules.his import HisRules
from rules.his.game import HisGame
from rules.his.powers import PAPACY, PROTESTANT
from rules.his.state import Impulse
from rules.his.victory import protestant_spaces

MOST_ANSWERS = 60
WON = 30.0
UNITS = 0.4
BEST_OPERATIONS = 2
OPERATIONS = 0.6
SPACES_PER_POINT = 3

Answering = Callable[[Question[Any], HisGame], Any]


@cache
def _rules() -> HisRules:
    rules = load_rules("his")
    assert isinstance(rules, HisRules)
    return rules


def foreseen(mind: Mind, play: Play, samples: int, answer: Answering) -> list[float]:
    """What the position is worth when the impulse is over that begins with a play, in each of some forks."""
    forks = (_fork(mind.game, mind.power, f"sample {number}") for number in range(samples))
    return [_outcome(engine, mind, play, answer) for engine in forks]


def _fork(view: HisGame, power: Power, salt: str) -> Engine[HisGame]:
    """The view as a game of its own, just before the power takes its impulse."""
    seen = view_for(view, power, salt=salt)
    seen.impulse = Impulse(held_back=list(seen.impulse.held_back))
    seen.turn_power = power
    seen.impulse_number = view.impulse_number - 1
    return Engine(_rules(), Snapshot(0, _rules().dump(seen)))


def _outcome(engine: Engine[HisGame], mind: Mind, play: Play, answer: Answering) -> float:
    power, began = mind.power, engine.game.impulse_number
    asked = engine.open.get(power)
    if not isinstance(asked, TakeImpulse):
        return worth_of_position(mind)
    engine.submit(power, play)
    for _ in range(MOST_ANSWERS):
        game = engine.game
        if engine.over or game.impulse_number != began or game.phase != "action":
            break
        for whose, question in list(engine.waiting().items()):
            if whose in engine.waiting():
                engine.submit(whose, answer(question, engine.game))
        engine.game.events.clear()
    game = engine.game
    if game.winner is not None:
        return WON if game.winner == power else -WON
    return worth_of_position(Mind(game, power, mind.weights, mind.level))


def worth_of_position(mind: Mind) -> float:
    """A position in victory points: what is there, what is in reach, what is in danger."""
    game, weights, power = mind.game, mind.weights, mind.power
    worth = float(mind.points[power])
    worth += sum(worth_in_hand(mind, card) for card in mind.hand)
    if power in (PAPACY, PROTESTANT):
        # The track counts three spaces as one point: the parts of a point are worth something, too.
        part = protestant_spaces(game) % SPACES_PER_POINT / SPACES_PER_POINT
        worth += part if power == PROTESTANT else -part
    units = {"regulars": "regular", "mercenaries": "mercenary", "cavalry": "cavalry", "squadrons": "squadron"}
    share = 0.1 if mind.last_turn else UNITS
    for kind, name in {**units, "corsairs": "corsair"}.items():
        worth += share * weights[name] * game.count_on_map(power, kind)
    fronts = fronts_of(mind)
    best: dict[str, float] = {}
    for one in fronts.operations:
        best[one.target] = max(best.get(one.target, 0.0), one.value * (1.3 if one.besieging else 1.0))
    worth += OPERATIONS * sum(sorted(best.values(), reverse=True)[:BEST_OPERATIONS])
    worth -= sum(now * mind.worth_of_keeping(space) for space, (now, _) in fronts.dangers.items())
    worth += _under_way(mind)
    return worth - worth_of_rivals(mind)


def worth_of_rivals(mind: Mind) -> float:
    """What the points of others cost us: those that bring the leader close to victory most."""
    weights, leading = mind.weights, mind.points[mind.leader]
    close = max(0, leading - (mind.goal - SHORT_OF_VICTORY))
    cost = weights["rival"] * leading + (weights["rival_near_end"] - weights["rival"]) * close
    return cost + 0.05 * sum(mind.points[rival] for rival in mind.rivals)


def worth_in_hand(mind: Mind, card: int) -> float:
    """What a card is worth that is not played yet."""
    printed = mind.game.card(card)
    events = [mind.weights.event(mind.power, card, use.id) or 0.0 for use in printed.uses]
    keep = mind.weights.keep.get(str(card), 0.0)
    return max(0.17 * printed.cp, keep, *(0.8 * event for event in events), 0.0)


def _under_way(mind: Mind) -> float:
    """Voyages, translations, St. Peter's and debaters: what has been begun."""
    game, weights, power = mind.game, mind.weights, mind.power
    worth = 0.0
    for voyage in game.new_world.crossing:
        if voyage.power == power:
            worth += weights["colony"] * min(mind.turns_left, 6) if voyage.kind == "colony" else 0.9
    if power == PROTESTANT:
        steps = (*game.faith.new_testament.values(), *game.faith.full_bible.values())
        worth += weights["translation_step"] * sum(steps)
    if power == PAPACY:
        worth += weights["cp"] * game.faith.st_peters_cp
    if power in (PAPACY, PROTESTANT):
        worth += weights["debater_point"] * sum(
            game.data.debaters[name].value
            for name, debater in game.faith.debaters.items()
            if debater.available and not debater.committed and game.data.debaters[name].side == power
        )
    return worth


def best_by_foresight(mind: Mind, plays: Sequence[tuple[Play, float]], answer: Answering) -> int:
    """Which of the first plays, given with what they seem to be worth, leads to the best position.

    Dice differ more than plays do: so the first play stays the best unless the forks clearly say otherwise.
    """
    thinking = mind.weights.thinking(mind.level)
    first = plays[0][1]
    tried = [
        at for at, (_, gain) in enumerate(plays[: thinking.candidates]) if first - gain <= thinking.clear
    ]
    if len(tried) < 2 or thinking.samples < 2:
        return 0
    usual = foreseen(mind, plays[0][0], thinking.samples, answer)
    best, chosen = 0.0, 0
    for at in tried[1:]:
        play, gain = plays[at]
        better = [
            one - other
            for one, other in zip(foreseen(mind, play, thinking.samples, answer), usual, strict=True)
        ]
        doubt = stdev(better) / len(better) ** 0.5
        ahead = mean(better) - doubt + thinking.prior * (gain - first)
        if ahead > best:
            best, chosen = ahead, at
    return chosen
