"""Chances of battles and sieges, from the numbers of dice (14, 15.1): a die hits on 5 and 6."""

from __future__ import annotations

from functools import cache
from math import comb

HIT = 1 / 3


@cache
def hits(dice: int) -> tuple[float, ...]:
    """The chance of each number of hits.

    >>> [round(chance, 2) for chance in hits(2)]
    [0.44, 0.44, 0.11]
    """
    dice = max(dice, 0)
    return tuple(comb(dice, n) * HIT**n * (1 - HIT) ** (dice - n) for n in range(dice + 1))


@cache
def field_win(attack: int, defence: int) -> float:
    """The chance that an attacker wins a field battle; ties are the defender's (14, step 8).

    >>> round(field_win(8, 4), 2)
    0.69
    """
    theirs = hits(defence)
    return sum(chance * sum(theirs[:own]) for own, chance in enumerate(hits(attack)) if own)


@cache
def tie(one: int, other: int) -> float:
    """The chance of equally many hits."""
    return sum(a * b for a, b in zip(hits(one), hits(other), strict=False))


@cache
def assault_odds(walkers: int, rating: int, garrison: int, their_rating: int = 0) -> float:
    """The chance that one assault takes a fortification."""
    return siege_odds(walkers, rating, garrison, their_rating, 1)


@cache
def siege_odds(walkers: int, rating: int, garrison: int, their_rating: int, assaults: int) -> float:
    """The chance to take a fortification within so many assaults; the siege breaks if besiegers get too few.

    >>> [round(siege_odds(n, 1, g, 0, 2), 2) for g, n in ((1, 4), (2, 6), (3, 8))]
    [0.91, 0.79, 0.67]
    """
    if assaults <= 0 or walkers <= garrison or walkers <= 0:
        return 0.0
    attack = (-(-walkers // 2) if garrison else walkers) + rating
    total = 0.0
    for own, p in enumerate(hits(attack)):
        for theirs, q in enumerate(hits(garrison + their_rating + 1)):
            left, inside = walkers - theirs, max(0, garrison - own)
            if own and not inside and left > 0:
                total += p * q
            else:
                total += p * q * siege_odds(left, rating, inside, their_rating, assaults - 1)
    return total


@cache
def falls_soon(walkers: int, rating: int, garrison: int) -> float:
    """The chance that walls fall where an enemy has time for one assault or for two.

    A garrison that holds out once has gained an impulse at least.
    """
    return sum(siege_odds(walkers, rating, garrison, 0, assaults) for assaults in (1, 2)) / 2


@cache
def debate_edge(attack: int, defence: int) -> tuple[float, float, float]:
    """Mean conversions for the attacker, for the defender, and the chance of a tie in one round."""
    gain = loss = even = 0.0
    for own, p in enumerate(hits(attack)):
        for theirs, q in enumerate(hits(defence)):
            if own > theirs:
                gain += p * q * (own - theirs)
            elif own < theirs:
                loss += p * q * (theirs - own)
            else:
                even += p * q
    return gain, loss, even
