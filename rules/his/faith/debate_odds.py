"""The exact chances of a theological debate (18.5), from the functions that count its dice.

Cards (#7 and its like) and Bullinger are left out: whoever has them knows that they make it better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from rules.core.chances import FACES, NEVER, SURE, add, hits, pairs
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
    """The chances of a debate with the defender out of a pool (18.5); somebody must be there to debate.

    Without a `pool`, the first that is open is taken, as silence does; `attacker` is drawn already.
    """
    enemy = ENEMY[caller]
    odds = DebateOdds(caller, zone, pool or pools_open(game, caller, zone)[0])
    attackers = [attacker] if attacker else _pool(game, caller, zone, UNCOMMITTED)
    defenders = _pool(game, enemy, zone, odds.pool)
    each = Fraction(1, len(attackers) * len(defenders))
    tied: dict[tuple[str, str], Fraction] = {}
    dice: list[tuple[int, int]] = []
    for one in attackers:
        for other in defenders:
            moment = meeting(game, caller, zone, 1, one, other, ())
            dice.append((attack_dice(game, moment, extra_dice), defence_dice(game, moment)))
            tied[one, other] = _round(game, odds, moment, dice[-1], each)
    odds.attack = min(a for a, _ in dice), max(a for a, _ in dice)
    odds.defence = min(d for _, d in dice), max(d for _, d in dice)
    next_own = {one: next_pool(game, caller, zone, one) for one in attackers}
    next_other = {other: next_pool(game, enemy, zone, other) for other in defenders}
    for (one, other), weight in _second_meetings(tied, next_own, next_other).items():
        # Whoever speaks in the second round is fresh, unless nobody fresh was left on his side.
        moment = meeting(game, caller, zone, 2, one, other, _tired(next_own) + _tired(next_other))
        again = attack_dice(game, moment, extra_dice), defence_dice(game, moment)
        tie = _round(game, odds, moment, again, weight)
        odds.nothing += tie
    return odds


def next_pool(game: HisGame, side: Power, zone: str, spoken: str) -> list[str]:
    """Who may be drawn of a side after somebody has spoken: the uncommitted, else the committed."""
    fresh = [name for name in _pool(game, side, zone, UNCOMMITTED) if name != spoken]
    return fresh or list(dict.fromkeys([*_pool(game, side, zone, COMMITTED), spoken]))


def _tired(pools: dict[str, list[str]]) -> list[str]:
    """Those who spoke first and may speak again."""
    return [first for first, names in pools.items() if first in names]


def _second_meetings(
    tied: dict[tuple[str, str], Fraction], own: dict[str, list[str]], other: dict[str, list[str]]
) -> dict[tuple[str, str], Fraction]:
    """How likely each two debaters meet after a tie: drawn side by side, each from what is left."""
    half: dict[tuple[str, str], Fraction] = {}
    for (first, second), weight in tied.items():
        for name in own[first]:
            add(half, (name, second), weight / len(own[first]))
    found: dict[tuple[str, str], Fraction] = {}
    for (first, second), weight in half.items():
        for name in other[second]:
            add(found, (first, name), weight / len(other[second]))
    return found


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


@cache
def clash(attack: int, defence: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
    """The chance of a tie, and of each difference in hits, positive for the attacker."""
    differences: dict[int, Fraction] = {}
    for own, other, chance in pairs(hits(attack, HIT), hits(defence, HIT)):
        add(differences, own - other, chance)
    return differences.pop(0, NEVER), tuple(differences.items())


def _round(
    game: HisGame, odds: DebateOdds, moment: DebateRound, dice: tuple[int, int], weight: Fraction
) -> Fraction:
    """Add a round; answers the chance that it is tied."""
    tie, differences = clash(*dice)
    for difference, chance in differences:
        winner = odds.caller if difference > 0 else ENEMY[odds.caller]
        _result(game, odds, moment, winner, abs(difference), weight * chance)
    return weight * tie


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
