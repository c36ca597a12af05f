"""The World map (2.6): a drawing of our own, below the map of Europe in the same coordinates.

Ocean zones are seas and settlements are spaces there, captains stand where they sail, and a patrol is a
galleon of Spain.  No rule knows this board: it is for pictures alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from pbem.games.vq.orders.kinds import CAPTAIN, OCEAN, SETTLEMENT
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.pictures.look import SeaSign
from pbem.pictures.map import PlaceView, Stack
from pbem.pictures.scene import Figure
from pbem.war.land import Outline, outline
from rules.core.board import Board, SeaZone, Space
from rules.vq.data import VqData
from rules.vq.game import VqGame
from rules.vq.powers import SPAIN
from rules.war.ids import INDEPENDENT

FRAME: Final = (-12, 1000, 1012, 1652)
"""Where the World is, below Europe."""
SHIPS = "galleons"

ZONES = {
    "north_atlantic": (360, 1120),
    "antilles": (290, 1196),
    "spanish_main": (262, 1272),
    "mexican_coast": (66, 1290),
    "peruvian_coast": (100, 1400),
    "chilean_coast": (128, 1540),
    "south_atlantic": (440, 1480),
    "guinea_coast": (468, 1320),
    "indian_ocean": (760, 1400),
    "south_pacific": (940, 1420),
}
SETTLEMENTS = {
    "newfoundland": (296, 1044), "roanoke": (214, 1142), "fort_caroline": (188, 1182), "havana": (200, 1216),
    "santo_domingo": (234, 1230), "san_juan": (264, 1236), "veracruz": (140, 1238), "acapulco": (108, 1226),
    "nombre_de_dios_panama": (188, 1300), "cartagena_de_indias": (220, 1328), "guiana": (284, 1340),
    "lima": (176, 1402), "arica": (194, 1456), "valparaiso": (208, 1548), "pernambuco": (358, 1404),
    "bahia": (346, 1436), "guanabara": (322, 1484), "senegal": (460, 1212), "cape_verde": (420, 1226),
    "elmina": (500, 1262), "mozambique": (652, 1444), "hormuz": (752, 1234), "goa": (802, 1252),
    "ceylon": (848, 1352), "malacca": (904, 1262), "bantam": (916, 1352), "philippines": (966, 1272),
    "nova_albion": (44, 1164),
}  # fmt: skip

SIGNS = {
    ("guinea_coast", "north_atlantic"): (398, 1172),
    ("antilles", "north_atlantic"): (292, 1130),
    ("antilles", "guinea_coast"): (372, 1272),
    ("guinea_coast", "south_atlantic"): (506, 1404),
    ("chilean_coast", "south_atlantic"): (276, 1628),
    ("mexican_coast", "south_pacific"): (14, 1340),
    ("indian_ocean", "south_pacific"): (866, 1430),
    ("guinea_coast", "indian_ocean"): (600, 1536),
}
"""Where winds and dangerous passages are drawn; elsewhere half way between the zones."""
WEST_EDGE = ("mexican_coast", "peruvian_coast", "chilean_coast")
"""Zones from which one leaves the drawing westwards to come to the South Pacific."""

NORTH_AMERICA: Final = outline(
    """
    -40,990 300,990 332,1030 304,1062 272,1090 246,1120 228,1150 208,1178 200,1196 184,1204 176,1190
    160,1206 148,1228 156,1254 176,1266 188,1286 204,1308 192,1316 174,1300 150,1284 124,1262 100,1236
    80,1204 56,1176 26,1146 -40,1120
    """
)
SOUTH_AMERICA: Final = outline(
    """
    204,1318 236,1312 276,1322 310,1346 350,1376 376,1402 366,1432 346,1458 330,1492 300,1520 276,1550
    256,1586 240,1626 222,1644 204,1612 198,1570 196,1530 190,1490 178,1450 162,1420 158,1394 170,1360
    184,1336
    """
)
OLD_WORLD: Final = outline(
    """
    500,990 520,1020 506,1050 490,1070 470,1080 476,1106 500,1120 480,1150 456,1180 444,1214 460,1246
    490,1270 526,1276 546,1290 552,1316 562,1356 576,1404 592,1454 606,1492 626,1506 648,1486 664,1452
    672,1420 676,1390 692,1350 706,1312 700,1286 682,1270 668,1240 682,1232 702,1262 728,1270 756,1254
    768,1236 788,1240 806,1268 820,1304 832,1332 842,1302 852,1264 880,1254 896,1264 906,1290 918,1300
    926,1276 940,1246 966,1214 984,1180 1040,1150 1040,990
    """
)
ISLANDS: Final = (
    outline("184,1212 200,1206 216,1214 210,1224 192,1224"),
    outline("222,1228 236,1222 248,1230 238,1238 226,1236"),
    outline("254,1236 264,1228 274,1236 266,1244"),
    outline("412,1226 420,1218 428,1226 420,1234"),
    outline("838,1352 848,1340 858,1352 848,1366"),
    outline("890,1336 912,1342 934,1350 930,1362 906,1358 890,1348"),
    outline("954,1262 968,1258 978,1274 970,1292 958,1286"),
    outline("684,1430 696,1420 700,1446 690,1470 682,1456"),
)
LAND: Final[tuple[Outline, ...]] = (NORTH_AMERICA, SOUTH_AMERICA, OLD_WORLD, *ISLANDS)


def with_world(board: Board, data: VqData, voice: Voice) -> Board:
    """The board of Europe with the World below it, its names in a language."""
    settlements = [
        Space(
            place.id,
            voice.name(SETTLEMENT, place.id),
            "town",
            place.owner or INDEPENDENT,
            (),
            xy=_settlement_at(data, place.id, place.zones[0]),
        )
        for place in data.world.settlements.values()
    ]
    zones = [
        SeaZone(
            zone, voice.name(OCEAN, zone), (), tuple(data.world.neighbours(zone)), xy=_zone_at(data, zone)
        )
        for zone in data.world.zones
    ]
    return Board([*board.spaces.values(), *settlements], [*board.zones.values(), *zones], board.connections)


def _zone_at(data: VqData, zone: str) -> tuple[int, int]:
    """Where a zone is drawn; those of a data pack that we do not know, where its owner says."""
    return ZONES.get(zone) or data.world.zones[zone].xy


def _settlement_at(data: VqData, place: str, zone: str) -> tuple[int, int]:
    """Where a settlement is drawn; one of a data pack that we do not know, beside its zone."""
    if place in SETTLEMENTS:
        return SETTLEMENTS[place]
    unknown = [one for one in data.world.on(zone) if one not in SETTLEMENTS]
    x, y = _zone_at(data, zone)
    return x - 40 + 26 * unknown.index(place), y + 24


def sea_signs(data: VqData, voice: Voice) -> tuple[SeaSign, ...]:
    """The winds and the dangerous passages (2.6)."""
    found = []
    for link in data.world.links:
        if not link.wind and not link.dangerous:
            continue
        to = link.wind or link.b
        start, end = _zone_at(data, link.a if to == link.b else link.b), _zone_at(data, to)
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        across, down = float(end[0] - start[0]), float(end[1] - start[1])
        pair = (min(link.a, link.b), max(link.a, link.b))
        if "south_pacific" in pair and any(zone in pair for zone in WEST_EDGE):
            across, down = (-1.0, 0.2) if to == "south_pacific" else (1.0, -0.2)
        far = max(1.0, (across**2 + down**2) ** 0.5)
        word = voice.word("map.dangerous" if link.dangerous else "map.wind")
        found.append(SeaSign(SIGNS.get(pair, middle), (across / far, down / far), link.dangerous, word))
    return tuple(found)


def places(
    game: VqGame, voice: Voice, stack: Callable[[str, dict[str, int], tuple[Figure, ...]], Stack]
) -> Iterator[tuple[str, PlaceView]]:
    """What everybody sees of the World."""
    world = game.world
    for id in game.data.world.settlements:
        holder = world.colonies.get(id) or world.owners.get(id) or INDEPENDENT
        fort = id in world.fortresses
        here = [name for name, captain in world.captains.items() if captain.colony == id]
        words = f"{voice.name(SETTLEMENT, id)}: {voice.name(kinds.POWER, holder, 'bare')}"
        yield id, PlaceView(holder, "", fort, stacks=_captains(game, here, stack), words=words)
    for zone in game.data.world.zones:
        at_sea = [name for name, captain in world.captains.items() if captain.zone == zone]
        patrols = world.patrols.get(zone, 0)
        stacks = [stack(SPAIN, {SHIPS: patrols}, ())] if patrols else []
        stacks += _captains(game, at_sea, stack)
        yield zone, PlaceView(stacks=tuple(stacks), words=voice.name(OCEAN, zone))


def _captains(
    game: VqGame, names: list[str], stack: Callable[[str, dict[str, int], tuple[Figure, ...]], Stack]
) -> tuple[Stack, ...]:
    by_power: dict[str, list[Figure]] = {}
    for name in sorted(names):
        data = game.data.captains[name]
        power = game.world.captains[name].power or INDEPENDENT
        by_power.setdefault(power, []).append(Figure(name, data.battle, 0))
    return tuple(stack(power, {}, tuple(figures)) for power, figures in by_power.items())


def is_overseas(question: Any) -> bool:
    """Whether a question is about the World."""
    about = (OCEAN, SETTLEMENT, CAPTAIN)
    return bool(getattr(question, "captain", "")) or getattr(question, "about", "") in about
