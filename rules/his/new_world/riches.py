"""New World riches (20.4): what colonies and conquests bring in the Card Draw Phase, and who steals it."""

from __future__ import annotations

from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.his.game import HisGame
from rules.his.new_world import events as told
from rules.his.new_world.voyages import GOVERNOR, NEW_WORLD_POWERS, POTOSI, UPRISING
from rules.his.powers import HAPSBURG

DEPLETED, CARD, GALLEON, NO_EFFECT, ELIMINATED = "D", "C", "G", "N", "E"
COLONIAL_OPTION, CONQUESTS_TOO = "colonial_marker", "conquests_too"
"""Option of a game: Governor and Uprising change the rolls of conquests too (#111)."""
YIELDS = {
    DEPLETED: Reason("last_card"),
    CARD: Reason("one_card"),
    GALLEON: Reason("no_galleons"),
    NO_EFFECT: Reason("nothing"),
    ELIMINATED: Reason("eliminated"),
}


def new_world_riches(game: HisGame) -> dict[Power, int]:
    """Roll for every conquest and colony; the cards to be dealt for them, by power (20.4)."""
    extra: dict[Power, int] = {}
    markers_used: list[Reason] = []
    for power in NEW_WORLD_POWERS:
        for prize in [prize for prize, owner in game.new_world.conquests.items() if owner == power]:
            if (winner := conquest_yields(game, power, prize, markers_used)) is not None:
                extra[winner] = extra.get(winner, 0) + 1
        for colony in list(game.new_world.colonies[power]):
            if (winner := colony_yields(game, power, colony, markers_used)) is not None:
                extra[winner] = extra.get(winner, 0) + 1
    remove_colonial_marker(game, markers_used)
    return extra


def conquest_yields(game: HisGame, power: Power, prize: str, markers_used: list[Reason]) -> Power | None:
    """Roll for a conquest; who gets a card for it, if anybody.

    One that is depleted or eliminated yields no more; its VP stay.
    """
    with_marker = game.option(COLONIAL_OPTION, first=CONQUESTS_TOO) == CONQUESTS_TOO
    result = roll_for_riches(game, power, prize, prize, markers_used if with_marker else None)
    if result in (DEPLETED, ELIMINATED):
        del game.new_world.conquests[prize]
    return card_winner(game, power) if result in (DEPLETED, CARD) else None


def colony_yields(game: HisGame, power: Power, colony: str, markers_used: list[Reason]) -> Power | None:
    """Roll for a colony; who gets a card for it.  An eliminated colony may be founded again."""
    column = POTOSI if colony == POTOSI else "colony"
    result = roll_for_riches(game, power, colony, column, markers_used)
    if result == ELIMINATED:
        game.new_world.colonies[power].remove(colony)
    return card_winner(game, power) if result == CARD else None


def roll_for_riches(
    game: HisGame, power: Power, source: str, column: str, markers_used: list[Reason] | None
) -> str:
    """The result for one conquest or colony, after Plantations, Galleons, Governor and Uprising.

    `markers_used` notes the marker that changed a result; without it (a conquest) no marker does.
    """
    world, table = game.new_world, game.data.tables.new_world
    total = sum(game.roll(power, 2, Reason("riches", option=source)))
    if column in table.plantations_on and power in world.plantations:
        total += table.plantations
    result, marker = riches_for(game, power, column, total, with_marker=markers_used is not None)
    if marker is not None and markers_used is not None:
        markers_used.append(marker)
    game.emit(told.RichesCounted(power, source, total, YIELDS[result]))
    return result


def riches_for(
    game: HisGame, power: Power, column: str, total: int, *, with_marker: bool
) -> tuple[str, Reason | None]:
    """The result of a total, and the marker that has changed it, if one may and does."""
    world = game.new_world
    result = game.data.tables.new_world.riches_result(column, total)
    if result == GALLEON and power in world.galleons:
        return CARD, None
    if result == NO_EFFECT and with_marker and world.governor == power:
        return CARD, GOVERNOR
    if result == NO_EFFECT and with_marker and world.uprising == power:
        return ELIMINATED, UPRISING
    return result, None


def remove_colonial_marker(game: HisGame, markers_used: list[Reason]) -> None:
    """The Governor or Uprising marker goes at the end of a phase in which it changed a result."""
    world = game.new_world
    if GOVERNOR in markers_used and world.governor is not None:
        game.emit(told.ColonialMarkerRemoved(world.governor, GOVERNOR))
        world.governor = None
    if UPRISING in markers_used and world.uprising is not None:
        game.emit(told.ColonialMarkerRemoved(world.uprising, UPRISING))
        world.uprising = None


# ---- Raiders


def card_winner(game: HisGame, power: Power) -> Power:
    """Who gets a card from riches: the owner, unless Raiders steal it from the Hapsburgs.

    Once it is stolen, nobody rolls for this card any more.
    """
    if power == HAPSBURG:
        for raider in game.data.tables.new_world.raider_order:
            if raider in game.new_world.raiders and raid(game, raider):
                return raider
    return power


def raid(game: HisGame, raider: Power) -> bool:
    """One Raider's die for one Hapsburg card; True if it is stolen."""
    (die,) = game.roll(raider, 1, Reason("raid"))
    row = row_for(game.data.tables.new_world.raiders, die)
    if row.stolen:
        game.emit(told.CardStolen(raider, HAPSBURG))
    if row.raider_lost == "yes" or (row.raider_lost == "galleons" and HAPSBURG in game.new_world.galleons):
        game.new_world.raiders.remove(raider)
        game.emit(told.RaiderGone(raider))
    return row.stolen
