"""The Winter Phase (19): nine steps, taken by all powers at once."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.dynasty.rulers import foreign_war_of, leave_foreign_war
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, OTTOMAN, PAPACY, PROTESTANT
from rules.his.two_players.winter import leaders_go_home, rome_recruits
from rules.his.windows import CARDS
from rules.war.construction import add_new_units
from rules.war.ids import LeaderId
from rules.war.winter import return_home
from rules.war.winter_steps import end_alliances, end_loans, end_sieges

RENEGADE = "renegade"
SPEAKS_FOR: dict[CardNumber, Power] = {
    9: OTTOMAN,
    10: PAPACY,
    13: PROTESTANT,
    14: PAPACY,
    15: PAPACY,
    19: ENGLAND,
    21: ENGLAND,
}
"""Event with a due date (19.8) -> the power that it concerns most."""
ORDER_OF_EVENTS: tuple[CardNumber, ...] = (10, 9, 13, 14, 15)


class RenegadeLeft(Event):
    leader: LeaderId


class DueEventResolved(Event):
    card: CardNumber


async def winter_phase(game: HisGame) -> None:
    """The nine steps in their order (19); the markers of piracy are simply cleared (19.6)."""
    end_loans(game)
    remove_renegade(game)
    if game.duel is not None:
        leaders_go_home(game)
    await return_home(game)  # ships to port, then land units to fortified spaces
    end_sieges(game)
    if game.duel is None:
        end_alliances(game)
        add_replacements(game)
    else:  # the one alliance of the two-player game lasts
        rome_recruits(game)
    game.piracy_zones.clear()
    uncommit_debaters(game)
    await resolve_due_events(game)
    game.this_turn.clear()
    game.cards.used_as_event.clear()


def remove_renegade(game: HisGame) -> None:
    """19.2: Charles Bourbon goes, on the map, captured or on a foreign war; his troops stay."""
    leader = game.leaders[RENEGADE]
    at_war = foreign_war_of(game, RENEGADE) is not None
    if leader.place is None and leader.captor is None and leader.returns is None and not at_war:
        return
    leader.place = leader.captor = leader.returns = None
    leave_foreign_war(game, RENEGADE)
    game.emit(RenegadeLeft(RENEGADE))


def add_replacements(game: HisGame) -> None:
    """19.5: one regular in each capital that its own power holds and that is quiet, while counters last."""
    for power in game.majors:
        for capital in game.capitals(power):
            if game.friendly(power, game.controller(capital)) and not game.spaces[capital].unrest:
                add_new_units(game, power, "regulars", 1, capital)


def uncommit_debaters(game: HisGame) -> None:
    """19.7: all debaters are white side up again."""
    for debater in game.faith.debaters.values():
        debater.committed = False


# ---- 19.8 Mandatory events


async def resolve_due_events(game: HisGame) -> None:
    """Mandatory events that did not happen by their turn happen now (19.8)."""
    later = {} if game.scenario.two_player is None else game.scenario.two_player.due
    for card in (*ORDER_OF_EVENTS, *later):
        due = later.get(card, game.card(card).due)
        if due is not None and due <= game.turn and card not in game.cards.removed:
            await resolve_due_event(game, card)


async def resolve_due_event(game: HisGame, card: CardNumber) -> None:
    """Take a card from wherever it is, carry out its event without CP, and remove it from the game."""
    take_out(game, card)
    game.cards.in_play.append(card)
    game.emit(DueEventResolved(card))
    await CARDS.events[card]["event"].effect(game, SPEAKS_FOR[card])
    await game.settle()
    if card in game.cards.in_play:
        game.cards.in_play.remove(card)
        game.cards.removed.append(card)


def take_out(game: HisGame, card: CardNumber) -> None:
    """Remove a card from the pile or hand that it is in."""
    cards = game.cards
    for pile in (cards.deck, cards.discards, cards.unborn, *cards.hands.values()):
        if card in pile:
            pile.remove(card)
            return
