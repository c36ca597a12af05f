"""Wars that a game from the start hardly ever reaches: positions made at random, then played at random.

Alliances crosswise, sieges with garrisons and several besiegers, ships on loan, minor allies abroad, lone
leaders, unrest.  Every position obeys the invariants; so must everything that follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules import Engine, Question, Setup, Snapshot, load_rules
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.core.options import today
from rules.core.windows import Respond
from rules.his import HisGame
from rules.his.actions import ACTIONS, ChooseAction
from rules.his.invariants import problems
from rules.his.powers import HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.his.sequence.play import PHASES
from rules.his.war.foreign_wars import data_of, marker
from rules.war.avoid_battle import AvoidBattle
from rules.war.construction import land_units_left, ships_left
from rules.war.counter_mix import fits, room_for
from rules.war.forces import land_powers_at
from rules.war.foreign_war import ForeignWar
from rules.war.ids import INDEPENDENT
from rules.war.interception import Intercept
from rules.war.naval_interception import InterceptAtSea
from rules.war.routes import sea_steps_from
from rules.war.siege import GARRISON_LIMIT, inside_strength
from rules.war.state import ALLIED, WAR

SCENARIO, TURN = "1532", 5
STACKS, STRANGE_HOLDERS, UNREST, HAND = 70, 25, 6, 7
FORTRESSES, CAPTIVES = 4, 3
FOREIGN_WARS = (92, 93, 110)
NEVER_ALLIED = ({OTTOMAN, PAPACY},)
PHASES_TO_START = ("diplomacy", "spring", "action", "action", "action", "action", "winter")
IMMOBILE = ("knights_of_st_john", "morisco")
"""Forces that never go far from home."""
LATE_COMERS = ("dudley", "henry_ii", "renegade")
"""Leaders whom only a card brings into the game."""
LEAGUE_WARS = ({HAPSBURG, PROTESTANT}, {PAPACY, PROTESTANT})
OF_WAR = (
    "AssaultFortification",
    "MoveFormation",
    "NavalMove",
    "NavalTransport",
    "ControlSpace",
    "InitiatePiracy",
)


# ---- A position


def position(seed: int) -> HisGame:
    """The Action Phase of a late turn, with everything military set at random."""
    rng = random.Random(f"position {seed}")
    game: HisGame = load_rules("his").new_game(Setup("his", SCENARIO, options=today()), f"position {seed}")
    clear(game)
    choose_sides(game, rng)
    for space in rng.sample(sorted(game.spaces), STRANGE_HOLDERS):
        if game.in_play(space) and space not in game.electorates() and space not in game.havens:
            game.spaces[space].control = rng.choice(game.majors)
    for space in rng.sample(sorted(game.spaces), UNREST):
        game.spaces[space].unrest = True
    for space in rng.sample(sorted(game.spaces), STACKS):
        if game.in_play(space):
            put_armies(game, rng, space)
    put_lone_leaders(game, rng)
    put_fleets(game, rng)
    deal(game, rng)
    return game


def odd_position(seed: int) -> HisGame:
    """The same with everything else that is out of the way, at the beginning of any phase.

    Fortresses built, foreign wars, captives, garrisons of several powers, and hands with mandatory events
    and home cards.
    """
    rng = random.Random(f"odd position {seed}")
    game = position(seed)
    game.phase = rng.choice(PHASES_TO_START)
    take_captives(game, rng)
    begin_foreign_wars(game, rng)
    join_garrisons(game, rng)
    for space in rng.sample(sorted(game.spaces), FORTRESSES):
        if game.in_play(space) and not game.fortified(space) and not game.occupied(space):
            game.spaces[space].fortress = True
    deal_anything(game, rng)
    return game


def take_captives(game: HisGame, rng: random.Random) -> None:
    """Some army leaders who are nowhere are captives of an enemy."""
    for name in army_leaders(game)[:CAPTIVES]:
        leader = game.leaders[name]
        enemies = [enemy for enemy in game.enemies(leader.power) if enemy in game.majors]
        if enemies and leader.power in game.majors:
            leader.captor = rng.choice(enemies)


def begin_foreign_wars(game: HisGame, rng: random.Random) -> None:
    """Wars beside the map, with few enemies left, so that they end and units come home."""
    for card in FOREIGN_WARS:
        data = data_of(game, card)
        if rng.random() < 0.4 or any(war.power == data.power for war in game.foreign_wars.values()):
            continue
        war = ForeignWar(data.power, rng.randint(1, 2), data.units)
        game.foreign_wars[card] = war
        war.regulars = rng.randint(1, data.units)
        if not fits(game, data.power) or land_units_left(game, data.power) < 0:
            del game.foreign_wars[card]
            continue
        game.minus_cards.setdefault(data.power, []).append(marker(card))
        for pile in (game.cards.deck, game.cards.unborn, *game.cards.hands.values()):
            if card in pile:
                pile.remove(card)
        game.cards.in_play.append(card)


def join_garrisons(game: HisGame, rng: random.Random) -> None:
    """Units of the holder's allies inside besieged cities, and of powers at peace with the besiegers."""
    for space, state in game.spaces.items():
        holder = state.control
        if not state.sieges or holder not in game.majors:
            continue
        for ally in game.allies(holder):
            besiegers = min(game.land_strength(space, power) for power in state.sieges)
            free = min(GARRISON_LIMIT, besiegers - 1) - inside_strength(game, space)
            count = room_for(game, ally, space, "regulars", max(0, free)) if ally not in state.sieges else 0
            peaceful = not any(game.friendly(ally, power) for power in state.sieges) and not any(
                game.at_war(ally, other) for other in land_powers_at(game, space) if other not in state.sieges
            )
            if count and peaceful and rng.random() < 0.7:
                game.add_units(space, ally, regulars=count)


def deal_anything(game: HisGame, rng: random.Random) -> None:
    """Cards of every kind, those that are not due yet too, and the home cards."""
    for card in list(game.cards.laid):
        home = game.card(card).home
        if home is not None:
            game.cards.laid.remove(card)
            game.cards.hands[home].append(card)
    for power in game.majors:
        pile = game.cards.deck if rng.random() < 0.6 else game.cards.unborn
        usable = [card for card in pile if game.card(card).kind != "mandatory" or rng.random() < 0.5]
        for card in rng.sample(usable, min(HAND, len(usable))):
            pile.remove(card)
            game.cards.hands[power].append(card)


def clear(game: HisGame) -> None:
    game.turn, game.phase = TURN, "action"
    game.units.clear()
    game.relations.clear()
    for leader in game.leaders.values():
        leader.place = leader.captor = leader.returns = None
    game.faith.league = True
    game.faith.electorate_display.clear()


def choose_sides(game: HisGame, rng: random.Random) -> None:
    """Wars and alliances between majors, minor powers with an ally or without, and wars on the latter."""
    for at, one in enumerate(game.majors):
        for other in game.majors[at + 1 :]:
            chance = 0.0 if {one, other} in LEAGUE_WARS else rng.random()
            if chance < 0.4:
                game.set_relation(one, other, WAR)
            elif chance < 0.75 and {one, other} not in NEVER_ALLIED:
                game.set_relation(one, other, ALLIED)
    for minor in game.minors:
        old = game.minor_allies.pop(minor, None)
        new = rng.choice(game.data.powers[minor].activated_by) if rng.random() < 0.6 else None
        for space in game.home_spaces(minor):
            if game.controller(space) in (minor, old):
                game.spaces[space].control = new or minor
        if new:
            game.minor_allies[minor] = new
        elif minor == "hungary":
            game.set_relation(OTTOMAN, minor, WAR)
        else:
            for power in rng.sample([power for power in game.majors if power != PROTESTANT], 2):
                game.set_relation(power, minor, WAR)


def put_armies(game: HisGame, rng: random.Random, space: str) -> None:
    """An army of somebody, perhaps one of an ally beside it; before walls of others they besiege."""
    power = rng.choice(game.majors)
    holder = game.controller(space) or INDEPENDENT
    if game.fortified(space) and not game.friendly(power, holder) and rng.random() < 0.6:
        garrison = room_for(game, holder, space, "regulars", rng.randint(0, 3))
        if garrison and (holder == INDEPENDENT or game.counter_mix(holder)):
            game.add_units(space, holder, regulars=garrison)
    for _ in range(rng.choice((1, 1, 2))):
        put_army(game, rng, space, power)
        power = rng.choice(game.allies(power) or [power])


def put_army(game: HisGame, rng: random.Random, space: str, power: str) -> None:
    """Land units and perhaps a leader, if they may stand there."""
    holder, sieges = game.controller(space) or INDEPENDENT, game.spaces[space].sieges
    others = [other for other in land_powers_at(game, space) if other != power]
    able = [one for one in game.nations_of(power) if game.counter_mix(one) and one not in IMMOBILE]
    nation = rng.choice(able)
    hired = "cavalry" if power == OTTOMAN else "mercenaries"
    kind = rng.choice(("regulars", hired)) if nation == power else "regulars"
    count = room_for(game, nation, space, kind, rng.randint(1, 6))
    friend = game.friendly(power, holder)
    if not count or not (friend or holder == INDEPENDENT or game.at_war(power, holder)):
        return
    if friend or not game.fortified(space):
        if sieges or not all(game.allied(power, other) for other in others):
            return
    else:
        within = [other for other in others if other not in sieges]
        garrison = sum(game.land_strength(space, other) for other in within)
        if not all(game.allied(power, other) for other in sieges):
            return
        if not all(other == INDEPENDENT or game.at_war(power, other) for other in within):
            return
        if not garrison < game.land_strength(space, power) + count:
            return
        sieges[power] = 0
    game.add_units(space, nation, **{kind: count})
    free = [name for name in army_leaders(game) if game.leaders[name].power == power]
    if free and rng.random() < 0.5:
        game.leaders[rng.choice(free)].place = space


def army_leaders(game: HisGame) -> list[str]:
    """Army leaders who are nowhere yet."""
    return [
        name
        for name, leader in game.leaders.items()
        if not leader.removed
        and leader.place is None
        and leader.captor is None
        and name not in LATE_COMERS
        and not game.is_naval_leader(name)
    ]


def put_lone_leaders(game: HisGame, rng: random.Random) -> None:
    """Leaders without units in spaces of their side."""
    for name in army_leaders(game):
        power = game.leaders[name].power
        places = [
            space
            for space, state in game.spaces.items()
            if game.friendly(power, state.control)
            and not state.sieges
            and all(game.friendly(power, other) for other in land_powers_at(game, space))
        ]
        if places and rng.random() < 0.6:
            game.leaders[name].place = rng.choice(places)


def put_fleets(game: HisGame, rng: random.Random) -> None:
    """Ships at sea, in own ports, and in ports of allies who borrowed them; admirals with ships."""
    seafarers = [power for power in game.majors if power != PROTESTANT]
    for nation in [nation for power in seafarers for nation in game.nations_of(power)]:
        for _ in range(ships_left(game, nation)):
            kind = "corsairs" if nation == OTTOMAN and rng.random() < 0.5 else "squadrons"
            borrowers = [ally for ally in game.allies(game.commander(nation)) if ally in seafarers]
            if kind == "squadrons" and borrowers and rng.random() < 0.2:
                commander = rng.choice(borrowers)
                flag = f"{nation}>{commander}"
            else:
                commander, flag = game.commander(nation), nation
            ports = [space for space in game.spaces_of(commander) if game.board.spaces[space].is_port]
            places = [*game.board.zones, *ports, *ports]
            place = rng.choice([place for place in places if may_sail_to(game, nation, place)])
            game.add_units(place, flag, **{kind: 1})
    for name, leader in game.leaders.items():
        commander = game.commander(leader.power)
        if game.is_naval_leader(name) and not leader.removed and commander in game.majors:
            fleets = [
                place
                for place, here in game.units.items()
                if any(units.ships and game.commander(nation) == commander for nation, units in here.items())
                and may_sail_to(game, leader.power, place)
            ]
            leader.place = rng.choice(fleets) if fleets else None


def may_sail_to(game: HisGame, nation: str, place: str) -> bool:
    """Whether ships of a nation can be in a place: those of Genoa and Venice stay in their seas (16.1)."""
    if not any(game.barred_from(nation, zone) for zone in game.board.zones):
        return True
    return place in sea_steps_from(game, nation, (nation,))  # both have a port of their own name


def deal(game: HisGame, rng: random.Random) -> None:
    """A handful of cards for everybody, no mandatory events."""
    for power in game.majors:
        usable = [card for card in game.cards.deck if game.card(card).kind != "mandatory"]
        for card in rng.sample(usable, HAND):
            game.cards.deck.remove(card)
            game.cards.hands.setdefault(power, []).append(card)


# ---- Playing it


@dataclass(frozen=True, slots=True)
class Warrior:
    """Spends CP on war, intercepts and slips away when it can, seldom plays a card in between."""

    def __call__(self, question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        match question:
            case ChooseAction() if not game.campaign.theatre:
                return self.act(question, game, rng)
            case TakeImpulse():
                plays = [play for play in question.legal(game) if isinstance(play, PlayForCP)]
                return rng.choice(plays) if plays else question.default(game)
            case Intercept() | AvoidBattle() | InterceptAtSea():
                return rng.choice(list(question.legal(game)))
            case Respond() if rng.random() < 0.85:
                return question.default(game)
        return question.pick(game, rng.choice)

    def act(self, question: ChooseAction, game: HisGame, rng: random.Random) -> Any:
        """Some action of war if there is one, rather into spaces where somebody is."""
        for name in rng.sample(OF_WAR, len(OF_WAR)):
            cls = ACTIONS[name]
            if cls not in question.kinds(game):
                continue
            tried = [cls.sample(game, question.power, question.cp, rng.choice) for _ in range(6)]
            found = [option for option in tried if option is not None]
            bold = [option for option in found if game.units.get(getattr(option, "to", ""))]
            if found:
                return rng.choice(bold or found)
        return question.pick(game, rng.choice)


@dataclass(frozen=True, slots=True)
class Anybody:
    """Plays every card in every way and takes every action, now and then one of war as a `Warrior` would."""

    def __call__(self, question: Question[Any], game: HisGame, rng: random.Random) -> Any:
        match question:
            case ChooseAction() if rng.random() < 0.4 and not game.campaign.theatre and not question.only:
                return Warrior().act(question, game, rng)
            case TakeImpulse():
                plays = list(question.legal(game))
                events = [play for play in plays if isinstance(play, PlayEvent)]
                return rng.choice(events if events and rng.random() < 0.7 else plays)
        return question.pick(game, rng.choice)


def play_position(seed: int, decisions: int) -> int:
    """A war: play a position until the Action Phase is over; answers how many decisions were made."""
    return play_from(position(seed), seed, decisions, Warrior(), phases=("action",))


def play_odd_position(seed: int, decisions: int) -> int:
    """Everything: play an odd position on, whatever phase comes; answers how many decisions were made."""
    return play_from(odd_position(seed), seed, decisions, Anybody(), phases=tuple(PHASES))


def play_from(
    game: HisGame, seed: int, decisions: int, player: Warrior | Anybody, *, phases: tuple[str, ...]
) -> int:
    """Play on for some decisions, with all invariants after each; answers how many were made."""
    assert not problems(game), f"position {seed}: {problems(game)}"
    engine: Engine[HisGame] = Engine(load_rules("his"), Snapshot(0, load_rules("his").dump(game)))
    rng = random.Random(seed)
    for made in range(decisions):
        if not engine.open or engine.game.phase not in phases:
            return made
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        answer = player(waiting[power], engine.game, rng)
        engine.submit(power, answer, source="bot")
        found = problems(engine.game)
        if any(isinstance(asked, ChooseAction | TakeImpulse) for asked in engine.waiting().values()):
            found += list(strangers(engine.game))
        assert not found, f"position {seed}, decision {made}: {waiting[power]}: {answer}: {found}"
    return decisions


def strangers(game: HisGame) -> Iterator[str]:
    """Who is where he cannot be once an action is over."""
    for space, here in game.units.items():
        if space not in game.spaces:
            continue
        holder, sieges = game.controller(space), game.spaces[space].sieges
        for nation, units in here.items():
            power = game.commander(nation)
            friend = power not in game.majors or game.friendly(power, holder)
            at_home = space in game.capitals(power)  # 19.3: units return to a capital that others hold
            if units.land and game.fortified(space) and not (friend or at_home) and power not in sieges:
                yield f"{nation} is in {space} of {holder} and does not besiege it"
            if units.ships and not friend:
                yield f"ships of {nation} are in {space} of {holder}"
    for name, leader in game.leaders.items():
        if leader.place not in game.spaces or game.is_naval_leader(name):
            continue
        there = land_powers_at(game, leader.place)
        power = game.leader_commander(name)
        guarded = any(game.friendly(power, other) for other in there)
        walled = game.fortified(leader.place) and game.friendly(power, game.controller(leader.place))
        if not guarded and not walled and any(game.at_war(power, other) for other in there):
            yield f"{name} is alone among enemies in {leader.place}"
