"""Navigation (16.1): dangerous passages, adverse winds, and sailing round the world (16.6)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, OceanId, Result
from rules.vq.new_world.captains import capacity, damage, go_home, lose_captain
from rules.vq.powers import OTTOMAN
from rules.vq.treasury import lay_aside, worth
from rules.vq.victory import add_bonus_vp

MERCATOR = "mercator_projection"
SOUTH_ATLANTIC, CHILEAN_COAST = "south_atlantic", "chilean_coast"
GUINEA_COAST, INDIAN_OCEAN, SOUTH_PACIFIC = "guinea_coast", "indian_ocean", "south_pacific"
LE_TESTU, HOUTMAN, SEYDI_ALI = "le_testu", "houtman", "seydi_ali"
SURE_PASSAGES: dict[CaptainId, set[OceanId]] = {
    "cavendish": {SOUTH_ATLANTIC, CHILEAN_COAST},
    "van_noort": {SOUTH_PACIFIC, INDIAN_OCEAN},
}
"""Dangerous passages that a captain knows: he rolls for none of them (5.2)."""


class CaptainSailed(Event):
    captain: CaptainId
    origin: OceanId
    to: OceanId


class NavigationTried(Event):
    captain: CaptainId
    total: int
    result: Result


class SailedRoundTheWorld(Event):
    captain: CaptainId
    power: Power
    vp: int


def needs_roll(game: VqGame, name: CaptainId, origin: OceanId, to: OceanId) -> bool:
    """Whether a step needs a Navigation roll: dangerous, or against the wind (16.1)."""
    return game.data.world.needs_navigation(origin, to) and SURE_PASSAGES.get(name) != {origin, to}


def skill(game: VqGame, name: CaptainId, origin: OceanId | None, to: OceanId | None) -> int:
    """His rating, Mercator's projection, and what he knows best (5.2, 16.1)."""
    captain = game.world.captains[name]
    assert captain.power is not None
    total = game.data.captains[name].navigation + game.has_bonus(captain.power, MERCATOR)
    if origin is not None and to is not None:
        link = game.data.world.link(origin, to)
        against_wind = link is not None and link.wind == origin
        total += name == LE_TESTU and against_wind
        total += 2 * (name == HOUTMAN and {origin, to} == {GUINEA_COAST, INDIAN_OCEAN})
    return total + (name == SEYDI_ALI and captain.damaged)


async def navigation_roll(
    game: VqGame, name: CaptainId, origin: OceanId | None = None, to: OceanId | None = None
) -> None:
    """Two dice and his skill: lost, damaged, or through (16.1)."""
    captain = game.world.captains[name]
    assert captain.power is not None
    total = sum(game.roll(captain.power, 2, Reason("navigation", captain=name)))
    total += skill(game, name, origin, to)
    result = row_for(game.data.tables.navigation, total).result
    game.emit(NavigationTried(name, total, result))
    if result == "eliminated":
        lose_captain(game, name)
    elif result == "damaged":
        damage(game, name)
        await drop_loot(game, name)


async def drop_loot(game: VqGame, name: CaptainId) -> None:
    """NAV-5, WPIR-4: what an expedition cannot carry is discarded, of its owner's choice (16.1, 16.5)."""
    captain = game.world.captains[name]
    while captain.zone is not None and len(captain.loot) > capacity(game, captain):
        assert captain.power is not None
        options = tuple(sorted(dict.fromkeys(captain.loot), key=lambda treasure: (worth(treasure), treasure)))
        # Asked even if both are alike: a question that is not asked would tell that they are.
        lost = await ask(Choose(captain.power, "loot_lost", "treasure", options, options[0], "16.5"))
        captain.loot.remove(lost)
        lay_aside(game, captain.power, [lost], Reason("too_much_loot", captain=name))


# ---- 16.6 Circumnavigation


def note_leg(game: VqGame, name: CaptainId, origin: OceanId, to: OceanId) -> bool:
    """Remember a leg of the voyage; answers whether it completes the way round the world (16.6)."""
    captain = game.world.captains[name]
    step = (origin, to)
    if captain.power == OTTOMAN:
        done = (step == (GUINEA_COAST, INDIAN_OCEAN) and captain.westward) or (
            step == (SOUTH_PACIFIC, INDIAN_OCEAN) and captain.eastward
        )
        captain.westward |= step == (INDIAN_OCEAN, SOUTH_PACIFIC)
        captain.eastward |= step == (INDIAN_OCEAN, GUINEA_COAST)
        return done
    done = (step == (CHILEAN_COAST, SOUTH_ATLANTIC) and captain.eastward) or (
        step == (INDIAN_OCEAN, GUINEA_COAST) and captain.westward
    )
    captain.eastward |= step == (GUINEA_COAST, INDIAN_OCEAN)
    captain.westward |= step == (SOUTH_ATLANTIC, CHILEAN_COAST)
    return done


def complete_circumnavigation(game: VqGame, name: CaptainId) -> None:
    """Points for the first two, loot to the hand; he comes home in every case (16.6)."""
    power = game.world.captains[name].power
    assert power is not None
    prizes = game.data.tables.bonus_vp.circumnavigation
    done = game.world.circumnavigations
    vp = prizes[done] if done < len(prizes) else 0
    game.world.circumnavigations += 1
    game.emit(SailedRoundTheWorld(name, power, vp))
    add_bonus_vp(game, power, "circumnavigation", vp)
    go_home(game, name)
