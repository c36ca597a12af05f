"""What must be true of every position between decisions; random play checks it after each one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.war.state import LAND_KINDS, NAVAL_KINDS, OTHER_FAITH, owner


def problems(game: HisGame) -> list[str]:
    """Everything wrong with a position."""
    return [
        *card_problems(game),
        *counter_problems(game),
        *space_problems(game),
        *leader_problems(game),
        *track_problems(game),
    ]


def card_problems(game: HisGame) -> Iterator[str]:
    """Every card is in exactly one place."""
    cards = game.cards
    places = [
        *cards.hands.values(),
        cards.deck,
        cards.discards,
        cards.removed,
        cards.unborn,
        cards.laid,
        cards.in_play,
    ]
    counts = Counter(card for place in places for card in place)
    for card in game.data.cards:
        if counts[card] != 1:
            yield f"card {card} is in {counts[card]} places"


def counter_problems(game: HisGame) -> Iterator[str]:
    """No nation has more units than counters, and no count is negative (5)."""
    land: Counter[str] = Counter()
    ships: Counter[str] = Counter()
    for place, here in game.units.items():
        for nation, units in here.items():
            for kind in (*LAND_KINDS, *NAVAL_KINDS):
                if getattr(units, kind) < 0:
                    yield f"{nation} has {getattr(units, kind)} {kind} in {place}"
            if place in game.board.zones and units.land:
                yield f"{nation} has land units at sea in {place}"
            land[owner(nation)] += units.land
            ships[owner(nation)] += units.ships
    for war in game.foreign_wars.values():
        land[war.power] += war.regulars + war.mercenaries + war.cavalry
    for nation, lost in game.lost_ships.items():
        ships[nation] += sum(lost.values())
    counters = game.data.counters
    for nation in sorted(land):
        if land[nation] > counters.land_limit(nation):
            yield f"{nation} has {land[nation]} land units, more than its counters"
    for nation in sorted(ships):
        if ships[nation] > counters.naval_limit(nation):
            yield f"{nation} has {ships[nation]} ships, more than its counters"


def space_problems(game: HisGame) -> Iterator[str]:
    """Control and religion are consistent (2.2, 2.3)."""
    known = (*game.majors, *game.minors, "independent")
    for space, state in game.spaces.items():
        if state.control is not None and state.control not in known:
            yield f"{space} is controlled by {state.control}"
        if state.control is None and game.occupied(space):
            yield f"{space} is out of play but occupied"
        if (game.home_power(space) == OTTOMAN) != (state.religion == OTHER_FAITH):
            yield f"{space} of {game.home_power(space)} is {state.religion}"
        if state.control in game.minor_allies:
            yield f"{space} still shows {state.control}, which has an ally"
        if state.sieges and not game.fortified(space):
            yield f"{space} is under siege but not fortified"


def leader_problems(game: HisGame) -> Iterator[str]:
    """Every leader is in one place at most."""
    for name, leader in game.leaders.items():
        places = [leader.place is not None, leader.captor is not None, leader.returns is not None]
        if sum(places) + leader.removed > 1:
            yield f"{name} is in several places: {leader}"
        if leader.place is not None and leader.place not in game.board.zones:
            if leader.place not in game.board.spaces:
                yield f"{name} is in {leader.place}, which is nowhere"
        elif leader.place is not None and not game.data.leaders[name].naval:
            yield f"the army leader {name} is at sea"


def track_problems(game: HisGame) -> Iterator[str]:
    """Tracks stay on their boxes; nobody has negative CP."""
    if game.impulse.cp < 0:
        yield f"{game.impulse.power} has {game.impulse.cp} CP"
    if not 0 <= game.piracy_vp <= game.data.tables.piracy_max_vp:
        yield f"piracy stands at {game.piracy_vp}"
    if not 0 <= game.faith.st_peters_vp <= game.data.tables.st_peters.max_vp:
        yield f"St. Peter's stands at {game.faith.st_peters_vp} VP"
