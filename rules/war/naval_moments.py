"""What the windows of naval war are about: cards that answer them may change these."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.events import Side
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.battle import attack_prevails
from rules.war.ids import Place, ZoneId
from rules.war.state import WarGame

INTERCEPT, AVOID = "intercept", "avoid"


@dataclass(slots=True)
class NavalRoll:
    """Two dice for a naval interception or to avoid battle, rolled and not yet judged.

    A card changes `total`, which has the naval leader's rating in it already.
    """

    power: Power
    kind: str
    """INTERCEPT or AVOID."""
    zone: ZoneId
    total: int
    need: int

    @property
    def success(self) -> bool:
        return self.total >= self.need


@dataclass(slots=True)
class NavalCombat:
    """A naval combat (16.2): before the dice and after them."""

    place: Place
    attacker: Power
    defender: Power
    attacker_dice: int
    defender_dice: int
    attacker_hits: int = 0
    defender_hits: int = 0
    rolled: bool = False
    attacker_roll: tuple[int, ...] = ()
    """What its dice showed, those added later too."""
    defender_roll: tuple[int, ...] = ()
    rerolls: dict[Power, int] = field(default_factory=dict)
    """How many of its dice that missed a side may roll again, once."""
    boarders: list[Power] = field(default_factory=list)
    """Who keeps a ship that the enemy loses from coming back soon, if it wins."""

    def side(self, power: Power) -> Side | None:
        """On which side a power fights, if on any."""
        if power == self.attacker:
            return "attacker"
        return "defender" if power == self.defender else None

    def more_dice(self, game: WarGame, side: Side, count: int) -> None:
        """Give a side more dice: before the roll they are rolled with the others, after it at once."""
        power = self.attacker if side == "attacker" else self.defender
        hits = 0
        dice: tuple[int, ...] = ()
        if self.rolled:
            hit = game.war_tables().hit
            dice = game.roll(power, count, Reason("more_naval_dice", place=self.place), hit)
            hits = sum(die >= hit for die in dice)
        if side == "attacker":
            self.attacker_dice += count
            self.attacker_hits += hits
            self.attacker_roll += dice
        else:
            self.defender_dice += count
            self.defender_hits += hits
            self.defender_roll += dice

    @property
    def winner(self) -> Power:
        """Who scored more hits; the defender wins a tie (16.2 step 7)."""
        return self.attacker if attack_prevails(self.attacker_hits, self.defender_hits) else self.defender

    @property
    def loser(self) -> Power:
        return self.defender if self.winner == self.attacker else self.attacker
