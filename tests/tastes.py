"""Tastes of players: each answers some questions as it likes and leaves the others alone.

What no taste answers is answered at random; `tests.steered` puts tastes together to reach goals.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules import Question
from rules.core.cards import CardPlay
from rules.core.impulse import Pass, PlayEvent, PlayForCP, TakeImpulse
from rules.core.questions import Choose, ChooseSome, Decide
from rules.core.windows import Respond, playable_uses
from rules.his import HisGame
from rules.his.actions import ACTIONS, ChooseAction, Stop
from rules.his.diplomacy.deal_items import CedeSpace
from rules.his.diplomacy.interventions import Intervene
from rules.his.diplomacy.peace import Regain
from rules.his.diplomacy.war_segment import DeclareWars, PayForWars
from rules.his.faith.attempts import AttemptTarget
from rules.his.powers import ENGLAND, PROTESTANT
from rules.war.deals import Deal, possible
from rules.war.forces import Formation
from rules.war.ids import INDEPENDENT
from rules.war.interception import Intercept
from rules.war.land_actions import MoveFormation
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from rules.war.state import Units

UNDECIDED = object()
"""What a taste says to a question that it leaves to others."""
Taste = Callable[[Question[Any], HisGame, random.Random], Any]
Condition = Callable[[HisGame], bool]
ARMY = 4
"""Fewer units than that do not march against a key."""
HIRING = 0.4
"""How often a hirer buys mercenaries instead of doing something else."""
STEADINESS = 0.97
"""How often a taste is followed; the rest is chance, so that nobody waits for ever."""


@dataclass(frozen=True, slots=True)
class Player:
    """Answers by the first taste that has an answer, else at random."""

    tastes: tuple[Taste, ...]

    def __call__(self, question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if rng.random() < STEADINESS:
            for taste in self.tastes:
                answer = taste(question, game, rng)
                if answer is not UNDECIDED:
                    return answer
        return question.pick(game, rng.choice)


# ---- Cards


def plays(*uses: tuple[int, str]) -> Taste:
    """Holds these cards for these uses, and plays them as soon as they may be played, earlier ones first."""
    cards = [card for card, _ in uses]

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        match question:
            case TakeImpulse():
                return impulse(question, game, rng)
            case Respond(power=power, window=window):
                found = [(use.card, use.use) for use in playable_uses(game, power, window)]
                wanted = [CardPlay(*use) for use in uses if use in found]
                return tuple(wanted[:1]) or UNDECIDED
            case PayForWars():
                means = {card for card, use in uses if use == "intervene"}
                payments = [some for some in question.legal(game) if means & set(some)]
                return rng.choice(payments) if payments else UNDECIDED
        return UNDECIDED

    def impulse(question: TakeImpulse, game: HisGame, rng: random.Random) -> Any:
        if not set(cards) & set(game.hand(question.power)):
            return UNDECIDED
        answers = list(question.legal(game))
        wanted = [play for use in uses if (play := PlayEvent(*use)) in answers]
        others = [play for play in answers if getattr(play, "card", 0) not in cards]
        return wanted[0] if wanted else rng.choice(others or answers)

    return taste


def spends(card: int) -> Taste:
    """Plays this card for its CP as soon as it has it."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        wanted = isinstance(question, TakeImpulse) and PlayForCP(card) in question.legal(game)
        return PlayForCP(card) if wanted else UNDECIDED

    return taste


def keeps(card: int, until: Condition) -> Taste:
    """Plays any other card before this one until something has happened."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if not isinstance(question, TakeImpulse) or card not in game.hand(question.power) or until(game):
            return UNDECIDED
        others = [play for play in question.legal(game) if getattr(play, "card", 0) != card]
        return rng.choice(others) if others else UNDECIDED

    return taste


# ---- War and peace


def idle(*powers: str) -> Taste:
    """Plays as little as it may, spends nothing, and is silent else."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if question.power not in powers:
            return UNDECIDED
        match question:
            case ChooseAction():
                return Stop()
            case TakeImpulse() if Pass() in question.legal(game):
                return Pass()
        return question.default(game)

    return taste


def conquers(power: str, *, independents: bool = False) -> Taste:
    """Raises armies and takes one key after another; makes war on whoever holds the nearest.

    `independents`: keys that nobody holds are prey as well.
    """
    prey = (INDEPENDENT,) if independents else ()

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if question.power != power:
            return UNDECIDED
        match question:
            case TakeImpulse():
                return best_for_cp(question, game)
            case ChooseAction():
                return campaign(question, game, rng, prey)
            case DeclareWars():
                return next_enemy(question, game)
            case Intercept():
                return UNDECIDED
            case ProposeDeals() | ConfirmDeals():
                return ()
            case Decide() | Choose():
                return UNDECIDED
        return question.default(game)

    return taste


def hires(power: str) -> Taste:
    """Buys mercenaries before anything else, now and then."""
    buys = acts(power, "BuyMercenary")

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        return buys(question, game, rng) if rng.random() < HIRING else UNDECIDED

    return taste


def next_enemy(question: DeclareWars, game: HisGame) -> tuple[str, ...]:
    """Whoever holds the key that is nearest to the own keys, if he is no enemy yet."""
    power, own = question.power, game.keys_of(question.power)

    def nearness(space: str) -> int:
        ways = [way for key in own if (way := game.board.distance(space, key)) is not None]
        return min(ways, default=99)

    foreign = [key for key, data in game.board.spaces.items() if data.is_key and key not in own]
    for key in sorted(foreign, key=lambda key: (nearness(key), key)):
        holder = game.controller(key)
        if holder is None or is_enemy(game, power, holder):
            continue
        if (wars := (holder,)) in question.legal(game):
            return wars
    return ()


def best_for_cp(question: TakeImpulse, game: HisGame) -> Any:
    """The dearest card for its CP; mandatory events as they come."""
    answers = list(question.legal(game))
    dear = [play for play in answers if isinstance(play, PlayForCP)]
    if dear:
        return max(dear, key=lambda play: (game.card(play.card).cp, -play.card))
    return answers[0]


def choices(question: ChooseAction, game: HisGame, name: str) -> list[Any]:
    """What may be done now of one kind of action."""
    cls = ACTIONS[name]
    return list(question.affordable(game, cls)) if cls in question.kinds(game) else []


def campaign(question: ChooseAction, game: HisGame, rng: random.Random, prey: tuple[str, ...] = ()) -> Any:
    """Assault what is besieged, march on the nearest hostile key, else raise more units."""
    power = question.power

    def far(space: str) -> int:
        return distance(game, power, space, prey)

    def can(name: str) -> list[Any]:
        return choices(question, game, name)

    if storms := [option for name in ("FreeAssault", "AssaultFortification") for option in can(name)]:
        return max(storms, key=lambda storm: size(storm.formation))
    if here := [option for option in can("ControlSpace") if strength(game, power, option.space) >= ARMY]:
        return rng.choice(here)  # a line of communication for the next siege
    if marches := [option for option in can("MoveFormation") if advances(game, power, option, prey)]:
        return min(marches, key=lambda march: (far(march.to), -size(march.formation)))
    for name in ("RaiseRegular", "RaiseCavalry", "BuyMercenary"):
        if raised := [option for option in can(name) if option.space]:  # not for a foreign war
            return min(raised, key=lambda unit: (far(unit.space), unit.space))
    return Stop()


def strength(game: HisGame, power: str, space: str) -> int:
    """How many land units a power has in a space."""
    return game.units.get(space, {}).get(power, Units()).land


def size(formation: Formation) -> int:
    return sum(count for _, _, count in formation.units)


def advances(game: HisGame, power: str, march: MoveFormation, prey: tuple[str, ...] = ()) -> bool:
    """Whether a march brings an army nearer to a hostile key, and leaves no siege."""
    return (
        size(march.formation) >= ARMY
        and power not in game.spaces[march.origin].sieges
        and distance(game, power, march.to, prey) < distance(game, power, march.origin, prey)
    )


def distance(game: HisGame, power: str, space: str, prey: tuple[str, ...] = ()) -> int:
    """Connections to the nearest key of an enemy, or of a holder who is prey."""
    ways = [
        game.board.distance(space, key)
        for key in game.board.spaces
        if game.board.spaces[key].is_key
        and ((holder := game.controller(key)) in prey or is_enemy(game, power, holder))
    ]
    return min((way for way in ways if way is not None), default=99)


def is_enemy(game: HisGame, power: str, holder: str | None) -> bool:
    return holder is not None and game.commander(holder) != power and game.at_war(power, holder)


def declares_war(power: str, *targets: str, when: Condition = lambda _: True) -> Taste:
    """Makes war on these powers as soon as it can pay for it."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if isinstance(question, DeclareWars) and question.power == power and when(game):
            wars = [some for some in question.legal(game) if set(some) & set(targets)]
            return rng.choice(wars) if wars else UNDECIDED
        return UNDECIDED

    return taste


def intervenes(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
    """Comes to the help of every minor power."""
    if isinstance(question, Intervene):
        return list(question.legal(game))[-1]
    return UNDECIDED


def gives_in(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
    """Sues for peace whenever it may, and buys back what it can."""
    if isinstance(question, ChooseSome) and question.topic == "sue_for_peace":
        return question.options[:1]
    if isinstance(question, Regain):
        return rng.choice([some for some in question.legal(game) if some] or [()])
    return UNDECIDED


def agrees_on(*kinds: str) -> Taste:
    """Proposes deals with these items, and confirms everything."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if isinstance(question, ConfirmDeals):
            return max(question.legal(game), key=len)
        if isinstance(question, ProposeDeals):
            deals = [
                deals
                for deals in question.legal(game)
                if any(wanted(item) for deal in deals for item in deal.items)
            ]
            return rng.choice(deals) if deals else UNDECIDED
        return UNDECIDED

    def wanted(item: Any) -> bool:
        return type(item).__name__ in kinds and getattr(item, "leader", "x") != ""

    return taste


def cedes_keys_to(receiver: str) -> Taste:
    """Everybody earlier in impulse order yields his home keys to one power, who takes them."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        match question:
            case ConfirmDeals(power=power) if power == receiver:
                return max(question.legal(game), key=len)
            case ProposeDeals(power=giver, partners=partners) if receiver in partners:
                keys = [
                    CedeSpace(giver, key) for key in game.keys_of(giver) if key not in game.capitals(giver)
                ]
                deals = [Deal(giver, receiver, (cession,)) for cession in keys]
                items = tuple(item for deal in deals if possible(game, deal) for item in deal.items)
                return (Deal(giver, receiver, items),) if items else ()
        return UNDECIDED

    return taste


def acts(power: str, *names: str) -> Taste:
    """Spends on these actions, in this order, whatever else there is."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if not isinstance(question, ChooseAction) or question.power != power:
            return UNDECIDED
        for name in names:
            if options := choices(question, game, name):
                return rng.choice(options)
        return UNDECIDED

    return taste


# ---- Sea


def sea_way(game: HisGame, place: str, zone: str) -> int:
    """Steps of a fleet from a place to a sea zone; leaving a port is one of them."""
    seen, zones = [place], game.board.zones
    for steps in range(len(zones)):
        if zone in seen:
            return steps
        near = [game.board.zone_neighbours(at) if at in zones else game.board.zones_of(at) for at in seen]
        seen += dict.fromkeys(at for some in near for at in some if at not in seen)
    return len(zones)


def sails(leader: str, *zones: str) -> Taste:
    """Takes an admiral, with all the ships where he is, towards one of these sea zones, and stays there."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        place = game.leaders[leader].place
        if place is None or place in zones or question.power != game.leader_commander(leader):
            return UNDECIDED
        match question:
            case TakeImpulse():
                return best_for_cp(question, game)
            case ChooseAction():
                moves = [move for move in choices(question, game, "NavalMove") if destination(move)]
                return min(moves, key=lambda move: far(game, destination(move)), default=Stop())
        return UNDECIDED

    def destination(move: Any) -> str:
        return next((part.to for part in move.leaders if part.leader == leader), "")

    def far(game: HisGame, place: str) -> int:
        return min(sea_way(game, place, zone) for zone in zones)

    return taste


def raids(power: str, zone: str, when: Condition) -> Taste:
    """Builds corsairs, brings them to a sea zone, and lets them loose there at the right time."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if question.power != power:
            return UNDECIDED
        match question:
            case TakeImpulse():
                return best_for_cp(question, game)
            case ChooseAction():
                return raid(question, game, rng)
        return UNDECIDED

    def raid(question: ChooseAction, game: HisGame, rng: random.Random) -> Any:
        robberies = [act for act in choices(question, game, "InitiatePiracy") if act.zone == zone]
        if robberies and when(game):
            return rng.choice(robberies)
        nearer = [
            move
            for move in choices(question, game, "NavalMove")
            if all(sea_way(game, ship.to, zone) < sea_way(game, ship.origin, zone) for ship in move.ships)
        ]
        if nearer:
            return max(nearer, key=lambda move: sum(ship.count for ship in move.ships))
        return rng.choice(choices(question, game, "BuildCorsair") or [Stop()])

    return taste


def lands_on(power: str, target: str, zone: str) -> Taste:
    """Brings an army over a sea zone to a place, and storms it."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if question.power != power or game.controller(target) == power:
            return UNDECIDED
        match question:
            case TakeImpulse():
                return best_for_cp(question, game)
            case Choose(topic="transport", options=options) if target in options:
                return target
            case ChooseAction():
                return landing(question, game)
        return UNDECIDED

    def landing(question: ChooseAction, game: HisGame) -> Any:
        def can(name: str) -> list[Any]:
            return choices(question, game, name)

        if power in game.spaces[target].sieges:
            return next((storm for storm in can("AssaultFortification") if storm.space == target), Stop())
        armies = [
            trip for trip in can("NavalTransport") if trip.zone == zone and size(trip.formation) >= ARMY
        ]
        if armies and question.cp > 1:
            return max(armies, key=lambda trip: size(trip.formation))
        fleets = [move for move in can("NavalMove") if any(ship.to == zone for ship in move.ships)]
        return max(fleets, key=lambda move: len(move.ships), default=Stop())

    return taste


# ---- Faith and dynasty


def converts(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
    """The Protestant spends everything on the Reformation, where it is likeliest to succeed."""
    if question.power != PROTESTANT:
        return UNDECIDED
    match question:
        case AttemptTarget():
            return question.default(game)
        case TakeImpulse():
            return best_for_cp(question, game)
        case ChooseAction():
            treatises = choices(question, game, "PublishTreatise")
            works = choices(question, game, "Translate")
            return rng.choice(treatises or works or [Stop()])
    return UNDECIDED


def marries(first: int = 1, *, until: int = 0) -> Taste:
    """Henry marries as often as he may, from a turn on, until a line of the pregnancy chart is taken."""

    def taste(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        if question.power != ENGLAND:
            return UNDECIDED
        wants = game.turn >= first and until not in game.tudors.children
        if isinstance(question, TakeImpulse) and 3 in game.hand(ENGLAND):
            advance = PlayEvent(3, "marriage")
            return advance if wants and advance in question.legal(game) else PlayForCP(3)
        if isinstance(question, Decide) and question.topic == "marry_again":
            return wants
        return UNDECIDED

    return taste
