"""The starting positions, and who plays what with fewer players."""

from __future__ import annotations

from dataclasses import field

from rules.core.board import Board
from rules.core.records import Record
from rules.war.printed import Control

SCENARIOS = ("campaign", "tournament")


class Garrison(Record):
    """What stands in a space: regulars, mercenaries, cavalry, ships by kind, leaders."""

    r: int = 0
    m: int = 0
    c: int = 0
    g: int = 0
    n: int = 0
    b: int = 0
    k: int = 0
    leaders: tuple[str, ...] = ()


class ScenarioData(Record):
    """A starting position; `units` by nation and space."""

    id: str
    name: str
    turns: tuple[int, int]
    units: dict[str, dict[str, Garrison]]
    control: Control
    protestant: tuple[str, ...]
    at_war: tuple[tuple[str, str], ...]
    allied_minors: dict[str, str]
    rulers: dict[str, str]
    capital_markers: dict[str, str]
    patrols: dict[str, int]
    nobles: dict[str, int]
    initial_vp: dict[str, int]
    deal: dict[str, int]
    mary: str
    excommunicated: bool
    leaders_waiting: tuple[str, ...]
    people_gone: tuple[str, ...]
    nobles_gone: tuple[str, ...]
    valois_married: tuple[str, ...]
    cards_removed: tuple[int, ...]
    deck_size: int
    settlements_of_spain: tuple[str, ...]
    world_fortresses: tuple[str, ...]
    bonus_vp: dict[str, dict[str, int]] = field(default_factory=dict)

    def controllers(self, board: Board) -> dict[str, str]:
        """Who controls each space at the start: its marker, or else its home power."""
        held = {id: space.home for id, space in board.spaces.items()}
        return held | self.control.holders()


class Seating(Record):
    """Who plays what with so many players; major powers that nobody plays are won by influence (3.2)."""

    players: int
    seats: tuple[tuple[str, ...], ...]
    activated: tuple[str, ...]
    cards_out: tuple[int, ...]
    cards_in: tuple[int, ...]
    nobles_out: tuple[str, ...]
    control: dict[str, str]
    markers_out: dict[str, dict[int, int]] = field(default_factory=dict)
    """Patronage markers that leave the game: kind -> worth -> how many (22)."""


class Seats(Record):
    seatings: tuple[Seating, ...]

    def of(self, players: int) -> Seating:
        return next(seating for seating in self.seatings if seating.players == players)
