"""What must be true of tables.toml and counters.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.findings import miscounts, unknown
from rules.core.rows import Row
from rules.his.data.everything import HisData
from rules.his.data.map import ELECTORATE
from rules.his.data.powers import INDEPENDENT, KNIGHTS


def table_problems(data: HisData) -> Iterator[str]:
    yield from _dice_table_problems(data)
    yield from _new_world_problems(data)
    yield from _war_cost_problems(data)
    yield from _track_problems(data)
    yield from _counter_problems(data)


def _dice_table_problems(data: HisData) -> Iterator[str]:
    tables, marriage = data.tables, data.marriage
    world = tables.new_world
    dice_tables: tuple[tuple[str, Sequence[Row], int, int], ...] = (
        ("pregnancy chart", marriage.pregnancy_chart, 1, 7),
        ("succession", marriage.succession, 0, 6),
        ("mary_impulse", marriage.mary_impulse.rows, 1, 6),
        ("chateau", marriage.chateau.rows, -2, 12),
        ("exploration", world.exploration, 0, 18),
        ("circumnavigation", world.circumnavigation, 1, 18),
        ("conquest", world.conquest, 2, 18),
        ("raiders", world.raiders, 1, 6),
        ("master_of_italy", tables.event_tables.master_of_italy, 2, 5),
        ("book_of_common_prayer", tables.event_tables.book_of_common_prayer, 1, 6),
    )
    for name, rows, low, high in dice_tables:
        for total in range(low, high + 1):
            hits = sum(row.min <= total <= row.max for row in rows)
            if hits != 1:
                yield f"table {name}: {hits} rows for a total of {total}"


def _new_world_problems(data: HisData) -> Iterator[str]:
    world = data.tables.new_world
    prizes = [prize.id for prize in (*world.discoveries, *world.conquests)]
    plain = ("lost", "nothing", "choice", "killed")
    voyages = [row.result for row in (*world.exploration, *world.conquest) if row.result not in plain]
    yield from unknown("result of a voyage", voyages, prizes)
    for kind, column in world.riches.items():
        if len(column) != 11 or column.strip("DCGNE"):
            yield f"riches column {kind}: eleven of the letters DCGNE expected, not {column!r}"


def _war_cost_problems(data: HisData) -> Iterator[str]:
    costs = data.tables.declaration_of_war
    yield from miscounts("declarations by", dict.fromkeys(data.majors, 1), list(costs.majors))
    for power, row in costs.majors.items():
        yield from unknown(f"target of a declaration by {power}", row, data.majors)
        for other, cost in row.items():
            if costs.majors.get(other, {}).get(power) != cost:
                yield f"one-sided cost of war: {power} on {other}"
    for power, row in costs.minors.items():
        yield from unknown("power declaring war", [power], data.majors)
        yield from unknown(f"target of a declaration by {power}", row, data.minors)
    yield from unknown("minor of an intervention", costs.intervention_by, data.minors)


def _track_problems(data: HisData) -> Iterator[str]:
    tables = data.tables
    track = tables.protestant_spaces_track
    needed = tables.victory.religious_spaces
    if len(track.papacy) != needed or len(track.protestant) != needed:
        yield f"protestant_spaces_track: {needed} boxes expected"
    elif any(a + b != 15 for a, b in zip(track.papacy, track.protestant, strict=True)):
        yield "protestant_spaces_track: the two sides do not add up to 15"
    if sorted(tables.electorate_display) != sorted(data.board.of_type(ELECTORATE)):
        yield "electorate_display does not name the electorates of the map"
    yield from unknown("key of Italy", tables.keys_of_italy, data.board.spaces)
    for war in tables.foreign_wars:
        yield from unknown("card of a foreign war", [war.card], data.cards)
        yield from unknown("power in a foreign war", [war.power, *war.reinforced_by], data.majors)
    if [turn.turn for turn in tables.turns] != list(range(1, tables.victory.last_turn + 1)):
        yield "turns are not numbered from 1 to the last"
    for turn in tables.turns:
        yield from unknown(f"reformer on turn {turn.turn}", turn.reformers, data.reformers)
        yield from unknown(f"leader on turn {turn.turn}", turn.leaders, data.leaders)
    numbers = [*tables.attempts.reformation, *tables.attempts.counter_reformation]
    cards = [int(name.removeprefix("card_")) for name in numbers if name.startswith("card_")]
    yield from unknown("card with attempts", cards, data.cards)


def _counter_problems(data: HisData) -> Iterator[str]:
    counters = data.counters
    nations = [*data.powers, INDEPENDENT, KNIGHTS]
    yield from miscounts(
        "land counters of", dict.fromkeys(nations, 1), (land.power for land in counters.land)
    )
    yield from unknown("power with ships", counters.naval, data.powers)
    yield from miscounts(
        "colonies of", data.tables.new_world.colony_limit, (c.power for c in counters.colonies)
    )
    for land in counters.land:
        total = sum(int(side.split("/")[-1]) * count for side, count in land.counters.items())
        if total != land.strength:
            yield f"land counters of {land.power}: strength {land.strength}, but the pieces make {total}"
