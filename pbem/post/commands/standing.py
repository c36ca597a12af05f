"""What a letter says about standing orders and windows: given, listed, taken back, declared; and previews.

These lines are taken before the orders of the letter, and whatever the game waits for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pbem.errors import OrderProblem, Unreadable
from pbem.language.names import MAJOR, POWER
from pbem.language.refusals import why
from pbem.language.voice import Voice
from pbem.letters import content as build
from pbem.letters import render
from pbem.play.budget import Budget
from pbem.play.lines import Line
from pbem.play.preview import Preview, preview
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.standing.orders import StandingOrder
from pbem.play.standing.reading import is_standing, read_standing
from pbem.play.windows import STANDING
from rules import Power

Answer: TypeAlias = tuple[str, str]
"""A title and a text, for the receipt."""

INSTRUCTIONS = {
    "preview": "in a line of its own, best the first: what the letter would do, with nothing done",
    "standing: <order>": "answer a question before it is asked",
    "standing": "your standing orders",
    "cancel standing 2": "take one back; `cancel all standing`: all of them",
    "windows open": "you are asked in response windows; `windows closed`: nobody waits for you",
}
GIVE, CANCEL, WINDOWS, LIST, PREVIEW = "give", "cancel", "windows", "list", "preview"

_PREFIX = r"(?:(?P<power>[^\W\d_]{2,20})\s?:\s*)?"
_PATTERNS = (
    (PREVIEW, re.compile(r"^\s*preview\s*[:.!]?\s*$", re.I)),
    (LIST, re.compile(rf"^{_PREFIX}(?:show\s+|list\s+|my\s+)*standing(?:\s+orders?)?\s*[.?]?$", re.I)),
    (
        CANCEL,
        re.compile(
            rf"^{_PREFIX}(?:cancel|drop|forget|remove)\s+(?:(?P<all>all)\s+)?(?:my\s+)?standing"
            r"(?:\s+orders?)?\s*(?P<rest>[\d\s,;#and]*|all)[.!]?$",
            re.I,
        ),
    ),
    (
        WINDOWS,
        re.compile(
            rf"^{_PREFIX}(?:my\s+)?windows?\s+(?:are\s+)?(?P<rest>open|closed?)[.!]?$|"
            r"^(?P<verb>open|close)\s+(?:my\s+)?windows?[.!]?$",
            re.I,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line about standing orders or windows."""

    kind: str
    line: str
    power: str = ""
    """What was named before a colon."""
    rest: str = ""


def sort_instructions(lines: Sequence[str], certain: int) -> tuple[list[Instruction], list[str]]:
    """The instructions in a letter, and its lines with theirs left empty; doubtful lines are none."""
    found: list[Instruction] = []
    rest = list(lines)
    for at, line in enumerate(lines[:certain]):
        if (instruction := instruction_in(line)) is None:
            continue
        found.append(instruction)
        rest[at] = ""
    return found, rest


def instruction_in(line: str) -> Instruction | None:
    """The instruction that a line is, or None."""
    plain = " ".join(line.split())[:2_000]
    for kind, pattern in _PATTERNS:
        if match := pattern.match(plain):
            groups = match.groupdict()
            rest = groups.get("rest") or groups.get("verb") or ""
            return Instruction(kind, line, groups.get("power") or "", "all" if groups.get("all") else rest)
    named, colon, order = plain.partition(":")
    if is_standing(plain):
        return Instruction(GIVE, line, "", plain)
    if colon and " " not in named and is_standing(order):
        return Instruction(GIVE, line, named, order.strip())
    return None


def is_preview(instructions: Sequence[Instruction]) -> bool:
    """Whether a letter only wants to know what it would do."""
    return any(instruction.kind == PREVIEW for instruction in instructions)


class StandingDesk:
    """Takes the instructions of one letter."""

    def __init__(
        self, sitting: Sitting, seat: Seat, letter: int, voice: Voice, budget: Budget | None = None
    ) -> None:
        self.sitting = sitting
        self._budget = budget or Budget()
        self.seat = seat
        self.names = sitting.names
        self._letter = letter
        self._voice = voice

    def take(self, instructions: Iterable[Instruction]) -> list[Answer]:
        """Do what is asked for, and let the game go on where it now can; an answer for each kind."""
        handlers = {GIVE: self._give, CANCEL: self._cancel, WINDOWS: self._windows, LIST: self._list}
        said: dict[str, list[str]] = {}
        for instruction in instructions:
            if handler := handlers.get(instruction.kind):
                try:
                    self._budget.check(instruction.line)
                    title, text = handler(instruction)
                except OrderProblem as problem:
                    title, text = "Not done", _refused(instruction.line, problem, self._voice)
                said.setdefault(title, []).append(text)
        if said:
            self.sitting.settle()
        return [(title, "\n\n".join(texts)) for title, texts in said.items()]

    def preview(self, lines: Sequence[Line]) -> Answer:
        """What the orders of the letter would bring about."""
        if self.seat.observer:
            return "Preview", render.wrap("Observers give no orders.", 2)
        if self.sitting.talking:
            return "Preview", render.wrap("The powers negotiate: no orders are carried out now.", 2)
        return "Preview", told(preview(self.sitting, self.seat.powers, lines, self._budget), self._voice)

    # ---- Each of them

    def _powers(self, instruction: Instruction) -> list[Power]:
        """The seat's powers that a line is for: the one named, or all."""
        own = list(self.seat.powers)
        if not own:
            raise Unreadable("only players can do this", instruction.line)
        if not instruction.power:
            return own
        named = self.names.find(MAJOR, instruction.power, own)
        if named not in own:
            raise Unreadable(f'"{instruction.power}" is not yours', instruction.line)
        return [named]

    def _give(self, instruction: Instruction) -> Answer:
        powers = self._powers(instruction)
        if len(powers) > 1:
            names = " or ".join(self.names.say(MAJOR, power) for power in powers)
            raise Unreadable(f"for which of your powers? Write {names} and a colon first", instruction.line)
        (power,) = powers
        orders = self.sitting.standing
        number = orders.next_number(power)
        order = read_standing(instruction.rest, power, number, self.sitting.engine.game, self.names)
        orders.add(replace(order, letter=self._letter))
        return "Standing orders", f"{as_listed(order, self._voice)}"

    def _cancel(self, instruction: Instruction) -> Answer:
        numbers = [int(number) for number in re.findall(r"\d{1,4}", instruction.rest)]
        if not numbers and instruction.rest != "all":
            raise Unreadable(
                'which one? Write "cancel standing 2", or "cancel all standing"', instruction.line
            )
        gone: list[StandingOrder] = []
        for power in self._powers(instruction):
            gone += self.sitting.standing.cancel(power, numbers or None)
        if not gone:
            raise Unreadable("you have no such standing order", instruction.line)
        lines = [as_listed(order, self._voice) for order in gone]
        return "Cancelled", "\n".join([render.wrap("These orders stand no longer:", 2), *lines])

    def _windows(self, instruction: Instruction) -> Answer:
        if self.sitting.policy.name != STANDING:
            raise Unreadable(f"standing.not_declared_{self.sitting.policy.name}")
        is_open = instruction.rest.lower() == "open"
        powers = self._powers(instruction)
        for power in powers:
            self.sitting.standing.declare(power, is_open=is_open)
        whose = " and ".join(build.printed_power(self.names, power) for power in powers)
        word = (
            "open: you are asked" if is_open else "closed: standing orders answer, and nobody waits for you"
        )
        return "Windows", render.wrap(f"The windows of {whose} are {word}. Everybody can see this.", 2)

    def _list(self, instruction: Instruction) -> Answer:
        return "Standing orders", listing(self.sitting, self._powers(instruction), self._voice)


# ---- In words


def as_listed(order: StandingOrder, voice: Voice) -> str:
    """`2. Interception: ...`, as receipts and lists show an order."""
    return render.wrap(f"{order.number}. {order.told(voice)}.", 2, 4)


def listing(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """The standing orders of some powers, and how to take them back."""
    lines: list[str] = []
    for power in powers:
        own = sitting.standing.of(power)
        if own and len(powers) > 1:
            lines.append(f"  {build.printed_power(voice.names, power)}")
        lines += [as_listed(order, voice) for order in own]
    if not lines:
        return render.wrap('You have no standing orders. "help standing" tells how to give them.', 2)
    return "\n".join([*lines, "", render.wrap('"cancel standing 1" takes one back.', 2)])


def told(seen: Preview, voice: Voice) -> str:
    """A preview as its player reads it."""
    parts = [render.wrap("Nothing of this has been done. If nobody responds:", 2), ""]
    for line in seen.lines:
        parts.append(f"    {line.line}")
        parts += [render.wrap(text, 8, 2) for event in line.events if (text := voice.event(event))]
    return "\n".join([*parts, *([""] if seen.lines else []), render.wrap(_stop(seen, voice), 2)])


def _stop(seen: Preview, voice: Voice) -> str:
    names = voice.names
    if seen.secret:
        return "Then you learn something that only the real order can show you."
    if seen.random:
        return f"Then dice are rolled or cards drawn ({voice.reason(seen.random)}): no further can be seen."
    if seen.failed:
        failed = seen.failed
        return f"Line {failed.number}, {failed.line}, would not be done: {why(failed.problem, voice)}."
    if seen.asked is not None:
        return f"Then you are asked: {voice.question(seen.asked)}"
    if seen.decides:
        return f"Then it is up to {' and '.join(names.say(POWER, power) for power in seen.decides)}."
    return "Then the game is over."


def _refused(line: str, problem: OrderProblem, voice: Voice) -> str:
    shown = build.problem_of(problem, problem.line or line, voice)
    parts = [f"    {shown.line}"]
    if shown.column is not None and shown.column > 1:
        parts.append(f"    {' ' * (shown.column - 1)}^")
    parts.append(render.wrap(render.sentence(shown.why, shown.rule), 2))
    if shown.expected:
        parts.append(render.wrap(f"Expected: {', '.join(shown.expected[:8])}.", 2, 2))
    if shown.suggestions:
        parts.append(render.wrap(f"Did you mean: {', '.join(shown.suggestions[:6])}?", 2, 2))
    return "\n".join(parts)
