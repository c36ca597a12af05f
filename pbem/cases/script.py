"""Lines of a script that need more than their first word: orders, dice, draws, and what the moderator did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbem.cases.pieces import number_of
from pbem.cases.position import json_value
from pbem.cases.read import Line
from pbem.errors import CaseMalformed
from pbem.games.cases import UNKNOWN
from pbem.language.several import expand
from pbem.language.words import key
from rules.core import codec
from rules.core.reasons import Reason

BECAUSE = " because "


def parted(step: Line) -> Iterator[Line]:
    """Several orders in one line, as in a letter: `> france: buy 2 mercs in paris, then end`."""
    power, colon, text = step.text.partition(":")
    if not step.is_order or not colon:
        yield step
        return
    for order in expand(text.strip()):
        yield replace(step, text=f"{power}: {order}")


def dice_of(step: Line) -> list[int]:
    found = []
    for text in step.text.replace(",", " ").split():
        die = number_of(text, "a die")
        if not 1 <= die <= 6:
            raise CaseMalformed(f"{die} is no die", step.number)
        found.append(die)
    return found


def draws_of(step: Line) -> list[str]:
    """Card numbers by spaces or commas, `?` for one that nobody saw; names by commas, as ids."""
    found: list[str] = []
    for item in step.text.split(","):
        parts = item.split()
        if all(part == UNKNOWN or part.lstrip("#").isdigit() for part in parts):
            found += [part.lstrip("#") for part in parts]
        else:
            found.append(key(item).replace(" ", "_"))
    return found


def raw_answer(step: Line) -> tuple[str, Any]:
    """`answer france = {...}`: an answer as the log has it, for what no words say."""
    power, equals, value = step.text.partition("=")
    if not equals:
        raise CaseMalformed("expected: answer <power> = <JSON value>", step.number)
    return power.strip(), _json(value, step)


def rewind_of(step: Line) -> tuple[int, Reason]:
    """`rewind 12 because somebody erred`: everything after the twelfth order no longer counts."""
    to, _, why = step.text.removeprefix("to ").partition(" ")
    number = number_of(to, "the order to go back to")
    if why.startswith("="):
        reason: Reason = codec.load(_json(why[1:], step), Reason)
        return number, reason
    return number, Reason(why.strip().removeprefix("because").strip() or "case")


def correction_of(step: Line) -> tuple[list[tuple[str, Any]], str]:
    """`correct faith.league = true; turn = 4 because ...`: the position is changed by hand."""
    if step.text.startswith("="):
        whole = _json(step.text[1:], step)
        return [(path, value) for path, value in whole["changes"]], whole["reason"]
    text, _, why = step.text.rpartition(BECAUSE)
    text, why = (text, why) if text else (step.text, "")
    changes = []
    for part in text.split("; "):
        path, equals, value = part.partition("=")
        if not equals:
            raise CaseMalformed("expected: correct <path> = <JSON value>; ... because <words>", step.number)
        changes.append((path.strip(), json_value(value.strip())))
    return changes, why


def _json(text: str, step: Line) -> Any:
    try:
        return json.loads(text)
    except ValueError as problem:
        raise CaseMalformed(f"this is no JSON value: {problem}", step.number) from None
