"""What a letter says about standing orders and windows: given, listed, taken back, declared; and previews.

These lines are taken before the orders of the letter, and whatever the game waits for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pbem.errors import OrderProblem
from pbem.language.declined import Declined
from pbem.language.names import MAJOR
from pbem.language.refusals import why
from pbem.language.voice import Voice
from pbem.letters import content as build
from pbem.letters import render
from pbem.play.budget import Budget
from pbem.play.lines import Line
from pbem.play.preview import Preview, preview
from pbem.play.scopes import Scope, read_scope
from pbem.play.scopes import told as scopes_told
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.standing.orders import StandingOrder
from pbem.play.standing.reading import is_standing, read_standing
from pbem.play.windows import STANDING
from rules import Power

Answer: TypeAlias = tuple[str, str]
"""A title and a text, for the receipt."""

INSTRUCTIONS = ("preview", "standing", "standing_list", "cancel_standing", "windows")
"""How they are written and what they do is in the catalogs, under `letter.usage` and `letter.about`."""
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
            rf"^{_PREFIX}(?:my\s+)?windows?\s+(?:are\s+)?(?P<rest>(?:open|closed?)(?:\s.{{0,80}})?)[.!]?$|"
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
                    title, text = (
                        self._say("receipt.not_done"),
                        _refused(instruction.line, problem, self._voice),
                    )
                except Declined as problem:
                    reason = render.sentence(self._voice, problem.told(self._voice))
                    title = self._say("receipt.not_done")
                    text = f"{render.wrap(instruction.line, 4, 4)}\n{render.wrap(reason, 2)}"
                said.setdefault(title, []).append(text)
        if said:
            self.sitting.settle()
        return [(title, "\n\n".join(texts)) for title, texts in said.items()]

    def preview(self, lines: Sequence[Line]) -> Answer:
        """What the orders of the letter would bring about."""
        if self.seat.observer:
            text = self._paragraph("late.observer")
        elif self.sitting.talking:
            text = self._paragraph("preview.talking")
        else:
            text = told(preview(self.sitting, self.seat.powers, lines, self._budget), self._voice)
        return self._say("preview.title"), text

    def _say(self, key: str) -> str:
        return self._voice.say("letter", key)

    def _paragraph(self, key: str, **fields: Any) -> str:
        return render.paragraph(self._voice, key, **fields)

    # ---- Each of them

    def _powers(self, instruction: Instruction) -> list[Power]:
        """The seat's powers that a line is for: the one named, or all."""
        own = list(self.seat.powers)
        if not own:
            raise Declined("request.only_players")
        if not instruction.power:
            return own
        named = self.names.find(MAJOR, instruction.power, own)
        if named not in own:
            raise Declined("request.not_yours", text=instruction.power)
        return [named]

    def _give(self, instruction: Instruction) -> Answer:
        powers = self._powers(instruction)
        if len(powers) > 1:
            names = [build.power_name(self._voice, power) for power in powers]
            raise Declined("request.which_powers", names_text=names)
        (power,) = powers
        orders = self.sitting.standing
        number = orders.next_number(power)
        order = read_standing(instruction.rest, power, number, self.sitting.engine.game, self.names)
        orders.add(replace(order, letter=self._letter))
        return self._say("standing.title"), as_listed(order, self._voice)

    def _cancel(self, instruction: Instruction) -> Answer:
        numbers = [int(number) for number in re.findall(r"\d{1,4}", instruction.rest)]
        if not numbers and instruction.rest != "all":
            raise Declined("standing.which")
        gone: list[StandingOrder] = []
        for power in self._powers(instruction):
            gone += self.sitting.standing.cancel(power, numbers or None)
        if not gone:
            raise Declined("standing.none")
        lines = [as_listed(order, self._voice) for order in gone]
        return self._say("standing.cancelled"), "\n".join([self._paragraph("standing.gone"), *lines])

    def _windows(self, instruction: Instruction) -> Answer:
        if self.sitting.policy.name != STANDING:
            raise Declined(f"standing.not_declared_{self.sitting.policy.name}")
        which, _, words = instruction.rest.partition(" ")
        is_open = which.lower() == "open"
        powers = self._powers(instruction)
        scopes = [read_scope(words, power, self.names) for power in powers]
        for power, scope in zip(powers, scopes, strict=True):
            kind = scope.stored if scope.kind else ""
            self.sitting.standing.declare(power, is_open=is_open, scope=kind)
        if words.strip():
            now = [open_now for open_now in self.sitting.standing.open_windows if _whose(open_now) in powers]
            what = "; ".join(scopes_told(now, self._voice)) or self._say("windows.none")
            return self._say("windows.title"), self._paragraph("windows.scopes", text=what)
        text = self._paragraph("windows.open" if is_open else "windows.closed", powers=powers)
        return self._say("windows.title"), text

    def _list(self, instruction: Instruction) -> Answer:
        return self._say("standing.title"), listing(self.sitting, self._powers(instruction), self._voice)


def _whose(scope: str) -> Power:
    return Scope.read(scope).power


# ---- In words


def as_listed(order: StandingOrder, voice: Voice) -> str:
    """`2. Interception: ...`, as receipts and lists show an order."""
    text = order.told(voice)
    return render.paragraph(voice, "standing.line", 2, 4, number=order.number, text=text)


def listing(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """The standing orders of some powers, and how to take them back."""
    lines: list[str] = []
    for power in powers:
        own = sitting.standing.of(power)
        if own and len(powers) > 1:
            lines.append(f"  {build.power_name(voice, power)}")
        lines += [as_listed(order, voice) for order in own]
    if not lines:
        return render.paragraph(voice, "standing.none")
    return "\n".join([*lines, "", render.paragraph(voice, "standing.cancel")])


def told(seen: Preview, voice: Voice) -> str:
    """A preview as its player reads it."""
    parts = [render.paragraph(voice, "preview.intro"), ""]
    for line in seen.lines:
        parts.append(f"    {line.line}")
        parts += [render.wrap(text, 8, 2) for event in line.events if (text := voice.event(event))]
    return "\n".join([*parts, *([""] if seen.lines else []), render.wrap(_stop(seen, voice), 2)])


def _stop(seen: Preview, voice: Voice) -> str:
    if seen.secret:
        return voice.say("letter", "preview.secret")
    if seen.random:
        return voice.say("letter", "preview.random", reason=seen.random)
    if seen.failed:
        number, line, reason = seen.failed.number, seen.failed.line, why(seen.failed.problem, voice)
        return voice.say("letter", "preview.failed", number=number, line=line, why_text=reason)
    if seen.asked is not None:
        return voice.say("letter", "preview.asked", text=voice.question(seen.asked))
    if seen.decides:
        return voice.say("letter", "preview.decides", powers=list(seen.decides))
    return voice.say("letter", "preview.over")


def _refused(line: str, problem: OrderProblem, voice: Voice) -> str:
    shown = build.problem_of(problem, problem.line or line, voice)
    parts = [f"    {shown.line}"]
    if shown.column is not None and shown.column > 1:
        parts.append(f"    {' ' * (shown.column - 1)}^")
    parts.append(render.wrap(render.sentence(voice, shown.why, shown.rule), 2))
    if shown.expected:
        parts.append(render.paragraph(voice, "expected", 2, 2, text=", ".join(shown.expected[:8])))
    if shown.suggestions:
        parts.append(render.paragraph(voice, "did_you_mean", 2, 2, text=", ".join(shown.suggestions[:6])))
    return "\n".join(parts)
