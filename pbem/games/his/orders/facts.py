"""Facts of faith that an order can be bound to: `if the Protestant calls a debate`."""

from __future__ import annotations

from typing import Any

from pbem.games.conditions import Fact, Not, Situation
from pbem.language.grammar import Parser, seq, word
from pbem.language.voice import Voice
from pbem.war.orders.facts import ME, NOBODY, anybody, of_events, of_position
from rules.core.flow import Power
from rules.his.faith.events import DebateCalled


class CalledDebate(Fact):
    """A power (or anybody) has called a debate."""

    power: Power

    def __call__(self, situation: Situation) -> bool:
        return any(
            isinstance(event, DebateCalled) and self.power in (ME, event.power) for event in situation.known
        )

    def words(self, voice: Voice) -> str:
        return voice.word("fact.debate" if self.power else "fact.any_debate", power=self.power or None)


def facts() -> list[Parser[Any]]:
    """All facts, each as it is written."""
    calls = word("calls a debate", "calls debate", "has called a debate", "called a debate", "debates")
    return [
        *of_position(),
        *of_events(),
        seq(anybody(), calls).to(CalledDebate).help("<power> calls a debate"),
        seq(NOBODY, calls).to(lambda *_: Not(CalledDebate(ME))).help(""),
    ]
