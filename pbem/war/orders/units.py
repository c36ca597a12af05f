"""Orders for units that appear and units that go, wherever the rules ask for them."""

from __future__ import annotations

from typing import Any

from pbem.language.forces import unit_kind, unit_word
from pbem.language.grammar import (
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
from pbem.language.names import PLACE, SPACE, Names
from pbem.language.reading import Reject
from pbem.war.orders.book import grammar
from rules.core.errors import allows
from rules.war.placement import Placement, PlaceUnits
from rules.war.removal import Removal, RemoveUnits
from rules.war.state import WarGame

FROM_PLACE = optional(word("from", "in", "at"))
SOME = one_of(number(1, usage="<number>"), word("a", "an", value=1).help(""))
_UNITS = ("units", "unit", "new")


@grammar("place_units")
def place_units(question: PlaceUnits, game: Any, names: Names) -> Parser[Placement]:
    """`2 in vienna, 2 in linz`; `all in vienna`.

    Of places without numbers, one gets all, and so many as there are units get one each.
    """
    lead = optional(word("place", "put", "add", "send", "build", "raise"))
    kinds = (question.unit, unit_word(question.unit, 1), *_UNITS)
    count = one_of(number(1, question.most), word("all", "everything", value=question.most))
    part = seq(count, optional(word(*kinds)), IN, THE, name(SPACE)).to(lambda count, space: (space, count))
    where = phrase(IN, THE, name(SPACE))
    all_there = where.to(lambda space: ((space, question.most),)).help("")
    one_each = many(where.to(lambda space: (space, 1)), COMMA, least=question.most, most=question.most).help(
        ""
    )
    parts = many(part, optional(COMMA))
    some = one_of(
        parts.to(lambda placement: _all_of_them(question, game, placement)),
        phrase(parts, word("only", "no more")).help(""),
    )
    return phrase(lead, one_of(some, all_there, one_each)).help("<number> in <space>, ...")


def _all_of_them(question: PlaceUnits, game: Any, placement: Placement) -> Placement:
    """Units that nobody places are gone, which nobody means who only forgets to say where they go."""
    left = question.most - sum(count for _, count in placement)
    for at, (space, count) in enumerate(placement):
        more = (*placement[:at], (space, count + 1), *placement[at + 1 :])
        if left > 0 and allows(question.check, game, more):
            raise Reject("placement.some_left", count=question.most, left_count=left)
    return placement


@place_units.say
def _(question: PlaceUnits, answer: Placement, names: Names) -> str:
    said = ", ".join(f"{count} in {names.say(SPACE, space)}" for space, count in answer)
    return said if sum(count for _, count in answer) == question.most else f"{said} only"


@grammar("remove_units")
def remove_units(question: RemoveUnits, game: WarGame, names: Names) -> Parser[tuple[Removal, ...]]:
    """`remove 1 mercenary in paris, 1 squadron in rouen`."""
    places = [place for place, _ in game.places_of(question.power)]
    only = question.kinds[0] if len(question.kinds) == 1 else ""
    kind: Parser[str] = unit_kind(question.kinds)
    if only:
        kind = optional(kind, only)
    some = seq(SOME, kind, FROM_PLACE, name(PLACE, places)).to(
        lambda count, kind, place: Removal(place, kind, count)
    )
    lead = optional(word("remove", "give", "take", "surrender", "lose"))
    return phrase(lead, many(some.help("<number> <units> in <place>"), optional(COMMA)))


@remove_units.say
def _(question: RemoveUnits, answer: tuple[Removal, ...], names: Names) -> str:
    parts = [
        f"{removal.count} {unit_word(removal.kind, removal.count)} in {names.say(PLACE, removal.place)}"
        for removal in answer
    ]
    return f"remove {', '.join(parts)}"
