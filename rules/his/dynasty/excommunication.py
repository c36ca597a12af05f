"""Excommunication of reformers and rulers (21.5)."""

from __future__ import annotations

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, ask
from rules.core.questions import Decide, choose_some
from rules.his.dynasty import events as told
from rules.his.dynasty.tudors import HENRY
from rules.his.faith.debate import call_debate, debate_zones
from rules.his.faith.debaters import send_away
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT_FAITH
from rules.war.control import may_be_stirred, place_unrest
from rules.war.ids import SpaceId
from rules.war.state import ALLIED

CATHOLIC_POWERS = (HAPSBURG, ENGLAND, FRANCE)
"""The powers whose rulers the Pope can excommunicate."""
STIRRED_SPACES = 2


def box_is_full(game: HisGame, figure: str) -> bool:
    """Whether a figure, or the other one who shares his box, has been excommunicated before."""
    boxes = game.data.excommunication_boxes
    sharing = next((box for box in boxes if figure in box), (figure,))
    return any(each in game.faith.excommunicated for each in sharing)


# ---- Against a reformer


def check_reformer(game: HisGame, reformer: str) -> None:
    """Raise `Illegal` unless a reformer may be excommunicated; grounds there always are."""
    if reformer not in game.faith.reformers:
        raise Illegal("reformer.none", "21.5", reformer=reformer)
    if not game.faith.reformers[reformer].on_map:
        raise Illegal("reformer.not_on_map", "21.5", reformer=reformer)
    if box_is_full(game, reformer):
        raise Illegal("reformer.excommunicated_before", "21.5", reformer=reformer)


def reformers_to_excommunicate(game: HisGame) -> list[str]:
    """The reformers whom Papal Bull may name now."""
    return [reformer for reformer in game.faith.reformers if allows(check_reformer, game, reformer)]


async def excommunicate_reformer(game: HisGame, reformer: str) -> None:
    """He is away as reformer and debater until the next turn; the Papacy may then call a debate."""
    game.faith.excommunicated.append(reformer)
    send_away(game, reformer)
    game.emit(told.ReformerExcommunicated(reformer))
    zone = game.data.reformers[reformer].zone
    if zone in debate_zones(game, PAPACY) and await ask(
        Decide(PAPACY, "excommunication_debate", zone, rule="21.5", about="language")
    ):
        await call_debate(game, PAPACY, zone)


# ---- Against a ruler


def has_grounds(game: HisGame, power: Power) -> bool:
    """War with the Papacy, alliance with the Ottoman, or Protestants in Henry's England (21.5)."""
    return (
        game.at_war(power, PAPACY)
        or game.relation(power, OTTOMAN) == ALLIED
        or (
            game.rulers[power] == HENRY
            and any(game.spaces[space].religion == PROTESTANT_FAITH for space in game.home_spaces(ENGLAND))
        )
    )


def check_ruler(game: HisGame, power: Power) -> None:
    """Raise `Illegal` unless the ruler of a power may be excommunicated."""
    if power not in CATHOLIC_POWERS:
        raise Illegal("excommunication.only_three_powers", "21.5")
    if power == ENGLAND and game.rulers[power] != HENRY:
        raise Illegal("excommunication.heirs_of_henry", "21.5")
    if box_is_full(game, game.rulers[power]):
        raise Illegal("excommunication.before", "21.5", power=power)
    if not has_grounds(game, power):
        raise Illegal("excommunication.no_grounds", "21.5", power=power)


def rulers_to_excommunicate(game: HisGame) -> list[Power]:
    """The powers whose rulers Papal Bull may name now."""
    return [power for power in CATHOLIC_POWERS if allows(check_ruler, game, power)]


async def excommunicate_ruler(game: HisGame, power: Power) -> None:
    """A "-1 card" marker for the power, and unrest in up to two of its empty Catholic home spaces."""
    ruler = game.rulers[power]
    game.faith.excommunicated.append(ruler)
    game.faith.excommunicated_powers[power] = game.turn
    game.emit(told.RulerExcommunicated(power, ruler))
    spaces = spaces_to_stir(game, power)
    if not spaces:
        return
    topic = "excommunication_unrest"
    for space in await choose_some(PAPACY, topic, "space", spaces, 0, STIRRED_SPACES, "21.5"):
        place_unrest(game, space)


def spaces_to_stir(game: HisGame, power: Power) -> list[SpaceId]:
    """Unoccupied home spaces of a power under Catholic influence, whoever holds them; keys first."""
    spaces = [
        space
        for space in game.home_spaces(power)
        if game.spaces[space].religion == CATHOLIC and may_be_stirred(game, space)
    ]
    return game.board.keys_first(spaces)
