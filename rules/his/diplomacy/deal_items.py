"""The agreements of 9.1 but for alliances and loans: what each needs, and what it does."""

from __future__ import annotations

from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.diplomacy import events as told
from rules.his.diplomacy.alliances import DIVORCE
from rules.his.diplomacy.ransom import bring_home
from rules.his.diplomacy.wars import bound_to, end_war, lift_excommunication
from rules.his.dynasty.rulers import homes_for_leader
from rules.his.dynasty.tudors import ASK_FOR_DIVORCE, HENRY, advance_marital_status
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war import treaty_events as treaty
from rules.war.construction import land_units_left
from rules.war.control import change_control
from rules.war.counter_mix import room_for
from rules.war.deal_items import Cession, GiftOfCards, GiftOfMercenaries, Peace, Return
from rules.war.deals import CARDS, MERCENARIES, Deal, Item, Prospect, item
from rules.war.ids import INDEPENDENT, Nation, SpaceId
from rules.war.removal import remove_units
from rules.war.state import ALLIED, WAR

LIFTED = "excommunication_lifted"
"""What a deal notes for others after it."""


@item
class EndWar(Peace):
    """A white peace: no War Winner VP (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        one, other = deal.proposer, deal.partner
        if prospect.relation(one, other) != WAR:
            raise Illegal("deal.not_at_war", "9.1", power=one, other_power=other)
        if is_league_war(prospect.game, one, other):
            raise Illegal("deal.league_war", "9.1")
        prospect.set_relation(one, other, None)
        if PAPACY in (one, other):
            prospect.note(LIFTED, deal.other(PAPACY))

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        end_war(game, deal.proposer, deal.partner)


def is_league_war(game: HisGame, one: Power, other: Power) -> bool:
    """Whether a war is one that the Schmalkaldic League began (21.6)."""
    pairs = game.data.tables.declaration_of_war.by_league
    return (one, other) in pairs or (other, one) in pairs


@item
class ReturnLeader(Return):
    """A captured army leader is set free (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        captive = prospect.game.leaders.get(self.leader)
        if captive is None or captive.captor is None or self.leader in prospect.returned:
            raise Illegal("leader.no_captive", "9.1", leader=self.leader)
        if deal.other(captive.captor) != captive.power:
            raise Illegal("deal.return_to", "9.1", leader=self.leader, power=captive.power)
        if not homes_for_leader(prospect.game, captive.power, prospect.controller):
            raise Illegal("deal.no_home_to_return", "9.1", power=captive.power)
        prospect.returned.append(self.leader)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        await bring_home(game, self.leader)


@item
class CedeSpace(Cession):
    """A power yields political control of a space (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        game, receiver = prospect.game, deal.other(self.giver)
        if self.space not in game.spaces or prospect.controller(self.space) != self.giver:
            raise Illegal("deal.not_controlled", "9.1", power=self.giver, space=self.space)
        if self.space in game.capitals(self.giver):
            raise Illegal("deal.own_capital", "9.1")
        home = game.home_power(self.space)
        if not may_be_ceded(game, home, self.giver, receiver):
            raise Illegal("deal.not_to_be_ceded", "9.1", space=self.space, power=receiver)
        if not game.wages_war(receiver):
            raise Illegal("deal.no_control_yet", "21.6")
        if home != receiver and bound_to(game, self.giver, receiver, "no_cession_between_except_home"):
            raise Illegal("deal.same_player_spaces", "3.1")
        prospect.control[self.space] = receiver

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        receiver = deal.other(self.giver)
        if game.home_power(self.space) == self.giver:
            game.diplomacy.ceded_home.append((self.giver, receiver))
        change_control(game, self.space, receiver, Reason("treaty"))


def may_be_ceded(game: HisGame, home: Nation, giver: Power, receiver: Power) -> bool:
    """A home space of either party, an independent space, or one of the receiver's minor ally (9.1)."""
    return home in (giver, receiver, INDEPENDENT) or game.minor_allies.get(home) == receiver


@item
class GiveCards(GiftOfCards):
    """Random draws from the giver's hand (9.1)."""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        game, receiver = prospect.game, deal.other(self.giver)
        if bound_to(game, self.giver, receiver, "no_cards_between"):
            raise Illegal("deal.same_player_cards", "3.1")
        most = game.data.tables.deal_limits.random_cards
        total = self.count + prospect.given_this_turn(CARDS, self.giver, receiver)
        if self.count < 1 or total > most:
            raise Illegal("deal.too_many_cards", "9.1", limit=most)
        prospect.one_way(CARDS, self.giver, receiver)
        if self.count > len(game.drawable(self.giver)) + prospect.balance(CARDS, self.giver):
            raise Illegal("deal.not_so_many_cards", "9.1", power=self.giver)
        prospect.give(CARDS, self.giver, receiver, self.count)


@item
class GiveMercenaries(GiftOfMercenaries):
    """Mercenaries of the giver go, as many of the receiver appear (9.1)."""

    rank: ClassVar[int] = 7

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        game, receiver = prospect.game, deal.other(self.giver)
        may_receive_mercenaries(prospect, receiver)
        if bound_to(game, self.giver, receiver, "no_mercenaries_between"):
            raise Illegal("deal.same_player_mercenaries", "3.1")
        most = game.data.tables.deal_limits.mercenaries
        total = self.count + prospect.given_this_turn(MERCENARIES, self.giver, receiver)
        if self.count < 1 or total > most:
            raise Illegal("deal.too_many_mercenaries", "9.1", limit=most)
        prospect.one_way(MERCENARIES, self.giver, receiver)
        on_map = game.count_on_map(self.giver, "mercenaries") + prospect.balance(MERCENARIES, self.giver)
        if self.count > on_map:
            raise Illegal("deal.not_so_many_mercenaries", "9.1", power=self.giver)
        if self.count > land_units_left(game, receiver) - prospect.balance(MERCENARIES, receiver):
            raise Illegal("deal.no_mercenaries_left", "9.1", power=receiver)
        prospect.give(MERCENARIES, self.giver, receiver, self.count)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        receiver = deal.other(self.giver)
        gone = await remove_units(game, self.giver, "mercenaries_given", ("mercenaries",), self.count, "9.1")
        count = sum(removal.count for removal in gone)
        spaces = homes_for_mercenaries(game, receiver)
        space = await choose_one(receiver, "mercenaries_received", "space", spaces, "9.1")
        shown = room_for(game, receiver, space, "mercenaries", count)  # 5.2: counters of that size may lack
        game.add_units(space, receiver, mercenaries=shown)
        game.diplomacy.given.setdefault(MERCENARIES, []).extend([(self.giver, receiver)] * count)
        game.emit(treaty.MercenariesGiven(self.giver, receiver, shown, space))


def may_receive_mercenaries(prospect: Prospect, receiver: Power) -> None:
    """Never the Ottoman; the others need their capital, the Protestant an electorate (9.1)."""
    game = prospect.game
    if receiver == OTTOMAN:
        raise Illegal("deal.no_mercenaries_for_ottoman", "9.1")
    if receiver == PROTESTANT and not game.faith.league:
        raise Illegal("deal.no_mercenaries_yet", "21.6")
    if receiver == PROTESTANT:
        if not any(prospect.controller(space) == PROTESTANT for space in game.electorates()):
            raise Illegal("deal.no_electorate", "9.1")
    elif not any(prospect.controller(space) == receiver for space in game.capitals(receiver)):
        raise Illegal("deal.no_capital", "9.1", power=receiver)


def homes_for_mercenaries(game: HisGame, receiver: Power) -> list[SpaceId]:
    """NEG-4: the capitals, or the electorates with most Protestant units first, that the power controls."""
    spaces = game.electorates() if receiver == PROTESTANT else game.capitals(receiver)
    held = [space for space in spaces if game.controller(space) == receiver]
    return sorted(held, key=lambda space: (-game.land_strength(space, receiver), space))


@item
class GrantDivorce(Item):
    """The Papacy lets Henry marry Anne Boleyn (9.1)."""

    rank: ClassVar[int] = 8

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        game = prospect.game
        if not deal.between(PAPACY, ENGLAND):
            raise Illegal("divorce.not_between_these", "9.1")
        if game.tudors.status != ASK_FOR_DIVORCE or game.rulers[ENGLAND] != HENRY:
            raise Illegal("divorce.not_asked_for", "9.1")
        if prospect.has_noted(DIVORCE, HENRY):
            raise Illegal("divorce.not_asked_for", "9.1")
        if prospect.relation(PAPACY, HAPSBURG) == ALLIED:
            raise Illegal("divorce.hapsburg_alliance", "9.1")
        prospect.note(DIVORCE, HENRY)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        game.diplomacy.divorce_granted = True
        game.emit(told.DivorceGranted())
        await advance_marital_status(game)

    def terms(self, deal: Deal) -> list[Event]:
        return [told.DivorceTerm()]


@item
class RescindExcommunication(Item):
    """The Papacy takes the excommunication back from the ruler of a power (9.1, 21.5)."""

    rank: ClassVar[int] = 9
    power: Power

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        deal.other(PAPACY)
        if self.power not in prospect.game.faith.excommunicated_powers:
            raise Illegal("excommunication.none", "9.1", power=self.power)
        if prospect.has_noted(LIFTED, self.power):
            raise Illegal("excommunication.lifted_already", "9.1", power=self.power)
        prospect.note(LIFTED, self.power)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        lift_excommunication(game, self.power, Reason("treaty"))

    def terms(self, deal: Deal) -> list[Event]:
        return [told.ExcommunicationTerm(self.power)]
