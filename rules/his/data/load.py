"""Reading the files of a folder, and refusing them with everything that is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.core.data import (
    DataError,
    build,
    build_all,
    build_table,
    digest,
    keyed,
    overlay,
    read_toml,
    repeated,
)
from rules.core.records import Record
from rules.his.data.cards import CardData
from rules.his.data.checks import card_problems, name_problems, people_problems, power_problems
from rules.his.data.counters import Counters
from rules.his.data.everything import HisData
from rules.his.data.map import load_board, map_problems
from rules.his.data.people import (
    ConquistadorData,
    DebaterData,
    ExplorerData,
    LeaderData,
    Marriage,
    ReformerData,
)
from rules.his.data.powers import ActionData, PowerData, Ruler
from rules.his.data.scenario_checks import scenario_problems
from rules.his.data.scenarios import SCENARIOS, ScenarioData, Seats
from rules.his.data.table_checks import table_problems
from rules.his.data.tables import Tables

if TYPE_CHECKING:
    from pathlib import Path

    from rules.core.board import Board

FILES = ("map", "powers", "cards", "people", "counters", "tables", "seats", *SCENARIOS, "diplomacy")
NOT_IN_DIGEST = ("two-player", "diplomacy")
"""Files of the two-player game alone: the digest by which all other games know their data is as before."""


def load(path: Path) -> HisData:
    """Read and check the data in a folder; `DataError` names everything that is wrong."""
    problems: list[str] = []
    raw = {name: read_toml(path / f"{name}.toml", problems) for name in FILES}
    if problems:
        # A file that cannot be read would drown its own problem in everything that refers to it.
        raise DataError(problems)
    board, not_connected = load_board(raw["map"], problems)
    powers, rulers, head = load_powers(raw["powers"], board, problems)
    cards = build_all(CardData, raw["cards"].get("card"), "cards.toml: card", problems, key="n")
    diplomacy_cards = build_all(
        CardData, raw["diplomacy"].get("card"), "diplomacy.toml: card", problems, key="n"
    )
    problems.extend(f"duplicated card: {n}" for n in repeated(card.n for card in (*cards, *diplomacy_cards)))
    people = raw["people"]
    leaders = build_table(LeaderData, people.pop("leaders", None), "people.toml: leader", problems)
    reformers = build_table(ReformerData, people.pop("reformers", None), "people.toml: reformer", problems)
    debaters = build_table(DebaterData, people.pop("debaters", None), "people.toml: debater", problems)
    explorers = build_table(ExplorerData, people.pop("explorers", None), "people.toml: explorer", problems)
    conquistadors = build_table(
        ConquistadorData, people.pop("conquistadors", None), "people.toml: conquistador", problems
    )
    actions = build_table(ActionData, raw["powers"].get("actions"), "powers.toml: action", problems)
    scenarios = load_scenarios(raw, problems)
    marriage = build(Marriage, people, "people.toml", problems)
    counters = build(Counters, raw["counters"], "counters.toml", problems)
    tables = build(Tables, raw["tables"], "tables.toml", problems)
    seats = build(Seats, raw["seats"], "seats.toml", problems)
    problems.extend(map_problems(board, not_connected))
    if marriage is None or counters is None or tables is None or seats is None or head is None:
        raise DataError(problems)
    data = HisData(
        board=board,
        powers=keyed(powers, "power", problems),
        impulse_order=head.impulse_order,
        majors=head.impulse_order,
        minors=tuple(power.id for power in powers if not power.major),
        independent_keys=head.independent_keys,
        excommunication_boxes=head.excommunication_boxes,
        rulers=keyed(rulers, "ruler", problems),
        actions=actions,
        cards={card.n: card for card in cards},
        diplomacy_cards={card.n: card for card in diplomacy_cards},
        leaders=leaders,
        reformers=reformers,
        debaters=debaters,
        explorers=explorers,
        conquistadors=conquistadors,
        marriage=marriage,
        counters=counters,
        tables=tables,
        scenarios=scenarios,
        seats=seats,
        digest=digest(path / f"{name}.toml" for name in FILES if name not in NOT_IN_DIGEST),
    )
    for check in (name_problems, power_problems, card_problems, people_problems, table_problems):
        problems.extend(check(data))
    for scenario in data.scenarios.values():
        problems.extend(f"{scenario.id}.toml: {problem}" for problem in scenario_problems(data, scenario))
    if problems:
        raise DataError(problems)
    return data


class _PowersHead(Record):
    impulse_order: tuple[str, ...]
    excommunication_boxes: tuple[tuple[str, ...], ...]
    independent_keys: tuple[str, ...]


def load_powers(
    raw: dict[str, Any], board: Board, problems: list[str]
) -> tuple[list[PowerData], list[Ruler], _PowersHead | None]:
    rulers = build_all(Ruler, raw.get("rulers"), "powers.toml: ruler", problems)
    majors = build_all(PowerData, raw.get("majors"), "powers.toml: major", problems)
    minors = build_all(PowerData, raw.get("minors"), "powers.toml: minor", problems)
    lists = ("majors", "minors", "rulers", "actions")
    head = build(_PowersHead, {k: v for k, v in raw.items() if k not in lists}, "powers.toml", problems)
    powers = [
        replace(
            power,
            major=power in majors,
            rulers=tuple(ruler for ruler in rulers if ruler.power == power.id),
            home_spaces=tuple(sorted(id for id, space in board.spaces.items() if space.home == power.id)),
        )
        for power in [*majors, *minors]
    ]
    return powers, rulers, head


def load_scenarios(raw: dict[str, dict[str, Any]], problems: list[str]) -> dict[str, ScenarioData]:
    found: dict[str, ScenarioData] = {}
    for name in SCENARIOS:
        table = raw[name]
        base = table.get("based_on")
        if base is not None and base not in SCENARIOS:
            problems.append(f"{name}.toml: based on an unknown scenario: {base}")
            continue
        scenario = build(ScenarioData, overlay(raw[base], table) if base else table, f"{name}.toml", problems)
        if scenario is not None:
            found[name] = scenario
            if scenario.id != name:
                problems.append(f"{name}.toml: its id is {scenario.id}")
    return found
