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
from pbem.war.orders.book import grammar
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
    return phrase(lead, one_of(many(part, optional(COMMA)), all_there, one_each)).help(
        "<number> in <space>, ..."
    )


@place_units.say
def _(question: PlaceUnits, answer: Placement, names: Names) -> str:
    return ", ".join(f"{count} in {names.say(SPACE, space)}" for space, count in answer)


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
