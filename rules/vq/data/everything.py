"""All the data of the game in one object."""

from __future__ import annotations

from rules.core.board import Board
from rules.core.records import Record
from rules.vq.data.map import World
from rules.vq.data.parts import (
    ActionData,
    ArtistData,
    CaptainData,
    CardData,
    Counters,
    EnglandSpain,
    InfluenceColumn,
    LeaderData,
    NobleData,
    PowerData,
    ProtestantRows,
    ProtestantSpacesRow,
    Ruler,
    ScientistData,
)
from rules.vq.data.scenarios import ScenarioData, Seats
from rules.vq.data.tables import Tables


class VqData(Record):
    """All of it. `powers` holds majors and minors; `majors` are in impulse order."""

    board: Board
    world: World
    powers: dict[str, PowerData]
    majors: tuple[str, ...]
    minors: tuple[str, ...]
    independent_fortified: tuple[str, ...]
    rulers: dict[str, Ruler]
    actions: dict[str, ActionData]
    influence: dict[str, InfluenceColumn]
    protestant_spaces: tuple[ProtestantSpacesRow, ...]
    protestant_rows: ProtestantRows
    war_cost: dict[str, dict[str, int]]
    england_spain: EnglandSpain
    cards: dict[int, CardData]
    leaders: dict[str, LeaderData]
    captains: dict[str, CaptainData]
    nobles: dict[str, NobleData]
    artists: dict[str, ArtistData]
    scientists: dict[str, ScientistData]
    counters: Counters
    tables: Tables
    scenarios: dict[str, ScenarioData]
    seats: Seats
    digest: str

    def starting_deck(self, scenario: str, players: int) -> tuple[int, ...]:
        """The cards that the first hands are dealt from, by number (6.2)."""
        setup, seating = self.scenarios[scenario], self.seats.of(players)
        out = (*setup.cards_removed, *seating.cards_out)
        return tuple(
            n
            for n, card in sorted(self.cards.items())
            if card.kind != "home" and n not in out and starts(card, setup.turns[0], players)
        )


def starts(card: CardData, turn: int, players: int) -> bool:
    """Whether a card is in the game from a first turn on, with so many players."""
    if card.players and players not in card.players:
        return False
    return card.enters == "start" or (card.enters == "turn" and (card.turn or 0) <= turn)
