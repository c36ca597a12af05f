"""Construction that only Virgin Queen has: the Armada, and units for foreign wars (17, 23.2, 23.7)."""

from __future__ import annotations

from pbem.games.vq.free_words.pieces import only_beside
from pbem.language.forces import unit_word
from pbem.language.items import COST, NUMBER, PERSON, UNITS, Item
from pbem.language.meanings import Moment
from pbem.language.names import LEADER
from pbem.war.free_words.building import Construction
from pbem.war.free_words.forces import is_ship
from pbem.war.free_words.parts import Part, left_over, one, orders

CONSTRUCTION = Construction(ships=("galleys", "galleons"), of_allies=True)
MOST_AT_ONCE = 6


def armada(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`strengthen the Armada`, `2 regulars for the Armada`, `embark 3 regulars`."""
    named = any(_is_armada(item) for item in items)
    troops = [item for item in items if item.kind == UNITS and not is_ship(item.unit) and item.unit]
    rest = [item for item in items if not _is_armada(item) and item not in troops and item.kind != COST]
    embarks = orders(items, "embark")
    if embarks and not left_over(
        [item for item in rest if item.kind != PERSON], "deed.embark", "about.embark"
    ):
        leaders = [item.named(LEADER) for item in rest if item.kind == PERSON]
        some = [f"embark {item.count} {unit_word(item.unit, item.count or 0)}" for item in troops]
        some += [f"embark {moment.say(LEADER, who)}" for who in leaders]
        counted = all(item.count is not None and item.count > 0 for item in troops)
        return Part("embark", one(*some)) if some and counted else None
    if not named:
        return None
    if not troops and orders(items, "strengthen", "build"):
        counts = [item.count or 0 for item in rest if item.kind == NUMBER]
        rest = [item for item in rest if item.kind != NUMBER]
        if len(counts) > 1 or not only_beside(moment, rest, "strengthen", "deed.build", "more", "times"):
            return None
        return Part("strengthen", one(*["strengthen armada"] * (counts[0] if counts else 1)))
    if (
        len(troops) == 1
        and orders(items, "build", "strengthen")
        and only_beside(moment, rest, "build", "more")
    ):
        count = troops[0].count or 1
        if 1 <= count <= MOST_AT_ONCE:
            return Part("aboard", one(*[f"build {unit_word(troops[0].unit, 1)} on armada"] * count))
    return None


def _is_armada(item: Item) -> bool:
    return item.chunk.says("armada") or item.unit == "armada"


def abroad(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`fight the war in Persia`, `a regular for Persia`."""
    wars = [war for war in ("persia", "poland") if any(item.chunk.says(f"abroad.{war}") for item in items)]
    if len(wars) != 1:
        return None
    rest = [item for item in items if not item.chunk.says(f"abroad.{wars[0]}") and item.kind != COST]
    troops = [item for item in rest if item.kind == UNITS and item.unit]
    rest = [item for item in rest if item not in troops]
    if not troops and orders(rest, "fight_abroad") and only_beside(moment, rest, "fight_abroad", "against"):
        return Part("fight_abroad", one(f"fight foreign war {wars[0]}"))
    if (
        len(troops) == 1
        and orders(rest, "build", "fight_abroad")
        and only_beside(moment, rest, "build", "more")
    ):
        count = troops[0].count or 1
        if 1 <= count <= MOST_AT_ONCE:
            return Part("for_war", one(*[f"build {unit_word(troops[0].unit, 1)} for {wars[0]}"] * count))
    return None
