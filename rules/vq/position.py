"""The position of a game of Virgin Queen: its state, its data, its spaces.

One part per subject (`rules.vq.state`); the military position is inherited from `rules.war`.  What never
changes (map, cards, tables) is in `game.data` and is not stored.  Functions that change the state live with
the rules they belong to; here are only looks at it that several subjects share.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from rules.core import codec
from rules.core.board import Board
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.records import Record
from rules.core.seating import Seating, own_seating
from rules.vq.data import ATLANTIC, MEDITERRANEAN, CardData, PowerData, Ruler, ScenarioData, VqData, VqSpace
from rules.vq.data.map import VqZone
from rules.vq.data.parts import LeaderData
from rules.vq.powers import AREA_NETHERLANDS, AREAS, OTTOMAN, PROTESTANT_FAITH, SPAIN, WALLOONS
from rules.vq.state import (
    Betrothal,
    Impulse,
    Influence,
    Lasting,
    LiveSpace,
    Noble,
    Patronage,
    Spies,
    ThisTurn,
    Treasures,
    WarAbroad,
    WorldState,
)
from rules.war.ids import LeaderId, Nation, Place, SpaceId, ZoneId
from rules.war.position import DiplomacyState, TitlePosition

NORTH_SEA = "north_sea"
MARY_OPTION, ADDS = "mary_executed", "adds"
"""The price of the execution of Mary comes to that of her capture (9.5)."""


class Lands(Record):
    """Spaces by what is printed in them, found once: they are asked for all the time."""

    of_area: dict[str, tuple[SpaceId, ...]]
    homes: dict[Nation, tuple[SpaceId, ...]]
    """Spaces that are a nation's home, or may become so while somebody holds them (2.5, 17.2)."""

    @classmethod
    def on(cls, board: Board) -> Lands:
        of_area: dict[str, list[SpaceId]] = {area: [] for area in AREAS}
        homes: dict[Nation, list[SpaceId]] = {}
        for space, printed in board.spaces.items():
            assert isinstance(printed, VqSpace)
            if printed.area:
                of_area[printed.area].append(space)
            walloon = printed.home == SPAIN and printed.area == AREA_NETHERLANDS
            for nation in (printed.home, printed.second_home, WALLOONS if walloon else None):
                if nation:
                    homes.setdefault(nation, []).append(space)
        return cls(
            {area: tuple(spaces) for area, spaces in of_area.items()},
            {nation: tuple(spaces) for nation, spaces in homes.items()},
        )


@lru_cache(maxsize=16)
def inland_of(board: Board) -> tuple[tuple[SpaceId, SpaceId], ...]:
    """Inland ports of a board, each with its partner port."""
    return tuple(
        (id, space.partner_port)
        for id, space in board.spaces.items()
        if isinstance(space, VqSpace) and space.partner_port
    )


@dataclass(slots=True, kw_only=True)
class VqPosition(TitlePosition):
    """All that there is in a game of Virgin Queen."""

    data: VqData = codec.transient()
    lands: Lands = codec.transient()

    spaces: dict[SpaceId, LiveSpace] = field(default_factory=dict)
    turn_power: Power = OTTOMAN
    aside: list[CardNumber] = field(default_factory=list)
    """Home cards laid face down on their power cards in spring (6.1, 10)."""
    card_markers: dict[Power, int] = field(default_factory=dict)
    """"+1 card" and "-1 card" markers that count for the next deal (6.2)."""
    arriving: list[LeaderId] = field(default_factory=list)
    """Leaders on their power cards: placed in spring, or by a rebellion (8.1, 10, 23.6)."""
    treasures: Treasures = field(default_factory=Treasures)
    world: WorldState = field(default_factory=WorldState)
    spies: Spies = field(default_factory=Spies)
    nobles: dict[str, Noble] = field(default_factory=dict)
    betrothals: list[Betrothal] = field(default_factory=list)
    patronage: Patronage = field(default_factory=Patronage)
    influence: Influence = field(default_factory=Influence)
    foreign_wars: dict[CardNumber, WarAbroad] = field(default_factory=dict)
    lasting: Lasting = field(default_factory=Lasting)
    this_turn: ThisTurn = field(default_factory=ThisTurn)
    diplomacy: DiplomacyState = field(default_factory=DiplomacyState)
    impulse: Impulse = field(default_factory=Impulse)
    patrons: dict[Power, Power] = codec.added_later(dict)
    """Major powers without a player of their own -> the power whose player controls them now (3.2)."""
    resting_wars: list[tuple[Power, Power]] = codec.added_later(list)
    """Wars of such powers that rest while nobody controls them."""

    # ---- data

    @property
    def scenario(self) -> ScenarioData:
        return self.data.scenarios[self.setup.scenario]

    def card(self, number: CardNumber) -> CardData:
        return self.data.cards[number]

    def power_data(self, power: Power) -> PowerData:
        return self.data.powers[power]

    def ruler(self, power: Power) -> Ruler:
        return self.data.rulers[self.rulers[power]]

    def ruler_lives(self, power: Power) -> bool:
        return self.rulers[power] not in self.lasting.dead_rulers

    def printed(self, space: SpaceId) -> VqSpace:
        return cast(VqSpace, self.board.spaces[space])  # asked very often

    def leader_data(self, leader: LeaderId) -> LeaderData:
        return self.data.leaders[leader]

    def option(self, name: str) -> str | None:
        return dict(self.setup.options).get(name)

    def dice_fall_elsewhere(self) -> bool:
        return self.option("dice") == "elsewhere"

    def has_bonus(self, power: Power, bonus: str) -> bool:
        """Whether a power has a science bonus (22.2)."""
        return self.patronage.bonuses.get(bonus) == power

    # ---- seats

    def seats(self) -> Seating:
        """The powers of each player: as is usual for so many, or as they like (3.1)."""
        return own_seating(self.setup) or self.data.seats.of(self.setup.players).seats

    def unplayed(self) -> tuple[Power, ...]:
        """Major powers without a player of their own: they are won by influence (3.2, 24.6)."""
        return self.data.seats.of(self.setup.players).activated

    def has_player(self, power: Power) -> bool:
        """Whether a power is a major one with a player of its own."""
        return power in self.majors and power not in self.patrons

    def played(self) -> tuple[Power, ...]:
        """The powers with a player of their own, in impulse order."""
        return tuple(power for power in self.majors if power not in self.patrons)

    def decider(self, power: Power, otherwise: Power) -> Power:
        """Who makes a choice that a rule gives to a power: somebody else, while nobody controls it (3.2)."""
        return power if power in self.majors else otherwise

    # ---- spaces

    def in_area(self, area: str) -> list[SpaceId]:
        """The spaces of a religious area (2.3)."""
        return [*self.lands.of_area.get(area, ())]

    def religion(self, space: SpaceId) -> str:
        """The faith of a space; outside the areas it is printed (2.3)."""
        printed = self.printed(space)
        return self.spaces[space].religion if printed.area else printed.religion

    def conversion_zones(self, space: SpaceId) -> tuple[ZoneId, ...]:
        """Sea zones by which a space is near others in matters of faith; inland ports too (16.7)."""
        return (NORTH_SEA,) if self.printed(space).partner_port else self.board.zones_of(space)

    def inland_ports(self) -> list[tuple[SpaceId, SpaceId]]:
        """Ports without a sea of their own, each with the partner port that leads there (16.7)."""
        return list(inland_of(self.board))

    def is_mediterranean(self, place: Place) -> bool:
        zone = self.board.zones.get(place)
        return isinstance(zone, VqZone) and zone.group == MEDITERRANEAN

    def is_atlantic(self, place: Place) -> bool:
        zone = self.board.zones.get(place)
        return isinstance(zone, VqZone) and zone.group == ATLANTIC

    def armada_at(self) -> Place | None:
        """Where the Armada is, if it is on the map (23.2)."""
        return next((place for place, units in self.places_of(SPAIN) if units.armada), None)

    def english_war_cost(self) -> int:
        """What a war between England and Spain costs now; nothing more once they fight (9.5)."""
        table = self.data.england_spain
        cost = table.start + (table.excommunicated if self.lasting.excommunicated else 0)
        if self.lasting.mary == "captured":
            cost += table.mary_captured
        if self.lasting.mary == "executed":
            cost += table.mary_executed
            if self.option(MARY_OPTION) == ADDS:
                cost += table.mary_captured
        return max(table.least, cost)

    def protestant_spaces(self, *areas: str) -> int:
        """Protestant spaces without unrest, in all areas or in some (25.1, 25.2)."""
        states = self.spaces
        return sum(
            (state := states[space]).religion == PROTESTANT_FAITH and not state.unrest
            for area in areas or AREAS
            for space in self.lands.of_area[area]
        )
