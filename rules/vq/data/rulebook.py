"""What the rulebook says of powers, cards, people, tables and set-ups, and its worked examples.

Any data pack must agree with it, whoever typed it. Numbers that only our reconstruction has are checked in
`rules.vq.data.reconstruction`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from rules.core.data import told
from rules.core.rows import Row
from rules.vq.data.everything import VqData
from rules.vq.data.rulebook_map import map_of_the_rulebook, world_of_the_rulebook
from rules.vq.data.rulebook_scenario import TURNS, examples_agree, scenario_agrees
from rules.vq.powers import FACTIONS, IMPULSE_ORDER, PROTESTANT, SPAIN
from rules.war.counter_mix import representable

ALL = IMPULSE_ORDER
NOT_OTTOMAN = tuple(power for power in ALL if power != "ottoman")
NOT_SPAIN = tuple(power for power in ALL if power != SPAIN)
GALLEYS = ("ottoman", "spain", "france", "holy_roman_empire")
GALLEONS = ("spain", "england", "france", "protestant")
COSTS: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    "assassination": (ALL, (2, 3, 4)),
    "assault": (ALL, (1,)),
    "build_corsair": (("ottoman",), (1,)),
    "build_fortress": (ALL, (2,)),
    "build_galleon": (GALLEONS, (2,)),
    "build_galley": (GALLEYS, (2,)),
    "build_patrol": ((SPAIN,), (2,)),
    "buy_influence": (ALL, (1,)),
    "control_space": (ALL, (1,)),
    "english_catholic_rebellion": ((SPAIN,), (3, 4, 5)),
    "foreign_war": (("ottoman", "holy_roman_empire"), (1,)),
    "gather_intelligence": (ALL, (2,)),
    "insert_informant": (ALL, (2,)),
    "move_clear": (ALL, (1,)),
    "move_pass": (ALL, (2,)),
    "naval_move": (ALL, (1,)),
    "outfit_expedition": (NOT_SPAIN, (1,)),
    "piracy": (ALL, (2,)),
    "preach": ((SPAIN, PROTESTANT), (2,)),
    "raise_cavalry": (("ottoman",), (1,)),
    "raise_mercenary": (NOT_OTTOMAN, (1,)),
    "raise_regular": (ALL, (2,)),
    "rebellion": ((PROTESTANT,), (2, 3, 4, 5)),
    "sponsor_artist": (ALL, (2, 3, 4)),
    "sponsor_scientist": (ALL, (2, 3, 4)),
    "suppress_heresy": ((SPAIN, "england", "france"), (2,)),
    "upgrade_armada": ((SPAIN,), (3,)),
}
"""Who has an action, and what it costs (11.1)."""
NAVAL_ACTIONS = ("build_galley", "build_galleon", "upgrade_armada", "naval_move", "piracy")
DEAD_RULERS = {
    "charles_ix": (0, 0),
    "elizabeth_i": (1, 0),
    "henry_iii": (1, 0),
    "philip_ii": (1, 0),
    "rudolf_ii": (1, 0),
}
LAST_RULERS = ("philip_ii", "elizabeth_i", "henry_iii", "rudolf_ii")
ENGLISH_WAR = (5, -2, -2, -3, 1, 3)
SHIPS: dict[str, tuple[int, tuple[str, ...]]] = {
    "dutch": (2, ("galleons",)),
    "england": (6, ("galleons", "race_built")),
    "france": (4, ("galleys", "galleons")),
    "holy_roman_empire": (1, ("galleys",)),
    "huguenot": (2, ("galleons",)),
    "ottoman": (9, ("galleys", "corsairs")),
    "papacy": (1, ("galleys",)),
    "portugal": (2, ("galleons",)),
    "spain": (7, ("galleys", "galleons")),
    "venice": (4, ("galleys",)),
}
LAND_POOLS = (*NOT_OTTOMAN[:-1], "ottoman", *FACTIONS)
ARMY_LEADERS = (
    "schwendi",
    "zrinyi",
    "don_john",
    "duke_of_guise",
    "henry_iii",
    "coligny",
    "henry_navarre",
    "william_of_orange",
)
PIRATES = ("dragut", "uluch_ali")
CAPTAINS = {
    "de_sores": ("france", "protestant"),
    "hawkins": ("england",),
    "le_clerc": ("france", "protestant"),
    "le_testu": ("france",),
}
NOBLES = (
    "elizabeth_i",
    "leicester",
    "mary_stuart",
    "lord_darnley",
    "earl_of_arran",
    "philip_ii",
    "don_carlos",
    "isabella_clara_eugenia",
    "anna_of_austria",
    "elizabeth_of_austria",
    "charles_ii",
    "rudolf_ii",
    "elizabeth_de_valois",
    "charles_ix",
    "henry_iii",
    "anna_of_saxony",
    "louise_de_coligny",
    "henry_iv",
    "william_of_orange",
)
CARD_KINDS = {
    2: "home",
    4: "home",
    6: "home",
    14: "mandatory",
    15: "mandatory",
    17: "mandatory",
    18: "mandatory",
    19: "mandatory",
    20: "mandatory",
    22: "response",
    23: "response",
    24: "response",
    25: "response",
    26: "response",
    30: "combat",
    54: "event",
    91: "event",
    93: "event",
}
"""Cards of which the rulebook says what they are; by the number under which they have a function."""
HOME_OF = {2: "ottoman", 4: "spain", 6: "england"}
MORISCO_REVOLT = 45
SCIENCES = (
    "coastal_fortification",
    "plantations",
    "telescope",
    "ravelin",
    "mercator_projection",
    "dry_dock",
    "observatory",
    "excavation",
)
FLEET = ("north_atlantic", "north_atlantic", "antilles", "antilles", "spanish_main")
ARMADA_PORTS = ("corunna", "lisbon", "seville")
OWN_IMPULSE, IN_COMBAT = ("own_impulse", "negotiation"), ("assault", "field_battle", "naval_battle")


def rulebook_problems(data: VqData) -> Iterator[str]:
    """Everything in which data differ from what the rulebook says."""
    yield from map_of_the_rulebook(data)
    yield from world_of_the_rulebook(data)
    yield from _powers(data)
    yield from _people(data)
    yield from _cards(data)
    yield from _tables(data)
    yield from _counters(data)
    for scenario in data.scenarios.values():
        yield from (f"{scenario.id}.toml: {problem}" for problem in scenario_agrees(data, scenario))
    if tournament := data.scenarios.get("tournament"):
        yield from (f"tournament.toml: {problem}" for problem in examples_agree(data, tournament))


# ---- Powers


def _powers(data: VqData) -> Iterator[str]:
    for action, (powers, costs) in COSTS.items():
        found = data.actions.get(action)
        if found is None:
            yield f"the action {action} is missing (11.1)"
        elif found.cost != dict.fromkeys(powers, costs):
            wanted = ", ".join(map(str, costs))
            yield f"{action} costs {wanted} CP, for: {', '.join(powers)} (11.1)"
    for id in NAVAL_ACTIONS:
        yield from told(
            id not in data.actions or data.actions[id].kind == "naval", f"{id} is a naval action (11)"
        )
    for power in data.majors:
        if power in data.powers:
            yield from _power(data, power)
    rows = data.protestant_rows
    if (rows.dutch_vp_each, rows.other_vp_each, rows.auto_win, rows.cards) != (3, 2, 5, (4, 5, 6, 7)):
        yield "the Protestant key rows are worth 3 and 2 VP, 5 keys win, and bring 4 to 7 cards (23.6)"
    for id, (admin, bonus) in DEAD_RULERS.items():
        ruler = data.rulers.get(id)
        if ruler is None:
            yield f"the ruler {id} is missing (3.3)"
        elif (ruler.dead_admin, ruler.dead_bonus) != (admin, bonus) or ruler.admin <= admin:
            yield f"{id} keeps {admin} and brings {bonus} cards when dead, and keeps more alive (23)"
    for id in LAST_RULERS:
        yield from told(id not in data.rulers or data.rulers[id].last, f"{id} is a last ruler (3.3)")
    for ruler in data.rulers.values():
        card = None if ruler.card is None else data.cards.get(ruler.card)
        if ruler.card is not None and (card is None or card.kind != "mandatory"):
            yield f"{ruler.id}: card {ruler.card} is no mandatory event (3.3)"
    yield from _influence_and_war(data)
    table = data.protestant_spaces
    starts = [row.min for row in table]
    yield from told(10 in starts and 50 in starts, "protestant_spaces: rows begin at 10 and at 50 (25.1)")
    for one, other in itertools.pairwise(table):
        if other.spain > one.spain or other.england < one.england or other.protestant < one.protestant:
            yield f"protestant_spaces: from {other.min} on the VP go the wrong way (25.2)"


def _power(data: VqData, power: str) -> Iterator[str]:
    own = data.powers[power]
    for capital in own.capitals:
        if capital in data.board.spaces and data.board.spaces[capital].home != power:
            yield f"{capital} is no home space of {power}"
    for n in own.home_cards:
        if n not in data.cards or data.cards[n].home != power:
            yield f"card {n} is no home card of {power}"
    if power == PROTESTANT:
        return
    if not own.key_vp or not own.key_cards or (own.key_vp[0], own.key_cards[0]) != (0, 1):
        yield f"{power}: without keys 0 VP and 1 card (6.2, 25.2)"
    if list(own.key_vp) != sorted(own.key_vp) or list(own.key_cards) != sorted(own.key_cards):
        yield f"{power}: its key track falls (2.4)"
    yield from told((own.auto_win or 0) <= len(data.board.keys), f"{power}: needs more keys than there are")


def _influence_and_war(data: VqData) -> Iterator[str]:
    for id, powers in (
        ("scotland", ("england", "france", PROTESTANT)),
        ("portugal", (SPAIN, "england", "france")),
    ):
        column = data.influence.get(id)
        if column is None or sorted(column.activate) != sorted(powers):
            yield f"{id} is activated by {', '.join(powers)} (24.6)"
    papacy = data.influence.get("papacy")
    yield from told(
        papacy is not None and SPAIN in papacy.contestants, "Spain has influence at the Papacy (11)"
    )
    for column in data.influence.values():
        if column.id in column.contestants or not set(column.contestants) <= set(data.majors):
            yield f"influence on {column.id}: major powers other than itself (24.5)"
        if not set(column.start) <= set(column.contestants):
            yield f"influence on {column.id}: somebody begins with influence who has none"
        if not all(0 <= level <= data.tables.influence_most for level in column.start.values()):
            yield f"influence on {column.id}: 0 to {data.tables.influence_most} (24.5)"
    war = data.england_spain
    found = (
        war.start,
        war.excommunicated,
        war.mary_captured,
        war.mary_executed,
        war.least,
        war.spain_enters_at,
    )
    if found != ENGLISH_WAR or data.war_cost.get("england", {}).get(SPAIN) != war.start:
        yield "England and Spain: 5 CP, -2 excommunicated, -2 or -3 for Mary, at least 1, Ireland at 3 (9.5)"


# ---- People


def _people(data: VqData) -> Iterator[str]:
    for id in ARMY_LEADERS:
        leader = data.leaders.get(id)
        yield from told(leader is not None and leader.command > 0, f"{id} is an army leader")
    for id in PIRATES:
        leader = data.leaders.get(id)
        if leader is None or not leader.naval or not leader.piracy:
            yield f"{id} is a naval leader with a piracy rating (5.1)"
    don_john = data.leaders.get("don_john")
    yield from told(
        don_john is None or don_john.naval_battle is not None, "don_john can be a naval leader (10)"
    )
    for id, command in (("schwendi", 8), ("zrinyi", 6)):
        found = data.leaders.get(id)
        yield from told(found is None or found.command == command, f"{id} commands {command} units (5.1)")
    for leader in data.leaders.values():
        yield from told(leader.naval or leader.command >= 4, f"{leader.id} commands at least 4 units (5.1)")
        yield from told(leader.power != PROTESTANT, f"{leader.id} belongs to a faction (2.5)")
    for id, powers in CAPTAINS.items():
        captain = data.captains.get(id)
        yield from told(
            captain is not None and captain.powers == powers, f"{id} sails for {' or '.join(powers)} (5.2)"
        )
    for captain in data.captains.values():
        shared = captain.id in ("de_sores", "le_clerc")
        yield from told(
            (len(captain.powers) > 1) == shared, f"{captain.id}: de Sores and le Clerc have two powers (5.2)"
        )
    for power in data.majors:
        sails = any(power in captain.powers for captain in data.captains.values())
        yield from told(sails == (power != SPAIN), f"{power}: every power but Spain has captains (2.6)")
    yield from told(
        any(one.battle == 1 for one in data.captains.values()), "an English captain has battle 1 (10)"
    )
    for id in NOBLES:
        yield from told(id in data.nobles, f"the noble {id} is missing (21)")
    for noble in data.nobles.values():
        yield from told(noble.power != "ottoman", f"{noble.id}: the Ottoman has no nobles (21)")
        yield from told(1 <= noble.turn <= TURNS, f"{noble.id}: turn {noble.turn}")
        habsburg = (noble.family == "habsburg") == (noble.power == SPAIN)
        yield from told(habsburg, f"{noble.id}: Habsburgs are the Spanish nobles, and no others (9.1)")
        yield from told(
            noble.family != "valois" or noble.power == "france", f"{noble.id}: the Valois are French (9.1)"
        )
    mary = data.nobles.get("mary_stuart")
    if mary is not None and (mary.turn, mary.power) != (2, "france"):
        yield "mary_stuart comes in turn 2, for France (9.1)"
    kinds = dict.fromkeys(artist.kind for artist in data.artists.values())
    yield from told(
        sorted(kinds) == ["architect", "painter", "writer"],
        "artists are writers, painters, architects (22.1)",
    )
    yield from told(
        any(one.power == "italy" for one in data.artists.values()), "there are artists of Italy (22)"
    )
    yield from told(
        any(one.power == "italy" for one in data.scientists.values()), "there are scientists of Italy (22)"
    )
    le_testu = data.scientists.get("le_testu")
    yield from told(
        le_testu is not None and le_testu.power == "france", "le_testu is a French scientist (22.2)"
    )


# ---- Cards


def _cards(data: VqData) -> Iterator[str]:
    for n, kind in CARD_KINDS.items():
        card = data.cards.get(n)
        if card is None:
            yield f"card {n} is missing"
        elif card.kind != kind or (n in HOME_OF and card.home != HOME_OF[n]):
            yield f"card {n}: it is {kind}{' of ' + HOME_OF[n] if n in HOME_OF else ''} in the rulebook"
    revolt = data.cards.get(MORISCO_REVOLT)
    yield from told(revolt is None or revolt.cp == 3, f"card {MORISCO_REVOLT} has 3 CP (11)")
    known = (*data.majors, "any", "attacker", "defender", "combatant", "ally_of_papacy")
    known += tuple(f"any_but_{power}" for power in data.majors)
    for card in data.cards.values():
        yield from told(
            card.removed in ("yes", "no", "conditional"), f"card {card.n}: removed is yes, no or conditional"
        )
        yield from told(
            card.enters in ("home", "start", "turn", "league"), f"card {card.n}: unknown entry {card.enters}"
        )
        for use in card.uses:
            for who in use.by:
                yield from told(who in known, f"card {card.n}: unknown player {who} of {use.id}")
            heads = [moment.partition(":")[0] for moment in use.when]
            if card.kind == "combat" and any(head not in IN_COMBAT for head in heads):
                yield f"card {card.n}: combat cards are for combat (6.1)"
            if card.kind in ("event", "mandatory", "home") and any(head not in OWN_IMPULSE for head in heads):
                yield f"card {card.n}: events are for the own impulse (6.1)"
            if card.kind == "mandatory" and use.grants_cp != data.tables.mandatory_cp:
                yield f"card {card.n}: mandatory events give {data.tables.mandatory_cp} CP (6.1)"
            if card.kind == "home" and use.by != (card.home,):
                yield f"card {card.n}: only {card.home} plays its home card (6.1)"


# ---- Tables and counters


def _tables(data: VqData) -> Iterator[str]:
    tables = data.tables
    spies = tables.espionage
    yield from told(
        sorted(spies.assassination_dice) == [2, 3, 4], "assassination_dice: for 2, 3 and 4 CP (19.3)"
    )
    yield from told(
        sorted(spies.rebellion_attack_dice) == [3, 4, 5], "rebellion_attack_dice: for 3, 4 and 5 CP (19.4)"
    )
    yield from told(spies.base_dice == 2, "base_dice: 2 (19.1)")
    won = [row for row in tables.english_rebellion if row.result == "victory"]
    yield from told(bool(won) and won[0].min == 4, "english_rebellion: four hits more win (25.1)")
    for name, rows in (("arts", tables.arts), ("sciences", tables.sciences)):
        starts = [row.min for row in rows]
        yield from told({7, 9, 10} <= set(starts), f"{name}: rows begin at 7, 9 and 10 (22)")
    choices = [(row.min, row.max) for row in tables.sciences if row.bonus == "instead"]
    yield from told(choices == [(10, 12), (13, 14)], "sciences: a choice at 10 to 12 and at 13 to 14 (22.2)")
    yield from told(
        sorted(tables.patronage.cp_modifier) == [2, 3, 4], "patronage.cp_modifier: for 2, 3 and 4 CP (22)"
    )
    have = [science.id for science in tables.science_bonuses]
    for science in SCIENCES:
        yield from told(science in have, f"the science bonus {science} is missing (22.2)")
    weddings = [row.result for row in tables.wedding]
    for result in ("consort_murdered", "wife_dies", "called_off"):
        yield from told(result in weddings, f"wedding: {result} is missing (21.1)")
    cards = [row.card for row in tables.wedding]
    if not {-1, 0, 1} <= set(cards) or not any(row.vp for row in tables.wedding):
        yield "wedding: VP, a card more and a card less are among the results (21.1)"
    yield from _results("colony", tables.colony, ("eliminated", "nothing", "treasure", "virginia_dare"))
    yield from _results("navigation", tables.navigation, ("damaged", "eliminated", "passed"))
    yield from told(tables.fleet_zones[:5] == FLEET, "fleet_zones: as in 23.2")
    yield from told(sorted(tables.armada.ports) == list(ARMADA_PORTS), "armada.ports: as in 23.2")
    yield from told(tables.armada.steps == 4, "armada.steps: 4 (23.2)")


def _results(name: str, rows: Sequence[Row], wanted: tuple[str, ...]) -> Iterator[str]:
    found = dict.fromkeys(getattr(row, "result", "") for row in rows)
    yield from told(sorted(found) == sorted(wanted), f"{name}: its results are {', '.join(wanted)}")


def _counters(data: VqData) -> Iterator[str]:
    counters = data.counters
    for power, (count, kinds) in SHIPS.items():
        found = counters.ships_of(power)
        if (found.counters, sorted(found.kinds)) != (count, sorted(kinds)):
            yield f"ships of {power}: {count} counters with {' and '.join(kinds)} (5.4)"
    yield from told(counters.jesuits == 5, "there are 5 Jesuits (19.2)")
    yield from told(counters.land_mix("walloons") == (((1,), 3),), "there are 3 Walloons (17.2)")
    strength = sum(max(sides) * count for sides, count in counters.land_mix("ireland"))
    yield from told(strength >= 3, "three Irish units are needed (24.2)")
    cp = sorted(kind for kind in counters.treasures if kind.startswith("cp_"))
    yield from told(cp == [f"cp_{n}" for n in range(1, 6)], "treasures are worth 1 to 5 CP (6.3)")
    for power in LAND_POOLS:
        yield from told(representable(counters.land_mix(power), (4,)), f"{power} has a counter of 4 (17.1)")
    if not representable(counters.land_mix("holy_roman_empire"), (6, 8)):
        yield "the Empire can show 6 regulars and 8 mercenaries in one space (5.1)"
