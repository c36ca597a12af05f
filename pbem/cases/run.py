"""Running a case: strictly.  A die too many or too few, an order nobody asked for, a missing order: it fails.

Response windows are passed by themselves unless an order plays a card in them, so that a case tells only
what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.cases.engine import CaseRules
from pbem.cases.expect import check, describe, matches
from pbem.cases.outcome import Failed, Missing
from pbem.cases.pieces import number_of, one
from pbem.cases.position import title_of
from pbem.cases.read import AFTER_ORDER, PLAYED, Case, Line
from pbem.cases.script import correction_of, dice_of, draws_of, parted, raw_answer, rewind_of
from pbem.errors import Ambiguous, CaseMalformed, Illegal, OrderProblem, Unreadable
from pbem.games.cases import UNKNOWN, Position
from pbem.language.names import MAJOR
from pbem.language.parse import parse_line
from pbem.language.refusals import rule_of, why_by_rule
from pbem.language.words import key
from rules import Answered, Engine, Snapshot
from rules.core import codec
from rules.core.errors import RandomNeeded
from rules.core.events import Event
from rules.core.flow import Power, Question
from rules.core.windows import Respond

MOST_ANSWERS = 2_000
_SECTION = re.compile(r"#?\d+(?:\.\d+)*")


class Run:
    """A case being run."""

    def __init__(self, case: Case, position: Position[Any], state: codec.Json) -> None:
        self.case = case
        self.position = position
        self.title = title_of(case)
        self.names = self.title.names
        self.voice = self.title.voice()
        self.story: list[str | Event] = []
        self.events: list[Event] = []
        self.line = case.line
        self.at = 0
        self.dice: list[int] = []
        self.draws: list[str] = []
        self.first_order_met = False
        """Dice before the first order were given at the start."""
        self.answered = False
        self.words: dict[int, str] = {}
        """The orders of the script, by the numbers of their entries in the log."""
        self.script = [part for step in case.script for part in parted(step)]
        self.rules = CaseRules(
            self.title.rules, free_draws=position.free_draws, plays=position.plays, unknown=position.unknown
        )
        self.engine = self._start(state)

    @property
    def game(self) -> Any:
        return self.engine.game

    def _start(self, state: codec.Json) -> Engine[Any]:
        """Dice before the first order may fall at the start already."""
        for step in self.script:
            if step.word in PLAYED:
                break
            if step.word == "dice":
                state["dice"]["given_dice"] += dice_of(step)
            elif step.word == "draw":
                state["dice"]["given_draws"] += draws_of(step)
        if self.position.check_invariants:
            self._check_position(state)
        return Engine[Any](self.rules, Snapshot(0, state))

    def _check_position(self, state: codec.Json) -> None:
        game = self.position.game
        if self.position.changes:
            try:
                game = self.rules.load(state)
            except (ValueError, KeyError, TypeError) as problem:
                raise CaseMalformed(f"no position of this game: {problem}") from None
        if wrong := self.title.problems(game):
            raise Failed(f"the position is impossible: {'; '.join(wrong)}")

    # ---- the script

    def play(self) -> None:
        """Follow the script to its end, at which nothing may be left over."""
        self.follow()
        self.end()

    def follow(self) -> None:
        """Follow the script to its last line."""
        self.note_events()
        while self.at < len(self.script):
            self.step()

    def step(self) -> None:
        """Do what the next line of the script says."""
        step = self.script[self.at]
        self.line = step.number
        self.at += 1
        if step.is_order:
            self.order(step)
        elif step.word == "dice":
            if self.first_order_met:
                self.dice += dice_of(step)
        elif step.word == "draw":
            if self.first_order_met:
                self.draws += draws_of(step)
        elif step.word in ("default", "defaults"):
            self.defaults(step)
        elif step.word == "expect":
            self.expect(step.text)
        elif step.word in ("can", "cannot"):
            self.can(step)
        else:
            self.by_hand(step)

    def order(self, step: Line) -> None:
        """`> france: move ...`: the order must be asked for, readable and legal, or refused as it says."""
        power, text = self.who(step)
        follow = self.script[self.at] if self.at < len(self.script) else None
        refusal = follow if follow is not None and follow.word in AFTER_ORDER else None
        self.first_order_met = True
        self.settle(orders_from=self.at - 1)
        if self.answered and not self._dice_may_wait():
            self.nothing_left_over()
        question = self.question_for(power, text, refused=refusal is not None)
        self.story.append(f"> {power}: {text}")
        try:
            answer = parse_line(text, question, self.game, self.names)
        except OrderProblem as problem:
            if refusal is None:
                raise Failed(f"{type(problem).__name__.lower()}: {self.told(problem)}") from None
            self.at += 1
            self.line = refusal.number
            self.refused_rightly(problem, refusal)
            return
        if refusal is not None:
            self.line = refusal.number
            raise Failed(f"expected {refusal}, but the order was accepted")
        self.words[self.engine.seq + 1] = text
        self.answer(power, answer)

    def by_hand(self, step: Line) -> None:
        """`begin`, `answer`, `rewind`, `correct`: lines of the log of a whole game."""
        self.first_order_met = True
        if step.word == "answer":
            who, value = raw_answer(step)
            power = one(MAJOR, who, self.names)
            question = self.question_for(power, "")
            self.answer(power, codec.load(value, question.answer_type()))
        elif step.word == "rewind":
            self.engine.rewind(*rewind_of(step))
            self.rules.fallen.look_away()
        elif step.word == "correct":
            self.engine.correct(*correction_of(step))
            self.note_events()

    def who(self, step: Line) -> tuple[Power, str]:
        name, colon, text = step.text.partition(":")
        if not colon:
            raise CaseMalformed("an order is written: > <power>: <order>", step.number)
        return one(MAJOR, name, self.names), text.strip()

    def question_for(self, power: Power, text: str, *, refused: bool = False) -> Question[Any]:
        """The question that an order answers; windows in its way are passed."""
        for _ in range(MOST_ANSWERS):
            waiting = self.engine.waiting()
            question = waiting.get(power)
            if question is not None and not self._passes(question):
                return question
            if question is not None and self._claims(question, text, refused=refused):
                return question
            window = power if question is not None else self._some_window()
            if window is None:
                asked = ", ".join(f"{who} {describe(q)}" for who, q in waiting.items()) or "nobody"
                raise Failed(f"nothing is asked of {power}; asked: {asked}")
            self.submit(window, ())
        raise Failed("windows without end")

    def answer(self, power: Power, answer: Any) -> None:
        """An answer that the script gives: events are told anew, and its dice lie ready."""
        self.note_events()
        self.events = []
        self.rules.fallen.look_away()
        dice, draws = self.dice, self.draws
        self.dice, self.draws = [], []
        self.answered = True
        self.submit(power, answer, dice, draws)
        self.check_invariants()

    def check_invariants(self) -> None:
        if self.position.check_invariants and (wrong := self.title.problems(self.game)):
            raise Failed(f"the position became impossible: {'; '.join(wrong)}")

    def submit(self, power: Power, answer: Any, dice: Sequence[int] = (), draws: Sequence[str] = ()) -> None:
        try:
            at, before = len(self.engine.log), len(self.rules.fallen.given)
            self.engine.submit(power, answer, source="case", dice=dice, draws=draws)
            if UNKNOWN in draws:
                entry, seen = self.engine.log[at], self.rules.fallen.given[before:]
                assert isinstance(entry, Answered)
                seen += draws[len(seen) :]
                self.engine.log[at] = replace(entry, draws=tuple(seen[: len(draws)]))
        except RandomNeeded as problem:
            raise Missing(problem, len(dice), self.voice.reason(problem.reason)) from None
        self.note_events()

    def note_events(self) -> None:
        """Take the events of the engine into the story."""
        for event in self.engine.drain():
            self.events.append(event)
            self.story.append(event)

    def end(self) -> None:
        """The script is over: nothing may be left, and the position must be possible."""
        self.settle()
        self.check_invariants()
        self.nothing_left_over()
        if self.dice or self.draws:
            raise Failed(f"dice {self.dice} and draws {self.draws} have no order after them")

    def nothing_left_over(self) -> None:
        left = self.game.dice
        if left.given_dice:
            raise Failed(f"dice {' '.join(map(str, left.given_dice))} were not rolled")
        if left.given_draws:
            raise Failed(f"{', '.join(left.given_draws)} was not drawn")

    # ---- windows

    def _passes(self, question: Question[Any]) -> bool:
        return self.position.windows_pass and isinstance(question, Respond)

    def _some_window(self) -> Power | None:
        for power, question in self.engine.waiting().items():
            if self._passes(question):
                return power
        return None

    def _dice_may_wait(self) -> bool:
        """Whether the dice of the last order are still to fall: a window is open, or others must answer."""
        open_windows = any(isinstance(question, Respond) for question in self.engine.waiting().values())
        return open_windows or self.engine.halfway

    def _window_open(self) -> bool:
        return self._some_window() is not None

    def _claims(self, question: Question[Any], text: str, *, refused: bool = False) -> bool:
        """Whether an order plays a card in this window."""
        try:
            return bool(parse_line(text, question, self.game, self.names))
        except Illegal:
            return refused
        except OrderProblem:
            return False

    def claimed(self, orders_from: int) -> list[Power]:
        """Powers whose open windows the next orders of the script answer."""
        found: list[Power] = []
        script = self.script
        for at in range(orders_from, len(script)):
            step = script[at]
            if step.word.startswith("default"):
                break
            if not step.is_order:
                continue
            power, text = self.who(step)
            question = self.engine.waiting().get(power)
            refused = at + 1 < len(script) and script[at + 1].word in AFTER_ORDER
            if (
                question is None
                or not self._passes(question)
                or not self._claims(question, text, refused=refused)
            ):
                break
            found.append(power)
        return found

    def settle(self, until: tuple[Power, str] | None = None, orders_from: int | None = None) -> None:
        """Pass the windows that no order of the script answers, up to one that is looked for."""
        first = self.at if orders_from is None else orders_from
        for _ in range(MOST_ANSWERS):
            if until is not None and self._sees(*until):
                return
            claimed = self.claimed(first) if self._window_open() else []
            windows = [
                power
                for power, question in self.engine.waiting().items()
                if self._passes(question) and power not in claimed
            ]
            if not windows:
                return
            self.submit(windows[0], ())
        raise Failed("windows without end")

    def _sees(self, power: Power, what: str) -> bool:
        question = self.engine.waiting().get(power)
        return question is not None and matches(question, what)

    # ---- the other lines

    def expect(self, text: str) -> None:
        words = text.removeprefix("not ").split()
        if words[:1] == ["asked"] and len(words) > 2:
            # A window that is looked for must not be passed before it is seen.
            self.settle((one(MAJOR, words[1], self.names), " ".join(words[2:])))
        else:
            self.settle()
        found = check(self, text)
        if found is not None:
            raise Failed(f"expected {text}; found {found}")

    def told(self, problem: OrderProblem) -> str:
        """Why an order was not taken, and what was expected."""
        expected = problem.expected[:8] if isinstance(problem, Unreadable) else ()
        more = f": expected {self.voice.listed(expected, 'or')}" if expected else ""
        return why_by_rule(problem, self.voice) + more

    def refused_rightly(self, problem: OrderProblem, refusal: Line) -> None:
        kinds = {"refused": Illegal, "unreadable": Unreadable, "ambiguous": Ambiguous}
        told = self.told(problem)
        if not isinstance(problem, kinds[refusal.word]):
            raise Failed(f"expected {refusal}; found {type(problem).__name__.lower()}: {told}")
        section, _, text = refusal.text.partition(" ")
        if section.startswith('"'):
            section, text = "", refusal.text
        if section and isinstance(problem, Illegal):
            cited = _SECTION.findall(rule_of(problem, self.voice))
            if not any(rule == section or rule.startswith(f"{section}.") for rule in cited):
                raise Failed(f"expected refused {section}; found {told}")
        if (text := key(text)) and text not in key(told):
            raise Failed(f"expected {refusal}; found {told}")

    def can(self, step: Line) -> None:
        """`can france: ...` and `cannot france: ... [13.2]`: tried, not carried out."""
        power, text = self.who(step)
        self.settle()
        text, _, section = text.partition("[")
        question = self.question_for(power, text)
        try:
            parse_line(text.strip(), question, self.game, self.names)
        except OrderProblem as problem:
            if step.word == "can":
                told = self.told(problem)
                raise Failed(f"{power} should be allowed: {text.strip()}; found {told}") from None
            refusal = Line(step.number, "refused", section.rstrip("] "))
            self.refused_rightly(problem, refusal)
        else:
            if step.word == "cannot":
                raise Failed(f"{power} should not be allowed: {text.strip()}")

    def defaults(self, step: Line) -> None:
        """`default france`, `defaults`, `defaults until france action`, `defaults until phase winter`."""
        self.first_order_met = True
        if step.word == "default":
            power = one(MAJOR, step.text, self.names)
            question = self.question_for(power, "")
            self.story.append(f"> {power} is silent: {describe(question)}")
            self.answer(power, question.default(self.game))
            return
        self.note_events()
        self.events = []
        until = step.text.removeprefix("until").strip()
        for _ in range(MOST_ANSWERS):
            if until and self._reached(until):
                return
            waiting = self.engine.waiting()
            if not waiting:
                if until:
                    what = "what the case plays" if self.position.plays else "the game"
                    raise Failed(f"{what} ended before {until}")
                return
            for power, question in waiting.items():
                self.story.append(f"> {power} is silent: {describe(question)}")
                dice, draws = self.dice, self.draws
                self.dice, self.draws, self.answered = [], [], True
                self.submit(power, question.default(self.game), dice, draws)
            if not until:
                return
        raise Failed(f"{until} was not reached")

    def _reached(self, until: str) -> bool:
        words = until.split()
        if words[0] == "phase":
            return check(self, until) is None
        if words[0] == "turn":
            return self.title.turn(self.game) >= number_of(words[1], "the turn")
        question = self.engine.waiting().get(one(MAJOR, words[0], self.names))
        return question is not None and (len(words) == 1 or matches(question, " ".join(words[1:])))
