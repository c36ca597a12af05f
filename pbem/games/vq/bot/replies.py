"""Answers to what a game asks besides cards and actions: battles, wars, deals, marriages, choices."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from pbem.games.suggestion import Suggestion, because
from pbem.games.vq.bot.mind import SHUT_PORT, Mind
from rules import Power
from rules.vq.diplomacy.alliances import Ally
from rules.vq.diplomacy.deal_items import Betroth, MakePeace
from rules.vq.diplomacy.wars import war_cost
from rules.vq.odds import wedding_odds
from rules.vq.powers import PROTESTANT
from rules.vq.state import Betrothal
from rules.war.battle import FieldBattle, Force, Side
from rules.war.fleets import fleet_at
from rules.war.forces import army_at, formation_limit
from rules.war.naval_interception import STAY
from rules.war.odds import (
    avoidance_odds,
    battle_after_interception,
    field_battle_odds,
    interception_odds,
    naval_combat_odds,
)

ELIZABETH = "elizabeth_i"
GOOD_BATTLE, BAD_BATTLE = 0.6, 0.42
MOST_LOOKED_AT = 120
GOOD_WAR = 0.9
MOST_WARS = 2
POINT_OF_PIRATES = 0.35
"""What a point of pirates costs whom they rob, besides what it costs everybody."""


def silence(mind: Mind, question: Any) -> Suggestion:
    return Suggestion(question.default(mind.game), because("silence"))


# ---- Battles


def intercept(mind: Mind, question: Any) -> Suggestion:
    """With the formation that most likely wins, if one does."""
    best: tuple[float, Any] = (0.0, None)
    for answer in islice(question.legal(mind.game), MOST_LOOKED_AT):
        if answer is None or not answer.formation.size or not question.moving.size:
            continue
        battle = battle_after_interception(
            mind.game, mind.power, answer.formation, question.mover, question.moving, question.to
        )
        holds = 1 - float(field_battle_odds(mind.game, battle).wins)
        chance = float(interception_odds(mind.game, mind.power, answer.formation, question.moving).chance)
        if holds >= GOOD_BATTLE and chance * holds > best[0]:
            best = chance * holds, answer
    return Suggestion(best[1], because("best")) if best[1] is not None else silence(mind, question)


def avoid(mind: Mind, question: Any) -> Suggestion:
    """If the battle is likely lost."""
    game = mind.game
    moving = army_at(game, question.space, question.enemy)
    battle = FieldBattle(
        question.space,
        Side(Force(question.space, (question.enemy,))),
        Side(Force(question.space, (mind.power,))),
        limit=formation_limit(game, moving.leaders),
    )
    if 1 - float(field_battle_odds(game, battle).wins) > BAD_BATTLE:
        return silence(mind, question)
    ways = [answer for answer in islice(question.legal(game), MOST_LOOKED_AT) if answer is not None]
    if not ways:
        return silence(mind, question)
    best = max(
        ways,
        key=lambda way: (
            avoidance_odds(game, mind.power, question.space, way.formation, moving).chance,
            game.fortified(way.to),
            way.formation.size,
        ),
    )
    return Suggestion(best, because("best"))


def withdraw(mind: Mind, question: Any) -> Suggestion:
    """Behind walls, unless the field is likely won."""
    game, space = mind.game, question.subject
    enemy = game.campaign.arrived
    if not enemy:
        return silence(mind, question)
    battle = FieldBattle(
        space,
        Side(Force(space, (enemy,))),
        Side(Force(space, (mind.power,))),
        limit=formation_limit(game, army_at(game, space, enemy).leaders),
    )
    return Suggestion(float(field_battle_odds(game, battle).wins) > 1 - GOOD_BATTLE, because("best"))


def avoid_at_sea(mind: Mind, question: Any) -> Suggestion:
    game = mind.game
    attacker = game.active_power()
    if attacker is None:
        return silence(mind, question)
    place = question.place
    odds = naval_combat_odds(game, place, fleet_at(game, place, attacker), fleet_at(game, place, mind.power))
    ways = [way for way in question.legal(game) if way != STAY]
    if ways and float(odds.wins) > 1 - BAD_BATTLE:
        return Suggestion(ways[0], because("best"))
    return Suggestion(STAY, because("best"))


# ---- Spring


def spring(mind: Mind, question: Any) -> Suggestion:
    """The army of the capital goes where it is nearer to a goal, or where a key is in danger."""
    game = mind.game
    best: tuple[float, Any] = (0.05, None)
    for way in islice(question.legal(game), MOST_LOOKED_AT):
        if way is None or not hasattr(way, "formation"):
            continue
        size = way.formation.size
        left = game.land_strength(way.origin, mind.power) - size
        if left < 1 + mind.threat(way.origin) // 3:
            continue
        safe = 1.0 if game.fortified(way.destination) else 0.6
        gain = safe * (mind.pull(way.destination) - mind.pull(way.origin)) * size
        danger = mind.threat(way.destination) - game.land_strength(way.destination, mind.power)
        if danger > 0 and game.board.spaces[way.destination].is_key:
            gain += 0.3 * min(size, danger)
        if gain > best[0]:
            best = gain, way
    return Suggestion(best[1], because("best")) if best[1] is not None else silence(mind, question)


# ---- Wars


def declare(mind: Mind, question: Any) -> Suggestion:
    """On whom keys can be taken that are worth more than the price; never on too many."""
    legal = [orders for orders in question.legal(mind.game) if orders.targets]
    if len(mind.enemies) >= MOST_WARS or not legal:
        return silence(mind, question)
    judged = [(war_worth(mind, orders.targets[0]), at) for at, orders in enumerate(legal)]
    best, at = max(judged)
    if best < GOOD_WAR:
        return silence(mind, question)
    return Suggestion(legal[at], because("war", power=legal[at].targets[0]))


def war_worth(mind: Mind, target: str) -> float:
    """Keys near own armies that these could take, for what a war costs."""
    game = mind.game
    price = war_cost(game, mind.power, target) * mind.weights["cp"] + mind.weights["war"]
    gain = 0.0
    for key in game.board.keys:
        holder = game.controller(key)
        if holder != target and game.commander(holder or "") != target:
            continue
        inside = mind.against(key)
        near = game.board.within(key, 3)
        army = max((game.land_strength(space, mind.power) for space in near), default=0)
        if army >= inside + 3:
            share = 1.0 if mind.open_to_storm(key) else SHUT_PORT
            gain += share * mind.worth_of_taking(key) * min(1.0, (army - inside) / 6) * 0.5
    strength = sum(
        u.land for here in game.units.values() for n, u in here.items() if game.commander(n) == target
    )
    own = sum(
        u.land for here in game.units.values() for n, u in here.items() if game.commander(n) == mind.power
    )
    return gain * min(1.3, (own + 4) / (strength + 4)) - price


# ---- Deals


def propose(mind: Mind, question: Any) -> Suggestion:
    best: tuple[float, Any] = (0.0, None)
    for deals in islice(question.legal(mind.game), MOST_LOOKED_AT):
        if deals:
            gain = sum(deal_worth(mind, deal) for deal in deals) + mind.rng.random() * 0.02
            if gain > best[0]:
                best = gain, deals
    if best[1] is None:
        return silence(mind, question)
    return Suggestion(best[1], because("propose", power=best[1][0].partner))


def confirm(mind: Mind, question: Any) -> Suggestion:
    good = [number for number, deal in enumerate(question.deals, 1) if deal_worth(mind, deal) > 0]
    fitting = [some for some in question.legal(mind.game) if some and all(number in good for number in some)]
    return Suggestion(max(fitting, key=len), because("confirm")) if fitting else silence(mind, question)


def deal_worth(mind: Mind, deal: Any) -> float:
    """What the items bring, less what they bring to the other side if it is ahead."""
    other = deal.other(mind.power)
    return sum(item_worth(mind, item, other) for item in deal.items)


def item_worth(mind: Mind, item: Any, other: Power) -> float:
    if isinstance(item, Betroth):
        return wedding_worth(mind, item.bride, item.groom, other)
    if isinstance(item, MakePeace):
        return peace_worth(mind, other)
    if isinstance(item, Ally):
        common = [enemy for enemy in mind.enemies if mind.game.at_war(other, enemy)]
        return -0.3 if mind.near_victory(other) or not common else 0.1 * len(common)
    return -1.0  # gifts: never


def peace_worth(mind: Mind, other: Power) -> float:
    """Peace, unless keys of the other are within reach; the Protestant needs its wars."""
    game = mind.game
    if any(mind.power in game.spaces[key].sieges for key in game.keys_of(other)):
        return -1.0
    reach = war_worth(mind, other) if other in game.data.war_cost.get(mind.power, {}) else 0.0
    threatened = sum(
        mind.threat(key) > game.land_strength(key, mind.power) for key in game.keys_of(mind.power)
    )
    aim = 0.3 if mind.power == PROTESTANT else 0.0
    return mind.weights["peace"] + 0.3 * threatened - max(0.0, reach) - aim


def wedding_worth(mind: Mind, bride: str, groom: str, other: Power) -> float:
    """Points and cards in the mean, by the table; Elizabeth is worth more unmarried (21.2)."""
    game = mind.game
    if ELIZABETH in (bride, groom) and game.data.nobles[ELIZABETH].power == mind.power:
        return -1.0
    if any(name not in game.nobles for name in (bride, groom)):
        return -1.0
    chances = wedding_odds(game, Betrothal(bride, groom))
    rows = {row.result: row for row in game.data.tables.wedding}
    gain = sum(
        float(chance) * (rows[what].vp + mind.weights["card"] * rows[what].card)
        for what, chance in chances.items()
    )
    valois = any(game.data.nobles[n].family == "valois" for n in (bride, groom)) and mind.power == "france"
    theirs = gain * mind.cost_of_points(other)
    return gain + mind.weights["marriage"] + (1.0 if valois else 0.0) - theirs


def betroth_own(mind: Mind, question: Any) -> Suggestion:
    """Two nobles of one's own, if that is worth it; the options say who."""
    options = [option for option in question.options if option != question.options[0]]
    if not options:
        return silence(mind, question)
    judged = []
    for option in options:
        bride, _, groom = str(option).replace("+", ":").replace("/", ":").partition(":")
        judged.append((wedding_worth(mind, bride, groom, "") if groom else 0.1, option))
    best, option = max(judged)
    return Suggestion(option, because("betroth")) if best > 0 else silence(mind, question)


# ---- Choices


def yes(mind: Mind, question: Any) -> Suggestion:
    return Suggestion(True, because("best"))


def preference(mind: Mind, question: Any) -> Suggestion:
    """What the Empire hopes for: what the table is likeliest to pay (23.5)."""
    count = mind.game.protestant_spaces()
    for wanted in ("balanced", "protestant", "catholic"):
        if wanted in question.options and (wanted != "balanced" or count < 34):
            return Suggestion(wanted, because("best"))
    return silence(mind, question)


def against_leader(mind: Mind, question: Any) -> Suggestion:
    """Somebody must suffer: whoever is ahead."""
    others = [option for option in question.options if option in mind.points and option != mind.power]
    if not others:
        return silence(mind, question)
    return Suggestion(max(others, key=lambda power: (mind.points[power], power)), because("best"))


def given_to_pirates(mind: Mind, question: Any) -> Suggestion:
    """What costs us least: a point costs the more, the closer the pirates come to victory (16.4, 16.5)."""
    pirate = mind.game.active_power()
    costs = {
        "vp": POINT_OF_PIRATES + mind.cost_of_points(pirate),
        "patrol": mind.weights["ship"],
        "squadron": mind.weights["ship"],
        "treasure": mind.weights["treasure"],
        "card": mind.weights["card"],
    }
    chosen = min(question.options, key=lambda option: costs.get(option, mind.weights["ship"]))
    return Suggestion(chosen, because("best"))


BY_KIND: dict[str, Callable[[Mind, Any], Suggestion]] = {
    "intercept": intercept,
    "avoid_battle": avoid,
    "spring": spring,
    "declare_and_pay": declare,
    "propose_deals": propose,
    "confirm_deals": confirm,
}
BY_TOPIC: dict[str, Callable[[Mind, Any], Suggestion]] = {
    "withdraw": withdraw,
    "naval_avoid": avoid_at_sea,
    "betroth_own": betroth_own,
    "ocean_award": given_to_pirates,
    "piracy_hit": given_to_pirates,
    "preference": preference,
    **dict.fromkeys(("ransom", "raid_fleet", "drake_rerolls", "reroll_wedding", "reroll_fleet_zone"), yes),
}
