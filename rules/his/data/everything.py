"""All the data of the game in one object."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.board import Board
from rules.core.records import Record
from rules.his.data.cards import CardData
from rules.his.data.counters import Counters
from rules.his.data.people import (
    ConquistadorData,
    DebaterData,
    ExplorerData,
    LeaderData,
    Marriage,
    ReformerData,
)
from rules.his.data.powers import ActionData, PowerData, Ruler
from rules.his.data.scenarios import ScenarioData, Seats
from rules.his.data.tables import Tables


class HisData(Record):
    """All of it. `powers` holds majors and minors; `majors` are in impulse order."""

    board: Board
    powers: dict[str, PowerData]
    impulse_order: tuple[str, ...]
    majors: tuple[str, ...]
    minors: tuple[str, ...]
    independent_keys: tuple[str, ...]
    excommunication_boxes: tuple[tuple[str, ...], ...]
    rulers: dict[str, Ruler]
    actions: dict[str, ActionData]
    cards: dict[int, CardData]
    diplomacy_cards: dict[int, CardData]
    """Those of the two-player game."""
    leaders: dict[str, LeaderData]
    reformers: dict[str, ReformerData]
    debaters: dict[str, DebaterData]
    explorers: dict[str, ExplorerData]
    conquistadors: dict[str, ConquistadorData]
    marriage: Marriage
    counters: Counters
    tables: Tables
    scenarios: dict[str, ScenarioData]
    seats: Seats
    digest: str


def starting_deck(cards: Mapping[int, CardData], scenario: ScenarioData) -> tuple[int, ...]:
    """Cards of the start and of every turn up to the first, without a condition and not removed."""
    first = scenario.turns[0]
    return tuple(
        n
        for n, card in sorted(cards.items())
        if (card.enters == "start" or (card.enters == "turn" and (card.turn or 0) <= first))
        and card.condition is None
        and n not in scenario.deck.removed
    )
