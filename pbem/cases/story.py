"""Events as plain sentences, for `expect event` and for the log of a case."""

from __future__ import annotations

import re

from pbem.orders.names import CARD, Names
from pbem.orders.prompts import shown
from rules.core.events import DiceRolled, Event

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)")
_PLURAL = re.compile(r"\{(\w+)\|([^|}]*)\|([^}]*)\}")


def tell(event: Event, names: Names) -> str:
    """The sentence of an event with printed names."""
    values = event.values()

    def if_told(part: re.Match[str]) -> str:
        """What stands in brackets is said only if everything in it has a value."""
        return part[1] if all(values.get(name) for name in _FIELD.findall(part[1])) else ""

    sentence = _OPTIONAL.sub(if_told, event.sentence)
    sentence = _PLURAL.sub(lambda match: match[2 if values.get(match[1]) == 1 else 3], sentence)
    printed = {key: _shown(key, value, names) for key, value in values.items()}
    try:
        text = sentence.format_map(printed)
    except (KeyError, IndexError, ValueError):
        text = f"{sentence} {printed}"
    if isinstance(event, DiceRolled) and event.hits is not None:
        text += f" Hits: {event.hits}."
    return text


def _shown(key: str, value: object, names: Names) -> str:
    """A field by its printed name; numbers are cards where the field says so."""
    if key == "card" and isinstance(value, int):
        return f"{value} {names.table(CARD).printed.get(str(value), '')}".strip()
    if key == "cards" and isinstance(value, tuple | list):
        return ", ".join(_shown("card", card, names) for card in value)
    return shown(value, names)
