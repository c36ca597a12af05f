"""What our own reconstruction counts, beyond the rulebook: a slip in its files shows as a wrong count.

A data pack of somebody else need not agree with any of this.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.findings import miscounts
from rules.vq.data.everything import VqData
from rules.vq.data.map import VqSpace

HOME_SPACES = {
    "england": 13,
    "france": 27,
    "holy_roman_empire": 14,
    "independent": 19,
    "ireland": 3,
    "ottoman": 23,
    "papacy": 3,
    "portugal": 2,
    "scotland": 4,
    "spain": 42,
    "venice": 5,
}
KEYS_BY_HOME = {
    "england": 3,
    "france": 5,
    "holy_roman_empire": 3,
    "independent": 2,
    "ireland": 1,
    "ottoman": 8,
    "papacy": 1,
    "portugal": 1,
    "scotland": 1,
    "spain": 9,
    "venice": 1,
}
SPACE_TYPES = {"fortress": 25, "key": 35, "town": 95}
AREA_SPACES = {"england": 13, "france": 27, "netherlands": 18, "scotland": 4}
CARD_KINDS = {"combat": 8, "event": 75, "home": 12, "mandatory": 9, "response": 8}
CARDS_BY_CP = {"1": 6, "2": 22, "3": 50, "4": 25, "5": 9}
ENTRIES = {"2": 5, "3": 12, "4": 11, "5": 5, "6": 4, "league": 2}
COUNTS = {
    "actions": 29,
    "artists": 37,
    "captains": 17,
    "connections": 247,
    "dangerous passages": 3,
    "leaders": 40,
    "nobles": 22,
    "ocean links": 13,
    "ports": 68,
    "scientists": 25,
    "sea borders": 17,
    "settlements": 28,
    "uses": 121,
}


def reconstruction_problems(data: VqData) -> Iterator[str]:
    """Everything that differs from what the reconstruction should hold."""
    board, world = data.board, data.world
    spaces = [space for space in board.spaces.values() if isinstance(space, VqSpace)]
    yield from miscounts("home spaces of", HOME_SPACES, (space.home for space in spaces))
    yield from miscounts("home keys of", KEYS_BY_HOME, (space.home for space in spaces if space.is_key))
    yield from miscounts("spaces of type", SPACE_TYPES, (space.type for space in spaces))
    yield from miscounts("spaces in", AREA_SPACES, (space.area for space in spaces if space.area))
    cards = list(data.cards.values())
    yield from miscounts("cards of kind", CARD_KINDS, (card.kind for card in cards))
    yield from miscounts("cards of CP", CARDS_BY_CP, (str(card.cp) for card in cards))
    late = [str(card.turn) if card.enters == "turn" else card.enters for card in cards]
    yield from miscounts("cards of turn", ENTRIES, (turn for turn in late if turn not in ("home", "start")))
    found = {
        "actions": len(data.actions),
        "artists": len(data.artists),
        "captains": len(data.captains),
        "connections": len(board.connections),
        "dangerous passages": sum(link.dangerous for link in world.links),
        "leaders": len(data.leaders),
        "nobles": len(data.nobles),
        "ocean links": len(world.links),
        "ports": sum(space.is_port for space in spaces),
        "scientists": len(data.scientists),
        "sea borders": sum(len(zone.neighbours) for zone in board.zones.values()) // 2,
        "settlements": len(world.settlements),
        "uses": sum(len(card.uses) for card in cards),
    }
    yield from miscounts("", COUNTS, [what for what, count in found.items() for _ in range(count)])
