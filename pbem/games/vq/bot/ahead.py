"""The next impulse of a power, written ahead as lines: what the bot would do if it moved now.

It is played on a copy of what the power may know, up to the first die, or the first decision that is none of
the impulse itself: nobody can write on from there.
"""

from __future__ import annotations

from pbem.games.vq.bot.player import suggest
from pbem.games.vq.bot.view import view_for
from pbem.language import Names, say
from rules import Engine, Power, Snapshot
from rules.core.actions import ChooseAction, Stop
from rules.core.impulse import TakeImpulse
from rules.core.windows import Respond
from rules.vq import VqRules
from rules.vq.game import VqGame
from rules.vq.state import Impulse
from rules.vq.victory import ACTION_PHASE

END = "end"
MOST = 20
"""So many decisions are taken on the copy."""


def next_impulse(rules: VqRules, game: VqGame, power: Power, names: Names) -> list[str]:
    """A card and what it is for, on what the power may know; nothing if it has no card to play."""
    if power not in game.majors or not game.hand(power):
        return []
    view = view_for(game, power)
    view.phase, view.turn_power, view.impulse = ACTION_PHASE, power, Impulse()
    engine = Engine(rules, Snapshot(0, rules.dump(view)))
    lines: list[str] = []
    thrown = engine.game.dice.used
    for _ in range(MOST):
        if engine.game.dice.used > thrown:
            return lines
        asked = engine.open.get(power)
        if isinstance(asked, TakeImpulse if not lines else ChooseAction):
            answer = suggest(engine.game, power, asked).answer
            if isinstance(answer, Stop):
                break
            lines.append(say(asked, answer, names))
            thrown = engine.game.dice.used
            engine.submit(power, answer)
        elif windows := {whose: one for whose, one in engine.waiting().items() if isinstance(one, Respond)}:
            for whose, window in windows.items():
                engine.submit(whose, window.default(engine.game))
        elif asked is None:
            break  # the next impulse has begun
        else:
            return lines
    return [*lines, END] if len(lines) > 1 else lines
