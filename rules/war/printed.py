"""What the data of every title says in the same words: cards, powers, rulers, leaders, control."""

from __future__ import annotations

from rules.core.records import Record


class CardUse(Record):
    """One of a card's alternatives: who may play it so, when, and the CP that come with it."""

    id: str
    by: tuple[str, ...]
    when: tuple[str, ...]
    grants_cp: int = 0


class PrintedCard(Record):
    """A card; what its uses do is code."""

    n: int
    title: str
    cp: int
    kind: str
    enters: str
    removed: str
    summary: str
    uses: tuple[CardUse, ...]
    home: str | None = None
    turn: int | None = None

    def use(self, id: str) -> CardUse:
        return next(use for use in self.uses if use.id == id)


class PrintedPower(Record):
    """A major or minor power; key tracks are indexed by the number of keys, empty where there is none."""

    id: str
    name: str
    capitals: tuple[str, ...] = ()
    key_cards: tuple[int, ...] = ()
    key_vp: tuple[int, ...] = ()
    auto_win: int | None = None
    home_cards: tuple[int, ...] = ()
    aliases: tuple[str, ...] = ()


class PrintedRuler(Record):
    """A ruler: `admin` cards may be kept, `bonus` more are dealt; `card` brings him in, None is the first."""

    id: str
    power: str
    name: str
    admin: int
    bonus: int
    card: int | None = None


class PrintedLeader(Record):
    """An army or naval leader (5.1); `turn` brings in one who is not set up, perhaps for another."""

    id: str
    name: str
    power: str
    battle: int
    command: int = 0
    naval: bool = False
    piracy: int = 0
    turn: int | None = None
    replaces: str | None = None


class Control(Record):
    """Control markers by power: on keys (square) and on all other spaces (hexagonal)."""

    keys: dict[str, tuple[str, ...]]
    others: dict[str, tuple[str, ...]]

    def holders(self) -> dict[str, str]:
        """Who holds each space that has a marker."""
        return {
            space: power
            for markers in (self.keys, self.others)
            for power, spaces in markers.items()
            for space in spaces
        }
