"""counters.toml: the land counters of a nation, as every title writes them."""

from __future__ import annotations

from dataclasses import field
from functools import cache

from rules.core.records import Record
from rules.war.title import CounterMix


class LandCounters(Record, eq=False):
    """Known by itself: `land_mix` is asked for all the time."""

    power: str
    strength: int
    sides: tuple[str, ...]
    counters: dict[str, int] = field(hash=False)


@cache
def land_mix(entries: tuple[LandCounters, ...], nation: str) -> CounterMix:
    """Land counters as the rules of war read them: what their sides show, and how many there are."""
    return tuple(
        (tuple(int(side) for side in shown.split("/")), count)
        for entry in entries
        if entry.power == nation
        for shown, count in entry.counters.items()
    )
