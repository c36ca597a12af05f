"""Expectations of Virgin Queen: each looks at the position and says what it found instead, if anything."""

from __future__ import annotations

from collections import Counter

from pbem.cases.expect import same
from pbem.cases.pieces import before_colon, number_of, one, read, some
from pbem.games.cases import Found, Look, Scene, Words
from pbem.games.vq.orders.kinds import CAPTAIN, NOBLE, OCEAN, SETTLEMENT, TREASURE
from pbem.language.grammar import name, number, seq
from pbem.language.names import MAJOR, NATION, POWER, SPACE
from pbem.war.cases.expect import LOOKS as WAR_LOOKS
from pbem.war.cases.expect import marker_look, points_look
from rules.vq.game import VqGame
from rules.vq.victory import victory_points

LOOKS: Words[Look] = Words(WAR_LOOKS)
LOOKS["jesuit"] = marker_look("jesuit")
LOOKS["vp"] = points_look(victory_points)


@LOOKS.add("protestant")
def _protestant(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect protestant 23`: Protestant spaces without unrest."""
    return same(now.game.protestant_spaces(), number_of(text.split()[0], "Protestant spaces"))


@LOOKS.add("treasures")
def _treasures(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect treasures spain: 4 CP`: exactly; `expect treasures spain 2`: so many."""
    who, colon, what = text.partition(":")
    if not colon:
        who, _, count = text.rpartition(" ")
        held = now.game.treasures.hands.get(one(MAJOR, who, now.names), [])
        return same(len(held), number_of(count, "treasures"))
    held = now.game.treasures.hands.get(one(MAJOR, who, now.names), [])
    return None if Counter(held) == Counter(some(TREASURE, what, now.names)) else str(sorted(held))


@LOOKS.add("captain", "captains")
def _captain(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect captain drake: antilles`, `... pool`, `... gone`, `... returns`, `... damaged`."""
    who, where = before_colon(text, "expect captain <name>: <ocean zone>|pool|gone|returns|damaged")
    for id in some(CAPTAIN, who, now.names):
        captain = now.game.world.captains[id]
        if where in ("pool", "gone", "returns", "damaged"):
            states = {
                "pool": captain.in_pool,
                "gone": captain.gone,
                "returns": captain.returns is not None,
                "damaged": captain.damaged,
            }
            found = states[where]
        else:
            found = captain.zone == one(OCEAN, where, now.names)
        if found != wanted:
            return f"{id} {captain}"
    return None


@LOOKS.add("patrols", "patrol")
def _patrols(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    where, count = before_colon(text, "expect patrols <ocean zone>: <number>")
    found = now.game.world.patrols.get(one(OCEAN, where, now.names), 0)
    return same(found, number_of(count, "patrols"))


@LOOKS.add("settlement")
def _settlement(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    where, who = before_colon(text, "expect settlement <name>: <power>")
    place = one(SETTLEMENT, where, now.names)
    found = now.game.world.owners.get(place, "none")
    return same(found, "none" if who == "none" else one(POWER, who, now.names))


@LOOKS.add("colony")
def _colony(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    where, who = before_colon(text, "expect colony <settlement>: <power>")
    found = now.game.world.colonies.get(one(SETTLEMENT, where, now.names), "none")
    return same(found, "none" if who == "none" else one(MAJOR, who, now.names))


@LOOKS.add("influence")
def _influence(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect influence scotland: france 3`."""
    where, what = before_colon(text, "expect influence <power>: <power> <steps>")
    steps = now.game.influence.steps.get(one(POWER, where, now.names), {})
    power, count = read(what, seq(name(MAJOR), number(0)), now.names)
    return same(steps.get(power, 0), count)


@LOOKS.add("noble")
def _noble(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect noble don carlos: married|dead|past|3`."""
    who, what = before_colon(text, "expect noble <name>: <suitability>|married|dead|past")
    noble = now.game.nobles[one(NOBLE, who, now.names)]
    states = {"married": noble.married, "dead": noble.dead, "past": noble.past}
    found = states[what] if what in states else str(noble.suitability) == what
    return None if found == wanted else str(noble)


@LOOKS.add("betrothed")
def _betrothed(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    who = one(NOBLE, text.lstrip(": "), now.names)
    couples = [(couple.bride, couple.groom) for couple in now.game.betrothals]
    return None if any(who in couple for couple in couples) == wanted else str(couples)


@LOOKS.add("informant")
def _informant(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    """`expect informant england: spain`: one that is not unmasked."""
    who, where = before_colon(text, "expect informant <power>: <power>")
    placed = now.game.spies.informants.get(one(MAJOR, who, now.names), {})
    return None if placed.get(one(MAJOR, where, now.names), False) == wanted else str(placed)


@LOOKS.add("capital")
def _capital(now: Scene[VqGame], text: str, wanted: bool) -> Found:
    who, where = before_colon(text, "expect capital huguenot|dutch: <space>")
    found = now.game.lasting.faction_capitals.get(one(NATION, who, now.names), "none")
    return same(found, "none" if where == "none" else one(SPACE, where, now.names))
