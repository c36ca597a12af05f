"""The player: from a question and a view to an answer and the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.suggestion import Suggestion, because
from pbem.games.vq.bot import actions, cards, replies
from pbem.games.vq.bot.mind import Mind
from pbem.games.vq.bot.view import view_for
from pbem.games.vq.bot.weights import Weights, usual_weights
from pbem.language.voice import question_key
from rules import Power, Question
from rules.core.errors import allows
from rules.core.windows import Respond, playable_uses
from rules.vq.game import VqGame

BY_KIND: dict[str, Callable[[Mind, Any], Suggestion]] = {
    "impulse": cards.take_impulse,
    "action": actions.next_action,
    "respond": cards.respond,
    **replies.BY_KIND,
}
BY_TOPIC: dict[str, Callable[[Mind, Any], Suggestion]] = {"treasure": cards.treasure, **replies.BY_TOPIC}


def suggest(
    game: VqGame, power: Power, question: Question[Any], weights: Weights | None = None
) -> Suggestion:
    """What a power should answer, and why: it is shown its own view of the game only."""
    reply = BY_TOPIC.get(question_key(question)) or BY_KIND.get(question.kind)
    if reply is None:
        return Suggestion(question.default(game), because("silence"))
    if isinstance(question, Respond) and not playable_uses(game, power, question.window):
        return Suggestion((), because("wait"))  # nothing in its own hand fits: the usual case by far
    view = view_for(game, power)
    found = reply(Mind(view, power, weights or usual_weights(), question_key(question)), question)
    if not allows(question.check, view, found.answer):
        return Suggestion(question.default(view), because("silence"))
    return found
