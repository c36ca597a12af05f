"""`make chaos`: scenario after scenario, each time with other chances, until the time is over."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.chaos.scenarios import SCENARIOS, missing, play
from tests.chaos.worker import settle, warm_up
from tests.chaos.world import record


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=2)
    words.add_argument("--hour", action="store_const", const=60, dest="minutes", help="the long form")
    words.add_argument("--games", type=int, default=3)
    words.add_argument("--steps", type=int, default=8)
    words.add_argument("--seed", type=int, default=1, help="the first; each round takes the next")
    words.add_argument("--only", nargs="+", default=[""], help="scenarios, by a part of their names")
    words.add_argument("--once", action="store_true", help="each once, as tests do it")
    given = words.parse_args()
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    sys.exit(chaos(given))


def chaos(given: argparse.Namespace) -> int:
    ends = time.monotonic() + 60 * given.minutes
    total: Counter[str] = Counter()
    wrong = runs = 0
    with tempfile.TemporaryDirectory(prefix="pbem-chaos-") as name:
        folder = Path(name)
        course = record(folder, settle, warm_up, games_=given.games, steps=given.steps)
        came = sum(len(step.letters) for step in course.steps)
        print(
            f"without trouble: {came} letters in, {len(course.sent)} out, {len(course.orders)} orders",
            flush=True,
        )
        seed = given.seed
        while runs == 0 or (time.monotonic() < ends and not given.once):
            for scenario in SCENARIOS:
                if not any(part in scenario.name for part in given.only) or (
                    given.once and not scenario.in_tests
                ):
                    continue
                if time.monotonic() > ends and not given.once:
                    break
                if lacking := missing(scenario):
                    print(f"left out, for {lacking} is not here: {scenario.name}")
                    continue
                began = time.monotonic()
                try:
                    counts = play(scenario, course, folder / f"{runs}", seed)
                except Exception:
                    wrong += 1
                    traceback.print_exc()
                    print(f"WRONG: {scenario.name}, --seed {seed}", flush=True)
                    continue
                finally:
                    runs += 1
                total.update(counts)
                told = ", ".join(f"{count} {what}" for what, count in counts.items())
                print(f"{scenario.name} ({time.monotonic() - began:.0f} s): {told}", flush=True)
            seed += 1
    told = ", ".join(f"{count} {what}" for what, count in sorted(total.items()))
    print(f"{runs} runs, {wrong} wrong; in all {told}")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
