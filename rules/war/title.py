"""What a title adds to war: the questions that war puts to it, and what war tells it.

A title's state inherits `WarGame`, and so these hooks.  What has no answer of its own here every title must
give (it is abstract); a hook with an answer is for the few titles whose rules know such an exception.
Nothing of one title alone is named here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol, TypeAlias

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.war.ids import NAVAL_KINDS, LeaderId, Nation, Place, SpaceId, ZoneId
from rules.war.tables import WarTables

CounterMix: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""Counters: the denominations that one shows on its sides, and how many such there are (5.2)."""


class LeaderRatings(Protocol):
    """What the counter of a leader shows (5.1)."""

    @property
    def naval(self) -> bool: ...

    @property
    def battle(self) -> int:
        """The upper number: dice of an army or naval leader."""

    @property
    def command(self) -> int:
        """How many land units an army leader commands."""

    @property
    def piracy(self) -> int:
        """Extra dice that a naval leader gives to pirates."""


class WarTitle(ABC):
    """The hooks, by subject."""

    __slots__ = ()

    naval_kinds: ClassVar[tuple[str, ...]] = NAVAL_KINDS
    """The kinds of ships that the title has, corsairs last."""
    auxiliaries: ClassVar[Mapping[Nation, Power]] = {}
    """Forces with counters of their own that always serve one power: factions, special units."""
    besiegers_avoid_strangers: ClassVar[bool] = False
    """Besiegers who give up do not retreat to where units of other powers are, enemies or not (15.3)."""
    promises_add_up: ClassVar[bool] = True
    """Deals that a power announces must be possible together, not only each by itself (9.1)."""
    outbreak_ties_part_both: ClassVar[bool] = True
    """When a new war begins at sea and nobody scores more hits, both sides retreat (9.6)."""

    # ---- Who may act, and where

    def wages_war(self, power: Power) -> bool:
        """Asked before a power moves or builds units or gains political control: whether it may at all.

        By default every power may, all the time (21.6 knows one that does not).
        """
        return True

    def closed_spaces(self, power: Power | None) -> tuple[SpaceId, ...]:
        """Asked where units go: the few spaces that a power's units may not enter.

        Those out of play are always among them; they are all, if no power is named.  By default there are
        none (21.1, 21.6).
        """
        return ()

    def blocks_lines(self, space: SpaceId) -> bool:
        """Asked where lines of communication lead: whether none leads through a space, whosever it is.

        By default every friendly space is open to them (12.1).
        """
        return False

    def barred_from(self, nation: Nation, zone: ZoneId) -> bool:
        """Asked where ships sail: whether those of a nation, and its naval leaders, never enter a sea zone.

        By default all seas are open to all (16.1).
        """
        return False

    def may_calm_from_afar(self, power: Power, space: SpaceId) -> bool:
        """Asked when unrest is removed: whether the power needs no land units near the space.

        By default it does need them (12.4).
        """
        return False

    def held_fast(self) -> dict[SpaceId, dict[Nation, dict[str, int]]]:
        """Asked for each move: land units, by space, nation and kind, that no Move action takes along.

        By default there are none (13.1).
        """
        return {}

    def may_change_hands(self, space: SpaceId) -> bool:
        """Asked before a space is taken: whether its political control can change at all.

        By default that of every space can (2.2).
        """
        return True

    def common_allies_stand_by(self) -> bool:
        """Asked before an interception: whether it may happen among units allied to both sides.

        They take no part then.  By default their presence forbids it (13.2).
        """
        return False

    def common_allies_turn_foes(self) -> bool:
        """Asked before an interception: whether allies of both sides in an enemy's space count as enemies.

        By default they do, and so they keep nobody from intercepting there (13.1, third case).
        """
        return True

    # ---- Building, and the counters that there are

    def may_be_built(self, nation: Nation, kind: str, space: SpaceId) -> bool:
        """Asked at construction: whether a kind of unit may be built in a home space, all else apart.

        By default every kind may (21.1).
        """
        return True

    def not_built_here(self, kind: str, space: SpaceId) -> Illegal:
        """How a kind that is not built in a home space is refused: by default only corsairs are (21.1)."""
        return Illegal("construction.only_corsairs", "21.1", space=space)

    def may_build_for(self, power: Power, nation: Nation, kind: str) -> bool:
        """Asked at construction: whether a power builds units of a kind for a nation that it commands.

        By default of a minor ally regulars and squadrons only (22.3).
        """
        return nation == power or kind in ("regulars", "squadrons")

    @abstractmethod
    def counter_mix(self, nation: Nation) -> CounterMix:
        """Asked whenever units are added or divided: the land counters of a nation (5.2)."""

    def away_groups(self, nation: Nation) -> list[int]:
        """Asked with `counter_mix`: land units off the map, in groups that need counters of their own.

        By default all units are on the map (5.2, 21.7).
        """
        return []

    @abstractmethod
    def ship_counters(self, nation: Nation) -> int:
        """Asked when ships are built: how many counters for them a nation has (17.2)."""

    # ---- Ratings and tables

    @abstractmethod
    def war_tables(self) -> WarTables:
        """Asked at every roll and limit: the numbers of the title's tables."""

    @abstractmethod
    def printed_leader(self, leader: LeaderId) -> LeaderRatings:
        """Asked whenever a leader counts: what his counter shows."""

    def roll_bonus(self, power: Power) -> int:
        """Asked when a power rolls to intercept or to avoid battle, on land or at sea: what is added.

        By default nothing.
        """
        return 0

    def assault_bonus(self, holder: Nation) -> int:
        """Asked at an assault: dice that the holder of the walls has beside those of the table.

        By default none (15.1).
        """
        return 0

    def storm_bonus(self, power: Power) -> int:
        """Asked at an assault: dice that the attacker has beside those of units, leaders and combat cards.

        By default none (15.1).
        """
        return 0

    def may_add_dice(self, fighting: list[Power]) -> list[Power]:
        """Asked after the dice of a field battle: who may play a card that adds some, in order.

        By default those who fight (14).
        """
        return fighting

    def saves_wounded(self, power: Power) -> bool:
        """Asked after losses on land: whether a power keeps one of the regulars that it has lost.

        By default it does not (14, 15.1).
        """
        return False

    # ---- War at sea

    def ship_dice(self, kind: str, place: Place) -> int:
        """Asked at naval combat: the dice of one ship of a kind, in a port or sea zone (16.2)."""
        table = self.war_tables().naval_combat
        return table.corsair_dice if kind == "corsairs" else table.squadron_dice

    def naval_modifier(self, kinds: tuple[str, ...], zone: ZoneId) -> int:
        """Asked when ships of some kinds roll to intercept in a sea zone or to leave it: what is added.

        By default nothing (16.1).
        """
        return 0

    def may_intercept_among(self, power: Power, zone: ZoneId) -> bool:
        """Asked before an interception at sea: whether other ships in the zone allow it.

        By default they do (16.1).
        """
        return True

    def retreats_to_sea(self) -> bool:
        """Asked after a battle in a sea zone: whether the loser may go to another sea zone.

        By default to ports and sea zones alike (16.2).
        """
        return True

    async def hits_ignored(self, power: Power, place: Place, dice: tuple[int, ...]) -> int:
        """Asked when a side takes its losses at sea: hits among the enemy's dice that do not count for them.

        By default all hits count (16.2).
        """
        return 0

    def shielded_from_fives(self, fleet: Any, place: Place) -> int:
        """Asked for the odds of a combat: ships of a fleet that ignore a hit each, if it just hits.

        By default none does (16.2).
        """
        return 0

    def raiders(self, pirate: Power, target: Power) -> tuple[str, ...]:
        """Asked at piracy: the kinds of ships that may take part in it against a target.

        By default corsairs alone (16.4).
        """
        return ("corsairs",)

    def pirate_stack(self, pirate: Power, target: Power) -> tuple[str, ...]:
        """Asked at piracy: the kinds of ships that may be hit in it and count for the second die.

        By default those that take part (16.4).
        """
        return self.raiders(pirate, target)

    def ransom_ships(self) -> tuple[str, ...]:
        """Asked at piracy: the kinds of ships of which the target may give one up for a hit.

        By default all warships (16.4 step 5).
        """
        return tuple(kind for kind in self.naval_kinds if kind not in ("corsairs", "armada"))

    def ship_boarded(self, winner: Power, loser: Power) -> None:
        """Called after a naval combat won by a side that a card lets keep a lost enemy ship for longer."""
        return

    def attacks_at_outbreak(self, one: Power, other: Power) -> Power:
        """Asked when a war begins while fleets share a sea zone: who attacks there.

        By default the active power (9.6).
        """
        return other if self.active_power() == other else one

    # ---- Homes

    def own_nations(self, power: Power) -> tuple[Nation, ...]:
        """Asked where a power gives up units of its own: the nations whose counters those are.

        By default its own alone.
        """
        return (power,)

    def counters_in(self, power: Power, space: SpaceId) -> Nation:
        """Asked where a power gets new units in a space: the nation whose counters they are.

        By default its own.
        """
        return power

    @abstractmethod
    def capitals(self, power: Power) -> tuple[SpaceId, ...]:
        """Asked in winter, and where units or leaders look for a place: a power's capitals (2.1).

        They are its capitals whoever holds them.  A nation without any has an empty answer.
        """

    def is_capital_of(self, nation: Nation, capital: SpaceId) -> bool:
        """Asked where units and leaders of a nation go: whether a capital of their power is one for them.

        By default it is.
        """
        return True

    @abstractmethod
    def home_power(self, space: SpaceId) -> Nation:
        """Asked where only one nation counts: whose home space this is now."""

    def home_nations(self, space: SpaceId) -> tuple[Nation, ...]:
        """Asked for construction, supply and winter: whose home space this is now; of several at once.

        By default of one (2.5).
        """
        return (self.home_power(space),)

    def winters_only_at_home(self, nation: Nation) -> bool:
        """Asked in winter: whether a nation's land units may stay in its `winter_homes` only.

        By default a few may stay in any friendly fortified space (19.3).
        """
        return False

    def asked_in_winter(self, power: Power) -> bool:
        """Asked in winter: whether a power says where its units go; by default every one does (19.3)."""
        return True

    def disbands_in_capital(self, power: Power) -> bool:
        """Asked in winter: whether a power's own land units that go to its capital are lost instead.

        By default the capital takes them in (19.3).
        """
        return False

    # ---- Impulse and costs

    @abstractmethod
    def active_power(self) -> Power | None:
        """Asked where attacker and defender depend on it: the power whose impulse it is, if it is one's."""

    @abstractmethod
    def action_cost(self, power: Power, action: str) -> int:
        """Asked before each action, and for each step of a formation: the CP that it costs a power (11.1)."""

    @abstractmethod
    def cp_left(self, power: Power) -> int:
        """Asked before a further step: CP that a power may still spend in this impulse."""

    @abstractmethod
    def pay_cp(self, power: Power, cp: int) -> None:
        """Called in the middle of an action, for each further step: the CP are spent."""

    # ---- Piracy

    def hunts_pirates(self, space: SpaceId) -> bool:
        """Asked for each fortress near pirates: whether it fights them although its holder is at peace.

        By default only fortresses of the target and of the pirates' enemies do (16.4).
        """
        return False

    def piracy_points_left(self, pirate: Power) -> int:
        """Asked for each hit of pirates: victory points that they may still win for their power so.

        By default none, and the target gives up something else (16.4).
        """
        return 0

    def score_piracy(self, pirate: Power) -> None:
        """Called when the target lets the pirates' power have one of those points: mark it."""
        raise NotImplementedError

    # ---- Deals

    def deal_suggestions(self, power: Power, partner: Power) -> Iterable[tuple[Any, ...]]:
        """Asked for suggestions and random play: small packages of items that two powers might agree on."""
        return ()

    # ---- Who may be where

    def check_march(
        self, origin: Place, to: SpaceId, leaders: tuple[LeaderId, ...], nations: tuple[Nation, ...]
    ) -> None:
        """Asked before a formation moves or lands: raise `Illegal` if somebody in it may not go there.

        By default everybody may (13.1).
        """
        return

    def kept_from(
        self, to: SpaceId, leaders: tuple[LeaderId, ...], nations: tuple[Nation, ...]
    ) -> tuple[tuple[LeaderId, ...], tuple[Nation, ...]]:
        """Asked for interception, avoiding battle and retreat: who of an army may not go to a space.

        By default everybody may (13.2, 13.3, 14.1).
        """
        return (), ()

    def strangers_bar_deployment(self) -> bool:
        """Asked in spring: whether units that are no friends bar the way of a deployment.

        By default they do (10).
        """
        return True

    def may_stand(self, leader: LeaderId, space: SpaceId) -> bool:
        """Asked for avoiding battle, retreat and interception: whether a leader may be in a space at all.

        By default everywhere.
        """
        return True

    def check_siege_place(self, power: Power, space: SpaceId) -> None:
        """Asked before an assault: raise `Illegal` if the place itself forbids it.

        By default none does (15.1).
        """
        return

    async def formation_entered(self, power: Power, space: SpaceId) -> None:
        """Called when a formation with units has entered a space, before anything comes of it."""
        return

    async def fleet_entered(self, power: Power, port: SpaceId) -> None:
        """Called when ships have put into a port, after the combats of their move or after a retreat."""
        return

    # ---- What a title is told

    @abstractmethod
    def control_changed(self, space: SpaceId) -> None:
        """Called when a space has a new holder, and the sieges of it that end so have ended."""

    def siege_lifted(self, space: SpaceId) -> None:
        """Called when the last siege of a space has ended, by whatever."""
        return

    def leader_captured(self, leader: LeaderId, captor: Power) -> None:
        """Called when an army leader is taken by an enemy."""
        return

    async def battle_ended(self, attacker: Power, defenders: tuple[Nation, ...]) -> None:
        """Called at the end of each field battle and assault, when everything of it is resolved."""
        return
