"""Which response windows are of some kind: own fights and debates, for a card, of a power's acts.

What is looked at is public: the moment that a window is about, and whether a card could be played in it by
somebody who holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.facts import CARD_WINDOWS, OWN_WINDOWS, POWER_WINDOWS
from rules import Power, Question
from rules.core.windows import Respond
from rules.war.battle import Assault, FieldBattle
from rules.war.naval_moments import NavalCombat
from rules.war.state import WarGame
from rules.war.windows import WarWindow

BEFORE_THE_DICE = (
    WarWindow.FIELD_BATTLE_CARDS,
    WarWindow.ASSAULT_CARDS,
    WarWindow.NAVAL_COMBAT_CARDS,
)
"""Where combat cards are played: one is asked once in a fight, not at each step."""


def in_scope(
    kind: str, about: str, question: Question[Any], game: WarGame, own_fights: Sequence[str] = ()
) -> bool:
    """Whether a window is of a kind; `own_fights` are windows of a fight that only one title has."""
    if not isinstance(question, Respond) or not game.moments:
        return False
    moment = game.moments[-1]
    if kind == OWN_WINDOWS:
        return question.window in (*BEFORE_THE_DICE, *own_fights) and _fights(question.power, moment)
    if kind == CARD_WINDOWS:
        return _could_be_played(int(about), question, moment, game)
    if kind == POWER_WINDOWS:
        return about in (_acts(moment), game.active_power())
    return False


def _fights(power: Power, moment: Any) -> bool:
    """Whether a power has a side in a battle or a naval combat, or speaks in what is one."""
    if isinstance(moment, FieldBattle | Assault):
        return moment.side_of(power) is not None
    if isinstance(moment, NavalCombat):
        return power in (moment.attacker, moment.defender)
    return power in getattr(moment, "debaters", ())


def _could_be_played(card: int, question: Respond, moment: Any, game: WarGame) -> bool:
    """Whether a card could be played in this window by the power, if it held it."""
    return game.could_be_held(card) and any(
        use.card == card
        and game.may_respond(question.power, use)
        and use.playable(game, question.power, moment)
        for use in game.registry.by_window.get(question.window, ())
    )


def _acts(moment: Any) -> Power | None:
    return moment if isinstance(moment, str) else getattr(moment, "power", None)
