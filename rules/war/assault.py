"""Assault (15.1): a besieger storms a fortification."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import Illegal, allows
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.core.windows import ANY_NUMBER, offer, open_window
from rules.war.battle import Assault, Force, Side
from rules.war.captives import capture_leader
from rules.war.casualties import Loss, choose_losses
from rules.war.control import change_control, has_loc
from rules.war.displacement import displace_army, refuges, send_to_turn_track, warships_at
from rules.war.forces import (
    NOBODY,
    Formation,
    army_at,
    check_part,
    check_size,
    formation_limit,
    usual_formations,
    without,
)
from rules.war.ids import Nation, SpaceId, owner
from rules.war.land_events import (
    AssaultAnnounced,
    AssaultBegan,
    AssaultFailed,
    AssaultStopped,
    AssaultSucceeded,
    ShipsTaken,
)
from rules.war.moments import Announced
from rules.war.siege import besieged_this_impulse, inside_strength, judge_siege, powers_inside
from rules.war.state import WarGame
from rules.war.windows import WarWindow

# ---- 15.1 Requirements


def check_assault(
    game: WarGame,
    power: Power,
    space: SpaceId,
    formation: Formation,
    *,
    siege_is_old: bool = True,
    supplied: bool = True,
) -> None:
    """Raise `Illegal` unless a formation may assault a space now (15.1).

    Some cards waive that the siege was laid earlier (`siege_is_old`), or the line of communication and the
    blockade (`supplied`).
    """
    check_siege(game, power, space, siege_is_old=siege_is_old)
    check_part(army_at(game, space, power), formation, space, "15.1")
    if not formation.size:
        raise Illegal("assault.no_units", "15.1")
    check_size(game, formation, "5.1")
    for leader in formation.leaders:
        if leader in game.campaign.laid_up:
            raise Illegal("assault.laid_up", "6.1", leader=leader)
    if supplied:
        check_supply(game, power, space)
        game.check_siege_place(power, space)


def check_siege(game: WarGame, power: Power, space: SpaceId, *, siege_is_old: bool = True) -> None:
    """The space is besieged by the power since an earlier impulse, and not assaulted in this one."""
    if power not in game.spaces[space].sieges:
        raise Illegal("assault.no_siege", "15.1", space=space)
    if not game.may_change_hands(space):
        raise Illegal("control.never_changes", "2.2", space=space)
    siege_is_old = siege_is_old and not game.campaign.storms_at_once
    if siege_is_old and besieged_this_impulse(game, space, power):
        raise Illegal("assault.siege_just_laid", "15.1", space=space)
    if space in game.campaign.assaulted:
        raise Illegal("assault.once_an_impulse", "15.1", space=space)


def check_supply(game: WarGame, power: Power, space: SpaceId) -> None:
    """A line of communication, and a blockade of the port if there is one."""
    if not has_loc(game, power, space):
        raise Illegal("space.no_line_of_communication", "15.1", space=space)
    check_blockade(game, power, space)


def check_blockade(game: WarGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` if warships keep a port from being stormed by a power; corsairs do not count (15.1)."""
    holder = game.controller(space) or ""
    zones = game.board.zones_of(space)
    if any(warships_at(game, zone, holder) for zone in zones):
        raise Illegal("assault.squadrons_at_sea", "15.1", power=holder, space=space)
    in_port = warships_at(game, space, holder)
    blockade = sum(warships_at(game, zone, power) for zone in zones)
    if in_port and blockade <= in_port:
        raise Illegal("assault.blockade_too_weak", "15.1", space=space, count=in_port, own_count=blockade)


def possible_assaults(game: WarGame, power: Power) -> Iterator[tuple[SpaceId, Formation]]:
    """Assaults that a power may make now, with a few formations each."""
    if game.campaign.foul_weather:
        return
    for space, state in game.spaces.items():
        if power not in state.sieges:
            continue
        army = army_at(game, space, power)
        fit = Formation(tuple(who for who in army.leaders if who not in game.campaign.laid_up), army.units)
        for formation in usual_formations(game, fit):
            if formation.size:
                if not allows(check_assault, game, power, space, formation):
                    break
                yield space, formation


# ---- 15.1 Assault Procedure


async def assault(
    game: WarGame, power: Power, space: SpaceId, formation: Formation, *, paid: bool = True
) -> None:
    """An assault, its requirements being met (step 1) and its CP paid.

    One that costs no CP (`paid`) cannot be stopped by a card.
    """
    if paid and not (formation := await undisturbed(game, power, space, formation)):  # step 2
        game.emit(AssaultStopped(power, space))
        return
    game.campaign.assaulted.append(space)
    game.emit(AssaultBegan(power, space, formation.by_kind()))
    battle = prepare(game, power, space, formation)
    with game.campaign.while_unsettled(space):
        await storm(game, battle)
    await game.battle_ended(power, battle.defence.powers)


async def storm(game: WarGame, battle: Assault) -> None:
    """Steps 2 to 11, once nobody stops the assault."""
    power, space = battle.attacker, battle.space
    await offer(game, power, WarWindow.BEFORE_BATTLE, battle, most=ANY_NUMBER)
    await combat_cards(game, battle)  # steps 5 and 6
    await judge_siege(game, space)
    if power not in game.spaces[space].sieges:
        return  # mercenaries who left have broken the siege (15.3)
    roll_dice(game, battle)  # steps 3, 4 and 7: cards may have changed what is counted
    await open_window(game, WarWindow.ASSAULT_ROLLED, battle, powers=game.majors)  # step 8
    await take_casualties(game, battle)  # step 9
    if is_taken(game, battle):
        game.emit(AssaultSucceeded(power, space, battle.attack.hits, battle.defence.hits))
        battle.lost_by = game.controller(space)
        take_fortification(game, power, space, Reason("assault"))  # step 10
        await open_window(game, WarWindow.ASSAULT_SUCCEEDED, battle, powers=game.majors)
    else:
        game.emit(AssaultFailed(power, space, battle.attack.hits, battle.defence.hits))
        await unsuccessful(game, power, space)  # step 11


async def undisturbed(game: WarGame, power: Power, space: SpaceId, formation: Formation) -> Formation:
    """Step 2: who storms after others played cards; nobody if those prevent the assault."""
    others = [other for other in game.majors if other != power]
    announce = AssaultAnnounced(power, space, formation.by_kind(), formation.leaders)
    moment = Announced(power, "assault", space, formation.leaders, units=formation.units)
    subject = Reason("assault_of", space=space)
    await open_window(
        game, WarWindow.ACTION_ANNOUNCED, moment, powers=others, subject=subject, announce=announce
    )
    laid_up = any(leader in game.campaign.laid_up for leader in moment.leaders)
    if moment.cancelled or game.campaign.foul_weather or laid_up:
        return NOBODY
    return Formation(moment.leaders, formation.units)


def prepare(game: WarGame, power: Power, space: SpaceId, formation: Formation) -> Assault:
    """The formation against the controller and everybody inside."""
    rest = without(army_at(game, space, power), formation)
    return Assault(
        space,
        Side(Force(space, (power,), rest)),
        Side(Force(space, tuple(defending_powers(game, space)))),
        limit=formation_limit(game, formation.leaders),
    )


def defending_powers(game: WarGame, space: SpaceId) -> list[Nation]:
    """The controller is always the defender; others with units inside defend with him (step 4)."""
    holder = game.controller(space)
    assert holder is not None, "a besieged space is in play"
    return list(dict.fromkeys([holder, *powers_inside(game, space), *leaders_inside(game, space)]))


def leaders_inside(game: WarGame, space: SpaceId) -> list[Power]:
    """Powers that have leaders inside."""
    sieges = game.spaces[space].sieges
    commanders = [game.leader_commander(leader) for leader in game.leaders_at(space)]
    return [power for power in game.majors if power in commanders and power not in sieges]


async def combat_cards(game: WarGame, battle: Assault) -> None:
    """Steps 5 and 6: combat cards of the attacker, then of the defenders."""
    defenders = [power for power in game.majors if power in battle.defence.powers]
    for power in (battle.attacker, *defenders):
        await offer(game, power, WarWindow.ASSAULT_CARDS, battle, most=ANY_NUMBER)


def roll_dice(game: WarGame, battle: Assault) -> None:
    """Step 7: both sides roll."""
    for side in (battle.attack, battle.defence):
        reason = Reason(
            "assaults" if side is battle.attack else "defends", power=side.powers[0], space=battle.space
        )
        side.roll(game, battle.dice_for(game, side), reason)
        for count, hit_on in side.special:
            side.roll(game, count, reason, hit_on)


async def take_casualties(game: WarGame, battle: Assault) -> None:
    """Step 9: a unit for each hit; the attacker may lose any of his units in the space."""
    besiegers = Force(battle.space, battle.attack.powers)
    pairs: list[tuple[Force, Loss]] = [
        (besiegers, loss) for loss in besiegers.losses(game, battle.defence.hits)
    ]
    garrison = battle.defence.force
    pairs += [(garrison, loss) for loss in garrison.losses(game, battle.attack.hits)]
    chosen = await choose_losses(game, [loss for _force, loss in pairs])
    for (force, loss), units in zip(pairs, chosen, strict=True):
        await force.lose(game, loss.power, units)
        force.save_wounded(game, loss.power, units)


def is_taken(game: WarGame, battle: Assault) -> bool:
    """Step 10: a hit, nobody left inside, and somebody left to take possession."""
    garrison = inside_strength(game, battle.space)
    return falls(battle.attack.hits, garrison, game.land_strength(battle.space, battle.attacker))


def falls(hits: int, garrison: int, besiegers: int) -> bool:
    """Whether a fortification falls to so many hits, with so many left inside and before it."""
    return hits > 0 and garrison <= 0 and besiegers > 0


def take_fortification(game: WarGame, power: Power, space: SpaceId, reason: Reason) -> None:
    """Step 10: leaders inside are captured, ships and naval leaders lost, control changes (12.3, 15.1)."""
    sieges = list(game.spaces[space].sieges)
    for leader in game.leaders_at(space):
        if game.leader_commander(leader) in (power, *sieges):
            continue
        if game.is_naval_leader(leader):
            send_to_turn_track(game, leader)
            game.leaders[leader].loaned_to = None
        else:
            capture_leader(game, leader, power)
    for nation in game.nations_at(space):
        ships = {kind: count for kind in game.naval_kinds if (count := getattr(game.at(space, nation), kind))}
        if ships and game.commander(nation) not in (power, *sieges):
            game.lose_ships(space, nation, **ships)
            game.emit(ShipsTaken(owner(nation), space, sum(ships.values())))
    change_control(game, space, power, reason)


async def unsuccessful(game: WarGame, power: Power, space: SpaceId) -> None:
    """Step 11: the siege goes on, or is broken; leaders who lost all their units are displaced."""
    if not game.land_strength(space, power):
        await displace_army(game, power, space, refuges(game, power, space))
    await judge_siege(game, space)
