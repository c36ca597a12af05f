"""Construction (17): what may be built where, counters apart; where unrest may be put (12.4)."""

from __future__ import annotations

from tests.oracle.position import LAND, OTTOMAN, PROTESTANT, Position

HAVENS = ("algiers", "oran", "tripoli")


def buildable(power: str, nation: str, kind: str) -> bool:
    """Whether a power has such units at all (5.2, 5.3, 11.1, 22.3)."""
    if nation != power:
        return kind == "regulars" or (kind == "squadrons" and nation != "hungary")
    if kind in ("cavalry", "corsairs"):
        return power == OTTOMAN
    if kind == "mercenaries":
        return power != OTTOMAN
    return kind == "regulars" or power != PROTESTANT


def may_build(position: Position, power: str, nation: str, kind: str, space: str) -> bool:
    spot = position.spots[space]
    if (
        spot.control is None
        or not buildable(power, nation, kind)
        or (power == PROTESTANT and not position.league)
    ):
        return False
    if kind == "corsairs" and not position.pirates:
        return False
    if spot.home != nation or not position.friendly(power, spot.control):
        return False
    if kind not in LAND and not spot.seas:
        return False
    if spot.home == OTTOMAN and space in HAVENS and kind != "corsairs":
        return False
    if spot.unrest or position.enemies_in(power, space):
        return False
    if kind in LAND and spot.sieges:
        inside = 1 + sum(position.strength(space, other) for other in position.inside(space))
        still = [besieger for besieger in spot.sieges if position.strength(space, besieger) > inside]
        return inside <= 4 or not still  # ruling: a fifth only if it breaks the siege
    return True


def may_be_stirred(position: Position, space: str) -> bool:
    """Whether an unrest marker may be put on a space: nobody is there, no ships, no leaders."""
    spot = position.spots[space]
    if spot.control is None or spot.unrest or position.stacks.get(space):
        return False
    return not any(figure.place == space for figure in position.figures)
