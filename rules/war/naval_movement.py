"""Naval movement (16.1): all ships of a power move at once; interception, avoiding battle, combats."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power, ask
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.windows import open_window
from rules.war.displacement import naval_leaders, ships_at
from rules.war.fleets import (
    Fleet,
    check_fleet,
    enemies_afloat,
    fresh,
    harbours,
    may_sail,
    near_by_sea,
    sail,
    shift,
)
from rules.war.ids import LeaderId, Nation, Place, ZoneId
from rules.war.moments import Announced
from rules.war.naval_combat import choose_combat_place, naval_combat
from rules.war.naval_events import NavalMoveDisrupted
from rules.war.naval_interception import conduct_avoid_battle, conduct_interceptions
from rules.war.naval_questions import ChooseThere
from rules.war.state import WarGame
from rules.war.windows import WarWindow


class ShipMove(Record):
    """Some ships of one nation and kind sail from one place to the next."""

    origin: Place
    nation: Nation
    kind: str
    count: int
    to: Place


class AdmiralMove(Record):
    """A naval leader sails along with ships."""

    leader: LeaderId
    origin: Place
    to: Place


class Convoy(Record):
    """What sails together from one place to the next."""

    origin: Place
    to: Place
    fleet: Fleet


class NavalOrders(Record):
    """A whole Naval Move: where each ship and leader goes; what is not named stays."""

    ships: tuple[ShipMove, ...]
    leaders: tuple[AdmiralMove, ...] = ()

    def convoys(self) -> list[Convoy]:
        """The same by routes, in the order in which they are first named."""
        routes = dict.fromkeys([(move.origin, move.to) for move in self.ships])
        routes |= dict.fromkeys([(move.origin, move.to) for move in self.leaders])
        return [
            Convoy(
                origin,
                to,
                Fleet(
                    tuple(
                        (move.nation, move.kind, move.count)
                        for move in self.ships
                        if (move.origin, move.to) == (origin, to)
                    ),
                    tuple(move.leader for move in self.leaders if (move.origin, move.to) == (origin, to)),
                ),
            )
            for origin, to in routes
        ]


# ---- Step 1: declare naval moves


def check_naval_move(game: WarGame, power: Power, orders: NavalOrders) -> None:
    """Raise `Illegal` unless all of these moves may be made at once (16.1, restrictions)."""
    if not orders.ships and not any(enemies_afloat(game, power, place) for place in harbours(game, power)):
        raise Illegal("naval.no_ship_moves", "16.1")
    for convoy in orders.convoys():
        check_convoy(game, power, convoy)
    check_once(game, orders)
    check_not_abandoned(game, power, orders)


def check_convoy(game: WarGame, power: Power, convoy: Convoy) -> None:
    """What sails together is there, under the power's command, and may go where it is sent (16.1)."""
    if convoy.origin not in game.spaces and convoy.origin not in game.board.zones:
        raise Illegal("naval.no_such_place", "16.1", place=convoy.origin)
    check_fleet(game, power, convoy.origin, convoy.fleet)
    if not convoy.fleet.ships:
        raise Illegal("naval.leader_without_ships", "16.1", leader=convoy.fleet.leaders[0], place=convoy.to)
    check_destination(game, power, convoy.origin, convoy.to)
    if not may_sail(game, convoy.fleet, convoy.to):
        raise Illegal("naval.never_enter", "16.1", place=convoy.to)


def check_destination(game: WarGame, power: Power, origin: Place, to: Place) -> None:
    """An adjacent sea zone, an own port, or a port with enemy ships in it (16.1, 2.5)."""
    if to not in near_by_sea(game, origin):
        raise Illegal("naval.not_adjacent", "16.1", place=to, from_place=origin)
    if to in game.spaces and game.controller(to) != power and not enemies_afloat(game, power, to):
        raise Illegal("naval.not_your_port", "16.1", space=to)
    if to in game.spaces:
        game.check_open(power, to)


def check_once(game: WarGame, orders: NavalOrders) -> None:
    """Nobody moves twice, nor any ship of a fleet that lost a combat in this impulse (16.1)."""
    named: dict[tuple[Place, Nation, str], int] = {}
    for move in orders.ships:
        key = (move.origin, move.nation, move.kind)
        named[key] = named.get(key, 0) + move.count
    for (origin, nation, kind), count in named.items():
        if count > getattr(game.at(origin, nation), kind):
            raise Illegal("forces.not_so_many", "16.1", count=count, unit=kind, nation=nation, place=origin)
        if count > fresh(game, origin, nation, kind):
            raise Illegal("naval.beaten", "16.1", unit=kind, nation=nation, place=origin)
    if twice := named_twice(move.leader for move in orders.leaders):
        raise Illegal("leader.named_twice", "16.1", leader=twice)


def check_not_abandoned(game: WarGame, power: Power, orders: NavalOrders) -> None:
    """A leader whose place is emptied of his side's ships goes with one of them (16.1).

    If he may enter none of their destinations he stays in a port, but never alone at sea.
    """
    sailing = [move.leader for move in orders.leaders]
    for origin in dict.fromkeys(move.origin for move in orders.ships):
        left = ships_at(game, origin, power)
        left -= sum(move.count for move in orders.ships if move.origin == origin)
        left += sum(move.count for move in orders.ships if move.to == origin)
        if left:
            continue
        ways = [move.to for move in orders.ships if move.origin == origin]
        for leader in naval_leaders(game, origin, power):
            if leader in sailing:
                continue
            if any(may_sail(game, Fleet((), (leader,)), to) for to in ways):
                raise Illegal("naval.leader_left_behind", "16.1", leader=leader, place=origin)
            if origin in game.board.zones:
                raise Illegal("naval.leader_cannot_sail", "16.1", leader=leader, zone=origin)


# ---- The procedure


async def naval_move(game: WarGame, power: Power, orders: NavalOrders) -> None:
    """Naval Move (16.1): steps 2 to 7, after the moves are declared and checked."""
    entered = newly_entered_zones(game, power, orders)
    convoys = orders.convoys()
    attacked = [convoy.to for convoy in convoys if convoy.to in game.spaces]
    with game.campaign.while_unsettled(*attacked):  # ships share an enemy's port until the combat is over
        execute(game, power, convoys)
        if not await disrupted(game, power, convoys):
            intercepted = await conduct_interceptions(game, power, entered)
            await conduct_avoid_battle(game, power, [zone for zone in entered if zone not in intercepted])
            await conduct_naval_combats(game, power)
    for port in dict.fromkeys(attacked):
        if ships_at(game, port, power):
            await game.fleet_entered(power, port)


def newly_entered_zones(game: WarGame, power: Power, orders: NavalOrders) -> list[ZoneId]:
    """Sea zones where ships arrive and find no friends: their counters stand upright (16.1 step 2).

    All moves are simultaneous, so a friend who leaves the zone in the same move is not found there.
    """
    staying = {
        zone: ships_at(game, zone, power) - sum(move.count for move in orders.ships if move.origin == zone)
        for zone in game.board.zones
    }
    return [
        zone
        for zone in sorted({move.to for move in orders.ships})
        if zone in game.board.zones and not staying[zone] and not allies_in(game, power, zone)
    ]


def allies_in(game: WarGame, power: Power, zone: ZoneId) -> bool:
    """Whether ships of a major ally are in a sea zone: they are friends too (2.2)."""
    return any(ships_at(game, zone, ally) for ally in game.allies(power))


def execute(game: WarGame, power: Power, convoys: list[Convoy]) -> None:
    """Step 2: all pieces go to their destinations."""
    for convoy in convoys:
        sail(game, power, convoy.fleet, convoy.origin, convoy.to)


async def disrupted(game: WarGame, power: Power, convoys: list[Convoy]) -> bool:
    """Step 3: others may disrupt the move; then the pieces go back."""
    moment = Announced(power, "naval_move", convoys=tuple((convoy.origin, convoy.to) for convoy in convoys))
    others = [other for other in game.majors if other != power]
    await open_window(game, WarWindow.ACTION_ANNOUNCED, moment, powers=others, subject=Reason("naval_move"))
    for convoy in convoys:
        if moment.cancelled or (convoy.origin, convoy.to) in moment.turned_back:
            shift(game, what_is_left(game, convoy), convoy.to, convoy.origin)
    if moment.cancelled:
        game.emit(NavalMoveDisrupted(power))
    return moment.cancelled


def what_is_left(game: WarGame, convoy: Convoy) -> Fleet:
    """The ships and leaders of a convoy that a storm has spared."""
    ships = [
        (nation, kind, min(count, getattr(game.at(convoy.to, nation), kind)))
        for nation, kind, count in convoy.fleet.ships
    ]
    leaders = [leader for leader in convoy.fleet.leaders if game.leaders[leader].place == convoy.to]
    return Fleet(tuple(some for some in ships if some[2]), tuple(leaders))


# ---- Step 7: conduct naval combat


async def conduct_naval_combats(game: WarGame, power: Power) -> None:
    """Step 7: the active power fights wherever an enemy is, each enemy once or until it loses there."""
    fought: list[tuple[Place, Power]] = []
    while open_fights := list(fights(game, power, fought)):
        place = await choose_combat_place(game, power, dict.fromkeys(place for place, _enemy in open_fights))
        enemies = [enemy for where, enemy in open_fights if where == place]
        enemy = await choose_enemy(power, place, enemies)
        fought.append((place, enemy))
        await naval_combat(game, place, power, enemy)


def fights(game: WarGame, power: Power, fought: list[tuple[Place, Power]]) -> Iterator[tuple[Place, Power]]:
    """Places and enemies that the active power has still to fight."""
    for place in harbours(game, power):
        for enemy in enemies_afloat(game, power, place):
            if (place, enemy) not in fought:
                yield place, enemy


async def choose_enemy(power: Power, place: Place, enemies: list[Power]) -> Power:
    """NAV-2: which of several enemies in one place is fought first; their fleets do not combine."""
    options = tuple(sorted(enemies))
    if len(options) == 1:
        return options[0]
    return await ask(ChooseThere(power, "naval_combat_enemy", "power", options, options[0], "16.1", place))
