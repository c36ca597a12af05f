"""Winter orders (19.3): whether a group of land units may be sent to a space, with the limit of four."""

from __future__ import annotations

from tests.oracle.homeward import destinations, is_home, may_stay, safe
from tests.oracle.position import Position


def crowd(position: Position, power: str, space: str) -> int:
    """Units that winter in a fortified space and count against the four; the excess leaves it first."""
    here = [s for s in position.land_of(space, power) if may_stay(position, power, s.nation, space)]
    return min(4, sum(s.land for s in here if not is_home(position, power, s.nation, space)))


def may_send(position: Position, power: str, nation: str, space: str, to: str, count: int) -> bool:
    """Whether so many units of one nation may go to a space in which nobody else arrives."""
    if to not in destinations(position, power, nation, space):
        return False
    if is_home(position, power, nation, to):
        return True
    arriving = count if to in safe(position, power, space) else count - (count + 1) // 2
    return crowd(position, power, to) + arriving <= 4
