"""The exact chances of a theological debate (18.5), from the functions that count its dice.

Before it begins, cards (#7 and its like) and Bullinger are left out.  Where they may be played, the chances
are those with them and without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

from rules.core.chances import FACES, NEVER, SURE, add, hits, pairs
from rules.core.flow import Power
from rules.his.faith.debate import (
    ALEANDER,
    BULLINGER,
    CAMPEGGIO,
    ENEMY,
    HIT,
    Aid,
    DebateRound,
    SecondRound,
    attack_dice,
    available,
    defence_dice,
    with_luther,
)
from rules.his.faith.debaters import pool, value
from rules.his.game import HisGame
from rules.his.powers import PAPACY, PROTESTANT

COMMITTED, UNCOMMITTED = "committed", "uncommitted"
POOLS = (COMMITTED, UNCOMMITTED)
NO_AID = Aid()


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
    enemy = ENEMY[caller]
    return [name for name in POOLS if available(game, enemy, zone, "", committed=name == COMMITTED)]


def debate_odds(
    game: HisGame, caller: Power, zone: str, pool: str = "", *, aid: Aid = NO_AID, attacker: str = ""
) -> DebateOdds:
    """The chances of a debate with the defender out of a pool (18.5); somebody must be there to debate.

    Without a `pool`, the first that is open is taken, as silence does; `attacker` is drawn already.
    """
    enemy, barred = ENEMY[caller], aid.barred_in(1)
    odds = DebateOdds(caller, zone, pool or pools_open(game, caller, zone)[0])
    attackers = [attacker] if attacker else available(game, caller, zone, barred, committed=False)
    defenders = available(game, enemy, zone, barred, committed=odds.pool == COMMITTED)
    first = [meeting(game, caller, zone, 1, one, other, (), aid) for one in attackers for other in defenders]
    _count_dice(game, odds, first)
    return _in_two_rounds(game, odds, first)


def round_odds(game: HisGame, moment: DebateRound, *, luther: bool = False) -> DebateOdds:
    """The chances of a debate from a round on in which both debaters are chosen; `luther`: with card 7."""
    moment = replace(moment, debaters=dict(moment.debaters), fresh=list(moment.fresh))
    if luther:
        with_luther(game, moment)
    odds = DebateOdds(moment.caller, moment.zone, "")
    _count_dice(game, odds, [moment])
    if moment.number == 1:
        return _in_two_rounds(game, odds, [moment])
    return _in_last_round(game, odds, {(moment.attacker, moment.defender): SURE}, [moment])


def second_round_odds(game: HisGame, second: SecondRound, *, bullinger: bool) -> DebateOdds:
    """The chances of a second round whose debaters are still to be drawn, but for Bullinger, who steps in."""
    barred, drawn = second.aid.barred_in(2), {}
    for side in (second.caller, ENEMY[second.caller]):
        fresh = available(game, side, second.zone, barred, committed=False)
        drawn[side] = fresh or available(game, side, second.zone, barred, committed=True)
        if bullinger and side == PROTESTANT:
            drawn[side] = [BULLINGER]
    own, other = drawn[second.caller], drawn[ENEMY[second.caller]]
    meetings = [
        meeting(game, second.caller, second.zone, 2, a, d, (), second.aid) for a in own for d in other
    ]
    weights = {(one.attacker, one.defender): Fraction(1, len(meetings)) for one in meetings}
    odds = DebateOdds(second.caller, second.zone, "")
    _count_dice(game, odds, meetings)
    return _in_last_round(game, odds, weights, meetings)


def _in_two_rounds(game: HisGame, odds: DebateOdds, first: Sequence[DebateRound]) -> DebateOdds:
    """Add the first round between any of some pairs, all as likely, and the second round after a tie."""
    caller, enemy, zone, aid = odds.caller, ENEMY[odds.caller], odds.zone, first[0].aid
    tied: dict[tuple[str, str], Fraction] = {}
    for moment in first:
        pair = moment.attacker, moment.defender
        tied[pair] = _round(game, odds, moment, Fraction(1, len(first)))
    barred = aid.barred_in(2)
    next_own = {one.attacker: next_pool(game, caller, zone, _spoken(one), barred) for one in first}
    next_other = {one.defender: next_pool(game, enemy, zone, _spoken(one), barred) for one in first}
    # Whoever speaks in the second round is fresh, unless nobody fresh was left on his side.
    tired = (
        [name for one in first for name in _spoken(one)] if len(first) == 1 else _tired(next_own, next_other)
    )
    weights = _second_meetings(tied, next_own, next_other)
    second = [meeting(game, caller, zone, 2, one, other, tired, aid) for one, other in weights]
    return _in_last_round(game, odds, weights, second)


def _in_last_round(
    game: HisGame,
    odds: DebateOdds,
    weights: dict[tuple[str, str], Fraction],
    meetings: Sequence[DebateRound],
) -> DebateOdds:
    """Add a round after which the debate is over, with the chances of each two debaters."""
    for moment in meetings:
        tie = _round(game, odds, moment, weights[moment.attacker, moment.defender])
        odds.nothing += tie
    return odds


def _count_dice(game: HisGame, odds: DebateOdds, meetings: Sequence[DebateRound]) -> None:
    attack = [attack_dice(game, moment) for moment in meetings]
    defence = [defence_dice(game, moment) for moment in meetings]
    odds.attack, odds.defence = (min(attack), max(attack)), (min(defence), max(defence))


def _spoken(moment: DebateRound) -> tuple[str, ...]:
    """Who is committed by a round: both debaters, and whom Luther replaced."""
    return (moment.attacker, moment.defender, moment.replaced)


def next_pool(game: HisGame, side: Power, zone: str, spoken: Sequence[str], barred: str = "") -> list[str]:
    """Who may be drawn of a side after some have spoken: the uncommitted, else all."""
    fresh = [name for name in available(game, side, zone, barred, committed=False) if name not in spoken]
    return fresh or [name for name in pool(game, side, zone) if name != barred]


def _tired(*pools: dict[str, list[str]]) -> list[str]:
    """Those who spoke first and may speak again."""
    return [first for side in pools for first, names in side.items() if first in names]


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
    game: HisGame,
    caller: Power,
    zone: str,
    number: int,
    attacker: str,
    defender: str,
    spoken: Sequence[str],
    aid: Aid = NO_AID,
) -> DebateRound:
    """A round between two debaters, in which those who have `spoken` are committed already."""
    fresh = [
        name
        for name in (attacker, defender)
        if name not in spoken and not game.faith.debaters[name].committed
    ]
    return DebateRound(caller, zone, number, {caller: attacker, ENEMY[caller]: defender}, fresh, aid=aid)


@cache
def clash(attack: int, defence: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
    """The chance of a tie, and of each difference in hits, positive for the attacker."""
    differences: dict[int, Fraction] = {}
    for own, other, chance in pairs(hits(attack, HIT), hits(defence, HIT)):
        add(differences, own - other, chance)
    return differences.pop(0, NEVER), tuple(differences.items())


def _round(game: HisGame, odds: DebateOdds, moment: DebateRound, weight: Fraction) -> Fraction:
    """Add a round; answers the chance that it is tied."""
    tie, differences = clash(attack_dice(game, moment), defence_dice(game, moment))
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
