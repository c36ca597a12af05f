"""Whole recorded games: `make golden` replays them; `make golden ARGS=--write` records them anew.

`make golden ARGS=--logs` also writes each as a log in the language of cases, and plays that.

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

from pbem.cases.played import play_log
from pbem.cases.read import read_text
from pbem.cases.write import case_text
from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine
from rules.core.log import Entry, Setup
from rules.core.options import today
from rules.his.victory import scores as his_scores
from rules.vq.victory import scores as vq_scores
from tests.fuzz import play_at_random
from tests.vq.driver import play_at_random as vq_at_random

FOLDER = Path(__file__).parent / "golden"
GAMES = [
    (Setup("his", "1517"), "golden-1"),
    (Setup("his", "1532"), "golden-2"),
    (Setup("his", "tournament"), "golden-3"),
    (Setup("his", "tournament", 3), "golden-4"),
    (Setup("his", "1532", options=today()), "golden-5"),
    (Setup("his", "two-player", 2, today()), "golden-6"),
    (Setup("vq", "campaign"), "golden-7"),
    (Setup("vq", "tournament", 4), "golden-8"),
    (Setup("vq", "tournament", options=today()), "golden-9"),
]
"""Those without options are played as the first games were: his by version 0.1, vq with its first numbers."""


def path_of(setup: Setup, seed: str) -> Path:
    title = "" if setup.game == "his" else f"{setup.game}-"
    return FOLDER / f"{title}{setup.scenario}-{setup.players}-{seed}.json.gz"


def points(engine: Engine[Any]) -> dict[str, int]:
    """The victory points of all powers."""
    return (his_scores if engine.game.setup.game == "his" else vq_scores)(engine.game)


def record(setup: Setup, seed: str) -> None:
    """Play a game at random and keep it."""
    engine = Engine.new(load_rules(setup.game), setup, seed)
    play = play_at_random if setup.game == "his" else vq_at_random
    play(engine, sum(map(ord, seed)))
    golden = {
        "setup": codec.dump(setup),
        "seed": seed,
        "log": [codec.dump(entry, Entry) for entry in engine.log],
        "digest": engine.digest(),
        "scores": points(engine),
    }
    FOLDER.mkdir(exist_ok=True)
    # mtime=0: the same game is the same bytes.
    path_of(setup, seed).write_bytes(gzip.compress(codec.text(golden).encode(), mtime=0))


def replay(path: Path) -> list[str]:
    """Rebuild a recorded game with every answer checked; what differs."""
    golden: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    log = [codec.load(entry, Entry) for entry in golden["log"]]
    setup = codec.load(golden["setup"], Setup)
    engine = Engine.rebuild(load_rules(setup.game), setup, golden["seed"], log)
    problems = []
    if points(engine) != golden["scores"]:
        problems.append(f"scores {points(engine)}, recorded {golden['scores']}")
    if engine.digest() != golden["digest"]:
        problems.append(f"digest {engine.digest()}, recorded {golden['digest']}")
    return problems


def round_trip(path: Path) -> list[str]:
    """Write a recorded game as a log, and play the log; what differs."""
    golden: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    log = [codec.load(entry, Entry) for entry in golden["log"]]
    setup = codec.load(golden["setup"], Setup)
    text = case_text("golden", setup, golden["seed"], log)
    cases, problems = read_text(text, path)
    if problems:
        return [problem.message for problem in problems]
    played = play_log(cases[0], "not used")
    again = Engine.rebuild(load_rules(setup.game), played.setup, played.seed, played.log, trusted=True)
    different = []
    if "\nanswer " in text:
        different.append("an answer has no words")
    if (played.setup, played.seed, len(played.log)) != (setup, golden["seed"], len(log)):
        different.append("the log begins or ends otherwise")
    if again.digest() != golden["digest"]:
        different.append(f"digest {again.digest()} of the log, recorded {golden['digest']}")
    return different


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--logs", action="store_true")
    args = parser.parse_args()
    if args.write:
        for old in FOLDER.glob("*.json.gz"):
            old.unlink()
        for game in GAMES:
            record(*game)
    failed = 0
    paths = sorted(FOLDER.glob("*.json.gz"))
    for path in paths:
        problems = replay(path) + (round_trip(path) if args.logs else [])
        failed += bool(problems)
        print(f"{path.name}: {'; '.join(problems) or 'as recorded'}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
