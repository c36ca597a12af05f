"""What must be true of every position between decisions; random play checks it after each one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.card_invariants import each_in_one_place
from rules.vq.game import VqGame
from rules.vq.powers import AREA_ENGLAND, AREA_OF, AREAS, CATHOLIC, PROTESTANT, PROTESTANT_FAITH, SPAIN
from rules.vq.ships import ARMADA
from rules.war.construction import land_units_left
from rules.war.ids import LAND_KINDS, owner
from rules.war.land_invariants import land_problems
from rules.war.naval_invariants import naval_problems
from rules.war.state import ALLIED, WAR


def problems(game: VqGame) -> list[str]:
    """Everything wrong with a position."""
    return [
        *card_problems(game),
        *treasure_problems(game),
        *counter_problems(game),
        *space_problems(game),
        *leader_problems(game),
        *land_problems(game),
        # When loans end, a leader may wait at sea without ships until winter brings him home (20.3).
        *(naval_problems(game) if game.phase != "winter" else ()),
        *world_problems(game),
        *noble_problems(game),
        *relation_problems(game),
    ]


def card_problems(game: VqGame) -> Iterator[str]:
    """Every card is in exactly one place."""
    return each_in_one_place(game.cards, game.data.cards, game.aside)


def treasure_problems(game: VqGame) -> Iterator[str]:
    """No treasure is made or lost but the one that became a victory point (6.3, 11)."""
    treasures = game.treasures
    found = Counter([*treasures.pool, *treasures.spain, *treasures.portugal, *treasures.spent])
    for hand in treasures.hands.values():
        found.update(hand)
    for captain in game.world.captains.values():
        found.update(captain.loot)
    cargo = sum(game.data.counters.treasures.values()) - sum(found.values())
    for kind, count in game.data.counters.treasures.items():
        if found[kind] > count:
            yield f"{found[kind]} treasures {kind}, only {count} exist"
    # The cargo of a treasure fleet is on its way while captains decide about it.
    if cargo < 0 or (cargo > 1 and game.phase != "action"):
        yield f"{cargo} treasures are missing"


def counter_problems(game: VqGame) -> Iterator[str]:
    """No nation has more units than counters, and no count is negative (5)."""
    nations: dict[str, None] = {}
    for place, here in game.units.items():
        for nation, units in here.items():
            nations[owner(nation)] = None
            for kind in (*LAND_KINDS, *game.naval_kinds):
                if getattr(units, kind) < 0:
                    yield f"{nation} has {getattr(units, kind)} {kind} in {place}"
            if units.squadrons:
                yield f"{nation} has squadrons in {place}, which this game does not know"
            # Troops of the Armada lie off the coast while they land.
            landing = nation == SPAIN and units.armada
            if place in game.board.zones and units.land and not landing:
                yield f"{nation} has land units at sea in {place}"
    for nation in nations:
        # Denominations are put right by losses, which their owner may still be choosing (5.3).
        if land_units_left(game, nation) < 0:
            yield f"{nation} has more land units than its counters (5.3)"
        in_use = sum(game.count_on_map(nation, kind) for kind in game.naval_kinds)
        lost = sum(game.lost_ships.get(nation, {}).values())
        if in_use + lost > game.ship_counters(nation):
            yield f"{nation} has more ships than counters (5.4)"
    if game.count_on_map(SPAIN, ARMADA) > game.data.tables.armada.steps:
        yield "the Armada is too strong (23.2)"
    if game.lasting.aboard.size > 2 * game.count_on_map(SPAIN, ARMADA):
        yield "more troops are aboard the Armada than it carries (23.2)"


def space_problems(game: VqGame) -> Iterator[str]:
    for space, state in game.spaces.items():
        if state.control is None:
            yield f"nobody controls {space}"
        if state.jesuit and game.printed(space).area != AREA_ENGLAND:
            yield f"a Jesuit outside England in {space} (19.2)"
        if state.sieges and not game.fortified(space):
            yield f"a siege of {space}, which is not fortified"
    for area in AREAS:
        for faith in (CATHOLIC, PROTESTANT_FAITH):
            if not any(game.religion(space) == faith for space in game.in_area(area)):
                yield f"no {faith} space is left in {area} (18.1)"
    jesuits = sum(state.jesuit for state in game.spaces.values()) + game.spies.jesuits
    if jesuits > game.data.counters.jesuits:
        yield f"{jesuits} Jesuits (8.2)"
    for faction, capital in game.lasting.faction_capitals.items():
        if game.printed(capital).area != AREA_OF[faction]:
            yield f"the capital of {faction} is in {capital} (23.6)"
    if game.controller("cyprus") == "ottoman" and "cyprus" not in game.bonus_vp.get("ottoman", {}):
        yield "the Ottoman has no point for Cyprus (25.2)"


def leader_problems(game: VqGame) -> Iterator[str]:
    for name, leader in game.leaders.items():
        states = [leader.place, leader.captor, leader.returns, name in game.arriving or None]
        if sum(state is not None for state in states) > 1:
            yield f"{name} is in several places at once"
        if leader.removed and any(state is not None for state in states):
            yield f"{name} is out of the game and in it"
        if leader.place and leader.place not in game.spaces and leader.place not in game.board.zones:
            yield f"{name} is in {leader.place}"


def world_problems(game: VqGame) -> Iterator[str]:
    for name, captain in game.world.captains.items():
        states = [captain.zone, captain.colony, captain.in_europe or None, captain.returns]
        if sum(state is not None for state in states) > 1:
            yield f"captain {name} is in several places at once"
        if captain.gone and any(state is not None for state in states):
            yield f"captain {name} is gone and still there"
        if captain.loot and captain.zone is None and captain.colony is None:
            yield f"captain {name} has loot and is not at sea"
        if captain.in_europe != (name in game.leaders and game.leaders[name].place is not None) and not (
            name in game.leaders and game.leaders[name].returns
        ):
            yield f"captain {name} serves in Europe, or not"
    if sum(game.world.patrols.values()) > game.data.counters.patrols:
        yield "too many patrols (17.3)"
    for power, count in game.data.counters.colonies.items():
        held = sum(owner == power for owner in game.world.colonies.values())
        if held > count:
            yield f"{power} has {held} colonies"


def noble_problems(game: VqGame) -> Iterator[str]:
    betrothed = [name for couple in game.betrothals for name in (couple.bride, couple.groom)]
    for name in betrothed:
        if betrothed.count(name) > 1 or not game.nobles[name].can_marry:
            yield f"{name} is betrothed and cannot marry"


def relation_problems(game: VqGame) -> Iterator[str]:
    for one, others in game.relations.items():
        for other, relation in others.items():
            if game.relations.get(other, {}).get(one) != relation:
                yield f"{one} and {other} see their relation differently"
            if relation == ALLIED and {one, other} == {SPAIN, PROTESTANT}:
                yield "Spain and the Protestant are allied (9.2)"
            if relation == WAR and other in game.minor_allies:
                yield f"{one} is at war with {other}, which has an ally"
