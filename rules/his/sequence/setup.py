"""The position before the first phase, from a scenario's data."""

from __future__ import annotations

from rules.core.cards import CardNumber, Cards
from rules.core.dice import Dice
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.log import Setup
from rules.core.options import rules_version
from rules.his.data import HisData, ScenarioData
from rules.his.diplomacy.minors import check_hungary_defeat
from rules.his.diplomacy.peace import remember_capture
from rules.his.diplomacy.phase import suggestions
from rules.his.diplomacy.wars import phony_war_ends
from rules.his.duel import PLAYERS, Duel
from rules.his.faith.electorates import raise_waiting_regulars
from rules.his.game import Elsewhere, HisGame
from rules.his.new_world.voyages import NEW_WORLD_POWERS
from rules.his.powers import CATHOLIC, HUNGARY, IMPULSE_ORDER, OTHER_FAITH, OTTOMAN, PROTESTANT_FAITH
from rules.his.state import Debater, Faith, HisSpace, NewWorld, Reformer, Tudors, Voyage
from rules.war.state import ALLIED, WAR, Leader

EARLIEST_LIMIT = 4
"""The first turn after which players may agree to stop."""
ELSEWHERE = Elsewhere(
    raise_waiting_regulars, remember_capture, phony_war_ends, check_hungary_defeat, suggestions
)


def new_game(data: HisData, setup: Setup, seed: str) -> HisGame:
    """Set up a scenario."""
    if setup.scenario not in data.scenarios:
        raise Illegal("scenario.unknown", scenario=setup.scenario)
    scenario = data.scenarios[setup.scenario]
    check_options(setup, scenario)
    external = dict(setup.options).get("dice") == "external"
    game = HisGame(
        dice=Dice(seed, external=external),
        cards=_cards(data, scenario, scenario.powers(data.majors)),
        setup=setup,
        rules_version=rules_version(setup.options),
        turn=scenario.turns[0],
        majors=data.majors,
        minors=data.minors,
        phase="theses" if scenario.options.theses_and_diet else "card_draw",
        rulers={power: scenario.rulers[power] for power in IMPULSE_ORDER},
    )
    attach(game, data)
    game.duel = _duel(scenario)
    game.turn_power = game.players[0]
    _place(game, scenario)
    game.faith = _faith(data, scenario)
    game.tudors = _tudors(scenario)
    game.new_world = _new_world(data, scenario)
    game.bonus_vp = {power: dict(scenario.bonus_vp.get(power, {})) for power in IMPULSE_ORDER}
    game.piracy_vp = scenario.tracks.piracy_vp
    game.chateaux_vp = scenario.tracks.chateaux_vp
    game.pirates = "barbary_pirates" in scenario.already_happened
    game.havens = list(scenario.havens)
    game.hungary_defeated = HUNGARY in game.minor_allies  # only its defeat brings it in before a scenario
    game.vp_record[scenario.turns[0] - 1] = {power: scenario.initial_vp[power] for power in game.players}
    return game


def check_options(setup: Setup, scenario: ScenarioData) -> None:
    """Raise `Illegal` for an own time limit that is none: the end of a turn from 4 on (scenario book)."""
    limit = dict(setup.options).get("last_turn")
    if limit is None:
        return
    latest = scenario.options.last_turn
    if not limit.isdecimal() or not EARLIEST_LIMIT <= int(limit) <= latest:
        raise Illegal("scenario.last_turn", least_turn=EARLIEST_LIMIT, last_turn=latest, named_turn=limit)


def attach(game: HisGame, data: HisData) -> None:
    """Give a state what is not stored with it."""
    game.data = data
    game.board = data.board
    game.elsewhere = ELSEWHERE


def _place(game: HisGame, scenario: ScenarioData) -> None:
    board = game.board
    held = scenario.controllers(board)
    for space in board.spaces.values():
        # Ottoman home spaces and havens are immune to conversion (2.3, 21.1).
        immune = space.home == OTTOMAN or space.id in scenario.havens
        faith = PROTESTANT_FAITH if space.id in scenario.protestant else CATHOLIC
        game.spaces[space.id] = HisSpace(held.get(space.id), religion=OTHER_FAITH if immune else faith)
    for leader in game.data.leaders.values():
        game.leaders[leader.id] = Leader(leader.power)
    for nation, garrisons in scenario.units.items():
        for place, there in garrisons.items():
            game.add_units(
                place,
                nation,
                regulars=there.r,
                mercenaries=there.m,
                cavalry=there.c,
                squadrons=there.s,
                corsairs=there.k,
            )
            for name in there.leaders:
                game.leaders[name].place = place
    for one, other in scenario.at_war:
        game.set_relation(one, other, WAR)
    for one, other in scenario.allied:
        if other in game.minors:
            game.minor_allies[other] = one
        else:
            game.set_relation(one, other, ALLIED)


def _duel(scenario: ScenarioData) -> Duel | None:
    """The Diplomacy deck of the two-player game."""
    if (two := scenario.two_player) is None:
        return None
    return Duel(
        hands={power: [] for power in PLAYERS}, deck=list(two.first_cards), unborn=list(two.league_cards)
    )


def _cards(data: HisData, scenario: ScenarioData, players: tuple[Power, ...]) -> Cards:
    cards = Cards(hands={power: [] for power in players})
    held: list[CardNumber] = []
    for power, hand in scenario.deck.setup_hands.items():
        cards.hands[power] = list(hand)
        held += hand
    for n, card in sorted(data.cards.items()):
        if n in held:
            continue
        if n in scenario.deck.removed:
            cards.removed.append(n)
        elif card.kind == "home":
            cards.laid.append(n)
        elif card.enters == "start":
            cards.deck.append(n)
        else:
            cards.unborn.append(n)
    return cards


def _faith(data: HisData, scenario: ScenarioData) -> Faith:
    here = [name for names in scenario.debaters.values() for name in names]
    out = scenario.out_of_game
    tracks = scenario.tracks
    return Faith(
        debaters={
            name: Debater(entered=name in here, gone=name in out.debaters) for name in sorted(data.debaters)
        },
        reformers={
            name: Reformer(entered=name in scenario.reformers, gone=name in out.reformers)
            for name in sorted(data.reformers)
        },
        new_testament=dict(tracks.new_testament),
        full_bible=dict(tracks.full_bible),
        electorate_display=dict(scenario.electorate_display),
        st_peters_cp=tracks.st_peters_cp,
        st_peters_vp=tracks.st_peters_vp,
        excommunicated=list(scenario.excommunicated),
        league="schmalkaldic_league" in scenario.already_happened,
    )


def _tudors(scenario: ScenarioData) -> Tudors:
    """With two players Henry's story is fixed: who will be born counts as born (scenario book)."""
    tudors = Tudors(status=scenario.marital_status)
    if (two := scenario.two_player) is not None:
        tudors.boleyn_turn, tudors.children = two.boleyn_turn, dict(two.heirs)
    return tudors


def _new_world(data: HisData, scenario: ScenarioData) -> NewWorld:
    setup, out = scenario.new_world, scenario.out_of_game
    world = NewWorld(
        charted=[power for power in NEW_WORLD_POWERS if power not in setup.uncharted],
        explorers={power: [] for power in NEW_WORLD_POWERS},
        conquistadors={power: [] for power in NEW_WORLD_POWERS},
        colonies={power: list(setup.colonies.get(power, ())) for power in NEW_WORLD_POWERS},
        claimed=dict(setup.claimed),
    )
    for name, explorer in sorted(data.explorers.items()):
        if explorer.card is None and name not in out.explorers:
            world.explorers[explorer.power].append(name)
    for name, conquistador in sorted(data.conquistadors.items()):
        if name not in out.conquistadors:
            world.conquistadors[conquistador.power] += [name] * conquistador.count
    conquests = [prize.id for prize in data.tables.new_world.conquests]
    for prize, power in setup.claimed.items():
        if prize in conquests and prize not in setup.depleted:
            world.conquests[prize] = power
    for power, kinds in setup.crossing.items():
        world.crossing += [Voyage(power, kind.removesuffix("_underway")) for kind in kinds]
    return world
