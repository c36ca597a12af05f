"""Sea captains (5.2): where they are, how they come home, and what becomes of them (16.1, 16.5, 20.4)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId, ScientistId
from rules.vq.state import Captain
from rules.vq.treasury import lay_aside, receive

LE_TESTU: CaptainId = "le_testu"
SCIENTIST: ScientistId = "le_testu"
MIR_ALI_BEY: CaptainId = "mir_ali_bey"
GUINEA_COAST: OceanId = "guinea_coast"
CAPTAINS_OPTION, FREE = "shared_captains", "free"
"""Captains of two powers may sail for either whenever they are at home (5.2)."""


class CaptainCameHome(Event):
    captain: CaptainId
    power: Power
    count: int
    """Treasures that he brings."""


class CaptainLost(Event):
    captain: CaptainId
    power: Power


class CaptainDamaged(Event):
    captain: CaptainId


class VoyageEnded(Event):
    """A damaged expedition came to grief once more: its captain is back next turn, with nothing."""

    captain: CaptainId


def at_sea(game: VqGame, zone: OceanId | None = None) -> list[CaptainId]:
    """Captains on ocean zones, or on one of them."""
    return [
        name
        for name, captain in game.world.captains.items()
        if captain.zone is not None and zone in (None, captain.zone)
    ]


def captains_of(game: VqGame, power: Power, zone: OceanId | None = None) -> list[CaptainId]:
    """A power's captains at sea."""
    return [name for name in at_sea(game, zone) if game.world.captains[name].power == power]


def pool_of(game: VqGame, power: Power) -> list[CaptainId]:
    """Captains whom a power may outfit; who sailed for one power sails for no other (5.2, 17.4).

    By the option `shared_captains = free` who came home may sail for either again.
    """
    return [
        name
        for name, captain in game.world.captains.items()
        if captain.in_pool
        and power in game.data.captains[name].powers
        and (captain.power in (None, power) or game.option(CAPTAINS_OPTION) == FREE)
        and not (name == LE_TESTU and SCIENTIST in game.patronage.scientists)
    ]


def capacity(game: VqGame, captain: Captain) -> int:
    """Treasures that an expedition can carry (16.5 step 6)."""
    table = game.data.tables.piracy
    return table.loot_damaged if captain.damaged else table.loot


# ---- Coming home


def entry_zones(game: VqGame, name: CaptainId) -> list[OceanId]:
    """Ocean zones from which a captain goes home (17.4); one Ottoman has another as well (5.2)."""
    power = game.world.captains[name].power
    zones = [zone.id for zone in game.data.world.zones.values() if power in zone.entry_for]
    return [*zones, GUINEA_COAST] if name == MIR_ALI_BEY else zones


def can_go_home(game: VqGame, name: CaptainId) -> bool:
    """Whether a way without dangerous passage leads to an entry zone (16.5 step 7)."""
    zone = game.world.captains[name].zone
    assert zone is not None
    reached = game.data.world.safe_reach(zone)
    return any(entry in reached for entry in entry_zones(game, name))


def go_home(game: VqGame, name: CaptainId) -> None:
    """Loot to the hand, the captain to the next turn box; a colony that is aboard goes back (16.5, 20.4)."""
    captain = game.world.captains[name]
    power = captain.power
    assert power is not None
    game.emit(CaptainCameHome(name, power, len(captain.loot)))
    receive(game, power, captain.loot, Reason("loot", captain=name))
    take_off(captain)
    captain.returns = game.turn + 1


def take_off(captain: Captain) -> None:
    """Nothing of an expedition is left on the World map."""
    captain.zone = captain.colony = None
    captain.loot = []
    captain.damaged = captain.colonists = captain.eastward = captain.westward = False


def lose_captain(game: VqGame, name: CaptainId) -> None:
    """A captain is out of the game, his loot discarded, his colony reusable (16.1)."""
    captain = game.world.captains[name]
    power = captain.power
    assert power is not None
    lay_aside(game, power, captain.loot, Reason("lost_at_sea", captain=name))
    take_off(captain)
    captain.gone = True
    game.emit(CaptainLost(name, power))
    if name == LE_TESTU:
        retire_scientist(game)


def retire_scientist(game: VqGame) -> None:
    """Captain and scientist are one person (22.2)."""
    patronage = game.patronage
    if SCIENTIST in patronage.available:
        patronage.available.remove(SCIENTIST)
    patronage.scientists.pop(SCIENTIST, None)
    if SCIENTIST not in patronage.gone:
        patronage.gone.append(SCIENTIST)


def damage(game: VqGame, name: CaptainId) -> None:
    """An expedition is damaged; one that was so already ends (16.1)."""
    captain = game.world.captains[name]
    power = captain.power
    assert power is not None
    if captain.damaged:
        lay_aside(game, power, captain.loot, Reason("lost_at_sea", captain=name))
        take_off(captain)
        captain.returns = game.turn + 1
        game.emit(VoyageEnded(name))
        return
    captain.damaged = True
    game.emit(CaptainDamaged(name))
