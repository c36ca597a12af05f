"""Random legal play with invariants: `make fuzz ARGS="--games 500 --scenario 1517 --positions 200000"`.

Whole games, then play of everything from odd positions (`tests.positions`).
Each game is played from a seed, so a failure can be played again; its log is kept in `fuzz-failures/`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine
from rules.core.flow import Question
from rules.core.log import Entry, Setup
from rules.core.options import today
from rules.his import HisGame, HisRules
from rules.his.data import SCENARIOS
from rules.his.invariants import problems
from tests.tally import Tally, everything

FAILURES = Path("fuzz-failures")
TWO_PLAYERS = "two-player"
DECISIONS_LIMIT = 40_000
DECISIONS_FROM_A_POSITION = 200


Answering = Callable[[Question[Any], HisGame, random.Random], Any]
"""How a player answers a question."""


def at_random(question: Question[Any], game: HisGame, rng: random.Random) -> Any:
    return question.pick(game, rng.choice)


def play_at_random(
    engine: Engine[HisGame],
    seed: int,
    *,
    check_every: int = 1,
    limit: int = DECISIONS_LIMIT,
    answer_for: Answering = at_random,
    until: Callable[[Counter[str]], bool] = lambda counts: False,
) -> Counter[str]:
    """Play a game to its end, or until enough has happened, by random legal answers; count what happens."""
    rng = random.Random(seed)
    tally = Tally()
    counts = tally.counts
    decisions = 0
    while engine.open:
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        question = waiting[power]
        answer = answer_for(question, engine.game, rng)
        engine.submit(power, answer, source="bot")
        decisions += 1
        counts[f"question {getattr(question, 'topic', question.kind)}"] += 1
        for event in engine.drain():
            tally.note(event, engine.game)
        if decisions % check_every == 0 and (found := problems(engine.game)):
            raise AssertionError(f"broken after {question}: {answer}: {found}")
        assert decisions < limit, f"runaway: {engine.where()}"
        if until(counts):
            assert not problems(engine.game)
            return counts
    counts["decisions"] = decisions
    tally.game_over(engine.game)
    return counts


def keep_failure(engine: Engine[HisGame] | None, scenario: str, seed: int) -> Path | None:
    if engine is None:
        return None
    FAILURES.mkdir(exist_ok=True)
    path = FAILURES / f"{scenario}-{seed}.json"
    log = [codec.dump(entry, Entry) for entry in engine.log]
    path.write_text(json.dumps({"scenario": scenario, "seed": str(seed), "log": log}))
    return path


def play_odd_positions(decisions: int, first: int) -> tuple[int, int]:
    """Play odd positions until so many decisions are made; answers how many were, and how many broke."""
    from tests.positions import play_odd_position

    made = failed = 0
    seed = first
    while made < decisions:
        try:
            made += play_odd_position(seed, DECISIONS_FROM_A_POSITION)
        except Exception:
            failed += 1
            made += DECISIONS_FROM_A_POSITION
            print(f"odd position {seed}")
            traceback.print_exc()
        seed += 1
    return made, failed


def steer(words: str, games: int, *, counts_wanted: bool) -> int:
    """Play towards each goal, at most so many games, and say which seed reached it."""
    from tests.steered import GOALS, SEEDS, reach

    counts: Counter[str] = Counter()
    missed = 0
    for goal in GOALS:
        if words not in goal.name:
            continue
        found = reach(goal, dict.fromkeys((SEEDS.get(goal.name, 0), *range(games))))
        missed += found is None
        print(
            f"{'MISSED' if found is None else f'seed {found[0]:>3}'}  {goal.name} ({goal.scenario})",
            flush=True,
        )
        counts += found[1] if found else Counter()
    if counts_wanted:
        print_counts(counts)
    print(f"{missed} goals missed")
    return 1 if missed else 0


def print_counts(counts: Counter[str]) -> None:
    """How often everything happened, and what never did."""
    for name, count in sorted(counts.items()):
        print(f"{count:>9}  {name}")
    never = [name for name in everything() if not counts[name]]
    print(f"never happened ({len(never)} of {len(everything())}):", *never, sep="\n           ")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scenario", default="all", choices=["all", *SCENARIOS])
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--positions", type=int, default=200_000, help="decisions from odd positions")
    parser.add_argument("--check-every", type=int, default=1)
    parser.add_argument("--counts", action="store_true", help="print how often everything happened")
    parser.add_argument("--steer", action="store_true", help="play games towards the goals of tests.steered")
    parser.add_argument("--goal", default="", help="with --steer: only goals with these words in their name")
    args = parser.parse_args()
    if args.steer:
        return steer(args.goal, args.games, counts_wanted=args.counts)
    rules: HisRules = load_rules("his")
    scenarios = SCENARIOS if args.scenario == "all" else [args.scenario]
    passed = failed = 0
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    for scenario in scenarios:
        for seed in range(args.first, args.first + args.games):
            engine = None
            try:
                players = 2 if scenario == TWO_PLAYERS else args.players
                engine = Engine.new(rules, Setup("his", scenario, players, today()), str(seed))
                counts += play_at_random(engine, seed, check_every=args.check_every)
                passed += 1
            except Exception:
                failed += 1
                print(f"{scenario} seed {seed}: {engine.where() if engine else '-'}")
                traceback.print_exc()
                if path := keep_failure(engine, scenario, seed):
                    print(f"log kept in {path.name}")
            if sys.stderr.isatty():
                print(f"\r{scenario} {seed - args.first + 1}/{args.games}", end="", file=sys.stderr)
    seconds = time.perf_counter() - began
    if args.counts:
        print_counts(counts)
    made, broken = play_odd_positions(args.positions, args.first)
    print(f"{made} decisions from odd positions, {broken} broken")
    failed += broken
    print(
        f"{counts['decisions']} decisions in {seconds:.1f} s ({counts['decisions'] / seconds:.0f} a second)"
    )
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
