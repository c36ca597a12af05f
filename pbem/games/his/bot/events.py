"""What cards are worth as events to a power now: the table of `bot.toml`, and conditions of single cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pbem.games.his.bot.faith import FaithPlans
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.war import Fronts
from rules import Power
from rules.core.cards import CardNumber
from rules.his.diplomacy.league import may_form
from rules.his.dynasty.chateaux import modifiers
from rules.his.dynasty.emperor import journey_destinations
from rules.his.dynasty.tudors import edward_born
from rules.his.faith.debate import debate_zones
from rules.his.faith.debaters import uncommitted
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war.forces import Formation
from rules.war.ids import SpaceId

LAST = -1.0
"""What a card that must be played is worth as long as it can do nothing yet."""

Condition: TypeAlias = Callable[[Mind, Fronts, float], float | None]
"""What an event is worth, given its number in the table; None: not now."""


def event_worth(mind: Mind, fronts: Fronts, card: CardNumber, use: str) -> float | None:
    """What a use as an event is worth now, without the CP that it may give; None: it does not help."""
    base = mind.weights.event(mind.power, card, use)
    if base is None:
        return None
    special = SPECIAL.get((card, use)) or SPECIAL.get((card, ""))
    return base if special is None else special(mind, fronts, base)


def _not_last_turn(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return None if mind.last_turn else base


def _marriage(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """Henry's marriages (21.3): a roll is worth most until Edward is born."""
    return None if edward_born(mind.game) or mind.game.turn == 1 else base


def _chateau(mind: Mind, fronts: Fronts, base: float) -> float | None:
    modifier = sum(modifiers(mind.game).values())
    return None if modifier < -1 else base + 0.3 * modifier


def _recruits(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.count_on_map(OTTOMAN, "regulars") < 30 else 0.9


def _debate_gain(mind: Mind, extra: int = 0) -> float:
    plans = FaithPlans(mind)
    return max(
        (plans.debate_worth(zone, extra=extra) for zone in debate_zones(mind.game, PAPACY)), default=-1.0
    )


def _bull(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """An excommunicated reformer is away for the turn, and there may be a debate."""
    return 0.7 + max(0.0, _debate_gain(mind)) if mind.game.turn <= 4 else 0.5 + max(0.0, _debate_gain(mind))


def _leipzig(mind: Mind, fronts: Fronts, base: float) -> float | None:
    gain = _debate_gain(mind)
    return 0.45 + gain + (0.25 if uncommitted(mind.game, "eck") else 0.0) if gain > -0.2 else None


def _retrieve(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """#7 waits for Luther's debates until the Pope's own cards are spent."""
    game = mind.game
    good = [
        mind.weights.event(PROTESTANT, card, "event") or 0.0
        for card in game.cards.discards
        if not game.used_as_event(card)
    ]
    return max(max(good, default=0.0), 0.9) if good else 0.6


def _siege_of(least: int) -> Condition:
    def besieging(mind: Mind, fronts: Fronts, base: float) -> float | None:
        sieges = [one for one in fronts.operations if one.besieging and one.garrison >= least]
        return max((one.worth * 0.8 for one in sieges), default=None)

    return besieging


def _mercenaries_of_enemies(least: int) -> Condition:
    def there_are(mind: Mind, fronts: Fronts, base: float) -> float | None:
        counts = [mind.game.count_on_map(power, "mercenaries") for power in mind.enemies]
        return base if max(counts, default=0) >= least else None

    return there_are


def _hired(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """The Ottoman kills mercenaries with #33; to others some come."""
    return _mercenaries_of_enemies(1)(mind, fronts, base) if mind.power == OTTOMAN else base


def _swiss(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """Whom the Ottoman hires with #36 serve France."""
    return None if mind.power == OTTOMAN else base


def _enemy_camps(mind: Mind, fronts: Fronts, base: float) -> float | None:
    strong = [
        mind.game.land_strength(place, power)
        for power in mind.enemies
        for place in mind.game.units
        if place in mind.game.spaces
    ]
    return base if max(strong, default=0) >= 4 else None


def _against(power: Power) -> Condition:
    """Harm to one power: if it is an enemy, or leads."""

    def worth(mind: Mind, fronts: Fronts, base: float) -> float | None:
        if mind.power == power or mind.game.allied(mind.power, power):
            return None
        if power in mind.enemies or mind.near_victory(power):
            return base + (0.5 if mind.near_victory(power) else 0.0)
        return base * 0.8 if mind.leader == power else None

    return worth


def _comet(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.drawable(mind.leader) else None


def _captive_ruler(mind: Mind, fronts: Fronts, base: float) -> float | None:
    game = mind.game
    mine = [who for who, leader in game.leaders.items() if leader.captor and leader.power == mind.power]
    return base if mine else None


def _rebels(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """A key of an enemy that few hold."""
    game = mind.game
    weak = [
        key
        for power in (*mind.enemies, mind.leader)
        for key in game.keys_of(power)
        if power != mind.power
        and not game.allied(mind.power, power)
        and game.home_power(key) != power
        and game.land_strength(key, power) <= 2
    ]
    return base * 0.6 if weak else None


def _zapolya(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.controller("buda") == OTTOMAN else None


def _league(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """The League (21.6) comes when there is enough to hold; until it may, its card waits."""
    game = mind.game
    if not may_form(game):
        return 0.2 if game.turn < game.data.tables.schmalkaldic_from_turn else LAST
    held = sum(game.spaces[space].religion == PROTESTANT for space in game.electorates())
    return 1.5 + held * 0.5 if held >= 4 else 0.2


def _allied_with_ottoman(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.allied(OTTOMAN, FRANCE) else 0.05


def _voyage_of_leader(mind: Mind, fronts: Fronts, base: float) -> float | None:
    voyages = [voyage for voyage in mind.game.new_world.crossing if voyage.power == mind.leader]
    return base if voyages and mind.leader != mind.power else None


def _early(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.turn <= 2 else None


def _late(mind: Mind, fronts: Fronts, base: float) -> float | None:
    return base if mind.game.turn >= 3 else None


def _new_world(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """Markers that bring riches: the sooner, the better."""
    if mind.power not in (HAPSBURG, ENGLAND, FRANCE):
        return None
    return base if mind.turns_left >= 2 else None


def _emperor(mind: Mind, fronts: Fronts, base: float) -> float | None:
    """Charles travels to an army that can do more with him, else the card is 5 CP as well (21.2)."""
    here = mind.game.leaders["charles_v"].place
    goals = journey_destinations(mind.game)
    there = max((prospect_with_charles(mind, fronts, space) for space in goals), default=0.0)
    now = prospect_with_charles(mind, fronts, here) if here in mind.game.spaces else 0.0
    return base + there - now if there > now + 0.1 else None


def prospect_with_charles(mind: Mind, fronts: Fronts, space: SpaceId) -> float:
    """What the army in a space could take if Charles led it."""
    return fronts.prospect(space, Formation(("charles_v",)), mind.soon_hired)


SPECIAL: dict[tuple[CardNumber, str], Condition] = {
    (1, "recruit"): _recruits,
    (2, ""): _emperor,
    (3, "marriage"): _marriage,
    (4, ""): _chateau,
    (5, "reformer"): _bull,
    (6, ""): _leipzig,
    (7, "retrieve"): _retrieve,
    (13, ""): _league,
    (33, ""): _hired,
    (36, ""): _swiss,
    (38, "discard"): _comet,
    (48, ""): _new_world,
    (49, ""): _new_world,
    (53, ""): _new_world,
    (54, ""): _new_world,
    (71, ""): _rebels,
    (75, "early"): _early,
    (75, "late"): _late,
    (77, ""): _voyage_of_leader,
    (79, ""): _not_last_turn,
    (80, ""): _against(FRANCE),
    (82, ""): _against(OTTOMAN),
    (83, ""): _zapolya,
    (87, ""): _mercenaries_of_enemies(4),
    (88, ""): _against(HAPSBURG),
    (91, ""): _captive_ruler,
    (92, ""): _against(OTTOMAN),
    (93, ""): _against(ENGLAND),
    (94, ""): _against(HAPSBURG),
    (98, ""): _voyage_of_leader,
    (103, ""): _enemy_camps,
    (105, ""): _siege_of(1),
    (42, "ottoman"): _siege_of(0),
    (106, ""): _mercenaries_of_enemies(3),
    (107, ""): _enemy_camps,
    (110, ""): _against(OTTOMAN),
    (114, ""): _allied_with_ottoman,
}
