"""The position before the first phase, from a scenario's data."""

from __future__ import annotations

from rules.core.cards import Cards
from rules.core.dice import Dice
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.log import Setup
from rules.core.options import rules_version
from rules.core.reasons import Reason
from rules.vq.data import ScenarioData, VqData
from rules.vq.data.everything import starts
from rules.vq.data.scenarios import Seating
from rules.vq.diplomacy.activated import idle
from rules.vq.diplomacy.phase import suggestions
from rules.vq.diplomacy.wars import see_intrusions, war_by_entry
from rules.vq.game import Elsewhere, VqGame, attach
from rules.vq.powers import CATHOLIC, ENGLAND, IMPULSE_ORDER, PROTESTANT_FAITH, SPAIN
from rules.vq.sequence.weddings import wed
from rules.vq.state import Captain, Influence, LiveSpace, Noble, Patronage, Treasures, WorldState
from rules.vq.treasury import take_at_random
from rules.war.state import WAR, Leader


def _rob(game: VqGame, giver: Power, taker: Power, reason: Reason) -> None:
    take_at_random(game, giver=giver, taker=taker, reason=reason, later=True)


ELSEWHERE = Elsewhere(war_by_entry, see_intrusions, _rob, wed, suggestions)


def new_game(data: VqData, setup: Setup, seed: str) -> VqGame:
    """Set up a scenario."""
    if setup.scenario not in data.scenarios:
        raise Illegal("scenario.unknown", scenario=setup.scenario)
    seating = next((one for one in data.seats.seatings if one.players == setup.players), None)
    if seating is None:
        raise Illegal("scenario.wrong_number_of_players", count=setup.players)
    scenario = data.scenarios[setup.scenario]
    nobodys = [power for power in seating.activated if power not in seating.control]
    external = dict(setup.options).get("dice") == "external"
    game = VqGame(
        dice=Dice(seed, external=external),
        cards=_cards(data, scenario, setup.players),
        setup=setup,
        rules_version=rules_version(setup.options),
        turn=scenario.turns[0],
        majors=tuple(power for power in data.majors if power not in nobodys),
        minors=(*data.minors, *nobodys),
        patrons=dict(seating.control),
        phase="cards",
        rulers={power: scenario.rulers[power] for power in IMPULSE_ORDER},
    )
    attach(game, data, ELSEWHERE)
    _place(game, scenario)
    _people(game, scenario)
    game.treasures = Treasures(
        pool=sorted(kind for kind, count in data.counters.treasures.items() for _ in range(count)),
        hands={power: [] for power in IMPULSE_ORDER},
    )
    game.world = _world(data, scenario)
    game.influence = Influence({minor: dict(column.start) for minor, column in data.influence.items()})
    game.patronage = Patronage(
        markers={kind: dict(worth) for kind, worth in data.tables.patronage.markers.items()}
    )
    _without_players(game, seating)
    game.bonus_vp = {power: dict(scenario.bonus_vp.get(power, {})) for power in IMPULSE_ORDER}
    lasting = game.lasting
    lasting.faction_capitals = dict(scenario.capital_markers)
    lasting.mary, lasting.excommunicated = scenario.mary, scenario.excommunicated
    lasting.valois_married = list(scenario.valois_married)
    lasting.virgin_queen_vp = scenario.bonus_vp.get(ENGLAND, {}).get("virgin_queen", 0)
    game.vp_record[scenario.turns[0] - 1] = {power: scenario.initial_vp[power] for power in IMPULSE_ORDER}
    return game


def _place(game: VqGame, scenario: ScenarioData) -> None:
    held = scenario.controllers(game.board)
    for space in game.board.spaces:
        faith = PROTESTANT_FAITH if space in scenario.protestant else CATHOLIC
        game.spaces[space] = LiveSpace(held[space], religion=faith)
    for leader in game.data.leaders.values():
        game.leaders[leader.id] = Leader(leader.power, removed=leader.id in scenario.people_gone)
    for captain in game.data.captains.values():
        if ENGLAND in captain.powers:  # English captains serve as naval leaders in Europe too (10)
            game.leaders[captain.id] = Leader(ENGLAND)
    for nation, garrisons in scenario.units.items():
        for place, there in garrisons.items():
            counts = {
                "regulars": there.r,
                "mercenaries": there.m,
                "cavalry": there.c,
                "galleys": there.g,
                "galleons": there.n,
                "race_built": there.b,
                "corsairs": there.k,
            }
            game.add_units(place, nation, **{kind: count for kind, count in counts.items() if count})
            for name in there.leaders:
                game.leaders[name].place = place
    for one, other in scenario.at_war:
        if one in idle(game) or other in idle(game):
            game.resting_wars.append((one, other))
        else:
            game.set_relation(one, other, WAR)
    game.minor_allies = dict(scenario.allied_minors)


def _people(game: VqGame, scenario: ScenarioData) -> None:
    first = scenario.turns[0]
    game.arriving = list(scenario.leaders_waiting)
    for name, data in game.data.nobles.items():
        noble = Noble(suitability=scenario.nobles.get(name))
        if name in scenario.nobles_gone:
            noble.married = True
        elif noble.suitability is None and data.turn < first:
            noble.past = True
        game.nobles[name] = noble


def _without_players(game: VqGame, seating: Seating) -> None:
    """Captains, artists, scientists and some markers of powers without a player are not in the game (3.2)."""
    absent, people = seating.activated, game.data
    for name, captain in game.world.captains.items():
        captain.gone = all(power in absent for power in people.captains[name].powers)
    game.patronage.gone = [
        *(name for name, artist in people.artists.items() if artist.power in absent),
        *(name for name, scientist in people.scientists.items() if scientist.power in absent),
    ]
    for name in seating.nobles_out:
        game.nobles[name] = Noble(past=True)
    for kind, worths in seating.markers_out.items():
        for worth, count in worths.items():
            game.patronage.markers[kind][worth] -= count


def _world(data: VqData, scenario: ScenarioData) -> WorldState:
    owners = {place.id: place.owner for place in data.world.settlements.values() if place.owner}
    owners |= dict.fromkeys(scenario.settlements_of_spain, SPAIN)
    return WorldState(
        owners=owners,
        fortresses=list(scenario.world_fortresses),
        patrols=dict(scenario.patrols),
        captains={name: Captain() for name in data.captains},
    )


def _cards(data: VqData, scenario: ScenarioData, players: int) -> Cards:
    cards = Cards(hands={power: [] for power in IMPULSE_ORDER})
    out = (*scenario.cards_removed, *data.seats.of(players).cards_out)
    for n, card in sorted(data.cards.items()):
        if n in out or (card.players and players not in card.players):
            cards.removed.append(n)
        elif card.kind == "home" and (card.enters == "home" or (card.turn or 0) <= scenario.turns[0]):
            cards.laid.append(n)
        elif card.kind != "home" and starts(card, scenario.turns[0], players):
            cards.deck.append(n)
        else:
            cards.unborn.append(n)
    return cards
