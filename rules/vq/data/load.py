"""Reading the files of a folder, and refusing them with everything that is wrong.

The folder is our own reconstruction, or a data pack of somebody who owns the printed game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.core.data import DataError, build, build_all, build_table, digest, keyed, read_toml
from rules.core.records import Record
from rules.vq.data.checks import data_problems
from rules.vq.data.everything import VqData
from rules.vq.data.map import load_board, load_world, map_problems, world_problems
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
from rules.vq.data.reconstruction import reconstruction_problems
from rules.vq.data.rulebook import rulebook_problems
from rules.vq.data.scenarios import SCENARIOS, ScenarioData, Seats
from rules.vq.data.tables import Tables

if TYPE_CHECKING:
    from pathlib import Path

PARTS = ("map", "powers", "cards", "people", "counters", "tables", "seats")
FILES = (*PARTS, *SCENARIOS)
FIRST_EDITION = "first"
"""The numbers that the first games were begun with."""


class _PowersHead(Record):
    """The rest of powers.toml, when its lists of powers, rulers and actions are read."""

    impulse_order: tuple[str, ...]
    independent_fortified: tuple[str, ...]
    protestant_rows: ProtestantRows
    war_cost: dict[str, dict[str, int]]
    england_spain: EnglandSpain


def load(path: Path, edition: str = "") -> VqData:
    """Read and check the reconstruction; `DataError` names everything that is wrong.

    An older edition of it is a folder inside, with the files that differ.
    """
    data = _load(_of_edition(path, edition) if edition else {name: path / f"{name}.toml" for name in FILES})
    if problems := list(reconstruction_problems(data)):
        raise DataError(problems)
    return data


def _of_edition(path: Path, edition: str) -> dict[str, Path]:
    older = {name: path / edition / f"{name}.toml" for name in FILES}
    return {name: old if old.exists() else path / f"{name}.toml" for name, old in older.items()}


def load_pack(path: Path, base: Path) -> VqData:
    """Read and check a data pack; what it does not have is taken from another folder.

    Cards are taken over one by one, so that they can be typed one by one. `DataError` names everything wrong.
    """
    return _load(files_of_pack(path, base), base / "cards.toml")


def files_of_pack(path: Path, base: Path) -> dict[str, Path]:
    """Where each file of a pack is read from; a pack with a scenario of its own has no others."""
    found = {name: path / f"{name}.toml" for name in FILES if (path / f"{name}.toml").exists()}
    own = [name for name in SCENARIOS if name in found]
    return {name: found.get(name, base / f"{name}.toml") for name in (*PARTS, *(own or SCENARIOS))}


def with_cards_of(raw: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """The cards of a pack, and of another one those whose numbers it does not have."""
    own = raw.get("card")
    if not isinstance(own, list):
        return raw
    numbers = [card.get("n") for card in own if isinstance(card, dict)]
    return {**raw, "card": [*own, *(card for card in base.get("card", ()) if card["n"] not in numbers)]}


def _load(files: dict[str, Path], other_cards: Path | None = None) -> VqData:
    problems: list[str] = []
    raw = {name: read_toml(path, problems) for name, path in files.items()}
    if problems:
        # A file that cannot be read would drown its own problem in everything that refers to it.
        raise DataError(problems)
    if other_cards is not None:
        raw["cards"] = with_cards_of(raw["cards"], read_toml(other_cards, problems))
    board, apart = load_board(raw["map"], problems)
    world = load_world(raw["map"], problems)
    own, people = raw["powers"], raw["people"]
    majors = build_all(PowerData, own.pop("majors", None), "powers.toml: major", problems)
    minors = build_all(PowerData, own.pop("minors", None), "powers.toml: minor", problems)
    powers = keyed((*majors, *minors), "power", problems)
    rulers = build_table(Ruler, own.pop("rulers", None), "powers.toml: ruler", problems)
    actions = build_table(ActionData, own.pop("actions", None), "powers.toml: action", problems)
    influence = build_table(InfluenceColumn, own.pop("influence", None), "powers.toml: influence", problems)
    spaces_vp = build_all(
        ProtestantSpacesRow, own.pop("protestant_spaces", None), "powers.toml: row", problems, key="min"
    )
    cards = build_all(CardData, raw["cards"].get("card"), "cards.toml: card", problems, key="n")
    leaders = build_table(LeaderData, people.get("leaders"), "people.toml: leader", problems)
    captains = build_table(CaptainData, people.get("captains"), "people.toml: captain", problems)
    nobles = build_table(NobleData, people.get("nobles"), "people.toml: noble", problems)
    artists = build_table(ArtistData, people.get("artists"), "people.toml: artist", problems)
    scientists = build_table(ScientistData, people.get("scientists"), "people.toml: scientist", problems)
    problems.extend(map_problems(board, apart))
    problems.extend(world_problems(world))
    head = build(_PowersHead, own, "powers.toml", problems)
    counters = build(Counters, raw["counters"], "counters.toml", problems)
    tables = build(Tables, raw["tables"], "tables.toml", problems)
    seats = build(Seats, raw["seats"], "seats.toml", problems)
    scenarios = [build(ScenarioData, raw[id], f"{id}.toml", problems) for id in SCENARIOS if id in raw]
    if head is None or counters is None or tables is None or seats is None or None in scenarios:
        raise DataError(problems)
    data = VqData(
        board=board,
        world=world,
        powers=powers,
        majors=head.impulse_order,
        minors=tuple(power.id for power in minors),
        independent_fortified=head.independent_fortified,
        rulers=rulers,
        actions=actions,
        influence=influence,
        protestant_spaces=tuple(spaces_vp),
        protestant_rows=head.protestant_rows,
        war_cost=head.war_cost,
        england_spain=head.england_spain,
        cards=keyed(cards, "card", problems, key="n"),
        leaders=leaders,
        captains=captains,
        nobles=nobles,
        artists=artists,
        scientists=scientists,
        counters=counters,
        tables=tables,
        scenarios={scenario.id: scenario for scenario in scenarios if scenario is not None},
        seats=seats,
        digest=digest(files.values()),
    )
    problems.extend(data_problems(data))
    problems.extend(problem for problem in rulebook_problems(data) if problem not in problems)
    if problems:
        raise DataError(problems)
    return data
