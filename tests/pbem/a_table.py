"""A sitting on a position written like that of a rule case, for tests of what happens at the table."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from pbem.cases.position import set_up
from pbem.cases.read import read_text
from pbem.games import game_of
from pbem.play.lines import Line
from pbem.play.sitting import Sitting
from pbem.play.standing.reading import read_standing
from pbem.play.windows import POLICIES
from rules import Engine, Snapshot, load_rules

NAMES = game_of("his").names
VOICE = game_of("his").voice()
BATTLE = """
    scenario 1517
    clear map
    clear relations
    clear hands
    war france hapsburg
"""
"""France and the Hapsburgs are at war; nothing is on the map."""


def state_of(position: str, dice: str = "") -> Any:
    """A position as JSON; `dice` fall first, then those of a seed."""
    (case,), problems = read_text(f"{dedent(BATTLE)}case 1.1 x\n{dedent(position)}", Path("test"))
    assert not problems, problems
    _, state = set_up(case)
    state["dice"]["external"] = False
    state["dice"]["given_dice"] = [int(die) for die in dice.split()]
    return state


def table(position: str, *, windows: str = "standing", dice: str = "") -> Sitting:
    """A sitting on a position."""
    engine = Engine(load_rules("his"), Snapshot(0, state_of(position, dice)))
    engine.drain()
    opened = dict.fromkeys(engine.open, engine.seq)
    return Sitting(engine, game_of("his"), POLICIES[windows], opened=opened)


def standing(sitting: Sitting, power: str, *lines: str) -> None:
    """Give standing orders."""
    orders = sitting.standing
    for line in lines:
        orders.add(read_standing(line, power, orders.next_number(power), sitting.engine.game, NAMES))


def letter(sitting: Sitting, power: str, *lines: str) -> Sitting:
    """A letter with these lines; what it brought is in the sitting."""
    sitting.failed, sitting.unread, sitting.steps, sitting.dropped, sitting.skipped = None, [], [], [], []
    sitting.began = sitting.engine.seq
    sitting.take_lines((power,), [Line(n, line) for n, line in enumerate(lines, 1)], 1)
    return sitting


def done(sitting: Sitting) -> list[str]:
    """Who gave which answer in which way; passes of windows left out."""
    return [
        f"{step.power} ({step.source}): {step.words}"
        for step in sitting.steps
        if step.power and (step.words != "pass" or step.source == "mail")
    ]


def happened(sitting: Sitting) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for step in sitting.steps for event in step.events]


def asked(sitting: Sitting) -> list[str]:
    return [f"{power} {getattr(q, 'topic', '') or q.kind}" for power, q in sitting.waiting().items()]


def held(sitting: Sitting, power: str) -> list[str]:
    return [line.line for line in sitting.held.get(power, [])]
