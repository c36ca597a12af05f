"""Actions of espionage, from turn 3 on (19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.vq.actions import Action, action
from rules.vq.dynasty.rulers import ELIZABETH
from rules.vq.espionage.plots import attempt_assassination, english_rebellion, gather_intelligence
from rules.vq.game import VqGame
from rules.vq.powers import AREA_ENGLAND, ENGLAND, SPAIN
from rules.war.ids import LeaderId, SpaceId


class InformantInserted(Event):
    power: Power
    target: Power


class JesuitPlaced(Event):
    space: SpaceId


def check_target(game: VqGame, power: Power, target: Power) -> None:
    if target not in game.majors or target == power:
        raise Illegal("espionage.no_target", "19", power=target)


@action
class GatherIntelligence(Action):
    """ESP-1: spy on another power (19.1)."""

    action_id: ClassVar[str] = "gather_intelligence"
    target: Power

    def check(self, game: VqGame, power: Power) -> None:
        check_target(game, power, self.target)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for target in game.majors:
            if target != power:
                yield cls(target)

    async def perform(self, game: VqGame, power: Power) -> None:
        await gather_intelligence(game, power, self.target)


@action
class InsertInformant(Action):
    """INF-1: an informant to another power's card, from the pool or from a third power's (19.2)."""

    action_id: ClassVar[str] = "insert_informant"
    target: Power
    moved_from: Power = ""

    def check(self, game: VqGame, power: Power) -> None:
        check_target(game, power, self.target)
        placed = game.spies.informants.get(power, {})
        if self.target in placed:
            raise Illegal("espionage.one_informant", "19.2", power=self.target)
        if self.moved_from:
            if not placed.get(self.moved_from):
                raise Illegal("espionage.no_informant_there", "19.2", power=self.moved_from)
        elif len(placed) >= game.data.counters.informants:
            raise Illegal("espionage.no_informant_left", "19.2")

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        origins = ("", *game.spies.informants.get(power, {}))
        return (cls(target, origin) for target in game.majors for origin in origins)

    async def perform(self, game: VqGame, power: Power) -> None:
        placed = game.spies.informants.setdefault(power, {})
        if self.moved_from:
            del placed[self.moved_from]
        placed[self.target] = True
        game.emit(InformantInserted(power, self.target))


@action
class SendJesuit(Action):
    """INF-2: Spain sends a Jesuit from its power card to a space of England (19.2)."""

    action_id: ClassVar[str] = "insert_informant"
    space: SpaceId

    def check(self, game: VqGame, power: Power) -> None:
        if power != SPAIN:
            raise Illegal("action.not_yours", "19.2")
        check_jesuit_space(game, self.space)
        if not game.spies.jesuits:
            raise Illegal("espionage.no_jesuit_left", "19.2")

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.in_area(AREA_ENGLAND))

    async def perform(self, game: VqGame, power: Power) -> None:
        place_jesuit(game, self.space)


def check_jesuit_space(game: VqGame, space: SpaceId) -> None:
    """Raise `Illegal` unless a Jesuit may go to a space: one in each, in England only (19.2)."""
    if space not in game.spaces or game.printed(space).area != AREA_ENGLAND:
        raise Illegal("espionage.jesuits_in_england", "19.2")
    if game.spaces[space].jesuit:
        raise Illegal("espionage.one_jesuit", "19.2", space=space)


def place_jesuit(game: VqGame, space: SpaceId) -> None:
    """A Jesuit from the Spanish power card goes to a space of England."""
    game.spies.jesuits -= 1
    game.spaces[space].jesuit = True
    game.emit(JesuitPlaced(space))


# ---- 19.3 Assassination


def check_victim(game: VqGame, power: Power, victim: LeaderId) -> None:
    """Raise `Illegal` unless somebody may be the victim of an attempt (19.3)."""
    if victim == ELIZABETH:
        if power == ENGLAND or not game.ruler_lives(ENGLAND):
            raise Illegal("espionage.no_victim", "19.3", leader=victim)
        return
    if victim not in game.data.leaders or game.leader_data(victim).default:
        raise Illegal("espionage.no_victim", "19.3", leader=victim)
    on_map = game.leaders[victim].place in game.spaces
    if not on_map or game.is_naval_leader(victim) or game.leader_commander(victim) == power:
        raise Illegal("espionage.no_victim", "19.3", leader=victim)


def victims(game: VqGame, power: Power) -> list[LeaderId]:
    return [who for who in (ELIZABETH, *game.data.leaders) if allows(check_victim, game, power, who)]


@action
class Assassinate(Action):
    """ASN-1: an attempt on an army leader on the map, or on Elizabeth; once in a turn (19.3)."""

    action_id: ClassVar[str] = "assassination"
    victim: LeaderId
    cp: int

    def cost(self, game: VqGame, power: Power) -> int:
        return self.cp

    def check(self, game: VqGame, power: Power) -> None:
        if self.cp not in game.data.actions[self.action_id].cost[power]:
            raise Illegal("action.wrong_cp", "19.3", cp=self.cp)
        if power in game.spies.plotted:
            raise Illegal("espionage.once_a_turn", "19.3")
        check_victim(game, power, self.victim)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if power in game.spies.plotted:
            return
        for victim in victims(game, power):
            for cp in game.data.actions[cls.action_id].cost[power]:
                yield cls(victim, cp)

    async def perform(self, game: VqGame, power: Power) -> None:
        await attempt_assassination(game, power, self.victim, self.cp)


# ---- 19.4


@action
class RaiseEnglishCatholics(Action):
    """ECR-1: the English Catholic rebellion, once in a turn, and not beside an assassination (19.4)."""

    action_id: ClassVar[str] = "english_catholic_rebellion"
    cp: int

    def cost(self, game: VqGame, power: Power) -> int:
        return self.cp

    def check(self, game: VqGame, power: Power) -> None:
        if self.cp not in game.data.actions[self.action_id].cost[power]:
            raise Illegal("action.wrong_cp", "19.4", cp=self.cp)
        if power in game.spies.plotted:
            raise Illegal("espionage.once_a_turn", "19.4")

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if power not in game.spies.plotted:
            for cp in game.data.actions[cls.action_id].cost[power]:
                yield cls(cp)

    async def perform(self, game: VqGame, power: Power) -> None:
        await english_rebellion(game, self.cp)
