"""Orders for the questions that home cards ask."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import grammar, topic_grammar
from pbem.games.his.orders.construction import war_card
from pbem.language.grammar import (
    COMMA,
    FROM,
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
from pbem.language.names import SPACE, Names
from rules.core.questions import Choose
from rules.his.cards.janissaries import PlaceRecruits, Recruits


@topic_grammar("leipzig_round")
def leipzig_round(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`round 1`, `second round`; a line that begins with "first" is read without that word."""
    return phrase(
        THE,
        one_of(
            word("round 1", "round one", "1", "one", "1st", "1st round", "first", "round", value="round_1"),
            word("round 2", "round two", "2", "two", "2nd", "2nd round", "second round", value="round_2"),
        ),
    ).help("round <1 or 2>")


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
