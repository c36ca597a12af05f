"""A formation on its way into a space: whether it may enter (13.1), and who is an enemy there."""

from __future__ import annotations

from rules.core.errors import Illegal, allows
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.forces import Formation, land_powers_at
from rules.war.ids import INDEPENDENT, Place, SpaceId
from rules.war.retreat import enemy_units_in
from rules.war.siege import is_besieged
from rules.war.state import WarGame


class Advance(Record):
    """Who moves what from where to where; `origin` is a sea zone when troops land (16.3)."""

    power: Power
    origin: Place
    to: SpaceId
    formation: Formation
    foes: tuple[Power, ...] = ()
    """Whose units in the open there are enemies, or treated as such, when the move begins."""
    relief: bool = False
    """Whether it comes to relieve a friendly fortification (15.2)."""

    def landing(self, game: WarGame) -> bool:
        return self.origin in game.board.zones


def advance(game: WarGame, power: Power, origin: Place, to: SpaceId, formation: Formation) -> Advance:
    """Look at the destination before anything moves."""
    foes = tuple(foes_in_the_open(game, power, to))
    relief = game.under_siege(to) and game.friendly(power, game.controller(to)) and bool(foes)
    return Advance(power, origin, to, formation, foes, relief)


def others_at(game: WarGame, power: Power, space: SpaceId) -> list[Power]:
    """Other powers with land units in a space; independents stop nobody (13.1)."""
    return [
        other
        for other in land_powers_at(game, space)
        if other != power and (other in game.majors or other in game.minors)
    ]


def foes_in_the_open(game: WarGame, power: Power, space: SpaceId) -> list[Power]:
    """Whom a formation entering a space would have to fight or drive inside (13.1).

    Independents and inactive minor powers defend against everybody who comes.  All units of an enemy's
    space count as enemies, those of his allies too.
    """
    here = [other for other in land_powers_at(game, space) if other != power]
    if game.under_siege(space):
        here = [other for other in here if other in game.spaces[space].sieges]
    if all(game.friendly(power, other) for other in here):
        return []
    return here


def check_entry(game: WarGame, power: Power, to: SpaceId, *, with_units: bool) -> None:
    """Raise `Illegal` if no formation of the power may enter a space (13.1)."""
    if game.controller(to) is None:
        raise Illegal("space.out_of_play", "21.1", space=to)
    game.check_open(power, to)
    check_controller(game, power, to)
    check_occupants(game, power, to)
    if not with_units:
        if game.at_war(power, game.controller(to) or INDEPENDENT):
            raise Illegal("movement.leaders_alone_to_enemy", "13.1", space=to)
        if enemy_units_in(game, power, to):
            raise Illegal("movement.leaders_alone_among_enemies", "13.1", space=to)


def check_controller(game: WarGame, power: Power, to: SpaceId) -> None:
    """Own, independent, allied or hostile spaces may be entered, those of neutral powers not."""
    holder = game.controller(to)
    if holder is None or holder in (power, INDEPENDENT):
        return
    if not game.at_war(power, holder) and not game.friendly(power, holder):
        raise Illegal("movement.neutral", "13.1", space=to, power=holder)


def check_occupants(game: WarGame, power: Power, to: SpaceId) -> None:
    """Land units of other powers bar the way, but for the four cases of 13.1."""
    others = others_at(game, power, to)
    sieges = game.spaces[to].sieges
    besiegers = [other for other in others if other in sieges]
    within = [other for other in others if sieges and other not in sieges]
    if not others or all_on_one_side(game, power, to, others, bool(besiegers), bool(within)):
        return
    if not besiegers and all_with_enemy(game, power, to, others):
        return
    if sieges and relieves_or_joins(game, power, to, within, besiegers):
        return
    raise Illegal("movement.mixed_company", "13.1", space=to)


def all_on_one_side(
    game: WarGame, power: Power, to: SpaceId, others: list[Power], besieged: bool, held: bool
) -> bool:
    """All are allies or all enemies, and none of them has another under siege.

    A besieged fortification counts for its controller even if nobody is inside.
    """
    holder = game.controller(to) or INDEPENDENT
    if all(game.friendly(power, other) for other in others):
        return not besieged or not (held or game.friendly(power, holder))
    if all(game.at_war(power, other) for other in others):
        return not besieged or not (held or game.at_war(power, holder))
    return False


def all_with_enemy(game: WarGame, power: Power, to: SpaceId, others: list[Power]) -> bool:
    """In an enemy's space all are his or his allies': they are treated as enemies, at war or not."""
    holder = game.controller(to) or INDEPENDENT
    return game.at_war(power, holder) and all(game.friendly(holder, other) for other in others)


def relieves_or_joins(
    game: WarGame, power: Power, to: SpaceId, within: list[Power], besiegers: list[Power]
) -> bool:
    """A siege may be entered by friends of one side who are enemies of the whole other side."""
    own_inside = game.land_strength(to, power) > 0 and is_besieged(game, to, power)
    own_outside = power in game.spaces[to].sieges
    if (within or own_inside) and not own_outside:
        friends = all(game.friendly(power, other) for other in within)
        if friends and all(game.at_war(power, other) for other in besiegers):
            return True
    joins = bool(within) and not own_inside and all(game.at_war(power, other) for other in within)
    return joins and all(game.friendly(power, other) for other in besiegers)


def may_be_entered(game: WarGame, power: Power, to: SpaceId, *, with_units: bool = True) -> bool:
    """Whether a formation of the power may enter a space."""
    return allows(check_entry, game, power, to, with_units=with_units)
