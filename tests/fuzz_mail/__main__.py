"""`make fuzz-mail`: each target in a process of its own; then what was found is tried again, unwatched."""

from __future__ import annotations

import argparse
import logging
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz_mail.targets import TARGETS, tried

KEPT = Path("fuzz-failures")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=10, help="for all targets together")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--target", choices=sorted(TARGETS), action="append")
    given = words.parse_args()
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    wanted = given.target or list(TARGETS)
    bad = 0
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            seconds = max(1, int(60 * given.minutes / len(wanted)))
            said = subprocess.run(
                [sys.executable, "-m", "tests.fuzz_mail.hunt", name, folder, str(seconds), str(given.seed)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            ).stderr
            runs = re.findall(r"stat::number_of_executed_units: +(\d+)", said)
            reached = re.findall(r" cov: (\d+) ", said)
            if not runs:
                print(said[-3_000:], file=sys.stderr)
                bad += 1
            found = _confirmed(name, Path(folder))
            print(
                f"{name}: {seconds} s, {runs[-1] if runs else 'no'} tries, "
                f"{reached[-1] if reached else 'no'} branches reached, {len(found)} found",
                flush=True,
            )
            for path, why in found.items():
                print(f"    {path}: {why}")
            bad += len(found)
    sys.exit(1 if bad else 0)


def _confirmed(name: str, folder: Path) -> dict[Path, str]:
    """What still happens when nobody watches; kept as files."""
    logging.disable(logging.WARNING)
    found: dict[Path, str] = {}
    for path in sorted(path for path in folder.glob(f"{name}-*") if path.is_file()):
        if why := tried(TARGETS[name], path.read_bytes()):
            KEPT.mkdir(exist_ok=True)
            kept = KEPT / path.name
            kept.write_bytes(path.read_bytes())
            found[kept] = why
    return found


if __name__ == "__main__":
    main()
