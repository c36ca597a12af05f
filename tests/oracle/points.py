"""Victory points (23.2) and the deal (6.2, 8.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.position import HAPSBURG, OTTOMAN, PROTESTANT, Position

CARDS = {
    "ottoman": (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6),
    "hapsburg": (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7),
    "england": (1, 1, 1, 2, 2, 3, 3, 4, 4),
    "france": (1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5),
    "papacy": (1, 2, 3, 3, 4, 4, 4),
}
BASE = {
    "ottoman": (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20),
    "hapsburg": (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    "england": (0, 3, 5, 7, 9, 11, 13, 15, 17),
    "france": (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20),
    "papacy": (0, 2, 4, 6, 8, 10, 12),
}
"""Cards and VP of the last open box, by keys that are not in unrest."""
BONUS = ("henry_viii", "elizabeth_i", "francis_i", "paul_iii", "julius_iii")
"""Rulers with a card bonus."""
PROTESTANT_STEPS = (4, 7, 10, 14, 17, 20, 24, 27, 30, 34, 37, 40, 44, 47)
"""Numbers of Protestant spaces at which the track gives the Protestant 1 VP more, the Pope 1 VP less."""

FIRST_DEAL = {
    "1532": {"england": 1, "france": 1},
    "tournament": {"ottoman": 1, "hapsburg": 1, "england": 2, "france": 2, "papacy": 1, "protestant": 1},
}
"""Cards that a scenario gives in its first turn."""


@dataclass
class Standing:
    """What lies on the power cards beside the key boxes."""

    piracy: int = 0
    chateaux: int = 0
    st_peters: int = 0
    heirs: set[int] = field(default_factory=set)
    """Lines of the pregnancy chart that have come up."""
    markers: dict[str, int] = field(default_factory=dict)
    """VP in the bonus boxes and by the conquests, by power."""
    first_turn_of: str = ""
    """The scenario, in its first turn."""
    fewer_cards: dict[str, int] = field(default_factory=dict)
    """"-1 card" markers, by power."""


def last_box(track: tuple[int, ...], keys: int) -> int:
    return track[min(keys, len(track) - 1)]


def keys_of(position: Position, power: str) -> int:
    """Keys under control and quiet (12.4)."""
    return sum(
        spot.type == "key" and position.holder(space) == power and not spot.unrest
        for space, spot in position.spots.items()
    )


def points(position: Position, standing: Standing, power: str) -> int:
    quiet = [spot for spot in position.spots.values() if not spot.unrest]
    converted = [spot for spot in quiet if spot.religion == "protestant"]
    step = sum(len(converted) >= needed for needed in PROTESTANT_STEPS)
    total = standing.markers.get(power, 0)
    electorates = [spot for spot in quiet if spot.type == "electorate"]
    if power == PROTESTANT:
        both = [e for e in electorates if e.religion == "protestant" and e.control == PROTESTANT]
        return total + 2 * len(both) + step
    total += last_box(BASE[power], keys_of(position, power))
    if power == OTTOMAN:
        total += standing.piracy
    if power == HAPSBURG and position.league:
        total += sum(spot.control == HAPSBURG for spot in electorates)
    if power == "england":
        total += 5 if standing.heirs & {5, 6} else 2 if 4 in standing.heirs else 0
        total += sum(spot.home == "england" for spot in converted) // 2
    if power == "france":
        total += standing.chateaux
    if power == "papacy":
        total += standing.st_peters + 15 - step
    return total


def cards(position: Position, standing: Standing, power: str) -> int:
    """Cards dealt to a power, those of the New World apart."""
    if power == PROTESTANT:
        held = [s for s in position.spots.values() if s.type == "electorate" and s.control == PROTESTANT]
        base = 5 if len(held) >= 4 else 4
    else:
        base = last_box(CARDS[power], keys_of(position, power))
    bonus = position.rulers[power] in BONUS
    bonus += FIRST_DEAL.get(standing.first_turn_of, {}).get(power, 0)
    return max(0, base + bonus - standing.fewer_cards.get(power, 0))
