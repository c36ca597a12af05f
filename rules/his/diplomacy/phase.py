"""The Diplomacy Phase: negotiation, peace, ransom, excommunication and war, in this order (9).

What the players say to each other is not the rules' business; here the agreements that change the
position are announced, confirmed and carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.his.diplomacy import events as told
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import (
    CedeSpace,
    EndWar,
    GiveCards,
    GiveMercenaries,
    GrantDivorce,
    RescindExcommunication,
    ReturnLeader,
)
from rules.his.diplomacy.peace import peace_segment
from rules.his.diplomacy.ransom import captured_leaders, excommunication_segment, ransom_segment
from rules.his.diplomacy.war_segment import war_segment
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER, PAPACY
from rules.war.deals import Deal, Item
from rules.war.ids import SpaceId
from rules.war.negotiation import announce_deals, confirm_deals


async def diplomacy_phase(game: HisGame) -> None:
    """The five segments in their order; on turn 1 of 1517 only England talks (7, 9)."""
    if game.turn == game.scenario.turns[0] and game.scenario.options.limited_first_diplomacy:
        await first_diplomacy(game)
        return
    await negotiation_segment(game)
    await peace_segment(game)
    await ransom_segment(game)
    await excommunication_segment(game)
    await war_segment(game)


async def first_diplomacy(game: HisGame) -> None:
    """Turn 1: England talks with France and the Hapsburgs, and announces what it agreed (7)."""
    order = (HAPSBURG, FRANCE)
    first = await ask(Choose(ENGLAND, "first_negotiation", "power", order, HAPSBURG, "7"))  # DIP1-1
    second = FRANCE if first == HAPSBURG else HAPSBURG
    game.emit(told.NegotiationsOpened(ENGLAND, first, second))
    for partner in order:  # DIP1-2: announced to the Hapsburgs first, whoever was spoken to first
        announced: list[Deal] = []
        await announce_deals(game, ENGLAND, (partner,), announced)
        await confirm_deals(game, partner, announced)


async def negotiation_segment(game: HisGame) -> None:
    """In impulse order each power confirms what was announced to it, then announces its own deals (9.1)."""
    announced: list[Deal] = []
    for at, power in enumerate(IMPULSE_ORDER):
        await confirm_deals(game, power, [deal for deal in announced if deal.partner == power])
        if later := IMPULSE_ORDER[at + 1 :]:
            await announce_deals(game, power, later, announced)


# ---- Suggestions

SUGGESTED_SPACES = 3
"""So many spaces of each side are suggested for cession."""


def suggestions(game: HisGame, power: Power, partner: Power) -> Iterator[tuple[Item, ...]]:
    """Small packages between two powers, not all of them possible."""
    yield (EndWar(),)
    yield (FormAlliance(),)
    yield (EndWar(), FormAlliance())
    yield (GrantDivorce(),)
    for giver, receiver in ((power, partner), (partner, power)):
        yield from suggested_loans(game, giver)
        for leader in captured_leaders(game, receiver, giver):
            yield (ReturnLeader(leader),)
        for space in suggested_cessions(game, giver, receiver):
            yield (CedeSpace(giver, space),)
        for count in (1, 2):
            yield (GiveCards(giver, count),)
        for count in (1, 4):
            yield (GiveMercenaries(giver, count),)
        if giver == PAPACY:
            yield (RescindExcommunication(receiver),)


def suggested_loans(game: HisGame, giver: Power) -> Iterator[tuple[Item, ...]]:
    """An alliance with all the ships of each port, and the naval leader there."""
    for nation in game.nations_of(giver):
        for place, units in game.places_of(nation):
            if units.squadrons:
                leaders = [leader for leader in game.leaders_at(place, giver) if game.is_naval_leader(leader)]
                loan = LoanSquadrons(giver, place, nation, units.squadrons, *leaders[:1])
                yield (FormAlliance(), loan)


def suggested_cessions(game: HisGame, giver: Power, receiver: Power) -> list[SpaceId]:
    """Spaces of the giver: first the receiver's home spaces, then others that border on the receiver's."""

    def borders(space: SpaceId) -> bool:
        return any(game.controller(near) == receiver for near in game.board.neighbours(space))

    held = sorted(
        game.spaces_of(giver),
        key=lambda space: (game.home_power(space) != receiver, not borders(space), space),
    )
    return held[:SUGGESTED_SPACES]
