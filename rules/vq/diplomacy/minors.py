"""Minor powers: influence, the resolution of their status, activation and its loss (24)."""

from __future__ import annotations

from rules.core.errors import allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Decide
from rules.core.reasons import Reason
from rules.vq.diplomacy.activated import release, take_control
from rules.vq.diplomacy.wars import may_declare_war, start_war
from rules.vq.game import VqGame
from rules.vq.powers import (
    CATHOLIC,
    ENGLAND,
    FRANCE,
    IMPULSE_ORDER,
    IRELAND,
    PORTUGAL,
    PROTESTANT,
    PROTESTANT_FAITH,
    SCOTLAND,
    SPAIN,
)
from rules.war.casualties import eliminate
from rules.war.construction import add_new_units
from rules.war.control import change_control, lift_siege
from rules.war.displacement import displace
from rules.war.forces import army_at, usual_formations
from rules.war.ids import Nation, SpaceId
from rules.war.minors import MinorActivated, free_minor
from rules.war.movement import enter_space, may_move
from rules.war.state import WAR

GOUVERNANTE = "gouvernante_de_france"
ULSTER, DUBLIN, IRISH_UNITS = "ulster", "dublin", 3


class StatusResolved(Event):
    """The powers that contended for a minor power, each with die and influence."""

    minor: Nation
    totals: dict[Power, int]
    winner: Power


class InfluenceGained(Event):
    power: Power
    minor: Nation
    steps: int
    total: int


class FortressRaised(Event):
    space: SpaceId


# ---- 24.5 Influence


def contestants(game: VqGame, minor: Nation) -> list[Power]:
    """Who contends for a power: those listed that have a player of their own (24.6 step 1)."""
    return [power for power in game.data.influence[minor].contestants if game.has_player(power)]


def may_influence(game: VqGame, power: Power, minor: Nation) -> bool:
    """Whether a power's marker in a column may move down (24.5)."""
    column = game.data.influence.get(minor)
    return (
        column is not None
        and is_open(game, minor)
        and power in contestants(game, minor)
        and power not in game.influence.barred.get(minor, ())
        and minor not in game.influence.resolved
        and influence_of(game, power, minor) < game.data.tables.influence_most
    )


def is_open(game: VqGame, minor: Nation) -> bool:
    """Whether a column is used at all: those of major powers with fewer players, Portugal later (17)."""
    column = game.data.influence[minor]
    if minor == PORTUGAL:
        return True
    return game.setup.players < column.fewer_players_than


def influence_of(game: VqGame, power: Power, minor: Nation) -> int:
    return game.influence.steps.get(minor, {}).get(power, 0)


def add_influence(game: VqGame, power: Power, minor: Nation, steps: int) -> None:
    """A marker moves down, to nine at most (24.5)."""
    most = game.data.tables.influence_most - influence_of(game, power, minor)
    if (steps := min(steps, most)) > 0 and may_influence(game, power, minor):
        column = game.influence.steps.setdefault(minor, {})
        column[power] = column.get(power, 0) + steps
        game.emit(InfluenceGained(power, minor, steps, column[power]))


def reset_influence(game: VqGame, minor: Nation) -> None:
    """All markers of a column are resolved for this turn (24.6 step 6)."""
    game.influence.steps[minor] = dict(game.data.influence[minor].start)
    if minor not in game.influence.resolved:
        game.influence.resolved.append(minor)


# ---- 24.6 Resolution of diplomatic status


def contest(game: VqGame, minor: Nation, rivals: list[Power]) -> list[Power]:
    """Each contestant rolls and adds its influence; best first, ties in impulse order (24.6)."""
    totals: dict[Power, int] = {}
    for power in IMPULSE_ORDER:
        if power in rivals:
            (die,) = game.roll(power, 1, Reason("status", nation=minor))
            totals[power] = die + influence_of(game, power, minor) + status_bonus(game, power, minor)
    ranking = sorted(totals, key=lambda power: (-totals[power], IMPULSE_ORDER.index(power)))
    game.emit(StatusResolved(minor, totals, ranking[0]))
    return ranking


def status_bonus(game: VqGame, power: Power, minor: Nation) -> int:
    """Two for France or the Protestant by the faith of Scotland (24.6); one for the Gouvernante (#8)."""
    bonus = int(power == FRANCE and GOUVERNANTE in game.this_turn.reminders)
    faith = {FRANCE: CATHOLIC, PROTESTANT: PROTESTANT_FAITH}.get(power)
    if minor == SCOTLAND and faith is not None:
        spaces = sum(game.religion(space) == faith for space in game.home_spaces(SCOTLAND))
        if spaces >= game.data.tables.scottish_spaces:
            bonus += game.data.tables.influence_in_scotland
    return bonus


async def resolve_status(game: VqGame, minor: Nation) -> bool:
    """Resolve a minor power's status, once in a turn; answers whether it was done now (24.6)."""
    if minor in game.influence.resolved or not can_be_resolved(game, minor):
        return False
    column = game.data.influence[minor]
    rivals = [p for p in contestants(game, minor) if p not in game.influence.barred.get(minor, ())]
    winner = contest(game, minor, rivals)[0]
    if minor in game.unplayed():
        await resolve_control(game, minor, winner)
        reset_influence(game, minor)
        return True
    ally = game.minor_allies.get(minor)
    if ally != winner:
        if ally is not None:
            await free_minor(game, minor)
        if winner in column.activate:
            await activate(game, minor, winner)
    reset_influence(game, minor)
    return True


async def resolve_control(game: VqGame, major: Power, winner: Power) -> None:
    """A major power without a player has a new controller, or none (24.6 steps 4 and 5)."""
    if winner in game.data.influence[major].activate:
        if game.patrons.get(major) != winner:
            await take_control(game, major, winner)
    elif major in game.patrons:
        await release(game, major)


def can_be_resolved(game: VqGame, minor: Nation) -> bool:
    """Portugal is inert until its king dies (9.4, #17); major powers with a player are their own."""
    if minor in IMPULSE_ORDER:
        return minor in game.unplayed()
    return minor != PORTUGAL or game.lasting.portugal_in_play


# ---- 24.2 Activation


async def activate(game: VqGame, minor: Nation, power: Power) -> None:
    """A minor power becomes the ally of a major power (24.2)."""
    enemies = [other for other in game.majors if game.relation(other, minor) == WAR and other != power]
    homes = list(game.home_spaces(minor))
    rivals = game.data.influence[minor].activate
    game.minor_allies[minor] = power  # step 1
    game.emit(MinorActivated(minor, power))
    gained = []
    for space in homes:  # steps 3 and 4: markers of powers that could have activated it go, others stay
        holder = game.controller(space)
        if holder == minor or (holder in rivals and holder != power):
            change_control(game, space, power, Reason("activation"), keep_sieges=True)
            gained.append(space)
    for other in list(game.relations.get(minor, {})):  # step 5
        game.set_relation(minor, other, None)
    for enemy in enemies:  # step 2
        await war_on_activator(game, enemy, power, gained)
    for space in gained:
        for besieger in list(game.spaces[space].sieges):
            if not game.at_war(besieger, power):
                lift_siege(game, space, besieger)
    for other in game.majors:
        if not game.friendly(power, other) and not game.at_war(power, other):
            for space in gained:
                await displace(game, other, space)
    await game.settle()
    if minor == IRELAND:
        await raise_ireland(game, power)  # step 6


async def war_on_activator(game: VqGame, enemy: Power, ally: Power, spaces: list[SpaceId]) -> None:
    """ACTV-1: an enemy of the minor declares war on its new ally free, or must leave its spaces (step 2)."""
    if game.relation(enemy, ally) == WAR:
        return
    if allows(may_declare_war, game, enemy, ally) and await ask(
        Decide(enemy, "war_on_activation", ally, rule="24.2", about="power")
    ):
        await start_war(game, enemy, ally)
        return
    for space in spaces:
        await displace(game, enemy, space)


async def raise_ireland(game: VqGame, power: Power) -> None:
    """Ulster is cleared, fortified and manned; perhaps war with the holder of Dublin, and a march (24.2)."""
    for other in game.majors:
        if army := army_at(game, ULSTER, other).units:
            await eliminate(game, other, ULSTER, army)
    if game.controller(ULSTER) != power:
        change_control(game, ULSTER, power, Reason("activation"))
    if not game.fortified(ULSTER):
        game.spaces[ULSTER].fortress = True
        game.emit(FortressRaised(ULSTER))
    add_new_units(game, IRELAND, "regulars", IRISH_UNITS, ULSTER)
    holder = game.controller(DUBLIN)
    if holder is None or holder not in game.majors or (holder == power and game.as_at_first):
        return
    if (
        holder != power
        and may_attack_dublin(game, power, holder)
        and await ask(Decide(power, "war_for_dublin", holder, rule="24.2", about="power"))
    ):
        await start_war(game, power, holder)
    await march_on_dublin(game, power)


def may_attack_dublin(game: VqGame, power: Power, holder: Power) -> bool:
    """ACTV-2: Spain on England only when that war is cheap enough (24.2 step 6)."""
    if (power, holder) == (SPAIN, ENGLAND) and game.closed_to(SPAIN, DUBLIN):
        return False
    return allows(may_declare_war, game, power, holder)


async def march_on_dublin(game: VqGame, power: Power) -> None:
    """ACTV-3: the new ally may lead a formation from Ulster to Dublin, if it may go there (24.2 step 6)."""
    army = army_at(game, ULSTER, power)
    if not army.size:
        return
    formation = usual_formations(game, army)[0]
    if may_move(game, power, ULSTER, DUBLIN, formation) and await ask(
        Decide(power, "march_on_dublin", rule="24.2")
    ):
        await enter_space(game, power, ULSTER, DUBLIN, formation)
