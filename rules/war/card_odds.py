"""The chances of a fight that a window is about, as it stands and with cards.

What a card would do is its own effect, tried on a copy of the game.  Nothing is rolled or drawn there: an
effect that needs chance before the dice of the fight has no odds, and of dice that are added after them it is
seen which faces hit.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from fractions import Fraction
from typing import Any

from rules.core import codec
from rules.core.cards import CardPlay
from rules.core.chances import FACES, NEVER, SURE, hits
from rules.core.dice import Dice
from rules.core.errors import RandomNeeded
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.assault import falls
from rules.war.battle import Assault, FieldBattle, attack_prevails
from rules.war.field_battle import deserted_side
from rules.war.fleets import fleet_at
from rules.war.naval_moments import NavalCombat
from rules.war.odds import FightOdds, assault_odds, field_battle_odds, naval_combat_odds
from rules.war.siege import inside_strength
from rules.war.state import WarGame

Fight = FieldBattle | Assault | NavalCombat


class RolledOdds(Record):
    """A fight whose dice have fallen: the hits so far, and the chance that the attacker wins."""

    attack_hits: int
    defence_hits: int
    wins: Fraction


Odds = FightOdds | RolledOdds


def fight_in(game: WarGame) -> Fight | None:
    """The fight that the open window is about."""
    moment = game.moments[-1] if game.moments else None
    return moment if isinstance(moment, Fight) else None


def is_rolled(fight: Fight) -> bool:
    return fight.rolled if isinstance(fight, NavalCombat) else bool(fight.attack.dice or fight.defence.dice)


def odds_now(game: WarGame, fight: Fight) -> Odds | None:
    """A fight as it stands; nothing where cards have left nobody to fight, or have broken a siege."""
    if is_rolled(fight):
        return RolledOdds(*_scored(fight), SURE if _won(game, fight) else NEVER)
    match fight:
        case FieldBattle():
            return None if deserted_side(game, fight) else field_battle_odds(game, fight)
        case Assault():
            besiegers = game.land_strength(fight.space, fight.attacker)
            broken = besiegers <= inside_strength(game, fight.space)  # 15.3
            return None if broken else assault_odds(game, fight)
        case NavalCombat():
            return naval_combat_odds(
                game,
                fight.place,
                fleet_at(game, fight.place, fight.attacker),
                fleet_at(game, fight.place, fight.defender),
                dice=(fight.attacker_dice, fight.defender_dice),
                rerolls=(fight.rerolls.get(fight.attacker, 0), fight.rerolls.get(fight.defender, 0)),
            )


def odds_with(game: WarGame, power: Power, window: str, plays: Iterable[CardPlay]) -> Odds | None:
    """The same if a power played cards in the window; nothing where that cannot be told."""
    plays = tuple(plays)
    try:
        tried = _tried(game, power, window, plays)
    except RandomNeeded as needed:
        now = fight_in(game)
        added = needed.what == "dice" and now is not None and is_rolled(now)
        return _odds_with_more_dice(game, power, window, plays, needed.count) if added else None
    fight = fight_in(tried)
    return odds_now(tried, fight) if fight is not None else None


def _tried(
    game: WarGame, power: Power, window: str, plays: Iterable[CardPlay], dice: Iterable[int] = ()
) -> WarGame:
    """The game after the effects of cards, these dice and no others; questions get their usual answer."""
    tried = codec.twin(game)
    tried.events, tried.moments = [], deepcopy(game.moments)
    tried.dice = Dice("", given_dice=[*dice], external=True)
    for play in plays:
        for use in game.registry.by_window[window]:
            if (use.card, use.use) == (play.card, play.use):
                _run(use.effect(tried, power, tried.moments[-1]), tried)
    return tried


def _run(effect: Any, game: WarGame) -> None:
    """Let an effect come to its end."""
    answers: tuple[Any, ...] | None = None
    try:
        while True:
            answers = tuple(question.default(game) for question in effect.send(answers))
    except StopIteration:
        return


def _odds_with_more_dice(
    game: WarGame, power: Power, window: str, plays: Iterable[CardPlay], count: int
) -> RolledOdds | None:
    """So many dice more for one side, after the others have fallen."""
    now = fight_in(game)
    assert now is not None
    before = _scored(now)
    gains: list[tuple[int, int]] = []
    for face in range(1, FACES + 1):
        try:
            then = fight_in(_tried(game, power, window, plays, [face] * count))
        except RandomNeeded:
            return None
        assert then is not None
        attack, defence = _scored(then)
        gains.append((attack - before[0], defence - before[1]))
    sides = [side for side in (0, 1) if any(gain[side] for gain in gains)]
    if len(sides) != 1 or any(gain[sides[0]] not in (0, count) for gain in gains):
        return None
    (side,) = sides
    hit_on = FACES + 1 - sum(bool(gain[side]) for gain in gains)
    wins = NEVER
    for more, chance in enumerate(hits(count, hit_on)):
        scored = (before[0] + more, before[1]) if side == 0 else (before[0], before[1] + more)
        wins += chance * _wins_with(game, now, *scored)
    return RolledOdds(*before, wins)


def _scored(fight: Fight) -> tuple[int, int]:
    """The hits of the attacker and of the defender."""
    if isinstance(fight, NavalCombat):
        return fight.attacker_hits, fight.defender_hits
    return fight.attack.hits, fight.defence.hits


def _won(game: WarGame, fight: Fight) -> bool:
    return _wins_with(game, fight, *_scored(fight))


def _wins_with(game: WarGame, fight: Fight, attack: int, defence: int) -> bool:
    """Whether so many hits win a fight for the attacker; of an assault, take the fortification."""
    if not isinstance(fight, Assault):
        return attack_prevails(attack, defence)
    garrison = inside_strength(game, fight.space)
    besiegers = game.land_strength(fight.space, fight.attacker)
    return falls(attack, garrison - attack, besiegers - defence)
