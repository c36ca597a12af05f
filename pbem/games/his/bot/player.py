"""The player: from a question and a view to an answer and the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.his.bot import choices, deals, impulse, replies, responses
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.view import view_for
from pbem.games.his.bot.weights import Weights, usual_weights
from pbem.games.suggestion import Level, Suggestion, because
from rules import Power, Question
from rules.core.errors import allows
from rules.core.windows import Respond, playable_uses
from rules.his.game import HisGame

BY_KIND: dict[str, Callable[[Mind, Any], Suggestion]] = {
    "action": impulse.next_action,
    "attempt": replies.attempt,
    "avoid_battle": replies.avoid,
    "confirm_deals": deals.confirm,
    "declare_wars": deals.declare,
    "diet_card": replies.diet,
    "expedition": replies.expedition,
    "impulse": impulse.take_impulse,
    "intercept": replies.intercept,
    "intervene": deals.intervene,
    "pay_for_wars": deals.pay,
    "place_units": replies.place_units,
    "propose_deals": deals.propose,
    "recruits": replies.place_recruits,
    "regain": deals.regain,
    "respond": responses.respond,
    "shown_card": impulse.take_impulse,
    "spring": replies.spring,
    "winter": replies.winter,
}
"""Questions of their own; the others are known by their topic, or silence is good enough."""

BY_TOPIC: dict[str, Callable[[Mind, Any], Suggestion]] = {**choices.BY_TOPIC, "sue_for_peace": deals.sue}


def choose(
    question: Question[Any], view: HisGame, level: Level = Level.USUAL, weights: Weights | None = None
) -> Suggestion:
    """The answer of a power to its question, on what it may know and no more."""
    topic = getattr(question, "topic", "")
    reply = BY_TOPIC.get(topic) if topic else BY_KIND.get(question.kind)
    if reply is None:
        reply = BY_KIND.get(question.kind) if topic else None
    if reply is None:
        return Suggestion(question.default(view), because("silence"))
    mind = Mind(view, question.power, weights or usual_weights(), level)
    # In forks everybody answers without foresight: it would have no end.
    mind.memory["answer"] = lambda asked, game: suggest(game, asked.power, asked, Level.USUAL, weights).answer
    advice = reply(mind, question)
    if not allows(question.check, view, advice.answer):
        return Suggestion(question.default(view), because("silence"))
    return advice


def suggest(
    game: HisGame,
    power: Power,
    question: Question[Any],
    level: Level = Level.USUAL,
    weights: Weights | None = None,
) -> Suggestion:
    """What a power should answer: it is shown its own view of the game only."""
    if isinstance(question, Respond) and not playable_uses(game, power, question.window):
        return Suggestion((), because("wait"))  # nothing in its own hand fits: the usual case by far
    return choose(question, view_for(game, power), level, weights)
