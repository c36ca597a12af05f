"""Answers in free words: yes and no, one thing of several, cards, spaces one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words.parts import ALWAYS
from pbem.games.his.orders.seasons import leaders_of
from pbem.language.choices import kind_of
from pbem.language.free_words import Moment, Reader, Reading
from pbem.language.items import ALL, COST, MARK, PERSON, PLACE, UNITS, WORD, Item
from pbem.language.names import CARD, LEADER, NATION, OPTION, SPACE
from pbem.language.names import PLACE as PLACES

YES, NO, ALSO = "yes", "no", "also"
_OF_FLEETS = ("naval_retreat", "naval_avoid")


def adds_nothing(moment: Moment, item: Item, topic: str, *ideas: str) -> bool:
    """Whether an item may stand in an answer without changing it: a mark, a small word, the own power."""
    return (
        item.kind == MARK
        or item.chunk.text in moment.answer(topic).get(ALSO, ())
        or (item.kind == WORD and item.chunk.says(*ALWAYS, *ideas))
        or (item.kind in (WORD, PERSON) and item.named(NATION) == moment.power)
    )


def says(moment: Moment, item: Item, topic: str, answer: str) -> bool:
    """Whether a word gives this answer to a question."""
    return item.chunk.text in moment.answer(topic).get(answer, ())


# ---- Yes and no


def polarity(moment: Moment, topic: str, *, also: Sequence[str] = ()) -> bool | None:
    """Whether a line says yes or no to a question; None if it says neither, both, or something else.

    Words that say yes are turned round by `not`; every word must be one of these, or known to add nothing.
    """
    yes = no = turned = denied = plain = False
    for at, item in enumerate(moment.items):
        if item.kind == MARK or says(moment, item, topic, ALSO) or says(moment, item, "any", ALSO):
            continue
        if says(moment, item, topic, YES):
            yes = True
        elif says(moment, item, topic, NO):
            no = True
        elif says(moment, item, "any", NO):
            turned = turned or item.says("not")
            denied = True
            alone = at + 1 < len(moment.items) and moment.items[at + 1].mark(",", ";")
            plain = plain or (alone and not item.says("not"))
        elif says(moment, item, "any", YES):
            yes = True
        elif item.says("not"):
            turned = denied = True
        elif not _beside(moment, item, topic, also):
            return None
    if turned and no and not yes:
        return None  # `do not fight`
    if plain and yes and not no and not turned:
        return None  # `no, withdraw`
    if denied:
        return False
    return None if yes == no else yes


def _beside(moment: Moment, item: Item, topic: str, also: Sequence[str]) -> bool:
    """Whether an item may stand beside yes and no: the army, an own leader, what the question is about."""
    return (
        adds_nothing(moment, item, topic)
        or any(item.named(kind) for kind in also)
        or (item.kind == COST and COST in also)
        or (item.count is None and item.chunk.says("army", "men", "fleet"))
        or (item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power))
    )


def decide(topic: str, *also: str, yes: str = "yes", no: str = "no") -> Reader:
    """The reader of a question for yes or no; `also` are kinds of names that may be in it."""

    def read(moment: Moment) -> list[Reading]:
        said = polarity(moment, topic, also=also)
        return [] if said is None else [Reading((yes if said else no,))]

    return read


# ---- One of several


def choose(topic: str, *about: str, kind: str = "") -> Reader:
    """The reader of a choice: the one thing that is named, and words that add nothing."""

    def read(moment: Moment) -> list[Reading]:
        wanted = kind or kind_of(getattr(moment.question, "about", ""))
        options = list(getattr(moment.question, "options", ()))
        chosen: dict[str, None] = {}
        for item in moment.items:
            if id := _named(item, wanted, options):
                chosen[id] = None
            elif not _beside_a_choice(moment, item, topic, about):
                return []
        return [Reading((moment.say(wanted, id),)) for id in chosen] if len(chosen) == 1 else []

    return read


def _beside_a_choice(moment: Moment, item: Item, topic: str, about: Sequence[str]) -> bool:
    if adds_nothing(moment, item, topic, "first", *about):
        return True
    if item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power):
        return True
    if item.count is None and item.chunk.says("army", "men", "fleet"):
        return True
    if item.kind == UNITS and item.count is None and topic in _OF_FLEETS:
        return True
    if item.kind == PLACE and item.prep == "in" and topic == "piracy_hit":
        return True
    return item.kind == ALL and topic in ("retreat", *_OF_FLEETS)


def _named(item: Item, kind: str, options: Sequence[str]) -> str:
    if kind == OPTION:
        return next((option for option in options if item.chunk.says(f"option.{option}")), "")
    if kind == PLACES:
        return item.place if item.kind == PLACE and (item.place in options or not options) else ""
    if kind == SPACE:
        return item.space if item.kind == PLACE else ""
    if kind == CARD:
        return item.named(CARD) if item.named(CARD) in options or not options else ""
    if kind == LEADER:
        return item.named(LEADER) if item.kind == PERSON else ""
    ids = item.chunk.names.get(kind) or item.chunk.names.get(NATION, ())
    fitting = [id for id in ids if id in options] if options else list(ids)
    return fitting[0] if len(fitting) == 1 else ""


# ---- Cards


def cards_named(moment: Moment, topic: str) -> list[str]:
    """The cards in hand that a line names, if it says nothing else."""
    hand = [str(card) for card in moment.game.hand(moment.power)]
    found: dict[str, None] = {}
    for item in moment.items:
        if item.named(CARD) in hand:
            found[item.named(CARD)] = None
        elif not adds_nothing(moment, item, topic, "deed.play", "card", "home_card", "for", "in", "to"):
            return []
    return list(found)


def one_card(topic: str) -> Reader:
    """The reader of a question for one card."""

    def read(moment: Moment) -> list[Reading]:
        found = cards_named(moment, topic)
        return [Reading((found[0],))] if len(found) == 1 else []

    return read


def pay(moment: Moment) -> list[Reading]:
    """`Fuggers and Ransom`."""
    found = cards_named(moment, "pay_for_wars")
    return [Reading((f"pay {', '.join(found)}",))] if found else []


# ---- Spaces one after the other


def attempt(moment: Moment) -> list[Reading]:
    """`Leipzig, Brandenburg, then Breslau`: one attempt after the other."""
    spaces: list[str] = []
    flourish = False
    for item in moment.items:
        if item.kind == PLACE and item.space and item.prep in ("", "in", "to", "for"):
            spaces.append(item.space)
        elif says(moment, item, "attempt", "flourish"):
            flourish = True
        elif not adds_nothing(moment, item, "attempt"):
            return []
    if not spaces or len(set(spaces)) != len(spaces):
        return []
    return [Reading(tuple(f"target {moment.say(SPACE, space)}" for space in spaces), sure=not flourish)]


def charles_travels(moment: Moment) -> list[Reading]:
    """Where Charles goes, and whether Alva goes with him."""
    spaces, alva, stays = list[str](), False, False
    for item in moment.items:
        if item.kind == PLACE and item.space:
            spaces.append(item.space)
        elif item.kind == PERSON and item.named(LEADER) == "duke_of_alva":
            alva = True
        elif item.kind == PERSON and item.named(LEADER) == "charles_v":
            continue
        elif item.says("alone", "but", "leave") or (alva and item.says("deed.stay")):
            stays = True
        elif not adds_nothing(moment, item, "journey", "to", "for", "event", "deed.play"):
            return []
    if len(spaces) != 1:
        return []
    return [Reading((moment.say(SPACE, spaces[0]), "yes" if alva and not stays else "no"))]


# ---- Peace and war


def sue(moment: Moment) -> list[Reading]:
    """With whom peace is sued for, if with anybody."""
    options = [option for option in getattr(moment.question, "options", ()) if option in moment.game.majors]
    named = [item.named(NATION) for item in moment.items if item.named(NATION) in options]
    said = polarity(
        moment.of([item for item in moment.items if item.named(NATION) not in options]), "sue_for_peace"
    )
    if said is False and not named:
        return [Reading(("no",))]
    if not said:
        return []
    return [Reading((moment.say(NATION, power),)) for power in dict.fromkeys(named or options)]


def confirm(moment: Moment) -> list[Reading]:
    """Yes or no to the deals that are on the table; `yes, but` is neither."""
    proposers = {deal.proposer: None for deal in getattr(moment.question, "deals", ())}
    named = {item.named(NATION): None for item in moment.items if item.named(NATION)}
    named.pop(moment.power, None)
    if any(power not in proposers for power in named):
        return []
    rest = [item for item in moment.items if item.named(NATION) not in proposers]
    said = polarity(moment.of(rest), "confirm_deals")
    if said is None:
        return []
    if not said:
        return [Reading(("none",))] if not named or len(named) == len(proposers) else []
    who = list(named or proposers)
    return [Reading((f"confirm {moment.say(NATION, who[0])}",))] if len(who) == 1 else []


def wars(moment: Moment) -> list[Reading]:
    """On whom war is declared."""
    if polarity(moment, "declare_wars") is False:
        return [Reading(("none",))]
    targets: dict[str, None] = {}
    follows = False
    for item in moment.items:
        power = item.named(NATION)
        if power and power != moment.power:
            if not follows and item.prep not in ("to", "against", "with"):
                return []  # `the Ottoman war against the Hapsburgs` names one enemy
            targets[power] = None
            follows = True
        elif item.kind != MARK and power != moment.power and not item.says(*ALWAYS, "use.war", "to"):
            return []
        follows = follows or item.says("use.war")
    if not targets or not any(item.says("use.war") for item in moment.items):
        return []
    return [Reading((f"declare war on {', '.join(moment.say(NATION, power) for power in targets)}",))]
