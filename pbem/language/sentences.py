"""Events as sentences: ids become printed names, numbers their plural, dice a row of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from pbem.language import Names
from pbem.language import names as kinds
from pbem.language.forces import ADJECTIVES
from rules import Event
from rules.core.events import DiceRolled

OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
WORD = re.compile(r"\b[a-z][a-z_]+\b")
SLOT = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^{}]*))?\}")

# What a type's name in an event says about the ids in it; the first that fits counts.
BY_TYPE = (
    ("CardNumber", kinds.CARD),
    ("SpaceId", kinds.SPACE),
    ("ZoneId", kinds.SEA),
    ("Place", kinds.PLACE),
    ("LeaderId", kinds.LEADER),
    ("Nation", kinds.NATION),
    ("Power", kinds.POWER),
)
BY_FIELD = {
    "space": kinds.SPACE,
    "zone": kinds.SEA,
    "place": kinds.PLACE,
    "origin": kinds.PLACE,
    "target": kinds.PLACE,
    "port": kinds.SPACE,
    "power": kinds.POWER,
    "nation": kinds.NATION,
    "minor": kinds.POWER,
    "leader": kinds.LEADER,
    "debater": kinds.DEBATER,
    "reformer": kinds.REFORMER,
    "ruler": kinds.RULER,
    "explorer": kinds.EXPLORER,
    "conquistador": kinds.CONQUISTADOR,
    "card": kinds.CARD,
}
HOW = {
    "cp": "for command points",
    "event": "as an event",
    **{victory: victory for victory in ("military", "religious", "standard", "domination", "time limit")},
}
ANYTHING = (
    kinds.LEADER,
    kinds.DEBATER,
    kinds.REFORMER,
    kinds.RULER,
    kinds.EXPLORER,
    kinds.CONQUISTADOR,
    kinds.PLACE,
    kinds.NATION,
    kinds.LANGUAGE,
    kinds.FAITH,
)
"""Where the name of an id is looked for if nothing says what it is."""
PHASES = {
    "theses": "Luther's 95 Theses",
    "card_draw": "Card Draw",
    "diplomacy": "Diplomacy",
    "diet": "the Diet of Worms",
    "spring": "Spring Deployment",
    "action": "Action Phase",
    "winter": "Winter",
    "new_world": "New World",
    "victory": "Victory Determination",
    "over": "the end",
}


class Sentences:
    """Tells events in the words of one game."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def tell(self, event: Event) -> str:
        """The sentence of an event; empty if it has none."""
        values = event.values()

        def fill(found: re.Match[str]) -> str:
            field, one, many = found.groups()
            if field not in values:
                return found.group(0)
            if one is not None:
                value = values[field]
                return one if value == 1 or (isinstance(value, tuple) and len(value) == 1) else str(many)
            if field == "kind" and str(values[field]) in _SINGULAR:
                return _one_or_many(str(values[field]), 1 if values.get("count") == 1 else 0)
            return self._field(type(event), field, values[field])

        sentence = OPTIONAL.sub(partial(_if_told, values), type(event).sentence)
        if values.get("reason") == "action":  # what an impulse is for need not be said
            sentence = sentence.replace(" ({reason})", "")
        text = SLOT.sub(fill, sentence.replace("({how})", "{how}")).strip()
        if isinstance(event, DiceRolled) and event.hits is not None:
            text = f"{text.rstrip('.')}: {event.hits or 'no'} {'hit' if event.hits == 1 else 'hits'}."
        return text[:1].upper() + text[1:]

    def power(self, id: str) -> str:
        """A power inside a sentence: `Hapsburg plays`, as players say it."""
        table = self._names.table(kinds.NATION)
        owner, _, commander = id.partition(">")
        name = table.printed.get(owner, owner.replace("_", " "))
        if name.endswith("s") and table.spelled.get(name[:-1].lower()):
            name = name[:-1]
        return f"{name} (lent to {self.power(commander)})" if commander else name

    def card(self, number: int | str) -> str:
        """`Foul Weather (#31)`."""
        title = self._names.table(kinds.CARD).printed.get(str(number))
        return f"{title} (#{number})" if title else f"card {number}"

    def thing(self, kind: str | None, id: str) -> str:
        """The printed name of a thing of a kind; a text that is no id stays as it is."""
        if kind == kinds.CARD:
            return self.card(id)
        if kind in (kinds.POWER, kinds.NATION):
            return self.power(id)
        for table in [self._names.table(k) for k in ((kind, *ANYTHING) if kind else ANYTHING)]:
            if id in table.printed:
                return table.printed[id]
        return id.replace("_", " ")

    def units(self, units: Any, nation: str = "") -> list[str]:
        """The units of one nation in a place: `2 regulars`, `1 Venetian squadron`."""
        lent = nation if ">" in nation else ""
        whose = f"{self.power(lent) if lent else ADJECTIVES.get(nation, nation)} " if nation else ""
        counts = {kind: getattr(units, kind) for kind in _SINGULAR}
        return [f"{count} {whose}{_one_or_many(kind, count)}" for kind, count in counts.items() if count]

    def _field(self, cls: type[Event], field: str, value: Any) -> str:
        if field == "phase":
            return PHASES.get(value, str(value).replace("_", " "))
        if field == "reason" and isinstance(value, str):
            return WORD.sub(lambda word: self._named(word.group(0)), value)
        if field == "how" and isinstance(value, str):
            return HOW.get(value) or f"({value.replace('_', ' ')})"
        return self._value(_kind_of(cls, field), value)

    def _named(self, word: str) -> str:
        """A word of a reason: the name of a power or place if it is the id of one."""
        if word in self._names.table(kinds.NATION).printed:
            return self.power(word)
        return self._names.table(kinds.PLACE).printed.get(word, word)

    def _value(self, kind: str | None, value: Any) -> str:
        if value is None:
            return "nobody" if kind in (kinds.POWER, kinds.NATION, kinds.LEADER) else "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return self.thing(kind, value)
        if isinstance(value, int):
            return self.card(value) if kind == kinds.CARD else str(value)
        if isinstance(value, Mapping):
            if value and all(key in _SINGULAR for key in value):
                return joined([f"{n} {_one_or_many(unit, n)}" for unit, n in value.items() if n]) or "none"
            return joined(
                [f"{self._key(kind, key)} {self._value(None, item)}" for key, item in value.items()]
            )
        if isinstance(value, tuple | list):
            if kind is None and value and all(type(item) is int for item in value):
                return " ".join(str(die) for die in value)
            if _is_units(value):
                return joined([self._units(*entry) for entry in value]) or "none"
            return joined([self._value(kind, item) for item in value]) or "none"
        if is_dataclass(value):
            return self._record(value)
        return str(value)

    def _key(self, kind: str | None, key: Any) -> str:
        if isinstance(key, int):
            return self._value(kind, key)
        return self.thing(kind or kinds.NATION, str(key))

    def _units(self, nation: str, unit: str, count: int) -> str:
        return f"{count} {_one_or_many(unit, count)}"

    def _record(self, value: Any) -> str:
        """A formation or another small record: its parts in their order."""
        parts = []
        for field in fields(value):
            item = getattr(value, field.name)
            if item not in ((), None, "", 0):
                parts.append(self._value(_kind_in(str(field.type), field.name), item))
        return joined(parts) or "nothing"


def _if_told(values: Mapping[str, Any], part: re.Match[str]) -> str:
    """A part of a sentence in brackets: left out if what it tells of is empty."""
    told = [values.get(slot.group(1)) for slot in SLOT.finditer(part.group(1))]
    return part.group(1) if all(told) else ""


def joined(items: list[str]) -> str:
    """`a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


_SINGULAR = {
    "regulars": "regular",
    "mercenaries": "mercenary",
    "cavalry": "cavalry",
    "squadrons": "squadron",
    "corsairs": "corsair",
}


def _one_or_many(unit: str, count: int) -> str:
    return _SINGULAR.get(unit, unit) if count == 1 else unit


def _is_units(value: tuple[Any, ...] | list[Any]) -> bool:
    """Whether it is a list of (nation, kind of unit, count)."""
    return bool(value) and all(
        isinstance(entry, tuple) and len(entry) == 3 and entry[1] in _SINGULAR and isinstance(entry[2], int)
        for entry in value
    )


_KINDS: dict[tuple[type[Event], str], str | None] = {}


def _kind_of(cls: type[Event], field: str) -> str | None:
    if (cls, field) not in _KINDS:
        hints = {f.name: str(f.type) for f in fields(cls)}
        _KINDS[cls, field] = _kind_in(hints.get(field, ""), field)
    return _KINDS[cls, field]


def _kind_in(hint: str, field: str) -> str | None:
    for name, kind in BY_TYPE:
        if name in hint:
            return kind
    return BY_FIELD.get(field) or BY_FIELD.get(field.removesuffix("s"))
