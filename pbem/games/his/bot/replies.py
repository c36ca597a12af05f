"""Decisions in between: attempts, battles, the seasons, the choices that cards ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.his.bot.deals import WARNED, at_war_with
from pbem.games.his.bot.faith import FaithPlans, attempt_odds, worth_of_conversion
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win
from pbem.games.his.bot.recruits import Recruits
from pbem.games.his.bot.units import pick_units
from pbem.games.his.bot.war import Fronts, fronts_of
from pbem.games.suggestion import Suggestion, because
from rules.core.errors import allows
from rules.core.questions import Choose, Decide
from rules.his.cards.janissaries import PlaceRecruits
from rules.his.faith.attempts import AttemptTarget
from rules.his.faith.debate import DEBATE_ZONES, GERMAN
from rules.his.faith.debaters import value
from rules.his.powers import CATHOLIC, HAPSBURG, PAPACY, PROTESTANT_FAITH
from rules.his.sequence.theses_and_diet import DietCard
from rules.his.war.foreign_wars import Expedition, SendExpedition
from rules.war.avoid_battle import AvoidBattle
from rules.war.displacement import army_leaders
from rules.war.forces import Formation, army_at, best_battle_rating, formation_limit
from rules.war.interception import Intercept, Interception
from rules.war.placement import PlaceUnits
from rules.war.spring import DeployInSpring, Deployment
from rules.war.winter import GoHome
from rules.war.winter_plan import Homeward

WIN_TO_STAY = 0.35
WIN_OUTSIDE = 0.6
WIN_TO_INTERCEPT = 0.5
EMPEROR_AT_THE_DIET = 0.5
"""What a die is worth to him beside the Pope and the Protestant."""
WINTER_ARMY = 6
WORTH_DEPLOYING = 0.15
LEAST_LED = 3
"""No leader sets out with fewer."""
NEAR_A_LEADER, AT_HOME = 0.06, 0.05
"""Where units go that are of no use yet: where a leader may lead them, or they are deployed in spring."""
STILL_HIRED = 5
"""Units that join an army which is still too weak in spring."""
GATHERED = 6
"""In peace, only an army of so many units is sent to a border."""


# ---- Faith


def attempt(mind: Mind, question: AttemptTarget) -> Suggestion:
    """The attempt that promises most; a debater helps where he changes much."""
    game, grant = mind.game, question.grant
    best: tuple[float, tuple[str, str]] | None = None
    percent = 0
    for space, debater in question.legal(game):
        if not space:
            continue
        odds = attempt_odds(game, grant, space, debater)
        worth = odds * worth_of_conversion(mind, space, grant.faith)
        if debater:
            worth -= 0.05 + 0.02 * value(game, debater)
        if best is None or worth > best[0] + 1e-9:
            best, percent = (worth, (space, debater)), round(100 * odds)
    if best is None:
        return Suggestion(question.default(game), because("rest"))
    return Suggestion(best[1], because("attempt", space=best[1][0], percent=percent))


def conversion(mind: Mind, question: Choose) -> Suggestion:
    """A space to convert without dice."""
    faith = PROTESTANT_FAITH
    if mind.game.spaces[question.options[0]].religion == PROTESTANT_FAITH:
        faith = CATHOLIC
    space = max(question.options, key=lambda one: (worth_of_conversion(mind, one, faith), one))
    return Suggestion(space, because("convert", space=space))


def diet(mind: Mind, question: DietCard) -> Suggestion:
    """A high card whose event would not be missed (18.1); the Emperor has less to gain by a high one."""
    game = mind.game

    def dice(cp: int) -> float:
        return EMPEROR_AT_THE_DIET * cp if mind.power == HAPSBURG else cp

    def worth(card: int) -> float:
        printed = game.card(card)
        events = [mind.weights.event(mind.power, card, use.id) or 0.0 for use in printed.uses]
        missed = max([0.0, *events]) - mind.weights["cp"] * printed.cp
        return dice(printed.cp) - 2.5 * max(0.0, missed) - (1.5 if printed.home else 0.0)

    card = max(question.legal(game), key=lambda card: (worth(card), card))
    return Suggestion(card, because("diet", card=card))


def debate_pool(mind: Mind, question: Choose) -> Suggestion:
    """The pool with the weaker opponents, in whichever zone both pools have somebody."""
    game = mind.game
    names = [
        name
        for name, debater in game.faith.debaters.items()
        if debater.available and game.data.debaters[name].side == mind.power
    ]
    attacker = max(names, key=lambda name: (value(game, name), name))
    plans = FaithPlans(mind)
    zone = next((zone for zone in DEBATE_ZONES if plans.both_pools(zone)), GERMAN)
    choice = plans.best_pool(zone, attacker)
    return Suggestion(choice if choice in question.options else question.options[0], because("debate_pool"))


def leipzig(mind: Mind, question: Choose) -> Suggestion:
    """Eck attacks, or Luther stays away (#6)."""
    game = mind.game
    if "eck" in question.options:
        return Suggestion("eck", because("debater", debater="eck"))
    own = [name for name in question.options if game.data.debaters[name].side == PAPACY]
    best = max(own or list(question.options), key=lambda name: (value(game, name), name))
    return Suggestion(best, because("debater", debater=best))


# ---- Battles


def withdraw(mind: Mind, question: Decide) -> Suggestion:
    """Inside the walls unless the battle before them is likely won."""
    game, space = mind.game, question.subject
    own = sum(
        units.land for nation, units in game.units.get(space, {}).items() if mind.ours(game.commander(nation))
    )
    foes = mind.against(space)
    leaders = [who for who in game.leaders_at(space) if not game.is_naval_leader(who)]
    ours = best_battle_rating(game, [w for w in leaders if mind.ours(game.leader_commander(w))])
    theirs = best_battle_rating(game, [w for w in leaders if not mind.ours(game.leader_commander(w))])
    wins = 1 - field_win(foes + theirs, own + ours + 1)
    inside = wins < WIN_OUTSIDE
    return Suggestion(
        inside, because("withdraw" if inside else "fight", space=space, percent=round(100 * wins))
    )


def avoid(mind: Mind, question: AvoidBattle) -> Suggestion:
    """Out of the way of a battle that is likely lost, to walls or nearer home."""
    game = mind.game
    foes = game.land_strength(question.space, question.enemy)
    theirs = best_battle_rating(
        game,
        [who for who in game.leaders_at(question.space, question.enemy) if not game.is_naval_leader(who)],
    )
    own = question.army.size + best_battle_rating(game, question.army.leaders) + 1
    wins = 1 - field_win(foes + theirs, own)
    walls = game.fortified(question.space) and mind.ours(game.controller(question.space))
    if wins >= WIN_TO_STAY:
        return Suggestion(None, because("stay"))
    if walls and question.army.size <= 4:
        return Suggestion(None, because("stay_behind_walls", space=question.space))

    def safety(answer: Any) -> tuple[bool, bool, int]:
        return (game.fortified(answer.to), mind.ours(game.controller(answer.to)), answer.formation.size)

    able = [answer for answer in question.legal(game) if answer is not None and answer.formation.size]
    able = [answer for answer in able if mind.ours(game.controller(answer.to))]
    if not able:
        return Suggestion(None, because("stay"))
    best = max(able, key=safety)
    return Suggestion(best, because("avoid", space=best.to))


def intercept(mind: Mind, question: Intercept) -> Suggestion:
    """An army that is at least as strong, from a space that stays guarded (13.2)."""
    game, fronts = mind.game, fronts_of(mind)
    attack = question.moving.size + best_battle_rating(game, question.moving.leaders)
    best: tuple[float, Interception] | None = None
    for origin, army in question.stacks:
        free = army.size - fronts.garrison_needed(origin)
        leaders = fronts.best_leaders(army.leaders)
        size = min(free, formation_limit(game, leaders))
        if size <= 0:
            continue
        answer = Interception(origin, Formation(leaders, pick_units(army.units, size)))
        if not allows(question.check, game, answer):
            continue
        wins = 1 - field_win(attack, size + best_battle_rating(game, leaders) + 1)
        small = question.moving.size <= 2 and size >= question.moving.size
        if (wins >= WIN_TO_INTERCEPT or small) and (best is None or wins > best[0]):
            best = (wins, answer)
    if best is None or not question.moving.size:
        return Suggestion(None, because("let_pass"))
    return Suggestion(best[1], because("intercept", space=question.to, percent=round(100 * best[0])))


# ---- The seasons


def spring(mind: Mind, question: DeployInSpring) -> Suggestion:
    """The largest army to the space nearest to what it can take, or to what it must save."""
    game = mind.game
    best = _best_deployment(mind, question, fronts_of(mind))
    if best is None and mind.enemies:
        # Too few so far: they gather where a few units more will do.
        best = _best_deployment(mind, question, fronts_of(mind), hired=STILL_HIRED)
    if best is None and not mind.enemies and game.wages_war(mind.power):
        # In peace it gathers where the next war would be.
        rivals = [power for power in mind.rivals if not game.allied(mind.power, power)]
        best = _best_deployment(mind, question, Fronts(at_war_with(mind, rivals), WARNED), GATHERED)
    if best is None:
        return Suggestion(None, because("no_deployment"))
    return Suggestion(best, because("deploy", space=best.destination))


def _best_deployment(
    mind: Mind, question: DeployInSpring, fronts: Fronts, least: int = 1, hired: int = 0
) -> Deployment | None:
    """Where an army of at least so many units gains most by being deployed, if anywhere.

    `hired`: units that join it there.
    """
    game = mind.game
    best, chosen = WORTH_DEPLOYING, None
    for origin in (
        capital for capital in game.capitals(mind.power) if game.land_strength(capital, mind.power)
    ):
        army = question.army(game, origin)
        keep = fronts.garrison_needed(origin)
        if game.under_siege(origin) or army.size <= keep:
            continue
        leaders = fronts.best_leaders(army.leaders)
        whole = Formation(
            leaders, pick_units(army.units, min(army.size - keep, formation_limit(game, leaders)))
        )
        by_sea = Formation(
            leaders, pick_units(army.units, min(whole.size, game.data.tables.spring_sea_limit))
        )
        if whole.size < max(least, LEAST_LED if leaders else 1):
            continue
        stays = fronts.prospect(origin, Formation(leaders), hired)
        for formation in dict.fromkeys((whole, by_sea)):
            for destination in question.destinations(game, origin, formation):
                deployment = Deployment(origin, formation, destination)
                gain = fronts.prospect(destination, formation, hired) - stays
                gain -= fronts.exposed(origin, formation.size)
                if destination in fronts.dangers:
                    now, better = fronts.dangers[destination]
                    gain += (now - better) * mind.worth_of_keeping(destination) * min(3, formation.size)
                if gain > best and allows(question.check, game, deployment):
                    best, chosen = gain, deployment
    return chosen


def winter(mind: Mind, question: GoHome) -> Suggestion:
    """The usual way; but leaders go with their armies to a capital, where the army of spring gathers.

    Of several capitals, one without a leader comes first: he holds it, or sets out from there.
    """
    game = mind.game
    usual = Suggestion((), because("winter"))
    homes = [
        space
        for space in game.capitals(mind.power)
        if mind.ours(game.controller(space)) and not game.under_siege(space)
    ]
    if not homes or not game.wages_war(mind.power):
        return usual
    orders: tuple[Homeward, ...] = ()
    unled = {home for home in homes if not army_leaders(game, home, mind.power)} if len(homes) > 1 else set()
    for space in list(mind.own_stacks()):
        army = army_at(game, space, mind.power)
        if space in homes or not army.leaders or game.under_siege(space):
            continue
        held = mind.ours(game.controller(space)) and game.fortified(space)
        leaving = army.size - (1 if held else 0)
        nearest = sorted(
            homes, key=lambda home: (home not in unled, game.board.distance(space, home) or 99, home)
        )
        for home in nearest:
            gathered = game.land_strength(home, mind.power) + leaving >= WINTER_ARMY
            if leaving < 1 or not (gathered or home in unled):
                continue
            order = Homeward(space, home, pick_units(army.units, leaving), army.leaders)
            if allows(question.check, game, (*orders, order)):
                orders = (*orders, order)
                unled.discard(home)
                break
    return Suggestion(orders, because("winter_march")) if orders else usual


# ---- New units


def place_recruits(mind: Mind, question: PlaceRecruits) -> Suggestion:
    """Where they help an attack or a defence most (#1)."""
    return _placed(mind, list(question.legal(mind.game)))


def place_units(mind: Mind, question: PlaceUnits) -> Suggestion:
    return _placed(mind, list(question.legal(mind.game)))


def _placed(mind: Mind, answers: Sequence[Any]) -> Suggestion:
    fronts = fronts_of(mind)
    recruits = Recruits(mind, fronts)

    def need(answer: Any) -> tuple[float, int]:
        total = 0.0
        for place, count in answer:
            if place in mind.game.spaces:
                near = NEAR_A_LEADER if fronts.rally(place) else 0.0
                home = AT_HOME if place in mind.game.capitals(mind.power) else 0.0
                total += count * (recruits.need_of(place)[0] + max(near, home) + 0.01)
        return total, -list(answers).index(answer)

    best = max(answers, key=need)
    return Suggestion(best, because("place", space=best[0][0]))


def expedition(mind: Mind, question: SendExpedition) -> Suggestion:
    """Units with a leader who is no ruler, if there is one (21.7)."""
    game = mind.game
    usual: Expedition = question.default(game)
    rulers = ("suleiman", "henry_viii", "charles_v", "francis_i")
    able = [
        answer
        for answer in question.legal(game)
        if len(answer.leaders) == 1 and answer.leaders[0] not in rulers
    ]
    if not able:
        return Suggestion(usual, because("expedition", card=question.card))
    best = max(able, key=lambda answer: game.printed_leader(answer.leaders[0]).battle)
    return Suggestion(best, because("expedition", card=question.card))
