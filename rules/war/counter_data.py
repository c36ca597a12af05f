"""counters.toml: the land counters of a nation, as every title writes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.war.title import CounterMix


@dataclass(frozen=True, slots=True)
class LandCounters:
    power: str
    strength: int
    sides: tuple[str, ...]
    counters: dict[str, int]


def land_mix(entries: Iterable[LandCounters], nation: str) -> CounterMix:
    """Land counters as the rules of war read them: what their sides show, and how many there are."""
    return tuple(
        (tuple(int(side) for side in shown.split("/")), count)
        for entry in entries
        if entry.power == nation
        for shown, count in entry.counters.items()
    )
