"""What lies on the table, as this reading sees it: spaces, pieces, relations, and words of section 2.

Nothing here is taken from the engine's rules: a position is filled by `snapshot`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ORDER = ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
OTTOMAN, HAPSBURG, PROTESTANT = "ottoman", "hapsburg", "protestant"
INDEPENDENT = ("independent", "knights_of_st_john")
LAND, NAVAL = ("regulars", "mercenaries", "cavalry"), ("squadrons", "corsairs")


@dataclass
class Stack:
    """The units of one nation in one place, and who commands them."""

    nation: str
    commander: str
    counts: dict[str, int]

    @property
    def land(self) -> int:
        return sum(self.counts[kind] for kind in LAND)

    @property
    def ships(self) -> int:
        return sum(self.counts[kind] for kind in NAVAL)


@dataclass
class Figure:
    """A leader on the map."""

    name: str
    nation: str
    commander: str
    place: str
    battle: int
    command: int
    naval: bool
    piracy: int


@dataclass
class Spot:
    """A space with what is printed and what lies on it."""

    name: str
    type: str
    home: str
    language: str
    seas: tuple[str, ...]
    control: str | None
    religion: str
    unrest: bool
    built: bool
    university: bool
    sieges: dict[str, int]

    @property
    def fortified(self) -> bool:
        return self.type in ("key", "electorate", "fortress") or self.built


@dataclass
class Zone:
    name: str
    ports: tuple[str, ...]
    next: tuple[str, ...]


@dataclass
class Position:
    turn: int
    impulse: int
    league: bool
    pirates: bool
    spots: dict[str, Spot]
    zones: dict[str, Zone]
    roads: dict[str, dict[str, bool]]
    """Space -> its neighbours -> whether the way there is a pass."""
    stacks: dict[str, list[Stack]]
    figures: list[Figure]
    relations: dict[tuple[str, str], str]
    patrons: dict[str, str]
    capitals: dict[str, tuple[str, ...]]
    rulers: dict[str, str] = field(default_factory=dict)
    reformers: tuple[str, ...] = ()
    """Spaces with a reformer."""
    reminders: tuple[str, ...] = ()
    beaten: dict[tuple[str, str, str], int] = field(default_factory=dict)
    tried: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Land units that lost a battle, or tried to intercept, in this impulse: place, nation, kind -> count."""
    beaten_leaders: tuple[str, ...] = ()
    tried_leaders: tuple[str, ...] = ()
    beaten_ships: dict[tuple[str, str, str], int] = field(default_factory=dict)
    assaulted: tuple[str, ...] = ()
    piracy_zones: tuple[str, ...] = ()

    # ---- words of 2.2

    def rules_for(self, nation: str | None) -> str | None:
        """The power that acts for a nation: an active minor power's ally (22.3)."""
        return self.patrons.get(nation, nation) if nation else None

    def at_war(self, one: str | None, other: str | None) -> bool:
        return self._relation(one, other) == "war"

    def allies(self, one: str | None, other: str | None) -> bool:
        """Whether two different powers are allied."""
        return self._relation(one, other) == "allied"

    def _relation(self, one: str | None, other: str | None) -> str | None:
        a, b = self.rules_for(one), self.rules_for(other)
        return self.relations.get((a, b)) if a and b else None

    def friendly(self, power: str, other: str | None) -> bool:
        """Controlled by the power or an ally of it."""
        return other is not None and (self.rules_for(other) == power or self.allies(power, other))

    def holder(self, space: str) -> str | None:
        return self.rules_for(self.spots[space].control)

    def independent(self, space: str) -> bool:
        return self.spots[space].control in INDEPENDENT

    # ---- pieces

    def land_of(self, place: str, power: str) -> list[Stack]:
        return [stack for stack in self.stacks.get(place, ()) if stack.commander == power and stack.land]

    def strength(self, place: str, power: str) -> int:
        return sum(stack.land for stack in self.land_of(place, power))

    def armies(self, place: str) -> list[str]:
        """Who commands land units in a place."""
        return list(dict.fromkeys(stack.commander for stack in self.stacks.get(place, ()) if stack.land))

    def fleets(self, place: str) -> list[str]:
        """Who commands ships in a place."""
        return list(dict.fromkeys(stack.commander for stack in self.stacks.get(place, ()) if stack.ships))

    def squadrons(self, place: str, power: str) -> int:
        here = self.stacks.get(place, ())
        return sum(stack.counts["squadrons"] for stack in here if stack.commander == power)

    def leaders(self, place: str, power: str, *, naval: bool = False) -> list[Figure]:
        return [
            figure
            for figure in self.figures
            if figure.place == place and figure.commander == power and figure.naval == naval
        ]

    def besieged(self, place: str, power: str) -> bool:
        """Whether a power's land units in a place are inside a fortification under siege."""
        sieges = self.spots[place].sieges
        return bool(sieges) and power not in sieges

    def inside(self, space: str) -> list[str]:
        """Who commands land units inside a besieged fortification."""
        return [power for power in self.armies(space) if power not in self.spots[space].sieges]

    def enemies_in(self, power: str, place: str) -> bool:
        """Whether units of an enemy, land or naval, are in a place."""
        return any(self.at_war(power, stack.commander) for stack in self.stacks.get(place, ()))

    # ---- the map

    def neighbours(self, space: str, *, passes: bool = True) -> list[str]:
        return [other for other, over in self.roads[space].items() if passes or not over]

    def by_sea(self, place: str) -> list[str]:
        """Locations next to a port or a sea zone for ships (16.1)."""
        if place in self.zones:
            return [*self.zones[place].next, *self.zones[place].ports]
        return list(self.spots[place].seas)

    def closed(self, power: str, space: str) -> bool:
        """Spaces that a power's units never enter: Algiers too early (21.1), electorates too early (21.6)."""
        spot = self.spots[space]
        if spot.control is None:
            return True
        return spot.type == "electorate" and not self.league and power != PROTESTANT

    def steps(self, start: str, *, shut: tuple[str, ...] = ()) -> dict[str, int]:
        """Distances over spaces and sea zones, whoever holds them (12.5, 19.3)."""
        found, edge = {start: 0}, [start]
        while edge:
            later = []
            for here in edge:
                near = self.by_sea(here) if here in self.zones else [*self.roads[here], *self.by_sea(here)]
                for place in near:
                    if place not in found and place not in shut:
                        found[place] = found[here] + 1
                        later.append(place)
            edge = later
        return found
