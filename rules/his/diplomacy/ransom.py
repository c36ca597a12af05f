"""Captured leaders and excommunicated rulers: the Ransom and Excommunication Segments (9.4, 9.5)."""

from __future__ import annotations

from rules.core.card_play import discard_random_card, take_random_card
from rules.core.flow import Power, ask
from rules.core.questions import Decide, choose_one
from rules.core.reasons import Reason
from rules.his.diplomacy import events as told
from rules.his.diplomacy.wars import lift_excommunication
from rules.his.dynasty.rulers import homes_for_leader
from rules.his.faith.st_peters import add_to_st_peters
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.war import treaty_events as treaty
from rules.war.captives import release_leader
from rules.war.ids import LeaderId

# ---- Where a leader returns to


async def bring_home(game: HisGame, leader: LeaderId) -> None:
    """NEG-5: a captured leader is free; his owner places him."""
    power = game.leaders[leader].power
    homes = homes_for_leader(game, power)
    home = await choose_one(power, "returned_leader", "space", homes, "9.1")
    release_leader(game, leader, home)


def captured_leaders(game: HisGame, power: Power, captor: Power | None = None) -> list[LeaderId]:
    """A power's leaders in captivity, of anybody or of one captor."""
    return [
        name
        for name, leader in game.leaders.items()
        if leader.power == power and leader.captor is not None and captor in (None, leader.captor)
    ]


# ---- 9.4 Ransom of leaders


async def ransom_segment(game: HisGame) -> None:
    """RANSOM-1: each power may buy its leaders back, for a random card each."""
    for power in IMPULSE_ORDER:
        for leader in captured_leaders(game, power):
            if may_be_ransomed(game, leader) and await ask(
                Decide(power, "ransom", leader, rule="9.4", about="leader")
            ):
                await ransom(game, leader)


def may_be_ransomed(game: HisGame, leader: LeaderId) -> bool:
    """There must be somebody to pay, a card for him to draw, and a home to return to."""
    captive = game.leaders[leader]
    return (
        captive.captor in game.majors
        and bool(game.drawable(captive.power))
        and bool(homes_for_leader(game, captive.power))
    )


async def ransom(game: HisGame, leader: LeaderId) -> None:
    """The captor draws a card from the owner's hand, and the leader comes home."""
    power, captor = game.leaders[leader].power, game.leaders[leader].captor
    assert captor is not None
    game.emit(treaty.RansomPaid(power, leader, captor))
    take_random_card(game, giver=power, taker=captor, reason=Reason("ransom"))
    await bring_home(game, leader)


# ---- 9.5 Removing excommunication


async def excommunication_segment(game: HisGame) -> None:
    """EXCOM-1: each excommunicated power may donate a random card to the church."""
    for power in IMPULSE_ORDER:
        if may_donate(game, power) and await ask(Decide(power, "donation", rule="9.5")):
            donate(game, power)


def may_donate(game: HisGame, power: Power) -> bool:
    """The marker was placed in an earlier turn, and there is a card to draw."""
    placed = game.faith.excommunicated_powers.get(power)
    return placed is not None and placed < game.turn and bool(game.drawable(power))


def donate(game: HisGame, power: Power) -> None:
    """The card's CP go to St. Peter's, the card to the discard pile, the marker away."""
    card = discard_random_card(game, power, Reason("donation_to_church"))
    assert card is not None
    cp = game.card(card).cp
    game.emit(told.DonationMade(power, card, cp))
    add_to_st_peters(game, cp)
    lift_excommunication(game, power, Reason("donation"))
