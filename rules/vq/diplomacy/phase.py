"""The Diplomacy Phase: negotiation, ransom and war, in this order (9).

What the players say to each other is not the rules' business; here the agreements that change the
position are announced, confirmed and carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.flow import Power, ask
from rules.core.questions import Choose, Decide
from rules.core.reasons import Reason
from rules.core.windows import offer
from rules.vq.diplomacy.alliances import Ally, LendShips
from rules.vq.diplomacy.deal_items import (
    Betroth,
    DrawCards,
    DrawTreasures,
    FreeCaptive,
    MakePeace,
    SendMercenaries,
    YieldSpace,
    bring_home,
    may_be_yielded,
)
from rules.vq.diplomacy.minors import influence_of, is_open
from rules.vq.diplomacy.war_segment import war_segment
from rules.vq.dynasty.leaders import homes_for_leader
from rules.vq.dynasty.nobles import betroth, possible_couples, wed_at_once
from rules.vq.game import VqGame
from rules.vq.powers import FRANCE
from rules.vq.ships import ARMADA, CORSAIRS
from rules.vq.treasury import take_at_random
from rules.vq.windows import Window
from rules.war import treaty_events as treaty
from rules.war.deals import Deal, Item
from rules.war.ids import LeaderId
from rules.war.negotiation import announce_deals, confirm_deals

NOBODY = "none"
SUGGESTED = 3
PRICE_OF_A_NOBLE = 2
"""Steps of influence at a power without a player for the hand of one of its nobles."""


async def diplomacy_phase(game: VqGame) -> None:
    """The three segments; what the Empire could not sell is lost (9.1)."""
    await negotiation_segment(game)
    await ransom_segment(game)
    await war_segment(game)
    game.lasting.for_hire = 0


# ---- 9.1 Negotiation


async def negotiation_segment(game: VqGame) -> None:
    """In impulse order each power confirms what was announced to it, then announces its own deals (9.1)."""
    await offer(game, FRANCE, Window.NEGOTIATION, None)
    announced: list[Deal] = []
    powers = game.played()
    for at, power in enumerate(powers):
        await confirm_deals(game, power, [deal for deal in announced if deal.partner == power])
        if later := powers[at + 1 :]:
            await announce_deals(game, power, later, announced)
        await betroth_own(game, power)
        await betroth_unplayed(game, power)


async def betroth_own(game: VqGame, power: Power) -> None:
    """A power may betroth two of its own nobles: an announcement without a partner (9.1)."""
    while couples := possible_couples(game, power, power):
        options = (NOBODY, *(f"{bride}+{groom}" for bride, groom in couples))
        chosen = await ask(Choose(power, "betroth_own", "couple", options, NOBODY, "9.1"))
        if chosen == NOBODY:
            return
        bride, _, groom = chosen.partition("+")
        betroth(game, bride, groom)
        await wed_at_once(game)


async def betroth_unplayed(game: VqGame, power: Power) -> None:
    """AM-3: for two steps of influence at a power without a player, one of its nobles is betrothed (21.1)."""
    for other in game.unplayed():
        while (couples := possible_couples(game, power, other)) and may_pay_influence(game, power, other):
            options = (NOBODY, *(f"{bride}+{groom}" for bride, groom in couples))
            chosen = await ask(Choose(power, "betroth_unplayed", "couple", options, NOBODY, "21.1"))
            if chosen == NOBODY:
                break
            game.influence.steps[other][power] -= PRICE_OF_A_NOBLE
            bride, _, groom = chosen.partition("+")
            betroth(game, bride, groom)
            await wed_at_once(game)


def may_pay_influence(game: VqGame, power: Power, other: Power) -> bool:
    return is_open(game, other) and influence_of(game, power, other) >= PRICE_OF_A_NOBLE


# ---- 9.3 Ransom


async def ransom_segment(game: VqGame) -> None:
    """RANSOM-1: each power may buy its leaders back, for something random of its hand each (9.3)."""
    for power in game.majors:
        for leader in captives(game, power):
            if may_be_ransomed(game, power, leader) and await ask(
                Decide(power, "ransom", leader, rule="9.3", about="leader")
            ):
                captor = game.leaders[leader].captor
                assert captor is not None
                game.emit(treaty.RansomPaid(power, leader, captor))
                take_at_random(game, giver=power, taker=captor, reason=Reason("ransom"))
                await bring_home(game, leader)


def captives(game: VqGame, power: Power, captor: Power | None = None) -> list[LeaderId]:
    """A power's leaders in captivity, of anybody or of one captor."""
    return [
        name
        for name, leader in game.leaders.items()
        if leader.captor is not None
        and game.commander(leader.power) == power
        and captor in (None, leader.captor)
    ]


def may_be_ransomed(game: VqGame, power: Power, leader: LeaderId) -> bool:
    """There must be somebody to pay, something for him to draw, and a home to return to."""
    figure = game.leaders[leader]
    homes = homes_for_leader(game, power, figure.power)
    return figure.captor in game.majors and game.can_be_robbed(power) and bool(homes)


# ---- Suggestions


def suggestions(game: VqGame, power: Power, partner: Power) -> Iterator[tuple[Item, ...]]:
    """Small packages between two powers, not all of them possible."""
    yield (MakePeace(),)
    yield (Ally(),)
    yield (MakePeace(), Ally())
    for bride, groom in possible_couples(game, power, partner):
        yield (Betroth(bride, groom),)
    for giver, receiver in ((power, partner), (partner, power)):
        yield from suggested_loans(game, giver)
        for leader in captives(game, receiver, giver):
            yield (FreeCaptive(leader),)
        yielded = [space for space in game.spaces_of(giver) if may_be_yielded(game, space, giver, receiver)]
        for space in yielded[:SUGGESTED]:
            yield (YieldSpace(giver, space),)
        for count in (1, 2):
            yield (DrawCards(giver, count),)
            yield (DrawTreasures(giver, count),)
        for count in (1, 4):
            yield (SendMercenaries(giver, count),)


def suggested_loans(game: VqGame, giver: Power) -> Iterator[tuple[Item, ...]]:
    """An alliance with all the ships of a kind in each port, and the naval leader there."""
    for nation in game.nations_of(giver):
        for place, units in game.places_of(nation):
            leaders = [leader for leader in game.leaders_at(place, giver) if game.is_naval_leader(leader)]
            for kind in game.naval_kinds:
                if kind not in (CORSAIRS, ARMADA) and (count := getattr(units, kind)):
                    yield Ally(), LendShips(giver, place, nation, count, *leaders[:1], kind=kind)
