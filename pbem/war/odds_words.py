"""Chances in words: `dice 7:5, win 62%`, `42% (2 dice +1, 9 or more)`, `+2 VP, Hapsburg -1`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.widths import with_wide_marks
from pbem.war.score import signed
from rules import Power
from rules.war.odds import FightOdds, RaidOdds, RollOdds


def percent(chance: Fraction, voice: Voice) -> str:
    """A chance in whole per cent; what is possible is never told as 0, what is not sure never as 100."""
    number = round(chance * 100)
    if chance > 0 and not number:
        return voice.word("odds.hardly")
    if chance < 1 and number == 100:
        return voice.word("odds.nearly")
    return voice.word("odds.percent", number=number)


def mean(number: Fraction, voice: Voice) -> str:
    """A mean with one digit behind the point, without it if it is whole."""
    return voice.decimal(float(number))


def roll(odds: RollOdds, voice: Voice) -> str:
    """Two dice and a sum to reach."""
    better = signed(odds.modifier) if odds.modifier else ""
    return voice.word("odds.roll", chance_text=percent(odds.chance, voice), sign_text=better, need=odds.need)


def fight(odds: FightOdds, voice: Voice) -> str:
    """A battle or a combat as its attacker sees it."""
    return _of_attacker("odds.win", odds, voice)


def defence(odds: FightOdds, voice: Voice) -> str:
    """The same as its defender sees it: own dice first."""
    return _of_defender("odds.win", odds, 1 - odds.wins, voice)


def storm(odds: FightOdds, voice: Voice) -> str:
    """An assault as whoever makes it sees it."""
    return _of_attacker("odds.falls", odds, voice)


def stormed(odds: FightOdds, voice: Voice) -> str:
    """The same as whoever is inside sees it: own dice first."""
    return _of_defender("odds.falls", odds, odds.wins, voice)


def _of_attacker(key: str, odds: FightOdds, voice: Voice) -> str:
    return voice.word(
        key,
        count=odds.attack_dice,
        other_count=odds.defence_dice,
        chance_text=percent(odds.wins, voice),
        own_text=mean(odds.attack_loses, voice),
        other_text=mean(odds.defence_loses, voice),
    )


def _of_defender(key: str, odds: FightOdds, chance: Fraction, voice: Voice) -> str:
    return voice.word(
        key,
        count=odds.defence_dice,
        other_count=odds.attack_dice,
        chance_text=percent(chance, voice),
        own_text=mean(odds.defence_loses, voice),
        other_text=mean(odds.attack_loses, voice),
    )


def raid(note: str, odds: RaidOdds, lost: str, voice: Voice) -> str:
    """Dice, hits and losses of pirates, in the words of a note."""
    return voice.word(
        note,
        count=odds.dice,
        other_count=odds.against,
        chance_text=percent(odds.chance, voice),
        mean_text=mean(odds.mean, voice),
        lost_text=lost,
    )


def points(changes: Mapping[Power, int], reader: Power, voice: Voice) -> str:
    """Changes of victory points, the reader's first; empty if nothing changes."""
    own = [voice.word("odds.own_vp", sign_text=signed(changes[reader]))] if reader in changes else []
    others = [
        voice.word("odds.other_vp", power_text=voice.name(kinds.POWER, power, "bare"), sign_text=signed(vp))
        for power, vp in changes.items()
        if power != reader
    ]
    return ", ".join([*own, *others])


def joined(*parts: str) -> str:
    """What is told of one choice."""
    return with_wide_marks("; ".join(part for part in parts if part))
