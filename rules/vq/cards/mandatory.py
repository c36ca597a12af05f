"""Mandatory cards: the event comes first, then 2 CP (6.1, 3.3)."""

from __future__ import annotations

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.vq.cards.choices import NOBODY, always
from rules.vq.diplomacy.minors import resolve_status
from rules.vq.dynasty.nobles import noble_dies
from rules.vq.dynasty.patronage import ARTIST, ITALY, SCHOLAR, check_sponsor, sponsor
from rules.vq.dynasty.rulers import DEAD, EXECUTED, accede, capture_mary
from rules.vq.game import VqGame
from rules.vq.new_world.treasure_fleet import treasure_fleet
from rules.vq.powers import ENGLAND, PAPACY, PORTUGAL, PROTESTANT, SCOTLAND
from rules.vq.windows import CARDS

SELIM: CardNumber = 15
LORDS: CardNumber = 18
HOLY_LEAGUE: CardNumber = 38
EXCOMMUNICATE, FETCH = "excommunicate", "holy_league"
PAPAL_BOX = 3


class ElizabethExcommunicated(Event):
    """The Pope excommunicates the Queen of England."""


@CARDS.event(5, "event", playable=always)
async def papal_bull(game: VqGame, power: Power) -> None:
    """5 Papal Bull: the Papacy's status, then one of three favours for its ally."""
    if not await resolve_status(game, PAPACY):
        return
    ally = game.minor_allies.get(PAPACY)
    if ally is None:
        return
    options = [NOBODY]
    if not game.lasting.excommunicated and game.ruler_lives(ENGLAND):
        options.append(EXCOMMUNICATE)
    if card_play.may_retrieve(game, ally, HOLY_LEAGUE):
        options.append(FETCH)
    options += sponsorships(game, ally, (ally, ITALY))
    chosen = await ask(Choose(ally, "papal_bull", "option", tuple(options), NOBODY, "6.1"))
    if chosen == EXCOMMUNICATE:
        game.lasting.excommunicated = True
        game.emit(ElizabethExcommunicated())
    elif chosen == FETCH:
        card_play.retrieve(game, ally, HOLY_LEAGUE, Reason("event", card=5))
    elif chosen != NOBODY:
        carry_out_sponsorship(game, ally, chosen, PAPAL_BOX)


def sponsorships(game: VqGame, power: Power, owners: tuple[str, ...]) -> list[str]:
    """Whom a card lets a power sponsor: "artist:italy" and the like (22)."""
    return [
        f"{what}:{owner}"
        for what in (ARTIST, SCHOLAR)
        for owner in owners
        if allows(check_sponsor, game, power, what, owner)
    ]


def carry_out_sponsorship(game: VqGame, power: Power, chosen: str, box: int) -> None:
    what, _, owner = chosen.partition(":")
    sponsor(game, power, what, box, owner)


@CARDS.event(14, "event", playable=always)
async def treasure_fleet_sails(game: VqGame, power: Power) -> None:
    """14 Treasure Fleet."""
    await treasure_fleet(game)


@CARDS.event(15, "event", playable=always)
async def selim_ii(game: VqGame, power: Power) -> None:
    """15 Selim II."""
    accede(game, "selim_ii")


@CARDS.event(16, "event", playable=always)
async def murad_iii(game: VqGame, power: Power) -> None:
    """16 Murad III: Selim's card leaves the game, wherever it is."""
    accede(game, "murad_iii")
    cards = game.cards
    for pile in (cards.deck, cards.discards, cards.unborn, *cards.hands.values()):
        if SELIM in pile:
            pile.remove(SELIM)
            cards.removed.append(SELIM)


@CARDS.event(17, "event", playable=always)
async def king_sebastian_i_dies(game: VqGame, power: Power) -> None:
    """17 King Sebastian I Dies: Portugal is in the game, and contended for."""
    game.lasting.portugal_in_play = True
    await resolve_status(game, PORTUGAL)


@CARDS.event(18, "event", playable=always)
async def scottish_lords_rebel(game: VqGame, power: Power) -> None:
    """18 Scottish Lords Rebel: Scotland's status; Mary may be captured; then the card leaves the game."""
    if await resolve_status(game, SCOTLAND) and game.minor_allies.get(SCOTLAND) in (ENGLAND, PROTESTANT):
        capture_mary(game)
    if game.lasting.mary in ("captured", EXECUTED, DEAD):
        card_play.remove_from_game(game, LORDS)


@CARDS.event(19, "event", playable=always)
async def henry_iii(game: VqGame, power: Power) -> None:
    """19 Henry III: Charles IX dies, and Henry is King of France, if he lives."""
    noble_dies(game, "charles_ix")
    accede(game, "henry_iii")


@CARDS.event(20, "event", playable=always)
async def rudolf_ii(game: VqGame, power: Power) -> None:
    """20 Rudolf II: the new Emperor resides in Prague."""
    accede(game, "rudolf_ii")


@CARDS.event(21, "event", playable=always)
async def leicester_dies(game: VqGame, power: Power) -> None:
    """21 Leicester Dies."""
    noble_dies(game, "leicester")
