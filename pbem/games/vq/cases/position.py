"""Lines of a position that only Virgin Queen has: the World map, treasures, courts, spies."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.cases.pieces import before_colon, number_of, one, read, some
from pbem.errors import CaseMalformed
from pbem.games.cases import Verb, Words
from pbem.games.vq.orders.kinds import CAPTAIN, NOBLE, OCEAN, SCIENCE, SETTLEMENT, TREASURE
from pbem.language.forces import unit_kind
from pbem.language.grammar import name, number, one_of, optional, seq, word
from pbem.language.names import MAJOR, NATION, POWER, SPACE
from pbem.war.cases.board import VERBS as WAR_VERBS
from pbem.war.cases.board import marker_verb
from pbem.war.cases.position import WarPosition, phase_verb
from rules.core.sequence import GameWon
from rules.vq.sequence.play import PHASES
from rules.vq.state import Betrothal
from rules.vq.war.armada import KINDS

VERBS: Words[Verb] = Words(WAR_VERBS)
VERBS["phase"] = phase_verb(PHASES, GameWon)
VERBS["jesuit"] = VERBS["jesuits"] = marker_verb("jesuit")


@dataclass
class VqPosition(WarPosition):
    """A position of Virgin Queen."""


# ---- The World map (2.6)


@VERBS.add("captain", "captains")
def _captain(position: VqPosition, text: str) -> None:
    """`captain drake: england in antilles [damaged] [with colony]`, `captain drake: pool`, `... gone`."""
    who, where = before_colon(text, "captain <name>: <power> in <ocean zone>, pool or gone")
    flags = (
        optional(word("damaged", value=True), default=False),
        optional(word("with colony", value=True), default=False),
    )
    at_sea = seq(name(MAJOR), word("in"), one_of(name(OCEAN), name(SETTLEMENT)), *flags)
    for id in some(CAPTAIN, who, position.names):
        captain = position.game.world.captains[id]
        captain.zone = captain.colony = captain.returns = None
        captain.in_europe, captain.entered, captain.gone = False, True, where == "gone"
        if where in ("pool", "gone"):
            continue
        power, place, damaged, colonists = read(where, at_sea, position.names)
        captain.power, captain.damaged, captain.colonists = power, damaged, colonists
        if place in position.game.data.world.zones:
            captain.zone = place
        else:
            captain.colony = place


@VERBS.add("patrols", "patrol")
def _patrols(position: VqPosition, text: str) -> None:
    """`patrols antilles: 2`."""
    where, count = before_colon(text, "patrols <ocean zone>: <number>")
    for zone in some(OCEAN, where, position.names):
        position.game.world.patrols.pop(zone, None)
        if many := number_of(count, "patrols"):
            position.game.world.patrols[zone] = many


@VERBS.add("settlement", "settlements")
def _settlement(position: VqPosition, text: str) -> None:
    """`settlement philippines: spain`; `colony roanoke: england` for a colony."""
    where, who = before_colon(text, "settlement <name>: spain|portugal|none")
    for settlement in some(SETTLEMENT, where, position.names):
        position.game.world.owners.pop(settlement, None)
        if who != "none":
            position.game.world.owners[settlement] = one(POWER, who, position.names)


@VERBS.add("colony", "colonies")
def _colony(position: VqPosition, text: str) -> None:
    where, who = before_colon(text, "colony <settlement>: <power>")
    for settlement in some(SETTLEMENT, where, position.names):
        position.game.world.colonies[settlement] = one(MAJOR, who, position.names)


@VERBS.add("escorts")
def _escorts(position: VqPosition, text: str) -> None:
    position.game.world.escorts = number_of(text.lstrip(": "), "escorts")


# ---- Treasures (6.3)


@VERBS.add("treasures")
def _treasures(position: VqPosition, text: str) -> None:
    """`treasures spain: 4 CP, card draw`: exactly these in the hand; `treasures spanish row: ...`."""
    treasures = position.game.treasures
    who, what = before_colon(text, "treasures <power>|spanish row|portuguese row: <treasures>")
    rows = {"spanish row": treasures.spain, "portuguese row": treasures.portugal}
    hand = rows.get(who)
    if hand is None:
        hand = treasures.hands.setdefault(one(MAJOR, who, position.names), [])
    treasures.pool += hand
    hand.clear()
    for treasure in some(TREASURE, what, position.names):
        if treasure not in treasures.pool:
            raise CaseMalformed(f"there is no treasure {treasure} left")
        treasures.pool.remove(treasure)
        hand.append(treasure)


# ---- Courts (21, 22, 24.5)


@VERBS.add("influence")
def _influence(position: VqPosition, text: str) -> None:
    """`influence scotland: france 3, england 1`: exactly these steps."""
    where, what = before_colon(text, "influence <power>: <power> <steps>, ...")
    steps = position.game.influence.steps.setdefault(one(POWER, where, position.names), {})
    steps.clear()
    for part in what.split(",") if what != "none" else ():
        power, count = read(part.strip(), seq(name(MAJOR), number(0)), position.names)
        steps[power] = count


@VERBS.add("noble", "nobles")
def _noble(position: VqPosition, text: str) -> None:
    """`noble mary stuart: 4`: in this box; `married`, `dead`, `past`."""
    who, state = before_colon(text, "noble <name>: <suitability>|married|dead|past")
    for id in some(NOBLE, who, position.names):
        noble = position.game.nobles[id]
        noble.past, noble.married, noble.dead = state == "past", state == "married", state == "dead"
        noble.suitability = int(state) if state.isdecimal() else None


@VERBS.add("betrothed")
def _betrothed(position: VqPosition, text: str) -> None:
    """`betrothed anna of austria and don carlos`."""
    both = seq(name(NOBLE), word("and"), name(NOBLE))
    bride, groom = read(text.lstrip(": "), both, position.names)
    position.game.betrothals.append(Betrothal(bride, groom))


@VERBS.add("science")
def _science(position: VqPosition, text: str) -> None:
    """`science telescope: england`."""
    what, who = before_colon(text, "science <science>: <power>")
    position.game.patronage.bonuses[one(SCIENCE, what, position.names)] = one(MAJOR, who, position.names)


# ---- Spies and capitals (19, 23.6)


@VERBS.add("informant", "informants")
def _informant(position: VqPosition, text: str) -> None:
    """`informant england: spain, france`: at these courts."""
    who, where = before_colon(text, "informant <power>: <powers>")
    placed = position.game.spies.informants.setdefault(one(MAJOR, who, position.names), {})
    placed.update(dict.fromkeys(some(MAJOR, where, position.names), True))


@VERBS.add("capital")
def _capital(position: VqPosition, text: str) -> None:
    """`capital huguenot: la rochelle`, `capital dutch: none`."""
    who, where = before_colon(text, "capital huguenot|dutch: <space>")
    faction = one(NATION, who, position.names)
    position.game.lasting.faction_capitals.pop(faction, None)
    if where != "none":
        position.game.lasting.faction_capitals[faction] = one(SPACE, where, position.names)


@VERBS.add("aboard")
def _aboard(position: VqPosition, text: str) -> None:
    """`aboard: 3 regulars, 1 mercenaries`: land units on the Armada."""
    aboard = position.game.lasting.aboard
    aboard.regulars = aboard.mercenaries = 0
    for part in text.lstrip(": ").split(","):
        count, kind = read(part.strip(), seq(number(0), unit_kind(KINDS)), position.names)
        setattr(aboard, kind, count)
