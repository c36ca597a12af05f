"""Cards in free words: which, how, and against whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, REST_CP, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import CARD, LANGUAGE, LEADER, NATION, SPACE, UNIT
from pbem.language.words import key
from pbem.war.free_words.actions import Actions
from pbem.war.free_words.answers import placed_ahead
from pbem.war.free_words.asides import (
    with_initials,
    without_own_court,
    without_reasons,
    without_what_it_brings,
)
from pbem.war.free_words.held_cards import card_by_word
from pbem.war.free_words.parts import ALWAYS, deeds_in, left_over
from pbem.war.free_words.subjects import without_subject
from rules.core.actions import ChooseAction

ABOUT = ("deed.play", "card", "for", "cp", "event", "with", "about.play", "in", "to")
MOST_CP = 6

EventReader: TypeAlias = Callable[["Plays", Moment, int, Sequence[Item]], list[Reading] | None]
"""(plays, moment, card, items) -> what an event in these words may be; None if it is read like any other."""


@dataclass(frozen=True, slots=True)
class Called:
    """A home card that is called by what it does: `Francis builds a chateau`."""

    ideas: tuple[str, ...]
    read: EventReader | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """How the cards of a title are read."""

    actions: Actions
    """What the points of a card are spent on."""
    events: Mapping[int, Collection[str]]
    """For each card with an event, the uses of it."""
    kinds: tuple[str, ...] = ()
    """Kinds of names that an event may be about, besides places, leaders and powers."""
    own_events: Mapping[int, EventReader] = field(default_factory=dict)
    called: Mapping[int, Called] = field(default_factory=dict)
    use_by_target: Callable[[Sequence[Item], Collection[str]], str] = lambda names, uses: ""
    """The use of a card that fits what it is played on."""
    asked_first: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What an event asks before the thing that people name."""
    asks_whom: Collection[int] = ()
    """Responses that ask whom they are for; others know that from their moment."""

    # ---- In an impulse

    def play(self, moment: Moment) -> list[Reading]:
        """`Revolt in Egypt for 3 CP`, `Six Wives - DOW on Scotland`, `I pass`."""
        items = moment.items
        if any(item.kind == "unknown" or item.says("doubt") for item in items):
            return []
        if any(item.says("deed.pass") for item in items) or _plays_nothing(moment, items):
            return _pass(moment, items)
        if any(item.says("not") for item in items):
            return []
        if _keeps(moment, items):
            return []
        if ahead := self._with_places(moment, items):
            return ahead
        items = with_initials(moment, items)
        head, rest = _until_orders(moment, items)
        hand = moment.game.hand(moment.power)
        own, told_of = without_what_it_brings(without_subject(moment, without_own_court(moment, head)))
        numbers = [item for item in own if item.kind == NUMBER]
        cards = list(dict.fromkeys(card for item in own if (card := card_of(moment, item, hand))))
        if not cards and any(item.says(*self._deeds) for item in own if item.kind == WORD):
            return self._by_deed(moment, own, rest)
        if any(item.says("home_card") for item in own):
            cards += [card for card in hand if is_home(moment, card) and card not in cards]
        if not cards and any(item.says("card") for item in own):
            cards = _by_word(moment, own, hand)
        if not cards and any(item.says("only_card") for item in own) and len(hand) == 1:
            cards = list(hand)
        weak = not cards
        if weak:  # `Swiss as event`, `Emperor for 5`: a word of the title, if it is said what for
            names = [str(card) for card in hand]
            named = (card_by_word(moment, item, names) for item in head)
            cards = list(dict.fromkeys(int(one) for one in named if one))
        costs = [item.count for item in own if item.kind == COST]
        if not cards and len(costs) == 1 and costs[0] in hand and (costs[0] or 0) > MOST_CP:
            worth = [item for item in own if item.kind == NUMBER and item.count == _worth(moment, costs[0])]
            return (
                [Reading((f"play {costs[0]} for cp",))] if len(own) == 1 + len(worth) else []
            )  # `36 CP`, `68 CP 5`
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
        spent = [
            item for item in spent if not (item.kind == NUMBER and item in numbers and item.count == card)
        ]
        manner = _manner(own, costs)
        points = [
            item for item in spent if item.kind == NUMBER and item.count == moment.game.data.cards[card].cp
        ]
        if not manner and len(points) == 1 and any(item.prep == "for" or item.says("for") for item in own):
            manner, spent = "cp", [item for item in spent if item is not points[0]]  # `88 for 3`
        if weak and not manner:
            return []
        if manner == "cp":
            left = [item for item in spent if item.kind not in (COST, REST_CP) and item not in points]
            if unexplained(left, *ABOUT, "about.cp", "about.no_event"):
                return []
            return self._followed(moment, f"play {card} for cp", rest)
        if rest:
            return []
        left = [item for item in spent if item.kind != COST]
        if manner == "event":
            left = without_reasons(left)
        found = self.as_event(moment, card, left, said=manner == "event")
        return [replace(one, sure=one.sure and not told_of) for one in found]

    def _with_places(self, moment: Moment, items: list[Item]) -> list[Reading]:
        """`Janissaries as event: two for Istanbul, two for Edirne`: an event, and where its units go."""
        for at, item in enumerate(items):
            if not (item.mark(",", ";", ":") or item.says("and", "then")):
                continue
            head, tail = items[:at], items[at + 1 :]
            if not any(one.says("event") for one in head) or any(one.kind == PLACE for one in head):
                continue
            if where := placed_ahead(moment, tail):
                return [
                    Reading((*one.lines, where), one.sure, fleeting=True)
                    for one in self.play(moment.of(head))
                    if len(one.lines) == 1 and " as event" in one.lines[0]
                ]
        return []

    @property
    def _deeds(self) -> list[str]:
        return [idea for called in self.called.values() for idea in called.ideas]

    def _followed(self, moment: Moment, order: str, rest: list[Item]) -> list[Reading]:
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
        question = ChooseAction(moment.power, points, (), ())
        then = Moment(moment.power, question, moment.game, moment.names, moment.words, rest)
        return [Reading((order, *reading.lines), reading.sure) for reading in self.actions.read(then)]

    def as_event(self, moment: Moment, card: int, items: Sequence[Item], *, said: bool) -> list[Reading]:
        """The event, and what it will ask: whom it is against, where, which card."""
        if card in self.own_events and (own := self.own_events[card](self, moment, card, items)) is not None:
            return own
        uses = list(self.events.get(card, {}))
        left = list[Item]()
        for item in items:
            if item.kind == MARK or (
                item.kind == WORD
                and item.chunk.says(*ALWAYS, "event", "as_event", "mandatory", "for", "deed.play")
            ):
                continue
            if _whose(moment, item) == moment.say(NATION, moment.power):
                continue  # `Henry marries again`: an own leader is who plays it, and not what it is about
            left.append(item)
        names = [item for item in left if self.thing(moment, item)]
        words = [item for item in left if not self.thing(moment, item)]
        use = next((use for use in uses if any(item.says(f"use.{use}") for item in words)), "")
        if not use and len(uses) > 1:
            use = self.use_by_target(names, uses)
            if not use:
                plays = [f"play {card} as event: {one.replace('_', ' ')}" for one in uses]
                for_cp = [] if said else [f"play {card} for cp"]
                return [Reading((order,), sure=False) for order in for_cp + plays]
        ideas = ("about.event", "about.play", "against", "to", "in", "from", "with", f"use.{use}")
        if unexplained(words, *ideas, *self._deeds):
            return []
        order = f"play {card} as event" + (f": {use.replace('_', ' ')}" if use else "")
        told = [self.thing(moment, item) for item in names]
        called = self.called.get(card)
        does_it = called is not None and any(item.says(*called.ideas) for item in items)  # `for a chateau`
        sure = bool(said or told or use or does_it or any(item.says("mandatory") for item in items))
        asked_first = self.asked_first.get(card, ()) if not names or not names[0].named(LANGUAGE) else ()
        befores = dict.fromkeys((asked_first, ())) if told else [()]
        ways = [tuple(told)]
        if len(names) > 1 and all(item.kind == PLACE for item in names):
            ways.append((", ".join(told),))  # one answer, and not several
        found = [Reading((order, *before, *way), sure, fleeting=True) for before in befores for way in ways]
        return found if sure else [Reading((f"play {card} for cp",), sure=False), *found]

    def thing(self, moment: Moment, item: Item) -> str:
        """What an event may be about, in words that read back."""
        if item.kind == PLACE and item.space:
            return moment.say(SPACE, item.space)
        if item.kind == PERSON:
            return moment.say(LEADER, item.named(LEADER))
        if item.kind == WORD:
            for kind in self.kinds:
                if item.named(kind) and not (kind == NATION and item.named(NATION) == moment.power):
                    return moment.say(kind, item.named(kind))
            if item.named(CARD):
                return item.named(CARD)
        if item.kind == NUMBER and item.named(CARD) and (item.count or 0) > MOST_CP:
            return item.named(CARD)  # `Here I Stand as event: 88`
        return ""

    def _by_deed(self, moment: Moment, items: list[Item], rest: list[Item]) -> list[Reading]:
        """`Francis builds a chateau`: the home card, by what its event does."""
        if rest:
            return []
        for card in moment.game.hand(moment.power):
            called = self.called.get(card)
            if called is None or not any(item.says(*called.ideas) for item in items):
                continue
            if called.read is not None and (own := called.read(self, moment, card, items)) is not None:
                return own
            kept = [
                item
                for item in items
                if not item.says(*called.ideas, "home_card") or self.thing(moment, item)
            ]
            return self.as_event(moment, card, kept, said=True)
        return []

    # ---- Out of turn

    def respond(self, moment: Moment) -> list[Reading]:
        """`I respond with Foul Weather`, `no combat card`, `Gout on Suleiman`."""
        items = moment.items
        if any(item.kind == "unknown" or item.says("doubt") for item in items):
            return []
        hand = moment.game.hand(moment.power)
        own = [item for item in without_subject(moment, items) if item.named(NATION) != moment.power]
        cards = list(dict.fromkeys(card for item in own if (card := card_of(moment, item, hand))))
        named = [item for item in own if not card_of(moment, item, hand)]
        about = (
            *ABOUT,
            "about.respond",
            "nothing_else",
            "alone",
            "against",
            "men",
            "combat",
            "all",
            "purpose",
        )
        things = [name for item in named if (name := self.thing(moment, item))]
        words = [item for item in named if not self.thing(moment, item)]
        refused = any(
            item.says("no", "not", "let_go", "no_card", "keeps")
            or (item.says("deed.pass") and not item.says("use.skip"))
            for item in words
        )
        if not cards or (refused and not any(item.says("nothing_else") for item in words)):
            said: tuple[str, ...] = (
                *about,
                "no",
                "not",
                "let_go",
                "no_card",
                "from",
                "deed.pass",
                "about.pass",
                "to",
                "keeps",
            )
            if any(item.says("no_card") for item in words):
                said = (*said, "deed.play", "but")  # `but no card is played`
            if things or not refused or unexplained(words, *said):
                held = [card for card in cards if refused]
                if not (held and refused and not unexplained(words, *about, "no", "not", "no_card", "keeps")):
                    return []
            of_all = any(item.says("no_card", "let_go", "deed.pass", "nothing_else") for item in words)
            return [Reading(("pass",), sure=not cards or of_all or _is_all_there_is(moment, cards))]
        counts = [item for item in words if item.kind in (NUMBER, ALL)]
        words = [
            item for item in words if item not in counts or (item.kind == NUMBER and item.count != len(cards))
        ]
        if unexplained(words, *about, "use.skip", "use.discard", "about.event"):
            return []
        if len(cards) > 1 and things:
            return []
        asks = cards[0] in self.asks_whom
        if asks and things:
            things = [_whose(moment, item) or name for item in named if (name := self.thing(moment, item))]
        lines = ["play " + ", ".join(map(str, cards))]
        asked = [use for use in ("skip", "discard") if any(item.says(f"use.{use}") for item in words)]
        if asked and len(cards) == 1:
            lines = [f"play {cards[0]} as {asked[0]}"]
        elif asked:
            return []
        return [Reading((*lines, *(things if asks else ())), fleeting=True)]


def _is_all_there_is(moment: Moment, cards: Sequence[int]) -> bool:
    """Whether no other card could be played now: `No tercios` says nothing of the others."""
    could = {play.card for plays in moment.question.legal(moment.game) for play in plays}
    return could.issubset(cards)


_KEEPING = frozenset(
    "keep keeps keeping save saves saving hold holds holding reserve reserves store spare".split()
)


def _keeps(moment: Moment, items: Sequence[Item]) -> bool:
    """`keep Swiss Mercenaries for the event`: a card that is kept is not played."""
    hand = moment.game.hand(moment.power)
    words = [item for item in items if not item.says("the")]
    return any(
        item.kind == WORD and item.chunk.text in _KEEPING and bool(card_of(moment, after, hand))
        for item, after in pairwise(words)
    )


def _worth(moment: Moment, card: int | None) -> int:
    return int(moment.game.data.cards[card].cp) if card else 0


def is_home(moment: Moment, card: int) -> bool:
    return bool(moment.game.data.cards[card].kind == "home")


def card_of(moment: Moment, item: Item, hand: Sequence[int]) -> int:
    """The card in hand that an item names; 0 if it names none."""
    number = item.named(CARD)
    return (
        int(number)
        if number and int(number) in hand and item.kind in (WORD, NUMBER, PERSON, PLACE, UNITS)
        else 0
    )


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


def _manner(items: Sequence[Item], costs: Sequence[int | None]) -> str:
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


def unexplained(items: Sequence[Item], *ideas: str) -> bool:
    """Whether something is left that is no mark, and no word for one of these ideas."""
    return any(
        not (item.kind == MARK or (item.kind == WORD and item.chunk.says(*ALWAYS, *ideas))) for item in items
    )


def _pass(moment: Moment, items: Sequence[Item]) -> list[Reading]:
    """No card: the one that is kept may be named."""
    own = [item for item in without_subject(moment, items) if item.named(NATION) != moment.power]
    keeps = any(item.says("keeps") for item in own)
    hand = moment.game.hand(moment.power)
    if keeps:
        own = [item for item in own if not card_of(moment, item, hand) and not item.says("keeps")]
    said = ("deed.pass", "about.pass", "deed.end", "for", "card", "in", "not", "deed.play", "nothing_else")
    if unexplained(own, *said):
        return []
    nothing = _plays_nothing(moment, items)
    if any(item.says("not") for item in own) and not nothing:
        return []  # `I do not pass`
    return [Reading(("pass",), nothing or any(item.says("pass") for item in own))]


def _plays_nothing(moment: Moment, items: Sequence[Item]) -> bool:
    """`France does not play`: no card, and no other deed."""
    hand = moment.game.hand(moment.power)
    return (
        any(item.says("not") for item in items)
        and any(item.says("deed.play") for item in items)
        and not any(card_of(moment, item, hand) or item.says("event", "cp", "card") for item in items)
        and all(any(idea in ("deed.play", "deed.pass") for idea in ideas) for ideas in deeds_in(items))
    )


def _until_orders(moment: Moment, items: list[Item]) -> tuple[list[Item], list[Item]]:
    """The play, and the actions after it: `65 for 4 CP. Buying 2 mercs in Lyon`."""
    said_cp = named = False
    hand = moment.game.hand(moment.power)
    for at, item in enumerate(items):
        said_cp = said_cp or item.kind == COST or item.says("cp") or _is_worth(moment, items, item)
        named = named or bool(card_of(moment, item, hand)) or item.says("home_card")
        parted = item.mark(":", ";", ",", ">") or (item.says("and", "then") and bool(deeds_in(items[at:])))
        if said_cp and named and parted and at + 1 < len(items):
            return items[:at], items[at + 1 :]
    return items, []


def _is_worth(moment: Moment, items: Sequence[Item], item: Item) -> bool:
    """`A Mighty Fortress for 4, ...`: a number that the card is worth."""
    if item.kind != NUMBER or item.prep != "for":
        return False
    cards = [card for one in items if (card := card_of(moment, one, moment.game.hand(moment.power)))]
    return bool(cards) and item.count == _worth(moment, cards[0])


def _whose(moment: Moment, item: Item) -> str:
    """The power of a leader who is named for it: `the Sultan skips his impulse`."""
    who = item.named(LEADER)
    if item.kind != PERSON or who not in moment.game.leaders:
        return ""
    return moment.say(NATION, moment.game.leader_commander(who))
