"""The exact chances of a theological debate (18.5), from the functions that count its dice.

Cards (#7 and its like) and Bullinger are left out: whoever has them knows that they make it better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.core.chances import FACES, NEVER, SURE, add, evenly, hits, pairs
from rules.core.flow import Power
from rules.his.faith.debate import (
    ALEANDER,
    CAMPEGGIO,
    ENEMY,
    HIT,
    DebateRound,
    attack_dice,
    available,
    defence_dice,
)
from rules.his.faith.debaters import value
from rules.his.game import HisGame
from rules.his.powers import PAPACY, PROTESTANT

COMMITTED, UNCOMMITTED = "committed", "uncommitted"
POOLS = (COMMITTED, UNCOMMITTED)


@dataclass(slots=True)
class DebateOdds:
    """What a debate can bring to whoever calls it."""

    caller: Power
    zone: str
    pool: str
    """From which debaters of the other side the first defender is drawn."""
    attack: tuple[int, int] = (0, 0)
    """Dice of the first round, fewest and most, by who is drawn."""
    defence: tuple[int, int] = (0, 0)
    wins: Fraction = NEVER
    loses: Fraction = NEVER
    nothing: Fraction = NEVER
    """Two ties, or a lost debate without a result."""
    enemy_gone: Fraction = NEVER
    """The defender is burnt, or disgraced."""
    own_gone: Fraction = NEVER
    gained: dict[int, Fraction] = field(default_factory=dict)
    """Spaces that the caller may convert, as far as there are so many, with their chances."""
    lost: dict[int, Fraction] = field(default_factory=dict)

    @property
    def mean_gain(self) -> Fraction:
        """Spaces won less spaces lost, in the mean."""
        return _mean(self.gained) - _mean(self.lost)


def _mean(counts: dict[int, Fraction]) -> Fraction:
    return sum((n * chance for n, chance in counts.items()), NEVER)


def pools_open(game: HisGame, caller: Power, zone: str) -> list[str]:
    """The pools from which the caller may let the defender be drawn (18.5, step 3)."""
    return [name for name in POOLS if _pool(game, ENEMY[caller], zone, name)]


def _pool(game: HisGame, side: Power, zone: str, name: str) -> list[str]:
    return available(game, side, zone, "", committed=name == COMMITTED)


def debate_odds(
    game: HisGame, caller: Power, zone: str, pool: str = "", *, extra_dice: int = 0, attacker: str = ""
) -> DebateOdds:
    """The chances of a debate with the defender out of a pool (18.5).

    Without a `pool`, the first that is open is taken, as silence does; `attacker` is drawn already.
    """
    odds = DebateOdds(caller, zone, pool or pools_open(game, caller, zone)[0])
    attackers = [attacker] if attacker else _pool(game, caller, zone, UNCOMMITTED)
    first_rounds: list[tuple[int, int]] = []
    for chance, first in evenly(attackers):
        for with_chance, second in evenly(_pool(game, ENEMY[caller], zone, odds.pool)):
            moment = meeting(game, caller, zone, 1, first, second, ())
            dice = attack_dice(game, moment, extra_dice), defence_dice(game, moment)
            first_rounds.append(dice)
            _round(game, odds, moment, dice, chance * with_chance, extra_dice)
    odds.attack = min(a for a, _ in first_rounds), max(a for a, _ in first_rounds)
    odds.defence = min(d for _, d in first_rounds), max(d for _, d in first_rounds)
    return odds


def meeting(
    game: HisGame, caller: Power, zone: str, number: int, attacker: str, defender: str, spoken: Sequence[str]
) -> DebateRound:
    """A round between two debaters, in which those who have `spoken` are committed already."""
    fresh = [
        name
        for name in (attacker, defender)
        if name not in spoken and not game.faith.debaters[name].committed
    ]
    return DebateRound(caller, zone, number, {caller: attacker, ENEMY[caller]: defender}, fresh)


def _round(
    game: HisGame,
    odds: DebateOdds,
    moment: DebateRound,
    dice: tuple[int, int],
    weight: Fraction,
    extra_dice: int,
) -> None:
    """Add a round and, where it is tied, the next one."""
    tied = NEVER
    for own, other, chance in pairs(hits(dice[0], HIT), hits(dice[1], HIT)):
        if own == other:
            tied += weight * chance
        else:
            winner = odds.caller if own > other else ENEMY[odds.caller]
            _result(game, odds, moment, winner, abs(own - other), weight * chance)
    if moment.number == game.data.tables.debate.rounds:
        odds.nothing += tied
        return
    for chance, attacker, defender in second_debaters(game, moment):
        again = meeting(
            game,
            odds.caller,
            odds.zone,
            moment.number + 1,
            attacker,
            defender,
            list(moment.debaters.values()),
        )
        more = attack_dice(game, again, extra_dice), defence_dice(game, again)
        _round(game, odds, again, more, tied * chance, extra_dice)


def second_debaters(game: HisGame, moment: DebateRound) -> Iterator[tuple[Fraction, str, str]]:
    """Who meets in the second round: of each side an uncommitted debater, else a committed one."""
    spoken = list(moment.debaters.values())
    pools = []
    for power in (moment.caller, ENEMY[moment.caller]):
        fresh = [name for name in _pool(game, power, moment.zone, UNCOMMITTED) if name not in spoken]
        tired = [*_pool(game, power, moment.zone, COMMITTED), moment.debaters[power]]
        pools.append(fresh or list(dict.fromkeys(tired)))
    for chance, attacker in evenly(pools[0]):
        for with_chance, defender in evenly(pools[1]):
            yield chance * with_chance, attacker, defender


def _result(
    game: HisGame, odds: DebateOdds, moment: DebateRound, winner: Power, difference: int, chance: Fraction
) -> None:
    """Steps 7 to 9: spaces by the difference, and the loser gone if it is more than his value."""
    papal = moment.debaters[PAPACY]
    if winner == PROTESTANT and papal == CAMPEGGIO and papal in moment.fresh:
        saved = Fraction(FACES + 1 - game.data.tables.event_tables.campeggio_ignores, FACES)
        odds.nothing += chance * saved
        chance *= SURE - saved
    spaces = difference + (papal == ALEANDER and papal in moment.fresh)
    loser = moment.debaters[ENEMY[winner]]
    gone = chance if difference > value(game, loser) else NEVER
    if winner == odds.caller:
        odds.wins += chance
        odds.enemy_gone += gone
        add(odds.gained, spaces, chance)
    else:
        odds.loses += chance
        odds.own_gone += gone
        add(odds.lost, spaces, chance)
