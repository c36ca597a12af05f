"""What can be chosen for a game beside its scenario: other readings of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.records import Record


class Choice(Record):
    """An option with the one value that differs from the usual; without a value it takes a number."""

    name: str
    value: str


DICE_ELSEWHERE = Choice("dice", "elsewhere")
"""Dice are thrown on a table or a forum: every title can be played so."""

RULES_OPTION, FIRST_RULES = "rules_version", 1
"""How the first games of a title were played; they go on so."""
TODAY = (RULES_OPTION, "2")
"""What a new game says of itself: by which readings it is played."""


def today(options: Iterable[tuple[str, str]] = ()) -> tuple[tuple[str, str], ...]:
    """The options of a new game: it is played by the readings of today, unless it asks for older ones."""
    chosen = tuple(options)
    return chosen if RULES_OPTION in dict(chosen) else (*chosen, TODAY)


def rules_version(options: Iterable[tuple[str, str]]) -> int:
    return int(dict(options).get(RULES_OPTION, FIRST_RULES))


def problems_with(options: tuple[tuple[str, str], ...], choices: Iterable[Choice]) -> Iterator[str]:
    """What is wrong with the options chosen for a game, in sentences; numbers are for the title to judge."""
    known = {choice.name: choice for choice in choices}
    for name, value in options:
        choice = known.get(name)
        if choice is None:
            yield f'there is no option "{name}"; there is {", ".join(known)}'
        elif choice.value and value != choice.value:
            yield f'the option {name} can only be "{choice.value}" (or left out), not "{value}"'
    names = [name for name, _value in options]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"the option {name} is given twice"
