"""A case as a game: its position, its dice and its orders as a setup, a seed and a log.

The case is run as strictly as any (`pbem.cases.run`); what it says in words becomes what the store keeps.
The position becomes part of the setup, dice and draws belong to the answers that needed them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.cases.engine import CaseRules
from pbem.cases.expect import describe
from pbem.cases.outcome import Failed, problem_in
from pbem.cases.position import set_up, setup_of
from pbem.cases.read import PLAYED, Case, read_file
from pbem.cases.run import Run
from pbem.cases.script import draws_of
from pbem.errors import CaseMalformed, ModeratorProblem
from pbem.games import Game, game_of
from pbem.games.cases import UNKNOWN, Unknown
from pbem.language import say, usage
from pbem.language.words import key
from rules import Answered, Engine, Rewound, Setup
from rules.core import codec
from rules.core.changes import changes_between
from rules.core.flow import Power
from rules.core.log import LogEntry

SUFFIX = ".case"
MOST_SHOWN = 12
"""Answers that are listed where a log does not fit."""
_COUNTED = re.compile(
    r"\b\d+\s*(?:regulars?|cavalry|mercenar|mercs?\b|squadrons?|corsairs?|gall[ei]|units?|ships?|cp\b|cards?\b)",
    re.IGNORECASE,
)
"""A number of units or points: it names no card."""
MOST_UNKNOWN = 200
"""Unknown cards that may come to light in one log."""


class LogProblem(ModeratorProblem):
    """A log that cannot be played: where, why, and what was possible there."""

    def __init__(self, path: Path, line: int, why: str, possible: tuple[str, ...] = ()) -> None:
        listed = [f"  {words}" for words in possible]
        told = [f"{path}:{line}: {why}", *(["Possible there:", *listed] if listed else [])]
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
    return _as_game(case, _run(case, seed))


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


# ---- Running it


def _run(case: Case, seed: str) -> Run:
    """The case at its end.  An unknown card that comes to light was there from the beginning: played anew."""
    unknown = Unknown(named=_named(case))
    reached = 0
    for _ in range(MOST_UNKNOWN):
        run, why, line = _attempt(case, seed, unknown)
        if run is not None and not why:
            return run
        if run is None or line < reached:
            raise LogProblem(case.path, line, why)
        reached = line
        for where, card in _came_to_light(run):
            tried = Unknown(known={**unknown.known, where: card}, named=unknown.named)
            further, _, at = _attempt(case, seed, tried)
            if further is not None and (at > line or not at):
                unknown = Unknown(known=tried.known, named=tried.named)
                break
        else:
            raise LogProblem(case.path, line, why + _elsewhere(run), tuple(possible(run)))
    raise LogProblem(case.path, reached, f"more than {MOST_UNKNOWN} unknown cards")


def _attempt(case: Case, seed: str, unknown: Unknown) -> tuple[Run | None, str, int]:
    """The run as far as it goes, what stopped it, and in which line; no line if nothing did."""
    run: Run | None = None
    unknown.standing, unknown.count = {}, 0
    try:
        position, state = set_up(case, seed=seed, unknown=unknown)
        if position.plays is not None:
            raise CaseMalformed('"only" plays a part of the sequence: that is no game')
        run = Run(case, position, state)
        run.play()
        if wrong := run.title.problems(run.game):
            raise Failed(f"the position is impossible: {'; '.join(wrong)}")
    except Exception as problem:
        told, line = problem_in(case, run.line if run else case.line, problem)
        return run, told, line
    return run, "", 0


def _named(case: Case) -> frozenset[str]:
    """Cards that are told to be drawn."""
    drawn = [card for step in case.script if step.word == "draw" for card in draws_of(step)]
    return frozenset(drawn) - {UNKNOWN}


def _spoken_of(run: Run) -> Iterator[int]:
    """Cards that the line names on which the run has stopped, and the draws that belong to it."""
    drawn: list[str] = []
    for step in run.script:
        if step.number == run.line and step.is_order:
            order = step.text.partition(":")[2]
            numbers = {int(number) for number in re.findall(r"\d+", _COUNTED.sub("", order))}
            for card, line in sorted(run.title.cards.items()):
                if card in numbers or key(line.title) in key(order):
                    yield card
            yield from (int(card) for card in drawn if card.isdecimal())
            return
        if step.word == "draw":
            drawn += draws_of(step)
        elif step.word in PLAYED:
            drawn = []


def _came_to_light(run: Run) -> Iterator[tuple[str, str]]:
    """Which unknown card the line may speak of: where it was told of, and what it is."""
    standing = run.position.unknown.standing
    for card in _spoken_of(run):
        for power in _holders(run):
            for held in run.position.hand(run.game, power):
                if str(held) in standing and held != card:
                    yield standing[str(held)], str(card)
                    break  # one unknown card of a hand is as good as another


def _holders(run: Run) -> list[Power]:
    """Whoever gives the order, then the others."""
    powers = list(run.title.powers)
    for step in run.script:
        if step.number == run.line and step.is_order:
            giver = run.title.names.find("major", step.text.partition(":")[0].strip())
            powers.sort(key=lambda power: power != giver)
    return powers


def _elsewhere(run: Run) -> str:
    """Where a card lies that the line names, if an unknown one cannot be it and its player has it not."""
    if not run.position.unknown.standing:
        return ""
    own = run.position.hand(run.game, _holders(run)[0])
    told = [
        f"card {card} lies {where}"
        for card in _spoken_of(run)
        if card not in own and (where := run.position.lies(run.game, card))
    ]
    return f" ({'; '.join(told)})" if told else ""


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
    again = Engine.rebuild(run.title.rules, setup, seed, run.engine.log)
    ended = run.engine.rules.dump(run.game)
    ended["dice"]["external"] = again.game.dice.external
    if codec.digest(ended) != again.digest():
        raise LogProblem(case.path, case.line, "this log does not play again as it was typed")


__all__ = ["SUFFIX", "LogProblem", "PlayedCase", "play_log", "possible", "read_log"]
