"""A field battle on the map from the arrival of the attacker to the check for siege (14, 14.1, 15.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.flow import Power, ask
from rules.war.advance import Advance
from rules.war.avoid_battle import holds_for
from rules.war.battle import FieldBattle, Force, Side
from rules.war.casualties import eliminate
from rules.war.control import lift_siege
from rules.war.displacement import army_leaders
from rules.war.field_battle import field_battle
from rules.war.forces import Formation, best_units, formation_limit, without
from rules.war.ids import SpaceId
from rules.war.land_events import WentInside
from rules.war.relief import GoInside, garrison_of, join_relief, make_change_for_all, relief_failed, way_back
from rules.war.retreat import retreat_spaces, stack_is_lost, stack_retreats
from rules.war.siege import GARRISON_LIMIT, fall_back, lay_siege, powers_inside
from rules.war.state import WarGame


async def fight(game: WarGame, move: Advance, foes: Sequence[Power]) -> None:
    """The field battle of a move, the retreat of the loser, the check for siege (13.1 step 8, 14)."""
    joined = await join_relief(game, move) if move.relief else Formation()
    battle = prepare(game, move, foes, joined)
    with game.campaign.while_unsettled(move.to):  # no besieger walks away from a battle that has begun
        await field_battle(game, battle)
    if battle.winner is battle.attack:
        await defenders_retreat(game, move, battle)  # step 11
        await check_for_siege(game, move)  # step 12
    elif move.relief:
        await relief_failed(game, move, battle, joined)
    else:
        await attackers_retreat(game, move, battle)
    game.campaign.garrison = None
    await game.battle_ended(move.power, battle.defence.powers)


def prepare(game: WarGame, move: Advance, foes: Sequence[Power], joined: Formation) -> FieldBattle:
    """The two sides; besieged units that join count beyond the limit of the formation (15.2)."""
    stays = Formation()
    if move.relief:
        stays = without(garrison_of(game, move.to, move.power, move.formation), joined)
    return FieldBattle(
        move.to,
        Side(Force(move.to, (move.power,), stays)),
        Side(Force(move.to, (*foes, *leaders_among(game, move, foes)))),
        origin=move.origin,
        limit=formation_limit(game, move.formation.leaders) + joined.size,
        safe_leaders=joined.leaders,
    )


def leaders_among(game: WarGame, move: Advance, foes: Sequence[Power]) -> list[Power]:
    """Powers that have only leaders there, with units of an ally: they join the defence (9.2)."""
    return [
        power
        for power in game.majors
        if power not in (move.power, *foes)
        and not game.friendly(move.power, power)
        and any(game.friendly(power, foe) for foe in foes)
        and army_leaders(game, move.to, power)
    ]


# ---- 14.1 Retreat


async def attackers_retreat(game: WarGame, move: Advance, battle: FieldBattle) -> None:
    """The active power goes back whence it came; whoever landed is lost (14 step 11, 14.1, 16.3 step 4)."""
    beaten = battle.attack.force.army(game, move.power)
    if not beaten:
        return
    if move.landing(game):
        await stack_is_lost(game, move.power, move.to, beaten, battle.defence.powers)
    else:
        await stack_retreats(game, move.power, move.to, beaten, way_back(game, move), battle.defence.powers)


async def defenders_retreat(game: WarGame, move: Advance, battle: FieldBattle) -> None:
    """Beaten defenders go inside as far as they may, the rest to an adjacent space (14 step 11, 14.1)."""
    losers = battle.defence.powers
    for power in losers:
        lift_siege(game, move.to, power)  # a relieved siege is broken (15.2)
    holder = game.controller(move.to)
    room = GARRISON_LIMIT if game.fortified(move.to) and holder in losers else 0
    for power in sorted(losers, key=lambda power: power != holder):
        army = battle.defence.force.army(game, power)
        if not army:
            continue
        if game.passive(power):
            await minors_stay(game, power, move.to, army)
            continue
        within = Formation()
        if room or (holder in losers and game.fortified(move.to)):
            within = await go_inside(game, power, move.to, army, room)
            room -= within.size
        gone_to = None
        if rest := without(army, within):
            spaces = retreat_spaces(game, power, move.to, barred=[move.origin], foes=[move.power])
            gone_to = await stack_retreats(game, power, move.to, rest, spaces, [move.power])
        await make_change_for_all(game, army, move.to, gone_to)


async def go_inside(game: WarGame, power: Power, space: SpaceId, army: Formation, room: int) -> Formation:
    """FB-2: up to four units and any leaders may withdraw after a lost battle (14.1)."""
    silent = Formation(army.leaders, best_units(power, army.units, room))
    if not army.leaders and not room:
        return Formation()
    within = await ask(GoInside(power, space, army, room, silent))
    if within:
        game.emit(WentInside(power, space, within.size))
    return within


async def minors_stay(game: WarGame, power: Power, space: SpaceId, army: Formation) -> None:
    """Beaten units without a commander keep four of them inside; the others are eliminated (22.1)."""
    holder = game.controller(space)
    room = GARRISON_LIMIT if game.fortified(space) and holder and holds_for(game, holder, power) else 0
    within = Formation((), best_units(power, army.units, room))
    await eliminate(game, power, space, without(army, within).units)
    if within:
        game.emit(WentInside(power, space, within.size))


# ---- step 12


async def check_for_siege(game: WarGame, move: Advance) -> None:
    """A victor before the walls of others besieges them, or must fall back if too weak (14, 15.3)."""
    power, space = move.power, move.to
    if not game.fortified(space) or not game.land_strength(space, power):
        return
    if game.friendly(power, game.controller(space)) and not enemies_inside(game, move):
        return
    if not lay_siege(game, power, space):
        await fall_back(game, space, power, [*powers_inside(game, space), game.controller(space) or ""])


def enemies_inside(game: WarGame, move: Advance) -> bool:
    """Whether beaten enemies went into a fortification of an ally of the victor."""
    return any(power in move.foes for power in powers_inside(game, move.to))
