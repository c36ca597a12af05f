"""Units and leaders in orders: `suleiman, 6 regulars, 2 cavalry`, `4r`, `all`.

What is written names no nation as a rule and says `all` before the space is known, so it is read as a
`Wish` and resolved when the space is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pbem.orders.grammar import (
    COMMA,
    THE,
    Parser,
    Reject,
    many,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.orders.names import LEADER, NATION, UNIT, Names
from rules.core.flow import Power
from rules.war.state import LAND_KINDS, LeaderId, Nation, Place, WarGame, owner

UnitCounts: TypeAlias = tuple[tuple[Nation, str, int], ...]
"""(nation, kind, count), own units first, then minor allies', kinds in the order of LAND_KINDS."""

ADJECTIVES = {
    "ottoman": "Ottoman",
    "hapsburg": "Hapsburg",
    "england": "English",
    "france": "French",
    "papacy": "Papal",
    "protestant": "Protestant",
    "genoa": "Genoese",
    "hungary": "Hungarian",
    "scotland": "Scottish",
    "venice": "Venetian",
    "independent": "independent",
    "knights_of_st_john": "Knights",
}
SINGULAR = {"mercenaries": "mercenary", "cavalry": "cavalry"}


@dataclass(frozen=True, slots=True)
class UnitWish:
    """Some units: all of them if `count` is None, of any kind if `kind` is None."""

    count: int | None
    kind: str | None
    nation: Nation | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """Leaders and units as written; `everything` is the word `all` alone."""

    leaders: tuple[LeaderId, ...] = ()
    units: tuple[UnitWish, ...] = ()
    everything: bool = False

    def resolve(
        self, game: WarGame, power: Power, place: Place, kinds: Sequence[str] = LAND_KINDS
    ) -> tuple[tuple[LeaderId, ...], UnitCounts]:
        """The leaders and units meant, of those that the power commands in the place.

        Units without a nation are the power's own first, then its minor allies'.  More than there are
        stay as written, for the rules to refuse.
        """
        here = standing(game, power, place, kinds)
        leaders = self.leaders
        if self.everything:
            if not leaders:
                leaders = tuple(game.leaders_at(place, power))
            return leaders, here
        taken: dict[tuple[Nation, str], int] = {}
        for wish in self.units:
            _take(wish, power, here, taken, kinds)
        return leaders, in_order(game, power, [(nation, kind, n) for (nation, kind), n in taken.items()])


def standing(game: WarGame, power: Power, place: Place, kinds: Sequence[str] = LAND_KINDS) -> UnitCounts:
    """All units of some kinds that a power commands in a place, in the usual order."""
    found = [
        (nation, kind, count)
        for nation in game.nations_at(place)
        if game.commander(nation) == power
        for kind in kinds
        if (count := getattr(game.at(place, nation), kind))
    ]
    return in_order(game, power, found)


def in_order(game: WarGame, power: Power, units: Iterable[tuple[Nation, str, int]]) -> UnitCounts:
    """The usual order: own units, minor allies' in the order of the game, borrowed ones."""
    nations = game.nations_of(power)
    kinds = ("regulars", "mercenaries", "cavalry", "squadrons", "corsairs")
    return tuple(
        sorted(
            units,
            key=lambda unit: (
                nations.index(unit[0]) if unit[0] in nations else len(nations),
                unit[0],
                kinds.index(unit[1]),
            ),
        )
    )


def _take(
    wish: UnitWish,
    power: Power,
    here: UnitCounts,
    taken: dict[tuple[Nation, str], int],
    kinds: Sequence[str],
) -> None:
    fitting = [
        (nation, kind, count)
        for nation, kind, count in here
        if (wish.kind is None or kind == wish.kind) and (wish.nation is None or owner(nation) == wish.nation)
    ]
    if wish.count is None:
        for nation, kind, count in fitting:
            taken[nation, kind] = count
        return
    if wish.kind is None:
        total = sum(count for _, _, count in fitting)
        if len({kind for _, kind, _ in fitting}) > 1 and wish.count != total:
            raise Reject(f"{wish.count} units of which kind: {' or '.join(_kinds(fitting))}?")
    left = wish.count
    for nation, kind, count in fitting:
        some = min(left, count - taken.get((nation, kind), 0))
        if some > 0:
            taken[nation, kind] = taken.get((nation, kind), 0) + some
            left -= some
    if left:
        kind = wish.kind or (fitting[0][1] if fitting else kinds[0])
        whose = wish.nation or (fitting[0][0] if fitting else power)
        taken[whose, kind] = taken.get((whose, kind), 0) + left


def _kinds(units: Iterable[tuple[Nation, str, int]]) -> list[str]:
    return list(dict.fromkeys(kind for _, kind, _ in units))


# ---- Reading


def leader(among: Collection[str] | None = None) -> Parser[str]:
    """The name of one leader."""
    return name(LEADER, among)


def leaders(among: Collection[str] | None = None) -> Parser[tuple[str, ...]]:
    """One or more leaders."""
    return many(name(LEADER, among), optional(COMMA))


def unit_kind(kinds: Collection[str] | None = None) -> Parser[str]:
    """A kind of unit: `regulars`, `reg`, `r`."""
    return name(UNIT, kinds, usage="<units>")


def _unit_wish(kinds: Collection[str] | None) -> Parser[UnitWish]:
    nation = optional(name(NATION), None)
    kind = unit_kind(kinds)
    count = number(1, usage="<number>")
    every = word("all", "every", value=None)
    bare = word("units", "unit", "land units", "naval units", "ships", "men", value=None)
    one = word("a", "an", value=1)
    return one_of(
        seq(one_of(count, one), nation, kind).to(lambda n, whose, kind: UnitWish(n, kind, whose)),
        seq(every, THE, nation, kind).to(lambda _, whose, kind: UnitWish(None, kind, whose)),
        seq(count, optional(bare)).to(lambda n, _: UnitWish(n, None)),
        seq(every, optional(name(NATION)), bare).to(lambda _, whose, __: UnitWish(None, None, whose)),
    ).help("<number> <units>")


def units(kinds: Collection[str] | None = None) -> Parser[Wish]:
    """Units without leaders: `6 regulars, 2 cavalry`, `4r 1c`, `all`."""
    everything = word("all", "everything", value=Wish(units=(UnitWish(None, None),)))
    some = many(_unit_wish(kinds), optional(COMMA)).to(lambda wishes: Wish(units=_clear(wishes)))
    return one_of(some, everything).help("<units>")


def formation(
    among: Collection[str] | None = None, kinds: Collection[str] | None = LAND_KINDS
) -> Parser[Wish]:
    """Leaders and units in any order: `suleiman, 6 regulars, 2 cavalry`, `suleiman and all`, `4r`."""
    everything = word("all", "everything", "everybody", "the rest", "all others", value="all")
    piece = one_of(everything, _unit_wish(kinds), name(LEADER, among))
    return many(phrase(THE, piece), optional(COMMA), most=20).to(_gather).help("<leaders, units>")


def _gather(pieces: tuple[object, ...]) -> Wish:
    return Wish(
        leaders=tuple(piece for piece in pieces if isinstance(piece, str) and piece != "all"),
        units=_clear(tuple(piece for piece in pieces if isinstance(piece, UnitWish))),
        everything="all" in pieces,
    )


def _clear(wishes: tuple[UnitWish, ...]) -> tuple[UnitWish, ...]:
    """`5 regulars` where there are only 4 must not be read as `5` and `regulars`, all of them."""
    if len(wishes) > 1 and any(wish.count is not None and wish.kind is None for wish in wishes):
        raise Reject("say how many of which kind")
    return wishes


# ---- Writing


def say_units(units: Iterable[tuple[Nation, str, int]], power: Power) -> str:
    """`6 regulars, 2 Venetian squadrons`; the power's own need no adjective."""
    parts = []
    for nation, kind, count in units:
        whose = "" if nation == power else f"{ADJECTIVES.get(owner(nation), owner(nation))} "
        parts.append(f"{count} {whose}{unit_word(kind, count)}")
    return ", ".join(parts)


def unit_word(kind: str, count: int) -> str:
    """`regular` or `regulars`."""
    return SINGULAR.get(kind, kind.removesuffix("s")) if count == 1 else kind


def say_force(
    leaders: Iterable[LeaderId], units: Iterable[tuple[Nation, str, int]], power: Power, names: Names
) -> str:
    """Leaders and units as an order writes them."""
    parts = [names.say(LEADER, leader) for leader in leaders]
    if text := say_units(units, power):
        parts.append(text)
    return ", ".join(parts)


__all__ = [
    "UnitCounts",
    "UnitWish",
    "Wish",
    "formation",
    "in_order",
    "leader",
    "leaders",
    "say_force",
    "say_units",
    "standing",
    "unit_kind",
    "unit_word",
    "units",
]
