"""The data of Virgin Queen: what `scenarios/vq/*.toml` says, as frozen objects, checked before anyone plays.

Knows the shape of each file, the ids that must agree between files, and the counts of the game.
It does not know what anything does: a modifier here is a number with a name, its meaning is code elsewhere.
"""

from rules.vq.data.everything import VqData
from rules.vq.data.load import FIRST_EDITION, files_of_pack, load, load_pack
from rules.vq.data.map import ATLANTIC, MEDITERRANEAN, VqSpace, VqZone, World
from rules.vq.data.parts import (
    ActionData,
    ArtistData,
    CaptainData,
    CardData,
    InfluenceColumn,
    LeaderData,
    NobleData,
    PowerData,
    Ruler,
    ScientistData,
)
from rules.vq.data.scenarios import SCENARIOS, ScenarioData, Seating, Seats
from rules.vq.data.tables import Tables

__all__ = [
    "ATLANTIC",
    "FIRST_EDITION",
    "MEDITERRANEAN",
    "SCENARIOS",
    "ActionData",
    "ArtistData",
    "CaptainData",
    "CardData",
    "InfluenceColumn",
    "LeaderData",
    "NobleData",
    "PowerData",
    "Ruler",
    "ScenarioData",
    "ScientistData",
    "Seating",
    "Seats",
    "Tables",
    "VqData",
    "VqSpace",
    "VqZone",
    "World",
    "files_of_pack",
    "load",
    "load_pack",
]
