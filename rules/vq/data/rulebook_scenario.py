"""What the rulebook says of the scenario and in its examples, and the data must agree with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.data import told
from rules.vq.data.everything import VqData
from rules.vq.data.map import VqSpace
from rules.vq.data.rulebook_map import fort
from rules.vq.data.scenarios import Garrison, ScenarioData
from rules.vq.powers import AREAS, FACTIONS, PROTESTANT, SPAIN

TURNS = 7
HUGUENOT_FAST = 47
CATHOLIC_UNITS = ("spain", "france", "ireland", "papacy", "portugal", "venice", "walloons")


def owner_of(nation: str) -> str:
    return PROTESTANT if nation in FACTIONS else nation


def scenario_agrees(data: VqData, scenario: ScenarioData) -> Iterator[str]:
    first, last = scenario.turns
    yield from told(1 <= first <= last <= TURNS, f"turns {first} to {last}")
    held = scenario.controllers(data.board)
    keys = [key for those in scenario.control.keys.values() for key in those]
    for key in keys:
        yield from told(key in data.board.keys, f"a square marker on {key}, which is no key (2.4)")
        yield from told(keys.count(key) == 1, f"two square markers on {key} (2.4)")
    for key in data.board.keys:
        home = data.board.spaces[key].home
        marked = key in keys or home in data.minors or home == "independent"
        yield from told(marked, f"the key {key} has no square marker (2.4)")
    for space, power in held.items():
        yield from told(space in data.board.spaces, f"a control marker on {space}, which is no space")
        yield from told(power in (*data.powers, "independent"), f"{space} is held by {power}, who is nobody")
    for minor, ally in scenario.allied_minors.items():
        if minor not in data.influence or ally not in data.influence[minor].activate:
            yield f"{ally} cannot activate {minor} (24.6)"
        for id in data.board.spaces:
            if data.board.spaces[id].home == minor and held[id] not in data.majors:
                yield f"{id} of the allied {minor} has no control marker (24.2)"
    for one, other in scenario.at_war:
        if one not in data.majors or other not in data.majors or one == other:
            yield f"no war between major powers: {one}, {other}"
    for nation, places in scenario.units.items():
        for space, there in places.items():
            if space in held:
                yield from _garrison(data, scenario, nation, space, there, held[space])
    leaders = [
        name for places in scenario.units.values() for there in places.values() for name in there.leaders
    ]
    for name in dict.fromkeys(leaders):
        yield from told(leaders.count(name) == 1, f"leader {name} stands in two places")
        yield from told(name not in scenario.people_gone, f"leader {name} is gone and on the map")
    yield from _faiths(data, scenario)
    for noble in scenario.nobles:
        late = noble in data.nobles and data.nobles[noble].turn > first
        yield from told(not late, f"the noble {noble} comes later")
    for power in data.majors:
        track, count = data.powers[power].auto_win, sum(held.get(key) == power for key in data.board.keys)
        yield from told(track is None or count < track, f"{power} begins with an automatic victory (25.1)")
        ruler = data.rulers.get(scenario.rulers.get(power, ""))
        yield from told(ruler is not None and ruler.power == power, f"{power} has no ruler")
        if ruler is not None and ruler.card is not None and ruler.card not in scenario.cards_removed:
            yield f"{ruler.id} rules, so his card {ruler.card} is out (3.3)"
    for n in scenario.cards_removed:
        yield from told(n in data.cards, f"card {n} is removed and does not exist")
    for zone in scenario.patrols:
        spanish = (place for place in data.world.settlements.values() if place.owner == SPAIN)
        yield from told(
            any(zone in place.zones for place in spanish), f"a patrol in {zone}, without a Spanish settlement"
        )
    yield from told(sum(scenario.patrols.values()) <= data.counters.patrols, "more patrols than counters")
    if scenario.id == "campaign":
        yield from told((first, last) == (1, TURNS), "the campaign lasts from turn 1 to 7")
    independent = [id for id in data.independent_fortified if held.get(id) == "independent"]
    wanted = ["florence", "tunis"] if scenario.id == "campaign" else ["florence"]
    yield from told(sorted(independent) == wanted, f"independent at the start: {', '.join(wanted)} (24.7)")


def _faiths(data: VqData, scenario: ScenarioData) -> Iterator[str]:
    areas = {id: space.area for id, space in data.board.spaces.items() if isinstance(space, VqSpace)}
    for area in AREAS:
        inside = [id for id, where in areas.items() if where == area]
        protestant = sum(id in scenario.protestant for id in inside)
        yield from told(0 < protestant < len(inside), f"{area}: a space of each faith is needed (18.1)")
    count = len(scenario.protestant)
    yield from told(len(dict.fromkeys(scenario.protestant)) == count, "a Protestant space is named twice")
    victory = data.tables.victory
    ends = not victory.catholic_spaces < count < victory.protestant_spaces
    yield from told(not ends, f"{count} Protestant spaces end the game (25.1)")


def _garrison(
    data: VqData, scenario: ScenarioData, nation: str, space: str, there: Garrison, holder: str
) -> Iterator[str]:
    mine = owner_of(nation)
    mine = {"walloons": SPAIN, "knights_of_st_john": SPAIN}.get(
        nation, scenario.allied_minors.get(nation, mine)
    )
    place = data.board.spaces[space]
    if holder != mine and (nation, place.home) != ("independent", "independent"):
        yield f"units of {nation} in {space}, which {holder} controls"
    yield from told(not there.c or nation == "ottoman", f"cavalry of {nation} in {space}")
    hired = nation in ("ottoman", *data.minors, "independent")
    yield from told(not (there.m and hired), f"mercenaries of {nation} in {space}")
    ships = there.g + there.n + there.b + there.k
    yield from told(not ships or place.is_port, f"ships in {space}, which is no port")
    for name in there.leaders:
        leader = data.leaders.get(name)
        if leader is None:
            continue
        ours = leader.power in (nation, mine) or leader.power == owner_of(nation)
        yield from told(ours, f"leader {name} with units of {nation}")
        yield from told(not leader.naval or bool(ships), f"naval leader {name} without a ship in {space}")


# ---- Worked examples in the tournament (18.5)


def examples_agree(data: VqData, scenario: ScenarioData) -> Iterator[str]:
    spaces, board = data.board.spaces, data.board
    if any(
        id not in spaces for id in ("paris", "orleans", "bourges", "dijon", "lyon", "clermont", "la_rochelle")
    ):
        return  # told already, or by connections that name them
    protestant = [*scenario.protestant]
    protestant += [id for id, space in spaces.items() if getattr(space, "religion", "") == "protestant"]
    for id in ("paris", "orleans", "bourges", "dijon"):
        catholic = id not in protestant and getattr(spaces[id], "area", None) == "france"
        yield from told(catholic, f"{id} is a Catholic space in France (18.5, Huguenot Fast)")
        garrisoned = any(_has_regulars(scenario, nation, id) for nation in CATHOLIC_UNITS)
        yield from told(
            garrisoned == (id == "paris"), f"of these Paris alone has a garrison, see {id} (18.5)"
        )
    yield from told(board.adjacent("orleans", "paris"), "orleans is next to Paris (18.5)")
    yield from told(not _in_reach(data, "paris", protestant), "paris is out of reach at first (18.5)")
    yield from told(_in_reach(data, "orleans", protestant), "orleans is in reach (18.5)")
    for id in ("paris", "bourges", "dijon"):
        yield from told(
            _in_reach(data, id, [*protestant, "orleans"]), f"{id} is in reach after Orleans (18.5)"
        )
    fast = data.cards.get(HUGUENOT_FAST)
    if fast is None or fast.enters != "start" or HUGUENOT_FAST in scenario.cards_removed:
        yield f"card {HUGUENOT_FAST} is in the first deck (18.5)"
    yield from told("paris" in scenario.control.keys.get("france", ()), "France holds Paris (18.5)")
    for id in ("dijon", "clermont"):
        plain = not fort(data, id) and getattr(spaces[id], "area", None) == "france"
        yield from told(plain, f"{id} is an unfortified space in France (18.5)")
    french = [
        id
        for id in spaces
        if id != "lyon" and fort(data, id) and (spaces[id].home == "france" or id == "metz")
    ]
    near = {id: board.distance("lyon", id) or 99 for id in french}
    nearest = "orleans" in near and near["orleans"] == min(near.values())
    yield from told(nearest, "orleans is the nearest fortified French space to Lyon (18.5)")
    yield from told(fort(data, "la_rochelle"), "la_rochelle is fortified (18.5)")
    yield from told(
        scenario.capital_markers.get("huguenot") == "la_rochelle",
        "la_rochelle is the Huguenot capital (18.5)",
    )
    held = scenario.controllers(board)
    for faction, capital in scenario.capital_markers.items():
        place = spaces.get(capital)
        home = place is not None and getattr(place, "second_home", None) == faction
        if not home or held.get(capital) != PROTESTANT or not fort(data, capital):
            yield f"the capital of the {faction}, {capital}, is a fortified home space that it holds (18.5)"


def _has_regulars(scenario: ScenarioData, nation: str, space: str) -> bool:
    there = scenario.units.get(nation, {}).get(space)
    return there is not None and there.r + there.g + there.n + there.b + there.k > 0


def _in_reach(data: VqData, space: str, protestant: Sequence[str]) -> bool:
    """Next to a Protestant space, by land or over a sea zone (18.5)."""
    if any(other in protestant for other in data.board.neighbours(space)):
        return True
    zones = _zones(data, space)
    return any(zone in zones for other in protestant if other != space for zone in _zones(data, other))


def _zones(data: VqData, space: str) -> tuple[str, ...]:
    place = data.board.spaces.get(space)
    if place is None:
        return ()
    partner = getattr(place, "partner_port", None)
    return (*place.sea, "north_sea") if partner else place.sea
