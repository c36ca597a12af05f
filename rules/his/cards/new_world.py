"""Events of the New World: voyages sent and called off, markers beside the colonies (20)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.card_play import draw_cards
from rules.core.errors import allows
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.cards.choices import always
from rules.his.game import HisGame
from rules.his.new_world.phase import CIRCUMNAVIGATION
from rules.his.new_world.voyages import (
    CONQUEST,
    EXPLORATION,
    NEW_WORLD_POWERS,
    call_off,
    check_cabot,
    check_conquest,
    check_exploration,
    colonies_left,
    colony_markers,
    has_free_colony_box,
    launch_cabot,
    launch_conquest,
    launch_exploration,
    lose_random_explorer,
    no_more,
    place_galleons,
    place_governor,
    place_plantations,
    place_potosi,
    place_raider,
    place_uprising,
    voyages_underway,
)
from rules.his.powers import ENGLAND, FRANCE, PROTESTANT, PROTESTANT_FAITH
from rules.his.state import Voyage
from rules.his.windows import CARDS

RAIDING_POWERS = (ENGLAND, FRANCE, PROTESTANT)
GOVERNOR, UPRISING = "governor", "uprising"
CABOT = "cabot"
MOLUCCAS_CARDS = 2


def own_first(power: Power, powers: Iterable[Power]) -> list[Power]:
    """The player himself before others, if he is among them: silence takes the first."""
    return sorted(powers, key=lambda other: other != power)


# ---- 48 Galleons


def powers_without_galleons(game: HisGame, power: Power) -> list[Power]:
    return [other for other in NEW_WORLD_POWERS if other not in game.new_world.galleons]


@CARDS.event(48, "event", playable=powers_without_galleons)
async def galleons(game: HisGame, power: Power) -> None:
    """48 Galleons: a New World power gets its marker for good."""
    able = own_first(power, powers_without_galleons(game, power))
    place_galleons(game, await choose_one(power, "galleons", "major", able, "20.4"))


# ---- 49 Huguenot Raiders


def raiding_powers(game: HisGame, power: Power) -> list[Power]:
    """Those with a home port of Protestant faith, whoever holds it, and no Raider in play."""
    return [
        other
        for other in RAIDING_POWERS
        if other not in game.new_world.raiders and has_protestant_home_port(game, other)
    ]


def has_protestant_home_port(game: HisGame, power: Power) -> bool:
    return any(
        game.board.spaces[space].is_port and game.spaces[space].religion == PROTESTANT_FAITH
        for space in game.home_spaces(power)
    )


@CARDS.event(49, "event", playable=raiding_powers)
async def huguenot_raiders(game: HisGame, power: Power) -> None:
    """49 Huguenot Raiders: a power's Raider lies in wait for Hapsburg riches."""
    able = own_first(power, raiding_powers(game, power))
    place_raider(game, await choose_one(power, "raiders", "major", able, "20.4"))


# ---- 50 Mercator's Map


def powers_to_explore(game: HisGame, power: Power) -> list[Power]:
    return [other for other in NEW_WORLD_POWERS if allows(check_exploration, game, other)]


@CARDS.event(50, "event", playable=powers_to_explore)
async def mercators_map(game: HisGame, power: Power) -> None:
    """50 Mercator's Map: an exploration without CP and with better odds."""
    able = own_first(power, powers_to_explore(game, power))
    explorer = await choose_one(power, "mercators_map", "major", able, "20.2")
    launch_exploration(game, explorer, bonus=game.data.tables.new_world.mercator)


# ---- 53 Plantations


def powers_without_plantations(game: HisGame, power: Power) -> list[Power]:
    return [other for other in NEW_WORLD_POWERS if other not in game.new_world.plantations]


@CARDS.event(53, "event", playable=powers_without_plantations)
async def plantations(game: HisGame, power: Power) -> None:
    """53 Plantations: a New World power gets its marker for good."""
    able = own_first(power, powers_without_plantations(game, power))
    place_plantations(game, await choose_one(power, "plantations", "major", able, "20.4"))


# ---- 54 Potosi Silver Mines


def powers_with_free_box(game: HisGame, power: Power) -> list[Power]:
    return [other for other in NEW_WORLD_POWERS if has_free_colony_box(game, other)]


@CARDS.event(54, "event", playable=powers_with_free_box)
async def potosi_silver_mines(game: HisGame, power: Power) -> None:
    """54 Potosi Silver Mines: they become a colony at once, and a colony marker of that power goes."""
    able = own_first(power, powers_with_free_box(game, power))
    owner = await choose_one(power, "potosi", "major", able, "20.1")
    markers = colonies_by_use(game, owner)
    place_potosi(game, owner, await choose_one(owner, "colony_for_potosi", "option", markers, "20.1"))


def colonies_by_use(game: HisGame, power: Power) -> list[str]:
    """A power's colony markers: first those not in use, then those on their way, then the rest."""
    unused = colonies_left(game, power)
    settled = game.new_world.colonies[power]
    markers = colony_markers(game, power)
    return sorted(markers, key=lambda colony: (colony in settled, colony not in unused))


# ---- 77 Fountain of Youth


def explorations_underway(game: HisGame, power: Power) -> list[Voyage]:
    return voyages_underway(game, EXPLORATION)


@CARDS.event(77, "event", playable=explorations_underway)
async def fountain_of_youth(game: HisGame, power: Power) -> None:
    """77 Fountain of Youth: an exploration is called off, and on 4 or more an explorer is lost."""
    voyage = await choose_voyage(power, "fountain_of_youth", explorations_underway(game, power))
    call_off(game, voyage)
    (die,) = game.roll(power, 1, Reason("card", card=77))
    if die >= game.data.tables.event_tables.fountain_of_youth_lost:
        lose_random_explorer(game, voyage.power)


async def choose_voyage(power: Power, topic: str, voyages: list[Voyage]) -> Voyage:
    """Which of the voyages; Cabot's is a second exploration of his power (#99)."""
    by_name = {voyage_name(voyage): voyage for voyage in voyages}
    return by_name[await choose_one(power, topic, "option", list(by_name), "20.2")]


def voyage_name(voyage: Voyage) -> str:
    """What players call a voyage: `france_exploration`, `england_cabot`."""
    return f"{voyage.power}_{CABOT if voyage.figure else voyage.kind}"


# ---- 96 Sale of Moluccas


def globe_is_rounded(game: HisGame, power: Power) -> bool:
    return CIRCUMNAVIGATION in game.new_world.claimed


@CARDS.event(96, "event", playable=globe_is_rounded)
async def sale_of_moluccas(game: HisGame, power: Power) -> None:
    """96 Sale of Moluccas: who sailed around the globe draws two cards."""
    draw_cards(game, game.new_world.claimed[CIRCUMNAVIGATION], MOLUCCAS_CARDS, Reason("card", card=96))


# ---- 98 Search for Cibola


def voyages_to_mislead(game: HisGame, power: Power) -> list[Voyage]:
    return voyages_underway(game, EXPLORATION, CONQUEST)


@CARDS.event(98, "event", playable=voyages_to_mislead)
async def search_for_cibola(game: HisGame, power: Power) -> None:
    """98 Search for Cibola: an exploration or conquest is called off, and no other of its kind follows."""
    voyage = await choose_voyage(power, "cibola", voyages_to_mislead(game, power))
    call_off(game, voyage)
    game.this_turn.append(no_more(voyage.power, voyage.kind))


# ---- 99 Sebastian Cabot


def cabot_may_sail(game: HisGame, power: Power) -> bool:
    return allows(check_cabot, game, power)


@CARDS.event(99, "event", playable=cabot_may_sail)
async def sebastian_cabot(game: HisGame, power: Power) -> None:
    """99 Sebastian Cabot: he explores for the player, besides any other exploration."""
    launch_cabot(game, power)


# ---- 101 Smallpox


def may_conquer(game: HisGame, power: Power) -> bool:
    return allows(check_conquest, game, power)


@CARDS.event(101, "event", playable=may_conquer)
async def smallpox(game: HisGame, power: Power) -> None:
    """101 Smallpox: a conquest without CP and with better odds."""
    launch_conquest(game, power, bonus=game.data.tables.new_world.smallpox)


# ---- 111 Colonial Governor/Native Uprising


@CARDS.event(111, "event", playable=always)
async def colonial_governor_or_native_uprising(game: HisGame, power: Power) -> None:
    """111 Colonial Governor/Native Uprising: the marker goes beside a power's colonies, either side up."""
    owner = await choose_one(power, "colonial_marker", "major", own_first(power, NEW_WORLD_POWERS), "20.4")
    # Silence means well with oneself only.
    sides = (GOVERNOR, UPRISING) if owner == power else (UPRISING, GOVERNOR)
    side = await choose_one(power, "colonial_side", "option", sides, "20.4")
    if side == GOVERNOR:
        place_governor(game, owner)
    else:
        place_uprising(game, owner)
