"""Choices of two things at once: a couple, a war, ships in a port (`dutch:brielle` in the rules)."""

from __future__ import annotations

import re
from typing import Any

from pbem.games.vq.orders.book import BOOK
from pbem.games.vq.orders.kinds import CAPTAIN, NOBLE, OCEAN
from pbem.language.grammar import THE, Parser, name, one_of, optional, seq, word
from pbem.language.names import MAJOR, NATION, OPTION, PLACE, POWER, SEA, SPACE, UNIT, Names
from rules.core.questions import Choose
from rules.core.records import Record

_MARK = re.compile(r"[:+>]")


class Pair(Record):
    """What the two things are, and how an order joins them."""

    first: str
    second: str
    joined: str
    other: str = ""
    """What the second may be instead."""

    def second_kind(self, id: str, names: Names) -> str:
        return self.other if self.other and id in names.table(self.other).printed else self.second


PAIRS = {
    "betroth_own": Pair(NOBLE, NOBLE, "and"),
    "betroth_unplayed": Pair(NOBLE, NOBLE, "and"),
    "festive_couple": Pair(NOBLE, NOBLE, "and"),
    "intercession": Pair(POWER, POWER, "and"),
    "stormy_stack": Pair(PLACE, PLACE, ">"),
    "unpaid_troops": Pair(NATION, SPACE, "in"),
    "uskok_prey": Pair(NATION, PLACE, "in"),
    "palatine_army": Pair(NATION, SPACE, "in"),
    "marque": Pair(SEA, MAJOR, "against"),
    "venture": Pair(CAPTAIN, OCEAN, "to"),
    "garrison_lost": Pair(NATION, UNIT, ""),
    "free_ship": Pair(UNIT, SPACE, "in"),
    "jilted_gain": Pair(OPTION, SPACE, "in", other=POWER),
    "papal_bull": Pair(OPTION, POWER, "of"),
    "sponsored_pool": Pair(OPTION, POWER, "of"),
}
_JOIN = optional(word("and", "to", "in", "at", "against", "of", ">", ":", "with", "from", "on", ","))
_LEAD = optional(
    word(
        "choose", "take", "use", "sponsor", "build", "betroth", "end", "lose", "raid", "place", "outfit",
        "sail", "piracy", "piracy in", "celebrate",
    )
)  # fmt: skip


def _enter(topic: str, pair: Pair) -> None:
    @BOOK.topic(topic)
    def choice(question: Choose, game: Any, names: Names) -> Parser[str]:
        """`elizabeth and don carlos`, `galley in naples`."""
        two = [_MARK.split(option) for option in question.options if _MARK.search(option)]
        whole = {
            tuple(parts): option for option in question.options if len(parts := _MARK.split(option)) == 2
        }
        one, other = (list(dict.fromkeys(parts[at] for parts in two)) for at in (0, 1))
        kinds = dict.fromkeys(pair.second_kind(id, names) for id in other)
        second = one_of(
            *(name(kind, [id for id in other if pair.second_kind(id, names) == kind]) for kind in kinds)
        )
        both = seq(_LEAD, THE, name(pair.first, one), _JOIN, THE, second)
        return both.to(lambda *parts: whole.get(parts, ":".join(parts))).help(_usage(pair))

    @choice.say
    def _(question: Choose, answer: str, names: Names) -> str:
        parts = _MARK.split(answer)
        if len(parts) != 2:
            return answer.replace("_", " ")
        first = names.say(pair.first, parts[0])
        second = names.say(pair.second_kind(parts[1], names), parts[1])
        return f"{first} {pair.joined} {second}".replace("  ", " ")


def _usage(pair: Pair) -> str:
    return f"<{pair.first}> {pair.joined} <{pair.second}>".replace("  ", " ")


for _topic, _pair in PAIRS.items():
    _enter(_topic, _pair)
