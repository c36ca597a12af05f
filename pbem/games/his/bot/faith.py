"""The Reformation as the bot sees it: what conversions, attempts, debates and translations are worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TypeAlias

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import debate_edge, hits
from pbem.games.suggestion import because
from pbem.language.voice import Message
from rules import Power
from rules.core.errors import allows
from rules.his.actions import Action
from rules.his.faith.actions import (
    BuildStPeters,
    BurnBooks,
    CallDebate,
    FoundUniversity,
    PublishTreatise,
    Translate,
    action_debaters,
    check_string,
    string_of,
    university_sites,
)
from rules.his.faith.attempts import open_targets
from rules.his.faith.debate import debate_zones
from rules.his.faith.debaters import candidates, pool, value
from rules.his.faith.odds import (
    LANGUAGE_ZONES,
    OTHER,
    Grant,
    attacker_dice,
    chance,
    defender_dice,
    terms,
)
from rules.his.faith.scripture import FULL_BIBLE, NEW_TESTAMENT, WORKS, may_begin, steps_left, track
from rules.his.faith.st_peters import cp_until_finished
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.war.ids import SpaceId

Offer: TypeAlias = tuple[float, Action, Message, str, int]
"""Worth, action, why, group, how often."""

LOYOLA = "loyola"
OPENS = {ENGLAND: 0.3, PAPACY: 0.25}
"""How much of what a conversion opens counts for others than the Protestant."""
RECOVERED = 0.5
"""What the Pope loses of a space that turns again: the attempt for it was missing elsewhere."""
TRIED_AGAIN = 0.4
"""How likely the Protestant tries a space that he lost; electorates he tries before all others."""
BUSY_WITH, NEXT_TURN = 4, 2
"""Cards with which the Protestant tries all he wants; those of the next turn count as so many."""
ENEMY = {PAPACY: PROTESTANT, PROTESTANT: PAPACY}
FAITH = {PAPACY: CATHOLIC, PROTESTANT: PROTESTANT_FAITH, ENGLAND: PROTESTANT_FAITH}


def worth_of_conversion(mind: Mind, space: SpaceId, faith: str) -> float:
    """What it is worth to a power that a space turns to a faith."""
    game, weights = mind.game, mind.weights
    worth = weights["protestant_space"]
    at_home = game.home_power(space) == ENGLAND
    if mind.power == ENGLAND:
        worth = 0.55 if at_home else 0.05
    elif at_home:
        # England has points of its own for its Protestant spaces.
        share = mind.stake(ENGLAND) / game.data.tables.english_spaces_per_vp
        worth += share if mind.power == PAPACY else -share
    if mind.power == PAPACY:
        # Of what the Protestant loses, as much counts as of any rival's points; and it may turn again.
        lost = weights["protestant_space"]
        if space in game.electorates():
            lost += weights["electorate"] * (1.0 if game.faith.league else 0.6)
        again = _turns_again(mind, space)
        worth = (1 - again * RECOVERED) * worth + (1 - again) * mind.stake(PROTESTANT) * lost
    elif mind.power == PROTESTANT:
        worth += mind.stake(PAPACY) * weights["protestant_space"]
    if mind.power != PAPACY and space in game.electorates():
        # Its faith alone counts little before the League takes it over; then it is two points.
        worth += weights["electorate"] * (0.8 if game.faith.league else 0.55)
    near = sum(game.spaces[other].religion == OTHER[faith] for other in game.board.neighbours(space))
    return worth + weights["opened_neighbour"] * near * OPENS.get(mind.power, 1.0)


def _turns_again(mind: Mind, space: SpaceId) -> float:
    """How likely the Protestant soon wins back a space that turns Catholic (18.3)."""
    game = mind.game
    treatise = string_of(game, PROTESTANT_FAITH, game.board.spaces[space].lang, "")
    tried = 1.0 if space in game.electorates() else TRIED_AGAIN
    cards = len(game.hand(PROTESTANT)) + (0 if mind.last_turn else NEXT_TURN)
    return attempt_odds(game, treatise, space) * tried * min(1.0, cards / BUSY_WITH)


def attempt_odds(game: HisGame, grant: Grant, space: SpaceId, debater: str = "") -> float:
    own = attacker_dice(game, grant, space, debater)
    return float(chance(own, defender_dice(game, grant.faith, space), terms(game, grant, space)))


class FaithPlans:
    """What CP can do for a faith."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power

    def actions(self, names: set[str]) -> Iterator[Offer]:
        """What the power's own actions of faith are worth now."""
        if "PublishTreatise" in names:
            yield from self.strings(PublishTreatise, PROTESTANT_FAITH, 2, "treatise")
        if "BurnBooks" in names:
            yield from self.strings(BurnBooks, CATHOLIC, 2, "burn_books")
        if "Translate" in names:
            yield from self.translations()
        if "CallDebate" in names:
            yield from self.debates()
        if "BuildStPeters" in names:
            yield from self.st_peters()
        if "FoundUniversity" in names:
            yield from self.universities()

    # ---- Treatises and the burning of books

    def strings(
        self, cls: type[PublishTreatise] | type[BurnBooks], faith: str, count: int, why: str
    ) -> Iterator[Offer]:
        game, mind = self.game, self.mind
        if self.power == ENGLAND and not game.faith.reformers["cranmer"].on_map:
            return
        base = string_of(game, faith, "english", "")
        spaces = open_targets(game, base)
        if not spaces:
            return
        zones = ("english",) if self.power == ENGLAND else LANGUAGE_ZONES
        present = {game.board.spaces[space].lang for space in spaces}
        able = action_debaters(game, self.power, faith)
        dice = {
            space: (
                attacker_dice(game, base, space),
                defender_dice(game, faith, space),
                worth_of_conversion(mind, space, faith),
            )
            for space in spaces
        }
        for zone in zones:
            if zone not in present and len(present) > 0 and self.power != ENGLAND:
                continue
            for debater in ("", *able):
                if debater and not allows(check_string, game, self.power, faith, zone, debater):
                    continue
                grant = string_of(game, faith, zone, debater)
                number = count
                if debater:
                    number = game.data.debaters[debater].attempts or count
                worths = sorted(
                    (
                        float(chance(own, other, terms(game, grant, space))) * worth
                        for space, (own, other, worth) in dice.items()
                        if not grant.only or space in grant.only
                    ),
                    reverse=True,
                )[:number]
                total = sum(worths) - (0.05 if debater else 0.0)
                option = cls(zone, debater)
                yield total, option, because(why, language=zone), why, 2

    # ---- Translations

    def translations(self) -> Iterator[Offer]:
        game = self.game
        helpers = candidates(game, PROTESTANT, "translate")
        best: list[tuple[float, str, str, int]] = []
        for work in WORKS:
            for language in game.data.tables.translation.languages:
                left = steps_left(game, language, work)
                if left and may_begin(game, language, work):
                    best.append((self.step_worth(language, work, left), language, work, left))
        best.sort(key=lambda one: (-one[0], one[1], one[2]))
        for step, language, work, left in best[:2]:
            most = max(1, min(left, game.impulse.cp or left))
            for steps in dict.fromkeys((most, 1)):
                value_ = step * steps + (0.25 if steps >= left else 0.0)
                yield (
                    value_,
                    Translate(language, work, steps),
                    because("translate", language=language),
                    "translate",
                    1,
                )
                for debater in helpers:
                    option = Translate(language, work, steps, debater)
                    if allows(option.check, game, self.power):
                        more = step - 0.04 * (value(game, debater) - 2)
                        yield value_ + more, option, because("translate", language=language), "translate", 1

    def step_worth(self, language: str, work: str, left: int) -> float:
        """What a step of a translation is worth: its share of what the whole work brings."""
        mind = self.mind
        base = mind.weights["translation_step" if work == NEW_TESTAMENT else "bible_step"]
        if self.game.turn + left // 5 > self.game.last_turn():
            return 0.02
        done = track(self.game, work)[language]
        zone = language
        reached = sum(
            state.religion == PROTESTANT_FAITH and self.game.board.spaces[space].lang == zone
            for space, state in self.game.spaces.items()
        )
        foothold = 1.0 if reached >= 3 else 0.55 if reached else 0.3
        german = 1.15 if language == "german" else 1.0
        return base * foothold * german * (1 + 0.06 * done) + (0.04 if work == FULL_BIBLE else 0.0)

    # ---- Debates

    def debates(self) -> Iterator[Offer]:
        for zone in debate_zones(self.game, self.power):
            gain = self.debate_worth(zone)
            yield gain, CallDebate(zone), because("debate", language=zone), f"debate {zone}", 1

    def debate_worth(self, zone: str, *, attacker: str = "", extra: int = 0, barred: str = "") -> float:
        """What a debate in a zone is worth to the one who calls it."""
        game, power = self.game, self.power
        attackers = [attacker] if attacker else pool(game, power, zone, committed=False)
        enemy = ENEMY[power]
        pools = [
            [name for name in pool(game, enemy, zone, committed=committed) if name != barred]
            for committed in (True, False)
        ]
        best = -9.0
        table = game.data.tables.debate
        for committed, names in zip((True, False), pools, strict=True):
            if not names or not attackers:
                continue
            more = table.defender_committed if committed else table.defender_uncommitted
            total = 0.0
            for one in attackers:
                attack = value(game, one) + table.attacker + extra
                data = game.data.debaters[one]
                if data.kind == "debate_attack" and data.zone_of_bonus in (None, zone):
                    attack += data.dice
                if power == PAPACY and zone == "english" and game.rulers[ENGLAND] == "mary_i":
                    attack += value(game, one)
                for other in names:
                    total += self._round_worth(
                        attack, value(game, other) + more, value(game, one), value(game, other)
                    )
            best = max(best, total / (len(attackers) * len(names)))
        return best

    def _round_worth(self, attack: int, defence: int, own: int, other: int) -> float:
        gain, loss, even = debate_edge(attack, defence)
        space = self.mind.weights["protestant_space"] * 1.15
        worth = (gain - loss) * space * (1 + even)
        worth += burning(attack, defence, other) * other * 0.95
        worth -= burning(defence, attack, own) * own * 0.8
        return worth

    def both_pools(self, zone: str) -> bool:
        """Whether the other side has committed and uncommitted debaters in a zone."""
        enemy = ENEMY[self.power]
        return all(pool(self.game, enemy, zone, committed=committed) for committed in (True, False))

    def best_pool(self, zone: str, attacker: str) -> str:
        """Whether committed or uncommitted debaters are the weaker opponents."""
        game, enemy = self.game, ENEMY[self.power]
        table = game.data.tables.debate
        worths: dict[str, float] = {}
        for name, committed, more in (
            ("committed", True, table.defender_committed),
            ("uncommitted", False, table.defender_uncommitted),
        ):
            names = pool(game, enemy, zone, committed=committed)
            if names:
                attack = value(game, attacker) + table.attacker
                worths[name] = sum(
                    self._round_worth(
                        attack, value(game, one) + more, value(game, attacker), value(game, one)
                    )
                    for one in names
                ) / len(names)
        return max(worths, key=lambda name: worths[name]) if worths else "committed"

    # ---- What only the Pope builds

    def st_peters(self) -> Iterator[Offer]:
        left = cp_until_finished(self.game)
        if left > 0:
            worth = self.mind.weights["st_peters"]
            if self.mind.last_turn and self._cp_of_this_turn() < left_for_a_point(self.game):
                worth = 0.0  # only what is finished this turn counts
            yield worth, BuildStPeters(1), because("st_peters"), "", left

    def _cp_of_this_turn(self) -> int:
        """CP of this impulse, and of what the Pope still holds."""
        game = self.game
        return game.impulse.cp + sum(game.card(card).cp for card in self.mind.hand)

    def universities(self) -> Iterator[Offer]:
        game = self.game
        if not game.faith.society_of_jesus:
            return
        site = self.university_site
        if site is None:
            return
        worth = self.mind.weights["university"]
        if self.mind.last_turn:
            worth *= 0.3
        loyola = FoundUniversity(site, LOYOLA)
        if allows(loyola.check, game, self.power):
            yield worth, loyola, because("university", space=site), "university", 1
        yield worth, FoundUniversity(site), because("university", space=site), "university", 1

    @cached_property
    def university_site(self) -> SpaceId | None:
        """Beside most Protestant spaces, and not beside another university."""
        game = self.game
        sites = university_sites(game)[:10]
        apart = [
            space
            for space in sites
            if not any(game.spaces[near].university for near in game.board.neighbours(space))
        ]
        return next(iter(apart or sites), None)


def left_for_a_point(game: HisGame) -> int:
    """CP that the next point of St. Peter's needs (21.6)."""
    return game.data.tables.st_peters.cp_per_vp - game.faith.st_peters_cp


@cache
def burning(winner: int, loser: int, worth: int) -> float:
    """The chance that a debater of this value loses by more than his value in one round."""
    total = 0.0
    for own, p in enumerate(hits(winner)):
        for theirs, q in enumerate(hits(loser)):
            if own - theirs > worth:
                total += p * q
    return total


def side_of(power: Power) -> str:
    """The faith that a power's attempts are for."""
    return FAITH.get(power, CATHOLIC)
