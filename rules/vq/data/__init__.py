"""The data of Virgin Queen: what `scenarios/vq/*.toml` says, as frozen objects, checked before anyone plays.

Knows the shape of each file, the ids that must agree between files, and the counts of the game.
It does not know what anything does: a modifier here is a number with a name, its meaning is code elsewhere.
"""

from rules.vq.data.everything import VqData
from rules.vq.data.load import FIRST_EDITION, files_of_pack, load, load_pack
from rules.vq.data.map import ATLANTIC, MEDITERRANEAN, VqSpace
from rules.vq.data.parts import CardData, PowerData, Ruler
from rules.vq.data.scenarios import SCENARIOS, ScenarioData

__all__ = [
    "ATLANTIC",
    "FIRST_EDITION",
    "MEDITERRANEAN",
    "SCENARIOS",
    "CardData",
    "PowerData",
    "Ruler",
    "ScenarioData",
    "VqData",
    "VqSpace",
    "files_of_pack",
    "load",
    "load_pack",
]
