"""Land movement (13.1): what may move where, and the eight steps of a Move action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.core.windows import open_window
from rules.war.advance import Advance, advance, check_entry, may_be_entered
from rules.war.avoid_battle import avoid_battle, lone_leaders, withdraw
from rules.war.captives import capture_leader
from rules.war.counter_mix import check_split
from rules.war.forces import (
    Formation,
    army_at,
    check_part,
    check_size,
    land_powers_at,
    mark,
    marked,
    shift,
    unmarked_part,
    usual_formations,
)
from rules.war.ids import Nation, Place, SpaceId
from rules.war.interception import interceptions
from rules.war.land_combat import fight
from rules.war.land_events import FormationMoved, LeadersMoved, MoveAnnounced, MoveStopped, TooWeakToBesiege
from rules.war.moments import Announced
from rules.war.relief import way_back
from rules.war.retreat import stack_retreats
from rules.war.siege import besieged_this_impulse, defenders_of, inside, is_besieged, lay_siege
from rules.war.state import WarGame
from rules.war.windows import WarWindow

# ---- 13.1 Restrictions


def check_move(game: WarGame, power: Power, origin: SpaceId, to: SpaceId, formation: Formation) -> None:
    """Raise `Illegal` unless a Move action may take this formation to this space (13.1, steps 1 and 2)."""
    if not game.wages_war(power):
        raise Illegal("movement.not_yet", "21.6")
    if not game.board.adjacent(origin, to):
        raise Illegal("movement.not_adjacent", "13.1", from_space=origin, space=to)
    if not game.may_cross(power, origin, to):
        raise Illegal("movement.waterway", "2.5", space=game.board.waterway(origin, to) or to)
    check_moving_formation(game, power, origin, formation)
    check_entry(game, power, to, with_units=formation.size > 0)
    check_going(game, origin, to, formation)
    check_split(game, formation, origin, to)


def check_going(game: WarGame, origin: Place, to: SpaceId, formation: Formation) -> None:
    """Raise `Illegal` if somebody in a formation may never go to a space."""
    nations = tuple(dict.fromkeys(nation for nation, _kind, _count in formation.units))
    game.check_march(origin, to, formation.leaders, nations)


def check_moving_formation(game: WarGame, power: Power, origin: SpaceId, formation: Formation) -> None:
    """Raise `Illegal` unless this formation may leave its space by a Move action or transport (13.1)."""
    if not formation:
        raise Illegal("formation.empty", "13.1")
    check_part(army_at(game, origin, power), formation, origin, "13.1")
    check_size(game, formation, "5.1")
    if is_besieged(game, origin, power):
        raise Illegal("movement.besieged", "15", space=origin)
    if siege_just_laid(game, origin, power):
        raise Illegal("movement.siege_just_laid", "13.1", space=origin)
    check_rested(game, origin, formation)


def siege_just_laid(game: WarGame, space: SpaceId, power: Power) -> bool:
    """An enemy's fortified space that was put under siege in this impulse holds its besiegers.

    Independent spaces are nobody's enemy (2.2): their besiegers may go on.
    """
    holder = game.controller(space)
    return besieged_this_impulse(game, space, power) and holder is not None and game.at_war(power, holder)


def check_rested(game: WarGame, origin: SpaceId, formation: Formation) -> None:
    """Raise `Illegal` if somebody in the formation was beaten, is laid up, or has moved in foul weather."""
    campaign = game.campaign
    for leader in formation.leaders:
        if leader in campaign.beaten_leaders:
            raise Illegal("leader.beaten", "13.1", leader=leader)
        if leader in campaign.laid_up:
            raise Illegal("leader.laid_up", "6.1", leader=leader)
    for nation, kind, count in formation.units:
        present = getattr(game.at(origin, nation), kind)
        if present - marked(game, campaign.beaten, origin, nation, kind) < count:
            raise Illegal("forces.beaten", "13.1", unit=kind, nation=nation, space=origin)
        if present - marked(game, game.held_fast(), origin, nation, kind) < count:
            raise Illegal("forces.held_fast", "13.1", unit=kind, nation=nation, space=origin)
        if present - marked(game, campaign.moved_in_weather, origin, nation, kind) < count:
            raise Illegal("forces.moved_in_foul_weather", "6.1", unit=kind, nation=nation)


def fresh_army(game: WarGame, origin: SpaceId, power: Power) -> Formation:
    """The part of an army that may take part in a Move action."""
    campaign = game.campaign
    army = army_at(game, origin, power)
    leaders = [who for who in army.leaders if who not in (*campaign.beaten_leaders, *campaign.laid_up)]
    army = unmarked_part(game, campaign.beaten, origin, Formation(tuple(leaders), army.units))
    army = unmarked_part(game, game.held_fast(), origin, army)
    return unmarked_part(game, campaign.moved_in_weather, origin, army)


def possible_moves(game: WarGame, power: Power) -> Iterator[tuple[SpaceId, SpaceId, Formation]]:
    """Moves out of every stack of a power, a handful of formations to each adjacent space."""
    for origin in places_to_leave(game, power):
        yield from moves_from(game, power, origin)


def places_to_leave(game: WarGame, power: Power) -> list[SpaceId]:
    """Spaces from which something of a power's might move, by id."""
    if not game.wages_war(power):
        return []
    places = [place for place, here in game.units.items() if any(game.commander(n) == power for n in here)]
    places += [
        leader.place
        for who, leader in game.leaders.items()
        if leader.place and game.leader_commander(who) == power
    ]
    return sorted(dict.fromkeys(place for place in places if place in game.spaces))


def moves_from(game: WarGame, power: Power, origin: SpaceId) -> Iterator[tuple[SpaceId, SpaceId, Formation]]:
    """Moves out of one space, a handful of formations to each adjacent space."""
    if is_besieged(game, origin, power) or siege_just_laid(game, origin, power):
        return
    army = fresh_army(game, origin, power)
    if not army:
        return
    # What `check_move` sees to, once for each formation and once for each space instead of for each pair.
    able = [f for f in usual_formations(game, army) if allows(check_moving_formation, game, power, origin, f)]
    for to in game.neighbours(power, origin):
        if not allows(check_entry, game, power, to, with_units=True):
            continue
        for formation in able:
            if not formation.size and not allows(check_entry, game, power, to, with_units=False):
                continue
            if allows(check_going, game, origin, to, formation) and allows(
                check_split, game, formation, origin, to
            ):
                yield origin, to, formation


def rested(game: WarGame, origin: SpaceId, formation: Formation) -> bool:
    """Whether nothing that happened in this impulse keeps a formation from moving."""
    return allows(check_rested, game, origin, formation)


def may_move(game: WarGame, power: Power, origin: SpaceId, to: SpaceId, formation: Formation) -> bool:
    """Whether a Move action may take this formation to this space."""
    return allows(check_move, game, power, origin, to, formation)


# ---- 13.1 Land Movement Procedure


async def move_formation(
    game: WarGame, power: Power, origin: SpaceId, to: SpaceId, formation: Formation
) -> bool:
    """A Move action from step 4 on, its CP being paid; answers whether the formation moved (13.1)."""
    others = [other for other in game.majors if other != power]
    announce = MoveAnnounced(power, origin, to, formation.by_kind(), formation.leaders)
    paid = game.march_cost(power, origin, to)
    moment = Announced(power, "move", origin, formation.leaders, to=to, units=formation.units, paid=paid)
    subject = Reason("move_to", space=to)
    await open_window(
        game, WarWindow.ACTION_ANNOUNCED, moment, powers=others, subject=subject, announce=announce
    )
    formation = Formation(moment.leaders, formation.units)
    if moment.cancelled or not rested(game, origin, formation):
        game.emit(MoveStopped(power, origin, to))
        return False
    await enter_space(game, power, origin, to, formation)
    return True


async def enter_space(
    game: WarGame,
    power: Power,
    origin: Place,
    to: SpaceId,
    formation: Formation,
    *,
    standing: Place | None = None,
) -> None:
    """Steps 5 to 8: a formation comes from an adjacent space, or lands from a sea zone (13.1, 16.3).

    Troops that land are counted in the place `standing` until they are ashore.
    """
    move = advance(game, power, origin, to, formation)
    interceptor = await interceptions(game, move)  # step 5
    arrive(game, move, standing or origin)
    if formation.size:
        await game.formation_entered(power, to)
        if not game.land_strength(to, power):  # it was sent away at once: its entry made an ally an enemy
            campaign = game.campaign
            campaign.entered, campaign.arrived, campaign.garrison = "", "", None
            await game.settle()
            return
    await game.settle()  # a siege that the formation has left may be broken (15.3)
    if interceptor is not None:
        if formation.size:
            lone_leaders(game, move)  # of enemies whom the interceptors do not protect (13.1)
        await meet_interceptors(game, move, interceptor)  # on to step 8
    elif not formation.size:
        await settle_before_walls(game, move)  # leaders alone fight nobody
    else:
        await avoid_battle(game, move)  # step 6
        lone_leaders(game, move)
        if not foes_left(game, move) or await withdraw(game, move):  # step 7
            await settle_before_walls(game, move)
        else:
            await fight(game, move, foes_left(game, move))  # step 8
    game.campaign.entered, game.campaign.arrived, game.campaign.garrison = "", "", None
    await game.settle()


def arrive(game: WarGame, move: Advance, standing: Place) -> None:
    """The formation is placed in the destination, in front of whatever is fortified there."""
    campaign = game.campaign
    garrison: dict[Nation, dict[str, int]] = {}
    for nation, kind, count in inside(game, move.to) if game.under_siege(move.to) else ():
        garrison.setdefault(nation, {})[kind] = count
    shift(game, move.formation, standing, move.to, fresh_first=True)
    campaign.entered, campaign.arrived = move.to, move.power
    campaign.garrison = garrison if game.under_siege(move.to) else None
    if campaign.foul_weather:
        mark(campaign.moved_in_weather, move.to, move.formation.units)
    if units := move.formation.by_kind():
        game.emit(FormationMoved(move.power, move.origin, move.to, units))
    if leaders := move.formation.leaders:
        game.emit(LeadersMoved(leaders, len(leaders), move.origin, move.to))


async def meet_interceptors(game: WarGame, move: Advance, interceptor: Power) -> None:
    """Whoever was intercepted must fight; leaders without units are captured (13.1, 13.2 step 5)."""
    if move.formation.size:
        await fight(game, move, foes_left(game, move, interceptor))
        return
    for leader in move.formation.leaders:
        capture_leader(game, leader, interceptor)


def foes_left(game: WarGame, move: Advance, interceptor: Power | None = None) -> list[Power]:
    """Enemies in the open at the destination who have neither slipped away nor been sent away."""
    return [
        power
        for power in land_powers_at(game, move.to)
        if (power in move.foes or power == interceptor) and power != move.power
    ]


# ---- 13.4 Before a fortification


async def settle_before_walls(game: WarGame, move: Advance) -> None:
    """Lay siege to a fortification of others, or leave it if they are too many (13.4)."""
    if not game.fortified(move.to):
        return
    if game.friendly(move.power, game.controller(move.to)) and not foes_left(game, move):
        return
    if not lay_siege(game, move.power, move.to):
        game.emit(TooWeakToBesiege(move.power, move.to))
        await leave_walls(game, move)


async def leave_walls(game: WarGame, move: Advance) -> None:
    """Go on to another space for CP, or back for nothing (13.4)."""
    power, here = move.power, move.to
    while options := ways_on(game, move):
        to = await ask(MoveOn(power, here, move.origin, options))
        if not to:
            break
        game.pay_cp(power, game.march_cost(power, here, to))
        if await move_formation(game, power, here, to, move.formation):
            return
    enemies = defenders_of(game, here)
    await stack_retreats(game, power, here, move.formation, way_back(game, move), enemies)


def ways_on(game: WarGame, move: Advance) -> tuple[SpaceId, ...]:
    """Where a formation too weak for a siege may go on to with the CP that are left."""
    if not rested(game, move.to, move.formation):
        return ()
    cp = game.cp_left(move.power)
    return tuple(
        near
        for near in game.neighbours(move.power, move.to)
        if game.march_cost(move.power, move.to, near) <= cp
        and (not game.campaign.theatre or near in game.campaign.theatre)
        and may_be_entered(game, move.power, near, with_units=move.formation.size > 0)
        and allows(check_going, game, move.to, near, move.formation)
    )


class MoveOn(Question[str]):
    """MOVE-2: too weak to besiege: the space to go on to, or nothing to go back; silence goes back."""

    kind: ClassVar[str] = "move_on"
    space: SpaceId
    origin: Place
    spaces: tuple[SpaceId, ...]

    def legal(self, game: WarGame) -> Iterable[str]:
        return ("", *self.spaces)

    def check(self, game: WarGame, answer: str) -> None:
        if answer and answer not in self.spaces:
            raise Illegal("movement.not_on_to", "13.4", space=answer)
