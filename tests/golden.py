"""Whole recorded games: `make golden` replays them; `make golden ARGS=--write` records them anew.

A golden game is setup, seed, log, and the digest and scores at its end.  A change of the rules that
alters questions or dice makes them fail at the first order that no longer fits: look at that order
before recording anew.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path
from typing import Any

from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine
from rules.core.log import Entry, Setup
from rules.his.options import today
from rules.his.victory import scores
from tests.fuzz import play_at_random

FOLDER = Path(__file__).parent / "golden"
GAMES = [
    (Setup("his", "1517"), "golden-1"),
    (Setup("his", "1532"), "golden-2"),
    (Setup("his", "tournament"), "golden-3"),
    (Setup("his", "tournament", 3), "golden-4"),
    (Setup("his", "1532", options=today()), "golden-5"),
    (Setup("his", "two-player", 2, today()), "golden-6"),
]
"""Those without options are played as version 0.1 read the rules."""


def path_of(setup: Setup, seed: str) -> Path:
    return FOLDER / f"{setup.scenario}-{setup.players}-{seed}.json.gz"


def record(setup: Setup, seed: str) -> None:
    """Play a game at random and keep it."""
    engine = Engine.new(load_rules("his"), setup, seed)
    play_at_random(engine, sum(map(ord, seed)))
    golden = {
        "setup": codec.dump(setup),
        "seed": seed,
        "log": [codec.dump(entry, Entry) for entry in engine.log],
        "digest": engine.digest(),
        "scores": scores(engine.game),
    }
    FOLDER.mkdir(exist_ok=True)
    # mtime=0: the same game is the same bytes.
    path_of(setup, seed).write_bytes(gzip.compress(codec.text(golden).encode(), mtime=0))


def replay(path: Path) -> list[str]:
    """Rebuild a recorded game with every answer checked; what differs."""
    golden: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    log = [codec.load(entry, Entry) for entry in golden["log"]]
    setup = codec.load(golden["setup"], Setup)
    engine = Engine.rebuild(load_rules("his"), setup, golden["seed"], log)
    problems = []
    if scores(engine.game) != golden["scores"]:
        problems.append(f"scores {scores(engine.game)}, recorded {golden['scores']}")
    if engine.digest() != golden["digest"]:
        problems.append(f"digest {engine.digest()}, recorded {golden['digest']}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write:
        for old in FOLDER.glob("*.json.gz"):
            old.unlink()
        for game in GAMES:
            record(*game)
    failed = 0
    paths = sorted(FOLDER.glob("*.json.gz"))
    for path in paths:
        problems = replay(path)
        failed += bool(problems)
        print(f"{path.name}: {'; '.join(problems) or 'as recorded'}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
