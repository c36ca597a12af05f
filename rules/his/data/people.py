"""people.toml: leaders, reformers, debaters, sailors, Henry's marriages and the French court."""

from __future__ import annotations

from rules.core.records import Record
from rules.core.rows import Row
from rules.war.printed import PrintedLeader


class LeaderData(PrintedLeader):
    """A leader of this game; a `card` too may bring one in."""

    ruler: bool = False
    minor_leader: bool = False
    card: int | None = None
    other_power: str | None = None
    aliases: tuple[str, ...] = ()


class ReformerData(Record):
    id: str
    name: str
    space: str
    zone: str
    turn: int | None = None
    condition: str | None = None
    aliases: tuple[str, ...] = ()


class DebaterData(Record):
    """A debater and his bonus: `near` a space (or leader), in an `area`, by `dice`, `attempts` or `cost`."""

    id: str
    name: str
    side: str
    zone: str
    value: int
    turn: int
    use: str
    kind: str
    summary: str
    with_cranmer: bool = False
    near: str | None = None
    area: tuple[str, ...] = ()
    dice: int = 0
    attempts: int | None = None
    zone_of_bonus: str | None = None
    cost: int | None = None
    aliases: tuple[str, ...] = ()


class ExplorerData(Record):
    """An explorer; one with a `card` is in no pool and sails only through that card."""

    id: str
    name: str
    power: str
    value: int
    out_1532: bool = False
    card: int | None = None
    aliases: tuple[str, ...] = ()


class ConquistadorData(Record):
    id: str
    name: str
    power: str
    value: int
    out_1532: bool = False
    count: int = 1
    aliases: tuple[str, ...] = ()


class MaritalBox(Record):
    box: int
    id: str
    name: str
    wife: bool = False
    roll: bool = False
    modifier: int = 0


class PregnancyRow(Row, kw_only=True):
    line: int
    result: str


class SuccessionRow(Row, kw_only=True):
    order: tuple[str, ...]
    if_born: tuple[str, ...] = ()


class MaryRow(Row, kw_only=True):
    actions: tuple[str, ...]


class MaryImpulse(Record):
    takeover_max: int
    rows: tuple[MaryRow, ...]


class ChateauRow(Row, kw_only=True):
    vp: int
    draw: int
    discard: int


class Chateau(Record):
    max_vp: int
    rows: tuple[ChateauRow, ...]
    modifiers: dict[str, int]


class Marriage(Record):
    """Henry's marriages and heirs, and the other tables of people.toml."""

    marital_track: tuple[MaritalBox, ...]
    pregnancy_chart: tuple[PregnancyRow, ...]
    succession: tuple[SuccessionRow, ...]
    mary_impulse: MaryImpulse
    chateau: Chateau
