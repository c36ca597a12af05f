"""One process that looks for trouble: `python -m tests.fuzz_mail.hunt TARGET FOLDER SECONDS SEED`.

atheris changes letters and watches which changes reach new code.  Each kind of trouble is kept once, and the
search goes on.
"""

from __future__ import annotations

import json
import logging
import os
import random
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["pbem"]):
    from tests.fuzz_mail.targets import TARGETS, Target, tried

SLOWER = 4
"""So much longer watched code may take; what is kept is timed again without."""
HANGS_AFTER = 120
MOST_MEMORY = 4_000
ODD_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 40, 1 << 70, 1.5, "", "x", "²", "9" * 50, "\u202e", "france", [], [[]], {},
    {"$": "x"}, "2026-01-01T00:00:00+00:00", "AAAA", ["france", "france"], {"game": "vq"}, "x" * 5_000,
)  # fmt: skip


class Hunt:
    """What was found so far."""

    def __init__(self, target: Target, folder: Path) -> None:
        self._target = target
        self._folder = folder
        self._known: set[str] = set()

    def try_(self, data: bytes) -> None:
        found = tried(self._target, data, slower=SLOWER)
        kind = found.partition(": ")[0]
        if found and kind not in self._known:
            self._known.add(kind)
            path = self._folder / f"{self._target.name}-{sha256(kind.encode()).hexdigest()[:8]}"
            path.write_bytes(data)
            print(f"found: {found}  ({path})", file=sys.stderr, flush=True)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where values stand in JSON."""
    if isinstance(value, dict):
        return [place for key, item in value.items() for place in [(*path, key), *places(item, (*path, key))]]
    if isinstance(value, list):
        return [place for at, item in enumerate(value) for place in [(*path, at), *places(item, (*path, at))]]
    return []


def change_json(data: bytes, most: int, seed: int) -> bytes:
    """A value or two is taken away, exchanged for another or an odd one, or moved by a little."""
    rng = random.Random(seed)
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return bytes(atheris.Mutate(data, most))
    found = places(whole)
    if not found:
        return bytes(atheris.Mutate(data, most))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        *path, last = rng.choice(found)
        try:
            inside = whole
            for step in path:
                inside = inside[step]
            old = inside[last]
            how = rng.randrange(5)
            if how == 0:
                del inside[last]
            elif how == 1:
                inside[last] = rng.choice(ODD_VALUES)
            elif how == 2 and isinstance(old, int):
                inside[last] = old + rng.choice((-1, 1, 10, -1_000))
            elif how == 3 and isinstance(inside, list):
                inside.append(old)
            elif isinstance(old, str):
                inside[last] = bytes(atheris.Mutate(old.encode(), len(old) + 10)).decode("utf-8", "replace")
            else:
                *other, name = rng.choice(found)
                taken = whole
                for step in other:
                    taken = taken[step]
                inside[last] = taken[name]
        except (LookupError, TypeError):  # changed before
            continue
    return json.dumps(whole).encode()[:most]


def main() -> None:
    name, folder, seconds, seed = sys.argv[1:]
    target = TARGETS[name]
    logging.disable(logging.WARNING)
    corpus = Path(folder) / f"corpus-{name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for data in target.seeds():
        (corpus / sha256(data).hexdigest()[:16]).write_bytes(data)
    hunt = Hunt(target, Path(folder))
    hunt.try_(next(target.seeds()))  # whatever must be prepared takes no time of the search
    words = [
        sys.argv[0],
        f"-max_total_time={seconds}",
        f"-max_len={target.longest}",
        f"-timeout={HANGS_AFTER}",
        f"-rss_limit_mb={MOST_MEMORY}",
        f"-seed={seed}",
        f"-artifact_prefix={folder}/{name}-",
        "-print_final_stats=1",
        "-len_control=0",
        str(corpus),
    ]
    more = {"custom_mutator": change_json} if target.is_json else {}
    atheris.Setup(words, hunt.try_, **more)
    atheris.Fuzz()


if __name__ == "__main__":
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    main()
