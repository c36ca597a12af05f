"""The next impulse of a power, written ahead as lines: what the bot would do if it moved now."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from pbem.games.his.bot.candidates import Candidates
from pbem.games.his.bot.impulse import best_sequence, comes_first, uses
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.view import view_for
from pbem.games.his.bot.war import Fronts, fronts_of
from pbem.games.his.bot.weights import usual_weights
from pbem.games.suggestion import Level
from pbem.language import Names, say
from rules import Power
from rules.core.impulse import PlayForCP, TakeImpulse
from rules.his.actions import Action, ChooseAction
from rules.his.faith.actions import BurnBooks, PublishTreatise, Translate
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.state import Impulse

END = "end"
WITH_BONUS = (PublishTreatise, BurnBooks, Translate)
"""Actions for which a debater can be committed."""


def next_impulse(game: HisGame, power: Power, names: Names) -> list[str]:
    """A card and what it is for, on what the power may know; nothing if it has no card to play."""
    if power not in IMPULSE_ORDER or not game.hand(power):
        return []
    view = copy(view_for(game, power))
    view.turn_power, view.impulse = power, Impulse(power)
    mind = Mind(view, power, usual_weights(), Level.USUAL)
    question = TakeImpulse(power)
    fronts = fronts_of(mind)
    found = uses(mind, question.legal(view), fronts)
    if not found:
        return []
    play = found[0].play
    lines = [say(question, play, names)]
    if isinstance(play, PlayForCP):
        lines += [*_actions(view, fronts, game.card(play.card).cp, names), END]
    return lines


def _actions(view: HisGame, fronts: Fronts, cp: int, names: Names) -> list[str]:
    """What so many CP are best spent on, in the order in which it is done.

    The fronts are those of the whole impulse: they depend on neither its card nor its points.
    """
    power = fronts.power
    view.impulse = Impulse(power, cp=cp)
    question = ChooseAction(power, cp)
    mind = Mind(view, power, usual_weights(), Level.USUAL)
    mind.memory["fronts"] = fronts
    candidates = Candidates(mind, question)
    left = list(best_sequence(candidates.all, cp).actions)
    lines: list[str] = []
    bonus_used = False
    while left:
        first = comes_first(left)
        left.remove(first)
        action: Action = first.action
        if isinstance(action, WITH_BONUS) and action.debater:
            if bonus_used:  # one in an impulse (18.2)
                action = replace(action, debater="")
            bonus_used = True
        if isinstance(action, Translate) and not action.steps and not action.debater:
            continue
        line = say(question, action, names)
        if line not in lines or first.repeats > 1:  # a town for its own sake and for a march is taken once
            lines.append(line)
    return lines
