"""What a field battle or an assault is about: handed to the cards that answer its windows, which change it.

How cards use it:

* `battle.side_of(power)` is the side on which a power fights (None: on neither), `battle.against(side)`
  the other one.
* Before the dice (BEFORE_BATTLE, FIELD_BATTLE_CARDS, ASSAULT_CARDS): `side.bonus_dice += 2`, or -3;
  `side.special.append((3, 4))` for three dice that hit on 4 or more; `battle.surprise = side` lets a side
  roll first and its hits count at once.  Units that come or go (`side.force.units(game)`,
  `await side.force.lose(game, units)`, `game.add_units(battle.space, ...)`) change the dice by themselves.
* After the dice (FIELD_BATTLE_ROLLED, ASSAULT_ROLLED): `side.roll(game, 5, Reason(...))` rolls more dice
  and adds the hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.casualties import Loss, eliminate, share_hits
from rules.war.displacement import army_leaders
from rules.war.forces import (
    CAVALRY,
    NOBODY,
    REGULARS,
    Formation,
    UnitCount,
    best_battle_rating,
    units_at,
    without,
)
from rules.war.ids import LeaderId, Nation, Place, SpaceId
from rules.war.land_events import UnitSurvived
from rules.war.state import WarGame


@dataclass(slots=True)
class Force:
    """The land units and army leaders of one or more allied powers in one place.

    What is `held_back` stands in the place but takes no part.  The units are read from the map each time,
    so that whatever cards do to them counts.  A fight that is not on the map derives its own class.
    """

    place: Place
    powers: tuple[Power, ...]
    held_back: Formation = NOBODY

    def army(self, game: WarGame, power: Power) -> Formation:
        """The part of one of the powers."""
        whole = Formation(tuple(army_leaders(game, self.place, power)), units_at(game, self.place, power))
        return without(whole, self.held_back)

    def units(self, game: WarGame) -> tuple[UnitCount, ...]:
        return tuple(unit for power in self.powers for unit in self.army(game, power).units)

    def size(self, game: WarGame) -> int:
        return sum(count for _nation, _kind, count in self.units(game))

    def leaders(self, game: WarGame) -> tuple[LeaderId, ...]:
        return tuple(leader for power in self.powers for leader in self.army(game, power).leaders)

    def losses(self, game: WarGame, hits: int) -> list[Loss]:
        """What each of the powers loses to a number of hits (9.2)."""
        strengths = {power: self.army(game, power).size for power in self.powers}
        strengths = {power: size for power, size in strengths.items() if size}
        shares = share_hits(game, hits, strengths, Reason("odd_hit", place=self.place))
        return [
            Loss(power, self.place, share, self.army(game, power).units)
            for power, share in shares.items()
            if share
        ]

    async def lose(self, game: WarGame, power: Power, units: Iterable[UnitCount]) -> None:
        """Eliminate units of one of the powers."""
        await eliminate(game, power, self.place, tuple(units))

    def gain(self, game: WarGame, nation: Nation, kind: str) -> None:
        """One unit comes back."""
        game.add_units(self.place, nation, **{kind: 1})

    def save_wounded(self, game: WarGame, power: Power, lost: Iterable[UnitCount]) -> None:
        """A regular of those lost is kept, if the power knows how, and not all of its units are gone."""
        regulars = [nation for nation, kind, _count in lost if kind == REGULARS]
        if regulars and game.saves_wounded(power) and self.army(game, power).size:
            self.gain(game, regulars[0], REGULARS)
            game.emit(UnitSurvived(power, self.place))


@dataclass(slots=True)
class Side:
    """One side of a battle: its force, what cards gave it, and its dice."""

    force: Force
    bonus_dice: int = 0
    special: list[tuple[int, int]] = field(default_factory=list)
    """Dice that hit on another number: (how many, from which number on)."""
    least_dice: int = 0
    dice: int = 0
    """How many were rolled."""
    rolled: list[int] = field(default_factory=list)
    hits: int = 0
    taken: int = 0
    """Hits of the other side whose losses are taken already."""
    lost: list[tuple[Power, UnitCount]] = field(default_factory=list)

    @property
    def powers(self) -> tuple[Power, ...]:
        return self.force.powers

    def roll(self, game: WarGame, count: int, reason: Reason, hit_on: int | None = None) -> None:
        """Roll dice and add their hits."""
        if count > 0:
            need = game.war_tables().hit if hit_on is None else hit_on
            dice = game.roll(self.powers[0], count, reason, need)
            self.dice += count
            self.rolled += dice
            self.hits += sum(die >= need for die in dice)


def attack_prevails(attack_hits: int, defence_hits: int) -> bool:
    """More hits win, on land and at sea; the defender wins a tie (14 step 8, 16.2 step 7)."""
    return attack_hits > defence_hits


class TwoSides:
    """What a field battle and an assault have in common."""

    __slots__ = ()
    attack: Side
    defence: Side

    @property
    def attacker(self) -> Power:
        return self.attack.powers[0]

    @property
    def powers(self) -> tuple[Power, ...]:
        return (*self.attack.powers, *self.defence.powers)

    def side_of(self, power: Power) -> Side | None:
        """The side on which a power fights."""
        return next((side for side in (self.attack, self.defence) if power in side.powers), None)

    def against(self, side: Side) -> Side:
        return self.defence if side is self.attack else self.attack


@dataclass(slots=True)
class FieldBattle(TwoSides):
    """A field battle (14).  Without `defender_die`, `limit` or `captures` it fits fights that cards bring."""

    space: Place
    attack: Side
    defence: Side
    origin: Place = ""
    limit: int | None = None
    """The most attacking units that give dice: the size of the moving formation and who joins it (14)."""
    defender_die: bool = True
    captures: bool = True
    """Whether leaders of a side that is wiped out are captured."""
    safe_leaders: tuple[LeaderId, ...] = ()
    """Attackers from inside a besieged fortification, who may go back there (15.2)."""
    surprise: Side | None = None
    """The side that rolls first, with its hits taken at once (#29)."""
    deserted: Side | None = None
    """The side that cards have left without any unit before the dice: it has lost."""

    def dice_for(self, game: WarGame, side: Side) -> int:
        """Dice of a side (steps 2 and 3), special ones not counted; without units it has none."""
        units = side.force.size(game)
        if not units:
            return side.least_dice
        if side is self.attack and self.limit is not None:
            units = min(units, self.limit)
        dice = units + best_battle_rating(game, side.force.leaders(game)) + side.bonus_dice
        if side is self.defence and self.defender_die:
            dice += game.war_tables().field_battle.defender_dice
        return max(side.least_dice, dice, 0)

    @property
    def winner(self) -> Side:
        """The side with more hits; the defender in a tie (step 8)."""
        if self.deserted is not None:
            return self.against(self.deserted)
        return self.attack if attack_prevails(self.attack.hits, self.defence.hits) else self.defence

    @property
    def loser(self) -> Side:
        return self.against(self.winner)


@dataclass(slots=True)
class Assault(TwoSides):
    """An assault (15.1).  The attacking force is the formation; its losses may fall on all besiegers."""

    space: SpaceId
    attack: Side
    defence: Side
    limit: int
    lost_by: Nation | None = None
    """Who held the fortification, when it is taken."""

    def dice_for(self, game: WarGame, side: Side) -> int:
        """Dice of a side (steps 3 and 4): cavalry gives none."""
        table = game.war_tables().assault
        units = side.force.units(game)
        if side is self.attack and not units:
            return side.least_dice  # the whole formation has melted away (#27)
        walkers = sum(count for _nation, kind, count in units if kind != CAVALRY)
        dice = best_battle_rating(game, side.force.leaders(game)) + side.bonus_dice
        if side is self.defence:
            dice += walkers + table.defender_dice + game.assault_bonus(game.controller(self.space) or "")
        else:
            # Mercenaries who came at the last moment join as far as the formation has room.
            walkers = min(walkers, max(0, self.limit - (side.force.size(game) - walkers)))
            per_die = table.units_per_die_garrisoned if self.defence.force.size(game) else 1
            dice += -(-walkers // per_die) + game.storm_bonus(self.attacker)
        return max(side.least_dice, dice, 0)
