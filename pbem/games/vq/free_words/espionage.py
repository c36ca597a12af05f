"""Espionage in free words: spies, informants, Jesuits, plots (19)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.vq.free_words.pieces import POINTS, at_any_price, only_beside, points, prices_of
from pbem.games.vq.orders.kinds import NOBLE
from pbem.language.items import COST, NUMBER, PERSON, PLACE, REST_CP, Item
from pbem.language.meanings import Moment
from pbem.language.names import LEADER, MAJOR, NATION, SPACE
from pbem.war.free_words.parts import Part, no_verb, one, orders

ELIZABETH = "elizabeth_i"


def spy(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`spy on Spain`, `gather intelligence at the court of France`."""
    items = without_going(items)
    courts = list(dict.fromkeys(power for power, _ in _courts(moment, items))) or _there(items, before)
    if not orders(items, "spy") or len(courts) != 1 or not _plain(moment, items, "spy"):
        return None
    return Part("spy", one(f"spy on {moment.say(MAJOR, courts[0])}"), courts[0])


def informant(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`plant an informant in Spain`, `move my informant from France to Spain`."""
    items = without_going(items)
    again = before is not None and before.deed == "informant" and no_verb(items)
    courts = _courts(moment, items)
    if not (orders(items, "informant") or again) or not _plain(moment, items, "informant"):
        return None
    to = [power for power, prep in courts if prep != "from"] or _there(items, before)
    moved = [power for power, prep in courts if prep == "from"]
    if len(to) != 1 or len(moved) > 1:
        return None
    origin = f" from {moment.say(MAJOR, moved[0])}" if moved else ""
    return Part("informant", one(f"informant in {moment.say(MAJOR, to[0])}{origin}"), to[0])


def _there(items: Sequence[Item], before: Part | None) -> list[str]:
    """`an informant in Spain, and then gather intelligence there`: the court of the deed before."""
    spied = before is not None and before.deed in ("spy", "informant") and isinstance(before.about, str)
    return [str(before.about)] if before and spied and any(item.says("there") for item in items) else []


def _courts(moment: Moment, items: Sequence[Item]) -> list[tuple[str, str]]:
    """The powers that are spied on, and the prepositions before them."""
    return [(court, item.prep) for item in items if (court := _court(moment, item))]


def _court(moment: Moment, item: Item) -> str:
    """Another power, by its name or its capital: `a spy in Madrid`."""
    if item.named(NATION) in moment.game.majors:
        return item.named(NATION) if item.named(NATION) != moment.power else ""
    if item.kind != PLACE or not item.space:
        return ""
    others = [power for power in moment.game.majors if power != moment.power]
    return next((power for power in others if item.space in moment.game.capitals(power)), "")


def without_going(items: list[Item]) -> list[Item]:
    """Without the verbs of going: whoever is sent somewhere `goes`, `sets out` or `slips` there."""
    return [item for item in items if not (item.says(*_GOING) and not item.says(*_SENT))]


_GOING = ("deed.move", "deed.sail", "deed.lead", "deed.transport", "deed.outfit")
_SENT = ("deed.spy", "deed.informant", "deed.jesuit")


_ACTIONS = {"spy": "gather_intelligence", "informant": "insert_informant"}


def _plain(moment: Moment, items: Sequence[Item], deed: str) -> bool:
    """Whether nothing else is said but the price: `an informant in Spain for two`."""
    prices = prices_of(moment, _ACTIONS[deed])
    rest = [
        item
        for item, after in zip(items, (*items[1:], None), strict=True)
        if item.kind != COST
        and not (item.kind in (NUMBER, REST_CP) and _is_price(item, after, prices, deed))
        and not _court(moment, item)
    ]
    return only_beside(moment, rest, deed, "from", "against", "with", "more", "men", "there")


def _is_price(item: Item, after: Item | None, prices: Sequence[int], deed: str) -> bool:
    """`with another 2 I plant an informant`; but two informants are two."""
    counted = after is not None and after.says(f"deed.{deed}")
    return not counted and (item.count is None or item.count in prices)


def jesuit(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`send a Jesuit to York`, `Jesuits to York and Chester`."""
    items = without_going(items)
    again = before is not None and before.deed == "jesuit" and no_verb(items)
    if not (orders(items, "jesuit") or again):
        return None
    spaces = [item.space for item in items if item.kind == PLACE and item.prep in ("", "in", "to", "for")]
    rest = [item for item in items if item.kind not in (PLACE, *POINTS) and item.named(NATION) != "england"]
    counts = [item.count for item in items if item.kind in POINTS and item.kind != COST]
    if not spaces or not all(spaces) or counts not in ([], [len(spaces)]):
        return None
    if len(spaces) != sum(item.kind == PLACE for item in items) or not only_beside(moment, rest, "jesuit"):
        return None
    return Part("jesuit", one(*(f"jesuit to {moment.say(SPACE, space)}" for space in spaces)))


def assassinate(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`assassinate William of Orange for 4 CP`, `have Elizabeth murdered`."""
    if not orders(items, "assassinate"):
        return None
    victims = list(dict.fromkeys(victim for item in items if (victim := _victim(moment, item))))
    rest = [item for item in items if not _victim(moment, item) and item.kind not in POINTS]
    prices = prices_of(moment, "assassination")
    said = points(moment, items, before, prices)
    if len(victims) != 1 or said is None or not only_beside(moment, rest, "assassinate", "against"):
        return None
    name = "Elizabeth" if victims[0] == ELIZABETH else moment.say(LEADER, victims[0])
    return Part("assassinate", at_any_price(f"assassinate {name}", said, prices))


def _victim(moment: Moment, item: Item) -> str:
    """Whom an assassin is sent to: a leader of another power, or the Queen of England."""
    if moment.power != "england" and ELIZABETH in item.chunk.names.get(NOBLE, ()):
        return ELIZABETH
    who = item.named(LEADER)
    figure = moment.game.leaders.get(who) if item.kind == PERSON else None
    return who if figure is not None and moment.game.leader_commander(who) != moment.power else ""


def english_rising(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`raise the English Catholics for 4`."""
    if not orders(items, "english_rising"):
        return None
    prices = prices_of(moment, "english_catholic_rebellion")
    said = points(moment, items, before, prices)
    rest = [item for item in items if item.kind not in POINTS and item.named(NATION) != "england"]
    if said is None or not only_beside(moment, rest, "english_rising"):
        return None
    return Part("english_rising", at_any_price("english catholic rebellion", said, prices))
