"""counters.toml: the counter mix."""

from __future__ import annotations

from rules.core.records import Record
from rules.war.counter_data import LandCounters, land_mix
from rules.war.title import CounterMix


class Colony(Record):
    id: str
    name: str
    power: str


class Counters(Record):
    """The counter mix; `land_limit` and `naval` are the most strength points and ships a nation can have."""

    colonies: tuple[Colony, ...]
    land: tuple[LandCounters, ...]
    naval: dict[str, int]
    square_control_markers: dict[str, int]
    marker_limits: dict[str, int]
    marker_limits_by_power: dict[str, dict[str, int]]

    def land_limit(self, nation: str) -> int:
        return next((entry.strength for entry in self.land if entry.power == nation), 0)

    def land_mix(self, nation: str) -> CounterMix:
        return land_mix(self.land, nation)

    def naval_limit(self, nation: str) -> int:
        return self.naval.get(nation, 0)
