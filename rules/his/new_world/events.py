"""Facts about the New World: voyages, prizes, colonies, riches and raiders (20)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.kinds import ConquistadorId, ExplorerId, Prize, Sailor, VoyageKind

# ---- Voyages (20.1 to 20.3)


class VoyageLaunched(Event):
    """A marker is in the Crossing Atlantic box; `bonus` is for the dice."""

    power: Power
    kind: VoyageKind
    bonus: int = 0


class CabotSailed(Event):
    power: Power


class ColonistsSailed(Event):
    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


class VoyageCalledOff(Event):
    power: Power
    kind: VoyageKind


class ColonyFounded(Event):
    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


class ColonyLeftGame(Event):
    """A colony marker makes room for Potosi (#54)."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    colony: Prize


# ---- The New World Phase


class ExplorerRevealed(Event):
    power: Power
    explorer: ExplorerId
    value: int


class VoyageRolled(Event):
    """The total of a roll on the exploration, circumnavigation or conquest table."""

    power: Power
    figure: Sailor
    table: VoyageKind
    total: int


class LostAtSea(Event):
    power: Power
    explorer: ExplorerId


class CircumnavigationFailed(Event):
    power: Power
    explorer: ExplorerId


class KilledByNatives(Event):
    power: Power
    conquistador: ConquistadorId


class NothingFound(Event):
    power: Power
    figure: Sailor


class PrizeClaimed(Event):
    """A discovery or conquest is made; its VP count at once."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    figure: Sailor
    prize: Prize
    vp: int


class CabotRetired(Event):
    power: Power


# ---- Riches (20.4)


class RichesCounted(Event):
    """What a colony or conquest brought: `result` in words."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    power: Power
    source: Prize
    total: int
    result: Reason


class CardStolen(Event):
    raider: Power
    victim: Power


class RaiderGone(Event):
    power: Power


class ColonialMarkerRemoved(Event):
    power: Power
    marker: Reason


class ColonialMarkerPlaced(Event):
    """Galleons, Plantations, a Raider, the Governor or an Uprising (#48, #49, #53, #111)."""

    power: Power
    marker: Reason
