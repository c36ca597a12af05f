"""The agreements of 9.1 that change the position: what each needs, and what it does."""

from __future__ import annotations

from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.vq.diplomacy.alliances import check_parties
from rules.vq.diplomacy.wars import end_war, may_make_peace
from rules.vq.dynasty.leaders import homes_for_leader
from rules.vq.dynasty.nobles import betroth, check_betrothal, wed_at_once
from rules.vq.game import VqGame
from rules.vq.kinds import NobleId
from rules.vq.powers import AREA_FRANCE, AREA_NETHERLANDS, EMPIRE, FRANCE, OTTOMAN, PROTESTANT, SPAIN
from rules.vq.treasury import TakenTreasureSeen, TreasureTaken, hand_of
from rules.war import treaty_events as treaty
from rules.war.captives import release_leader
from rules.war.control import change_control
from rules.war.counter_mix import room_for
from rules.war.deal_items import Cession, GiftOfCards, GiftOfMercenaries, Peace, Return
from rules.war.deals import CARDS, MERCENARIES, Deal, Item, Prospect, item
from rules.war.ids import LeaderId, SpaceId
from rules.war.placement import Placement, PlaceUnits
from rules.war.removal import remove_units
from rules.war.state import WAR

TREASURES = "treasures"
GIFTS_OPTION, TOGETHER = "gifts", "together"
"""Cards and treasures go in one direction together (9.1)."""


class TreasuresTerm(Event):
    giver: Power
    receiver: Power
    count: int


class BetrothalTerm(Event):
    bride: NobleId
    groom: NobleId


@item
class MakePeace(Peace):
    """The two powers end their war (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        may_make_peace(prospect.game, deal.proposer, deal.partner)
        prospect.set_relation(deal.proposer, deal.partner, None)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        end_war(game, deal.proposer, deal.partner)


@item
class FreeCaptive(Return):
    """A captured army leader is set free (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        game = prospect.game
        captive = game.leaders.get(self.leader)
        if captive is None or captive.captor is None or self.leader in prospect.returned:
            raise Illegal("leader.no_captive", "9.1", leader=self.leader)
        power = game.commander(captive.power)
        if deal.other(captive.captor) != power:
            raise Illegal("deal.return_to", "9.1", leader=self.leader, power=power)
        if not homes_for_leader(game, power, captive.power):
            raise Illegal("deal.no_home_to_return", "9.1", power=power)
        prospect.returned.append(self.leader)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        await bring_home(game, self.leader)


async def bring_home(game: VqGame, leader: LeaderId) -> None:
    """NEG-5: a captured leader is free; his owner places him."""
    nation = game.leaders[leader].power
    power = game.commander(nation)
    homes = homes_for_leader(game, power, nation)
    release_leader(game, leader, await choose_one(power, "returned_leader", "space", homes, "9.1"))


@item
class YieldSpace(Cession):
    """A power yields political control of a space (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        game, receiver = prospect.game, deal.other(self.giver)
        if self.space not in game.spaces or prospect.controller(self.space) != self.giver:
            raise Illegal("deal.not_controlled", "9.1", power=self.giver, space=self.space)
        if not may_be_yielded(game, self.space, self.giver, receiver):
            raise Illegal("deal.not_to_be_ceded", "9.1", space=self.space, power=receiver)
        prospect.control[self.space] = receiver

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        change_control(game, self.space, deal.other(self.giver), Reason("treaty"))


def may_be_yielded(game: VqGame, space: SpaceId, giver: Power, receiver: Power) -> bool:
    """To a home power; in France between France and the Protestant, in the Netherlands with Spain (9.1)."""
    printed = game.printed(space)
    area, pair = printed.area, {giver, receiver}
    return (
        printed.home == receiver
        or (printed.second_home is not None and receiver == PROTESTANT)
        or (area == AREA_FRANCE and pair == {FRANCE, PROTESTANT})
        or (area == AREA_NETHERLANDS and pair == {SPAIN, PROTESTANT})
    )


@item
class DrawCards(GiftOfCards):
    """The receiver draws cards at random from the giver's hand (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        agree_gift(deal, prospect, CARDS, self.giver, self.count, len(prospect.game.drawable(self.giver)))


@item
class DrawTreasures(Item):
    """The receiver draws treasures at random from the giver's hand (9.1)."""

    rank: ClassVar[int] = 7
    giver: Power
    count: int

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        agree_gift(deal, prospect, TREASURES, self.giver, self.count, len(hand_of(prospect.game, self.giver)))

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        receiver = deal.other(self.giver)
        for _ in range(self.count):
            reason = Reason("draws_from", power=receiver, other_power=self.giver)
            treasure = game.dice.draw(sorted(hand_of(game, self.giver)), reason)
            hand_of(game, self.giver).remove(treasure)
            hand_of(game, receiver).append(treasure)
            game.emit(TreasureTaken(self.giver, receiver, Reason("treaty")))
            game.emit(TakenTreasureSeen(self.giver, receiver, treasure, audience=(self.giver, receiver)))
        game.diplomacy.given.setdefault(TREASURES, []).extend([(self.giver, receiver)] * self.count)

    def terms(self, deal: Deal) -> list[Event]:
        return [TreasuresTerm(self.giver, deal.other(self.giver), self.count)]


def agree_gift(deal: Deal, prospect: Prospect, what: str, giver: Power, count: int, held: int) -> None:
    """Two at most from one power to another in a turn, and in one direction only (9.1)."""
    receiver = deal.other(giver)
    most = prospect.game.data.tables.gift_cards
    if count < 1 or count + prospect.given_this_turn(what, giver, receiver) > most:
        raise Illegal("deal.too_many_cards", "9.1", limit=most)
    prospect.one_way(what, giver, receiver)
    if prospect.game.option(GIFTS_OPTION) == TOGETHER:
        prospect.one_way(CARDS if what == TREASURES else TREASURES, giver, receiver)
    if count > held + prospect.balance(what, giver):
        raise Illegal("deal.not_so_many_cards", "9.1", power=giver)
    prospect.give(what, giver, receiver, count)


@item
class SendMercenaries(GiftOfMercenaries):
    """Mercenaries of the giver go, as many of the receiver appear in its capitals (9.1)."""

    rank: ClassVar[int] = 8

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        game, receiver = prospect.game, deal.other(self.giver)
        if self.giver == OTTOMAN or receiver in (OTTOMAN, EMPIRE):
            raise Illegal("deal.no_mercenaries_between", "9.1", power=self.giver, other_power=receiver)
        most = game.data.tables.gift_mercenaries
        if self.count < 1 or self.count + prospect.given_this_turn(MERCENARIES, self.giver, receiver) > most:
            raise Illegal("deal.too_many_mercenaries", "9.1", limit=most)
        prospect.one_way(MERCENARIES, self.giver, receiver)
        if self.count > mercenaries_of(game, self.giver) + prospect.balance(MERCENARIES, self.giver):
            raise Illegal("deal.not_so_many_mercenaries", "9.1", power=self.giver)
        if not capitals_for_mercenaries(game, receiver):
            raise Illegal("deal.no_capital", "9.1", power=receiver)
        prospect.give(MERCENARIES, self.giver, receiver, self.count)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        """What the counters of the receiver cannot show is lost (5.3)."""
        receiver = deal.other(self.giver)
        await give_up_mercenaries(game, self.giver, self.count)
        spaces = capitals_for_mercenaries(game, receiver)
        placement: Placement = ((spaces[0], self.count),)
        if len(spaces) > 1:
            placement = await ask(
                PlaceUnits(
                    receiver, "mercenaries_received", receiver, MERCENARIES, self.count, tuple(spaces), "9.1"
                )
            )
        game.diplomacy.given.setdefault(MERCENARIES, []).extend([(self.giver, receiver)] * self.count)
        for space, count in placement:
            nation = game.counters_in(receiver, space)
            shown = room_for(game, nation, space, MERCENARIES, count)
            game.add_units(space, nation, mercenaries=shown)
            game.emit(treaty.MercenariesGiven(self.giver, receiver, shown, space))


async def give_up_mercenaries(game: VqGame, power: Power, count: int) -> None:
    """NEG-3: the Empire gives those for hire first; then the giver chooses where they come from."""
    if power == EMPIRE:
        hired = min(count, game.lasting.for_hire)
        game.lasting.for_hire -= hired
        count -= hired
    if count:
        await remove_units(game, power, "mercenaries_given", (MERCENARIES,), count, "9.1")


def mercenaries_of(game: VqGame, power: Power) -> int:
    """On the map, and for hire (9.1)."""
    hired = game.lasting.for_hire if power == EMPIRE else 0
    return hired + sum(game.count_on_map(nation, MERCENARIES) for nation in game.own_nations(power))


def capitals_for_mercenaries(game: VqGame, power: Power) -> list[SpaceId]:
    """Capitals on the map that a power controls in peace (9.1)."""
    return [
        space
        for space in game.capitals(power)
        if game.controller(space) == power and not game.spaces[space].unrest
    ]


@item
class Betroth(Item):
    """A man and a woman of the two powers, or of one, are betrothed (9.1, 21)."""

    rank: ClassVar[int] = 9
    bride: NobleId
    groom: NobleId

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        game = prospect.game
        owners = {game.data.nobles[name].power for name in (self.bride, self.groom) if name in game.nobles}
        if not owners <= {deal.proposer, deal.partner} or len(owners) != 2:
            raise Illegal("betrothal.not_yours", "9.1")
        at_war = prospect.relation(deal.proposer, deal.partner) == WAR
        check_betrothal(game, *self._couple(game), at_war=at_war)
        for name in (self.bride, self.groom):
            if prospect.has_noted("betrothed", name):
                raise Illegal("betrothal.already", "9.1", noble=name)
            prospect.note("betrothed", name)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        betroth(game, *self._couple(game))
        await wed_at_once(game)

    def _couple(self, game: VqGame) -> tuple[NobleId, NobleId]:
        """Bride and groom, in whatever order they were named."""
        named = self.bride, self.groom
        turned = [game.data.nobles[name].woman for name in named] == [False, True]
        return (self.groom, self.bride) if turned else named

    def terms(self, deal: Deal) -> list[Event]:
        return [BetrothalTerm(self.bride, self.groom)]
