"""Units and leaders in orders: `suleiman, 6 regulars, 2 cavalry`, `4r`, `all`.

What is written names no nation as a rule and says `all` before the space is known, so it is read as a
`Wish` and resolved when the space is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pbem.language.grammar import (
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
from pbem.language.names import LEADER, NATION, UNIT, Names
from pbem.language.reading import Found, Reading
from rules.core.flow import Power
from rules.war.ids import LAND_KINDS, LeaderId, Nation, Place, owner
from rules.war.state import WarGame

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
    "spain": "Spanish",
    "holy_roman_empire": "Imperial",
    "huguenot": "Huguenot",
    "dutch": "Dutch",
    "walloons": "Walloon",
    "morisco": "Morisco",
    "ireland": "Irish",
    "portugal": "Portuguese",
}
SINGULAR = {
    "mercenaries": "mercenary",
    "cavalry": "cavalry",
    "race_built": "race-built galleon",
    "armada": "armada step",
}
PLURAL = {"race_built": "race-built galleons", "armada": "armada steps"}


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
    spared: tuple[UnitWish, ...] = ()
    """Units that stay, of everything."""
    spared_leaders: tuple[LeaderId, ...] = ()

    def resolve(
        self, game: WarGame, power: Power, place: Place, kinds: Sequence[str] = LAND_KINDS
    ) -> tuple[tuple[LeaderId, ...], UnitCounts]:
        """The leaders and units meant, of those that the power commands in the place.

        Units without a nation are the power's own first, then its minor allies'.  More than there are
        stay as written, for the rules to refuse.
        """
        here = standing(game, power, place, kinds)
        if self.everything:
            return self.of_everything(tuple(game.leaders_at(place, power)), here, power)
        taken: dict[tuple[Nation, str], int] = {}
        for wish in self.units:
            _take(wish, power, here, taken, kinds)
        return self.leaders, in_order(game, power, [(nation, kind, n) for (nation, kind), n in taken.items()])

    def of_everything(
        self, leaders: tuple[LeaderId, ...], units: UnitCounts, power: Power
    ) -> tuple[tuple[LeaderId, ...], UnitCounts]:
        """All of a stack but what is spared; if leaders are named, these alone."""
        stay: dict[tuple[Nation, str], int] = {}
        for wish in self.spared:
            _take(wish, power, units, stay, [kind for _, kind, _ in units])
        left = {(nation, kind): count - stay.pop((nation, kind), 0) for nation, kind, count in units}
        if stay or any(count < 0 for count in left.values()):
            raise Reject("units.not_so_many_stay")
        going = self.leaders or tuple(who for who in leaders if who not in self.spared_leaders)
        return going, tuple((nation, kind, count) for (nation, kind), count in left.items() if count)

    def places(self, game: WarGame, power: Power, kinds: Sequence[str] = LAND_KINDS) -> list[Place]:
        """Where the force may stand if nothing says so: with its leaders, or wherever there is enough."""
        if self.leaders:
            found: list[Place | None] = list(dict.fromkeys(game.leaders[who].place for who in self.leaders))
            if len(found) > 1:
                raise Reject("leaders.apart")
        else:
            found = [place for place in _held_by(game, power) if self._is_at(game, power, place, kinds)]
        if not (places := [place for place in found if place]):
            raise Reject("units.from_where")
        return places

    def _is_at(self, game: WarGame, power: Power, place: Place, kinds: Sequence[str]) -> bool:
        here = standing(game, power, place, kinds)
        if self.everything:
            return bool(here)
        try:
            _leaders, wanted = self.resolve(game, power, place, kinds)
        except Reject:
            return False
        counts = {(nation, kind): count for nation, kind, count in here}
        return bool(wanted) and all(count <= counts.get((nation, kind), 0) for nation, kind, count in wanted)


def _held_by(game: WarGame, power: Power) -> list[Place]:
    """All places where a power commands units or leaders, in the order of the map."""
    return [
        place
        for place in (*game.spaces, *game.board.zones)
        if any(game.commander(nation) == power for nation in game.nations_at(place))
    ]


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
    kinds = (*LAND_KINDS, *game.naval_kinds)
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
            raise Reject("units.which_kind_of", count=wish.count, units=_kinds(fitting))
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


def _kinds(units: Iterable[tuple[Nation, str, int]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind for _, kind, _ in units))


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


@dataclass
class ForeignUnit(Parser[None]):
    """A kind of unit in another language, written in full; understood but not offered."""

    kind: str
    shown: str = ""

    @property
    def silent(self) -> bool:
        return True

    def read(self, reading: Reading, at: int) -> Iterator[Found[None]]:
        table = reading.names.table(UNIT)
        for length in range(table.longest, 0, -1):
            text = " ".join(reading.text(at + offset) for offset in range(length))
            if text in table.foreign and table.spelled[text] == table.spelled[self.kind]:
                yield Found(None, at + length)
                return


@dataclass
class _ArmyOf(Parser[tuple[str, ...]]):
    """`Suleiman's army`, `the army of Suleiman`: a leader with all units where he is."""

    among: Collection[str] | None
    words: tuple[str, ...]
    shown: str = ""

    def read(self, reading: Reading, at: int) -> Iterator[Found[tuple[str, ...]]]:
        texts = [reading.text(at + offset) for offset in range(LONGEST_LEADER + 1)]
        for length in range(1, LONGEST_LEADER + 1):
            if texts[length] in self.words and texts[length - 1].endswith("s"):
                whole = " ".join(texts[:length])  # `Francis' army` has lost its mark, `Suleimans` keeps an s
                for written in (whole, whole[:-1]):
                    if found := reading.names.find(LEADER, written, self.among):
                        yield Found((found,), at + length + 1)
                        return


LONGEST_LEADER = 4
"""Words of the longest name of a leader."""


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
    """Leaders and units in any order: `suleiman, 6 regulars, 2 cavalry`, `suleiman and all`, `4r`.

    Of everything some may stay: `all but 1 regular`, `suleiman and all except 2 cavalry`.
    """
    whose = _FLEET if kinds and not set(kinds) & set(LAND_KINDS) else _ARMY
    everything = word(*_EVERYTHING, *whose, value="all")
    army_of = phrase(word(*(f"{what} of" for what in whose if " " not in what)), name(LEADER, among))
    led = one_of(_ArmyOf(among, whose), army_of.to(lambda who: (who,)).help(""))
    piece = one_of(everything, _unit_wish(kinds), name(LEADER, among), led)
    pieces = many(phrase(THE, piece), optional(COMMA), most=20)
    staying = one_of(_unit_wish(kinds), name(LEADER, among))
    spared = phrase(optional(COMMA), word(*_BUT), many(phrase(THE, staying), COMMA), optional(word("behind")))
    return seq(pieces, optional(spared, ())).to(_gather).help("<leaders, units>")


_EVERYTHING = (
    "all", "everything", "everybody", "everyone", "the rest", "all others", "everybody else", "everyone else",
)  # fmt: skip
_ARMY = (
    "army", "whole army", "entire army", "all troops", "troops", "all forces", "force", "formation", "stack",
)  # fmt: skip
_FLEET = ("fleet", "whole fleet", "entire fleet", "fleets", "all fleets", "ships", "all ships")
_BUT = ("but", "except", "except for", "minus", "without", "leaving", "but leave", "but not", "apart from")


def _gather(pieces: tuple[object, ...], spared: tuple[object, ...]) -> Wish:
    wish = Wish(
        leaders=(
            *(piece for piece in pieces if isinstance(piece, str) and piece != "all"),
            *(leader for piece in pieces if isinstance(piece, tuple) for leader in piece),
        ),
        units=_clear(tuple(piece for piece in pieces if isinstance(piece, UnitWish))),
        everything="all" in pieces or any(isinstance(piece, tuple) for piece in pieces),
        spared=_clear(tuple(piece for piece in spared if isinstance(piece, UnitWish))),
        spared_leaders=tuple(piece for piece in spared if isinstance(piece, str)),
    )
    if spared and not (wish.everything and (not wish.spared_leaders or not wish.leaders)):
        raise Reject("units.who_stays")
    if wish.everything and wish.units:
        raise Reject("units.all_or_some")
    return wish


def _clear(wishes: tuple[UnitWish, ...]) -> tuple[UnitWish, ...]:
    """`5 regulars` where there are only 4 must not be read as `5` and `regulars`, all of them."""
    if len(wishes) > 1 and any(wish.count is not None and wish.kind is None for wish in wishes):
        raise Reject("units.how_many_of_which")
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
    return SINGULAR.get(kind, kind.removesuffix("s")) if count == 1 else PLURAL.get(kind, kind)


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
