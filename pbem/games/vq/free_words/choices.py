"""Choices of two things at once (a couple, a ship in a port, a favour of a power), and of what is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.vq.orders.kinds import OCEAN
from pbem.language.items import MARK, NUMBER, UNITS, Item
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import OPTION
from pbem.language.parse import say
from pbem.war.free_words.answers import adds_nothing, is_said, polarity, spoken_of

_MARK = re.compile(r"[:+>]")


def two_things(topic: str) -> Reader:
    """The reader of such a choice: the options of which both things are named, and nothing else."""

    def read(moment: Moment) -> list[Reading]:
        if polarity(moment, topic) is False:
            return [Reading(("none",))]
        options = [option for option in getattr(moment.question, "options", ()) if _MARK.search(option)]
        ids = {part for option in options for part in _MARK.split(option)}
        named = [(item, _ids(item, ids)) for item in moment.items]
        beside = ("deal.betroth", "deed.build", "deed.sponsor", "in", "to", "with", "against", "from", "for")
        if any(not found and not adds_nothing(moment, item, topic, *beside) for item, found in named):
            return []
        said = [found for _, found in named if found]
        chosen = [option for option in options if _fits(_MARK.split(option), said)]
        return [Reading((say(moment.question, option, moment.names),)) for option in chosen]

    return read


def _ids(item: Item, among: set[str]) -> set[str]:
    """The things among some that an item may name."""
    names = {id for ids in item.chunk.names.values() for id in ids} & among
    return names | {id for id in among if item.chunk.says(f"{OPTION}.{id}")}


def _fits(parts: Sequence[str], said: Sequence[set[str]]) -> bool:
    """Whether every part was said, and nothing else was."""
    return all(any(part in found for found in said) for part in parts) and all(
        not found.isdisjoint(parts) for found in said
    )


# ---- Imperial replacements (20.6)

_REPLACED = {1: ("regular", "regulars"), 2: ("mercenaries", "mercenaries"), 4: ("for_hire", "mercenaries")}
"""What there is so many of, and of which kind."""


def replacements(moment: Moment) -> list[Reading]:
    """`the two mercenaries`, `the four for hire`: how many there are of each is part of the choice."""
    options = list(getattr(moment.question, "options", ()))
    chosen: set[str] = set()
    for item in moment.items:
        if item.kind in (UNITS, NUMBER) and item.count is not None:
            option, unit = _REPLACED.get(item.count, ("", ""))
            if not option or item.unit not in ("", unit):
                return []
            chosen.add(option)
        elif said := {option for option in options if item.chunk.says(f"{OPTION}.{option}")}:
            chosen |= said
        elif not adds_nothing(moment, item, "choose", "for", "to", "army", "men"):
            return []
    if "for_hire" in chosen:
        chosen.discard("mercenaries")  # `the mercs for hire`
    sure = is_said(moment, "choose")
    return [Reading((moment.say(OPTION, option),), sure) for option in chosen] if len(chosen) == 1 else []


# ---- What a pirate gets (16.4, 16.5)

_IS = ("is", "are", "ist", "sind")
_KEPT = ("deed.stay", "leave_behind", "keeps", "kept")


def given_up(moment: Moment) -> list[Reading]:
    """The reader of a choice of what a pirate gets: `he may have the point, the silver stays here`."""
    options = list(getattr(moment.question, "options", ()))
    given: set[str] = set()
    kept: set[str] = set()
    for clause in _clauses(moment.items):
        named = [(item, {one for one in options if item.chunk.says(f"{OPTION}.{one}")}) for item in clause]
        if any(not found and not _beside_a_loss(moment, item) for item, found in named):
            return []
        if any(item.chunk.text in _IS for item in clause):
            return []  # `the silver is here`
        stays = any(item.chunk.says(*_KEPT) for item in clause)
        if stays and any(_is_pirate(moment, item) for item in clause):
            return []  # what he keeps is not what stays here
        at = next((at for at, item in enumerate(clause) if _refuses(item)), len(clause))
        (kept if stays else given).update(*(found for _, found in named[:at]))
        kept.update(*(found for _, found in named[at:]))
    chosen = given or set(options) - kept
    if len(chosen) != 1 or not chosen.isdisjoint(kept):
        return []
    return [Reading((moment.say(OPTION, chosen.pop()),), is_said(moment, "choose"))]


def _refuses(item: Item) -> bool:
    """`the patrol rather than a treasure`, `not the treasure`: what follows stays."""
    return item.chunk.says("over_that") or item.chunk.text == "than"


def _clauses(items: Sequence[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    for item in items:
        if item.kind == MARK or item.says("and", "but"):
            found.append([])
        else:
            found[-1].append(item)
    return found


def _is_pirate(moment: Moment, item: Item) -> bool:
    named = {id for ids in item.chunk.names.values() for id in ids}
    return item.chunk.says("deal.them") or not named.isdisjoint(spoken_of(moment) - {moment.power})


def _beside_a_loss(moment: Moment, item: Item) -> bool:
    return (
        bool(item.named(OCEAN))
        or adds_nothing(moment, item, "choose", "in", "to", "for", "from", "against", "over_that", *_KEPT)
        or adds_nothing(moment, item, "ocean_award")
        or _is_pirate(moment, item)
    )
