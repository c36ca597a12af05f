"""Compares religion, victory points and the deal (18, 23.2, 6.2) with the engine."""

from __future__ import annotations

import random

from rules.core.errors import allows
from rules.his import HisGame
from rules.his.faith.actions import BurnBooks, FoundUniversity, Translate, check_treatise
from rules.his.faith.debate import Aid, DebateRound, attack_dice, check_debate, debate_targets, defence_dice
from rules.his.faith.odds import Grant, attacker_dice, defender_dice, targets, terms
from rules.his.powers import CATHOLIC, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.sequence.card_draw import cards_to_deal
from rules.his.victory import victory_points
from tests.oracle import faith as faiths
from tests.oracle import points
from tests.oracle.position import ORDER, Position
from tests.oracle.snapshot import churchmen, standing
from tests.oracle.tally import Tally


def compare_attempts(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.2 to 18.4: all targets of both faiths, with dice and terms."""
    languages = ("german", "french", "english", "italian", "spanish")
    for faith in (PROTESTANT_FAITH, CATHOLIC):
        oracle = sorted(faiths.targets(position, faith))
        rule = "18.3" if faith == PROTESTANT_FAITH else "18.4"
        tally.compare(f"{rule} targets", faith, oracle, sorted(targets(game, faith)), position)
        for space in rng.sample(oracle, min(12, len(oracle))):
            zones = tuple(rng.sample(languages, rng.choice((1, 1, 3))))
            extra, modifier = rng.randint(0, 1), rng.randint(0, 1)
            grant = Grant(faith, zones, "treatise", extra_dice=extra, modifier=modifier)
            debater = rng.choice(["", *faiths.VALUES])
            what = f"{faith} attempt on {space}, zones {zones}, {debater or 'nobody'} committed"
            mine = faiths.attempt_dice(position, space, faith, debater, extra)
            engine = attacker_dice(game, grant, space, debater)
            tally.compare(f"{rule} attacker", what, mine, engine, position, space)
            other = CATHOLIC if faith == PROTESTANT_FAITH else PROTESTANT_FAITH
            mine = faiths.base_dice(position, space, other)
            tally.compare(f"{rule} defender", what, mine, defender_dice(game, faith, space), position, space)
            found = terms(game, grant, space)
            # A Counter Reformation grant never carries a modifier of its own.
            given = modifier if faith == PROTESTANT_FAITH else 0
            expected = faiths.terms(position, space, faith, zones, given)
            if faith == PROTESTANT_FAITH or not modifier:
                tally.compare(
                    f"{rule} terms",
                    what,
                    expected,
                    (found.modifier, found.automatic, found.wins_ties),
                    position,
                    space,
                )


def compare_debates(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.1 and 18.5: who may call a debate where, and the dice of any two debaters."""
    people = churchmen(game)
    for zone, ours in faiths.ZONES.items():
        for caller in (PAPACY, PROTESTANT):
            oracle = faiths.may_debate(people, caller, zone)
            engine = allows(check_debate, game, caller, zone)
            tally.compare("18.1 debate", f"{caller} calls in {zone}", oracle, engine, position)
            faith = PROTESTANT_FAITH if caller == PROTESTANT else CATHOLIC
            oracle = faiths.debate_targets(position, faith, zone)
            engine = sorted(debate_targets(game, faith, zone))
            tally.compare("18.5 targets", f"{caller} wins in {zone}", oracle, engine, position)
            pair = {PROTESTANT: rng.choice(ours), PAPACY: rng.choice(faiths.PAPAL)}
            fresh = [name for name in pair.values() if rng.random() < 0.5]
            extra = rng.randint(0, 2) if caller == PAPACY else 0
            moment = DebateRound(caller, zone, rng.randint(1, 2), pair, fresh, aid=Aid((extra, extra)))
            attacker = pair[caller]
            defender = pair[PAPACY if caller == PROTESTANT else PROTESTANT]
            dice = (
                faiths.attack_dice(position, caller, zone, attacker, fresh=attacker in fresh, extra=extra),
                faiths.defence_dice(defender, fresh=defender in fresh),
            )
            what = f"{attacker} attacks {defender} in {zone}, fresh: {fresh}, extra {extra}"
            engine = attack_dice(game, moment), defence_dice(game, moment)
            tally.compare("18.5 dice", what, dice, engine, position)


def compare_scripture(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.1: translations, treatises, burning of books, universities."""
    people = churchmen(game)
    used, begun = PROTESTANT in game.impulse.bonus_used, list(game.impulse.translated)
    for language in faiths.ZONES:
        for work in faiths.STEPS:
            for steps in range(faiths.STEPS[work] + 2):
                debater = rng.choice(["", "", *faiths.TRANSLATORS, "bucer"])
                action = Translate(language, work, steps, debater)
                oracle = faiths.may_translate(
                    people, language, work, steps, debater, bonus_used=used, begun=language in begun
                )
                engine = allows(action.check, game, PROTESTANT)
                what = f"translate {language} {work} {steps} with {debater or 'nobody'}"
                tally.compare("18.1 translate", what, oracle, engine, position)
                if engine:
                    cost = action.cost(game, PROTESTANT)
                    tally.compare("18.1 translation cost", what, steps, cost, position)
    for zone in ("german", "french", "english", "italian", "spanish"):
        for power in (PROTESTANT, "england"):
            oracle = faiths.may_publish(position, people, power, zone, game.impulse.targets)
            engine = allows(check_treatise, game, power, zone)
            tally.compare("18.1 treatise", f"{power} in {zone}", oracle, engine, position)
        oracle = faiths.may_burn_books(position, game.impulse.counter_targets)
        engine = allows(BurnBooks(zone).check, game, PAPACY)
        tally.compare("18.1 books", zone, oracle, engine, position)
    for space in rng.sample(sorted(position.spots), 10):
        oracle = faiths.may_found(position, people, space)
        engine = allows(FoundUniversity(space).check, game, PAPACY)
        tally.compare("18.1 university", space, oracle, engine, position, space)


def compare_points(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """23.2 and 6.2."""
    box = standing(game)
    for power in ORDER:
        oracle = points.points(position, box, power)
        tally.compare("23.2 vp", power, oracle, victory_points(game, power), position)
        tally.compare(
            "6.2 deal", power, points.cards(position, box, power), cards_to_deal(game, power), position
        )
