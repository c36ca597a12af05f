"""Odd positions of Virgin Queen, made and played at random, as `tests.positions` does for its sister.

Wars and alliances crosswise, strange holders and faiths, sieges, captains at sea with loot, colonies,
couples, spies, hands of any cards: what a game from the start hardly ever reaches.
`python -m tests.vq.positions 200` plays so many; a second number is the first seed.
"""

from __future__ import annotations

import random
import sys
import traceback
from typing import Any

from rules.core.engine import Engine, Snapshot
from rules.vq import VqGame
from rules.vq.dynasty.nobles import betroth, possible_couples
from rules.vq.invariants import problems
from rules.vq.powers import (
    AREAS,
    CATHOLIC,
    ENGLAND,
    FACTIONS,
    FRANCE,
    PORTUGAL,
    PROTESTANT,
    PROTESTANT_FAITH,
    SPAIN,
)
from rules.war.construction import ships_left
from rules.war.state import ALLIED, WAR
from tests.positions import put_armies, put_lone_leaders
from tests.vq.driver import clear_map, play_at_random, rules
from tests.vq.driver import position as start_of

STACKS, STRANGE_HOLDERS, STRANGE_FAITHS, UNREST, HAND = 60, 18, 14, 6, 6
PHASES = ("diplomacy", "spring", "action", "action", "action", "action", "winter", "marriage")
DECISIONS = 120
SHIPS = ("galleys", "galleons", "race_built", "corsairs")


def odd_position(seed: int) -> VqGame | None:
    """A position that obeys the invariants; None if chance made one that does not."""
    rng = random.Random(f"odd position {seed}")
    game = start_of("tournament", rng.choice((2, 3, 4, 5, 6, 6, 6)))
    clear_map(game)
    game.relations.clear()
    game.resting_wars.clear()
    game.arriving.clear()
    game.leaders["duke_of_guise"].removed = True  # he needs the League
    game.turn, game.phase = rng.randint(3, 6), rng.choice(PHASES)
    for name, data in game.data.leaders.items():
        later = (data.turn or 0) > game.turn or data.default
        game.leaders[name].removed |= later  # nobody is on the map before his turn
    game.lasting.portugal_in_play = rng.random() < 0.5
    choose_sides(game, rng)
    change_lands(game, rng)
    for space in rng.sample(sorted(game.spaces), STACKS):
        put_armies(game, rng, space)  # type: ignore[arg-type]
    put_lone_leaders(game, rng)  # type: ignore[arg-type]
    put_fleets(game, rng)
    put_to_sea(game, rng)
    make_couples(game, rng)
    for power in game.majors:
        if rng.random() < 0.5:
            game.spies.informants[power] = {rng.choice([o for o in game.majors if o != power]): True}
    deal(game, rng)
    return None if problems(game) else game


def choose_sides(game: VqGame, rng: random.Random) -> None:
    for at, one in enumerate(game.majors):
        for other in game.majors[at + 1 :]:
            chance = rng.random()
            if game.patrons.get(one) == other or game.patrons.get(other) == one:
                continue
            unplayed = one in game.patrons or other in game.patrons
            if chance < 0.4:
                game.set_relation(one, other, WAR)
            elif chance < 0.7 and {one, other} != {SPAIN, PROTESTANT} and not unplayed:
                game.set_relation(one, other, ALLIED)
    if game.allied(FRANCE, SPAIN) and game.allied(FRANCE, PROTESTANT):
        game.set_relation(FRANCE, SPAIN, None)
    for minor in [minor for minor in game.minors if minor in game.data.influence]:
        if minor in game.unplayed() or (minor == PORTUGAL and not game.lasting.portugal_in_play):
            continue
        old = game.minor_allies.pop(minor, None)
        able = [power for power in game.data.influence[minor].activate if game.has_player(power)]
        new = rng.choice(able) if able and rng.random() < 0.6 else None
        for space in game.home_spaces(minor):
            if game.controller(space) in (minor, old):
                game.spaces[space].control = new or minor
        if new:
            game.minor_allies[minor] = new


def change_lands(game: VqGame, rng: random.Random) -> None:
    for space in rng.sample(sorted(game.spaces), STRANGE_HOLDERS):
        game.spaces[space].control = rng.choice(game.majors)
    for area in AREAS:
        spaces = game.in_area(area)
        for space in rng.sample(spaces, min(STRANGE_FAITHS, len(spaces) // 2)):
            game.spaces[space].religion = rng.choice((CATHOLIC, PROTESTANT_FAITH))
        for space, faith in zip(rng.sample(spaces, 2), (CATHOLIC, PROTESTANT_FAITH), strict=True):
            game.spaces[space].religion = faith  # the last of a faith stays (18.1)
    for space in rng.sample(sorted(game.spaces), UNREST):
        game.spaces[space].unrest = True
    for faction in FACTIONS:
        capital = game.lasting.faction_capitals.get(faction)
        if capital is not None and game.controller(capital) != PROTESTANT:
            del game.lasting.faction_capitals[faction]
    game.control_changed("cyprus")


def put_fleets(game: VqGame, rng: random.Random) -> None:
    for nation in [nation for power in game.majors for nation in game.nations_of(power)]:
        kinds = [kind for kind in SHIPS if kind in game.data.counters.ships_of(nation).kinds]
        commander = game.commander(nation)
        ports = [space for space in game.spaces_of(commander) if game.board.spaces[space].is_port]
        for _ in range(ships_left(game, nation) if kinds else 0):
            if rng.random() < 0.7:
                game.add_units(
                    rng.choice([*game.board.zones, *ports, *ports]), nation, **{rng.choice(kinds): 1}
                )
    for name, leader in game.leaders.items():
        if not game.is_naval_leader(name) or leader.removed or name in game.world.captains:
            continue
        commander = game.commander(leader.power)
        fleets = [
            place
            for place, here in game.units.items()
            if any(units.ships and game.commander(nation) == commander for nation, units in here.items())
        ]
        if fleets and commander in game.majors:
            leader.place = rng.choice(sorted(fleets))


def put_to_sea(game: VqGame, rng: random.Random) -> None:
    """Captains on all oceans, some damaged, some with loot or colonists; colonies and patrols."""
    for name, captain in game.world.captains.items():
        able = [power for power in game.data.captains[name].powers if game.has_player(power)]
        captain.entered = True
        if captain.gone or not able or rng.random() < 0.4:
            continue
        captain.power, captain.zone = rng.choice(able), rng.choice(sorted(game.data.world.zones))
        captain.damaged = rng.random() < 0.4
        if rng.random() < 0.4 and game.treasures.pool:
            captain.loot = [game.treasures.pool.pop(rng.randrange(len(game.treasures.pool)))]
    free = [place for place in game.data.world.settlements if place not in game.world.owners]
    for place, power in zip(rng.sample(sorted(free), 2), (ENGLAND, FRANCE), strict=True):
        game.world.colonies[place] = power
    for power in game.majors:
        if game.treasures.pool and rng.random() < 0.6:
            game.treasures.hands[power].append(
                game.treasures.pool.pop(rng.randrange(len(game.treasures.pool)))
            )


def make_couples(game: VqGame, rng: random.Random) -> None:
    for noble in game.nobles.values():
        if not noble.dead and rng.random() < 0.7:
            noble.married = noble.past = False
            noble.suitability = rng.randint(1, 4)
    powers = list(game.played())
    for _ in range(2):
        one, other = rng.choice(powers), rng.choice(powers)
        if couples := possible_couples(game, one, other):
            betroth(game, *rng.choice(couples))


def deal(game: VqGame, rng: random.Random) -> None:
    """Cards of any kind, those that are not due yet too, and home cards."""
    for card in list(game.cards.laid):
        game.cards.laid.remove(card)
        home = game.card(card).home
        assert home is not None
        game.cards.hands[home].append(card)
    for power in game.majors:
        pile = game.cards.deck if rng.random() < 0.6 else game.cards.unborn
        usable = [card for card in pile if game.card(card).kind != "home"]
        for card in rng.sample(usable, min(HAND, len(usable))):
            pile.remove(card)
            game.cards.hands[power].append(card)


def play_odd_position(seed: int, decisions: int = DECISIONS) -> int:
    """Play from an odd position with invariants after each decision; how many were made."""
    game = odd_position(seed)
    if game is None:
        return 0
    engine: Engine[Any] = Engine(rules(), Snapshot(0, rules().dump(game)))
    return play_at_random(engine, seed, stop_after=decisions)["decisions"]


def main(positions: int, first: int = 0) -> int:
    made = played = failed = 0
    for seed in range(first, first + positions):
        try:
            done = play_odd_position(seed)
            made += done
            played += done > 0
        except Exception:
            failed += 1
            print(f"odd position {seed}")
            traceback.print_exc(limit=-3)
    print(f"{played} of {positions} positions played, {made} decisions, {failed} broken")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
