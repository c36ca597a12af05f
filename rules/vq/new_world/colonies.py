"""Colonies: what they yield in the Card Phase (8.4), and where they may be founded (16.1)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId, SettlementId
from rules.vq.treasury import draw_to_hand
from rules.vq.victory import add_bonus_vp

PLANTATIONS = "plantations"
FOUNDERS: dict[CaptainId, int] = {"raleigh": 2, "laudonniere": 1}
"""Captains who make the first rolls of their colony easier, and how many (5.2)."""


class ColonyPlanted(Event):
    power: Power
    settlement: SettlementId


class ColonyLost(Event):
    power: Power
    settlement: SettlementId


def colonies_of(game: VqGame, power: Power) -> list[SettlementId]:
    return [place for place, owner in game.world.colonies.items() if owner == power]


def colonies_left(game: VqGame, power: Power) -> int:
    """Colony markers of a power that are neither on the map nor aboard (17.4)."""
    aboard = sum(c.colonists and c.power == power for c in game.world.captains.values())
    return game.data.counters.colonies.get(power, 0) - len(colonies_of(game, power)) - aboard


def colony_sites(game: VqGame, zone: OceanId) -> list[SettlementId]:
    """Vacant gray settlements on an ocean zone (16.1)."""
    settlements = game.data.world.settlements
    return sorted(
        place
        for place in game.data.world.on(zone)
        if settlements[place].colony_site and place not in game.world.colonies
    )


def found_colony(game: VqGame, name: CaptainId, settlement: SettlementId) -> None:
    """The colony aboard an expedition goes ashore (16.1)."""
    captain = game.world.captains[name]
    assert captain.power is not None
    captain.colonists = False
    game.world.colonies[settlement] = captain.power
    if name in FOUNDERS:
        game.world.colony_bonus[settlement] = FOUNDERS[name]
    game.emit(ColonyPlanted(captain.power, settlement))


# ---- 8.4 New World riches


async def new_world_riches(game: VqGame) -> None:
    """Each colony is rolled for, in impulse order (8.4)."""
    for power in game.majors:
        for settlement in sorted(colonies_of(game, power)):
            await roll_for_colony(game, power, settlement)


async def roll_for_colony(game: VqGame, power: Power, settlement: SettlementId) -> None:
    """Two dice, and one more with Plantations: lost, nothing, a treasure, Virginia Dare (8.4)."""
    total = sum(game.roll(power, 2, Reason("colony", settlement=settlement)))
    total += game.has_bonus(power, PLANTATIONS)
    if left := game.world.colony_bonus.pop(settlement, 0):
        total += 1
        if left > 1:
            game.world.colony_bonus[settlement] = left - 1
    result = row_for(game.data.tables.colony, total).result
    if result == "eliminated":
        await lose_colony(game, power, settlement)
    elif result in ("treasure", "virginia_dare"):
        draw_to_hand(game, power, 1, Reason("colony", settlement=settlement))
        if result == "virginia_dare" and not game.world.virginia_dare:
            game.world.virginia_dare = True
            add_bonus_vp(game, power, "virginia_dare", game.data.tables.bonus_vp.virginia_dare)


async def lose_colony(game: VqGame, power: Power, settlement: SettlementId) -> None:
    """CARD-1: the marker may be used again; captains who wintered there put to sea (8.4)."""
    del game.world.colonies[settlement]
    game.world.colony_bonus.pop(settlement, None)
    game.emit(ColonyLost(power, settlement))
    zones = sorted(game.data.world.settlements[settlement].zones)
    for captain in game.world.captains.values():
        if captain.colony == settlement:
            captain.colony = None
            captain.zone = await choose_one(power, "colony_lost", "ocean", zones, "8.4")
