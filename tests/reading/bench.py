"""How well and how fast answers are read: rows for `make bench`."""

from __future__ import annotations

import statistics

from tests.reading.make_letters import letters
from tests.reading.mutate import mutate
from tests.reading.nasty import nasty_letters
from tests.reading.runner import Tally

MUTATIONS = 1_000


def rows() -> list[tuple[str, str, str]]:
    corpus = list(letters())
    plain, changed = Tally(), Tally()
    for letter in (*corpus, *nasty_letters()):
        plain.add(letter)
    for seed in range(MUTATIONS):
        changed.add(mutate(corpus[7 * seed % len(corpus)], seed))
    found = []
    for name, tally in ((f"{plain.letters} letters", plain), (f"{changed.letters} mutations", changed)):
        found += [
            (f"{name}: foreign or hidden lines obeyed", f"{len(tally.obeyed)}", "0"),
            (f"{name}: own lines without a fate", f"{len(tally.lost)}", "0"),
            (f"{name}: lines with another fate", f"{len(tally.other)}", ""),
        ]
    for what, seconds in (("take a letter apart", plain.reading), ("align it with ours", plain.seconds)):
        slow = sorted(seconds)[int(len(seconds) * 0.95)]
        figure = f"{statistics.median(seconds) * 1000:.1f}, {slow * 1000:.1f} ms"
        found.append((f"{what} (CPU, median and 95 %)", figure, "under 5 ms"))
    return found
