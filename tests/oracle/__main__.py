"""`python -m tests.oracle --positions 20000`, or `--comparisons 1000000`: show differences, count by rule."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time

from tests.oracle.compare import compare_position, odd_moment
from tests.oracle.play import war, whole_game
from tests.oracle.tally import Tally

WAR_EVERY, GAME_EVERY = 5, 25
"""Of so many positions one is also played on, and one whole game is begun."""
DECISIONS_OF_WAR, DECISIONS_OF_A_GAME = 120, 500


def compare_seed(seed: int, tally: Tally) -> None:
    """A position, and now and then some random play."""
    rng = random.Random(f"oracle {seed}")
    compare_position(odd_moment(seed, rng), rng, tally)
    if seed % WAR_EVERY == 0:
        war(seed, DECISIONS_OF_WAR, tally)
    if seed % GAME_EVERY == 0:
        whole_game(seed, DECISIONS_OF_A_GAME, tally)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle")
    parser.add_argument("--positions", type=int, help="how many positions (default: as many as needed)")
    parser.add_argument("--comparisons", type=int, default=100_000, help="else stop after so many")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first position")
    parser.add_argument("--show", type=int, default=3, help="differences to show for each rule")
    args = parser.parse_args()
    tally = Tally(keep=args.show)
    started, done = time.monotonic(), 0
    for seed in itertools.count(args.first):
        enough = done >= args.positions if args.positions else tally.total >= args.comparisons
        if enough:
            break
        shown = len(tally.differences)
        compare_seed(seed, tally)
        done += 1
        for difference in tally.differences[shown:]:
            print(f"position {seed}, {difference}", flush=True)
    print(tally.table())
    print(f"{done:,} positions, {time.monotonic() - started:.0f} s")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
