"""What must be true of a starting position."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.data import repeated
from rules.core.findings import unknown
from rules.his.data.everything import HisData, starting_deck
from rules.his.data.powers import INDEPENDENT, KNIGHTS
from rules.his.data.scenarios import ScenarioData, TwoPlayers

UNDERWAY = ("conquest_underway", "exploration_underway")


def scenario_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    yield from _map_setup_problems(data, scenario)
    yield from _force_problems(data, scenario)
    yield from _power_setup_problems(data, scenario)
    yield from _people_setup_problems(data, scenario)
    yield from _new_world_setup_problems(data, scenario)
    yield from _deck_problems(data, scenario)
    if scenario.two_player is not None:
        yield from _two_player_problems(data, scenario.two_player)


def _map_setup_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    board = data.board
    nations = [*data.powers, INDEPENDENT, KNIGHTS]
    yield from unknown("nation with units", scenario.units, nations)
    yield from unknown("space with units", (s for u in scenario.units.values() for s in u), board.spaces)
    marked = [
        (power, space, square)
        for markers, square in ((scenario.control.keys, True), (scenario.control.others, False))
        for power, spaces in markers.items()
        for space in spaces
    ]
    yield from unknown("power in control", (power for power, _, _ in marked), [*data.powers, INDEPENDENT])
    yield from unknown("space under control", (space for _, space, _ in marked), board.spaces)
    yield from (f"controlled twice: {space}" for space in repeated(space for _, space, _ in marked))
    for power, space, square in marked:
        if space in board.spaces and board.spaces[space].is_key != square:
            yield f"{space} of {power} is listed among the {'keys' if square else 'others'}"
    for what, spaces in (
        ("space out of play", scenario.out_of_play),
        ("Protestant space", scenario.protestant),
        ("electorate on display", scenario.electorate_display),
        ("haven", scenario.havens),
    ):
        yield from unknown(what, spaces, board.spaces)
        yield from (f"duplicated {what}: {space}" for space in repeated(spaces))
    for pair in (*scenario.at_war, *scenario.allied):
        yield from unknown("power at war or allied", pair, data.powers)


def _power_setup_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    for power in data.majors:
        ruler = data.rulers.get(scenario.rulers.get(power, ""))
        if ruler is None or ruler.power != power:
            yield f"unknown ruler of {power}: {scenario.rulers.get(power)}"
    players = scenario.powers(data.majors)
    for what, table, powers in (
        ("rulers", scenario.rulers, data.majors),
        ("initial_vp", scenario.initial_vp, players),
        ("deal", scenario.deal, players),
    ):
        if sorted(table) != sorted(powers):
            yield f"{what} does not name each major power once"
    yield from unknown("power with extra cards", scenario.extra_cards_first_turn, data.majors)
    yield from unknown("power with bonus VP", scenario.bonus_vp, data.majors)


def _people_setup_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    boxes = [box.id for box in data.marriage.marital_track]
    yield from unknown("marital status", [scenario.marital_status], boxes)
    out = scenario.out_of_game
    yield from unknown("reformer", (*scenario.reformers, *out.reformers), data.reformers)
    yield from unknown("excommunicated figure", scenario.excommunicated, sum(data.excommunication_boxes, ()))
    yield from unknown("debater", out.debaters, data.debaters)
    yield from unknown("explorer", out.explorers, data.explorers)
    yield from unknown("conquistador", out.conquistadors, data.conquistadors)
    for group, debaters in scenario.debaters.items():
        yield from unknown("debater", debaters, data.debaters)
        for debater in (data.debaters[id] for id in debaters if id in data.debaters):
            if group not in (debater.side, debater.zone):
                yield f"debater {debater.id} does not belong to {group}"
    every = sum(scenario.debaters.values(), out.debaters)
    yield from (f"debater listed twice: {id}" for id in repeated(every))


def _new_world_setup_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    world, new_world = data.tables.new_world, scenario.new_world
    sailing = [*new_world.uncharted, *new_world.crossing, *new_world.colonies, *new_world.claimed.values()]
    yield from unknown("New World power", sailing, world.colony_limit)
    yield from unknown("voyage", sum(new_world.crossing.values(), ()), UNDERWAY)
    prizes = [prize.id for prize in (*world.discoveries, *world.conquests)]
    yield from unknown("prize", (*new_world.claimed, *new_world.depleted), prizes)
    colonies = [colony.id for colony in data.counters.colonies]
    yield from unknown("colony", sum(new_world.colonies.values(), ()), colonies)


def _force_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    for nation, places in scenario.units.items():
        forces = list(places.values())
        land = sum(force.r + force.m + force.c for force in forces)
        if nation == "protestant":
            # The regulars of the display are pieces of the same mix.
            land += sum(scenario.electorate_display.values())
        ships = sum(force.s + force.k for force in forces)
        if land > data.counters.land_limit(nation):
            yield f"land units of {nation}: {land}, the counters make {data.counters.land_limit(nation)}"
        if ships > data.counters.naval_limit(nation):
            yield f"naval units of {nation}: {ships}, the counters make {data.counters.naval_limit(nation)}"
        sides = next((land.sides for land in data.counters.land if land.power == nation), ())
        if any(force.m for force in forces) and "mercenary" not in sides:
            yield f"{nation} has no mercenaries"
        if any(force.c for force in forces) and "cavalry" not in sides:
            yield f"{nation} has no cavalry"
        if any(force.k for force in forces) and nation != "ottoman":
            yield f"{nation} has no corsairs"
        for space, force in places.items():
            if (force.s or force.k) and space in data.board.spaces and not data.board.spaces[space].is_port:
                yield f"ships in {space}, which is no port"
            if space in scenario.out_of_play:
                yield f"units in {space}, which is out of play"
            yield from unknown("leader", force.leaders, data.leaders)
            for leader in (data.leaders[id] for id in force.leaders if id in data.leaders):
                if leader.power != nation:
                    yield f"leader {leader.id} stands with {nation}"
    placed = [id for places in scenario.units.values() for force in places.values() for id in force.leaders]
    yield from (f"leader placed twice: {id}" for id in repeated(placed))


def _deck_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    deck, cards, first = scenario.deck, data.cards, scenario.turns[0]
    named = (*deck.removed, *deck.added_before, *deck.added_first_turn, *sum(deck.setup_hands.values(), ()))
    yield from unknown("card", named, cards)
    yield from (f"card named twice: {n}" for n in repeated(named))
    yield from unknown("power with a hand at the start", deck.setup_hands, data.majors)
    size = len(starting_deck(cards, scenario))
    if size != deck.size:
        yield f"first deck: {deck.size} cards expected, {size} found"
    if first > 1:
        # Later scenarios list their cards in full, as a second telling of what cards.toml says by turn.
        for what, listed, turns in (
            ("added_before", deck.added_before, range(2, first)),
            ("added_first_turn", deck.added_first_turn, range(first, first + 1)),
        ):
            found = [n for n in starting_deck(cards, scenario) if cards[n].turn in turns]
            if sorted(listed) != found:
                yield f"{what}: {sorted(listed)} listed, cards.toml has {found}"
        kept = [n for n, card in cards.items() if card.only_1517 and n not in deck.removed]
        yield from (f"card of 1517 in the deck: {n}" for n in kept)


def _two_player_problems(data: HisData, game: TwoPlayers) -> Iterator[str]:
    yield from unknown(
        "zone of the theatre", game.theatre, [space.lang for space in data.board.spaces.values()]
    )
    yield from unknown("prize", game.prizes, data.board.spaces)
    yield from unknown("event that is due", game.due, data.cards)
    dealt = [*game.first_cards, *game.league_cards]
    if sorted(dealt) != sorted(data.diplomacy_cards):
        yield f"the Diplomacy decks hold {sorted(dealt)}, diplomacy.toml {sorted(data.diplomacy_cards)}"
    for n, card in data.diplomacy_cards.items():
        if (card.enters == "league") != (n in game.league_cards):
            yield f"card {n}: entry and deck disagree"
