"""What only the two-player game must remember (scenario book): its Diplomacy deck, and what binds a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.his.powers import FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war.ids import Nation, SpaceId

PLAYERS: Final = (PAPACY, PROTESTANT)
"""Who has a player, in impulse order."""
OPPONENT: Final = {PAPACY: PROTESTANT, PROTESTANT: PAPACY}
INVADERS: Final = (OTTOMAN, HAPSBURG, FRANCE)
"""Powers without a player that a card can bring into the war."""


@dataclass(slots=True)
class Duel:
    """The Diplomacy deck and its hands; like the main deck, it has no order before a card is drawn."""

    hands: dict[Power, list[CardNumber]]
    deck: list[CardNumber]
    unborn: list[CardNumber]
    """Those that join when the League has formed."""
    discards: list[CardNumber] = field(default_factory=list)
    removed: list[CardNumber] = field(default_factory=list)
    in_play: list[CardNumber] = field(default_factory=list)
    played: list[CardNumber] = field(default_factory=list)
    """What was played from the hands this turn (#215)."""
    bound: CardNumber | None = None
    """The card that the Protestant must play this turn (#205, #219)."""
    league_turn: int | None = None
    """The turn in which the Schmalkaldic League formed."""
    near_vienna: dict[SpaceId, dict[Nation, dict[str, int]]] = field(default_factory=dict)
    """Land units that began the turn near Vienna (#218): space -> nation -> kind -> count."""
    held_fast: dict[SpaceId, dict[Nation, dict[str, int]]] = field(default_factory=dict)
    """Those of them that no Move action takes along this turn (#218)."""
