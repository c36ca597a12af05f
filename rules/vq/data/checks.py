"""What must agree between the files, and the counts of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.findings import miscounts, unknown
from rules.core.rows import Row, row_for
from rules.vq.data.everything import VqData
from rules.vq.data.scenarios import ScenarioData
from rules.vq.powers import AREAS, FACTIONS, IMPULSE_ORDER, KNIGHTS, MORISCO, PROTESTANT, SPAIN, WALLOONS
from rules.war.counter_mix import representable

ITALY = "italy"
LATE_CARDS = 39
HOME_CARDS = dict.fromkeys(IMPULSE_ORDER, 2)
CARD_KINDS = ("combat", "event", "home", "mandatory", "response")
TREASURES = 30
SHIPS = 38
ACTION_KINDS = ("land", "naval", "anti_piracy", "religious", "patronage", "espionage", "influence")
KINDS_IN_PLAY = {"r": "regulars", "m": "mercenaries", "c": "cavalry"}
SHIP_KINDS = {"g": "galleys", "n": "galleons", "b": "race_built", "k": "corsairs"}


def data_problems(data: VqData) -> Iterator[str]:
    """Everything that is wrong with data whose files fit their forms."""
    for check in (power_problems, card_problems, people_problems, counter_problems, table_problems):
        yield from check(data)
    for scenario in data.scenarios.values():
        yield from (f"{scenario.id}.toml: {problem}" for problem in scenario_problems(data, scenario))


def nations_of(data: VqData) -> tuple[str, ...]:
    """Whoever can have units."""
    return (*data.majors, *data.minors, *FACTIONS, WALLOONS, KNIGHTS, MORISCO, "independent")


# ---- Powers


def power_problems(data: VqData) -> Iterator[str]:
    if data.majors != IMPULSE_ORDER:
        yield f"the impulse order is {', '.join(IMPULSE_ORDER)}"
    for power in data.majors:
        yield from unknown(f"capital of {power}", data.powers[power].capitals, data.board.keys)
        track = data.powers[power]
        if power != PROTESTANT and not len(track.key_cards) == len(track.key_vp) == track.auto_win:
            yield f"the key tracks of {power} have not as many boxes as it needs keys to win"
        markers = data.counters.square_markers
        if power != PROTESTANT and markers.get(power) != track.auto_win:
            yield f"square control markers of {power}: as many expected as its track has boxes"
    for action in data.actions.values():
        yield from unknown(f"power in action {action.id}", action.cost, data.majors)
        if action.kind not in ACTION_KINDS:
            yield f"unknown kind of action: {action.id} is {action.kind}"
        for areas in action.areas.values():
            yield from unknown(f"area in action {action.id}", areas, AREAS)
    for column in data.influence.values():
        yield from unknown("power with influence", [column.id, *column.contestants], data.powers)
        if len(column.activate) != 3:
            yield f"three powers may activate {column.id}"
        if len(dict.fromkeys(column.contestants)) != len(column.contestants):
            yield f"a power is named twice in the influence column of {column.id}"
    yield from unknown("minor power without influence", data.minors, data.influence)
    for power, costs in data.war_cost.items():
        yield from unknown(f"target of a war of {power}", costs, data.powers)
        for target, cost in costs.items():
            if target in data.majors and data.war_cost.get(target, {}).get(power) != cost:
                yield f"a war costs {power} and {target} different CP"
    for ruler in data.rulers.values():
        yield from unknown(f"power of {ruler.id}", [ruler.power], data.majors)
    yield from unknown("Dutch key", data.protestant_rows.dutch_keys, data.board.keys)
    yield from unknown("independent place", data.independent_fortified, data.board.spaces)
    yield from gaps("protestant_spaces", data.protestant_spaces, range(63))


def gaps(table: str, rows: Sequence[Row], totals: range) -> Iterator[str]:
    """Totals that no row of a dice table covers, or more than one."""
    for total in totals:
        found = sum(row.min <= total <= row.max for row in rows)
        if found != 1:
            yield f"{table}: {found} rows for {total}"


# ---- Cards


def card_problems(data: VqData) -> Iterator[str]:
    cards = list(data.cards.values())
    yield from miscounts("", {"cards": 112}, ["cards" for _ in cards])
    yield from unknown("card number", data.cards, range(1, 113))
    late = ["late" for card in cards if card.enters in ("turn", "league")]
    yield from miscounts("cards that come", {"late": LATE_CARDS}, late)
    yield from miscounts(
        "home cards of", HOME_CARDS, (card.home or "nobody" for card in cards if card.kind == "home")
    )
    for card in cards:
        if (card.kind == "home") != (card.home is not None):
            yield f"card {card.n}: home cards have an owner, others none"
        if card.home is not None and card.n not in data.powers[card.home].home_cards:
            yield f"card {card.n}: {card.home} does not name it"
        if card.kind == "mandatory" and card.cp != data.tables.mandatory_cp:
            yield f"card {card.n}: a mandatory card has {data.tables.mandatory_cp} CP"
        if (card.enters == "turn") != (card.turn is not None):
            yield f"card {card.n}: a turn is for those that enter in one"
        if card.turn is not None and not 2 <= card.turn <= 7:
            yield f"card {card.n}: cards enter in the turns 2 to 7 (6.2)"
        if card.kind not in CARD_KINDS:
            yield f"card {card.n}: {card.kind} is no kind of card"
        if not 1 <= card.cp <= 6:
            yield f"card {card.n}: {card.cp} CP"


# ---- People


def people_problems(data: VqData) -> Iterator[str]:
    for leader in data.leaders.values():
        yield from unknown(f"power of {leader.id}", [leader.power], nations_of(data))
        if leader.naval == bool(leader.command):
            yield f"{leader.id}: army leaders command, naval leaders do not"
    for captain in data.captains.values():
        yield from unknown(f"power of {captain.id}", captain.powers, data.majors)
    for noble in data.nobles.values():
        yield from unknown(f"power of {noble.id}", [noble.power], data.majors)
        if noble.leader is not None and noble.leader not in data.leaders:
            yield f"unknown leader: {noble.id} is {noble.leader}"
        if not 0 <= noble.suitability < data.tables.marriage_boxes:
            yield f"{noble.id}: suitability is 0 to {data.tables.marriage_boxes - 1}"
    patrons = (*data.majors, ITALY)
    yield from unknown("power of an artist", [artist.power for artist in data.artists.values()], patrons)
    yield from unknown("power of a scientist", [who.power for who in data.scientists.values()], patrons)
    if sum(noble.family == "valois" for noble in data.nobles.values()) != 5:
        yield "there are five Valois"


# ---- Counters and tables


def counter_problems(data: VqData) -> Iterator[str]:
    counters = data.counters
    yield from miscounts("", {"treasures": TREASURES}, ["treasures"] * sum(counters.treasures.values()))
    yield from miscounts("", {"ships": SHIPS}, ["ships"] * sum(entry.counters for entry in counters.ships))
    for entry in counters.land:
        yield from unknown("nation with land counters", [entry.power], nations_of(data))
        strength = sum(max(sides) * count for sides, count in counters.land_mix(entry.power))
        if strength != entry.strength:
            yield f"land counters of {entry.power}: strength {entry.strength} told, {strength} counted"
    for ships in counters.ships:
        yield from unknown("nation with ships", [ships.power], nations_of(data))


def table_problems(data: VqData) -> Iterator[str]:
    tables = data.tables
    yield from gaps("colony", tables.colony, range(2, 14))
    yield from gaps("navigation", tables.navigation, range(2, 20))
    yield from gaps("northwest_passage", tables.northwest_passage, range(2, 20))
    yield from gaps("wedding", tables.wedding, range(2, 25))
    yield from gaps("jilted", tables.jilted, range(1, 7))
    yield from gaps("arts", tables.arts, range(2, 25))
    yield from gaps("sciences", tables.sciences, range(2, 25))
    for name, rows in (
        ("gather_intelligence", tables.gather_intelligence),
        ("assassination", tables.assassination),
        ("english_rebellion", tables.english_rebellion),
    ):
        yield from gaps(name, rows, range(-12, 13))
    yield from miscounts("", {"bonuses": 12}, ["bonuses" for _ in tables.science_bonuses])
    zones = (*tables.fleet_zones, tables.fleet_zone_far)
    yield from unknown("zone of the treasure fleet", zones, data.world.zones)
    if len(tables.fleet_zones) != 6 or len(tables.turns) != 7:
        yield "a die has six sides, and the game seven turns"
    yield from unknown("space of the League", [tables.league.space], data.board.spaces)
    yield from unknown("port of the Armada", tables.armada.ports, data.board.spaces)


# ---- Scenarios


def scenario_problems(data: VqData, scenario: ScenarioData) -> Iterator[str]:
    """Ids, counters, start VP and the deal of a starting position."""
    yield from unknown("nation with units", scenario.units, nations_of(data))
    for nation, places in scenario.units.items():
        yield from unknown(f"space with units of {nation}", places, data.board.spaces)
        leaders = [name for there in places.values() for name in there.leaders]
        yield from unknown("leader", leaders, data.leaders)
        groups = [getattr(there, kind) for there in places.values() for kind in KINDS_IN_PLAY]
        if not representable(data.counters.land_mix(nation), tuple(group for group in groups if group)):
            yield f"the counters of {nation} cannot show its units"
        ships = [
            kind for there in places.values() for kind in SHIP_KINDS for _ in range(getattr(there, kind))
        ]
        yield from unknown(
            f"kind of ship of {nation}",
            dict.fromkeys(SHIP_KINDS[kind] for kind in ships),
            data.counters.ships_of(nation).kinds,
        )
        if len(ships) > data.counters.ships_of(nation).counters:
            yield f"{nation} has more ships than counters"
    areas = [id for id, space in data.board.spaces.items() if getattr(space, "area", None)]
    yield from unknown("space whose faith can change", scenario.protestant, areas)
    yield from unknown("noble", (*scenario.nobles, *scenario.nobles_gone), data.nobles)
    yield from unknown("leader", (*scenario.leaders_waiting, *scenario.people_gone), data.leaders)
    yield from unknown("ruler", scenario.rulers.values(), data.rulers)
    yield from unknown("ocean zone", scenario.patrols, data.world.zones)
    deck = data.starting_deck(scenario.id, 6)
    if len(deck) != scenario.deck_size:
        yield f"the first deck has {scenario.deck_size} cards, {len(deck)} found"
    held = scenario.controllers(data.board)
    for key in data.board.keys:
        marked = next((p for p, keys in scenario.control.keys.items() if key in keys), None)
        if held[key] in data.majors and marked != held[key]:
            yield f"no square marker of {held[key]} on {key}"
    yield from start_points(data, scenario, held)


def start_points(data: VqData, scenario: ScenarioData, held: dict[str, str]) -> Iterator[str]:
    """The VP and the deal of the first turn, counted again (25.2, 6.2)."""
    row = row_for(data.protestant_spaces, len(scenario.protestant))
    for power in data.majors:
        keys = sum(held[key] == power for key in data.board.keys)
        data_of, ruler = data.powers[power], data.rulers[scenario.rulers[power]]
        dutch = sum(held[key] == power for key in data.protestant_rows.dutch_keys)
        rows = data.protestant_rows
        if power == PROTESTANT:
            base = dutch * rows.dutch_vp_each + (keys - dutch) * rows.other_vp_each
            cards = rows.cards[min(dutch, keys - dutch)]
        else:
            base, cards = data_of.key_vp[keys], data_of.key_cards[keys]
        special = getattr(row, power, 0) if power in (SPAIN, "england", PROTESTANT) else 0
        if power == "france":
            special = len(scenario.valois_married)
        bonus = sum(scenario.bonus_vp.get(power, {}).values())
        if base + special + bonus != scenario.initial_vp[power]:
            yield f"{power} begins with {base + special + bonus} VP, not {scenario.initial_vp[power]}"
        if cards + ruler.bonus != scenario.deal[power]:
            yield f"{power} is dealt {cards + ruler.bonus} cards, not {scenario.deal[power]}"
