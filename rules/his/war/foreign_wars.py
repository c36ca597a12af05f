"""Foreign wars: Egypt, Ireland and Persia, fought on a card beside the map (21.7).

The cards 92, 93 and 110 call `begin`; the action Fight Foreign War calls `fight`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rules.core.card_play import end_play
from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask
from rules.core.kinds import UnitKind
from rules.core.records import Record
from rules.his.data.tables import ForeignWar as ForeignWarData
from rules.his.game import HisGame
from rules.his.victory import add_bonus_vp
from rules.war.battle import FieldBattle
from rules.war.casualties import make_change
from rules.war.counter_mix import groups_of, representable
from rules.war.displacement import army_leaders
from rules.war.field_battle import field_battle
from rules.war.forces import LOSS_ORDER
from rules.war.foreign_war import (
    ExpeditionLeft,
    ForeignWar,
    ForeignWarBegan,
    ForeignWarWon,
    LeaderLeft,
    make_change_on_card,
    strength,
)
from rules.war.ids import LAND_KINDS, LeaderId, Nation, SpaceId
from rules.war.war_abroad import battle_abroad, check_battle, come_home, raise_onto_card

WARS_OPTION, RULEBOOK = "foreign_wars", "rulebook"
"""The cards force builds onto the war card and let any leaders go; this option follows 21.7 in both."""


# ---- Sending units


class Detachment(Record):
    """Land units of one kind out of one space."""

    space: SpaceId
    kind: UnitKind
    count: int


class Expedition(Record):
    """Who leaves the map for a foreign war: land units, and army leaders or none."""

    units: tuple[Detachment, ...]
    leaders: tuple[LeaderId, ...] = ()


class SendExpedition(Question[Expedition]):
    """Which land units, and perhaps which leaders, go to a foreign war (21.7)."""

    kind: ClassVar[str] = "expedition"
    card: CardNumber
    units: int
    """How many land units must go."""

    def legal(self, game: HisGame) -> Iterable[Expedition]:
        yield self.default(game)
        units = self.default(game).units
        leaders = leaders_on_map(game, self.power)
        for leader in leaders:
            yield Expedition(units, (leader,))
        if len(leaders) > 1 and by_the_cards(game):
            yield Expedition(units, tuple(leaders))

    def check(self, game: HisGame, answer: Expedition) -> None:
        there = {(part.space, part.kind): part.count for part in available(game, self.power)}
        taken: dict[tuple[SpaceId, str], int] = {}
        for part in answer.units:
            if part.count < 1:
                raise Illegal("forces.at_least_one", "21.7")
            key = (part.space, part.kind)
            taken[key] = taken.get(key, 0) + part.count
            if taken[key] > there.get(key, 0):
                raise Illegal(
                    "foreign_war.not_so_many", "21.7", count=taken[key], unit=part.kind, space=part.space
                )
        if (sent := sum(taken.values())) != self.units:
            raise Illegal("foreign_war.wrong_count", "21.7", count=self.units, named_count=sent)
        self._check_leaders(game, answer.leaders)

    def _check_leaders(self, game: HisGame, leaders: tuple[LeaderId, ...]) -> None:
        there = leaders_on_map(game, self.power)
        for leader in leaders:
            if leader not in there:
                raise Illegal("leader.no_army_leader", "21.7", leader=leader)
            if leaders.count(leader) > 1:
                raise Illegal("leader.named_twice", "21.7", leader=leader)
        if len(leaders) > 1 and not by_the_cards(game):
            raise Illegal("foreign_war.one_leader", "21.7")

    def default(self, game: HisGame) -> Expedition:
        """Silence sends the cheapest units out of the largest stacks, and no leader."""
        return self._fill(sorted(available(game, self.power), key=lambda part: _cost(game, self.power, part)))

    def pick(self, game: HisGame, choose: Callable[[Sequence[Any]], Any]) -> Expedition:
        parts = available(game, self.power)
        order: list[Detachment] = []
        while parts:
            part = choose(parts)
            parts.remove(part)
            order.append(part)
        staying = leaders_on_map(game, self.power)
        leaders: list[LeaderId] = []
        while (leader := choose(["", *staying])) and (not leaders or by_the_cards(game)):
            staying.remove(leader)
            leaders.append(leader)
        return Expedition(self._fill(order).units, tuple(leaders))

    def _fill(self, parts: list[Detachment]) -> Expedition:
        wanted, chosen = self.units, []
        for part in parts:
            count = min(wanted, part.count)
            if count:
                chosen.append(Detachment(part.space, part.kind, count))
                wanted -= count
        return Expedition(tuple(chosen))


def _cost(game: HisGame, power: Power, part: Detachment) -> tuple[int, int, SpaceId]:
    return LOSS_ORDER.index(part.kind), -game.land_strength(part.space, power), part.space


def available(game: HisGame, power: Power) -> list[Detachment]:
    """Own land units anywhere but in a space under siege (21.7)."""
    return [
        Detachment(space, kind, getattr(units, kind))
        for space, units in game.places_of(power)
        if space in game.spaces and not game.under_siege(space)
        for kind in LAND_KINDS
        if getattr(units, kind)
    ]


def leaders_on_map(game: HisGame, power: Power) -> list[LeaderId]:
    """Own army leaders on the map, besieged or not (21.7)."""
    return [leader for space in game.spaces for leader in army_leaders(game, space, power)]


def by_the_cards(game: HisGame) -> bool:
    """Whether builds are forced and any number of leaders may go (#92, #93, #110), or neither (21.7)."""
    return game.option(WARS_OPTION) != RULEBOOK


async def begin(game: HisGame, card: CardNumber, enemy: int) -> None:
    """A foreign war breaks out: units go onto the card, which costs a card each turn (21.7)."""
    data = data_of(game, card)
    power = data.power
    ready = sum(part.count for part in available(game, power))
    wanted = min(data.units, ready)
    war = ForeignWar(power, enemy, data.units)
    game.foreign_wars[card] = war
    game.minus_cards.setdefault(power, []).append(marker(card))
    if wanted or leaders_on_map(game, power):
        expedition = await ask(SendExpedition(power, card, wanted))
        send(game, war, expedition)
        for space in dict.fromkeys(part.space for part in expedition.units):
            await make_change(game, power, space)
        make_change_on_card(game, war, data.name)
    game.emit(ForeignWarBegan(power, card, wanted, enemy))


def marker(card: CardNumber) -> str:
    """The name of the "-1 card" marker that a foreign war brings."""
    return f"foreign_war_{card}"


def send(game: HisGame, war: ForeignWar, expedition: Expedition) -> None:
    """Take units and leaders off the map and onto the card."""
    for part in expedition.units:
        game.remove_units(part.space, war.power, **{part.kind: part.count})
        setattr(war, part.kind, getattr(war, part.kind) + part.count)
    for space in dict.fromkeys(part.space for part in expedition.units):
        units = {part.kind: part.count for part in expedition.units if part.space == space}
        game.emit(ExpeditionLeft(war.power, space, units))
    for leader in expedition.leaders:
        game.leaders[leader].place = None
        war.leaders.append(leader)
        game.emit(LeaderLeft(leader))


# ---- Construction on the card


def short_of_units(game: HisGame, power: Power) -> list[CardNumber]:
    """Foreign wars of a power with fewer units than the event called for."""
    return [
        card for card, war in game.foreign_wars.items() if war.power == power and strength(war) < war.limit
    ]


def to_be_reinforced(game: HisGame, power: Power) -> list[CardNumber]:
    """Foreign wars that take all new land units of the power, by the wording of their cards (#92, #93, #110).

    A war for which the counters cannot show any unit more asks for nothing (5.2).
    """
    if not by_the_cards(game):
        return []
    return [
        card
        for card in short_of_units(game, power)
        if any(has_counter_for(game, card, kind) for kind in kinds_of(game, power))
    ]


def kinds_of(game: HisGame, power: Power) -> list[str]:
    """The kinds of land units that a power can build (17.1)."""
    builds = {"raise_regular": "regulars", "buy_mercenary": "mercenaries", "raise_cavalry": "cavalry"}
    return [kind for action, kind in builds.items() if power in game.data.actions[action].cost]


def check_may_build_at_home(game: HisGame, power: Power, nation: Nation) -> None:
    """Raise `Illegal` if a foreign war takes all new land units of the power itself."""
    if nation == power and (wars := to_be_reinforced(game, power)):
        raise Illegal("foreign_war.reinforce_first", "21.7", cards=tuple(wars))


def check_reinforcement(game: HisGame, power: Power, nation: Nation, card: CardNumber, kind: str) -> None:
    """Raise `Illegal` unless a new land unit may be built on the card of a foreign war (21.7)."""
    war = game.foreign_wars.get(card)
    if war is None or war.power != power or nation != power:
        raise Illegal("foreign_war.not_yours", "21.7", card=card)
    if strength(war) >= war.limit:
        raise Illegal("foreign_war.full", "21.7", limit=war.limit, card=card)
    if not has_counter_for(game, card, kind):
        raise Illegal("foreign_war.no_counter", "17", card=card)


def has_counter_for(game: HisGame, card: CardNumber, kind: str) -> bool:
    """Whether the counters can show one more unit on the card (5.2, 17)."""
    war = game.foreign_wars[card]
    away = game.away_groups(war.power)
    away.remove(getattr(war, kind))
    groups = (*groups_of(game, war.power).values(), *away, getattr(war, kind) + 1)
    return representable(game.counter_mix(war.power), tuple(sorted(groups)))


def reinforce(game: HisGame, card: CardNumber, kind: str) -> None:
    """Put a new land unit onto the card."""
    raise_onto_card(game, card, game.foreign_wars[card], kind)


# ---- Fighting


def check_fight(game: HisGame, power: Power, card: CardNumber) -> None:
    """Raise `Illegal` unless a battle of a foreign war may be fought now (21.7)."""
    check_battle(game.foreign_wars.get(card), power, card, game.impulse.foreign_wars_fought, "21.7")


async def fight(game: HisGame, card: CardNumber) -> None:
    """One battle; the war is won when no enemy is left (21.7)."""
    game.impulse.foreign_wars_fought.append(card)
    await field_battle(game, battle_of(game, card))
    if not game.foreign_wars[card].enemy:
        await win(game, card)


def battle_of(game: HisGame, card: CardNumber) -> FieldBattle:
    """The two sides of a foreign war (21.7)."""
    return battle_abroad(data_of(game, card).name, game.foreign_wars[card])


def data_of(game: HisGame, card: CardNumber) -> ForeignWarData:
    return next(war for war in game.data.tables.foreign_wars if war.card == card)


# ---- The end of a foreign war


async def win(game: HisGame, card: CardNumber) -> None:
    """The war is over: 1 VP, no more lost cards, and everybody comes home (21.7)."""
    data = data_of(game, card)
    war = game.foreign_wars.pop(card)
    game.minus_cards[war.power].remove(marker(card))
    add_bonus_vp(game, war.power, "war_winner", data.vp)
    game.emit(ForeignWarWon(war.power, card, data.vp))
    await come_home(game, war, "21.7")
    end_play(game, card, as_event=True)
