"""The data is sound: counts of the printed game, agreement between the files, starting positions."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rules
from rules.core.data import DataError, build, digest, overlay
from rules.core.rows import row_for
from rules.his.data import ELECTORATE, SCENARIOS, HisData, load, starting_deck
from rules.war.printed import CardUse

DATA = Path(rules.__file__).resolve().parents[1] / "scenarios" / "his"


@pytest.fixture(scope="module")
def data() -> HisData:
    return load(DATA)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "his"))


Break = Callable[[str, str, str], None]


@pytest.fixture
def break_(folder: Path) -> Break:
    """Replace the first occurrence of a text in a file by another."""

    def replace(name: str, old: str, new: str) -> None:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} no longer holds {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


def problems(folder: Path) -> tuple[str, ...]:
    with pytest.raises(DataError) as caught:
        load(folder)
    return caught.value.problems


# --- counts ---------------------------------------------------------------------------------------


def test_spaces_by_home(data: HisData) -> None:
    assert Counter(space.home for space in data.board.spaces.values()) == {
        "hapsburg": 32,
        "protestant": 21,
        "france": 17,
        "independent": 17,
        "ottoman": 14,
        "england": 12,
        "hungary": 9,
        "venice": 4,
        "papacy": 3,
        "scotland": 3,
        "genoa": 2,
    }
    assert sum(s.home == "england" and s.lang == "english" for s in data.board.spaces.values()) == 11


def test_spaces_by_type(data: HisData) -> None:
    assert Counter(space.type for space in data.board.spaces.values()) == {
        "key": 33,
        "fortress": 9,
        "electorate": 6,
        "town": 86,
    }
    assert sum(map(data.board.is_fortified, data.board.spaces)) == 48
    assert sum(space.capital for space in data.board.spaces.values()) == 6


def test_keys_by_home(data: HisData) -> None:
    assert Counter(space.home for space in data.board.spaces.values() if space.is_key) == {
        "hapsburg": 7,
        "france": 5,
        "independent": 5,
        "ottoman": 4,
        "england": 4,
        "hungary": 3,
        "papacy": 2,
        "genoa": 1,
        "scotland": 1,
        "venice": 1,
    }


def test_language_zones(data: HisData) -> None:
    assert Counter(space.lang for space in data.board.spaces.values()) == {
        "german": 27,
        "french": 24,
        "italian": 18,
        "english": 14,
        "spanish": 14,
        "none": 37,
    }


def test_ports_and_zones(data: HisData) -> None:
    spaces = data.board.spaces.values()
    assert len(data.board.zones) == 14
    assert sum(space.is_port for space in spaces) == 58
    assert sum(len(space.sea) for space in spaces) == 75
    assert sum(len(space.sea) == 2 for space in spaces) == 17
    assert sum(len(zone.neighbours) for zone in data.board.zones.values()) == 2 * 16


def test_connections_and_passes(data: HisData) -> None:
    assert len(data.board.connections) == 220
    ranges = Counter(edge.range for edge in data.board.connections if edge.pass_)
    assert ranges == {"pyrenees": 3, "alps": 6, "balkans": 7}


def test_keys_held_in_1517(data: HisData) -> None:
    held = data.scenarios["1517"].controllers(data.board)
    assert Counter(power for space, power in held.items() if data.board.spaces[space].is_key) == {
        "hapsburg": 8,
        "france": 6,
        "ottoman": 4,
        "england": 4,
        "hungary": 3,
        "papacy": 2,
        "independent": 2,
        "genoa": 1,
        "scotland": 1,
        "venice": 1,
    }
    assert "algiers" not in held


def test_cards(data: HisData) -> None:
    assert list(data.cards) == list(range(1, 117))
    kinds = Counter(card.kind for card in data.cards.values())
    assert kinds == {"event": 74, "mandatory": 19, "response": 9, "home": 7, "combat": 7}
    assert [n for n, card in data.cards.items() if card.cp == 0] == [8]
    assert {n: card.due for n, card in data.cards.items() if card.due} == {9: 3, 10: 2, 13: 4, 14: 4, 15: 6}
    # fmt: off
    assert [n for n, card in data.cards.items() if card.only_1517] == [
        8, 9, 11, 13, 38, 39, 41, 43, 78, 83, 85, 88, 95, 96, 112, 113,
    ]
    # fmt: on


def test_mandatory_events_grant_two_cp(data: HisData) -> None:
    mandatory = [card for card in data.cards.values() if card.kind == "mandatory" and card.n != 8]
    assert all(use.grants_cp == 2 for card in mandatory for use in card.uses)


def test_conditional_cards(data: HisData) -> None:
    assert {n: card.condition for n, card in data.cards.items() if card.condition} == {
        19: "edward_born",
        21: "mary_due",
        23: "elizabeth_born_and_mary_rules",
        62: "boleyn_married_last_turn",
        63: "boleyn_married_last_turn",
        64: "boleyn_married_last_turn",
    }


def test_people(data: HisData) -> None:
    assert len(data.leaders) == 18
    assert [id for id, leader in data.leaders.items() if leader.naval] == [
        "andrea_doria",
        "barbarossa",
        "dragut",
    ]
    assert Counter(debater.side for debater in data.debaters.values()) == {"protestant": 17, "papacy": 12}
    assert list(data.reformers) == ["calvin", "cranmer", "luther", "zwingli"]
    assert Counter(x.power for x in data.explorers.values() if x.card is None) == {
        "hapsburg": 6,
        "france": 3,
        "england": 3,
    }
    assert len(data.conquistadors) == 7


def test_lists_are_sorted_by_id(data: HisData) -> None:
    for things in (
        data.board.spaces,
        data.board.zones,
        data.actions,
        data.rulers,
        data.leaders,
        data.debaters,
        data.explorers,
        data.conquistadors,
    ):
        assert list(things) == sorted(things)
    edges = [(edge.a, edge.b) for edge in data.board.connections]
    assert edges == sorted(edges)
    assert all(a < b for a, b in edges)


def test_names_players_write(data: HisData) -> None:
    aliases = {alias: space.id for space in data.board.spaces.values() for alias in space.aliases}
    assert aliases["Zuerich"] == "zurich"
    assert aliases["Wien"] == "vienna"
    assert aliases["Köln"] == "cologne"
    assert aliases["Konstantinopel"] == "istanbul"
    assert "Habsburg" in data.powers["hapsburg"].aliases
    assert "Turk" in data.powers["ottoman"].aliases


# --- tables ---------------------------------------------------------------------------------------


def test_rows_are_found_by_total(data: HisData) -> None:
    world = data.tables.new_world
    assert [row_for(world.exploration, total).result for total in (0, 6, 7, 14)] == [
        "lost",
        "nothing",
        "st_lawrence",
        "choice",
    ]
    assert row_for(data.marriage.pregnancy_chart, 7).result == "healthy_edward"
    assert [world.riches_result("colony", total) for total in (2, 8, 12, 13)] == ["E", "G", "C", "C"]


def test_cost_of_war(data: HisData) -> None:
    costs = data.tables.declaration_of_war
    assert costs.cost("papacy", "hapsburg") == 4
    assert costs.cost("france", "scotland") == 2
    assert costs.cost("papacy", "protestant") is None
    assert costs.cost("england", "hungary") is None


def test_victory_options_of_the_scenarios(data: HisData) -> None:
    for id in ("1517", "1532"):
        options, victory = data.scenarios[id].options, data.tables.victory
        assert options.standard_vp == victory.standard_vp
        assert options.domination_lead == victory.domination_lead
        assert options.last_turn == victory.last_turn == data.scenarios[id].turns[1]
    tournament = data.scenarios["tournament"].options
    assert (tournament.standard_vp, tournament.domination_lead, tournament.domination_from_turn) == (23, 4, 4)
    assert (tournament.last_turn, tournament.chateau_modifier) == (6, 1)
    assert tournament.dissolution_dealt_to_england


# --- starting positions ---------------------------------------------------------------------------


def electorates(data: HisData, scenario: str, power: str) -> list[str]:
    held = data.scenarios[scenario].controllers(data.board)
    return [id for id in data.board.of_type(ELECTORATE) if held[id] == power]


def starting_vp(data: HisData, id: str) -> dict[str, int]:
    scenario, tables = data.scenarios[id], data.tables
    tracks = scenario.tracks
    vp = dict.fromkeys(data.majors, 0)
    for power in data.majors:
        vp[power] += sum(scenario.bonus_vp.get(power, {}).values())
        if data.powers[power].key_vp:
            vp[power] += data.powers[power].key_vp[len(scenario.control.keys[power])]
    protestant = len(scenario.protestant)
    vp["papacy"] += tables.protestant_spaces_track.papacy[protestant] + tracks.st_peters_vp
    vp["protestant"] += tables.protestant_spaces_track.protestant[protestant]
    converted = [e for e in electorates(data, id, "protestant") if e in scenario.protestant]
    vp["protestant"] += tables.electorate_vp * len(converted)
    if "schmalkaldic_league" in scenario.already_happened:
        vp["hapsburg"] += tables.hapsburg_electorate_vp * len(electorates(data, id, "hapsburg"))
    vp["ottoman"] += tracks.piracy_vp
    vp["france"] += tracks.chateaux_vp
    english = [space for space in scenario.protestant if space in data.powers["england"].home_spaces]
    vp["england"] += len(english) // tables.english_spaces_per_vp
    return vp


VP_1517 = {"ottoman": 8, "hapsburg": 9, "england": 9, "france": 12, "papacy": 19, "protestant": 0}
VP_1532 = {"ottoman": 16, "hapsburg": 18, "england": 9, "france": 12, "papacy": 17, "protestant": 13}


@pytest.mark.parametrize(("id", "vp"), [("1517", VP_1517), ("1532", VP_1532), ("tournament", VP_1532)])
def test_starting_vp(data: HisData, id: str, vp: dict[str, int]) -> None:
    assert starting_vp(data, id) == vp
    assert data.scenarios[id].initial_vp == vp


@pytest.mark.parametrize("id", SCENARIOS)
def test_deal(data: HisData, id: str) -> None:
    scenario, hand = data.scenarios[id], data.tables.protestant_hand
    dealt = {}
    for power in scenario.powers(data.majors):
        if track := data.powers[power].key_cards:
            cards = track[len(scenario.control.keys[power])]
        elif len(electorates(data, id, power)) >= hand.electorates:
            cards = hand.cards_with
        else:
            cards = hand.cards_without
        extra = scenario.extra_cards_first_turn.get(power, 0)
        dealt[power] = cards + data.rulers[scenario.rulers[power]].bonus + extra
    assert dealt == scenario.deal


@pytest.mark.parametrize(("id", "size"), [("1517", 66), ("1532", 71), ("tournament", 71)])
def test_starting_deck(data: HisData, id: str, size: int) -> None:
    deck = starting_deck(data.cards, data.scenarios[id])
    assert len(deck) == size
    assert all(data.cards[n].kind != "home" for n in deck)
    assert sum(data.scenarios[id].deal.values()) <= size


def test_cards_not_in_the_deck_of_1517_yet(data: HisData) -> None:
    deck = starting_deck(data.cards, data.scenarios["1517"])
    later = [n for n, card in data.cards.items() if n not in deck and card.enters not in ("home", "setup")]
    assert later == [*range(14, 24), *range(38, 65), 97, 113, 114, 115, 116]


def test_square_markers_lie_on_keys_each_power_holds(data: HisData) -> None:
    """Every key of a major power is listed: the number of markers left on its card fixes cards and VP."""
    for scenario in data.scenarios.values():
        held = scenario.controllers(data.board)
        for power, keys in scenario.control.keys.items():
            assert list(keys) == sorted(
                id for id, holder in held.items() if holder == power and data.board.spaces[id].is_key
            )


def test_explorers_out_of_the_game_in_1532(data: HisData) -> None:
    out = data.scenarios["1532"].out_of_game
    assert list(out.explorers) == [id for id, x in data.explorers.items() if x.out_1532]
    assert list(out.conquistadors) == [id for id, x in data.conquistadors.items() if x.out_1532]


def test_debaters_of_the_start_have_come_by_then(data: HisData) -> None:
    for scenario in data.scenarios.values():
        first = scenario.turns[0]
        listed = sorted(sum(scenario.debaters.values(), ()))
        # On a later first turn those of that very turn come with the first Card Draw Phase.
        due = [d.id for d in data.debaters.values() if d.turn < first or d.turn == first == 1]
        assert listed == [id for id in due if id not in scenario.out_of_game.debaters]


def test_seats(data: HisData) -> None:
    assert [seating.players for seating in data.seats.seatings] == [3, 4, 5, 6]
    assert data.seats.of(3).seats == (
        ("ottoman", "france"),
        ("hapsburg", "papacy"),
        ("england", "protestant"),
    )


# --- every problem by name ------------------------------------------------------------------------


def mistakes() -> Iterator[tuple[str, str, str, str]]:
    """A file, what stands in it, what somebody wrote instead, and what is told of it."""
    name = ""
    for line in Path(__file__).with_name("data_mistakes.txt").read_text(encoding="utf-8").splitlines():
        if line.endswith(".toml]"):
            name = line.strip("[]")
        elif " | " in line:
            old, new, problem = (part.strip().replace("\\n", "\n") for part in line.split("|"))
            yield name, old, new, problem


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"), list(mistakes()), ids=lambda value: str(value)[:60]
)
def test_problem_is_named(folder: Path, break_: Break, name: str, old: str, new: str, problem: str) -> None:
    break_(name, old, new)
    found = problems(folder)
    assert [p for p in found if p.startswith(problem)], found


def test_all_problems_are_told_at_once(folder: Path, break_: Break) -> None:
    break_("map.toml", '"ancona", "corfu"', '"corfu"')
    break_("1532.toml", "buda = { r = 3", "budda = { r = 3")
    break_("cards.toml", 'kind = "combat"', 'kind = "response"')
    with pytest.raises(DataError) as caught:
        load(folder)
    for problem in (
        "one-sided port: ancona names adriatic_sea, which does not name it",
        "1532.toml: unknown space with units: budda",
        "tournament.toml: unknown space with units: budda",
        "cards of kind combat: 7 expected, 6 found",
    ):
        assert problem in caught.value.problems
        assert problem in str(caught.value)


def test_missing_files_are_all_named(folder: Path) -> None:
    (folder / "seats.toml").unlink()
    (folder / "map.toml").unlink()
    assert problems(folder) == ("map.toml: file is missing", "seats.toml: file is missing")


# --- the helpers ----------------------------------------------------------------------------------


def test_digest_changes_with_content_and_name(folder: Path, data: HisData, break_: Break) -> None:
    assert load(folder).digest == data.digest
    break_("cards.toml", 'title = "Gout"', 'title = "The Gout"')
    assert load(folder).digest != data.digest
    files = sorted(folder.iterdir())
    assert digest(files) == digest(reversed(files))


def test_overlay_merges_tables_and_replaces_the_rest() -> None:
    base = {"a": {"x": 1, "y": [1, 2]}, "b": 1}
    assert overlay(base, {"a": {"y": [3]}, "c": 2}) == {"a": {"x": 1, "y": [3]}, "b": 1, "c": 2}
    assert base == {"a": {"x": 1, "y": [1, 2]}, "b": 1}


def test_build_names_each_entry_that_does_not_fit() -> None:
    found: list[str] = []
    assert build(CardUse, {"id": True, "by": "any", "grants_cp": 2, "why": 1}, "use", found) is None
    assert found == [
        "use: id: str expected, not True",
        "use: by: a list expected, not 'any'",
        "use: when is missing",
        "use: unknown entry why",
    ]
