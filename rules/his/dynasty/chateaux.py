"""The chateaux of Francis I: Patron of the Arts and the chateau table (21.4)."""

from __future__ import annotations

from rules.core import card_play
from rules.core.errors import Illegal
from rules.core.flow import ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.his.data import ChateauRow
from rules.his.dynasty import events as told
from rules.his.dynasty.rulers import FRANCIS_I, is_besieged, is_captive, rules
from rules.his.game import HisGame
from rules.his.powers import FRANCE

ITALIAN_KEYS_NEEDED = 3
HOMES_OPTION, MAJORS = "chateau_homes", "majors"
"""Option of a game: only a major power that holds a French home space counts (21.4)."""


def check_patronage(game: HisGame) -> None:
    """Raise `Illegal` unless Patron of the Arts may be played as an event (21.4, #4)."""
    if not rules(game, FRANCIS_I):
        raise Illegal("ruler.rules_no_more", "21.4", ruler=FRANCIS_I, power=FRANCE)
    if is_captive(game, FRANCIS_I):
        raise Illegal("leader.captive", "21.4", leader=FRANCIS_I)
    if is_besieged(game, FRANCIS_I):
        raise Illegal("leader.besieged", "21.4", leader=FRANCIS_I)
    if game.chateaux_vp >= game.data.marriage.chateau.max_vp:
        raise Illegal("chateaux.all_vp", "21.4", vp=game.chateaux_vp)


async def build_chateau(game: HisGame) -> None:
    """Roll on the chateau table: perhaps a VP, then cards drawn, then a card discarded."""
    (die,) = game.roll(FRANCE, 1, Reason("chateau_table"))
    total = die + sum(modifiers(game).values())
    row = chateau_row(game, total)
    game.chateaux_vp += row.vp
    game.emit(told.ChateauBuilt(total, row.vp, game.chateaux_vp))
    card_play.draw_cards(game, FRANCE, row.draw, Reason("chateau"))
    for _ in range(row.discard):
        await discard_one(game)


def chateau_row(game: HisGame, total: int) -> ChateauRow:
    """What the chateau table gives for a total."""
    return row_for(game.data.marriage.chateau.rows, total)


def modifiers(game: HisGame) -> dict[str, int]:
    """Everything that changes the die, by name."""
    figures = game.data.marriage.chateau.modifiers
    applies = {
        "milan_french": game.controller("milan") == FRANCE,
        "florence_french": game.controller("florence") == FRANCE,
        "three_italian_keys_french": italian_keys(game) >= ITALIAN_KEYS_NEEDED,
        "home_space_lost": home_space_lost(game),
        "enemy_units_at_home": enemies_at_home(game),
    }
    found = {name: figures[name] for name, is_so in applies.items() if is_so}
    if game.scenario.options.chateau_modifier:
        found["tournament"] = game.scenario.options.chateau_modifier
    return found


def home_space_lost(game: HisGame) -> bool:
    """Whether another power controls a French home space; by an option only major powers are powers."""
    holders = {game.controller(space): True for space in game.home_spaces(FRANCE)}
    holders.pop(FRANCE, None)
    if game.option(HOMES_OPTION) == MAJORS:
        return any(holder in game.majors for holder in holders)
    return bool(holders)


def italian_keys(game: HisGame) -> int:
    """Keys of the Italian zone under French control."""
    return sum(game.board.spaces[key].lang == "italian" for key in game.keys_of(FRANCE))


def enemies_at_home(game: HisGame) -> bool:
    """Whether units at war with France are in a French home space; besiegers are."""
    return any(
        game.at_war(FRANCE, nation) for space in game.home_spaces(FRANCE) for nation in game.nations_at(space)
    )


async def discard_one(game: HisGame) -> None:
    """France discards a card of its choice, never its home card or a Mandatory Event (6.1)."""
    choices = [card for card in game.hand(FRANCE) if card_play.may_be_chosen_for_discard(game, card)]
    if not choices:
        return
    card = choices[0]
    if len(choices) > 1:
        least = card_play.least_card(game, FRANCE)
        options = tuple(str(each) for each in choices)
        chosen = await ask(Choose(FRANCE, "chateau_discard", "card", options, str(least), "21.4"))
        card = int(chosen)
    card_play.discard(game, FRANCE, card, Reason("chateau"))
