"""The military position: who stands where, who holds what, who is at war with whom.

Plain data and questions about it; nothing here decides or asks.  What only a title knows is in
`rules.war.title`, the names of things in `rules.war.ids`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core import codec
from rules.core.board import Board
from rules.core.card_play import take_random_card
from rules.core.cards import CardGame
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.ids import LOANED, LeaderId, Nation, Place, SpaceId, ZoneId, owner
from rules.war.title import WarTitle

WAR, ALLIED = "war", "allied"


@dataclass(slots=True)
class Units:
    """The units of one nation in one place."""

    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    squadrons: int = 0
    corsairs: int = 0
    galleys: int = codec.added_later(int)
    galleons: int = codec.added_later(int)
    race_built: int = codec.added_later(int)
    armada: int = codec.added_later(int)
    """Steps of a great fleet that sails as one piece."""

    @property
    def land(self) -> int:
        return self.regulars + self.mercenaries + self.cavalry

    @property
    def warships(self) -> int:
        """All ships but corsairs."""
        return self.squadrons + self.galleys + self.galleons + self.race_built + self.armada

    @property
    def ships(self) -> int:
        # Written out, as it is asked of everything on the map after every action.
        return self.corsairs + self.squadrons + self.galleys + self.galleons + self.race_built + self.armada

    def __bool__(self) -> bool:
        return bool(self.regulars or self.mercenaries or self.cavalry or self.ships)


@dataclass(slots=True)
class Leader:
    """Where an army or naval leader is: on the map, captive, waiting on the Turn Track, or away.

    Exactly one of `place`, `captor` and `returns` is set while he is in the game; none is set when he
    is not (not yet entered, or removed: `removed`).
    """

    power: Nation
    place: Place | None = None
    loaned_to: Power | None = None
    captor: Power | None = None
    returns: int | None = None
    removed: bool = False


@dataclass(slots=True)
class SpaceState:
    """What changes about a space, as far as war knows.  `control` is None only while it is out of play."""

    control: Nation | None
    unrest: bool = False
    fortress: bool = False
    sieges: dict[Power, int] = field(default_factory=dict)
    """Besieging power -> number of the impulse in which it laid the siege (15.1)."""


UnitMarks: TypeAlias = dict[Place, dict[Nation, dict[str, int]]]
"""How many units of a kind something must be remembered of: place -> nation -> kind -> count."""


@dataclass(slots=True)
class Campaign:
    """What war must remember within one impulse, and no longer."""

    foul_weather: bool = False
    """#31: land units move at most one space more; no assault, naval move, transport or piracy."""
    moved_in_weather: UnitMarks = field(default_factory=dict)
    """Land units that have moved their one space since Foul Weather came."""
    laid_up: list[LeaderId] = codec.stored_as("gout", list)
    """#32: leaders who may neither move nor assault."""
    beaten: UnitMarks = field(default_factory=dict)
    """Units that lost a field battle: they move no more, but avoid battle freely (13.1, 13.3)."""
    beaten_leaders: list[LeaderId] = field(default_factory=list)
    intercepted: UnitMarks = field(default_factory=dict)
    """Units that tried to intercept: they may not try again (13.2)."""
    intercepted_leaders: list[LeaderId] = field(default_factory=list)
    assaulted: list[SpaceId] = field(default_factory=list)
    """Spaces that were assaulted: once in an impulse is enough (15.1)."""
    beaten_ships: UnitMarks = field(default_factory=dict)
    """Ships that lost a naval combat: they make no further naval move (16.1)."""
    unsettled: list[SpaceId] = field(default_factory=list)
    """Where a battle, an assault, a retreat or a handing over is not done: enemies may share these spaces."""
    entered: SpaceId = ""
    """Where a formation has arrived, and it is not settled yet what comes of it."""
    arrived: Power = ""
    """Whose formation that is."""
    garrison: dict[Nation, dict[str, int]] | None = None
    """What is inside the besieged fortification of `entered` while newcomers stand before it (15.2)."""
    theatre: list[SpaceId] = field(default_factory=list)
    """The only spaces in which CP may be spent now, where a card says so; empty means everywhere."""
    storms_at_once: bool = False
    """Sieges laid in this very impulse may be assaulted (15.1, exception)."""
    judging: bool = codec.added_later(bool)
    """The map is being judged: what is wrong with it is put right one after the other."""

    @contextmanager
    def while_unsettled(self, *spaces: SpaceId) -> Iterator[None]:
        """What happens meanwhile leaves these spaces unjudged, and ends with them as they were."""
        self.unsettled += spaces
        yield  # a procedure that is given up here changes nothing any more
        for space in spaces:
            self.unsettled.remove(space)


@dataclass(slots=True, kw_only=True)
class WarGame(CardGame, WarTitle):
    """The part of a game's state that war needs.  Games extend it, and answer the hooks of `WarTitle`."""

    board: Board = codec.transient()

    turn: int = 1
    impulse_number: int = 0
    majors: tuple[Power, ...] = ()
    minors: tuple[Power, ...] = ()
    spaces: Mapping[SpaceId, SpaceState] = field(default_factory=dict)
    units: dict[Place, dict[Nation, Units]] = field(default_factory=dict)
    leaders: dict[LeaderId, Leader] = field(default_factory=dict)
    relations: dict[Power, dict[Power, str]] = field(default_factory=dict)
    """Both ways: relations["france"]["england"] is WAR or ALLIED; neutral pairs are absent."""
    minor_allies: dict[Power, Power] = field(default_factory=dict)
    """Active minor power -> the major power that commands it (22.2)."""
    lost_ships: dict[Nation, dict[str, int]] = field(default_factory=dict)
    """Naval units on the Turn Track, which cannot be rebuilt this turn (17.2)."""
    campaign: Campaign = field(default_factory=Campaign)

    # ---- hands

    def can_be_robbed(self, power: Power) -> bool:
        """Whether a power's hand holds something that a random draw may take (6.1)."""
        return bool(self.drawable(power))

    def rob(self, *, giver: Power, taker: Power, reason: Reason) -> None:
        """A random card changes hands; it is not played before a future impulse (16.4)."""
        card = take_random_card(self, giver=giver, taker=taker, reason=reason)
        if card is not None:
            self.hold_back(card)

    # ---- relations

    def relation(self, one: Power, other: Power) -> str | None:
        known = self.relations.get(one)
        return known.get(other) if known else None

    def set_relation(self, one: Power, other: Power, relation: str | None) -> None:
        for a, b in ((one, other), (other, one)):
            if relation is None:
                self.relations.get(a, {}).pop(b, None)
            else:
                self.relations.setdefault(a, {})[b] = relation

    def commander(self, nation: Nation) -> Power:
        """The power that commands a nation's units: its major ally for an active minor, else itself."""
        # Written out, as it is asked a thousand times for a letter.
        if nation in self.minor_allies:
            return self.minor_allies[nation]
        if nation in self.auxiliaries:
            return self.auxiliaries[nation]
        return nation.partition(LOANED)[2] if LOANED in nation else nation

    def leader_commander(self, leader: LeaderId) -> Power:
        """The power that commands a leader."""
        figure = self.leaders[leader]
        return figure.loaned_to or self.commander(figure.power)

    def at_war(self, one: Nation, other: Nation) -> bool:
        """Whether two powers are enemies; a minor ally's wars are its major power's (22.2)."""
        return self.relation(self.commander(one), self.commander(other)) == WAR

    def allied(self, one: Nation, other: Nation) -> bool:
        """Whether two different powers are allies this turn, or one commands the other."""
        a, b = self.commander(one), self.commander(other)
        return a == b or self.relation(a, b) == ALLIED

    def friendly(self, power: Power, nation: Nation | None) -> bool:
        """Friendly: controlled by the power or an ally of it (2.2).  Nobody is a friend of None."""
        return nation is not None and (nation == power or self.allied(power, nation))

    def enemies(self, power: Power) -> list[Power]:
        """Major and inactive minor powers at war with a power, in a fixed order."""
        return [
            other for other in (*self.majors, *self.minors) if other != power and self.at_war(power, other)
        ]

    def allies(self, power: Power) -> list[Power]:
        """Major powers allied to a power this turn."""
        return [other for other in self.majors if self.relation(power, other) == ALLIED]

    def passive(self, nation: Nation) -> bool:
        """Whether nobody decides for a nation's units: inactive minor powers, independents (22.1, 22.6)."""
        return self.commander(nation) not in self.majors

    def nations_of(self, power: Power) -> list[Nation]:
        """The power, the forces that always serve it, and the minor powers that it commands."""
        return [
            power,
            *(force for force, master in self.auxiliaries.items() if master == power),
            *(minor for minor in self.minors if self.minor_allies.get(minor) == power),
        ]

    # ---- spaces

    def may_cross(self, power: Power, a: SpaceId, b: SpaceId) -> bool:
        """Whether a power may use a connection: a waterway only if it controls its port (2.5)."""
        port = self.board.waterway(a, b)
        return port is None or self.controller(port) == power

    def neighbours(self, power: Power, space: SpaceId) -> list[SpaceId]:
        """Spaces one connection away, passes included, as far as a power may use it (2.5)."""
        return [near for near in self.board.neighbours(space) if self.may_cross(power, space, near)]

    def clear_neighbours(self, power: Power, space: SpaceId) -> list[SpaceId]:
        """Spaces one connection away that is no pass, as far as a power may use it (2.5)."""
        return [near for near in self.board.clear_neighbours(space) if self.may_cross(power, space, near)]

    def home_spaces(self, nation: Nation) -> Iterator[SpaceId]:
        return (space for space in self.spaces if self.is_home(nation, space))

    def is_home(self, nation: Nation, space: SpaceId) -> bool:
        return nation in self.home_nations(space)

    def controller(self, space: SpaceId) -> Nation | None:
        return self.spaces[space].control

    def fortified(self, space: SpaceId) -> bool:
        """Fortified as printed, or by a fortress built during the game (2.1)."""
        return self.board.is_fortified(space) or self.spaces[space].fortress

    def closed_to(self, power: Power, space: SpaceId) -> bool:
        """Whether a power's units may not be put or moved into a space at all (21.1, 21.6)."""
        return space in self.closed_spaces(power)

    def check_open(self, power: Power, space: SpaceId) -> None:
        """Raise `Illegal` if a space is closed to a power's units."""
        if self.closed_to(power, space):
            raise Illegal("space.closed", "21.6", space=space)

    def under_siege(self, space: SpaceId) -> bool:
        return bool(self.spaces[space].sieges)

    def spaces_of(self, power: Power) -> list[SpaceId]:
        """All spaces under a power's political control."""
        return [space for space, state in self.spaces.items() if state.control == power]

    def keys_of(self, power: Power) -> list[SpaceId]:
        """Keys under a power's control; its minor allies' keys carry its markers (22.2)."""
        return [key for key in self.board.keys if self.spaces[key].control == power]

    def winter_homes(self, nation: Nation) -> tuple[SpaceId, ...]:
        """Where any number of a nation's land units may winter; a minor ally's own keys too (19.3)."""
        capitals = tuple(
            capital
            for capital in self.capitals(self.commander(nation))
            if self.is_capital_of(nation, capital)
        )
        if nation not in self.minors:
            return capitals
        return capitals + tuple(key for key in self.board.keys if self.home_power(key) == nation)

    def march_cost(self, power: Power, origin: Place, to: SpaceId) -> int:
        """CP for one step of a formation; a pass costs more (2.5, 13.1 step 3)."""
        over_pass = self.board.is_pass(origin, to)
        return self.action_cost(power, "move_pass" if over_pass else "move_clear")

    def ports_of(self, power: Power, zone: ZoneId) -> list[SpaceId]:
        """The ports on a sea zone under a power's control."""
        return [port for port in self.board.ports_of(zone) if self.spaces[port].control == power]

    def transport_zones(self, power: Power, port: SpaceId) -> tuple[ZoneId, ...]:
        """Sea zones in which a power's transport may begin from a space (16.3)."""
        return self.board.zones_of(port)

    def landing_ports(self, power: Power, zone: ZoneId) -> tuple[SpaceId, ...]:
        """Spaces on a sea zone where a power's transport may begin or end (16.3)."""
        return self.board.ports_of(zone)

    def ports_for_pirates(self, pirate: Power, zone: ZoneId, target: Power) -> int:
        """How many ports of a target on a sea zone pirates may go after (16.4)."""
        return len(self.ports_of(target, zone))

    # ---- pieces

    def at(self, place: Place, nation: Nation) -> Units:
        """The units of a nation in a place; changing what is returned does not add any."""
        return self.units.get(place, {}).get(nation) or Units()

    def nations_at(self, place: Place) -> list[Nation]:
        """Nations with units in a place."""
        return [nation for nation, units in self.units.get(place, {}).items() if units]

    def add_units(self, place: Place, nation: Nation, **counts: int) -> None:
        """Add units of some kinds, as `regulars=2`."""
        units = self.units.setdefault(place, {}).setdefault(nation, Units())
        for kind, count in counts.items():
            setattr(units, kind, getattr(units, kind) + count)

    def remove_units(self, place: Place, nation: Nation, **counts: int) -> None:
        """Take units away; there must be as many."""
        here = self.units.get(place, {})
        units = here.get(nation) or Units()
        for kind, count in counts.items():
            left = getattr(units, kind) - count
            if left < 0:
                raise Illegal("forces.not_so_many", count=count, unit=kind, nation=nation, place=place)
            setattr(units, kind, left)
        if nation in here and not units:
            del here[nation]
            if not here:
                del self.units[place]

    def lose_ships(self, place: Place, nation: Nation, **counts: int) -> None:
        """Remove naval units from the map to the Turn Track (17.2)."""
        self.remove_units(place, nation, **counts)
        lost = self.lost_ships.setdefault(owner(nation), {})
        for kind, count in counts.items():
            lost[kind] = lost.get(kind, 0) + count

    def land_strength(self, place: Place, power: Power) -> int:
        """Land units that a power commands in a place, its minor allies' included."""
        here = self.units.get(place)
        if not here:
            return 0
        strength, minors = 0, self.minor_allies
        for nation, units in here.items():
            # A power that is nobody's ally commands itself: so it is nearly everywhere.
            if (nation == power and nation not in minors) or self.commander(nation) == power:
                strength += units.regulars + units.mercenaries + units.cavalry
        return strength

    def leaders_at(self, place: Place, power: Power | None = None) -> list[LeaderId]:
        """Leaders in a place, of any power or those that one power commands."""
        return [
            name
            for name, leader in self.leaders.items()
            if leader.place == place and (power is None or self.leader_commander(name) == power)
        ]

    def is_naval_leader(self, leader: LeaderId) -> bool:
        return self.printed_leader(leader).naval

    def places_with_leaders(self) -> list[Place]:
        """Where leaders of anybody are, each place once."""
        return list(dict.fromkeys(leader.place for leader in self.leaders.values() if leader.place))

    def occupied(self, place: Place) -> bool:
        """Whether units or leaders of any nation are in a place."""
        return bool(self.units.get(place)) or bool(self.leaders_at(place))

    def count_on_map(self, nation: Nation, kind: str) -> int:
        """Units of a kind that a nation has on the map."""
        return self.counts_on_map(nation, (kind,))

    def counts_on_map(self, nation: Nation, kinds: Sequence[str]) -> int:
        """Units of some kinds together that a nation has on the map, its ships on loan too."""
        total, lent = 0, f"{nation}{LOANED}"
        for here in self.units.values():
            for whose, units in here.items():
                if whose == nation or whose.startswith(lent):
                    for kind in kinds:
                        total += getattr(units, kind)
        return total

    def places_of(self, nation: Nation) -> Iterator[tuple[Place, Units]]:
        """Everywhere a nation has units."""
        for place, here in self.units.items():
            if here.get(nation):
                yield place, here[nation]
