"""The starting positions, and who plays what with fewer players."""

from __future__ import annotations

from dataclasses import field

from rules.core.board import Board
from rules.core.records import Record
from rules.war.printed import Control

SCENARIOS = ("1517", "1532", "tournament", "two-player")


class Garrison(Record):
    """What stands in a space: regulars, mercenaries, cavalry, squadrons, corsairs, leaders."""

    r: int = 0
    m: int = 0
    c: int = 0
    s: int = 0
    k: int = 0
    leaders: tuple[str, ...] = ()


class Options(Record):
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    last_turn: int
    chateau_modifier: int
    dissolution_dealt_to_england: bool
    limited_first_diplomacy: bool
    theses_and_diet: bool


class DeckSetup(Record):
    """The first deck: `size` cards, those of `added_before` and `added_first_turn` among them."""

    size: int
    removed: tuple[int, ...] = ()
    added_before: tuple[int, ...] = ()
    added_first_turn: tuple[int, ...] = ()
    setup_hands: dict[str, tuple[int, ...]] = field(default_factory=dict)


class Tracks(Record):
    piracy_vp: int
    chateaux_vp: int
    st_peters_cp: int
    st_peters_vp: int
    new_testament: dict[str, int]
    full_bible: dict[str, int]


class NewWorldSetup(Record):
    uncharted: tuple[str, ...]
    crossing: dict[str, tuple[str, ...]]
    claimed: dict[str, str]
    depleted: tuple[str, ...]
    colonies: dict[str, tuple[str, ...]]


class OutOfGame(Record):
    conquistadors: tuple[str, ...]
    debaters: tuple[str, ...]
    explorers: tuple[str, ...]
    reformers: tuple[str, ...]


class TwoPlayers(Record):
    """What only the two-player game has (scenario book): where it is fought, and its Diplomacy deck."""

    theatre: tuple[str, ...]
    """Language zones that the units of the players do not leave."""
    prizes: tuple[str, ...]
    """Spaces outside them that may change hands all the same."""
    boleyn_turn: int
    heirs: dict[int, str]
    """Line of the pregnancy chart -> mother, of the children who count as born."""
    due: dict[int, int]
    """Mandatory event -> the turn in whose winter it happens at the latest, beside those of all games."""
    first_cards: tuple[int, ...]
    league_cards: tuple[int, ...]


class ScenarioData(Record):
    """A starting position; `units` by nation and space."""

    id: str
    name: str
    game: str
    turns: tuple[int, int]
    units: dict[str, dict[str, Garrison]]
    control: Control
    out_of_play: tuple[str, ...]
    protestant: tuple[str, ...]
    electorate_display: dict[str, int]
    at_war: tuple[tuple[str, str], ...]
    allied: tuple[tuple[str, str], ...]
    new_world: NewWorldSetup
    rulers: dict[str, str]
    marital_status: str
    debaters: dict[str, tuple[str, ...]]
    reformers: tuple[str, ...]
    excommunicated: tuple[str, ...]
    out_of_game: OutOfGame
    tracks: Tracks
    bonus_vp: dict[str, dict[str, int]]
    initial_vp: dict[str, int]
    deck: DeckSetup
    deal: dict[str, int]
    extra_cards_first_turn: dict[str, int]
    options: Options
    havens: tuple[str, ...] = ()
    already_happened: tuple[str, ...] = ()
    seats: tuple[tuple[str, ...], ...] = ()
    """Who has a player, where that is not everybody."""
    two_player: TwoPlayers | None = None
    based_on: str | None = None

    def powers(self, majors: tuple[str, ...]) -> tuple[str, ...]:
        """The major powers that have a player, in impulse order."""
        taken = [power for seat in self.seats for power in seat]
        return tuple(power for power in majors if power in taken) if taken else majors

    def controllers(self, board: Board) -> dict[str, str]:
        """Who controls each space in play at the start: its marker, or else its home power."""
        held = {id: space.home for id, space in board.spaces.items() if id not in self.out_of_play}
        return held | self.control.holders()


class Seating(Record):
    players: int
    seats: tuple[tuple[str, ...], ...]


class Seats(Record):
    """Who plays what with fewer players; `restrictions` bind two powers in one hand."""

    average_vp: bool
    restrictions: tuple[str, ...]
    seatings: tuple[Seating, ...]

    def of(self, players: int) -> Seating:
        return next(seating for seating in self.seatings if seating.players == players)
