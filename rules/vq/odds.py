"""The exact chances of what only this game rolls for, from the functions that count the dice.

Before cards, and nothing is rolled; who could choose is taken to do what silence does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import factorial

from rules.core.chances import FACES, NEVER, SURE, Distribution, add, evenly, hits, mixed, pairs, sum_of
from rules.core.flow import Power
from rules.core.records import Record
from rules.core.rows import row_for
from rules.vq.data.tables import PatronageRow, ResultRow
from rules.vq.dynasty.patronage import ANY_ART, ARTIST, SCIENCE, modifier, pool
from rules.vq.dynasty.science import open_bonuses
from rules.vq.espionage.dice import assassination_dice, english_rebellion_dice, intelligence_dice
from rules.vq.faith.conversions import FAILURE, MAJOR, MINOR, PRINTING_HOUSE, ConvertSpaces
from rules.vq.faith.rebellion import FACTION_IN, garrison
from rules.vq.game import VqGame
from rules.vq.kinds import AreaId, CaptainId, OceanId
from rules.vq.new_world.colonies import PLANTATIONS
from rules.vq.new_world.navigation import needs_roll, skill
from rules.vq.new_world.piracy import FATAL, LE_CLERC, defence_dice, pirate_dice
from rules.vq.powers import LORD_OF
from rules.vq.sequence.weddings import DON_CARLOS, FESTIVITIES
from rules.vq.state import Betrothal
from rules.war.ids import LeaderId, SpaceId
from rules.war.odds import RaidOdds

# ---- 18.5 Conversions


@dataclass(slots=True)
class ConversionOdds:
    """How many spaces a conversion flips, and whether unrest comes with it."""

    attempts: int
    flips: dict[int, Fraction] = field(default_factory=dict)
    unrest: Fraction = NEVER

    @property
    def mean(self) -> Fraction:
        return sum((count * chance for count, chance in self.flips.items()), NEVER)

    @property
    def any(self) -> Fraction:
        return SURE - self.flips.get(0, NEVER)


def falls_of(dice: int) -> Iterator[tuple[int, int, int, Fraction]]:
    """Sixes, fours and fives, ones of some dice, with the chance of each fall."""
    share = [Fraction(1, FACES), Fraction(MAJOR - MINOR, FACES), Fraction(1, FACES)]
    rest = SURE - sum(share, NEVER)
    for major in range(dice + 1):
        for minor in range(dice + 1 - major):
            for ones in range(dice + 1 - major - minor):
                counts = (major, minor, ones, dice - major - minor - ones)
                ways = Fraction(factorial(dice))
                for count, chance in zip(counts, (*share, rest), strict=True):
                    ways *= chance**count / factorial(count)
                yield major, minor, ones, ways


def conversion_odds(game: VqGame, power: Power, faith: str, area: AreaId, attempts: int) -> ConversionOdds:
    """The chances of a conversion without a card, used as silence uses its dice (18.5)."""
    attempts += game.has_bonus(power, PRINTING_HOUSE)
    found = ConversionOdds(attempts)
    known: dict[tuple[int, int], int] = {}
    for major, minor, ones, chance in falls_of(attempts):
        if (major, minor) not in known:
            known[major, minor] = flipped_by(game, power, faith, area, major, minor)
        count = known[major, minor]
        add(found.flips, count, chance)
        if ones >= FAILURE and count:
            found.unrest += chance
    return found


def flipped_by(game: VqGame, power: Power, faith: str, area: AreaId, major: int, minor: int) -> int:
    """How many spaces such dice flip."""
    question = ConvertSpaces(power, area, faith, major, major, minor, 0)
    return len(question.default(game).flipped) if (major or minor) and question.room(game) else 0


# ---- 18.5 Rebellion


class RebellionOdds(Record):
    dice: int
    garrison: int
    chance: Fraction


def rebellion_odds(game: VqGame, space: SpaceId, cp: int) -> RebellionOdds:
    """As many hits as there are Catholic units in the space; without any it succeeds (18.5, step 2)."""
    area = game.printed(space).area or ""
    at_home = game.printed(space).second_home == FACTION_IN[area]
    dice = cp + (game.data.tables.rebellion.dice_at_home if at_home else 0)
    lord = LORD_OF[area]
    there = sum(getattr(game.at(space, nation), kind) for nation, kind in garrison(game, lord, space))
    if not there:
        return RebellionOdds(0, 0, SURE)
    return RebellionOdds(dice, there, sum(hits(dice, game.data.tables.hit)[there:], NEVER))


# ---- 19 Espionage


class PlotOdds(Record):
    """Dice of the spies and against them, and what can come of it."""

    attack: int
    defence: int
    results: dict[str, Fraction]

    def chance(self, *results: str) -> Fraction:
        return sum((self.results.get(result, NEVER) for result in results), NEVER)


def plot_odds(game: VqGame, dice: tuple[int, int], table: Sequence[ResultRow]) -> PlotOdds:
    """Net hits, by the row of a table (19)."""
    return PlotOdds(*dice, net_results(*dice, game.data.tables.hit, tuple(table)))


@lru_cache(maxsize=1024)
def net_results(attack: int, defence: int, hit: int, table: tuple[ResultRow, ...]) -> dict[str, Fraction]:
    """Net hits of some dice against others, by the rows of a table."""
    results: dict[str, Fraction] = {}
    for mine, theirs, chance in pairs(hits(attack, hit), hits(defence, hit)):
        add(results, row_for(table, mine - theirs).result, chance)
    return results


def intelligence_odds(game: VqGame, power: Power, target: Power) -> PlotOdds:
    return plot_odds(game, intelligence_dice(game, power, target), game.data.tables.gather_intelligence)


def assassination_odds(game: VqGame, power: Power, victim: LeaderId, cp: int) -> PlotOdds:
    return plot_odds(game, assassination_dice(game, power, victim, cp), game.data.tables.assassination)


def english_rebellion_odds(game: VqGame, cp: int) -> PlotOdds:
    return plot_odds(game, english_rebellion_dice(game, cp), game.data.tables.english_rebellion)


# ---- 22 Patronage


class PatronageOdds(Record):
    """Points by their number, and the chance of a science bonus."""

    points: dict[int, Fraction]
    bonus: Fraction = NEVER

    @property
    def mean(self) -> Fraction:
        return sum((vp * chance for vp, chance in self.points.items()), NEVER)

    @property
    def any(self) -> Fraction:
        return SURE - self.points.get(0, NEVER)


def patronage_odds(game: VqGame, power: Power, what: str, cp: int, owner: str = "") -> PatronageOdds:
    """Somebody at random, two dice, and the markers that are left now (22.1, 22.2)."""
    points: list[tuple[Fraction, dict[int, Fraction]]] = []
    bonus = NEVER
    for chance, name in evenly(pool(game, what, owner or power)):
        own: dict[int, Fraction] = {}
        for total, with_chance in enumerate(sum_of(2)):
            if with_chance:
                vp, science = judged(game, power, what, name, total + modifier(game, power, cp))
                add(own, vp, with_chance)
                bonus += chance * with_chance * science
        points.append((chance, own))
    return PatronageOdds(mixed(points), bonus)


def judged(game: VqGame, power: Power, what: str, name: str, total: int) -> tuple[int, bool]:
    """What a total is worth to a sponsor: points, and a science bonus."""
    tables = game.data.tables
    if what == ARTIST:
        artist = game.data.artists[name]
        garden = tables.patronage.botanical_garden * game.has_bonus(power, "botanical_garden")
        row = row_for(tables.arts, total + artist.value + garden)
        return (marker_for(game, (artist.kind, ANY_ART), row.vp) if row.fate == "success" else 0), False
    observatory = tables.patronage.observatory * game.has_bonus(power, "observatory")
    row = row_for(tables.sciences, total + game.data.scientists[name].value + observatory)
    return science_worth(game, power, row) if row.fate == "success" else (0, False)


def science_worth(game: VqGame, power: Power, row: PatronageRow) -> tuple[int, bool]:
    """Points if there are any, as silence chooses; without a marker that fits, a bonus (22.2)."""
    won, open_ = marker_for(game, (SCIENCE,), row.vp), bool(open_bonuses(game, power))
    return won, open_ and (row.bonus == "too" or not won)


def marker_for(game: VqGame, kinds: tuple[str, ...], most: int) -> int:
    """The best VP marker of some kinds that is not above a result (22)."""
    markers = game.patronage.markers
    left = (worth for worth in range(most, 0, -1) for kind in kinds if markers.get(kind, {}).get(worth, 0))
    return next(left, 0)


# ---- 16 Overseas


def navigation_odds(game: VqGame, name: CaptainId, origin: OceanId, to: OceanId) -> dict[str, Fraction]:
    """Results of the roll that a step needs; none if it needs no roll (16.1)."""
    found: dict[str, Fraction] = {}
    if needs_roll(game, name, origin, to):
        for total, chance in enumerate(sum_of(2)):
            if chance:
                row = row_for(game.data.tables.navigation, total + skill(game, name, origin, to))
                add(found, row.result, chance)
    return found


def colony_odds(game: VqGame, power: Power) -> dict[str, Fraction]:
    """What a new colony brings in a Card Phase (8.4)."""
    found: dict[str, Fraction] = {}
    for total, chance in enumerate(sum_of(2)):
        if chance:
            more = game.has_bonus(power, PLANTATIONS)
            add(found, row_for(game.data.tables.colony, total + more).result, chance)
    return found


class OceanPiracyOdds(RaidOdds):
    """With the chances that the defence damages the captain, or sinks him."""

    damaged: Fraction
    lost: Fraction


def ocean_piracy_odds(game: VqGame, name: CaptainId, target: Power) -> OceanPiracyOdds:
    """The chances of piracy overseas (16.5), without what Drake rolls again."""
    captain = game.world.captains[name]
    assert captain.zone is not None
    zone, hit, was_damaged = captain.zone, game.data.tables.hit, captain.damaged
    against = sum(defence_dice(game, target, zone))
    ignored = name == LE_CLERC and name not in game.this_turn.hits_ignored
    dice, scored = pirate_dice(game, name, target, zone), [NEVER]
    lost = damaged = NEVER
    try:
        for n, chance in enumerate(hits(against, hit)):
            suffered = n - (ignored and n > 0)
            if suffered >= FATAL or (suffered and was_damaged):
                lost += chance
                scored[0] += chance
                continue
            damaged += chance if suffered else NEVER
            captain.damaged = was_damaged or suffered > 0
            for m, with_chance in enumerate(hits(pirate_dice(game, name, target, zone), hit)):
                scored += [NEVER] * (m + 1 - len(scored))
                scored[m] += chance * with_chance
    finally:
        captain.damaged = was_damaged
    return OceanPiracyOdds(against, dice, tuple(scored), damaged, lost)


# ---- 21.1 Weddings


def wedding_odds(game: VqGame, couple: Betrothal) -> dict[str, Fraction]:
    """Results of a wedding, by the table; what Anna of Austria may roll again is left out."""
    found: dict[str, Fraction] = {}
    names = (couple.bride, couple.groom)
    owners = [game.data.nobles[name].power for name in names]
    suitable = [game.nobles[name].suitability or 0 for name in names]
    bonus = max(suitable) if owners[0] == owners[1] else sum(suitable)
    bonus += FESTIVITIES if couple.festivities and "france" in owners else 0
    for total, chance in enumerate(wedding_dice(again=DON_CARLOS in names)):
        if chance:
            add(found, row_for(game.data.tables.wedding, total + bonus).result, chance)
    return found


def wedding_dice(*, again: bool) -> Distribution:
    """The sum of two dice; the better of them is rolled again for Don Carlos."""
    if not again:
        return sum_of(2)
    total = [NEVER] * (2 * FACES + 1)
    for one in range(1, FACES + 1):
        for other in range(1, FACES + 1):
            for new in range(1, FACES + 1):
                total[min(one, other) + new] += Fraction(1, FACES**3)
    return tuple(total)
