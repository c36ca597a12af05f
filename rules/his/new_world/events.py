"""Facts about the New World: voyages, prizes, colonies, riches and raiders (20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.kinds import ConquistadorId, ExplorerId, Prize, Sailor, VoyageKind

# ---- Voyages (20.1 to 20.3)


@dataclass(frozen=True, slots=True)
class VoyageLaunched(Event):
    """A marker is in the Crossing Atlantic box; `bonus` is for the dice."""

    power: Power
    kind: VoyageKind
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class CabotSailed(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class ColonistsSailed(Event):
    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


@dataclass(frozen=True, slots=True)
class VoyageCalledOff(Event):
    power: Power
    kind: VoyageKind


@dataclass(frozen=True, slots=True)
class ColonyFounded(Event):
    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


@dataclass(frozen=True, slots=True)
class ColonyLeftGame(Event):
    """A colony marker makes room for Potosi (#54)."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


# ---- The New World Phase


@dataclass(frozen=True, slots=True)
class ExplorerRevealed(Event):
    power: Power
    explorer: ExplorerId
    value: int


@dataclass(frozen=True, slots=True)
class VoyageRolled(Event):
    """The total of a roll on the exploration, circumnavigation or conquest table."""

    power: Power
    figure: Sailor
    table: VoyageKind
    total: int


@dataclass(frozen=True, slots=True)
class LostAtSea(Event):
    power: Power
    explorer: ExplorerId


@dataclass(frozen=True, slots=True)
class CircumnavigationFailed(Event):
    power: Power
    explorer: ExplorerId


@dataclass(frozen=True, slots=True)
class KilledByNatives(Event):
    power: Power
    conquistador: ConquistadorId


@dataclass(frozen=True, slots=True)
class NothingFound(Event):
    power: Power
    figure: Sailor


@dataclass(frozen=True, slots=True)
class PrizeClaimed(Event):
    """A discovery or conquest is made; its VP count at once."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    figure: Sailor
    prize: Prize
    vp: int


@dataclass(frozen=True, slots=True)
class CabotRetired(Event):
    power: Power


# ---- Riches (20.4)


@dataclass(frozen=True, slots=True)
class RichesCounted(Event):
    """What a colony or conquest brought: `result` in words."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    source: Prize
    total: int
    result: Reason


@dataclass(frozen=True, slots=True)
class CardStolen(Event):
    raider: Power
    victim: Power


@dataclass(frozen=True, slots=True)
class RaiderGone(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class ColonialMarkerRemoved(Event):
    power: Power
    marker: Reason


@dataclass(frozen=True, slots=True)
class ColonialMarkerPlaced(Event):
    """Galleons, Plantations, a Raider, the Governor or an Uprising (#48, #49, #53, #111)."""

    power: Power
    marker: Reason
