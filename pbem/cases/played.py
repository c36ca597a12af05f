"""A case as a game: its position, its dice and its orders as a setup, a seed and a log.

The case is run as strictly as any (`pbem.cases.run`); what it says in words becomes what the store keeps.
The position becomes part of the setup, dice and draws belong to the answers that needed them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.cases.attempts import attempt
from pbem.cases.engine import CaseRules
from pbem.cases.expect import describe
from pbem.cases.outcome import Failed
from pbem.cases.position import setup_of
from pbem.cases.read import Case, read_file
from pbem.cases.run import Run
from pbem.errors import CaseMalformed, ModeratorProblem
from pbem.games import Game, game_of
from pbem.language import say, usage
from rules import Answered, Engine, Rewound, Setup
from rules.core import codec
from rules.core.changes import changes_between
from rules.core.errors import ReplayMismatch
from rules.core.log import LogEntry

SUFFIX = ".case"
MOST_SHOWN = 12
"""Answers that are listed where a log does not fit."""
MOST_TURNS = 99


class LogProblem(ModeratorProblem):
    """A log that cannot be played: where, why, and what was possible there."""

    def __init__(self, path: Path, line: int, why: str, possible: tuple[str, ...] = ()) -> None:
        listed = [f"  {words}" for words in possible]
        told = [
            f"{path}:{line}: {why}" if line else f"{path}: {why}",
            *(["Possible there:", *listed] if listed else []),
        ]
        super().__init__("\n".join(told))
        self.line, self.why, self.possible = line, why, possible


@dataclass(frozen=True, slots=True)
class PlayedCase:
    """What the store must know of a game that somebody typed; it holds secrets."""

    name: str
    setup: Setup
    seed: str
    log: tuple[LogEntry, ...]
    words: tuple[str, ...]
    """Of each entry of the log, as it was typed; empty where nothing was."""
    told_seed: bool = False
    """Its file says from which seed dice and draws fall."""

    @property
    def title(self) -> Game:
        return game_of(self.setup.game)


def read_log(path: Path, wanted: str = "") -> Case:
    """The case of a file that is to be a game; of several the one of this number."""
    cases, problems = read_file(path)
    for problem in problems:
        raise LogProblem(path, problem.line, problem.message)
    found = [case for case in cases if not wanted or case.number == wanted]
    if len(found) != 1:
        numbers = ", ".join(case.number for case in cases)
        told = f"there is no case {wanted}" if wanted else "one game needs one case"
        raise ModeratorProblem(f"{path}: {told}; there is {numbers}")
    return found[0]


def play_log(case: Case, seed: str = "") -> PlayedCase:
    """Play a case to its last line; what it does not name falls from its seed, `seed`, or that of all cases.

    The last is the same every time: what fell in a log does not change while somebody goes on typing it.

    :raises LogProblem: it does not fit.
    """
    tried = attempt(case, _play_as_game, seed=seed)
    if tried.run is None or tried.problem is not None:
        could = tuple(possible(tried.run)) if tried.run is not None else ()
        raise LogProblem(case.path, tried.line, tried.told, could)
    return _as_game(case, tried.run)


def _play_as_game(run: Run) -> None:
    """Play it to its end, where a game must be."""
    if run.position.plays is not None:
        raise CaseMalformed('"only" plays a part of the sequence: that is no game')
    run.play()
    if not 0 < (turn := run.title.turn(run.game)) <= MOST_TURNS:
        raise Failed(f"there is no turn {turn}")
    if wrong := run.title.problems(run.game):
        raise Failed(f"the position is impossible: {'; '.join(wrong)}")


def with_fresh_seed(played: PlayedCase, seed: str) -> PlayedCase:
    """The same game with a seed that no file tells: what fell from its own counts as given from elsewhere."""
    rules = CaseRules(played.title.rules, free_draws=True, plays=None)
    engine: Engine[Any] = Engine(rules, Engine.new(played.title.rules, played.setup, played.seed).start)
    fallen, log = rules.fallen, list[LogEntry]()
    position = dict(played.setup.position)
    position["dice.given_dice"], position["dice.given_draws"] = map(codec.text, (fallen.dice, fallen.draws))
    for entry in played.log:
        fallen.look_away()
        if isinstance(entry, Answered):
            engine.replay([entry], trusted=True)
            entry = replace(entry, dice=tuple(fallen.dice), draws=tuple(fallen.draws))
        elif isinstance(entry, Rewound):
            engine.rewind(entry.to, entry.reason)
        else:
            engine.correct(entry.changes, entry.reason)
            fell = ("dice.given_dice", fallen.dice), ("dice.given_draws", fallen.draws)
            entry = replace(entry, changes=(*entry.changes, *fell))
        log.append(entry)
    setup = replace(played.setup, position=tuple(position.items()))
    again = Engine.rebuild(played.title.rules, setup, seed, log, trusted=True)
    again.game.dice.seed = played.seed
    assert again.digest() == engine.digest(), "the dice of this log do not fall again as they fell"
    return replace(played, seed=seed, setup=setup, log=tuple(log))


def possible(run: Run) -> Iterator[str]:
    """What could have been ordered where the run has stopped."""
    for power, question in run.engine.waiting().items():
        forms = " | ".join(usage(question, run.game, run.names)[:MOST_SHOWN])
        yield f"{power} is asked {describe(question)}: {forms}"
        for answer in islice(question.legal(run.game), MOST_SHOWN):
            yield f"  > {power}: {say(question, answer, run.names)}"


# ---- As a game


def _as_game(case: Case, run: Run) -> PlayedCase:
    """What was run, as the store keeps it: with the position as changes of the scenario."""
    setup, rules = setup_of(case), run.title.rules
    seed = run.game.dice.seed
    start: Any = run.engine.start.state
    before = rules.dump(rules.new_game(setup, seed))
    given = start["dice"]["given_draws"]
    seen = run.rules.fallen.given[: len(given)]
    dice = {"given_draws": [*seen, *given[len(seen) :]], "external": before["dice"]["external"]}
    begun = {**start, "dice": {**start["dice"], **dice}}
    changes = tuple((path, codec.text(value)) for path, value in changes_between(before, begun))
    setup = replace(setup, position=changes)
    log = tuple(run.engine.log)
    _same_again(case, setup, seed, run)
    words = tuple(run.words.get(entry.seq, "") for entry in log)
    return PlayedCase(case.title, setup, seed, log, words, told_seed=bool(run.position.seed))


def _same_again(case: Case, setup: Setup, seed: str, run: Run) -> None:
    """What is kept must lead to where the case has led."""
    try:
        again = Engine.rebuild(run.title.rules, setup, seed, run.engine.log)
    except ReplayMismatch as problem:
        told = f"this log does not play again as it was typed: {problem}"
        raise LogProblem(case.path, case.line, told) from None
    ended = run.engine.rules.dump(run.game)
    ended["dice"]["external"] = again.game.dice.external
    if codec.digest(ended) != again.digest():
        raise LogProblem(case.path, case.line, "this log does not play again as it was typed")


__all__ = ["SUFFIX", "LogProblem", "PlayedCase", "play_log", "possible", "read_log"]
