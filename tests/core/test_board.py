"""The board's questions, on a small coast of five spaces and on the real map."""

from pathlib import Path

import pytest

import rules
from rules.core.board import Board, Connection, SeaZone, Space, board_problems
from rules.his.data import load

DATA = Path(rules.__file__).resolve().parents[1] / "scenarios" / "his"


def space(id: str, type: str = "town", sea: tuple[str, ...] = ()) -> Space:
    return Space(id, id.title(), type, "england", sea, "english", xy=(1, 1))


@pytest.fixture
def coast() -> Board:
    """A road a - b - c, a pass c - d, and an island e."""
    return Board(
        [
            space("c"),
            space("a", "key", ("east", "west")),
            space("b"),
            space("d", "fortress"),
            space("e", sea=("east",)),
        ],
        [
            SeaZone("west", "West", ("a",), ("east",), (1, 1)),
            SeaZone("east", "East", ("a", "e"), ("west",), (1, 1)),
        ],
        [Connection("b", "c"), Connection("a", "b"), Connection("c", "d", True, "alps")],
    )


@pytest.fixture(scope="module")
def board() -> Board:
    return load(DATA).board


def test_neighbours_are_sorted_and_include_passes(coast: Board) -> None:
    assert coast.neighbours("c") == ("b", "d")
    assert coast.clear_neighbours("c") == ("b",)
    assert coast.neighbours("e") == ()
    assert coast.adjacent("a", "b")
    assert not coast.adjacent("a", "c")


def test_a_pass_is_one_from_both_sides(coast: Board) -> None:
    assert coast.is_pass("c", "d")
    assert coast.is_pass("d", "c")
    assert not coast.is_pass("b", "c")


def test_within_counts_connections_and_the_space_itself(coast: Board) -> None:
    assert coast.within("a", 0) == ("a",)
    assert coast.within("a", 2) == ("a", "b", "c")
    assert coast.within("a", 3) == ("a", "b", "c", "d")
    assert coast.within("a", 2) is coast.within("a", 2)


def test_distance(coast: Board) -> None:
    assert coast.distance("a", "d") == 3
    assert coast.distance("d", "a") == 3
    assert coast.distance("a", "a") == 0
    assert coast.distance("a", "e") is None


def test_reach_asks_about_each_step_and_keeps_the_order(coast: Board) -> None:
    assert coast.reach("b", lambda here, there: not coast.is_pass(here, there)) == {"b": 0, "a": 1, "c": 1}
    assert list(coast.reach("b", lambda _here, _there: True)) == ["b", "a", "c", "d"]


def test_sea(coast: Board) -> None:
    assert coast.zones_of("a") == ("east", "west")
    assert coast.zones_of("b") == ()
    assert coast.ports_of("east") == ("a", "e")
    assert coast.zone_neighbours("west") == ("east",)


def test_printed_fortification(coast: Board) -> None:
    assert [id for id in sorted(coast.spaces) if coast.is_fortified(id)] == ["a", "d"]
    assert coast.spaces["a"].is_key
    assert coast.spaces["a"].is_port
    assert not coast.spaces["b"].is_port


def test_a_sound_board_has_no_problems(coast: Board) -> None:
    assert list(board_problems(coast)) == []


def test_every_problem_is_named() -> None:
    broken = Board(
        [space("a", sea=("east",)), space("b", sea=("north",))],
        [SeaZone("east", "East", ("b",), ("west",)), SeaZone("west", "West", ("x",))],
        [Connection("a", "b"), Connection("b", "a"), Connection("a", "y"), Connection("a", "a", True)],
    )
    assert sorted(board_problems(broken)) == [
        "connection to itself: a",
        "duplicated connection: a - b",
        "one-sided port: a names east, which does not name it",
        "one-sided port: east names b, which does not name it",
        "one-sided sea border: east names west, which does not name it",
        "pass and range disagree: a - a",
        "unknown port: west names x",
        "unknown sea zone: b names north",
        "unknown space in connection: y (a - y)",
    ]


def test_adjacency_of_the_map_is_mutual(board: Board) -> None:
    for here in board.spaces:
        assert list(board.neighbours(here)) == sorted(board.neighbours(here))
        for there in board.neighbours(here):
            assert here in board.neighbours(there)
            assert board.is_pass(here, there) == (there not in board.clear_neighbours(here))


def test_roads_of_the_map(board: Board) -> None:
    assert board.is_pass("agram", "zara")
    assert board.is_pass("salonika", "sofia")
    assert board.adjacent("trieste", "venice")
    assert board.distance("wittenberg", "wittenberg") == 0
    assert board.distance("london", "paris") is None
    assert "rome" in board.within("siena", 1)


def test_islands_have_no_road(board: Board) -> None:
    islands = [id for id in board.spaces if not board.neighbours(id)]
    assert len(islands) == 11
    assert {"malta", "rhodes", "candia", "corfu"} <= set(islands)


def test_straits_do_not_join_zones(board: Board) -> None:
    for a, b, port in (
        ("aegean_sea", "black_sea", "istanbul"),
        ("atlantic_ocean", "barbary_coast", "gibraltar"),
        ("ionian_sea", "tyrrhenian_sea", "messina"),
    ):
        assert b not in board.zone_neighbours(a)
        assert board.zones_of(port) == (a, b)
