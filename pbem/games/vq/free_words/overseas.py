"""The World in free words: expeditions, captains, patrols, piracy, fortresses (16, 17.3 to 17.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.games.vq.free_words.pieces import only_beside, shared_out
from pbem.games.vq.orders.kinds import CAPTAIN, OCEAN, SETTLEMENT
from pbem.language.items import COST, NUMBER, PERSON, PLACE, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER, NATION, POWER, SPACE
from pbem.war.free_words import deeds
from pbem.war.free_words.parts import Part, deeds_in, no_verb, one, orders
from pbem.war.free_words.stays import only
from pbem.war.free_words.voyages import Route
from rules.vq.new_world.captains import captains_of, pool_of
from rules.vq.powers import PORTUGAL, SPAIN
from rules.vq.war.naval_actions import ashore

_AFLOAT = ("fleet", "sea", "alone", "deed.sail", "deed.move", "deed.lead", "about.sail", "about.move", "from")


def captains(moment: Moment, items: Sequence[Item]) -> list[str]:
    """The captains that are named."""
    return list(dict.fromkeys(item.named(CAPTAIN) for item in items if item.named(CAPTAIN)))


def oceans(items: Sequence[Item]) -> list[tuple[str, str]]:
    """The ocean zones that are named, with the prepositions before them."""
    return [(item.named(OCEAN), item.prep) for item in items if item.named(OCEAN)]


def _others(items: Sequence[Item], *kinds: str) -> list[Item]:
    """What is neither a captain, nor an ocean zone, nor of these kinds."""
    return [
        item
        for item in items
        if not item.named(OCEAN) and not item.named(CAPTAIN) and item.kind not in (COST, *kinds)
    ]


# ---- Expeditions (17.4)


def outfit(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`outfit Drake in the North Atlantic`, `an expedition under Raleigh with a colony`.

    A captain in the pool who sails somewhere is outfitted: there is no other way for him to go to sea.
    """
    who, zones = captains(moment, items), oceans(items)
    if len(who) != 1 or len(zones) > 1:
        return None
    in_pool, sails = who[0] in pool_of(moment.game, moment.power), only(items, "sail", "move", "lead")
    if sails and deeds_in(items) and not in_pool:
        return None  # who is at sea, and heads for another zone, needs no expedition
    puts_to_sea = in_pool and only(items, "outfit", "sail", "move", "lead")
    rest, colony = _with_a_colony([item for item in _others(items, PERSON) if not _is_own_port(moment, item)])
    last = before.about if before is not None and before.deed == "outfit" else None
    follows = isinstance(last, Voyage) and in_pool and no_verb(items) and not zones
    if not orders(items, "outfit") and not (puts_to_sea and zones) and not follows:
        return None
    about = ("with", "army", "from", "deed.sail", "about.sail", "deed.move", "about.move", "deed.lead", "sea")
    if not only_beside(moment, rest, "outfit", *about):
        return None
    entries = [zone.id for zone in moment.game.data.world.zones.values() if moment.power in zone.entry_for]
    places = [zones[0][0]] if zones else entries
    if follows and isinstance(last, Voyage):  # `Drake to the Antilles, no colony.  Hawkins likewise.`
        places = [last.zone]
        colony = colony or (last.colony and not any(item.says("colony") for item in items))
    name, aboard = moment.say(CAPTAIN, who[0]), " with colony" if colony else ""
    lines = [f"outfit {name} in {moment.say(OCEAN, place)}{aboard}" for place in places]
    about_it = Voyage(places[0], colony) if len(places) == 1 else None
    return Part("outfit", tuple(Reading((line,), sure=len(places) == 1) for line in lines), about_it)


@dataclass(frozen=True, slots=True)
class Voyage:
    """Where an expedition goes, and whether it has a colony aboard: the next captain may do the same."""

    zone: str
    colony: bool


def _is_own_port(moment: Moment, item: Item) -> bool:
    """Where an expedition sets out, which it need not say: `Drake sails from Plymouth`."""
    return (
        item.kind == PLACE
        and item.prep == "from"
        and bool(item.space)
        and moment.game.controller(item.space) == moment.power
    )


def _with_a_colony(items: Sequence[Item]) -> tuple[list[Item], bool]:
    """The items without the colony aboard, and whether there is one: `no settlers this time`."""
    at = next((at for at, item in enumerate(items) if item.says("colony")), None)
    if at is None:
        return list(items), False
    none = at > 0 and items[at - 1].says("no", "not", "but")
    kept = [*items[: at - none], *items[at + 1 :]]
    return [item for item in kept if not item.says("colony")], not none


# ---- Voyages (16.1)


def captain_sails(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Drake sails from the North Atlantic to the Antilles`, `Drake to the Spanish Main, then Mexico`."""
    if not only(items, "move", "sail", "lead"):
        return None
    own = [*captains_of(moment.game, moment.power), *ashore(moment.game, moment.power)]
    who, zones = captains(moment, items), oceans(items)
    last = before.about if before is not None else None
    if not who and zones and before is not None and before.deed == "sail" and isinstance(last, Route):
        to = [zone for zone, prep in zones if prep != "from"]
        if not only_beside(moment, _others(items, PERSON), "sail", *_AFLOAT) or not last.goes_on:
            return None
        steps = tuple(f"{last.goes_on} > {moment.say(OCEAN, zone)}" for zone in to)
        return Part("sail", (), Route(steps, last.goes_on, to[-1] if to else last.zone, follows=True))
    if len(who) != 1 or who[0] not in own or not zones:
        return None
    to = [zone for zone, prep in zones if prep != "from"]
    if not to or not only_beside(moment, _others(items, PERSON), "sail", *_AFLOAT):
        return None
    here = moment.game.world.captains[who[0]].zone
    origins = [zone for zone, prep in zones if prep == "from"]
    if origins and origins != [here]:
        return None
    if len(to) > 1 and to[0] == here:
        to = to[1:]  # `Drake: Guinea Coast > South Atlantic`
    name = moment.say(CAPTAIN, who[0])
    return Part("sail", (), Route(tuple(f"{name} > {moment.say(OCEAN, zone)}" for zone in to), name, to[-1]))


def captain_stays(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Drake holds his position`, beside what others do: it adds nothing."""
    who = captains(moment, items)
    own = captains_of(moment.game, moment.power)
    zones = [zone for zone, _ in oceans(items)]
    here = all(moment.game.world.captains[one].zone in (None, *zones) or not zones for one in who)
    if not who or any(one not in own for one in who) or not here or not orders(items, "stay"):
        return None
    return Part("remark", one()) if only_beside(moment, _others(items, PERSON), "stay") else None


def patrols_sail(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`the patrol in the Antilles goes to the Spanish Main`."""
    if sum(item.says("patrol") for item in items) != 1 or not only(items, "move", "sail", "patrol"):
        return None
    zones = oceans(items)
    goes = any(item.says("deed.move", "deed.sail") and not item.says("patrol") for item in items)
    listed = any(item.says("and", "each") or item.mark(",") for item in items)
    if (
        not (goes or any(item.mark(">") for item in items) or any(prep == "to" for _, prep in zones))
        or listed
    ):
        return None  # `a patrol in the Antilles and on the Spanish Main`
    origins = [zone for zone, prep in zones if prep in ("from", "in")]
    to = [zone for zone, prep in zones if prep == "to"]
    bare = [zone for zone, prep in zones if prep not in ("from", "in", "to")]
    if len(bare) == 2 and not origins and not to:
        origins, to = bare[:1], bare[1:]  # `patrol Antilles > Spanish Main`
    elif bare:
        origins, to = (origins or bare, to) if to else (origins, bare)
    counts = [item.count or 0 for item in items if item.kind == NUMBER]
    rest = [item for item in _others(items, NUMBER) if not item.says("patrol")]
    if len(origins) != 1 or len(to) != 1 or len(counts) > 1:
        return None
    if not only_beside(moment, rest, "sail", *_AFLOAT):
        return None
    count = counts[0] if counts else 1
    words = "patrol" if count == 1 else "patrols"
    route = f"{count} {words}: {moment.say(OCEAN, origins[0])} > {moment.say(OCEAN, to[0])}"
    return Part("sail", (), Route((route,)))


# ---- Piracy (16.4, 16.5)


def piracy(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Drake raids the Spanish`; in Europe as in any war game."""
    who = captains(moment, items)
    own = captains_of(moment.game, moment.power)
    preys = _preys(moment, items)
    attacks = bool(who and preys) and orders(items, "attack", "piracy")  # `Drake attacks Spanish ships`
    if not orders(items, "piracy") and not attacks:
        return None
    if not who:
        in_europe = deeds.piracy(moment, _without_their_admiral(moment, items), before)
        overseas = _by_the_only_captain(moment, items, before)
        found = [part for part in (in_europe, overseas) if part is not None]
        return (
            Part("piracy", tuple(reading for part in found for reading in part.readings)) if found else None
        )
    rest = [item for item in _others(items, PERSON) if not _is_prey(item)]
    if (
        len(who) != 1
        or who[0] not in own
        or any(zone != _zone_of(moment, who[0], before) for zone, _ in oceans(items))
        or not only_beside(moment, rest, "piracy", "against", "there", "deed.attack", "fleet")
    ):
        return None
    return _raid(moment, who[0], preys)


def _zone_of(moment: Moment, captain: str, before: Part | None) -> str:
    """Where a captain is, after a voyage that is ordered before."""
    last = before.about if before is not None else None
    gone = isinstance(last, Route) and last.goes_on == moment.say(CAPTAIN, captain)
    return last.zone if isinstance(last, Route) and gone else moment.game.world.captains[captain].zone or ""


def _without_their_admiral(moment: Moment, items: list[Item]) -> list[Item]:
    """The items without own leaders who are in the sea that is named: they go with their ships."""
    seas = {item.sea for item in items if item.kind == PLACE and item.sea}
    return [item for item in items if not (item.kind == PERSON and _is_at(moment, item.named(LEADER), seas))]


def _is_at(moment: Moment, who: str, seas: set[str]) -> bool:
    figure = moment.game.leaders.get(who)
    return figure is not None and figure.place in seas and moment.game.leader_commander(who) == moment.power


def _by_the_only_captain(moment: Moment, items: Sequence[Item], before: Part | None) -> Part | None:
    """`piracy against Spain`, where one captain is at sea: which one, the line need not say."""
    own = captains_of(moment.game, moment.power)
    zones = [zone for zone, _ in oceans(items)]
    there = [who for who in own if all(zone == _zone_of(moment, who, before) for zone in zones)]
    rest = [item for item in _others(items) if not _is_prey(item)]
    if len(there) != 1 or not only_beside(moment, rest, "piracy", "against", "there"):
        return None
    return _raid(moment, there[0], _preys(moment, items))


def _preys(moment: Moment, items: Sequence[Item]) -> list[str]:
    return list(dict.fromkeys(_prey(item) for item in items if _is_prey(item)))


def _prey(item: Item) -> str:
    """Whose ships and settlements are raided: `the Spanish`, `Spanish ships`."""
    return item.nation or item.named(NATION)


def _is_prey(item: Item) -> bool:
    return _prey(item) in (SPAIN, PORTUGAL)


def _raid(moment: Moment, captain: str, preys: Sequence[str]) -> Part | None:
    if len(preys) > 1:
        return None
    name = moment.say(CAPTAIN, captain)
    return Part(
        "piracy",
        tuple(
            Reading((f"piracy by {name} against {moment.say(POWER, prey)}",))
            for prey in preys or (SPAIN, PORTUGAL)
        ),
    )


# ---- Patrols and fortresses (17.3, 17.5)


def patrol(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`build a patrol in the Antilles`."""
    again = before is not None and before.deed == "patrol" and no_verb(items)
    said = any(item.says("patrol") for item in items) and only(items, "build", "patrol", "sail")
    zones = oceans(items)
    if not (said or again) or not zones or any(prep == "from" for _, prep in zones):
        return None
    unpriced = [item for item in items if item.kind != COST]
    shared = shared_out(unpriced, lambda item: bool(item.named(OCEAN)))
    rest = [item for item in _others(items, NUMBER) if not item.says("patrol")]
    if shared is None or not only_beside(moment, rest, "build", "about.patrol", "more", "sea", "each"):
        return None
    lines = [
        f"build patrol in {moment.say(OCEAN, item.named(OCEAN))}"
        for item, times in shared.shares
        for _ in range(times)
    ]
    return Part("patrol", one(*lines, sure=shared.sure))


def fortress(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`fortify Havana`, `a fortress for Breda`."""
    again = before is not None and before.deed == "fortify" and no_verb(items)
    if not (orders(items, "fortify") or again):
        return None
    places: list[str] = []
    for item in items:
        if item.named(SETTLEMENT):
            places.append(moment.say(SETTLEMENT, item.named(SETTLEMENT)))
        elif item.kind == PLACE and item.space and item.prep in ("", "in", "to", "for"):
            places.append(moment.say(SPACE, item.space))
    rest = [
        item
        for item in items
        if not item.named(SETTLEMENT) and item.kind not in (PLACE, COST) and not _is_foe(moment, item)
    ]
    counts = [item for item in rest if item.kind == NUMBER and item.count in (1, len(places))]
    rest = [item for item in rest if item not in counts]
    if not places or not only_beside(moment, rest, "fortify", "more", "one", "against"):
        return None
    return Part("fortify", one(*(f"build fortress in {place}" for place in places)))


def _is_foe(moment: Moment, item: Item) -> bool:
    """Against whom the walls are: `fortify Havana against that pirate Drake`."""
    captain, nation = item.named(CAPTAIN), item.named(NATION)
    foreign = captain in moment.game.world.captains and captain not in captains_of(moment.game, moment.power)
    return item.kind in (PERSON, WORD) and (foreign or bool(nation and nation != moment.power))
