"""The position of a case: a scenario and what is different about it, line by line."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pbem.cases.pieces import number_of, one
from pbem.cases.read import Case, Line
from pbem.errors import CaseMalformed
from pbem.games import Game, game_of, usual_game
from pbem.games.cases import Position, Unknown, Verb, Words
from pbem.games.game import Seating
from pbem.language.names import MAJOR
from rules import Setup
from rules.core import codec
from rules.core.changes import change

SEED = "case"
BEFORE = ("game", "scenario", "players", "option", "setup")
"""Lines that choose the game; they are looked at first."""
VERBS: Words[Verb] = Words()
"""Lines that every title has."""


@cache
def _scenario(setup: Setup) -> codec.Json:
    rules = game_of(setup.game).rules
    return rules.dump(rules.new_game(setup, SEED))


def forget_scenarios() -> None:
    """Set every scenario up anew: the rules have changed."""
    _scenario.cache_clear()


def title_of(case: Case) -> Game:
    """The title that a case names (`game his`), or the usual one."""
    for line in case.position:
        if line.word == "game":
            try:
                return game_of(line.text)
            except LookupError as problem:
                raise CaseMalformed(str(problem), line.number) from None
    return game_of(usual_game())


def set_up(case: Case, *, seed: str = "", unknown: Unknown | None = None) -> tuple[Position[Any], codec.Json]:
    """The position of a case as JSON, with the options of the case; `seed` is used if the case names none."""
    title = title_of(case)
    position = title.cases.position(title.rules.load(_scenario(setup_of(case))), title.names)
    position.unknown = unknown or Unknown()
    for line in case.position:
        if line.word in BEFORE:
            continue
        verb = VERBS.get(line.word) or title.cases.verbs.get(line.word)
        if verb is None:
            raise CaseMalformed(f'"{line.word}" begins no line of a case', line.number)
        try:
            verb(position, line.text)
        except CaseMalformed as problem:
            raise CaseMalformed(problem.message, problem.line or line.number) from problem.__cause__
        except (KeyError, ValueError, IndexError) as problem:
            raise CaseMalformed(f'"{line}" cannot be carried out: {problem!r}', line.number) from None
    position.finish()
    position.game.dice.external = not position.seed
    position.game.dice.seed = position.seed or seed or SEED
    state = title.rules.dump(position.game)
    for path, value in position.changes:
        _change(state, path, value)
    return position, state


def setup_of(case: Case) -> Setup:
    """Which game a case plays: scenario, players, options."""
    title = title_of(case)
    for line in case.position:
        if line.word == "setup":
            return _stored_setup(line)
    scenario, options = next(iter(title.scenarios)), {}
    seats: Seating = tuple((power,) for power in title.powers)
    for line in case.position:
        if line.word == "scenario":
            scenario = line.text
            if scenario not in title.scenarios:
                raise CaseMalformed(f"there is no scenario {scenario}", line.number)
        elif line.word == "players":
            seats = _seats(title, scenario, line)
        elif line.word == "option":
            key, _, value = line.text.partition(" ")
            options[key] = value.strip()
            for problem in title.option_problems(Setup(title.name, "", options=((key, value.strip()),))):
                raise CaseMalformed(problem, line.number)
    return title.setup(scenario, seats, sorted(options.items()))


def _stored_setup(line: Line) -> Setup:
    """`setup = {...}`: as a stored game has it, which may be of an older version."""
    try:
        setup: Setup = codec.load(json.loads(line.text.removeprefix("=")), Setup)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise CaseMalformed(f"this is no setup: {problem}", line.number) from None
    return setup


def _seats(title: Game, scenario: str, line: Line) -> Seating:
    """`players 3`: as is recommended; `players ottoman+england, ...`: as they like."""
    if "+" in line.text:
        return tuple(
            tuple(one(MAJOR, power.strip(), title.names) for power in seat.split("+"))
            for seat in line.text.split(",")
        )
    players = number_of(line.text, "players")
    seatings = {len(seating): seating for seating in title.seatings(scenario)}
    if players not in seatings:
        possible = ", ".join(map(str, sorted(seatings)))
        raise CaseMalformed(f"not for {players} players, but {possible}", line.number)
    return seatings[players]


@VERBS.add("set")
def _set(position: Position[Any], text: str) -> None:
    """`set faith.league = true`: any field of the stored state, the value in JSON."""
    path, equals, value = text.partition("=")
    if not equals:
        raise CaseMalformed("expected: set <path> = <JSON value>")
    position.changes.append((path.strip(), json_value(value.strip())))


def json_value(text: str) -> Any:
    """A JSON value; a bare word is a string."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        if text.replace("_", "").isalnum():
            return text
        raise CaseMalformed(f"{text!r} is no JSON value") from None


def _change(state: codec.Json, path: str, value: Any) -> None:
    try:
        change(state, path, value)
    except (KeyError, IndexError, ValueError, TypeError):
        raise CaseMalformed(f"there is no field {path} in the state") from None


@VERBS.add("windows")
def _windows(position: Position[Any], text: str) -> None:
    """`windows ask`: every response window must be answered by an order; `windows pass` is usual."""
    if text not in ("ask", "pass"):
        raise CaseMalformed("windows ask, or windows pass")
    position.windows_pass = text == "pass"


@VERBS.add("draws")
def _draws(position: Position[Any], text: str) -> None:
    """`draws any`: draws that no `draw` line names fall as they may."""
    if text != "any":
        raise CaseMalformed("draws any is the only choice")
    position.free_draws = True


@VERBS.add("seed")
def _seed(position: Position[Any], text: str) -> None:
    """`seed 4f0c...`: dice and draws that are not named fall from this seed, as in the game that it is of."""
    if not text:
        raise CaseMalformed("expected: seed <text>")
    position.seed = text


@VERBS.add("invariants")
def _invariants(position: Position[Any], text: str) -> None:
    """`invariants off`: this position is impossible on purpose."""
    position.check_invariants = text != "off"
