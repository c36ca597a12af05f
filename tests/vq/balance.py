"""Games between bots, in process: who wins and how, points by turn and by source, Protestant spaces by turn.

`python -m tests.vq.balance --games 50 --scenario tournament`
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from pbem.games.vq.bot.player import suggest
from pbem.games.vq.score import score
from tests.vq.driver import new_engine


def play(scenario: str, seed: str) -> Any:
    """The end of a game between six bots."""
    *_, game = turns_of(scenario, seed)
    return game


def turns_of(scenario: str, seed: str) -> Iterator[Any]:
    """A game between six bots: the position as each turn begins, and at the end."""
    engine = new_engine(scenario, seed)
    turn = None
    while engine.waiting():
        if engine.game.turn != turn:
            turn = engine.game.turn
            yield engine.game
        power, question = sorted(engine.waiting().items())[0]
        engine.submit(power, suggest(engine.game, power, question).answer, source="bot")
        engine.drain()
    yield engine.game


class Tally:
    """What some games have shown."""

    def __init__(self) -> None:
        self.games = 0
        self.winners: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.last: Counter[int] = Counter()
        self.points: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.sources: dict[str, Counter[str]] = defaultdict(Counter)
        self.spaces: dict[str, list[int]] = defaultdict(list)

    def add(self, scenario: str, seed: str) -> None:
        for game in turns_of(scenario, seed):
            when = "at the end" if game.winner else f"turn {game.turn}"
            self.spaces[when].append(game.protestant_spaces())
        self.games += 1
        self.winners[game.winner] += 1
        self.ways[f"{game.winner} {game.victory}"] += 1
        self.last[game.turn] += 1
        for turn, record in game.vp_record.items():
            for power, vp in record.items():
                self.points[turn][power].append(vp)
        for power, found in score(game).items():
            for one in found:
                self.sources[power][one.source] += one.vp

    def show(self) -> None:
        print(f"{self.games} games")
        print("wins:", {who: f"{n} ({n / self.games:.0%})" for who, n in self.winners.most_common()})
        print("ways:", dict(self.ways.most_common()))
        print("last turn:", dict(sorted(self.last.items())))
        for when, counts in sorted(self.spaces.items()):
            mean = sum(counts) / len(counts)
            print(f"Protestant spaces, {when}: {min(counts)} to {max(counts)}, mean {mean:.1f}")
        for turn, record in sorted(self.points.items()):
            means = {power: round(sum(vp) / len(vp), 1) for power, vp in record.items()}
            print(f"VP after turn {turn} (n={len(next(iter(record.values())))}):", means)
        for power, sums in self.sources.items():
            total = sum(sums.values()) / self.games
            each = {source: round(vp / self.games, 1) for source, vp in sums.most_common()}
            print(f"VP at the end, {power}: {total:.1f} of", each)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--scenario", default="tournament")
    args = parser.parse_args()
    tally, began = Tally(), time.process_time()
    for n in range(args.first, args.first + args.games):
        tally.add(args.scenario, f"balance {n}")
    print(args.scenario, end=": ")
    tally.show()
    print(f"{time.process_time() - began:.0f} s of CPU")


if __name__ == "__main__":
    main()
