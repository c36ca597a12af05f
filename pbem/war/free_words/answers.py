"""Answers in free words: yes and no, one thing of several, cards, spaces one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass

from pbem.language.choices import NONE_OPTIONS, kind_of
from pbem.language.items import ALL, COST, EVERY, MARK, NUMBER, PERSON, PLACE, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import CARD, FAITH, LEADER, NATION, OPTION, SPACE
from pbem.language.names import PLACE as PLACES
from pbem.war.free_words.parts import ALWAYS
from pbem.war.orders.seasons import leaders_of

YES, NO, ALSO = "yes", "no", "also"
_OF_ALL = ("withdraw", "inside", "avoid_battle")
"""Whoever is asked these answers for the whole army."""
_OF_FLEETS = ("naval_retreat", "naval_avoid")


DEFENCE = ("intercept", "avoid_battle", "withdraw", "inside", "go_inside", "join_relief", "retreat")
AT_SEA = ("naval_intercept", "naval_avoid", "naval_retreat")
LIKE = {("avoid_battle", NO): ("withdraw",), ("naval_intercept", NO): ("intercept",)}
"""Answers that say no to another question too: who stands and fights does not avoid battle."""


_OF_WALLS = frozenset(
    "outside inside walls field open gates withdraw withdraws withdrawal out in front".split()
)
"""Who says so much answers the next question as well."""


def adds_nothing(moment: Moment, item: Item, topic: str, *ideas: str) -> bool:
    """Whether an item may stand in an answer without changing it: a mark, a small word, the own power."""
    return (
        item.kind == MARK
        or item.chunk.text in moment.answer(topic).get(ALSO, ())
        or _of_defence(moment, item, topic)
        or (item.kind == WORD and item.chunk.says(*ALWAYS, *ideas))
        or (item.kind in (WORD, PERSON) and item.named(NATION) == moment.power)
        or (item.kind == WORD and item.chunk.text in moment.answer("any").get(ALSO, ()))
    )


_THAT_COUNTS = (
    "not", "no", "but", "doubt", "all", "else", "army", "fleet", "men", "alone", "both", "everybody", "rest",
)  # fmt: skip


def _of_defence(moment: Moment, item: Item, topic: str) -> bool:
    """Whether a word adds nothing to a question like this one, and answers none of them."""
    alike = next((some for some in (DEFENCE, AT_SEA) if topic in some), ())
    return (
        item.kind == WORD
        and any(item.chunk.text in moment.answer(one).get(ALSO, ()) for one in alike)
        and not item.chunk.says(*_THAT_COUNTS)
        and not any(item.chunk.text in moment.answer(one).get(way, ()) for one in alike for way in (YES, NO))
    )


def says(moment: Moment, item: Item, topic: str, answer: str) -> bool:
    """Whether a word gives this answer to a question."""
    text = item.chunk.text
    if text in moment.answer(topic).get(answer, ()):
        return True
    if (topic, answer) not in LIKE or any(
        text in moment.answer(topic).get(other, ()) for other in (YES, NO, ALSO)
    ):
        return False
    words = set(text.split())
    return words.isdisjoint(_OF_WALLS) and any(
        text in moment.answer(other).get(answer, ()) for other in LIKE[topic, answer]
    )


# ---- Yes and no


def polarity(moment: Moment, topic: str, *, also: Sequence[str] = ()) -> bool | None:
    """Whether a line says yes or no to a question; None if it says neither, both, or something else.

    Every word must say yes or no, or be known to add nothing; all clauses that say something must agree.
    """
    said: set[bool] = set()
    for clause in _clauses(moment.items):
        if topic in _OF_CHASES and _lets_go(moment, clause):
            said.add(False)
            continue
        one = _polarity_of(moment, clause, topic, also)
        if one is None:
            return None
        said |= one
    return said.pop() if len(said) == 1 else None


def _clauses(items: Sequence[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    for at, item in enumerate(items):
        if item.mark(",", ";", ":", ">"):
            found.append([])
            continue
        found[-1].append(item)
        after = items[at + 1].chunk.text if at + 1 < len(items) else ""
        if len(found[-1]) == 1 and item.chunk.text in _CALLED_OUT and after in _SUBJECTS:
            found.append([])  # `no we stay`
    return found


_CALLED_OUT = (
    "no", "nope", "nah", "no thanks", "no thank you", "no sir", "negative", "yes", "yeah", "yep", "aye",
)  # fmt: skip
_SUBJECTS = ("we", "i", "he", "they", "ill", "we will", "i will")


def _polarity_of(moment: Moment, clause: Sequence[Item], topic: str, also: Sequence[str]) -> set[bool] | None:
    """What one clause says: words that say yes are turned round by `not`; None if a word is not explained."""
    yes = no = turned = denied = False
    weak: set[bool] = set()
    for item in clause:
        if item.kind == MARK or (item.chunk.text == "n" and len(clause) > 1):
            continue  # `stay n fight`
        if says(moment, item, topic, ALSO):
            # A word that is both (`into`) counts if no other word says anything.
            weak |= {one for one, way in ((True, YES), (False, NO)) if says(moment, item, topic, way)}
            continue
        if item.chunk.text in _NOBODY:
            denied = True  # `nobody goes in`
        elif says(moment, item, topic, YES):
            yes = True
        elif says(moment, item, topic, NO):
            no = True
        elif says(moment, item, "any", NO) or item.says("not"):
            turned = denied = True  # `no way I fight`, `id rather not fight`
        elif says(moment, item, "any", ALSO):
            continue
        elif says(moment, item, "any", YES):
            yes = True
        elif not _beside(moment, item, topic, also):
            return None
    if no and (yes or turned):
        return None  # `do not fight`, `no peace`
    if denied or no:
        return {False}
    return {True} if yes else weak


_OF_CHASES = ("intercept", "naval_intercept")
_LET = ("let", "lasse", "lass")
_GO = frozenset("go pass come march sail by through past be ziehen gehen".split())


def _lets_go(moment: Moment, clause: Sequence[Item]) -> bool:
    """`let Alva go`, `let the Turks pass through to Pressburg`: whoever moves is left alone."""
    telling = _GO.union(_LET)
    words = [item for item in clause if not item.says("filler", "the") or item.chunk.text in telling]
    goes = next((at for at, item in enumerate(words) if at > 1 and item.chunk.text in _GO), 0)
    return (
        bool(goes)
        and words[0].chunk.text in _LET
        and all(_is_foreign(moment, item) for item in words[1:goes])
        and all(
            item.chunk.text in _GO or item.says("to", "in", "via", "there") or is_spoken_of(moment, item)
            for item in words[goes:]
        )
    )


def _is_foreign(moment: Moment, item: Item) -> bool:
    own = item.named(NATION) == moment.power or (
        item.kind == PERSON and moment.game.leader_commander(item.named(LEADER)) == moment.power
    )
    return bool(item.kind in (PERSON, WORD) and (item.named(LEADER) or item.named(NATION)) and not own)


_NOBODY = ("nobody", "no one", "none of them", "niemand", "keiner")


def spoken_of(moment: Moment) -> set[str]:
    """All that a question itself names: who moves, where to, who is held captive."""
    found: set[str] = set()
    waiting: list[object] = [getattr(moment.question, one.name) for one in fields(moment.question)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, (tuple, list)):
            waiting += one
        elif is_dataclass(one):
            waiting += [getattr(one, part.name) for part in fields(one)]
    return found


def is_spoken_of(moment: Moment, item: Item) -> bool:
    """Whether an item names somebody or some place of the question, or the leader of such a power."""
    parties = spoken_of(moment)
    who = item.named(LEADER)
    if item.kind == PERSON and who in moment.game.leaders:
        return who in parties or moment.game.leader_commander(who) in parties
    if item.kind == PLACE:
        return item.place in parties
    return item.kind == WORD and bool(item.named(NATION)) and item.named(NATION) in parties


def _beside(moment: Moment, item: Item, topic: str, also: Sequence[str]) -> bool:
    """Whether an item may stand beside yes and no: the army, an own leader, what the question is about."""
    return (
        adds_nothing(moment, item, topic)
        or is_spoken_of(moment, item)
        or any(item.named(kind) for kind in also)
        or (item.kind == COST and COST in also)
        or (item.count is None and item.chunk.says("army", "men", "fleet"))
        or (item.kind == ALL and topic in _OF_ALL)
        or (item.kind == PLACE and not item.prep and item.space in moment.game.capitals(moment.power))
        or (item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power))
    )


def decide(topic: str, *also: str, yes: str = "yes", no: str = "no") -> Reader:
    """The reader of a question for yes or no; `also` are kinds of names that may be in it."""

    def read(moment: Moment) -> list[Reading]:
        said = polarity(moment, topic, also=also)
        price = getattr(moment.question, "cost", None)
        fits = all(item.count == price for item in moment.items if item.kind == COST)
        # `yes, poor Montmorency`: beside pity, yes must say what is done.
        pity = any(item.says("scenery") for item in moment.items)
        named = any(says(moment, item, topic, one) for item in moment.items for one in (YES, NO))
        return [] if said is None else [Reading((yes if said else no,), sure=fits and (named or not pity))]

    return read


# ---- One of several


def is_said(moment: Moment, topic: str) -> bool:
    """Whether a name that is called answers: chat around it (`good old mercs`) needs a verb that says so."""
    verbs = moment.words.verbs
    return not any(item.says("scenery") for item in moment.items) or any(
        item.chunk.text.partition(" ")[0] in verbs and item.chunk.text in moment.answer(topic).get(ALSO, ())
        for item in moment.items
    )


def choose(
    topic: str, *about: str, kind: str = "", beside: Callable[[Item], bool] = lambda item: False
) -> Reader:
    """The reader of a choice: the one thing that is named, and words that add nothing.

    `about` are ideas that may stand beside it, and `beside` knows what else may.
    """

    def read(moment: Moment) -> list[Reading]:
        wanted = kind or kind_of(getattr(moment.question, "about", ""), moment.names)
        options = list(getattr(moment.question, "options", ()))
        if declined := _declines(moment, topic, options):
            return [Reading((declined,))]
        chosen: dict[str, None] = {}
        for item in moment.items:
            if id := _named(item, wanted, options):
                chosen[id] = None
            elif not _beside_a_choice(moment, item, topic, about) and not beside(item):
                return []
        sure = is_said(moment, topic)
        return [Reading((moment.say(wanted, id),), sure) for id in chosen] if len(chosen) == 1 else []

    return read


def _declines(moment: Moment, topic: str, options: Sequence[str]) -> str:
    """How a choice that may be declined is declined, if a line says so."""
    declining = next((option for option in options if option in NONE_OPTIONS), "")
    said = declining and any(polarity(moment, one) is False for one in (topic, topic_of(moment)))
    return declining if said else ""


def topic_of(moment: Moment) -> str:
    """What the question is about, by its own name."""
    return str(getattr(moment.question, "topic", "") or moment.question.kind)


def _beside_a_choice(moment: Moment, item: Item, topic: str, about: Sequence[str]) -> bool:
    if adds_nothing(moment, item, topic, "first", *about) or adds_nothing(moment, item, topic_of(moment)):
        return True
    if item.kind == PERSON and item.named(LEADER) in leaders_of(moment.game, moment.power):
        return True
    if item.kind != PLACE and is_spoken_of(moment, item):
        return True
    if item.count is None and item.chunk.says("army", "men", "fleet"):
        return True
    if item.kind == UNITS and item.count is None and topic in _OF_FLEETS:
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
    if kind == FAITH:
        return next((option for option in options if item.chunk.says(f"option.{option}")), "")
    ids = item.chunk.names.get(kind) or item.chunk.names.get(NATION, ())
    fitting = [id for id in ids if id in options] if options else list(ids)
    return fitting[0] if len(fitting) == 1 else ""


def choose_some(moment: Moment) -> list[Reading]:
    """The reader of a choice of several things: `unrest in Tours and Limoges`."""
    wanted = kind_of(getattr(moment.question, "about", ""), moment.names)
    options = list(getattr(moment.question, "options", ()))
    chosen: dict[str, None] = {}
    for item in moment.items:
        if id := _named(item, wanted, options):
            chosen[id] = None
        elif not _beside_a_choice(moment, item, "choose", ("in", "to", "for", "from", "against", "unrest")):
            return []
    said = ", ".join(moment.say(wanted, id) for id in chosen)
    return [Reading((said,), is_said(moment, "choose"))] if chosen else []


def count(moment: Moment) -> list[Reading]:
    """The reader of a question for a number: `I'd say two`."""
    numbers = [item for item in moment.items if item.kind in (NUMBER, COST)]
    if len(numbers) != 1 or any(
        item not in numbers and not adds_nothing(moment, item, "choose", "for", "to", "in")
        for item in moment.items
    ):
        return []
    return [Reading((str(numbers[0].count),))]


def place(moment: Moment) -> list[Reading]:
    """Where new units go: `all 4 of them in Istanbul`, `2 in Paris and the rest in Lyon`."""
    question = moment.question
    most, unit = getattr(question, "most", 0) or getattr(question, "count", 0), getattr(question, "unit", "")
    placed: list[tuple[int, str]] = []
    counts: list[int] = []
    each = any(item.says("each") for item in moment.items)  # `two each in Istanbul and Edirne`
    for item in _with_counts_first(moment.items):
        if item.kind == PLACE and item.space:
            placed.append((counts[-1] if counts and each else counts.pop() if counts else 0, item.space))
        elif item.kind in (NUMBER, UNITS) and item.unit in ("", unit) and not item.nation:
            if counts:
                return []
            counts.append(most if item.count in (None, EVERY) else item.count or 0)
        elif item.kind == ALL:
            counts = counts or [most - sum(many for many, _ in placed)]
        elif not adds_nothing(
            moment, item, "place_units", "more", "in", "to", "for", "men", "army", "deed.build", "each"
        ):
            return []
    if each:
        counts = []
    if len(placed) == 1 and not placed[0][0]:
        placed = [(counts.pop() if counts else most, placed[0][1])]
    if counts or not placed or any(not 1 <= many <= most for many, _ in placed):
        return []
    return [Reading((", ".join(f"{many} in {moment.say(SPACE, space)}" for many, space in placed),))]


def _with_counts_first(items: Sequence[Item]) -> list[Item]:
    """`Istanbul 2, Belgrade 2`: places with a number behind each, written the other way round."""
    told = [item for item in items if item.kind in (PLACE, NUMBER)]
    pairs = list(zip(told[::2], told[1::2], strict=False))
    behind = len(told) % 2 == 0 and all(one.kind == PLACE and two.kind == NUMBER for one, two in pairs)
    if not behind or any(item.kind not in (PLACE, NUMBER, MARK) for item in items):
        return list(items)
    return [item for one, two in pairs for item in (two, one)]


def placed_ahead(moment: Moment, items: Sequence[Item]) -> str:
    """Where the units of an event go that is only being played: `two for Istanbul, one each for Edirne and
    Salonika`, in the words of the grammar.  How many there will be is not known yet, so all are counted.
    """
    placed: list[str] = []
    unit, count, each = "", 0, False
    for item in items:
        if item.kind == PLACE and item.space and item.prep in ("", "in", "to", "for"):
            if not count:
                return ""
            placed.append(f"{count} {unit} in {moment.say(SPACE, item.space)}".replace("  ", " "))
            count = count if each else 0
        elif item.kind in (NUMBER, UNITS) and not item.nation and item.prep in ("", "with"):
            unit = item.unit or unit
            if item.count is None:
                continue
            if item.count < 1 or (count and not each):
                return ""
            count, each = item.count, False
        elif item.says("each"):
            count, each = count or (1 if item.chunk.text.startswith("one ") else 0), True
        elif not adds_nothing(
            moment, item, "place_units", "more", "in", "to", "for", "men", "deed.build", "deed.move"
        ):
            return ""
    return ", ".join(placed) if not count or each else ""
