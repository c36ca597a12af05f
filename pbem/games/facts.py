"""What is publicly known of a question: where, against whom, at what odds.

Conditions of standing orders look at these facts alone; nobody's hand is looked at.
"""

from __future__ import annotations

from rules import Power
from rules.core.cards import CardNumber
from rules.core.records import Record
from rules.war.ids import LeaderId, Place

FIELD_BATTLE, ASSAULT, NAVAL_COMBAT = "field_battle", "assault", "naval_combat"
EVENT, IMPULSE_OVER = "event", "impulse_over"


class Facts(Record):
    """What is publicly known of a question; a strength that cannot be known is None."""

    power: Power
    key: str
    """The question's own name: its topic, its kind, or `respond.` and the window."""
    turn: int
    places: tuple[Place, ...] = ()
    others: tuple[Power, ...] = ()
    """The other party: who moves, attacks, or has declared something."""
    doing: str = ""
    """The action or the fight that it is about."""
    own: int | None = None
    theirs: int | None = None
    own_leaders: tuple[LeaderId, ...] = ()
    their_leaders: tuple[LeaderId, ...] = ()
    card: CardNumber | None = None


ALL_WINDOWS, OWN_WINDOWS, CARD_WINDOWS, POWER_WINDOWS = "", "own", "card", "when"
"""In which response windows a power may want to be asked."""
