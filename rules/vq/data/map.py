"""map.toml: Europe and the World, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from rules.core import board_data
from rules.core.board import FORTRESS, KEY, Board, SeaZone, Space, board_problems
from rules.core.board_data import SeaBorder, apart_problems
from rules.core.data import build_all, repeated
from rules.core.findings import miscounts, unknown
from rules.core.records import Record
from rules.vq.powers import AREAS

MEDITERRANEAN, ATLANTIC = "mediterranean", "atlantic"

# What the rulebook counts on the map.
SECOND_HOMES = {"dutch": 7, "huguenot": 12}
PASSES = {"alps": 6, "balkans": 7, "pyrenees": 4}
BUILDS = ("none_land", "galleys_only", "corsairs_only")


class VqSpace(Space):
    """A space with what only this map says."""

    second_home: str | None = None
    """The faction of the Protestant whose home it is too (2.5)."""
    area: str | None = None
    """Where its faith can change; None if it cannot (2.3)."""
    religion: str = ""
    """Its faith, outside the areas: it never changes (2.3)."""
    build: str = ""
    """Which units may not be built here (17.2, 17.3)."""
    partner_port: str | None = None
    """The port to the sea of an inland port (16.7)."""
    guise_area: bool = False
    """Whether it counts as France for the Duke of Guise (20.10)."""


class VqZone(SeaZone):
    """A sea zone, in the Mediterranean or the Atlantic (2.5)."""

    group: str = ""


class OceanZone(Record):
    """An ocean zone of the World map; expeditions of some powers enter here (2.6, 17.4)."""

    id: str
    name: str
    entry_for: tuple[str, ...]
    xy: tuple[int, int]


class OceanLink(Record):
    """Two ocean zones side by side; the wind blows towards one of them, or the passage is dangerous."""

    a: str
    b: str
    wind: str | None = None
    dangerous: bool = False


class Settlement(Record):
    """A settlement on one or two ocean zones; `owner` is whose it is at the start (2.6)."""

    id: str
    name: str
    zones: tuple[str, ...]
    owner: str | None = None
    colony_site: bool = False


class World(Record):
    """The World map (2.6)."""

    zones: dict[str, OceanZone]
    links: tuple[OceanLink, ...]
    settlements: dict[str, Settlement]

    @cached_property
    def _links(self) -> dict[tuple[str, str], OceanLink]:
        return {pair: link for link in self.links for pair in ((link.a, link.b), (link.b, link.a))}

    def link(self, a: str, b: str) -> OceanLink | None:
        return self._links.get((a, b))

    def neighbours(self, zone: str) -> list[str]:
        """Ocean zones one step away, dangerous passages included, by id."""
        return sorted(b for a, b in self._links if a == zone)

    def needs_navigation(self, a: str, b: str) -> bool:
        """Whether the step is a dangerous passage or against the wind (16.1)."""
        link = self._links[a, b]
        return link.dangerous or link.wind == a

    def on(self, zone: str) -> list[str]:
        """The settlements on an ocean zone."""
        return [id for id, settlement in self.settlements.items() if zone in settlement.zones]

    def safe_reach(self, start: str) -> list[str]:
        """Ocean zones that can be reached without a dangerous passage, the start first (16.5, 20.4)."""
        reached = [start]
        for here in reached:
            reached += [
                there
                for there in self.neighbours(here)
                if there not in reached and not self._links[here, there].dangerous
            ]
        return reached


def load_board(raw: dict[str, Any], problems: list[str]) -> tuple[Board, list[SeaBorder]]:
    return board_data.load_board(raw, problems, space=VqSpace, zone=VqZone, fortified=(KEY, FORTRESS))


def load_world(raw: dict[str, Any], problems: list[str]) -> World:
    zones = build_all(OceanZone, raw.get("ocean_zones"), "map.toml: ocean zone", problems)
    links = build_all(OceanLink, raw.get("ocean_links"), "map.toml: ocean link", problems, key="a")
    settlements = build_all(Settlement, raw.get("settlements"), "map.toml: settlement", problems)
    problems.extend(f"duplicated ocean zone: {id}" for id in repeated(zone.id for zone in zones))
    problems.extend(f"duplicated settlement: {id}" for id in repeated(place.id for place in settlements))
    return World({zone.id: zone for zone in zones}, tuple(links), {place.id: place for place in settlements})


def map_problems(board: Board, apart: Sequence[SeaBorder]) -> Iterator[str]:
    yield from board_problems(board)
    yield from apart_problems(board, apart)
    spaces = [space for space in board.spaces.values() if isinstance(space, VqSpace)]
    yield from miscounts("second homes of", SECOND_HOMES, (s.second_home for s in spaces if s.second_home))
    yield from miscounts("passes of the", PASSES, (c.range or "" for c in board.connections if c.pass_))
    yield from miscounts(
        "",
        {"sea zones": 13, "waterways": 2, "inland": 2},
        [
            *["sea zones" for _ in board.zones],
            *["waterways" for edge in board.connections if edge.waterway],
            *["inland" for space in spaces if space.partner_port],
        ],
    )
    for space in spaces:
        yield from space_problems(board, space)
    for zone in board.zones.values():
        if not isinstance(zone, VqZone) or zone.group not in (MEDITERRANEAN, ATLANTIC):
            yield f"sea zone of no group: {zone.id}"


def space_problems(board: Board, space: VqSpace) -> Iterator[str]:
    """What is wrong with one space."""
    if space.capital and not space.is_key:
        yield f"capital that is no key: {space.id}"
    if space.area is not None and space.area not in AREAS:
        yield f"unknown area: {space.id} is in {space.area}"
    if (space.area is None) == (space.religion == ""):
        yield f"a faith is printed outside the areas only: {space.id}"
    if space.second_home and (space.home, space.second_home) not in (
        ("spain", "dutch"),
        ("france", "huguenot"),
    ):
        yield f"wrong second home: {space.id}"
    if space.build and space.build not in BUILDS:
        yield f"unknown limit of construction: {space.id} has {space.build}"
    if space.partner_port and space.partner_port not in board.neighbours(space.id):
        yield f"partner port that is not next to {space.id}: {space.partner_port}"
    if space.partner_port and board.waterway(space.id, space.partner_port) != space.partner_port:
        yield f"no waterway of {space.partner_port} leads to {space.id}"


def world_problems(world: World) -> Iterator[str]:
    """What is wrong with the World map."""
    yield from miscounts(
        "",
        {"ocean zones": 10, "winds": 5},
        [*["ocean zones" for _ in world.zones], *["winds" for link in world.links if link.wind]],
    )
    for link in world.links:
        yield from unknown("ocean zone in link", (link.a, link.b), world.zones)
        if link.wind is not None and (link.wind not in (link.a, link.b) or link.dangerous):
            yield f"a wind that blows nowhere: {link.a} - {link.b}"
    for place in world.settlements.values():
        yield from unknown(f"ocean zone of {place.id}", place.zones, world.zones)
        if place.colony_site and place.owner:
            yield f"a site for colonies that is taken: {place.id}"
