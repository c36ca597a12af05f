"""Answers in free words: yes and no, one thing of several, losses, interception, retreat."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words.forces import journey
from pbem.games.his.free_words.parts import ALWAYS
from pbem.games.his.orders.land import generals
from pbem.games.his.orders.naval import own_admirals
from pbem.games.his.orders.seasons import leaders_of
from pbem.language.choices import kind_of
from pbem.language.free_words import Moment, Reading
from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, UNITS, WORD, Item
from pbem.language.names import CARD, LEADER, NATION, OPTION, SPACE
from pbem.language.names import PLACE as PLACES

_YES, _NO, _ALSO = "yes", "no", "also"


# ---- Yes and no


def polarity(moment: Moment, topic: str, *, also: Sequence[str] = ()) -> bool | None:
    """Whether a line says yes or no to a question; None if it says neither, both, or something else.

    Words that say yes are turned round by `not`; every word must be one of these, or known to add nothing.
    """
    words = moment.answer(topic)
    general = moment.answer("any")
    yes = no = turned = denied = plain = False
    for at, item in enumerate(moment.items):
        text = item.chunk.text
        if item.kind == MARK or text in words.get(_ALSO, ()) or text in general.get(_ALSO, ()):
            continue
        if text in words.get(_YES, ()):
            yes = True
        elif text in words.get(_NO, ()):
            no = True
        elif text in general.get(_NO, ()):
            turned = turned or item.says("not")
            denied = True
            answers = at + 1 < len(moment.items) and moment.items[at + 1].mark(",", ";")
            plain = plain or (answers and not item.says("not"))
        elif text in general.get(_YES, ()):
            yes = True
        elif item.kind == WORD and item.chunk.says(*ALWAYS):
            continue
        elif item.kind == WORD and item.chunk.says("not"):
            turned = denied = True
        elif (
            any(item.named(kind) for kind in also)
            or item.named(NATION) == moment.power
            or item.named(NATION) == moment.power
        ) or (item.kind == COST and COST in also) or (
            item.chunk.says("army", "men", "fleet") and item.kind in (WORD, ALL, UNITS) and item.count is None
        ) or (item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power)):
            continue
        else:
            return None
    if turned and no and not yes:
        return None  # `do not fight`
    if plain and yes and not no and not turned:
        return None  # `no, withdraw`
    if denied:
        return False
    return None if yes == no else yes


def decide(topic: str, *also: str, yes: str = "yes", no: str = "no") -> object:
    """The reader of a question for yes or no; `also` are kinds of names that may be in it."""

    def read(moment: Moment) -> list[Reading]:
        said = polarity(moment, topic, also=also)
        return [] if said is None else [Reading((yes if said else no,))]

    return read


# ---- One of several


def choose(topic: str, *about: str, kind: str = "", lead: str = "") -> object:
    """The reader of a choice: the one thing that is named, and words that add nothing."""

    def read(moment: Moment) -> list[Reading]:
        question = moment.question
        wanted = kind or kind_of(getattr(question, "about", ""))
        options = list(getattr(question, "options", ()))
        words = moment.answer(topic)
        chosen: list[str] = []
        for item in moment.items:
            id = _named(moment, item, wanted, options)
            if id:
                chosen.append(id)
                continue
            if item.kind == MARK or item.chunk.text in words.get(_ALSO, ()):
                continue
            if item.kind == WORD and item.chunk.says(*ALWAYS, "first", *about):
                continue
            if item.named(NATION) == moment.power or (
                item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power)
            ):
                continue
            if item.kind == UNITS and item.count is None and topic in _OF_FLEETS:
                continue
            if item.kind == PLACE and item.prep == "in" and topic == "piracy_hit":
                continue
            if item.kind == ALL and topic in ("retreat", *_OF_FLEETS):
                continue
            if item.chunk.says("army", "men", "fleet") and item.count is None:
                continue
            return []
        chosen = list(dict.fromkeys(chosen))
        if len(chosen) != 1:
            return []
        return [Reading((f"{lead}{moment.say(wanted, chosen[0])}",))]

    return read


_OF_FLEETS = ("naval_retreat", "naval_avoid")


def _named(moment: Moment, item: Item, kind: str, options: Sequence[str]) -> str:
    if kind == OPTION:
        return next((option for option in options if item.chunk.says(f"option.{option}")), "")
    if kind == PLACES:
        return item.place if item.kind == PLACE and (item.place in options or not options) else ""
    if kind in (SPACE,):
        return item.space if item.kind == PLACE else ""
    if kind == CARD:
        return item.named(CARD) if item.named(CARD) in options or not options else ""
    if kind == LEADER:
        return item.named(LEADER) if item.kind == PERSON else ""
    ids = item.chunk.names.get(kind) or item.chunk.names.get(NATION, ())
    fitting = [id for id in ids if id in options] if options else list(ids)
    return fitting[0] if len(fitting) == 1 else ""


def cards_named(moment: Moment, topic: str, *about: str) -> list[str]:
    """The cards that a line names, if it says nothing else."""
    hand = [str(card) for card in moment.game.hand(moment.power)]
    words = moment.answer(topic)
    found: list[str] = []
    for item in moment.items:
        if item.named(CARD) in hand and item.named(CARD):
            found.append(item.named(CARD))
        elif item.kind == MARK or item.chunk.text in words.get(_ALSO, ()) or (item.kind == WORD and (item.chunk.says(*ALWAYS, *about) or item.named(NATION) == moment.power)):
            continue
        else:
            return []
    return list(dict.fromkeys(found))


def one_card(topic: str, *about: str) -> object:
    def read(moment: Moment) -> list[Reading]:
        found = cards_named(moment, topic, "deed.play", "card", "home_card", "for", "in", "to", *about)
        return [Reading((found[0],))] if len(found) == 1 else []

    return read


def pay(moment: Moment) -> list[Reading]:
    found = cards_named(moment, "pay_for_wars", "deed.play", "card", "for", "home_card")
    return [Reading((f"pay {', '.join(found)}",))] if found else []


# ---- Spaces one after the other


def attempt(moment: Moment) -> list[Reading]:
    """`Leipzig, Brandenburg, then Breslau`: one attempt after the other."""
    spaces: list[str] = []
    words = moment.answer("attempt")
    flourish = False
    for item in moment.items:
        if item.kind == PLACE and item.space and item.prep in ("", "in", "to", "for"):
            spaces.append(item.space)
        elif item.kind == MARK or item.chunk.text in words.get(_ALSO, ()):
            continue
        elif item.chunk.text in words.get("flourish", ()):
            flourish = True
        elif item.kind == WORD and item.chunk.says(*ALWAYS):
            continue
        else:
            return []
    if not spaces or len(set(spaces)) != len(spaces):
        return []
    return [Reading(tuple(f"target {moment.say(SPACE, space)}" for space in spaces), sure=not flourish)]


# ---- Losses


def losses(moment: Moment) -> list[Reading]:
    """`2 regs die`, `both from the mercenaries`, `1 regular and 1 mercenary`."""
    words = moment.answer("losses")
    count: int = getattr(moment.question, "count", 0)
    some: list[str] = []
    numbers: list[int] = []
    kinds: list[str] = []
    for item in moment.items:
        if item.kind == UNITS and item.unit:
            if item.count is None:
                kinds.append(item.unit)
            elif item.count > 0:
                some.append(f"{item.count} {item.unit}")
            else:
                return []
        elif item.kind == NUMBER:
            numbers.append(item.count or 0)
        elif item.kind == MARK or item.chunk.text in words.get(_ALSO, ()) or (item.kind == WORD and (item.chunk.says(*ALWAYS, "from") or item.named(NATION) == moment.power)) or (item.kind == PLACE and item.place == getattr(moment.question, "place", "")) or (item.kind == PERSON and item.named(NATION) == moment.power):
            continue
        else:
            return []
    if some and not kinds and not numbers:
        return [Reading((f"lose {', '.join(some)}",))]
    if len(kinds) == 1 and not some and (not numbers or numbers == [count]):
        return [Reading((f"lose {count} {kinds[0]}",))]
    return []


# ---- Interception, avoiding battle, withdrawal


def intercept(moment: Moment) -> list[Reading]:
    said = polarity(moment, "intercept")
    if said is False:
        return [Reading(("decline",))]
    game, power = moment.game, moment.power
    if any(item.says("not", "doubt", "no", "if_fails", "else") for item in moment.items):
        return _several_answers(moment, "intercept")
    text = _force(moment, "intercept", generals(game, power))
    stacks = dict(getattr(moment.question, "stacks", ()))
    if text is None:
        return _two_stacks(moment)
    force, places = text
    places = [place for place in places if place in stacks]
    if force.leaders and not places:
        places = [game.leaders[who].place for who in force.leaders if game.leaders[who].place in stacks]
    if not places:
        places = list(stacks)
    texts = [(force.said(moment) or "all", True)]
    if force.leaders and not force.units and not force.every and not force.alone:
        texts = [("all", False), (force.said(moment), False)]  # the Emperor, or his army?
    return [
        Reading((f"intercept with {text} from {moment.say(SPACE, place)}",), sure)
        for place in dict.fromkeys(places)
        for text, sure in texts
    ]


def _two_stacks(moment: Moment) -> list[Reading]:
    """`Charles + 8 from Graz, and the 3 from Linz`: one after the other."""
    words = moment.answer("intercept")
    stacks = dict(getattr(moment.question, "stacks", ()))
    lines: list[str] = []
    part: list[Item] = []
    own = generals(moment.game, moment.power)
    for item in moment.items:
        if item.kind == PLACE and item.place in stacks:
            found = journey(moment, part, own, "men", "army", "everybody")
            if found.left or not found.force:
                return []
            lines.append(f"intercept with {found.force.said(moment)} from {moment.say(SPACE, item.place)}")
            part = []
        elif (
            item.chunk.text in words.get(_YES, ())
            or item.chunk.text in words.get(_ALSO, ())
            or item.chunk.says("both")
        ):
            continue
        else:
            part.append(item)
    return [Reading(tuple(lines))] if len(lines) > 1 and not part else []


def _force(moment: Moment, topic: str, own: Sequence[str]) -> object:
    """The force of an answer and the places in it; None if a word is not explained."""
    words = moment.answer(topic)
    general = moment.answer("any")
    left = [
        item for item in moment.items
        if not (item.chunk.text in words.get(_YES, ()) or item.chunk.text in words.get(_ALSO, ()) or item.chunk.text in general.get(_YES, ()))
        or item.kind in (PLACE, PERSON, UNITS, ALL)
    ]  # fmt: skip
    if not any(
        item.chunk.text in words.get(_YES, ()) or item.chunk.text in general.get(_YES, ())
        for item in moment.items
    ):
        return None
    enemy = getattr(moment.question, "mover", "")
    left = [
        item
        for item in left
        if not (item.kind == WORD and item.named(NATION) and item.named(NATION) in (enemy,))
    ]
    places = [item.place for item in left if item.kind == PLACE and item.place]
    there = getattr(moment.question, "to", "") or getattr(moment.question, "space", "")
    origins = [item.place for item in left if item.kind == PLACE and item.place != there]
    if len(set(origins)) > 1:
        return None
    rest = [item for item in left if item.kind != PLACE]
    found = journey(moment, rest, own, "men", "army", "everybody", "fleet", "alone")
    if found.left:
        return None
    return found.force, [place for place in places if place != there]


def naval_intercept(moment: Moment) -> list[Reading]:
    if polarity(moment, "naval_intercept") is False:
        return [Reading(("decline",))]
    if any(item.says("not", "doubt", "no") for item in moment.items):
        return []
    text = _force(moment, "naval_intercept", own_admirals(moment.game, moment.power))
    if text is None:
        return []
    force, places = text
    chances = list(getattr(moment.question, "chances", ()))
    origins = list(dict.fromkeys(origin for _zone, origin in chances))
    places = [place for place in places if place in origins] or origins
    said = (
        "all"
        if not force or (force.every and not force.leaders) or _whole_fleet(force)
        else force.said(moment)
    )
    return [
        Reading((f"intercept in {moment.say(PLACES, zone)} with {said} from {moment.say(PLACES, origin)}",))
        for zone, origin in dict.fromkeys(chances)
        if origin in places
    ]


def _whole_fleet(force: object) -> bool:
    return all(some.count == -1 for some in force.units) and not force.leaders  # type: ignore[attr-defined]


def avoid(moment: Moment) -> list[Reading]:
    """`retreat to Linz with everyone`, `we stand and fight`, `withdraw into Vienna`."""
    game, power, question = moment.game, moment.power, moment.question
    here = getattr(question, "space", "")
    inside = polarity(moment, "inside", also=())
    if inside:
        return [Reading(("stay", "withdraw"))]
    if polarity(moment, "avoid_battle") is False:
        return [Reading(("stay",))]
    words = moment.answer("avoid_battle")
    kept = [item for item in moment.items if not (item.kind == PLACE and item.place == here)]
    if not any(item.chunk.text in words.get(_YES, ()) for item in kept) or any(
        item.says("not", "doubt") for item in kept
    ):
        return _several_answers(moment, "avoid_battle")
    spaces = [item.space for item in kept if item.kind == PLACE and item.space]
    rest = [item for item in kept if item.kind != PLACE and not _explains(item, words)]
    found = journey(moment, rest, generals(game, power), "men", "army", "everybody")
    if found.left or len(set(spaces)) != 1:
        return _several_answers(moment, "avoid_battle")
    force, to = found.force, moment.say(SPACE, spaces[0])
    text = f" with {force.said(moment)}" if (force.leaders or force.units) and not force.every else ""
    if force.leaders and not force.units and not force.every:
        alone = f"avoid battle to {to}{text}"
        return [Reading((f"avoid battle to {to}",), sure=False), Reading((alone,), sure=force.alone)]
    return [Reading((f"avoid battle to {to}{text}",))]


def _explains(item: Item, words: object) -> bool:
    text = item.chunk.text
    return item.kind not in (UNITS, ALL, PERSON) and (
        text in words.get(_YES, ()) or text in words.get(_ALSO, ())
    )  # type: ignore[attr-defined]


def _several_answers(moment: Moment, topic: str) -> list[Reading]:
    """`no avoiding, straight into the fortress`: an answer now and one to the question after it."""
    for at, item in enumerate(moment.items):
        if item.mark(",", ";") or item.says("and", "then", "else"):
            first = Moment(
                moment.power, moment.question, moment.game, moment.names, moment.words, moment.items[:at]
            )
            rest = moment.items[at + 1 :]
            cond = item.says("else")
            while rest and (rest[0].kind == MARK or rest[0].says("and", "then", "else", "if_fails")):
                cond = cond or rest[0].says("else", "if_fails")
                rest = rest[1:]
            then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, rest)
            reader = intercept if topic == "intercept" else avoid
            before = reader(first)
            if len(before) != 1 or len(before[0].lines) != 1:
                continue
            inside = polarity(then, "inside", also=(LEADER,))
            fights = polarity(then, "withdraw", also=(LEADER,))
            if inside:
                follow = "withdraw"
            elif fights is False:
                follow = "fight"
            else:
                continue
            line = f"if failed: {follow}" if cond else follow
            return [Reading((before[0].lines[0], line))]
    return []


def withdraw(moment: Moment) -> list[Reading]:
    here = getattr(moment.question, "place", "") or getattr(moment.question, "space", "")
    kept = [item for item in moment.items if not (item.kind == PLACE and (item.place == here or not here))]
    own = [
        item
        for item in kept
        if not (item.kind == PERSON and item.named(LEADER) in generals(moment.game, moment.power))
    ]
    then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, own)
    said = polarity(then, "withdraw")
    return [] if said is None else [Reading(("withdraw" if said else "fight",))]


def part_of_army(topic: str, verb: str) -> object:
    """Who goes inside, who comes out to help."""

    def read(moment: Moment) -> list[Reading]:
        words = moment.answer(topic)
        here = getattr(moment.question, "space", "")
        kept = [item for item in moment.items if not (item.kind == PLACE and item.place == here)]
        plain = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, kept)
        said = polarity(plain, topic)
        if said is False:
            return [Reading(("nobody",))]
        if said and not any(item.kind in (UNITS, NUMBER, PERSON) for item in kept):
            return [Reading((f"{verb} all",))]
        # What the rest does is said by what these do.
        cut = next(
            (
                at
                for at, item in enumerate(kept)
                if item.mark(",", ";") and any(i.kind == ALL for i in kept[at:])
            ),
            len(kept),
        )
        rest = kept[cut:]
        if rest and not all(
            item.kind in (MARK, ALL) or item.chunk.says(*ALWAYS) or item.chunk.text in words.get("others", ())
            for item in rest
        ):
            return []
        mine = [
            item
            for item in kept[:cut]
            if not (
                item.kind == WORD
                and (item.chunk.text in words.get(_YES, ()) or item.chunk.text in words.get(_ALSO, ()))
            )
        ]
        found = journey(moment, mine, generals(moment.game, moment.power), "men", "army", "alone")
        if found.left or not found.force:
            return []
        force = found.force
        sure = bool(force.units or force.every or force.alone)
        return [Reading((f"{verb} {force.said(moment)}",), sure)]

    return read


__all__ = [
    "attempt",
    "avoid",
    "choose",
    "decide",
    "intercept",
    "losses",
    "naval_intercept",
    "one_card",
    "part_of_army",
    "pay",
    "withdraw",
]


def naval_avoid(moment: Moment) -> list[Reading]:
    places = [item for item in moment.items if item.kind == PLACE]
    fleet = [item for item in moment.items if item.kind == UNITS and item.count is None]
    rest = [item for item in moment.items if item not in places and item not in fleet]
    then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, rest)
    said = polarity(then, "naval_avoid")
    if not places:
        return [Reading(("no",))] if said is False else []
    if len(places) == 1 and said is not False and said is not None:
        return [Reading((moment.say(PLACES, places[0].place),))]
    return []


def sue(moment: Moment) -> list[Reading]:
    options = [option for option in getattr(moment.question, "options", ()) if option in moment.game.majors]
    named = [item.named(NATION) for item in moment.items if item.named(NATION) in options]
    rest = [item for item in moment.items if item.named(NATION) not in options]
    then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, rest)
    said = polarity(then, "sue_for_peace")
    if said is False and not named:
        return [Reading(("no",))]
    if said:
        who = dict.fromkeys(named) or dict.fromkeys(options)
        return [Reading((moment.say(NATION, power),)) for power in who]
    return []


def confirm(moment: Moment) -> list[Reading]:
    """Yes or no to the deals that are on the table; `yes, but` is neither."""
    proposers = {deal.proposer for deal in getattr(moment.question, "deals", ())}
    named = {item.named(NATION) for item in moment.items if item.named(NATION)} - {moment.power}
    if not named <= proposers:
        return []
    rest = [item for item in moment.items if item.named(NATION) not in proposers]
    then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, rest)
    said = polarity(then, "confirm_deals")
    if said is None:
        return []
    if not said:
        return [Reading(("none",))] if not named or named == proposers else []
    who = list(named) or list(proposers)
    return [Reading((f"confirm {moment.say(NATION, who[0])}",))] if len(who) == 1 else []


def wars(moment: Moment) -> list[Reading]:
    if polarity(moment, "declare_wars") is False:
        return [Reading(("none",))]
    targets = []
    for item in moment.items:
        power = item.named(NATION)
        if power and power != moment.power and (item.prep in ("to", "against", "") or item.kind != PLACE):
            targets.append(power)
        elif item.kind == MARK or power == moment.power or (item.kind == WORD and item.chunk.says(*ALWAYS, "use.war", "to")):
            continue
        else:
            return []
    if not targets or not any(item.says("use.war") for item in moment.items):
        return []
    return [
        Reading(
            (f"declare war on {', '.join(moment.say(NATION, power) for power in dict.fromkeys(targets))}",)
        )
    ]


def charles_travels(moment: Moment) -> list[Reading]:
    """Where Charles goes, and whether Alva goes with him."""
    words = moment.answer("journey")
    spaces, alva, stays = list[str](), False, False
    for item in moment.items:
        if item.kind == PLACE and item.space:
            spaces.append(item.space)
        elif item.kind == PERSON and item.named(LEADER) == "duke_of_alva":
            alva = True
        elif item.kind == PERSON and item.named(LEADER) == "charles_v":
            continue
        elif item.says("alone", "but") or (alva and item.says("deed.stay")) or item.says("leave"):
            stays = True
        elif item.kind == MARK or item.chunk.text in words.get(_ALSO, ()) or item.says("event", "deed.play") or (item.kind == WORD and (
            item.chunk.says(*ALWAYS, "to", "for") or item.named(NATION) == moment.power
        )):
            continue
        else:
            return []
    if len(spaces) != 1:
        return []
    return [Reading((moment.say(SPACE, spaces[0]), "yes" if alva and not stays else "no"))]
