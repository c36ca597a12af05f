"""What each action is worth to a power now: from the same chances that letters tell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any

from pbem.games.suggestion import Suggestion, because
from pbem.games.vq.bot.mind import SHUT_PORT, Mind
from rules.core.actions import Action, ChooseAction, Stop
from rules.vq.diplomacy.actions import BuyInfluence
from rules.vq.dynasty.patronage import ARTIST, SCHOLAR, SponsorArtist, SponsorScientist
from rules.vq.espionage.actions import (
    Assassinate,
    GatherIntelligence,
    InsertInformant,
    RaiseEnglishCatholics,
    SendJesuit,
)
from rules.vq.faith.actions import Preach, Rebel, SuppressHeresy
from rules.vq.faith.support import convertible
from rules.vq.new_world.colonies import colony_sites
from rules.vq.new_world.piracy import settlements_of
from rules.vq.odds import (
    assassination_odds,
    colony_odds,
    english_rebellion_odds,
    intelligence_odds,
    navigation_odds,
    ocean_piracy_odds,
    patronage_odds,
    rebellion_odds,
)
from rules.vq.powers import (
    ENGLAND,
    LORD_OF,
    OTTOMAN,
    PORTUGAL,
    PROTESTANT,
    PROTESTANT_FAITH,
    SPAIN,
)
from rules.vq.war.armada import LandFromArmada, StrengthenArmada
from rules.vq.war.build_actions import FightAbroad, ReinforceForeignWar
from rules.vq.war.foreign_wars import battle_of
from rules.vq.war.land_actions import CalmSpace, TakeControl
from rules.vq.war.naval_actions import OutfitExpedition, PirateAtSea, PirateOverseas, SailEverywhere
from rules.war.displacement import warships_at
from rules.war.fleets import Fleet, enemies_afloat, fleet_at
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.odds import attack_on, field_battle_odds, naval_combat_odds, piracy_odds, storming

Worth = Callable[[Mind, Any], float]
MOST_LOOKED_AT = 160
"""Options of one kind."""
LEAST = 0.02
"""What an action must be worth for each CP."""
ELIZABETH = "elizabeth_i"
SAIL_AND_PIRATE = 3
"""CP for a Naval Move and piracy behind it."""
FLIPS_PER_DIE, UNREST = 0.5, 0.45
"""What a die of a conversion does in the mean; the exact chances would cost too much time at every action."""
BEGUN = 1.5
"""How much more a siege is worth that was begun than one that would be."""
NEXT_ASSAULT = 0.4
"""What the losses of a garrison are worth for the assault after this one."""
NEAR_A_SIEGE = 2
ENOUGH_UNITS = 6
"""So many land units in one place are not raised any further."""


def next_action(mind: Mind, question: ChooseAction) -> Suggestion:
    """The action that is worth most for each of its CP."""
    best: tuple[float, Action] | None = None
    for cls in sorted(question.kinds(mind.game), key=lambda cls: -AT_MOST.get(cls.__name__, MUCH)):
        if best is not None and best[0] > AT_MOST.get(cls.__name__, MUCH):
            break  # nothing of this kind, or of the others, can be worth more
        for option, worth in _judged(mind, question, cls):
            cost = max(1, option.cost(mind.game, mind.power))
            rate = worth / cost + mind.rng.random() * 0.01
            if worth / cost > LEAST and (best is None or rate > best[0]):
                best = rate, option
    if best is None:
        return Suggestion(Stop(), because("stop"))
    option = best[1]
    if isinstance(option, MoveFormation | AssaultFortification):
        place = option.to if isinstance(option, MoveFormation) else option.space
        if mind.hostile(mind.game.controller(place)):
            return Suggestion(option, because("attack", space=place))
    return Suggestion(option, because("action"))


def _judged(mind: Mind, question: ChooseAction, cls: type[Action]) -> Iterator[tuple[Action, float]]:
    """Options of a kind with what they are worth; of several formations for one goal, the first."""
    worth = WORTH.get(cls.__name__)
    if worth is None:
        return
    seen: dict[Hashable, bool] = {}
    for number, option in enumerate(question.affordable(mind.game, cls)):
        if number >= MOST_LOOKED_AT:
            return
        goal = _goal(option)
        if goal in seen:
            continue
        seen[goal] = True
        yield option, worth(mind, option)


def _goal(option: Action) -> Hashable:
    if isinstance(option, MoveFormation):
        return option.origin, option.to
    if isinstance(option, AssaultFortification):
        return option.space
    return option


# ---- War on land


def of_move(mind: Mind, move: MoveFormation) -> float:
    game, size = mind.game, move.formation.size
    if not size:
        return 0.0
    left = game.land_strength(move.origin, mind.power) - size if move.origin in game.spaces else 0
    price = _left_behind(mind, move.origin, left) + _siege_given_up(mind, move.origin, left, size)
    hostile = mind.hostile(game.controller(move.to))
    foes = mind.against(move.to)
    if not hostile:
        nearer = mind.pull(move.to) - mind.pull(move.origin)
        guards = _guarded(mind, move.to, size)
        worth = mind.weights["approach"] * size if nearer > 0.05 and size > 2 else 0.0
        return max(worth * min(1.0, nearer * 4), guards) - price
    walls = game.fortified(move.to)
    won, lost = 1.0, 0.0
    if foes and not (walls and foes <= 4):
        odds = field_battle_odds(game, attack_on(game, mind.power, move.to, move.formation))
        won, lost = float(odds.wins), float(odds.attack_loses) * mind.weights["regular"]
        gain = float(odds.defence_loses) * mind.weights["regular"] * 0.5
        lost -= gain
    if not walls:
        return won * (mind.weights["town"] + mind.pull(move.to) * 0.3) - lost - price
    if game.under_siege(move.to):
        return (0.1 if size > foes else 0.0) - price
    return won * mind.siege_worth(move.to, size) - lost - price


def _siege_given_up(mind: Mind, origin: str, left: int, size: int) -> float:
    """What besiegers who leave had before them: more than any siege that would only begin."""
    if origin not in mind.game.spaces or mind.power not in mind.game.spaces[origin].sieges:
        return 0.0
    return BEGUN * (mind.siege_worth(origin, left + size) - mind.siege_worth(origin, left))


def _left_behind(mind: Mind, origin: str, left: int) -> float:
    """What an own fortified space risks that is left with too few."""
    game = mind.game
    if origin not in game.spaces or game.controller(origin) != mind.power or not game.fortified(origin):
        return 0.0
    danger = mind.threat(origin)
    if left >= 1 + danger // 3:
        return 0.0
    risk = 0.5 if danger else 0.06
    return risk * mind.worth_of_keeping(origin)


def _guarded(mind: Mind, space: str, size: int) -> float:
    """What it is worth to come to the help of an own key."""
    game = mind.game
    if not game.board.spaces[space].is_key or game.controller(space) != mind.power:
        return 0.0
    danger, there = mind.threat(space), game.land_strength(space, mind.power)
    if danger <= there:
        return 0.0
    return min(1.0, size / danger) * 0.3 * mind.worth_of_keeping(space)


def of_assault(mind: Mind, assault: AssaultFortification) -> float:
    odds = storming(mind.game, mind.power, assault.space, assault.formation)
    lost = float(odds.attack_loses) * mind.weights["regular"] * 0.7
    gain = float(odds.defence_loses) * mind.weights["regular"] * 0.5
    worth = mind.worth_of_taking(assault.space)
    foes = max(1, mind.against(assault.space))
    nearer = NEXT_ASSAULT * (1 - float(odds.wins)) * min(1.0, float(odds.defence_loses) / foes)
    return (float(odds.wins) + nearer) * worth + gain - lost


def of_control(mind: Mind, take: TakeControl) -> float:
    """A town; more if a siege beside it has no line of communication."""
    served = max(
        (
            mind.siege_worth(walls, mind.game.land_strength(walls, mind.power))
            for walls in mind.cut_off
            if (mind.game.board.distance(take.space, walls) or 9) <= NEAR_A_SIEGE
        ),
        default=0.0,
    )
    return mind.worth_of_taking(take.space) + served


def of_calm(mind: Mind, calm: CalmSpace) -> float:
    game = mind.game
    worth = mind.weights["town"]
    if game.board.spaces[calm.space].is_key:
        worth += mind.key_worth(mind.power, 1, calm.space)
    area = game.printed(calm.space).area
    if area and game.spaces[calm.space].religion == PROTESTANT_FAITH:
        worth += mind.faith_worth(area, 1)
    return worth


# ---- Forces


def of_unit(mind: Mind, build: Any) -> float:
    """A land unit: more where an army gathers against a goal, or where an enemy comes near."""
    game, space = mind.game, build.space
    worth = mind.weights[
        {"regulars": "regular", "mercenaries": "mercenary", "cavalry": "cavalry"}[build.unit]
    ]
    there, danger = game.land_strength(space, mind.power), mind.threat(space)
    if there >= ENOUGH_UNITS + danger:
        return worth * 0.2
    led = bool(game.leaders_at(space, mind.power))
    need = danger / (there + 1)
    draw = mind.pull(space) if mind.enemies else 0.0
    return worth * (0.45 + min(1.0, need) * 0.5 + (0.3 if led else 0.0) + min(1.0, draw))


def of_ship(mind: Mind, build: Any) -> float:
    at_sea = any(
        units.ships
        for place, here in mind.game.units.items()
        for nation, units in here.items()
        if mind.game.at_war(mind.power, nation)
    )
    corsair = getattr(build, "unit", "") == "corsairs"
    worth = mind.weights["corsair" if corsair else "ship"]
    return worth * (1.1 if at_sea or corsair else 0.5)


def of_patrol(mind: Mind, build: Any) -> float:
    pirates = sum(c.zone is not None and c.power != SPAIN for c in mind.game.world.captains.values())
    return 0.12 + 0.15 * min(pirates, 3)


def of_fortress(mind: Mind, build: Any) -> float:
    return 0.15 + 0.1 * bool(mind.threat(build.space)) if hasattr(build, "space") else 0.3


def of_foreign_battle(mind: Mind, fight: FightAbroad) -> float:
    odds = field_battle_odds(mind.game, battle_of(mind.game, fight.war))
    lost = (float(odds.defence_loses) - float(odds.attack_loses) * 0.7) * mind.weights["regular"]
    return float(odds.defence_gone) * (1.0 + mind.weights["card"]) + lost


def of_reinforcement(mind: Mind, build: ReinforceForeignWar) -> float:
    return mind.weights["regular"] * 0.8


def of_landing(mind: Mind, land: LandFromArmada) -> float:
    return 1.0 + mind.worth_of_taking(land.to)


def of_armada(mind: Mind, build: StrengthenArmada) -> float:
    return 0.5 if mind.game.at_war(SPAIN, ENGLAND) else 0.1


# ---- At sea


def of_sailing(mind: Mind, sail: SailEverywhere) -> float:
    worth = sum(_voyage(mind, move.captain, move.to) for move in sail.captains)
    goals = dict.fromkeys(move.to for move in sail.ships)
    if len(goals) != 1:
        return worth
    (place,) = goals
    return worth + _fleet(mind, sail, place)


def _fleet(mind: Mind, sail: SailEverywhere, place: str) -> float:
    """A fight that is good, or a sea to pirate in."""
    game = mind.game
    fleet = Fleet(
        tuple((ships.nation, ships.kind, ships.count) for ships in sail.ships),
        tuple(move.leader for move in sail.leaders),
    )
    worth = _blockade(mind, place, fleet.size)
    for enemy in enemies_afloat(game, mind.power, place):
        odds = naval_combat_odds(game, place, fleet, fleet_at(game, place, enemy))
        worth += (float(odds.defence_loses) - float(odds.attack_loses)) * mind.weights["ship"]
    if worth or place not in game.board.zones:
        return worth
    if game.impulse.cp < SAIL_AND_PIRATE:
        return 0.0
    raiders = [kind for _nation, kind, _count in fleet.ships]
    targets = [other for other in game.majors if other != mind.power and game.ports_of(other, place)]
    good = any(kind in game.raiders(mind.power, other) for other in targets for kind in raiders)
    used = mind.power in game.this_turn.piracy.get(place, ())
    return 0.3 if good and not used and mind.power in (OTTOMAN, ENGLAND, PROTESTANT) else 0.0


def _blockade(mind: Mind, zone: str, ships: int) -> float:
    """What it is worth to close ports with so many ships that an army of ours besieges (15.1)."""
    game = mind.game
    if zone not in game.board.zones:
        return 0.0
    return sum(
        mind.siege_worth(port, game.land_strength(port, mind.power)) / SHUT_PORT
        for port in game.board.ports_of(zone)
        if mind.power in game.spaces[port].sieges
        and not mind.open_to_storm(port)
        and ships > warships_at(game, port, game.controller(port) or "")
    )


def _voyage(mind: Mind, captain: str, to: str) -> float:
    """A captain goes where he can plunder or found a colony, less by what the way may cost."""
    game = mind.game
    figure = game.world.captains[captain]
    if figure.zone is None:
        return 0.2
    chances = navigation_odds(game, captain, figure.zone, to)
    lost = float(chances.get("eliminated", Fraction(0)))
    hurt = float(chances.get("damaged", Fraction(0)))
    risk = lost * (mind.weights["captain"] + mind.weights["treasure"] * len(figure.loot)) + hurt * 0.15
    return _lure(mind, captain, to) - _lure(mind, captain, figure.zone) - risk


def _lure(mind: Mind, captain: str, zone: str) -> float:
    """What waits for a captain in an ocean zone, and in those next to it."""
    here = _prize(mind, captain, zone)
    return max([here, *(0.4 * _prize(mind, captain, near) for near in mind.game.data.world.neighbours(zone))])


def _prize(mind: Mind, captain: str, zone: str) -> float:
    game, figure = mind.game, mind.game.world.captains[captain]
    worth = mind.weights["colony"] if figure.colonists and colony_sites(game, zone) else 0.0
    if len(figure.loot) >= 2 or mind.power in game.this_turn.piracy.get(zone, ()):
        return worth
    spanish = len(settlements_of(game, SPAIN, zone)) if mind.power != SPAIN else 0
    places = spanish + len(settlements_of(game, PORTUGAL, zone)) * (
        game.minor_allies.get(PORTUGAL) != mind.power
    )
    guards = game.world.patrols.get(zone, 0)
    rating = game.data.captains[captain].piracy
    return worth + (0.25 * (min(places, 2) + rating) - 0.15 * guards if places else 0.0)


def of_expedition(mind: Mind, outfit: OutfitExpedition) -> float:
    data = mind.game.data.captains[outfit.captain]
    worth = 0.12 + 0.18 * data.piracy + 0.06 * data.navigation
    if outfit.colony and mind.turns_left:
        found = colony_odds(mind.game, mind.power)
        gain = float(found.get("treasure", Fraction(0)) + found.get("virginia_dare", Fraction(0)))
        worth += min(mind.turns_left, 3) * gain * mind.weights["treasure"] * 1.5
    return worth if mind.turns_left or data.piracy else 0.0


def of_piracy(mind: Mind, raid: PirateAtSea) -> float:
    odds = piracy_odds(mind.game, mind.power, raid.zone, raid.target)
    rival = 1.0 + mind.cost_of_points(raid.target)
    return (
        float(odds.mean) * mind.weights["piracy_hit"] * rival
        - float(odds.corsairs_lost) * mind.weights["corsair"]
    )


def of_ocean_piracy(mind: Mind, raid: PirateOverseas) -> float:
    odds = ocean_piracy_odds(mind.game, raid.captain, raid.target)
    return float(odds.mean) * mind.weights["piracy_hit"] * 1.3 - float(odds.lost) * mind.weights["captain"]


# ---- Faith


def of_conversion(mind: Mind, action: Preach | SuppressHeresy) -> float:
    faith = action.faith(mind.power)
    open_ = convertible(mind.game, faith, action.area, (), despite_guards=False)
    dice = action.attempts(mind.game, mind.power)
    flips = min(dice * FLIPS_PER_DIE, len(open_) + 1.0) - UNREST if open_ else 0.0
    return mind.faith_worth(action.area, 1 if faith == PROTESTANT_FAITH else -1) * flips


def of_rebellion(mind: Mind, action: Rebel) -> float:
    game = mind.game
    area = game.printed(action.space).area or ""
    odds = rebellion_odds(game, action.space, action.cp)
    key = game.board.spaces[action.space].is_key
    taken = mind.worth_of_taking(action.space) + mind.weights["regular"] * (action.cp // 2)
    followers = [
        near
        for near in game.board.neighbours(action.space)
        if game.religion(near) == PROTESTANT_FAITH and game.controller(near) == LORD_OF.get(area)
    ]
    taken += sum(sorted((mind.worth_of_taking(near) for near in followers), reverse=True)[: action.cp - 1])
    at_war = game.at_war(PROTESTANT, LORD_OF[area])
    price = 0.0 if at_war else mind.weights["war"]
    holdable = 1.0 if key or mind.threat(action.space, 1) < 4 else 0.6
    return float(odds.chance) * taken * holdable - price


# ---- Espionage


def of_intelligence(mind: Mind, spy: GatherIntelligence) -> float:
    odds = intelligence_odds(mind.game, mind.power, spy.target)
    rival = 1.0 if spy.target == mind.leader else 0.6
    seen = float(odds.chance("two_cards", "hand")) * mind.weights["secret"]
    return rival * (seen + float(odds.chance("discard", "take")) * mind.weights["stolen"])


def of_informant(mind: Mind, spy: InsertInformant) -> float:
    return mind.weights["informant"] if not spy.moved_from and mind.turns_left else 0.0


def of_jesuit(mind: Mind, send: SendJesuit) -> float:
    return mind.weights["jesuit"] * (1.2 if send.space == "london" else 1.0)


def of_assassination(mind: Mind, plot: Assassinate) -> float:
    odds = assassination_odds(mind.game, mind.power, plot.victim, plot.cp)
    killed = (
        float(odds.chance("kills"))
        if plot.victim == ELIZABETH
        else float(odds.chance("kills_leader", "kills"))
    )
    return killed * (1.0 + mind.weights["murder"] * (3 if plot.victim == ELIZABETH else 1))


def of_english_rebellion(mind: Mind, plot: RaiseEnglishCatholics) -> float:
    odds = english_rebellion_odds(mind.game, plot.cp)
    riots = float(odds.chance("rebellion")) * mind.weights["riot"]
    return (
        float(odds.chance("victory")) * mind.weights["victory"]
        + riots
        + float(odds.chance("conversions")) * 0.4
    )


# ---- Courts


def of_artist(mind: Mind, sponsor: SponsorArtist) -> float:
    return float(patronage_odds(mind.game, mind.power, ARTIST, sponsor.cp).mean)


def of_scientist(mind: Mind, sponsor: SponsorScientist) -> float:
    odds = patronage_odds(mind.game, mind.power, SCHOLAR, sponsor.cp)
    return float(odds.mean) + float(odds.bonus) * mind.weights["treasure"]


def of_influence(mind: Mind, buy: BuyInfluence) -> float:
    """Most for the step that takes the lead, or a lead that is in danger."""
    game = mind.game
    levels = game.influence.steps.get(buy.minor, {})
    own = levels.get(mind.power, 0)
    most = max((level for other, level in levels.items() if other != mind.power), default=0)
    may_win = mind.power in game.data.influence[buy.minor].activate
    ours = game.minor_allies.get(buy.minor) == mind.power
    keys = sum(game.board.spaces[s].is_key for s in game.spaces if game.home_power(s) == buy.minor)
    worth = mind.key_worth(mind.power, -keys) if ours and keys else 0.5 * keys
    stake = mind.weights["influence"] * (1 + worth) * (1.0 if may_win else 0.3)
    if ours and own > most + 1:
        return mind.weights["influence_more"] * 0.5
    lead = own + 1 - most
    if lead > 2:
        return mind.weights["influence_more"] * 0.5
    dear = 1 + max(0, own - 2) * 0.5  # a race that goes on and on is worth less with each step
    return (stake if -1 <= lead <= 2 else stake * 0.3) / dear


MUCH = 9.0
AT_MOST: dict[str, float] = {
    "RaiseRegulars": 0.38,
    "RaiseMercenary": 0.37,
    "RaiseOttomanCavalry": 0.36,
    "Assassinate": 0.35,
    "BuildPatrol": 0.3,
    "FortifySettlement": 0.3,
    "InsertInformant": 0.2,
    "BuildOttomanCorsair": 0.2,
    "BuildGalley": 0.18,
    "BuildGalleon": 0.18,
    "BuildMinorShip": 0.18,
    "BuildFortress": 0.16,
}
"""What an action of some kinds is worth at most for each CP: many of them need not be looked at."""
WORTH: dict[str, Worth] = {
    "MoveFormation": of_move,
    "AssaultFortification": of_assault,
    "StormWithTechnique": of_assault,
    "TakeControl": of_control,
    "CalmSpace": of_calm,
    "RaiseRegulars": of_unit,
    "RaiseMercenary": of_unit,
    "RaiseOttomanCavalry": of_unit,
    "BuildGalley": of_ship,
    "BuildGalleon": of_ship,
    "BuildOttomanCorsair": of_ship,
    "BuildMinorShip": of_ship,
    "BuildPatrol": of_patrol,
    "BuildFortress": of_fortress,
    "FortifySettlement": of_patrol,
    "FightAbroad": of_foreign_battle,
    "ReinforceForeignWar": of_reinforcement,
    "LandFromArmada": of_landing,
    "StrengthenArmada": of_armada,
    "SailEverywhere": of_sailing,
    "OutfitExpedition": of_expedition,
    "PirateAtSea": of_piracy,
    "PirateOverseas": of_ocean_piracy,
    "Preach": of_conversion,
    "SuppressHeresy": of_conversion,
    "Rebel": of_rebellion,
    "GatherIntelligence": of_intelligence,
    "InsertInformant": of_informant,
    "SendJesuit": of_jesuit,
    "Assassinate": of_assassination,
    "RaiseEnglishCatholics": of_english_rebellion,
    "SponsorArtist": of_artist,
    "SponsorScientist": of_scientist,
    "BuyInfluence": of_influence,
}
"""By the name of the action; others are left to people."""
