"""Pieces of orders for construction, control and foreign wars that the war games share (12, 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pbem.language.forces import Wish, say_units, units
from pbem.language.grammar import (
    COMMA,
    FROM,
    IN,
    THE,
    Parser,
    many,
    name,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import CARD, SPACE, Names
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.war.ids import LAND_KINDS, SpaceId
from rules.war.state import WarGame

D = TypeVar("D")

ONE = optional(word("a", "an", "one", "1", "new", "another"))
VERB = word("build", "raise", "buy", "recruit", "construct", "hire", "train", "muster")
REGULAR = ("regular", "regulars", "regular troop", "reg", "r")
MERCENARY = ("mercenary", "mercenaries", "merc", "mercs", "m")
CAVALRY = ("cavalry", "cav", "c", "sipahis")
CORSAIR = ("corsair", "corsairs", "pirate", "k")

TAKE = word("control", "take control of", "seize", "take", "occupy", "capture", "claim", "gain control of")
CALM = word(
    "remove unrest", "calm", "end unrest", "quell", "quell unrest", "pacify", "clear unrest", "unrest"
)
FIGHT = word("fight foreign war", "foreign war", "fight", "battle")


def war_card(wars: Mapping[CardNumber, str]) -> Parser[CardNumber]:
    """A foreign war by the country where it is, or by its card: `egypt`, `card 92`."""
    by_name = [word(place.lower(), value=card) for card, place in wars.items()]
    by_card = phrase(optional(word("card")), name(CARD, [str(card) for card in wars])).to(int)
    return one_of(*by_name, by_card).help("<foreign war>")


def contingents(
    power: Power, game: WarGame, make: Callable[[SpaceId, str, int], D]
) -> Parser[tuple[tuple[D, ...], ...]]:
    """Units from several spaces: `2 cavalry from istanbul, 1 regular from edirne`."""

    def part(wish: Wish, space: SpaceId) -> tuple[D, ...]:
        _leaders, found = wish.resolve(game, power, space, LAND_KINDS)
        return tuple(make(space, kind, count) for _nation, kind, count in found)

    return many(seq(units(LAND_KINDS), FROM, IN, THE, name(SPACE)).to(part), COMMA)


def say_contingents(power: Power, parts: Iterable[Any], names: Names) -> list[str]:
    """The same, as an order writes it."""
    return [
        f"{say_units([(power, part.kind, part.count)], power)} from {names.say(SPACE, part.space)}"
        for part in parts
    ]
