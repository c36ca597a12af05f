"""The religious struggle in free words: treatises, translations, debates, books, buildings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, REST_CP, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import DEBATER, LANGUAGE, NATION, SPACE
from pbem.war.free_words.parts import ALWAYS, Part, left_over, no_verb, one, orders
from pbem.war.free_words.points import with_points_left
from pbem.war.free_words.subjects import without_subject

FaithReader: TypeAlias = Callable[[Moment, Sequence[Item]], tuple[Reading, ...]]


def faith(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """Treatises, translations, debates, books, St. Peter's, universities."""
    for deed, reader in _FAITH.items():
        if before is not None and before.deed == deed and _only_another(items):
            return Part(deed, before.readings)  # `a treatise in Germany, then another`
        said = orders([item for item in items if not item.says("deed.commit", "deed.join")], deed)
        again = before is not None and before.deed == deed and no_verb(items)
        if (said or again) and (found := reader(with_points_left(moment, items, before), items)):
            return Part(deed, found)
    return None


def _only_another(items: Sequence[Item]) -> bool:
    words = [item for item in items if item.kind != MARK]
    return bool(words) and all(item.kind == NUMBER and item.chunk.text in _ANOTHER for item in words)


_ANOTHER = ("another", "another one", "one more", "yet another")


def _zone_and_debater(moment: Moment, items: Sequence[Item], deed: str) -> tuple[str, str, list[Item]] | None:
    """The language and the debater of a deed, and what is left of its items; None if it is not clear."""
    debaters = moment.game.faith.debaters
    zones, helpers, rest = list[str](), list[str](), list[Item]()
    for item in items:
        who = item.named(DEBATER)
        if item.named(LANGUAGE) and item.kind in (WORD, PLACE):
            zones.append(item.named(LANGUAGE))
        elif who and who in debaters and item.kind in (WORD, PERSON):
            helpers.append(who)
        elif (
            (item.kind == WORD and item.named(NATION) == moment.power)
            or item.kind == MARK
            or (
                item.kind == WORD
                and item.chunk.says(
                    *ALWAYS,
                    f"deed.{deed}",
                    f"about.{deed}",
                    "deed.commit",
                    "deed.join",
                    "zone",
                    "for",
                    "times",
                    "in",
                    "to",
                )
            )
            or _of_faith(item)
        ):
            continue
        else:
            rest.append(item)
    if len(zones) > 1 and sum(item.says(f"deed.{deed}") for item in items) > 1:
        return None  # `a treatise in Germany, another treatise in Germany` are two
    zones, helpers = list(dict.fromkeys(zones)), list(dict.fromkeys(helpers))
    if len(zones) > 1 or len(helpers) > 1:
        return None
    return zones[0] if zones else "", helpers[0] if helpers else "", rest


def _of_faith(item: Item) -> bool:
    """A word that may stand beside any deed of faith, and is none itself."""
    return (
        item.kind == WORD
        and not item.chunk.names
        and item.chunk.says(*(f"about.{deed}" for deed in _FAITH))
        and not any(idea.startswith("deed.") or idea in _THAT_COUNTS for idea in item.chunk.ideas)
    )


_THAT_COUNTS = ("all", "not", "no", "but", "doubt", "uncommitted", "committed", "new testament", "full bible")


def _with(moment: Moment, debater: str) -> str:
    return f" with {moment.say(DEBATER, debater)}" if debater else ""


def _zone_of(moment: Moment, debater: str) -> str:
    """The language of a debater, if one is named."""
    known = moment.game.data.debaters
    return known[debater].zone if debater in known else ""


def _in_zone(deed: str, order: str) -> FaithReader:
    def read(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
        found = _zone_and_debater(moment, items, deed)
        if found is None:
            return ()
        zone, who, rest = found
        counts = [item.count or 0 for item in rest if item.kind == NUMBER]
        if any(item.kind not in (COST, NUMBER) for item in rest) or not zone or len(counts) > 1:
            return ()
        more = any(item.kind == NUMBER and item.chunk.text in _ANOTHER for item in rest)
        if more and any(item.says(f"deed.{deed}") for item in items):
            return ()  # of what stands before it in the same breath
        times = counts[0] if counts else 1
        if not 1 <= times <= 3:
            return ()
        once = f"{order} {zone}{_with(moment, who)}"
        price = (Reading((once,), prices=(times,)),) if counts and _stands_behind(items, deed) else ()
        return (*price, *one(*[once] * times))

    return read


def _stands_behind(items: Sequence[Item], deed: str) -> bool:
    """`treatise in Germany 2`: a bare number behind a deed may be its price; `x2` is how often."""
    number = next(at for at, item in enumerate(items) if item.kind == NUMBER)
    named = next((at for at, item in enumerate(items) if item.says(f"deed.{deed}")), len(items))
    return (
        number > named
        and items[number].chunk.text.isdecimal()
        and not any(item.says("times") for item in items)
    )


def _debate(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    pools = [pool for pool in ("uncommitted", "committed") if any(item.says(pool) for item in items)]
    rest = [item for item in items if not item.says("uncommitted", "committed")]
    rest = [item for item in rest if not item.named(NATION) or item.named(LANGUAGE)]
    found = _zone_and_debater(moment, rest, "debate")
    if found is None or found[1] or any(item.kind != COST for item in found[2]) or not found[0]:
        return ()
    return one(f"debate {found[0]}", *pools)


def _translate(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    """Steps of a work in a language; several languages each with their own steps."""
    works = [work for work in ("new testament", "full bible") if any(item.says(work) for item in items)]
    rest = [item for item in items if not item.says("new testament", "full bible")]
    rest = [
        item
        for before, item in zip([None, *rest], rest, strict=False)
        if not (
            item.chunk.text == "one" and before is not None and before.named(LANGUAGE)
        )  # `the English one`
    ]
    found = _zone_and_debater(moment, rest, "translate")
    if found is None or len(works) > 1:
        return ()
    zone, who, left = found
    zone = zone or _zone_of(moment, who)  # `Tyndale's New Testament`
    if not zone:
        return ()
    steps = [item.count or 0 for item in left if item.kind in (NUMBER, COST)]
    if any(item.kind in (REST_CP, ALL) for item in left) and not steps:
        steps = [int(getattr(moment.question, "cp", 0))]
        if not steps[0]:
            return ()
    if any(item.kind not in (NUMBER, COST, REST_CP, ALL) for item in left) or len(steps) > 1:
        return ()
    work = f" {works[0]}" if works else ""
    due = one(f"translate {zone} {steps[0] if steps else 1}{_with(moment, who)}", sure=bool(not works))
    if not works or works == ["new testament"]:
        return one(
            f"translate {zone}{work} {steps[0] if steps else 1}{_with(moment, who)}",
            sure=bool(steps),  # `German NT` may be one point or all of them
        )
    return one(f"translate {zone} full bible {steps[0] if steps else 1}{_with(moment, who)}") + due


def _st_peters(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    counts = list(
        {item.count or 0: None for item in items if item.kind in (NUMBER, COST)}
    )  # `two stones (2 CP)`
    everything = any(item.kind in (REST_CP, ALL) for item in items)
    rest = [item for item in without_subject(moment, items) if item.kind not in (NUMBER, COST, REST_CP, ALL)]
    if left_over(rest, "deed.stpeters", "about.stpeters", "times", "for", "to", "in") or len(counts) > 1:
        return ()
    if counts:
        return one(f"st peters {counts[0]}")
    cp = getattr(moment.question, "cp", 0)
    if not cp:
        return ()
    whole = one(f"st peters {cp}", sure=everything)
    # Without a number, one point may be meant as well as all of them.
    return whole if everything or cp == 1 else one("st peters 1", sure=False) + whole


def _university(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    spaces = [item.space for item in items if item.kind == PLACE and item.prep in ("", "in", "for", "to")]
    found = _zone_and_debater(moment, [item for item in items if item.kind != PLACE], "university")
    if not spaces or not all(spaces) or found is None or (found[1] and len(spaces) > 1):
        return ()
    counts = [item.count for item in found[2] if item.kind == NUMBER]
    if any(item.kind not in (COST, NUMBER) for item in found[2]) or counts not in ([], [len(spaces)]):
        return ()
    return one(*(f"university {moment.say(SPACE, space)}{_with(moment, found[1])}" for space in spaces))


_FAITH: dict[str, FaithReader] = {
    "treatise": _in_zone("treatise", "treatise"),
    "burn": _in_zone("burn", "burn books"),
    "debate": _debate,
    "translate": _translate,
    "stpeters": _st_peters,
    "university": _university,
}
