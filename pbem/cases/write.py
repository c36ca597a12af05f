"""A game as a case: its setup, its seed and its whole log in the language of cases.

Played again it leads to the same position, digest and all.  Each order stands as a player would write it.
What fell from the seed is told as an expectation: a reader has the dice, and an engine can check them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.cases.engine import CaseRules
from pbem.cases.position import set_up, setup_of
from pbem.cases.read import Case, read_text
from pbem.errors import OrderProblem
from pbem.games import Game, game_of
from pbem.language import parse_line, say
from pbem.language.several import expand
from rules import Answered, Corrected, Engine, Question, Rewound, Setup
from rules.core import codec
from rules.core.changes import changes_between
from rules.core.log import LogEntry
from rules.core.reasons import Reason

NUMBER = "1"
"""Of the one case in the file."""


def case_text(name: str, setup: Setup, seed: str, log: list[LogEntry]) -> str:
    """The file; it holds every secret of the game."""
    return "\n".join([*_position(name, setup, seed), "", *_script(setup, seed, log), ""])


def _position(name: str, setup: Setup, seed: str) -> Iterator[str]:
    title = game_of(setup.game)
    state = Engine.new(title.rules, setup, seed).start.state
    setup = replace(setup, position=())
    head = [f"case {NUMBER} {name}", f"game {setup.game}", f"scenario {setup.scenario}"]
    chosen = {one.name: one.value for one in title.options}
    options = [f"option {one} {value}" for one, value in setup.options if chosen.get(one) in ("", value)]
    lines = [*head, *_players(title, setup), *options]
    if setup_of(_case(lines)) != setup:  # a game of an older version, for example
        lines = [*head[:2], f"setup = {codec.text(codec.dump(setup, Setup))}"]
    lines += [f"seed {seed}", "windows ask"]
    yield from lines
    # What the lines above do not say is told field by field.
    _, said = set_up(_case(lines))
    for path, value in changes_between(said, state):
        yield f"set {path} = {codec.text(value)}"


def _case(lines: list[str]) -> Case:
    cases, problems = read_text("\n".join(lines), Path("export"))
    assert not problems, f"lines that nobody can read: {problems}"
    return cases[0]


def _players(title: Game, setup: Setup) -> Iterator[str]:
    seats = title.seats_of(setup)
    if title.other_seating(setup.scenario, seats):
        yield f"players {', '.join('+'.join(powers) for powers in seats)}"
    elif setup.players != len(title.powers_in(setup.scenario)):
        yield f"players {setup.players}"


class _Teller:
    """Plays a log and tells it."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.title = game_of(setup.game)
        self.names = self.title.names
        self.rules = CaseRules(self.title.rules, free_draws=True, plays=None)
        self.engine: Engine[Any] = Engine(self.rules, Engine.new(self.title.rules, setup, seed).start)

    def fell(self, *, given: tuple[int, int] = (0, 0)) -> Iterator[str]:
        """What fell from the seed: all that fell, without what the order brought along."""
        fallen = self.rules.fallen
        if len(fallen.dice) > given[0]:
            yield f"expect rolled {' '.join(map(str, fallen.dice))}"
        if len(fallen.draws) > given[1]:
            yield f"expect drawn {' '.join(fallen.draws)}"
        fallen.look_away()

    def take(self, entry: LogEntry) -> Iterator[str]:
        if isinstance(entry, Answered):
            if entry.dice:
                yield f"dice {' '.join(map(str, entry.dice))}"
            if entry.draws:
                yield f"draw {', '.join(entry.draws)}"
            question = self.engine.question(entry.power)
            yield self.order(entry, question)
            self.engine.replay([entry], trusted=True)
            yield from self.fell(given=(len(entry.dice), len(entry.draws)))
        elif isinstance(entry, Rewound):
            yield f"rewind {entry.to} = {codec.text(codec.dump(entry.reason, Reason))}"
            self.engine.rewind(entry.to, entry.reason)
            self.rules.fallen.look_away()
        elif isinstance(entry, Corrected):
            whole = {"changes": entry.changes, "reason": entry.reason}
            yield f"correct = {json.dumps(whole, ensure_ascii=False)}"
            self.engine.replay([entry])
            self.rules.fallen.look_away()

    def order(self, entry: Answered, question: Question[Any]) -> str:
        """The order in words, if they read back as the answer; else the answer as the log has it."""
        answer = codec.load(entry.answer, question.answer_type())
        words = say(question, answer, self.names)
        try:
            read = parse_line(words, question, self.engine.game, self.names)
        except OrderProblem:
            read = None
        if read == answer and expand(words) == [words]:
            return f"> {entry.power}: {words}"
        return f"answer {entry.power} = {codec.text(entry.answer)}"


def _script(setup: Setup, seed: str, log: list[LogEntry]) -> Iterator[str]:
    teller = _Teller(setup, seed)
    yield from teller.fell()
    yield "begin"
    for entry in log:
        yield from teller.take(entry)
    yield f"expect digest {teller.engine.digest()}"
