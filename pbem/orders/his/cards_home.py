"""Orders for the questions that home cards ask."""

from __future__ import annotations

from typing import Any

from pbem.orders.grammar import COMMA, FROM, IN, THE, Parser, many, name, number, one_of, optional, seq, word
from pbem.orders.his.build import war_card
from pbem.orders.names import SPACE, Names
from pbem.orders.registry import grammar
from rules.his.cards.janissaries import PlaceRecruits, Recruits


@grammar("recruits")
def recruits(question: PlaceRecruits, game: Any, names: Names) -> Parser[Recruits]:
    """`2 in istanbul, 1 in edirne, 1 for egypt`; `all in istanbul`."""
    lead = optional(word("place", "put", "raise", "recruit", "add", "send"))
    unit = optional(word("regulars", "regular", "new regulars", "r"))
    count = one_of(number(1, question.count), word("all", "everything", value=question.count))
    to = optional(word("to", "for", "on"))
    place = one_of(name(SPACE), war_card(game).to(str))
    part = seq(count, unit, to, IN, FROM, THE, place).to(lambda count, place: (place, count))
    return seq(lead, many(part, COMMA)).to(lambda parts: parts).help("<number> in <space>, ...")


@recruits.say
def _(question: PlaceRecruits, answer: Recruits, names: Names) -> str:
    return ", ".join(
        f"{count} for card {place}" if place.isdecimal() else f"{count} in {names.say(SPACE, place)}"
        for place, count in answer
    )
