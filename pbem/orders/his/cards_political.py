"""Orders that political cards ask for."""

from __future__ import annotations

from pbem.orders.grammar import (
    COMMA,
    IN,
    THE,
    Parser,
    many,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.orders.his.common import DECLINE
from pbem.orders.names import SPACE, Names
from pbem.orders.registry import grammar
from rules.his.cards.minor_powers import SendTroops, Troops
from rules.his.game import HisGame

_REGULARS = optional(word("regulars", "regular", "r", "french regulars", "french regular", "units", "unit"))


@grammar("send_troops")
def send_troops(question: SendTroops, game: HisGame, names: Names) -> Parser[Troops]:
    """`2 edinburgh, 1 stirling`, `3 regulars in glasgow`, `nobody`."""
    lead = optional(word("send", "place", "land", "put", "add"))
    some = seq(number(1, question.most), _REGULARS, IN, THE, name(SPACE)).to(
        lambda count, space: (space, count)
    )
    return one_of(
        word("nobody", *DECLINE, value=()),
        phrase(lead, many(some, optional(COMMA))).help("<number> <space>, ..."),
    )


@send_troops.say
def _(question: SendTroops, answer: Troops, names: Names) -> str:
    return ", ".join(f"{count} {names.say(SPACE, space)}" for space, count in answer) or "nobody"
