"""`python -m tests.oracle --positions 200`: compare, show the differences, count by rule."""

from __future__ import annotations

import argparse
import random
import sys

from tests.oracle.compare import compare_position, shake, shake_faith
from tests.oracle.tally import Tally
from tests.positions import odd_position


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first position")
    parser.add_argument("--show", type=int, default=3, help="differences to show for each rule")
    args = parser.parse_args()
    tally = Tally(keep=args.show)
    for seed in range(args.first, args.first + args.positions):
        rng = random.Random(f"oracle {seed}")
        game = odd_position(seed)
        if rng.random() < 0.7:
            shake(game, rng)
            shake_faith(game, rng)
        compare_position(game, rng, tally)
    for difference in tally.differences:
        print(difference)
    print(tally.table())
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
