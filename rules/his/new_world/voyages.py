"""Voyages and colonies (20.1 to 20.3): what sends a marker across the Atlantic, and what cards do to it."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.game import HisGame
from rules.his.new_world import events as told
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG
from rules.his.state import Voyage

NEW_WORLD_POWERS = (ENGLAND, FRANCE, HAPSBURG)
COLONY, EXPLORATION, CONQUEST = "colony", "exploration", "conquest"
CABOT_CARD = 99


def launched(game: HisGame, power: Power, kind: str) -> bool:
    """Whether a power has used up this turn's voyage of a kind.

    Those of the scenario and those called off count; Cabot's does not (20.2, 20.3).
    """
    world = game.new_world
    return no_more(power, kind) in game.this_turn or any(
        voyage.power == power and voyage.kind == kind and voyage.counts
        for voyage in (*world.crossing, *world.called_off)
    )


def _check_power(power: Power) -> None:
    if power not in NEW_WORLD_POWERS:
        raise Illegal("voyage.three_powers", "20")


# ---- 20.1 Colonies


def check_colony(game: HisGame, power: Power) -> None:
    """Raise `Illegal` unless a power may send colonists now (20.1)."""
    _check_power(power)
    if launched(game, power, COLONY):
        raise Illegal("voyage.colonized_already", "20.1")
    if not colonies_left(game, power):
        raise Illegal("voyage.no_colony_left", "20.1")


def colony_markers(game: HisGame, power: Power) -> list[str]:
    """A power's own colony markers that have not left the game; Potosi is none of them."""
    return [
        colony.id
        for colony in game.data.counters.colonies
        if colony.power == power and colony.id not in game.new_world.lost_colonies
    ]


def colonies_left(game: HisGame, power: Power) -> list[str]:
    """Colony markers that are neither in a box nor on their way."""
    world = game.new_world
    sailing = [voyage.figure for voyage in world.crossing if voyage.kind == COLONY]
    return [
        colony
        for colony in colony_markers(game, power)
        if colony not in world.colonies[power] and colony not in sailing
    ]


def send_colony(game: HisGame, power: Power) -> None:
    """Put a colony marker into the Crossing Atlantic box (20.1)."""
    colony = colonies_left(game, power)[0]
    game.new_world.crossing.append(Voyage(power, COLONY, figure=colony))
    game.emit(told.ColonistsSailed(power, colony))


# ---- 20.2 Voyages of exploration


def check_exploration(game: HisGame, power: Power) -> None:
    """Raise `Illegal` unless a power may launch an exploration now, by CP or Mercator's Map (20.2)."""
    _check_power(power)
    if launched(game, power, EXPLORATION):
        raise Illegal("voyage.explored_already", "20.2")
    if not game.new_world.explorers[power]:
        raise Illegal("voyage.no_explorer_left", "20.2")


def launch_exploration(game: HisGame, power: Power, *, bonus: int = 0) -> None:
    """Put the "Exploration Underway" marker into the Crossing Atlantic box (20.2)."""
    game.new_world.crossing.append(Voyage(power, EXPLORATION, bonus))
    game.emit(told.VoyageLaunched(power, EXPLORATION, bonus))


def check_cabot(game: HisGame, power: Power) -> None:
    """Raise `Illegal` unless Sebastian Cabot may sail for a power: once in the game for each (#99)."""
    _check_power(power)
    if power in game.new_world.cabot_used:
        raise Illegal("voyage.cabot_before", "20.2")
    if no_more(power, EXPLORATION) in game.this_turn:
        raise Illegal("voyage.cibola", "20.2")


def launch_cabot(game: HisGame, power: Power) -> None:
    """Send Cabot besides any other exploration; his card lies on the table until he is back (20.2, #99)."""
    cabot = next(
        name
        for name, explorer in game.data.explorers.items()
        if explorer.power == power and explorer.card == CABOT_CARD
    )
    game.new_world.cabot_used.append(power)
    game.new_world.crossing.append(Voyage(power, EXPLORATION, figure=cabot, counts=False))
    game.emit(told.CabotSailed(power))


# ---- 20.3 Voyages of conquest


def check_conquest(game: HisGame, power: Power) -> None:
    """Raise `Illegal` unless a power may launch a conquest now, by CP or Smallpox (20.3)."""
    _check_power(power)
    if launched(game, power, CONQUEST):
        raise Illegal("voyage.conquered_already", "20.3")
    if not game.new_world.conquistadors[power]:
        raise Illegal("voyage.no_conquistador_left", "20.3")


def launch_conquest(game: HisGame, power: Power, *, bonus: int = 0) -> None:
    """Put a conquest marker into the Crossing Atlantic box (20.3)."""
    game.new_world.crossing.append(Voyage(power, CONQUEST, bonus))
    game.emit(told.VoyageLaunched(power, CONQUEST, bonus))


# ---- What cards do to voyages and colonies


def voyages_underway(game: HisGame, *kinds: str) -> list[Voyage]:
    """Voyages of exploration or conquest that a card may call off (#77, #98)."""
    return [voyage for voyage in game.new_world.crossing if voyage.kind in kinds]


def call_off(game: HisGame, voyage: Voyage) -> None:
    """Take a voyage back; its marker waits for the next turn, so that none of its kind may follow (#77, #98).

    Cabot may be sent again later: he has not sailed.
    """
    world = game.new_world
    world.crossing.remove(voyage)
    world.called_off.append(voyage)
    game.emit(told.VoyageCalledOff(voyage.power, voyage.kind))
    if voyage.figure is not None:
        world.cabot_used.remove(voyage.power)
        game.cards.in_play.remove(CABOT_CARD)
        game.cards.discards.append(CABOT_CARD)


def no_more(power: Power, kind: str) -> str:
    """The reminder that a power launches no voyage of a kind this turn any more, Cabot's included (#98)."""
    return f"no_{kind}_{power}"


def lose_random_explorer(game: HisGame, power: Power) -> str | None:
    """An explorer drawn at random leaves the game (#77)."""
    pool = game.new_world.explorers[power]
    if not pool:
        return None
    explorer = game.dice.draw(sorted(pool), Reason("loses_explorer", power=power))
    pool.remove(explorer)
    game.emit(told.LostAtSea(power, explorer))
    return explorer


POTOSI = "potosi"


def has_free_colony_box(game: HisGame, power: Power) -> bool:
    """Whether a colony can be put beside the riches table at once (#54)."""
    return len(game.new_world.colonies[power]) < game.data.tables.new_world.colony_limit[power]


def place_potosi(game: HisGame, power: Power, instead_of: str) -> None:
    """Potosi takes a colony box, and one of the power's colony markers leaves the game for it (#54)."""
    world = game.new_world
    assert instead_of in colony_markers(game, power)
    world.lost_colonies.append(instead_of)
    if instead_of in world.colonies[power]:
        world.colonies[power].remove(instead_of)
    for voyage in list(world.crossing):
        if voyage.figure == instead_of:
            world.crossing.remove(voyage)
            # The action of this turn stays used up (20.1).
            world.called_off.append(voyage)
    world.colonies[power].append(POTOSI)
    game.emit(told.ColonyLeftGame(power, instead_of))
    game.emit(told.ColonyFounded(power, POTOSI))


GALLEONS, PLANTATIONS, RAIDERS = Reason("galleons"), Reason("plantations"), Reason("raiders")
GOVERNOR, UPRISING = Reason("governor"), Reason("uprising")


def place_galleons(game: HisGame, power: Power) -> None:
    """Galleon results give this power a card from now on (20.4, #48)."""
    game.new_world.galleons.append(power)
    game.emit(told.ColonialMarkerPlaced(power, GALLEONS))


def place_plantations(game: HisGame, power: Power) -> None:
    """This power's colonies roll better from now on (20.4, #53)."""
    game.new_world.plantations.append(power)
    game.emit(told.ColonialMarkerPlaced(power, PLANTATIONS))


def place_raider(game: HisGame, power: Power) -> None:
    """Raiders of this power wait for Hapsburg treasure (20.4, #49)."""
    game.new_world.raiders.append(power)
    game.emit(told.ColonialMarkerPlaced(power, RAIDERS))


def place_governor(game: HisGame, power: Power) -> None:
    """Put the one two-sided marker beside a power's colonies, Governor side up (#111)."""
    game.new_world.governor, game.new_world.uprising = power, None
    game.emit(told.ColonialMarkerPlaced(power, GOVERNOR))


def place_uprising(game: HisGame, power: Power) -> None:
    """Put the same marker beside a power's colonies, Uprising side up (#111)."""
    game.new_world.governor, game.new_world.uprising = None, power
    game.emit(told.ColonialMarkerPlaced(power, UPRISING))
