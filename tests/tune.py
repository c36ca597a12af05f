"""Better numbers for the bot by self-play: `python -m tests.tune --rounds 20 --games 12`.

In each round a few numbers of `[worth]` are changed a little.  Three powers play with the changed numbers
against three with those so far, and then with the seats exchanged.  What brings clearly more points is kept,
and printed at the end; `--write` puts it into the file.
"""

from __future__ import annotations

import argparse
import random
import re
import tomllib
from dataclasses import replace

from pbem.games.his.bot.weights import FILE, Weights, usual_weights
from tests.bots import bot, mirrored

STEP = 0.25
CHANGED_AT_ONCE = 3
SURELY = 1.0
"""So many standard errors a change must bring in points to be kept."""


def changed(weights: Weights, rng: random.Random) -> Weights:
    """The same numbers, a few of them a little larger or smaller."""
    worth = dict(weights.worth)
    for name in rng.sample(sorted(worth), CHANGED_AT_ONCE):
        worth[name] = round(worth[name] * rng.choice((1 - STEP, 1 + STEP)), 3)
    return replace(weights, worth=worth)


def tuned(weights: Weights, rounds: int, games: int, scenario: str, seed: int) -> Weights:
    """The numbers after some rounds of self-play."""
    rng = random.Random(seed)
    for number in range(1, rounds + 1):
        other = changed(weights, rng)
        found = mirrored(
            scenario, games, bot(weights=other), bot(weights=weights), seeds=f"tune {seed} {number}"
        )
        kept = found.ahead > SURELY * found.doubt
        told = {name: other.worth[name] for name in weights.worth if other.worth[name] != weights.worth[name]}
        how = f"wins {found.wins:.0%}, {found.ahead:+.2f} points{', kept' if kept else ''}"
        print(f"round {number}: {told} {how}", flush=True)
        if kept:
            weights = other
    return weights


def with_numbers(text: str, weights: Weights) -> str:
    """The text of the file with other numbers in `[worth]`; everything else stays as it is."""
    head, table, rest = text.partition("[worth]\n")
    own, following, tail = rest.partition("\n[")
    for name, number in weights.worth.items():
        own = re.sub(rf"(?m)^{name} = [\d.]+", f"{name} = {number:g}", own)
    return head + table + own + following + tail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=10, help="mirrored pairs in each round")
    parser.add_argument("--scenario", default="tournament", choices=["1517", "1532", "tournament"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the numbers into bot.toml")
    chosen = parser.parse_args()
    weights = tuned(usual_weights(), chosen.rounds, chosen.games, chosen.scenario, chosen.seed)
    text = with_numbers(FILE.read_text(encoding="utf-8"), weights)
    assert tomllib.loads(text)["worth"] == dict(weights.worth)
    if chosen.write:
        FILE.write_text(text, encoding="utf-8")
    else:
        print(text.partition("[worth]\n")[2].partition("\n[")[0])


if __name__ == "__main__":
    main()
