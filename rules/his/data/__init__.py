"""The data of Here I Stand: what `scenarios/his/*.toml` says, as frozen objects, checked before anyone plays.

Knows the shape of each file, the ids that must agree between files, and the counts of the printed game.
It does not know what anything does: a modifier here is a number with a name, its meaning is code elsewhere.
"""

from rules.his.data.cards import CardData
from rules.his.data.everything import HisData, starting_deck
from rules.his.data.load import load
from rules.his.data.map import ELECTORATE
from rules.his.data.people import ChateauRow, LeaderData, MaritalBox
from rules.his.data.powers import PowerData, Ruler
from rules.his.data.scenarios import SCENARIOS, ScenarioData
from rules.his.data.tables import AttemptDice, Scripture

__all__ = [
    "ELECTORATE",
    "SCENARIOS",
    "AttemptDice",
    "CardData",
    "ChateauRow",
    "HisData",
    "LeaderData",
    "MaritalBox",
    "PowerData",
    "Ruler",
    "ScenarioData",
    "Scripture",
    "load",
    "starting_deck",
]
