"""Debaters: who is available, who is committed, and what each one's bonus can do (8.2, 18.2)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.his.faith import events as told
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH, SCOTLAND
from rules.war.ids import SpaceId

ENGLISH_PREACHERS = ("cranmer", "latimer", "wishart", "knox")
"""The debaters that England may commit for its treatises (18.2)."""

CARLSTADT, CALVIN = "carlstadt", "calvin"
TETZEL, CARAFFA = "tetzel", "caraffa"
LOYOLA = "loyola"

DIE_BONUS = {PROTESTANT_FAITH: "reformation", CATHOLIC: "counter_reformation"}
"""Kind of the debaters who give dice to attempts for a faith."""
ACTION_BONUS = {PROTESTANT_FAITH: "treatise", CATHOLIC: "burn_books"}
"""Kind of the debaters who help a whole treatise or burning of books."""

REACH = 2
"""Connections over which a bonus "near" a space reaches."""


# ---- Who is there


def uncommitted(game: HisGame, name: str) -> bool:
    """In play and not committed yet: what bonuses and many events ask for (18.2, 18.3)."""
    debater = game.faith.debaters[name]
    return debater.available and not debater.committed


def pool(game: HisGame, side: Power, zone: str | None = None, *, committed: bool | None = None) -> list[str]:
    """The available debaters of a side; the Protestant ones of one language zone (8.2)."""
    return [
        name
        for name, debater in game.faith.debaters.items()
        if debater.available
        and game.data.debaters[name].side == side
        and (committed is None or debater.committed == committed)
        and (zone is None or side == PAPACY or game.data.debaters[name].zone == zone)
    ]


def value(game: HisGame, name: str) -> int:
    """A debater's debate value (8.2)."""
    return game.data.debaters[name].value


def commit(game: HisGame, name: str) -> None:
    """Flip a debater to his committed side, if he shows the other (18.2)."""
    debater = game.faith.debaters[name]
    if not debater.committed:
        debater.committed = True
        game.emit(told.DebaterCommitted(name))


def remove_from_game(game: HisGame, name: str) -> None:
    """A debater is gone for good, and with him the reformer of the same name (18.5, steps 8 and 9)."""
    game.faith.debaters[name].gone = True
    reformer = game.faith.reformers.get(name)
    if reformer is not None and game.data.debaters[name].side == PROTESTANT and not reformer.gone:
        reformer.gone = True
        game.emit(told.ReformerRemoved(name))


def send_away(game: HisGame, name: str) -> None:
    """A reformer and his debater are away until the next turn; the debater is committed (8.2, 21.5)."""
    game.faith.reformers[name].away = True
    debater = game.faith.debaters[name]
    debater.away = debater.committed = True


# ---- Who may use whose bonus


def check_bonus(game: HisGame, power: Power, name: str) -> None:
    """Raise `Illegal` unless a power may now commit a debater for attempts or translation (18.2)."""
    check_debater(game, power, name)
    if power in game.impulse.bonus_used:
        raise Illegal("debater.bonus_used", "18.2")


def check_debater(game: HisGame, power: Power, name: str) -> None:
    """Raise `Illegal` unless a debater is at a power's disposal and uncommitted (18.2)."""
    if name not in game.data.debaters:
        raise Illegal("debater.unknown", "18.2", debater=name)
    if power == ENGLAND:
        if name not in ENGLISH_PREACHERS:
            raise Illegal("debater.not_english", "18.2")
    elif game.data.debaters[name].side != power:
        raise Illegal("debater.not_yours", "18.2", debater=name)
    debater = game.faith.debaters[name]
    if not debater.available:
        raise Illegal("debater.not_in_play", "8.2", debater=name)
    if debater.committed:
        raise Illegal("debater.committed", "18.2", debater=name)


def may_use_bonus(game: HisGame, power: Power, name: str) -> bool:
    """The same as `check_bonus`, as a question."""
    if power in game.impulse.bonus_used or not uncommitted(game, name):
        return False
    return name in ENGLISH_PREACHERS if power == ENGLAND else game.data.debaters[name].side == power


def use_bonus(game: HisGame, power: Power, name: str) -> None:
    """Commit a debater for attempts or translation: the power's one bonus of this impulse (18.2)."""
    game.emit(told.BonusUsed(power, name))
    commit(game, name)
    game.impulse.bonus_used.append(power)


def candidates(game: HisGame, power: Power, kind: str) -> list[str]:
    """Debaters of a kind whose bonus a power may use now."""
    if power in game.impulse.bonus_used:
        return []
    return [
        name
        for name, data in game.data.debaters.items()
        if data.kind == kind and may_use_bonus(game, power, name)
    ]


# ---- What a bonus reaches


def reaches(game: HisGame, name: str, space: SpaceId) -> bool:
    """Whether a die bonus applies to attempts on a space (18.2)."""
    data = game.data.debaters[name]
    if data.near is not None:
        centre = game.leaders[data.near].place if data.near in game.leaders else data.near
        return centre in game.board.spaces and space in game.board.within(centre, REACH)
    return any(_in_area(game, area, space) for area in data.area)


def _in_area(game: HisGame, area: str, space: SpaceId) -> bool:
    """England is the English home spaces of the English zone, so without Calais."""
    printed = game.board.spaces[space]
    if area == "electorates":
        return space in game.electorates()
    if area == "england":
        return printed.home == ENGLAND and printed.lang == "english"
    return area == "scotland" and printed.home == SCOTLAND


def bonus_dice(game: HisGame, name: str, faith: str, space: SpaceId) -> int:
    """Dice that a committed debater adds to an attempt for a faith on a space."""
    if not name or game.data.debaters[name].kind != DIE_BONUS[faith] or not reaches(game, name, space):
        return 0
    return game.data.debaters[name].dice
