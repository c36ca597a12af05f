"""What the rulebook says of the map in its text and examples; any data pack must agree with it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.vq.data.everything import VqData
from rules.vq.data.map import ATLANTIC, MEDITERRANEAN, VqSpace, VqZone
from rules.vq.powers import AREAS, FACTIONS, IMPULSE_ORDER

TYPES = ("key", "fortress", "town")
CAPITALS = ("istanbul", "london", "madrid", "milan", "paris", "vienna")
KEYS = ("prague", "buda", "metz", "tunis", "amsterdam", "antwerp", "brussels")
HOMES = {
    "algiers": "ottoman",
    "djerba_tripoli": "ottoman",
    "dublin": "ireland",
    "florence": "independent",
    "granada": "spain",
    "lisbon": "portugal",
    "malta": "spain",
    "metz": "independent",
    "oran": "spain",
    "prague": "holy_roman_empire",
    "tunis": "independent",
    "ulster": "ireland",
}
BUILDS = {
    "algiers": "corsairs_only",
    "djerba_tripoli": "corsairs_only",
    "malta": "none_land",
    "oran": "galleys_only",
}
NAMED_BY_CARDS = ("belgrade", "besancon", "cyprus", "trieste")
"""Spaces that only functions of cards and a foreign war name."""
INLAND = {"antwerp": "flushing", "rotterdam": "brielle"}
PORTS = ("algiers", "corunna", "djerba_tripoli", "lisbon", "london", "oran", "seville")
ATLANTIC_PORTS = ("corunna", "lisbon", "london", "seville")
APART = (("ionian_sea", "tyrrhenian_sea", "messina"), ("atlantic_ocean", "barbary_coast", "gibraltar"))
LINKED = (("vienna", "pressburg"), ("lyon", "dijon"), ("lyon", "clermont"), ("ulster", "dublin"))
INDEPENDENT = ("florence", "metz", "tunis")
DUTCH_KEYS = ("amsterdam", "antwerp", "brussels")
OCEANS = (
    "north_atlantic",
    "south_atlantic",
    "antilles",
    "spanish_main",
    "mexican_coast",
    "chilean_coast",
    "guinea_coast",
    "indian_ocean",
    "south_pacific",
)
AROUND_THE_WORLD = (
    ("guinea_coast", "indian_ocean"),
    ("indian_ocean", "south_pacific"),
    ("south_atlantic", "chilean_coast"),
)
WESTERN_ENTRY = ("north_atlantic", "guinea_coast")
RELIGION_LIMIT = 50
GROUPS = {MEDITERRANEAN: 8, ATLANTIC: 5}


def map_of_the_rulebook(data: VqData) -> Iterator[str]:
    """What differs from the rulebook on the map of Europe."""
    spaces = {id: space for id, space in data.board.spaces.items() if isinstance(space, VqSpace)}
    owners = (*data.majors, *data.minors, "independent")
    for space in spaces.values():
        yield from _space(data, space, owners)
    yield from _named_places(data, spaces)
    yield from _seas(data)
    yield from _connections(data, spaces)
    yield from _enough_places(data, spaces)


def _space(data: VqData, space: VqSpace, owners: tuple[str, ...]) -> Iterator[str]:
    if not is_id(space.id):
        yield f"an id has small letters, digits and underlines: {space.id}"
    if space.type not in TYPES:
        yield f"{space.id}: {space.type} is no type of space (2.3)"
    if space.home not in owners or space.home == "protestant":
        yield f"{space.id}: {space.home} has no home spaces (2.3)"
    if len(space.sea) > 2:
        yield f"{space.id}: a port lies on one or two sea zones (2.5)"
    if (space.religion == "other") != (space.home == "ottoman"):
        yield f"{space.id}: neither Catholic nor Protestant are the Ottoman home spaces, and no others (2.3)"
    if space.religion not in ("", "catholic", "protestant", "other"):
        yield f"{space.id}: {space.religion} is no faith"
    if not space.sea and not data.board.neighbours(space.id):
        yield f"{space.id}: no way leads there"


def is_id(id: str) -> bool:
    return id.isascii() and id == id.lower() and id.replace("_", "").isalnum()


def _named_places(data: VqData, spaces: dict[str, VqSpace]) -> Iterator[str]:
    named = (
        *CAPITALS,
        *NAMED_BY_CARDS,
        *KEYS,
        *HOMES,
        *INLAND,
        *INLAND.values(),
        *PORTS,
        "reims",
        "orleans",
        "la_rochelle",
    )
    for id in dict.fromkeys((*named, *(end for pair in LINKED for end in pair))):
        if id not in spaces:
            yield f"the rulebook names a space that is not there: {id}"
    for id, space in spaces.items():
        if space.capital != (id in CAPITALS):
            yield f"{id}: the capitals are {', '.join(CAPITALS)} (2.3)"
        if id in KEYS and not space.is_key:
            yield f"{id} is a key"
        if id in HOMES and space.home != HOMES[id]:
            yield f"{id} is a home space of {HOMES[id]}, not of {space.home}"
        if space.build != BUILDS.get(id, ""):
            yield f"{id}: what may be built there is limited to {BUILDS.get(id) or 'nothing'} (17.2, 17.3)"
        if space.partner_port != INLAND.get(id):
            yield f"{id}: the inland ports are Antwerp with Flushing, Rotterdam with Brielle (16.7)"
        if id in INLAND and space.sea:
            yield f"{id}: an inland port touches no sea zone (16.7)"
        if id in INLAND.values() and space.sea != ("north_sea",):
            yield f"{id} is a port on the North Sea (16.7)"
        if id in PORTS and not space.is_port:
            yield f"{id} is a port"
        if id in ATLANTIC_PORTS and not _touches(data, space, ATLANTIC):
            yield f"{id} is a port on the Atlantic (23.2)"
    if "florence" in spaces and spaces["florence"].type != "fortress":
        yield "florence is a fortress (24.7)"
    reims, lyon = spaces.get("reims"), spaces.get("lyon")
    if reims and (reims.type != "town" or reims.home != "france" or reims.second_home):
        yield "reims is an unfortified French home space, and none of the Huguenots (20.10)"
    if lyon and (lyon.home != "france" or lyon.second_home or lyon.area != "france"):
        yield "lyon is a French home space in France, and none of the Huguenots (18.5)"
    fortified = [id for id, space in spaces.items() if space.home == "independent" and fort(data, id)]
    if sorted(fortified) != sorted(INDEPENDENT):
        yield f"the independent fortified spaces are {', '.join(INDEPENDENT)} (24.7)"
    dutch = [id for id, space in spaces.items() if space.is_key and space.area == "netherlands"]
    if sorted(dutch) != sorted(DUTCH_KEYS):
        yield f"the keys in the Netherlands are {', '.join(DUTCH_KEYS)} (23.6)"


def fort(data: VqData, id: str) -> bool:
    return data.board.is_fortified(id)


def _touches(data: VqData, space: VqSpace, group: str) -> bool:
    return any(group_of(data, zone) == group for zone in space.sea)


def group_of(data: VqData, zone: str) -> str:
    found = data.board.zones.get(zone)
    return found.group if isinstance(found, VqZone) else ""


def _seas(data: VqData) -> Iterator[str]:
    zones = data.board.zones
    for group, count in GROUPS.items():
        found = sum(group_of(data, zone) == group for zone in zones)
        if found != count:
            yield f"sea zones of the {group}: {count} expected, {found} found (2.5)"
    for zone in zones.values():
        if not zone.ports:
            yield f"{zone.id}: a sea zone without ports"
        for other in zone.neighbours:
            if zone.id < other and group_of(data, zone.id) != group_of(data, other):
                yield f"{zone.id} and {other} lie in different seas (2.5)"
    for a, b, via in APART:
        if a not in zones or b not in zones:
            yield f"the rulebook names sea zones that are not there: {a}, {b} (2.5)"
        elif b in zones[a].neighbours:
            yield f"{a} and {b} are not connected but by {via} (2.5)"
        port = data.board.spaces.get(via)
        if port is None or tuple(sorted(port.sea)) != (a, b):
            yield f"{via} is the port between {a} and {b} (2.5)"
    if group_of(data, "north_sea") != ATLANTIC:
        yield "the North Sea is a zone of the Atlantic (16.7)"


def _connections(data: VqData, spaces: dict[str, VqSpace]) -> Iterator[str]:
    board = data.board
    for a, b in LINKED:
        if a in spaces and b in spaces and not board.adjacent(a, b):
            yield f"{a} and {b} are next to each other"
    if {"vienna", "pressburg"} <= spaces.keys() and board.is_pass("vienna", "pressburg"):
        yield "between Vienna and Pressburg is no pass (5.1)"
    for edge in board.connections:
        homes = [spaces[end].home for end in (edge.a, edge.b) if end in spaces]
        if edge.range == "pyrenees" and sorted(homes) != ["france", "spain"]:
            yield f"the Pyrenees part France and Spain: {edge.a} - {edge.b} (2.5)"
    if "paris" in spaces:
        reached = ["paris"]
        for here in reached:
            near = (*board.neighbours(here), *spaces[here].sea) if here in spaces else around(data, here)
            reached += [there for there in near if there not in reached and there in (*spaces, *board.zones)]
        for lost in (id for id in (*spaces, *board.zones) if id not in reached):
            yield f"nobody can come from Paris to {lost}"


def around(data: VqData, zone: str) -> tuple[str, ...]:
    """The ports and zones next to a sea zone."""
    return (*data.board.zones[zone].ports, *data.board.zones[zone].neighbours)


def _enough_places(data: VqData, spaces: dict[str, VqSpace]) -> Iterator[str]:
    """Spaces that a rule needs so many of."""
    if sum(space.area is not None for space in spaces.values()) - len(AREAS) < RELIGION_LIMIT:
        yield f"{RELIGION_LIMIT} Protestant spaces must be possible, with a Catholic one in each area (25.1)"
    if sum(space.is_key and space.area == "france" for space in spaces.values()) < 5:
        yield "five keys in France are needed (25.1)"
    towns = [
        id
        for id, space in spaces.items()
        if (space.home, space.type, space.second_home) == ("france", "town", None) and id != "reims"
    ]
    if len(towns) < 2:
        yield "two more unfortified French spaces are needed for the Catholic League (20.10)"
    scottish = [space for space in spaces.values() if space.home == "scotland"]
    if len(scottish) < 3 or any(space.area != "scotland" for space in scottish):
        yield "three Scottish home spaces are needed, all in Scotland (24.6)"
    for faction in FACTIONS:
        own = [space for space in spaces.values() if space.second_home == faction]
        if not any(_touches(data, space, ATLANTIC) for space in own):
            yield f"the {faction} need a home port on the Atlantic for their galleons (17.3)"
        if not any(fort(data, space.id) for space in own):
            yield f"the {faction} need a fortified home space for a capital (18.5)"
    if not any(space.is_port and space.home == "holy_roman_empire" for space in spaces.values()):
        yield "the Empire needs a home port for its galley (17.3)"


# ---- The World


def world_of_the_rulebook(data: VqData) -> Iterator[str]:
    """What differs from the rulebook on the map of the World."""
    world = data.world
    for id in OCEANS:
        if id not in world.zones:
            yield f"the rulebook names an ocean zone that is not there: {id} (2.6)"
    reached = ["north_atlantic"] if "north_atlantic" in world.zones else []
    for here in reached:
        reached += [there for there in world.neighbours(here) if there not in reached]
    for lost in (id for id in world.zones if id not in reached):
        yield f"no ship can come from the North Atlantic to {lost}"
    for a, b in AROUND_THE_WORLD:
        if a in world.zones and b in world.zones and world.link(a, b) is None:
            yield f"whoever sails around the world goes from {a} to {b} (16.6)"
    for power in IMPULSE_ORDER:
        found = tuple(id for id in world.zones if power in world.zones[id].entry_for)
        entry = {"ottoman": ("indian_ocean",), "spain": ()}.get(power, WESTERN_ENTRY)
        if sorted(found) != sorted(entry):
            yield f"expeditions of {power} enter in: {', '.join(entry) or 'no zone'} (17.4)"
    for place in world.settlements.values():
        if place.owner not in ("spain", "portugal", None):
            yield f"{place.id}: at the start settlements are Spanish, Portuguese or of nobody (2.6)"
        if not place.zones:
            yield f"{place.id}: a settlement lies on an ocean zone (2.6)"
    panama = world.settlements.get("nombre_de_dios_panama")
    if panama is None or tuple(sorted(panama.zones)) != ("mexican_coast", "spanish_main"):
        yield "nombre_de_dios_panama lies on the Mexican Coast and on the Spanish Main (16.5)"
    philippines = world.settlements.get("philippines")
    if philippines is None or philippines.colony_site:
        yield "philippines is a settlement, and no site for colonies (16.1)"
