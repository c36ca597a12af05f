"""Minor powers: how they gain and lose a major ally, and the defeat of Hungary-Bohemia (22).

How the forces of inactive minor powers and independent keys behave (22.1, 22.6) is with the procedures
of battle and siege, which ask `game.passive`.
"""

from __future__ import annotations

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Decide
from rules.core.reasons import Reason
from rules.his.diplomacy.wars import may_declare_war, start_war
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, HUNGARY, IMPULSE_ORDER, OTTOMAN
from rules.his.victory import add_bonus_vp
from rules.war.control import change_control, lift_siege
from rules.war.displacement import displace
from rules.war.ids import LAND_KINDS, Nation, SpaceId
from rules.war.minors import MinorActivated, MinorLost, counts_of, free_minor
from rules.war.state import WAR


class HungaryDefeated(Event):
    victor: Power
    vp: int


# ---- 22.2 Activation


def may_activate(game: HisGame, minor: Nation, power: Power) -> None:
    """Raise `Illegal` if a power cannot become the ally of a minor power now (22.2)."""
    if power not in game.data.powers[minor].activated_by:
        raise Illegal("minor.cannot_activate", "22.2", power=power, nation=minor)
    if minor in game.minor_allies:
        raise Illegal("minor.allied_already", "22.2", nation=minor, power=game.minor_allies[minor])


async def activate(game: HisGame, minor: Nation, power: Power) -> None:
    """A minor power becomes the ally of a major power (22.2, steps 1 to 5).

    All markers change before the minor's enemies decide (step 2), so that the position between decisions
    is never half changed; who they are, and which spaces they must leave, is seen before.
    """
    enemies = [other for other in IMPULSE_ORDER if game.relation(other, minor) == WAR and other != power]
    spaces = game.spaces_of(minor)
    game.minor_allies[minor] = power  # step 1
    game.emit(MinorActivated(minor, power))
    for space in spaces:  # steps 3 and 4
        change_control(game, space, power, Reason("activation"), keep_sieges=True)
    for other in list(game.relations.get(minor, {})):  # step 5
        game.set_relation(minor, other, None)
    for enemy in enemies:  # step 2
        await declare_war_on_ally(game, enemy, power, spaces)
    for space in spaces:
        for besieger in list(game.spaces[space].sieges):
            if not game.at_war(besieger, power):
                lift_siege(game, space, besieger)


async def declare_war_on_ally(game: HisGame, enemy: Power, ally: Power, spaces: list[SpaceId]) -> None:
    """ACTV-1: an enemy of the minor declares war on its new ally free, or must leave its spaces (step 2)."""
    if game.relation(enemy, ally) == WAR:
        return
    if allows(may_declare_war, game, enemy, ally) and await ask(
        Decide(enemy, "war_on_activation", ally, rule="22.2", about="power")
    ):
        await start_war(game, enemy, ally)
        return
    for space in spaces:
        await displace(game, enemy, space)


# ---- 22.4 Deactivation


def may_deactivate(game: HisGame, minor: Nation) -> None:
    """Raise `Illegal` if a minor power has no ally to lose, or may not lose him (22.4)."""
    if minor not in game.minor_allies:
        raise Illegal("minor.no_ally", "22.4", nation=minor)
    if not game.data.powers[minor].can_deactivate:
        raise Illegal("minor.never_deactivated", "22.4", nation=minor)


async def deactivate(game: HisGame, minor: Nation, *, spared: Power | None = None) -> None:
    """A minor power loses its major ally, in the steps of 22.4.

    `spared`: a power whose units stay, because the minor power's spaces go to it at once (#116).
    """
    may_deactivate(game, minor)
    await free_minor(game, minor, spared=spared)


# ---- 22.5 Defeat of Hungary-Bohemia


async def check_hungary_defeat(game: HisGame) -> None:
    """See at the end of a field battle or assault whether the Ottoman has defeated Hungary (22.5)."""
    if not game.hungary_defeated and hungary_is_beaten(game):
        await defeat_hungary(game)


def hungary_is_beaten(game: HisGame) -> bool:
    """Two home keys lost as a Hapsburg ally; else one, and few regulars left on the map (22.5)."""
    table = game.data.tables.hungary_defeat
    keys = sum(game.controller(key) == OTTOMAN for key in home_keys(game, HUNGARY))
    if HUNGARY in game.minor_allies:
        return keys >= table.allied_keys
    return (
        keys >= table.unallied_keys and game.count_on_map(HUNGARY, "regulars") <= table.unallied_regulars_left
    )


def home_keys(game: HisGame, nation: Nation) -> list[SpaceId]:
    return [space for space in game.home_spaces(nation) if game.board.spaces[space].is_key]


async def defeat_hungary(game: HisGame) -> None:
    """The Hapsburgs step in, the Ottoman takes what he stands on and earns his VP (22.5)."""
    game.hungary_defeated = True
    vp = game.data.tables.war_winner_vp.hungary_defeat
    game.emit(HungaryDefeated(OTTOMAN, vp))
    await start_war(game, HAPSBURG, OTTOMAN, reason=Reason("hungarys_defeat"))
    if HUNGARY not in game.minor_allies:
        await activate(game, HUNGARY, HAPSBURG)
    for space in lost_home_spaces(game):
        eliminate_hungarians(game, space)
        await leave_to_ottoman(game, space)
        change_control(game, space, OTTOMAN, Reason("defeat_of_hungary"))
    for space in [space for space, state in game.spaces.items() if OTTOMAN in state.sieges]:
        eliminate_hungarians(game, space)
    add_bonus_vp(game, OTTOMAN, "war_winner", vp)


def lost_home_spaces(game: HisGame) -> list[SpaceId]:
    """Hungarian home spaces with Ottoman land units that somebody else holds: they fall to the Ottoman.

    In those that he holds already nothing changes, even if Hungarians and their ally besiege him there.
    """
    return [
        space
        for space in game.home_spaces(HUNGARY)
        if game.land_strength(space, OTTOMAN) and game.controller(space) != OTTOMAN
    ]


def eliminate_hungarians(game: HisGame, space: SpaceId) -> None:
    """Hungarian units under siege are eliminated (22.5)."""
    if counts := counts_of(game, space, HUNGARY, LAND_KINDS):
        game.remove_units(space, HUNGARY, **counts)
        game.emit(MinorLost(HUNGARY, Reason("land_units"), space))


async def leave_to_ottoman(game: HisGame, space: SpaceId) -> None:
    """Besieged units of other powers in a space that falls so are displaced (12.5)."""
    for power in IMPULSE_ORDER:
        if power != OTTOMAN and not game.friendly(OTTOMAN, power):
            await displace(game, power, space)
