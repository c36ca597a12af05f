"""Reading the files of a folder, and refusing them with everything that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rules.core.data import DataError, build, build_all, digest, read_toml, repeated
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
from rules.vq.data.scenarios import SCENARIOS, ScenarioData, Seats
from rules.vq.data.tables import Tables

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("map", "powers", "cards", "people", "counters", "tables", "seats", *SCENARIOS)


class Named(Protocol):
    """Anything of the data files that has an id."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _PowersHead:
    """The rest of powers.toml, when its lists of powers, rulers and actions are read."""

    impulse_order: tuple[str, ...]
    independent_fortified: tuple[str, ...]
    protestant_rows: ProtestantRows
    war_cost: dict[str, dict[str, int]]
    england_spain: EnglandSpain


def load(path: Path) -> VqData:
    """Read and check the data in a folder; `DataError` names everything that is wrong."""
    problems: list[str] = []
    raw = {name: read_toml(path / f"{name}.toml", problems) for name in FILES}
    if problems:
        # A file that cannot be read would drown its own problem in everything that refers to it.
        raise DataError(problems)
    board, apart = load_board(raw["map"], problems)
    world = load_world(raw["map"], problems)
    own, people = raw["powers"], raw["people"]
    majors = build_all(PowerData, own.pop("majors", None), "powers.toml: major", problems)
    minors = build_all(PowerData, own.pop("minors", None), "powers.toml: minor", problems)
    rulers = build_all(Ruler, own.pop("rulers", None), "powers.toml: ruler", problems)
    actions = build_all(ActionData, own.pop("actions", None), "powers.toml: action", problems)
    influence = build_all(InfluenceColumn, own.pop("influence", None), "powers.toml: influence", problems)
    spaces_vp = build_all(
        ProtestantSpacesRow, own.pop("protestant_spaces", None), "powers.toml: row", problems, key="min"
    )
    cards = build_all(CardData, raw["cards"].get("card"), "cards.toml: card", problems, key="n")
    leaders = build_all(LeaderData, people.get("leaders"), "people.toml: leader", problems)
    captains = build_all(CaptainData, people.get("captains"), "people.toml: captain", problems)
    nobles = build_all(NobleData, people.get("nobles"), "people.toml: noble", problems)
    artists = build_all(ArtistData, people.get("artists"), "people.toml: artist", problems)
    scientists = build_all(ScientistData, people.get("scientists"), "people.toml: scientist", problems)
    named: dict[str, Sequence[Named]] = {
        "power": [*majors, *minors],
        "ruler": rulers,
        "action": actions,
        "influence column": influence,
        "leader": leaders,
        "captain": captains,
        "noble": nobles,
        "artist": artists,
        "scientist": scientists,
    }
    for kind, things in named.items():
        problems.extend(f"duplicated {kind}: {id}" for id in repeated(thing.id for thing in things))
    problems.extend(f"duplicated card: {n}" for n in repeated(card.n for card in cards))
    problems.extend(map_problems(board, apart))
    problems.extend(world_problems(world))
    head = build(_PowersHead, own, "powers.toml", problems)
    counters = build(Counters, raw["counters"], "counters.toml", problems)
    tables = build(Tables, raw["tables"], "tables.toml", problems)
    seats = build(Seats, raw["seats"], "seats.toml", problems)
    scenarios = [build(ScenarioData, raw[id], f"{id}.toml", problems) for id in SCENARIOS]
    if head is None or counters is None or tables is None or seats is None or None in scenarios:
        raise DataError(problems)
    data = VqData(
        board=board,
        world=world,
        powers={power.id: power for power in (*majors, *minors)},
        majors=head.impulse_order,
        minors=tuple(power.id for power in minors),
        independent_fortified=head.independent_fortified,
        rulers={ruler.id: ruler for ruler in rulers},
        actions={action.id: action for action in actions},
        influence={column.id: column for column in influence},
        protestant_spaces=tuple(spaces_vp),
        protestant_rows=head.protestant_rows,
        war_cost=head.war_cost,
        england_spain=head.england_spain,
        cards={card.n: card for card in cards},
        leaders={leader.id: leader for leader in leaders},
        captains={captain.id: captain for captain in captains},
        nobles={noble.id: noble for noble in nobles},
        artists={artist.id: artist for artist in artists},
        scientists={scientist.id: scientist for scientist in scientists},
        counters=counters,
        tables=tables,
        scenarios={scenario.id: scenario for scenario in scenarios if scenario is not None},
        seats=seats,
        digest=digest(path / f"{name}.toml" for name in FILES),
    )
    problems.extend(data_problems(data))
    if problems:
        raise DataError(problems)
    return data
