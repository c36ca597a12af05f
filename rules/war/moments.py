"""What the windows of war are about: handed to the cards that answer them, which may change them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.flow import Power
from rules.war.forces import UnitCount
from rules.war.ids import LeaderId, Place


@dataclass(slots=True)
class Announced:
    """An action for which CP were announced and that has not begun.

    A response may set `cancelled`; the procedure then stops before anything has moved.  It may also take
    a leader out of `leaders`: the others of a move or an assault go on without him.
    """

    power: Power
    kind: str
    """move, transport, assault, naval_move or piracy."""
    place: Place = ""
    leaders: tuple[LeaderId, ...] = ()
    cancelled: bool = False
    to: Place = ""
    """Where a move goes."""
    units: tuple[UnitCount, ...] = ()
    """The land units of a formation that moves or assaults."""
    convoys: tuple[tuple[Place, Place], ...] = ()
    """The ways of ships that have sailed in a Naval Move: from where to where."""
    turned_back: list[tuple[Place, Place]] = field(default_factory=list)
    """Those of them that go back where they came from, though the others go on."""
    paid: int = 1
    """CP already taken for it: a card that costs 1 CP and voids the action gives the others back."""
