"""The figures to reach (`make bench`), measured in one run on one core.

These machines are shared: compare figures of one run, and look at ratios before absolute numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable

from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine, Snapshot
from rules.core.log import Entry, LogEntry, Setup
from tests import (
    bench_letters,
    bench_mail,
    bench_moderator,
    bench_pictures,
    bench_replies,
    bench_tick,
    bench_workers,
    large,
)
from tests.fuzz import play_at_random
from tests.reading import bench as reading

DECISIONS_WANTED = 6_000


def timed(work: Callable[[], object], repeat: int = 5) -> float:
    """The median of several runs, in seconds of the processor."""
    times = []
    for _ in range(repeat):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def fixed_loop() -> float:
    """Seconds of the processor for the same work on every machine: divide by it to compare two of them."""

    def work() -> None:
        kept = {}
        for number in range(300_000):
            kept[number % 1_000] = (number, str(number))

    return timed(work, 3)


def row(what: str, figure: str, wanted: str) -> None:
    print(f"{what:<58} {figure:>12}   {wanted}", flush=True)


def random_play(games: int) -> tuple[float, list[tuple[str, list[LogEntry]]]]:
    """Decisions a second of the processor in full random games, and the logs of the games."""
    rules = load_rules("his")
    decisions, began, logs = 0, time.process_time(), []
    for seed in range(games):
        engine = Engine.new(rules, Setup("his", "1517"), f"bench-{seed}")
        decisions += play_at_random(engine, seed, check_every=1_000_000)["decisions"]
        logs.append((f"bench-{seed}", engine.log))
    return decisions / (time.process_time() - began), logs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args()
    rules = load_rules("his")
    row("what", "figure", "to reach")
    load = f"load {os.getloadavg()[0]:.1f}"
    row("this machine: a fixed loop, CPU", f"{fixed_loop() * 1000:.0f} ms", load)
    speed, logs = random_play(args.games)
    row("random legal play, engine only, CPU", f"{speed:,.0f} /s", "4,000 decisions/s or more")

    seed, log = max(logs, key=lambda item: len(item[1]))
    setup = Setup("his", "1517")
    for name, trusted in (("answers checked again", False), ("trusted", True)):
        seconds = timed(lambda t=trusted: Engine.rebuild(rules, setup, seed, log, trusted=t), 3)  # type: ignore[misc]
        per = seconds / len(log) * DECISIONS_WANTED
        row(f"rebuild {DECISIONS_WANTED:,} decisions ({name}), CPU", f"{per:.2f} s", "under 0.4 s")

    half = Engine.rebuild(rules, setup, seed, log[: len(log) // 2], trusted=True)
    snapshot = half.snapshot
    stored = json.dumps(snapshot.state)
    tail = json.dumps([codec.dump(entry, Entry) for entry in half.log if entry.seq > snapshot.seq])

    def restore() -> Engine[object]:
        entries = [codec.load(entry, Entry) for entry in json.loads(tail)]
        return Engine.restore(rules, Snapshot(snapshot.seq, json.loads(stored)), entries)  # type: ignore[return-value]

    row("restore for one mail (snapshot + tail)", f"{timed(restore, 21) * 1000:.1f} ms", "under 10 ms")
    row("size of a snapshot", f"{len(stored) / 1024:.0f} KiB", "")

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    running = [restore() for _ in range(200)]
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    row(f"memory of {len(running)} running games", f"{(after - before) / 1024:.0f} MB", "")
    row("memory of the whole process", f"{after / 1024:.0f} MB", "")
    for figures in (
        bench_replies,
        bench_tick,
        bench_mail,
        bench_workers,
        bench_letters,
        bench_pictures,
        large,
        bench_moderator,
        reading,
    ):
        for line in figures.rows():
            row(*line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
