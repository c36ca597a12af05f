"""Avoiding battle (13.3), withdrawing (13.4) and retreat (14.1, 15.3): where to."""

from __future__ import annotations

from tests.oracle.position import INDEPENDENT, Position


def open_to(position: Position, power: str, space: str, *, foe: str | None = None) -> bool:
    """Whether a space takes in who avoids battle or retreats.

    `foe` is whom they flee from, if he is treated as an enemy without being at war (13.1).
    """
    spot = position.spots[space]
    if position.closed(power, space) or spot.unrest or not position.friendly(power, spot.control):
        return False
    if position.enemies_in(power, space) or (
        foe and any(s.commander == foe for s in position.stacks.get(space, ()))
    ):
        return False
    return not spot.sieges  # ruling: nobody could say on which side of the walls they stand


def spaces(
    position: Position, power: str, space: str, *, barred: str = "", foe: str | None = None
) -> list[str]:
    """Adjacent spaces, passes included; `barred` is where the enemy came from."""
    return sorted(
        near
        for near in position.neighbours(space)
        if near != barred and open_to(position, power, near, foe=foe)
    )


def may_withdraw(position: Position, space: str, defenders: list[str]) -> bool:
    """Whether all defenders of a space may go inside (13.4), before any formation stands there."""
    spot, holder = position.spots[space], position.holder(space)
    if not spot.fortified or spot.sieges or not defenders:
        return False
    if sum(position.strength(space, power) for power in defenders) > 4:
        return False
    return all(at_home(position, holder, power) for power in defenders)


def at_home(position: Position, holder: str | None, power: str) -> bool:
    if power in INDEPENDENT:
        return holder in INDEPENDENT
    return holder == power or position.allies(holder, power)
