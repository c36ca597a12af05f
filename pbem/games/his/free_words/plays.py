"""Cards in free words: which, how, and against whom."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words.actions import DEEDS
from pbem.games.his.free_words.actions import finished as finished_actions
from pbem.games.his.free_words.answers import card_by_word, charles_travels
from pbem.games.his.free_words.deeds import without_subject
from pbem.games.his.free_words.parts import ALWAYS, Cutter, deeds_in, left_over
from pbem.language.free_words import Moment, Reading
from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, REST_CP, UNITS, WORD, Item
from pbem.language.names import CARD, DEBATER, LANGUAGE, LEADER, NATION, REFORMER, SPACE, UNIT
from pbem.language.words import key
from rules.his.actions import ChooseAction
from rules.his.windows import CARDS

_ABOUT = ("deed.play", "card", "for", "cp", "event", "with", "about.play", "in", "to")


def card_of(moment: Moment, item: Item, hand: Sequence[int]) -> int:
    """The card in hand that an item names; 0 if it names none."""
    number = item.named(CARD)
    return (
        int(number)
        if number and int(number) in hand and item.kind in (WORD, NUMBER, PERSON, PLACE, UNITS)
        else 0
    )


def play(moment: Moment) -> list[Reading]:
    """`Revolt in Egypt for 3 CP`, `Six Wives - DOW on Scotland`, `I pass`."""
    items = moment.items
    if any(item.kind == "unknown" or item.says("doubt", "not") for item in items):
        return []
    if any(item.says("deed.pass") for item in items):
        return _pass(moment, items)
    head, rest = _until_orders(moment, items)
    hand = moment.game.hand(moment.power)
    own = without_subject(moment, head)
    numbers = [item for item in own if item.kind == NUMBER]
    cards = list(dict.fromkeys(card for item in own if (card := card_of(moment, item, hand))))
    deeds = [item for item in own if item.kind == WORD and item.chunk.says(*_OF_CARDS)]
    if deeds and not cards:
        return _by_deed(moment, own, rest)
    if any(item.says("home_card") for item in own):
        cards += [card for card in hand if moment.game.data.cards[card].kind == "home" and card not in cards]
    if not cards and any(item.says("card") for item in own):
        cards = _by_word(moment, own, hand)
    if not cards and any(item.says("only_card") for item in own) and len(hand) == 1:
        cards = list(hand)
    weak = not cards
    if weak:  # `Swiss as event`, `Emperor for 5`: a word of the title, if it is said what for
        names = [str(card) for card in hand]
        cards = list(dict.fromkeys(int(one) for item in head if (one := card_by_word(moment, item, names))))
    costs = [item.count for item in own if item.kind == COST]
    if not cards and len(costs) == 1 and costs[0] in hand and (costs[0] or 0) > MOST_CP:
        return [Reading((f"play {costs[0]} for cp",))] if len(own) == 1 else []  # `36 CP`
    by_cost = not cards and any(item.says("card") for item in own) and len(costs) == 1
    if by_cost:  # `the 4 CP card`
        cards = [card for card in hand if moment.game.data.cards[card].cp == costs[0]]
    if len(cards) != 1:
        return []
    (card,) = cards
    costs = [] if by_cost else costs
    if any(cost != moment.game.data.cards[card].cp for cost in costs):
        return []
    spent = [
        item
        for item in own
        if card_of(moment, item, hand) != card
        and not _by_word(moment, [item], [card])
        and not item.says("home_card", "card", "deed.play", "only_card")
        and not (weak and _of_title(moment, item, card))
    ]
    spent = [item for item in spent if not (item.kind == NUMBER and item in numbers and item.count == card)]
    manner = _manner(own, costs, by_cost)
    points = [item for item in spent if item.kind == NUMBER and item.count == moment.game.data.cards[card].cp]
    if not manner and len(points) == 1 and any(item.prep == "for" or item.says("for") for item in own):
        manner, spent = "cp", [item for item in spent if item is not points[0]]  # `88 for 3`
    if weak and not manner:
        return []
    if manner == "cp":
        left = [item for item in spent if item.kind not in (COST, REST_CP) and item not in points]
        if _unexplained(left, *_ABOUT, "about.cp", "about.no_event"):
            return []
        return _followed(moment, f"play {card} for cp", rest)
    if rest:
        return []
    return _as_event(moment, card, [item for item in spent if item.kind != COST], said=manner == "event")


def _of_title(moment: Moment, item: Item, card: int) -> bool:
    """Whether an item is a part of a title: of `Swiss Mercs`, both words are."""
    if card_by_word(moment, item, [str(card)]):
        return True
    title = key(moment.game.data.cards[card].title).split()
    units = {unit for word in title for unit in moment.names.tables[UNIT].spelled.get(word, ())}
    return item.kind == UNITS and item.count is None and item.unit in units


def _by_word(moment: Moment, items: Sequence[Item], hand: Sequence[int]) -> list[int]:
    """The cards with one of these words in their title: `the marriage card`."""
    titles = {card: key(moment.game.data.cards[card].title).split() for card in hand}
    words = [item.chunk.text for item in items if item.kind == WORD and len(item.chunk.text) > 4]
    return [card for card, title in titles.items() if any(word in title for word in words)]


_OF_CARDS = ("about.chateau", "about.marriage", "about.bull")


def _manner(items: Sequence[Item], costs: Sequence[int | None], by_cost: bool) -> str:
    """`cp` or `event`; empty if neither, or both, are said."""
    event = any(item.says("event") for item in items)
    cp = (
        bool(costs)
        or any(item.says("cp", "rest_cp") for item in items)
        or any(item.kind == REST_CP for item in items)
    )
    if event == cp:
        return "event" if event and any(item.says("as_event") for item in items) else ""
    return "event" if event else "cp"


def _unexplained(items: Sequence[Item], *ideas: str) -> bool:
    return any(
        not (item.kind == MARK or (item.kind == WORD and item.chunk.says(*ALWAYS, *ideas))) for item in items
    )


def _pass(moment: Moment, items: Sequence[Item]) -> list[Reading]:
    own = [item for item in without_subject(moment, items) if item.named(NATION) != moment.power]
    if _unexplained(own, "deed.pass", "about.pass", "for", "card", "in"):
        return []
    return [Reading(("pass",), sure=any(item.says("pass") for item in own))]


def _until_orders(moment: Moment, items: list[Item]) -> tuple[list[Item], list[Item]]:
    """The play, and the actions after it: `65 for 4 CP. Buying 2 mercs in Lyon`."""
    said_cp = named = False
    hand = moment.game.hand(moment.power)
    for at, item in enumerate(items):
        said_cp = said_cp or item.kind == COST or item.says("cp")
        named = named or bool(card_of(moment, item, hand)) or item.says("home_card")
        parted = item.mark(":", ";", ",", ">") or (item.says("and", "then") and bool(deeds_in(items[at:])))
        if said_cp and named and parted and at + 1 < len(items):
            return items[:at], items[at + 1 :]
    return items, []


def _followed(moment: Moment, order: str, rest: list[Item]) -> list[Reading]:
    if not rest:
        return [Reading((order,))]
    words = [item for item in rest if item.kind == WORD]
    if all(item.kind == WORD for item in rest) and all(
        item.chunk.says(*ALWAYS, "about.cp", "about.no_event") for item in words
    ):
        return [Reading((order,))]
    card = int(order.split()[1])
    points = moment.game.data.cards[card].cp
    if not left_over([item for item in rest if item.kind not in (COST, NUMBER) or item.count != points]):
        return [Reading((order,))]  # `as ops, 4 of them`
    question = ChooseAction(moment.power, moment.game.data.cards[card].cp, (), ())
    then = Moment(moment.power, question, moment.game, moment.names, moment.words, rest)
    parts = Cutter(then, DEEDS).parts()
    if parts is None:
        return []
    return [Reading((order, *reading.lines), reading.sure) for reading in finished_actions(then, parts)]


def _as_event(moment: Moment, card: int, items: Sequence[Item], *, said: bool) -> list[Reading]:
    """The event, and what it will ask: whom it is against, where, which card."""
    if card == BULL and any(_thing(moment, item) for item in items):
        return _bull(moment, card, items)
    if card == EMPEROR and any(item.kind == PLACE for item in items):
        then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, list(items))
        return [
            Reading((f"play {card} as event", *one.lines), fleeting=True) for one in charles_travels(then)
        ]
    uses = list(CARDS.events.get(card, {}))
    told, left = list[str](), list[Item]()
    for item in items:
        if item.kind == MARK or (
            item.kind == WORD
            and item.chunk.says(*ALWAYS, "event", "as_event", "mandatory", "for", "deed.play")
        ):
            continue
        if _whose(moment, item) == moment.say(NATION, moment.power):
            continue  # `Henry marries again`: an own leader is who plays it, and not what it is about
        left.append(item)
    names = [item for item in left if _thing(moment, item)]
    words = [item for item in left if not _thing(moment, item)]
    use = next((use for use in uses if any(item.says(f"use.{use}") for item in words)), "")
    if not use and len(uses) > 1:
        use = _use_by_target(card, names, uses)
        if not use:
            plays = [f"play {card} as event: {one.replace('_', ' ')}" for one in uses]
            return [
                Reading((order,), sure=False) for order in ([] if said else [f"play {card} for cp"]) + plays
            ]
    ideas = ("about.event", "about.play", "against", "to", "in", "from", "with", f"use.{use}", *_OF_CARDS)
    if _unexplained(words, *ideas):
        return []
    order = f"play {card} as event" + (f": {use.replace('_', ' ')}" if use else "")
    told = [_thing(moment, item) for item in names]
    sure = bool(said or told or use or any(item.says("mandatory") for item in items))
    befores = dict.fromkeys((_BEFORE.get(card, ()), ())) if told else [()]
    ways = [tuple(told)]
    if len(names) > 1 and all(item.kind == PLACE for item in names):
        ways.append((", ".join(told),))  # one answer, and not several
    found = [Reading((order, *before, *way), sure, fleeting=True) for before in befores for way in ways]
    return found if sure else [Reading((f"play {card} for cp",), sure=False), *found]


BULL, EMPEROR = 5, 2
MOST_CP = 6
_BEFORE = {6: ("german",)}
"""What an event asks before the thing that people name."""


def _use_by_target(card: int, names: Sequence[Item], uses: Sequence[str]) -> str:
    if "reformer" in uses and "ruler" in uses and names:
        if names[0].named(REFORMER):
            return "reformer"
        if names[0].named(LEADER) or names[0].named(NATION):
            return "ruler"
    if "war" in uses and "marriage" in uses and names and names[0].named(NATION):
        return "war"
    return ""


def _thing(moment: Moment, item: Item) -> str:
    """What an event may be about, in words that read back."""
    if item.kind == PLACE and item.space:
        return moment.say(SPACE, item.space)
    if item.kind == PERSON:
        return moment.say(LEADER, item.named(LEADER))
    if item.kind == WORD:
        for kind in (REFORMER, DEBATER, NATION, LANGUAGE):
            if item.named(kind) and not (kind == NATION and item.named(NATION) == moment.power):
                return moment.say(kind, item.named(kind))
        if item.named(CARD):
            return item.named(CARD)
    return ""


def _by_deed(moment: Moment, items: list[Item], rest: list[Item]) -> list[Reading]:
    """`Francis builds a chateau`: the home card, by what its event does."""
    if rest:
        return []
    home = [card for card in moment.game.hand(moment.power) if moment.game.data.cards[card].kind == "home"]
    for card in home:
        if any(item.says(f"about.{card}") or item.says(*(_DEEDS_OF.get(card, ()))) for item in items):
            kept = [item for item in items if not item.says(*_DEEDS_OF.get(card, ())) or _thing(moment, item)]
            if card == 3 and any(item.says("about.marriage") for item in items):
                words = [item for item in kept if not _thing(moment, item)]
                if not _unexplained(
                    words,
                    "use.marriage",
                    "about.marriage",
                    "event",
                    "home_card",
                    "deed.play",
                    "about.play",
                    "in",
                    "to",
                    "card",
                    "about.event",
                    "more",
                ):
                    return [Reading((f"play {card} as event: marriage",))]
                return []
            return _bull(moment, card, kept) if card == 5 else _as_event(moment, card, kept, said=True)
    return []


_DEEDS_OF = {4: ("about.chateau",), 3: ("about.marriage",), 5: ("about.bull",)}


def _bull(moment: Moment, card: int, items: Sequence[Item]) -> list[Reading]:
    """Whom the Pope excommunicates, where unrest breaks out, and in which zone is debated after that."""
    items = [item for item in items if item.named(NATION) != moment.power]
    names = [item for item in items if _thing(moment, item)]
    words = [item for item in items if not _thing(moment, item)]
    about = (
        "home_card",
        "card",
        "event",
        "about.bull",
        "about.event",
        "about.play",
        "unrest",
        "with",
        "in",
        "against",
    )
    if not names or _unexplained(words, *about, "deed.debate", "about.debate", "deed.play", "zone"):
        return []
    first, others = names[0], names[1:]
    use = _use_by_target(card, [first], ("reformer", "ruler"))
    if not use:
        return []
    ruler = {"francis_i": "france", "henry_viii": "england", "charles_v": "hapsburg"}.get(
        first.named(LEADER), ""
    )
    target = (
        moment.say(NATION, ruler or first.named(NATION))
        if use == "ruler"
        else moment.say(REFORMER, first.named(REFORMER))
    )
    lines = [f"play {card} as event: {use}", target]
    spaces = [item for item in others if item.kind == PLACE and item.space]
    zones = [item.named(LANGUAGE) for item in others if item.kind == WORD and item.named(LANGUAGE)]
    if len(spaces) + len(zones) != len(others):
        return []
    if spaces:
        lines.append(", ".join(moment.say(SPACE, item.space) for item in spaces))
    if zones:
        lines += ["debate", zones[0]]
    return [Reading(tuple(lines), fleeting=True)]


# ---- Cards out of turn


def respond(moment: Moment) -> list[Reading]:
    """`I respond with Foul Weather`, `no combat card`, `Gout on Suleiman`."""
    items = moment.items
    if any(item.kind == "unknown" or item.says("doubt") for item in items):
        return []
    hand = moment.game.hand(moment.power)
    own = [item for item in without_subject(moment, items) if item.named(NATION) != moment.power]
    cards = list(dict.fromkeys(card for item in own if (card := card_of(moment, item, hand))))
    named = [item for item in own if not card_of(moment, item, hand)]
    about = (*_ABOUT, "about.respond", "nothing_else", "against", "men", "combat", "all", "purpose")
    things = [name for item in named if (name := _thing(moment, item))]
    words = [item for item in named if not _thing(moment, item)]
    refused = any(
        item.says("no", "not", "let_go", "no_card", "keeps")
        or (item.says("deed.pass") and not item.says("use.skip"))
        for item in words
    )
    if not cards or (refused and not any(item.says("nothing_else") for item in words)):
        said = (*about, "no", "not", "let_go", "no_card", "from", "deed.pass", "about.pass", "to", "keeps")
        if things or not refused or _unexplained(words, *said):
            held = [card for card in cards if refused]
            if not (held and refused and not _unexplained(words, *about, "no", "not", "no_card", "keeps")):
                return []
        return [Reading(("pass",))]
    counts = [item for item in words if item.kind in (NUMBER, ALL)]
    words = [
        item for item in words if item not in counts or (item.kind == NUMBER and item.count != len(cards))
    ]
    if _unexplained(words, *about, "use.skip", "use.discard", "about.event"):
        return []
    if len(cards) > 1 and things:
        return []
    if cards[0] == COMET and things:
        things = [_whose(moment, item) or name for item in named if (name := _thing(moment, item))]
    lines = ["play " + ", ".join(map(str, cards))]
    asked = [use for use in ("skip", "discard") if any(item.says(f"use.{use}") for item in words)]
    if asked and len(cards) == 1:
        lines = [f"play {cards[0]} as {asked[0]}"]
    elif asked:
        return []
    return [Reading((*lines, *(things if cards[0] == COMET else ())), fleeting=True)]


def _whose(moment: Moment, item: Item) -> str:
    """The power of a leader who is named for it: `the Sultan skips his impulse`."""
    who = item.named(LEADER)
    if item.kind != PERSON or who not in moment.game.leaders:
        return ""
    return moment.say(NATION, moment.game.leader_commander(who))


COMET = 38
"""It asks whom it is for; others know that from their moment."""
