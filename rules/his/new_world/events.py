"""Facts about the New World: voyages, prizes, colonies, riches and raiders (20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.events import Event
from rules.core.flow import Power

# ---- Voyages (20.1 to 20.3)


@dataclass(frozen=True, slots=True)
class VoyageLaunched(Event):
    """A marker is in the Crossing Atlantic box; `bonus` is for the dice."""

    sentence: ClassVar[str] = "A voyage of {kind} of {power} crosses the Atlantic."
    power: Power
    kind: str
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class CabotSailed(Event):
    sentence: ClassVar[str] = "Sebastian Cabot sails for {power}."
    power: Power


@dataclass(frozen=True, slots=True)
class ColonistsSailed(Event):
    sentence: ClassVar[str] = "Colonists of {power} set out for {name}."
    power: Power
    colony: str
    name: str


@dataclass(frozen=True, slots=True)
class VoyageCalledOff(Event):
    sentence: ClassVar[str] = "The voyage of {kind} of {power} is called off."
    power: Power
    kind: str


@dataclass(frozen=True, slots=True)
class ColonyFounded(Event):
    sentence: ClassVar[str] = "{power} has a colony in {name}."
    power: Power
    colony: str
    name: str


@dataclass(frozen=True, slots=True)
class ColonyLeftGame(Event):
    """A colony marker makes room for Potosi (#54)."""

    sentence: ClassVar[str] = "{name} leaves the game."
    power: Power
    colony: str
    name: str


# ---- The New World Phase


@dataclass(frozen=True, slots=True)
class ExplorerRevealed(Event):
    sentence: ClassVar[str] = "{power} sends {explorer} ({value})."
    power: Power
    explorer: str
    value: int


@dataclass(frozen=True, slots=True)
class VoyageRolled(Event):
    """The total of a roll on the exploration, circumnavigation or conquest table."""

    sentence: ClassVar[str] = "{figure}, {table}: {total}."
    power: Power
    figure: str
    table: str
    total: int


@dataclass(frozen=True, slots=True)
class LostAtSea(Event):
    sentence: ClassVar[str] = "{explorer} is lost at sea."
    power: Power
    explorer: str


@dataclass(frozen=True, slots=True)
class CircumnavigationFailed(Event):
    sentence: ClassVar[str] = "{explorer} does not come back from the Pacific."
    power: Power
    explorer: str


@dataclass(frozen=True, slots=True)
class KilledByNatives(Event):
    sentence: ClassVar[str] = "The expedition of {conquistador} is killed by natives."
    power: Power
    conquistador: str


@dataclass(frozen=True, slots=True)
class NothingFound(Event):
    sentence: ClassVar[str] = "{figure} comes back with nothing."
    power: Power
    figure: str


@dataclass(frozen=True, slots=True)
class PrizeClaimed(Event):
    """A discovery or conquest is made; its VP count at once."""

    sentence: ClassVar[str] = "{power} claims {name}: {vp} VP."
    power: Power
    figure: str
    prize: str
    name: str
    vp: int


@dataclass(frozen=True, slots=True)
class CabotRetired(Event):
    sentence: ClassVar[str] = "The Cabot of {power} sails no more."
    power: Power


# ---- Riches (20.4)


@dataclass(frozen=True, slots=True)
class RichesCounted(Event):
    """What a colony or conquest brought: `result` in words."""

    sentence: ClassVar[str] = "{name} ({power}), {total}: {result}."
    power: Power
    source: str
    name: str
    total: int
    result: str


@dataclass(frozen=True, slots=True)
class CardStolen(Event):
    sentence: ClassVar[str] = "The Raiders of {raider} steal the card from {victim}."
    raider: Power
    victim: Power


@dataclass(frozen=True, slots=True)
class RaiderGone(Event):
    sentence: ClassVar[str] = "The Raiders of {power} are gone."
    power: Power


@dataclass(frozen=True, slots=True)
class ColonialMarkerRemoved(Event):
    sentence: ClassVar[str] = "The {marker} of {power} is gone."
    power: Power
    marker: str


@dataclass(frozen=True, slots=True)
class ColonialMarkerPlaced(Event):
    """Galleons, Plantations, a Raider, the Governor or an Uprising (#48, #49, #53, #111)."""

    sentence: ClassVar[str] = "A {marker} marker is put beside the colonies of {power}."
    power: Power
    marker: str
