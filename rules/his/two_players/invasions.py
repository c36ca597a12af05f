"""The Invasion cards: a power without a player comes with an army, and a player commands it."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.card_play import draw_cards
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.his.diplomacy.wars import start_war
from rules.his.dynasty.rulers import FRANCIS_I, HENRY_II
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.his.two_players import events as told
from rules.his.two_players.deck import DIPLOMACY, EVENT
from rules.war.construction import add_new_units, ships_left
from rules.war.control import has_enemies
from rules.war.forces import MERCENARIES, REGULARS
from rules.war.ids import LeaderId, SpaceId
from rules.war.routes import sea_steps_from

MONTMORENCY, ALVA, FERDINAND = "montmorency", "duke_of_alva", "ferdinand"
CHARLES, SULEIMAN = "charles_v", "suleiman"
SQUADRON, MORE_MERCENARIES = "squadron", "mercenaries"
SQUADRONS = "squadrons"
ROME = "rome"
MORE = 2
"""Mercenaries that come in place of a squadron."""
BEST_GATES: dict[Power, tuple[SpaceId, ...]] = {
    FRANCE: ("milan", "turin", "lyon"),
    HAPSBURG: ("naples", "vienna"),
}
"""Where silence puts an army, if it can."""


class Army(Record):
    """What an Invasion brings; `reinforced`: a squadron at home or two mercenaries more."""

    power: Power
    leader: LeaderId
    regulars: int
    mercenaries: int = 0
    squadrons: int = 0
    reinforced: bool = True


# ---- Where it comes


def landing_places(game: HisGame, army: Army) -> list[SpaceId]:
    """Spaces that the power controls, open to it, without siege or enemies; a port if ships come along."""
    spaces = [
        space
        for space in game.spaces_of(army.power)
        if not game.closed_to(army.power, space)
        and not game.under_siege(space)
        and not has_enemies(game, army.power, space)
        and (not army.squadrons or game.board.spaces[space].is_port)
    ]
    if army.squadrons:  # silence takes the port nearest to Rome
        far = sea_steps_from(game, ROME)
        return sorted(spaces, key=lambda space: (far.get(space, len(far)), space))
    gates = BEST_GATES[army.power]
    return sorted(spaces, key=lambda space: (gates.index(space) if space in gates else len(gates), space))


def home_ports(game: HisGame, power: Power) -> list[SpaceId]:
    """Home ports that a power holds without enemies in them (17.2)."""
    return [
        space
        for space in game.home_spaces(power)
        if game.board.spaces[space].is_port
        and game.controller(space) == power
        and not has_enemies(game, power, space)
    ]


# ---- The procedure


async def invade(game: HisGame, card: CardNumber, commander: Power, army: Army) -> None:
    """The leader and his troops come into one space, the commander draws a card, and more may come."""
    space = await choose_one(commander, "invasion_space", "space", landing_places(game, army), "17")
    bring_leader(game, army.leader, space)
    game.emit(told.InvasionBegan(army.power, commander, army.leader, space))
    add_new_units(game, army.power, REGULARS, army.regulars, space)
    add_new_units(game, army.power, MERCENARIES, army.mercenaries, space)
    add_new_units(game, army.power, SQUADRONS, army.squadrons, space)
    draw_cards(game, commander, 1, Reason("card", card=card))
    if army.reinforced:
        await reinforce(game, commander, army.power, space)


def bring_leader(game: HisGame, leader: LeaderId, space: SpaceId) -> None:
    """The leader comes from wherever he is; one who is dead does not come."""
    figure = game.leaders[leader]
    if not figure.removed:
        figure.captor = figure.returns = None
        figure.place = space


async def reinforce(game: HisGame, commander: Power, power: Power, space: SpaceId) -> None:
    """A squadron in a home port, or two further mercenaries with the army."""
    ports = home_ports(game, power) if ships_left(game, power) > 0 else []
    choice = MORE_MERCENARIES
    if ports:
        choice = await choose_one(commander, "invasion_more", "option", (MORE_MERCENARIES, SQUADRON), "17")
    if choice == MORE_MERCENARIES:
        add_new_units(game, power, MERCENARIES, MORE, space)
        return
    port = await choose_one(commander, "invasion_port", "space", ports, "17.2")
    add_new_units(game, power, SQUADRONS, 1, port)


# ---- The six cards


def king_of_france(game: HisGame) -> LeaderId:
    """Francis I, or Henry II after his death."""
    return FRANCIS_I if game.rulers[FRANCE] == FRANCIS_I else HENRY_II


def french_constable(game: HisGame) -> Army:
    return Army(FRANCE, MONTMORENCY, regulars=2, mercenaries=2)


def french_king(game: HisGame) -> Army:
    return Army(FRANCE, king_of_france(game), regulars=3, mercenaries=3)


def duke_of_alva(game: HisGame) -> Army:
    return Army(HAPSBURG, ALVA, regulars=2, mercenaries=2)


def archduke(game: HisGame) -> Army:
    return Army(HAPSBURG, FERDINAND, regulars=2, mercenaries=4, reinforced=False)


def emperor(game: HisGame) -> Army:
    return Army(HAPSBURG, CHARLES, regulars=3, mercenaries=5, reinforced=False)


def sultan(game: HisGame) -> Army:
    return Army(OTTOMAN, SULEIMAN, regulars=5, squadrons=4, reinforced=False)


def can_come(army: Callable[[HisGame], Army]) -> Callable[[HisGame, Power], bool]:
    """Whether an army finds a space to come into."""

    def has_a_gate(game: HisGame, power: Power) -> bool:
        return bool(landing_places(game, army(game)))

    return has_a_gate


@DIPLOMACY.event(202, EVENT, playable=can_come(french_constable))
async def french_constable_invades(game: HisGame, power: Power) -> None:
    """202 French Constable Invades: Montmorency comes against the Papacy."""
    await start_war(game, FRANCE, PAPACY, reason=Reason("card", card=202))
    await invade(game, 202, PROTESTANT, french_constable(game))


@DIPLOMACY.event(206, EVENT, playable=can_come(french_king))
async def french_invasion(game: HisGame, power: Power) -> None:
    """206 French Invasion: the King of France comes against the Papacy."""
    await start_war(game, FRANCE, PAPACY, reason=Reason("card", card=206))
    await invade(game, 206, PROTESTANT, french_king(game))


@DIPLOMACY.event(211, EVENT, playable=can_come(duke_of_alva))
async def spanish_invasion(game: HisGame, power: Power) -> None:
    """211 Spanish Invasion: Alva comes against the Papacy, or after the League for it."""
    if not game.faith.league:
        await start_war(game, HAPSBURG, PAPACY, reason=Reason("card", card=211))
    await invade(game, 211, game.player_of(HAPSBURG), duke_of_alva(game))


@DIPLOMACY.event(213, EVENT, playable=can_come(archduke))
async def austrian_invasion(game: HisGame, power: Power) -> None:
    """213 Austrian Invasion: Ferdinand comes for the Papacy."""
    await invade(game, 213, PAPACY, archduke(game))


@DIPLOMACY.event(214, EVENT, playable=can_come(emperor))
async def imperial_invasion(game: HisGame, power: Power) -> None:
    """214 Imperial Invasion: Charles V comes for the Papacy."""
    await invade(game, 214, PAPACY, emperor(game))


@DIPLOMACY.event(216, EVENT, playable=can_come(sultan))
async def ottoman_invasion(game: HisGame, power: Power) -> None:
    """216 Ottoman Invasion: Suleiman comes by sea against the Papacy."""
    await start_war(game, OTTOMAN, PAPACY, reason=Reason("card", card=216))
    await invade(game, 216, PROTESTANT, sultan(game))
