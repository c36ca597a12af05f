"""Which spaces may be tried, with how many dice, and with what chance (18.3 and 18.4, steps 1 to 6).

Looks at the position only; the attempts themselves are in `rules.his.faith.attempts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cache

from rules.core.errors import Illegal
from rules.core.records import Record
from rules.his.data import AttemptDice
from rules.his.faith.debaters import bonus_dice
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH, SCOTLAND
from rules.war.ids import Nation, SpaceId

LANGUAGE_ZONES = ("english", "french", "german", "italian", "spanish")

OTHER = {PROTESTANT_FAITH: CATHOLIC, CATHOLIC: PROTESTANT_FAITH}
RULE = {PROTESTANT_FAITH: "18.3", CATHOLIC: "18.4"}

PRINTING_PRESS = "printing_press"
"""Reminder of card 90: one more die in every Reformation attempt this turn."""
AUGSBURG_CONFESSION = "augsburg_confession"
"""Reminder of card 39: Papal dice at -1, one die less in debates."""

POPES_WHO_WIN_TIES = ("paul_iii", "julius_iii")


class Grant(Record):
    """Attempts that an action or event gives: for which faith, where they count for more, and how.

    `zones` are the target zones; `only` names the allowed spaces where a card or debater limits them.
    """

    faith: str
    zones: tuple[str, ...]
    source: str
    """What gives them: treatise, theses, new_testament, full_bible or card_<number>."""
    extra_dice: int = 0
    modifier: int = 0
    only: tuple[SpaceId, ...] = ()
    optional: bool = False
    """The string may be broken off."""


# ---- Step 1: target spaces


def targets(game: HisGame, faith: str, *, only: Collection[SpaceId] = ()) -> list[SpaceId]:
    """Spaces of the other faith that may be tried for a faith, by id (18.3 and 18.4, step 1).

    Looked for from the side that has fewer spaces: this is asked very often.
    """
    other = OTHER[faith]
    own, others = [], []
    for space, state in game.spaces.items():
        if state.religion == other:
            if state.control is not None and (not only or space in only):
                others.append(space)
        elif state.religion == faith and state.control is not None:
            own.append(space)
    if len(own) < len(others):
        reached = _reached_from(game, faith, own)
        return sorted(space for space in others if space in reached)
    return sorted(space for space in others if connected(game, faith, space))


def _reached_from(game: HisGame, faith: str, spaces: list[SpaceId]) -> dict[SpaceId, bool]:
    """What is connected with these spaces of a faith, or has a figure of it."""
    neighbours, zones_of, ports_of = game.board.neighbours, game.board.zones_of, game.board.ports_of
    reached = dict.fromkeys(figures(game, faith), True)
    seas: dict[str, bool] = {}
    for space in spaces:
        if not game.spaces[space].unrest:
            for near in neighbours(space):
                reached[near] = True
        for zone in zones_of(space):
            seas[zone] = True
    for zone in seas:
        for port in ports_of(zone):
            reached[port] = True
    return reached


def connected(game: HisGame, faith: str, space: SpaceId) -> bool:
    """By a figure in it, a space of the faith next to it (passes count), or a port on the same sea.

    A neighbour in unrest does not connect (12.4).
    """
    spaces, board = game.spaces, game.board
    if has_figure(game, faith, space):
        return True
    if any(spaces[near].religion == faith and not spaces[near].unrest for near in board.neighbours(space)):
        return True
    return any(
        spaces[port].religion == faith and port != space and spaces[port].control is not None
        for zone in board.zones_of(space)
        for port in board.ports_of(zone)
    )


def check_target(game: HisGame, faith: str, space: SpaceId) -> None:
    """Raise `Illegal` with the reason why a space may not be tried for a faith."""
    rule = RULE[faith]
    if space not in game.spaces:
        raise Illegal("space.unknown", rule, space=space)
    if game.spaces[space].control is None:
        raise Illegal("space.out_of_play", "21.1", space=space)
    if game.spaces[space].religion != OTHER[faith]:
        raise Illegal("space.not_of_faith", rule, space=space, faith=OTHER[faith])
    if not connected(game, faith, space):
        if faith == PROTESTANT_FAITH:
            raise Illegal("attempt.no_protestant_near", rule, space=space)
        raise Illegal("attempt.no_catholic_near", rule, space=space)


def figures(game: HisGame, faith: str) -> list[SpaceId]:
    """Spaces with a reformer on the map, or with a Jesuit university (18.2)."""
    if faith == CATHOLIC:
        return [space for space, state in game.spaces.items() if state.university]
    reformers = game.data.reformers
    return [reformers[name].space for name, reformer in game.faith.reformers.items() if reformer.on_map]


def has_figure(game: HisGame, faith: str, space: SpaceId) -> bool:
    """Whether a reformer stands in a space, or a Jesuit university (18.2)."""
    if faith == CATHOLIC:
        return game.spaces[space].university
    return space in figures(game, faith)


# ---- 18.2 Land units


def faith_of_troops(game: HisGame, nation: Nation) -> str | None:
    """The camp of a nation's land units; None for the unaligned (18.2)."""
    if nation == SCOTLAND and game.minor_allies.get(SCOTLAND) == ENGLAND:
        nation = ENGLAND  # while allied with England, Scots count as English
    if nation == OTTOMAN:
        return None
    if nation == PROTESTANT:
        return PROTESTANT_FAITH
    if nation == ENGLAND:
        troops = game.ruler(ENGLAND).troops
        return troops if troops in OTHER else None
    return CATHOLIC  # Papal, Hapsburg, French, minor powers, independents, the Knights


def has_troops(game: HisGame, space: SpaceId, faith: str) -> bool:
    """Whether a stack of a faith's land units, however small, is in a space (18.2)."""
    here = game.units.get(space)
    if not here:
        return False
    return any(units.land and faith_of_troops(game, nation) == faith for nation, units in here.items())


# ---- Steps 2, 3 and 6: dice


def base_dice(game: HisGame, faith: str, space: SpaceId, table: dict[str, int]) -> int:
    """Dice of a faith at a space from the position; `table` is the side's own (18.3, 18.4).

    Nothing counts that is across a pass or in a space in unrest; the target itself may be in unrest.
    """
    figure = "reformer" if faith == PROTESTANT_FAITH else "university"
    dice = 0
    for near in game.board.clear_neighbours(space):
        state = game.spaces[near]
        if state.unrest:
            continue
        if state.religion == faith and state.control is not None:
            dice += table["adjacent_space"]
        if has_figure(game, faith, near):
            dice += table[f"adjacent_{figure}"]
        if has_troops(game, near, faith):
            dice += table["adjacent_stack"]
    if has_figure(game, faith, space):
        dice += table[figure]
    if has_troops(game, space, faith):
        dice += table["stack"]
    return dice


def table_of(game: HisGame, faith: str) -> AttemptDice:
    """The table of attempts for a faith."""
    tables = game.data.tables
    return tables.reformation if faith == PROTESTANT_FAITH else tables.counter_reformation


def attacker_dice(game: HisGame, grant: Grant, space: SpaceId, debater: str = "") -> int:
    """Dice of the attempting power: at least one, then the bonus dice (steps 2 and 3)."""
    table = table_of(game, grant.faith)
    dice = max(table.minimum, base_dice(game, grant.faith, space, table.attacker))
    if grant.faith == PROTESTANT_FAITH and PRINTING_PRESS in game.this_turn:
        dice += table.bonus["printing_press"]
    return dice + grant.extra_dice + bonus_dice(game, debater, grant.faith, space)


def defender_dice(game: HisGame, faith: str, space: SpaceId) -> int:
    """Dice of the faith that is attacked: at least one (step 6)."""
    table = table_of(game, faith)
    return max(table.minimum, base_dice(game, OTHER[faith], space, table.defender))


# ---- Steps 4, 5 and 8: what the dice must show


class Terms(Record):
    """What is added to the attacker's dice, from which roll it succeeds outright, and who wins ties."""

    modifier: int
    automatic: int | None
    wins_ties: bool


def terms(game: HisGame, grant: Grant, space: SpaceId) -> Terms:
    """The terms of an attempt: better in the target zones, for the Papacy only under two popes."""
    in_zone = game.board.spaces[space].lang in grant.zones
    table = table_of(game, grant.faith)
    if grant.faith == PROTESTANT_FAITH:
        return Terms(grant.modifier if in_zone else 0, table.automatic if in_zone else None, in_zone)
    modifier = table.bonus["augsburg_confession"] if AUGSBURG_CONFESSION in game.this_turn else 0
    favoured = in_zone and game.rulers[PAPACY] in POPES_WHO_WIN_TIES
    return Terms(modifier, table.automatic if favoured else None, favoured)


@cache
def chance(attacker: int, defender: int, conditions: Terms) -> Fraction:
    """The chance of an attempt with so many dice on each side."""
    total = Fraction(0)
    for face in range(1, 7):
        best = face + conditions.modifier
        if conditions.automatic is not None and best >= conditions.automatic:
            beaten = Fraction(1)
        else:
            # The highest of the defender's dice must stay below the best one, or equal it in a tie.
            limit = best if conditions.wins_ties else best - 1
            beaten = Fraction(min(max(limit, 0), 6), 6) ** defender
        total += beaten * (Fraction(face, 6) ** attacker - Fraction(face - 1, 6) ** attacker)
    return total


def odds(game: HisGame, grant: Grant, space: SpaceId, debater: str = "") -> Fraction:
    """The chance of an attempt on a space."""
    own = attacker_dice(game, grant, space, debater)
    other = defender_dice(game, grant.faith, space)
    return chance(own, other, terms(game, grant, space))


# ---- Policy 6 of the sequence of play: what silence takes


def best_target(game: HisGame, grant: Grant, spaces: Iterable[SpaceId], debater: str = "") -> SpaceId:
    """The likeliest target; ties go to electorates, then keys, then the alphabet."""
    return min(spaces, key=lambda space: (-odds(game, grant, space, debater), *rank(game, space)))


def rank(game: HisGame, space: SpaceId) -> tuple[bool, bool, SpaceId]:
    """Sorts electorates first, then keys, then by id."""
    return (space not in game.electorates(), not game.board.spaces[space].is_key, space)


def by_worth(game: HisGame, faith: str, spaces: Iterable[SpaceId]) -> list[SpaceId]:
    """For conversions without dice: electorates, keys, then what touches most of the other faith."""

    def key(space: SpaceId) -> tuple[bool, bool, int, SpaceId]:
        first, second, name = rank(game, space)
        near = game.board.neighbours(space)
        return (first, second, -sum(game.spaces[other].religion == OTHER[faith] for other in near), name)

    return sorted(spaces, key=key)
