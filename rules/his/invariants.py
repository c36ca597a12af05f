"""What must be true of every position between decisions; random play checks it after each one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.card_invariants import each_in_one_place
from rules.his.dynasty.invariants import dynasty_problems
from rules.his.faith.invariants import faith_problems
from rules.his.game import HisGame
from rules.his.new_world.invariants import new_world_problems
from rules.his.powers import HAPSBURG, OTHER_FAITH, OTTOMAN, PAPACY, PROTESTANT
from rules.his.sequence.theses_and_diet import THESES
from rules.his.war.foreign_wars import marker
from rules.his.war.invariants import control_problems
from rules.war.ids import LAND_KINDS, LOANED, NAVAL_KINDS, owner
from rules.war.land_invariants import land_problems
from rules.war.naval_invariants import naval_problems
from rules.war.state import ALLIED, WAR

DIPLOMACY_HAND = 2
"""One Diplomacy card stays between turns, and one more is drawn before one is played."""


def problems(game: HisGame) -> list[str]:
    """Everything wrong with a position."""
    return [
        *card_problems(game),
        *duel_problems(game),
        *counter_problems(game),
        *space_problems(game),
        *leader_problems(game),
        *control_problems(game),
        *land_problems(game),
        # When loans end, a leader may wait at sea without ships until winter brings him home (19.1).
        *(naval_problems(game) if game.phase != "winter" else ()),
        *faith_problems(game),
        *dynasty_problems(game),
        *new_world_problems(game),
        *track_problems(game),
        *relation_problems(game),
    ]


def card_problems(game: HisGame) -> Iterator[str]:
    """Every card is in exactly one place."""
    if game.phase != "theses" and any(THESES in hand for hand in game.cards.hands.values()):
        yield f"card {THESES} is in a hand, though its phase is over (18.1)"
    yield from each_in_one_place(game.cards, game.data.cards)


def duel_problems(game: HisGame) -> Iterator[str]:
    """Two players: every Diplomacy card is in one place, and only the two hold cards."""
    if (duel := game.duel) is None:
        return
    piles = [*duel.hands.values(), duel.deck, duel.discards, duel.removed, duel.unborn, duel.in_play]
    counts = Counter(card for pile in piles for card in pile)
    for card in game.data.diplomacy_cards:
        if counts[card] != 1:
            yield f"Diplomacy card {card} is in {counts[card]} places"
    for power, hand in duel.hands.items():
        if len(hand) > DIPLOMACY_HAND:
            yield f"{power} holds {len(hand)} Diplomacy cards"
    if duel.bound is not None and duel.bound in duel.hands[PAPACY]:
        yield f"the Protestant must play {duel.bound}, which the Papacy holds"
    if game.faith.league and game.relation(PAPACY, HAPSBURG) != ALLIED:
        yield "the Papacy and the Hapsburgs are not allied, though there is the League"
    for power in game.majors:
        if power not in duel.hands and game.cards.hands.get(power):
            yield f"{power} has no player, but cards"


def counter_problems(game: HisGame) -> Iterator[str]:
    """No nation has more units than counters, and no count is negative (5)."""
    land: Counter[str] = Counter()
    ships: Counter[str] = Counter()
    for place, here in game.units.items():
        for nation, units in here.items():
            for kind in (*LAND_KINDS, *NAVAL_KINDS):
                if getattr(units, kind) < 0:
                    yield f"{nation} has {getattr(units, kind)} {kind} in {place}"
            if place in game.board.zones and units.land:
                yield f"{nation} has land units at sea in {place}"
            land[owner(nation)] += units.land
            ships[owner(nation)] += units.ships
    for war in game.foreign_wars.values():
        land[war.power] += war.regulars + war.mercenaries + war.cavalry
    for nation, lost in game.lost_ships.items():
        ships[nation] += sum(lost.values())
    counters = game.data.counters
    for nation in sorted(land):
        if land[nation] > counters.land_limit(nation):
            yield f"{nation} has {land[nation]} land units, more than its counters"
    for nation in sorted(ships):
        if ships[nation] > counters.naval_limit(nation):
            yield f"{nation} has {ships[nation]} ships, more than its counters"


def space_problems(game: HisGame) -> Iterator[str]:
    """Control and religion are consistent (2.2, 2.3)."""
    known = (*game.majors, *game.minors, "independent")
    for space, state in game.spaces.items():
        if state.control is not None and state.control not in known:
            yield f"{space} is controlled by {state.control}"
        if state.control is None and game.occupied(space):
            yield f"{space} is out of play but occupied"
        if (game.home_power(space) == OTTOMAN) != (state.religion == OTHER_FAITH):
            yield f"{space} of {game.home_power(space)} is {state.religion}"
        if state.control in game.minor_allies:
            yield f"{space} still shows {state.control}, which has an ally"
        if state.sieges and not game.fortified(space):
            yield f"{space} is under siege but not fortified"


def leader_problems(game: HisGame) -> Iterator[str]:
    """Every leader is in one place at most."""
    for name, leader in game.leaders.items():
        places = [leader.place is not None, leader.captor is not None, leader.returns is not None]
        if sum(places) + leader.removed > 1:
            yield f"{name} is in several places: {leader}"
        if leader.place is not None and leader.place not in game.board.zones:
            if leader.place not in game.board.spaces:
                yield f"{name} is in {leader.place}, which is nowhere"
        elif leader.place is not None and not game.data.leaders[name].naval:
            yield f"the army leader {name} is at sea"


def track_problems(game: HisGame) -> Iterator[str]:
    """Tracks stay on their boxes; nobody has negative CP."""
    if game.impulse.cp < 0:
        yield f"{game.impulse.power} has {game.impulse.cp} CP"
    if not 0 <= game.piracy_vp <= game.data.tables.piracy_max_vp:
        yield f"piracy stands at {game.piracy_vp}"
    if not 0 <= game.faith.st_peters_vp <= game.data.tables.st_peters.max_vp:
        yield f"St. Peter's stands at {game.faith.st_peters_vp} VP"


def relation_problems(game: HisGame) -> Iterator[str]:
    """War and alliance are mutual; some pairs never are what others may be (9.2, 9.6)."""
    for one, others in game.relations.items():
        for other, relation in others.items():
            if game.relation(other, one) != relation or one == other:
                yield f"{one} is {relation} to {other}, who is {game.relation(other, one)}"
            if relation == ALLIED and not (one in game.majors and other in game.majors):
                yield f"{one} and {other} have a marker of majors' alliances"
    if game.relation(OTTOMAN, PAPACY) == ALLIED:
        yield "the Ottoman and the Papacy are allies"
    for one, other in game.data.tables.declaration_of_war.by_league:
        if game.relation(one, other) == WAR and not game.faith.league:
            yield f"{one} and {other} are at war without the League"
    for card, war in game.foreign_wars.items():
        if marker(card) not in game.minus_cards.get(war.power, ()):
            yield f"the foreign war of card {card} costs {war.power} no card"
    for minor, declarer in game.phony_wars.items():
        if game.bonus_vp[declarer].get("phony_war", 0) >= 0:
            yield f"the phony war of {declarer} over {minor} costs nothing"
    if game.diplomacy.owed and game.phase != "diplomacy":
        yield f"wars are not paid: {game.diplomacy.owed}"
    for place, here in game.units.items():
        for nation in here:
            if LOANED in nation and game.commander(nation) == PROTESTANT:
                yield f"ships are on loan to the Protestant in {place}"
