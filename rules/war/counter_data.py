"""counters.toml: the land counters of a nation, as every title writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from rules.war.title import CounterMix


@dataclass(frozen=True, slots=True, eq=False)  # known by itself: `land_mix` is asked for all the time
class LandCounters:
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
