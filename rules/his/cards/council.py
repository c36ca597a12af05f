"""The Council of Trent: debaters of both sides against each other, all at once."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_some
from rules.core.reasons import Reason
from rules.his.faith.attempts import flip_spaces
from rules.his.faith.debate import ENEMY, FAITH, HIT
from rules.his.faith.debaters import commit, pool, value
from rules.his.faith.odds import targets
from rules.his.game import HisGame
from rules.his.kinds import DebaterId
from rules.his.powers import PAPACY, PROTESTANT
from rules.his.windows import CARDS

MOST_DEBATERS = {PAPACY: 4, PROTESTANT: 2}
TRENT = "trent"
"""Kind of the debater whose bonus is a die at the Council."""


class DelegatesNamed(Event):
    power: Power
    debaters: tuple[DebaterId, ...]


class DelegatesAbsent(Event):
    power: Power


class CouncilEnded(Event):
    papal_hits: int
    protestant_hits: int


def council_may_meet(game: HisGame, power: Power) -> bool:
    return True


@CARDS.event(17, "event", playable=council_may_meet)
async def council_of_trent(game: HisGame, power: Power) -> None:
    """17 Council of Trent: up to four Papal debaters against two; the difference in hits is converted."""
    delegates = {}
    for side in (PAPACY, PROTESTANT):
        delegates[side] = await name_delegates(game, side)
    dice = {side: council_dice(game, names) for side, names in delegates.items()}
    for names in delegates.values():
        for name in names:
            commit(game, name)
    hits = {side: council_hits(game, side, count) for side, count in dice.items()}
    game.emit(CouncilEnded(hits[PAPACY], hits[PROTESTANT]))
    difference = hits[PAPACY] - hits[PROTESTANT]
    if not difference:
        return
    winner = PAPACY if difference > 0 else ENEMY[PAPACY]
    faith = FAITH[winner]
    await flip_spaces(
        game,
        winner,
        faith,
        abs(difference),
        lambda game: targets(game, faith),
        "trent_conversion",
        "6.1",
    )


async def name_delegates(game: HisGame, side: Power) -> tuple[str, ...]:
    """Uncommitted debaters of a side, of whatever zone; silence sends those of the highest value."""
    names = sorted(pool(game, side, committed=False), key=lambda name: (-value(game, name), name))
    if not names:
        game.emit(DelegatesAbsent(side))
        return ()
    chosen = await choose_some(side, "trent_debaters", "debater", names, 0, MOST_DEBATERS[side], "18.2")
    game.emit(DelegatesNamed(side, chosen) if chosen else DelegatesAbsent(side))
    return chosen


def council_dice(game: HisGame, names: tuple[str, ...]) -> int:
    """Dice equal to the value of all debaters of a side, and one for Pole (18.2)."""
    debaters = [game.data.debaters[name] for name in names]
    return sum(debater.value + (debater.dice if debater.kind == TRENT else 0) for debater in debaters)


def council_hits(game: HisGame, side: Power, dice: int) -> int:
    """Hits of a side: 5 and 6."""
    if not dice:
        return 0
    return sum(die >= HIT for die in game.roll(side, dice, Reason("card", card=17), hit_on=HIT))
