"""Decisions in between: attempts, battles, the seasons, the choices that cards ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.advice import Advice, because
from pbem.games.his.bot.candidates import Candidates
from pbem.games.his.bot.faith import FaithPlans, attempt_odds, worth_of_conversion
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win
from pbem.games.his.bot.war import Fronts, fronts_of, lone_units, pick_units
from rules.core.errors import allows
from rules.core.questions import Choose, ChooseNumber, ChooseSome, Decide
from rules.his.actions import ChooseAction
from rules.his.cards.janissaries import PlaceRecruits
from rules.his.cards.placement import PlaceUnits
from rules.his.faith.attempts import AttemptTarget
from rules.his.faith.debate import DEBATE_ZONES, GERMAN
from rules.his.faith.debaters import value
from rules.his.powers import CATHOLIC, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.sequence.spring import DeployInSpring, Deployment
from rules.his.sequence.theses_and_diet import DietCard
from rules.his.war.foreign_wars import Expedition, SendExpedition
from rules.war.avoid_battle import AvoidBattle
from rules.war.forces import Formation, army_at, best_battle_rating, formation_limit
from rules.war.ids import SpaceId
from rules.war.interception import Intercept, Interception
from rules.war.winter import GoHome
from rules.war.winter_plan import Homeward

WIN_TO_STAY = 0.35
WIN_OUTSIDE = 0.6
WIN_TO_INTERCEPT = 0.5
ENOUGH_PIRACY = 4
WINTER_ARMY = 6


# ---- Faith


def attempt(mind: Mind, question: AttemptTarget) -> Advice:
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
        return Advice(question.default(game), because("rest"))
    return Advice(best[1], because("attempt", space=best[1][0], percent=percent))


def conversion(mind: Mind, question: Choose) -> Advice:
    """A space to convert without dice."""
    faith = PROTESTANT_FAITH
    if mind.game.spaces[question.options[0]].religion == PROTESTANT_FAITH:
        faith = CATHOLIC
    space = max(question.options, key=lambda one: (worth_of_conversion(mind, one, faith), one))
    return Advice(space, because("convert", space=space))


def diet(mind: Mind, question: DietCard) -> Advice:
    """A high card whose event would not be missed (18.1)."""
    game = mind.game

    def worth(card: int) -> float:
        printed = game.card(card)
        events = [mind.weights.event(mind.power, card, use.id) or 0.0 for use in printed.uses]
        missed = max([0.0, *events]) - mind.weights["cp"] * printed.cp
        return printed.cp - 2.5 * max(0.0, missed) - (1.5 if printed.home else 0.0)

    card = max(question.legal(game), key=lambda card: (worth(card), card))
    return Advice(card, because("diet", card=card))


def debate_pool(mind: Mind, question: Choose) -> Advice:
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
    return Advice(choice if choice in question.options else question.options[0], because("debate_pool"))


def leipzig(mind: Mind, question: Choose) -> Advice:
    """Eck attacks, or Luther stays away (#6)."""
    game = mind.game
    if "eck" in question.options:
        return Advice("eck", because("debater", debater="eck"))
    own = [name for name in question.options if game.data.debaters[name].side == PAPACY]
    best = max(own or list(question.options), key=lambda name: (value(game, name), name))
    return Advice(best, because("debater", debater=best))


# ---- Battles


def withdraw(mind: Mind, question: Decide) -> Advice:
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
    return Advice(inside, because("withdraw" if inside else "fight", space=space, percent=round(100 * wins)))


def avoid(mind: Mind, question: AvoidBattle) -> Advice:
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
    if wins >= WIN_TO_STAY or (walls and question.army.size <= 4):
        return Advice(None, because("stay"))

    def safety(answer: Any) -> tuple[bool, bool, int]:
        return (game.fortified(answer.to), mind.ours(game.controller(answer.to)), answer.formation.size)

    able = [answer for answer in question.legal(game) if answer is not None and answer.formation.size]
    able = [answer for answer in able if mind.ours(game.controller(answer.to))]
    if not able:
        return Advice(None, because("stay"))
    best = max(able, key=safety)
    return Advice(best, because("avoid", space=best.to))


def intercept(mind: Mind, question: Intercept) -> Advice:
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
        return Advice(None, because("let_pass"))
    return Advice(best[1], because("intercept", space=question.to, percent=round(100 * best[0])))


# ---- The seasons


def spring(mind: Mind, question: DeployInSpring) -> Advice:
    """The largest army to the space nearest to what it can take, or to what it must save."""
    game, fronts = mind.game, fronts_of(mind)
    best: tuple[float, Deployment] | None = None
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
        stays = chances_from(mind, fronts, origin, whole)
        for formation in dict.fromkeys((whole, by_sea)):
            for destination in question.destinations(game, origin, formation):
                deployment = Deployment(origin, formation, destination)
                gain = chances_from(mind, fronts, destination, formation) - stays
                if destination in fronts.dangers:
                    now, better = fronts.dangers[destination]
                    gain += (now - better) * mind.worth_of_keeping(destination) * min(3, formation.size)
                if (
                    gain > 0.05
                    and (best is None or gain > best[0])
                    and allows(question.check, game, deployment)
                ):
                    best = (gain, deployment)
    if best is None:
        return Advice(None, because("no_deployment"))
    return Advice(best[1], because("deploy", space=best[1].destination))


def chances_from(mind: Mind, fronts: Fronts, base: SpaceId, army: Formation) -> float:
    """What an army could take from a space this turn, with the units and leaders that are there already."""
    game = mind.game
    there = army_at(game, base, mind.power)
    free = there.size - fronts.garrison_needed(base)
    leaders = fronts.best_leaders(tuple(dict.fromkeys((*army.leaders, *there.leaders))))
    more = max(0, min(free, formation_limit(game, leaders) - army.size))
    joined = Formation(leaders, army.units)
    worths = [0.0]
    for target, (cost, _path) in fronts.ways_from(base, joined).items():
        if target in fronts.targets and target != base and fronts.supply(target) is not None:
            worth = fronts.targets[target] * fronts.chance(target, joined, 2, more)
            worths.append(fronts.blockade_share(target) * worth * 0.82**cost)
    return max(worths)


def winter(mind: Mind, question: GoHome) -> Advice:
    """The usual way; but leaders go with their armies to a capital, where the army of spring gathers."""
    game = mind.game
    usual = Advice((), because("winter"))
    homes = [
        space
        for space in game.capitals(mind.power)
        if mind.ours(game.controller(space)) and not game.under_siege(space)
    ]
    if not homes or not game.wages_war(mind.power):
        return usual
    orders: tuple[Homeward, ...] = ()
    for space in list(mind.own_stacks()):
        army = army_at(game, space, mind.power)
        if space in homes or not army.leaders or game.under_siege(space):
            continue
        held = mind.ours(game.controller(space)) and game.fortified(space)
        leaving = army.size - (1 if held else 0)
        for home in sorted(homes, key=lambda home: (game.board.distance(space, home) or 99, home)):
            if game.land_strength(home, mind.power) + leaving < WINTER_ARMY or leaving < 1:
                continue
            order = Homeward(space, home, pick_units(army.units, leaving), army.leaders)
            if allows(question.check, game, (*orders, order)):
                orders = (*orders, order)
                break
    return Advice(orders, usual.why)


# ---- New units


def place_recruits(mind: Mind, question: PlaceRecruits) -> Advice:
    """Where they help an attack or a defence most (#1)."""
    return _placed(mind, list(question.legal(mind.game)))


def place_units(mind: Mind, question: PlaceUnits) -> Advice:
    return _placed(mind, list(question.legal(mind.game)))


def _placed(mind: Mind, answers: Sequence[Any]) -> Advice:
    candidates = Candidates(mind, ChooseAction(mind.power, 6))

    def need(answer: Any) -> tuple[float, int]:
        total = 0.0
        for place, count in answer:
            if place in mind.game.spaces:
                capital = 0.05 if place in mind.game.capitals(mind.power) else 0.0
                total += count * (candidates.need_of(place)[0] + capital + 0.01)
        return total, -list(answers).index(answer)

    best = max(answers, key=need)
    return Advice(best, because("place", space=best[0][0]))


def expedition(mind: Mind, question: SendExpedition) -> Advice:
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
        return Advice(usual, because("expedition", card=question.card))
    best = max(able, key=lambda answer: game.printed_leader(answer.leaders[0]).battle)
    return Advice(best, because("expedition", card=question.card))


# ---- Whom, and whether


def victim(mind: Mind, question: Choose) -> Advice:
    """Harm goes to whoever leads or fights us, never to us or an ally."""
    chosen = max(question.options, key=lambda option: harm_to(mind, option))
    return Advice(chosen, because("victim", power=chosen) if chosen in IMPULSE_ORDER else because("choice"))


def harm_to(mind: Mind, option: str) -> float:
    """How gladly a power is harmed."""
    if option not in IMPULSE_ORDER:
        return 0.0
    if option == mind.power or mind.game.same_player(option, mind.power):
        return -50.0
    if mind.game.allied(mind.power, option):
        return -10.0
    return (
        mind.points[option]
        + (4.0 if option in mind.enemies else 0.0)
        + (6.0 if mind.near_victory(option) else 0.0)
    )


def beneficiary(mind: Mind, question: Choose) -> Advice:
    """What helps goes to us; if it cannot, to whoever is last."""
    if mind.power in question.options:
        return Advice(mind.power, because("for_us"))
    chosen = min(question.options, key=lambda option: mind.points.get(option, 99))
    return Advice(chosen, because("choice"))


def harmed_space(mind: Mind, question: Choose) -> Advice:
    """A space of whoever should be harmed."""

    def harm(space: str) -> float:
        game = mind.game
        holder = game.controller(space)
        owners = {game.commander(nation) for nation in game.nations_at(space)}
        worst = max((harm_to(mind, owner) for owner in (*owners, holder or "") if owner), default=0.0)
        if mind.power in owners or holder == mind.power:
            worst -= 60.0
        return worst + mind.against(space) * 0.5 + (3.0 if game.board.spaces[space].is_key else 0.0)

    return Advice(max(question.options, key=harm), because("choice"))


def unrest(mind: Mind, question: ChooseSome) -> Advice:
    """Unrest among rivals; none among our own."""
    game = mind.game

    def harm(space: str) -> float:
        holder = game.controller(space) or ""
        worth = harm_to(mind, holder)
        if mind.power in (PAPACY, PROTESTANT):
            protestant = game.spaces[space].religion == PROTESTANT_FAITH
            worth += 6.0 if protestant == (mind.power == PAPACY) else -8.0
        return worth + (5.0 if game.board.spaces[space].is_key else 0.0)

    able = sorted((space for space in question.options if harm(space) > 0), key=lambda one: (-harm(one), one))
    chosen = tuple(able[: question.most])
    if len(chosen) < question.least:
        chosen = tuple(sorted(question.options, key=lambda one: (-harm(one), one))[: question.least])
    return Advice(chosen, because("choice"))


def universities(mind: Mind, question: ChooseSome) -> Advice:
    """Beside most Protestant spaces, apart from each other."""
    game = mind.game
    chosen: list[str] = []
    for space in question.options:
        near = game.board.neighbours(space)
        if len(chosen) < question.most and not any(
            game.spaces[other].university or other in chosen for other in near
        ):
            chosen.append(space)
    chosen += [space for space in question.options if space not in chosen][: question.least - len(chosen)]
    answer = tuple(chosen[: question.most])
    good = allows(question.check, game, answer)
    return Advice(answer if good else question.default(game), because("university", space=answer[0]))


def piracy_hit(mind: Mind, question: Choose) -> Advice:
    """What to give the pirates: a point, unless they are about to win; a ship; a card last."""
    enough = mind.near_victory(OTTOMAN) or mind.game.piracy_vp >= ENOUGH_PIRACY
    order = ("squadron", "card", "vp") if enough else ("vp", "squadron", "card")
    chosen = min(question.options, key=lambda option: order.index(option) if option in order else 9)
    return Advice(chosen, because("choice"))


def bull_reformer(mind: Mind, question: Choose) -> Advice:
    """Luther first, then whoever helps most attempts."""
    order = ("luther", "calvin", "zwingli", "cranmer")
    chosen = min(question.options, key=lambda name: order.index(name) if name in order else 9)
    return Advice(chosen, because("choice"))


def retrieve(mind: Mind, question: Choose) -> Advice:
    """The best card of the discard pile (#7)."""

    def worth(option: str) -> float:
        card = mind.game.card(int(option))
        events = [mind.weights.event(mind.power, card.n, use.id) or 0.0 for use in card.uses]
        return max([card.cp * 0.18, *events])

    chosen = max(question.options, key=lambda option: (worth(option), option))
    return Advice(chosen, because("retrieve", card=int(chosen)))


def retrieved_use(mind: Mind, question: Choose) -> Advice:
    """As the event where there is one."""
    event = [option for option in question.options if option != "cp"]
    return Advice(event[0] if event else question.options[0], because("choice"))


def least_card(mind: Mind, question: Choose) -> Advice:
    """The card that is missed least."""

    def missed(option: str) -> float:
        if not option.isdigit():
            return 99.0
        card = mind.game.card(int(option))
        events = [mind.weights.event(mind.power, card.n, use.id) or 0.0 for use in card.uses]
        return max([card.cp * 0.2, *events, mind.weights.keep.get(option, 0.0)])

    return Advice(min(question.options, key=missed), because("least_card"))


def deep_discovery(mind: Mind, question: Choose) -> Advice:
    """Around the world where it is possible, else the Amazon (20.2)."""
    order = ("st_lawrence_river", "great_lakes", "mississippi_river")
    for wanted in ("pacific_strait", "strait", "amazon_river", "amazon"):
        if wanted in question.options:
            return Advice(wanted, because("choice"))
    left = [option for option in question.options if option not in order]
    return Advice((left or list(question.options))[0], because("choice"))


def yes(mind: Mind, question: Decide) -> Advice:
    return Advice(True, because("yes"))


def no(mind: Mind, question: Decide) -> Advice:
    return Advice(False, because("no"))


def donation(mind: Mind, question: Decide) -> Advice:
    """Excommunication costs a card a turn: it is paid off if turns are left (9.5)."""
    return Advice(mind.turns_left >= 2, because("yes" if mind.turns_left >= 2 else "no"))


def debate_after_bull(mind: Mind, question: Decide) -> Advice:
    good = FaithPlans(mind).debate_worth(question.subject) > 0.05
    return Advice(good, because("yes" if good else "no"))


def corsairs(mind: Mind, question: ChooseNumber) -> Advice:
    return Advice(question.most if mind.game.pirates else question.least, because("choice"))


def show_card(mind: Mind, question: Choose) -> Advice:
    """Under Mary the least card is shown first: the Pope may use it (21.3)."""
    cards = [option for option in question.options if option.isdigit()]
    if not cards:
        return Advice(question.options[0], because("choice"))
    chosen = min(cards, key=lambda option: (mind.game.card(int(option)).cp, int(option)))
    return Advice(chosen, because("least_card"))


def journey(mind: Mind, question: Choose) -> Advice:
    """Charles goes where most units wait for a leader (21.2)."""
    chosen = max(question.options, key=lambda space: (lone_units(mind, space), space))
    return Advice(chosen, because("deploy", space=chosen))


def voyage_stopped(mind: Mind, question: Choose) -> Advice:
    """The voyage of the rival who leads; options begin with the power."""
    chosen = max(question.options, key=lambda option: harm_to(mind, option.partition("_")[0]))
    return Advice(chosen, because("choice"))


def debate_zone(mind: Mind, question: Choose) -> Advice:
    """Where the debate promises most."""
    plans = FaithPlans(mind)
    able = [zone for zone in question.options if zone in DEBATE_ZONES]
    chosen = max(able or question.options, key=lambda zone: plans.debate_worth(zone) if zone in able else 0.0)
    return Advice(chosen, because("debate", language=chosen))


def minor_power(mind: Mind, question: Choose) -> Advice:
    """A minor power that is free and has keys; else one that serves a rival."""
    game = mind.game

    def worth(minor: str) -> float:
        keys = sum(game.home_power(key) == minor for key in game.board.keys)
        ally = game.minor_allies.get(minor)
        if ally is None:
            return 10.0 + keys
        return -20.0 if ally == mind.power else harm_to(mind, ally) / 10

    chosen = max(question.options, key=lambda minor: (worth(minor), minor))
    return Advice(chosen, because("choice"))


def receiver(mind: Mind, question: Choose) -> Advice:
    """A gift that must be made goes to whoever is no rival."""
    chosen = min(question.options, key=lambda option: harm_to(mind, option))
    return Advice(chosen, because("choice"))


def best_leader(mind: Mind, question: Choose) -> Advice:
    """The leader who is most dangerous."""
    printed = mind.game.printed_leader
    chosen = max(question.options, key=lambda who: (printed(who).battle, printed(who).command, who))
    return Advice(chosen, because("choice"))


def own_side(mind: Mind, question: Choose) -> Advice:
    chosen = mind.power if mind.power in question.options else question.options[0]
    return Advice(chosen, because("for_us"))


def first_named(*wanted: str) -> Callable[[Mind, Any], Advice]:
    """The first of some options that is there."""

    def chosen(mind: Mind, question: Choose) -> Advice:
        found = next((option for option in wanted if option in question.options), question.options[0])
        return Advice(found, because("choice"))

    return chosen


Reply = Callable[[Mind, Any], Advice]

BY_TOPIC: dict[str, Reply] = {
    "anabaptists": conversion,
    "booty_of_rome": least_card,
    "chateau_discard": least_card,
    "cibola": voyage_stopped,
    "colonial_side": first_named("governor"),
    "copernicus": first_named("draw", "draw_card", "card"),
    "debate_zone": debate_zone,
    "diet_conversion": conversion,
    "diplomatic_marriage": minor_power,
    "excommunication_unrest": unrest,
    "fountain_of_youth": voyage_stopped,
    "gout": best_leader,
    "inquisition_hand": first_named(PROTESTANT),
    "journey": journey,
    "overture_receiver": receiver,
    "rowers_side": own_side,
    "treachery_besieger": own_side,
    "trent_conversion": conversion,
    "action_debater": lambda mind, question: Advice(question.options[-1], because("choice")),
    "akinji": victim,
    "bull_reformer": bull_reformer,
    "bull_ruler": victim,
    "bullinger": no,
    "city_state_rebels": harmed_space,
    "colonial_marker": beneficiary,
    "comet_discard": victim,
    "comet_skip": victim,
    "debate_conversion": conversion,
    "debate_pool": debate_pool,
    "deep_discovery": deep_discovery,
    "demand_pay": victim,
    "donation": donation,
    "excommunication_debate": debate_after_bull,
    "fetch_wartburg": yes,
    "galleons": beneficiary,
    "help_the_irish": no,
    "informant_about": victim,
    "informant_for": beneficiary,
    "journey_with_alva": yes,
    "lady_jane_grey_heir": beneficiary,
    "leipzig": leipzig,
    "machiavelli": victim,
    "marry_again": yes,
    "mercators_map": beneficiary,
    "overture_card": least_card,
    "pay_mercenaries": least_card,
    "piracy_hit": piracy_hit,
    "plantations": beneficiary,
    "potosi": beneficiary,
    "raiders": victim,
    "ransom": yes,
    "retrieve_card": retrieve,
    "retrieved_card": retrieved_use,
    "shipbuilding_corsairs": corsairs,
    "show_card": show_card,
    "six_wives_target": victim,
    "threat_to_power": lambda mind, question: Advice(_their_leader(mind, question), because("choice")),
    "treachery": harmed_space,
    "unpaid_mercenaries": harmed_space,
    "unpaid_mercenaries_power": victim,
    "unrest": unrest,
    "universities": universities,
    "unsanitary_camp": harmed_space,
    "unsanitary_camp_power": victim,
    "war_on_activation": no,
    "withdraw": withdraw,
}


def _their_leader(mind: Mind, question: Choose) -> str:
    leaders = mind.game.leaders
    return max(
        question.options,
        key=lambda who: (harm_to(mind, leaders[who].power), mind.game.printed_leader(who).battle),
    )
