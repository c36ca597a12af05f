"""Deals, betrothals and wars in free words (9, 21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.games.vq.orders.kinds import NOBLE, TREASURE
from pbem.language.items import COST, MARK, NUMBER, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import CARD, NATION, OPTION, POWER
from pbem.war.free_words.answers import NO, YES, adds_nothing, is_said, polarity, says
from pbem.war.free_words.offers import offer_with
from pbem.war.free_words.parts import ALWAYS
from pbem.war.free_words.peace import no_war
from rules.vq.powers import FACTIONS, PROTESTANT
from rules.vq.treasury import CP_PREFIX, hand_of

# ---- Betrothals


def offer(moment: Moment) -> list[Reading]:
    """A deal with whatever may be in it; a betrothal names the couple."""
    moment = moment.of([_of_a_player(moment, item) for item in moment.items])
    if not (any(item.says("deal.betroth") for item in moment.items) or _is_a_couple(moment)):
        return offer_with(moment, ())
    couple = [item for item in moment.items if _noble(moment, item)]
    nobles = list(dict.fromkeys(_noble(moment, item) for item in couple))
    if len(nobles) != 2:
        return []
    partners = [power for power in _powers(moment, nobles) if power != moment.power]
    named = [
        item.named(NATION)
        for item in moment.items
        if item not in couple
        and item.named(NATION) in moment.game.majors
        and item.named(NATION) != moment.power
    ]
    to = list(dict.fromkeys([*named, *partners]))
    if len(to) != 1:
        return []
    text = f"betroth {moment.say(NOBLE, nobles[0])} and {moment.say(NOBLE, nobles[1])}"
    rest = [item for item in moment.items if item not in couple and not item.says("deal.betroth")]
    return offer_with(moment.of(rest), [(to[0], text)])


def _is_a_couple(moment: Moment) -> bool:
    """`Marguerite for Rudolf II`: two nobles side by side, with nothing but a small word between them."""
    at = [at for at, item in enumerate(moment.items) if _noble(moment, item)]
    if len(at) != 2:
        return False
    between = moment.items[at[0] + 1 : at[1]]
    beside = moment.items[at[1]].prep in ("for", "to", "with") or any(
        item.says("for", "to", "with", "and") or item.mark("+", "&") for item in between
    )
    return beside and all(
        item.mark("+", "&") or item.says("for", "to", "with", "and", "the") for item in between
    )


def _of_a_player(moment: Moment, item: Item) -> Item:
    """`peace with the Huguenots`: for both factions the Protestant makes deals."""
    if item.kind != WORD or item.named(NATION) not in FACTIONS or moment.power == PROTESTANT:
        return item
    return replace(item, chunk=replace(item.chunk, names={**item.chunk.names, NATION: (PROTESTANT,)}))


def _powers(moment: Moment, nobles: Sequence[str]) -> list[str]:
    known = moment.game.data.nobles
    return list(dict.fromkeys(known[noble].power for noble in nobles if noble in known))


def _noble(moment: Moment, item: Item) -> str:
    ids = item.chunk.names.get(NOBLE, ())
    return ids[0] if len(ids) == 1 else ""


# ---- War (9.4)


def declare(moment: Moment) -> list[Reading]:
    """`war on the Empire, paid with 31, 32 and the 3 CP treasure`, `peace with everybody`."""
    new = _without_enemies(moment)
    if polarity(new, "declare_and_pay") is False or no_war(new, "declare_and_pay"):
        return [Reading(("none",))]
    targets: dict[str, None] = {}
    paid: dict[str, None] = {}
    hand = [str(card) for card in moment.game.hand(moment.power)]
    for item in moment.items:
        power = item.named(NATION)
        if item.named(CARD) in hand:
            paid[item.named(CARD)] = None
        elif item.kind == NUMBER and str(item.count) in hand:
            paid[str(item.count)] = None
        elif treasure := _treasure(moment, item):
            paid[f"{moment.say(TREASURE, treasure)} treasure"] = None
        elif power and power != moment.power and item.prep in ("", "to", "against", "with", "in"):
            targets[power] = None
        elif item.kind in (MARK, COST) or power == moment.power:
            continue  # what it costs is for the rules to say
        elif not adds_nothing(
            moment,
            item,
            "declare_and_pay",
            *ALWAYS,
            "use.war",
            "to",
            "for",
            "card",
            "deal.treasure",
            "deal.give",
        ):
            return []
    if not targets or not any(item.says("use.war") for item in moment.items):
        return []
    payment = f" with {', '.join(paid)}" if paid else ""
    enemies = ", ".join(moment.say(POWER, power) for power in targets)
    return [Reading((f"declare war on {enemies}{payment}",))]


def _without_enemies(moment: Moment) -> Moment:
    """Without those with whom there is war enough already: `no new wars, the one with Philip is plenty`."""
    if not any(item.says("enough") for item in moment.items):
        return moment
    return moment.of([item for item in moment.items if not _is_enemy(moment, item)])


def _is_enemy(moment: Moment, item: Item) -> bool:
    power = item.named(NATION)
    return bool(power) and power != moment.power and moment.game.at_war(moment.power, power)


def _treasure(moment: Moment, item: Item) -> str:
    """A treasure by what it is worth: `the 3 CP treasure`."""
    held = hand_of(moment.game, moment.power)
    if item.kind == COST and f"{CP_PREFIX}{item.count}" in held:
        return f"{CP_PREFIX}{item.count}"
    return next((one for one in held if item.chunk.says(f"{OPTION}.{one}")), "")


# ---- Treasures (11)


def treasure(moment: Moment) -> list[Reading]:
    """`cash the 4 CP treasure`, `keep it`."""
    if polarity(moment, "treasure") is False:
        return [Reading(("none",))]
    options = list(getattr(moment.question, "options", ()))
    chosen: dict[str, None] = {}
    for item in moment.items:
        named = next((one for one in options if item.chunk.says(f"{OPTION}.{one}")), "")
        worth = f"{CP_PREFIX}{item.count}" if item.kind in (COST, NUMBER) else named
        worth = worth or _by_size(item, options)
        if worth in options:
            chosen[worth] = None
        elif says(moment, item, "treasure", NO):
            return []  # `draw a card later`
        elif not says(moment, item, "any", YES) and not adds_nothing(
            moment, item, "treasure", "deal.treasure", "deed.play", "for", "to", "cp", "more"
        ):
            return []
    sure = is_said(moment, "treasure")
    return [Reading((moment.say(TREASURE, id),), sure) for id in chosen] if len(chosen) == 1 else []


def _by_size(item: Item, options: Sequence[str]) -> str:
    """`the bigger one`, of those that are worth CP."""
    worth = sorted((option for option in options if option.startswith(CP_PREFIX)), key=_points)
    if len(worth) < 2:
        return ""
    return worth[-1] if item.chunk.says("bigger") else worth[0] if item.chunk.says("smaller") else ""


def _points(option: str) -> int:
    return int(option.removeprefix(CP_PREFIX))


# ---- Home cards (10)


def home_card(moment: Moment) -> list[Reading]:
    """`keep Walsingham`, `Walsingham stays, the Queen is set aside`: the card that stays in the hand."""
    options = list(getattr(moment.question, "options", ()))
    kept: dict[str, None] = {}
    aside: dict[str, None] = {}
    clause: dict[str, None] = {}
    laid = False
    for item in [*moment.items, None]:
        if item is None or item.mark(",", ";") or item.says("and", "but"):
            (aside if laid else kept).update(clause)
            clause, laid = {}, False
        elif card := _option(item, options):
            clause[card] = None
        elif item.says("aside"):
            laid = True
        elif not adds_nothing(moment, item, "home_card", "card", "deed.stay", "about.stay", "home_card"):
            return []
    chosen = [card for card in kept if card not in aside]
    if not chosen and len(aside) == len(options) - 1:
        chosen = [card for card in options if card not in aside]
    return [Reading((chosen[0],))] if len(chosen) == 1 else []


def _option(item: Item, options: Sequence[str]) -> str:
    number = str(item.count) if item.kind == NUMBER else ""
    named = item.named(CARD) or number
    if named in options:
        return named
    return next((card for card in options if item.chunk.says(f"home.{card}")), "")
