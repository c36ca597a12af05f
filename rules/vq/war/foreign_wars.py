"""Foreign wars: Persia for the Ottoman, Poland for the Empire (23.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.card_play import remove_from_game
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.records import Record
from rules.vq.game import VqGame
from rules.vq.powers import EMPIRE, OTTOMAN
from rules.vq.state import WarAbroad
from rules.vq.victory import add_bonus_vp
from rules.war.battle import FieldBattle
from rules.war.casualties import make_change
from rules.war.counter_mix import fits
from rules.war.displacement import army_leaders
from rules.war.field_battle import field_battle
from rules.war.foreign_war import (
    ExpeditionLeft,
    ForeignWarBegan,
    ForeignWarWon,
    LeaderLeft,
    make_change_on_card,
    strength,
)
from rules.war.ids import LAND_KINDS, LeaderId, SpaceId
from rules.war.siege import is_besieged
from rules.war.war_abroad import battle_abroad, check_battle, come_home, raise_onto_card

PERSIA: CardNumber = 51
POLAND: CardNumber = 52
VICTIM = {PERSIA: OTTOMAN, POLAND: EMPIRE}
NAMES = {PERSIA: "Persia", POLAND: "Poland"}
RAISED_BY = {"regulars": "raise_regular", "mercenaries": "raise_mercenary", "cavalry": "raise_cavalry"}
"""Kind of unit -> the action that raises it."""
CHEAPEST = ("mercenaries", "cavalry", "regulars")


class Contingent(Record):
    """Units of one kind that leave one space for a foreign war."""

    space: SpaceId
    kind: str
    count: int


class ArmyAbroad(Record):
    """Who goes to a foreign war, with one leader at most."""

    units: tuple[Contingent, ...] = ()
    leader: LeaderId = ""


class SendArmyAbroad(Question[ArmyAbroad]):
    """FW-1: three to eight land units from anywhere, and perhaps a leader (23.7)."""

    kind: ClassVar[str] = "army_abroad"
    card: CardNumber
    least: int
    most: int

    def legal(self, game: VqGame) -> Iterable[ArmyAbroad]:
        """The fewest and the most, the cheapest first."""
        yield self.first(game, self.least)
        if self.most > self.least:
            yield self.first(game, self.most)

    def first(self, game: VqGame, count: int) -> ArmyAbroad:
        chosen = []
        for stack in stacks(game, self.power):
            if take := min(count, stack.count):
                chosen.append(Contingent(stack.space, stack.kind, take))
                count -= take
        return ArmyAbroad(tuple(chosen))

    def check(self, game: VqGame, answer: ArmyAbroad) -> None:
        there = {(stack.space, stack.kind): stack.count for stack in stacks(game, self.power)}
        if (twice := named_twice((part.space, part.kind) for part in answer.units)) is not None:
            raise Illegal("forces.named_twice", "23.7", nation=self.power, unit=twice[1])
        for part in answer.units:
            if not 1 <= part.count <= there.get((part.space, part.kind), 0):
                raise Illegal(
                    "forces.not_so_many",
                    "23.7",
                    count=part.count,
                    unit=part.kind,
                    nation=self.power,
                    place=part.space,
                )
        count = sum(part.count for part in answer.units)
        if not self.least <= count <= self.most:
            raise Illegal("foreign_war.wrong_number", "23.7", least_count=self.least, most_count=self.most)
        if answer.leader and answer.leader not in leaders(game, self.power):
            raise Illegal("leader.not_on_map", "23.7", leader=answer.leader)

    def default(self, game: VqGame) -> ArmyAbroad:
        return self.first(game, self.least)

    def pick(self, game: VqGame, choose: Callable[[Sequence[Any]], Any]) -> ArmyAbroad:
        army = self.first(game, choose(range(self.least, self.most + 1)))
        return ArmyAbroad(army.units, choose(["", *leaders(game, self.power)]))


def stacks(game: VqGame, power: Power) -> list[Contingent]:
    """Own land units that are not besieged, cheapest first, largest stacks first."""
    found = [
        Contingent(place, kind, count)
        for place, units in game.places_of(power)
        if place in game.spaces and not is_besieged(game, place, power)
        for kind in LAND_KINDS
        if (count := getattr(units, kind))
    ]
    return sorted(found, key=lambda stack: (CHEAPEST.index(stack.kind), -stack.count, stack.space))


def leaders(game: VqGame, power: Power) -> list[LeaderId]:
    """Army leaders of a power on the map, besieged or not."""
    return [who for place in game.places_with_leaders() for who in army_leaders(game, place, power)]


# ---- Beginning


async def begin(game: VqGame, card: CardNumber, enemy: int) -> None:
    """The victim sends an army; a war against a strong enemy is worth a point at its end (23.7)."""
    table, power = game.data.tables.foreign_war, VICTIM[card]
    war = WarAbroad(power, enemy, table.units[1], vp=table.vp if enemy >= table.vp_strength else 0)
    game.foreign_wars[card] = war
    available = sum(stack.count for stack in stacks(game, power))
    least, most = (min(limit, available) for limit in table.units)
    sent = 0
    if most:
        army = await ask(SendArmyAbroad(power, card, least, most))
        await send(game, war, army)
        sent = sum(part.count for part in army.units)
        make_change_on_card(game, war, NAMES[card])
    game.emit(ForeignWarBegan(power, card, sent, enemy))
    await game.settle()


async def send(game: VqGame, war: WarAbroad, army: ArmyAbroad) -> None:
    """Take units and the leader off the map and onto the card."""
    for part in army.units:
        game.remove_units(part.space, war.power, **{part.kind: part.count})
        setattr(war, part.kind, getattr(war, part.kind) + part.count)
        game.emit(ExpeditionLeft(war.power, part.space, {part.kind: part.count}))
    if army.leader:
        game.leaders[army.leader].place = None
        war.leaders.append(army.leader)
        game.emit(LeaderLeft(army.leader))
    for space in dict.fromkeys(part.space for part in army.units):
        await make_change(game, war.power, space)


# ---- Raising units onto the card


def check_reinforcement(game: VqGame, power: Power, card: CardNumber, kind: str) -> None:
    """Raise `Illegal` unless a unit of a kind may be raised onto a war card (17.2, 23.7)."""
    war = game.foreign_wars.get(card)
    if war is None or war.power != power:
        raise Illegal("foreign_war.not_yours", "23.7", card=card)
    if kind not in RAISED_BY or not game.has_action(power, RAISED_BY[kind]):
        raise Illegal("action.not_yours", "11.1")
    if strength(war) >= war.limit:
        raise Illegal("foreign_war.full", "23.7", limit=war.limit)
    setattr(war, kind, getattr(war, kind) + 1)
    shown = fits(game, power)
    setattr(war, kind, getattr(war, kind) - 1)
    if not shown:
        raise Illegal("counters.no_counter", "17.1", nation=power)


def reinforce(game: VqGame, card: CardNumber, kind: str) -> None:
    """Put a new land unit onto the card."""
    raise_onto_card(game, card, game.foreign_wars[card], kind)


# ---- Fighting


def check_fight(game: VqGame, power: Power, card: CardNumber) -> None:
    """Raise `Illegal` unless a battle of a foreign war may be fought now (23.7)."""
    check_battle(game.foreign_wars.get(card), power, card, game.impulse.foreign_wars_fought, "23.7")


def battle_of(game: VqGame, card: CardNumber) -> FieldBattle:
    """The battle of a foreign war as it stands (23.7)."""
    return battle_abroad(NAMES[card], game.foreign_wars[card])


async def fight(game: VqGame, card: CardNumber) -> None:
    """One battle: no formation limit, no die for the defender, no retreat, nobody captured (23.7)."""
    war = game.foreign_wars[card]
    game.impulse.foreign_wars_fought.append(card)
    await field_battle(game, battle_of(game, card))
    if not war.enemy:
        await end(game, card)


async def end(game: VqGame, card: CardNumber) -> None:
    """The war is over: perhaps a point, and everybody comes home (23.7)."""
    war = game.foreign_wars.pop(card)
    add_bonus_vp(game, war.power, "war_winner", war.vp)
    game.emit(ForeignWarWon(war.power, card, war.vp))
    await come_home(game, war, "23.7")
    remove_from_game(game, card)
